import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import Importers
import Kernel
import NIOCore
import Runtime
import Studio
import Workspace

extension Call {
    func describeUploads() async throws -> Response {
        var headers: HTTPFields = [:]
        headers[.tusVersion] = UploadRule.version
        headers[.tusResumable] = UploadRule.version
        headers[.tusExtension] = "creation,termination,checksum,expiration"
        headers[.tusMaxSize] = String(uploadBytesMax)
        headers[.tusChecksumAlgorithm] = UploadRule.checksums.joined(separator: ",")
        return Response(status: .noContent, headers: headers)
    }

    func beginUpload() async throws -> Response {
        try await speakingTus { caller, id in
            guard let length = byteCount(.uploadLength) else {
                throw ProblemDocument(
                    .badRequest, "badUploadLength", "Upload-Length must say how many bytes the file has",
                    field: "Upload-Length")
            }
            guard length <= uploadBytesMax else { throw ProblemDocument.uploadTooLarge(uploadBytesMax) }
            let metadata = try UploadMetadata(request.headers[.uploadMetadata] ?? "")
            try checkMayKeep(for: metadata.child, in: id)
            let hours = Instant(
                microseconds: now.microseconds + Int64(configuration.number(.uploadHours)) * 3_600_000_000)
            let expires = min(hours, caller.visit?.expires ?? hours)
            let upload: UploadID = pool.runtime.mint()
            let facts = UploadFacts(
                sender: caller.user.entity, child: metadata.child, name: metadata.name, token: caller.principal.token)
            let state = try await using(id) { workspace in
                if let child = metadata.child {
                    let isThere = await workspace.view.studio.model.children[child.as(Child.self)] != nil
                    guard isThere else { throw WorkspaceRefusal.studio(.noSuchChild(child.as(Child.self))) }
                }
                return try await countingVisitUpload(upload, of: length) {
                    try await create(upload, of: length, until: expires, facts, in: workspace, id)
                }
            }
            var headers = Self.headers(of: state)
            headers[.location] = "/v1/workspaces/\(id.text)/uploads/\(upload.text)"
            return Response(status: .created, headers: headers)
        }
    }

    func measureUpload() async throws -> Response {
        try await speakingTus { caller, id in
            let state = try await withUpload(of: caller, in: id) { _, state, _ in state }
            var headers = Self.headers(of: state)
            headers[.uploadLength] = String(state.lengthBytes)
            return Response(status: .ok, headers: headers)
        }
    }

    func showUpload() async throws -> Response {
        let caller = try signedIn()
        let id = try workspace()
        let (state, picture) = try await withUpload(of: caller, in: id) { workspace, state, _ in
            // The head of a picture can be anywhere in it.
            let picture = try await onFileThreads {
                try state.digest.flatMap { try PictureHead(workspace.blobs.read($0)) }
            }
            return (state, picture)
        }
        return .json(headers: Self.headers(of: state)) { json in
            json.object { json in
                json.field("id", state.id.text)
                json.field("lengthBytes", state.lengthBytes)
                json.field("offsetBytes", state.offsetBytes)
                json.field("expires", state.expires.text)
                json.field("name", state.facts.name)
                json.field("sha256", state.digest?.text)
                if let picture {
                    json.key("picture")
                    picture.write(to: &json)
                }
            }
        }
    }

    func continueUpload() async throws -> Response {
        try await speakingTus { caller, id in
            let type = request.headers[.contentType]?.split(separator: ";").first.map { trimmed($0.lowercased()) }
            guard type == UploadRule.mediaType else {
                throw ProblemDocument(
                    .unsupportedMediaType, "notAnUpload", "send the bytes as \(UploadRule.mediaType)",
                    field: "Content-Type")
            }
            guard let offset = byteCount(.uploadOffset) else {
                throw ProblemDocument(
                    .badRequest, "badUploadOffset", "Upload-Offset must say where these bytes begin",
                    field: "Upload-Offset")
            }
            let checksum = try request.headers[.uploadChecksum].map { try UploadChecksum($0) }
            let state = try await withUpload(of: caller, in: id) { workspace, state, interruption in
                guard state.offsetBytes == offset else {
                    throw ProblemDocument(
                        .conflict, "offsetMoved",
                        "\(state.offsetBytes) bytes of this upload are here, so the next begin there, not at \(offset); "
                            + "ask with HEAD", field: "Upload-Offset")
                }
                let receiver = UploadReceiver(
                    state, store: workspace.uploads, checksum: checksum, files: uploadService.files, for: requester,
                    until: interruption)
                let received = try await interruption.run { [request] in
                    var receiver = receiver
                    return try await receiver.receive(request)
                }
                // The bytes that arrived are not a file yet: they become one only if the sender may keep one now.
                let mine = try await renewed().checkedState(received, in: id)
                return try await finishWhereComplete(mine, in: workspace)
            }
            return Response(status: .noContent, headers: Self.headers(of: state))
        }
    }

