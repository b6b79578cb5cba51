import Boards
import Kernel

/// Translates a board of Nextcloud Deck.
///
/// Its identifiers are small numbers of one server, and the file does not name the server: a board is known by its
/// owner as well and a card by the second in which it was made, so that those of two servers are not taken for one.
struct DeckReader {
    private let board: DeckBoard

    init(_ board: DeckBoard) { self.board = board }

    func read() -> ForeignBoard {
        var out = ForeignBoard(id: board.id.text + "@" + (board.owner?.uid ?? ""), title: board.title)
        out.isArchived = board.archived == true
        for stack in (board.stacks?.values ?? []).inOrder(at: \.order) {
            let cards = (stack.cards?.values ?? []).inOrder(at: \.order)
            if (stack.deletedAt ?? 0) > 0 {
                out.leave("list", stack.title, "it was deleted there, with \(cards.count) of its cards")
                for card in cards { out.leave("card", card.title, "its list was deleted there") }
                continue
            }
            out.columns.append(ForeignBoard.Column(id: stack.id.text, name: stack.title))
            for card in cards {
                if (card.deletedAt ?? 0) > 0 {
                    out.leave("card", card.title, "it was deleted there")
                } else {
                    out.cards.append(read(card, in: stack))
                }
            }
        }
        leaveRest(&out)
        return out
    }

    private func read(_ card: DeckBoard.Card, in stack: DeckBoard.Stack) -> ForeignBoard.Card {
        let id = card.id.text + "@" + String(card.createdAt ?? 0)
        var out = ForeignBoard.Card(id: id, column: stack.id.text, title: card.title)
        out.description = card.description ?? ""
        out.created = card.createdAt.flatMap { $0 > 0 ? Instant(seconds: $0) : nil }
        out.updated = card.lastModified.flatMap { $0 > 0 ? Instant(seconds: $0) : nil }
        out.due = card.duedate.flatMap { Instant(text: $0) }.map(Due.init(utc:))
        out.dueMark = card.duedate ?? ""
        out.placeMark = "\(stack.id.text) \(card.order ?? 0)"
        out.isArchived = card.archived == true
        out.tags = (card.labels ?? []).map { CardTag(colour: colour($0.color), label: $0.title ?? "") }
        out.comments = (card.comments ?? []).compactMap { comment in
            guard let text = comment.message else { return nil }
            return ForeignBoard.Comment(
                id: comment.id.text, text: text, time: comment.creationDateTime.flatMap { Instant(text: $0) },
                author: comment.actorId.map { ForeignBoard.Person(id: $0, name: comment.actorDisplayName) })
        }.inOrder { $0.time.map { Double($0.microseconds) } }
        out.leave("comments", count: (card.comments ?? []).count { $0.message == nil }, "it has no text")
        out.leave("assignees", count: (card.assignedUsers ?? []).count, "cards are not assigned to people here")
        out.leave("done", count: card.done == nil ? 0 : 1, "a card is not ticked off here; its column says it")
        out.leave("start date", count: card.startdate == nil ? 0 : 1, "cards have no start date here")
        out.leave("card colour", count: card.color == nil ? 0 : 1, "a card's colours are its tags here")
        var missing: [String] = []
        var links: [ForeignBoard.Link] = []
        for attachment in card.attachments ?? [] {
            let name = attachment.data ?? "unnamed"
            if let text = attachment.contentBase64, let bytes = unpacked(base64: text) {
                out.files.append(ForeignBoard.File(id: attachment.id?.text ?? name, name: name, bytes: bytes))
            } else if let link = ForeignBoard.Link("", at: attachment.data) {
                links.append(link)
            } else {
                missing.append(name)
            }
        }
        out.add(links: links)
        out.leave(attachments: missing, "their bytes are not in Deck's file")
        if (card.attachments ?? []).isEmpty {
            out.leave("attachments", count: card.attachmentCount ?? 0, "their bytes are not in Deck's file")
        }
        if let due = card.duedate, Instant(text: due) == nil {
            out.leave("due date", "“\(due.prefix(40))” is not a date")
        }
        return out
    }

    private func colour(_ code: String?) -> CardColour { code.flatMap(ForeignColour.nearest(toCode:)) ?? .none }

    private func leaveRest(_ out: inout ForeignBoard) {
        for label in board.labels ?? [] {
            guard let code = label.color, !code.isEmpty else { continue }
            out.leave(
                "label colour", code, "it is taken as \(colour(code).fieldName), the nearest that has a name here")
        }
        if let acl = board.acl, !acl.isEmpty {
            out.leave("sharing", board.title, "it was shared with \(acl.count); boards are their owner's only here")
        }
    }
}
