import Cryptography
import Foundation
import Kernel

/// SHA-256 of some bytes: how a file, a schema or all views are named by their content.
package struct Digest: Hashable, Sendable {
    package let bytes: [UInt8]

    package static let byteCount = 32

    /// Nil unless there are exactly 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Reads what `text` writes; nil for anything else.
    package init?(hex text: String) {
        guard text.utf8.count == 2 * Self.byteCount, let bytes = hexBytes(text) else { return nil }
        self.init(bytes: bytes)
    }

    package init(of content: [UInt8]) {
        bytes = Array(SHA256.hash(data: content))
    }

    package init(of content: UnsafeRawBufferPointer) {
        bytes = Array(SHA256.hash(data: content))
    }

    /// Of what went into `hash` so far.
    init(_ hash: SHA256) { bytes = Array(hash.finalize()) }

    /// 64 lowercase hexadecimal digits.
    package var text: String { hexText(bytes) }
}
