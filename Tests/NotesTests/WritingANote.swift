import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Writing a note")
struct WritingANote {
    private let bread = Spec<NoteDecider>.given(
        .folderCreated(.recipes, name: "Recipes", parent: nil),
        .noteCreated(.bread, title: "Bread", body: "Flour", folder: .recipes))

    @Test(.shows("N-202.3")) func `a new note lies in the folder it was made in`() {
        bread.when(.createNote(.plan, title: "Plan", body: "Boxes", in: .recipes))
            .then(.noteCreated(.plan, title: "Plan", body: "Boxes", folder: .recipes))
        bread.when(.createNote(.plan, title: "Plan", body: "Boxes", in: .house)).thenRefused(.noSuchFolder(.house))
    }

    @Test(.shows("T-306")) func `a note without a title is an Untitled Note, of which there may be many`() {
        bread.when(.createNote(.plan, title: nil, body: "", in: nil))
            .then(.noteCreated(.plan, title: "Untitled Note", body: "", folder: nil))
        bread.given(.noteCreated(.plan, title: "Untitled Note", body: "", folder: nil))
            .when(.createNote(.diary, title: nil, body: "", in: nil))
            .then(.noteCreated(.diary, title: "Untitled Note", body: "", folder: nil))
        bread.when(.retitleNote(.bread, to: nil)).then(.noteRetitled(.bread, title: "Untitled Note"))
    }

    @Test func `the same note is made once, and comes back when its making was undone`() {
        bread.when(.createNote(.bread, title: "Other", body: "", in: nil)).thenNothing()
        bread.given(.noteTrashed(.bread)).when(.createNote(.bread, title: "Bread", body: "", in: .recipes))
            .thenNothing()
        bread.given(.noteWithdrawn(.bread)).when(.createNote(.bread, title: "Loaf", body: "", in: nil))
            .then(.noteReinstated(.bread), .noteMoved(.bread, folder: nil), .noteRetitled(.bread, title: "Loaf"))
    }

    @Test func `gets another title`() {
        bread.when(.retitleNote(.bread, to: "Loaf")).then(.noteRetitled(.bread, title: "Loaf"))
        bread.when(.retitleNote(.bread, to: "Bread")).thenNothing()
        bread.when(.retitleNote(.plan, to: "Plan")).thenRefused(.noSuchNote(.plan))
    }

    @Test func `an edit is kept as it was made, and sent twice it is decided once`() {
        let edit = TextEdit.inserting(", water", at: 5, on: 0)
        bread.when(.editNote(.bread, edit)).then(.noteEdited(.bread, edit))
        #expect(view(of: bread.history + [.noteEdited(.bread, edit)]).note(.bread)?.body == "Flour, water")
    }

    @Test func `typing the same letter again is another edit`() {
        let typed = bread.given(.noteEdited(.bread, .inserting("a", at: 5, on: 0)))
        typed.when(.editNote(.bread, .inserting("a", at: 5, on: 1)))
            .then(.noteEdited(.bread, .inserting("a", at: 5, on: 1)))
    }

    @Test func `an edit of nothing, of another text, or beyond the end is refused`() {
        bread.when(.editNote(.bread, TextEdit(parents: [0], runs: []))).thenRefused(.text(.emptyEdit))
        bread.when(.editNote(.bread, .inserting("x", at: 6, on: 0))).thenRefused(.text(.outOfBounds(run: 0, length: 5)))
        bread.when(.editNote(.bread, .inserting("x", at: 0, on: 7))).thenRefused(.text(.unknownRevision(7)))
        bread.when(.editNote(.plan, .inserting("x", at: 0, on: 0))).thenRefused(.noSuchNote(.plan))
    }

    @Test(.shows("N-402.2")) func `two edits of the same text both stay`() {
        let both = bread.given(
            .noteEdited(.bread, .inserting("Rye ", at: 0, on: 0)),
            .noteEdited(.bread, .inserting(", water", at: 5, on: 0)))
        #expect(view(of: both.history).note(.bread)?.body == "Rye Flour, water")
    }

