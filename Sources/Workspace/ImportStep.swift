package import Kernel

/// One thing an import asks for or tells, with the time and the author it had where it came from.
///
/// An importer makes these, in the order in which they must be decided; the runtime decides and writes them as one
/// batch. Both origins are nil where the source does not say: then it is the import that did it.
package struct ImportStep: Sendable, Equatable {
    package enum Ask: Sendable, Equatable {
        case command(WorkspaceCommand)
        /// It happened in another Daybook and is true there: there is nothing left to decide. An importer tells facts of
        /// our own export alone, and only of things that are not here.
        case fact(WorkspaceEvent)
    }

    package var ask: Ask
    package var originTime: Instant?
    package var originActor: ActorID?

    package init(_ command: WorkspaceCommand, originTime: Instant? = nil, originActor: ActorID? = nil) {
        ask = .command(command)
        self.originTime = originTime
        self.originActor = originActor
    }

    package init(telling fact: WorkspaceEvent, originTime: Instant?, originActor: ActorID?) {
        ask = .fact(fact)
        self.originTime = originTime
        self.originActor = originActor
    }

    /// The command that is asked for; nil for a fact.
    package var command: WorkspaceCommand? {
        if case .command(let command) = ask { command } else { nil }
    }

    /// Returns the events of the step.
    ///
    /// - Throws: the rule that forbids a command. A fact is refused only where something else has its identifier.
    package func events(given state: WorkspaceState) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        switch ask {
        case .command(let command): return try WorkspaceDecider.decide(command, given: state)
        case .fact(let event):
            try state.checkIdentifiers(of: [event])
            return [event]
        }
    }
}
