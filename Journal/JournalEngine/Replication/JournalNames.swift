/// The names of a journal's files, for code that puts a journal together from its pieces.
package enum JournalNames {
    /// The file of a segment.
    package static func segment(_ number: UInt64) -> String { JournalPath.name(ofSegment: number) }

    /// The file that says which journal a directory is; written last.
    package static let identity = JournalPath.identity

    /// The bytes of that file.
    package static func identity(of journal: ID16) -> [UInt8] { Identity(journal: journal).bytes }
}
