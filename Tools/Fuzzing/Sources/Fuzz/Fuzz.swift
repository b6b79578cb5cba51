import CFuzzer
import Glibc

/// Feeds one target with what libFuzzer thinks of.
///
/// - `FUZZ_LIST=1` prints the targets, one a line: name, the longest input, what meets it.
/// - `FUZZ_SEEDS=DIRECTORY` writes a first corpus for each target there, taken from `FUZZ_ROOT`, the repository.
/// - `FUZZ_TARGET=NAME` chooses what is fed; the arguments are libFuzzer's.
@main
enum Fuzz {
    static func main() {
        if environment("FUZZ_LIST") != nil {
            for target in FuzzTarget.all { print("\(target.name)\t\(target.byteCountMax)\t\(target.meets)") }
            return
        }
        if let directory = environment("FUZZ_SEEDS"), let root = environment("FUZZ_ROOT") {
            do {
                var seeds = Seeds(root: root, into: directory)
                print("seeds: \(try seeds.write()) inputs")
                return
            } catch {
                print("seeds: \(error)")
                exit(1)
            }
        }
        guard FuzzTarget.chosen != nil else {
            print("FUZZ_TARGET=\(environment("FUZZ_TARGET") ?? ""): no such target")
            exit(2)
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                FuzzTarget.chosen?.run(UnsafeRawBufferPointer(start: start, count: count))
                return 0
            })
    }
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
