package import Kernel

extension BoardDecider {
    /// Returns the events that undo `event`: none when later events have overruled it, so that undoing something old never
    /// throws away something newer.
    ///
    /// - Parameters:
    ///   - before: folded from the records of the event's own subject alone, up to just before it.
    ///   - now: today's state. A caller that undoes many events gives each the state that the undoing so far has led to.
    ///   - inverse: for a description, the edit that takes it back.
    /// - Throws: the rule of today that forbids going back, such as a column that is deleted by now.
    package static func compensation(
        for event: BoardEvent, before: BoardsState, now: BoardsState, inverse: TextEdit?
    ) throws(BoardRefusal) -> [BoardEvent] {
        if let events = try now.undoOfBoard(event, before) { return events }
        if let events = try now.undoOfColumn(event, before) { return events }
        if let events = try now.undoOfCard(event, before, inverse) { return events }
        if let events = try now.undoOfItem(event, before) { return events }
        if let events = try now.undoOfFile(event) { return events }
        return try now.undoOfComment(event, before)
    }
}

// One function for each kind of subject; nil where the event is about another. `self` is today's state throughout.
extension BoardsState {
    fileprivate func undoOfBoard(_ event: BoardEvent, _ before: BoardsState) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .boardOpened(let id, _), .boardReinstated(let id):
            guard let board = existing(id) else { return [] }
            let cards = cardsKept(on: id)
            guard cards == 0 else { throw .boardNotEmpty(id, board.title, cards: cards) }
            return [.boardWithdrawn(id)]
        case .boardWithdrawn(let id):
            return model.boards[id]?.flags.isWithdrawn ?? false ? [.boardReinstated(id)] : []
        case .boardRetitled(let id, let title):
            guard let old = before.model.boards[id], existing(id)?.title == title else { return [] }
            return try retitle(id, to: old.title)
        case .boardArchived(let id): return existing(id) == nil ? [] : try unarchive(id)
        case .boardUnarchived(let id): return existing(id) == nil ? [] : try archive(id)
        case .boardTrashed(let id): return existing(id)?.flags.isTrashed ?? false ? [.boardRestored(id)] : []
        case .boardRestored(let id): return existing(id)?.flags.isTrashed ?? true ? [] : [.boardTrashed(id)]
        case .boardPinned(let id):
            return before.model.boards[id]?.isPinned != true && existing(id)?.isPinned == true
                ? [.boardUnpinned(id)] : []
        case .boardUnpinned(let id):
            return before.model.boards[id]?.isPinned == true && existing(id)?.isPinned == false
                ? [.boardPinned(id)] : []
        case .boardVisited: return []
        default: return nil
        }
    }

    fileprivate func undoOfColumn(_ event: BoardEvent, _ before: BoardsState) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .columnAdded(let id, _, _, _), .columnReinstated(let id):
            guard let column = existing(id) else { return [] }
            let cards = cardsKept(in: id)
            guard cards == 0 else { throw .columnNotEmpty(id, column.name, cards: cards) }
            return [.columnWithdrawn(id)]
        case .columnWithdrawn(let id):
            guard let column = model.columns[id], column.flags.isWithdrawn else { return [] }
            try openBoard(column.board)
            return [.columnReinstated(id)]
        case .columnRenamed(let id, let name):
            guard let old = before.model.columns[id], existing(id)?.name == name else { return [] }
            return try rename(id, to: old.name)
        case .columnMoved(let id, let rank):
            guard let old = before.model.columns[id], existing(id)?.rank == rank, old.rank != rank else { return [] }
            let column = try openColumn(id)
            let order = model.columns(of: column.board)
            return [.columnMoved(id, to: order.rank(near: old.rank, for: id) { existing($0) == nil })]
        case .columnDeleted(let id): return existing(id) == nil ? [] : try restore(id)
        case .columnRestored(let id):
            guard let column = existing(id), !column.flags.isTrashed else { return [] }
            try openBoard(column.board)
            let cards = liveCards(in: id).count
            guard cards == 0 else { throw .columnNotEmpty(id, column.name, cards: cards) }
            return [.columnDeleted(id)]
        case .columnArchived(let id): return existing(id) == nil ? [] : try unarchive(id)
        case .columnUnarchived(let id): return existing(id) == nil ? [] : try archive(id)
        default: return nil
        }
    }

    fileprivate func undoOfCard(
        _ event: BoardEvent, _ before: BoardsState, _ inverse: TextEdit?
    ) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .cardAdded(let id, _, _, _, _), .cardReinstated(let id): return existing(id) == nil ? [] : [.cardWithdrawn(id)]
        case .cardWithdrawn(let id):
            guard let card = model.cards[id], card.flags.isWithdrawn else { return [] }
            try checkPlace(of: card)
            return [.cardReinstated(id)]
        case .cardRetitled(let id, let title):
            guard let old = before.model.cards[id], existing(id)?.title == title else { return [] }
            return try retitle(id, to: old.title)
        case .cardDescribed(let id, _):
            guard existing(id) != nil, let inverse, !inverse.runs.isEmpty else { return [] }
            return try describe(id, inverse)
        case .cardMoved(let id, _, let column, let rank):
            guard let old = before.model.cards[id], let card = existing(id) else { return [] }
            guard card.column == column, card.rank == rank else { return [] }
            return try moveBack(id, card, to: old)
        case .cardScheduled(let id, let due):
            guard let card = existing(id), card.due == due else { return [] }
            return try schedule(id, due: before.model.cards[id]?.due)
        case .cardPrioritised(let id, let priority):
            guard let card = existing(id), card.priority == priority else { return [] }
            return try prioritise(id, before.model.cards[id]?.priority ?? .none)
        case .cardTagged(let id, let tags):
            let old = before.model.cards[id]?.tags ?? []
            let taken = tags.filter { !old.contains($0) && existing(id)?.tags.contains($0) ?? false }
            return taken.isEmpty ? [] : [.cardUntagged(id, taken)]
        case .cardUntagged(let id, let tags):
            let old = before.model.cards[id]?.tags ?? []
            return try returned(tags.filter { old.contains($0) }, to: id)
        case .cardArchived(let id): return existing(id) == nil ? [] : try unarchive(id)
        case .cardUnarchived(let id): return existing(id) == nil ? [] : try archive(id)
        case .cardTrashed(let id): return existing(id) == nil ? [] : try restore(id)
        case .cardRestored(let id): return existing(id) == nil ? [] : try trash(id)
        case .cardMarkedChanged: return []
        default: return nil
        }
    }

    /// Tags go back also onto a card in the trash: renaming one everywhere reached it there.
    private func returned(_ tags: [CardTag], to id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        guard let card = existing(id) else { return [] }
        let missing = tags.filter { !card.tags.contains($0) }
        guard !missing.isEmpty else { return [] }
        guard card.tags.count + missing.count <= Limits.tagsMax else { throw .tooMany(.tags, max: Limits.tagsMax) }
        return [.cardTagged(id, missing)]
    }

    fileprivate func undoOfItem(_ event: BoardEvent, _ before: BoardsState) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .itemAdded(let id, let item, _, _, _), .itemReturned(let id, let item):
            return existing(item, id) == nil ? [] : try remove(item, from: id)
        case .itemRemoved(let id, let item):
            guard existing(id)?.items[item]?.isRemoved == true else { return [] }
            _ = try openCard(id)
            return [.itemReturned(id, item)]
        case .itemReworded(let id, let item, let text):
            guard let old = before.anyItem(item, id), existing(item, id)?.text == text else { return [] }
            return try reword(item, of: id, to: old.text)
        case .itemMoved(let id, let item, let rank):
            guard let old = before.anyItem(item, id), let today = existing(item, id), today.rank == rank,
                old.rank != rank, let card = existing(id)
            else { return [] }
            _ = try openCard(id)
            let order = card.order(ofChecklist: today.checklist)
            return [.itemMoved(id, item, to: order.rank(near: old.rank, for: item) { existing($0, id) == nil })]
        case .itemChecked(let id, let item): return existing(item, id) == nil ? [] : try set(item, of: id, done: false)
        case .itemUnchecked(let id, let item): return existing(item, id) == nil ? [] : try set(item, of: id, done: true)
        default: return nil
        }
    }

    fileprivate func undoOfFile(_ event: BoardEvent) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .fileAttached(let id, let file, _), .fileReattached(let id, let file):
            return existing(id)?.files[file] == nil ? [] : try detach(file, from: id)
        case .fileDetached(let id, let file):
            guard let known = existing(id)?.files[file] else { return [] }
            return try attach(known.file, file, to: id)
        default: return nil
        }
    }

    fileprivate func undoOfComment(_ event: BoardEvent, _ before: BoardsState) throws(BoardRefusal) -> [BoardEvent] {
        switch event {
        case .commentAdded(let id, let comment, _), .commentReturned(let id, let comment):
            return existing(comment, id) == nil ? [] : try remove(comment, from: id)
        case .commentRemoved(let id, let comment):
            guard let today = anyComment(comment, id), today.isRemoved, existing(id) != nil else { return [] }
            _ = try openCard(id)
            return [.commentReturned(id, comment)]
        case .commentReworded(let id, let comment, let text):
            guard let old = before.anyComment(comment, id), let today = existing(comment, id),
                today.text.utf8.elementsEqual(text.utf8)
            else { return [] }
            return try reword(comment, on: id, to: old.text)
        default:
            preconditionFailure("every event is undone by one of the functions above")
        }
    }
}

