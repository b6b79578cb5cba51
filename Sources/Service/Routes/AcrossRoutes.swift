import HTTPTypes
import Hummingbird
import JournalEngine
import Kernel
import Runtime
import Workspace

extension RouteTable {
    /// What goes across all domains: everything must be allowed before it is shown.
    static let across: [Route] = [
        .view("/recent", "listRecent", "What was made, written or opened last.", everything, query: [limit(1...500)]) {
            viewing in
            viewing.view.recents(on: nil, viewing.call.query.number("limit") ?? 50)
        },
        .view("/trash", "listTrash", "What was deleted, and where each thing comes back to.", everything) {
            $0.view.trash()
        },
        .view("/pins", "listPins", "What is pinned, starred or a favourite.", everything) { $0.view.pins() },
        .view("/tags", "listTags", "All tags, with how often each is used.", everything) { $0.view.tags() },
        .view("/attachments", "listAttachments", "All attached files, with what they hang on.", everything) {
            $0.view.attachments()
        },
        .view("/links", "listLinks", "All links that lead nowhere.", everything) { $0.view.links() },
        .view("/things/{thing}/links", "showLinks", "What a thing leads to, and is led to by.", everything) { viewing in
            let id: EntityID = try viewing.identifier("thing")
            return viewing.view.referent(of: id).map { viewing.view.links(of: $0) }
        },
        Route(
            .get, "/v1/workspaces/{workspace}/things/{thing}/history", "showHistory",
            "The revisions of a thing, oldest first.", .reads(everything),
            query: [FieldShape("diffs", .flag, "Whether to say how texts changed.").optional]
        ) { call in
            let thing: EntityID = try call.identifier("thing")
            let diffs = call.query.flag("diffs")
            let entries = try await call.looking { try $0.history(of: thing, names: $1, diffs: diffs) }
            return .json { $0.array(entries) { $1.write(to: &$0) } }
        },
        Route(
            .get, "/v1/workspaces/{workspace}/audit", "audit", "Every record that matches, in journal order.",
            .reads(everything), query: auditQuery
        ) { call in
            let limit = call.query.number("limit") ?? 100
            let filter = AuditFilter(
                entities: call.query.identifier("thing").map { [$0] } ?? [], actor: call.query.identifier("actor"),
                device: call.query.identifier("device"), kind: call.query.text("kind"),
                from: call.query.moment("from"), to: call.query.moment("to"))
            let rows = try await call.looking { workspace, names in
                var rows: [AuditRow] = []
                try workspace.audit(filter, names: names) { row in
                    rows.append(row)
                    return rows.count < limit ? .next : .stop
                }
                return rows
            }
            return .json { $0.array(rows) { $0.raw(Array($1.json.utf8)) } }
        },
    ]

    private static let everything: [Demand.Area] = Demand.Area.allCases

    private static func limit(_ range: ClosedRange<Int>) -> FieldShape {
        FieldShape("limit", .number(range), "How many at most.").optional
    }

    private static let auditQuery = [
        FieldShape("thing", .identifier, "About this thing.").optional,
        FieldShape("actor", .identifier, "By this person.").optional,
        FieldShape("device", .identifier, "From this device.").optional,
        FieldShape("kind", .text(bytesMax: 64), "Of this kind, such as `note moved`, or its beginning.").optional,
        FieldShape("from", .moment, "Not before.").optional, FieldShape("to", .moment, "Not after.").optional,
        limit(1...1_000),
    ]
}

extension Call {
    /// Reads the past of the workspace, on a thread that may wait for the disk.
    fileprivate func looking<Result: Sendable>(
        _ body: @escaping @Sendable (OpenWorkspace, WorkspaceView) throws -> Result
    ) async throws -> Result {
        try await installation.using(try workspace()) { workspace in
            let names = await workspace.view
            return try await installation.blocking.run(orSay: .stopping) { try body(workspace, names) }
        }
    }
}
