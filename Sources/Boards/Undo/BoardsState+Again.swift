import Kernel

// What is made under an identifier whose making was undone comes back: how an import done again after its undo finds
// its things. It stands where and is called what is asked for now; all else is as it was.
//
// It is put right first and reinstated last, so that undoing withdraws it first and then finds nothing left to do: it
// need not go back to a place that may be gone.
extension BoardsState {
    func openAgain(
        _ id: BoardID, _ board: Board, title: Name, columns: [NewColumn]
    ) throws(BoardRefusal) -> [BoardEvent] {
        try BoardDecider.check(title, graphemesMax: Board.titleGraphemesMax)
        var events: [BoardEvent] = []
        if board.flags.isTrashed { events.append(.boardRestored(id)) }
        if board.flags.isArchived { events.append(.boardUnarchived(id)) }
        if board.title != title { events.append(.boardRetitled(id, title: title)) }
        events.append(.boardReinstated(id))
        var last = model.columns(of: id).entries.last?.rank
        for column in columns {
            try BoardDecider.check(column.name, graphemesMax: Column.nameGraphemesMax)
            if let known = model.columns[column.id] {
                events += try addAgain(column.id, known, to: id, name: column.name)
            } else {
                let rank = last.map { Rank.between($0, nil) } ?? .middle
                events.append(.columnAdded(column.id, to: id, name: column.name, at: rank))
                last = rank
            }
        }
        return events
    }

    func addAgain(
        _ id: ColumnID, _ column: Column, to board: BoardID, name: Name
    ) throws(BoardRefusal) -> [BoardEvent] {
        guard column.board == board else { throw .columnTaken(id, column.name) }
        guard column.flags.isWithdrawn else { return [] }
        var events: [BoardEvent] = []
        if column.flags.isTrashed { events.append(.columnRestored(id)) }
        if column.flags.isArchived { events.append(.columnUnarchived(id)) }
        if column.name != name { events.append(.columnRenamed(id, name: name)) }
        return events + [.columnReinstated(id)]
    }

    func addAgain(
        _ id: CardID, _ card: Card, to column: ColumnID, title: Name, above next: CardID?
    ) throws(BoardRefusal) -> [BoardEvent] {
        try openColumn(column)
        var events: [BoardEvent] = []
        if card.flags.isTrashed { events.append(.cardRestored(id)) }
        if card.flags.isArchived { events.append(.cardUnarchived(id)) }
        if card.column != column {
            let order = model.cards(of: column)
            guard order.count < Column.cardsMax else { throw .tooMany(.cards, max: Column.cardsMax) }
            let place = order.placement(of: id, above: try entry(of: next, in: column))
            events.append(.cardMoved(id, from: card.column, to: column, at: place.rank))
            events += shifts(place, in: column)
        }
        if card.title != title { events.append(.cardRetitled(id, title: title)) }
        return events + [.cardReinstated(id)]
    }
}
