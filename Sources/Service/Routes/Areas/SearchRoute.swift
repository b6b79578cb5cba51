import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Search
import Workspace

extension RouteTable {
    /// Finding things by what they say, as far as the asker may read them.
    static let search: [Route] = [
        Route(
            .get, "/v1/workspaces/{workspace}/search", "search",
            "Finds words and phrases in titles, texts, tags and file names, the best first.", .finds,
            query: [
                FieldShape(
                    "q", .text(bytesMax: FieldShape.textBytesMax),
                    "What to look for: words that must all be there, \"a phrase\", kam*, -kaputt, kamera OR foto, tag:house, "
                        + "in:Projects, type:note, is:starred, has:attachment, before:2026-11, after:2026-11-22.")
            ] + searchPaged
        ) { try await $0.find(SearchQuery($0.query.required("q"))) }
    ]

    static let searchPaged = [
        FieldShape(
            "after", .text(bytesMax: SearchCursor.textBytesMax), "Where the page before ended, as its Link says."
        ).optional,
        FieldShape("limit", .number(1...200), "How many there are on a page; 50 by default.").optional,
        .at,
    ]
}

extension Call {
    /// Answers with what is found of what the caller may read: from the index, or at a moment of the past by reading.
    func find(_ query: SearchQuery) async throws -> Response {
        var page = SearchPage(limit: self.query.number("limit") ?? 50)
        if let text = self.query.text("after") {
            guard let cursor = SearchCursor(text: text) else { throw ProblemDocument(PageCursor.fault) }
            page.after = cursor
        }
        let (id, caller) = (try workspace(), try signedIn())
        let authorizer = WorkspaceAuthorizer(of: id, given: accounts)
        let (asked, now, moment) = (page, now, self.moment("at"))
        let scope = { @Sendable (view: WorkspaceView) in authorizer.searchScope(of: caller.principal, in: view, at: now) }
        return try await searching(id) { index in
            let workspace = index.workspace
            let (view, sequence, _) = try await workspace.durableView()
            let today = try await rendering(id) { scope(view) }
            let known = head(of: workspace, asOf: sequence, within: today)
            if isKnown(known) { return notModified(known) }
            guard let moment else {
                let answer = try await sharingRendering(id) { try await index.answer(query, page: asked, in: scope) }
                return try await rendering(id) {
                    self.answer(
                        head(of: workspace, asOf: answer.sequence, within: answer.scope), answer.reading,
                        next: answer.reading.next?.text,
                        of: answer.reading.found)
                }
            }
            // Of the past, by the rights of today.
            let reading = try await onHistoryThreads {
                try workspace.view(at: moment).search(query, in: today, page: asked)
            }
            return answer(known, reading, next: reading.next?.text, of: reading.found)
        }
    }

    /// Two who may read different things have different answers of the same sequence number.
    func head(of workspace: WorkspaceActor, asOf sequence: UInt64, within scope: SearchScope) -> ViewHead {
        let reach = scope.areas.map { "\($0)" } + (scope.children ?? []).map { $0.text }
        return head(
            of: workspace, asOf: sequence,
            reach: "-" + Digest(of: Array(reach.joined(separator: " ").utf8)).text.prefix(16))
    }
}
