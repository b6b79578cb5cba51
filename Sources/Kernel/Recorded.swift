/// A place in the journal: the sequence number of a record, contiguous from 1.
package struct Position: Hashable, Comparable, Sendable {
    package var sequence: UInt64

    package init(_ sequence: UInt64) { self.sequence = sequence }

    /// Before the first record.
    package static var start: Position { Position(0) }

    package static func < (a: Position, b: Position) -> Bool { a.sequence < b.sequence }
}

/// One event with its place in history.
package struct Recorded<Event: Sendable>: Sendable {
    package let position: Position
    /// Who did it; for an imported fact, who did it elsewhere.
    package let actor: ActorID
    package let device: DeviceID
    /// When it happened: the server's time, or for an imported fact the time it happened elsewhere.
    package let instant: Instant
    package let event: Event

    package init(position: Position, actor: ActorID, device: DeviceID, instant: Instant, event: Event) {
        self.position = position
        self.actor = actor
        self.device = device
        self.instant = instant
        self.event = event
    }

    /// The same place in history, for a narrower event: how a workspace's projection calls a domain's.
    package func with<Other: Sendable>(_ other: Other) -> Recorded<Other> {
        Recorded<Other>(position: position, actor: actor, device: device, instant: instant, event: other)
    }
}
