package import Kernel

/// One board as a person sees it: columns in their order, and in each the cards in theirs.
package struct BoardView: CanonicalView, Sendable, Equatable {
    package var id: BoardID
    package var title: String
    package var lifecycle: Lifecycle
    package var touched: NamedAttribution?
    package var columns: [Column] = []

    package struct Column: Sendable, Equatable {
        package var id: ColumnID
        package var name: String
        package var cards: [CardLine]
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        lines.add(
            0, title, lifecycle == .live ? "" : spelled(lifecycle.fieldName),
            touched.map { "updated " + $0.text } ?? "")
        for column in columns {
            column.write(to: &lines, 1)
        }
        if columns.isEmpty { lines.add(1, "No columns yet.") }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
            json.field("state", spelled(lifecycle.fieldName))
            touched?.write(to: &json, "updated")
            json.key("columns")
            json.array(columns) { $1.write(to: &$0) }
        }
    }
}

extension BoardView.Column {
    func write(to lines: inout Lines, _ level: Int) {
        lines.add(level, name + " (" + String(cards.count) + ")", of: id.entity)
        for card in cards { card.write(to: &lines, level + 1) }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
            json.key("cards")
            json.array(cards) { $1.write(to: &$0) }
        }
    }
}

/// A card as it stands on a board: enough to choose it by, and never the whole of a long description.
package struct CardLine: Sendable, Equatable {
    package static let excerptBytesMax = 160

    package var id: CardID
    package var title: String
    package var due: String
    package var priority: Priority
    package var tags: [CardTag]
    package var done: Int
    package var items: Int
    package var comments: Int
    /// The beginning of the description, on one line.
    package var excerpt: String

    init(_ id: CardID, _ card: Card, _ description: TextDocument) {
        self.id = id
        title = card.title.text
        due = card.due?.text ?? ""
        priority = card.priority
        tags = card.tags
        (done, items) = card.progress
        comments = card.commentCount
        excerpt = Self.oneLine(description.prefix(utf8: Self.excerptBytesMax))
    }

    /// - Parameter place: the board and column, where a list goes across them.
    func write(to lines: inout Lines, _ level: Int, on place: String = "") {
        var words = ""
        for tag in tags { words += (words.utf8.isEmpty ? "" : ", ") + tag.text }
        lines.add(
            level, title, place.utf8.isEmpty ? "" : "on " + place, due.utf8.isEmpty ? "" : "due " + due,
            priority == .none ? "" : spelled(priority.fieldName), words,
            items == 0 ? "" : String(done) + "/" + String(items) + " done",
            comments == 0 ? "" : counted(comments, "comment"), of: id.entity)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
            json.field("due", due.utf8.isEmpty ? nil : due)
            json.field("priority", spelled(priority.fieldName))
            json.key("tags")
            writeTags(tags, to: &json)
            json.field("done", done)
            json.field("items", items)
            json.field("comments", comments)
            json.field("excerpt", excerpt)
        }
    }

    private static func oneLine(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        var isPending = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isPending = true
            } else {
                if isPending, !out.isEmpty { out.append(" ") }
                isPending = false
                out.append(scalar)
            }
        }
        return String(out)
    }
}

func writeTags(_ tags: [CardTag], to json: inout JSONWriter) {
    json.array(tags) { json, tag in
        json.object { json in
            json.field("colour", tag.colour == .none ? nil : spelled(tag.colour.fieldName))
            json.field("label", tag.label)
        }
    }
}

extension BoardsView {
    /// One board, wherever it is: live, archived or in the trash. Nil when it is not known or was undone.
    ///
    /// - Complexity: O(cards of the board).
    package func board(_ id: BoardID, times: Bool = true, name: (ActorID) -> String) -> BoardView? {
        guard let slot = model.boards.slot(of: id), let board = existing(id) else { return nil }
        var reading = BoardView(
            id: id, title: board.title.text, lifecycle: board.flags.lifecycle,
            touched: times ? NamedAttribution(lastTouch(of: id, slot), name) : nil)
        for column in liveColumns(of: id) {
            guard let facts = model.columns[column] else { continue }
            reading.columns.append(shown(column, facts))
        }
        return reading
    }

    /// A column with the cards that stand in it, wherever the column itself is.
    func shown(_ id: ColumnID, _ column: Column) -> BoardView.Column {
        BoardView.Column(id: id, name: column.name.text, cards: liveCards(in: id).compactMap(line))
    }

    func line(_ id: CardID) -> CardLine? {
        guard let slot = model.cards.slot(of: id) else { return nil }
        return CardLine(id, model.cards[slot], description(of: slot))
    }
}
