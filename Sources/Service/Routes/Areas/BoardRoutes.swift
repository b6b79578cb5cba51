import Workspace

extension RouteTable {
    /// A board for people, beside its views.
    static let boardPage: [Route] = [
        Route(
            .get, BoardPage.path, "browseBoard",
            "A board as a page for a browser, wherever among one's workspaces it is. One that is not there and one that one "
                + "may not see are not told apart.",
            .signedIn, answer: .bytes("text/html")
        ) { try await $0.browseBoard() }
    ]
}
