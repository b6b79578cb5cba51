import HTTPTypes
import Hummingbird
import Workspace

/// Every route there is, a file per domain.
enum RouteTable {
    static let all: [Route] = groups.flatMap(\.routes)

    /// The same, a group per purpose, as people read them.
    static let groups = ownGroups + [(title: "Lists in one shape", routes: lists)]

    static let ownGroups: [(title: String, routes: [Route])] = [
        ("The service", machine), ("Accounts", accounts + passwordResets), ("Guests", guests), ("Letters", letters),
        ("Notifications", notifications),
        ("Signing in through an issuer", issuers), ("Workspaces and members", people), ("Share links", shareLinks),
        ("What is shared", shared), ("Webhooks", webhooks), ("Notes", views(ViewCatalogue.notes) + noteResources),
        ("Boards", views(ViewCatalogue.boards) + boardResources + boardPage),
        ("Captures", views(ViewCatalogue.captures) + captureResources),
        ("The studio", views(ViewCatalogue.studio) + studioResources),
        ("Across all domains", views(ViewCatalogue.across) + past + conflicts), ("Searching", search + similar),
        ("Shortcuts", intents), ("Suggestions and analyses", asking), ("Reading", reading),
        ("The widget", widget), ("Live changes", live), ("Replicas", replicas), ("Commands", commands),
        ("Imports", imports), ("Uploads", uploads), ("Files and pictures", files), ("Exports", exports + publications),
    ]

    private static func views(_ views: [ViewDeclaration]) -> [Route] { views.map { .view($0) } }

    /// Makes a router of the table: each route behind its rule, and 405 where a path has other methods.
    static func router(for service: DaybookService) -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: RequestMiddleware(service: service))
        router.add(middleware: WebAppDoor(app: service.webApp))
        var methods: [String: [HTTPRequest.Method]] = [:]
        for route in all {
            methods[route.path, default: []].append(route.method)
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try await service.answer(route, request, context)
            }
        }
        for (path, known) in methods {
            let isReadable = known.contains(.get)
            let allowed = (known + (isReadable ? [.head] : [])).map(\.rawValue).sorted().joined(separator: ", ")
            for method in HTTPRequest.Method.known where !known.contains(method) {
                if method == .head, isReadable, let route = all.first(where: { $0.path == path && $0.method == .get }) {
                    router.on(RouterPath(path), method: .head) { request, context in
                        try await service.answer(route, request, context).createHeadResponse()
                    }
                    continue
                }
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    var problem = ProblemDocument(
                        .methodNotAllowed, "methodNotAllowed", "this address takes \(allowed) only")
                    problem.headers[.allow] = allowed
                    throw problem
                }
            }
        }
        return router
    }
}
