/// Reads the runs of one segment, one after the other, into buffers that are used again and again.
struct SegmentPass: ~Copyable {
    let segment: Segment
    let file: any DiskFile
    let runs: [Run]
    /// Nil when the segment is not encrypted.
    private let key: SecretKey?
    private var raw = ByteBuffer(capacity: 256 << 10)
    private var scratch = ByteBuffer(capacity: 256 << 10)

    init(_ segment: Segment, _ file: any DiskFile, under key: SecretKey?, runs: [Run]) {
        self.segment = segment
        self.file = file
        self.key = key
        self.runs = runs
    }

    /// The run that holds `sequence`, or the first or last one when it lies outside.
    func run(holding sequence: UInt64) -> Int {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].first <= sequence { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    func last(ofRun index: Int) -> UInt64 {
        index + 1 < runs.count ? runs[index + 1].first - 1 : segment.last
    }

    /// Calls `body` with each frame of a run in order, checked and in its place.
    ///
    /// - Parameter body: gets a reader of the frame's entries; what it leaves unread is skipped.
    mutating func forEachFrame(ofRun index: Int, _ body: (inout EntryReader, UInt64) throws -> Visit) throws -> Visit {
        let start = runs[index].offset
        let end = index + 1 < runs.count ? runs[index + 1].offset : segment.dataEnd
        guard start < end else { throw segment.corrupt(at: start, .footer) }
        try raw.load(start..<end, from: file, of: segment)
        var expected = runs[index].first
        var open: OpenCommit?
        var at = 0
        while at < raw.count {
            do {
                let frame = try DataFrame.read(raw.bytes.suffix(from: at), under: key, scratch: &scratch)
                guard frame.belongs(to: segment.header, first: expected) else { throw Corruption.place }
                var reader = try EntryReader(frame.entries, frame.place)
                guard open.map({ $0.first == frame.place.continues }) ?? (at == 0 || frame.place.continues == 0) else {
                    throw Corruption.place
                }
                if try body(&reader, start + UInt64(at)) == .stop { return .stop }
                try reader.skipRest()
                expected = reader.nextSequence
                open = reader.remaining > 0 ? OpenCommit(first: reader.header.commitFirst) : nil
                guard open == nil || segment.isSealed else { throw Corruption.entry }
                at += frame.byteCount
            } catch let error as Corruption {
                let affected = expected...max(expected, last(ofRun: index))
                throw segment.corrupt(at: start + UInt64(at), error, sequences: affected)
            }
        }
        guard expected == last(ofRun: index) + 1 else {
            let affected = min(expected, last(ofRun: index) + 1)...max(expected, last(ofRun: index))
            throw segment.corrupt(at: end, .missingRecords, sequences: affected)
        }
        return .next
    }

    /// Calls `body` with one frame of the run that `forEachFrame` went through last.
    mutating func withFrame(
        at offset: UInt64, ofRun index: Int, _ body: (inout EntryReader) throws -> Visit
    ) throws -> Visit {
        do {
            let at = Int(offset - runs[index].offset)
            let frame = try DataFrame.read(raw.bytes.suffix(from: at), under: key, scratch: &scratch)
            var reader = try EntryReader(frame.entries, frame.place)
            return try body(&reader)
        } catch let error as Corruption {
            throw segment.corrupt(at: offset, error, sequences: runs[index].first...last(ofRun: index))
        }
    }

    private struct OpenCommit {
        let first: UInt64
    }
}
