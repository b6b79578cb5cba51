/// The limits of one import; beyond them it fails with a sentence, not a crash.
package enum ImportLimits {
    /// Entries of one vault: files and directories together.
    package static let entriesMax = 500_000
    /// Bytes of one attached file.
    package static let attachmentBytesMax = 1 << 30
    /// Bytes of one Markdown file; above what a note's text may have.
    package static let noteBytesMax = 8 << 20
    /// Bytes of a board or of an unpacked edit history.
    package static let documentBytesMax = 1 << 30
    /// Bytes that an archive may unpack to; it is held in memory.
    package static let unpackedBytesMax = 1 << 30
    /// An archive may unpack to this many times its own size, once above `unpackedBytesUnsuspicious`.
    package static let unpackingRatioMax = 250
    package static let unpackedBytesUnsuspicious = 32 << 20
    /// Directories within directories.
    package static let depthMax = 64
    /// Bytes of front matter that are looked at.
    package static let frontMatterBytesMax = 64 << 10
    /// Bytes of one document of ink, unpacked.
    package static let inkBytesMax = 256 << 20
    /// Bytes of one picture.
    package static let pictureBytesMax = 256 << 20
}
