import Boards
import Kernel
import Workspace

extension RouteTable {
    /// Boards and cards: their owners' own (P-701).
    static let boards: [Route] = [
        .view("/boards", "listBoards", "All boards.", [.boards]) { $0.view.boards.boards(name: $0.name) },
        .view("/boards/{board}", "showBoard", "One board, column by column.", [.boards]) { viewing in
            try viewing.view.boards.board(viewing.identifier("board"), name: viewing.name)
        },
        .view("/boards/{board}/archive", "showArchive", "What was archived of a board.", [.boards]) { viewing in
            try viewing.view.boards.archived(viewing.identifier("board"))
        },
        .view("/cards/{card}", "showCard", "One card with everything known of it.", [.boards]) { viewing in
            try viewing.view.boards.card(viewing.identifier("card"), name: viewing.name)
        },
    ]
}