    /// Two devices, each sending its commands on the note as both had seen it, in either order.
    @Test(.shows("N-402.2")) func `what two people do to a note apart goes together, kind by kind, without asking anybody`()
        throws
    {
        let shared = bread.given(
            .folderCreated(.house, name: "House", parent: nil), .noteTagged(.bread, ["baking", "old"]))
        let anna: [NoteCommand] = [
            .editNote(.bread, .inserting("Rye ", at: 0, on: 0)), .tagNote(.bread, ["rye"]), .untagNote(.bread, ["old"]),
            .pinNote(.bread), .moveNote(.bread, to: .house),
        ]
        let ben: [NoteCommand] = [
            .editNote(.bread, .inserting(", water", at: 5, on: 0)), .tagNote(.bread, ["water", "rye"]),
            .untagNote(.bread, ["baking"]), .retitleNote(.bread, to: "Loaf"), .pinNote(.bread),
        ]
        for commands in [anna + ben, ben + anna, zip(anna, ben).flatMap { [$0, $1] }] {
            var spec = shared
            for command in commands { spec = spec.given(try NoteDecider.decide(command, given: spec.state)) }
            let note = try #require(view(of: spec.history).note(.bread))
            #expect(note.body == "Rye Flour, water", "texts are merged, whoever came first")
            #expect(note.tags == ["rye", "water"], "tags are sets: what either adds is there, what either takes is gone")
            #expect(note.title == "Loaf" && note.path == "House" && note.isPinned, "title, place and pin are each their own")
        }
        // Where both set the same, the later one holds, and nobody is refused.
        for (first, second) in [("One", "Two"), ("Two", "One")] as [(Name, Name)] {
            var spec = shared
            for title in [first, second] {
                spec = spec.given(try NoteDecider.decide(.retitleNote(.bread, to: title), given: spec.state))
            }
            #expect(view(of: spec.history).note(.bread)?.title == second)
        }
        // Deleted here and written there: it is refused there by name, and the text waits with the person who wrote it.
        let gone = shared.given(.noteTrashed(.bread))
        gone.when(anna[0]).thenRefused(.noteInTrash(.bread, title: "Bread"))
        gone.given(.noteRestored(.bread)).when(anna[0]).then(.noteEdited(.bread, .inserting("Rye ", at: 0, on: 0)))
    }

    @Test(arguments: [
        "**bold**", "*italic*", "# One\n## Two\n### Three", "- a\n- b", "1. a\n2. b", "a\r\nb\r", "e\u{301}",
        "\u{FEFF}x",
        "\u{0}", "👩‍👩‍👧‍👦",
    ])
    func `what was written is kept byte for byte`(text: String) throws {
        let view = view(of: [
            .noteCreated(.bread, title: "Bread", body: text, folder: nil),
            .noteEdited(.bread, .inserting(text, at: 0, on: 0)),
        ])
        let body = try #require(view.note(.bread)).body
        #expect(Array(body.utf8) == Array((text + text).utf8))
    }

    @Test func `a text longer than the limit is refused`() {
        let long = String(repeating: "x", count: TextClock.lengthMax + 1)
        bread.when(.createNote(.plan, title: nil, body: long, in: nil))
            .thenRefused(.text(.tooLong(length: TextClock.lengthMax + 1)))
    }

