import Boards
package import Kernel
import Notes
import Studio

/// Texts that people wrote at the same time, as devices that were offline do, and that nobody has gone on with since.
///
/// Such a text is merged at once and nothing of it is lost, but nobody has read the result. The next edit of it that is
/// based on all of its heads settles that; so does restoring one of the revisions. Requirement N-402.3.
package struct ConflictsView: CanonicalView, Sendable, Equatable {
    /// The conflicts, the last changed first.
    package var conflicts: [Conflict]

    package struct Conflict: Sendable, Equatable {
        package var thing: LinksView.Line
        package var field: TextField
        /// The number of edits that the text has had.
        package var revision: Int
        /// The revisions that did not know of each other: the parents of an edit that settles it. Two or more, ascending.
        package var heads: [Int]
        package var updated: Instant
    }

    package var text: String {
        if conflicts.isEmpty { return "No text was written by several at once and left so.\n" }
        var lines = Lines()
        for conflict in conflicts {
            lines.add(
                0, conflict.thing.path,
                conflict.field.word + ", " + String(conflict.heads.count) + " versions side by side, merged")
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(conflicts) { json, conflict in json.object { conflict.write(to: &$0) } }
    }
}

extension ConflictsView.Conflict {
    fileprivate func write(to json: inout JSONWriter) {
        thing.write(to: &json)
        json.field("in", field.word)
        json.field("revision", revision)
        json.key("heads")
        json.array(heads) { $0.value($1) }
        json.field("updated", updated.text)
    }
}

extension WorkspaceView {
    /// The texts of what is to be seen that have several heads.
    ///
    /// - Complexity: O(notes, cards and artworks); no text is touched.
    package func conflicts(in scope: SearchScope = .everything) -> ConflictsView {
        var found: [ConflictsView.Conflict] = []
        forEachReferent([.note, .card, .artwork]) { referent in
            if let conflict = conflict(in: referent), scope.admits(referent, in: self) { found.append(conflict) }
        }
        found.sort { a, b in
            a.updated != b.updated ? a.updated > b.updated : a.thing.referent.entity < b.thing.referent.entity
        }
        return ConflictsView(conflicts: found)
    }

    /// Nil where the text of a thing is one person's after the other, or the thing is not to be seen.
    package func conflict(in referent: EntityRef) -> ConflictsView.Conflict? {
        guard let (field, clock) = clock(of: referent), clock.frontier.count > 1, let thing = thing(referent),
            thing.presence == .present
        else { return nil }
        return ConflictsView.Conflict(
            thing: line(of: referent), field: field, revision: clock.revision, heads: clock.frontier,
            updated: thing.updated)
    }

    private func clock(of referent: EntityRef) -> (TextField, TextClock)? {
        switch referent {
        case .note(let id): notes.notes.slot(of: id).map { (.body, notes.notes[$0].body.clock) }
        case .card(let id):
            boards.model.cards.slot(of: id).map { (.description, boards.description(of: $0).clock) }
        case .artwork(let id): studio.model.artworks.slot(of: id).map { (.body, studio.notes(of: $0).clock) }
        case .folder, .board, .column, .item, .collection, .child, .album, .story: nil
        }
    }
}

/// One of them for a three-way view: what all had in common, what each had, and what the merge made of it.
package struct ConflictView: CanonicalView, Sendable, Equatable {
    package var conflict: ConflictsView.Conflict
    /// The text with the edits that all of the versions had seen.
    package var base: String
    /// One for each head, in their order.
    package var versions: [Version]
    /// The text as it is.
    package var merged: String

    package struct Version: Sendable, Equatable {
        package var revision: Int
        /// The record that ended with.
        package var sequence: UInt64
        package var actor: ActorID
        package var actorName: String
        package var time: Instant
        package var text: String

        package init(
            revision: Int, sequence: UInt64, actor: ActorID, actorName: String, time: Instant, text: String
        ) {
            self.revision = revision
            self.sequence = sequence
            self.actor = actor
            self.actorName = actorName
            self.time = time
            self.text = text
        }
    }

    package init(conflict: ConflictsView.Conflict, base: String, versions: [Version], merged: String) {
        self.conflict = conflict
        self.base = base
        self.versions = versions
        self.merged = merged
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, conflict.thing.path, conflict.field.word)
        for version in versions {
            lines.add(1, "revision " + String(version.revision), version.actorName + ", " + version.time.text)
            for line in version.text.split(separator: "\n", omittingEmptySubsequences: false) { lines.add(2, String(line)) }
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            conflict.write(to: &json)
            json.field("base", base)
            json.key("versions")
            json.array(versions) { json, version in
                json.object { json in
                    json.field("revision", version.revision)
                    json.field("seq", version.sequence)
                    json.field("actor", version.actor.text)
                    json.field("actorName", version.actorName)
                    json.field("time", version.time.text)
                    json.field("text", version.text)
                }
            }
            json.field("merged", merged)
        }
    }
}
