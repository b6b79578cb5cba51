import Boards
import Kernel

/// Translates a Trello board: each thing was made when its identifier says.
struct TrelloReader {
    private let board: TrelloBoard
    private let parts: TrelloParts
    private var archivedLists: Set<String> = []

    init(_ board: TrelloBoard) {
        self.board = board
        parts = TrelloParts(board)
    }

    mutating func read() -> ForeignBoard {
        var out = ForeignBoard(id: board.id, title: board.name, created: Instant(trelloID: board.id))
        out.isArchived = board.closed == true
        for list in board.lists.inOrder(\.pos) {
            var column = ForeignBoard.Column(id: list.id, name: list.name, created: Instant(trelloID: list.id))
            if list.closed == true {
                archivedLists.insert(list.id)
                column.leftovers = [
                    ImportWarning(
                        what: "archived list", at: list.name,
                        why: "its cards are archived one by one; the column stays, and can be archived here")
                ]
            }
            out.columns.append(column)
        }
        out.cards = board.cards.inOrder(\.pos).map(card)
        leaveRest(&out)
        return out
    }

    private func card(_ card: TrelloBoard.Card) -> ForeignBoard.Card {
        var out = ForeignBoard.Card(id: card.id, column: card.idList, title: card.name)
        out.description = card.desc ?? ""
        out.add(links: (card.attachments ?? []).compactMap(\.link))
        out.created = Instant(trelloID: card.id)
        out.updated = card.dateLastActivity.flatMap { Instant(text: $0) }
        out.due = card.due.flatMap { Instant(text: $0) }.map(Due.init(utc:))
        out.dueMark = card.due ?? ""
        out.placeMark = "\(card.idList) \(card.pos?.value ?? 0)"
        out.isArchived = card.closed == true || archivedLists.contains(card.idList)
        out.tags = parts.labels(of: card).map {
            CardTag(colour: TrelloColour.named($0.color).colour, label: $0.name ?? "")
        }
        out.checklists = parts.checklists(of: card).map { name, items in
            ForeignBoard.Checklist(
                name: name,
                items: items.map { item in
                    ForeignBoard.Item(
                        id: item.id, text: item.name, isDone: item.state == "complete",
                        created: Instant(trelloID: item.id), stateMark: item.state ?? "")
                })
        }
        out.comments = parts.comments(on: card).compactMap { comment in
            guard let id = comment.id, let text = comment.data?.text else { return nil }
            return ForeignBoard.Comment(
                id: id, text: text, time: comment.date.flatMap { Instant(text: $0) } ?? Instant(trelloID: id),
                author: comment.idMemberCreator.map { id in
                    ForeignBoard.Person(
                        id: id, name: comment.memberCreator?.fullName ?? comment.memberCreator?.username)
                })
        }
        report(card, &out)
        return out
    }

    /// Reports the parts of the card that stay in Trello.
    private func report(_ card: TrelloBoard.Card, _ out: inout ForeignBoard.Card) {
        out.leave("members", count: card.idMembers?.count ?? 0, "cards are not assigned to people here")
        out.leave("votes", count: card.idMembersVoted?.count ?? 0, "there is no voting here")
        out.leave("stickers", count: card.stickers?.count ?? 0, "there are no stickers here")
        out.leave("custom fields", count: card.customFieldItems?.count ?? 0, "cards have no fields of one's own here")
        out.leave("power-up data", count: card.pluginData?.count ?? 0, "it belongs to another program")
        out.leave("start date", count: card.start == nil ? 0 : 1, "cards have no start date here")
        out.leave("location", count: card.coordinates == nil ? 0 : 1, "cards have no place on a map here")
        out.leave("completed due date", count: card.dueComplete == true ? 1 : 0, "a due date is not ticked off here")
        out.leave("empty checklists", count: out.checklists.count { $0.items.isEmpty }, "a checklist is its items here")
        out.leave(
            attachments: (card.attachments ?? []).filter(\.isFile).map { $0.name ?? $0.url ?? "unnamed" },
            "their bytes are not in Trello's file")
        if let due = card.due, Instant(text: due) == nil {
            out.leave("due date", "“\(due.prefix(40))” is not a date")
        }
        let unknown = (card.idLabels ?? []).count - parts.labels(of: card).count
        out.leave("labels", count: unknown, "it is not among the labels of the board")
        let isBlank = out.tags.contains { trimmed($0.label).isEmpty && $0.colour == .none }
        if isBlank { out.leave("label", "it has neither a colour nor a name") }
        if let counted = card.badges?.comments, counted > out.comments.count {
            out.leave(
                "comments",
                "\(counted - out.comments.count) of \(counted) are not in the file: Trello exports only its latest "
                    + "1,000 actions")
        }
    }

    private func leaveRest(_ out: inout ForeignBoard) {
        let shades = Set((board.labels ?? []).compactMap { TrelloColour.named($0.color).isExact ? nil : $0.color })
        for shade in shades.sorted() {
            let isUnknown = TrelloColour.named(shade).colour == .none
            out.leave(
                "label colour", shade,
                isUnknown ? "there is no such colour here; the label is kept" : "it is taken as the plain colour")
        }
        if let desc = board.desc, !desc.isEmpty {
            out.leave("board description", board.name, "boards have no description here: \(desc.prefix(200))")
        }
        let cards = Set(board.cards.map(\.id))
        let used = Set(board.cards.flatMap { parts.labels(of: $0) }.compactMap(\.id))
        out.leave(unusedLabels: (board.labels ?? []).filter { !used.contains($0.id ?? "") }.map { $0.name ?? "" })
        out.leave(strays: "comments", parts.comments(onOtherThan: cards).compactMap { $0.data?.text })
        out.leave(strays: "checklists", parts.checklists(ofOtherThan: cards).map { $0.name ?? "Checklist" })
        let others = (board.actions ?? []).count { !TrelloParts.isComment($0) }
        if others > 0 {
            out.leave("actions", board.name, "\(others) of the activity log that are no comments")
        }
        if let plugins = board.pluginData, !plugins.isEmpty {
            out.leave("power-ups", board.name, "\(plugins.count) of them keep data on the board")
        }
    }
}
