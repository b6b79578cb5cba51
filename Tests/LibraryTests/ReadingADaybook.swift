import Boards
import Daybook
import Foundation
import JournalEngine
import Kernel
import Notes
import Runtime
import Testing
import Workspace
import WorkspaceTesting

/// A Daybook as the program leaves it, in a directory that goes with the test.
private final class Home {
    let path = FileManager.default.temporaryDirectory.path + "/daybook-library-\(UUID().uuidString)"
    let note = NoteID(hi: 1, lo: 1)
    let board = BoardID(hi: 1, lo: 2)
    let columns = [ColumnID(hi: 1, lo: 3), ColumnID(hi: 1, lo: 4), ColumnID(hi: 1, lo: 5)]
    let card = CardID(hi: 1, lo: 6)
    private let clock = StepClock()
    let author = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))
    let runtime: RuntimeEnvironment
    let paths: WorkspacePaths

    init(isEncrypted: Bool = false) throws {
        let data = DataDirectory(path: path)
        paths = try data.workspace(named: "home")
        let clock = clock
        var runtime = RuntimeEnvironment(now: { clock.next() })
        if isEncrypted {
            runtime.keyStore = KeyStore(of: data)
            try runtime.keyStore?.create(.file)
        }
        self.runtime = runtime
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A note and a board with a card that moves; each command a second later than the one before.
    func live() async throws {
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        let commands: [WorkspaceCommand] = [
            .notes(.createNote(note, title: Name(recorded: "Shopping"), body: "Milk\n", in: nil)),
            .boards(
                .openBoard(
                    board, title: Name(recorded: "House"),
                    columns: DefaultColumns.named((columns[0], columns[1], columns[2])))),
            .boards(
                .addCard(card, to: columns[0], title: Name(recorded: "Buy paint"), description: "", above: nil)),
            .boards(.moveCard(card, to: columns[2], above: nil)),
            .notes(.retitleNote(note, to: Name(recorded: "Groceries"))),
        ]
        for command in commands { _ = try await workspace.perform([command], as: author) }
        try await workspace.close()
    }

    func write(_ commands: [WorkspaceCommand]) async throws {
        let workspace = try await WorkspaceActor.open(at: paths, access: .writing, in: runtime)
        _ = try await workspace.perform(commands, as: author)
        try await workspace.close()
    }

    func open() async throws -> WorkspaceReader {
        try await WorkspaceReader.open(at: path, pollInterval: .milliseconds(1))
    }
}

@Suite("Reading a Daybook")
struct ReadingADaybook {
    @Test(arguments: [false, true])
    func `views now and at any moment, as the program and the service show them`(isEncrypted: Bool) async throws {
        let home = try Home(isEncrypted: isEncrypted)
        try await home.live()
        let reader = try await home.open()
        #expect(try await reader.view("/notes").text.contains("Groceries"))
        #expect(try await reader.view("/notes", at: .position(1)).text.contains("Shopping"))
        #expect(try await reader.view("/notes", at: .position(.start)).json.contains("[]"))

        struct Board: Decodable {
            struct Column: Decodable {
                struct Card: Decodable { var title: String }
                var cards: [Card]
            }
            var title: String
            var columns: [Column]
        }
        let path = "/boards/\(home.board.text)"
        let now = try await reader.view(path).decoded(as: Board.self)
        #expect(now.title == "House")
        #expect(now.columns.map { $0.cards.map(\.title) } == [[], [], ["Buy paint"]])
        let moved = try #require(try await reader.events.events(of: home.card.as(Entity.self)).all().last)
        #expect(moved.event.name == "card moved")
        let before = Position(moved.position.sequence - 1)
        let then = try await reader.view(path, at: .position(before)).decoded(as: Board.self)
        #expect(then.columns.map { $0.cards.map(\.title) } == [["Buy paint"], [], []])
        #expect(try await reader.view(path, at: .time(moved.instant)).decoded(as: Board.self).columns[2].cards.count == 1)
        #expect(WorkspaceReader.views.contains { $0.path == "/boards/{board}" })
        try await reader.close()
    }

