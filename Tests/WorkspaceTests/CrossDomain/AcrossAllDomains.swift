import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

/// A desk with something of every kind on it, each thing in a place of its own among others.
private struct FullDesk {
    var desk = Desk()
    let folder: FolderID
    let note: NoteID
    let board: BoardID
    let column: ColumnID
    let card: CardID
    let plan: CollectionID
    let list: CollectionID
    let items: [ItemID]
    let child: ChildID
    let artworks: [ArtworkID]
    let album: AlbumID
    let story: StoryID

    static func name(_ text: String) -> Name { Name(recorded: text) }

    private static let method = AnalysisMethod(provider: name("local"), model: name("sketch"), version: 2)

    init() throws {
        folder = try desk.folder("House")
        note = try desk.note("Plan of the roof", in: folder)
        (board, column) = try desk.board("Move")
        _ = try desk.card("Boxes", in: column)
        card = try desk.card("Van", in: column)
        _ = try desk.card("Keys", in: column)

        (plan, list) = (desk.id(), desk.id())
        try desk.ask(.capture(.createCollection(plan, name: Self.name("Renovation"), isStructured: true)))
        try desk.ask(.capture(.createCollection(list, name: Self.name("Shopping"), isStructured: false)))
        items = [desk.id(), desk.id(), desk.id()]
        for (item, words) in zip(items, ["Ask the roofer", "Measure the beams", "Order wood"]) {
            try desk.ask(.capture(.captureItem(item, content: words, captured: .epoch)))
        }
        // The second stands under the first, the third behind both; the second is on the list too.
        try desk.ask(.capture(.addToCollection(plan, items[0], under: nil, above: nil)))
        try desk.ask(.capture(.addToCollection(plan, items[1], under: items[0], above: nil)))
        try desk.ask(.capture(.addToCollection(plan, items[2], under: nil, above: nil)))
        try desk.ask(.capture(.addToCollection(list, items[1], under: nil, above: nil)))
        try desk.ask(.capture(.tagItem(items[1], [Self.name("roof")])))

        (child, album, story) = (desk.id(), desk.id(), desk.id())
        artworks = [desk.id(), desk.id(), desk.id()]
        let today = CalendarDay(daysSinceEpoch: 20_778)
        try desk.ask(.studio(.addChild(child, name: Self.name("Mia"), birth: nil, age: 4, avatar: .none, today: today)))
        try desk.ask(.studio(.giveConsent(.stories, nil, notice: "2026-11")))
        for (index, artwork) in artworks.enumerated() {
            let facts = FileFacts.some("picture\(index).png", UInt8(10 + index), type: "image/png")
            let image = ImageFacts(id: desk.id(), file: facts, widthPixels: 100, heightPixels: 200)
            let captions = ["The ship", "The sea", "The whale"]
            let work = NewArtwork(images: [image], uploaded: today, caption: Self.name(captions[index]), notes: "")
            try desk.ask(.studio(.uploadArtwork(artwork, of: child, work)))
        }
        try desk.ask(.studio(.createAlbum(album, name: Self.name("Summer"))))
        for artwork in [artworks[2], artworks[0], artworks[1]] {
            try desk.ask(.studio(.addToAlbum(album, artwork, above: nil)))
        }
        let request = StoryRequest(
            artworks: Array(artworks.prefix(2)), theme: Self.name("Voyage"), names: [Self.name("Mia")])
        try desk.ask(.studio(.requestStory(story, request)))
        try tell("Mia sails", "Mia sailed.", version: 1)
    }

    mutating func tell(_ title: String, _ words: String, version: Int) throws {
        let passages = artworks.prefix(2).map { StoryText.Passage(words, artworks: [$0]) }
        let text = StoryText(title: Self.name(title), passages: passages, method: Self.method)
        try desk.ask(
            .studio(
                .completeStory(
                    story, version: version, text, .passed, today: CalendarDay(daysSinceEpoch: 20_778))))
    }

    /// One of every kind that a person can name, columns apart.
    var things: [EntityRef] {
        [
            .folder(folder), .note(note), .board(board), .card(card), .item(items[1]), .collection(plan), .child(child),
            .artwork(artworks[0]), .album(album), .story(story),
        ]
    }
}

@Suite("Across all domains, something of every kind")
struct AcrossAllDomains {
    private func name(_ text: String) -> Name { Name(recorded: text) }

    @Test func `the desk has every kind on it`() throws {
        let kinds = try FullDesk().things.map(\.kind)
        #expect(kinds == EntityKind.allCases.filter { $0 != .column })
    }

