import Boards
import Kernel

extension ViewCatalogue {
    /// Boards and cards: their owners' own (P-701).
    package static let boards: [ViewDeclaration] = [
        ViewDeclaration(
            "/boards", "listBoards", "All boards: archived ones last, pinned ones first, by their titles.", [.boards],
            query: PageCursor.parameters, record: .one("boards")
        ) { request throws(ViewFault) in
            var reading = request.view.boards.boards(name: request.name)
            reading.boards = try request.page(of: reading.boards) {
                PageCursor(ranks: [$0.isArchived ? 1 : 0, $0.isPinned ? 0 : 1], name: $0.title, id: $0.id.entity)
            }
            return reading
        },
        ViewDeclaration(
            "/boards/{board}", "showBoard", "One board, column by column.", [.boards],
            record: .each("boards") { $0.boards.model.boards.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.boards.board(try request.identifier("board"), name: request.name)
        },
        ViewDeclaration(
            "/boards/{board}/archive", "showArchive", "What was archived of a board.", [.boards],
            record: .each("archives") { $0.boards.model.boards.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.boards.archived(try request.identifier("board"))
        },
        ViewDeclaration(
            "/due", "showDue", "The cards of all boards that have a due date, day by day.", [.boards],
            query: [
                FieldShape("from", .day, "The first day.").optional, FieldShape("to", .day, "The last day.").optional,
            ], record: .one("due")
        ) { $0.view.boards.dueCards(from: $0.query.day("from"), to: $0.query.day("to")) },
        ViewDeclaration(
            "/cards/{card}", "showCard", "One card with everything known of it.", [.boards],
            record: .each("cards") { $0.boards.model.cards.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.boards.card(try request.identifier("card"), name: request.name)
        },
    ]
}
