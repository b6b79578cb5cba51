import Cryptography

/// A redaction whose note is in the journal: which records it takes, and what it puts in their place.
struct Redaction: Sendable {
    /// The notes' own sequence numbers, and what they name; ascending, as are their ranges taken together.
    let notes: [(sequence: UInt64, note: RedactionNote)]
    let salts: RemainsSalts

    /// Every record that is named.
    var all: SequenceSet { SequenceSet(notes.flatMap(\.note.ranges)) }

    /// The note that names a record.
    func note(naming sequence: UInt64) -> UInt64? {
        var low = 0
        var high = notes.count
        while low < high {
            let middle = (low + high) / 2
            if (notes[middle].note.ranges.last?.upperBound ?? 0) < sequence { low = middle + 1 } else { high = middle }
        }
        guard low < notes.count else { return nil }
        return notes[low].note.names(sequence) ? notes[low].sequence : nil
    }
}

extension RedactionNote {
    /// Returns whether a record is among those it names.
    package func names(_ sequence: UInt64) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < sequence { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= sequence
    }
}

/// The new salts of the commits that one redaction touches.
///
/// The hash of what remains stands in the journal for ever, and what remains may be redacted later: then the salt goes
/// too, and nobody can test a guess of it. Salts follow from one seed, which a crash must not lose until all commits
/// are rewritten: it stands in the intent.
struct RemainsSalts: Sendable, Equatable {
    /// 32 random bytes.
    let seed: [UInt8]

    func salt(ofCommit first: UInt64) -> ID16 {
        var message = ByteBuffer(capacity: 64)
        message.append(Array("daybook remains".utf8))
        message.append(seed)
        message.append(fixed: first)
        var hasher = SHA256()
        hasher.update(bufferPointer: message.bytes)
        return hasher.finalize().withUnsafeBytes { $0.id16(at: 0) }
    }
}