    // MARK: - The trash

    private func trash(_ thing: EntityRef) -> WorkspaceCommand {
        switch thing {
        case .folder(let id): .notes(.trashFolder(id))
        case .note(let id): .notes(.trashNote(id))
        case .board(let id): .boards(.trashBoard(id))
        case .column(let id): .boards(.deleteColumn(id, cards: .archived))
        case .card(let id): .boards(.trashCard(id))
        case .item(let id): .capture(.trashItem(id))
        case .collection(let id): .capture(.trashCollection(id))
        case .child(let id): .studio(.trashChild(id))
        case .artwork(let id): .studio(.trashArtwork(id))
        case .album(let id): .studio(.trashAlbum(id))
        case .story(let id): .studio(.trashStory(id))
        }
    }

    private func restore(_ thing: EntityRef) -> WorkspaceCommand {
        switch thing {
        case .folder(let id): .notes(.restoreFolder(id))
        case .note(let id): .notes(.restoreNote(id))
        case .board(let id): .boards(.restoreBoard(id))
        case .column(let id): .boards(.restoreColumn(id))
        case .card(let id): .boards(.restoreCard(id))
        case .item(let id): .capture(.restoreItem(id))
        case .collection(let id): .capture(.restoreCollection(id))
        case .child(let id): .studio(.restoreChild(id))
        case .artwork(let id): .studio(.restoreArtwork(id))
        case .album(let id): .studio(.restoreAlbum(id))
        case .story(let id): .studio(.restoreStory(id))
        }
    }

    @Test(.shows("B-03"))
    func `whatever is deleted alone stands in the trash, and comes back to its place with relations and order`() throws {
        let full = try FullDesk()
        let before = full.desk.content
        for thing in full.things {
            var desk = full.desk
            try desk.ask(trash(thing))
            #expect(desk.view.trash().things.map(\.thing.referent) == [thing], "\(thing.kind.word)")
            #expect(desk.view.presence(of: thing) == .inTrash)
            #expect(desk.content != before)
            try desk.ask(restore(thing))
            #expect(desk.content == before, "the \(thing.kind.word) is back where it was")
        }
    }

