/// The body of a note that was sealed where it was written: an armoured block of ciphertext, which nothing here can open.
///
/// - Format: Sources/Web/App/notes/sealed/README.md
package enum SealedText {
    /// The first line of the block.
    package static let begin = "-----BEGIN DAYBOOK SEALED NOTE-----"

    /// Returns whether a body begins with such a block. Letters of its ciphertext are no words of anybody.
    ///
    /// - Complexity: O(1).
    package static func isSealed(_ body: [UInt8]) -> Bool {
        body.starts(with: begin.utf8)
    }
}
