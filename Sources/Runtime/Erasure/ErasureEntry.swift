import JournalEngine
package import Kernel
package import Workspace

/// One attestation in the journal: when, by whom, and how much is gone.
package struct ErasureEntry: Sendable {
    package var sequence: UInt64
    package var time: Instant
    package var actorName: String
    package var entity: EntityID
    package var facts: ErasureFacts

    /// `record 812, 2026-11-21T08:00:00.000000Z, by Anna: child, 3 things, 17 records, 1 file (moved out)`.
    package var words: String {
        "record \(sequence), \(time.text), by \(actorName): \(facts.kind.word), \(facts.counts)"
            + (facts.reason.isEmpty ? "" : " (\(facts.reason))")
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("seq", sequence)
            json.field("time", time.text)
            json.field("actorName", actorName)
            json.field("entity", entity.text)
            json.field("kind", facts.kind.word)
            json.field("things", facts.things)
            json.field("records", facts.records)
            json.field("files", facts.files)
            json.field("reason", facts.reason)
        }
    }
}

extension WorkspaceActor {
    /// Everything that was erased, the first first.
    ///
    /// - Parameter names: today's view, for what was erased and what people are called.
    package nonisolated func erasures(names: WorkspaceView) throws -> [ErasureEntry] {
        var entries: [ErasureEntry] = []
        let entities = Set(names.registry.erasures.map { ID16($0.entity) })
        try journal.records(of: paths.root, about: entities) { header, payload in
            if let fact = try Recorded<WorkspaceEvent>(header, payload),
                case .registry(.erased(let entity, let facts)) = fact.event
            {
                entries.append(
                    ErasureEntry(
                        sequence: header.sequence, time: fact.instant, actorName: names.name(of: fact.actor),
                        entity: entity, facts: facts))
            }
            return .next
        }
        return entries
    }
}
