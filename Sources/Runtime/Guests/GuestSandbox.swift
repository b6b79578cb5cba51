package import Accounts
import JournalEngine
package import Kernel

/// Where people try it out without an account: each in a workspace whose disk is memory. Requirements J-605 and J-618.
///
/// The workspace is one like any other, with a journal, files, uploads and an index of words; nothing of it reaches a real
/// disk, because it knows none. The house knows who is there, for how long and how much they may keep. A visit that is
/// not converted is gone when it ends, with its pictures.
package actor GuestSandbox {
    package nonisolated let limits: GuestSandboxLimits
    /// The memory that all guests together may use.
    package nonisolated let allowance: MemoryAllowance
    private nonisolated let runtime: RuntimeEnvironment
    private var state = GuestDecider.initial
    private var rooms: [GuestID: Entry] = [:]

    private struct Entry {
        let disk: MemoryDisk
        let allowance: MemoryAllowance
        /// True while the guest's work is being moved into an account: nobody changes it meanwhile.
        var isLeaving = false
    }

    /// Records in one visit: enough to try everything, too few to fill the memory with views of them.
    package static let recordsMax = 10_000
    package static let uploadBytesMax = 25 << 20
    /// The bytes that a change may take after it began within the limit: none begins with less.
    package static let reserveBytes = 4 << 20
    /// Where a guest's workspace lies on its own disk.
    package static let paths = WorkspacePaths(root: "/visit")

    /// - Parameter runtime: the installation's, for its clock and chance; its disk and its keys are not asked.
    package init(in runtime: RuntimeEnvironment = RuntimeEnvironment(), limits: GuestSandboxLimits = GuestSandboxLimits()) {
        self.limits = limits
        self.runtime = RuntimeEnvironment(now: runtime.now, chance: runtime.chance)
        allowance = MemoryAllowance(bytesMax: limits.allBytesMax)
    }

    /// The number of guests.
    package var count: Int { rooms.count }

    /// Begins a visit; `id` and `secret` are the caller's, so that beginning it twice begins it once.
    ///
    /// - Parameter address: where on the network they come from; so many at once may come from there.
    /// - Throws: `GuestRefusal`.
    package func begin(
        _ id: GuestID, secret: SecretDigest, from address: String, lasting seconds: Int64
    ) throws(GuestRefusal) -> GuestVisit {
        let now = runtime.now()
        let expires = Instant(microseconds: now.microseconds + seconds * 1_000_000)
        let start = GuestStart(
            id, secret: secret, from: Array(address.utf8), at: now, until: expires, limits: limits.guests)
        guard rooms[id] != nil || allowance.freeBytes > Self.reserveBytes else {
            throw .tooManyGuests(max: state.presentCount(at: now))
        }
        try take(.startGuest(start))
        if rooms[id] == nil {
            let own = MemoryAllowance(bytesMax: limits.guestBytesMax, of: allowance)
            rooms[id] = Entry(disk: MemoryDisk(own), allowance: own)
        }
        return try visit(id)
    }

    /// Returns the visit that this secret belongs to; nil when it is over.
    package func visit(bearing secret: SecretDigest) -> GuestVisit? {
        guard let id = state.bearer(of: secret, at: runtime.now()), let guest = state.guests[id] else { return nil }
        return GuestVisit(id, guest)
    }

    /// - Throws: `GuestRefusal.noSuchGuest` when it is over.
    package func visit(_ id: GuestID) throws(GuestRefusal) -> GuestVisit {
        guard let guest = state.guests[id], guest.isPresent(at: runtime.now()) else { throw .noSuchGuest }
        return GuestVisit(id, guest)
    }

    /// Returns the environment to open a guest's workspace in, at `paths`.
    package func runtime(of id: GuestID) throws(GuestRefusal) -> RuntimeEnvironment {
        runtime(on: try room(of: id).disk)
    }

    private func runtime(on disk: MemoryDisk) -> RuntimeEnvironment {
        var other = runtime
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
        try take(.countGuestUpload(id, file: file, at: runtime.now()))
    }

    /// Counts an upload no more: it never arrived.
    package func dropUpload(_ file: EntityID, of id: GuestID) throws(GuestRefusal) {
        try take(.dropGuestUpload(id, file: file))
    }

    /// Ends a visit. Nothing of it can be reached after this; its memory is freed with the last holder that has it open.
    package func end(_ id: GuestID) throws(GuestRefusal) {
        guard rooms[id]?.isLeaving != true else { throw .guestLeaving }
        try take(.endGuest(id))
        rooms[id] = nil
    }

    /// Forgets the guests whose time has run out.
    ///
    /// - Returns: those guests; the caller closes their workspaces.
    package func sweep() -> [GuestID] {
        let now = runtime.now()
        let over = rooms.filter { id, room in
            !room.isLeaving && !(state.guests[id]?.isPresent(at: now) ?? false)
        }.map(\.key)
        for id in over { rooms[id] = nil }
        if rooms.allSatisfy({ !$0.value.isLeaving }) { state = state.forgettingThePast(at: now) }
        return over
    }

    /// Returns whether an identifier is a guest's.
    package func knows(_ id: EntityID) -> Bool { state.guests.has(id.as(VisitingGuest.self)) }

    private func room(of id: GuestID) throws(GuestRefusal) -> Entry {
        guard let room = rooms[id], let guest = state.guests[id], guest.isPresent(at: runtime.now()) else {
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
extension GuestSandbox {
    /// Lets nobody into a guest's workspace from now on, so that it can be taken over as it is; time stands still for it.
    ///
    /// - Returns: what to open it in.
    /// - Throws: `GuestRefusal`, such as `guestLeaving` when somebody takes it over already.
    package func leave(_ id: GuestID) throws(GuestRefusal) -> RuntimeEnvironment {
        let room = try room(of: id)
        rooms[id]?.isLeaving = true
        return runtime(on: room.disk)
    }

    /// The visit goes on: it could not be taken over.
    package func stay(_ id: GuestID) { rooms[id]?.isLeaving = false }

    /// The visit is over: all of it is on disk elsewhere.
    package func left(_ id: GuestID, as user: UserID) throws(GuestRefusal) {
        // Decided as of when it began to leave: it may have run out of time on the way.
        let now = state.guests[id].map { min(runtime.now(), $0.expires.before) } ?? runtime.now()
        rooms[id] = nil
        try take(.convertGuest(id, to: user, at: now))
    }
}

extension Instant {
    fileprivate var before: Instant { Instant(microseconds: microseconds - 1) }
}

/// The limits on the number of guests, and on the bytes they may keep.
package struct GuestSandboxLimits: Sendable, Equatable {
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

    /// The identifier of their workspace; an account that takes it over keeps it.
    package var workspace: WorkspaceID { guest.as(OwnedWorkspace.self) }
    package var device: DeviceID { guest.as(Device.self) }
    /// Whom their journal names.
    package var author: Author { Author(actor: guest.as(Actor.self), device: device) }
}
