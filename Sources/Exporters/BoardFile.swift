import Boards
import Kernel
import Workspace

/// Writes one board as JSON with everything on it. `BoardFile.md` is the description for whoever reads it.
struct BoardFile {
    private let view: WorkspaceView
    private var arrangement: Arrangement { view.boards.arrangement }
    /// Cards that were left out.
    private(set) var cardsInTrash = 0

    init(_ view: WorkspaceView) { self.view = view }

    mutating func write(_ id: BoardID, _ board: Board) -> String {
        var json = JSONWriter(reserving: 16 << 10)
        json.beginObject()
        json.field("kind", "daybook-board")
        json.field("version", 1)
        json.field("id", id.text)
        json.field("title", board.title.text)
        json.field("archived", board.standing.isArchived)
        json.key("columns")
        json.beginArray()
        for column in arrangement.columns(of: id).ids { write(column, to: &json) }
        json.endArray()
        json.endObject()
        return json.text + "\n"
    }

    private mutating func write(_ id: ColumnID, to json: inout JSONWriter) {
        guard let column = arrangement.columns[id], !column.standing.isWithdrawn else { return }
        var cards: [CardID] = []
        for card in arrangement.cards(of: id).ids {
            guard let standing = arrangement.cards[card]?.standing, !standing.isWithdrawn else { continue }
            if standing.isTrashed { cardsInTrash += 1 } else { cards.append(card) }
        }
        // A deleted column is written only for the cards that were archived in it.
        if column.standing.isTrashed, cards.isEmpty { return }
        json.beginObject()
        json.field("id", id.text)
        json.field("name", column.name.text)
        json.field("deleted", column.standing.isTrashed)
        json.key("cards")
        json.beginArray()
        for card in cards { write(card, to: &json) }
        json.endArray()
        json.endObject()
    }

    private func write(_ id: CardID, to json: inout JSONWriter) {
        guard let slot = arrangement.cards.slot(of: id) else { return }
        let card = arrangement.cards[slot]
        let trace = view.boards.trace(of: slot)
        json.beginObject()
        json.field("id", id.text)
        json.field("title", card.title.text)
        json.field("description", view.boards.description(of: slot).string)
        json.field("archived", card.standing.isArchived)
        json.key("due")
        write(card.due, to: &json)
        json.field("priority", "\(card.priority.fieldName)")
        json.key("tags")
        json.array(card.tags) { json, tag in
            json.beginObject()
            json.field("colour", "\(tag.colour.fieldName)")
            json.field("label", tag.label)
            json.endObject()
        }
        json.key("checklists")
        json.beginArray()
        for index in card.checklists.indices { write(checklist: index, of: card, to: &json) }
        json.endArray()
        json.key("comments")
        json.beginArray()
        for (comment, said) in zip(card.comments, view.boards.remarks(on: slot)) where !comment.isRemoved {
            json.beginObject()
            json.field("id", comment.id.text)
            json.field("time", said.made.text)
            json.field("author", view.name(of: said.maker))
            json.field("text", comment.text)
            json.endObject()
        }
        json.endArray()
        json.field("created", trace.made.text)
        json.field("createdBy", view.name(of: trace.maker))
        json.field("updated", trace.updated.text)
        json.field("updatedBy", view.name(of: trace.updater))
        json.endObject()
    }

    private func write(_ due: Due?, to json: inout JSONWriter) {
        guard let due else { return json.null() }
        json.beginObject()
        json.field("day", due.day.text)
        if let minute = due.minuteOfDay {
            let text = String(minute / 60 + 100).dropFirst() + ":" + String(minute % 60 + 100).dropFirst()
            json.field("time", String(text))
            json.field("zone", due.zone)
        }
        json.endObject()
    }

    private func write(checklist index: Int, of card: Card, to json: inout JSONWriter) {
        let items = card.checklist(index)
        guard !items.isEmpty else { return }
        json.beginObject()
        json.field("name", card.checklists[index])
        json.key("items")
        json.array(items) { json, item in
            json.beginObject()
            json.field("id", item.id.text)
            json.field("text", item.text.text)
            json.field("done", item.isDone)
            json.endObject()
        }
        json.endObject()
    }
}
