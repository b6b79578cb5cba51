import CCrypto

/// SHA-256, over bytes that come in parts.
///
/// A value: a copy goes on by itself, and nothing is allocated.
/// - Source: FIPS 180-4; computed by OpenSSL's libcrypto.
package struct SHA256: Sendable {
    private var context = SHA256_CTX()

    package init() { SHA256_Init(&context) }

    /// The digest of `data`.
    package static func hash(data: some Sequence<UInt8>) -> SHA256Digest {
        var hash = SHA256()
        hash.update(data: data)
        return hash.finalize()
    }

    package mutating func update(data: some Sequence<UInt8>) {
        withBytes(of: data) { update(bufferPointer: $0) }
    }

    package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    /// The digest of everything so far. More may follow.
    package func finalize() -> SHA256Digest {
        var context = context
        return SHA256Digest { SHA256_Final($0, &context) }
    }
}

/// The 32 bytes of a SHA-256.
package struct SHA256Digest: Sendable, Hashable {
    private struct Words: Hashable {
        var a: UInt64 = 0
        var b: UInt64 = 0
        var c: UInt64 = 0
        var d: UInt64 = 0
    }

    package static let byteCount = 32

    private let words: Words

    fileprivate init(_ fill: (UnsafeMutablePointer<UInt8>?) -> Void) {
        var words = Words()
        withUnsafeMutableBytes(of: &words) { fill($0.assumingMemoryBound(to: UInt8.self).baseAddress) }
        self.words = words
    }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try Swift.withUnsafeBytes(of: words, body)
    }
}

extension SHA256Digest: Sequence {
    package func makeIterator() -> Array<UInt8>.Iterator { withUnsafeBytes { Array($0) }.makeIterator() }

    package var underestimatedCount: Int { Self.byteCount }

    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try withUnsafeBytes { try $0.withMemoryRebound(to: UInt8.self, body) }
    }
}

/// Hands the bytes of a sequence to `body`, without copying them where they lie in one piece.
func withBytes<Result>(of data: some Sequence<UInt8>, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    if let result = try data.withContiguousStorageIfAvailable({ try body(UnsafeRawBufferPointer($0)) }) { return result }
    return try Array(data).withUnsafeBytes(body)
}
