package import Accounts
import JournalEngine
import Kernel

extension AccountsStore {
    /// Decides commands and journals what they lead to, as one commit: all of it or nothing.
    ///
    /// Each command passes the policy and is decided against the state that the ones before it lead to.
    ///
    /// - Parameters:
    ///   - who: whom the policy asks about.
    ///   - author: whom the journal names.
    ///   - command: the device's own number for this call, as for a workspace: asked again with the same number, it is
    ///     answered with what it led to then and decided only once. Nil takes the next number.
    /// - Returns: when everything it says is on disk.
    /// - Throws: `AuthorizationError` when the policy says no, `AccountRefusal` when a rule does; nothing is written then. Else
    ///   `RuntimeFailure`.
    package func perform(
        _ commands: [AccountCommand], by who: Principal, as author: Author, command: UInt64? = nil
    ) async throws -> AccountOutcome {
        try await perform(by: who, as: author, command: command) { _ in commands }
    }

    /// The same for commands that depend on what there is: nobody comes in between.
    ///
    /// - Parameter plan: what to do, given the accounts that it is decided against; throws where what the caller goes by
    ///   is true no more.
    package func perform(
        by who: Principal, as author: Author, command: UInt64? = nil,
        _ plan: @Sendable (AccountsView) throws -> [AccountCommand]
    ) async throws -> AccountOutcome {
        try await untilWritable()
        let now = runtime.now()
        if let command, let earlier = try await decidedBefore(command, by: author.device) { return earlier }
        let commands = try plan(fold.view)
        var working = fold.view.state
        var planned: [Planned<AccountEvent>] = []
        for command in commands {
            if case .refused(let denial) = AuthorizationPolicy.decide(who, maySay: command, given: working, at: now) {
                throw denial
            }
            let events = try decide(command, given: working)
            try checkSenders(of: events, given: working)
            planned += events.map { Planned(event: $0) }
            guard commands.count > 1 else { break }  // Nobody asks for what follows, so nothing need be copied.
            for event in events { AccountDecider.evolve(&working, with: event) }
        }
        working = AccountsState()
        return try await commit(
            planned, CommitMetadata(author: author, command: command ?? nextCommand(of: author.device)))
    }

    /// An invitation takes no room in its workspace once its sender may invite no more.
    private func decide(
        _ command: AccountCommand, given accounts: AccountsState
    ) throws(AccountRefusal) -> [AccountEvent] {
        var accounts = accounts
        if case .sendInvitation(_, let workspace, _, _, _, _, let now, _) = command {
            for id in accounts.model.invitations(to: workspace) {
                guard let invitation = accounts.model.invitations[id], invitation.isWaiting(at: now),
                    !fold.view.isBacked(id, given: accounts)
                else { continue }
                AccountDecider.evolve(&accounts, with: .invitationRevoked(id))
            }
        }
        return try AccountDecider.decide(command, given: accounts)
    }

    /// Checks the senders of invitations. The record names the sender and the event does not, so the decider cannot check it.
    ///
    /// - Throws: `AccountRefusal.invitationRevoked` for one that is accepted though its sender may invite no more.
    private func checkSenders(of events: [AccountEvent], given accounts: AccountsState) throws(AccountRefusal) {
        for case .invitationAccepted(let id, _) in events where !fold.view.isBacked(id, given: accounts) {
            throw .invitationRevoked
        }
    }

    func decidedBefore(_ command: UInt64, by device: DeviceID) async throws -> AccountOutcome? {
        guard let mark = fold.devices[device], command <= mark.command else { return nil }
        let found = try journal.records(of: paths.root, decidedAs: command, by: device, given: mark)
        try await settle()
        return found.map { .alreadyDecided(first: $0.first, last: $0.last) } ?? .nothingToDo
    }

    /// Journals events as one commit and returns once they are on disk.
    func commit(_ planned: [Planned<AccountEvent>], _ front: CommitMetadata) async throws -> AccountOutcome {
        guard !planned.isEmpty else {
            // What made it needless may still be on its way.
            try await settle()
            return .nothingToDo
        }
        let commit = try enqueue(planned, front)
        try await settle()
        return .done(commit)
    }

    /// Gives events their places and takes them in; they are on disk when `settle` returns.
    private func enqueue(
        _ planned: [Planned<AccountEvent>], _ front: CommitMetadata
    ) throws -> CommitOf<AccountEvent> {
        let draft = CommitDraft(
            actor: ID16(front.author.actor), device: ID16(front.author.device), deviceSequence: front.command,
            time: runtime.now().microseconds, batch: front.batch.map { ID16($0) }, cause: front.cause.rawValue,
            causeSequence: front.causeSequence, records: planned.map(\.draft))
        let receipt: CommitReceipt
        do throws(JournalError) {
            let pending = try journal.enqueue(draft)
            receipt = pending.receipt
            self.pending = pending
        } catch {
            if error == .poisoned { condition = .poisoned }
            throw failure(error)
        }
        guard receipt.first == fold.sequence + 1 else {
            // An earlier commit fell away on a full disk and this one took its place: what is shown is ahead of it.
            condition = .poisoned
            throw RuntimeFailure.poisoned(path: paths.root)
        }
        var commit = CommitOf<AccountEvent>(facts: [], first: receipt.first, last: receipt.last, batch: front.batch)
        for (index, planned) in planned.enumerated() {
            let fact = Recorded(
                position: Position(receipt.first + UInt64(index)), actor: front.author.actor,
                device: front.author.device, instant: Instant(microseconds: receipt.clockTime), event: planned.event)
            AccountProjection.project(fact, into: &fold.view)
            commit.facts.append(fact)
        }
        fold.sequence = receipt.last
        fold.devices.ingest(front.author.device, command: front.command, first: receipt.first, last: receipt.last)
        return commit
    }

    /// Returns once everything that was taken in so far is on disk.
    ///
    /// - Throws: when it never will be; the book is poisoned then.
    func settle() async throws {
        guard let pending else { return }
        do throws(JournalError) {
            try await pending.durable()
        } catch {
            condition = .poisoned
            throw failure(error)
        }
    }
}
