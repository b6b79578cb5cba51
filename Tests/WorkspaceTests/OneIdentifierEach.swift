import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@Suite("An identifier is one thing's alone")
struct OneIdentifierEach {
    @Test func `nothing is made under the identifier of a thing of another kind, whatever the two are`() throws {
        let house = try House()
        #expect(Set(house.things.map(\.kind)) == Set(SubjectKind.allCases))
        for kind in SubjectKind.allCases {
            for thing in house.things where thing.kind != kind {
                guard let command = house.making(kind, thing.entity) else { continue }
                #expect(throws: WorkspaceRefusal.across(.identifierTaken(thing.entity)), "\(kind) as \(thing.kind)") {
                    try WorkspaceDecider.decide(command, given: house.desk.state)
                }
            }
        }
    }

    @Test func `a file hangs on a card under the identifier of nothing else either`() throws {
        let house = try House()
        let card = try #require(house.things.first { $0.kind == .card }).entity.as(Card.self)
        for thing in house.things where thing.kind != .file {
            let file = thing.entity.as(AttachedFile.self)
            #expect(throws: WorkspaceRefusal.across(.identifierTaken(thing.entity)), "\(thing.kind)") {
                try WorkspaceDecider.decide(.boards(.attachFile(card, file, .some("a.pdf"))), given: house.desk.state)
            }
        }
        var desk = house.desk
        let file: AttachmentID = desk.id()
        let events = try WorkspaceDecider.decide(
            .boards(.attachFile(card, file, .some("a.pdf"))), given: house.desk.state)
        #expect(!events.isEmpty)
    }

    @Test(.shows("C-01")) func `what is made again under its own identifier is there already`() throws {
        let house = try House()
        for thing in house.things {
            guard let command = house.making(thing.kind, thing.entity) else { continue }
            let again = try WorkspaceDecider.decide(command, given: house.desk.state)
            #expect(again.isEmpty, "\(thing.kind)")
        }
    }

    @Test func `what is made together shares no identifier either, and an import is held to it too`() throws {
        var desk = Desk()
        let board: BoardID = desk.id()
        let column = NewColumn(id: board.as(Column.self), name: Name(recorded: "To Do"))
        #expect(throws: WorkspaceRefusal.across(.identifierTaken(board.entity))) {
            try desk.ask(.boards(.openBoard(board, title: Name(recorded: "House"), columns: [column])))
        }
        let house = try House()
        let told = ImportStep(
            telling: .studio(.albumCreated(house.child.as(Album.self), name: Name(recorded: "Ada"), filter: nil)),
            originTime: nil, originActor: nil)
        #expect(throws: WorkspaceRefusal.across(.identifierTaken(house.child.entity))) {
            try told.events(given: house.desk.state)
        }
    }

    @Test func `what was undone keeps its identifier, and comes back under it`() throws {
        var desk = Desk()
        let note: NoteID = desk.id()
        let making = WorkspaceCommand.notes(.createNote(note, title: nil, body: "Milk", in: nil))
        let made = try desk.ask(making)
        try desk.undo(made)
        #expect(throws: WorkspaceRefusal.across(.identifierTaken(note.entity))) {
            try desk.ask(.studio(.createAlbum(note.as(Album.self), name: Name(recorded: "Sea"))))
        }
        let again = try desk.ask(making)
        #expect(!again.isEmpty)
    }

    /// Its identifier follows from the child's: the first to take it would keep the child's pictures out for ever.
    @Test func `what is celebrated by itself keeps no picture out, whatever has its identifier`() throws {
        let house = try House()
        let milestone = try #require(Array(house.desk.state.studio.model.milestones.ids).first)
        var desk = Desk()
        for command in [
            house.making(.child, house.child.entity), house.making(.album, milestone.entity),
            house.making(.artwork, house.artworks[0].entity),
        ] {
            let command = try #require(command)
            try desk.ask(command)
        }
        #expect(desk.state.studio.model.milestones.has(milestone))
        #expect(desk.state.studio.model.albums.has(milestone.as(Album.self)))
    }
}

/// One thing of every kind that there is.
private struct House {
    private(set) var desk: Desk
    private(set) var things: [EntityKey] = []
    let note: NoteID
    let board: BoardID
    let column: ColumnID
    let item: ItemID
    let child: ChildID
    let artworks: [ArtworkID]

