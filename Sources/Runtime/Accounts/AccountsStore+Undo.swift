package import Accounts
import JournalEngine
import Kernel

extension AccountsStore {
    /// Takes back what was done, as a workspace does; what gives or takes a credential is final.
    ///
    /// The policy is asked about every thing that would change, since undoing is doing.
    ///
    /// - Parameter sequence: any record of what is to be taken back; nil for what `author`'s person did last and is still
    ///   in force. Taking an undoing back is redoing.
    /// - Throws: `AuthorizationError`, `AccountRefusal`, or `RuntimeFailure.alreadyUndone` and `.nothingToUndo`.
    package func undo(
        _ sequence: UInt64? = nil, by who: Principal, as author: Author, command: UInt64? = nil
    ) async throws -> AccountOutcome {
        try await untilWritable()
        if let command, let earlier = try await decidedBefore(command, by: author.device) { return earlier }
        try await settle()
        let search = UndoSearch(journal: journal, path: paths.root)
        if let sequence {
            guard sequence >= 1, sequence <= fold.sequence else {
                throw RuntimeFailure.noSuchRecord(sequence, last: fold.sequence)
            }
            return try await revert(search.group(containing: sequence), by: who, as: author, command)
        }
        guard let group = try search.latest(by: author.actor, except: []) else { throw RuntimeFailure.nothingToUndo }
        return try await revert(group, by: who, as: author, command)
    }

    /// Does again what `author`'s person took back last, as long as they did nothing new since.
    package func redo(
        by who: Principal, as author: Author, command: UInt64? = nil
    ) async throws -> AccountOutcome {
        try await untilWritable()
        if let command, let earlier = try await decidedBefore(command, by: author.device) { return earlier }
        try await settle()
        guard let group = try UndoSearch(journal: journal, path: paths.root).redoable(by: author.actor) else {
            throw RuntimeFailure.nothingToRedo
        }
        return try await revert(group, by: who, as: author, command)
    }

    private func revert(
        _ group: UndoGroup, by who: Principal, as author: Author, _ command: UInt64?
    ) async throws -> AccountOutcome {
        let events = try compensations(of: group)
        let now = runtime.now()
        for event in events {
            guard let need = event.need(given: fold.view.state) else { throw AuthorizationError.localAdminOnly }
            let permission = AuthorizationPolicy.decide(who, may: .administer, on: need, given: fold.view.state, at: now)
            if case .refused(let denial) = permission { throw denial }
        }
        let front = CommitMetadata(
            author: author, command: command ?? nextCommand(of: author.device),
            cause: Cause(rawValue: group.cause) == .undo ? .redo : .undo, causeSequence: group.first)
        return try await commit(events.map { Planned(event: $0) }, front)
    }

    /// Returns the events that undo a group, the last first; those that undo creations come at the end.
    private func compensations(of group: UndoGroup) throws -> [AccountEvent] {
        var befores: [ID16: AccountsState] = [:]
        var done: [(event: AccountEvent, before: AccountsState)] = []
        var subjects: Set<ID16> = []
        try journal.records(of: paths.root, from: group.first, through: group.last) { header, _ in
            if group.contains(header.sequence) { subjects.insert(header.entity) }
            return .next
        }
        try journal.records(of: paths.root, about: subjects, through: group.last) { header, payload in
            guard let fact = try Recorded<AccountEvent>(header, payload) else { return .next }
            let before = befores[header.entity] ?? AccountDecider.initial
            if group.contains(header.sequence) { done.append((fact.event, before)) }
            AccountDecider.evolve(&befores[header.entity, default: AccountDecider.initial], with: fact.event)
            return .next
        }
        var now = fold.view.state
        var events: [AccountEvent] = []
        let reversed = done.reversed()
        for (event, before) in reversed.filter({ !$0.event.isCreation }) + reversed.filter({ $0.event.isCreation }) {
            let more = try AccountDecider.compensation(for: event, before: before, now: now)
            for event in more { AccountDecider.evolve(&now, with: event) }
            events += more
        }
        return events
    }
}

extension AccountEvent {
    /// The resource whose people must permit the event; nil for an event that only the operator may cause.
    fileprivate func need(given accounts: AccountsState) -> Resource? {
        let subject = encoded().subject
        switch self {
        case .planChosen, .storageLimited, .userWithdrawn, .userReinstated: return .installation
        default: break
        }
        let model = accounts.model
        switch Self.subjectKind(of: tag) {
        case .user:
            let user = subject.as(RegisteredUser.self)
            return model.users.has(user) ? .account(user) : nil
        case .device: return model.devices[subject.as(KnownDevice.self)].map { .account($0.user) }
        case .token: return model.tokens[subject.as(AccessToken.self)].map { .account($0.user) }
        case .workspace:
            let id = subject.as(OwnedWorkspace.self)
            // One that was withdrawn has no members to ask.
            return model.workspaces[id].map { $0.isWithdrawn ? .account($0.founder) : .members(id) }
        case .invitation: return model.invitations[subject.as(SentInvitation.self)].map { .members($0.workspace) }
        case .webhook: return model.webhooks[subject.as(RegisteredWebhook.self)].map { .members($0.workspace) }
        case .session, .shareLink: return nil
        }
    }
}
