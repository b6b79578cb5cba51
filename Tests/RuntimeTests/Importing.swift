import Boards
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Importing")
struct Importing {
    private func steps(_ house: WorkspaceFixture, notes count: Int) -> [ImportStep] {
        let folder: FolderID = house.id()
        var steps = [ImportStep(.notes(.createFolder(folder, name: Name(good: "Vault"), in: nil)))]
        for index in 0..<count {
            let note: NoteID = house.id()
            let time = Instant(seconds: 1_500_000_000 + Int64(index))
            let author: ActorID = ActorID(hi: 0xE, lo: UInt64(index % 3))
            steps.append(
                ImportStep(
                    .notes(.createNote(note, title: Name(good: "Note \(index)"), body: "body", in: folder)),
                    originTime: time, originActor: author))
            let edit = TextEdit(parents: [0], runs: [TextRun(position: 4, deleteCount: 0, insertion: " \(index)")])
            steps.append(ImportStep(.notes(.editNote(note, edit)), originTime: time, originActor: author))
            steps.append(
                ImportStep(
                    .registry(
                        .recordSource(
                            note.entity, source: "markdown:\(index).md", fingerprint: Bytes([1]), textRevision: 1))))
        }
        return steps
    }

    @Test(.shows("C-09")) func `an import is one commit and one undo, back to the view before it`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        _ = try await workspace.perform(
            [.notes(.createNote(house.id(), title: nil, body: "kept", in: nil))], as: house.anna)
        let before = await workspace.reading()
        let report = try await workspace.performImport(steps(house, notes: 50), as: house.anna)
        let after = await workspace.reading(times: false)
        guard case .done(let commit) = report.outcome else {
            Issue.record("nothing was imported")
            return
        }
        #expect(commit.facts.count == 151 && commit.batch == report.batch)
        #expect(commit.facts[1].instant == Instant(seconds: 1_500_000_000))
        #expect(commit.facts[1].actor == ActorID(hi: 0xE, lo: 0))
        var commits: Set<UInt64> = []
        try workspace.journal.forEachRecord(from: 2) { header, _ in
            commits.insert(header.commitFirst)
            return .next
        }
        #expect(commits == [2])

        _ = try await workspace.undo(as: house.anna)
        expectEqual(await workspace.reading(), before)
        _ = try await workspace.redo(as: house.anna)
        expectEqual(await workspace.reading(times: false), after)
        try await workspace.close()
    }

    @Test func `a note that was made before the folder it ends up in is no hindrance to undoing both`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let before = await workspace.reading()
        let (outer, inner, note): (FolderID, FolderID, NoteID) = (house.id(), house.id(), house.id())
        let steps: [NoteCommand] = [
            .createNote(note, title: Name(good: "Wanderer"), body: "", in: nil),
            .createFolder(inner, name: Name(good: "Inner"), in: nil),
            .moveNote(note, to: inner),
            .createFolder(outer, name: Name(good: "Outer"), in: nil),
            .moveFolder(inner, to: outer),
            .trashNote(note),
        ]
        _ = try await workspace.performImport(steps.map { ImportStep(.notes($0)) }, as: house.anna)
        let after = await workspace.reading(times: false)
        _ = try await workspace.undo(as: house.anna)
        expectEqual(await workspace.reading(), before, "undoing the import")
        _ = try await workspace.redo(as: house.anna)
        expectEqual(await workspace.reading(times: false), after, "redoing the import")
        try await workspace.close()
    }

    @Test func `what does not fit into one commit becomes several, and is still undone as one`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let before = await workspace.reading()
        let report = try await workspace.performImport(steps(house, notes: 20), as: house.anna, recordsPerCommit: 7)
        #expect(report.outcome.facts.map(\.position.sequence) == Array(1...61))
        let after = await workspace.reading(times: false)
        expectEqual(try workspace.replay().view.everything(), await workspace.reading())
        _ = try await workspace.undo(33, as: house.anna)
        expectEqual(await workspace.reading(), before)
        _ = try await workspace.redo(as: house.anna)
        expectEqual(await workspace.reading(times: false), after)
        try await workspace.close()
    }

    @Test func `a refused step stops everything and nothing is written`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        var plan = steps(house, notes: 3)
        plan.append(ImportStep(.notes(.trashNote(house.id()))))
        await #expect(throws: RefusedStep.self) { try await workspace.performImport(plan, as: house.anna) }
        #expect(await workspace.lastSequence == 0)
        #expect(await workspace.view == WorkspaceView())
        try await workspace.close()
    }

    @Test func `or is left out and reported, as one likes`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        var plan = steps(house, notes: 3)
        plan.insert(ImportStep(.notes(.trashNote(house.id()))), at: 4)
        let report = try await workspace.performImport(plan, as: house.anna, policy: .report)
        #expect(report.refused.map(\.index) == [4])
        #expect(report.outcome.facts.count == 10)
        try await workspace.close()
    }
}
