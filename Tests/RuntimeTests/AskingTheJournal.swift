import Boards
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Asking the journal what happened")
struct AskingTheJournal {
    private let note = NoteID(hi: 0x11, lo: 0x11)
    private let board = BoardID(hi: 0x22, lo: 0x22)
    private let card = CardID(hi: 0x33, lo: 0x33)
    private let columns = (ColumnID(hi: 0x44, lo: 1), ColumnID(hi: 0x44, lo: 2), ColumnID(hi: 0x44, lo: 3))

    /// A morning with a note and a board, by two people.
    private func morning(_ house: WorkspaceFixture) async throws -> WorkspaceActor {
        let workspace = try await house.create()
        let insertion = TextRun(position: 5, deleteCount: 0, insertion: "Butter, salted\n")
        let change = TextRun(position: 0, deleteCount: 4, insertion: "Oat milk")
        let annas: [[WorkspaceCommand]] = [
            [
                .registry(.nameActor(house.anna.actor, Name(good: "Anna"))),
                .registry(.nameActor(house.ben.actor, Name(good: "Ben"))),
                .registry(.nameDevice(house.anna.device, Name(good: "Laptop"))),
            ],
            [.notes(.createNote(note, title: Name(good: "Shopping"), body: "Milk\nBread\n", in: nil))],
            [.notes(.editNote(note, TextEdit(parents: [0], runs: [insertion])))],
            [.boards(.openBoard(board, title: Name(good: "House"), columns: DefaultColumns.named(columns)))],
            [.boards(.addCard(card, to: columns.0, title: Name(good: "Paint"), description: "White.\n", above: nil))],
        ]
        for commands in annas { _ = try await workspace.perform(commands, as: house.anna) }
        let bens: [[WorkspaceCommand]] = [
            [.notes(.editNote(note, TextEdit(parents: [1], runs: [change])))],
            [.notes(.retitleNote(note, to: Name(good: "Shopping list")))],
            [.boards(.moveCard(card, to: columns.1, above: nil))],
        ]
        for commands in bens { _ = try await workspace.perform(commands, as: house.ben) }
        return workspace
    }

    private func told(_ entries: [HistoryEntry]) -> String {
        var text = ""
        for entry in entries {
            text += "\(entry.sequence)  \(entry.time.text)  \(entry.actorName), \(entry.deviceName)  \(entry.summary)\n"
            for line in (entry.diff ?? "").split(separator: "\n", omittingEmptySubsequences: true) {
                text += "      \(line)\n"
            }
        }
        return text
    }

