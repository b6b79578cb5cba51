import Kernel

/// A link as someone wrote it, before anybody has looked where it leads.
package struct WrittenLink: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        /// `[[Target]]`, and `![[Target]]`, which shows the target in place.
        case wiki
        /// `[words](../Other%20note.md)`.
        case relative
        /// `[words](daybook:0193…)`.
        case identifier
    }

    package var form: Form
    /// The path or the identifier: decoded, without the heading.
    package var target: String
    /// The fragment after `#`: a heading or a block.
    package var heading: String?
    /// The words that are shown; nil where the target itself is.
    package var shown: String?
    /// From 1.
    package var line: Int
    /// The line of the link without white space at its ends, cut to `contextBytesMax`.
    package var context: String

    package static let contextBytesMax = 240
}
