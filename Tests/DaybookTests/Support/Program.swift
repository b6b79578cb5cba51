import Foundation
import Testing

/// Runs the built executable as a person would: another process, its own data directory, nothing but words between.
struct Program {
    /// The directory that holds everything of this run; removed by `inScratch`.
    let scratch: URL

    var data: URL { scratch.appending(path: "data") }

    /// The output of one run and its exit status.
    struct Run {
        let status: Int32
        let out: [UInt8]
        let err: String

        var text: String { String(decoding: out, as: UTF8.self) }

        /// The one JSON value on standard output.
        func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
            try JSON(parsing: out, sourceLocation: sourceLocation)
        }
    }

    /// Runs `daybook --data DATA arguments…` to its end.
    func callAsFunction(_ arguments: String..., input: String? = nil, in data: URL? = nil) throws -> Run {
        try run(["--data", (data ?? self.data).path] + arguments, input: input)
    }

    /// The same where anything but success would make the rest of the test meaningless.
    @discardableResult
    func done(
        _ arguments: String..., input: String? = nil, in data: URL? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Run {
        let run = try run(["--data", (data ?? self.data).path] + arguments, input: input)
        try #require(run.status == 0, "\(arguments): \(run.err)", sourceLocation: sourceLocation)
        return run
    }

    /// Runs `daybook arguments…` to its end, without a data directory of our choice.
    func run(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
        executable: URL = Program.executable
    ) throws -> Run {
        let running = try start(arguments, environment: environment, executable: executable)
        if let input { try running.input.write(contentsOf: Data(input.utf8)) }
        try running.input.close()
        return try running.wait()
    }

    /// A run that has not ended yet.
    struct Running {
        let process: Process
        let input: FileHandle
        let out: URL
        let err: URL

        /// - Returns: once the process has ended; a signal counts as 128 and its number, as in a shell.
        func wait() throws -> Run {
            process.waitUntilExit()
            let base: Int32 = process.terminationReason == .exit ? 0 : 128
            return Run(
                status: base + process.terminationStatus, out: Array(try Data(contentsOf: out)),
                err: try String(contentsOf: err, encoding: .utf8))
        }
    }

    func start(_ arguments: [String], environment: [String: String], executable: URL) throws -> Running {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "USER": "anna", "TZ": "UTC", "DAYBOOK_WAIT": "0"]
            .merging(environment) { $1 }
        process.currentDirectoryURL = scratch
        // Files, not pipes: nobody has to read while the program writes.
        let name = UUID().uuidString
        let out = scratch.appending(path: ".\(name).out")
        let err = scratch.appending(path: ".\(name).err")
        for file in [out, err] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        let input = Pipe()
        process.standardInput = input
        try process.run()
        return Running(process: process, input: input.fileHandleForWriting, out: out, err: err)
    }

    /// The program, which the build puts beside the test bundle.
    static let executable: URL = {
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appending(path: "daybook")
    }()
}

/// Gives `body` a directory of its own and removes it afterwards, whatever happens.
func inScratch<Result>(_ body: (Program) throws -> Result) throws -> Result {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "daybook-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    return try body(Program(scratch: scratch))
}

/// Runs one line of bash.
func shell(_ line: String) throws -> (status: Int32, out: String, err: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = err
    try process.run()
    let said = try out.fileHandleForReading.readToEnd() ?? Data()
    let complained = try err.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
        process.terminationStatus, String(decoding: said, as: UTF8.self),
        String(decoding: complained, as: UTF8.self)
    )
}
