import Boards
package import Kernel
import Notes
import Studio

/// A note's body, a card's description or an artwork's notes with every edit it has had: enough to say how it read on any branch of its
/// history, and so to tell what changed at a source since an earlier import.
package struct TextHistory: Sendable, Equatable {
    package private(set) var initial = ""
    package private(set) var edits: [TextEdit] = []

    package init() {}

    /// Takes in the events of the one thing, in journal order; those that touch no text are passed over.
    package mutating func ingest(_ event: WorkspaceEvent) {
        switch event {
        case .notes(.noteCreated(_, _, let body, _)): initial = body
        case .notes(.noteEdited(_, let edit)), .notes(.inkAdded(_, _, let edit)): edits.append(edit)
        case .boards(.cardAdded(_, _, _, _, let description)): initial = description
        case .boards(.cardDescribed(_, let edit)): edits.append(edit)
        case .studio(.artworkUploaded(_, _, let new)): initial = new.notes
        case .studio(.artworkAnnotated(_, let edit)): edits.append(edit)
        default: break
        }
    }

    /// The text as all edits together make it.
    package var text: String { document(edits).string }

    /// The texts of several versions, out of one walk: what each of them alone would cost a walk for.
    package func versions(for revisions: [Int]) -> TextVersions { TextVersions(initial, edits, for: revisions) }

    /// The text that the author of an edit based on `[revision]` sees: that edit and what it was based on, without
    /// what others wrote beside it. Nil for a revision that does not exist.
    package func text(seenFrom revision: Int) -> String? { seen(from: revision).map { text(of: $0) } }

    /// The text with the edits alone that all of these revisions were based on. Nil where one of them does not exist.
    package func text(seenFromEach revisions: [Int]) -> String? {
        var common = [Bool](repeating: true, count: edits.count + 1)
        for revision in revisions {
            guard let seen = seen(from: revision) else { return nil }
            for number in common.indices { common[number] = common[number] && seen[number] }
        }
        return text(of: common)
    }

    /// Of each revision, whether it is this one or an ancestor of it. Nil for a revision that does not exist.
    private func seen(from revision: Int) -> [Bool]? {
        guard revision >= 0, revision <= edits.count else { return nil }
        var isSeen = [Bool](repeating: false, count: edits.count + 1)
        isSeen[revision] = true
        for number in stride(from: revision, to: 0, by: -1) where isSeen[number] {
            for parent in edits[number - 1].parents where parent >= 0 && parent < number { isSeen[parent] = true }
        }
        return isSeen
    }

    /// The text of some revisions with all of their ancestors.
    private func text(of isSeen: [Bool]) -> String {
        // Revision numbers of the seen ones alone, as if the others had never been written.
        var renumbered = [Int](repeating: 0, count: isSeen.count)
        var seen: [TextEdit] = []
        for number in isSeen.indices.dropFirst() where isSeen[number] {
            var edit = edits[number - 1]
            edit.parents = edit.parents.map { $0 >= 0 && $0 < number ? renumbered[$0] : 0 }
            seen.append(edit)
            renumbered[number] = seen.count
        }
        return document(seen).string
    }

    private func document(_ edits: [TextEdit]) -> TextDocument {
        var document = TextDocument(initial)
        for edit in edits { document.apply(edit) }
        return document
    }
}
