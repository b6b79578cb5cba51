import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Restoring a revision", .shows("N-203.5"))
struct RestoringARevision {
    @Test func `brings text, title, tags, place and ink of then back as new events`() throws {
        let then: [NoteEvent] = [
            .noteCreated(.bread, title: "Bread", body: "Flour\nwater\n", folder: .recipes),
            .noteTagged(.bread, ["slow"]),
            .inkAdded(.bread, .sketch, .anchoring(.sketch, at: 0, on: 0)), .strokesAdded(.bread, .sketch, [.line(1)]),
        ]
        let folders: [NoteEvent] = [
            .folderCreated(.recipes, name: "Recipes", parent: nil), .folderCreated(.house, name: "House", parent: nil),
        ]
        let since: [NoteEvent] = [
            .noteRetitled(.bread, title: "Loaf"), .noteMoved(.bread, folder: .house), .notePinned(.bread),
            .noteUntagged(.bread, ["slow"]), .noteTagged(.bread, ["quick"]),
            .noteEdited(
                .bread, TextEdit(parents: [1], runs: [TextRun(position: 48, deleteCount: 6, insertion: "Rye\n")])),
            .strokesErased(.bread, .sketch, [.numbered(1)]), .strokesAdded(.bread, .sketch, [.line(2)]),
            .noteTrashed(.bread),
        ]
        let history = folders + then + since
        let events = try NoteDecider.restoration(
            of: NoteID.bread.entity, to: view(of: then), from: view(of: history), given: state(of: history))
        #expect(!events.isEmpty)
        #expect(view(of: history + events).contentText == view(of: folders + then).contentText)
        // Nothing is left to do the second time.
        let again = try NoteDecider.restoration(
            of: NoteID.bread.entity, to: view(of: then), from: view(of: history + events),
            given: state(of: history + events))
        #expect(again.isEmpty)
    }

    @Test(arguments: Seed.hundred) func `any note and folder goes back to any point of its history`(seed: Seed) throws {
        var random = RandomNotes(seed: seed)
        for _ in 0..<90 { _ = random.step() }
        var restored = 0
        for index in stride(from: 3, to: random.history.count, by: 5) {
            let subject = random.history[index].subject
            let past = random.history[...index].filter { $0.subject == subject }
            let then = view(of: Array(past))
            let events: [NoteEvent]
            do throws(NoteRefusal) {
                events = try NoteDecider.restoration(of: subject, to: then, from: random.view, given: random.state)
            } catch {
                #expect(!error.message.isEmpty)
                continue
            }
            let after = view(of: random.history + events)
            if let note = then.note(subject.as(Note.self), times: false) {
                let now = try #require(after.note(subject.as(Note.self), times: false))
                #expect(Array(now.body.utf8) == Array(note.body.utf8))
                #expect(now.title == note.title && now.tags == note.tags && now.ink == note.ink)
                #expect(now.isPinned == note.isPinned && now.isTrashed == note.isTrashed)
            }
            if let folder = then.tree[subject.as(Folder.self)] {
                #expect(after.tree[subject.as(Folder.self)]?.name == folder.name)
                #expect(after.tree[subject.as(Folder.self)]?.isTrashed == folder.isTrashed)
            }
            #expect(after.state == state(of: random.history + events))
            restored += 1
        }
        #expect(restored > 0)
    }

    @Test func `a note whose folder of then is gone stays where it is`() throws {
        let then: [NoteEvent] = [.noteCreated(.bread, title: "Bread", body: "", folder: .recipes)]
        let history =
            [.folderCreated(.recipes, name: "Recipes", parent: nil)] + then + [
                .noteMoved(.bread, folder: nil), .noteRetitled(.bread, title: "Loaf"), .folderTrashed(.recipes),
            ]
        let events = try NoteDecider.restoration(
            of: NoteID.bread.entity, to: view(of: then), from: view(of: history), given: state(of: history))
        #expect(events == [.noteRetitled(.bread, title: "Bread")])
    }

    @Test func `is refused to before there was anything, and of what there is not`() {
        let history: [NoteEvent] = [.noteCreated(.bread, title: "Bread", body: "", folder: nil)]
        #expect(throws: NoteRefusal.notYetThere(NoteID.bread.entity)) {
            try NoteDecider.restoration(
                of: NoteID.bread.entity, to: NotesView(), from: view(of: history), given: state(of: history))
        }
        #expect(throws: NoteRefusal.noSuchNote(.plan)) {
            try NoteDecider.restoration(
                of: NoteID.plan.entity, to: NotesView(), from: view(of: history), given: state(of: history))
        }
    }

    @Test func `a file is hung on again, or taken off`() throws {
        let then: [NoteEvent] = [.fileAttached(.photo, to: .note(.bread), .photo)]
        let history: [NoteEvent] =
            [.noteCreated(.bread, title: "Bread", body: "", folder: nil)] + then + [.fileDetached(.photo)]
        let events = try NoteDecider.restoration(
            of: AttachmentID.photo.entity, to: view(of: then), from: view(of: history), given: state(of: history))
        #expect(events == [.fileReattached(.photo)])
    }
}
