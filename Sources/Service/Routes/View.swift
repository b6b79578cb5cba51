import Accounts
import Capture
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Notes
import Runtime
import Studio
import Workspace

extension Route {
    /// A view of a workspace, now or at any moment of its past.
    static func view(_ view: ViewDeclaration) -> Route {
        Route(
            .get, "/v1/workspaces/{workspace}" + view.path, view.name, view.summary, .reads(view.areas, of: view.child),
            query: view.query + [.at]
        ) { call in
            if view.isEarly { try call.checkFeature(.early) }
            return try await call.show(view)
        }
    }
}

extension FieldShape {
    static let at = FieldShape(
        "at", .moment, "As it was then: after a sequence number, at a time, or at the end of a day."
    ).optional
}

extension Call {
    /// Answers with a view: JSON, or plain text where that is asked for first; 304 when the client has it already.
    fileprivate func show(_ declared: ViewDeclaration) async throws -> Response {
        let id = try workspace()
        var identifiers: [(name: String, id: EntityID)] = []
        for name in declared.parameters { identifiers.append((name, try identifier(name))) }
        let children = try childrenSeen(in: id)
        return try await using(id) { [identifiers] workspace in
            // Nothing is shown, or tagged, that is not on disk yet: its number might be given to something else.
            let (view, sequence, _) = try await workspace.durableView()
            let head = head(of: workspace, asOf: sequence, reach: reachMark(children))
            if isKnown(head) { return notModified(head) }
            let counts = pool.noteCounts
            var request = ViewRequest(
                view, identifiers: identifiers, query: ViewQuery(checked: formPairs((request.uri.query ?? "")[...])),
                today: utcDay(now), pageSize: PageCursor.sizeUsual, children: children,
                noteCounts: { counts.counts(of: $0, $1, in: id) })
            if let moment = moment("at") {
                let (then, instant) = try await onHistoryThreads {
                    (try workspace.view(at: moment), try workspace.instant(of: moment))
                }
                request.view = then
                if let instant { request.today = utcDay(instant) }
            }
            return try await rendering(id) { [request] in
                var request = request
                let output: ViewOutput?
                do throws(ViewFault) { output = try declared.show(&request, as: head.isText ? .text : .json) } catch {
                    throw ProblemDocument(error)
                }
                guard let output else {
                    throw ProblemDocument(
                        .notFound, "noSuchThing", "not found at that time; it may be in the trash")
                }
                return answer(head, output, next: request.next, of: request.total)
            }
        }
    }

    /// The part of a tag that says which children the caller sees something of; empty for all.
    func reachMark(in workspace: WorkspaceID) throws(AuthorizationError) -> String {
        reachMark(try childrenSeen(in: workspace))
    }

    private func reachMark(_ children: [ChildID]?) -> String {
        children.map { "-" + Digest(of: $0.flatMap { Array($0.text.utf8) }).text.prefix(8) } ?? ""
    }

    /// The tag, headers and form of a view, known before it is made.
    struct ViewHead: Sendable {
        /// In quotation marks, as a header has it.
        var tag: String
        var headers: HTTPFields
        let isText: Bool
    }

