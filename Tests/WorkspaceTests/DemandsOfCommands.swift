import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@Suite("What commands and views demand")
struct DemandsOfCommands {
    private let note = NoteID(hi: 1, lo: 2)
    private let board = BoardID(hi: 1, lo: 3)

    @Test func `every command writes in the area of its domain`() throws {
        let state = WorkspaceState()
        #expect(WorkspaceCommand.notes(.trashNote(note)).demands(given: state) == [Demand(.write, .notes)])
        #expect(WorkspaceCommand.boards(.trashBoard(board)).demands(given: state) == [Demand(.write, .boards)])
        let named = WorkspaceCommand.registry(.nameActor(ActorID(hi: 1, lo: 4), try Name("Anna")))
        #expect(named.demands(given: state) == [Demand(.write, .registry)])
    }

    @Test(.shows("O-009"))
    func `capturing writes in the captures, which are not shared`() {
        let capture = WorkspaceCommand.capture(.captureItem(ItemID(hi: 1, lo: 6), content: "Milk", captured: .epoch))
        #expect(capture.demands(given: WorkspaceState()) == [Demand(.write, .captures)])
    }

    private static let mila = ChildID(hi: 2, lo: 1)
    private static let jonas = ChildID(hi: 2, lo: 2)

    /// Two children with a picture each.
    private func family() throws -> (state: WorkspaceState, art: [ArtworkID]) {
        var state = WorkspaceState()
        let art = [ArtworkID(hi: 3, lo: 1), ArtworkID(hi: 3, lo: 2)]
        for (index, child) in [Self.mila, Self.jonas].enumerated() {
            let image = ImageFacts(
                id: ImageID(hi: 4, lo: UInt64(index)),
                file: FileFacts(
                    name: try Name("a.jpg"), mediaType: "image/jpeg", sizeBytes: 1,
                    digest: Array(repeating: UInt8(index), count: 32)), widthPixels: 1, heightPixels: 1)
            let today = CalendarDay(daysSinceEpoch: 20_000)
            for command: StudioCommand in [
                .addChild(child, name: try Name("C"), birth: nil, age: 6, avatar: .blank, today: today),
                .uploadArtwork(art[index], of: child, NewArtwork(images: [image], uploaded: today)),
            ] {
                for event in try WorkspaceDecider.decide(.studio(command), given: state) {
                    WorkspaceDecider.evolve(&state, with: event)
                }
            }
        }
        return (state, art)
    }

    private func demands(_ command: StudioCommand, _ state: WorkspaceState) -> [Demand] {
        WorkspaceCommand.studio(command).demands(given: state)
    }

    @Test(.shows("J-203"))
    func `a command of the studio is about the child whose thing it changes`() throws {
        let (state, art) = try family()
        let (mila, jonas) = (Self.mila.entity, Self.jonas.entity)
        #expect(demands(.favouriteArtwork(art[0]), state) == [Demand(.write, .studio, child: mila)])
        #expect(demands(.renameChild(Self.jonas, to: try Name("J")), state) == [Demand(.write, .studio, child: jonas)])
        #expect(
            demands(.reassignArtwork(art[0], to: Self.jonas), state)
                == [Demand(.write, .studio, child: mila), Demand(.write, .studio, child: jonas)])
        // One cannot reach another child's picture under one's own child's name.
        let today = CalendarDay(daysSinceEpoch: 20_000)
        #expect(
            demands(.uploadArtwork(art[1], of: Self.mila, NewArtwork(images: [], uploaded: today)), state)
                == [Demand(.write, .studio, child: mila), Demand(.write, .studio, child: jonas)])
    }

    @Test func `what is about the family, or about nothing known, demands the family as a whole`() throws {
        let (state, _) = try family()
        let whole = [Demand(.write, .studio)]
        #expect(demands(.trashChild(Self.mila), state) == whole)
        #expect(demands(.createAlbum(AlbumID(hi: 5, lo: 1), name: try Name("A")), state) == whole)
        #expect(demands(.favouriteArtwork(ArtworkID(hi: 9, lo: 9)), state) == whole)
        #expect(demands(.turnRemindersOff, state) == whole)
        #expect(demands(.trashStory(StoryID(hi: 9, lo: 9)), state) == whole)
    }

    @Test func `consent is given by who administers, and taken back by whoever writes`() throws {
        let (state, _) = try family()
        let mila = Self.mila.entity
        #expect(
            demands(.giveConsent(.blank, Self.mila), state) == [Demand(.administer, .studio, child: mila)])
        #expect(demands(.withdrawConsent(.blank, Self.mila), state) == [Demand(.write, .studio, child: mila)])
    }

    @Test(.shows("J-310"))
    func `an answer that was no is left open again by who administers, and one that was yes by whoever writes`() throws {
        var (state, _) = try family()
        let mila = Self.mila.entity
        func demands(_ event: StudioEvent) -> [Demand] { WorkspaceEvent.studio(event).demands(given: state) }
        let reopened = StudioEvent.consentReopened(mila, .analysis)
        #expect(demands(reopened) == [Demand(.write, .studio, child: mila)])
        for (answer, deed) in [
            (StudioEvent.consentGiven(mila, .analysis, notice: ""), Demand.Deed.write),
            (.consentWithdrawn(mila, .analysis, notice: ""), .administer),
        ] {
            WorkspaceDecider.evolve(&state, with: .studio(answer))
            #expect(demands(reopened) == [Demand(deed, .studio, child: mila)])
        }
        #expect(demands(.consentReopened(mila, .stories)) == [Demand(.write, .studio, child: mila)])
        #expect(demands(.consentGiven(FamilyID.ours.entity, .analysis, notice: "")) == [Demand(.administer, .studio)])
    }

    @Test(.shows("J-203")) func `whoever may see a thing is asked by what it is and whose`() throws {
        let (state, art) = try family()
        #expect(state.demands(toSee: art[1].entity) == [Demand(.read, .studio, child: Self.jonas.entity)])
        #expect(state.demands(toSee: Self.mila.entity) == [Demand(.read, .studio, child: Self.mila.entity)])
        #expect(state.demands(toSee: FamilyID.ours.entity) == [Demand(.read, .studio)])
        #expect(state.demands(toSee: note.entity).isEmpty)
        var desk = Desk()
        let (page, board) = (try desk.note("Plan"), try desk.board("House"))
        #expect(desk.state.demands(toSee: page.entity) == [Demand(.read, .notes)])
        #expect(desk.state.demands(toSee: board.column.entity) == [Demand(.read, .boards)])
    }
}
