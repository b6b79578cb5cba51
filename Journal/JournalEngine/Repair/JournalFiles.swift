/// The files of a directory that may hold pieces of a journal, whatever their names.
struct JournalFiles {
    let disk: any Disk
    let path: JournalPath
    /// Segments under their own names first, in order, then what begins like one, by name.
    let candidates: [Candidate]
    /// Files that are passed over: what was cut off as unacknowledged, and rewrites in the making.
    let passedOver: [String]
    private let hasIdentity: Bool

    struct Candidate: Equatable {
        let name: String
        /// By the name; nil when it is none of a segment.
        let number: UInt64?
    }

    /// Nil when `directory` is a file.
    init?(_ disk: any Disk, _ directory: String) throws(JournalError) {
        self.disk = disk
        path = JournalPath(directory: directory)
        let names: [String]
        do throws(DiskError) {
            names = try disk.names(inDirectory: directory).sorted()
        } catch {
            if error.isNoDirectory { return nil }
            throw error.isMissing ? .notAJournal(path: directory) : JournalError(error)
        }
        var segments: [Candidate] = []
        var others: [Candidate] = []
        var passedOver: [String] = []
        for name in names where !Self.ownNames.contains(name) {
            if let number = JournalPath.segmentNumber(name) {
                segments.append(Candidate(name: name, number: number))
            } else if Self.passedOverSuffixes.contains(where: { name.hasSuffix($0) }) {
                passedOver.append(name)
            } else if try Self.looksLikeSegment(disk, path.file(name)) {
                others.append(Candidate(name: name, number: nil))
            }
        }
        hasIdentity = names.contains(JournalPath.identity)
        candidates = segments.sorted { ($0.number ?? 0) < ($1.number ?? 0) } + others
        self.passedOver = passedOver
    }

    private static let ownNames: Set<String> = [
        JournalPath.identity, JournalPath.lock, JournalPath.redaction, JournalPath.reached,
        RepairReport.jsonName, RepairReport.textName,
    ]
    private static let passedOverSuffixes = [JournalPath.brokenSuffix, JournalPath.temporarySuffix]

    /// Returns whether a file of any name begins as a segment does, give or take one bit.
    private static func looksLikeSegment(_ disk: any Disk, _ file: String) throws(JournalError) -> Bool {
        do throws(DiskError) {
            let opened = try disk.open(file, .reading)
            defer { opened.close() }
            var buffer = ByteBuffer(capacity: 4)
            buffer.advance(try opened.readWhole(into: buffer.room(4), at: 0))
            guard buffer.count == 4 else { return false }
            return (buffer.bytes.fixed(UInt32.self, at: 0) ^ FrameMagic.header).nonzeroBitCount <= 1
        } catch {
            if error.isNoFile { return false }
            throw JournalError(error)
        }
    }

    var isJournal: Bool { hasIdentity || !candidates.isEmpty }

    /// The id that `JOURNAL` says, or most of the segments' headers; nil when nothing says it.
    func journal() throws(JournalError) -> ID16? {
        var votes: [ID16: Int] = [:]
        for file in candidates where file.number != nil {
            if let header = try header(of: file) { votes[header.journal, default: 0] += 1 }
        }
        if let identity = try DirectoryListing(disk, path).identity(disk, path) {
            votes[identity.journal, default: 0] += 1
        }
        return votes.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    /// The first record of the segment behind a file of the right name, by that segment's own header.
    func first(behind file: Candidate) throws(JournalError) -> UInt64? {
        guard let number = file.number, number < .max,
            let next = candidates.first(where: { $0.number == number + 1 }), let header = try header(of: next),
            header.segment == number + 1
        else { return nil }
        return header.first
    }

    private func header(of file: Candidate) throws(JournalError) -> SegmentHeader? {
        do throws(DiskError) {
            let opened = try disk.open(path.file(file.name), .reading)
            defer { opened.close() }
            var buffer = ByteBuffer(capacity: JournalLimits.markByteCountMax + CheckedFrame.headByteCount)
            buffer.advance(try opened.readWhole(into: buffer.room(buffer.capacity), at: 0))
            return SegmentHeader.survey(buffer.bytes)?.header
        } catch {
            if error.isNoFile { return nil }
            throw JournalError(error)
        }
    }

    /// A whole file; what is longer than any segment can be is read up to that, without zeros at its end.
    func contents(of file: Candidate) throws(JournalError) -> ByteBuffer {
        do throws(DiskError) {
            let opened = try disk.open(path.file(file.name), .reading)
            defer { opened.close() }
            return try opened.contents(byteCountMax: JournalLimits.segmentByteCountMax)
        } catch {
            // A directory in the directory: nothing of ours.
            if error.isNoFile { return ByteBuffer() }
            throw JournalError(error)
        }
    }
}

extension DiskFile {
    /// The whole file. Of one that is longer than `byteCountMax`, what lies within it without zeros at its end, so that
    /// room is only made for what is there.
    func contents(byteCountMax: Int) throws(DiskError) -> ByteBuffer {
        let size = try size()
        guard size > UInt64(byteCountMax) else {
            var buffer = ByteBuffer(capacity: Int(size))
            buffer.advance(try readWhole(into: buffer.room(Int(size)), at: 0))
            return buffer
        }
        var buffer = ByteBuffer(capacity: 1 << 20)
        var piece = ByteBuffer(capacity: 1 << 20)
        var at = 0
        while at < byteCountMax {
            piece.removeAll()
            let count = try readWhole(into: piece.room(min(1 << 20, byteCountMax - at)), at: UInt64(at))
            guard count > 0 else { break }
            piece.advance(count)
            if !piece.bytes.isZero {
                buffer.appendZeros(at - buffer.count)
                buffer.append(piece.bytes)
            }
            at += count
        }
        return buffer
    }
}

extension ByteBuffer {
    /// The content, for turning bits in it.
    var mutableBytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: base, count: count) }
}
