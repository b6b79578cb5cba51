/// The rules of one kind of thing: what may be asked of it, what can happen to it, and what each
/// happening leads to.
///
/// Both functions are pure. Time, identity and chance arrive inside the command, so the same
/// command against the same history always gives the same events.
public protocol Decider {
    associatedtype Command: Sendable
    associatedtype Event: Sendable & Equatable
    associatedtype State: Sendable & Equatable
    associatedtype Refusal: Error & Equatable

    static var initial: State { get }

    /// The events that `command` leads to; none when there is nothing left to do.
    ///
    /// - Throws: the rule that forbids it. Nothing is written when this throws.
    static func decide(_ command: Command, given state: State) throws(Refusal) -> [Event]

    /// Applies one fact. Total: a recorded event is true, whatever we now think of it.
    static func evolve(_ state: inout State, with event: Event)
}
