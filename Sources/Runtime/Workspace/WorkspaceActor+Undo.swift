import JournalEngine
package import Kernel
package import Workspace

/// The permission to undo and redo events. Each part refuses by throwing.
package struct EventPermit: Sendable {
    /// Asked before anything is said about the events to undo or redo: a person who may not see them learns nothing about them
    /// from a refusal either.
    package var seeing: @Sendable ([RequiredPermission]) throws -> Void
    /// Asked about every event that would happen, given today's state: undoing is doing.
    package var doing: @Sendable (WorkspaceEvent, WorkspaceState) throws -> Void

    package init(
        seeing: @escaping @Sendable ([RequiredPermission]) throws -> Void,
        doing: @escaping @Sendable (WorkspaceEvent, WorkspaceState) throws -> Void
    ) {
        self.seeing = seeing
        self.doing = doing
    }

    /// The permission of a person who sits at the machine.
    package static let everything = EventPermit(seeing: { _ in }, doing: { _, _ in })

    func see(_ event: WorkspaceEvent, given state: WorkspaceState) throws {
        try seeing(event.requiredPermissions(given: state).map(\.toSee))
    }

    /// Asked before the effect is worked out: a person who may not change the subject of a request is refused even where
    /// nothing would be left to do, and learns nothing from the answer.
    func change(_ requiredPermissions: [RequiredPermission]) throws {
        try seeing(requiredPermissions.map(\.toSee))
        try seeing(requiredPermissions.map(\.toWrite))
    }
}

extension WorkspaceActor {
    /// Takes back what was done: events that compensate it are journaled, nothing is removed.
    ///
    /// A batch is taken back as one, any other commit on its own. Later work of others stays.
    ///
    /// - Parameter sequence: any record of what is to be taken back, however old; nil for what `author`'s person did
    ///   last and is still in force. Taking an undoing back is redoing.
    /// - Throws: `RuntimeFailure.alreadyUndone`, `.nothingToUndo`, the `WorkspaceRefusal` of today that forbids it, or what
    ///   `permit` throws; nothing is written then.
    package func undo(
        _ sequence: UInt64? = nil, as author: Author, command: UInt64? = nil, permit: EventPermit = .everything
    ) async throws -> Outcome {
        try await untilWritable()
        if let command, let earlier = try await decidedBefore(command, by: author.device, as: .undo(sequence)) {
            return earlier
        }
        try await settle()
        let search = UndoSearch(journal: journal, path: paths.root)
        if let sequence {
            guard sequence >= 1, sequence <= fold.sequence else {
                throw RuntimeFailure.noSuchRecord(sequence, last: fold.sequence)
            }
            try check(sequence, permit)
            return try await revert(
                try search.group(containing: sequence), as: author, command: command, permit: permit)
        }
        var passedOver: Set<UInt64> = []
        while let group = try search.latest(by: author.actor, except: passedOver) {
            let outcome = try await revert(group, as: author, command: command, permit: permit)
            if case .nothingToDo = outcome {
                // Such as having looked at a note: there is nothing in it to take back, so what came before is meant.
                for commit in group.commits { passedOver.insert(commit.lowerBound) }
                continue
            }
            return outcome
        }
        throw RuntimeFailure.nothingToUndo
    }

    /// Does again what `author`'s person took back last, as long as they did nothing new since.
    package func redo(
        as author: Author, command: UInt64? = nil, permit: EventPermit = .everything
    ) async throws -> Outcome {
        try await untilWritable()
        if let command, let earlier = try await decidedBefore(command, by: author.device, as: .redo) { return earlier }
        try await settle()
        guard let group = try UndoSearch(journal: journal, path: paths.root).redoable(by: author.actor) else {
            throw RuntimeFailure.nothingToRedo
        }
        return try await revert(group, as: author, command: command, permit: permit)
    }

    /// - Throws: `RuntimeFailure.recordErased` for a record of which nothing is left that could be taken back, and what
    ///   `permit` throws for one that may not be seen.
    private func check(_ sequence: UInt64, _ permit: EventPermit) throws {
        let state = fold.state
        var eraser: UInt64?
        try journal.records(of: paths.root, from: sequence, through: sequence) { header, payload in
            if header.isRedacted { eraser = header.redactedBy }
            if let fact = try Recorded<WorkspaceEvent>(header, payload) { try permit.see(fact.event, given: state) }
            return .stop
        }
        if let eraser { throw RuntimeFailure.recordErased(sequence, by: eraser) }
    }

    private func revert(
        _ group: UndoGroup, as author: Author, command: UInt64?, permit: EventPermit
    ) async throws -> Outcome {
        let plan = try UndoPlan(group, in: journal, path: paths.root, given: fold.state, permit)
        for planned in plan.planned { try permit.doing(planned.event, fold.state) }
        let front = CommitMetadata(
            author: author, command: command ?? nextCommand(of: author.device),
            cause: Cause(rawValue: group.cause) == .undo ? .redo : .undo, causeSequence: group.first)
        return try await commit(plan.planned, front, after: plan.state)
    }

    /// Brings one thing back to how it was right after record `sequence`, as new events; what came between stays in its
    /// history.
    ///
    /// - Throws: `RuntimeFailure.notThereYet` when it had no record by then.
    package func restore(
        _ entity: EntityID, to sequence: UInt64, as author: Author, command: UInt64? = nil,
        permit: EventPermit = .everything
    ) async throws -> Outcome {
        try await untilWritable()
        if let command,
            let earlier = try await decidedBefore(
                command, by: author.device, as: .restore(entity, to: sequence))
        {
            return earlier
        }
        try await settle()
        guard sequence >= 1, sequence <= fold.sequence else {
            throw RuntimeFailure.noSuchRecord(sequence, last: fold.sequence)
        }
        try permit.change(fold.state.requiredPermissions(toSee: entity))
        let then = try subjectView(of: entity, through: sequence)
        let events = try WorkspaceDecider.restoration(of: entity, to: then, from: fold.view, given: fold.state)
        for event in events { try permit.doing(event, fold.state) }
        let front = CommitMetadata(
            author: author, command: command ?? nextCommand(of: author.device), cause: .restore,
            causeSequence: sequence)
        return try await commit(events.map { PlannedEvent(event: $0) }, front, after: nil)
    }

    /// One thing alone, as it was right after a record.
    private func subjectView(of entity: EntityID, through sequence: UInt64) throws -> WorkspaceView {
        var fold = Fold()
        var count = 0
        try journal.records(of: paths.root, about: [ID16(entity)], through: sequence) { header, payload in
            try fold.show(header, payload)
            count += 1
            return .next
        }
        guard count > 0 else { throw RuntimeFailure.notThereYet(entity, sequence: sequence) }
        return fold.view
    }
}
