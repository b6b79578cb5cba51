import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@Suite("What commands and views demand")
struct PermissionsOfCommands {
    private let note = NoteID(hi: 1, lo: 2)
    private let board = BoardID(hi: 1, lo: 3)

    @Test func `every command writes in the area of its domain`() throws {
        let state = WorkspaceState()
        #expect(
            WorkspaceCommand.notes(.trashNote(note)).requiredPermissions(given: state) == [RequiredPermission(.write, .notes)])
        #expect(
            WorkspaceCommand.boards(.trashBoard(board)).requiredPermissions(given: state) == [
                RequiredPermission(.write, .boards)
            ])
        let named = WorkspaceCommand.registry(.nameActor(ActorID(hi: 1, lo: 4), try Name("Anna")))
        #expect(named.requiredPermissions(given: state) == [RequiredPermission(.write, .registry)])
    }

    @Test(.shows("O-009"))
    func `capturing writes in the captures, which are not shared`() {
        let capture = WorkspaceCommand.capture(.captureItem(ItemID(hi: 1, lo: 6), content: "Milk", captured: .epoch))
        #expect(capture.requiredPermissions(given: WorkspaceState()) == [RequiredPermission(.write, .captures)])
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

    private func requiredPermissions(_ command: StudioCommand, _ state: WorkspaceState) -> [RequiredPermission] {
        WorkspaceCommand.studio(command).requiredPermissions(given: state)
    }

    @Test(.shows("J-203"))
    func `a command of the studio is about the child whose thing it changes`() throws {
        let (state, art) = try family()
        let (mila, jonas) = (Self.mila.entity, Self.jonas.entity)
        #expect(requiredPermissions(.favouriteArtwork(art[0]), state) == [RequiredPermission(.write, .studio, child: mila)])
        #expect(
            requiredPermissions(.renameChild(Self.jonas, to: try Name("J")), state) == [
                RequiredPermission(.write, .studio, child: jonas)
            ])
        #expect(
            requiredPermissions(.reassignArtwork(art[0], to: Self.jonas), state)
                == [RequiredPermission(.write, .studio, child: mila), RequiredPermission(.write, .studio, child: jonas)])
        // One cannot reach another child's picture under one's own child's name.
        let today = CalendarDay(daysSinceEpoch: 20_000)
        #expect(
            requiredPermissions(.uploadArtwork(art[1], of: Self.mila, NewArtwork(images: [], uploaded: today)), state)
                == [RequiredPermission(.write, .studio, child: mila), RequiredPermission(.write, .studio, child: jonas)])
    }

    @Test func `what is about the family, or about nothing known, demands the family as a whole`() throws {
        let (state, _) = try family()
        let whole = [RequiredPermission(.write, .studio)]
        #expect(requiredPermissions(.trashChild(Self.mila), state) == whole)
        #expect(requiredPermissions(.createAlbum(AlbumID(hi: 5, lo: 1), name: try Name("A")), state) == whole)
        #expect(requiredPermissions(.favouriteArtwork(ArtworkID(hi: 9, lo: 9)), state) == whole)
        #expect(requiredPermissions(.turnRemindersOff, state) == whole)
        #expect(requiredPermissions(.trashStory(StoryID(hi: 9, lo: 9)), state) == whole)
    }

    @Test func `administrators give consent, and everybody who writes takes it back`() throws {
        let (state, _) = try family()
        let mila = Self.mila.entity
        #expect(
            requiredPermissions(.giveConsent(.blank, Self.mila), state) == [
                RequiredPermission(.administer, .studio, child: mila)
            ])
        #expect(
            requiredPermissions(.withdrawConsent(.blank, Self.mila), state) == [
                RequiredPermission(.write, .studio, child: mila)
            ])
    }

    @Test(.shows("J-310"))
    func `administrators leave a refusal open again, and everybody who writes an agreement`() throws {
        var (state, _) = try family()
        let mila = Self.mila.entity
        func requiredPermissions(_ event: StudioEvent) -> [RequiredPermission] {
            WorkspaceEvent.studio(event).requiredPermissions(given: state)
        }
        let reopened = StudioEvent.consentReopened(mila, .analysis)
        #expect(requiredPermissions(reopened) == [RequiredPermission(.write, .studio, child: mila)])
        for (answer, deed) in [
            (StudioEvent.consentGiven(mila, .analysis, notice: ""), RequiredPermission.Action.write),
            (.consentWithdrawn(mila, .analysis, notice: ""), .administer),
        ] {
            WorkspaceDecider.evolve(&state, with: .studio(answer))
            #expect(requiredPermissions(reopened) == [RequiredPermission(deed, .studio, child: mila)])
        }
        #expect(requiredPermissions(.consentReopened(mila, .stories)) == [RequiredPermission(.write, .studio, child: mila)])
        #expect(
            requiredPermissions(.consentGiven(FamilyID.ours.entity, .analysis, notice: "")) == [
                RequiredPermission(.administer, .studio)
            ])
    }

    @Test(.shows("J-203")) func `the permission to see a thing depends on what it is and whose`() throws {
        let (state, art) = try family()
        #expect(
            state.requiredPermissions(toSee: art[1].entity) == [RequiredPermission(.read, .studio, child: Self.jonas.entity)])
        #expect(
            state.requiredPermissions(toSee: Self.mila.entity) == [RequiredPermission(.read, .studio, child: Self.mila.entity)])
        #expect(state.requiredPermissions(toSee: FamilyID.ours.entity) == [RequiredPermission(.read, .studio)])
        #expect(state.requiredPermissions(toSee: note.entity).isEmpty)
        var desk = Desk()
        let (page, board) = (try desk.note("Plan"), try desk.board("House"))
        #expect(desk.state.requiredPermissions(toSee: page.entity) == [RequiredPermission(.read, .notes)])
        #expect(desk.state.requiredPermissions(toSee: board.column.entity) == [RequiredPermission(.read, .boards)])
    }
}
