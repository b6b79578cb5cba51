import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Undoing and redoing")
struct UndoingAndRedoing {
    @Test(arguments: Seed.hundred) func `any command restores the identical view, and back again`(seed: Seed) throws {
        var random = RandomNotes(seed: seed)
        var undone = 0
        for _ in 0..<60 {
            let before = random.view.contentText
            let start = random.history.count
            guard let events = random.step(), !events.isEmpty else { continue }
            guard ![[.noteOpened], [.noteMarkedChanged]].contains(events.map(\.tag)) else { continue }
            let after = random.view.contentText

            let undoStart = random.history.count
            random.happen(try random.undoing(start..<undoStart))
            #expect(random.view.contentText == before, "undoing \(events.map(\.tag))")
            let redoStart = random.history.count
            random.happen(try random.undoing(undoStart..<redoStart))
            #expect(random.view.contentText == after, "redoing \(events.map(\.tag))")
            // Leave half of it undone, so that withdrawn things lie about.
            if random.chance.once(in: 2) { random.happen(try random.undoing(redoStart..<random.history.count)) }
            undone += 1
        }
        #expect(undone > 5)
    }

    @Test(arguments: Seed.hundred) func `a whole batch restores the identical view`(seed: Seed) throws {
        var random = RandomNotes(seed: seed)
        for _ in 0..<40 { _ = random.step() }
        let before = random.view.contentText
        let start = random.history.count
        for _ in 0..<60 { _ = random.step() }
        random.happen(try random.undoing(start..<random.history.count))
        #expect(random.view.contentText == before)
    }

    @Test(arguments: Seed.ten) func `anything earlier is taken back, or a rule says why not`(seed: Seed) {
        var random = RandomNotes(seed: seed)
        for _ in 0..<80 { _ = random.step() }
        for index in random.history.indices {
            var copy = random
            do throws(NoteRefusal) {
                copy.happen(try random.undoing(index..<index + 1))
                #expect(copy.view.state == copy.state)
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test func `every kind of event is taken back by another`() throws {
        for (event, before, expected) in Self.pairs {
            let inverse: TextEdit? = .deleting(1, at: 0, on: 1)
            let now = state(of: before + [event])
            #expect(
                try NoteDecider.compensation(for: event, before: state(of: before), now: now, inverse: inverse)
                    == expected, "\(event.tag)")
        }
        #expect(Set(Self.pairs.map(\.event.tag)) == Set(NoteEvent.Tag.allCases))
    }

    @Test func `a folder somebody has filled since is not taken away from under it`() throws {
        let filled = state(of: [
            .folderCreated(.family, name: "Family", parent: nil),
            .noteCreated(.bread, title: "Bread", body: "", folder: .family),
        ])
        #expect(throws: NoteRefusal.folderNotEmpty("Family", notes: 1, folders: 0)) {
            try NoteDecider.compensation(
                for: .folderCreated(.family, name: "Family", parent: nil), before: NotesState(), now: filled,
                inverse: nil)
        }
    }

    @Test func `a folder does not go back below what is now its own child`() throws {
        let events: [NoteEvent] = [
            .folderCreated(.family, name: "A", parent: nil), .folderCreated(.house, name: "B", parent: nil),
            .folderMoved(.family, parent: .house), .folderMoved(.family, parent: nil),
            .folderMoved(.house, parent: .family),
        ]
        let before = state(of: [events[0], events[2]])
        #expect(throws: NoteRefusal.folderIntoItself("A")) {
            try NoteDecider.compensation(
                for: .folderMoved(.family, parent: nil), before: before, now: state(of: events), inverse: nil)
        }
    }

    @Test func `undoing an edit takes back that edit and leaves what others wrote since`() throws {
        var random = RandomNotes(seed: Seed(1))
        let first = random.history.count
        random.happen([
            .noteCreated(.bread, title: "Bread", body: "Flour", folder: nil),
            .noteEdited(.bread, .inserting(", water", at: 5, on: 0)),
            .noteEdited(.bread, .inserting("Rye ", at: 0, on: 1)),
        ])
        random.happen(try random.undoing(first + 1..<first + 2))
        #expect(random.view.note(.bread)?.body == "Rye Flour")
        // Redone, it comes back where it was.
        random.happen(try random.undoing(first + 3..<first + 4))
        #expect(random.view.note(.bread)?.body == "Rye Flour, water")
    }

    private static let made: [NoteEvent] = [
        .folderCreated(.family, name: "Family", parent: nil), .folderCreated(.house, name: "House", parent: nil),
        .noteCreated(.bread, title: "Bread", body: "Flour", folder: .family),
    ]
    private static let arranged: [NoteEvent] = made + [.folderArranged(.house, at: .middle)]
    private static let drawn: [NoteEvent] =
        made + [
            .inkAdded(.bread, .sketch, .anchoring(.sketch, at: 0, on: 0)), .strokesAdded(.bread, .sketch, [.line(1)]),
        ]
    private static let attached: [NoteEvent] = made + [.fileAttached(.photo, to: .note(.bread), .photo)]

