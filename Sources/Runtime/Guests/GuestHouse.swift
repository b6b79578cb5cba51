package import Accounts
import JournalEngine
package import Kernel

/// Where people try it out without an account: each in a workspace whose disk is memory. Requirements J-605 and J-618.
///
/// The workspace is one like any other, with a journal, files, uploads and an index of words; nothing of it reaches a real
/// disk, because it knows none. The house knows who is there, for how long and how much they may keep. A visit that is
/// not converted is gone when it ends, with its pictures.
package actor GuestHouse {
    package nonisolated let limits: HouseLimits
    /// What all guests keep together.
    package nonisolated let allowance: MemoryAllowance
    private nonisolated let surroundings: Surroundings
    private var state = GuestDecider.initial
    private var rooms: [GuestID: Room] = [:]

    private struct Room {
        let disk: MemoryDisk
        let allowance: MemoryAllowance
        /// What they made is on its way into an account: nobody changes it meanwhile.
        var isLeaving = false
    }

    /// Records in one visit: enough to try everything, too few to fill the memory with views of them.
    package static let recordsMax = 10_000
    package static let uploadBytesMax = 25 << 20
    /// What a change may take that began while there was room: none begins with less.
    package static let reserveBytes = 4 << 20
    /// Where a guest's workspace lies on its own disk.
    package static let paths = WorkspacePaths(root: "/visit")

    /// - Parameter surroundings: the installation's, for its clock and chance; its disk and its keys are not asked.
    package init(in surroundings: Surroundings = Surroundings(), limits: HouseLimits = HouseLimits()) {
        self.limits = limits
        self.surroundings = Surroundings(now: surroundings.now, chance: surroundings.chance)
        allowance = MemoryAllowance(bytesMax: limits.allBytesMax)
    }

    /// How many guests are in the house.
    package var count: Int { rooms.count }

    /// Begins a visit; `id` and `secret` are the caller's, so that beginning it twice begins it once.
    ///
    /// - Parameter address: where on the network they come from; so many at once may come from there.
    /// - Throws: `GuestRefusal`.
    package func begin(
        _ id: GuestID, secret: SecretDigest, from address: String, lasting seconds: Int64
    ) throws(GuestRefusal) -> GuestVisit {
        let now = surroundings.now()
        let expires = Instant(microseconds: now.microseconds + seconds * 1_000_000)
        let start = GuestStart(
            id, secret: secret, from: Array(address.utf8), at: now, until: expires, limits: limits.guests)
        guard rooms[id] != nil || allowance.freeBytes > Self.reserveBytes else {
            throw .tooManyGuests(max: state.presentCount(at: now))
        }
        try take(.startGuest(start))
        if rooms[id] == nil {
            let own = MemoryAllowance(bytesMax: limits.guestBytesMax, of: allowance)
            rooms[id] = Room(disk: MemoryDisk(own), allowance: own)
        }
        return try visit(id)
    }

    /// Whose visit this secret belongs to; nil when it is over.
    package func visit(bearing secret: SecretDigest) -> GuestVisit? {
        guard let id = state.bearer(of: secret, at: surroundings.now()), let guest = state.guests[id] else { return nil }
        return GuestVisit(id, guest)
    }

    /// - Throws: `GuestRefusal.noSuchGuest` when it is over.
    package func visit(_ id: GuestID) throws(GuestRefusal) -> GuestVisit {
        guard let guest = state.guests[id], guest.isPresent(at: surroundings.now()) else { throw .noSuchGuest }
        return GuestVisit(id, guest)
    }

    /// What a guest's workspace is opened in, at `paths`.
    package func surroundings(of id: GuestID) throws(GuestRefusal) -> Surroundings {
        surroundings(on: try room(of: id).disk)
    }

    private func surroundings(on disk: MemoryDisk) -> Surroundings {
        var other = surroundings
        other.disk = disk
        return other
    }

    /// - Parameters:
    ///   - byteCount: what is to come in; 0 for what hardly counts, such as a command.
    ///   - sequence: the last record of the guest's workspace.
    /// - Throws: `GuestRefusal.guestFull` when nothing more may begin.
    package func checkRoom(of id: GuestID, for byteCount: Int = 0, after sequence: UInt64) throws(GuestRefusal) {
        let room = try room(of: id)
        let journalBytes = room.disk.byteCount(inDirectory: Self.paths.journal)
        guard sequence < Self.recordsMax, journalBytes < limits.guestJournalBytesMax,
            byteCount <= room.allowance.freeBytes - Self.reserveBytes
        else { throw .guestFull }
    }

    /// Counts an upload that begins; the sixth is refused.
    ///
    /// - Parameter file: minted by the caller, so that a retried upload is counted once.
    package func countUpload(_ file: EntityID, of id: GuestID) throws(GuestRefusal) {
        _ = try room(of: id)
        try take(.countGuestUpload(id, file: file, at: surroundings.now()))
    }

    /// Counts an upload no more: it never arrived.
    package func dropUpload(_ file: EntityID, of id: GuestID) throws(GuestRefusal) {
        try take(.dropGuestUpload(id, file: file))
    }

    /// Ends a visit. Nothing of it can be reached after this; it is gone with whoever still has it open.
    package func end(_ id: GuestID) throws(GuestRefusal) {
        guard rooms[id]?.isLeaving != true else { throw .guestLeaving }
        try take(.endGuest(id))
        rooms[id] = nil
    }

    /// Forgets who has run out of time.
    ///
    /// - Returns: who that is; whoever has their workspaces open closes them.
    package func sweep() -> [GuestID] {
        let now = surroundings.now()
        let over = rooms.filter { id, room in
            !room.isLeaving && !(state.guests[id]?.isPresent(at: now) ?? false)
        }.map(\.key)
        for id in over { rooms[id] = nil }
        if rooms.allSatisfy({ !$0.value.isLeaving }) { state = state.forgettingThePast(at: now) }
        return over
    }

    /// Returns whether an identifier is a guest's.
    package func knows(_ id: EntityID) -> Bool { state.guests.has(id.as(VisitingGuest.self)) }

    private func room(of id: GuestID) throws(GuestRefusal) -> Room {
        guard let room = rooms[id], let guest = state.guests[id], guest.isPresent(at: surroundings.now()) else {
            throw .noSuchGuest
        }
        guard !room.isLeaving else { throw .guestLeaving }
        return room
    }

    private func take(_ command: GuestCommand) throws(GuestRefusal) {
        for event in try GuestDecider.decide(command, given: state) { GuestDecider.evolve(&state, with: event) }
    }
}

