public import Daybook
public import Testing

/// A rule as a sentence: given what has happened, when this is asked, then that follows.
///
/// ```swift
/// @Test func `no till pays more than it holds`() {
///     given(Till.self, .opened(till: till, owner: "Anna"), .paidIn(till: till, cents: 100))
///         .when(.payOut(till, cents: 250))
///         .thenRefused(.notEnough(cents: 100))
/// }
/// ```
///
/// No store and no disk are involved: a `Decider` is pure.
public struct Specification<Rules: Decider>: Sendable {
    /// Everything that has happened.
    public let history: [Rules.Event]
    /// The state that the rules make of it.
    public let state: Rules.State

    /// Folds a past into the state that the rules see.
    public init(history: [Rules.Event]) {
        self.history = history
        state = history.reduce(into: Rules.initial) { Rules.evolve(&$0, with: $1) }
    }

    /// The same past, and more of it.
    public func given(_ more: Rules.Event...) -> Self { Self(history: history + more) }

    /// Asks; `then`, `thenNothing` and `thenRefused` of the outcome say what must come of it.
    public func when(_ command: Rules.Command) -> Outcome {
        do throws(Rules.Refusal) {
            return Outcome(command: command, before: state, result: .success(try Rules.decide(command, given: state)))
        } catch {
            return Outcome(command: command, before: state, result: .failure(error))
        }
    }

    /// The outcome of a command.
    public struct Outcome: Sendable {
        /// The command, as it was asked.
        public let command: Rules.Command
        /// The state before it.
        public let before: Rules.State
        /// The events that it led to, or the rule that forbade it.
        public let result: Result<[Rules.Event], Rules.Refusal>

        /// Expects exactly these events, in this order.
        public func then(_ expected: Rules.Event..., sourceLocation: SourceLocation = #_sourceLocation) {
            then(expected, sourceLocation: sourceLocation)
        }

        /// Expects exactly these events, in this order.
        public func then(_ expected: [Rules.Event], sourceLocation: SourceLocation = #_sourceLocation) {
            switch result {
            case .success(let events): #expect(events == expected, sourceLocation: sourceLocation)
            case .failure(let refusal):
                Issue.record("\(command) was refused: \(refusal)", sourceLocation: sourceLocation)
            }
        }

        /// Expects that there was nothing left to do.
        public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) {
            then([], sourceLocation: sourceLocation)
        }

        /// Expects that the rules say no, and why.
        public func thenRefused(_ expected: Rules.Refusal, sourceLocation: SourceLocation = #_sourceLocation) {
            switch result {
            case .success(let events):
                Issue.record("\(command) was not refused but led to \(events)", sourceLocation: sourceLocation)
            case .failure(let refusal): #expect(refusal == expected, sourceLocation: sourceLocation)
            }
        }

        /// Expects that the command leads to nothing, or is refused, when it is sent a second time: any command may be.
        public func thenIdempotent(sourceLocation: SourceLocation = #_sourceLocation) {
            guard case .success(let events) = result else { return }
            let after = events.reduce(into: before) { Rules.evolve(&$0, with: $1) }
            guard let again = try? Rules.decide(command, given: after) else { return }
            #expect(again.isEmpty, "sent twice, \(command) is decided twice", sourceLocation: sourceLocation)
        }
    }
}

/// Begins a ``Specification`` with what has happened so far; nothing but the rules for an empty past.
public func given<Rules: Decider>(_: Rules.Type, _ history: Rules.Event...) -> Specification<Rules> {
    Specification(history: history)
}
