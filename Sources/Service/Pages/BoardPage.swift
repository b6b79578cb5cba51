import Accounts
import Boards
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

/// A board as a page, for anyone who follows the link that `daybook board open` prints: nothing runs, nothing is fetched, and
/// no text that somebody wrote is markup. Requirement P-208.
enum BoardPage {
    static let path = "/b/{board}"

    private static let style =
        "body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem}"
        + "main{display:flex;gap:1rem;align-items:flex-start;overflow-x:auto}section{flex:0 0 16rem}"
        + "h2{font-size:1rem}ul{padding:0;list-style:none}li{overflow-wrap:anywhere;margin:0 0 .6rem}"
        + "small{display:block}"

    static func of(_ board: BoardView) -> Response {
        var body = board.lifecycle == .live ? "" : "<p>\(escaped(spelled(board.lifecycle.fieldName)))</p>"
        if board.columns.isEmpty { body += "<p>No columns yet.</p>" }
        body += "<main>"
        for column in board.columns {
            body += "<section><h2>\(escaped(column.name)) (\(column.cards.count))</h2>"
            if !column.cards.isEmpty { body += "<ul>\(column.cards.map(line).joined())</ul>" }
            body += "</section>"
        }
        return HTMLPage(title: board.title, body: body + "</main>", style: style).response()
    }

    private static func line(_ card: CardLine) -> String {
        var facts: [String] = []
        if !card.due.isEmpty { facts.append("due " + card.due) }
        if card.priority != .none { facts.append(spelled(card.priority.fieldName)) }
        if !card.tags.isEmpty { facts.append(card.tags.map(\.text).joined(separator: ", ")) }
        if card.items > 0 { facts.append("\(card.done)/\(card.items) done") }
        if card.comments > 0 { facts.append(counted(card.comments, "comment")) }
        let small = facts.isEmpty ? "" : "<small>\(escaped(facts.joined(separator: " · ")))</small>"
        return "<li>\(escaped(card.title))\(small)</li>"
    }

    private static func escaped(_ text: String) -> String { HTMLPage.escaped(text) }
}

extension Call {
    func browseBoard() async throws -> Response {
        let board: BoardID = try identifier("board")
        var trouble: (any Error)?
        for workspace in try workspacesWithBoards() {
            do {
                if let page = try await page(of: board, in: workspace) { return page }
            } catch {
                // One that cannot be read hides nothing of the others.
                trouble = error
            }
        }
        if let trouble { throw trouble }
        throw ProblemDocument(.notFound, "noSuchThing", "there is no such board to be seen; look in the trash")
    }

    /// Returns the workspaces whose boards the caller may read: no others are looked at.
    @inline(never)
    private func workspacesWithBoards() throws(AuthorizationError) -> [WorkspaceID] {
        let caller = try signedIn()
        let own = caller.visit.map { [$0.workspace] } ?? accounts.model.workspaces(of: caller.user).sorted()
        return own.filter { workspace in
            AuthorizationPolicy.decide(caller.principal, may: .read, on: .boards(workspace), given: accounts, at: now).isAllowed
        }
    }

    private func page(of board: BoardID, in id: WorkspaceID) async throws -> Response? {
        if caller?.visit == nil {
            // Looking makes no files where nobody has written yet.
            guard try await pool.hasFiles(id) else { return nil }
        }
        return try await using(id) { workspace in
            let (view, _, _) = try await workspace.durableView()
            return try await rendering(id) { view.boards.board(board, name: view.name).map { BoardPage.of($0) } }
        }
    }
}
