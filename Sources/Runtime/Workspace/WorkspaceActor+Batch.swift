import JournalEngine
package import Kernel
package import Workspace

/// The outcome of one command among many.
package enum CommandOutcome: Sendable, Equatable {
    case done(eventCount: Int)
    /// It was so already.
    case nothingToDo
    case refused(WorkspaceRefusal)
}

/// The outcome of many commands that were sent as one.
package struct BatchOutcome: Sendable {
    package var outcome: Outcome
    package var batch: BatchID
    /// Beside the commands; empty when the same batch was decided before.
    package var results: [CommandOutcome]

    package var doneCount: Int { results.count { if case .done = $0 { true } else { false } } }
    package var refusedCount: Int { results.count { if case .refused = $0 { true } else { false } } }
}

extension WorkspaceActor {
    /// Decides many commands that do not depend on each other, and journals what they lead to as one batch, which is
    /// undone as one. Requirement B-16.
    ///
    /// A refused command keeps no other from being done; each is decided against the state that the ones before it lead
    /// to. What fits is one commit, more becomes several of the same batch.
    package func performBatch(
        _ commands: [WorkspaceCommand], as author: Author, command: UInt64? = nil, batch: BatchID? = nil,
        recordsPerCommit: Int = JournalLimits.recordsPerCommitMax
    ) async throws -> BatchOutcome {
        try await untilWritable()
        let batch = batch ?? runtime.mint()
        if let command, let earlier = try await decidedBefore(command, by: author.device, as: .change) {
            return BatchOutcome(outcome: earlier, batch: batch, results: [])
        }
        var working = fold.state
        var planned: [PlannedEvent] = []
        var results: [CommandOutcome] = []
        results.reserveCapacity(commands.count)
        for command in commands {
            do throws(WorkspaceRefusal) {
                let command = try takenIn(command, by: author.actor, given: nil, in: working)
                let events = try WorkspaceDecider.decide(command, given: working)
                for event in events {
                    WorkspaceDecider.evolve(&working, with: event)
                    planned.append(PlannedEvent(event: event))
                }
                results.append(events.isEmpty ? .nothingToDo : .done(eventCount: events.count))
            } catch {
                results.append(.refused(error))
            }
        }
        let front = CommitMetadata(author: author, command: command ?? nextCommand(of: author.device), batch: batch)
        let outcome = try await commitAll(planned, front, after: working, recordsPerCommit: recordsPerCommit)
        return BatchOutcome(outcome: outcome, batch: batch, results: results)
    }
}