    @Test(.shows("C-04", "N-203.5")) func `the history of a note reads as a person would tell it`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let entries = try workspace.history(of: note.entity, names: await workspace.view, diffs: true)
        try expectGolden(told(entries), "history-note.txt")
        #expect(try workspace.history(of: note.entity, names: await workspace.view).allSatisfy { $0.diff == nil })
        try await workspace.close()
    }

    @Test(.shows("C-04")) func `the history of a board is that of its columns and cards too`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let entries = try workspace.history(of: board.entity, names: await workspace.view, diffs: true)
        try expectGolden(told(entries), "history-board.txt")
        try await workspace.close()
    }

    @Test(.shows("C-04")) func `a history ends at the moment that is asked about`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let names = await workspace.view
        let tell = { (moment: Moment?) in
            try workspace.history(of: note.entity, names: names, at: moment).map(\.sequence)
        }
        #expect(try tell(nil) == [4, 5, 11, 12])
        #expect(try tell(.sequence(11)) == [4, 5, 11])
        let all = try workspace.history(of: note.entity, names: names)
        #expect(try tell(.time(all[1].time)) == [4, 5])
        #expect(throws: RuntimeFailure.noHistory(note.entity)) { try tell(.sequence(3)) }
        #expect(throws: RuntimeFailure.noHistory(note.entity)) { try tell(.time(.epoch)) }
        #expect(throws: RuntimeFailure.noSuchRecord(99, last: 13)) { try tell(.sequence(99)) }
        try await workspace.close()
    }

    @Test func `what never was has no history`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let names = await workspace.view
        let nobody: EntityID = house.id()
        #expect(throws: RuntimeFailure.noHistory(nobody)) { try workspace.history(of: nobody, names: names) }
        try await workspace.close()
    }

    @Test(.shows("C-04", "N-203.5")) func `every revision of a note can be restored, byte for byte`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let revisions: [(UInt64, String, String)] = [
            (4, "Shopping", "Milk\nBread\n"), (5, "Shopping", "Milk\nButter, salted\nBread\n"),
            (11, "Shopping", "Oat milk\nButter, salted\nBread\n"),
        ]
        for (sequence, title, body) in revisions {
            let outcome = try await workspace.restore(note.entity, to: sequence, as: house.anna)
            #expect(!outcome.facts.isEmpty)
            let entry = await workspace.view.notes.notes[note]
            #expect(entry?.title.text == title && entry?.body.string == body, "revision \(sequence)")
        }
        guard case .nothingToDo = try await workspace.restore(note.entity, to: 11, as: house.anna) else {
            Issue.record("what is already so is not restored")
            return
        }
        await #expect(throws: RuntimeFailure.notThereYet(note.entity, sequence: 2)) {
            try await workspace.restore(note.entity, to: 2, as: house.anna)
        }
        let history = try workspace.history(of: note.entity, names: await workspace.view)
        #expect(history.count > 6, "restoring adds to the history and takes nothing from it")
        try await workspace.close()
    }

    @Test func `restoring is undone like anything else`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let before = await workspace.reading(times: false)
        _ = try await workspace.restore(note.entity, to: 4, as: house.anna)
        _ = try await workspace.undo(as: house.anna)
        expectEqual(await workspace.reading(times: false), before)
        try await workspace.close()
    }

    // MARK: Audit

    private func rows(_ workspace: WorkspaceActor, _ filter: AuditFilter) async throws -> [AuditRow] {
        var rows: [AuditRow] = []
        try workspace.audit(filter, names: await workspace.view) { row in
            rows.append(row)
            return .next
        }
        return rows
    }

    @Test(.shows("C-05")) func `records are found by actor, device, entity, kind, time and cause`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        _ = try await workspace.undo(as: house.ben)
        let find = { (filter: AuditFilter) in try await rows(workspace, filter).map(\.sequence) }
        #expect(try await find(AuditFilter()) == Array(1...14))
        #expect(try await find(AuditFilter(actor: house.ben.actor)) == [11, 12, 13, 14])
        #expect(try await find(AuditFilter(device: house.anna.device)) == Array(1...10))
        #expect(try await find(AuditFilter(entities: [note.entity])) == [4, 5, 11, 12])
        #expect(try await find(AuditFilter(kind: "note edited")) == [5, 11])
        #expect(try await find(AuditFilter(kind: "note")) == [4, 5, 11, 12])
        #expect(try await find(AuditFilter(kind: "nothing such")) == [])
        #expect(try await find(AuditFilter(from: .sequence(12), to: .sequence(13))) == [12, 13])
        #expect(try await find(AuditFilter(cause: .undo)) == [14])
        #expect(try await find(AuditFilter(to: .sequence(5), at: .sequence(3))) == [1, 2, 3])
        #expect(try await find(AuditFilter(at: .sequence(14), after: 12)) == [13, 14])
        let all = try await rows(workspace, AuditFilter())
        #expect(try await find(AuditFilter(from: .time(all[4].time), to: .time(all[10].time))) == Array(5...11))
        #expect(try await find(AuditFilter(from: .sequence(5), at: .time(all[10].time))) == Array(5...11))
        await #expect(throws: RuntimeFailure.noSuchRecord(15, last: 14)) {
            try await find(AuditFilter(at: .sequence(15)))
        }
        #expect(
            try await find(AuditFilter(entities: [note.entity], actor: house.ben.actor, from: .sequence(12))) == [12])
        try await workspace.close()
    }

    @Test(.shows("C-05")) func `rows as JSON lines and as CSV say everything about a record`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let rows = try await rows(workspace, AuditFilter(entities: [note.entity, card.entity]))
        let json = rows.map { $0.json + "\n" }.joined()
        let csv = AuditRow.csvHead + rows.map(\.csv).joined()
        try expectGolden(json, "audit.jsonl")
        try expectGolden(csv, "audit.csv")
        try await workspace.close()
    }

    @Test func `a name that would be a formula in a spreadsheet is made harmless`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let evil = Name(good: "=HYPERLINK(\"http://x\",\"a,b\")")
        _ = try await workspace.perform([.registry(.nameActor(house.anna.actor, evil))], as: house.anna)
        let row = try #require(try await rows(workspace, AuditFilter()).first)
        #expect(row.csv.contains(",\"'=HYPERLINK(\"\"http://x\"\",\"\"a,b\"\")\","))
        try await workspace.close()
    }

    /// Apart from the test: in one function with it, Swift 6.3.1 frees what the task allocated in the wrong order, and
    /// aborts.
    private func headByVerifying(_ workspace: WorkspaceActor) async throws -> ChainHead? {
        let view = await workspace.view
        return try workspace.verify(view).journal.chainHead
    }

    @Test(.shows("C-05")) func `a chain head kept elsewhere proves that the past is still the same`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await morning(house)
        let kept = try workspace.chainHead()
        #expect(kept.sequence == 13)
        try await workspace.close()
        let again = try await house.open()
        #expect(try again.chainHead() == kept)
        #expect(try await headByVerifying(again) == kept)
        _ = try await again.undo(as: house.anna)
        #expect(try again.chainHead() != kept)
        try await again.close()
    }
}
