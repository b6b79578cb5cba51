package import Kernel

/// The facts about a board that the rules and the reader both need.
package struct Board: Sendable, Equatable {
    /// Columns in one board, deleted ones included.
    package static let columnsMax = 500
    package static let titleGraphemesMax = Name.graphemesMax

    package var title: Name
    package var flags = LifecycleFlags()
    package var isPinned = false

    package init(title: Name) { self.title = title }
}

/// The facts about a column that the rules and the reader both need.
package struct Column: Sendable, Equatable {
    /// Cards in one column, archived and trashed ones included.
    package static let cardsMax = 10_000
    package static let nameGraphemesMax = Name.graphemesMax

    package var board: BoardID
    package var name: Name
    /// Its place among the columns of its board.
    package var rank: Rank
    package var flags = LifecycleFlags()

    package init(board: BoardID, name: Name, rank: Rank) {
        self.board = board
        self.name = name
        self.rank = rank
    }
}

/// The board that was looked at last, and where: looking at it there again changes nothing in "recent".
package struct Visit: Sendable, Equatable {
    package var board: BoardID
    package var device: DeviceID?

    package init(board: BoardID, device: DeviceID?) {
        self.board = board
        self.device = device
    }
}
