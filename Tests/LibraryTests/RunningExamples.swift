import Foundation
import Kernel
import Notes
import Runtime
import Testing
import Workspace

/// The example packages of Tools/examples, which `Tools/examples/check` built as packages from outside.
@Suite("Running the examples")
struct RunningExamples {
    private let directory = FileManager.default.temporaryDirectory.path + "/daybook-examples-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true) }

    /// Runs a program that was built beside this one.
    ///
    /// - Returns: what it said on standard output, once it ended well.
    private func run(_ program: String, _ arguments: String...) throws -> String {
        let file = Self.programs.appending(path: program)
        try #require(
            FileManager.default.isExecutableFile(atPath: file.path), "not built: Tools/examples/check builds it")
        let process = Process()
        process.executableURL = file
        process.arguments = arguments
        return try output(of: process)
    }

    private func output(of process: Process) throws -> String {
        let out = Pipe()
        process.standardOutput = out
        try process.run()
        let said = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
        return said
    }

    /// The build puts the programs beside the bundle of the tests.
    private static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    private func live() async throws {
        let paths = try DataDirectory(path: directory).workspace(named: "home")
        let workspace = try await WorkspaceActor.openOrCreate(at: paths)
        let author = Author(actor: ActorID(hi: 1, lo: 1), device: DeviceID(hi: 1, lo: 2))
        for title in ["Shopping", "Books"] {
            let note = NoteID(EntityID.new().uuid)
            _ = try await workspace.perform(
                [.notes(.createNote(note, title: Name(recorded: title), body: "", in: nil)), .notes(.pinNote(note))],
                as: author)
        }
        try await workspace.close()
    }

    private func clear() throws { try FileManager.default.removeItem(atPath: directory) }

    @Test func `a domain of one's own: run twice, a deposit comes in once`() throws {
        for _ in 1...2 {
            let said = try run("tills", directory + "/tills")
            #expect(
                said == """
                    refused: there are 1000 cents
                    Anna has 1000 cents, as of event 2
                      2  paid in 1000
                      1  opened for Anna
                    sound: 2 events

                    """)
        }
        try clear()
    }

    @Test func `an audit report of a Daybook`() async throws {
        try await live()
        let lines = try run("audit-report", directory).split(separator: "\n")
        #expect(lines.first == "day,who,what,count")
        #expect(lines.contains { $0.hasSuffix(",note created,2") })
        #expect(lines.contains { $0.hasSuffix(",note pinned,2") })
        #expect(lines.last?.hasPrefix("# 4 records, chain head 4:") == true)
        try clear()
    }

    @Test func `a projection into SQLite and into a file, each event once`() async throws {
        try await live()
        let (database, file) = (directory + "/events.sqlite", directory + "/counts.json")
        #expect(try run("sqlite-projection", directory, database, file) == "4 events into \(database), 4 into \(file)\n")
        #expect(try run("sqlite-projection", directory, database, file) == "0 events into \(database), 0 into \(file)\n")
        try await live()
        #expect(try run("sqlite-projection", directory, database, file) == "4 events into \(database), 4 into \(file)\n")
        // Another program reads both.
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = [
            "-c",
            """
            import json, sqlite3, sys
            rows = sqlite3.connect(sys.argv[1]).execute(
                "SELECT name, count(*) FROM event GROUP BY name ORDER BY name").fetchall()
            counts = json.load(open(sys.argv[2]))
            print(rows, counts["position"], sorted(counts["counts"].items()) == rows)
            """, database, file,
        ]
        #expect(try output(of: python) == "[('note created', 4), ('note pinned', 4)] 8 True\n")
        try clear()
    }
}
