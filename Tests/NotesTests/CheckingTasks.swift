import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Checking tasks in a note", .shows("B-09"))
struct CheckingTasks {
    private let shopping = Spec<NoteDecider>.given(
        .noteCreated(
            .bread, title: "Shopping", body: "Für den Kuchen 🍰\n- [ ] Öl\n1. [x] eggs\n> * [X] salt\n", folder: nil))

    private func document(_ spec: Spec<NoteDecider>) throws -> TextDocument {
        try #require(view(of: spec.history).notes[.bread]?.body)
    }

    @Test func `lists and notes tell how many are done`() throws {
        let view = view(of: shopping.history)
        #expect(view.allNotes().text.contains("checklist 2 of 3"))
        #expect(try #require(view.note(.bread)).text.contains("  tasks     2 of 3 done\n"))
        #expect(view.allNotes().json.contains("\"checklist\":true,\"tasks\":3,\"tasksDone\":2"))
        #expect(try #require(view.note(.bread)).json.contains("\"tasks\":3,\"tasksDone\":2"))
    }

    @Test func `checking one is an edit of its mark, and so is taking the mark off`() throws {
        let text = try document(shopping)
        let check = try #require(text.checking(task: 1, done: true))
        #expect(check == TextEdit(parents: [0], runs: [TextRun(position: 20, deleteCount: 1, insertion: "x")]))
        shopping.when(.editNote(.bread, check)).then(.noteEdited(.bread, check))
        let checked = shopping.given(.noteEdited(.bread, check))
        #expect(view(of: checked.history).note(.bread)?.body.hasPrefix("Für den Kuchen 🍰\n- [x] Öl\n1. [x]") == true)
        #expect(view(of: checked.history).note(.bread)?.tasksDone == 3)
        let off = try #require(try document(checked).checking(task: 3, done: false))
        let now = view(of: checked.history + [.noteEdited(.bread, off)]).note(.bread)
        #expect(now?.body.hasSuffix("> * [ ] salt\n") == true)
        #expect(now?.tasksDone == 2)
    }

    @Test func `nothing is left to do where it is so already, and there is no such task beyond the last`() throws {
        let text = try document(shopping)
        #expect(text.checking(task: 2, done: true) == nil)
        #expect(text.checking(task: 1, done: false) == nil)
        for number in [-1, 0, 4] { #expect(text.checking(task: number, done: true) == nil) }
        #expect(TextDocument("none").checking(task: 1, done: true) == nil)
    }

    @Test func `what two people check at once is checked, and one mark again from the next change`() throws {
        let text = try document(shopping)
        let check = try #require(text.checking(task: 1, done: true))
        let both = shopping.given(.noteEdited(.bread, check), .noteEdited(.bread, check))
        #expect(view(of: both.history).note(.bread)?.body.contains("- [xx] Öl") == true)
        #expect(view(of: both.history).note(.bread)?.tasksDone == 3)
        let off = try #require(try document(both).checking(task: 1, done: false))
        let now = view(of: both.history + [.noteEdited(.bread, off)]).note(.bread)
        #expect(now?.body.contains("- [ ] Öl") == true)
        #expect(now?.tasks == 3 && now?.tasksDone == 2)
    }

    @Test(arguments: [
        ("- [ ] a\n- [x] b", [false, true]), ("- [] a\n- [y] b\n-[ ] c\n- [x]c", []), ("12) [x] a\n1.[x] b", [true]),
        ("```\n- [ ] code\n```\n- [ ] task", [false]), ("~~~ text\n``` x\n- [ ] code\n~~~\n- [x] task", [true]),
        ("`- [ ] code`\n``\n- [x] task", [true]), ("- [ ] a\r\n\t- [x] b\r", [false, true]),
    ])
    func `a task is an item of a list, in no code`(text: String, done: [Bool]) {
        #expect(Checklist(of: TextDocument(text)).items.map(\.isDone) == done)
    }
}
