import Boards
import Exporters
import Foundation
import FoundationXML
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Exporting a workspace")
struct ExportingAWorkspace {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    private var target: URL { scratch.url.appending(path: "out") }

    private func files(below root: URL) -> [String] {
        let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            (try? FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)[.type]
                as? FileAttributeType)
                == .typeRegular
        }.sorted()
    }

    private struct NoSuchBlob: Error {}

    /// Without the pages that every export has.
    private var written: [String] {
        files(below: target).filter {
            !["README.txt", "daybook-export.json", "notes.json", "people.json"].contains($0)
        }
    }

    private func export() throws -> ExportReport {
        try WorkspaceExport.export(workshop.view, to: target) { _ in throw NoSuchBlob() }
    }

    private func note(_ number: UInt64, _ title: String, _ body: String = "", in folder: FolderID? = nil) throws
        -> NoteCommand
    {
        .createNote(NoteID(hi: 9, lo: number), title: try Name(verbatim: title), body: body, in: folder)
    }

    @Test mutating func `writes names that a file cannot have in the nearest form, and says so`() throws {
        let folder = FolderID(hi: 8, lo: 1)
        try workshop.perform(.createFolder(folder, name: Name(verbatim: ".."), in: nil))
        try workshop.perform(note(1, "a/b", "1"))
        try workshop.perform(note(2, "a_b", "2"))
        try workshop.perform(note(3, "Same", "3", in: folder))
        try workshop.perform(note(4, "Same", "4", in: folder))
        try workshop.perform(note(5, String(repeating: "家", count: 100), "5"))
        let report = try export()
        let long = String(repeating: "家", count: 83) + "….md"
        #expect(written == ["__/Same 2.md", "__/Same.md", "a_b 2.md", "a_b.md", long].map { "Notes/" + $0 })
        #expect(try String(contentsOf: target.appending(path: "Notes/__/Same 2.md"), encoding: .utf8) == "4")
        #expect(
            report.renamed.map { "\($0.name) -> \($0.path)" } == [
                ".. -> Notes/__", "a/b.md -> Notes/a_b.md", "a_b.md -> Notes/a_b 2.md",
                "Same.md -> Notes/__/Same 2.md", String(repeating: "家", count: 100) + ".md -> Notes/" + long,
            ])
    }

    @Test mutating func `puts the trash in a place of its own`() throws {
        let (shed, tools) = (FolderID(hi: 8, lo: 1), FolderID(hi: 8, lo: 2))
        try workshop.perform(.createFolder(shed, name: Name(verbatim: "Shed"), in: nil))
        try workshop.perform(.createFolder(tools, name: Name(verbatim: "Tools"), in: shed))
        try workshop.perform(note(1, "kept"))
        try workshop.perform(note(2, "gone"))
        try workshop.perform(note(3, "spade", in: tools))
        try workshop.perform(.trashNote(NoteID(hi: 9, lo: 2)))
        try workshop.perform(.trashFolder(tools))
        let report = try export()
        #expect(written == ["Notes/kept.md", "Trash/Notes/Tools/spade.md", "Trash/Notes/gone.md"])
        #expect(report.leftOut == [])
        #expect(report.notes == 3)
        #expect(report.inTrash == 3)
    }

    @Test(.shows("B-107", "T-004"))
    mutating func `draws ink as SVG beside its note, as wide as the pen was pressed`() throws {
        let (id, ink) = (NoteID(hi: 9, lo: 1), InkID(hi: 7, lo: 1))
        try workshop.perform(note(1, "Sketch", "See ."))
        let points = StrokePoints([
            .init(x: 100, y: 100, pressure: 9_000, time: 0), .init(x: 1050, y: 205, pressure: 9_000, time: 8),
            .init(x: 2000, y: 100, pressure: 65_535, tiltX: -30, tiltY: 12, time: 16),
        ])
        let stroke = Stroke(
            id: StrokeID(hi: 6, lo: 1), tool: .pen, colour: 0x3366_CCFF, width: 200, packed: points.packed)
        let dot = Stroke(
            id: StrokeID(hi: 6, lo: 2), tool: .highlighter, colour: 0xFFFF_0080, width: 1000,
            packed: StrokePoints([.init(x: 500, y: -300, pressure: 0, time: 0)]).packed)
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 4, deleteCount: 0, insertion: Ink.anchor(ink))])
        try workshop.perform(.addInk(id, ink, edit: edit, strokes: [stroke, dot]))
        #expect(try export().drawings == 1)
        #expect(written == ["Notes/Sketch.ink/drawing.svg", "Notes/Sketch.md"])
        let body = try String(contentsOf: target.appending(path: "Notes/Sketch.md"), encoding: .utf8)
        #expect(body == "See ![ink](Sketch.ink/drawing.svg).")
        let svg = try Data(contentsOf: target.appending(path: "Notes/Sketch.ink/drawing.svg"))
        try expectGolden(String(decoding: svg, as: UTF8.self), "sketch.svg")
        #expect(XMLParser(data: svg).parse(), "it is XML")
        #expect(try InkDrawing(svg: Array(svg)) == InkDrawing(id: ink, strokes: [stroke, dot]))
    }

    @Test mutating func `says what was recognised in a drawing, in its SVG and exactly in notes.json`() throws {
        let (id, ink) = (NoteID(hi: 9, lo: 1), InkID(hi: 7, lo: 1))
        try workshop.perform(note(1, "Sketch", "See ."))
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 4, deleteCount: 0, insertion: Ink.anchor(ink))])
        try workshop.perform(.addInk(id, ink, edit: edit, strokes: []))
        let text = "a < b & c]]> \u{1}\r\n</metadata>"
        let read = Recognition(
            text: text, recogniser: Name(recorded: "Reader"), version: Name(recorded: "1"), language: "en",
            state: InkDigest(of: []))
        try workshop.perform(.recogniseInk(id, ink, read))
        _ = try export()
        let svg = try Data(contentsOf: target.appending(path: "Notes/Sketch.ink/drawing.svg"))
        #expect(XMLParser(data: svg).parse(), "it is XML")
        let said = "<desc>a &lt; b &amp; c]]&gt;  &#13;\n&lt;/metadata&gt;</desc>"
        #expect(String(decoding: svg, as: UTF8.self).contains(said))
        #expect(try InkDrawing(svg: Array(svg)) == InkDrawing(id: ink, strokes: []))
        var other = Workshop()
        #expect(try other.importing(target).notTaken == [])
        #expect(other.view.notes.notes[id]?.recognitions[ink] == read)
    }

    @Test mutating func `leads to a drawing whatever its note is called`() throws {
        let (id, ink) = (NoteID(hi: 9, lo: 1), InkID(hi: 7, lo: 1))
        let title = "a (b) {c} 50% ☃"
        // The text speaks of the very place where the drawing would go.
        let link = "![ink](a%20%28b%29%20%7Bc%7D%2050%25%20%E2%98%83.ink/drawing.svg)"
        try workshop.perform(note(1, title, link))
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: Ink.anchor(ink))])
        try workshop.perform(.addInk(id, ink, edit: edit, strokes: []))
        _ = try export()
        let body = try String(contentsOf: target.appending(path: "Notes/\(title).md"), encoding: .utf8)
        #expect(body == link.replacingOccurrences(of: "drawing.svg", with: "drawing%202.svg") + link)
        #expect(written == ["Notes/\(title).ink/drawing 2.svg", "Notes/\(title).md"])
    }

    @Test mutating func `gives a file the time of its note`() throws {
        try workshop.perform(
            ImportStep(.notes(note(1, "old")), originTime: Instant(text: "2015-06-07T08:09:10Z")))
        _ = try export()
        let facts = try FileManager.default.attributesOfItem(atPath: target.appending(path: "Notes/old.md").path)
        #expect((facts[.modificationDate] as? Date)?.timeIntervalSince1970 == 1_433_664_550)
    }

    @Test mutating func `writes a board with everything on it`() throws {
        let sample = try ShippedSample.write(to: scratch.url)
        try workshop.importing(sample.board)
        let report = try export()
        #expect(report.boards == 1)
        #expect(written == ["Boards/Moving house.board.json"])
        let text = try String(contentsOf: target.appending(path: "Boards/Moving house.board.json"), encoding: .utf8)
        try expectGolden(text, "moving-house.board.json")
    }

    @Test mutating func `is refused where something is already, and touches nothing`() throws {
        try workshop.perform(note(1, "n"))
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: target.appending(path: "mine.txt"))
        #expect(throws: ExportFailure.notEmpty(path: target.resolvingSymlinksInPath().path)) { try export() }
        #expect(files(below: scratch.url) == ["out/mine.txt"])
    }

    @Test mutating func `fills a directory that is empty`() throws {
        try workshop.perform(note(1, "n"))
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        _ = try export()
        #expect(written == ["Notes/n.md"])
    }

    @Test mutating func `leaves nothing behind when the bytes of a file are lost`() throws {
        let root = try scratch.write(["n.md": "", "pic.png": "bytes"])
        try workshop.importing(root)
        #expect(throws: ExportFailure.self) { try export() }
        #expect(files(below: scratch.url) == ["vault/n.md", "vault/pic.png"])
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test mutating func `F09: writes links by identifier as paths, which an import turns back byte for byte`() throws {
        let (one, two) = (NoteID(hi: 9, lo: 1), NoteID(hi: 9, lo: 2))
        let folder = FolderID(hi: 8, lo: 1)
        let file = AttachmentID(hi: 5, lo: 5)
        let body = """
            See [two](daybook:\(two.text)#beds), ![map](daybook:\(file.text)) and <img src="daybook:\(file.text)"/>.
            Typed by hand: [two](Plans/My%20two.md#beds); gone: [x](daybook:\(NoteID(hi: 9, lo: 77).text))

            [ref]: daybook:\(two.text)

            """
        try workshop.perform(.createFolder(folder, name: Name("Plans"), in: nil))
        try workshop.perform(note(1, "One", body))
        try workshop.perform(note(2, "My two", "[back](daybook:\(one.text))", in: folder))
        try workshop.perform(
            .attachFile(
                file, to: .note(one),
                FileFacts(name: Name("map.png"), mediaType: "image/png", sizeBytes: 3, digest: sha256([1, 2, 3]))))
        _ = try WorkspaceExport.export(workshop.view, to: target) { _ in [1, 2, 3] }
        let text = try String(contentsOf: target.appending(path: "Notes/One.md"), encoding: .utf8)
        #expect(
            text == """
                See [two](./Plans/My%20two.md#beds), ![map](One.files/map.png) and <img src="One.files/map.png"/>.
                Typed by hand: [two](Plans/My%20two.md#beds); gone: [x](daybook:\(NoteID(hi: 9, lo: 77).text))

                [ref]: Plans/My%20two.md

                """)
        #expect(
            try String(contentsOf: target.appending(path: "Notes/Plans/My two.md"), encoding: .utf8)
                == "[back](../One.md)")
        var other = Workshop()
        try other.importing(target)
        #expect(try other.note("One").entry.body.string == body)
        #expect(try other.note("Plans/My two").entry.body.string == "[back](daybook:\(one.text))")
    }

    @Test mutating func `F09: leads links to boards, columns and cards to the file of the board`() throws {
        let (board, column, card) = (BoardID(hi: 7, lo: 1), ColumnID(hi: 7, lo: 2), CardID(hi: 7, lo: 3))
        let body = """
            [b](daybook:\(board.text)) [l](daybook:\(column.text)) [c](daybook:\(card.text)) \
            [gone](daybook:\(CardID(hi: 7, lo: 9).text))
            """
        try workshop.perform(note(1, "One", body))
        try workshop.perform(
            .openBoard(board, title: try Name("House"), columns: [NewColumn(id: column, name: try Name("To Do"))]))
        try workshop.perform(.addCard(card, to: column, title: try Name("Roof"), description: "", above: nil))
        _ = try export()
        let text = try String(contentsOf: target.appending(path: "Notes/One.md"), encoding: .utf8)
        #expect(
            text == """
                [b](../Boards/House.board.json) [l](./../Boards/House.board.json) [c](././../Boards/House.board.json) \
                [gone](daybook:\(CardID(hi: 7, lo: 9).text))
                """)
        var other = Workshop()
        try other.importing(target)
        #expect(try other.note("One").entry.body.string == body)
    }

    @Test mutating func `F09: leads links of descriptions and comments to files, and an import turns them back`() throws {
        let (column, card, file) = (ColumnID(hi: 7, lo: 2), CardID(hi: 7, lo: 3), AttachmentID(hi: 5, lo: 5))
        let address = "daybook:\(NoteID(hi: 9, lo: 1).text)"
        let text = "See [one](\(address)), ![f](daybook:\(file.text)) and [gone](daybook:\(CardID(hi: 7, lo: 9).text))."
        let said = "Typed: [one](../Notes/One.md); [one](\(address))"
        try workshop.perform(note(1, "One"))
        let todo = NewColumn(id: column, name: try Name("To Do"))
        try workshop.perform(.openBoard(BoardID(hi: 7, lo: 1), title: try Name("House"), columns: [todo]))
        try workshop.perform(.addCard(card, to: column, title: try Name("Roof"), description: text, above: nil))
        try workshop.perform(.addComment(card, CommentID(hi: 7, lo: 4), text: said))
        let facts = FileFacts(name: try Name("f.png"), mediaType: "image/png", sizeBytes: 3, digest: sha256([1, 2, 3]))
        try workshop.perform(.attachFile(card, file, facts))
        _ = try WorkspaceExport.export(workshop.view, to: target) { _ in [1, 2, 3] }
        let json = try Data(contentsOf: target.appending(path: "Boards/House.board.json"))
        let written = try JSONDecoder().decode(BoardFile.self, from: json).columns[0].cards[0]
        let gone = "[gone](daybook:\(CardID(hi: 7, lo: 9).text))"
        #expect(written.description == "See [one](../Notes/One.md), ![f](House.files/f.png) and \(gone).")
        #expect(written.comments.map(\.text) == ["Typed: [one](../Notes/One.md); [one](./../Notes/One.md)"])
        var other = Workshop()
        try other.importing(target)
        let read = try #require(other.view.boards.card(card, name: { _ in "" }))
        #expect(read.description == text)
        #expect(read.comments.map(\.text) == [said])
    }

    /// F09: what an import of ink or of Focalboard writes for a picture, and what a person types for a file of the note.
    @Test mutating func `F09: leads names of a note's own files to where they lie`() throws {
        let body =
            "![](map.png) [m](<map.png>) [a](my%20map.png) `](other.png)` [far](https://e.org/map.png) [one](One.md)"
        try workshop.perform(note(1, "Trip", body))
        try workshop.perform(note(2, "One", "![](map.png)"))
        for (number, name) in ["map.png", "my map.png", "One.md"].enumerated() {
            let facts = FileFacts(
                name: try Name(name), mediaType: "image/png", sizeBytes: 3, digest: sha256([1, 2, 3]))
            try workshop.perform(
                .attachFile(AttachmentID(hi: 5, lo: UInt64(number + 1)), to: .note(NoteID(hi: 9, lo: 1)), facts))
        }
        _ = try WorkspaceExport.export(workshop.view, to: target) { _ in [1, 2, 3] }
        let text = try String(contentsOf: target.appending(path: "Notes/Trip.md"), encoding: .utf8)
        #expect(
            text == "![](./Trip.files/map.png) [m](Trip.files/map.png) [a](Trip.files/my%20map.png) `](other.png)` "
                + "[far](https://e.org/map.png) [one](One.md)")
        // A file of another note is none of this one's, and a name that leads to a file of the export stays.
        #expect(try String(contentsOf: target.appending(path: "Notes/One.md"), encoding: .utf8) == "![](map.png)")
        var other = Workshop()
        try other.importing(target)
        #expect(try other.note("Trip").entry.body.string == body)
    }

    @Test mutating func `F32: what is left out is named in the manifest and listed nowhere`() throws {
        try workshop.importing(scratch.write(["n.md": "[a](a.txt)", "a.txt": "a", "b.txt": "b"]))
        let report = try WorkspaceExport.export(workshop.view, to: target, skippingUnreadable: true) { digest in
            guard digest == sha256(Array("a".utf8)) else { throw NoSuchBlob() }
            return Array("a".utf8)
        }
        let manifest = try ExportManifest(
            reading: Array(Data(contentsOf: target.appending(path: ExportManifest.fileName))))
        #expect(manifest.counts["attachment"] == 1)
        #expect(manifest.leftOut.count == 1 && manifest.leftOut[0].hasPrefix("the file Notes/vault/b.txt: "))
        #expect(report.leftOut == manifest.leftOut)
        #expect(report.attachments == 1)
        let notes = try String(contentsOf: target.appending(path: "notes.json"), encoding: .utf8)
        #expect(notes.contains("a.txt") && !notes.contains("b.txt"))
        // What it lists is all there, and an import says what is not.
        var other = Workshop()
        let plan = try other.importing(target)
        #expect(plan.created.attachments == 1)
        #expect(plan.notTaken.map { "\($0.what): \($0.why)" } == ["file: it was not exported: " + manifest.leftOut[0]])
    }

    @Test mutating func `F11: gives names that Windows and macOS can hold, and that differ there`() throws {
        for (place, title) in [
            "Log", "LOG", "CON", "lpt1.txt", "a\\b:c*d?e\"f<g>h|i", "dot.", "e\u{301}", "\u{E9}", "COM10",
        ].enumerated() { try workshop.perform(note(UInt64(place + 1), title)) }
        let report = try export()
        #expect(
            Set(written.map { String($0.dropFirst(6)) }) == [
                "Log.md", "LOG 2.md", "CON_.md", "lpt1.txt_.md", "a_b_c_d_e_f_g_h_i.md", "dot.md", "e\u{301}.md",
                "\u{E9} 2.md", "COM10.md",
            ])
        #expect(report.renamed.count == 6)
    }

    @Test(arguments: [
        ("---\nlocation: \"10.25, 20.5\"\n---\n\nwords", "words"),
        (
            "---\nsource: \"x\"\nlocation:\n  - 10.25\n  - 20.5\nreminder: y\n---\nwords",
            "---\nsource: \"x\"\nreminder: y\n---\nwords"
        ),
        ("---\ngps_latitude: 1\nGeoLocation: 2\nplace:\n  lat: 1\ncoords: [1, 2]\n---\nwords", "words"),
        ("---\r\nLatitude : 1\r\n---\r\nwords", "words"), ("location: here", "location: here"),
        ("---\ntitle: a\n---\nlocation: b", "---\ntitle: a\n---\nlocation: b"), ("---\nlocation: 1", "---\nlocation: 1"),
    ])
    func `F10: a text for others is without the place in its front matter`(text: String, shown: String) {
        #expect(PlacelessText.of(text) == shown)
    }

    @Test mutating func `puts the files of a note beside it`() throws {
        try workshop.perform(note(1, "Trip"))
        try workshop.perform(
            .attachFile(
                AttachmentID(hi: 5, lo: 5), to: .note(NoteID(hi: 9, lo: 1)),
                FileFacts(name: Name("map.pdf"), mediaType: "application/pdf", sizeBytes: 3, digest: sha256([1, 2, 3])))
        )
        let report = try WorkspaceExport.export(workshop.view, to: target) {
            $0 == sha256([1, 2, 3]) ? [1, 2, 3] : []
        }
        #expect(report.attachments == 1)
        #expect(written == ["Notes/Trip.files/map.pdf", "Notes/Trip.md"])
        #expect(try Data(contentsOf: target.appending(path: "Notes/Trip.files/map.pdf")) == Data([1, 2, 3]))
    }

    @Test mutating func `gives back what was formatted, edited here in between, byte for byte`() throws {
        let body = "# One\n## Two\n### Three\n**bold** and *italic*\n\n- a\n- b\n\n1. one\n2. two\n"
        try workshop.importing(scratch.write(["n.md": body]))
        let (id, entry) = try workshop.note("vault/n")
        let changed = body.replacingOccurrences(of: "**bold**", with: "**bolder**")
        let runs = TextDiff.runs(from: body, to: changed)
        try workshop.perform(.editNote(id, TextEdit(parents: entry.body.clock.frontier, runs: runs)))
        _ = try export()
        #expect(try String(contentsOf: target.appending(path: "Notes/vault/n.md"), encoding: .utf8) == changed)
    }
}
