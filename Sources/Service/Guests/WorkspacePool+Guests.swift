import Accounts
import Kernel
import Runtime

extension WorkspacePool {
    /// Begins a visit, once those that are over are forgotten.
    ///
    /// - Throws: `GuestRefusal`.
    nonisolated func beginVisit(bearing secret: SecretDigest, from address: String) async throws -> GuestVisit {
        await sweepGuests()
        let seconds = Int64(configuration.number(.guestMinutes)) * 60
        return try await guests.begin(runtime.mint(), secret: secret, from: address, lasting: seconds)
    }

    /// Ends a visit, and returns when nothing of it is left.
    nonisolated func endVisit(_ guest: GuestID) async throws {
        try await guests.end(guest)
        await vacate(.visit(guest))
    }

    /// Forgets the guests whose time is over.
    ///
    /// - Returns: how many that were.
    @discardableResult
    nonisolated func sweepGuests() async -> Int {
        let over = await guests.sweep()
        for guest in over { await vacate(.visit(guest)) }
        return over.count
    }

    /// - Throws: `GuestRefusal.guestFull` where nothing more may begin.
    nonisolated func checkRoom(of guest: GuestID, for byteCount: Int = 0) async throws {
        let sequence = try await using(.visit(guest)) { await $0.lastSequence }
        try await guests.checkRoom(of: guest, for: byteCount, after: sequence)
    }

    /// Takes over what a guest made into a new workspace of an account.
    ///
    /// Nobody gets into the guest's workspace meanwhile. Whatever goes wrong, the visit goes on and can be converted
    /// again: what was done of it by then is found done.
    ///
    /// - Parameters:
    ///   - name: what the new workspace is called.
    ///   - account: finds or makes the account; asked when nobody changes the visit any more.
    /// - Returns: whose it is, when all of it is on disk.
    nonisolated func convert(
        _ guest: GuestID, naming name: Name, into account: () async throws -> UserID
    ) async throws -> UserID {
        let runtime = try await guests.leave(guest)
        do {
            await vacate(.visit(guest))
            let user = try await account()
            try await adopt(guest, in: runtime, for: user, naming: name)
            try await guests.left(guest, as: user)
            return user
        } catch {
            await guests.stay(guest)
            throw error
        }
    }

    private nonisolated func adopt(
        _ guest: GuestID, in runtime: RuntimeEnvironment, for user: UserID, naming name: Name
    ) async throws {
        let visit = try await WorkspaceActor.openOrCreate(at: GuestSandbox.paths, in: runtime)
        do {
            let id = guest.as(OwnedWorkspace.self)
            let author = Author(actor: user.as(Actor.self), device: device)
            _ = try await book.perform([.createWorkspace(id, owner: user, name: name)], by: .machine, as: author)
            let called = await book.state.model.existing(user)?.name
            try await using(.existing(id)) { workspace in
                let sender = Sender(.machine, actor: author.actor, name: called)
                try await workspace.introduce(sender, on: author.device)
                _ = try await workspace.adopt(visit, as: author)
            }
        } catch {
            try await visit.close()
            throw error
        }
        try await visit.close()
    }
}

extension GuestSandboxLimits {
    init(_ configuration: ServiceConfiguration) {
        self.init(
            guests: GuestLimits(
                guestsMax: configuration.number(.guests), guestsPerAddressMax: configuration.number(.guestsPerAddress)),
            guestBytesMax: configuration.number(.guestMegabytes) << 20,
            allBytesMax: configuration.number(.guestMegabytesTogether) << 20)
    }
}
