import LZ4

/// A stretch of a segment file, and what it is.
struct SurveyPiece {
    let content: Content
    let extent: Range<Int>
    /// The bit with which it is sound; nil when it is sound as it is, or damaged.
    var flip: BitFlip?

    enum Content {
        case header(SegmentHeader)
        case data(SurveyedFrame)
        /// An encrypted frame whose key is not at hand: sound, but what it holds is not known.
        case locked(FrameAddress)
        case mark(CloseMarker)
        case padding
        case footer(SurveyedFooter)
        case damage(Corruption)

        var isDamage: Bool {
            if case .damage = self { true } else { false }
        }

        var isFooterOrDamage: Bool {
            if case .footer = self { true } else { isDamage }
        }
    }

    init(_ content: Content, _ extent: Range<Int>, _ flip: BitFlip? = nil) {
        self.content = content
        self.extent = extent
        self.flip = flip
    }

    var header: SegmentHeader? {
        if case .header(let header) = content { header } else { nil }
    }

    var frame: SurveyedFrame? {
        if case .data(let frame) = content { frame } else { nil }
    }

    /// Of a data frame, opened or not.
    var place: FrameAddress? {
        if case .locked(let place) = content { place } else { frame?.place }
    }
}

/// A data frame that passes all its checks.
struct SurveyedFrame {
    let place: FrameAddress
    let last: UInt64
    /// Commits that begin in it.
    let commitCount: Int
    /// The last record of the last commit; greater than `last` when the commit goes on in the next frame.
    let commitLast: UInt64
    let firstTime: Int64
    let lastTime: Int64
    let contentByteCount: Int
    /// The records that notes of redactions in it name.
    let redacts: [ClosedRange<UInt64>]

    var sequences: ClosedRange<UInt64> { place.first...last }
}

/// A part of a footer, with what a reader of an inspection wants to know.
enum SurveyedFooter {
    case runs(count: UInt32)
    case bloom(bitCount: Int)
    case entities(count: UInt32)
    case trailer(Trailer)

    func belongs(to identity: SegmentIdentity) -> Bool {
        guard case .trailer(let trailer) = self else { return true }
        return trailer.journal == identity.journal && trailer.segment == identity.segment
            && trailer.generation == identity.generation
    }
}

/// The journal and the segment that a file belongs to.
struct SegmentIdentity: Equatable {
    let journal: ID16
    let segment: UInt64
    let generation: UInt32
    /// The first record, as far as known.
    let first: UInt64

    init(_ header: SegmentHeader) {
        journal = header.journal
        segment = header.segment
        generation = header.generation
        first = header.first
    }

    init(_ place: FrameAddress) {
        journal = place.journal
        segment = place.segment
        generation = place.generation
        first = place.first
    }

    func holds(_ place: FrameAddress) -> Bool {
        place.journal == journal && place.segment == segment && place.generation == generation
    }

    func holds(_ mark: CloseMarker) -> Bool {
        mark.journal == journal && mark.segment == segment && mark.generation == generation
            && (mark.nextSegment == 0 || mark.nextSegment == segment + 1)
    }
}

extension SurveyPiece {
    /// The piece that stands at `at` and is sound in itself; nil when there is none.
    ///
    /// - Parameter key: of the segment that is read; nil without one, or when it is not encrypted.
    static func read(
        _ bytes: UnsafeRawBufferPointer, at: Int, under key: SecretKey?, scratch: inout ByteBuffer
    ) -> SurveyPiece? {
        let rest = bytes.suffix(from: at)
        guard rest.count >= 8 else { return nil }
        switch rest.fixed(UInt32.self, at: 0) {
        case FrameMagic.header:
            guard let (header, size) = SegmentHeader.survey(rest) else { return nil }
            return SurveyPiece(.header(header), at..<(at + size))
        case FrameShape.magic:
            guard let (frame, size) = SurveyedFrame.read(rest, under: nil, scratch: &scratch) else { return nil }
            return SurveyPiece(.data(frame), at..<(at + size))
        case FrameMagic.encrypted:
            if let key, let (frame, size) = SurveyedFrame.read(rest, under: key, scratch: &scratch) {
                return SurveyPiece(.data(frame), at..<(at + size))
            }
            guard key == nil, let frame = try? EncryptedFrame.read(rest) else { return nil }
            return SurveyPiece(.locked(frame.place), at..<(at + frame.byteCount))
        case FrameMagic.mark:
            guard let (mark, size) = CloseMarker.read(rest) else { return nil }
            return SurveyPiece(.mark(mark), at..<(at + size))
        case FrameMagic.padding:
            guard let size = Padding.byteCount(rest), rest.slice(Padding.headByteCount..<size).isZero,
                size == rest.count || Padding.mayBegin(rest.suffix(from: size))
            else { return nil }
            return SurveyPiece(.padding, at..<(at + size))
        case FrameMagic.footer:
            guard let (part, size) = SurveyedFooter.read(rest, at: at) else { return nil }
            return SurveyPiece(.footer(part), at..<(at + size))
        default: return nil
        }
    }
}

