import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Any command")
struct AnyCommand {
    @Test(arguments: Seed.hundred) func `sent twice is decided once`(seed: Seed) {
        var random = RandomNotes(seed: seed)
        let start = Spec<NoteDecider>.given(random.history)
        var commands: [NoteCommand] = []
        for _ in 0..<150 {
            let command = random.command()
            commands.append(command)
            random.happen((try? NoteDecider.decide(command, given: random.state)) ?? [])
        }
        #expect(start.expectIdempotence(of: commands) > 20)
    }

    @Test(.shows("C-01"))
    func `of every kind changes the state through its events and in no other way`() throws {
        var asked: [Int: Int] = [:]
        var happened: Set<NoteEvent.Tag> = []
        for seed in Seed.hundred {
            var random = RandomNotes(seed: seed)
            for _ in 0..<200 {
                let before = random.state
                let command = random.command()
                guard let events = try? NoteDecider.decide(command, given: before) else {
                    #expect(random.state == before)
                    continue
                }
                var expected = before
                for event in events { NoteDecider.evolve(&expected, with: event) }
                random.happen(events)
                #expect(random.state == expected, "\(seed.testDescription)")
                if !events.isEmpty { asked[command.kind, default: 0] += 1 }
                happened.formUnion(events.map(\.tag))
            }
            #expect(state(of: random.history) == random.state, "\(seed.testDescription)")
        }
        // Every command was tried with success, and led to every event but those that only undoing leads to.
        #expect(asked.count == NoteCommand.kindCount)
        let undone: Set<NoteEvent.Tag> = [
            .folderWithdrawn, .folderReinstated, .noteWithdrawn, .noteReinstated, .strokesUnerased,
        ]
        #expect(happened == Set(NoteEvent.Tag.allCases).subtracting(undone))
    }

    @Test(arguments: Seed.hundred) func `leaves what is read and what the rules know in step`(seed: Seed) {
        var random = RandomNotes(seed: seed)
        for _ in 0..<80 where random.step() != nil { #expect(random.view.state == random.state) }
        for id in random.state.notes.ids { #expect(random.view.isVisible(id) == random.state.isVisible(id)) }
        for id in random.state.folders.ids { #expect(random.view.isVisible(id) == random.state.isVisible(id)) }
    }

    @Test(.shows("N-101.3"), arguments: Seed.hundred) func `leaves every folder's count right`(seed: Seed) {
        var random = RandomNotes(seed: seed)
        for _ in 0..<80 where random.step() != nil {
            let view = random.view
            for folder in [FolderID.zero] + view.tree.ids {
                let counted = view.notes.entries.count { ($0.folder ?? .zero) == folder && $0.isLive }
                #expect(view.noteCounts[folder, default: 0] == counted)
            }
        }
        expectTrueTotals(random.view.folders().folders, random.view)
    }

    /// Brute force: a note counts in a folder's total when the folder is on the way to it and all on the way is live.
    private func expectTrueTotals(_ nodes: [FolderTreeView.Node], _ view: NotesView) {
        for node in nodes {
            let below = view.notes.ids.filter { note in
                guard view.isVisible(note), let folder = view.notes[note]?.folder else { return false }
                return view.trail(to: folder).contains(node.id)
            }
            #expect(node.total == below.count)
            expectTrueTotals(node.folders, view)
        }
    }

    @Test(arguments: Seed.hundred) func `projected again changes nothing`(seed: Seed) {
        var random = RandomNotes(seed: seed)
        for _ in 0..<100 { _ = random.step() }
        var view = random.view
        for fact in recorded(random.history) { NoteProjection.project(fact, into: &view) }
        #expect(view == random.view)
    }

    @Test(arguments: Seed.hundred) func `can be folded for its subject alone`(seed: Seed) {
        var random = RandomNotes(seed: seed)
        for _ in 0..<150 { _ = random.step() }
        for id in random.view.notes.ids {
            let own = random.history.filter { $0.subject == id.entity }
            #expect(view(of: own).note(id, times: false)?.body == random.view.note(id, times: false)?.body)
            #expect(state(of: own).notes[id] == random.state.notes[id])
        }
        for id in random.view.tree.ids {
            #expect(
                state(of: random.history.filter { $0.subject == id.entity }).folders[id] == random.state.folders[id])
        }
    }

    /// Recorded facts that no rule would have allowed must not bring anything down.
    @Test(arguments: Seed.hundred) func `however wrong its events, they can be applied`(seed: Seed) {
        var random = RandomNotes(seed: seed)
        for _ in 0..<60 {
            _ = random.step()
            if let event = random.chance.pick(NoteEvent.oneOfEach + random.history) { random.happen([event]) }
            #expect(random.view.state == random.state)
        }
        #expect(!random.view.contentText.isEmpty)
    }
}

extension NoteCommand {
    fileprivate static let kindCount = 27

    /// Numbers the cases, so that a new one is not forgotten here: the compiler asks for it.
    fileprivate var kind: Int {
        switch self {
        case .createFolder: 0
        case .renameFolder: 1
        case .moveFolder: 2
        case .trashFolder: 3
        case .restoreFolder: 4
        case .createNote: 5
        case .retitleNote: 6
        case .editNote: 7
        case .moveNote: 8
        case .trashNote: 9
        case .restoreNote: 10
        case .pinNote: 11
        case .unpinNote: 12
        case .tagNote: 13
        case .untagNote: 14
        case .openNote: 15
        case .addInk: 16
        case .addStrokes: 17
        case .eraseStrokes: 18
        case .attachFile: 19
        case .detachFile: 20
        case .redrawStrokes: 21
        case .arrangeFolder: 22
        case .recogniseInk: 23
        case .mergeFolder: 24
        case .markNoteChanged: 25
        case .readFile: 26
        }
    }
}
