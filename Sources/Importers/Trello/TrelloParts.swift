import Kernel

/// The parts of a card that stand elsewhere in the file: labels, checklists and comments by card.
struct TrelloParts {
    private var labels: [String: TrelloBoard.Label] = [:]
    private var checklists: [String: [TrelloBoard.Checklist]] = [:]
    private var comments: [String: [TrelloBoard.Action]] = [:]

    init(_ board: TrelloBoard) {
        for label in board.labels ?? [] {
            if let id = label.id { labels[id] = label }
        }
        for checklist in board.checklists ?? [] {
            checklists[checklist.idCard ?? "", default: []].append(checklist)
        }
        for action in board.actions ?? [] where Self.isComment(action) {
            comments[action.data?.card?.id ?? "", default: []].append(action)
        }
    }

    static func isComment(_ action: TrelloBoard.Action) -> Bool {
        (action.type == "commentCard" || action.type == "copyCommentCard") && action.data?.text != nil
            && action.id != nil
    }

    func labels(of card: TrelloBoard.Card) -> [TrelloBoard.Label] {
        guard let ids = card.idLabels, !ids.isEmpty else { return card.labels ?? [] }
        let own = (card.labels ?? []).compactMap { label in label.id.map { ($0, label) } }
        let byID = Dictionary(own) { first, _ in first }
        return ids.compactMap { labels[$0] ?? byID[$0] }
    }

    /// In their order.
    func checklists(of card: TrelloBoard.Card) -> [(name: String, items: [TrelloBoard.Item])] {
        (checklists[card.id] ?? card.checklists ?? []).inOrder(\.pos).map { checklist in
            (checklist.name ?? "", (checklist.checkItems ?? []).inOrder(\.pos))
        }
    }

    /// Comments on cards that are not in the file, the oldest first.
    func comments(onOtherThan cards: Set<String>) -> [TrelloBoard.Action] {
        comments.filter { !cards.contains($0.key) }.values.joined().sorted { precedes($0.date ?? "", $1.date ?? "") }
    }

    /// Checklists of cards that are not in the file.
    func checklists(ofOtherThan cards: Set<String>) -> [TrelloBoard.Checklist] {
        checklists.filter { !cards.contains($0.key) }.values.joined().sorted { precedes($0.id, $1.id) }
    }

    /// Oldest first.
    func comments(on card: TrelloBoard.Card) -> [TrelloBoard.Action] {
        (comments[card.id] ?? []).sorted { left, right in
            let (a, b) = (left.date ?? "", right.date ?? "")
            return a != b ? precedes(a, b) : precedes(left.id ?? "", right.id ?? "")
        }
    }
}
