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

/// What a view is made of: everything as it was at the moment that is asked about, and what the request says.
struct Viewing: Sendable {
    var view: WorkspaceView
    var call: Call
    /// The day it is looked at, for ages: that of the moment that is asked about, else of now.
    var today: CalendarDay
    /// Set by a view that goes on on another page.
    var next: String?

    func name(_ actor: ActorID) -> String { view.name(of: actor) }

    /// Whether the caller may read an area as a whole, for readings of one thing that name others beside it.
    func mayRead(_ area: Demand.Area) throws -> Bool {
        let (gate, caller) = (Gate(of: try call.workspace(), given: call.accounts), try call.signedIn())
        do throws(Denial) { try gate.check(caller.principal, [Demand(.read, area)], at: call.now) } catch { return false }
        return true
    }
}

extension Route {
    /// A view of a workspace, now or at any moment of its past.
    ///
    /// - Parameters:
    ///   - path: after `/v1/workspaces/{workspace}`.
    ///   - make: nil where there is no such thing to be seen.
    static func view(
        _ path: String, _ name: String, _ summary: String, _ areas: [Demand.Area], of whose: Rule.Whose = .family,
        query: [FieldShape] = [], _ make: @escaping @Sendable (inout Viewing) throws -> (any Readable)?
    ) -> Route {
        Route(
            .get, "/v1/workspaces/{workspace}" + path, name, summary, .reads(areas, of: whose), query: query + [.at]
        ) { call in
            try await call.show(make)
        }
    }
}

extension FieldShape {
    static let at = FieldShape("at", .moment, "As it was then: after a sequence number, at a time, or at the end of a day.").optional
}

extension Call {
    /// Answers with a view: JSON, or plain text for whoever asks for that first; 304 when they have it already.
    fileprivate func show(
        _ make: @escaping @Sendable (inout Viewing) throws -> (any Readable)?
    ) async throws -> Response {
        let id = try workspace()
        return try await using(id) { workspace in
            // Nothing is shown, or tagged, that is not on disk yet: its number might be given to something else.
            let (view, sequence, _) = try await workspace.durableView()
            let head = head(asOf: sequence)
            if isKnown(head) { return notModified(head) }
            var viewing = Viewing(view: view, call: self, today: utcDay(now))
            if let moment = moment("at") {
                let (then, instant) = try await onHistoryThreads {
                    (try workspace.view(at: moment), try workspace.instant(of: moment))
                }
                viewing.view = then
                if let instant { viewing.today = utcDay(instant) }
            }
            return try await rendering(id) { [viewing] in
                var viewing = viewing
                guard let reading = try make(&viewing) else {
                    throw ProblemDocument(
                        .notFound, "noSuchThing",
                        "there is nothing of that name to be seen at that moment; look in the trash")
                }
                return answer(head, reading, next: viewing.next)
            }
        }
    }

    /// What is said of a view before it is made.
    struct ViewHead: Sendable {
        /// In quotation marks, as a header has it.
        var tag: String
        var headers: HTTPFields
        let isText: Bool
    }

    /// - Parameters:
    ///   - sequence: the view has everything up to it.
    ///   - reach: what its content depends on besides, such as what the caller may read of it.
    ///   - isText: whether it is to be plain text; what the request accepts, unless said.
    func head(asOf sequence: UInt64, reach: String = "", isText: Bool? = nil) -> ViewHead {
        let today = utcDay(now)
        let isText = isText ?? wantsText
        // Of this address and no other: whoever has it was shown something there.
        // A distance such as -2h means another moment each time.
        let moments = ["at", "from", "to"].compactMap { moment($0).map { "\($0)" } }.joined(separator: " ")
        let asked = Digest(of: Array("\(request.uri.path)?\(request.uri.query ?? "") \(moments)".utf8)).text.prefix(16)
        let tag = "\"\(sequence)-\(today.daysSinceEpoch)-\(service.run)-\(asked)\(reach)\(isText ? "-text" : "")\""
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "private, no-cache", .vary: "Accept, Authorization, Cookie",
        ]
        if let name = Self.sequenceHeader { headers[name] = String(sequence) }
        return ViewHead(tag: tag, headers: headers, isText: isText)
    }

    /// Whether the client has it already.
    func isKnown(_ head: ViewHead) -> Bool { known.contains { $0 == head.tag || $0 == "W/" + head.tag } }

    /// Whether the client wants nothing of what is there, whatever it is (`*`). That says nothing of what is not there: it is
    /// asked once something is.
    var isAnyKnown: Bool { known.contains("*") }

    private var known: [Substring] {
        request.headers[values: .ifNoneMatch].flatMap { list in
            list.split(separator: ",").map { item in item.drop { $0 == " " } }
        }
    }

    func notModified(_ head: ViewHead) -> Response { Response(status: .notModified, headers: head.headers) }

    /// - Parameter next: the cursor of the page after this one; nil for the last.
    func answer(_ head: ViewHead, _ reading: any Readable, next: String? = nil) -> Response {
        guard head.isText else { return answer(head, next: next) { reading.write(to: &$0) } }
        if isAnyKnown { return notModified(head) }
        var headers = headers(of: head, next)
        headers[.contentType] = "text/plain; charset=utf-8"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: reading.text)))
    }

    /// The same for what can be had as JSON only.
    func answer(_ head: ViewHead, next: String?, _ write: (inout JSONWriter) -> Void) -> Response {
        isAnyKnown ? notModified(head) : .json(.ok, headers: headers(of: head, next), write)
    }

    private func headers(of head: ViewHead, _ next: String?) -> HTTPFields {
        var headers = head.headers
        if let next, let name = Self.linkHeader { headers[name] = link(to: next) }
        return headers
    }

    /// The sequence number that a view is of: the base of whatever is changed in it.
    static let sequenceHeader = HTTPField.Name("Daybook-Sequence")

    static let linkHeader = HTTPField.Name("Link")

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

extension Viewing {
    /// One thing that the path names.
    func identifier<Kind>(_ name: String, _: Identifier<Kind>.Type = Identifier<Kind>.self) throws -> Identifier<Kind> {
        try call.identifier(name)
    }
}

extension WorkspaceView {
    /// Whose an artwork is; nil for one that is not there.
    func childOfArtwork(_ id: ArtworkID) -> EntityID? { studio.family.artworks[id]?.child.entity }

    /// Whose a story's artworks are; nil where they are several children's, or there is none.
    func childOfStory(_ id: StoryID) -> EntityID? {
        let artworks = studio.family.stories[id]?.versions.flatMap { $0.request.artworks } ?? []
        let children = Set(artworks.map { studio.family.artworks[$0]?.child.entity })
        return children.count == 1 ? children.first.flatMap { $0 } : nil
    }
}
