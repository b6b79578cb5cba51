import LZ4

/// Walks a whole segment file frame by frame and says how far it is sound, and what comes after.
/// - Complexity: O(bytes).
struct SegmentScan {
    let header: SegmentHeader
    /// Where the next commit would begin: after the last sound data frame.
    private(set) var end: Int
    /// The last record of the last whole frame.
    private(set) var last: UInt64
    private(set) var time: Int64
    /// The chain after `last`; only when hashing was asked for, or a mark says so.
    private(set) var chain: ChainHash
    /// The chain after the record that was asked for; only when hashing was asked for, and where a frame ends with it.
    private(set) var chainNoted: ChainHash?
    private(set) var runs: [Run] = []
    private(set) var commitCount: UInt64 = 0
    /// Something was redacted, or a record of the engine passed; only when hashing was asked for.
    private(set) var concernsRedaction = false
    /// Records that the last commit still lacks; for sealed segments only.
    private(set) var openCommit: UInt64 = 0
    /// The frames of the last group: what may not have reached the disk although it can be read.
    private(set) var lastGroup: Range<Int>
    private var groupFirst: UInt64 = 0
    /// A sound mark right after the last frame.
    private(set) var mark: CloseMarker?
    /// Where each piece of pre-written room after the last frame ends.
    private(set) var boundaries: [UInt64] = []
    /// Why what stands at `end` is neither a frame, nor a mark, nor empty room; nil when all is well.
    private(set) var fault: Corruption?
    /// The expected footer of the segment, from its frames; only when that was asked for.
    private var footer: FooterBuilder?

    /// - Parameters:
    ///   - key: the key of the segment; nil when it is not encrypted.
    ///   - isHashing: the chain is computed.
    ///   - isIndexing: what the footer says of a sealed segment is gathered, for `takeFooter`.
    ///   - noted: a record after which the chain is wanted.
    init(
        _ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader, under key: SecretKey?, dataStart: Int,
        isHashing: Bool, isIndexing: Bool = false, noting noted: UInt64? = nil
    ) {
        self.header = header
        footer = isIndexing ? FooterBuilder(header) : nil
        end = dataStart
        last = header.first - 1
        time = header.timeBefore
        chain = header.chainBefore
        lastGroup = dataStart..<dataStart
        scanFrames(bytes, under: key, isHashing: isHashing, noting: noted)
        if header.generation == 0, fault == nil { scanTail(bytes, isHashing: isHashing) }
    }

    /// Takes the expected footer, once; it is meaningful only where there is no `fault`.
    mutating func takeFooter() -> FooterBuilder? { footer.take() }

    private mutating func scanFrames(
        _ bytes: UnsafeRawBufferPointer, under key: SecretKey?, isHashing: Bool, noting noted: UInt64?
    ) {
        var scratch = ByteBuffer(capacity: 64 << 10)
        var walk = ChainWalk(from: header.chainBefore)
        while end + 4 <= bytes.count {
            // Skippable frames are no commits but for encrypted ones: the tail, or the footer.
            let magic = bytes.fixed(UInt32.self, at: end)
            if magic & 0xFFFF_FFF0 == FrameMagic.header, magic != FrameMagic.encrypted { break }
            do throws(Corruption) {
                let frame = try DataFrame.read(bytes.suffix(from: end), under: key, scratch: &scratch)
                guard frame.belongs(to: header, first: last + 1) else { throw .place }
                try scan(frame, &walk, isHashing: isHashing)
                if isHashing, last == noted { chainNoted = walk.hash }
            } catch {
                fault = error
                break
            }
        }
        if isHashing { chain = walk.hash }
        concernsRedaction = walk.concernsRedaction
    }

