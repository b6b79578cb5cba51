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

    private static let opening = "daybook reached 1\n"
    private static let digits = 20

    init(journal: ID16, last: UInt64, chain: ChainHash) {
        self.journal = journal
        self.last = last
        self.chain = chain
    }

    init(of scan: SegmentScan) { self.init(journal: scan.header.journal, last: scan.last, chain: scan.chain) }

    var evidence: JournalEvidence {
        JournalEvidence(source: JournalPath.reached, lastSequence: last, journal: journal, chain: chain)
    }

    var bytes: [UInt8] {
        let number = String(last)
        let padded = String(repeating: "0", count: Self.digits - number.utf8.count) + number
        let text = Array("\(Self.opening)\(journal)\n\(padded)\n\(chain)\n".utf8)
        return text + Array((Hex.text(of: text.withUnsafeBytes { LZ4Library.xxh64($0, seed: 0) }) + "\n").utf8)
    }

    /// Nil when the bytes are not exactly what is written.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 6, let journal = ID16(hex: lines[1]), let last = UInt64(lines[2]),
            last <= JournalLimits.sequenceMax, let hash = Hex.bytes(of: lines[3]), hash.count == 32
        else { return nil }
        self.init(journal: journal, last: last, chain: hash.withUnsafeBytes { ChainHash($0) })
        guard self.bytes == bytes else { return nil }
    }

    /// Reads the mark; nil when it is absent or damaged.
    static func read(_ disk: any Disk, _ path: JournalPath) throws(JournalError) -> HighWaterMark? {
        do throws(DiskError) {
            let file = try disk.open(path.file(JournalPath.reached), .reading)
            defer { file.close() }
            var buffer = ByteBuffer(capacity: JournalLimits.markByteCountMax)
            buffer.advance(try file.readWhole(into: buffer.room(JournalLimits.markByteCountMax), at: 0))
            return HighWaterMark(Array(buffer.bytes))
        } catch {
            if error.isMissing { return nil }
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
            // Whatever its number says, a failed sync is no mere shortage.
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
