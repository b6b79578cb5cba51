import Foundation
import Testing

/// Runs the built executable as a person would: another process, its own data directory, nothing but words between.
struct Program {
    /// The directory that holds everything of this run; removed by `inScratch`.
    let scratch: URL

    var data: URL { scratch.appending(path: "data") }

    /// What one run said and how it ended.
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
    ///
    /// - Parameter environment: added to the few variables that the program may see.
    func callAsFunction(
        _ arguments: String..., input: String? = nil, environment: [String: String] = [:], in data: URL? = nil
    ) throws -> Run {
        try run(["--data", (data ?? self.data).path] + arguments, input: input, environment: environment)
    }

    /// Runs `daybook arguments…` to its end, without a data directory of our choice.
    func run(_ arguments: [String], input: String? = nil, environment: [String: String] = [:]) throws -> Run {
        let process = try start(arguments, environment: environment)
        if let input { process.input.write(Data(input.utf8)) }
        try process.input.close()
        return process.wait()
    }

    /// A run that has not ended yet.
    struct Running {
        let process: Process
        let input: FileHandle
        let out: URL
        let err: URL

        func wait() -> Run {
            process.waitUntilExit()
            return Run(
                status: process.terminationReason == .exit
                    ? process.terminationStatus : 128 + process.terminationStatus,
                out: (try? Data(contentsOf: out)).map(Array.init) ?? [],
                err: (try? String(contentsOf: err, encoding: .utf8)) ?? "")
        }
    }

    func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Running {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "USER": "anna", "TZ": "UTC"]
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
