import Accounts
import Cryptography
import Foundation
import HTTPTypes
import Hummingbird
import JournalEngine
import Kernel
import Runtime
import Workspace

/// A change that somebody asks for in one request, and what is answered once it is on disk.
struct ResourceChange: Sendable {
    var area: RequiredPermission.Area
    /// The child that it is about, in the studio.
    var child: EntityID?
    /// The thing that is made or changed.
    var thing: EntityID
    /// The thing that this request makes, or the same one made before; nil where only what is there is changed.
    var making: Making?
    /// The commands, given what is there; none where it is so already.
    var commands: @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    /// The thing as a view shows it; nil where it is not to be seen any more.
    var reading: @Sendable (WorkspaceView) -> (any CanonicalView & Sendable)?
    /// The address of the thing, below the workspace.
    var path: String
}

extension Call {
    /// The longest `Idempotency-Key`.
    private static let keyBytesMax = 200

    /// The identifier of what a request makes: the one that it gives, one that follows from its `Idempotency-Key`, or a new one.
    ///
    /// The same person, the same workspace and the same key lead to the same thing, for ever: sent again, a request finds it made,
    /// and another one under its identifier is refused (`Making`).
    ///
    /// - Parameter field: the field of the body that may give it.
    func fresh<Kind>(_ field: String, _: Identifier<Kind>.Type = Identifier<Kind>.self) throws -> Identifier<Kind> {
        if let given: Identifier<Kind> = body.identifier(field) { return given }
        guard let key = try idempotencyKey() else { return pool.runtime.mint() }
        let named = "\(try signedIn().user.text) \(try workspace().text) \(request.uri.path) \(key)"
        let bytes = Array(SHA256.hash(data: Array(named.utf8)))
        func word(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        // A UUID of version 8: what it is made of is the program's own.
        let (hi, lo) = (word(0..<8) & ~0xF000 | 0x8000, word(8..<16) & ~(3 << 62) | 1 << 63)
        return Identifier<Kind>(hi: hi, lo: lo)
    }

    private func idempotencyKey() throws(ProblemDocument) -> String? {
        guard let name = HTTPField.Name("Idempotency-Key"), let key = request.headers[name] else { return nil }
        guard (1...Self.keyBytesMax).contains(key.utf8.count) else {
            throw ProblemDocument(
                .badRequest, "badIdempotencyKey", "an Idempotency-Key has 1 to \(Self.keyBytesMax) bytes",
                field: "Idempotency-Key")
        }
        return key
    }

    /// A digest of what the body says; the order in which it says it makes no difference.
    private var saidDigest: Runtime.Digest {
        Runtime.Digest(of: Array("\(request.method) \(request.uri.path) \(body.canonical)".utf8))
    }

    /// The states that a client has seen, by the tags that it names in `If-Match`; nil where it names none.
    ///
    /// A weak tag is none: which bytes it stands for is not sure (RFC 9110, section 13.1.1).
    private func seen() throws(ProblemDocument) -> [SeenState]? {
        let tags: [String] = request.headers[values: .ifMatch].flatMap { list in
            list.split(separator: ",").map { tag in tag.filter { $0 != " " && $0 != "\t" } }
        }
        guard !tags.isEmpty, tags != ["*"] else { return nil }
        let states = tags.compactMap { SeenState(tag: $0) }
        guard !states.isEmpty else {
            throw ProblemDocument(
                .badRequest, "badIfMatch",
                "If-Match must be the ETag of an answer about this workspace, whole and without W/ in front", field: "If-Match")
        }
        return states
    }

    /// Has a change decided and journaled for the caller, and answers with the thing as it is then.
    ///
    /// Nobody numbers these requests, so they are not of the device that asks: one of its numbers would be used up, and its
    /// next command taken for a repeated one.
    ///
    /// - Throws: the policy's denial, the rules' refusal, 412 where the thing changed after the client saw it, and 409 for another
    ///   request under the same key or identifier; nothing is changed then.
    func change(_ change: ResourceChange) async throws -> Response {
        let (id, caller) = (try workspace(), try signedIn())
        let sender = Sender(
            caller.principal, actor: caller.author.actor, name: accounts.model.existing(caller.user)?.name)
        let author = Author(actor: sender.actor, device: pool.device)
        let (seen, key) = (try seen(), try idempotencyKey())
        if let key { try service.requestsMade.check(saidDigest, under: key, of: caller.user, in: id) }
        return try await using(id) { workspace in
            // A person who may not read an area learns nothing of what is in it.
            let authorizer = WorkspaceAuthorizer(of: id, given: accounts)
            try authorizer.check(
                caller.principal,
                [
                    RequiredPermission(.read, change.area, child: change.child),
                    RequiredPermission(.write, change.area, child: change.child),
                ], at: now)
            if let seen { try await checkUnchanged(change.thing, since: seen, in: workspace) }
            if let making = change.making {
                // One whose making was undone comes back: as what it was.
                let (before, _, _) = try await workspace.durableView()
                try await check(making, in: before, of: workspace)
            }
            let outcome = try await workspace.perform(by: caller.principal, through: authorizer, as: author, change.commands)
            let (after, sequence, _) = try await workspace.durableView()
            // Somebody else may have made it in between.
            if let making = change.making, case .nothingToDo = outcome { try await check(making, in: after, of: workspace) }
            // The change is on disk: where the name of its author cannot be written, the next change brings it.
            if case .done = outcome { _ = try? await workspace.introduce(sender, on: author.device) }
            var headers: HTTPFields = [:]
            if let name = Self.sequenceHeader { headers[name] = String(sequence) }
            let location = "/v1/workspaces/\(id.text)\(change.path)"
            headers[.eTag] = head(of: workspace, asOf: sequence, at: location, reach: try reachMark(in: id), isText: false).tag
            headers[.location] = location
            guard let reading = try await rendering(id, { change.reading(after) }) else {
                throw ProblemDocument(.notFound, "noSuchThing", "there is no such thing to be seen; look in the trash")
            }
            let isNew = change.making?.thing == change.thing
            return .json(isNew ? .created : .ok, headers: headers) { reading.write(to: &$0) }
        }
    }

    /// Has something put into the trash for the caller.
    func remove(_ area: RequiredPermission.Area, _ thing: EntityID, _ command: WorkspaceCommand) async throws -> Response {
        let (id, caller) = (try workspace(), try signedIn())
        let author = Author(actor: caller.author.actor, device: pool.device)
        let seen = try seen()
        return try await using(id) { workspace in
            let authorizer = WorkspaceAuthorizer(of: id, given: accounts)
            try authorizer.check(
                caller.principal, [RequiredPermission(.read, area), RequiredPermission(.write, area)], at: now)
            if let seen { try await checkUnchanged(thing, since: seen, in: workspace) }
            _ = try await workspace.perform(by: caller.principal, through: authorizer, as: author) { _ in [command] }
            let (_, sequence, _) = try await workspace.durableView()
            var headers: HTTPFields = [:]
            if let name = Self.sequenceHeader { headers[name] = String(sequence) }
            return Response(status: .noContent, headers: headers)
        }
    }

    /// Checks that what is there under the identifier is what the request asks for: now, or when it was made.
    ///
    /// - Throws: a problem where it is something else.
    private func check(_ making: Making, in view: WorkspaceView, of workspace: WorkspaceActor) async throws {
        guard making.isThere(view), !making.isAsAsked(view) else { return }
        // It may have been changed since: a late request is as good as one in time.
        let wasAsAsked = try await onHistoryThreads {
            var made: UInt64?
            try workspace.journal.forEachRecord(ofEntities: [ID16(making.thing)]) { header, _ in
                made = header.commitFirst + UInt64(header.commitCount) - 1
                return .stop
            }
            return try made.map { making.isAsAsked(try workspace.view(at: .sequence($0))) } ?? false
        }
        guard !wasAsAsked else { return }
        let isOfKey = try !body.has(making.field) && idempotencyKey() != nil
        throw isOfKey
            ? ProblemDocument.idempotencyKeyTaken
            : ProblemDocument(
                .conflict, "identifierTaken",
                "the \(making.field) \(making.thing.text) was made already, and not as this request says; take another identifier, "
                    + "or change it with PATCH", field: making.field)
    }

    /// - Throws: a problem where none of the states is of this history, or a record after them is about the thing.
    private func checkUnchanged(_ thing: EntityID, since seen: [SeenState], in workspace: WorkspaceActor) async throws {
        let history = SeenState.mark(of: workspace)
        let known = seen.filter { $0.history == history && $0.sequence <= workspace.journal.lastSequence }
        guard let sequence = known.map(\.sequence).max() else {
            throw ProblemDocument(
                .preconditionFailed, "changedMeanwhile",
                "If-Match names nothing that this workspace has: it is of another one, or of before a backup was restored; fetch "
                    + "it again", field: "If-Match")
        }
        let last = try await onHistoryThreads {
            var last: UInt64 = 0
            guard sequence < workspace.journal.lastSequence else { return last }
            try workspace.journal.forEachRecordBackwards(ofEntities: [ID16(thing)], through: sequence + 1) { header, _ in
                last = header.sequence
                return .stop
            }
            return last
        }
        guard last > sequence else { return }
        throw ProblemDocument(
            .preconditionFailed, "changedMeanwhile",
            "it was changed by record \(last), which is after what If-Match names; fetch it again", field: "If-Match")
    }
}

/// The state of a workspace that a tag was given out for, as `ViewHead` writes it: `"4711-a1b2c3d4-…"`.
struct SeenState: Equatable {
    var sequence: UInt64
    var history: Substring

    /// - Returns: nil for anything but a strong tag of the service.
    init?(tag: String) {
        guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 2 else { return nil }
        let parts = tag.dropFirst().dropLast().split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > 2, let sequence = UInt64(parts[0]), parts[1].utf8.count == Self.markBytes else { return nil }
        (self.sequence, history) = (sequence, parts[1])
    }

    private static let markBytes = 8

    /// A short name of a workspace's history. After a restore from a backup, the numbers of its records are given anew.
    static func mark(of workspace: WorkspaceActor) -> Substring {
        Runtime.Digest(of: Array("\(workspace.journal.id) \(workspace.epoch)".utf8)).text.prefix(markBytes)
    }
}