    func dropUpload() async throws -> Response {
        try await speakingTus { caller, id in
            try await withUpload(of: caller, in: id) { workspace, state, _ in
                try await onFileThreads { try workspace.uploads.erase(state.id) }
                try await dropVisitUpload(state)
            }
            return Response(status: .noContent)
        }
    }
}

extension Call {
    private func create(
        _ upload: UploadID, of length: Int, until expires: Instant, _ facts: UploadFacts, in workspace: WorkspaceActor,
        _ id: WorkspaceID
    ) async throws -> UploadState {
        let store = workspace.uploads
        // Not among what one upload waits for another for: a workspace may have to be measured.
        let hold = try await onHistoryThreads { try holdRoom(for: length, in: id) }
        defer { withExtendedLifetime(hold) {} }
        return try await onFileThreads {
            let state = try uploadService.begin {
                let entries = try store.entries()
                try checkOpenUploads(among: entries)
                try forgetFinished(among: entries, in: store)
                return try store.create(upload, lengthBytes: length, expires: expires, facts)
            }
            return length == 0 ? try Self.finish(state, in: workspace) : state
        }
    }

    /// Digits alone, as the protocol has it: neither a sign nor anything else.
    private func byteCount(_ header: HTTPField.Name) -> Int? {
        guard let text = request.headers[header], text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    private var configuration: ServiceConfiguration { service.configuration }
    private var uploadService: UploadService { service.uploads }
    private var uploadBytesMax: Int {
        let max = configuration.number(.uploadBytes)
        return caller?.visit == nil ? max : min(max, GuestSandbox.uploadBytesMax)
    }

    /// Checks the version; `RequestMiddleware` adds ours to the answer to a client that named one.
    private func speakingTus(_ body: (Caller, WorkspaceID) async throws -> Response) async throws -> Response {
        guard request.headers[.tusResumable] == UploadRule.version else {
            var problem = ProblemDocument(
                .preconditionFailed, "wrongTusVersion",
                "send Tus-Resumable: \(UploadRule.version); no other version is spoken here", field: "Tus-Resumable")
            problem.headers = [.tusVersion: UploadRule.version, .tusResumable: UploadRule.version]
            throw problem
        }
        return try await body(try signedIn(), try workspace())
    }

    /// Lets `body` have an upload of the caller's, alone. One whose last byte is here and that was not kept yet, because
    /// the machine stopped in between, is kept now.
    private func withUpload<Result: Sendable>(
        of caller: Caller, in id: WorkspaceID,
        _ body: (WorkspaceActor, UploadState, UploadService.Interruption) async throws -> Result
    ) async throws -> Result {
        let upload: UploadID = try identifier("upload")
        // Only its sender may interrupt what is under way.
        try await checkIsSenders(upload, in: id)
        let permit = await uploadService.takeOver(upload)
        defer { withExtendedLifetime(permit) {} }
        return try await using(id) { workspace in
            let found = try await onFileThreads { try workspace.uploads.state(of: upload) }
            let state = try checkedState(found, in: id)
            return try await body(workspace, try await finishWhereComplete(state, in: workspace), permit.interruption)
        }
    }

    private func checkIsSenders(_ upload: UploadID, in id: WorkspaceID) async throws {
        try await using(id) { workspace in
            _ = try checkedState(
                try await onFileThreads { try workspace.uploads.state(of: upload) }, in: id)
        }
    }

    private func checkedState(_ found: UploadState?, in id: WorkspaceID) throws -> UploadState {
        guard let found, found.expires > now, found.facts.sender == (try signedIn()).user.text else {
            throw ProblemDocument(
                .notFound, "noSuchUpload", "there is no such upload; it is over, or was begun by somebody else")
        }
        try checkMayKeep(for: found.facts.child.flatMap { EntityID(text: $0) }, in: id)
        return found
    }

    private func finishWhereComplete(_ state: UploadState, in workspace: WorkspaceActor) async throws -> UploadState {
        guard state.isComplete, state.digest == nil else { return state }
        return try await onFileThreads { try Self.finish(state, in: workspace) }
    }

    /// The file is in the store, durably, before the upload is let go of.
    private static func finish(_ state: UploadState, in workspace: WorkspaceActor) throws -> UploadState {
        let child = state.facts.child.flatMap { ChildID(text: $0) }
        let bytes = try workspace.uploads.content(of: state)
        let digest = try workspace.blobs.keep(bytes, for: child.map { .child($0) } ?? .workspace)
        return try workspace.uploads.finish(state, as: digest)
    }

    /// A file belongs to a child or to the workspace, and its sender must be able to write there.
    private func checkMayKeep(for child: EntityID?, in id: WorkspaceID) throws {
        let caller = try signedIn()
        let places: [Resource] =
            child.map { [.studio(id, child: $0)] } ?? [.notes(id), .boards(id), .captures(id), .studio(id, child: nil)]
        try decide(anyOf: places, may: .write, by: caller)
    }

    /// - Throws: a problem where too many are on their way.
    private func checkOpenUploads(among entries: [UploadStore.Entry]) throws(ProblemDocument) {
        let open = entries.count { $0.isOpen(at: now) }
        guard open < configuration.number(.uploadsOpen) else {
            throw ProblemDocument(
                .tooManyRequests, "tooManyUploads",
                "\(open) uploads of this workspace are not finished; finish or drop some", retryAfter: 60)
        }
    }

    /// Lets the oldest go of those that are there only to say what became of them.
    private func forgetFinished(among entries: [UploadStore.Entry], in store: UploadStore) throws {
        // Identifiers ascend with time, and so do the entries.
        let finished = entries.filter(\.isFinished)
        for entry in finished.dropLast(configuration.number(.uploadsFinished)) { try store.erase(entry.id) }
    }

    private static func headers(of state: UploadState) -> HTTPFields {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        headers[.uploadOffset] = String(state.offsetBytes)
        headers[.uploadExpires] = httpDate(state.expires)
        headers[.daybookDigest] = state.digest?.text
        return headers
    }
}

extension ProblemDocument {
    static func uploadTooLarge(_ max: Int) -> ProblemDocument {
        ProblemDocument(
            .contentTooLarge, "uploadTooLarge", "a file may have at most \(sizeWords(max)) here", field: "Upload-Length")
    }

    static let busy = ProblemDocument(
        .tooManyRequests, "tooManyFiles", "too many files are being read and written at the moment; wait a little",
        retryAfter: 2)
}

extension HTTPField.Name {
    static let tusResumable = known("Tus-Resumable")
    static let tusVersion = known("Tus-Version")
    static let tusExtension = known("Tus-Extension")
    static let tusMaxSize = known("Tus-Max-Size")
    static let tusChecksumAlgorithm = known("Tus-Checksum-Algorithm")
    static let uploadLength = known("Upload-Length")
    static let uploadOffset = known("Upload-Offset")
    static let uploadMetadata = known("Upload-Metadata")
    static let uploadChecksum = known("Upload-Checksum")
    static let uploadExpires = known("Upload-Expires")
    /// SHA-256 of a file that was kept, as 64 hexadecimal digits.
    static let daybookDigest = known("Daybook-Digest")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is not a name of a header") }
        return field
    }
}

/// A time as HTTP writes it: `Sun, 22 Nov 2026 08:00:00 GMT`.
func httpDate(_ instant: Instant) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: Date(timeIntervalSince1970: Double(instant.microseconds / 1_000_000)))
}
