import Cryptography

/// One link of the chain over commits: 32 bytes of SHA-256.
/// - Format: FORMAT.md §6, "The chain".
///
/// Four words and not one vector: a vector asks for an alignment of 32 bytes, the frames of asynchronous functions give
/// 16, and Swift 6.3.1 then writes beyond them ("freed pointer was not the last allocation").
package struct ChainHash: Hashable, Sendable {
    private let words: Words

    private struct Words: Hashable {
        var a: UInt64
        var b: UInt64
        var c: UInt64
        var d: UInt64
    }

    init(_ raw: UnsafeRawBufferPointer) {
        precondition(raw.count == 32)
        words = raw.loadUnaligned(as: Words.self)
    }

    static let zero = ChainHash(words: Words(a: 0, b: 0, c: 0, d: 0))

    private init(words: Words) { self.words = words }

    /// The link before the first commit.
    static func start(of journal: ID16) -> ChainHash {
        var buffer = ByteBuffer(capacity: 64)
        buffer.append(Array("daybook journal v1".utf8))
        buffer.append(journal)
        var hasher = SHA256()
        hasher.update(bufferPointer: buffer.bytes)
        return hasher.finalize().withUnsafeBytes { ChainHash($0) }
    }

    /// The link after a commit.
    ///
    /// - Parameters:
    ///   - commit: the message of the commit entry without its salt.
    ///   - records: the record entries as they stand in the frame, each with its length.
    func next(
        salt: ID16, commit: UnsafeRawBufferPointer, records: UnsafeRawBufferPointer, scratch: inout ByteBuffer
    ) -> ChainHash {
        var link = ChainLink(after: self, salt: salt, commit: commit, scratch: &scratch)
        link.add(records)
        return link.hash()
    }

    func append(to buffer: inout ByteBuffer) {
        withUnsafeBytes(of: words) { buffer.append($0) }
    }

    package var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }
}

extension ChainHash: CustomStringConvertible {
    package var description: String { Hex.text(of: bytes) }
}

/// A link being computed while the records of its commit pass by.
struct ChainLink {
    private var hasher = SHA256()

    /// For the hash of what remains of a redacted commit, which stands on its own.
    init(ofRemains salt: ID16, commit: UnsafeRawBufferPointer, scratch: inout ByteBuffer) {
        scratch.removeAll()
        scratch.append(salt)
        scratch.append(varint: UInt64(commit.count))
        scratch.append(commit)
        hasher.update(bufferPointer: scratch.bytes)
    }

    init(after previous: ChainHash, salt: ID16, commit: UnsafeRawBufferPointer, scratch: inout ByteBuffer) {
        scratch.removeAll()
        previous.append(to: &scratch)
        scratch.append(salt)
        scratch.append(varint: UInt64(commit.count))
        scratch.append(commit)
        hasher.update(bufferPointer: scratch.bytes)
    }

    /// Adds record entries, each with its length, in order.
    mutating func add(_ records: UnsafeRawBufferPointer) { hasher.update(bufferPointer: records) }

    func hash() -> ChainHash { hasher.finalize().withUnsafeBytes { ChainHash($0) } }
}

/// The chain up to a record: kept elsewhere, it later proves that history was not rewritten.
package struct ChainHead: Sendable, Equatable {
    package let sequence: UInt64
    package let hash: ChainHash
}
