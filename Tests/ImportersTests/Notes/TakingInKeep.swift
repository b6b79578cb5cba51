import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Taking in a Google Keep Takeout")
struct TakingInKeep {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    private func note(_ change: [String: Any] = [:]) throws -> Data {
        var note: [String: Any] = [
            "title": "Shopping", "textContent": "For Sunday", "color": "DEFAULT", "isTrashed": false, "isPinned": false,
            "isArchived": false, "createdTimestampUsec": 1_690_000_000_000_000,
            "userEditedTimestampUsec": 1_690_000_100_000_000,
        ]
        note.merge(change) { $1 }
        return try JSONSerialization.data(withJSONObject: note)
    }

    @Test(.shows("B-01")) mutating func `makes notes with check lists, labels, pictures, pages and pins`() throws {
        let root = try scratch.write(
            [
                "Takeout/Keep/Shopping.json": note([
                    "listContent": [["text": "Milk", "isChecked": true], ["text": "Bread\nrye", "isChecked": false]],
                    "labels": [["name": "Home"], ["name": "to do"]], "isPinned": true, "color": "RED",
                    "isArchived": true,
                    "annotations": [
                        ["url": "https://example.org/a b", "title": "A [page]", "source": "WEBLINK"],
                        ["url": "https://example.org/b", "title": "", "description": "All of *b*."],
                    ],
                    "attachments": [
                        ["filePath": "a.jpeg", "mimetype": "image/jpeg"],
                        ["filePath": "b.3gp", "mimetype": "audio/3gp"],
                        ["filePath": "../../etc/passwd", "mimetype": "text/plain"],
                    ],
                    "sharees": [["email": "someone@example.org"]],
                ]),
                "Takeout/Keep/Shopping.html": Data("<html>the same</html>".utf8), "Takeout/Keep/Labels.txt": Data(),
                "Takeout/Keep/a.jpg": Data([1]), "Takeout/Keep/b.3gp": Data([2]), "Takeout/Keep/c.png": Data([3]),
                "Takeout/archive_browser.html": Data("x".utf8),
                "Takeout/Keep/Gone.json": note(["title": "Gone", "isTrashed": true, "createdTimestampUsec": 1]),
            ], below: "takeout-2026")
        let plan = try workshop.importing(root)
        #expect(plan.format == .keep)
        #expect(plan.created.notes == 2)
        #expect(plan.created.attachments == 2)
        let (_, found) = try workshop.note("Google Keep/Shopping")
        #expect(found.tags.map(\.text) == ["Home", "to do"])
        #expect(found.isPinned)
        #expect(found.created.instant.microseconds == 1_690_000_000_000_000)
        let ids = workshop.view.notes.attachments
        let links = zip(ids.ids, ids.entries).sorted { $0.1.file.name.text < $1.1.file.name.text }.map(\.0.text)
        #expect(
            found.body.string == """
                For Sunday

                - [x] Milk
                - [ ] Bread
                    rye

                [A \\[page\\]](https://example.org/a%20b)
                <https://example.org/b>: All of \\*b\\*.

                ![a.jpg](daybook:\(links[0]))
                [b.3gp](daybook:\(links[1]))
                """)
        #expect(workshop.view.notes.notes.entries.filter { !$0.isLive }.map(\.title.text) == ["Gone"])
        let lines = plan.notTaken.map { "\($0.what) \($0.at): \($0.why)" }
        #expect(
            lines == [
                "attachment Takeout/Keep/Shopping.json: the export does not hold ../../etc/passwd",
                "file Takeout/Keep/c.png: it belongs to no note",
                "file Takeout/archive_browser.html: it belongs to no note",
                "archive Takeout/Keep/Shopping.json: notes have none here; the note is with the others",
                "colour Takeout/Keep/Shopping.json: notes have none here",
                "sharing Takeout/Keep/Shopping.json: whom a note is shared with is not taken over",
            ])
    }

    @Test mutating func `reports what Google says of a page whose address stands in the text`() throws {
        let url = "https://example.org/a"
        let page = ["url": url, "title": "A", "description": "All of it."]
        let root = try scratch.write(["a.json": note(["textContent": "See \(url)", "annotations": [page]])], below: "keep")
        let plan = try workshop.importing(root)
        #expect(plan.notTaken.map(\.what) == ["description of a page"])
    }

    @Test mutating func `reports what is broken, and the rest comes in`() throws {
        let root = try scratch.write(
            [
                "a.json": note(), "b.json": Data("{\"title\": \"x\" \"isTrashed\": false}".utf8),
                "c.json": Data("{\"name\": \"something else\"}".utf8), "d.json": Data([0xFF, 0xFE]),
                "e.json": Data(String(repeating: "[", count: 100_000).utf8),
            ], below: "keep")
        let plan = try workshop.importing(root)
        #expect(plan.created.notes == 1)
        #expect(plan.notTaken.map(\.at) == ["b.json", "c.json", "d.json", "e.json"])
        #expect(plan.notTaken[1].why == "it is JSON, but no note of Keep")
    }

    @Test mutating func `comes in once whatever the file is called, and again only where it changed there`() throws {
        let first = try scratch.write(
            ["Keep/a.json": note(), "Keep/b.json": note(["createdTimestampUsec": 5])], below: "one")
        try workshop.importing(first)
        let second = try scratch.write(
            ["Keep/a.json": note(), "Keep/b (1).json": note(["createdTimestampUsec": 5])], below: "two")
        #expect(try workshop.plan(second).steps == [])
        let changed = try scratch.write(
            [
                "Keep/a.json": note([
                    "title": "Shopping for Monday", "textContent": "For Monday", "labels": [["name": "x"]],
                    "isPinned": true,
                ]),
                "Keep/b.json": note(["createdTimestampUsec": 5, "isTrashed": true]),
            ], below: "three")
        let plan = try workshop.importing(changed)
        #expect(plan.changed == 2)
        #expect(plan.created == Counts())
        let (_, note) = try workshop.note("Google Keep/Shopping for Monday")
        #expect(note.body.string == "For Monday")
        #expect(note.tags.map(\.text) == ["x"])
        #expect(note.isPinned)
        #expect(workshop.notesByPath.count == 1)
        #expect(try workshop.plan(changed).steps == [])
        // Taken out of the trash there, it comes out of the trash here.
        let back = try scratch.write(["Keep/b.json": self.note(["createdTimestampUsec": 5])], below: "four")
        try workshop.importing(back)
        #expect(workshop.notesByPath.count == 2)
    }

    @Test mutating func `takes a single note`() throws {
        let file = try scratch.write(["a.json": note(["textContent": "1"])], below: "x").appending(path: "a.json")
        try workshop.importing(file)
        #expect(workshop.notesByPath == ["Google Keep/Shopping": "1"])
    }
}
