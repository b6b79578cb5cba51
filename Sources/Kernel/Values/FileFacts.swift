/// A file that hangs on a thing of any domain; its bytes are kept once, by their digest.
public enum AttachedFile {}

public typealias AttachmentID = Identifier<AttachedFile>

/// The metadata of a file, without its bytes.
public struct FileFacts: Sendable, Equatable {
    /// Without a path.
    public var name: Name
    /// Such as `image/png`.
    public var mediaType: String
    public var sizeBytes: Int
    /// SHA-256 of the bytes, 32 bytes long: where the blob store keeps them.
    public var digest: [UInt8]

    public init(name: Name, mediaType: String, sizeBytes: Int, digest: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.sizeBytes = sizeBytes
        self.digest = digest
    }

    public var isDigestWhole: Bool { digest.count == Self.digestBytes }

    /// Bytes of a SHA-256 digest.
    public static let digestBytes = 32
}

extension FileFacts: FieldMessage {
    public static var schemaName: StaticString { "FileFacts" }
    public static var blank: FileFacts { FileFacts(name: .blank, mediaType: "", sizeBytes: 0, digest: []) }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.name(1, "name", &name, rule: .ofFile)
        coder.field(2, "media_type", &mediaType)
        coder.field(3, "size_bytes", &sizeBytes)
        coder.blob(4, "digest", &digest)
    }
}
