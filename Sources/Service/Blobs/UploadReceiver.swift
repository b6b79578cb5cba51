import Cryptography
import Foundation
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime

/// Takes the bytes of one request into an upload. What has arrived when the connection breaks is kept, unless a checksum
/// was to prove all of it.
struct UploadReceiver: Sendable {
    private let start: UploadState
    private var state: UploadState
    private let store: UploadStore
    private var checksum: UploadChecksum?
    private let files: BlockingPool
    private let requester: Requester
    private let interruption: UploadService.Interruption
    private var pending: [UInt8] = []

    /// Bytes that are written at once.
    private static let pieceBytes = 1 << 20

    init(
        _ state: UploadState, store: UploadStore, checksum: UploadChecksum?, files: BlockingPool,
        for requester: Requester, until interruption: UploadService.Interruption
    ) {
        (start, self.state, self.store, self.checksum, self.files) = (state, state, store, checksum, files)
        self.requester = requester
        self.interruption = interruption
    }

    /// - Returns: how far the upload has come; that is on disk.
    /// - Throws: a problem for more than the upload's length, and for bytes that are not those of the checksum; then the
    ///   upload is as it was.
    mutating func receive(_ request: Request) async throws -> UploadState {
        let room = start.lengthBytes - start.offsetBytes
        if let said = request.headers[.contentLength].flatMap({ Int($0) }), said > room { throw Self.tooMuch(room) }
        var count = 0
        do {
            for try await buffer in request.body {
                count += buffer.readableBytes
                if count > room { break }
                checksum?.update(buffer)
                pending += buffer.readableBytesView
                if pending.count >= Self.pieceBytes { try await write() }
            }
        } catch {
            // The connection broke. A client that is gone must not keep its own bytes from being kept.
            if checksum == nil { try await write() } else { try await cut() }
            if interruption.isOver { throw Self.takenOver }
            throw error
        }
        if interruption.isOver {
            if checksum == nil { try await write() } else { try await cut() }
            throw Self.takenOver
        }
        if count > room {
            try await cut()
            throw Self.tooMuch(room)
        }
        if let checksum, !checksum.isRight {
            try await cut()
            throw ProblemDocument(
                HTTPResponse.Status(code: 460, reasonPhrase: "Checksum Mismatch"), "checksumMismatch",
                "these bytes are not those of the checksum and were not kept; send them again",
                field: "Upload-Checksum")
        }
        try await write()
        return state
    }

    private mutating func write() async throws {
        guard !pending.isEmpty else { return }
        let (bytes, state, store, files, requester) = (pending, state, store, files, requester)
        pending = []
        // A task of its own: the one of a request whose client is gone may be cancelled already.
        self.state = try await Task {
            try await files.run(for: requester, orSay: .busy) { try store.append(bytes[...], to: state) }
        }.value
    }

    private mutating func cut() async throws {
        pending = []
        guard state != start else { return }
        let (start, store, files, requester) = (start, store, files, requester)
        try await Task {
            try await files.run(for: requester, orSay: .busy) { try store.cut(to: start) }
        }.value
        state = start
    }

    private static let takenOver = ProblemDocument(
        HTTPResponse.Status(code: 423, reasonPhrase: "Locked"), "uploadTakenOver",
        "another request of its sender goes on with this upload; ask with HEAD how far it is")

    private static func tooMuch(_ room: Int) -> ProblemDocument {
        ProblemDocument(
            .contentTooLarge, "uploadTooLong", "only \(room) bytes of this upload are missing; nothing more was taken")
    }
}

/// The expected digest of the bytes of one request: `sha256 ` or `sha1 ` and the digest in base64.
struct UploadChecksum: Sendable {
    private enum Hash: Sendable {
        case sha256(SHA256)
        case sha1(Insecure.SHA1)
    }

    private var hash: Hash
    private let expected: [UInt8]

    /// - Throws: a problem for an algorithm that is not spoken here, and for no base64.
    init(_ text: String) throws(ProblemDocument) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, let data = Data(base64Encoded: String(parts[1])) else { throw Self.bad }
        switch parts[0].lowercased() {
        case "sha256", "sha-256": hash = .sha256(SHA256())
        case "sha1", "sha-1": hash = .sha1(Insecure.SHA1())
        default: throw Self.bad
        }
        expected = Array(data)
    }

    mutating func update(_ buffer: ByteBuffer) {
        switch hash {
        case .sha256(var sha):
            buffer.withUnsafeReadableBytes { sha.update(bufferPointer: $0) }
            hash = .sha256(sha)
        case .sha1(var sha):
            buffer.withUnsafeReadableBytes { sha.update(bufferPointer: $0) }
            hash = .sha1(sha)
        }
    }

    var isRight: Bool {
        switch hash {
        case .sha256(let sha): Array(sha.finalize()) == expected
        case .sha1(let sha): Array(sha.finalize()) == expected
        }
    }

    private static let bad = ProblemDocument(
        .badRequest, "badChecksum",
        "Upload-Checksum must be one of \(UploadRule.checksums.joined(separator: ", ")), a space and the digest in base64",
        field: "Upload-Checksum")
}

/// The metadata that a client gives about a file when it begins to send it.
struct UploadMetadata: Sendable, Equatable {
    var name: String?
    var child: EntityID?

    static let nameBytesMax = 255

    /// - Parameter text: `filename d29ybGQ=,child MDE5…`; names that are not known here are passed over, as tus has it.
    init(_ text: String) throws(ProblemDocument) {
        guard text.utf8.count <= UploadRule.metadataBytesMax else {
            throw Self.bad("it may have at most \(UploadRule.metadataBytesMax) bytes")
        }
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: " ", omittingEmptySubsequences: true)
            guard let key = parts.first, parts.count <= 2 else { throw Self.bad("each has a name and a value in base64") }
            guard let data = Data(base64Encoded: parts.count == 2 ? String(parts[1]) : ""),
                let value = String(data: data, encoding: .utf8)
            else { throw Self.bad("the value of \(key.prefix(32)) is not base64 of a text") }
            switch key {
            case "filename":
                guard value.utf8.count <= Self.nameBytesMax else {
                    throw Self.bad("a filename has at most \(Self.nameBytesMax) bytes")
                }
                name = value
            case "child":
                guard let id = EntityID(text: value) else { throw Self.bad("child must be an identifier") }
                child = id
            default: continue
            }
        }
    }

    private static func bad(_ reason: String) -> ProblemDocument {
        ProblemDocument(
            .badRequest, "badUploadMetadata", "Upload-Metadata cannot be read: \(reason)", field: "Upload-Metadata")
    }
}