    private static let today = CalendarDay(daysSinceEpoch: 20_778)
    private static let digest = [UInt8](repeating: 1, count: 32)
    private static let method = AnalysisMethod(
        provider: Name(recorded: "local"), model: Name(recorded: "sketch"), version: 1)

    init() throws {
        var desk = Desk()
        note = desk.id()
        board = desk.id()
        column = desk.id()
        item = desk.id()
        child = desk.id()
        artworks = [desk.id(), desk.id()]
        self.desk = desk
        for (kind, id) in [
            (.note, note.entity), (.board, board.entity), (.column, column.entity), (.item, item.entity),
            (.child, child.entity), (.artwork, artworks[0].entity), (.artwork, artworks[1].entity),
        ] as [(SubjectKind, EntityID)] { try make(kind, id) }
        let name = Name(recorded: "Anna")
        for command: WorkspaceCommand in [
            .studio(.giveConsent(.analysis, nil)), .studio(.giveConsent(.stories, nil)),
            .registry(.nameActor(Desk.anna, name)), .registry(.nameDevice(Desk.laptop, name)),
            .capture(.dismissPrompt(.organise)),
        ] { try self.desk.ask(command) }
        for kind: SubjectKind in [
            .folder, .file, .card, .collection, .tag, .run, .album, .analysis, .story, .milestone,
        ] {
            let id: EntityID = self.desk.id()
            try make(kind, id)
        }
        things += [
            EntityKey(.actor, Desk.anna), EntityKey(.device, Desk.laptop), EntityKey(.prompt, PromptKind.organise.id),
            EntityKey(.family, FamilyID.ours),
        ]
    }

    private mutating func make(_ kind: SubjectKind, _ id: EntityID) throws {
        let command = try #require(making(kind, id))
        try desk.ask(command)
        things.append(EntityKey(kind, id))
    }

    /// The command that makes a thing; nil for kinds that nobody makes.
    func making(_ kind: SubjectKind, _ id: EntityID) -> WorkspaceCommand? {
        let name = Name(recorded: "Thing " + id.text.suffix(6))
        switch kind {
        case .actor, .device, .prompt, .family: return nil
        case .folder: return .notes(.createFolder(id.as(Folder.self), name: name, in: nil))
        case .note: return .notes(.createNote(id.as(Note.self), title: name, body: "", in: nil))
        case .file: return .notes(.attachFile(id.as(AttachedFile.self), to: .note(note), .some("a.pdf")))
        case .board: return .boards(.openBoard(id.as(Board.self), title: name, columns: []))
        case .column: return .boards(.addColumn(id.as(Column.self), to: board, name: name, above: nil))
        case .card:
            return .boards(.addCard(id.as(Card.self), to: column, title: name, description: "", above: nil))
        case .item: return .capture(.captureItem(id.as(CapturedItem.self), content: "Milk", captured: .epoch))
        case .collection:
            return .capture(.createCollection(id.as(ItemCollection.self), name: name, isStructured: true))
        case .tag: return .capture(.createTag(id.as(ItemTag.self), name: name, colour: .none))
        case .run:
            let request = RunRequest(
                items: [item], provider: "local", model: "small", promptVersion: "1", inputDigest: Self.digest,
                month: CalendarMonth(of: Self.today), allowance: .free)
            return .capture(.requestRun(id.as(OrganiseRun.self), request))
        case .child:
            return .studio(
                .addChild(id.as(Child.self), name: name, birth: nil, age: 6, avatar: .none, today: Self.today))
        case .artwork:
            let image = ImageFacts(
                id: id.as(ArtImage.self), file: .some("a.png", type: "image/png"), widthPixels: 10, heightPixels: 10)
            let upload = NewArtwork(images: [image], uploaded: Self.today)
            return .studio(.uploadArtwork(id.as(Artwork.self), of: child, upload, ifKnown: .kept))
        case .album: return .studio(.createAlbum(id.as(Album.self), name: name))
        case .analysis:
            return .studio(
                .requestAnalysis(id.as(Analysis.self), artworks[0], Self.method, inputDigest: Self.digest))
        case .story:
            return .studio(
                .requestStory(id.as(Story.self), StoryRequest(artworks: artworks, theme: name, names: [name])))
        case .milestone:
            return .studio(.celebrateMilestone(id.as(Milestone.self), name: name, of: child, on: Self.today))
        }
    }
}
