/// A place in the journal: the sequence number of a record, contiguous from 1.
public struct Position: Hashable, Comparable, Sendable {
    public var sequence: UInt64

    public init(_ sequence: UInt64) { self.sequence = sequence }

    /// Before the first record.
    public static var start: Position { Position(0) }

    public static func < (a: Position, b: Position) -> Bool { a.sequence < b.sequence }
}

/// One event with its place in history.
public struct Recorded<Event: Sendable>: Sendable {
    public let position: Position
    /// The actor who did it; for an imported fact, the one who did it elsewhere.
    public let actor: ActorID
    public let device: DeviceID
    /// When it happened: the server's time, or for an imported fact the time it happened elsewhere.
    public let instant: Instant
    public let event: Event

    public init(position: Position, actor: ActorID, device: DeviceID, instant: Instant, event: Event) {
        self.position = position
        self.actor = actor
        self.device = device
        self.instant = instant
        self.event = event
    }

    /// The same place in history, for a narrower event: how a workspace's projection calls a domain's.
    public func with<Other: Sendable>(_ other: consuming Other) -> Recorded<Other> {
        Recorded<Other>(position: position, actor: actor, device: device, instant: instant, event: other)
    }
}
