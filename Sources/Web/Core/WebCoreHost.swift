#if !arch(wasm32)

import Glibc
import Kernel
import Workspace

/// The same core as a native program, to compare with the browser's: reads a `FactStream` on standard input and writes
/// the canonical JSON of every view to standard output.
@main
enum WebCoreHost {
    static func main() {
        do {
            var views = WorkspaceProjection.empty
            for fact in try FactStream(bytes: standardInput()).facts {
                WorkspaceProjection.project(try fact.recorded(), into: &views)
            }
            var json = JSONWriter()
            views.writeEverything(to: &json)
            let written = json.bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stdout) }
            exit(written == json.bytes.count ? 0 : 1)
        } catch {
            fputs("WebCore: standard input is no fact stream: \(error.message)\n", stderr)
            exit(1)
        }
    }

    private static func standardInput() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, stdin)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }
}

#endif
