import Glibc

/// One segment file on its way through a full check: read by the caller, scanned by a thread of its own.
///
/// `@unchecked Sendable`: everything is set before the thread starts and never changes; what the thread finds is under
/// the monitor's lock. The bytes live as long as the examination, which the thread holds.
final class SegmentExamination: @unchecked Sendable {
    let segment: Segment
    /// The runs in the footer, or those found when the segment was opened.
    let runs: [Run]
    let header: SegmentHeader
    let key: SecretKey?
    /// Others write to the segment: only what was durable when it was opened is judged.
    let isGrowing: Bool
    private let contents: ByteBuffer
    private let dataStart: Int
    private let end: Int
    private let found = Monitor<Finding?>(nil)

    /// The result of the thread.
    struct Finding: Sendable {
        var scan: SegmentScan
        /// Where the footer is another than the one that follows from the frames; nil when it is that one, or when
        /// there is none to compare with.
        var footerFault: UInt64?
    }

    /// Reads the file.
    init(_ known: Segment, of source: RecordSource, isGrowing: (Segment) -> Bool) throws(JournalError) {
        let pass = try source.open(known)
        segment = pass.segment
        runs = pass.runs
        self.isGrowing = isGrowing(pass.segment)
        contents = try SegmentLoad.contents(of: segment.number, in: pass.file)
        // Beside a running writer only what is durable can be judged.
        end = self.isGrowing ? Int(segment.dataEnd) : contents.count
        guard end <= contents.count else {
            throw segment.corrupt(at: UInt64(contents.count), .frame(.truncated))
        }
        (header, dataStart) = try SegmentHeader.read(contents.bytes.slice(0..<end), segment: segment.number)
        key = try source.key(of: header)
    }

    var bytes: UnsafeRawBufferPointer { contents.bytes.slice(0..<end) }

    /// Scans on a thread of its own, or here where there can be none.
    func start() {
        do throws(DiskError) {
            try EngineThread.start { self.scan() }
        } catch {
            scan()
        }
    }

    /// Waits for the thread.
    func finding() -> Finding { found.waiting { $0 } }

    private func scan() {
        var scan = SegmentScan(
            bytes, header, under: key, dataStart: dataStart, isHashing: true, isIndexing: segment.isSealed)
        let footer = scan.takeFooter()
        var finding = Finding(scan: scan)
        if segment.isSealed, scan.fault == nil, scan.openCommit == 0, let footer {
            finding.footerFault = footerFault(scan, footer)
        }
        found.withLock { $0 = finding }
        found.signal()
    }

    private func footerFault(_ scan: SegmentScan, _ footer: FooterBuilder) -> UInt64? {
        let found = bytes.suffix(from: scan.end)
        var expected = ByteBuffer(capacity: found.count)
        _ = footer.append(to: &expected, scan.header, dataEnd: UInt64(scan.end), chain: scan.chain)
        guard !found.elementsEqual(expected.bytes) else { return nil }
        let same = zip(found, expected.bytes).prefix { $0 == $1 }.count
        return UInt64(scan.end + same)
    }
}

/// The segments of a journal in order, some of them being examined ahead, one for each core and one to read meanwhile.
struct ExaminationsAhead {
    private let source: RecordSource
    private let segments: [Segment]
    private let isGrowing: (Segment) -> Bool
    private var next = 0
    private var waiting: [Result<SegmentExamination, JournalError>] = []

    private static let countMax = min(9, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1)
    /// No more is read ahead while so much is in memory: a single segment may have a gigabyte.
    private static let byteCountMax = 256 << 20

    init(_ source: RecordSource, _ segments: [Segment], isGrowing: @escaping (Segment) -> Bool) {
        self.source = source
        self.segments = segments
        self.isGrowing = isGrowing
    }

    /// The next segment of the journal.
    ///
    /// - Throws: why it could not be read. The one after it is next all the same.
    mutating func take() throws(JournalError) -> SegmentExamination {
        while next < segments.count, waiting.isEmpty || waiting.count < Self.countMax && byteCount < Self.byteCountMax {
            let known = segments[next]
            next += 1
            let examination = Result { () throws(JournalError) in
                try SegmentExamination(known, of: source, isGrowing: isGrowing)
            }
            if case .success(let examination) = examination { examination.start() }
            waiting.append(examination)
        }
        return try waiting.removeFirst().get()
    }

    private var byteCount: Int {
        waiting.reduce(0) { sum, examination in
            if case .success(let examination) = examination { sum + examination.bytes.count } else { sum }
        }
    }
}
