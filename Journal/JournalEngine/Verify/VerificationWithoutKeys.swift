/// Checks an encrypted journal as far as that goes without its keys: every checksum, place, mark and footer, and that
/// each segment goes on where the one before it says it ended. Segments in clear are checked whole.
struct VerificationWithoutKeys {
    private let disk: any Disk
    private let path: JournalPath
    private(set) var report: VerifyReport
    /// The end that the last segment records; nil after damage.
    private var before: (last: UInt64, chain: ChainHash)?
    private var journal: ID16?
    private var reached = HighWaterMark.Finding.absent
    /// The segment looked at last says that another one follows.
    private var isFollowed = false

    init(_ disk: any Disk, _ path: JournalPath) {
        self.disk = disk
        self.path = path
        report = VerifyReport(chainHead: ChainHead(sequence: 0, hash: .zero))
        report.isWithoutKeys = true
    }

    mutating func run() throws(JournalError) {
        // Before the segments: what it vouches for was on disk then.
        reached = try HighWaterMark.find(disk, path)
        var listing = try DirectoryListing(disk, path)
        guard listing.isJournal else { throw .notAJournal(path: path.directory) }
        var expected: UInt64 = 1
        var last = listing.segments.last ?? 0
        while true {
            for number in listing.segments where number >= expected {
                // Of segments that are missing in a row the first is named: what a file is called may be any number.
                if number > expected { try look { _ throws(JournalError) in throw .missingSegment(expected) } }
                // The end of the last segment may be torn, and while that is empty, the mark of the one before it.
                try look { verification throws(JournalError) in
                    try verification.check(number, mayBeTorn: last - number <= 1)
                }
                expected = number + 1
            }
            // A writer may have gone on since the segments were listed.
            guard isFollowed else { break }
            let again = try DirectoryListing(disk, path)
            guard again.contains(expected), let later = again.segments.last else { break }
            (listing, last) = (again, later)
        }
        report.highWaterMark = reached.condition(in: journal)
        let mark = reached.mark(of: journal)
        if listing.segments.isEmpty || isFollowed || mark?.end.map({ $0.segment > last }) ?? false {
            return try look { _ throws(JournalError) in throw .missingSegment(last + 1) }
        }
        if let mark { checkEnd(of: last, mark) }
    }

    /// Compares the end of the last segment with the high-water mark.
    private mutating func checkEnd(of last: UInt64, _ mark: HighWaterMark) {
        if let before {
            if mark.last > before.last { add(last, 0, .missingRecords, (before.last + 1)...mark.last) }
        } else if mark.end == nil, report.ok, report.doubt == nil, mark.last > report.records {
            // Without a mark in the segment nobody knows how many records the last encrypted frame holds.
            report.doubt = .init(
                segment: last, byteOffset: 0, sequences: (report.records + 1)...mark.last, corruption: .missingRecords)
        }
    }

    /// Counts what `body` throws as damage, if it is.
    private mutating func look(
        _ body: (inout VerificationWithoutKeys) throws(JournalError) -> Void
    ) throws(JournalError) {
        do throws(JournalError) {
            try body(&self)
        } catch {
            before = nil
            switch error {
            case .corrupt(let segment, let offset, let sequences, let corruption):
                add(segment, offset, corruption, sequences)
            case .missingSegment(let number): add(number, 0, .missingRecords)
            default: throw error
            }
        }
        report.segments += 1
    }

    private mutating func add(
        _ segment: UInt64, _ offset: UInt64, _ corruption: Corruption, _ sequences: ClosedRange<UInt64>? = nil
    ) {
        report.damage.append(
            .init(segment: segment, byteOffset: offset, sequences: sequences, corruption: corruption))
    }

    private mutating func check(_ number: UInt64, mayBeTorn: Bool) throws(JournalError) {
        let file: any DiskFile
        do throws(DiskError) {
            file = try disk.open(path.segment(number), .reading)
        } catch {
            throw error.isMissing ? .missingSegment(number) : JournalError(error)
        }
        defer { file.close() }
        isFollowed = false
        let contents = try SegmentLoad.contents(of: number, in: file)
        let (header, start) = try SegmentHeader.read(contents.bytes, segment: number)
        isFollowed = header.generation > 0
        journal = journal ?? header.journal
        if number == 1 { before = (0, .start(of: header.journal)) }
        if let before {
            guard header.first == before.last + 1 else { throw error(header, 0, .missingRecords) }
            guard header.chainBefore == before.chain else { throw error(header, 0, .chain) }
        }
        let end: (last: UInt64, chain: ChainHash)?
        if header.keyID == nil {
            end = try checkClear(contents.bytes, header, start, mayBeTorn: mayBeTorn)
        } else if header.generation > 0 {
            end = try checkSealed(contents.bytes, header, start, file)
        } else {
            end = try checkUnsealed(contents.bytes, header, start, mayBeTorn: mayBeTorn)
        }
        before = end
        guard let end else { return }
        if let mark = reached.mark(of: journal), mark.last == end.last, mark.chain != end.chain {
            throw error(header, 0, .chain, end.last < header.first ? nil : header.first...end.last)
        }
        report.records = end.last
        report.chainHead = ChainHead(sequence: end.last, hash: end.chain)
    }

