package import Kernel

/// Everything there is to read of one card.
package struct CardView: CanonicalView, Sendable, Equatable {
    package var id: CardID
    package var title: String
    package var lifecycle: Lifecycle
    package var board: BoardID?
    package var boardTitle: String
    package var column: ColumnID
    package var columnName: String
    /// The column is in the archive, and this card with it.
    package var isColumnArchived = false
    package var due: Due?
    package var priority: Priority
    package var tags: [CardTag]
    package var made: NamedAttribution?
    package var touched: NamedAttribution?
    /// The base of the next edit of the description.
    package var parents: [Int]?
    package var checklists: [Checklist] = []
    package var comments: [CommentView] = []
    package var files: [CardFile] = []
    /// As it was written, byte for byte.
    package var description: String

    package struct Checklist: Sendable, Equatable {
        /// Empty for the card's one unnamed list.
        package var name: String
        package var items: [ChecklistItem]
    }

    package struct CommentView: Sendable, Equatable {
        package var id: CommentID
        package var author: String
        package var made: Instant?
        /// When it was last reworded; nil when it stands as it was made.
        package var reworded: Instant?
        package var text: String
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, title, lifecycle == .live ? "" : spelled(lifecycle.fieldName))
        lines.fact(1, "board", boardTitle)
        lines.fact(1, "column", isColumnArchived ? columnName + " (archived)" : columnName)
        lines.fact(1, "due", due?.text ?? "")
        lines.fact(1, "priority", priority == .none ? "" : spelled(priority.fieldName))
        var words = ""
        for tag in tags { words += (words.utf8.isEmpty ? "" : ", ") + tag.text }
        lines.fact(1, "tags", words)
        lines.fact(1, "added", made?.text ?? "")
        lines.fact(1, "updated", touched?.text ?? "")
        lines.fact(1, "id", id.text)
        for checklist in checklists {
            let done = checklist.items.count { $0.isDone }
            let name = checklist.name.utf8.isEmpty ? "Checklist" : checklist.name
            lines.add(1, name + " (" + String(done) + "/" + String(checklist.items.count) + ")")
            for item in checklist.items { lines.add(2, (item.isDone ? "[x] " : "[ ] ") + item.text.text) }
        }
        for comment in comments {
            lines.add(
                1, "comment by " + comment.author, comment.made?.text ?? "",
                comment.reworded.map { "reworded " + $0.text } ?? "")
            lines.block(2, comment.text)
        }
        for file in files {
            lines.add(1, "file " + file.file.name.text, file.file.mediaType, sizeWords(file.file.sizeBytes))
        }
        if !description.utf8.isEmpty {
            lines.blank()
            lines.verbatim(description)
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
            json.field("state", spelled(lifecycle.fieldName))
            json.field("board", board?.text)
            json.field("boardTitle", boardTitle)
            json.field("column", column.text)
            json.field("columnName", columnName)
            if isColumnArchived { json.field("columnState", spelled(Lifecycle.archived.fieldName)) }
            json.field("due", due?.text)
            json.field("priority", spelled(priority.fieldName))
            json.key("tags")
            writeTags(tags, to: &json)
            made?.write(to: &json, "added")
            touched?.write(to: &json, "updated")
            if let parents {
                json.key("parents")
                json.array(parents) { $0.value($1) }
            }
            json.key("checklists")
            json.array(checklists) { json, checklist in
                json.object { json in
                    json.field("name", checklist.name)
                    json.key("items")
                    json.array(checklist.items) { json, item in
                        json.object { json in
                            json.field("id", item.id.text)
                            json.field("text", item.text.text)
                            json.field("done", item.isDone)
                        }
                    }
                }
            }
            json.key("comments")
            json.array(comments) { json, comment in
                json.object { json in
                    json.field("id", comment.id.text)
                    json.field("author", comment.author)
                    if let made = comment.made { json.field("made", made.text) }
                    if let reworded = comment.reworded { json.field("reworded", reworded.text) }
                    json.field("text", comment.text)
                }
            }
            json.key("files")
            json.array(files) { json, file in
                json.object { json in
                    json.field("id", file.id.text)
                    json.field("name", file.file.name.text)
                    json.field("mediaType", file.file.mediaType)
                    json.field("sizeBytes", file.file.sizeBytes)
                    json.field("sha256", hexText(file.file.digest))
                }
            }
            json.field("description", description)
        }
    }
}

extension BoardsView {
    /// One card, wherever it is: live, archived or in the trash. Nil when it is not known or was undone.
    package func card(_ id: CardID, times: Bool = true, name: (ActorID) -> String) -> CardView? {
        guard let slot = model.cards.slot(of: id), let card = existing(id) else { return nil }
        let column = model.columns[card.column]
        let provenance = provenance(of: slot)
        var reading = CardView(
            id: id, title: card.title.text, lifecycle: card.flags.lifecycle, board: column?.board,
            boardTitle: column.flatMap { model.boards[$0.board]?.title.text } ?? "", column: card.column,
            columnName: column?.name.text ?? "", due: card.due, priority: card.priority, tags: card.tags,
            description: description(of: slot).string)
        reading.isColumnArchived = column?.flags.lifecycle == .archived
        if times {
            reading.made = NamedAttribution(instant: provenance.made, author: name(provenance.maker))
            reading.touched = NamedAttribution(provenance, name)
            reading.parents = description(of: slot).clock.frontier
        }
        for (title, items) in zip(card.checklists.names, card.itemsByChecklist) where !items.isEmpty {
            reading.checklists.append(.init(name: title, items: items))
        }
        reading.files = card.files.filter { !$0.isDetached }
        reading.comments = remarks(of: card, remarks(on: slot), times: times, name)
        return reading
    }

    /// In the order in which they were said, which for imported ones is not that of the journal.
    private func remarks(
        of card: Card, _ traces: PagedArray<Provenance>, times: Bool, _ name: (ActorID) -> String
    ) -> [CardView.CommentView] {
        var said: [(comment: Comment, provenance: Provenance)] = []
        for (comment, provenance) in zip(card.comments, traces) where !comment.isRemoved { said.append((comment, provenance)) }
        said.sort { a, b in
            a.provenance.made != b.provenance.made ? a.provenance.made < b.provenance.made : a.comment.id < b.comment.id
        }
        return said.map { comment, provenance in
            CardView.CommentView(
                id: comment.id, author: name(provenance.maker), made: times ? provenance.made : nil,
                reworded: times && provenance.updated != provenance.made ? provenance.updated : nil, text: comment.text)
        }
    }
}
