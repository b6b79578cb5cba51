/// Opens the directory of a journal: finds its segments, judges their ends, and repairs what a crash left unfinished.
///
/// With `access == .reading` nothing on disk is changed.
struct JournalOpener {
    let disk: any Disk
    let path: JournalPath
    let access: JournalAccess
    let options: JournalOptions
    private var report = RecoveryReport()
    /// The latest rolled segment that is not sealed yet.
    private var rolled: SegmentScan?
    /// Where the chain at the high-water mark was met on the way: its segment's number and first record, and the chain.
    private var chainAtMark: (segment: UInt64, first: UInt64, hash: ChainHash)?

    /// An opened journal.
    struct Opened: ~Copyable {
        let id: ID16
        let catalog: Catalog
        let report: RecoveryReport
        /// When writing: the segment to go on in.
        var active: ActiveSegment?
    }

    init(disk: any Disk, path: JournalPath, access: JournalAccess, options: JournalOptions) {
        self.disk = disk
        self.path = path
        self.access = access
        self.options = options
    }

    /// - Precondition: when writing, the caller holds the lock.
    mutating func open() throws(JournalError) -> Opened {
        let listing = try DirectoryListing(disk, path)
        guard let lastNumber = listing.segments.last else {
            throw listing.hasIdentity ? .missingSegment(1) : .notAJournal(path: path.directory)
        }
        if access == .writing { try syncNames() }
        // Before the segments: what it vouches for was on disk then, so a reader beside a writer is not misled.
        let mark = try HighWaterMark.read(disk, path)
        var segments: [Segment] = []
        var ending: TailRecovery?
        do throws(JournalError) {
            for number in 1..<lastNumber {
                let segment = try openEarlier(number, after: segments.last, listing, mark)
                if segment.last == mark?.last { noteChainAtMark(in: segment.header, segment.chainAfter) }
                segments.append(segment)
            }
            let last = try openLast(lastNumber, after: segments.last, listing, mark)
            segments.append(last.segment)
            ending = last
        } catch {
            // A reader gets what stands before the damage, and is told of it.
            guard access == .reading, error.isDamage, !segments.isEmpty else { throw error }
            report.damage = error
        }
        // Not before: opening that refuses changes nothing.
        if access == .writing {
            try removeTemporaries(listing)
        }
        let id = segments[0].header.journal
        let ahead = (segments.last?.lastTime ?? 0).subtractingReportingOverflow(options.now())
        if !ahead.overflow, ahead.partialValue > JournalLimits.clockAheadMax { report.clockAhead = ahead.partialValue }
        if !ahead.overflow, ahead.partialValue < -JournalLimits.clockJumpMin, segments.contains(where: { $0.last > 0 }) {
            report.clockJump = -ahead.partialValue
        }
        try checkIdentity(listing, journal: id)
        let catalog = Catalog(segments, frozen: access == .reading)
        guard access == .writing, let ending else {
            return Opened(id: id, catalog: catalog, report: report, active: nil)
        }
        try completeRoll(of: segments.dropLast().last, isNextEmpty: ending.segment.isEmpty, listing)
        try bringUp(mark, to: HighWaterMark(of: ending.scan))
        let key = try ending.segment.header.key(in: options.keyring, path)
        let active = ending.active(in: path, salts: Salts(options.entropy), key: key)
        return Opened(id: id, catalog: catalog, report: report, active: active)
    }

    /// Writes the high-water mark where it is behind, damaged, of another journal or of an older form, and where it counts what
    /// was given up: everything found is on disk by now.
    private func bringUp(_ mark: HighWaterMark?, to found: HighWaterMark) throws(JournalError) {
        // A journal without a record has nothing to be vouched for.
        guard mark != found, mark != nil || found.last > 0 else { return }
        try found.write(disk, path)
    }

    /// Makes certain that the names found are on disk: a process that died may have left them to the page cache, and
    /// what is acknowledged from now on is in files of those names.
    private func syncNames() throws(JournalError) {
        do throws(DiskError) {
            try disk.syncDirectory(path.directory)
        } catch {
            throw JournalError(error)
        }
    }

    private mutating func removeTemporaries(_ listing: DirectoryListing) throws(JournalError) {
        for name in listing.temporaries {
            do throws(DiskError) {
                try disk.remove(path.file(name))
            } catch {
                throw JournalError(error)
            }
        }
        report.temporaryFilesRemoved = listing.temporaries
    }