extension SurveyedFrame {
    fileprivate static func read(
        _ bytes: UnsafeRawBufferPointer, under key: SecretKey?, scratch: inout ByteBuffer
    ) -> (frame: SurveyedFrame, byteCount: Int)? {
        do throws(Corruption) {
            let frame = try DataFrame.read(bytes, under: key, scratch: &scratch)
            var reader = try EntryReader(frame.entries, frame.place)
            var commits = 0
            var firstTime: Int64?
            var redacts: [ClosedRange<UInt64>] = []
            loop: while true {
                switch try reader.next() {
                case .end: break loop
                case .commit(let proof):
                    if case .repeated = proof {} else { commits += 1 }
                    if firstTime == nil { firstTime = reader.header.time }
                case .record(let payload):
                    if reader.header.isOfEngine, case .redaction(let note) = EngineRecord(reading: payload) {
                        redacts += note.ranges
                    }
                }
            }
            guard reader.nextSequence > frame.place.first else { return nil }
            if frame.place.generation == 0 {
                guard commits == 1, reader.remaining == 0 else { return nil }
            }
            let surveyed = SurveyedFrame(
                place: frame.place, last: reader.nextSequence - 1, commitCount: commits,
                commitLast: reader.nextSequence - 1 + reader.remaining, firstTime: firstTime ?? reader.header.time,
                lastTime: reader.header.time, contentByteCount: frame.entries.count,
                redacts: redacts)
            return (surveyed, frame.byteCount)
        } catch {
            return nil
        }
    }
}

extension SurveyedFooter {
    fileprivate static func read(
        _ bytes: UnsafeRawBufferPointer, at: Int
    ) -> (part: SurveyedFooter, byteCount: Int)? {
        guard
            let (message, size) = CheckedFrame.read(
                FrameMagic.footer, bytes, messageByteCountMax: JournalLimits.segmentByteCountMax), message.count >= 8
        else { return nil }
        let count = message.fixed(UInt32.self, at: 4)
        switch FooterPart(rawValue: message.fixed(UInt32.self, at: 0)) {
        case .runs: return (.runs(count: count), size)
        case .bloom: return (.bloom(bitCount: (message.count - 8) * 8), size)
        case .entities: return (.entities(count: count), size)
        case .trailer:
            guard let trailer = Trailer.read(bytes.slice(0..<size), fileByteCount: UInt64(at + size)) else {
                return nil
            }
            return (.trailer(trailer), size)
        case nil: return nil
        }
    }
}

extension Padding {
    /// Returns whether a padding begins here, sound or with a flipped bit: it reaches to the end of the file or to the next
    /// one, and a shorter one has a damaged size.
    fileprivate static func mayBegin(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= headByteCount && (bytes.fixed(UInt32.self, at: 0) ^ FrameMagic.padding).nonzeroBitCount <= 1
    }
}

extension SegmentHeader {
    /// The header that `bytes` begin with, whatever segment it is of; nil when there is no sound one that we know.
    static func survey(_ bytes: UnsafeRawBufferPointer) -> (header: SegmentHeader, byteCount: Int)? {
        guard
            let (message, _) = CheckedFrame.read(
                FrameMagic.header, bytes, messageByteCountMax: JournalLimits.markByteCountMax)
        else { return nil }
        do {
            var reader = MessageReader(message)
            var number: UInt64?
            while number == nil, let (field, value) = try reader.next() {
                if field == 3 { number = try value.number() }
            }
            guard let number else { return nil }
            return try read(bytes, segment: number)
        } catch {
            return nil
        }
    }
}
