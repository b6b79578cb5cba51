import JournalEngine
package import Kernel
import Workspace

/// The filter of an audit; an event must match every condition that is given.
package struct AuditFilter: Sendable, Equatable {
    /// Empty: about anything.
    package var entities: Set<EntityID> = []
    package var actor: ActorID?
    package var device: DeviceID?
    /// A name as `EventKind.name` says it, such as `note moved`, or its beginning, such as `note`.
    package var kind: String?
    /// Not before.
    package var from: Moment?
    /// Not after.
    package var to: Moment?
    /// Only what had happened by then; unlike `to`, a moment that has been.
    package var at: Moment?
    package var cause: Cause?
    /// Only what stands behind this record, in the order that is asked for: where a page ended. 0 for the first page.
    package var after: UInt64 = 0
    /// True for the newest first.
    package var isNewestFirst = false

    package init(
        entities: Set<EntityID> = [], actor: ActorID? = nil, device: DeviceID? = nil, kind: String? = nil,
        from: Moment? = nil, to: Moment? = nil, at: Moment? = nil, cause: Cause? = nil, after: UInt64 = 0,
        isNewestFirst: Bool = false
    ) {
        self.entities = entities
        self.actor = actor
        self.device = device
        self.kind = kind
        self.from = from
        self.to = to
        self.at = at
        self.cause = cause
        self.after = after
        self.isNewestFirst = isNewestFirst
    }

    /// The records that can match, by number.
    var sequences: ClosedRange<UInt64> {
        var first: UInt64 = 1
        var last = UInt64.max
        if case .sequence(let sequence) = from { first = max(1, sequence) }
        if case .sequence(let sequence) = to { last = sequence }
        if case .sequence(let sequence) = at { last = min(last, sequence) }
        if isNewestFirst {
            if after > 0 { last = min(last, after - 1) }
        } else if after >= first {
            first = after == .max ? after : after + 1
        }
        return first <= last ? first...last : .max ... .max
    }

    /// The kinds that match; nil for all.
    var kinds: Set<UInt32>? { kinds(among: EventKind.known.map { ($0.raw, $0.name ?? "") }) }

    /// The same of another journal's kinds.
    func kinds(among known: [(raw: UInt32, name: String)]) -> Set<UInt32>? {
        guard let kind else { return nil }
        return Set(known.filter { Self.matches($0.name, kind) }.map(\.raw))
    }

    private static func matches(_ name: String, _ wanted: String) -> Bool {
        let wanted = wanted.lowercased()
        return name.utf8.elementsEqual(wanted.utf8) || name.utf8.starts(with: (wanted + " ").utf8)
    }

    func matches(_ header: borrowing RecordHeader, kinds: Set<UInt32>?) -> Bool {
        if let actor, header.author != actor, ActorID(header.actor) != actor {
            return false
        }
        if let device, DeviceID(header.device) != device { return false }
        if let cause, header.cause != cause.rawValue { return false }
        if let kinds, !kinds.contains(header.kind) { return false }
        let time = header.instant
        if case .time(let instant) = from, time < instant { return false }
        if case .time(let instant) = to, time > instant { return false }
        if case .time(let instant) = at, time > instant { return false }
        return true
    }
}
