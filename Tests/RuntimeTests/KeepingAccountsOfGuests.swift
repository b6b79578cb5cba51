import Accounts
import Boards
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Trying it out without an account")
struct KeepingAccountsOfGuests {
    private let secret = FreshSecret()

    /// A guest's morning: a board, a note, an edit.
    private func morning(_ house: Household) -> [WorkspaceCommand] {
        let board: BoardID = house.id()
        let column: ColumnID = house.id()
        let note: NoteID = house.id()
        return [
            .boards(
                .openBoard(board, title: Name(good: "Trip"), columns: [.init(id: column, name: Name(good: "All"))])),
            .boards(.addCard(house.id(), to: column, title: Name(good: "Pack"), description: "Socks.", above: nil)),
            .notes(.createNote(note, title: Name(good: "Ideas"), body: "One.\n", in: nil)),
        ]
    }

    private func files(below path: String) -> [String] {
        FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    }

    @Test(.shows("J-605", "J-618"))
    func `nothing of a guest that does not register ever reaches the disk`() async throws {
        let house = try Household()
        let guests = GuestHouse(in: house.surroundings)
        let guest: GuestID = house.id()
        try await guests.begin(guest, secret: secret.digest, lasting: 3600)
        _ = try await guests.perform(morning(house), for: guest)
        let photo = try await guests.upload([0xFF, 0xD8, 1, 2, 3], as: house.id(), for: guest)
        #expect(await guests.view(of: guest)?.boards.liveBoards.count == 1)
        try await guests.end(guest)
        #expect(await guests.view(of: guest) == nil)
        #expect(await guests.count == 0)
        #expect(files(below: house.data.path).isEmpty, "a guest left something behind")
        #expect(!photo.text.isEmpty)
        await #expect(throws: GuestRefusal.noSuchGuest) { try await guests.perform(morning(house), for: guest) }
    }

    @Test(.shows("J-605"))
    func `the sixth upload is refused, and a retried one is not counted`() async throws {
        let house = try Household()
        let guests = GuestHouse(in: house.surroundings)
        let guest: GuestID = house.id()
        try await guests.begin(guest, secret: secret.digest, lasting: 3600)
        let last: EntityID = house.id()
        for number in 1...4 as ClosedRange<UInt8> { _ = try await guests.upload([number], as: house.id(), for: guest) }
        _ = try await guests.upload([5], as: last, for: guest)
        _ = try await guests.upload([5], as: last, for: guest)
        await #expect(throws: GuestRefusal.guestLimit(max: 5)) {
            try await guests.upload([6], as: house.id(), for: guest)
        }
    }

    @Test func `a visit ends by itself`() async throws {
        let house = try Household()
        let guests = GuestHouse(in: house.surroundings)
        let guest: GuestID = house.id()
        // The clock of the test moves one second per look.
        try await guests.begin(guest, secret: secret.digest, lasting: 5)
        _ = try await guests.perform(morning(house), for: guest)
        for _ in 0..<6 { _ = house.surroundings.now() }
        await #expect(throws: GuestRefusal.noSuchGuest) { try await guests.perform(morning(house), for: guest) }
        #expect(await guests.count == 0)
    }

    @Test(.shows("J-605"))
    func `registering replays the visit into the account, with the same identifiers and times`() async throws {
        let house = try Household()
        let guests = GuestHouse(in: house.surroundings)
        let people = Neighbours(house)
        let guest: GuestID = house.id()
        try await guests.begin(guest, secret: secret.digest, lasting: 3600)
        _ = try await guests.perform(morning(house), for: guest)
        let photo = try await guests.upload([0xFF, 0xD8, 1, 2, 3], as: house.id(), for: guest)
        let seen = try #require(await guests.view(of: guest))

        let book = try await people.open()
        try await people.move(into: book)
        let workspace = try await house.create()
        let author = Author(actor: people.anna.as(Actor.self), device: people.phone.as(Device.self))
        let outcome = try await guests.convert(guest, to: people.anna, into: workspace, as: author)
        #expect(outcome.facts.count == 4)
        // To the byte, times and all, but that it was Anna who did it.
        let renamed = seen.everything().replacing(
            seen.name(of: guest.as(Actor.self)), with: seen.name(of: author.actor))
        expectEqual(await workspace.view.everything(), renamed)
        #expect(try workspace.blobs.read(photo) == [0xFF, 0xD8, 1, 2, 3])
        #expect(await guests.count == 0)
        #expect(outcome.facts.allSatisfy { $0.actor == author.actor })
        #expect(await workspace.view.notes.notes.ids == seen.notes.notes.ids)
        // Once, and as one batch that can be taken back.
        #expect(try workspace.replay().view == (await workspace.view))
        _ = try await workspace.undo(as: author)
        #expect(await workspace.view.boards.liveBoards.isEmpty)
        await #expect(throws: GuestRefusal.noSuchGuest) {
            try await guests.convert(guest, to: people.ben, into: workspace, as: author)
        }
        try await workspace.close()
        try await book.close()
    }

    @Test func `a workspace that holds something is not converted into, and the visit goes on`() async throws {
        let house = try Household()
        let guests = GuestHouse(in: house.surroundings)
        let guest: GuestID = house.id()
        try await guests.begin(guest, secret: secret.digest, lasting: 3600)
        _ = try await guests.perform(morning(house), for: guest)
        let workspace = try await house.create()
        _ = try await workspace.perform(morning(house), as: house.anna)
        let before = await workspace.lastSequence
        await #expect(throws: RuntimeFailure.alreadyExists(path: house.paths.root)) {
            try await guests.convert(guest, to: house.id(), into: workspace, as: house.anna)
        }
        #expect(await workspace.lastSequence == before)
        #expect(await guests.view(of: guest)?.boards.liveBoards.count == 1)
        try await workspace.close()
    }
}

