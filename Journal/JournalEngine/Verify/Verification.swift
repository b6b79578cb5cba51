/// Checks every byte of a journal: frames, places, chain, marks, footers and the room after the last commit.
struct Verification {
    private let source: RecordSource
    private let access: JournalAccess
    private let journal: ID16
    private(set) var report: VerifyReport
    /// The chain as recomputed so far; nil after a gap, until a segment header says it again.
    private var chain: ChainHash?
    /// True if there is anything for `RedactionAudit`, for which everything is read once more.
    private var concernsRedaction = false

    init(_ source: RecordSource, access: JournalAccess, id: ID16) {
        self.source = source
        self.access = access
        journal = id
        chain = .start(of: id)
        report = VerifyReport(chainHead: ChainHead(sequence: 0, hash: .start(of: id)))
    }

    mutating func run(_ recovery: RecoveryReport, _ progress: (VerifyProgress) -> Void) throws(JournalError) {
        // Before the segments: what it vouches for was on disk then.
        let reached = try HighWaterMark.find(source.disk, source.path)
        let segments = source.catalog.all
        let last = segments.last?.number
        let access = access
        var ahead = ExaminationsAhead(source, segments) { segment in
            segment.number == last && access == .writing && !segment.isSealed
        }
        for known in segments {
            do throws(JournalError) {
                try check(ahead.take(), isLast: known.number == last)
            } catch {
                guard add(error) else { throw error }
            }
            report.segments += 1
            progress(
                VerifyProgress(segmentsDone: report.segments, segments: segments.count, records: report.records))
        }
        if concernsRedaction { try checkRedactions(isWhole: recovery.damage == nil) }
        try check(reached)
        if let damage = recovery.damage { _ = add(damage) }
        if recovery.isIdentityRebuilt, access == .reading {
            report.damage.append(.init(segment: 0, byteOffset: 0, sequences: nil, corruption: .header))
        }
    }

    /// Compares the chain with the high-water mark, where the journal reaches so far: behind the mark, too, it must be the
    /// history that was on disk then. That it does not reach so far is found when it is opened.
    private mutating func check(_ reached: HighWaterMark.Finding) throws(JournalError) {
        report.highWaterMark = reached.condition(in: journal)
        guard let mark = reached.mark(of: journal), mark.last <= source.catalog.last else { return }
        do throws(JournalError) {
            guard try source.chain(after: mark.last) != mark.chain else { return }
            let segment = mark.last == 0 ? source.catalog.all[0] : source.catalog.segment(holding: mark.last)
            let affected = mark.last == 0 ? nil : segment.header.first...mark.last
            _ = add(segment.corrupt(at: 0, .chain, sequences: affected))
        } catch {
            // Damage that keeps it from being read stands in the report by now.
            guard error.isDamage, !report.damage.isEmpty else { throw error }
        }
    }

    /// Counts an error as damage; false when it is no damage.
    private mutating func add(_ error: JournalError) -> Bool {
        let damage: VerifyReport.Damage
        switch error {
        case .corrupt(let segment, let offset, let sequences, let corruption):
            damage = .init(segment: segment, byteOffset: offset, sequences: sequences, corruption: corruption)
        case .missingSegment(let number):
            let first = source.catalog.last + 1
            damage = .init(segment: number, byteOffset: 0, sequences: first...(.max), corruption: .missingRecords)
        case .recordsMissing(let last, let known, _):
            let end = source.catalog.active
            damage = .init(
                segment: end.number, byteOffset: end.dataEnd, sequences: (last + 1)...known,
                corruption: .missingRecords)
        case .keyMissing(_, let segment?):
            let known = source.catalog.all.first { $0.number == segment && !$0.isEmpty }
            damage = .init(
                segment: segment, byteOffset: 0, sequences: known.map { $0.header.first...$0.last },
                corruption: .decryption)
        default: return false
        }
        if !report.damage.contains(damage) { report.damage.append(damage) }
        return true
    }

