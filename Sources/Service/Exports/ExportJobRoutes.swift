import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Notes
import Publishing
import Runtime
import Studio
import Workspace

extension RouteTable {
    private static let path = "/v1/workspaces/{workspace}/exports"

    /// Files to be taken away: made behind the request, asked after, fetched. Requirements J-402, J-454, J-463.
    static let publications: [Route] = [
        Route(
            .post, path, "beginExport",
            "Begins to make a file: a story as PDF, EPUB or read aloud, a child's progress as PDF, a note with its ink as PDF, the "
                + "timeline as a page or a film. Ask for its progress at the address that comes back.",
            .files,
            body: [
                FieldShape("kind", .word(ExportKind.allCases.map(\.rawValue)), "The kind of thing."),
                FieldShape(
                    "thing", .identifier, "The story, the note, or the child; of a timeline the child, and all by default."
                )
                .optional,
                FieldShape(
                    "format", .word(ExportFormat.allCases.map(\.rawValue)),
                    "PDF by default, and HTML for a timeline; `mp4` where ffmpeg is installed."
                ).optional,
                FieldShape("language", .text(bytesMax: 35), "Of the texts, such as `de`; English by default.").optional,
                FieldShape("from", .day, "The first day of a timeline.").optional,
                FieldShape("through", .day, "Its last day.").optional,
            ], answer: .json(.accepted), furtherStatuses: [413, 429], isForGuests: false
        ) { try await $0.beginExport() },
        Route(
            .get, path + "/{export}", "showExport", "How far a file is: waiting, running, ready, failed or cancelled.", .files,
            isForGuests: false
        ) { try await $0.showExport() },
        Route(
            .get, path + "/{export}/file", "readExport", "A file that is ready. It is kept for a day.", .files,
            headers: [
                FieldShape("Range", .text(bytesMax: 256), "One range of bytes; several get the whole.").optional,
                FieldShape("If-Range", .text(bytesMax: 128), "The ETag that the range is of.").optional,
            ], answer: .bytes("application/octet-stream"), furtherStatuses: [206, 304, 416], isForGuests: false
        ) { try await $0.readExport() },
        Route(
            .delete, path + "/{export}", "cancelExport", "Ends the making of a file, or removes one that is ready.", .files,
            answer: .nothing, isForGuests: false
        ) { try await $0.cancelExport() },
    ]
}

extension Call {
    fileprivate func beginExport() async throws -> Response {
        let (workspace, caller) = (try workspace(), try signedIn())
        let order = try order()
        let view = try await using(workspace) { await $0.view }
        let area = area(of: order.subject, in: view)
        try WorkspaceAuthorizer(of: workspace, given: accounts).check(caller.principal, [area.required], at: now)
        let today = now.day(inZone: accounts.model.existing(caller.user)?.preferences.zone)
        // Its size is known when it is made; whose room is used up gets none.
        let hold = try await onHistoryThreads { try holdRoom(for: 1, in: workspace) }
        defer { withExtendedLifetime(hold) {} }
        let job = try service.exports.begin(order, of: area, in: workspace, for: caller.user, requester, today: today)
        var response = Response.json(.accepted) { job.write(to: &$0) }
        response.headers[.location] = "/v1/workspaces/\(workspace.text)/exports/\(job.id.text)"
        return response
    }

