import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import Importers
import Kernel
import Runtime
import Workspace

extension Call {
    func readFile() async throws -> Response {
        try await seeingFile { workspace, digest, file in
            if query.flag("stripped") { return try await stripped(digest, in: workspace) }
            // The content of a digest never changes, so a client that has it need not be sent it again.
            if isUnchanged(digest.text) { return fileNotChanged(digest.text) }
            let sent = try await onFileThreads {
                let pieces = try workspace.blobs.pieces(of: digest)
                let mediaType = try pieces.mediaType { try workspace.blobs.read(digest) }
                return SentFile(content: .pieces(pieces), tag: digest.text, mediaType: mediaType, name: file.name.text)
            }
            return try send(sent)
        }
    }

    func showFile() async throws -> Response {
        try await seeingFile { workspace, digest, file in
            let (count, picture) = try await onFileThreads {
                let bytes = try workspace.blobs.read(digest)
                return (bytes.count, PictureHead(bytes))
            }
            return .json { json in
                json.object { json in
                    json.field("sha256", digest.text)
                    json.field("name", file.name.text)
                    json.field("sizeBytes", count)
                    if let picture {
                        json.key("picture")
                        picture.write(to: &json)
                    }
                }
            }
        }
    }

    func showThumbnail() async throws -> Response {
        try await seeingFile { workspace, digest, _ in
            let size = query.text("size").flatMap { Int($0) } ?? PictureVariant.sizeUsual
            return try await send(.thumbnail(size), of: digest, in: workspace.blobs, named: "thumbnail.webp")
        }
    }

    private func stripped(_ digest: Digest, in workspace: WorkspaceActor) async throws -> Response {
        let isPNG = try await isPNG(digest, in: workspace)
        return try await send(
            .stripped(isPNG: isPNG), of: digest, in: workspace.blobs, named: isPNG ? "picture.png" : "picture.jpg")
    }

    /// Returns whether a file is a PNG, which stays one when it is stripped.
    func isPNG(_ digest: Digest, in workspace: WorkspaceActor) async throws -> Bool {
        try await onFileThreads {
            PictureHead(try workspace.blobs.read(digest))?.mediaType == "image/png"
        }
    }

    /// Sends what is made of a picture, under a tag of its own.
    func send(
        _ variant: PictureVariant, of digest: Digest, in blobs: BlobStore, named name: String
    ) async throws -> Response {
        let tag = digest.text + "-" + variant.name
        if isUnchanged(tag) { return fileNotChanged(tag) }
        let (id, ledger) = (try workspace(), pool.storage)
        let bytes = try await service.pictures.picture(variant, of: digest, in: blobs, for: requester) {
            ledger.add($0, in: id)
        }
        return try send(SentFile(content: .bytes(bytes), tag: tag, mediaType: variant.mediaType, name: name))
    }

    /// Lets `body` have a file that the caller may see because of something that it hangs on. One that is not here, and
    /// one that hangs only on what they may not see, are not told apart.
    private func seeingFile(
        _ body: (WorkspaceActor, Digest, FileFacts) async throws -> Response
    ) async throws -> Response {
        guard let digest = parameters.get("digest").flatMap({ Digest(hex: $0) }) else {
            throw ProblemDocument(
                .badRequest, "badParameter", "the digest in the address must be a SHA-256 as 64 hexadecimal digits",
                field: "digest")
        }
        let id = try workspace()
        let caller = try signedIn()
        let authorizer = WorkspaceAuthorizer(of: id, given: accounts)
        return try await using(id) { workspace in
            let view = await workspace.view
            let place = try await rendering(id) {
                view.places(ofFile: digest).first { place in
                    do {
                        try authorizer.check(
                            caller.principal, [RequiredPermission(.read, place.area, child: place.child)], at: now)
                        return true
                    } catch {
                        return false
                    }
                }
            }
            guard let place else {
                throw ProblemDocument(.notFound, "noSuchFile", "nothing that you may see here has a file of this digest")
            }
            return try await body(workspace, digest, place.file)
        }
    }
}

/// A file on its way to a client.
struct SentFile: Sendable {
    var content: Content
    /// The value of the ETag; other bytes never have it.
    var tag: String
    /// Of a picture that a browser may show; nil for what it may only save.
    var mediaType: String?
    var name: String

    enum Content: Sendable {
        case bytes([UInt8])
        /// Read from the disk while it is sent.
        case pieces(BlobPieces)