    /// A segment that another one follows: sealed, or rolled and not yet sealed.
    private mutating func openEarlier(
        _ number: UInt64, after previous: Segment?, _ listing: DirectoryListing, _ highWaterMark: HighWaterMark?
    ) throws(JournalError) -> Segment {
        guard listing.contains(number) else { throw .missingSegment(number) }
        let file = try open(number, .reading)
        defer { file.close() }
        let (header, start) = try SegmentLoad.header(of: number, in: file)
        try check(header, after: previous)
        let key = try header.key(in: options.keyring, path)
        if header.generation > 0 {
            let segment = try SegmentLoad.sealed(header, dataStart: start, in: file, key: { key })
            if segment.trailer == nil { report.damagedFooters.append(number) }
            return segment
        }
        let contents = try SegmentLoad.contents(of: number, in: file)
        let scan = SegmentScan(
            contents.bytes, header, under: key, dataStart: Int(start), isHashing: true, noting: highWaterMark?.last)
        rolled = scan
        noteChainAtMark(in: header, scan.chainNoted)
        return scan.segment(dataStart: start)
    }

    /// Returns whether a segment goes on where the one before it ended.
    private func check(_ header: SegmentHeader, after previous: Segment?) throws(JournalError) {
        func corrupt(_ corruption: Corruption) -> JournalError {
            .corrupt(segment: header.segment, byteOffset: 0, sequences: nil, corruption)
        }
        guard let previous else {
            guard header.first == 1 else { throw corrupt(.place) }
            guard header.chainBefore == .start(of: header.journal) else { throw corrupt(.chain) }
            return
        }
        guard header.journal == previous.header.journal else { throw corrupt(.place) }
        // The header was written after everything before it was synced: it proves that those records were there.
        guard header.first <= previous.last + 1 else {
            throw previous.corrupt(
                at: previous.dataEnd, .missingRecords, sequences: (previous.last + 1)...(header.first - 1))
        }
        guard header.first == previous.last + 1 else { throw corrupt(.place) }
        guard header.chainBefore == previous.chainAfter else { throw corrupt(.chain) }
    }

    /// The segment that is written to.
    private mutating func openLast(
        _ number: UInt64, after previous: Segment?, _ listing: DirectoryListing, _ highWaterMark: HighWaterMark?
    ) throws(JournalError) -> TailRecovery {
        let file = try open(number, access == .writing ? .writing : .reading)
        if access == .writing { try lock(file, path.segment(number)) }
        let (header, start) = try SegmentLoad.header(of: number, in: file)
        try check(header, after: previous)
        if header.generation > 0 { throw .missingSegment(number + 1) }
        let key = try header.key(in: options.keyring, path)
        var contents = try SegmentLoad.contents(of: number, in: file)
        var scan = SegmentScan(contents.bytes, header, under: key, dataStart: Int(start), isHashing: false)
        // Without a mark nobody vouches for the chain, so it is computed.
        if scan.mark == nil {
            scan = SegmentScan(
                contents.bytes, header, under: key, dataStart: Int(start), isHashing: true, noting: highWaterMark?.last)
        }
        var looksLeft = 8
        var size = -1
        while access == .reading, scan.fault != nil, looksLeft > 0, size != contents.count {
            // A writer may have been at work while the file was read; what is torn then is whole on a second look.
            looksLeft -= 1
            size = contents.count
            contents = try SegmentLoad.contents(of: number, in: file)
            scan = SegmentScan(
                contents.bytes, header, under: key, dataStart: Int(start), isHashing: true, noting: highWaterMark?.last)
        }
        noteChainAtMark(in: header, scan.chainNoted)
        if let mark = scan.mark, mark.nextSegment != 0 { throw .missingSegment(mark.nextSegment) }

        var ending = TailRecovery(scan: scan, file: file, segment: scan.segment(dataStart: start))
        try judge(&ending, contents.bytes, listing, missing: missing(behind: scan, highWaterMark))
        report.wasClosed = scan.mark != nil && scan.fault == nil
        if access == .writing, scan.mark == nil { try ending.writeLastGroupAgain(contents.bytes) }
        return ending
    }

    /// Takes the segment's own lock, which holds where somebody removed `LOCK` under the writer.
    private func lock(_ file: any DiskFile, _ name: String) throws(JournalError) {
        let isTaken: Bool
        do throws(DiskError) {
            // A writer may have replaced the file between our opening and locking it.
            isTaken = if try file.lock() { try file.isFound(at: name) } else { false }
        } catch {
            throw JournalError(error)
        }
        guard isTaken else { throw .locked(holderPID: nil) }
    }

    /// Compares the end of the segments with what is known from elsewhere: the high-water mark, and the evidence of the
    /// caller; nil when they know nothing more.
    private func missing(behind scan: SegmentScan, _ highWaterMark: HighWaterMark?) -> JournalError? {
        let known = (highWaterMark.map { [$0.evidence] } ?? []) + options.evidence
        let ahead = known.filter { ($0.journal ?? scan.header.journal) == scan.header.journal }
        guard let most = ahead.max(by: { $0.lastSequence < $1.lastSequence }) else { return nil }
        if most.lastSequence > scan.last {
            return .recordsMissing(last: scan.last, known: most.lastSequence, source: most.source)
        }
        let isOther = ahead.contains { $0.lastSequence == scan.last && $0.chain.map { $0 != scan.chain } ?? false }
        guard !isOther else {
            return .corrupt(segment: scan.header.segment, byteOffset: UInt64(scan.end), sequences: nil, .chain)
        }
        // Where the journal goes on behind the mark.
        guard let mark = highWaterMark, mark.journal == scan.header.journal, mark.last < scan.last,
            let met = chainAtMark, met.hash != mark.chain
        else { return nil }
        return .corrupt(segment: met.segment, byteOffset: 0, sequences: met.first...mark.last, .chain)
    }

