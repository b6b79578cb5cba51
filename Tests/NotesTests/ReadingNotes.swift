import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Reading notes")
struct ReadingNotes {
    private let view = NotesTests.view(of: morning)

    @Test(.shows("N-101.3", "N-002")) func `the folders, as a tree with counts`() throws {
        try expectGolden(view.folders().text, "folders.txt")
        try expectGolden(view.folders().json + "\n", "folders.json")
        try expectGolden(NotesView().folders().text, "no-folders.txt")
    }

    @Test func `all notes, and those of one folder`() throws {
        try expectGolden(view.allNotes(name: named).text, "all-notes.txt")
        try expectGolden(view.allNotes(name: named).json + "\n", "all-notes.json")
        let recipes = try #require(view.notes(in: .recipes, name: named))
        try expectGolden(recipes.text, "recipes.txt")
        #expect(view.notes(in: nil)?.notes.map(\.id) == [.diary])
        #expect(view.notes(in: .cakes)?.text == "Family/Recipes/Cakes: 0 notes\n")
        #expect(view.notes(in: .numbered(99)) == nil)
    }

    @Test func `one note with everything, its text last`() throws {
        let bread = try #require(view.note(.bread, name: named))
        try expectGolden(bread.text, "bread.txt")
        try expectGolden(bread.json + "\n", "bread.json")
        #expect(view.note(.numbered(99)) == nil)
        #expect(NotesTests.view(of: morning + [.noteWithdrawn(.bread)]).note(.bread) == nil)
    }

