public import Kernel

/// The state of a store that a writer has seen: what must still be true when its events are written.
public enum ExpectedSequence: Equatable, Sendable {
    /// Nothing is expected.
    case any
    /// The last event of the whole store; `.start` where it must be empty.
    case last(Position)
    /// The last event of one entity; `.start` where it must have none. Events of others do not count.
    ///
    /// - Complexity: the first such expectation of an open store reads the heads of all events once, about 0.1 µs each; from
    ///   then on, O(1).
    case lastOf(EntityID, Position)

    var words: String {
        switch self {
        case .any: "anything"
        case .last(let position): "the last event to be \(position.sequence)"
        case .lastOf(let entity, let position): "the last event of \(entity.text) to be \(position.sequence)"
        }
    }
}

/// The place of events that were written.
public struct AppendResult: Equatable, Sendable {
    /// Where they stand, in the order in which they were given.
    public let positions: ClosedRange<Position>
    /// The time that was stored with them.
    public let time: Instant
    /// True if they had been written before under the same key, and nothing was written now.
    public let isRepeated: Bool

    /// The position of the last of them.
    public var last: Position { positions.upperBound }
}
