import Kernel

// The rules of checklists and comments: everything that stands on a card and has a name of its own.
extension BoardsState {
    func add(
        _ item: ChecklistItemID, to id: CardID, text: Name, checklist: String, above next: ChecklistItemID?
    ) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        guard !card.items.has(item) else { return [] }
        try BoardDecider.check(text, graphemesMax: ChecklistItem.textGraphemesMax)
        let checklist = try checklistName(checklist)
        _ = try openCard(id)
        guard card.items.count < Card.itemsMax else { throw .tooMany(.items, max: Card.itemsMax) }
        let list = card.checklists.index(of: checklist) ?? card.checklists.count
        let place = card.order(ofChecklist: list)
            .placement(of: item, above: try entry(of: next, on: card, in: list))
        return [.itemAdded(id, item, text: text, checklist: checklist, at: place.rank)] + shifts(place, on: id)
    }

    func reword(_ item: ChecklistItemID, of id: CardID, to text: Name) throws(BoardRefusal) -> [BoardEvent] {
        guard try found(item, on: id).text != text else { return [] }
        try BoardDecider.check(text, graphemesMax: ChecklistItem.textGraphemesMax)
        _ = try openCard(id)
        return [.itemReworded(id, item, text: text)]
    }

    func move(
        _ item: ChecklistItemID, of id: CardID, above next: ChecklistItemID?
    ) throws(BoardRefusal) -> [BoardEvent] {
        let moved = try found(item, on: id)
        let card = model.cards[try openCard(id)]
        guard item != next else { return [] }
        let order = card.order(ofChecklist: moved.checklist)
        let target = try entry(of: next, on: card, in: moved.checklist)
        let isPlaced = order.isPlaced(item, at: moved.rank, above: next) { other in
            card.items[other].map { !$0.isRemoved } ?? false
        }
        guard !isPlaced else { return [] }
        let place = order.placement(of: item, above: target)
        return [.itemMoved(id, item, to: place.rank)] + shifts(place, on: id)
    }

    func set(_ item: ChecklistItemID, of id: CardID, done: Bool) throws(BoardRefusal) -> [BoardEvent] {
        guard try found(item, on: id).isDone != done else { return [] }
        _ = try openCard(id)
        return [done ? .itemChecked(id, item) : .itemUnchecked(id, item)]
    }

    func remove(_ item: ChecklistItemID, from id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        guard let known = card.items[item] else { throw .noSuchItem(item) }
        guard !known.isRemoved else { return [] }
        _ = try openCard(id)
        return [.itemRemoved(id, item)]
    }

    func add(_ comment: CommentID, to id: CardID, text: String) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        guard !card.comments.has(comment) else { return [] }
        try checkComment(text)
        _ = try openCard(id)
        guard card.comments.count < Card.commentsMax else { throw .tooMany(.comments, max: Card.commentsMax) }
        return [.commentAdded(id, comment, text: text)]
    }

    func reword(_ comment: CommentID, on id: CardID, to text: String) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        guard let known = card.comments[comment], !known.isRemoved else { throw .noSuchComment(comment) }
        guard !known.text.utf8.elementsEqual(text.utf8) else { return [] }
        try checkComment(text)
        _ = try openCard(id)
        return [.commentReworded(id, comment, text: text)]
    }

    func remove(_ comment: CommentID, from id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        guard let known = card.comments[comment] else { throw .noSuchComment(comment) }
        guard !known.isRemoved else { return [] }
        _ = try openCard(id)
        return [.commentRemoved(id, comment)]
    }

    /// The item, as long as it is on the card.
    private func found(_ item: ChecklistItemID, on id: CardID) throws(BoardRefusal) -> ChecklistItem {
        let card = model.cards[try card(id)]
        guard let known = card.items[item], !known.isRemoved else { throw .noSuchItem(item) }
        return known
    }

    /// Nothing for the card's one unnamed list, else a name like any other.
    private func checklistName(_ typed: String) throws(BoardRefusal) -> String {
        let name = trimmed(typed)
        guard !name.utf8.isEmpty else { return "" }
        do { return try Name(name).text } catch { throw .badName(error) }
    }

    private func checkComment(_ text: String) throws(BoardRefusal) {
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { throw .emptyComment }
        let bytes = text.utf8.count
        guard bytes <= Card.commentBytesMax else { throw .tooLong(bytes: bytes, max: Card.commentBytesMax) }
    }

    private func entry(
        of next: ChecklistItemID?, on card: Card, in checklist: Int
    ) throws(BoardRefusal) -> Order<ChecklistItem>.Entry? {
        guard let next else { return nil }
        guard let item = card.items[next] else { throw .noSuchItem(next) }
        guard item.checklist == checklist else { throw .itemElsewhere(next, item.text) }
        return .init(rank: item.rank, id: next)
    }

    private func shifts(_ place: Placement<ChecklistItem>, on card: CardID) -> [BoardEvent] {
        place.shifted.map { .itemMoved(card, $0.id, to: $0.rank) }
    }
}
