import CCrypto

/// Hashes that others still name things by. Nothing here is kept safe by them.
package enum Insecure {
    /// SHA-1, as uploads may be checked by (tus 1.0.0, "Checksum").
    package struct SHA1: Sendable {
        private var context = SHA_CTX()

        package init() { SHA1_Init(&context) }

        package static func hash(data: some Sequence<UInt8>) -> [UInt8] {
            var hash = SHA1()
            hash.update(data: data)
            return hash.finalize()
        }

        package mutating func update(data: some Sequence<UInt8>) { withBytes(of: data) { update(bufferPointer: $0) } }

        package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
            SHA1_Update(&context, bytes.baseAddress, bytes.count)
        }

        package func finalize() -> [UInt8] {
            var context = context
            return [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { digest, count in
                SHA1_Final(digest.baseAddress, &context)
                count = digest.count
            }
        }
    }

    /// MD5, as Evernote names attached files by.
    package enum MD5 {
        package static func hash(data: some Sequence<UInt8>) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: 16) { digest, count in
                // By its own function: OpenSSL that is set to approved algorithms alone refuses MD5 by the general one, and these names
                // of files keep nothing safe.
                _ = withBytes(of: data) {
                    CCrypto.MD5($0.assumingMemoryBound(to: UInt8.self).baseAddress, $0.count, digest.baseAddress)
                }
                count = digest.count
            }
        }
    }
}
