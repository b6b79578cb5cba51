import Foundation
import JournalEngine
import Kernel
import Workspace

/// The change that an undo took back or a redo brought back, described for a person.
package struct TakenBack: Sendable, Equatable {
    /// The first record of the original change, however often it was undone and redone since.
    package var sequence: UInt64
    /// The kind of its first event, such as `note pinned`.
    package var kind: String
    /// The thing that it was about, as it is called today; nil when it was about several.
    package var title: String?
    /// A past-tense sentence without its period: `pinned the note “Lecture 1”`.
    package var summary: String
    /// The change is in force again.
    package var isRedone: Bool
}

extension WorkspaceActor {
    /// Describes the change that the undo or redo `commit` was about.
    ///
    /// - Returns: nil when `commit` is neither an undo nor a redo, or when the change was erased since.
    /// - Complexity: O(commits since the original change) and O(records of the thing it was about).
    package func takenBack(by commit: Commit) throws -> TakenBack? {
        guard let (group, isRedone) = try UndoSearch(journal: journal, path: paths.root).original(of: commit.first)
        else { return nil }
        let names = view
        var change = OriginalChange()
        for range in group.commits {
            try journal.records(of: paths.root, from: range.lowerBound, through: range.upperBound) { header, payload in
                if let fact = try Recorded<WorkspaceEvent>(header, payload) { change.add(fact.event, header.entity) }
                return .next
            }
        }
        guard let first = change.first else { return nil }
        var summary = change.counted(cause: Cause(rawValue: group.cause), names: names)
        var title: String?
        if let entity = change.onlyEntity {
            title = names.title(of: EntityID(entity))
            let sentences = try summaries(about: entity, in: group, names: names)
            if let sentence = TakenBack.sentence(sentences, about: title, noun: change.noun) { summary = sentence }
        }
        return TakenBack(sequence: group.first, kind: first, title: title, summary: summary, isRedone: isRedone)
    }

    /// The sentences of the history of one thing that belong to a change.
    private func summaries(about entity: ID16, in group: UndoGroup, names: WorkspaceView) throws -> [String] {
        var view = WorkspaceProjection.empty
        var sentences: [String] = []
        try journal.records(of: paths.root, about: [entity], through: group.last) { header, payload in
            guard let fact = try Recorded<WorkspaceEvent>(header, payload) else { return .next }
            let before = view
            WorkspaceProjection.project(fact, into: &view)
            if group.contains(header.sequence), sentences.count < 3 {
                sentences.append(
                    HistoryEntry(header, fact, before: before, after: view, names: names, diffs: false).summary)
            }
            // A creation says all that its commit did to the thing.
            return fact.event.isCreation && group.contains(header.sequence) ? .stop : .next
        }
        return sentences
    }
}

extension TakenBack {
    /// Joins the sentences of one thing's history and names the thing in place of “it”.
    static func sentence(_ sentences: [String], about title: String?, noun: String) -> String? {
        guard !sentences.isEmpty else { return nil }
        let joined = sentences.joined(separator: " and ")
        guard let title, !joined.contains(title) else { return joined }
        let name = "the \(noun) \u{201C}\(title)\u{201D}"
        if let place = joined.range(of: "the \(noun)") { return joined.replacingCharacters(in: place, with: name) }
        var words = joined.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard let place = words.firstIndex(of: "it") else { return "\(joined) (\(name))" }
        words[place] = name
        return words.joined(separator: " ")
    }
}

/// The events of one change, counted by kind, without those that only follow from it.
private struct OriginalChange {
    private(set) var first: String?
    private var counts: [(kind: String, count: Int, isCreation: Bool)] = []
    private var made: Set<ID16> = []
    private var entities: Set<ID16> = []
    private var firstEntity: ID16?

    mutating func add(_ event: WorkspaceEvent, _ entity: ID16) {
        // Sources of an import and names of people follow from the change; so does all that befalls a thing it made.
        guard !event.isOfRegistry, !made.contains(entity) else { return }
        let kind = event.kind.name ?? "kind \(event.kind.raw)"
        if event.isCreation { made.insert(entity) }
        entities.insert(entity)
        if first == nil { (first, firstEntity) = (kind, entity) }
        if let index = counts.firstIndex(where: { $0.kind == kind }) {
            counts[index].count += 1
        } else {
            counts.append((kind, 1, event.isCreation))
        }
    }

    var onlyEntity: ID16? { entities.count == 1 ? firstEntity : nil }

    /// `note` of `note pinned`.
    var noun: String { first?.split(separator: " ").first.map(String.init) ?? "thing" }

    /// `the import of 9 notes and 6 folders`; `3 × note trashed, folder trashed “Uni”`.
    func counted(cause: Cause?, names: WorkspaceView) -> String {
        let creations = counts.filter(\.isCreation).map { entry in
            let noun = entry.kind.split(separator: " ").dropLast().joined(separator: " ")
            return "\(entry.count) \(noun)\(entry.count == 1 ? "" : noun.hasSuffix("child") ? "ren" : "s")"
        }
        if cause == .import, !creations.isEmpty { return "the import of " + creations.joined(separator: ", ") }
        let words = counts.map { $0.count == 1 ? $0.kind : "\($0.count) × \($0.kind)" }.joined(separator: ", ")
        let title = firstEntity.flatMap { names.title(of: EntityID($0)) }
        return title.map { "\(words), beginning with \u{201C}\($0)\u{201D}" } ?? words
    }
}
