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
    private func morning(_ house: WorkspaceFixture) -> [WorkspaceCommand] {
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

    private func begin(_ guests: GuestSandbox, _ house: WorkspaceFixture, lasting seconds: Int64 = 3_600) async throws
        -> GuestVisit
    {
        try await guests.begin(house.id(), secret: secret.digest, from: "192.0.2.1", lasting: seconds)
    }

    private func open(_ visit: GuestVisit, in guests: GuestSandbox) async throws -> WorkspaceActor {
        try await WorkspaceActor.openOrCreate(
            at: GuestSandbox.paths, in: try await guests.runtime(of: visit.guest))
    }

    @Test(.shows("J-605", "J-618"))
    func `nothing of a guest that does not register ever reaches the disk`() async throws {
        let house = try WorkspaceFixture()
        let guests = GuestSandbox(in: house.runtime)
        let visit = try await begin(guests, house)
        var room: WorkspaceActor? = try await open(visit, in: guests)
        let workspace = try #require(room)
        _ = try await workspace.perform(morning(house), as: visit.author)
        let photo = try workspace.blobs.keep([0xFF, 0xD8, 1, 2, 3], for: .workspace)
        try workspace.blobs.keepDerived([1, 2], "320", of: photo)
        let upload = try workspace.uploads.create(
            house.id(), lengthBytes: 3, expires: visit.expires, UploadFacts(sender: visit.guest.entity))
        _ = try workspace.uploads.append([7, 8][...], to: upload)
        #expect(await workspace.view.boards.liveBoards.count == 1)
        #expect(guests.allowance.usedBytes > 0)
        // Closed and opened again, all of it is there: it is a disk.
        try await workspace.close()
        room = try await open(visit, in: guests)
        #expect(await room?.view.boards.liveBoards.count == 1)
        #expect(try room?.blobs.read(photo) == [0xFF, 0xD8, 1, 2, 3])
        try await room?.close()

        try await guests.end(visit.guest)
        #expect(await guests.count == 0)
        #expect(files(below: house.data.path).isEmpty, "a guest left something behind")
        await #expect(throws: GuestRefusal.noSuchGuest) { try await guests.runtime(of: visit.guest) }
        #expect(await guests.visit(bearing: secret.digest) == nil)
    }

    @Test(.shows("J-605", "J-618"))
    func `what a guest kept is no longer in memory once the visit is over`() async throws {
        let house = try WorkspaceFixture()
        let guests = GuestSandbox(in: house.runtime)
        func stay() async throws {
            let visit = try await begin(guests, house)
            let workspace = try await open(visit, in: guests)
            _ = try await workspace.perform(morning(house), as: visit.author)
            _ = try workspace.blobs.keep([UInt8](repeating: 7, count: 100_000), for: .workspace)
            #expect(guests.allowance.usedBytes > 100_000)
            try await workspace.close()
            try await guests.end(visit.guest)
        }
        try await stay()
        // The last that had the disk in its hands lets go of it on a thread of its own.
        while guests.allowance.usedBytes > 0 { await Task.yield() }
    }

    @Test(.shows("J-605"))
    func `the sixth upload is refused, and a retried one is not counted`() async throws {
        let house = try WorkspaceFixture()
        let guests = GuestSandbox(in: house.runtime)
        let guest = try await begin(guests, house).guest
        let last: EntityID = house.id()
        for _ in 1...4 { try await guests.countUpload(house.id(), of: guest) }
        try await guests.countUpload(last, of: guest)
        try await guests.countUpload(last, of: guest)
        #expect(try await guests.visit(guest).uploadsLeft == 0)
        await #expect(throws: GuestRefusal.guestLimit(max: 5)) { try await guests.countUpload(house.id(), of: guest) }
        try await guests.dropUpload(last, of: guest)
        try await guests.countUpload(house.id(), of: guest)
    }

    @Test func `a visit ends by itself`() async throws {
        let house = try WorkspaceFixture()
        let guests = GuestSandbox(in: house.runtime)
        // The clock of the test moves one second per look.
        let visit = try await begin(guests, house, lasting: 8)
        let workspace = try await open(visit, in: guests)
        #expect(await guests.sweep().isEmpty)
        for _ in 0..<8 { _ = house.runtime.now() }
        await #expect(throws: GuestRefusal.noSuchGuest) { try await guests.runtime(of: visit.guest) }
        #expect(await guests.sweep() == [visit.guest])
        #expect(await guests.count == 0)
        try await workspace.close()
    }

    @Test func `a guest keeps so much and no more, and all together neither`() async throws {
        let house = try WorkspaceFixture()
        let limits = GuestSandboxLimits(guestBytesMax: 12 << 20, allBytesMax: 20 << 20)
        let guests = GuestSandbox(in: house.runtime, limits: limits)
        let visit = try await begin(guests, house)
        let workspace = try await open(visit, in: guests)
        try await guests.checkRoom(of: visit.guest, for: 7 << 20, after: 1)
        await #expect(throws: GuestRefusal.guestFull) {
            try await guests.checkRoom(of: visit.guest, for: 8 << 20, after: 1)
        }
        await #expect(throws: GuestRefusal.guestFull) {
            try await guests.checkRoom(of: visit.guest, after: UInt64(GuestSandbox.recordsMax))
        }
        // What goes beyond in spite of that is refused as by a full disk, and costs nothing but itself.
        #expect(throws: RuntimeFailure.self) {
            try workspace.blobs.keep([UInt8](repeating: 7, count: 13 << 20), for: .workspace)
        }
        _ = try await workspace.perform(morning(house), as: visit.author)
        try workspace.blobs.keep([UInt8](repeating: 7, count: 9 << 20), for: .workspace)
        await #expect(throws: GuestRefusal.guestFull) { try await guests.checkRoom(of: visit.guest, after: 1) }

        // Together they have 20 MiB: another may have less than it could alone, and a third does not begin.
        let other = FreshSecret()
        let second = try await guests.begin(house.id(), secret: other.digest, from: "192.0.2.2", lasting: 3_600)
        try await guests.checkRoom(of: second.guest, for: 6 << 20, after: 1)
        await #expect(throws: GuestRefusal.guestFull) {
            try await guests.checkRoom(of: second.guest, for: 8 << 20, after: 1)
        }
        let room = try await open(second, in: guests)
        try room.blobs.keep([UInt8](repeating: 8, count: 7 << 20), for: .workspace)
        await #expect(throws: GuestRefusal.tooManyGuests(max: 2)) {
            try await guests.begin(house.id(), secret: FreshSecret().digest, from: "192.0.2.3", lasting: 3_600)
        }
        try await workspace.close()
        try await room.close()
    }

    @Test(.shows("J-605"))
    func `registering replays the visit into the account, with the same identifiers and times`() async throws {
        let house = try WorkspaceFixture()
        let guests = GuestSandbox(in: house.runtime)
        let people = Neighbours(house)
        let visit = try await begin(guests, house)
        let room = try await open(visit, in: guests)
        _ = try await room.perform(morning(house), as: visit.author)
        let photo = try room.blobs.keep([0xFF, 0xD8, 1, 2, 3], for: .workspace)
        let seen = await room.view
        try await room.close()

        let book = try await people.open()
        try await people.move(into: book)
        let workspace = try await house.create()
        let author = Author(actor: people.anna.as(Actor.self), device: people.phone.as(Device.self))
        let leaving = try await guests.leave(visit.guest)
        await #expect(throws: GuestRefusal.guestLeaving) { try await guests.runtime(of: visit.guest) }
        await #expect(throws: GuestRefusal.guestLeaving) { try await guests.leave(visit.guest) }
        let left = try await WorkspaceActor.openOrCreate(at: GuestSandbox.paths, in: leaving)
        let outcome = try await workspace.adopt(left, as: author)
        try await left.close()
        try await guests.left(visit.guest, as: people.anna)
        #expect(outcome.facts.count == 4)
        // To the byte, times and all, but that it was Anna who did it.
        let renamed = seen.everything().replacing(
            seen.name(of: visit.author.actor), with: seen.name(of: author.actor))
        expectEqual(await workspace.view.everything(), renamed)
        #expect(try workspace.blobs.read(photo) == [0xFF, 0xD8, 1, 2, 3])
        #expect(await guests.count == 0)
        #expect(outcome.facts.allSatisfy { $0.actor == author.actor })
        #expect(await workspace.view.notes.notes.ids == seen.notes.notes.ids)
        // Once, and as one batch that can be taken back.
        #expect(try workspace.replay().view == (await workspace.view))
        _ = try await workspace.undo(as: author)
        #expect(await workspace.view.boards.liveBoards.isEmpty)
        await #expect(throws: GuestRefusal.noSuchGuest) { try await guests.leave(visit.guest) }
        try await workspace.close()
        try await book.close()
    }

    @Test func `a workspace that holds something is not converted into, and the visit goes on`() async throws {
        let house = try WorkspaceFixture()
        let guests = GuestSandbox(in: house.runtime)
        let visit = try await begin(guests, house)
        let room = try await open(visit, in: guests)
        _ = try await room.perform(morning(house), as: visit.author)
        let workspace = try await house.create()
        _ = try await workspace.perform(morning(house), as: house.anna)
        let before = await workspace.lastSequence
        _ = try await guests.leave(visit.guest)
        await #expect(throws: RuntimeFailure.alreadyExists(path: house.paths.root)) {
            try await workspace.adopt(room, as: house.anna)
        }
        await guests.stay(visit.guest)
        #expect(await workspace.lastSequence == before)
        #expect(try await guests.runtime(of: visit.guest).disk is MemoryDisk)
        #expect(await room.view.boards.liveBoards.count == 1)
        try await room.close()
        try await workspace.close()
    }
}