    private func error(
        _ header: SegmentHeader, _ offset: Int, _ corruption: Corruption, _ sequences: ClosedRange<UInt64>? = nil
    ) -> JournalError {
        .corrupt(segment: header.segment, byteOffset: UInt64(offset), sequences: sequences, corruption)
    }

    private mutating func checkClear(
        _ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader, _ start: Int, mayBeTorn: Bool
    ) throws(JournalError) -> (last: UInt64, chain: ChainHash) {
        let scan = SegmentScan(bytes, header, under: nil, dataStart: start, isHashing: true)
        if let mark = scan.mark, mark.nextSegment != 0 { isFollowed = true }
        guard let fault = scan.fault else { return (scan.last, scan.chain) }
        let more = scan.evidenceOfMore(in: bytes)
        if header.generation > 0 || !mayBeTorn || more != nil {
            throw error(header, scan.end, fault, (scan.last + 1)...(more ?? .max))
        }
        return (scan.last, scan.chain)
    }

    private func checkSealed(
        _ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader, _ start: Int, _ file: any DiskFile
    ) throws(JournalError) -> (last: UInt64, chain: ChainHash) {
        let scan = ClearScan(bytes, header, dataStart: start)
        if let fault = scan.fault {
            throw error(header, scan.end, fault, (scan.runs.last?.first ?? header.first)...(.max))
        }
        let trailerStart = max(scan.end, bytes.count - Trailer.byteCount)
        guard
            let trailer = Trailer.read(bytes.suffix(from: trailerStart), fileByteCount: UInt64(bytes.count)),
            trailer.journal == header.journal, trailer.segment == header.segment,
            trailer.generation == header.generation, trailer.first == header.first
        else { throw error(header, trailerStart, .footer) }
        guard trailer.dataEnd == UInt64(scan.end) else { throw error(header, scan.end, .missingRecords) }
        let segment = Segment(header: header, dataStart: UInt64(start), trailer: trailer)
        let table = try Footer.readRuns(of: segment, trailer, in: file)
        guard table.count == scan.runs.count, zip(table, scan.runs).allSatisfy({ ($0.offset, $0.first) == $1 }) else {
            throw error(header, scan.end, .footer)
        }
        _ = try Footer.readBloom(of: segment, trailer, in: file)
        _ = try Footer.readEntities(of: segment, trailer, in: file)
        return (trailer.last, trailer.chain)
    }

    private mutating func checkUnsealed(
        _ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader, _ start: Int, mayBeTorn: Bool
    ) throws(JournalError) -> (last: UInt64, chain: ChainHash)? {
        let scan = ClearScan(bytes, header, dataStart: start)
        let last = scan.runs.last?.first ?? header.first - 1
        if let mark = scan.mark, mark.nextSegment != 0 { isFollowed = true }
        if let mark = reached.mark(of: header.journal), let end = mark.end, end.segment == header.segment,
            end.byteOffset > UInt64(scan.end)
        {
            // Frames stood there when the mark was written, and they were on disk.
            throw error(header, scan.end, .missingRecords, min(last + 1, mark.last)...mark.last)
        }
        if let fault = scan.fault {
            if !mayBeTorn || scan.mark != nil || scan.isProvenDamage(in: bytes) {
                throw error(header, scan.end, fault, (last + 1)...(.max))
            }
            report.doubt = .init(
                segment: header.segment, byteOffset: UInt64(scan.end), sequences: (last + 1)...(.max), corruption: fault
            )
        }
        if let mark = scan.mark { return (mark.last, mark.chain) }
        report.records = max(report.records, last)
        return nil
    }
}

extension Journal {
    /// Checks what can be checked of an encrypted journal without its keys. Changes nothing, needs no lock, and blocks.
    ///
    /// - Throws: when a file cannot be read at all; what is damaged stands in the report.
    package static func verifyWithoutKeys(
        at path: String, disk: any Disk = POSIXDisk()
    ) throws(JournalError) -> VerifyReport {
        var verification = VerificationWithoutKeys(disk, JournalPath(directory: path))
        try verification.run()
        return verification.report
    }
}
