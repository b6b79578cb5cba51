import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("What several wrote at once")
struct WritingAtOnce {
    private func inserting(_ text: String, on parents: [Int]) -> TextEdit {
        TextEdit(parents: parents, runs: [TextRun(position: 0, deleteCount: 0, insertion: text)])
    }

    @Test func `is told until somebody goes on with it, wherever it is written`() throws {
        var desk = Desk()
        let note = try desk.note("Plan")
        let (_, column) = try desk.board("House")
        let card = try desk.card("Paint", in: column)
        #expect(desk.view.conflicts().conflicts.isEmpty)
        for text in ["red ", "blue "] {
            try desk.ask(.notes(.editNote(note, inserting(text, on: [0]))))
            try desk.ask(.boards(.describeCard(card, inserting(text, on: [0]))))
        }
        let found = desk.view.conflicts().conflicts
        #expect(found.map(\.thing.referent) == [.card(card), .note(note)])
        #expect(found.map(\.field) == [.description, .body])
        #expect(found.map(\.heads) == [[1, 2], [1, 2]])
        // Who has seen one of them only settles nothing.
        try desk.ask(.notes(.editNote(note, inserting("dark ", on: [2]))))
        #expect(desk.view.conflicts().conflicts.first?.heads == [1, 3])
        try desk.ask(.notes(.editNote(note, inserting("or ", on: [1, 3]))))
        #expect(desk.view.conflicts().conflicts.map(\.thing.referent) == [.card(card)])
        try desk.ask(.boards(.trashCard(card)))
        #expect(desk.view.conflicts().conflicts.isEmpty)
        #expect(desk.view.conflicts().text == "No text was written by several at once and left so.\n")
    }

    @Test func `each version is the text that its writer saw, and the base what all had seen`() throws {
        var history = TextHistory()
        let note = NoteID(hi: 1, lo: 1)
        history.ingest(
            .notes(.noteCreated(note, title: Name(recorded: "List"), body: "bread", folder: nil)))
        for edit in [inserting("white ", on: [0]), inserting("two ", on: [1]), inserting("three ", on: [1])] {
            history.ingest(.notes(.noteEdited(note, edit)))
        }
        #expect(history.text(seenFromEach: [2, 3]) == "white bread")
        #expect(history.text(seenFromEach: [0, 3]) == "bread")
        #expect(history.text(seenFrom: 2) == "two white bread")
        #expect(history.text(seenFrom: 3) == "three white bread")
        #expect(history.text(seenFromEach: [2, 4]) == nil)
        #expect(history.text(seenFrom: 4) == nil)
    }
}
