package import Kernel

/// The description of an export, in `daybook-export.json`: by it the directory is known as one.
package struct ExportManifest: OpenFile, Equatable {
    package static let kind = "daybook-export"
    package static let version = 1
    package static let fileName = "daybook-export.json"

    package var kind: String = Self.kind
    package var version: Int = Self.version
    /// The journal that it was made from, so that erasing the workspace finds it; exports of older builds say nothing.
    package var journal: Written<EntityID>?
    /// The last fact of the journal that is in it.
    package var sequence: UInt64
    package var counts: [String: Int]
    /// The JSON files, by path.
    package var files: [String]
    /// Sentences on what is not in the files.
    package var leftOut: [String]

    package init(
        journal: EntityID? = nil, sequence: UInt64, counts: [String: Int], files: [String], leftOut: [String]
    ) {
        self.journal = journal.map { Written($0) }
        self.sequence = sequence
        self.counts = counts
        self.files = files
        self.leftOut = leftOut
    }
}