    /// - Parameter hash: the chain at the high-water mark; nil where it was not met.
    private mutating func noteChainAtMark(in header: SegmentHeader, _ hash: ChainHash?) {
        if let hash { chainAtMark = (header.segment, header.first, hash) }
    }

    /// Decides whether what stands behind the last sound frame was torn or damaged, and cuts what was torn.
    private mutating func judge(
        _ ending: inout TailRecovery, _ bytes: UnsafeRawBufferPointer, _ listing: DirectoryListing,
        missing: JournalError? = nil
    ) throws(JournalError) {
        let scan = ending.scan
        guard let fault = scan.fault else { return try judge(missing) }
        let isLossAccepted = access == .writing && options.acceptsLoss && scan.isCutByEnd(bytes)
        if !isLossAccepted, let more = scan.evidenceOfMore(in: bytes) {
            let error = ending.segment.corrupt(at: UInt64(scan.end), fault, sequences: (scan.last + 1)...more)
            guard access == .reading else { throw error }
            report.damage = error
            return
        }
        try judge(missing)
        var torn = TornTail(segment: ending.segment.number, offset: scan.end, bytes: bytes)
        if access == .writing { try torn.cut(ending.file, disk, path, listing) }
        ending.isCut = access == .writing
        report.torn = RecoveryReport.Torn(
            segment: torn.segment, byteOffset: UInt64(scan.end), byteCount: UInt64(torn.kept.count),
            corruption: fault, brokenFile: torn.brokenFile)
    }

    private mutating func judge(_ missing: JournalError?) throws(JournalError) {
        guard let missing else { return }
        guard access == .reading || options.acceptsLoss else { throw missing }
        if access == .reading { report.damage = missing }
    }

    /// Writes the mark that a crash kept a roll from writing, or tore.
    ///
    /// The next segment's header vouches for every record before it, so a torn mark costs nothing. A mark that can be
    /// read is written again too: as in `writeLastGroupAgain`, it may not be on disk. Once there are records in the
    /// next segment, the mark is: then what stands in its place is damage, and stays.
    private mutating func completeRoll(
        of segment: Segment?, isNextEmpty: Bool, _ listing: DirectoryListing
    ) throws(JournalError) {
        guard let scan = rolled, let segment, segment.number == scan.header.segment else { return }
        guard isNextEmpty || scan.mark == nil && scan.fault == nil else { return }
        var ending = TailRecovery(scan: scan, file: try open(segment.number, .writing), segment: segment)
        defer { ending.file.close() }
        if scan.fault != nil {
            let contents = try SegmentLoad.contents(of: segment.number, in: ending.file)
            try judge(&ending, contents.bytes, listing)
        }
        // Only a mark is written, which needs no key.
        var active = ending.active(in: path, salts: Salts(options.entropy), key: nil)
        do throws(WriteFailure) {
            try active.writeMark(nextSegment: segment.number + 1)
            report.isRollCompleted = scan.mark == nil
        } catch {
            // Without room for the mark the segment is as sound as before: its successor vouches for it.
            if error.isBroken { throw JournalError(error.cause) }
        }
    }

    private mutating func checkIdentity(_ listing: DirectoryListing, journal: ID16) throws(JournalError) {
        let known = try listing.identity(disk, path)
        if let known, known.version != SegmentHeader.version {
            throw .unsupportedVersion(found: known.version, known: SegmentHeader.version)
        }
        guard known?.journal != journal else { return }
        report.isIdentityRebuilt = true
        guard access == .writing else { return }
        do throws(WriteFailure) {
            try SegmentFile(disk: disk, path: path).write(Identity(journal: journal).bytes, as: JournalPath.identity)
        } catch {
            throw JournalError(error.cause)
        }
    }

    private func open(_ number: UInt64, _ mode: OpenMode) throws(JournalError) -> any DiskFile {
        do throws(DiskError) {
            return try disk.open(path.segment(number), mode)
        } catch {
            throw error.isMissing ? .missingSegment(number) : JournalError(error)
        }
    }
}

extension JournalError {
    /// Something that was written is damaged or gone, or the only key that opens it: as opposed to a call that failed.
    package var isDamage: Bool {
        switch self {
        case .corrupt, .missingSegment, .keyMissing, .recordsMissing: true
        default: false
        }
    }
}
