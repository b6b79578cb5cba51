package import Kernel

extension BoardDecider {
    /// Returns the events that restore one board, column or card to an earlier state.
    ///
    /// A card comes back whole: title, description (as one edit on today's text), dates, tags, checklists, its place
    /// and whether it was archived or in the trash. Only what was *said* or *attached* since stays.
    ///
    /// - Parameters:
    ///   - then: folded from the subject's records up to that point.
    ///   - current: today's view; `now` is today's state.
    /// - Returns: no events when nothing differs, or when `subject` is not of boards.
    /// - Throws: `notThereYet`, or the rule of today that forbids going back.
    package static func restoration(
        of subject: EntityID, to then: BoardsView, from current: BoardsView, given now: BoardsState
    ) throws(BoardRefusal) -> [BoardEvent] {
        let board = subject.as(Board.self)
        if now.existing(board) != nil {
            guard let old = then.model.boards[board], !old.flags.isWithdrawn else {
                throw .notThereYet(subject)
            }
            return try now.restoration(of: board, to: old)
        }
        let column = subject.as(Column.self)
        if now.existing(column) != nil {
            guard let old = then.model.columns[column], !old.flags.isWithdrawn else {
                throw .notThereYet(subject)
            }
            return try now.restoration(of: column, to: old)
        }
        let card = subject.as(Card.self)
        guard now.existing(card) != nil else { return [] }
        guard let old = then.model.cards[card], !old.flags.isWithdrawn,
            let oldText = then.description(of: card)?.string, let text = current.description(of: card)
        else { throw .notThereYet(subject) }
        let runs = TextDiff.runs(from: text.string, to: oldText)
        let edit = runs.isEmpty ? nil : TextEdit(parents: [text.revision], runs: runs)
        return try now.restoration(of: card, to: old, edit)
    }
}

/// Asks one rule after the other, each given what the ones before led to.
private struct Steps {
    var now: BoardsState
    var events: [BoardEvent] = []

    mutating func emit(_ more: [BoardEvent]) {
        for event in more { now.apply(event) }
        events += more
    }
}

extension BoardsState {
    fileprivate func restoration(of id: BoardID, to old: Board) throws(BoardRefusal) -> [BoardEvent] {
        var steps = Steps(now: self)
        guard model.boards[id] != old else { return [] }
        steps.emit(try BoardDecider.decide(.restoreBoard(id), given: steps.now))
        steps.emit(try steps.now.unarchive(id))
        steps.emit(try steps.now.retitle(id, to: old.title))
        if old.flags.isArchived { steps.emit(try steps.now.archive(id)) }
        if old.flags.isTrashed { steps.emit(try BoardDecider.decide(.trashBoard(id), given: steps.now)) }
        return steps.events
    }

    fileprivate func restoration(of id: ColumnID, to old: Column) throws(BoardRefusal) -> [BoardEvent] {
        guard model.columns[id] != old else { return [] }
        var steps = Steps(now: self)
        steps.emit(try steps.now.restore(id))
        steps.emit(try steps.now.unarchive(id))
        steps.emit(try steps.now.rename(id, to: old.name))
        if let today = steps.now.existing(id) {
            let rank = steps.now.model.columns(of: today.board).rank(near: old.rank, for: id)
            if rank != today.rank {
                try openBoard(today.board)
                steps.emit([.columnMoved(id, to: rank)])
            }
        }
        if old.flags.isArchived { steps.emit(try steps.now.archive(id)) }
        if old.flags.isTrashed {
            let cards = liveCards(in: id).count
            guard cards == 0 else { throw .columnNotEmpty(id, old.name, cards: cards) }
            steps.emit(try steps.now.delete(id, cards: .archived))
        }
        return steps.events
    }

    fileprivate func restoration(
        of id: CardID, to old: Card, _ edit: TextEdit?
    ) throws(BoardRefusal) -> [BoardEvent] {
        var steps = Steps(now: self)
        guard let today = steps.now.existing(id) else { return [] }
        // Out of the trash first, and into the old column while it is: there it may stand for certain.
        if today.flags.isTrashed { steps.emit([.cardRestored(id)]) }
        steps.emit(try steps.now.moveBack(id, today, to: old))
        steps.emit(try steps.now.retitle(id, to: old.title))
        if let edit { steps.emit(try steps.now.describe(id, edit)) }
        steps.emit(try steps.now.schedule(id, due: old.due))
        steps.emit(try steps.now.prioritise(id, old.priority))
        steps.emit(try steps.now.untag(id, today.tags.filter { !old.tags.contains($0) }))
        steps.emit(try steps.now.tag(id, old.tags))
        try steps.restoreItems(of: id, today: today, to: old)
        try steps.restoreComments(of: id, today: today, to: old)
        try steps.restoreFiles(of: id, to: old)
        steps.emit(old.flags.isArchived ? try steps.now.archive(id) : try steps.now.unarchive(id))
        if old.flags.isTrashed && today.flags.isTrashed && steps.events.count == 1 { return [] }
        if let card = steps.now.existing(id), !steps.events.isEmpty { try steps.now.checkPlace(of: card) }
        if old.flags.isTrashed { steps.emit(try steps.now.trash(id)) }
        return steps.events
    }
}

extension Steps {
    mutating func restoreItems(of card: CardID, today: Card, to old: Card) throws(BoardRefusal) {
        for item in today.items {
            guard let then = old.items[item.id], !then.isRemoved else {
                emit(try now.remove(item.id, from: card))
                continue
            }
            if item.isRemoved {
                _ = try now.openCard(card)
                emit([.itemReturned(card, item.id)])
            }
            emit(try now.reword(item.id, of: card, to: then.text))
            emit(try now.set(item.id, of: card, done: then.isDone))
            let rank = now.existing(card)?.order(ofChecklist: item.checklist).rank(near: then.rank, for: item.id)
            if let rank, rank != item.rank {
                _ = try now.openCard(card)
                emit([.itemMoved(card, item.id, to: rank)])
            }
        }
    }

    mutating func restoreComments(of card: CardID, today: Card, to old: Card) throws(BoardRefusal) {
        for comment in old.comments {
            guard let current = now.anyComment(comment.id, card) else { continue }
            if comment.isRemoved {
                emit(try now.remove(comment.id, from: card))
            } else {
                if current.isRemoved {
                    _ = try now.openCard(card)
                    emit([.commentReturned(card, comment.id)])
                }
                emit(try now.reword(comment.id, on: card, to: comment.text))
            }
        }
    }

    mutating func restoreFiles(of card: CardID, to old: Card) throws(BoardRefusal) {
        for file in old.files {
            emit(
                file.isDetached
                    ? try now.detach(file.id, from: card) : try now.attach(file.file, file.id, to: card))
        }
    }
}
