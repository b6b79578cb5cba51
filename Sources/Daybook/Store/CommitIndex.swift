import Cryptography
import JournalEngine

/// The last event of each entity, and the commits that were written under a key.
struct CommitIndex: Sendable {
    private(set) var last: [ID16: UInt64] = [:]
    private(set) var commits: [CommitMark: ClosedRange<UInt64>] = [:]

    mutating func add(_ entity: ID16, at sequence: UInt64) { last[entity] = sequence }
    mutating func add(_ mark: CommitMark, _ sequences: ClosedRange<UInt64>) { commits[mark] = sequences }

    /// Reads the heads of the records up to `last`.
    ///
    /// - Complexity: O(records), without decoding one.
    init(of journal: Journal, through last: UInt64) throws {
        guard last > 0 else { return }
        try journal.forEachRecord(through: last) { header, _ in
            guard header.kind != 0 else { return .next }
            self.last[header.entity] = header.sequence
            if let mark = CommitMark(header), header.sequence == header.commitFirst {
                commits[mark] = header.commitFirst...(header.commitFirst + UInt64(header.commitCount) - 1)
            }
            return .next
        }
    }

    init() {}
}

/// The first 24 bytes of a key's SHA-256, which stand in the head of the commit as the id of the command that led to it.
struct CommitMark: Hashable, Sendable {
    let device: ID16
    let number: UInt64

    init(key: String) {
        var words: [UInt64] = [0, 0, 0]
        for (index, byte) in SHA256.hash(data: Array(key.utf8)).prefix(24).enumerated() {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
        }
        device = ID16(hi: words[0], lo: words[1])
        // 0 says that there is no key.
        number = words[2] | 1
    }

    /// Nil for a commit without a key.
    init?(_ header: borrowing RecordHeader) {
        guard header.deviceSequence != 0 else { return nil }
        device = header.device
        number = header.deviceSequence
    }
}