@Suite("The gate of a workspace")
struct AuthorizingInAWorkspace {
    @Test(.shows("P-701", "J-108"))
    func `an editor writes notes, and boards are the owner's alone`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let desk: UserDeviceID = house.id()
        let session: SessionID = house.id()
        let now = house.runtime.now()
        _ = try await book.perform(
            [
                .addDevice(desk, of: people.ben, name: Name(good: "Desk")),
                .openSession(
                    session, of: people.ben, on: desk, secret: FreshSecret().digest, at: now,
                    expires: Instant(microseconds: now.microseconds + 3_600_000_000)),
            ], by: .machine, as: people.keeper)
        let ben = Principal.session(session)
        let anna = try await people.signIn(FreshSecret(), at: book)
        let authorizer = WorkspaceAuthorizer(of: people.home, given: await book.state)
        let workspace = try await house.create()
        let note = WorkspaceCommand.notes(.createNote(house.id(), title: nil, body: "", in: nil))
        let board = WorkspaceCommand.boards(.openBoard(house.id(), title: Name(good: "B"), columns: []))
        _ = try await workspace.perform([note], by: ben, through: authorizer, as: house.ben)
        await #expect(throws: AuthorizationError.ownersOnly) {
            try await workspace.perform([board], by: ben, through: authorizer, as: house.ben)
        }
        await #expect(throws: AuthorizationError.notAMember) {
            try await workspace.perform(
                [note], by: anna, through: WorkspaceAuthorizer(of: house.id(), given: authorizer.accounts), as: house.anna)
        }
        _ = try await workspace.perform([board], by: anna, through: authorizer, as: house.anna)
        #expect(await workspace.view.boards.liveBoards.count == 1)
        try await workspace.close()
        try await book.close()
    }
}
