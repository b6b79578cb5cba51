import HTTPTypes
import Hummingbird
import JournalEngine
import Kernel
import Runtime
import Workspace

extension RouteTable {
    /// The past across all domains: everything must be allowed before it is shown.
    static let past: [Route] = [
        Route(
            .get, "/v1/workspaces/{workspace}/things/{thing}/history", "showHistory",
            "The revisions of a thing, oldest first; the newest first with `newest`.", .reads(everything),
            query: [
                FieldShape("diffs", .flag, "Whether to say how texts changed.").optional,
                FieldShape("newest", .flag, "The newest revision first.").optional, happened,
            ] + sequencePaged,
            hasText: false
        ) { call in
            let thing: EntityID = try call.identifier("thing")
            let (diffs, isNewestFirst, moment) = (call.query.flag("diffs"), call.query.flag("newest"), call.moment("at"))
            let page = try call.sequencePage()
            return try await call.looking { workspace, names in
                try workspace.history(of: thing, names: names, diffs: diffs, at: moment)
            } answer: { entries in
                let rest =
                    isNewestFirst
                    ? entries.reversed().drop { page.after > 0 && $0.sequence >= page.after }
                    : entries.drop { $0.sequence <= page.after }
                let shown = Array(rest.prefix(page.size))
                return (
                    rest.count > shown.count ? shown.last?.sequence : nil, entries.count,
                    { $0.array(shown) { $1.write(to: &$0) } }
                )
            }
        },
        Route(
            .get, "/v1/workspaces/{workspace}/audit", "audit",
            "Every record that matches, in journal order; the newest first with `newest`.",
            .reads(everything), query: auditQuery, hasText: false
        ) { call in
            let page = try call.sequencePage()
            let filter = AuditFilter(
                entities: call.query.identifier("thing").map { [$0] } ?? [], actor: call.query.identifier("actor"),
                device: call.query.identifier("device"), kind: call.query.text("kind"),
                from: call.moment("from", .first), to: call.moment("to"), at: call.moment("at"),
                after: page.after, isNewestFirst: call.query.flag("newest"))
            return try await call.looking { workspace, names in
                var rows: [AuditRow] = []
                try workspace.audit(filter, names: names) { row in
                    rows.append(row)
                    return rows.count <= page.size ? .next : .stop
                }
                return rows
            } answer: { rows in
                let shown = Array(rows.prefix(page.size))
                return (
                    rows.count > shown.count ? shown.last?.sequence : nil, nil,
                    { $0.array(shown) { $0.raw(Array($1.json.utf8)) } }
                )
            }
        },
    ]

    private static let everything: [RequiredPermission.Area] = RequiredPermission.Area.allCases

    private static func limit(_ range: ClosedRange<Int>) -> FieldShape {
        FieldShape("limit", .number(range), "How many at most.").optional
    }

    private static let auditQuery =
        [
            FieldShape("thing", .identifier, "About this thing.").optional,
            FieldShape("actor", .identifier, "By this person.").optional,
            FieldShape("device", .identifier, "From this device.").optional,
            FieldShape("kind", .text(bytesMax: 64), "Of this kind, such as `note moved`, or its beginning.").optional,
            FieldShape("from", .moment, "Not before.").optional, FieldShape("to", .moment, "Not after.").optional,
            FieldShape("newest", .flag, "The newest record first.").optional, happened,
        ] + sequencePaged

    private static let happened = FieldShape(
        "at", .moment,
        "Only what had happened by then: up to a sequence number, or to a time. Things are called as they are now."
    ).optional

    private static let sequencePaged = [
        FieldShape("after", .text(bytesMax: 20), "Where the page before ended, as its Link says.").optional,
        limit(1...1_000),
    ]
}

extension Call {
    /// Answers with something of the past of the workspace, read on a thread that may wait for the disk; 304 when the
    /// client has it already.
    ///
    /// - Parameter answer: the sequence number that the page ended with, where there is another; how many there are on all pages, where
    ///   that is known; and what it says.
    fileprivate func looking<Result: Sendable>(
        _ body: @escaping @Sendable (WorkspaceActor, WorkspaceView) throws -> Result,
        answer: (Result) -> (next: UInt64?, total: Int?, write: (inout JSONWriter) -> Void)
    ) async throws -> Response {
        try await using(try workspace()) { workspace in
            let (names, sequence, _) = try await workspace.durableView()
            let head = head(of: workspace, asOf: sequence, isText: false)
            if isKnown(head) { return notModified(head) }
            let result = try await onHistoryThreads { try body(workspace, names) }
            let (next, total, write) = answer(result)
            return self.answer(head, next: next.map { String($0) }, of: total, write)
        }
    }
}
