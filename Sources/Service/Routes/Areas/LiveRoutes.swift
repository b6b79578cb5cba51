import Accounts
import HTTPTypes
import Hummingbird
import JournalEngine
import Kernel
import NIOCore
import Runtime
import ServiceLifecycle
import Workspace

extension RouteTable {
    /// The routes that report changes as they happen.
    static let live: [Route] = [
        Route(
            .get, "/v1/workspaces/{workspace}/events", "streamChanges",
            "Server-sent events: which areas changed, up to which sequence number; resumed by Last-Event-ID.",
            .commands,
            query: [FieldShape("after", .number(0...Int.max), "Changes after this sequence number.").optional],
            answer: .events
        ) { call in
            try await call.stream { workspace, sent in
                try await call.changes(after: sent, in: workspace).map { News(last: $0.last, text: $0.event) }
            }
        },
        Route(
            .get, "/v1/workspaces/{workspace}/audit/events", "streamAudit",
            "Server-sent events: every record as the audit has it, from one sequence number on and then as it happens; resumed "
                + "by Last-Event-ID. What one's own projection is made of.",
            .reads(RequiredPermission.Area.allCases),
            query: [
                FieldShape("after", .number(0...Int.max), "Records after this sequence number; 0 for all of them.").optional
            ],
            answer: .events
        ) { call in
            try await call.stream { workspace, sent in try await call.records(after: sent, in: workspace) }
        },
        Route(
            .get, "/v1/workspaces/{workspace}/changes", "pollChanges",
            "Waits until something changes after a sequence number, and says what: for clients without server-sent events.",
            .commands,
            query: [
                FieldShape("after", .number(0...Int.max), "The sequence number that is known."),
                FieldShape("seconds", .number(0...60), "How long to wait at most; 25 by default.").optional,
            ]
        ) { try await $0.poll() },
    ]
}

/// The report on some commits to one client: their last number, and the changed areas that the client may know.
struct Changes: Sendable, Equatable {
    var last: UInt64
    /// The areas that changed, of those they may read at least in part.
    var areas: [String]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("last", last)
            json.field("areas", areas)
        }
    }

    /// As a server-sent event. Without areas it says nothing but how far it came, which is where resuming begins.
    var event: String {
        guard !areas.isEmpty else { return "id: \(last)\n\n" }
        var json = JSONWriter()
        write(to: &json)
        return "id: \(last)\nevent: change\ndata: \(json.text)\n\n"
    }
}

/// The next words to a client that watches, and the sequence number that it then knows.
private struct News: Sendable {
    var last: UInt64
    var text: String
}

extension Call {
    /// Records in one piece of a stream: the next are read when these are on their way.
    private static let recordsPerPiece = 200

    /// The records after a sequence number, as events; nil for none.
    ///
    /// - Throws: `AuthorizationError` when the caller may not read everything any more.
    fileprivate func records(after sequence: UInt64, in workspace: WorkspaceActor) async throws -> News? {
        let (names, last, _) = try await workspace.durableView()
        guard last > sequence else { return nil }
        _ = try await renewed()
        return try await onHistoryThreads {
            var news = News(last: sequence, text: "")
            var count = 0
            try workspace.audit(AuditFilter(after: sequence), names: names) { row in
                news.text += "id: \(row.sequence)\nevent: record\ndata: \(row.json)\n\n"
                news.last = row.sequence
                count += 1
                return count < Self.recordsPerPiece ? .next : .stop
            }
            return count == 0 ? nil : news
        }
    }
}

extension Call {
    /// The interval at which a stream without changes shows that it is alive.
    private static let beat = Duration.seconds(15)

    /// - Throws: `RuntimeFailure.noSuchRecord` for a place that this journal has not reached: the client knows another
    ///   history, and begins anew.
    private func place(_ asked: UInt64?, in workspace: WorkspaceActor) throws -> UInt64 {
        let last = workspace.journal.lastSequence
        guard let asked else { return last }
        guard asked <= last else { throw RuntimeFailure.noSuchRecord(asked, last: last) }
        return asked
    }

    fileprivate func poll() async throws -> Response {
        let asked = UInt64(query.number("after") ?? 0)
        let seconds = query.number("seconds") ?? 25
        let changes: Changes? = try await using(try workspace()) { workspace in
            let start = try place(asked, in: workspace)
            // A client that does not wait at all is told of the changes that are there as well.
            if workspace.journal.lastSequence == start {
                try await waitForNews(after: start, in: workspace, within: .seconds(seconds))
            }
            return try await self.changes(after: start, in: workspace)
        }
        return .json { (changes ?? Changes(last: asked, areas: [])).write(to: &$0) }
    }