    private mutating func scan(
        _ frame: DataFrame, _ walk: inout ChainWalk, isHashing: Bool
    ) throws(Corruption) {
        var reader = try EntryReader(frame.entries, frame.place)
        var commits: UInt64 = 0
        var firstTime: Int64?
        var stretch = RecordStretch()
        guard (frame.place.continues > 0) == (openCommit > 0) else { throw .place }
        while true {
            let step = try reader.next()
            if case .end = step { break }
            if case .commit(let proof) = step {
                if firstTime == nil { firstTime = reader.header.time }
                if case .repeated = proof {} else { commits += 1 }
            }
            if isHashing { stretch.add(step, reader, to: &walk) }
            if footer != nil { index(step, reader.header, isFirst: reader.header.sequence == frame.place.first) }
        }
        stretch.end(of: &walk)
        guard reader.nextSequence > last + 1 else { throw .entry }
        if header.generation == 0 {
            guard commits == 1, reader.remaining == 0 else { throw .entry }
        }
        addRun(Run(offset: UInt64(end), first: last + 1, time: firstTime ?? reader.header.time))
        if frame.place.groupFirst != groupFirst || lastGroup.isEmpty {
            groupFirst = frame.place.groupFirst
            lastGroup = end..<end
        }
        end += frame.byteCount
        lastGroup = lastGroup.lowerBound..<end
        openCommit = reader.remaining
        last = reader.nextSequence - 1
        time = reader.header.time
        commitCount += commits
    }

    private mutating func index(_ step: EntryReader.Step, _ record: borrowing RecordHeader, isFirst: Bool) {
        switch step {
        case .end, .commit(.repeated): break
        case .commit: footer?.addCommit(record)
        case .record:
            if isFirst { footer?.beginRun(at: UInt64(end), record) }
            footer?.addRecord(record)
        }
    }

    private mutating func addRun(_ run: Run) {
        if header.generation == 0, let before = runs.last,
            run.offset - before.offset < UInt64(JournalLimits.runByteCountTarget)
        {
            return
        }
        runs.append(run)
    }

    private mutating func scanTail(_ bytes: UnsafeRawBufferPointer, isHashing: Bool) {
        var at = end
        if let (mark, size) = CloseMarker.read(bytes.suffix(from: at)), belongs(mark), mark.last == last {
            self.mark = mark
            if isHashing, mark.chain != chain {
                fault = .chain
                return
            }
            chain = mark.chain
            at += size
        }
        (boundaries, fault) = Padding.walk(bytes, from: at, framesEnd: end)
    }

    /// The segment as readers may see it: everything that is sound.
    func segment(dataStart: UInt64) -> Segment {
        Segment(
            header: header, dataStart: dataStart, dataEnd: UInt64(end), last: last, lastTime: time,
            chainAfter: chain, trailer: nil, runs: runs)
    }

    private func belongs(_ mark: CloseMarker) -> Bool {
        mark.journal == header.journal && mark.segment == header.segment && mark.generation == header.generation
            && (mark.nextSegment == 0 || mark.nextSegment == header.segment + 1)
    }
}

/// Record entries of one commit in one frame, gathered to be hashed at once.
private struct RecordStretch {
    private var start: UnsafeRawPointer?
    private var end: UnsafeRawPointer?
    private var isAnyOfEngine = false

    @inline(__always)
    mutating func add(_ step: EntryReader.Step, _ reader: borrowing EntryReader, to walk: inout ChainWalk) {
        guard case .record = step, let first = reader.entry.baseAddress else { return walk.add(step, reader) }
        if start == nil { start = first }
        end = first + reader.entry.count
        if reader.header.isOfEngine { isAnyOfEngine = true }
        if reader.remaining == 0 { finish(&walk, isEnd: true) }
    }

    /// The frame ends; its commit may go on in the next one.
    mutating func end(of walk: inout ChainWalk) {
        if start != nil { finish(&walk, isEnd: false) }
    }

    private mutating func finish(_ walk: inout ChainWalk, isEnd: Bool) {
        guard let start, let end else { return }
        let records = UnsafeRawBufferPointer(start: start, count: end - start)
        walk.add(records: records, isEnd: isEnd, isAnyOfEngine: isAnyOfEngine)
        self = RecordStretch()
    }
}

