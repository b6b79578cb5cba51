import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Importing a vault again")
struct ImportingAVaultAgain {
    private let scratch: Scratch
    private var workshop = Workshop()
    private let root: URL

    init() throws {
        scratch = try Scratch()
        root = try scratch.write([
            "plan.md": "---\ntags: [house]\n---\nBuy paint.\nCall the plumber.\n", "other.md": "stays\n",
            "pic.png": "one",
        ])
        try workshop.importing(root)
    }

    private func change(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: root.appending(path: path))
    }

    /// Makes the edit of a person at the screen: one on top of everything.
    private mutating func edit(_ path: String, _ change: (String) -> String) throws {
        let (id, note) = try workshop.note(path)
        let runs = TextDiff.runs(from: note.body.string, to: change(note.body.string))
        try workshop.perform(.editNote(id, TextEdit(parents: note.body.clock.frontier, runs: runs)))
    }

    @Test mutating func `adds nothing when nothing changed`() throws {
        let plan = try workshop.plan(root)
        #expect(plan.steps == [])
        #expect(plan.unchanged == 3)
        #expect(plan.changed == 0)
    }

    @Test mutating func `never touches what the person changed here and nobody changed there`() throws {
        try edit("vault/plan") { $0.replacingOccurrences(of: "paint", with: "blue paint") }
        let (id, _) = try workshop.note("vault/other")
        try workshop.perform(.retitleNote(id, to: Name("Something else")))
        #expect(try workshop.plan(root).steps == [])
    }

    @Test mutating func `merges a change there with a change here`() throws {
        try edit("vault/plan") { $0.replacingOccurrences(of: "paint", with: "blue paint") }
        try change("plan.md", "---\ntags: [house, money]\n---\nBuy paint.\nCall the plumber and the electrician.\n")
        let plan = try workshop.importing(root)
        #expect(plan.changed == 1)
        #expect(plan.unchanged == 2)
        let note = try workshop.note("vault/plan")
        #expect(
            note.entry.body.string
                == "---\ntags: [house, money]\n---\nBuy blue paint.\nCall the plumber and the electrician.\n")
        #expect(note.entry.tags.map(\.text) == ["house", "money"])
    }

    @Test mutating func `compares with what the source said last, not with what was merged`() throws {
        try edit("vault/plan") { $0 + "Mine.\n" }
        try change("plan.md", "Theirs.\nBuy paint.\nCall the plumber.\n")
        try workshop.importing(root)
        try edit("vault/plan") { $0 + "Mine again.\n" }
        try change("plan.md", "Theirs.\nBuy paint.\nCall the carpenter.\n")
        try workshop.importing(root)
        #expect(
            try workshop.note("vault/plan").entry.body.string
                == "Theirs.\nBuy paint.\nCall the carpenter.\nMine.\nMine again.\n")
        #expect(try workshop.plan(root).steps == [])
    }

    @Test mutating func `takes off the tags that the source no longer has, and leaves the person's own`() throws {
        let (id, _) = try workshop.note("vault/plan")
        try workshop.perform(.tagNote(id, [Name("mine")]))
        try change("plan.md", "Buy paint.\nCall the plumber. #plumber\n")
        try workshop.importing(root)
        #expect(try workshop.note("vault/plan").entry.tags.map(\.text) == ["mine", "plumber"])
    }

    @Test mutating func `follows a note that was moved and renamed here`() throws {
        let (id, _) = try workshop.note("vault/plan")
        try workshop.perform(.retitleNote(id, to: Name("The plan")))
        try workshop.perform(.moveNote(id, to: nil))
        try change("plan.md", "New text.\n")
        try workshop.importing(root)
        #expect(try workshop.note("The plan").entry.body.string == "New text.\n")
    }

    @Test mutating func `deletes nothing that is gone there`() throws {
        try FileManager.default.removeItem(at: root.appending(path: "plan.md"))
        let plan = try workshop.plan(root)
        #expect(plan.steps == [])
        #expect(try workshop.note("vault/plan").entry.isLive)
    }

    @Test mutating func `leaves a note alone that is in the trash here, and says so when it changed there`() throws {
        let (id, _) = try workshop.note("vault/plan")
        try workshop.perform(.trashNote(id))
        #expect(try workshop.plan(root).steps == [])
        try change("plan.md", "New text.\n")
        let plan = try workshop.plan(root)
        #expect(plan.steps == [])
        #expect(plan.notTaken.map(\.what) == ["change to a note"])
        #expect(plan.notTaken.first?.why.contains("is in the trash; restore it first") == true)
    }

    @Test mutating func `attaches a changed file anew and puts the old one aside`() throws {
        try change("pic.png", "two")
        let plan = try workshop.importing(root)
        #expect(plan.changed == 1)
        let attached = workshop.view.notes.attachments.entries
        #expect(attached.map(\.isDetached) == [true, false])
        #expect(attached.map(\.file.digest) == [sha256(Array("one".utf8)), sha256(Array("two".utf8))])
        #expect(try workshop.plan(root).steps == [])
    }

    @Test mutating func `brings back what was undone, as the source has it now`() throws {
        try workshop.withdraw(since: 0)
        try change("plan.md", "Quite different now. #new\n")
        let plan = try workshop.importing(root)
        #expect(plan.created.notes == 2)
        let note = try workshop.note("vault/plan")
        #expect(note.entry.body.string == "Quite different now. #new\n")
        #expect(note.entry.tags.map(\.text) == ["new"])
        #expect(try workshop.plan(root).steps == [])
    }

    @Test mutating func `is another import under another name`() throws {
        let plan = try workshop.importing(root, into: "Copy")
        #expect(plan.created.notes == 2)
        #expect(try workshop.note("Copy/other").id != workshop.note("vault/other").id)
    }
}
