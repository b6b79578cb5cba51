package import Kernel
package import Workspace

/// The outcome of a command on a workspace.
package typealias Outcome = OutcomeOf<WorkspaceEvent>
package typealias Commit = CommitOf<WorkspaceEvent>

/// The outcome of a command.
package enum OutcomeOf<Event: Sendable>: Sendable {
    /// It was decided, journaled and is on disk.
    case done(CommitOf<Event>)
    /// The same command came before; these are the records it led to then.
    case alreadyDecided(first: UInt64, last: UInt64)
    /// There was nothing left to do, so nothing was written.
    case nothingToDo

    /// The facts that were written, empty where none were.
    package var facts: [Recorded<Event>] {
        if case .done(let commit) = self { commit.facts } else { [] }
    }
}

/// Facts that were written together, with their places.
package struct CommitOf<Event: Sendable>: Sendable {
    package var facts: [Recorded<Event>]
    package var first: UInt64
    package var last: UInt64
    /// The batch by which the facts are undone together.
    package var batch: BatchID?

    package init(facts: [Recorded<Event>], first: UInt64, last: UInt64, batch: BatchID?) {
        self.facts = facts
        self.first = first
        self.last = last
        self.batch = batch
    }
}

/// The outcome of an import.
package struct ImportOutcome: Sendable {
    package var outcome: Outcome
    package var batch: BatchID
    /// The steps that a rule refused, by their index; empty unless the policy was to report them.
    package var refused: [RefusedStep]
}

/// A step of an import that a rule forbids.
package struct RefusedStep: Error, Equatable, Sendable {
    package var index: Int
    package var refusal: WorkspaceRefusal

    package init(index: Int, refusal: WorkspaceRefusal) {
        self.index = index
        self.refusal = refusal
    }

    package var message: String { "step \(index + 1) of the import is refused: \(refusal.message)" }
}

/// The policy for a step of an import that a rule refuses.
package enum RefusedStepPolicy: Sendable {
    /// Throw it; nothing is written at all.
    case stop
    /// Leave that step out and report it.
    case report
}
