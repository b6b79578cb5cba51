import Kernel
import KernelTesting
import Notes
import Runtime
import Search
import Testing
import Workspace

@Suite("Finding handwriting that was misread by a letter")
struct FindingHandwriting {
    private func named(_ text: String) -> Name { Name(recorded: text) }

    /// A drawing alone in a note, read as `text` with `others`.
    private func drawn(_ title: String, _ text: String, _ others: [String], _ house: IndexFixture) -> [WorkspaceCommand] {
        let (note, ink, stroke): (NoteID, InkID, StrokeID) = (house.id(), house.id(), house.id())
        let anchor = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: Ink.anchor(ink))])
        let packed = StrokePoints([.init(x: 0, y: 0, pressure: 1, time: 0)]).packed
        let lines = text.split(separator: "\n").enumerated().map { row, _ in
            Recognition.Line(left: -5, top: row * 100, width: 60, height: 20, confidence: 900, others: row == 0 ? others : [])
        }
        let recognition = Recognition(
            text: text, recogniser: named("Reader"), version: named("1"), state: InkDigest(of: [stroke]), lines: lines)
        return [
            .notes(.createNote(note, title: named(title), body: "", in: nil)),
            .notes(
                .addInk(note, ink, edit: anchor, strokes: [Stroke(id: stroke, tool: .pen, colour: 1, width: 1, packed: packed)])
            ),
            .notes(.recogniseInk(note, ink, recognition)),
        ]
    }

    @Test(.shows("T-104"))
    func `one letter may be another, missing or too many, behind everything that holds the word itself`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        _ = try await workspace.perform(
            [.notes(.createNote(house.id(), title: named("Typed"), body: "A quince, and a quonce.", in: nil))]
                + drawn("Exact", "two quinces", [], house) + drawn("Other", "two quuces", ["two quince"], house)
                + drawn("Near", "rye\nsome qumce", [], house) + drawn("Missing", "quice", [], house)
                + drawn("Far", "quarce", [], house), as: house.anna)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        func found(_ typed: String) async throws -> [String] {
            let query = try SearchQuery(typed)
            let titles = try await index.search(query).hits.map(\.title)
            #expect(Set(await workspace.view.search(query).hits.map(\.title)) == Set(titles), "\(typed)")
            return titles
        }
        let hits = try await found("quince")
        #expect(Set(hits.prefix(3)) == ["Typed", "Exact", "Other"])
        #expect(Set(hits.suffix(2)) == ["Missing"] || hits.suffix(1) == ["Missing"], "\(hits)")
        #expect(!hits.contains("Far") && !hits.contains("Near"))
        #expect(try await found("qumcf").contains("Near"))
        #expect(try await found("qumcf -rye") == [])
        // As typed where it was typed: letters that people wrote are what they wrote.
        #expect(try await found("quonce").first == "Typed")
        #expect(try await !found("quonze").contains("Typed"))
        // What is excluded, sought as a phrase, as a beginning, or short is sought as it stands.
        #expect(try await found("quince -quicf").contains("Missing"))
        #expect(try await found("\"some qumcf\"") == [])
        #expect(try await found("qumcf*") == [])
        #expect(try await found("ryf") == [])
        #expect(try await found("ryf OR qumcf") == ["Near"])

        let near = try #require(try await index.search(try SearchQuery("qumcf")).hits.first?.passages.first)
        #expect(near.field == .handwriting && near.text == "some qumce" && near.matches == [5..<10] && near.start == 4)
        #expect(near.place.map { [$0.left, $0.top, $0.width, $0.height] } == [-5, 100, 60, 20])
        let other = try #require(try await index.search(try SearchQuery("\"two quince\"")).hits.first { $0.title == "Other" })
        #expect(other.passages.map(\.text) == ["two quince"])
        await index.close()
        try await workspace.close()
    }

    @Test func `the anchor of a drawing is not found as a word`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let (note, ink): (NoteID, InkID) = (house.id(), house.id())
        let written = "before after"
        let edit = TextEdit(
            parents: [0], runs: [TextRun(position: 7, deleteCount: 0, insertion: Ink.anchor(ink) + " ")])
        let packed = StrokePoints([.init(x: 0, y: 0, pressure: 1, time: 0)]).packed
        _ = try await workspace.perform(
            [
                .notes(.createNote(note, title: named("Drawn"), body: written, in: nil)),
                .notes(
                    .addInk(
                        note, ink, edit: edit,
                        strokes: [Stroke(id: house.id(), tool: .pen, colour: 1, width: 1, packed: packed)])),
            ], as: house.anna)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        for typed in ["ink", String(ink.text.prefix(4)), String(ink.text.suffix(6))] {
            let query = try SearchQuery(typed)
            let (indexed, scanned) = (try await index.search(query), await workspace.view.search(query))
            #expect(indexed.hits.isEmpty && scanned.hits.isEmpty, "\(typed)")
        }
        let hit = try #require(try await index.search(try SearchQuery("after")).hits.first)
        #expect(hit.passages.first.map { $0.start + ($0.matches.first?.lowerBound ?? 0) } == 7 + Ink.anchor(ink).count + 1)
        await index.close()
        try await workspace.close()
    }

    @Test func `a word is near another where one letter differs`() {
        func isNear(_ a: String, _ b: String) -> Bool {
            ReadWords.isNear(a.unicodeScalars.map(\.value), b.unicodeScalars.map(\.value))
        }
        for (a, b) in [("milk", "milk"), ("milk", "mink"), ("milk", "mil"), ("milk", "ilk"), ("milk", "mmilk"), ("", "a")] {
            #expect(isNear(a, b) && isNear(b, a), "\(a) \(b)")
        }
        for (a, b) in [("milk", "mnkk"), ("milk", "mi"), ("milk", "imlk"), ("milk", "klim"), ("abab", "baba")] {
            #expect(!isNear(a, b) && !isNear(b, a), "\(a) \(b)")
        }
        let words = ReadWords(Array("Öl, 2 Bier—don't".utf8)).words
        #expect(words.map(\.range) == [0..<2, 4..<5, 6..<10, 11..<14, 15..<16])
        #expect(words[0].letters == Array("ol".unicodeScalars.map(\.value)))
    }
}