    private func order() throws -> ExportOrder {
        guard let kind = body.text("kind").flatMap({ ExportKind(rawValue: $0) }) else {
            throw ProblemDocument(.unprocessableContent, "missingField", "kind is missing", field: "kind")
        }
        let thing: EntityID? = body.identifier("thing")
        func named() throws(ProblemDocument) -> EntityID {
            guard let thing else {
                throw ProblemDocument(
                    .unprocessableContent, "missingField",
                    "say with thing which \(kind == .progress ? "child" : kind.rawValue)",
                    field: "thing")
            }
            return thing
        }
        let subject: ExportOrder.Subject =
            switch kind {
            case .story: .story(try named().as(Story.self))
            case .progress: .progress(try named().as(Child.self))
            case .note: .note(try named().as(Note.self))
            case .timeline:
                .timeline(
                    ArtworkFilter(
                        children: thing.map { [$0.as(Child.self)] } ?? [], from: body.day("from"), through: body.day("through"))
                )
            }
        do throws(PublishingFailure) {
            return try ExportOrder(
                subject, as: body.text("format").flatMap { ExportFormat(rawValue: $0) },
                in: body.text("language") ?? ExportOrder.languageUsual)
        } catch {
            let field = if case .badLanguage = error { "language" } else { "format" }
            throw ProblemDocument(.unprocessableContent, "badExport", error.message, field: field)
        }
    }

    /// Of a thing that is not there nothing is told before the job looks for it, as one who may read there.
    private func area(of subject: ExportOrder.Subject, in view: WorkspaceView) -> ExportJob.Area {
        switch subject {
        case .note: .init(isNotes: true)
        case .story(let story): .init(isNotes: false, child: view.childOfStory(story)?.text)
        case .progress(let child): .init(isNotes: false, child: child.text)
        case .timeline(let filter): .init(isNotes: false, child: filter.children.first?.text)
        }
    }

    private static let noSuchExport = ProblemDocument(
        .notFound, "noSuchExport", "there is no such export of yours, or not any more; ask for it again")

    /// - Throws: one problem for an export that is over, of others, or of what the caller may not read any more.
    private func check(_ area: ExportJob.Area, of user: String, for caller: Caller) throws {
        guard user == caller.user.text else { throw Self.noSuchExport }
        let authorizer = WorkspaceAuthorizer(of: try workspace(), given: accounts)
        try authorizer.check(caller.principal, [area.required], at: now)
    }

    fileprivate func showExport() async throws -> Response {
        let (workspace, caller, id) = (try workspace(), try signedIn(), try identifier("export", EntityID.self))
        guard let job = service.exports.job(id), job.workspace == workspace else {
            // One that was ready before the service was started anew.
            let (facts, _) = try await keptExport(id, in: workspace, for: caller)
            return .json { json in
                ExportJob.write(
                    id, kind: facts.kind, format: facts.format, .ready(facts),
                    expires: Instant(microseconds: facts.expires), to: &json)
            }
        }
        try check(job.area, of: job.user.text, for: caller)
        return .json { job.write(to: &$0) }
    }

    private func keptExport(
        _ id: EntityID, in workspace: WorkspaceID, for caller: Caller
    ) async throws -> (facts: ExportFacts, bytes: [UInt8]) {
        let kept = try await using(workspace) { try await service.exports.file(id, in: $0, for: requester) }
        guard let kept else { throw Self.noSuchExport }
        try check(kept.facts.area, of: kept.facts.user, for: caller)
        return kept
    }

    fileprivate func readExport() async throws -> Response {
        let (workspace, caller, id) = (try workspace(), try signedIn(), try identifier("export", EntityID.self))
        if let job = service.exports.job(id), job.workspace == workspace {
            try check(job.area, of: job.user.text, for: caller)
            guard case .ready = job.state else {
                throw ProblemDocument(
                    .conflict, "notReady", "this export is \(job.state.word); ask for its progress first", retryAfter: 1)
            }
        }
        let (facts, bytes) = try await keptExport(id, in: workspace, for: caller)
        var response = try send(
            SentFile(content: .bytes(bytes), tag: id.text, mediaType: nil, name: facts.name))
        response.headers[.contentType] = facts.mediaType
        return response
    }

    fileprivate func cancelExport() async throws -> Response {
        let (workspace, caller, id) = (try workspace(), try signedIn(), try identifier("export", EntityID.self))
        if let job = service.exports.job(id), job.workspace == workspace {
            try check(job.area, of: job.user.text, for: caller)
        } else {
            _ = try await keptExport(id, in: workspace, for: caller)
        }
        try await service.exports.cancel(id, in: workspace)
        return .nothing
    }
}