    @Test func `what is not there is named`() async throws {
        let home = try Home()
        await #expect(throws: StoreError.notFound(path: home.path)) { try await home.open() }
        #expect(try WorkspaceReader.workspaces(at: home.path) == [])
        try await home.live()
        #expect(try WorkspaceReader.workspaces(at: home.path) == ["home"])
        let reader = try await home.open()
        await #expect(throws: StoreError.self) { try await reader.view("/nothing") }
        await #expect(throws: StoreError.self) { try await reader.view("/boards/\(EntityID.new().text)") }
        await #expect(throws: StoreError.self) { try await reader.view("/recent?limit=many") }
        await #expect(throws: StoreError.self) { try await reader.view("/notes", at: .position(1_000)) }
        await #expect(throws: StoreError.self) { try await reader.history(of: .new()) }
        await #expect(throws: StoreError.self) {
            for try await _ in reader.audit(AuditQuery(cause: "chance")) {}
        }
        try await reader.close()
    }

    @Test func `history tells who did what, and an audit finds it`() async throws {
        let home = try Home()
        try await home.live()
        let reader = try await home.open()
        let note = home.note.as(Entity.self)
        #expect(try await reader.history(of: note).map(\.name) == ["note created", "note retitled"])
        #expect(try await reader.history(of: note, at: .position(1)).count == 1)

        var rows: [AuditEntry] = []
        for try await row in reader.audit(AuditQuery(name: "card")) { rows.append(row) }
        #expect(rows.map(\.name) == ["card added", "card moved"])
        #expect(rows.allSatisfy { $0.actor == home.author.actor && $0.cause == "direct" })
        #expect(rows.first?.fields?.contains("Buy paint") == true)
        rows = []
        for try await row in reader.audit(AuditQuery(entities: [note], from: StepClock.second(2))) { rows.append(row) }
        #expect(rows.map(\.name) == ["note retitled"])
        #expect(AuditEntry.csvHead.hasPrefix("seq,time,"))
        let all = reader.audit()
        var count: UInt64 = 0
        for try await _ in all { count += 1 }
        #expect(count == reader.last.sequence)
        #expect(try await reader.verify(against: reader.head()).isSound)
        try await reader.close()
    }

    @Test func `every event into a projection of one's own, and on as the program writes`() async throws {
        let home = try Home()
        try await home.live()
        let reader = try await home.open()
        let counts = try await reader.events.view(of: KindCounts.self)
        #expect(counts["note retitled"] == 1)
        #expect(counts["card moved"] == 1)
        #expect(try await reader.events.view(of: KindCounts.self, at: 1) == ["note created": 1])

        struct Moved: Decodable { var card: String }
        let moved = try #require(try await reader.events.events().all().first { $0.event.name == "card moved" })
        #expect(moved.event.area == "boards")
        #expect(try moved.event.fields(as: Moved.self).card == home.card.text)

        let last = reader.last
        let following = Task {
            for try await event in reader.events.tail(after: last) { return event.event.name }
            return "nothing"
        }
        try await home.write([.notes(.pinNote(home.note))])
        #expect(try await following.value == "note pinned")
        try await reader.refresh()
        #expect(reader.last.sequence == last.sequence + 1)
        await #expect(throws: StoreError.readOnly(path: reader.path)) {
            try await reader.events.append([moved.event])
        }
        try await reader.close()
    }

    @Test func `a record of views shows what reads otherwise, and only that`() async throws {
        let home = try Home()
        try await home.live()
        let record = home.path + "/record"
        let reader = try await home.open()
        let count = try await reader.recordViews(in: record)
        #expect(count > 20)
        #expect(try await reader.checkViews(against: record) == [])
        try await home.write([.notes(.retitleNote(home.note, to: Name(recorded: "Food")))])
        try await reader.refresh()
        // As of the record nothing changed; as of now something did.
        #expect(try await reader.checkViews(against: record) == [])
        let differences = try await reader.checkViews(against: record, at: .now)
        #expect(differences.contains { $0.file == "notes.txt" && $0.change == .changed && $0.diff.contains("+") })
        try FileManager.default.removeItem(atPath: record + "/notes.txt")
        try Data("odd".utf8).write(to: URL(filePath: record + "/odd.txt"))
        #expect(
            Set(try await reader.checkViews(against: record).map { "\($0.file) \($0.change)" }) == [
                "notes.txt missing", "odd.txt unexpected",
            ])
        await #expect(throws: StoreError.self) { try await reader.recordViews(in: home.path) }
        await #expect(throws: StoreError.self) { try await reader.checkViews(against: home.path) }
        try await reader.close()
    }

    /// All domains, many segments: a workload of the engine's benchmarks.
    @Test func `years of everything read the same in pieces as at once`() async throws {
        let home = try Home()
        try await WorkspaceActor.create(at: home.paths, in: home.runtime).close()
        var workload = Workload(seed: 24, notesMax: 100, mix: .allDomains)
        let journal = try Journal.open(at: home.paths.journal)
        let written = try await workload.write(3_000, to: journal)
        try await journal.close()
        let reader = try await home.open()
        #expect(reader.last.sequence == UInt64(written.eventCount))
        let counts = try await reader.events.view(of: KindCounts.self)
        #expect(counts.values.reduce(0, +) == written.eventCount)
        #expect(counts.count > 40)
        #expect(Set(counts.keys).isSubset(of: DaybookEvent.names))
        #expect(Set(DaybookEvent.names).count == DaybookEvent.names.count)
        let backwards = try await reader.events.events(order: .backwards).all()
        #expect(backwards.reversed().map(\.position.sequence) == Array(1...UInt64(written.eventCount)))
        try await reader.close()
    }
}

/// The number of times that each kind of thing happened.
private enum KindCounts: Projection {
    static let empty: [String: Int] = [:]
    static func project(_ fact: Recorded<DaybookEvent>, into view: inout [String: Int]) {
        view[fact.event.name, default: 0] += 1
    }
}
