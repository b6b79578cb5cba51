import Boards
import Importers
import Kernel
import Notes
import Workspace

extension Workshop {
    /// All boards as text, for a golden that a person can read: columns, cards and all that stands on them.
    var boardsText: String {
        let model = state.boards.model
        var lines: [String] = []
        for board in model.boards.ids {
            guard let facts = model.boards[board] else { continue }
            lines.append(facts.title.text + (facts.flags.isArchived ? " (archived)" : ""))
            for column in model.columns(of: board).ids {
                lines.append("  " + (model.columns[column]?.name.text ?? ""))
                for card in model.cards(of: column).ids { lines += text(of: card).map { "    " + $0 } }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The descriptions of all cards, by their titles.
    var cardDescriptions: [String: String] {
        let cards = state.boards.model.cards
        var texts: [String: String] = [:]
        for id in cards.ids { texts[cards[id]?.title.text ?? ""] = view.boards.description(of: id)?.string ?? "" }
        return texts
    }

    private func text(of id: CardID) -> [String] {
        let model = state.boards.model
        guard let card = model.cards[id], let slot = model.cards.slot(of: id) else { return [] }
        let made = view.boards.provenance(of: slot).made
        var lines = [card.title.text + (card.flags.isArchived ? " (archived)" : "")]
        if made != Self.now { lines.append("  made \(made.text)") }
        if let due = card.due { lines.append("  due \(due.text)") }
        if !card.tags.isEmpty { lines.append("  tags " + card.tags.map(\.text).joined(separator: ", ")) }
        let description = view.boards.description(of: id)?.string ?? ""
        for line in description.split(separator: "\n", omittingEmptySubsequences: false) where !description.isEmpty {
            lines.append("  | " + line)
        }
        for (name, items) in zip(card.checklists.names, card.itemsByChecklist) {
            for item in items {
                lines.append("  [\(item.isDone ? "x" : " ")] " + (name.isEmpty ? "" : name + ": ") + item.text.text)
            }
        }
        for file in card.files where !file.isDetached {
            lines.append("  file \(file.file.name.text) \(file.file.mediaType) \(file.file.sizeBytes)")
        }
        for (comment, trace) in zip(card.comments, view.boards.remarks(on: slot)) {
            lines.append("  \(trace.made.text) \(view.name(of: trace.maker)): \(comment.text)")
        }
        return lines
    }
}

extension ImportPlan {
    /// The report, a line for each thing.
    var report: String { notTaken.map { "\($0.what) | \($0.at) | \($0.why)\n" }.joined() }
}
