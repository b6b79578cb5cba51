package import Accounts
package import Kernel
package import Workspace

/// Where people try it out without an account: each in a workspace that is in memory and nowhere else. Requirements
/// J-605 and J-618.
///
/// Nothing here has a journal or a file. A visit that is not converted is gone when it ends, with its pictures.
package actor GuestHouse {
    package nonisolated let surroundings: Surroundings
    private var state = GuestDecider.initial
    private var rooms: [GuestID: GuestRoom] = [:]

    /// Facts in one visit: enough to try everything, too few to fill the memory.
    package static let factsMax = 10_000
    package static let uploadBytesMax = 25 << 20

    package init(in surroundings: Surroundings = Surroundings()) { self.surroundings = surroundings }

    /// How many guests are in the house.
    package var count: Int { rooms.count }

    /// Begins a visit; `id` and `secret` are the caller's, so that beginning it twice begins it once.
    package func begin(_ id: GuestID, secret: SecretDigest, lasting seconds: Int64) throws {
        let now = surroundings.now()
        sweep(at: now)
        let expires = Instant(microseconds: now.microseconds + seconds * 1_000_000)
        try take(.startGuest(id, secret: secret, at: now, expires: expires))
        if rooms[id] == nil { rooms[id] = GuestRoom(guest: id) }
    }

    /// Decides commands as a workspace does; what they lead to stays here.
    ///
    /// - Throws: `GuestRefusal`, `Denial` or `WorkspaceRefusal`; nothing has happened then.
    package func perform(_ commands: [WorkspaceCommand], for guest: GuestID) throws -> [Recorded<WorkspaceEvent>] {
        let now = surroundings.now()
        var room = try room(of: guest, at: now)
        let gate = Gate(of: guest.as(OwnedWorkspace.self), given: AccountsState())
        try gate.check(.guest(guest), mayGive: commands, given: room.state, at: now)
        let facts = try room.perform(commands, at: now)
        rooms[guest] = room
        return facts
    }

    /// Takes in a picture; the sixth is refused.
    ///
    /// - Parameter file: minted by the caller, so that a retried upload is counted once.
    package func upload(_ bytes: [UInt8], as file: EntityID, for guest: GuestID) throws -> Digest {
        let now = surroundings.now()
        var room = try room(of: guest, at: now)
        guard bytes.count <= Self.uploadBytesMax else {
            throw RuntimeFailure.blobTooLarge(byteCount: bytes.count, limit: Self.uploadBytesMax)
        }
        try take(.countGuestUpload(guest, file: file, at: now))
        let digest = Digest(of: bytes)
        room.blobs[digest] = bytes
        rooms[guest] = room
        return digest
    }

    /// What the guest sees; nil when the visit is over.
    package func view(of guest: GuestID) -> WorkspaceView? {
        sweep(at: surroundings.now())
        return rooms[guest]?.view
    }

    package func end(_ guest: GuestID) throws {
        try take(.endGuest(guest))
        rooms[guest] = nil
    }

    /// Replays the visit into the workspace of the user that the guest has become, with the same identifiers and times.
    ///
    /// - Parameter workspace: the user's own, with nothing in it yet.
    /// - Returns: when everything is on disk; only then is the visit over.
    /// - Throws: `GuestRefusal`, or what the workspace says; then the visit goes on.
    package func convert(
        _ guest: GuestID, to user: UserID, into workspace: OpenWorkspace, as author: Author
    ) async throws -> Outcome {
        let now = surroundings.now()
        let events = try GuestDecider.decide(.convertGuest(guest, to: user, at: now), given: state)
        guard !events.isEmpty, let room = rooms.removeValue(forKey: guest) else { return .nothingToDo }
        do {
            // The room is out of the house meanwhile: nobody changes what is on its way.
            let outcome = try await workspace.adopt(room, as: author)
            for event in events { GuestDecider.evolve(&state, with: event) }
            return outcome
        } catch {
            rooms[guest] = room
            throw error
        }
    }

    private func room(of guest: GuestID, at now: Instant) throws -> GuestRoom {
        sweep(at: now)
        guard let room = rooms[guest] else { throw GuestRefusal.noSuchGuest }
        return room
    }

    private func take(_ command: GuestCommand) throws {
        for event in try GuestDecider.decide(command, given: state) { GuestDecider.evolve(&state, with: event) }
    }

    /// Forgets who has run out of time.
    private func sweep(at now: Instant) {
        let over = rooms.keys.filter { !(state.guests[$0]?.isPresent(at: now) ?? false) }
        guard !over.isEmpty else { return }
        for guest in over { rooms[guest] = nil }
        state = state.forgettingThePast(at: now)
    }
}

/// One guest's workspace, as a value: the fold and what was folded.
package struct GuestRoom: Sendable {
    let guest: GuestID
    private(set) var state = WorkspaceDecider.initial
    private(set) var view = WorkspaceProjection.empty
    private(set) var facts: [Recorded<WorkspaceEvent>] = []
    var blobs: [Digest: [UInt8]] = [:]

    init(guest: GuestID) { self.guest = guest }

    mutating func perform(_ commands: [WorkspaceCommand], at now: Instant) throws -> [Recorded<WorkspaceEvent>] {
        var working = state
        var events: [WorkspaceEvent] = []
        for command in commands {
            for event in try WorkspaceDecider.decide(command, given: working) {
                WorkspaceDecider.evolve(&working, with: event)
                events.append(event)
            }
        }
        guard facts.count + events.count <= GuestHouse.factsMax else { throw GuestRefusal.guestFull }
        state = working
        var new: [Recorded<WorkspaceEvent>] = []
        for event in events {
            let fact = Recorded(
                position: Position(UInt64(facts.count + 1)), actor: guest.as(Actor.self), device: guest.as(Device.self),
                instant: now, event: event)
            WorkspaceProjection.project(fact, into: &view)
            facts.append(fact)
            new.append(fact)
        }
        return new
    }
}

extension OpenWorkspace {
    /// Takes over everything a guest did, as one import: same identifiers, same times, now by `author`.
    ///
    /// - Throws: `RuntimeFailure.alreadyExists` when the workspace holds anything but names; nothing is written then.
    func adopt(_ room: GuestRoom, as author: Author) async throws -> Outcome {
        try await untilWritable()
        var untouched = WorkspaceDecider.initial
        untouched.registry = fold.state.registry
        guard fold.state == untouched else { throw RuntimeFailure.alreadyExists(path: paths.root) }
        let scopes = room.view.fileScopes
        for (digest, bytes) in room.blobs { try blobs.keep(bytes, for: scopes[digest] ?? [.workspace]) }
        var state = fold.state
        for fact in room.facts { WorkspaceDecider.evolve(&state, with: fact.event) }
        let planned = room.facts.map { PlannedEvent(event: $0.event, originTime: $0.instant) }
        let front = CommitFront(
            author: author, command: nextCommand(of: author.device), batch: surroundings.mint(), cause: .import)
        return try await commitAll(planned, front, after: state)
    }
}
