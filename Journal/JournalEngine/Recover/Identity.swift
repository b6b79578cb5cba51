/// The file `JOURNAL`: says that the directory is a journal, and which.
/// - Format: FORMAT.md §2, "The directory".
struct Identity: Equatable {
    let version: UInt32
    let journal: ID16

    private static let opening = "daybook journal "

    var bytes: [UInt8] { Array("\(Self.opening)\(version)\n\(journal.description)\n".utf8) }

    init(journal: ID16) {
        version = SegmentHeader.version
        self.journal = journal
    }

    /// Nil when the bytes are not exactly what some version writes.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard text.hasPrefix(Self.opening), lines.count >= 3,
            let version = UInt32(lines[0].dropFirst(Self.opening.count)), let journal = ID16(hex: lines[1])
        else { return nil }
        self.version = version
        self.journal = journal
        guard version != SegmentHeader.version || self.bytes == bytes else { return nil }
    }
}