    /// Waits for the next commit, and no longer than the service and the workspace are open.
    private func waitForNews(
        after sequence: UInt64, in workspace: WorkspaceActor, within patience: Duration
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await cancelWhenGracefulShutdown {
                    for try await _ in workspace.journal.tail(after: sequence) { return }
                }
            }
            group.addTask { try await Task.sleep(for: patience) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// - Parameter news: whatever there is after a sequence number; nil for nothing.
    fileprivate func stream(
        _ news: @escaping @Sendable (WorkspaceActor, UInt64) async throws -> News?
    ) async throws -> Response {
        let id = try workspace()
        let asked = try lastEventID() ?? query.number("after").map { UInt64($0) }
        let start = try await using(id) { try place(asked, in: $0) }
        guard let permit = service.streams.enter(for: requester) else {
            throw ProblemDocument(
                .tooManyRequests, "tooManyStreams", "too many clients are watching at the moment; poll instead",
                retryAfter: 30)
        }
        let body = ResponseBody { writer in
            // Without data it is not an event, and yet it tells a client that is cut off before the first where to resume.
            try await writer.write(ByteBuffer(string: "retry: 2000\nid: \(start)\n\n"))
            try await using(id) { workspace in
                try await watch(workspace, from: start, writing: &writer, news)
            }
            try await writer.finish(nil)
            withExtendedLifetime(permit) {}
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// Where a client goes on that lost its stream; nil for one that begins.
    ///
    /// - Throws: a problem for what no event was ever called: going on from now would miss what came meanwhile.
    private func lastEventID() throws(ProblemDocument) -> UInt64? {
        guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name], !text.isEmpty else {
            return nil
        }
        guard let sequence = UInt64(text) else {
            throw ProblemDocument(
                .badRequest, "badLastEventID",
                "Last-Event-ID must be the id of an event, a sequence number; leave it out to begin from now",
                field: "Last-Event-ID")
        }
        return sequence
    }

    /// Writes every change until the client goes, may no longer look, or the service stops.
    private func watch(
        _ workspace: WorkspaceActor, from start: UInt64, writing writer: inout any ResponseBodyWriter,
        _ news: @Sendable (WorkspaceActor, UInt64) async throws -> News?
    ) async throws {
        // One waiting tick is enough, however many commits it stands for: a slow client is told of them all at once.
        let (ticks, ticker) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let follower = Task {
            do {
                for try await _ in workspace.journal.tail(after: start) { ticker.yield(true) }
            } catch {
                // The writer failed: what follows is asked for again, and then says why it cannot be had.
            }
            ticker.finish()
        }
        let beats = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: Self.beat)
                ticker.yield(false)
            }
        }
        defer {
            follower.cancel()
            beats.cancel()
        }
        var sent = start
        try await withGracefulShutdownHandler {
            for await _ in ticks {
                var isNew = false
                while let next = try await news(workspace, sent) {
                    try await writer.write(ByteBuffer(string: next.text))
                    (sent, isNew) = (next.last, true)
                }
                if !isNew { try await writer.write(ByteBuffer(string: ": still here\n\n")) }
            }
        } onGracefulShutdown: {
            ticker.finish()
        }
    }

    /// Returns the changes after a sequence number, as far as the caller may know them by today's accounts; nil for none.
    ///
    /// - Throws: `AuthorizationError` when they may not look at all any more.
    fileprivate func changes(after sequence: UInt64, in workspace: WorkspaceActor) async throws -> Changes? {
        let latest = try await renewed()
        let (caller, id) = (try latest.signedIn(), try self.workspace())
        func may(_ resource: Resource) -> Permission {
            AuthorizationPolicy.decide(caller.principal, may: .read, on: resource, given: latest.accounts, at: latest.now)
        }
        let last = workspace.journal.lastSequence
        guard last > sequence else { return nil }
        let domains: Set<UInt32>
        if let known = workspace.recentDomains.domains(after: sequence, through: last) {
            domains = known
        } else {
            domains = try await readDomains(after: sequence, through: last, in: workspace)
        }
        let areas: [(domain: UInt32, word: String, resource: Resource)] = [
            (EventKind.registry, "registry", .registry(id)), (EventKind.notes, "notes", .notes(id)),
            (EventKind.boards, "boards", .boards(id)), (EventKind.capture, "captures", .captures(id)),
            (EventKind.studio, "studio", .studio(id, child: nil)),
        ]
        return Changes(
            last: last,
            areas: areas.filter { area in
                // A person who was invited for one child learns that the studio changed, and not for which child.
                domains.contains(area.domain)
                    && (may(area.resource).isAllowed
                        || may(area.resource) == .refused(.outOfReach) && area.word == "studio")
            }.map { $0.word })
    }
}

extension Call {
    /// The domains of records from so long ago that only the journal knows them.
    @inline(never)
    private func readDomains(
        after sequence: UInt64, through last: UInt64, in workspace: WorkspaceActor
    ) async throws -> Set<UInt32> {
        try await onHistoryThreads {
            var domains: Set<UInt32> = []
            try workspace.journal.records(of: workspace.paths.root, from: sequence + 1, through: last) { header, _ in
                domains.insert(header.kind >> 8)
                return domains.count < 5 ? .next : .stop
            }
            return domains
        }
    }
}