    @Test func `one folder with its files`() throws {
        let folder = try #require(
            NotesTests.view(of: morning + [.fileAttached(.numbered(7), to: .folder(.family), .photo)])
                .folder(.family, name: named))
        try expectGolden(folder.text + folder.json + "\n", "family.txt")
    }

    @Test func `what was written or opened last`() throws {
        try expectGolden(view.recent().text + view.recent().json + "\n", "recent.txt")
        #expect(NotesView().recent().text == "Nothing yet\n")
    }

    @Test func `what is in the trash`() throws {
        let trashed = NotesTests.view(
            of: morning + [.noteTrashed(.diary), .noteTrashed(.bread), .folderTrashed(.family)])
        try expectGolden(trashed.trash(name: named).text + trashed.trash(name: named).json + "\n", "trash.txt")
        #expect(view.trash().text == "The trash holds no notes and no folders\n")
    }

    @Test(.shows("T-301")) func `a tree four deep leads down to the note`() throws {
        let deep = NotesTests.view(of: [
            .folderCreated(.numbered(1), name: "Folder", parent: nil),
            .folderCreated(.numbered(2), name: "Subfolder", parent: .numbered(1)),
            .folderCreated(.numbered(3), name: "Subsubfolder", parent: .numbered(2)),
            .noteCreated(.bread, title: "Note", body: "", folder: .numbered(3)),
        ])
        let folder = try #require(deep.folders().folders.first)
        #expect(folder.folders.first?.folders.first?.name == "Subsubfolder")
        #expect([folder.total, folder.folders.first?.total, folder.folders.first?.folders.first?.notes] == [1, 1, 1])
        #expect(deep.note(.bread)?.path == "Folder/Subfolder/Subsubfolder")
        #expect(deep.folder(atPath: ["Folder", "Subfolder", "Subsubfolder"]) == .numbered(3))
        #expect(deep.trail(to: .numbered(3)) == [.numbered(1), .numbered(2), .numbered(3)])
    }

    @Test func `a folder is found by its path, ignoring case where it must`() {
        #expect(view.folder(atPath: ["Family", "Recipes"]) == .recipes)
        #expect(view.folder(atPath: ["family", "RECIPES"]) == .recipes)
        #expect(view.folder(atPath: ["Recipes"]) == nil)
        #expect(view.folder(atPath: []) == nil)
        let both = NotesTests.view(of: morning + [.folderCreated(.numbered(9), name: "family", parent: nil)])
        #expect(both.folder(atPath: ["family"]) == .numbered(9))
        #expect(both.folder(atPath: ["Family"]) == .family)
        #expect(NotesTests.view(of: morning + [.folderTrashed(.family)]).folder(atPath: ["Family"]) == nil)
    }

    @Test(.shows("N-201.4", "N-030"), arguments: Seed.hundred, [NoteOrder.updated, .created, .title])
    func `notes stand in their order, pinned ones first, ties by identifier`(seed: Seed, order: NoteOrder) {
        var chance = seed.chance
        var view = NotesView()
        for position in 1...60 as ClosedRange<UInt64> {
            let id = NoteID.numbered(UInt64(chance.below(20)))
            let title = chance.pick(["a", "b", "É", "é"] as [Name]) ?? "x"
            let event: NoteEvent =
                if !view.notes.has(id) {
                    .noteCreated(id, title: title, body: "", folder: nil)
                } else if chance.once(in: 4) { .notePinned(id) } else { .noteRetitled(id, title: title) }
            // Few different times, so that there are ties.
            let fact = Recorded(
                position: Position(position), actor: .anna, device: .zero,
                instant: Instant(seconds: Int64(chance.below(5))), event: event)
            NoteProjection.project(fact, into: &view)
        }
        let listed = view.allNotes(by: order).notes
        #expect(listed.count == view.notes.count)
        for (first, second) in zip(listed, listed.dropFirst()) {
            guard let a = view.notes[first.id], let b = view.notes[second.id] else { continue }
            if a.isPinned != b.isPinned {
                #expect(a.isPinned)
                continue
            }
            let (isBefore, isSame) =
                switch order {
                case .updated: (a.updated.instant > b.updated.instant, a.updated.instant == b.updated.instant)
                case .created: (a.created.instant > b.created.instant, a.created.instant == b.created.instant)
                case .title: (precedes(a.title.text, b.title.text), a.title == b.title)
                }
            #expect(isBefore || isSame && first.id < second.id)
        }
    }

    @Test(arguments: [
        ("", ""),
        ("# Title\n\nSome *text* with **marks** and `code`.", "Title Some text with marks and code."),
        ("---\ntitle: x\n---\nAfter front matter", "After front matter"),
        ("---\nno end", "no end"),
        ("[a link](https://x.org/y) and [[Page|words]] and [[Other page]]", "a link and words and Other page"),
        ("![ink](ink:0190) ![a photo](p.png) ![[embed.png]]", "a photo"),
        ("- [ ] one\n- [x] two\n1. three\n> quoted", "one two three quoted"),
        ("a_b_c and _emphasis_ 2 * 3 \\* 4", "a_b_c and emphasis 2 3 * 4"),
        ("```swift\nlet x = 1\n```", "let x = 1"),
        ("|a|b|\n|-|-|\n", "|a|b|"),
        ("don't stop", "don't stop"),
        ("日本語 テスト", "日本語 テスト"),
        ("Grüße aus Köln 🍞", "Grüße aus Köln 🍞"),
        ("[unclosed and ![half", "[unclosed and ![half"),
        ("[a](b and [c](d) [e [f](g) h] [[i]](j", "a [e f h] [[i]](j"),
        ("a\r\nb\tc\u{A0}d", "a b c d"),
    ])
    func `a snippet holds the words and leaves out the marks`(markdown: String, snippet: String) {
        let item = NotesTests.view(of: [.noteCreated(.bread, title: "x", body: markdown, folder: nil)]).allNotes()
            .notes[0]
        #expect(item.snippet == snippet)
    }

    @Test(arguments: [
        ("", 0), ("one", 1), ("one two  three\n", 3), ("don't", 1), ("it’s", 1), ("a-b", 2), ("3.14", 2), ("日本語", 3),
        ("テスト", 3), ("Grüße, Köln!", 2), ("🍞 🍞", 0), ("e\u{301}te\u{301}", 1), ("a\u{200D}b", 1),
    ])
    func `words are counted as people count them`(text: String, words: Int) {
        let item = NotesTests.view(of: [.noteCreated(.bread, title: "x", body: text, folder: nil)]).allNotes().notes[0]
        #expect(item.words == words)
    }

    /// Lists show them of many notes at once.
    @Test(arguments: ["[", "[a", "[a](b ", "![", "[[a", "[a [b] "])
    func `a snippet takes no longer for brackets that begin and never end`(part: String) throws {
        let times = try growth(from: 4_000) {
            String(repeating: part, count: $0)
        } _: {
            _ = PlainText.stripped($0)
        }
        #expect(times < 24)
    }

    @Test func `a long text is cut between characters`() {
        let long = String(repeating: "👩‍👩‍👧‍👦", count: 200)
        let item = NotesTests.view(of: [.noteCreated(.bread, title: "x", body: long, folder: nil)]).allNotes().notes[0]
        #expect(item.snippet == String(repeating: "👩‍👩‍👧‍👦", count: 100) + "…")
        // A character longer than all that is looked at is left out, not cut.
        let endless = "a" + String(repeating: "\u{301}", count: 9000)
        let one = NotesTests.view(of: [.noteCreated(.bread, title: "x", body: endless, folder: nil)]).allNotes().notes[
            0]
        #expect(one.snippet == "…")
        let words = String(repeating: "word ", count: 50)
        let other = NotesTests.view(of: [.noteCreated(.bread, title: "x", body: words, folder: nil)]).allNotes().notes[
            0]
        #expect(other.snippet == String(words.dropLast(151)) + "…" && other.snippet.count == 100)
    }

    @Test(arguments: [
        ("- [ ] a", true), ("text\n  * [x] a", true), ("> + [X] a", true), ("- [] a", false), ("a - [ ] b", false),
        ("- [ ]a", false), ("", false),
    ])
    func `a checklist is noticed`(text: String, has: Bool) {
        let item = NotesTests.view(of: [.noteCreated(.bread, title: "x", body: text, folder: nil)]).allNotes().notes[0]
        #expect(item.hasChecklist == has)
    }
}
