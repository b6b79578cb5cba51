/// The permanent note of one redaction in the journal: the records it took, and proof of the rest it left.
///
/// Contiguous stretches are one range. No record is named by two notes of finished redactions.
/// - Format: FORMAT.md §10, "The note".
package struct RedactionNote: Sendable, Equatable {
    /// The redacted records, ascending, without overlap.
    package var ranges: [ClosedRange<UInt64>]
    /// Every commit that a redacted record belongs to, ascending.
    package var commits: [Remains]
    /// The chain before each of these commits, in the journal that the note was written in.
    package var anchors: Anchors?

    /// Binds redacted commits to what came before them: their own hashes are kept, and say nothing of it any more.
    ///
    /// A repaired journal has another id and another chain: there the anchors of an old note prove nothing.
    package struct Anchors: Sendable, Equatable {
        package var journal: ID16
        /// One for each of `commits`.
        package var hashes: [ChainHash]
    }

    /// The rest of a commit.
    package struct Remains: Sendable, Equatable {
        /// Its first record.
        package var first: UInt64
        /// Of what remained when this note was written; a later note about the same commit says it anew.
        package var hash: ChainHash

        package init(first: UInt64, hash: ChainHash) {
            self.first = first
            self.hash = hash
        }
    }

    package init(ranges: [ClosedRange<UInt64>] = [], commits: [Remains] = []) {
        self.ranges = ranges
        self.commits = commits
    }

    /// The number of records that the note names.
    package var recordCount: UInt64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) } }
}

extension RedactionNote {
    /// Fields 2 and 3 behind the field that says what this is.
    func append(to writer: inout MessageWriter) {
        var packed = ByteBuffer(capacity: 256)
        PackedRanges.append(ranges, to: &packed)
        writer.bytes(2, Array(packed.bytes))
        packed.removeAll()
        var before: UInt64 = 0
        for commit in commits {
            packed.append(varint: commit.first - before)
            commit.hash.append(to: &packed)
            before = commit.first
        }
        writer.bytes(3, Array(packed.bytes))
        guard let anchors, !commits.isEmpty else { return }
        packed.removeAll()
        packed.append(anchors.journal)
        for hash in anchors.hashes { hash.append(to: &packed) }
        writer.bytes(4, Array(packed.bytes))
    }

    init(reading reader: inout MessageReader) throws(Corruption) {
        self.init()
        while let (field, value) = try reader.next() {
            switch field {
            case 2: ranges = try PackedRanges.read(try value.raw())
            case 3: commits = try Self.commits(try value.raw())
            case 4: anchors = try Self.anchors(try value.raw(), of: commits.count)
            // What a later version adds is not needed to know what was redacted.
            default: continue
            }
        }
    }

    private static func anchors(_ raw: UnsafeRawBufferPointer, of count: Int) throws(Corruption) -> Anchors {
        guard count > 0, raw.count == 16 + 32 * count else { throw .entry }
        return Anchors(
            journal: raw.id16(at: 0),
            hashes: (0..<count).map { ChainHash(raw.slice((16 + 32 * $0)..<(48 + 32 * $0))) })
    }

    private static func commits(_ raw: UnsafeRawBufferPointer) throws(Corruption) -> [Remains] {
        guard var at = raw.baseAddress else { return [] }
        let end = at + raw.count
        var commits: [Remains] = []
        while at < end {
            let first = (commits.last?.first ?? 0).addingReportingOverflow(try Varint.read(&at, end))
            guard !first.overflow, end - at >= 32, first.partialValue > commits.last?.first ?? 0 else { throw .entry }
            commits.append(
                Remains(first: first.partialValue, hash: ChainHash(UnsafeRawBufferPointer(start: at, count: 32))))
            at += 32
        }
        return commits
    }
}

/// Ranges of sequence numbers in few bytes: the distance from the end of the one before, and the length less one.
enum PackedRanges {
    static func append(_ ranges: [ClosedRange<UInt64>], to buffer: inout ByteBuffer) {
        var before: UInt64 = 0
        for range in ranges {
            buffer.append(varint: range.lowerBound - before)
            buffer.append(varint: range.upperBound - range.lowerBound)
            before = range.upperBound
        }
    }

    static func read(_ raw: UnsafeRawBufferPointer) throws(Corruption) -> [ClosedRange<UInt64>] {
        guard var at = raw.baseAddress else { return [] }
        let end = at + raw.count
        var ranges: [ClosedRange<UInt64>] = []
        var before: UInt64 = 0
        while at < end {
            let first = before.addingReportingOverflow(try Varint.read(&at, end))
            let last = first.partialValue.addingReportingOverflow(try Varint.read(&at, end))
            guard !first.overflow, !last.overflow, first.partialValue > before else { throw .entry }
            ranges.append(first.partialValue...last.partialValue)
            before = last.partialValue
        }
        return ranges
    }
}
