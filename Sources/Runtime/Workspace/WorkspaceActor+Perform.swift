package import Accounts
package import Kernel
package import Workspace
import JournalEngine

/// The metadata of a commit, besides its events.
struct CommitMetadata: Sendable {
    var author: Author
    var command: UInt64
    var batch: BatchID?
    var cause = Cause.direct
    var causeSequence: UInt64 = 0
}

extension WorkspaceActor {
    /// Decides commands and journals what they lead to, as one commit: all of it or nothing.
    ///
    /// Each command is decided against the state that the ones before it lead to.
    ///
    /// - Parameters:
    ///   - command: the device's own number for this call, ascending per device: asked again with the same number, it
    ///     is answered with what it led to then and decided only once. Nil takes the next number.
    ///   - batch: what the commit is undone with as one, when a caller makes several.
    ///   - accounts: what they say of the author, for commands that depend on it; nil at a terminal of the machine.
    ///   - elsewhere: the runs that the author has used up in other workspaces; nil where nobody looked.
    /// - Returns: when everything it says is on disk.
    /// - Throws: `WorkspaceRefusal` when a rule forbids one of them; nothing is written then. Else `RuntimeFailure`.
    package func perform(
        _ commands: [WorkspaceCommand], as author: Author, command: UInt64? = nil, batch: BatchID? = nil,
        given accounts: AccountsState? = nil, elsewhere: RunsElsewhere? = nil
    ) async throws -> Outcome {
        try await untilWritable()
        if let command, let earlier = try await decidedBefore(command, by: author.device, as: .change) { return earlier }
        let front = CommitMetadata(author: author, command: command ?? nextCommand(of: author.device), batch: batch)
        if commands.count == 1 {
            // Nothing to take back when the next one is refused, so no working copy.
            let command = try takenIn(
                commands[0], by: author.actor, given: accounts, elsewhere: elsewhere, in: fold.state)
            let events = try WorkspaceDecider.decide(command, given: fold.state)
            return try await commit(events.map { PlannedEvent(event: $0) }, front, after: nil)
        }
        var working = fold.state
        var planned: [PlannedEvent] = []
        for command in commands {
            let command = try takenIn(
                command, by: author.actor, given: accounts, elsewhere: elsewhere, in: working)
            for event in try WorkspaceDecider.decide(command, given: working) {
                WorkspaceDecider.evolve(&working, with: event)
                planned.append(PlannedEvent(event: event))
            }
        }
        return try await commit(planned, front, after: working)
    }

    /// Returns the outcome of the command when it came before; nil when it is new.
    ///
    /// A number that was passed over, or that led to nothing, has nothing to do: a device numbers upwards.
    ///
    /// - Throws: `RuntimeFailure.sequenceTaken` where the number led to something other than `operation`.
    func decidedBefore(_ command: UInt64, by device: DeviceID, as operation: NumberedOperation) async throws -> Outcome? {
        guard let mark = fold.devices[device], command <= mark.command else { return nil }
        let found = try journal.records(of: paths.root, decidedAs: command, by: device, given: mark)
        try await settle()
        guard let found else { return .nothingToDo }
        guard try led(operation, to: found.first...found.last, as: command, by: device) else {
            throw RuntimeFailure.sequenceTaken(command, next: nextFreeCommand(of: device))
        }
        return .alreadyDecided(first: found.first, last: found.last)
    }

    /// Journals events as one commit and returns once they are on disk.
    ///
    /// - Parameter after: the state they lead to, when it was computed already.
    func commit(_ planned: [PlannedEvent], _ front: CommitMetadata, after: WorkspaceState?) async throws -> Outcome {
        guard !planned.isEmpty else {
            // What made it needless may still be on its way.
            try await settle()
            return .nothingToDo
        }
        let commit = try enqueue(planned, front, after: after)
        try await settle()
        return .done(commit)
    }

    /// Hands a commit to the journal, which gives it its place; it is on disk when `settle` returns.
    func hand(_ draft: CommitDraft) throws -> CommitReceipt {
        do throws(JournalError) {
            let pending = try journal.enqueue(draft)
            self.pending = pending
            recentDomains.ingest(pending.receipt, of: draft.records.lazy.map(\.kind))
            return pending.receipt
        } catch {
            if error == .poisoned { condition = .poisoned }
            throw failure(error)
        }
    }

    /// Gives events their places and takes them in; they are on disk when `settle` returns.
    func enqueue(_ planned: [PlannedEvent], _ front: CommitMetadata, after: WorkspaceState?) throws -> Commit {
        try checkWritable()  // An erasure may have begun since the caller was let in.
        let now = runtime.now().microseconds
        let draft = CommitDraft(
            actor: ID16(front.author.actor), device: ID16(front.author.device), deviceSequence: front.command,
            time: now, batch: front.batch.map { ID16($0) }, cause: front.cause.rawValue,
            causeSequence: front.causeSequence, records: planned.map(\.draft))
        let receipt = try hand(draft)
        guard receipt.first == fold.sequence + 1 else {
            // An earlier commit fell away on a full disk and this one took its place: what is shown is ahead of it.
            condition = .poisoned
            throw RuntimeFailure.poisoned(path: paths.root)
        }
        if let after { fold.state = after }
        var commit = Commit(facts: [], first: receipt.first, last: receipt.last, batch: front.batch)
        commit.facts.reserveCapacity(planned.count)
        for (index, planned) in planned.enumerated() {
            let fact = Recorded(
                position: Position(receipt.first + UInt64(index)), actor: planned.originActor ?? front.author.actor,
                device: front.author.device,
                instant: planned.originTime ?? Instant(microseconds: receipt.clockTime), event: planned.event)
            if after == nil { WorkspaceDecider.evolve(&fold.state, with: fact.event) }
            WorkspaceProjection.project(fact, into: &fold.view)
            replaced.ingest(fact, durable: journal.lastSequence)
            commit.facts.append(fact)
        }
        fold.sequence = receipt.last
        fold.devices.ingest(front.author.device, command: front.command, first: receipt.first, last: receipt.last)
        return commit
    }

    /// Returns once everything that was taken in so far is on disk.
    ///
    /// - Throws: when it never will be; the workspace is poisoned then.
    func settle() async throws {
        guard let pending else { return }
        do throws(JournalError) {
            try await pending.durable()
        } catch {
            condition = .poisoned
            throw failure(error)
        }
        writeSnapshotWhenDue()
    }
}
