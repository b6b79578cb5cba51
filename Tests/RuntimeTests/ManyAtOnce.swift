import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Doing the same to many things")
struct ManyAtOnce {
    /// A thousand notes of which every tenth to third is in the trash: nothing there can be changed.
    private func furnished(_ house: WorkspaceFixture) async throws -> (workspace: WorkspaceActor, notes: [NoteID]) {
        let workspace = try await house.create()
        let notes: [NoteID] = (0..<1000).map { _ in house.id() }
        var commands: [WorkspaceCommand] = notes.enumerated().map { index, id in
            .notes(.createNote(id, title: Name(good: "Note \(index)"), body: "", in: nil))
        }
        for (index, id) in notes.enumerated() where index % 10 < 3 { commands.append(.notes(.trashNote(id))) }
        _ = try await workspace.perform(commands, as: house.anna)
        return (workspace, notes)
    }

    @Test(.shows("B-16"), arguments: [7, 10_000])
    func `a thousand of which three hundred are refused leave seven hundred done, and one undo takes all back`(
        recordsPerCommit: Int
    ) async throws {
        let house = try WorkspaceFixture()
        var (workspace, notes) = try await furnished(house)
        let folder: FolderID = house.id()
        _ = try await workspace.perform(
            [.notes(.createFolder(folder, name: Name(good: "Box"), in: nil))], as: house.anna)
        let before = await workspace.reading(times: false)

        let moves: [WorkspaceCommand] = notes.map { .notes(.moveNote($0, to: folder)) }
        let done = try await workspace.performBatch(moves, as: house.anna, recordsPerCommit: recordsPerCommit)
        #expect(done.doneCount == 700 && done.refusedCount == 300)
        #expect(done.results[0] == .refused(.notes(.noteInTrash(notes[0], title: Name(good: "Note 0")))))
        #expect(done.results[3] == .done(eventCount: 1))
        #expect(await workspace.view.notes.noteCounts[folder] == 700)
        // Nothing is stuck: asked again, the same are refused and the others are so already.
        let again = try await workspace.performBatch(moves, as: house.ben)
        #expect(again.doneCount == 0 && again.refusedCount == 300)
        guard case .nothingToDo = again.outcome else {
            Issue.record("the second time led to something")
            return
        }
        let after = await workspace.reading(times: false)
        try await workspace.close()
        workspace = try await house.open()
        _ = try await workspace.undo(as: house.anna)
        expectEqual(await workspace.reading(times: false), before, "one undo")
        _ = try await workspace.redo(as: house.anna)
        expectEqual(await workspace.reading(times: false), after, "one redo")
        try await workspace.close()
    }

    @Test(.shows("B-16")) func `tagging, archiving and deleting many is no other`() async throws {
        let house = try WorkspaceFixture()
        let (workspace, notes) = try await furnished(house)
        let before = await workspace.reading(times: false)
        let tags: [WorkspaceCommand] = notes.map { .notes(.tagNote($0, [Name(good: "box")])) }
        #expect(try await workspace.performBatch(tags, as: house.anna).doneCount == 700)
        #expect(await workspace.view.tags().tags.map(\.total) == [700])
        let deletions: [WorkspaceCommand] = notes.map { .notes(.trashNote($0)) }
        let deleted = try await workspace.performBatch(deletions, as: house.anna)
        #expect(deleted.doneCount == 700 && deleted.refusedCount == 0, "what is deleted already is so already")
        _ = try await workspace.undo(as: house.anna)
        _ = try await workspace.undo(as: house.anna)
        expectEqual(await workspace.reading(times: false), before)
        try await workspace.close()
    }

