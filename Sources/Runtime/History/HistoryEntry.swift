package import Kernel

/// One revision of a thing: who did what to it, and when.
package struct HistoryEntry: Sendable, Equatable {
    package var sequence: UInt64
    package var time: Instant
    package var actor: ActorID
    package var actorName: String
    package var device: DeviceID
    package var deviceName: String
    /// Such as `note retitled`.
    package var kind: String
    /// Such as `undo`; `direct` for a change that nothing caused.
    package var cause = Cause.direct.word
    /// The record that an undo, a redo or a restoration goes back to; nil for any other change.
    package var causeSequence: UInt64?
    package var entity: EntityID
    /// One line for a person.
    package var summary: String
    /// Where a text changed, the lines that did.
    package var diff: String?
}

extension HistoryEntry {
    /// The summary with its cause behind it: `unpinned it (undo of 8)`.
    package var markedSummary: String { causeSequence.map { "\(summary) (\(cause) of \($0))" } ?? summary }

    /// The shape that `history --json` prints.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("seq", sequence)
            json.field("time", time.text)
            json.field("actor", actorName)
            json.field("device", deviceName)
            json.field("kind", kind)
            json.field("summary", summary)
            json.field("cause", cause)
            if let causeSequence { json.field("causeSeq", causeSequence) } else { json.field("causeSeq", String?.none) }
            json.field("diff", diff)
        }
    }
}
