import LZ4

/// The file `REACHED`: how far the journal was on disk when room was last made, a segment was rolled, or it was closed.
///
/// It lies outside the segments, so that a segment that was shortened or zeroed cannot hide what it held. It is written
/// in place, because it fits into one sector and may be lost: what it does not vouch for is judged as if it were absent.
/// - Format: FORMAT.md §2, "The high-water mark".
struct HighWaterMark: Equatable {
    let journal: ID16
    /// The last record; 0 when there was none.
    let last: UInt64
    /// The chain after it.
    let chain: ChainHash
    /// The end of its frame; nil in a mark of the first form.
    let end: End?

    /// A place that frames reached to, which can be compared without a key.
    struct End: Equatable {
        let segment: UInt64
        let byteOffset: UInt64
    }

    /// The state of the mark in a directory.
    enum Finding: Equatable {
        case absent
        /// Something is there that no program wrote as it stands.
        case damaged
        case mark(HighWaterMark)

        /// The mark, if it speaks of `journal`.
        func mark(of journal: ID16?) -> HighWaterMark? {
            if case .mark(let mark) = self, mark.journal == journal { mark } else { nil }
        }

        /// For a report about `journal`.
        func condition(in journal: ID16?) -> VerifyReport.MarkCondition {
            switch self {
            case .absent: .absent
            case .damaged: .damaged
            case .mark(let mark): mark.journal == journal ? .compared : .ofAnotherJournal
            }
        }
    }

    private static let opening = "daybook reached "
    private static let digits = 20

    init(journal: ID16, last: UInt64, chain: ChainHash, end: End?) {
        self.journal = journal
        self.last = last
        self.chain = chain
        self.end = end
    }

    init(of scan: SegmentScan) {
        self.init(
            journal: scan.header.journal, last: scan.last, chain: scan.chain,
            end: End(segment: scan.header.segment, byteOffset: UInt64(scan.end)))
    }

    init(of active: borrowing ActiveSegment) {
        self.init(
            journal: active.header.journal, last: active.last, chain: active.chain,
            end: End(segment: active.header.segment, byteOffset: active.used))
    }

    var evidence: JournalEvidence {
        JournalEvidence(source: JournalPath.reached, lastSequence: last, journal: journal, chain: chain)
    }

    var bytes: [UInt8] {
        var lines = ["\(Self.opening)\(end == nil ? 1 : 2)", "\(journal)", Self.padded(last), "\(chain)"]
        if let end { lines += [Self.padded(end.segment), Self.padded(end.byteOffset)] }
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        return text + Array((Hex.text(of: text.withUnsafeBytes { LZ4Library.xxh64($0, seed: 0) }) + "\n").utf8)
    }

    private static func padded(_ number: UInt64) -> String {
        let text = String(number)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Nil when the bytes are not exactly what is written.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 6 || lines.count == 8, let journal = ID16(hex: lines[1]), let last = UInt64(lines[2]),
            last <= JournalLimits.sequenceMax, let hash = Hex.bytes(of: lines[3]), hash.count == 32
        else { return nil }
        var end: End?
        if lines.count == 8 {
            guard let segment = UInt64(lines[4]), let byteOffset = UInt64(lines[5]) else { return nil }
            end = End(segment: segment, byteOffset: byteOffset)
        }
        self.init(journal: journal, last: last, chain: hash.withUnsafeBytes { ChainHash($0) }, end: end)
        guard self.bytes == bytes else { return nil }
    }

    /// Reads the mark; nil when it is absent or damaged.
    static func read(_ disk: any Disk, _ path: JournalPath) throws(JournalError) -> HighWaterMark? {
        if case .mark(let mark) = try find(disk, path) { mark } else { nil }
    }

    static func find(_ disk: any Disk, _ path: JournalPath) throws(JournalError) -> Finding {
        do throws(DiskError) {
            let file = try disk.open(path.file(JournalPath.reached), .reading)
            defer { file.close() }
            var buffer = ByteBuffer(capacity: JournalLimits.markByteCountMax)
            buffer.advance(try file.readWhole(into: buffer.room(JournalLimits.markByteCountMax), at: 0))
            return HighWaterMark(Array(buffer.bytes)).map { .mark($0) } ?? .damaged
        } catch {
            if error.isMissing { return .absent }
            throw JournalError(error)
        }
    }

    /// Writes the mark and returns once it is on disk. A full disk leaves the old one, or none, which is as true.
    ///
    /// - Precondition: what it vouches for is on disk.
    func write(_ disk: any Disk, _ path: JournalPath) throws(JournalError) {
        let file: any DiskFile
        let isNew: Bool
        do throws(DiskError) {
            (file, isNew) = try Self.open(disk, path.file(JournalPath.reached))
            try file.writeWhole(bytes, at: 0)
        } catch {
            guard error.isShortage else { throw JournalError(error) }
            return
        }
        defer { file.close() }
        do throws(DiskError) {
            // Whatever its number says, a failed sync is not a mere shortage.
            try file.sync()
            if isNew { try disk.syncDirectory(path.directory) }
        } catch {
            throw JournalError(error)
        }
    }

    private static func open(_ disk: any Disk, _ name: String) throws(DiskError) -> (any DiskFile, isNew: Bool) {
        do throws(DiskError) {
            return (try disk.open(name, .writing), false)
        } catch {
            guard error.isMissing else { throw error }
            return (try disk.open(name, .creatingIfAbsent), true)
        }
    }
}