    @Test(.shows("B-16")) func `moving, tagging, completing and archiving a thousand cards is no other`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let columns: (ColumnID, ColumnID, ColumnID) = (house.id(), house.id(), house.id())
        let cards: [CardID] = (0..<1000).map { _ in house.id() }
        var commands: [WorkspaceCommand] = [
            .boards(.openBoard(house.id(), title: Name(good: "B"), columns: DefaultColumns.named(columns)))
        ]
        for (index, card) in cards.enumerated() {
            commands.append(
                .boards(.addCard(card, to: columns.0, title: Name(good: "C\(index)"), description: "", above: nil)))
            if index % 10 < 3 { commands.append(.boards(.trashCard(card))) }
        }
        _ = try await workspace.perform(commands, as: house.anna)
        let deeds: [@Sendable (CardID) -> BoardCommand] = [
            { .moveCard($0, to: columns.1, above: nil) }, { .tagCard($0, [CardTag(colour: .blue, label: "box")]) },
            { .moveCard($0, to: columns.2, above: nil) }, { .archiveCard($0) },
        ]
        // Moving a card to the end again moves it behind those that came after it.
        let batches: [[WorkspaceCommand]] = deeds.map { deed in cards.map { .boards(deed($0)) } }
        try await does(batches, quietAgain: [1, 3], in: workspace, house) { index in
            .boards(.cardInTrash(cards[index], Name(good: "C\(index)")))
        }
        let model = await workspace.view.boards.model
        #expect(model.cards(of: columns.2).count == 700 && model.cards(of: columns.0).count == 300)
        try await workspace.close()
    }

    @Test(.shows("B-16")) func `moving, tagging and completing a thousand items is no other`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let (plan, tag): (CollectionID, Name) = (house.id(), Name(good: "box"))
        let items: [ItemID] = (0..<1000).map { _ in house.id() }
        var commands: [WorkspaceCommand] = [
            .capture(.createCollection(plan, name: Name(good: "Plan"), isStructured: true))
        ]
        for (index, item) in items.enumerated() {
            commands.append(.capture(.captureItem(item, content: "T\(index)", captured: WorkspaceFixture.start)))
            commands.append(.capture(.typeItem(item, .task)))
            if index % 10 < 3 { commands.append(.capture(.trashItem(item))) }
        }
        _ = try await workspace.perform(commands, as: house.anna)
        let deeds: [@Sendable (ItemID) -> CaptureCommand] = [
            { .addToCollection(plan, $0, under: nil, above: nil) }, { .tagItem($0, [tag]) },
            { .completeItem($0, at: WorkspaceFixture.start) },
        ]
        try await does(deeds.map { deed in items.map { .capture(deed($0)) } }, in: workspace, house) { index in
            .capture(.itemInTrash(items[index], "T\(index)"))
        }
        try await workspace.close()
    }

    /// Each batch does seven hundred of a thousand, and all of them can be taken back.
    ///
    /// - Parameter quietAgain: which of them do nothing more when they are asked again; nil for each.
    private func does(
        _ batches: [[WorkspaceCommand]], quietAgain: Set<Int>? = nil, in workspace: WorkspaceActor, _ house: WorkspaceFixture,
        refusing: (Int) -> WorkspaceRefusal
    ) async throws {
        var readings = [await workspace.reading(times: false)]
        for (number, batch) in batches.enumerated() {
            let done = try await workspace.performBatch(batch, as: house.anna)
            #expect(done.doneCount == 700 && done.refusedCount == 300)
            for index in [0, 12, 991] { #expect(done.results[index] == .refused(refusing(index))) }
            readings.append(await workspace.reading(times: false))
            guard quietAgain?.contains(number) ?? true else { continue }
            let again = try await workspace.performBatch(batch, as: house.ben)
            #expect(again.doneCount == 0 && again.refusedCount == 300)
        }
        for reading in readings.dropLast().reversed() {
            _ = try await workspace.undo(as: house.anna)
            expectEqual(await workspace.reading(times: false), reading, "undoing")
        }
        for reading in readings.dropFirst() {
            _ = try await workspace.redo(as: house.anna)
            expectEqual(await workspace.reading(times: false), reading, "redoing")
        }
    }

    @Test func `a batch sent twice is decided once`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let commands: [WorkspaceCommand] = (0..<3).map { _ in
            .notes(.createNote(house.id(), title: nil, body: "", in: nil))
        }
        let first = try await workspace.performBatch(commands, as: house.anna, command: 9)
        let second = try await workspace.performBatch(commands, as: house.anna, command: 9)
        guard case .done(let commit) = first.outcome, case .alreadyDecided(commit.first, commit.last) = second.outcome
        else {
            Issue.record("\(second.outcome)")
            return
        }
        #expect(second.results.isEmpty)
        try await workspace.close()
    }

    @Test(.shows("B-05")) func `a tag renamed in all domains is undone as one, after opening again too`() async throws {
        let house = try WorkspaceFixture()
        var workspace = try await house.create()
        let columns: (ColumnID, ColumnID, ColumnID) = (house.id(), house.id(), house.id())
        let (note, card, item): (NoteID, CardID, ItemID) = (house.id(), house.id(), house.id())
        let old = Name(good: "work")
        _ = try await workspace.perform(
            [
                .notes(.createNote(note, title: nil, body: "", in: nil)), .notes(.tagNote(note, [old])),
                .notes(.trashNote(note)),
                .boards(.openBoard(house.id(), title: Name(good: "B"), columns: DefaultColumns.named(columns))),
                .boards(.addCard(card, to: columns.0, title: Name(good: "C"), description: "", above: nil)),
                .boards(.tagCard(card, [CardTag(colour: .blue, label: "work/now")])), .boards(.trashCard(card)),
                .capture(.captureItem(item, content: "I", captured: .epoch)), .capture(.tagItem(item, [old])),
                .capture(.trashItem(item)),
            ], as: house.anna)
        let before = await workspace.reading(times: false)
        let renamed = try await workspace.performBatch(
            [.across(.renameTag(old, to: Name(good: "job")))], as: house.ben)
        #expect(renamed.doneCount == 1)
        #expect(await workspace.view.tags(of: .card(card)) == [Name(good: "job/now")])
        try await workspace.close()
        workspace = try await house.open()
        _ = try await workspace.undo(as: house.ben)
        expectEqual(await workspace.reading(times: false), before)
        try await workspace.close()
    }
}

