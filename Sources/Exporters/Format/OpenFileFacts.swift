import Kernel

/// A kept file beside its bytes: what it is called here, and where in the export it lies.
package struct OpenFileFacts: Codable, Equatable, Sendable {
    package var name: String
    package var mediaType: String
    package var sizeBytes: Int
    package var sha256: String
    /// Where the bytes are, from the root of the export.
    package var file: String

    init(_ facts: FileFacts, at file: String) {
        name = facts.name.text
        mediaType = facts.mediaType
        sizeBytes = facts.sizeBytes
        sha256 = hexText(facts.digest)
        self.file = file
    }
}
