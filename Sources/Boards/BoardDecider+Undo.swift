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
            guard let board = kept(id) else { return [] }
            let cards = cardsKept(on: id)
            guard cards == 0 else { throw .boardNotEmpty(id, board.title, cards: cards) }
            return [.boardWithdrawn(id)]
        case .boardWithdrawn(let id):
            return arrangement.boards[id]?.standing.isWithdrawn ?? false ? [.boardReinstated(id)] : []
        case .boardRetitled(let id, let title):
            guard let old = before.arrangement.boards[id], kept(id)?.title == title else { return [] }
            return try retitle(id, to: old.title)
        case .boardArchived(let id): return kept(id) == nil ? [] : try unarchive(id)
        case .boardUnarchived(let id): return kept(id) == nil ? [] : try archive(id)
        case .boardTrashed(let id): return kept(id)?.standing.isTrashed ?? false ? [.boardRestored(id)] : []
        case .boardRestored(let id): return kept(id)?.standing.isTrashed ?? true ? [] : [.boardTrashed(id)]
        case .boardPinned(let id):
            return before.arrangement.boards[id]?.isPinned != true && kept(id)?.isPinned == true
                ? [.boardUnpinned(id)] : []
        case .boardUnpinned(let id):
            return before.arrangement.boards[id]?.isPinned == true && kept(id)?.isPinned == false
                ? [.boardPinned(id)] : []
        case .boardVisited: return []
        default: return nil
        }
    }

    fileprivate func undoOfColumn(_ event: BoardEvent, _ before: BoardsState) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .columnAdded(let id, _, _, _), .columnReinstated(let id):
            guard let column = kept(id) else { return [] }
            let cards = cardsKept(in: id)
            guard cards == 0 else { throw .columnNotEmpty(id, column.name, cards: cards) }
            return [.columnWithdrawn(id)]
        case .columnWithdrawn(let id):
            guard let column = arrangement.columns[id], column.standing.isWithdrawn else { return [] }
            try openBoard(column.board)
            return [.columnReinstated(id)]
        case .columnRenamed(let id, let name):
            guard let old = before.arrangement.columns[id], kept(id)?.name == name else { return [] }
            return try rename(id, to: old.name)
        case .columnMoved(let id, let rank):
            guard let old = before.arrangement.columns[id], kept(id)?.rank == rank, old.rank != rank else { return [] }
            let column = try openColumn(id)
            let order = arrangement.columns(of: column.board)
            return [.columnMoved(id, to: order.rank(near: old.rank, for: id) { kept($0) == nil })]
        case .columnDeleted(let id): return kept(id) == nil ? [] : try restore(id)
        case .columnRestored(let id):
            guard let column = kept(id), !column.standing.isTrashed else { return [] }
            try openBoard(column.board)
            let cards = liveCards(in: id).count
            guard cards == 0 else { throw .columnNotEmpty(id, column.name, cards: cards) }
            return [.columnDeleted(id)]
        case .columnArchived(let id): return kept(id) == nil ? [] : try unarchive(id)
        case .columnUnarchived(let id): return kept(id) == nil ? [] : try archive(id)
        default: return nil
        }
    }

    fileprivate func undoOfCard(
        _ event: BoardEvent, _ before: BoardsState, _ inverse: TextEdit?
    ) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .cardAdded(let id, _, _, _, _), .cardReinstated(let id): return kept(id) == nil ? [] : [.cardWithdrawn(id)]
        case .cardWithdrawn(let id):
            guard let card = arrangement.cards[id], card.standing.isWithdrawn else { return [] }
            try checkPlace(of: card)
            return [.cardReinstated(id)]
        case .cardRetitled(let id, let title):
            guard let old = before.arrangement.cards[id], kept(id)?.title == title else { return [] }
            return try retitle(id, to: old.title)
        case .cardDescribed(let id, _):
            guard kept(id) != nil, let inverse, !inverse.runs.isEmpty else { return [] }
            return try describe(id, inverse)
        case .cardMoved(let id, _, let column, let rank):
            guard let old = before.arrangement.cards[id], let card = kept(id) else { return [] }
            guard card.column == column, card.rank == rank else { return [] }
            return try moveBack(id, card, to: old)
        case .cardScheduled(let id, let due):
            guard let card = kept(id), card.due == due else { return [] }
            return try schedule(id, due: before.arrangement.cards[id]?.due)
        case .cardPrioritised(let id, let priority):
            guard let card = kept(id), card.priority == priority else { return [] }
            return try prioritise(id, before.arrangement.cards[id]?.priority ?? .none)
        case .cardTagged(let id, let tags):
            let old = before.arrangement.cards[id]?.tags ?? []
            let taken = tags.filter { !old.contains($0) && kept(id)?.tags.contains($0) ?? false }
            return taken.isEmpty ? [] : [.cardUntagged(id, taken)]
        case .cardUntagged(let id, let tags):
            let old = before.arrangement.cards[id]?.tags ?? []
            return try returned(tags.filter { old.contains($0) }, to: id)
        case .cardArchived(let id): return kept(id) == nil ? [] : try unarchive(id)
        case .cardUnarchived(let id): return kept(id) == nil ? [] : try archive(id)
        case .cardTrashed(let id): return kept(id) == nil ? [] : try restore(id)
        case .cardRestored(let id): return kept(id) == nil ? [] : try trash(id)
        case .cardMarkedChanged: return []
        default: return nil
        }
    }

    /// Tags go back also onto a card in the trash: renaming one everywhere reached it there.
    private func returned(_ tags: [CardTag], to id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        guard let card = kept(id) else { return [] }
        let missing = tags.filter { !card.tags.contains($0) }
        guard !missing.isEmpty else { return [] }
        guard card.tags.count + missing.count <= Limits.tagsMax else { throw .tooMany(.tags, max: Limits.tagsMax) }
        return [.cardTagged(id, missing)]
    }

    fileprivate func undoOfItem(_ event: BoardEvent, _ before: BoardsState) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .itemAdded(let id, let item, _, _, _), .itemReturned(let id, let item):
            return kept(item, id) == nil ? [] : try remove(item, from: id)
        case .itemRemoved(let id, let item):
            guard kept(id)?.items[item]?.isRemoved == true else { return [] }
            _ = try openCard(id)
            return [.itemReturned(id, item)]
        case .itemReworded(let id, let item, let text):
            guard let old = before.anyItem(item, id), kept(item, id)?.text == text else { return [] }
            return try reword(item, of: id, to: old.text)
        case .itemMoved(let id, let item, let rank):
            guard let old = before.anyItem(item, id), let today = kept(item, id), today.rank == rank,
                old.rank != rank, let card = kept(id)
            else { return [] }
            _ = try openCard(id)
            let order = card.order(ofChecklist: today.checklist)
            return [.itemMoved(id, item, to: order.rank(near: old.rank, for: item) { kept($0, id) == nil })]
        case .itemChecked(let id, let item): return kept(item, id) == nil ? [] : try set(item, of: id, done: false)
        case .itemUnchecked(let id, let item): return kept(item, id) == nil ? [] : try set(item, of: id, done: true)
        default: return nil
        }
    }

    fileprivate func undoOfFile(_ event: BoardEvent) throws(BoardRefusal) -> [BoardEvent]? {
        switch event {
        case .fileAttached(let id, let file, _), .fileReattached(let id, let file):
            return kept(id)?.files[file] == nil ? [] : try detach(file, from: id)
        case .fileDetached(let id, let file):
            guard let known = kept(id)?.files[file] else { return [] }
            return try attach(known.file, file, to: id)
        default: return nil
        }
    }

    fileprivate func undoOfComment(_ event: BoardEvent, _ before: BoardsState) throws(BoardRefusal) -> [BoardEvent] {
        switch event {
        case .commentAdded(let id, let comment, _), .commentReturned(let id, let comment):
            return kept(comment, id) == nil ? [] : try remove(comment, from: id)
        case .commentRemoved(let id, let comment):
            guard let today = anyComment(comment, id), today.isRemoved, kept(id) != nil else { return [] }
            _ = try openCard(id)
            return [.commentReturned(id, comment)]
        case .commentReworded(let id, let comment, let text):
            guard let old = before.anyComment(comment, id), let today = kept(comment, id),
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
    func kept(_ id: BoardID) -> Board? {
        guard let board = arrangement.boards[id], !board.standing.isWithdrawn else { return nil }
        return board
    }

    func kept(_ id: ColumnID) -> Column? {
        guard let column = arrangement.columns[id], !column.standing.isWithdrawn else { return nil }
        return column
    }

    func kept(_ id: CardID) -> Card? {
        guard let card = arrangement.cards[id], !card.standing.isWithdrawn else { return nil }
        return card
    }

    func kept(_ item: ChecklistItemID, _ card: CardID) -> ChecklistItem? {
        guard kept(card) != nil, let item = anyItem(item, card), !item.isRemoved else { return nil }
        return item
    }

    func kept(_ comment: CommentID, _ card: CardID) -> Comment? {
        guard kept(card) != nil, let comment = anyComment(comment, card), !comment.isRemoved else { return nil }
        return comment
    }

    func anyItem(_ item: ChecklistItemID, _ card: CardID) -> ChecklistItem? {
        arrangement.cards[card]?.items[item]
    }

    func anyComment(_ comment: CommentID, _ card: CardID) -> Comment? {
        arrangement.cards[card]?.comments[comment]
    }

    /// Returns whether `card` may stand where it stands, and what forbids it: a live one needs its column.
    func checkPlace(of card: Card) throws(BoardRefusal) {
        if card.standing.isArchived || card.standing.isTrashed {
            try reachedColumn(card.column)
        } else {
            try openColumn(card.column)
        }
    }

    /// The move of `card` back to the column and the place that it had as `old`; nothing when it is there.
    func moveBack(_ id: CardID, _ card: Card, to old: Card) throws(BoardRefusal) -> [BoardEvent] {
        let rank = arrangement.cards(of: old.column).rank(near: old.rank, for: id) { kept($0) == nil }
        guard card.column != old.column || card.rank != rank else { return [] }
        try reachedColumn(card.column)
        var moved = card
        moved.column = old.column
        try checkPlace(of: moved)
        return [.cardMoved(id, from: card.column, to: old.column, at: rank)]
    }
}