// What is there for a reader to find; nil for what is unknown or withdrawn, where nothing is left to take back.
extension BoardsState {
    func existing(_ id: BoardID) -> Board? {
        guard let board = model.boards[id], !board.flags.isWithdrawn else { return nil }
        return board
    }

    func existing(_ id: ColumnID) -> Column? {
        guard let column = model.columns[id], !column.flags.isWithdrawn else { return nil }
        return column
    }

    func existing(_ id: CardID) -> Card? {
        guard let card = model.cards[id], !card.flags.isWithdrawn else { return nil }
        return card
    }

    func existing(_ item: ChecklistItemID, _ card: CardID) -> ChecklistItem? {
        guard existing(card) != nil, let item = anyItem(item, card), !item.isRemoved else { return nil }
        return item
    }

    func existing(_ comment: CommentID, _ card: CardID) -> Comment? {
        guard existing(card) != nil, let comment = anyComment(comment, card), !comment.isRemoved else { return nil }
        return comment
    }

    func anyItem(_ item: ChecklistItemID, _ card: CardID) -> ChecklistItem? {
        model.cards[card]?.items[item]
    }

    func anyComment(_ comment: CommentID, _ card: CardID) -> Comment? {
        model.cards[card]?.comments[comment]
    }

    /// Returns whether `card` may stand where it stands, and what forbids it: a live one needs its column.
    func checkPlace(of card: Card) throws(BoardRefusal) {
        if card.flags.isArchived || card.flags.isTrashed {
            try reachedColumn(card.column)
        } else {
            try openColumn(card.column)
        }
    }

    /// The move of `card` back to the column and the place that it had as `old`; nothing when it is there.
    func moveBack(_ id: CardID, _ card: Card, to old: Card) throws(BoardRefusal) -> [BoardEvent] {
        let rank = model.cards(of: old.column).rank(near: old.rank, for: id) { existing($0) == nil }
        guard card.column != old.column || card.rank != rank else { return [] }
        try reachedColumn(card.column)
        var moved = card
        moved.column = old.column
        try checkPlace(of: moved)
        return [.cardMoved(id, from: card.column, to: old.column, at: rank)]
    }
}
