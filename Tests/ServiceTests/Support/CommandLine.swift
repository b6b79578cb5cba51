import Foundation
import Testing

/// The built program as somebody's command line: another process with a data directory of its own.
struct CommandLine {
    let data: String
    var environment: [String: String] = [:]

    struct Run {
        let status: Int32
        let out: String
        let err: String
    }

    @discardableResult
    func callAsFunction(_ arguments: String..., input: String = "") throws -> Run { try run(arguments, input: input) }

    func run(_ arguments: [String], input: String = "") throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "daybook")
        process.arguments = ["--data", data] + arguments
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": data, "USER": "anna", "TZ": "UTC", "DAYBOOK_WAIT": "0",
        ]
        .merging(environment) { $1 }
        // Files, not pipes: nobody has to read while the program writes.
        let place = FileManager.default.temporaryDirectory.appending(path: "daybook-run-\(UUID().uuidString)")
        let (out, err, into) = (
            place.appendingPathExtension("out"), place.appendingPathExtension("err"), place.appendingPathExtension("in")
        )
        defer { for file in [out, err, into] { try? FileManager.default.removeItem(at: file) } }
        for file in [out, err] { try Data().write(to: file) }
        try Data(input.utf8).write(to: into)
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        process.standardInput = try FileHandle(forReadingFrom: into)
        try process.run()
        process.waitUntilExit()
        let base: Int32 = process.terminationReason == .exit ? 0 : 128
        return Run(
            status: base + process.terminationStatus, out: try String(contentsOf: out, encoding: .utf8),
            err: try String(contentsOf: err, encoding: .utf8))
    }

    /// The same where anything but success would make the rest of the test meaningless.
    @discardableResult
    func done(
        _ arguments: String..., input: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let run = try run(arguments, input: input)
        try #require(run.status == 0, "\(arguments): \(run.err)", sourceLocation: sourceLocation)
        return run.out
    }

    /// Returns whether any file below the data directory holds these words.
    func holds(_ words: String) throws -> Bool {
        let needle = Data(words.utf8)
        for file in try FileManager.default.subpathsOfDirectory(atPath: data) {
            if let bytes = FileManager.default.contents(atPath: data + "/" + file), bytes.range(of: needle) != nil {
                return true
            }
        }
        return false
    }
}
