import Accounts
import Boards
import Capture
import Foundation
import Kernel
import KernelTesting
import Notes
import Runtime
import Studio
import Testing
import Workspace

/// The protocol-buffer library of another language reads what we write: `decode.py` is handed the published schema and
/// the bytes, and compares what it finds with our JSON, field by field.
@Suite("Reading a daybook without Daybook")
struct ReadingWithoutDaybook {
    private let tests = Repository.root.appending(path: "Tests")

    @Test(.shows("C-02")) func `the reference library decodes every golden event as we do`() throws {
        let registry: [RegistryEvent] = [
            .actorNamed(ActorID(hi: 1, lo: 2), name: Name(good: "Anna")), .actorUnnamed(ActorID(hi: 1, lo: 2)),
            .deviceNamed(DeviceID(hi: 3, lo: 4), name: Name(good: "Öl 🫒")), .deviceUnnamed(DeviceID(hi: 3, lo: 4)),
            .sourceRecorded(EntityID(hi: 5, lo: 6), source: "markdown:a", fingerprint: Bytes([1, 2]), textRevision: 7),
            .sourceForgotten(EntityID(hi: 5, lo: 6)),
            .erased(
                EntityID(hi: 5, lo: 6),
                ErasureFacts(kind: .child, things: 4, records: 300, files: 12, reason: "moved out")),
        ]
        #expect(registry.map(\.tag) == RegistryEvent.Tag.allCases)
        var lines = registry.map { line("Registry", $0.tag.rawValue, $0.encoded().payload, $0.json) }
        lines += try goldens(NoteEvent.self, "Note", in: "NotesTests")
        lines += try goldens(BoardEvent.self, "Board", in: "BoardsTests")
        lines += try goldens(CaptureEvent.self, "Capture", in: "CaptureTests")
        lines += try goldens(StudioEvent.self, "Studio", in: "StudioTests")
        let schema = tests.appending(path: "WorkspaceTests/Golden/events.proto")
        #expect(try decode(["events", schema.path], lines.joined()) == "\(lines.count) the same\n")
    }

    @Test func `the reference library decodes every golden event of the accounts as we do`() throws {
        var schema = FieldSchema()
        AccountEvent.describe(in: &schema, domain: "Account")
        try expectGolden(schema.file(package: "daybook.accounts.v1"), "accounts.proto")
        let lines = try goldens(AccountEvent.self, "Account", in: "AccountsTests")
        let file = tests.appending(path: "RuntimeTests/Golden/accounts.proto")
        #expect(try decode(["events", file.path], lines.joined()) == "\(lines.count) the same\n")
    }

    @Test func `the comparison notices a single other field`() throws {
        let event = NoteEvent.noteRetitled(NoteID(hi: 1, lo: 1), title: Name(good: "Bread"))
        let lie = event.json.replacingOccurrences(of: "Bread", with: "Cake")
        let schema = tests.appending(path: "WorkspaceTests/Golden/events.proto").path
        let said = try decode(["events", schema], line("Note", event.tag.rawValue, event.encoded().payload, lie))
        #expect(said.hasSuffix("1 differences in 1\n"))
    }

    /// `lz4 -dc`, the schema in FORMAT.md and the schema of the events: what anyone will have in fifty years.
    @Test(.shows("C-02")) func `two stock tools read a whole journal`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        var random = RandomCommands(Seed(11))
        for _ in 0..<200 {
            let command = random.next(await workspace.view)
            // Made up by chance: some are refused, and then there is nothing to read.
            do { _ = try await workspace.perform([command], as: house.anna) } catch is WorkspaceRefusal { continue }
        }
        var rows = ""
        try workspace.audit(AuditFilter(), names: await workspace.view) { row in
            rows += row.json + "\n"
            return .next
        }
        try await workspace.close()
        let count = rows.split(separator: "\n").count
        #expect(count > 100)
        let audit = URL(filePath: house.data.path).appending(path: "audit.jsonl")
        try Data(rows.utf8).write(to: audit)
        let segments = try FileManager.default.contentsOfDirectory(atPath: house.paths.journal)
            .filter { $0.hasSuffix(".segment") }.sorted()
        let plain = try run(
            "/usr/bin/env", ["lz4", "-dcm"] + segments.map { house.paths.journal + "/" + $0 }, input: Data())
        let said = try run(
            "/usr/bin/python3",
            [
                script, "stream", tests.appending(path: "WorkspaceTests/Golden/events.proto").path,
                tests.deletingLastPathComponent().appending(path: "Journal/FORMAT.md").path, audit.path,
            ], input: plain)
        #expect(String(decoding: said, as: UTF8.self) == "\(count) the same\n")
    }
}

extension ReadingWithoutDaybook {
    private var script: String { tests.appending(path: "RuntimeTests/decode.py").path }

    private func line(_ domain: String, _ tag: UInt16, _ payload: [UInt8], _ json: String) -> String {
        "\(domain)\(tag)\t\(hexText(payload))\t\(json)\n"
    }

    /// One line for every event of the domain, from the file that holds its bytes.
    private func goldens<Event: DomainEvent>(_: Event.Type, _ domain: String, in folder: String) throws -> [String] {
        try Event.Tag.allCases.map { tag in
            let file = tests.appending(path: "\(folder)/Golden/bytes/\(tag).hex")
            let digits = try String(contentsOf: file, encoding: .utf8).utf8.compactMap { hexValue($0) }
            let payload = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            let event = try Event(tag: tag, subject: EntityID(hi: 1, lo: 1), payload: payload.span.bytes)
            return line(domain, tag.rawValue, payload, event.json)
        }
    }

    private func decode(_ arguments: [String], _ lines: String) throws -> String {
        String(
            decoding: try run("/usr/bin/python3", [script] + arguments, input: Data(lines.utf8)), as: UTF8.self)
    }

    /// The output of a program of the system.
    private func run(_ program: String, _ arguments: [String], input: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-decode-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = Result { try FileManager.default.removeItem(at: folder) } }
        // A file and not a pipe: two programs that write into each other's pipes may wait for ever.
        let source = folder.appending(path: "input")
        try input.write(to: source)
        process.standardInput = try FileHandle(forReadingFrom: source)
        let answer = Pipe()
        process.standardOutput = answer
        try process.run()
        let data = try answer.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(program) \(arguments) failed")
        return data
    }
}
