import HTTPTypes
import Hummingbird
import Intelligence
import Kernel
import Runtime
import Workspace

extension RouteTable {
    /// Finding things that are like another one, and places where it would be among its like.
    static let similar: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/similar", "findSimilar",
            "Finds things whose texts mean much the same as another's, or places that it would fit into, the nearest first. "
                + "By the model `similar`, which knows English.",
            .finds,
            body: [
                FieldShape("thing", .identifier, "What they are to be like; this or `text`.").optional,
                FieldShape("text", .text(bytesMax: 2_000), "Words that they are to be like.").optional,
                FieldShape(
                    "kind", .word(Gist.kinds.map(\.word)), "The kind of thing that is sought; `note` by default."
                ).optional,
            ], furtherStatuses: [404, 422, 429]
        ) { try await $0.findSimilar() }
    ]
}

extension Call {
    fileprivate func findSimilar() async throws -> Response {
        let (id, caller) = (try workspace(), try signedIn())
        let sought: EntityID? = body.identifier("thing")
        let words = body.text("text")
        guard (sought == nil) != (words == nil) else {
            throw ProblemDocument(
                .unprocessableContent, "badField", "say either which thing they are to be like, or which text", field: "thing")
        }
        let kind = Gist.kinds.first { $0.word == body.text("kind") } ?? .note
        let authorizer = WorkspaceAuthorizer(of: id, given: accounts)
        let permit = try enterReading()
        defer { withExtendedLifetime(permit) {} }
        let view = try await using(id) { await $0.view }
        let (text, itself, gists) = try await rendering(id) { () throws -> (String, EntityRef?, [Gist]) in
            let scope = authorizer.searchScope(of: caller.principal, in: view, at: now)
            let gists = view.gists(of: kind, in: scope, count: MeaningIndex.comparedMax)
            if let words { return (words, nil, gists) }
            guard let referent = sought.flatMap({ view.referent(of: $0) }), let gist = view.gist(of: referent, in: scope) else {
                throw ProblemDocument(
                    .notFound, "noSuchThing", "nothing here has this identifier; name a thing that can be read and compared",
                    field: "thing")
            }
            return (gist.text, referent, gists)
        }
        do {
            let (found, rest) = try await service.meanings.things(like: text, but: itself, among: gists, for: requester)
            let reading = try await rendering(id) { SimilarView(found, rest: rest, in: view) }
            return .json { reading.write(to: &$0) }
        } catch let failure as ProviderFailure {
            throw ProblemDocument(.unprocessableContent, "notCompared", failure.message)
        }
    }
}