    @Test(.shows("T-302")) func `moves to another folder, or out of all`() {
        let two = bread.given(.folderCreated(.house, name: "House", parent: nil))
        two.when(.moveNote(.bread, to: .house)).then(.noteMoved(.bread, folder: .house))
        two.when(.moveNote(.bread, to: nil)).then(.noteMoved(.bread, folder: nil))
        two.when(.moveNote(.bread, to: .recipes)).thenNothing()
        two.when(.moveNote(.bread, to: .cakes)).thenRefused(.noSuchFolder(.cakes))
        two.when(.moveNote(.plan, to: nil)).thenRefused(.noSuchNote(.plan))
        two.given(.noteTrashed(.bread)).when(.moveNote(.bread, to: nil))
            .thenRefused(.noteInTrash(.bread, title: "Bread"))
        two.given(.folderTrashed(.house)).when(.moveNote(.bread, to: .house))
            .thenRefused(.folderInTrash(.house, name: "House"))
        two.given(.folderTrashed(.recipes)).when(.moveNote(.bread, to: .house))
            .then(.noteMoved(.bread, folder: .house))
    }

    @Test(.shows("B-11")) func `is pinned and unpinned`() {
        bread.when(.pinNote(.bread)).then(.notePinned(.bread))
        bread.when(.unpinNote(.bread)).thenNothing()
        bread.given(.notePinned(.bread)).when(.unpinNote(.bread)).then(.noteUnpinned(.bread))
        bread.given(.notePinned(.bread)).when(.pinNote(.bread)).thenNothing()
        bread.when(.pinNote(.plan)).thenRefused(.noSuchNote(.plan))
        bread.when(.unpinNote(.plan)).thenRefused(.noSuchNote(.plan))
    }

    @Test func `is tagged, each tag once and in order`() {
        bread.when(.tagNote(.bread, ["slow", "baking", "slow"])).then(.noteTagged(.bread, ["baking", "slow"]))
        let tagged = bread.given(.noteTagged(.bread, ["baking", "slow"]))
        tagged.when(.tagNote(.bread, ["slow", "rye"])).then(.noteTagged(.bread, ["rye"]))
        tagged.when(.tagNote(.bread, ["slow"])).thenNothing()
        tagged.when(.untagNote(.bread, ["slow", "rye"])).then(.noteUntagged(.bread, ["slow"]))
        tagged.when(.untagNote(.bread, ["rye"])).thenNothing()
        bread.when(.tagNote(.plan, ["x"])).thenRefused(.noSuchNote(.plan))
        bread.when(.untagNote(.plan, ["x"])).thenRefused(.noSuchNote(.plan))
        let many = (0...Limits.tagsMax).map { Name(recorded: "tag \($0)") }
        bread.when(.tagNote(.bread, many)).thenRefused(.tooManyTags(title: "Bread"))
        #expect(
            view(of: tagged.given(.noteTagged(.bread, ["rye"])).history).note(.bread)?.tags == [
                "baking", "rye", "slow",
            ])
    }

    @Test func `opening a note is remembered, the last one only once`() {
        bread.when(.openNote(.bread)).thenNothing()
        bread.when(.markNoteChanged(.bread)).then(.noteMarkedChanged(.bread))
        bread.when(.markNoteChanged(.diary)).thenRefused(.noSuchNote(.diary))
        let two = bread.given(.noteCreated(.plan, title: "Plan", body: "", folder: nil))
        two.when(.openNote(.bread)).then(.noteOpened(.bread))
        two.given(.noteOpened(.bread)).when(.openNote(.plan)).then(.noteOpened(.plan))
        bread.when(.openNote(.diary)).thenRefused(.noSuchNote(.diary))
        let (phone, laptop) = (DeviceID(hi: 1, lo: 1), DeviceID(hi: 1, lo: 2))
        let onPhone = bread.given(.noteOpened(.bread, on: phone))
        onPhone.when(.openNote(.bread, on: phone)).thenNothing()
        onPhone.when(.openNote(.bread, on: laptop)).then(.noteOpened(.bread, on: laptop))
        let recent = view(of: two.given(.noteOpened(.bread)).history).recent()
        #expect(recent.notes.map(\.id) == [.bread, .plan])
        #expect(recent.notes.map(\.wasOpened) == [true, false])
        #expect(view(of: two.history).recent(1).notes.map(\.id) == [.plan])
    }
}