    @Test(.shows("B-03"))
    func `all of it deleted, what lies in another waits for it, and in that order everything comes back`() throws {
        let full = try FullDesk()
        var desk = full.desk
        let before = desk.content
        // From the inside out: what holds others goes last.
        for thing in full.things.reversed() { try desk.ask(trash(thing)) }
        let lines = desk.view.trash().things
        #expect(lines.count == full.things.count)
        let waits = lines.filter { $0.waitsFor != nil }.map { [$0.thing.referent, $0.waitsFor?.referent] }
        #expect(
            waits == [
                [.note(full.note), .folder(full.folder)], [.card(full.card), .board(full.board)],
                [.artwork(full.artworks[0]), .child(full.child)],
            ])
        let holds = lines.filter { !$0.holds.isEmpty }.map { "\($0.thing.referent.kind.word): \($0.holds)" }
        #expect(
            holds == [
                "folder: 0 notes and 0 folders", "board: 1 column and 2 cards", "collection: 2 items", "child: 2 artworks",
            ])
        for thing in full.things { try desk.ask(restore(thing)) }
        #expect(desk.content == before)
        #expect(desk.view.trash().things.isEmpty)
    }

    @Test(.shows("B-03"))
    func `an item that was deleted comes back under its parent, and an artwork to its place in the album`() throws {
        let full = try FullDesk()
        var desk = full.desk
        func standing(_ desk: Desk) throws -> ([ItemID], [ItemID], [ArtworkID]) {
            let view = desk.view
            return (
                try #require(view.capture.collection(full.plan, name: view.name(of:))).entries.map(\.line.id),
                try #require(view.capture.collection(full.list, name: view.name(of:))).entries.map(\.line.id),
                try #require(view.studio.album(full.album, name: view.name(of:))).artworks.map(\.id)
            )
        }
        let before = try standing(desk)
        #expect(before == (full.items, [full.items[1]], [full.artworks[2], full.artworks[0], full.artworks[1]]))
        try desk.ask(.capture(.trashItem(full.items[1])))
        try desk.ask(.studio(.trashArtwork(full.artworks[0])))
        let away = try standing(desk)
        #expect(away == ([full.items[0], full.items[2]], [], [full.artworks[2], full.artworks[1]]))
        try desk.ask(.studio(.restoreArtwork(full.artworks[0])))
        try desk.ask(.capture(.restoreItem(full.items[1])))
        let after = try standing(desk)
        #expect(after == before)
        let item = try #require(desk.view.capture.model.items[full.items[1]])
        #expect(item.membership(in: full.plan)?.parent == full.items[0])
        #expect(item.tags == [name("roof")])
    }

    // MARK: - Files

    @Test(.shows("B-04")) func `a file hangs on an item as on a note and a card, and goes and comes with it`() throws {
        let full = try FullDesk()
        var desk = full.desk
        let (onNote, onCard, onItem): (AttachmentID, AttachmentID, AttachmentID) = (desk.id(), desk.id(), desk.id())
        let facts: [FileFacts] = [
            .some("offer.pdf", 1), .some("beams.jpg", 2, type: "image/jpeg"), .some("voice", 3, type: "audio/ogg"),
        ]
        try desk.ask(.notes(.attachFile(onNote, to: .note(full.note), facts[0])))
        try desk.ask(.boards(.attachFile(full.card, onCard, facts[1])))
        let before = desk.content
        try desk.ask(.capture(.attachFile(onItem, to: full.items[1], facts[2])))
        let files = desk.view.attachments()
        #expect(files.files.map(\.id) == [onNote, onItem, onCard])
        #expect(files.files.map(\.file) == [facts[0], facts[2], facts[1]], "of any type")
        #expect(
            files.files.map(\.holder.referent) == [.note(full.note), .item(full.items[1]), .card(full.card)])
        #expect(desk.view.heldFile(onItem)?.holder == .item(full.items[1]))

        for thing in [EntityRef.note(full.note), .item(full.items[1]), .card(full.card)] {
            try desk.ask(trash(thing))
            #expect(!desk.view.attachments().files.contains { $0.holder.referent == thing })
            try desk.ask(restore(thing))
        }
        #expect(desk.view.attachments() == files)
        try desk.ask(.capture(.detachFile(onItem)))
        #expect(desk.view.attachments().files.map(\.id) == [onNote, onCard])
        #expect(desk.content == before)
    }

    // MARK: - Pins

    @Test(.shows("B-11")) func `pins, stars and favourites are one list, without what is in the trash`() throws {
        let full = try FullDesk()
        var desk = full.desk
        for command: WorkspaceCommand in [
            .studio(.favouriteArtwork(full.artworks[1])), .capture(.starItem(full.items[2])),
            .boards(.pinBoard(full.board)), .notes(.pinNote(full.note)),
        ] {
            try desk.ask(command)
        }
        #expect(
            desk.view.pins().things.map(\.path) == ["House/Plan of the roof", "Move", "Order wood", "Mia/The sea"])
        try desk.ask(.capture(.trashItem(full.items[2])))
        try desk.ask(.studio(.trashChild(full.child)))
        #expect(desk.view.pins().things.map(\.referent) == [.note(full.note), .board(full.board)])
        try desk.ask(.studio(.restoreChild(full.child)))
        try desk.ask(.capture(.restoreItem(full.items[2])))
        #expect(desk.view.pins().things.count == 4, "what comes back is pinned as it was")
        for command: WorkspaceCommand in [
            .studio(.unfavouriteArtwork(full.artworks[1])), .capture(.unstarItem(full.items[2])),
            .boards(.unpinBoard(full.board)), .notes(.unpinNote(full.note)),
        ] {
            try desk.ask(command)
        }
        #expect(desk.view.pins().things.isEmpty)
    }

    // MARK: - Recents

    @Test(.shows("N-034", "T-310"))
    func `what was captured, opened or told last stands first, of whatever domain`() throws {
        let full = try FullDesk()
        var desk = full.desk
        func first(_ count: Int) -> [EntityRef] { desk.view.recents(count).things.map(\.referent) }
        for (command, thing): (WorkspaceCommand, EntityRef) in [
            (.notes(.openNote(full.note, on: Desk.laptop)), .note(full.note)),
            (.boards(.visitBoard(full.board, on: Desk.laptop)), .board(full.board)),
            (.capture(.openCollection(full.plan)), .collection(full.plan)),
            (.studio(.openArtwork(full.artworks[1])), .artwork(full.artworks[1])),
            (.studio(.openStory(full.story)), .story(full.story)),
            (.capture(.rewordItem(full.items[0], to: "Ask two roofers")), .item(full.items[0])),
            (.studio(.renameAlbum(full.album, to: name("Holidays"))), .album(full.album)),
        ] {
            try desk.ask(command)
            #expect(first(1) == [thing])
        }
        #expect(
            first(7) == [
                .album(full.album), .item(full.items[0]), .story(full.story), .artwork(full.artworks[1]),
                .collection(full.plan), .board(full.board), .note(full.note),
            ])
        try desk.ask(.studio(.trashAlbum(full.album)))
        try desk.ask(.capture(.trashItem(full.items[0])))
        #expect(first(1) == [.story(full.story)], "what was deleted is no way back")
    }

    // MARK: - Links

    @Test(.shows("B-06")) func `a link to a thing of any kind survives its renaming, twice`() throws {
        let full = try FullDesk()
        var desk = full.desk
        let source = try desk.note(
            "Index",
            """
            [[House]] [[Plan of the roof]] [[Move]] [[Van]] [[Measure the beams]] [[Renovation]] [[Mia]] [[The ship]]
            [[Summer]] [[Mia sails]]
            """)
        let expected = full.things.map { LinkTarget.thing($0) }
        func targets() -> [LinkTarget] { LinkIndex(of: desk.view).outgoing(from: .note(source)).map(\.target) }
        #expect(targets() == expected)
        for round in ["once", "twice"] {
            for (thing, command): (EntityRef, WorkspaceCommand) in [
                (.folder(full.folder), .notes(.renameFolder(full.folder, to: name("Home \(round)")))),
                (.note(full.note), .notes(.retitleNote(full.note, to: name("Roof \(round)")))),
                (.board(full.board), .boards(.retitleBoard(full.board, to: name("Moving \(round)")))),
                (.card(full.card), .boards(.retitleCard(full.card, to: name("Lorry \(round)")))),
                (.item(full.items[1]), .capture(.rewordItem(full.items[1], to: "Beams \(round)"))),
                (.collection(full.plan), .capture(.renameCollection(full.plan, to: name("Works \(round)")))),
                (.child(full.child), .studio(.renameChild(full.child, to: name("Maria \(round)")))),
                (.artwork(full.artworks[0]), .studio(.captionArtwork(full.artworks[0], name("A boat \(round)")))),
                (.album(full.album), .studio(.renameAlbum(full.album, to: name("August \(round)")))),
                (.story(full.story), .studio(.retitleStory(full.story, to: name("The voyage \(round)")))),
            ] {
                try desk.ask(command)
                #expect(targets() == expected, "after the \(thing.kind.word) was renamed \(round)")
            }
        }
        #expect(desk.view.links(of: .note(source)).outgoing.count == full.things.count)
    }

    @Test(.shows("B-06")) func `a story told anew under another title is still what a link leads to`() throws {
        var full = try FullDesk()
        let source = try full.desk.note("Index", "[[Mia sails]]")
        let request = StoryRequest(
            artworks: Array(full.artworks.prefix(2)), theme: name("Voyage"), names: [name("Mia")])
        try full.desk.ask(.studio(.regenerateStory(full.story, version: 2, request)))
        try full.tell("Mia dives", "Mia dived.", version: 2)
        #expect(full.desk.view.thing(.story(full.story))?.title == name("Mia dives"))
        let found = LinkIndex(of: full.desk.view).outgoing(from: .note(source)).map(\.target)
        #expect(found == [.thing(.story(full.story))])
    }

    @Test(.shows("B-06")) func `links stand in items, artworks and stories too, and their targets know it`() throws {
        var full = try FullDesk()
        try full.desk.ask(
            .capture(.rewordItem(full.items[2], to: "Order wood for [[Plan of the roof]] and [[Nobody]]")))
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: "See [[Van]].")])
        try full.desk.ask(.studio(.annotateArtwork(full.artworks[0], edit)))
        let request = StoryRequest(
            artworks: Array(full.artworks.prefix(2)), theme: name("Voyage"), names: [name("Mia")])
        try full.desk.ask(.studio(.regenerateStory(full.story, version: 2, request)))
        try full.tell("Mia sails", "Mia came out of [[The ship]].", version: 2)
        let view = full.desk.view
        #expect(view.links(of: .note(full.note)).backlinks.map(\.thing?.referent) == [.item(full.items[2])])
        #expect(view.links(of: .card(full.card)).backlinks.map(\.thing?.referent) == [.artwork(full.artworks[0])])
        let ship = view.links(of: .artwork(full.artworks[0])).backlinks.map(\.thing?.referent)
        #expect(Set(ship) == [.story(full.story)])
        #expect(view.links().unresolved.map(\.written) == ["Nobody"])
        var desk = full.desk
        try desk.ask(.notes(.trashNote(full.note)))
        #expect(desk.view.links().trashed.map(\.written) == ["Plan of the roof"])
    }
}