    private mutating func check(_ examined: SegmentExamination, isLast: Bool) throws(JournalError) {
        let header = examined.header
        if let chain, chain != header.chainBefore {
            let affected = header.first...max(header.first, examined.segment.last)
            _ = add(examined.segment.corrupt(at: 0, .chain, sequences: affected))
        }
        var examined = examined
        var finding = examined.finding()
        if isLast, !examined.isGrowing, finding.scan.fault != nil {
            // Another process may have been writing while the file was read.
            examined = try SegmentExamination(examined.segment, of: source) { _ in false }
            examined.start()
            finding = examined.finding()
        }
        let scan = finding.scan
        let segment = examined.segment
        concernsRedaction = concernsRedaction || scan.concernsRedaction || scan.fault != nil
        report.commits += scan.commitCount
        report.records += scan.last - (header.first - 1)
        chain = scan.chain
        report.chainHead = ChainHead(sequence: scan.last, hash: scan.chain)
        if segment.isSealed {
            try checkSealed(examined, finding)
        } else if let fault = scan.fault {
            checkFault(fault, segment, scan, examined.bytes, isLast: isLast)
        } else if scan.last < segment.last {
            throw segment.corrupt(at: UInt64(scan.end), .missingRecords, sequences: (scan.last + 1)...segment.last)
        }
    }

    private mutating func checkRedactions(isWhole: Bool) throws(JournalError) {
        let intent = try RedactionIntent.find(source)
        var audit = RedactionAudit(source, unfinished: intent?.id, isWhole: isWhole)
        for segment in source.catalog.all { try audit.look(at: segment) }
        let (faults, redactions) = audit.judged()
        report.redactions = redactions
        for (sequences, corruption) in faults {
            let pass = try source.open(source.catalog.segment(holding: sequences.lowerBound))
            let offset = pass.runs.isEmpty ? 0 : pass.runs[pass.run(holding: sequences.lowerBound)].offset
            _ = add(pass.segment.corrupt(at: offset, corruption, sequences: sequences))
        }
    }

    /// A torn end of the last segment is no damage: nothing in it was acknowledged, and `recovery` tells of it.
    private mutating func checkFault(
        _ fault: Corruption, _ segment: Segment, _ scan: SegmentScan, _ bytes: UnsafeRawBufferPointer, isLast: Bool
    ) {
        let end = scan.evidenceOfMore(in: bytes) ?? scan.last
        guard end > scan.last || scan.mark != nil || !isLast else { return }
        let affected = end > scan.last ? (scan.last + 1)...end : nil
        _ = add(segment.corrupt(at: UInt64(scan.end), fault, sequences: affected))
    }

    /// The footer follows from the frames, byte by byte.
    private mutating func checkSealed(
        _ examined: SegmentExamination, _ finding: SegmentExamination.Finding
    ) throws(JournalError) {
        let scan = finding.scan
        guard scan.fault == nil, scan.openCommit == 0 else {
            chain = nil
            return try checkRuns(examined.segment, scan, examined.runs)
        }
        if let fault = finding.footerFault { throw examined.segment.corrupt(at: fault, .footer) }
    }

    /// After damage in the middle of a sealed segment: says which of its frames are damaged, and which are not.
    private mutating func checkRuns(_ segment: Segment, _ scan: SegmentScan, _ runs: [Run]) throws(JournalError) {
        let before = report.damage.count
        var pass = try source.open(segment)
        for run in pass.runs.indices {
            do {
                _ = try pass.forEachFrame(ofRun: run) { _, _ in .next }
            } catch let error as JournalError {
                guard add(error) else { throw error }
            } catch {
                preconditionFailure("reading fails only with a JournalError, not with \(error)")
            }
        }
        if report.damage.count == before {
            throw segment.corrupt(
                at: UInt64(scan.end), scan.fault ?? .missingRecords,
                sequences: (scan.last + 1)...max(scan.last + 1, segment.last))
        }
        // A trailer may say less than its frames hold.
        let unread = max(segment.last, scan.last) - scan.last
        let lost = report.damage[before...].reduce(UInt64(0)) { lost, damage in
            guard let sequences = damage.sequences else { return lost }
            return min(unread, lost + min(unread, sequences.upperBound - sequences.lowerBound + 1))
        }
        report.records += unread - lost
    }
}

extension Journal {
    /// Checks everything: every frame, place, chain link, mark and index. Changes nothing. Blocks.
    ///
    /// - Parameter progress: called after each segment.
    /// - Throws: when a file cannot be read at all; what is damaged stands in the report.
    package func verify(progress: (VerifyProgress) -> Void = { _ in }) throws(JournalError) -> VerifyReport {
        var verification = Verification(source, access: access, id: id)
        try verification.run(recovery, progress)
        return verification.report
    }
}
