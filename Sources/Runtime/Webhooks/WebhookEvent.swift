import JournalEngine
package import Kernel
import Workspace

/// One record of a workspace as a webhook is told of it: what happened to which thing, and nothing of what it says.
package struct WebhookEvent: Sendable, Equatable {
    package var sequence: UInt64
    /// The domain's number and the tag, as in the journal.
    package var kind: UInt32
    package var entity: EntityID
    package var actor: ActorID
    package var instant: Instant
}

extension WorkspaceActor {
    /// Returns the events to report after a record.
    ///
    /// Records of the engine, and those whose payload was erased, are not reported. Reads files on the caller's thread.
    ///
    /// - Parameters:
    ///   - countMax: news that are found at most.
    ///   - isMeant: by the kind, as the journal numbers it.
    /// - Returns: the news, oldest first, and the last record that was looked at.
    package nonisolated func news(
        after sequence: UInt64, countMax: Int, _ isMeant: (UInt32) -> Bool
    ) throws -> (found: [WebhookEvent], last: UInt64) {
        var found: [WebhookEvent] = []
        var last = max(sequence, journal.lastSequence)
        guard sequence < journal.lastSequence else { return ([], sequence) }
        try journal.records(of: paths.root, from: sequence + 1, through: last) { header, _ in
            guard !header.isOfEngine, !header.isRedacted, isMeant(header.kind) else { return .next }
            found.append(
                WebhookEvent(
                    sequence: header.sequence, kind: header.kind, entity: EntityID(header.entity), actor: header.author,
                    instant: header.instant))
            guard found.count < countMax else {
                last = header.sequence
                return .stop
            }
            return .next
        }
        return (found, last)
    }
}