// Becoming a user.
extension GuestHouse {
    /// Lets nobody into a guest's workspace from now on, so that it can be taken over as it is; time stands still for it.
    ///
    /// - Returns: what to open it in.
    /// - Throws: `GuestRefusal`, such as `guestLeaving` when somebody takes it over already.
    package func leave(_ id: GuestID) throws(GuestRefusal) -> Surroundings {
        let room = try room(of: id)
        rooms[id]?.isLeaving = true
        return surroundings(on: room.disk)
    }

    /// The visit goes on: it could not be taken over.
    package func stay(_ id: GuestID) { rooms[id]?.isLeaving = false }

    /// The visit is over: all of it is on disk elsewhere.
    package func left(_ id: GuestID, as user: UserID) throws(GuestRefusal) {
        // Decided as of when it began to leave: it may have run out of time on the way.
        let now = state.guests[id].map { min(surroundings.now(), $0.expires.before) } ?? surroundings.now()
        rooms[id] = nil
        try take(.convertGuest(id, to: user, at: now))
    }
}

extension Instant {
    fileprivate var before: Instant { Instant(microseconds: microseconds - 1) }
}

/// How many guests there may be, and how much they may keep.
package struct HouseLimits: Sendable, Equatable {
    package var guests: GuestLimits
    /// Of one guest: journal, files and what is made of them.
    package var guestBytesMax: Int
    /// Of all together.
    package var allBytesMax: Int

    package init(guests: GuestLimits = GuestLimits(), guestBytesMax: Int = 64 << 20, allBytesMax: Int = 512 << 20) {
        self.guests = guests
        self.guestBytesMax = guestBytesMax
        self.allBytesMax = allBytesMax
    }

    /// Of one guest's journal: what stands in it is in memory once more as state and views.
    package var guestJournalBytesMax: Int { guestBytesMax / 4 }
}

/// One guest's visit, as they may see it.
package struct GuestVisit: Sendable, Equatable {
    package var guest: GuestID
    package var expires: Instant
    package var uploadsLeft: Int

    fileprivate init(_ id: GuestID, _ guest: GuestsState.Guest) {
        self.guest = id
        expires = guest.expires
        uploadsLeft = GuestDecider.uploadsMax - guest.uploads.count
    }

    /// What their workspace is called by; an account that takes it over keeps it.
    package var workspace: WorkspaceID { guest.as(OwnedWorkspace.self) }
    package var device: DeviceID { guest.as(Device.self) }
    /// Whom their journal names.
    package var author: Author { Author(actor: guest.as(Actor.self), device: device) }
}
