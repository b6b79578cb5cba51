/// What an export says of itself, in `daybook-export.json`: by it the directory is known as one.
package struct ExportManifest: OpenFile, Equatable {
    package static let kind = "daybook-export"
    package static let version = 1
    package static let fileName = "daybook-export.json"

    package var kind: String = Self.kind
    package var version: Int = Self.version
    /// The last fact of the journal that is in it.
    package var sequence: UInt64
    package var counts: [String: Int]
    /// The JSON files, by path.
    package var files: [String]
    /// Sentences on what is not in the files.
    package var leftOut: [String]

    package init(sequence: UInt64, counts: [String: Int], files: [String], leftOut: [String]) {
        self.sequence = sequence
        self.counts = counts
        self.files = files
        self.leftOut = leftOut
    }
}
