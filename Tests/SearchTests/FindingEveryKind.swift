import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Runtime
import Search
import Studio
import Testing
import Workspace

@Suite("Finding every kind of thing")
struct FindingEveryKind {
    private let today = CalendarDay(daysSinceEpoch: 20_779)

    private func named(_ text: String) -> Name { Name(recorded: text) }

    /// One word in a note, a folder, a card, a capture, an artwork, a story and a drawing, and in nothing else.
    private func furnish(_ house: IndexFixture, _ workspace: WorkspaceActor) async throws -> (note: NoteID, ink: InkID) {
        let (child, artwork, other): (ChildID, ArtworkID, ArtworkID) = (house.id(), house.id(), house.id())
        let story: StoryID = house.id()
        let (column, drawn, ink): (ColumnID, NoteID, InkID) = (house.id(), house.id(), house.id())
        func picture(_ number: UInt8) -> ImageFacts {
            let file = FileFacts(
                name: named("scan.png"), mediaType: "image/png", sizeBytes: 3,
                digest: [UInt8](repeating: number, count: FileFacts.digestBytes))
            return ImageFacts(id: house.id(), file: file, widthPixels: 3, heightPixels: 4)
        }
        let tale = StoryText(
            title: named("The tree"), passages: [.init("Ada saw it bear one golden quince.", artworks: [artwork, other])],
            method: AnalysisMethod(provider: named("local"), model: named("small"), version: 1))
        let anchor = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: Ink.anchor(ink))])
        let stroke = Stroke(
            id: house.id(), tool: .pen, colour: 0xFF, width: 100,
            packed: StrokePoints([.init(x: 0, y: 0, pressure: 1, time: 0)]).packed)
        _ = try await workspace.perform(
            [
                .notes(.createNote(house.id(), title: named("Market"), body: "Pears and a quince.", in: nil)),
                .notes(.createFolder(house.id(), name: named("Quince jelly"), in: nil)),
                .boards(.openBoard(house.id(), title: named("House"), columns: [NewColumn(id: column, name: named("To Do"))])),
                .boards(
                    .addCard(house.id(), to: column, title: named("Shopping"), description: "One quince", above: nil)),
                .capture(
                    .captureItem(house.id(), content: "Ask about the quince", captured: Instant(seconds: 1_795_000_000))),
                .studio(.addChild(child, name: named("Ada"), birth: nil, age: 5, avatar: .none, today: today)),
                .studio(
                    .uploadArtwork(
                        artwork, of: child,
                        NewArtwork(
                            images: [picture(1)], uploaded: today, caption: named("Fruit"),
                            notes: "The yellow one is a quince"))),
                .studio(.uploadArtwork(other, of: child, NewArtwork(images: [picture(2)], uploaded: today))),
                .studio(.giveConsent(.stories, nil)),
                .studio(
                    .requestStory(
                        story, StoryRequest(artworks: [artwork, other], theme: named("Trees"), names: [named("Ada")]))),
                .studio(.completeStory(story, version: 1, tale, .passed, today: today)),
                .notes(.createNote(drawn, title: named("Page"), body: "", in: nil)),
                .notes(.addInk(drawn, ink, edit: anchor, strokes: [stroke])),
                .notes(
                    .recogniseInk(
                        drawn, ink,
                        Recognition(
                            text: "1 kg sugar\n2 quinces", recogniser: named("Reader"), version: named("1"),
                            language: "en", state: InkDigest(of: [stroke.id])))),
            ], as: house.anna)
        return (drawn, ink)
    }

    private func kinds(_ reading: SearchView) -> [String] {
        reading.hits.map { hit in
            let field = hit.titleMatches.isEmpty ? hit.passages.first?.field.word ?? "nowhere" : "title"
            return hit.thing.referent.kind.word + ": " + field
        }.sorted()
    }

    @Test(.shows("N-010", "N-031"))
    func `notes, folders, cards, captures, artworks, stories and recognised handwriting`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        _ = try await furnish(house, workspace)
        let expected = [
            "artwork: text", "card: description", "folder: title", "item: title", "note: handwriting", "note: text",
            "story: text",
        ]
        let index = SearchIndex(of: workspace)
        await index.prepare()
        let query = try SearchQuery("quince")
        #expect(kinds(try await index.search(query)) == expected)
        #expect(kinds(await workspace.view.search(query)) == expected)
        let drawn = try #require(await workspace.view.search(try SearchQuery("sugar")).hits.first)
        #expect(drawn.passages.first?.text == "1 kg sugar 2 quinces")
        #expect(drawn.passages.first?.matches == [5..<10])
        await index.close()
        try await workspace.close()
    }

    @Test(.shows("N-010"))
    func `handwriting is found until the drawing is read anew, taken out, put in the trash or undone`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let (note, ink) = try await furnish(house, workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        func isFound(_ typed: String) async throws -> Bool {
            let found = try await index.titles(typed).contains("Page")
            let reading = try await workspace.view.search(SearchQuery(typed))
            #expect(reading.hits.map(\.title).contains("Page") == found, "\(typed)")
            return found
        }
        func perform(_ command: NoteCommand) async throws {
            _ = try await workspace.perform([.notes(command)], as: house.anna)
        }
        let second = Stroke(
            id: house.id(), tool: .pen, colour: 0xFF, width: 100,
            packed: StrokePoints([.init(x: 9, y: 9, pressure: 1, time: 0)]).packed)
        try await perform(.addStrokes(note, ink, [second]))
        #expect(try await isFound("quinces"), "of an older state")

        let state = try #require(await workspace.view.notes.note(note)?.ink.first?.state)
        let better = Recognition(
            text: "2 lemons", recogniser: named("Reader"), version: named("2"), language: "en", state: state)
        try await perform(.recogniseInk(note, ink, better))
        #expect(try await isFound("lemons"))
        #expect(try await !isFound("quinces"))
        _ = try await workspace.undo(as: house.anna)
        #expect(try await isFound("quinces"))
        #expect(try await !isFound("lemons"))
        _ = try await workspace.redo(as: house.anna)
        #expect(try await isFound("lemons"))

        try await perform(.trashNote(note))
        #expect(try await !isFound("lemons"))
        #expect(try await isFound("lemons is:trashed"))
        try await perform(.restoreNote(note))
        #expect(try await isFound("lemons"))

        let document = try #require(await workspace.view.notes.notes[note]?.body)
        let all = TextRun(position: 0, deleteCount: document.scalarCount, insertion: "")
        try await perform(.editNote(note, TextEdit(parents: document.clock.frontier, runs: [all])))
        #expect(try await !isFound("lemons"))
        _ = try await workspace.undo(as: house.anna)
        #expect(try await isFound("lemons"))
        await index.close()
        try await workspace.close()
    }
}
