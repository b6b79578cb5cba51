import Boards
import Capture
import Exporters
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

/// Finding H5: a view or an export looked at everything again for each thing in it.
///
/// Every reading of a workspace is made of one with eight times as many things, and of one whose texts are eight times
/// as long: it must cost about eight times as much.
@Suite("The cost of readings and exports")
struct CostOfReadings {
    /// One way of reading a workspace; bytes that it gave, so that nothing is left out as unused.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        let read: @Sendable (WorkspaceView) throws -> Int

        init(_ name: String, _ read: @escaping @Sendable (WorkspaceView) throws -> Int) {
            (self.name, self.read) = (name, read)
        }

        /// In both of its forms.
        static func of(_ name: String, _ make: @escaping @Sendable (WorkspaceView) -> (any CanonicalView)?) -> Way {
            Way(name) { view in make(view).map { $0.json.utf8.count + $0.text.utf8.count } ?? 0 }
        }

        var testDescription: String { name }
    }

    private static let ways: [Way] = [
        Way("everything") { view in
            var json = JSONWriter()
            view.writeEverything(to: &json)
            return json.bytes.count
        },
        Way("export") { view in try ExportPlan(view).files.count },
        Way("search") { view in view.search(try SearchQuery("word OR deleted -none")).json.utf8.count },
        Way("snippets") { view in
            view.notes.notes.entries.reduce(0) { $0 + PlainText.snippet(of: $1.body).utf8.count }
        },
        .of("trash") { $0.trash() }, .of("links") { $0.links() }, .of("tags") { $0.tags() }, .of("pins") { $0.pins() },
        .of("recents") { $0.recents() }, .of("attachments") { $0.attachments() }, .of("conflicts") { $0.conflicts() },
        .of("all notes") { $0.notes.allNotes() }, .of("notes") { $0.notes.notes(in: nil) },
        .of("folders") { $0.notes.folders() },
        .of("notes' trash") { $0.notes.trash() }, .of("note") { view in view.notes.note(noteID(1)).map { Shown($0) } },
        .of("links of a note") { $0.links(of: .note(noteID(1))) },
        .of("boards") { view in view.boards.boards(name: view.name) },
        .of("board") { view in view.boards.board(boardID, name: view.name) },
        .of("card") { view in view.boards.card(cardID(1), name: view.name) },
        .of("archive") { $0.boards.archived(boardID) }, .of("boards' trash") { $0.boards.trash() },
        .of("top cards") { view in view.boards.topCards(of: boardID, name: view.name) },
        .of("inbox") { $0.capture.inbox() }, .of("logbook") { $0.capture.logbook() },
        .of("follow-ups") { $0.capture.followUps() }, .of("captures' trash") { $0.capture.trash() },
        .of("captures' tags") { $0.capture.tags() }, .of("list") { view in view.capture.list(listID, name: view.name) },
        .of("lists") { view in view.capture.collections(name: view.name) },
        .of("gallery") { $0.studio.gallery() }, .of("duplicates") { $0.studio.duplicates() },
        .of("albums") { $0.studio.albums() }, .of("album") { view in view.studio.album(albumID, name: view.name) },
        .of("storage") { $0.studio.storage() }, .of("studio's trash") { view in view.studio.trash(name: view.name) },
        .of("stories") { view in view.studio.stories(name: view.name) },
    ]

    /// A reading that has no form but JSON.
    private struct Shown: CanonicalView {
        let bytes: Int
        var text: String { "" }

        init(_ note: NoteView) { bytes = note.json.utf8.count + note.text.utf8.count }
        func write(to json: inout JSONWriter) { json.value(String(bytes)) }
    }

    @Test(arguments: ways) func `H5: reading eight times as many things costs about eight times as much`(way: Way)
        throws
    {
        let times = try Self.growth(Self.views.few, Self.views.many, way)
        #expect(times.isAboutLinear(memoryMax: 24), "\(times)")
    }

    @Test(arguments: ways) func `H5: reading texts that are eight times as long costs about eight times as much`(
        way: Way
    ) throws {
        for (short, long) in Self.views.texts {
            let times = try Self.growth(short, long, way)
            #expect(times.isAboutLinear(memoryMax: 24), "\(times)")
        }
    }

    private static func growth(_ small: WorkspaceView, _ large: WorkspaceView, _ way: Way) throws -> CostRatio {
        // Work that is done once on first use is not part of it.
        #expect(try way.read(small) >= 0)
        return try CostRatio(from: { _ = try way.read(small) }, to: { _ = try way.read(large) })
    }

    // MARK: - Workspaces

    private static let views: (few: WorkspaceView, many: WorkspaceView, texts: [(WorkspaceView, WorkspaceView)]) = {
        let shapes = ["a", "a/b [[c]] <d> *e* `f` #g ", "\n", "- [ ] x\n"]
        return (
            view(things: 30, text: "word [[Note 2]] #tag\n"), view(things: 240, text: "word [[Note 2]] #tag\n"),
            shapes.map { shape in
                (
                    view(things: 3, text: String(repeating: shape, count: 2_000 / shape.utf8.count)),
                    view(things: 3, text: String(repeating: shape, count: 16_000 / shape.utf8.count))
                )
            }
        )
    }()

    private static func noteID(_ number: UInt64) -> NoteID { NoteID(hi: 2, lo: number) }
    private static func cardID(_ number: UInt64) -> CardID { CardID(hi: 5, lo: number) }
    private static let boardID = BoardID(hi: 3, lo: 1)
    private static let columnID = ColumnID(hi: 4, lo: 1)
    private static let listID = CollectionID(hi: 8, lo: 1)
    private static let albumID = AlbumID(hi: 11, lo: 1)
    private static let childID = ChildID(hi: 9, lo: 1)

    /// A workspace of so many things of each kind; of each, one of four is deleted and one set aside.
    private static func view(things count: Int, text: String) -> WorkspaceView {
        var view = WorkspaceView()
        var sequence: UInt64 = 0
        func happen(_ event: WorkspaceEvent) {
            sequence += 1
            WorkspaceProjection.project(
                Recorded(
                    position: Position(sequence), actor: Workshop.me, device: DeviceID(hi: 1, lo: 1),
                    instant: Instant(seconds: 1_800_000_000 + Int64(sequence)), event: event), into: &view)
        }
        happen(.boards(.boardOpened(boardID, title: name("Board"))))
        happen(.boards(.columnAdded(columnID, to: boardID, name: name("Column"), at: .middle)))
        happen(.capture(.collectionCreated(listID, name: name("List"), isStructured: false)))
        happen(.studio(.childAdded(childID, name: name("Child"), birth: nil, avatar: .none)))
        happen(.studio(.albumCreated(albumID, name: name("Album"), filter: nil)))
        var rank = Rank.middle
        for number in 1...UInt64(count) {
            rank = Rank.between(rank, nil)
            for event in note(number, text) { happen(.notes(event)) }
            for event in card(number, text, at: rank) { happen(.boards(event)) }
            for event in item(number, text, at: rank) { happen(.capture(event)) }
            for event in artwork(number, text, at: rank) { happen(.studio(event)) }
        }
        return view
    }

    private static func name(_ text: String) -> Name { Name(recorded: text) }
    private static func isLast(_ number: UInt64) -> Bool { number % 4 == 0 }

    private static func file(_ number: UInt64) -> FileFacts {
        FileFacts(
            name: name("file \(number).png"), mediaType: "image/png", sizeBytes: 3,
            digest: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32))
    }

    private static func note(_ number: UInt64, _ text: String) -> [NoteEvent] {
        let (folder, note) = (FolderID(hi: 1, lo: number), noteID(number))
        let above = number % 8 == 1 ? nil : FolderID(hi: 1, lo: number - 1)
        var events: [NoteEvent] = [
            .folderCreated(folder, name: name("Folder \(number)"), parent: above),
            .noteCreated(note, title: name("Note \(number)"), body: text, folder: number % 2 == 0 ? folder : nil),
            .noteTagged(note, [name("tag \(number)"), name("tag")]), .notePinned(note),
            .fileAttached(AttachmentID(hi: 12, lo: number), to: .note(note), file(number)), .noteOpened(note),
        ]
        if isLast(number) { events += [.noteTrashed(note), .folderTrashed(folder)] }
        return events
    }

    private static func card(_ number: UInt64, _ text: String, at rank: Rank) -> [BoardEvent] {
        let card = cardID(number)
        var events: [BoardEvent] = [
            .boardOpened(BoardID(hi: 3, lo: number + 1), title: name("Board \(number)")),
            .columnAdded(ColumnID(hi: 4, lo: number + 1), to: boardID, name: name("Column \(number)"), at: rank),
            .cardAdded(card, to: columnID, at: rank, title: name("Card \(number)"), description: text),
            .cardTagged(card, [CardTag(colour: .red, label: "tag \(number)")]),
            .itemAdded(cardID(1), ChecklistItemID(hi: 6, lo: number), text: name("Item"), checklist: "", at: rank),
            .commentAdded(cardID(1), CommentID(hi: 7, lo: number), text: "word"),
            .fileAttached(card, AttachmentID(hi: 13, lo: number), file(number)),
        ]
        if isLast(number) { events.append(.cardTrashed(card)) }
        if number % 4 == 1, number > 1 { events.append(.cardArchived(card)) }
        return events
    }

    private static func item(_ number: UInt64, _ text: String, at rank: Rank) -> [CaptureEvent] {
        let item = ItemID(hi: 14, lo: number)
        var events: [CaptureEvent] = [
            .itemCaptured(item, content: text, captured: Instant(seconds: Int64(number)), from: nil),
            .itemTagged(item, [name("tag \(number)"), name("tag")]), .itemTyped(item, .task), .itemStarred(item),
            .itemFollowUpSet(item, on: CalendarDay(daysSinceEpoch: 20_000 + Int(number % 50))),
            .tagCreated(TagID(hi: 15, lo: number), name: name("tag \(number)"), colour: .none),
            .collectionCreated(CollectionID(hi: 8, lo: number + 1), name: name("List \(number)"), isStructured: true),
        ]
        if number % 2 == 0 { events.append(.itemAdded(item, to: listID, under: nil, at: .blank)) }
        if number % 4 == 1 { events.append(.itemCompleted(item, at: Instant(seconds: 1_800_000_000))) }
        if isLast(number) { events.append(.itemTrashed(item)) }
        return events
    }

    private static func artwork(_ number: UInt64, _ text: String, at rank: Rank) -> [StudioEvent] {
        let artwork = ArtworkID(hi: 10, lo: number)
        let image = ImageFacts(
            id: ImageID(hi: 16, lo: number), file: file(number / 2), widthPixels: 10, heightPixels: 10, orientation: 1,
            taken: nil)
        let new = NewArtwork(
            images: [image], uploaded: CalendarDay(daysSinceEpoch: 20_000 + Int(number)),
            caption: name("Artwork \(number)"),
            notes: text, tags: [name("tag \(number)")])
        var events: [StudioEvent] = [
            .artworkUploaded(artwork, of: childID, new), .albumArtworkAdded(albumID, artwork, at: rank),
            .albumCreated(AlbumID(hi: 11, lo: number + 1), name: name("Album \(number)"), filter: nil),
            .storyRequested(
                StoryID(hi: 17, lo: number),
                StoryRequest(artworks: [artwork], theme: name("Adventure"), names: [name("Ada")], note: text)),
        ]
        if isLast(number) { events.append(.artworkTrashed(artwork)) }
        return events
    }
}
