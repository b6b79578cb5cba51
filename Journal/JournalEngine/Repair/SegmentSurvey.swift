import LZ4

/// Walks a segment file as it lies there and says of every byte what it is: sound, sound but for one bit, or damaged.
///
/// Trusts nothing but checksums and places, so it also reads on behind damage: from the next sound piece of the same
/// segment. Where one flipped bit explains damage, that bit is turned back in the bytes given, and only there.
///
/// It can be wrong in one case: bytes inside a damaged frame that look like a sound frame of this very segment with a later
/// record are taken for one. The places where such bytes would lie are in `doubtful`.
struct SegmentSurvey: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    /// As the header says; by the frames when the header is damaged.
    private(set) var identity: SegmentIdentity?
    private(set) var pieces: [SurveyPiece] = []
    /// The places of damaged frames by the lengths that they declare, which may be damaged themselves.
    private(set) var doubtful: [Range<Int>] = []
    /// True if the hash chain agrees with the bits turned back; nil where it cannot be followed, or none was.
    private(set) var chainAgrees: Bool?
    /// The last record that was read.
    private var last: UInt64 = 0
    /// True if `last` is all there is before the place looked at.
    private var isGapless = true
    private var scratch = ByteBuffer(capacity: 64 << 10)
    private let explainsBits: Bool
    private let keyring: Keyring?
    /// The key of the segment; nil when it is not encrypted, or when the keyring does not have it.
    private var key: SecretKey?

    /// - Parameters:
    ///   - bytes: a whole segment file. Explained bits are turned back in it.
    ///   - keyring: the keys of the journal. Without them encrypted frames are checked but not opened.
    init(_ bytes: UnsafeMutableRawBufferPointer, keyring: Keyring?) {
        self.init(bytes, keyring: keyring, explainsBits: true)
        let flips = pieces.compactMap(\.flip)
        guard !flips.isEmpty else { return }
        chainAgrees = isChainRight()
        guard chainAgrees == false else { return }
        // Each of the bits made its frame whole, and yet one of them was not what was written: none is believed.
        for flip in flips { bytes.turn(bit: flip.number) }
        self = SegmentSurvey(bytes, keyring: keyring, explainsBits: false)
        chainAgrees = false
    }

    private init(_ bytes: UnsafeMutableRawBufferPointer, keyring: Keyring?, explainsBits: Bool) {
        self.bytes = bytes
        self.keyring = keyring
        self.explainsBits = explainsBits
        readHeader()
        if identity == nil { identity = identityByFrames() }
        if let identity { last = identity.first - 1 }
        walk()
        explainFooter()
    }

    private var raw: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes) }

    private var position: Int { pieces.last?.extent.upperBound ?? 0 }

    // MARK: The walk

    private mutating func walk() {
        while position < bytes.count {
            let at = position
            if let piece = piece(at: at), isInPlace(piece) {
                take(piece)
            } else if explainsBits, let piece = explained(at) {
                take(piece)
            } else {
                if let end = frameEnd(at), end > at { doubtful.append(at..<end) }
                take(SurveyPiece(.damage(fault(at)), at..<resumption(after: at)))
            }
        }
    }

    /// Returns whether a footer seems to stand here: its damage is found by comparing, which is quicker than searching.
    private func isFooter(_ at: Int) -> Bool {
        guard let identity, identity.generation > 0, isGapless, at + 4 <= bytes.count else { return false }
        return raw.fixed(UInt32.self, at: at) == FrameMagic.footer
    }

    private mutating func take(_ piece: SurveyPiece) {
        pieces.append(piece)
        // What may be content of a damaged frame does not make what stands behind that a stranger.
        if piece.place != nil, isDoubtful(piece) { return }
        switch piece.content {
        case .damage: isGapless = false
        case .data(let frame):
            last = frame.last
            isGapless = true
        case .locked(let place):
            // It holds one record at least; how many, the next frame says.
            last = max(last, place.first)
            isGapless = false
        default: return
        }
    }

    /// Returns true for a piece that stands where a damaged frame stood, by the length that the frame declares.
    func isDoubtful(_ piece: SurveyPiece) -> Bool {
        !piece.content.isDamage && doubtful.contains { $0.contains(piece.extent.lowerBound) }
    }

    /// Where the next piece of this segment begins, sound or explained by one bit; the end when there is none.
    private mutating func resumption(after at: Int) -> Int {
        let measured = frameEnd(at)
        var next = at + 1
        while next < bytes.count {
            defer { next += 1 }
            guard next + 4 <= bytes.count else { break }
            let word = raw.fixed(UInt32.self, at: next)
            if word == FrameShape.magic || word & 0xFFFF_FFF0 == FrameMagic.header,
                let piece = piece(at: next), isInPlace(piece, isAfterDamage: true)
            {
                return next
            }
            // The frame's own lengths may be right: then what stands behind it may be explained in its turn.
            if next == measured, explainsBits, explained(next, isAfterDamage: true, keeps: false) != nil { return next }
        }
        return bytes.count
    }

    /// The end of a damaged frame by its own lengths.
    private func frameEnd(_ at: Int) -> Int? {
        let rest = raw.suffix(from: at)
        if let measured = try? FrameDecoder.measure(rest, contentByteCountMax: JournalLimits.frameContentByteCountMax) {
            return at + measured.frameByteCount
        }
        guard rest.count >= 8, rest.fixed(UInt32.self, at: 0) & 0xFFFF_FFF0 == FrameMagic.header else { return nil }
        return at + 8 + Int(rest.fixed(UInt32.self, at: 4))
    }

    private mutating func fault(_ at: Int) -> Corruption {
        if let piece = piece(at: at) { return piece.place != nil ? .place : .padding }
        do throws(Corruption) {
            let frame = try DataFrame.read(raw.suffix(from: at), under: key, scratch: &scratch)
            var reader = try EntryReader(frame.entries, frame.place)
            try reader.skipRest()
            return .entry
        } catch {
            return at == 0 ? .header : error
        }
    }

    /// The piece at `at` with the one bit turned back that makes it sound and right in its place.
    private mutating func explained(_ at: Int, isAfterDamage: Bool = false, keeps: Bool = true) -> SurveyPiece? {
        var found: [SurveyPiece] = []
        let flips = SingleBit.explanations(in: bytes, at: at, onlyMagic: isFooter(at)) {
            guard let piece = piece(at: at), isInPlace(piece, isAfterDamage: isAfterDamage) else { return false }
            found.append(piece)
            return true
        }
        guard flips.count == 1, var piece = found.first else { return nil }
        if keeps { bytes.turn(bit: flips[0].number) }
        piece.flip = flips[0]
        return piece
    }

    // MARK: Who this is

    private mutating func readHeader() {
        if let (header, size) = SegmentHeader.survey(raw) {
            identify(header)
            return pieces.append(SurveyPiece(.header(header), 0..<size))
        }
        guard explainsBits else { return }
        var found: (header: SegmentHeader, size: Int)?
        let flips = SingleBit.explanations(in: bytes, at: 0) {
            guard let read = SegmentHeader.survey(raw) else { return false }
            found = (read.header, read.byteCount)
            return true
        }
        guard flips.count == 1, let found else { return }
        bytes.turn(bit: flips[0].number)
        identify(found.header)
        pieces.append(SurveyPiece(.header(found.header), 0..<found.size, flips[0]))
    }

    private mutating func identify(_ header: SegmentHeader) {
        identity = SegmentIdentity(header)
        // A key that is not there leaves the frames locked, which the report says.
        if let id = header.keyID, let keyring { key = try? keyring.key(id) }
    }

    /// The identity that most bytes of sound frames name, when the header is damaged: bytes that somebody wrote into a record,
    /// and that a damaged frame shows, are fewer than the segment's.
    private mutating func identityByFrames() -> SegmentIdentity? {
        var found: [(identity: SegmentIdentity, byteCount: Int)] = []
        var at = 0
        while at + 4 <= bytes.count {
            let word = raw.fixed(UInt32.self, at: at)
            guard word == FrameShape.magic || word == FrameMagic.encrypted, let piece = piece(at: at),
                let place = piece.place
            else {
                at += 1
                continue
            }
            if let index = found.firstIndex(where: { $0.identity.holds(place) }) {
                found[index].byteCount += piece.extent.count
            } else {
                found.append((SegmentIdentity(place), piece.extent.count))
            }
            at = piece.extent.upperBound
        }
        return found.max { $0.byteCount < $1.byteCount }?.identity
    }

    // MARK: Reading one piece

    private mutating func piece(at: Int) -> SurveyPiece? {
        SurveyPiece.read(raw, at: at, under: key, scratch: &scratch)
    }

    /// Returns whether a sound piece belongs here and not elsewhere.
    private func isInPlace(_ piece: SurveyPiece, isAfterDamage: Bool = false) -> Bool {
        guard let identity else { return false }
        let isExact = isGapless && !isAfterDamage
        switch piece.content {
        case .header: return piece.extent.lowerBound == 0
        case .data(let frame): return isInPlace(frame.place, identity, isExact: isExact)
        case .locked(let place): return isInPlace(place, identity, isExact: isExact)
        case .mark(let mark):
            return identity.generation == 0 && identity.holds(mark) && (isExact ? mark.last == last : mark.last >= last)
        case .padding: return identity.generation == 0
        case .footer(let part): return identity.generation > 0 && part.belongs(to: identity)
        case .damage: return false
        }
    }

    private func isInPlace(_ place: FrameAddress, _ identity: SegmentIdentity, isExact: Bool) -> Bool {
        identity.holds(place) && place.groupFirst <= place.first
            && (isExact ? place.first == last + 1 : place.first > last)
    }

    // MARK: What follows from the rest

    /// The footer follows from the frames: when these are whole, it is compared and not searched.
    private mutating func explainFooter() {
        guard explainsBits, let header = pieces.first?.header, header.generation > 0,
            let first = pieces.firstIndex(where: { $0.content.isFooterOrDamage }), first > 0,
            pieces[first...].contains(where: { $0.content.isDamage }),
            let flip = footerFlip(header, from: pieces[first].extent.lowerBound)
        else { return }
        bytes.turn(bit: flip.number)
        let start = pieces[first].extent.lowerBound
        pieces.removeSubrange(first...)
        while position < bytes.count {
            guard var piece = piece(at: position) else { break }
            if piece.extent.contains(Int(flip.byteOffset)) { piece.flip = flip }
            pieces.append(piece)
        }
        if position < bytes.count || position < start {
            pieces.append(SurveyPiece(.damage(.footer), position..<bytes.count))
        }
    }

    private func footerFlip(_ header: SegmentHeader, from start: Int) -> BitFlip? {
        guard (header.keyID == nil) == (key == nil) else { return nil }
        var scan = SegmentScan(
            raw, header, under: key, dataStart: pieces[0].extent.upperBound, isHashing: true, isIndexing: true)
        guard scan.end == start, scan.openCommit == 0, let builder = scan.takeFooter() else { return nil }
        var expected = ByteBuffer(capacity: bytes.count - start)
        _ = builder.append(to: &expected, header, dataEnd: UInt64(start), chain: scan.chain)
        guard expected.count == bytes.count - start else { return nil }
        let differing = (start..<bytes.count).filter { bytes[$0] != expected.bytes[$0 - start] }
        guard differing.count == 1 else { return nil }
        let difference = bytes[differing[0]] ^ expected.bytes[differing[0] - start]
        guard difference.nonzeroBitCount == 1 else { return nil }
        return BitFlip(number: differing[0] * 8 + difference.trailingZeroBitCount)
    }

    /// Returns whether the chain through all frames leads to what the mark or the trailer says.
    private func isChainRight() -> Bool? {
        guard let header = pieces.first?.header, !pieces.contains(where: { $0.content.isDamage }),
            (header.keyID == nil) == (key == nil)
        else { return nil }
        let scan = SegmentScan(raw, header, under: key, dataStart: pieces[0].extent.upperBound, isHashing: true)
        for piece in pieces {
            switch piece.content {
            case .mark(let mark): return scan.chain == mark.chain
            case .footer(.trailer(let trailer)): return scan.chain == trailer.chain
            default: continue
            }
        }
        return nil
    }
}
