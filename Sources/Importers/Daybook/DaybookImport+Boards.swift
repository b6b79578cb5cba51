import Boards
import Exporters
import Kernel
import Workspace

extension DaybookImport {
    mutating func ingestBoards() throws(ImportFailure) {
        for (path, board) in source.boards { try ingest(board, at: path) }
    }

    private mutating func ingest(_ board: BoardFile, at path: String) throws(ImportFailure) {
        let id = board.id.value
        guard let title = name(board.title, of: "board", at: path) else { return }
        if let known = builder.state.boards.model.boards[id], !known.flags.isWithdrawn {
            let isSame =
                known.title == title && known.flags.isArchived == board.archived
                && known.flags.isTrashed == board.trashed && known.isPinned == board.pinned
            keepHere("board", at: path, isSame: isSame)
        } else {
            let titles = names(board.formerTitles, then: title, at: path)
            // Without its columns: each of them comes below, when and by whom it was made.
            offer(.boards(.openBoard(id, title: titles[0], columns: [])), board.created, "board", in: path)
            for title in titles.dropFirst() {
                offer(.boards(.retitleBoard(id, to: title)), board.updated, "title", in: path)
            }
            if board.pinned { offer(.boards(.pinBoard(id)), board.updated, "pin", in: path) }
            if board.archived { close(.boards(.archiveBoard(id)), board.updated, "board", in: path) }
            if board.trashed { close(.boards(.trashBoard(id)), board.updated, "board", in: path) }
        }
        for column in board.columns { try ingest(column, of: board, at: path) }
    }

    private mutating func ingest(
        _ column: BoardFile.Column, of board: BoardFile, at path: String
    ) throws(ImportFailure) {
        let id = column.id.value
        let place = path + "/" + column.name
        let known = builder.state.boards.model.columns[id]
        if known == nil || known?.flags.isWithdrawn == true {
            guard let name = name(column.name, of: "column", at: place) else { return }
            offer(
                .boards(.addColumn(id, to: board.id.value, name: name, above: nil)), column.created, "column",
                in: place)
        }
        for card in column.cards { try ingest(card, in: id, at: place) }
        // Before the board itself goes out of reach, and after every card has found its place.
        var closings: [BoardCommand] = []
        if column.archived == true { closings.append(.archiveColumn(id)) }
        if column.deleted { closings.append(.deleteColumn(id, cards: .archived)) }
        columnClosings += closings.reversed().map {
            Closing(command: .boards($0), attribution: column.updated, what: "column", place: place)
        }
    }

    // MARK: - Cards

    private mutating func ingest(_ written: BoardFile.Card, in column: ColumnID, at path: String) throws(ImportFailure) {
        try builder.budget.proceed()
        let card = written.withAddresses
        let id = card.id.value
        let place = path + "/" + card.title
        guard let title = name(card.title, of: "card", at: place, graphemesMax: Card.titleGraphemesMax) else { return }
        if let slot = builder.state.boards.model.cards.slot(of: id) {
            let known = builder.state.boards.model.cards[slot]
            guard known.flags.isWithdrawn else {
                return keepHere(
                    "card", at: place, isSame: try isSame(card, known, title: title, column: column, called: place))
            }
        }
        let isWrittenLater = card.created != card.updated && !card.description.isEmpty
        let titles = names(
            card.formerTitles, then: title, at: place, graphemesMax: Card.titleGraphemesMax)
        let add = BoardCommand.addCard(
            id, to: column, title: titles[0], description: isWrittenLater ? "" : card.description, above: nil)
        do {
            try builder.ask(.boards(add), at: card.created.time.value, by: card.created.by.value)
        } catch {
            return builder.leave("card", at: place, because: error.message)
        }
        for title in titles.dropFirst() {
            offer(.boards(.retitleCard(id, to: title)), card.updated, "title", in: place)
        }
        // One whose import was undone comes back with the description it had.
        try describe(card, from: isWrittenLater ? "" : card.description, at: place)
        ingestFacts(of: card, at: place)
        ingestLists(of: card, at: place)
        for file in card.files {
            attach(file.facts, card.updated) { .boards(.attachFile(id, file.id.value, $0)) }
        }
        if card.archived { offer(.boards(.archiveCard(id)), card.updated, "card", in: place) }
        // Where no other step has that time: comments have times of their own, and a card may have nothing else.
        if card.created != card.updated, !card.trashed, builder.plan.steps.last?.originTime != card.updated.time.value {
            offer(.boards(.markCardChanged(id)), card.updated, "time of the last change", in: place)
        }
        if card.trashed { offer(.boards(.trashCard(id)), card.updated, "card", in: place) }
    }

