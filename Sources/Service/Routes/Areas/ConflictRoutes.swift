import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

extension RouteTable {
    /// Texts that several wrote at once, as far as the asker may read them. Settled by the next edit that names all heads as
    /// its parents, or by restoring a revision: nothing is asked that would keep anybody from writing on.
    static let conflicts: [Route] = [
        Route(
            .get, "/v1/workspaces/{workspace}/conflicts", "listConflicts",
            "Texts that several people wrote at once, merged, and that nobody has gone on with since.", .finds,
            query: [.at]
        ) { try await $0.showConflicts { workspace, view, scope in view.conflicts(in: scope) } },
        Route(
            .get, "/v1/workspaces/{workspace}/things/{thing}/conflict", "showConflict",
            "What each of them wrote, what they all began with, and the merge.", .finds, query: [.at]
        ) { call in
            let thing: EntityID = try call.identifier("thing")
            return try await call.showConflicts { workspace, view, scope in
                try workspace.conflict(in: thing, of: view, for: scope)
            }
        },
    ]
}

extension Call {
    /// - Parameter make: reads what there is, now or at the moment that is asked about, by the rights of today.
    fileprivate func showConflicts(
        _ make: @escaping @Sendable (WorkspaceActor, WorkspaceView, SearchScope) throws -> (any CanonicalView & Sendable)?
    ) async throws -> Response {
        let (id, caller, moment) = (try workspace(), try signedIn(), moment("at"))
        let authorizer = WorkspaceAuthorizer(of: id, given: accounts)
        return try await using(id) { workspace in
            let (newest, sequence, _) = try await workspace.durableView()
            let scope = authorizer.searchScope(of: caller.principal, in: newest, at: now)
            let head = head(of: workspace, asOf: sequence, within: scope)
            if isKnown(head) { return notModified(head) }
            let reading = try await onHistoryThreads {
                try make(workspace, moment.map { try workspace.view(at: $0) } ?? newest, scope)
            }
            guard let reading else {
                throw ProblemDocument(
                    .notFound, "noConflict", "nobody wrote that text while somebody else did, or it was gone on with since")
            }
            return answer(head, reading)
        }
    }
}
