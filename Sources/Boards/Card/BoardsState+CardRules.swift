import Kernel

// The rules of cards.
extension BoardsState {
    func add(
        _ id: CardID, to column: ColumnID, title: Name, description: String, above next: CardID?
    ) throws(BoardRefusal) -> [BoardEvent] {
        let known = model.cards[id]
        if let known, !known.flags.isWithdrawn { return [] }
        try BoardDecider.check(title, graphemesMax: Card.titleGraphemesMax)
        if let known { return try addAgain(id, known, to: column, title: title, above: next) }
        try openColumn(column)
        let length = scalarCount(description)
        guard length <= TextClock.lengthMax else { throw .badText(.tooLong(length: length)) }
        let order = model.cards(of: column)
        guard order.count < Column.cardsMax else { throw .tooMany(.cards, max: Column.cardsMax) }
        let place = order.placement(of: id, above: try entry(of: next, in: column))
        return [.cardAdded(id, to: column, at: place.rank, title: title, description: description)]
            + shifts(place, in: column)
    }

    func retitle(_ id: CardID, to title: Name) throws(BoardRefusal) -> [BoardEvent] {
        guard try model.cards[card(id)].title != title else { return [] }
        try BoardDecider.check(title, graphemesMax: Card.titleGraphemesMax)
        _ = try openCard(id)
        return [.cardRetitled(id, title: title)]
    }

    func describe(_ id: CardID, _ edit: TextEdit) throws(BoardRefusal) -> [BoardEvent] {
        guard try model.cards[card(id)].lastEdit != EditDigest(of: edit) else { return [] }
        let slot = try openCard(id)
        do { try description(of: slot).check(edit) } catch { throw .badText(error) }
        return [.cardDescribed(id, edit)]
    }

    /// An archived card may be moved too and stays archived: that is the way out of a column that was deleted.
    func move(_ id: CardID, to column: ColumnID, above next: CardID?) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try openCard(id)]
        try openColumn(column)
        let order = model.cards(of: column)
        if card.column == column {
            if id == next { return [] }
            let isPlaced = order.isPlaced(id, at: card.rank, above: next) { id in
                model.cards[id]?.flags.isLive ?? false
            }
            if isPlaced { return [] }
        } else if order.count >= Column.cardsMax {
            throw .tooMany(.cards, max: Column.cardsMax)
        }
        let place = order.placement(of: id, above: try entry(of: next, in: column))
        return [.cardMoved(id, from: card.column, to: column, at: place.rank)] + shifts(place, in: column)
    }

    func schedule(_ id: CardID, due: Due?) throws(BoardRefusal) -> [BoardEvent] {
        guard try model.cards[card(id)].due != due else { return [] }
        if let fault = due?.fault { throw .badDue(fault) }
        _ = try openCard(id)
        return [.cardScheduled(id, due: due)]
    }

    func prioritise(_ id: CardID, _ priority: Priority) throws(BoardRefusal) -> [BoardEvent] {
        guard try model.cards[card(id)].priority != priority else { return [] }
        _ = try openCard(id)
        return [.cardPrioritised(id, priority: priority)]
    }

    func tag(_ id: CardID, _ tags: [CardTag]) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        let present = Set(card.tags)
        let new = try normalised(tags).filter { !present.contains($0) }
        guard !new.isEmpty else { return [] }
        _ = try openCard(id)
        guard card.tags.count + new.count <= Limits.tagsMax else { throw .tooMany(.tags, max: Limits.tagsMax) }
        return [.cardTagged(id, new)]
    }

    func untag(_ id: CardID, _ tags: [CardTag]) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        let present = Set(card.tags)
        let old = try normalised(tags).filter { present.contains($0) }
        guard !old.isEmpty else { return [] }
        _ = try openCard(id)
        return [.cardUntagged(id, old)]
    }

    func archive(_ id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        guard try !model.cards[card(id)].flags.isArchived else { return [] }
        _ = try openCard(id)
        return [.cardArchived(id)]
    }

    func unarchive(_ id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        guard card.flags.isArchived else { return [] }
        _ = try openCard(id)
        try openColumn(card.column)
        return [.cardUnarchived(id)]
    }

    func trash(_ id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        guard try !model.cards[card(id)].flags.isTrashed else { return [] }
        _ = try openCard(id)
        return [.cardTrashed(id)]
    }

    /// Back to where it stood: the column must be there, unless the card goes back into the archive.
    func restore(_ id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        let card = model.cards[try card(id)]
        guard card.flags.isTrashed else { return [] }
        if card.flags.isArchived { try reachedColumn(card.column) } else { try openColumn(card.column) }
        return [.cardRestored(id)]
    }

    func markChanged(_ id: CardID) throws(BoardRefusal) -> [BoardEvent] {
        _ = try openCard(id)
        // Asked twice it is asked once.
        return model.lastMarked == id ? [] : [.cardMarkedChanged(id)]
    }

    func entry(of next: CardID?, in column: ColumnID) throws(BoardRefusal) -> Order<Card>.Entry? {
        guard let next else { return nil }
        let card = model.cards[try card(next)]
        guard card.column == column else { throw .neighbourElsewhere(next, card.title) }
        return .init(rank: card.rank, id: next)
    }

    func shifts(_ place: Placement<Card>, in column: ColumnID) -> [BoardEvent] {
        place.shifted.map { .cardMoved($0.id, from: column, to: column, at: $0.rank) }
    }

    /// Tags as they are stored: labels trimmed and composed, sorted, each once.
    private func normalised(_ tags: [CardTag]) throws(BoardRefusal) -> [CardTag] {
        var clean: [CardTag] = []
        for tag in tags {
            var label = trimmed(tag.label)
            if label.utf8.isEmpty {
                guard tag.colour != .none else { throw .badTag }
            } else {
                do { label = try Name(label).text } catch { throw .badName(error) }
            }
            clean.append(CardTag(colour: tag.colour, label: label))
        }
        clean.sort()
        var once: [CardTag] = []
        for tag in clean where once.last != tag { once.append(tag) }
        return once
    }
}
