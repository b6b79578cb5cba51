import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@testable import Search

/// The text that was read from attached pictures.
@Suite("Finding the text of pictures")
struct FindingPictures {
    private func named(_ text: String) -> Name { Name(recorded: text) }

    @Test(.shows("N-010", "T-104"))
    func `a note is found by what its picture says, with the box of the line, until the picture is taken off`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let (note, file): (NoteID, AttachmentID) = (house.id(), house.id())
        let facts = FileFacts(
            name: named("page.png"), mediaType: "image/png", sizeBytes: 9,
            digest: [UInt8](repeating: 7, count: FileFacts.digestBytes))
        let read = PictureText(
            text: "Two quinces\nand rye", reader: named("Reader"), version: named("1"), width: 400, height: 300,
            lines: [
                .init(left: 10, top: 20, width: 200, height: 18, confidence: 900),
                .init(left: 10, top: 60, width: 90, height: 18, confidence: 800, others: ["and barley", "and rge"]),
            ])
        _ = try await workspace.perform(
            [
                .notes(.createNote(note, title: named("Photo"), body: "", in: nil)),
                .notes(.attachFile(file, to: .note(note), facts)),
            ], as: house.anna)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        func found(_ typed: String) async throws -> SearchView.Hit? {
            let query = try SearchQuery(typed)
            let hits = try await index.search(query).hits
            #expect(await workspace.view.search(query).hits.map(\.title) == hits.map(\.title), "\(typed)")
            return hits.first
        }
        #expect(try await found("rye") == nil)
        _ = try await workspace.perform([.notes(.readFile(file, read))], as: house.anna)
        let hit = try #require(try await found("rye"))
        #expect(hit.title == "Photo" && hit.passages.map(\.text) == ["and rye"])
        let passage = try #require(hit.passages.first)
        #expect(passage.field == .picture && passage.start == 12 && passage.matches == [4..<7])
        let place = try #require(passage.place)
        #expect(place.on == .file(file.entity, width: 400, height: 300))
        #expect([place.left, place.top, place.width, place.height] == [10, 60, 90, 18])
        // Programs err by a letter, in pictures as in handwriting; two are too many, and so is one of a phrase.
        #expect(try await found("quincfs")?.passages.map(\.matches) == [[4..<11]])
        #expect(try await found("quinfgs") == nil)
        #expect(try await found("\"two quincfs\"") == nil)
        #expect(try await found("-quincfs")?.title == "Photo")
        // Another reading of a line is found, and stands where the line does; its letters may err by one, too.
        for typed in ["barley", "barleg"] {
            let other = try #require(try await found(typed)?.passages.first)
            #expect(other.text == "and barley" && other.start == 12 && other.matches == [4..<10] && other.place == place)
        }
        _ = try await workspace.perform([.notes(.detachFile(file))], as: house.anna)
        #expect(try await found("rye") == nil)
        await index.close()
        try await workspace.close()
    }
}