    /// - Parameters:
    ///   - sequence: the view has everything up to it.
    ///   - address: the path of the view, asked for without a query; by default as the request says.
    ///   - reach: the other facts that its content depends on, such as the things that the caller may read of it.
    ///   - isText: true for plain text; by default as the request accepts.
    func head(
        of workspace: WorkspaceActor, asOf sequence: UInt64, at address: String? = nil, reach: String = "", isText: Bool? = nil
    ) -> ViewHead {
        let today = utcDay(now)
        let isText = isText ?? wantsText
        // Of this address and no other: a client that has it was shown something there.
        // A distance such as -2h means another moment each time.
        let moments = ["at", "from", "to"].compactMap { moment($0).map { "\($0)" } }.joined(separator: " ")
        let address = address.map { $0 + "? " } ?? "\(request.uri.path)?\(request.uri.query ?? "") \(moments)"
        let asked = Digest(of: Array(address.utf8)).text.prefix(16)
        let history = SeenState.mark(of: workspace)
        let tag = "\"\(sequence)-\(history)-\(today.daysSinceEpoch)-\(service.run)-\(asked)\(reach)\(isText ? "-text" : "")\""
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "private, no-cache", .vary: "Accept, Authorization, Cookie",
        ]
        if let name = Self.sequenceHeader { headers[name] = String(sequence) }
        return ViewHead(tag: tag, headers: headers, isText: isText)
    }

    /// Returns whether the client has it already.
    func isKnown(_ head: ViewHead) -> Bool {
        let compressed = Response.tagOfCompressed(head.tag)
        return known.contains { tag in
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
            return strong == head.tag || strong == compressed
        }
    }

    /// True if the client wants nothing of what is there, whatever it is (`*`). That says nothing of what is not there: it is
    /// asked once something is.
    var isAnyKnown: Bool { known.contains("*") }

    private var known: [Substring] {
        request.headers[values: .ifNoneMatch].flatMap { list in
            list.split(separator: ",").map { item in item.drop { $0 == " " } }
        }
    }

    func notModified(_ head: ViewHead) -> Response { Response(status: .notModified, headers: head.headers) }

    /// - Parameter next: the cursor of the page after this one; nil for the last.
    ///   - total: the number of items on all pages, where it is known.
    func answer(_ head: ViewHead, _ reading: any CanonicalView, next: String? = nil, of total: Int? = nil) -> Response {
        head.isText
            ? answer(head, text: reading.text, next: next, of: total)
            : answer(head, next: next, of: total) { reading.write(to: &$0) }
    }

    /// The same for a view that is written out already.
    private func answer(_ head: ViewHead, _ output: ViewOutput, next: String?, of total: Int?) -> Response {
        head.isText
            ? answer(head, text: output.text, next: next, of: total)
            : answer(head, next: next, of: total) { $0.raw(output.json) }
    }

    private func answer(_ head: ViewHead, text: String, next: String?, of total: Int?) -> Response {
        if isAnyKnown { return notModified(head) }
        var headers = headers(of: head, next, total)
        headers[.contentType] = "text/plain; charset=utf-8"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The same for what can be had as JSON only.
    func answer(_ head: ViewHead, next: String?, of total: Int? = nil, _ write: (inout JSONWriter) -> Void) -> Response {
        isAnyKnown ? notModified(head) : .json(.ok, headers: headers(of: head, next, total), write)
    }

    private func headers(of head: ViewHead, _ next: String?, _ total: Int?) -> HTTPFields {
        var headers = head.headers
        if let next, let name = Self.linkHeader { headers[name] = link(to: next) }
        if let total, let name = Self.totalHeader { headers[name] = String(total) }
        return headers
    }

    /// The header with the sequence number of a view: the base of any change made in it.
    static let sequenceHeader = HTTPField.Name("Daybook-Sequence")

    static let linkHeader = HTTPField.Name("Link")

    /// The header with the number of items on all pages of a list.
    static let totalHeader = HTTPField.Name("Daybook-Total")

    private var wantsText: Bool {
        let first = request.headers[.accept]?.split(separator: ",").first ?? ""
        return first.split(separator: ";").first.map { $0.lowercased() == "text/plain" } ?? false
    }

    /// The same address, from the next cursor on (RFC 8288).
    func link(to cursor: String) -> String {
        let kept = (request.uri.query ?? "").split(separator: "&").filter { formPairs($0).first?.name != "after" }
        return "<\(request.uri.path)?" + (kept + ["after=\(cursor)"]).joined(separator: "&") + ">; rel=\"next\""
    }
}

extension Call {
    /// The page of a list that the query asks for, and the cursor of the next one.
    func page<Item>(
        of items: [Item], by key: (Item) -> PageCursor
    ) throws(ProblemDocument) -> (items: [Item], next: String?) {
        do throws(ViewFault) {
            return try PageCursor.page(
                of: items, after: query.text("after"), size: query.number("limit") ?? PageCursor.sizeUsual, by: key)
        } catch {
            throw ProblemDocument(error)
        }
    }

    /// A list by sequence number: after which one, and how many.
    func sequencePage() throws -> (after: UInt64, size: Int) {
        var after: UInt64 = 0
        if let text = query.text("after") {
            guard let sequence = UInt64(text) else { throw ProblemDocument(PageCursor.fault) }
            after = sequence
        }
        return (after, query.number("limit") ?? PageCursor.sizeUsual)
    }
}

extension ProblemDocument {
    /// For a parameter that a view cannot be made with.
    init(_ fault: ViewFault) { self.init(.badRequest, "badParameter", fault.message, field: fault.field) }
}

extension WorkspaceView {
    /// Returns the child that an artwork belongs to; nil for one that does not exist.
    func childOfArtwork(_ id: ArtworkID) -> EntityID? { studio.model.artworks[id]?.child.entity }

    /// Returns the child that a story's artworks belong to; nil where they are several children's, or there is none.
    func childOfStory(_ id: StoryID) -> EntityID? {
        let children = studio.children(ofStory: id)
        return children.count == 1 ? children.first.flatMap { $0?.entity } : nil
    }
}
