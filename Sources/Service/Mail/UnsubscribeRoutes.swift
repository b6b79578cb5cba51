import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

extension RouteTable {
    private static let link = [
        FieldShape("user", .identifier, "Whose summaries, as the letter has it."),
        FieldShape("proof", .text(bytesMax: 64), "That the link was made here."),
    ]

    /// The routes of the link in a weekly summary: anyone who has the letter may end such letters, signed in or not.
    static let letters: [Route] = [
        Route(
            .get, UnsubscribeLink.path, "askToUnsubscribe",
            "A page that asks whether the weekly summary is to end; looking at it ends nothing.", .anybody, query: link,
            answer: .bytes("text/html"), furtherStatuses: [403]
        ) { call in
            _ = try await call.unsubscriber()
            return page(
                "No more weekly summaries?",
                "<form method=\"post\"><button>Send me no more of them</button></form>", mayPost: true)
        },
        Route(
            .post, UnsubscribeLink.path, "unsubscribe",
            "Ends the weekly summary, for a mail program with one click (RFC 8058) as for a person.", .anybody,
            query: link, answer: .bytes("text/html")
        ) { call in
            let user = try await call.unsubscriber()
            do {
                _ = try await call.pool.book.perform(
                    [.switchWeeklySummary(user, isOn: false)], by: .machine,
                    as: Author(actor: user.as(Actor.self), device: call.pool.device))
            } catch AccountRefusal.noSuchUser {
                // An account that is gone is written to no more either.
            }
            return page("You get no more weekly summaries.", "<p>Your account has a switch for them.</p>", mayPost: false)
        },
    ]

    private static func page(_ title: String, _ body: String, mayPost: Bool) -> Response {
        HTMLPage(title: title, body: body, mayPost: mayPost).response()
    }
}

extension Call {
    /// Returns the person whose letters the link ends.
    ///
    /// - Throws: a problem for one that was not made here. It never reveals whether there is such an account.
    fileprivate func unsubscriber() async throws -> UserID {
        guard let user: UserID = query.identifier("user"),
            try await pool.unsubscribeLink().isGenuine(query.required("proof"), for: user)
        else {
            throw ProblemDocument(
                .forbidden, "badLink", "this link is not whole, or too old; take the one of the latest letter")
        }
        return user
    }
}