extension SegmentScan {
    /// Looks behind a faulty place for proof that records were acknowledged there: a sound frame of a *later* group,
    /// which is only written once its predecessor was synced, or a mark that counts further.
    ///
    /// - Returns: the last record that must have been there; nil when everything at `end` may be a torn write.
    /// - Format: FORMAT.md §8, "Torn or corrupt".
    func evidenceOfMore(in bytes: UnsafeRawBufferPointer) -> UInt64? {
        var scratch = ByteBuffer(capacity: 4096)
        // A frame whose checksum is right was written whole. If it does not open under the key, that is not a torn write.
        if header.keyID != nil, let place = soundPlace(bytes.suffix(from: end), &scratch),
            place.belongs(to: header, first: last + 1)
        {
            return place.first
        }
        if isCutByEnd(bytes) { return last + 1 }
        var at = end + 1
        let stop = bytes.byteCountWithoutTrailingZeros
        while at < stop, at + 4 <= bytes.count {
            defer { at += 1 }
            switch bytes.fixed(UInt32.self, at: at) {
            case FrameShape.magic, FrameMagic.encrypted:
                guard let place = soundPlace(bytes.suffix(from: at), &scratch), place.journal == header.journal,
                    place.segment == header.segment, place.generation == header.generation,
                    place.groupFirst > last + 1
                else { continue }
                return place.groupFirst - 1
            case FrameMagic.mark:
                guard let (mark, _) = CloseMarker.read(bytes.suffix(from: at)), belongs(mark), mark.last > last else {
                    continue
                }
                return mark.last
            default: continue
            }
        }
        return nil
    }

    /// Returns true when the end of the file cuts the frame at `end`. No crash does that: the room for a group is written and
    /// synced before the group is, so the file holds it, whatever of its bytes arrived. Of a number that arrived in
    /// parts, the rest being zeros, no more is left than it was.
    /// - Format: FORMAT.md §8, "Torn or corrupt".
    func isCutByEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard header.generation == 0, end < bytes.count else { return false }
        let frame = bytes.suffix(from: end)
        let magic = header.keyID == nil ? FrameShape.magic : FrameMagic.encrypted
        if frame.count < 4 {
            // Growing begins with the magic of padding, whose first byte is another one, or with zeros.
            return frame.enumerated().allSatisfy { $1 == UInt8(truncatingIfNeeded: magic >> (8 * UInt32($0))) }
        }
        guard frame.fixed(UInt32.self, at: 0) == magic else { return false }
        if header.keyID != nil { return frame.count < 8 || Int(frame.fixed(UInt32.self, at: 4)) + 8 > frame.count }
        do throws(FrameFault) {
            _ = try FrameDecoder.measure(frame, contentByteCountMax: .max)
            return false
        } catch {
            return error == .truncated
        }
    }

    /// Of an encrypted frame only what stands in clear is looked at: its checksum covers everything.
    private func soundPlace(_ bytes: UnsafeRawBufferPointer, _ scratch: inout ByteBuffer) -> FrameAddress? {
        do throws(Corruption) {
            if EncryptedFrame.isFrame(bytes) { return try EncryptedFrame.read(bytes).place }
            return try DataFrame.read(bytes, scratch: &scratch).place
        } catch {
            return nil
        }
    }
}

/// The unused, pre-written rest of a segment: a skippable frame over zeros.
enum Padding {
    static let headByteCount = 8

    /// The length of the padding that `bytes` begin with, header included; nil when there is none that fits.
    static func byteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= headByteCount, bytes.fixed(UInt32.self, at: 0) == FrameMagic.padding else { return nil }
        let size = Int(bytes.fixed(UInt32.self, at: 4)) + headByteCount
        return size <= bytes.count ? size : nil
    }

    /// Walks the room from `start` to the end of the file: where each piece of it ends, and what is wrong with it.
    static func walk(
        _ bytes: UnsafeRawBufferPointer, from start: Int, framesEnd: Int
    ) -> (boundaries: [UInt64], fault: Corruption?) {
        var boundaries: [UInt64] = []
        var at = start
        while at < bytes.count {
            guard let size = byteCount(bytes.suffix(from: at)) else {
                return (boundaries, bytes.count - at < headByteCount || at == framesEnd ? .frame(.notAFrame) : .padding)
            }
            guard bytes.slice((at + headByteCount)..<(at + size)).isZero else { return (boundaries, .padding) }
            at += size
            boundaries.append(UInt64(at))
        }
        return (boundaries, nil)
    }

    static func append(byteCount: UInt64, to buffer: inout ByteBuffer) {
        buffer.append(fixed: FrameMagic.padding)
        buffer.append(fixed: UInt32(byteCount - UInt64(headByteCount)))
    }
}
