import Kernel

// The rules of whole boards.
extension BoardsState {
    func open(_ id: BoardID, title: Name, columns: [NewColumn]) throws(BoardRefusal) -> [BoardEvent] {
        if let known = model.boards[id] {
            return known.flags.isWithdrawn ? try openAgain(id, known, title: title, columns: columns) : []
        }
        try BoardDecider.check(title, graphemesMax: Board.titleGraphemesMax)
        guard model.boards.count < BoardsState.boardsMax else {
            throw .tooMany(.boards, max: BoardsState.boardsMax)
        }
        guard columns.count <= Board.columnsMax else { throw .tooMany(.columns, max: Board.columnsMax) }

        var events: [BoardEvent] = [.boardOpened(id, title: title)]
        var last: Rank?
        var seen: [ColumnID: Name] = [:]
        for column in columns {
            try BoardDecider.check(column.name, graphemesMax: Column.nameGraphemesMax)
            if let other = seen[column.id] ?? model.columns[column.id]?.name {
                throw .columnTaken(column.id, other)
            }
            seen[column.id] = column.name
            let rank = last.map { Rank.between($0, nil) } ?? .middle
            events.append(.columnAdded(column.id, to: id, name: column.name, at: rank))
            last = rank
        }
        return events
    }

    func retitle(_ id: BoardID, to title: Name) throws(BoardRefusal) -> [BoardEvent] {
        guard try board(id).title != title else { return [] }
        try BoardDecider.check(title, graphemesMax: Board.titleGraphemesMax)
        try openBoard(id)
        return [.boardRetitled(id, title: title)]
    }

    func archive(_ id: BoardID) throws(BoardRefusal) -> [BoardEvent] {
        guard try !board(id).flags.isArchived else { return [] }
        try openBoard(id)
        return [.boardArchived(id)]
    }

    func unarchive(_ id: BoardID) throws(BoardRefusal) -> [BoardEvent] {
        let board = try board(id)
        guard board.flags.isArchived else { return [] }
        if board.flags.isTrashed { throw .boardInTrash(id, board.title) }
        return [.boardUnarchived(id)]
    }

    func pin(_ id: BoardID) throws(BoardRefusal) -> [BoardEvent] {
        guard try !board(id).isPinned else { return [] }
        try openBoard(id)
        return [.boardPinned(id)]
    }

    /// Also from the archive and the trash: a pin there is only in the way.
    func unpin(_ id: BoardID) throws(BoardRefusal) -> [BoardEvent] {
        try board(id).isPinned ? [.boardUnpinned(id)] : []
    }

    /// The board that was visited last, on this device, already stands first in "recent".
    func visit(_ id: BoardID, on device: DeviceID?) throws(BoardRefusal) -> [BoardEvent] {
        let visit = Visit(board: id, device: device)
        let board = try board(id)
        if model.lastVisit == visit { return [] }
        if board.flags.isTrashed { throw .boardInTrash(id, board.title) }
        return [.boardVisited(id, on: device)]
    }
}