@Suite("Undoing across devices and sessions")
struct UndoingAcrossDevices {
    @Test(.shows("B-15"))
    func `hundreds of steps are undone and redone in turn, on two devices, however often it is opened`()
        async throws
    {
        let house = try WorkspaceFixture()
        let phone = Author(actor: house.anna.actor, device: DeviceID(hi: 0xD, lo: 7))
        var workspace = try await house.create()
        let (note, card): (NoteID, CardID) = (house.id(), house.id())
        let columns: (ColumnID, ColumnID, ColumnID) = (house.id(), house.id(), house.id())
        _ = try await workspace.perform(
            [
                .notes(.createNote(note, title: nil, body: "", in: nil)),
                .boards(.openBoard(house.id(), title: Name(good: "B"), columns: DefaultColumns.named(columns))),
                .boards(.addCard(card, to: columns.0, title: Name(good: "C"), description: "", above: nil)),
            ], as: house.ben)
        var readings = [await workspace.reading(times: false)]
        let steps = 200
        for step in 1...steps {
            let document = try #require(await workspace.view.notes.notes[note]?.body)
            let edit = TextEdit(
                parents: document.clock.frontier,
                runs: [TextRun(position: step % (document.scalarCount + 1), deleteCount: 0, insertion: "\(step) ")])
            let command: WorkspaceCommand =
                switch step % 4 {
                case 0: .boards(.retitleCard(card, to: Name(good: "C\(step)")))
                case 1: .notes(.editNote(note, edit))
                case 2: .notes(.retitleNote(note, to: Name(good: "N\(step)")))
                default: .boards(.moveCard(card, to: step % 8 == 3 ? columns.1 : columns.2, above: nil))
                }
            _ = try await workspace.perform([command], as: step % 3 == 0 ? phone : house.anna)
            readings.append(await workspace.reading(times: false))
            if step % 97 == 0 {
                try await workspace.close()
                workspace = try await house.open()
            }
        }
        for step in (0..<steps).reversed() {
            _ = try await workspace.undo(as: step % 2 == 0 ? phone : house.anna)
            let reading = await workspace.reading(times: false)
            try #require(reading == readings[step], "undoing step \(step + 1): \(parting(reading, readings[step]))")
            if step % 101 == 0 {
                try await workspace.close()
                workspace = try await house.open()
            }
        }
        await #expect(throws: RuntimeFailure.nothingToUndo) { try await workspace.undo(as: phone) }
        for step in 1...steps {
            _ = try await workspace.redo(as: step % 2 == 0 ? house.anna : phone)
            let reading = await workspace.reading(times: false)
            try #require(reading == readings[step], "redoing step \(step): \(parting(reading, readings[step]))")
            if step % 103 == 0 {
                try await workspace.close()
                workspace = try await house.open()
            }
        }
        await #expect(throws: RuntimeFailure.nothingToRedo) { try await workspace.redo(as: phone) }
        try await workspace.close()
    }
}