    /// An event, what went before it, and what takes it back.
    private static let pairs: [(event: NoteEvent, before: [NoteEvent], expected: [NoteEvent])] = [
        (.folderCreated(.cakes, name: "C", parent: nil), made, [.folderWithdrawn(.cakes)]),
        (.folderRenamed(.house, name: "Home"), made, [.folderRenamed(.house, name: "House")]),
        (.folderMoved(.house, parent: .family), made, [.folderMoved(.house, parent: nil)]),
        (.folderMoved(.house, parent: .family), arranged, [.folderMoved(.house, parent: nil), arranged[3]]),
        (.folderArranged(.house, at: .middle), made, [.folderArranged(.house, at: nil)]),
        (.folderArranged(.house, at: nil), arranged, [arranged[3]]),
        (.folderTrashed(.house), made, [.folderRestored(.house)]),
        (.folderRestored(.house), made + [.folderTrashed(.house)], [.folderTrashed(.house)]),
        (.folderWithdrawn(.house), made, [.folderReinstated(.house)]),
        (.folderReinstated(.house), made + [.folderWithdrawn(.house)], [.folderWithdrawn(.house)]),
        (.noteCreated(.plan, title: "Plan", body: "", folder: nil), made, [.noteWithdrawn(.plan)]),
        (.noteRetitled(.bread, title: "Loaf"), made, [.noteRetitled(.bread, title: "Bread")]),
        (.noteEdited(.bread, .inserting("x", at: 0, on: 0)), made, [.noteEdited(.bread, .deleting(1, at: 0, on: 1))]),
        (.noteMoved(.bread, folder: .house), made, [.noteMoved(.bread, folder: .family)]),
        (.noteTrashed(.bread), made, [.noteRestored(.bread)]),
        (.noteRestored(.bread), made + [.noteTrashed(.bread)], [.noteTrashed(.bread)]),
        (.noteWithdrawn(.bread), made, [.noteReinstated(.bread)]),
        (.noteReinstated(.bread), made + [.noteWithdrawn(.bread)], [.noteWithdrawn(.bread)]),
        (.notePinned(.bread), made, [.noteUnpinned(.bread)]),
        (.noteUnpinned(.bread), made + [.notePinned(.bread)], [.notePinned(.bread)]),
        (.noteTagged(.bread, ["a", "b"]), made + [.noteTagged(.bread, ["a"])], [.noteUntagged(.bread, ["b"])]),
        (.noteUntagged(.bread, ["a", "b"]), made + [.noteTagged(.bread, ["a"])], [.noteTagged(.bread, ["a"])]),
        (.noteOpened(.bread), made, []),
        (.noteMarkedChanged(.bread), made, []),
        (
            .inkAdded(.bread, .sketch, .anchoring(.sketch, at: 0, on: 0)), made,
            [.noteEdited(.bread, .deleting(1, at: 0, on: 1))]
        ),
        (.strokesAdded(.bread, .sketch, [.line(2)]), drawn, [.strokesErased(.bread, .sketch, [.numbered(2)])]),
        (.strokesErased(.bread, .sketch, [.numbered(1)]), drawn, [.strokesUnerased(.bread, .sketch, [.numbered(1)])]),
        (
            .strokesUnerased(.bread, .sketch, [.numbered(1)]),
            drawn + [.strokesErased(.bread, .sketch, [.numbered(1)])],
            [.strokesErased(.bread, .sketch, [.numbered(1)])]
        ),
        (.inkRecognised(.bread, .sketch, .reading("a", of: [1])), drawn, [.inkRecognised(.bread, .sketch, nil)]),
        (
            .inkRecognised(.bread, .sketch, .reading("b", of: [1])),
            drawn + [.inkRecognised(.bread, .sketch, .reading("a", of: []))],
            [.inkRecognised(.bread, .sketch, .reading("a", of: []))]
        ),
        (.fileAttached(.photo, to: .note(.bread), .photo), made, [.fileDetached(.photo)]),
        (.fileDetached(.photo), attached, [.fileReattached(.photo)]),
        (.fileRead(.photo, .page("a")), attached, [.fileRead(.photo, nil)]),
        (
            .fileRead(.photo, .page("b")), attached + [.fileRead(.photo, .page("a"))], [.fileRead(.photo, .page("a"))]
        ),
        (.fileReattached(.photo), attached + [.fileDetached(.photo)], [.fileDetached(.photo)]),
    ]
}
