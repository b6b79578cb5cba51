import JournalEngine
package import Kernel
package import Workspace

extension WorkspaceActor {
    /// Returns what several people wrote at once in the text of a thing, as of `view`: each of their versions, from the
    /// journal.
    ///
    /// Only the records of that thing are read.
    ///
    /// - Returns: nil where nobody did, somebody has edited it since, or the asker may not see it.
    package nonisolated func conflict(
        in entity: EntityID, of view: WorkspaceView, for scope: SearchScope = .everything
    ) throws -> ConflictView? {
        guard let referent = view.referent(of: entity), scope.admits(referent, in: view),
            let conflict = view.conflict(in: referent)
        else { return nil }
        var history = TextHistory()
        var edits: [(sequence: UInt64, actor: ActorID, time: Instant)] = []
        try journal.records(of: paths.root, about: [ID16(entity)], through: view.asOf.sequence) { header, payload in
            guard let fact = try Recorded<WorkspaceEvent>(header, payload) else { return .next }
            history.ingest(fact.event)
            if history.edits.count > edits.count {
                edits.append((fact.position.sequence, fact.actor, fact.instant))
            }
            return .next
        }
        var texts = history.versions(for: conflict.heads)
        var versions: [ConflictView.Version] = []
        for head in conflict.heads {
            // A revision of 0 is what the thing was made with, which every edit has seen.
            guard head > 0, let text = texts.text(seenFrom: head) else { throw RuntimeFailure.noHistory(entity) }
            let edit = edits[head - 1]
            versions.append(
                ConflictView.Version(
                    revision: head, sequence: edit.sequence, actor: edit.actor, actorName: view.name(of: edit.actor),
                    time: edit.time, text: text))
        }
        guard let base = texts.text(seenFromEach: conflict.heads) else { throw RuntimeFailure.noHistory(entity) }
        return ConflictView(conflict: conflict, base: base, versions: versions, merged: texts.merged())
    }
}
