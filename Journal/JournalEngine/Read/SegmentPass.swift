/// Reads the runs of one segment, one after the other, into buffers that are used again and again.
struct SegmentPass: ~Copyable {
    let segment: Segment
    let file: any DiskFile
    let runs: [Run]
    /// Nil when the segment is not encrypted.
    private let key: SecretKey?
    // Small until something is read: what is answered from memory needs neither.
    private var raw = ByteBuffer(capacity: 16)
    private var scratch = ByteBuffer(capacity: 16)

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

    /// Where the last frame of a run ends.
    func end(ofRun index: Int) -> UInt64 { index + 1 < runs.count ? runs[index + 1].offset : segment.dataEnd }

    /// Calls `body` with each frame of a run in order, checked and in its place.
    ///
    /// - Parameter body: gets a reader of the frame's entries; what it leaves unread is skipped.
    mutating func forEachFrame(ofRun index: Int, _ body: (inout EntryReader, UInt64) throws -> Visit) throws -> Visit {
        let start = runs[index].offset
        let end = end(ofRun: index)
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

    /// Reads a whole run and checks it, and takes the records of `entities` from it.
    mutating func decoded(run index: Int, of entities: Set<ID16>) throws -> DecodedRun {
        var gathered = DecodedRun.Gathered()
        var contents = ByteBuffer(capacity: 16)
        let asked = Array(entities)
        _ = try forEachFrame(ofRun: index) { reader, _ in
            try gathered.add(&reader, of: asked, copyingInto: &contents)
            return .next
        }
        return DecodedRun(
            gathered, of: entities, in: contents, generation: segment.header.generation, end: end(ofRun: index))
    }

    /// Reads a whole run and checks it; nil where a run of a sealed segment is more than one frame, as ours never is.
    mutating func decoded(run index: Int) throws -> DecodedRun? {
        var gathered = DecodedRun.Gathered()
        gathered.places.reserveCapacity(Int(clamping: last(ofRun: index) - runs[index].first + 1))
        // A run of a sealed segment is one frame, and need not be copied from where it was unpacked.
        let isOneFrame = segment.isSealed
        var contents = ByteBuffer(capacity: 16)
        var unpacked: UnsafeRawPointer?
        _ = try forEachFrame(ofRun: index) { reader, _ in
            let start = contents.count
            unpacked = reader.content.baseAddress
            if !isOneFrame { contents.append(reader.content) }
            try gathered.add(&reader, at: start)
            return .next
        }
        if isOneFrame, let unpacked {
            guard gathered.frames.count == 1 else { return nil }
            let isStored = unpacked >= UnsafeRawPointer(raw.base) && unpacked < raw.base + raw.capacity
            gathered.frames[0].start = unpacked - UnsafeRawPointer(isStored ? raw.base : scratch.base)
            if isStored { swap(&raw, &contents) } else { swap(&scratch, &contents) }
        }
        return DecodedRun(
            gathered, of: nil, in: contents, generation: segment.header.generation, end: end(ofRun: index))
    }

    private struct OpenCommit {
        let first: UInt64
    }
}
