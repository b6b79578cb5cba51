import Accounts
import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Workspace

@testable import Runtime
@testable import Service

/// A workspace in which every view has something to show, and every list several of it.
struct WholeHome: Sendable {
    var home: ReadingOverHTTP.Furnished
    /// A value for each parameter of a path.
    var parameters: [String: String]

    static let count = 7
    private static let today = CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0)

    static func furnish(_ fixture: ServiceFixture) async throws -> WholeHome {
        let home = try await ReadingOverHTTP.furnish(fixture, notes: count)
        let runtime = fixture.pool.runtime
        func perform(_ commands: [WorkspaceCommand]) async throws {
            _ = try await fixture.pool.using(home.id) { try await $0.perform(commands, as: home.author) }
        }
        func name(_ text: String) -> Name { Name(recorded: text) }
        let artworks = (0..<count).map { _ in runtime.mint(ArtworkID.self) }
        let albums = (0..<count).map { _ in runtime.mint(AlbumID.self) }
        let collections = (0..<count).map { _ in runtime.mint(CollectionID.self) }
        let stories = (0..<count).map { _ in runtime.mint(StoryID.self) }
        let runs = (0..<count).map { _ in runtime.mint(RunID.self) }
        try await perform([.studio(.giveConsent(.stories, nil))])
        for index in 0..<count {
            let bytes = Array("scan \(index)".utf8)
            let digest = try await fixture.pool.using(home.id) { workspace in
                try workspace.blobs.keep(bytes, for: [.workspace, .child(home.child)])
            }
            let file = FileFacts(
                name: name("scan-\(index).jpg"), mediaType: "image/jpeg", sizeBytes: bytes.count, digest: digest.bytes)
            let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 40, heightPixels: 30)
            let new = NewArtwork(images: [image], uploaded: today, caption: name("Drawing \(index % 3)"))
            let columns: (ColumnID, ColumnID, ColumnID) = (
                runtime.mint(), runtime.mint(), runtime.mint()
            )
            let card: CardID = runtime.mint()
            try await perform([
                .studio(.uploadArtwork(artworks[index], of: home.child, new)),
                .studio(.favouriteArtwork(artworks[index])),
                .studio(.createAlbum(albums[index], name: name("Album \(index % 2)"))),
                .studio(.addToAlbum(albums[index], artworks[index], above: nil)),
                .studio(
                    .celebrateMilestone(
                        runtime.mint(), name: name("First \(index)"), of: home.child, on: today)),
                .capture(
                    .createCollection(collections[index], name: name("Plan \(index % 2)"), isStructured: index % 2 == 0)),
                .capture(.captureItem(runtime.mint(), content: "Idea \(index)", captured: ServiceFixture.start)),
                .capture(
                    .requestRun(
                        runs[index],
                        RunRequest(
                            items: home.items, provider: "local", model: "small", promptVersion: "1",
                            inputDigest: [UInt8](repeating: UInt8(index), count: 32),
                            month: CalendarMonth(of: today), allowance: .paid))),
                .capture(.failRun(runs[index], reason: .timedOut, latencyMs: 5)),
                .boards(
                    .openBoard(
                        runtime.mint(), title: name("Board \(index % 2)"), columns: DefaultColumns.named(columns))),
                .boards(
                    .addCard(card, to: columns.0, title: name("Task \(index)"), description: "", above: nil)),
                .boards(.tagCard(card, [CardTag(colour: .none, label: "o")])),
                .notes(.tagNote(home.notes[index], [name("tag\(index)"), name("tag\(index)/within")])),
                .notes(.attachFile(runtime.mint(), to: .note(home.notes[index]), file)),
                .notes(.pinNote(home.notes[index])),
            ])
        }
        // As two devices write it that do not know of each other.
        let edits = ["Red ", "Tall "].map { text in
            TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: text)])
        }
        try await perform(edits.map { .notes(.editNote(home.notes[0], $0)) })
        let two = Array(artworks.prefix(2))
        for story in stories {
            try await perform([
                .studio(.requestStory(story, StoryRequest(artworks: two, theme: name("Sea"), names: [name("Mia")])))
            ])
        }
        let logged = (0..<count).map { _ in runtime.mint(ItemID.self) }
        for item in logged {
            try await perform([
                .capture(.captureItem(item, content: "Done", captured: ServiceFixture.start)),
                .capture(.completeItem(item, at: ServiceFixture.start)),
            ])
        }
        return WholeHome(
            home: home,
            parameters: [
                "workspace": home.id.text, "note": home.notes[0].text, "folder": home.folder.text,
                "board": home.board.text, "card": home.card.text, "item": home.items[0].text,
                "child": home.child.text, "thing": home.notes[0].text, "artwork": artworks[0].text,
                "album": albums[0].text, "collection": collections[0].text, "story": stories[0].text,
                "run": runs[0].text,
            ])
    }

    /// The address of a route about something that is there, with what it requires.
    func address(of route: Route) -> String {
        var path = route.path
        for name in route.parameters { path = path.replacing("{\(name)}", with: parameters[name] ?? "") }
        for name in ["q", "tag"] where route.query.contains(where: { $0.name == name && $0.isRequired }) {
            path += "?\(name)=o"
        }
        return path
    }
}