        var byteCount: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .pieces(let pieces): pieces.byteCount
            }
        }

        /// The bytes of a range that lie in the piece where it begins.
        func beginning(of range: Range<Int>) throws -> [UInt8] {
            switch self {
            case .bytes(let bytes): return Array(bytes[range.prefix(BlobPieces.pieceBytes)])
            case .pieces(let pieces):
                let index = range.lowerBound / BlobPieces.pieceBytes
                let start = index * BlobPieces.pieceBytes
                let piece = try pieces.piece(index)
                return Array(piece[(range.lowerBound - start)..<min(piece.count, range.upperBound - start)])
            }
        }
    }

    /// Pictures that every browser shows, and that hold no program.
    static let shown: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]

    /// The most bytes that are sent without a permit.
    static let smallBytesMax = 262_144

    private var isShown: Bool { mediaType.map(Self.shown.contains) ?? false }

    var headers: HTTPFields {
        var headers: HTTPFields = [
            .eTag: "\"\(tag)\"", .cacheControl: "private, max-age=31536000, immutable",
            .vary: "Authorization, Cookie", .acceptRanges: "bytes",
            .contentType: isShown ? mediaType ?? "" : "application/octet-stream",
            .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        headers[.contentDisposition] =
            (isShown ? "inline" : "attachment") + "; filename*=UTF-8''" + Self.encoded(name)
        return headers
    }

    /// As RFC 8187 has it: everything but letters, digits and a few signs as percent and two digits.
    static func encoded(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            let letter = Character(UnicodeScalar(byte))
            if letter.isASCII, letter.isLetter || letter.isNumber || "-._~".contains(letter) {
                text.append(letter)
            } else {
                text += "%" + hexText([byte]).uppercased()
            }
        }
        return text
    }
}

extension Call {
    /// The whole of a file, or the one range of it that the request asks for (RFC 9110, section 14).
    ///
    /// Several ranges at once get the whole, as the RFC allows.
    /// - Parameter holder: the party on whose permits it counts; the caller where it is left out.
    func send(_ file: SentFile, for holder: Requester? = nil) throws -> Response {
        if isAnyKnown { return fileNotChanged(file.tag) }
        var headers = file.headers
        let count = file.content.byteCount
        var range = 0..<count
        var status = HTTPResponse.Status.ok
        let isOfThis = request.headers[.ifRange].map { $0 == "\"\(file.tag)\"" } ?? true
        if request.method == .get, isOfThis, let asked = request.headers[.range].flatMap({ ByteRange($0) }) {
            guard let found = asked.bytes(of: count) else {
                var problem = ProblemDocument(
                    .rangeNotSatisfiable, "rangeNotThere", "the file has \(count) bytes and none of this range",
                    field: "Range")
                problem.headers[.contentRange] = "bytes */\(count)"
                throw problem
            }
            range = found
            status = .partialContent
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        }
        // What is small is sent like any other answer: a page asks for many thumbnails at once.
        let isSmall = range.count <= SentFile.smallBytesMax
        let permit = isSmall ? nil : service.downloads.enter(for: holder ?? requester)
        guard isSmall || permit != nil else { throw ProblemDocument.busy }
        let body = ResponseBody(contentLength: range.count) { [self, content = file.content, range] writer in
            var rest = range
            while !rest.isEmpty {
                let bytes = try await beginning(of: rest, in: content)
                try await writer.write(ByteBuffer(bytes: bytes))
                rest = (rest.lowerBound + bytes.count)..<rest.upperBound
            }
            try await writer.finish(nil)
            withExtendedLifetime(permit) {}
        }
        return Response(status: status, headers: headers, body: body)
    }

    private func beginning(of range: Range<Int>, in content: SentFile.Content) async throws -> [UInt8] {
        // What is in memory already needs no thread.
        if case .bytes = content { return try content.beginning(of: range) }
        return try await onFileThreads { try content.beginning(of: range) }
    }

    func isUnchanged(_ tag: String) -> Bool { isKnown(ViewHead(tag: "\"\(tag)\"", headers: [:], isText: false)) }

    func fileNotChanged(_ tag: String) -> Response {
        Response(
            status: .notModified,
            headers: SentFile(content: .bytes([]), tag: tag, mediaType: nil, name: "").headers.keeping([
                .eTag, .cacheControl, .vary,
            ]))
    }
}

extension BlobPieces {
    /// Returns the media type of a picture; nil for anything else.
    ///
    /// - Parameter whole: reads all of it, which only a picture needs whose facts do not stand at its beginning.
    fileprivate func mediaType(_ whole: () throws -> [UInt8]) throws -> String? {
        if let picture = PictureHead(head) { return picture.mediaType }
        let isPicture = head.starts(with: [0xFF, 0xD8]) || head.dropFirst(4).starts(with: Array("ftyp".utf8))
        guard byteCount > head.count, isPicture else { return nil }
        return PictureHead(try whole())?.mediaType
    }
}

extension HTTPFields {
    fileprivate func keeping(_ names: [HTTPField.Name]) -> HTTPFields {
        var kept: HTTPFields = [:]
        for name in names { kept[name] = self[name] }
        return kept
    }
}

/// One range of bytes, as `Range` says it.
struct ByteRange: Equatable {
    /// Nil: counted from the end.
    private let first: Int?
    /// The last of them, or how many from the end; nil: to the end.
    private let last: Int?

    /// Nil for several ranges, other units and invalid ranges; all of these are ignored, as the RFC says.
    init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { trimmed(String($0)) }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            ends.allSatisfy({ $0.isEmpty || Int($0) != nil })
        else { return nil }
        (first, last) = (Int(ends[0]), Int(ends[1]))
        if first == nil, last == nil { return nil }
        if let first, let last, last < first { return nil }
    }

    /// Nil where none of it is there.
    func bytes(of count: Int) -> Range<Int>? {
        guard let first else {
            guard let last, last > 0, count > 0 else { return nil }
            return max(0, count - last)..<count
        }
        guard first < count else { return nil }
        return first..<(min(last ?? count - 1, count - 1) + 1)
    }
}
