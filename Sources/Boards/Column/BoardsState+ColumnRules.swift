import Kernel

// The rules of columns.
extension BoardsState {
    func add(
        _ id: ColumnID, to board: BoardID, name: Name, above next: ColumnID?
    ) throws(BoardRefusal) -> [BoardEvent] {
        let known = model.columns[id]
        if let known, !known.flags.isWithdrawn { return [] }
        try BoardDecider.check(name, graphemesMax: Column.nameGraphemesMax)
        try openBoard(board)
        if let known { return try addAgain(id, known, to: board, name: name) }
        let order = model.columns(of: board)
        guard order.count < Board.columnsMax else { throw .tooMany(.columns, max: Board.columnsMax) }
        let place = order.placement(of: id, above: try entry(of: next, on: board))
        return [.columnAdded(id, to: board, name: name, at: place.rank)] + shifts(place)
    }

    func rename(_ id: ColumnID, to name: Name) throws(BoardRefusal) -> [BoardEvent] {
        guard try column(id).name != name else { return [] }
        try BoardDecider.check(name, graphemesMax: Column.nameGraphemesMax)
        try openColumn(id)
        return [.columnRenamed(id, name: name)]
    }

    func move(_ id: ColumnID, above next: ColumnID?) throws(BoardRefusal) -> [BoardEvent] {
        let column = try openColumn(id)
        guard id != next else { return [] }
        let target = try entry(of: next, on: column.board)
        let order = model.columns(of: column.board)
        let isPlaced = order.isPlaced(id, at: column.rank, above: next) { id in
            model.columns[id]?.flags.isLive ?? false
        }
        guard !isPlaced else { return [] }
        let place = order.placement(of: id, above: target)
        return [.columnMoved(id, to: place.rank)] + shifts(place)
    }

    /// Its cards go where the person says, in their order, before the column goes: none is ever deleted with it.
    ///
    /// Moving takes archived and trashed cards along, so that unarchiving and restoring them later finds a column. A
    /// column that is deleted from the archive is out of it while its cards go, so that undoing finds it open, and comes
    /// back into it when it is restored.
    func delete(_ id: ColumnID, cards fate: CardsOfDeletedColumn) throws(BoardRefusal) -> [BoardEvent] {
        let column = try column(id)
        guard !column.flags.isTrashed else { return [] }
        try openBoard(column.board)
        var events: [BoardEvent] = []
        switch fate {
        case .archived:
            events = liveCards(in: id).map { .cardArchived($0) }
        case .moved(let target):
            guard target != id else { throw .targetIsDeletedToo(id, column.name) }
            let targetColumn = try openColumn(target)
            guard targetColumn.board == column.board else { throw .columnElsewhere(target, targetColumn.name) }
            let cards = model.cards(of: id).ids.filter {
                !(model.cards[$0]?.flags.isWithdrawn ?? true)
            }
            let there = model.cards(of: target)
            guard there.count + cards.count <= Column.cardsMax else { throw .tooMany(.cards, max: Column.cardsMax) }
            var last = there.entries.last?.rank
            for card in cards {
                let rank = last.map { Rank.between($0, nil) } ?? .middle
                events.append(.cardMoved(card, from: id, to: target, at: rank))
                last = rank
            }
        }
        if column.flags.isArchived, !events.isEmpty {
            events = [.columnUnarchived(id)] + events + [.columnArchived(id)]
        }
        return events + [.columnDeleted(id)]
    }

    func restore(_ id: ColumnID) throws(BoardRefusal) -> [BoardEvent] {
        let column = try column(id)
        guard column.flags.isTrashed else { return [] }
        try openBoard(column.board)
        return [.columnRestored(id)]
    }

    /// Its cards stay in it as they are: what hides them is the column.
    func archive(_ id: ColumnID) throws(BoardRefusal) -> [BoardEvent] {
        guard try !column(id).flags.isArchived else { return [] }
        try openColumn(id)
        return [.columnArchived(id)]
    }

    func unarchive(_ id: ColumnID) throws(BoardRefusal) -> [BoardEvent] {
        let column = try column(id)
        guard column.flags.isArchived else { return [] }
        try openBoard(column.board)
        if column.flags.isTrashed { throw .columnDeleted(id, column.name) }
        return [.columnUnarchived(id)]
    }

    private func entry(of next: ColumnID?, on board: BoardID) throws(BoardRefusal) -> Order<Column>.Entry? {
        guard let next else { return nil }
        let column = try column(next)
        guard column.board == board else { throw .columnElsewhere(next, column.name) }
        return .init(rank: column.rank, id: next)
    }

    private func shifts(_ place: Placement<Column>) -> [BoardEvent] {
        place.shifted.map { .columnMoved($0.id, to: $0.rank) }
    }
}
