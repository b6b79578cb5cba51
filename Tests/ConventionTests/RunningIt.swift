import Foundation
import Testing

/// The commands that `Tools/run` runs, with a toolchain that only says what it was asked.
@Suite("Running it")
struct RunningIt {
    private func ran(_ arguments: [String]) throws -> String {
        let scratch = FileManager.default.temporaryDirectory.path + "/daybook-run-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        for (name, script) in [
            ("swift", "case \"$*\" in *--version*) echo 'Swift version 6.3';; *--show-bin-path*) echo \(scratch);; esac"),
            ("dpkg-query", "echo 'install ok installed'"),
            ("daybook", "[ \"$*\" != --version ] || echo \"$DAYBOOK_COMMIT\"; echo \"daybook $*\""),
        ] {
            let path = scratch + "/" + name
            try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let process = Process()
        process.executableURL = SourceTree.root.appending(path: "Tools/run")
        process.arguments = arguments
        // The app is built where none is named: that takes a compiler.
        process.environment = ["PATH": scratch + ":/usr/bin:/bin", "DAYBOOK_SERVE_WEB_FOLDER": scratch]
        let out = Pipe()
        process.standardOutput = out
        try process.run()
        let said = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return said
    }

    @Test func `without arguments it serves, and with some it does what they say`() throws {
        #expect(try ran([]) == "daybook serve\n")
        #expect(try ran(["tour"]) == "daybook tour\n")
        #expect(try ran(["show", "folders", "--json"]) == "daybook show folders --json\n")
    }

    @Test func `the program is told the commit that it was built from`() throws {
        let said = try ran(["--version"]).split(separator: "\n")
        #expect(said.count == 2)
        #expect(try said.first?.wholeMatch(of: Regex("[0-9a-f]{12}(-dirty)?|unknown")) != nil, "\(said)")
    }
}