    private mutating func describe(
        _ card: BoardFile.Card, from written: String, at place: String
    ) throws(ImportFailure) {
        guard let slot = builder.state.boards.model.cards.slot(of: card.id.value) else { return }
        let clock = builder.state.boards.description(of: slot)
        let isNew = clock.revision == 0 && clock.length == written.unicodeScalars.count
        let now = isNew ? written : try builder.history(of: card.id.value.entity, called: place).text
        let runs = TextDiff.runs(from: now, to: card.description)
        guard !runs.isEmpty else { return }
        offer(
            .boards(.describeCard(card.id.value, TextEdit(parents: clock.frontier, runs: runs))), card.updated,
            "description", in: place)
    }

    private mutating func ingestFacts(of card: BoardFile.Card, at place: String) {
        let id = card.id.value
        if let due = card.due {
            if let due = due.due {
                offer(.boards(.scheduleCard(id, due: due)), card.updated, "due date", in: place)
            } else {
                builder.leave("due date", at: place, because: "“\(due.day)” is not a day, or its time is none")
            }
        } else {
            offer(.boards(.scheduleCard(id, due: nil)), card.updated, "due date", in: place)
        }
        if let priority: Priority = choice(card.priority) {
            offer(.boards(.prioritiseCard(id, priority)), card.updated, "priority", in: place)
        } else {
            builder.leave("priority", at: place, because: "“\(card.priority)” is none")
        }
        var tags: [CardTag] = []
        for tag in card.tags {
            if let colour: CardColour = choice(tag.colour) {
                tags.append(CardTag(colour: colour, label: tag.label))
            } else {
                builder.leave("tag", at: place, because: "“\(tag.colour)” is not a colour here")
            }
        }
        let stale = (builder.state.boards.model.cards[id]?.tags ?? []).filter { !tags.contains($0) }
        if !stale.isEmpty { offer(.boards(.untagCard(id, stale)), card.updated, "tags", in: place) }
        if !tags.isEmpty { offer(.boards(.tagCard(id, tags)), card.updated, "tags", in: place) }
    }

    private mutating func ingestLists(of card: BoardFile.Card, at place: String) {
        let id = card.id.value
        for list in card.checklists {
            for item in list.items {
                guard
                    let text = name(
                        item.text, of: "checklist item", at: place, graphemesMax: ChecklistItem.textGraphemesMax)
                else { continue }
                offer(
                    .boards(.addItem(id, item.id.value, text: text, checklist: list.name, above: nil)), card.updated,
                    "checklist item", in: place)
                if item.done {
                    offer(.boards(.checkItem(id, item.id.value)), card.updated, "checklist item", in: place)
                }
            }
        }
        for comment in card.comments {
            offer(.boards(.addComment(id, comment.id.value, text: comment.text)), comment.made, "comment", in: place)
        }
    }

    private func isSame(
        _ card: BoardFile.Card, _ known: Card, title: Name, column: ColumnID, called place: String
    ) throws(ImportFailure) -> Bool {
        guard known.title == title, known.column == column, known.due == card.due?.due,
            choiceName(known.priority) == card.priority, known.flags.isArchived == card.archived,
            known.flags.isTrashed == card.trashed, known.commentCount == card.comments.count,
            known.tags.elementsEqual(card.tags, by: { choiceName($0.colour) == $1.colour && $0.label == $1.label }),
            known.progress.total == card.checklists.reduce(0, { $0 + $1.items.count })
        else { return false }
        return sameBytes(try builder.history(of: card.id.value.entity, called: place).text, card.description)
    }
}

extension BoardFile.Card {
    /// Its texts with links by identifier, as they were before they became paths of the export.
    fileprivate var withAddresses: BoardFile.Card {
        var card = self
        for link in links ?? [] {
            card.description = InkLink.replacing(link.written, with: link.address, in: card.description)
        }
        for index in comments.indices {
            for link in comments[index].links ?? [] {
                card.comments[index].text = InkLink.replacing(
                    link.written, with: link.address, in: card.comments[index].text)
            }
        }
        return card
    }
}
