/// Computes what remains of redacted commits while the entries of a journal pass by.
///
/// A redacted record counts without the field that names its redaction: the hash is part of the very record it names.
/// - Format: FORMAT.md §10, "What remains".
struct RemainsWalk: ~Copyable {
    private var link: ChainLink?
    private var scratch = ByteBuffer(capacity: 512)
    private var entry = ByteBuffer(capacity: 128)

    /// Begins with a commit that is redacted, or will be.
    mutating func begin(_ message: UnsafeRawBufferPointer, salt: ID16) {
        link = ChainLink(ofRemains: salt, commit: message, scratch: &scratch)
    }

    /// Passes over a commit that keeps all it has.
    mutating func beginUnredacted() { link = nil }

    /// Adds the record that `reader` returned last, if its commit is of interest.
    mutating func add(_ reader: borrowing EntryReader, isTaken: Bool) {
        guard link != nil else { return }
        if isTaken {
            entry.removeAll()
            Entries.append(reader.header, redactedBy: nil, to: &entry)
            link?.add(entry.bytes)
        } else {
            link?.add(reader.entry)
        }
    }

    /// Returns the hash of the rest once all records of the commit have passed; nil for a commit that keeps all it has.
    mutating func finish() -> ChainHash? {
        defer { link = nil }
        return link?.hash()
    }
}
