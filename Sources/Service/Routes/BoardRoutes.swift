import Boards
import Kernel
import Workspace

extension RouteTable {
    /// Boards and cards: their owners' own (P-701).
    static let boards: [Route] = [
        .view(
            "/boards", "listBoards", "All boards: archived ones last, pinned ones first, by their titles.", [.boards],
            query: PageCursor.parameters
        ) { viewing in
            var reading = viewing.view.boards.boards(name: viewing.name)
            reading.boards = try viewing.page(of: reading.boards) {
                PageCursor(ranks: [$0.isArchived ? 1 : 0, $0.isPinned ? 0 : 1], name: $0.title, id: $0.id.entity)
            }
            return reading
        },
        .view("/boards/{board}", "showBoard", "One board, column by column.", [.boards]) { viewing in
            try viewing.view.boards.board(viewing.identifier("board"), name: viewing.name)
        },
        .view("/boards/{board}/archive", "showArchive", "What was archived of a board.", [.boards]) { viewing in
            try viewing.view.boards.archived(viewing.identifier("board"))
        },
        .view("/cards/{card}", "showCard", "One card with everything known of it.", [.boards]) { viewing in
            try viewing.view.boards.card(viewing.identifier("card"), name: viewing.name)
        },
        Route(
            .get, BoardPage.path, "browseBoard",
            "A board as a page for a browser, wherever among one's workspaces it is. One that is not there and one that one "
                + "may not see are not told apart.",
            .signedIn, answer: .bytes("text/html")
        ) { try await $0.browseBoard() },
    ]
}