@Suite("The gate of a workspace")
struct TheGateOfAWorkspace {
    @Test(.shows("P-701", "J-108"))
    func `an editor writes notes, and boards are the owner's alone`() async throws {
        let house = try Household()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let desk: UserDeviceID = house.id()
        let session: SessionID = house.id()
        let now = house.surroundings.now()
        _ = try await book.perform(
            [
                .addDevice(desk, of: people.ben, name: Name(good: "Desk")),
                .openSession(
                    session, of: people.ben, on: desk, secret: FreshSecret().digest, at: now,
                    expires: Instant(microseconds: now.microseconds + 3_600_000_000)),
            ], by: .machine, as: people.keeper)
        let ben = Principal.session(session)
        let anna = try await people.signIn(FreshSecret(), at: book)
        let gate = Gate(of: people.home, given: await book.state)
        let workspace = try await house.create()
        let note = WorkspaceCommand.notes(.createNote(house.id(), title: nil, body: "", in: nil))
        let board = WorkspaceCommand.boards(.openBoard(house.id(), title: Name(good: "B"), columns: []))
        _ = try await workspace.perform([note], by: ben, through: gate, as: house.ben)
        await #expect(throws: Denial.ownersOnly) {
            try await workspace.perform([board], by: ben, through: gate, as: house.ben)
        }
        await #expect(throws: Denial.notAMember) {
            try await workspace.perform(
                [note], by: anna, through: Gate(of: house.id(), given: gate.accounts), as: house.anna)
        }
        _ = try await workspace.perform([board], by: anna, through: gate, as: house.anna)
        #expect(await workspace.view.boards.liveBoards.count == 1)
        try await workspace.close()
        try await book.close()
    }

    @Test(arguments: ViewKind.allCases)
    func `every view asks for something, and the owner sees all of them`(view: ViewKind) async throws {
        let house = try Household()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let anna = try await people.signIn(FreshSecret(), at: book)
        let gate = Gate(of: people.home, given: await book.state)
        #expect(!view.demands().isEmpty)
        #expect(view.demands().allSatisfy { $0.deed == .read })
        let now = house.surroundings.now()
        try gate.check(anna, maySee: view, at: now)
        try gate.check(.machine, maySee: view, at: now)
        #expect(throws: Denial.notSignedIn) { try gate.check(.token(house.id()), maySee: view, at: now) }
        #expect(throws: Denial.notAMember) { try gate.check(.guest(house.id()), maySee: view, at: now) }
        try await book.close()
    }
}
