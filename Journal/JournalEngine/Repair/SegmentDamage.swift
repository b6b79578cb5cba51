import LZ4

/// The findings about one damaged stretch of a segment file.
struct SegmentDamage: Equatable {
    let extent: Range<Int>
    let fault: Corruption
    /// The piece that should have stood there.
    let expected: String
    /// Descriptions that fit the bytes; several may be true.
    let looks: [String]
    /// The records that cannot be read; the upper bound is `.max` where nobody says how many there were.
    let sequences: ClosedRange<UInt64>?
    /// The entities of those records: by the entity index, or by the part of the bytes that is still legible.
    let entities: [ID16]
    /// The entities are those of a checked index; otherwise they stand in damaged bytes and may be wrong.
    let areEntitiesCertain: Bool
    /// Nothing behind it proves that it was ever acknowledged.
    let isTorn: Bool
    /// The times of the commits around the gap, where there are some.
    let timeBefore: Int64?
    let timeAfter: Int64?
}

extension SegmentSurvey {
    /// The damaged stretches of a file, without those that a single bit explains.
    ///
    /// - Parameters:
    ///   - bytes: the file that was surveyed.
    ///   - nextFirst: the first record of the next segment, where there is one: everything before it was acknowledged.
    func damages(in bytes: UnsafeRawBufferPointer, nextFirst: UInt64?) -> [SegmentDamage] {
        let forensics = DamageForensics(bytes, pieces, identity, nextFirst: nextFirst)
        return pieces.indices.compactMap { index in
            guard case .damage(let fault) = pieces[index].content else { return nil }
            return forensics.explain(index, fault)
        }
    }
}

/// Looks at damaged bytes and their neighbourhood.
private struct DamageForensics {
    private let bytes: UnsafeRawBufferPointer
    private let pieces: [SurveyPiece]
    private let identity: SegmentIdentity?
    private let nextFirst: UInt64?
    /// Rows of the frame table, when it is sound.
    private let runs: [(offset: Int, first: UInt64)]

    init(
        _ bytes: UnsafeRawBufferPointer, _ pieces: [SurveyPiece], _ identity: SegmentIdentity?, nextFirst: UInt64?
    ) {
        self.bytes = bytes
        self.pieces = pieces
        self.identity = identity
        self.nextFirst = nextFirst
        runs = Self.runs(bytes, pieces)
    }

    func explain(_ index: Int, _ fault: Corruption) -> SegmentDamage {
        let extent = pieces[index].extent
        let before = pieces[..<index].reversed().lazy.compactMap(\.frame).first
        let after = pieces[(index + 1)...].lazy.compactMap(\.frame).first
        let afterFirst = pieces[(index + 1)...].lazy.compactMap(\.place).first?.first
        let first = lastKnown(before: index) + 1
        let isOfData = !isBehindAllData(index)
        let end = afterFirst.map { $0 - 1 } ?? proven(behind: index)
        var sequences: ClosedRange<UInt64>?
        if isOfData, let end { if end >= first { sequences = first...end } }
        let isTorn = isOfData && index > 0 && identity?.generation == 0 && !isAcknowledged(first, behind: index)
        if isOfData, identity != nil, !isTorn, end == nil { sequences = first...(.max) }
        let named = entities(extent)
        return SegmentDamage(
            extent: extent, fault: fault, expected: expectation(index, first, isOfData: isOfData),
            looks: looks(extent), sequences: sequences, entities: named.entities,
            areEntitiesCertain: named.areCertain, isTorn: isTorn, timeBefore: before?.lastTime ?? timeBefore,
            timeAfter: after?.firstTime)
    }

    /// The time of the last commit of the segment before.
    private var timeBefore: Int64? {
        guard let header = pieces.first?.header, header.first > 1 else { return nil }
        return header.timeBefore
    }

    /// Returns whether something behind the damage was only written after record `first` had been synced.
    private func isAcknowledged(_ first: UInt64, behind index: Int) -> Bool {
        if let nextFirst, nextFirst > first { return true }
        return pieces[(index + 1)...].contains { piece in
            switch piece.content {
            case .data(let frame): frame.place.groupFirst > first
            case .locked(let place): place.groupFirst > first
            case .mark(let mark): mark.last >= first
            default: false
            }
        }
    }

    /// The last record that something sound behind the damage says there was.
    private func proven(behind index: Int) -> UInt64? {
        for piece in pieces[(index + 1)...] {
            switch piece.content {
            case .mark(let mark): return mark.last
            case .footer(.trailer(let trailer)): return trailer.last
            default: continue
            }
        }
        return nextFirst.map { $0 - 1 }
    }

    /// Returns whether all records stand before the damage: it hit a mark, room, or the footer.
    private func isBehindAllData(_ index: Int) -> Bool {
        guard identity != nil, index > 0 else { return false }
        let last = lastKnown(before: index)
        for piece in pieces[..<index] {
            switch piece.content {
            case .mark, .footer, .padding: return true
            default: continue
            }
        }
        for piece in pieces[index...] {
            switch piece.content {
            case .data, .locked: return false
            case .mark(let mark): return mark.last == last
            case .footer(.trailer(let trailer)): return trailer.last == last
            default: continue
            }
        }
        return nextFirst.map { $0 == last + 1 } ?? false
    }

    /// The last record that is known to stand before a piece; of a locked frame, its first.
    private func lastKnown(before index: Int) -> UInt64 {
        for piece in pieces[..<index].reversed() {
            if let frame = piece.frame { return frame.last }
            if let place = piece.place { return place.first }
        }
        return identity.map { $0.first - 1 } ?? 0
    }

    private func expectation(_ index: Int, _ first: UInt64, isOfData: Bool) -> String {
        if index == 0 { return "the header of a segment" }
        let isSealed = (identity?.generation ?? 0) > 0
        guard isOfData else { return isSealed ? "a part of the footer" : "a mark, or empty room" }
        return isSealed ? "a frame that begins with record \(first)" : "a frame with record \(first), or the end"
    }

    // MARK: What it looks like

    private func looks(_ extent: Range<Int>) -> [String] {
        let damaged = bytes.slice(extent)
        if damaged.isZero { return ["zeros: a write that never arrived, or room that was wiped"] }
        var looks = zeroRuns(damaged, at: extent.lowerBound) + strangers(extent)
        if isCutShort(extent) { looks.append("the file ends inside it: it was cut short") }
        if looks.isEmpty { looks.append(form(damaged)) }
        return looks
    }

    /// Sectors of zeros between other bytes.
    private func zeroRuns(_ damaged: UnsafeRawBufferPointer, at start: Int) -> [String] {
        let sector = 512
        var runs: [Range<Int>] = []
        var at = (start + sector - 1) / sector * sector
        while at + sector <= start + damaged.count {
            if damaged.slice((at - start)..<(at - start + sector)).isZero {
                if let last = runs.last, last.upperBound == at {
                    runs[runs.count - 1] = last.lowerBound..<(at + sector)
                } else {
                    runs.append(at..<(at + sector))
                }
            }
            at += sector
        }
        return runs.prefix(4).map {
            "bytes \($0.lowerBound) to \($0.upperBound - 1) are zeros: sectors that never arrived"
        }
    }

    /// Sound pieces in the damage that belong elsewhere.
    private func strangers(_ extent: Range<Int>) -> [String] {
        var found: [String] = []
        var scratch = ByteBuffer()
        var at = extent.lowerBound
        while at + 8 <= extent.upperBound, found.count < 4 {
            let word = bytes.fixed(UInt32.self, at: at)
            if word == FrameShape.magic || word & 0xFFFF_FFF0 == FrameMagic.header,
                let piece = SurveyPiece.read(bytes, at: at, under: nil, scratch: &scratch), let words = stranger(piece)
            {
                found.append("at byte \(at) \(words)")
                at = piece.extent.upperBound
            } else {
                at += 1
            }
        }
        return found
    }

    private func stranger(_ piece: SurveyPiece) -> String? {
        switch piece.content {
        case .data, .locked:
            guard let place = piece.place else { return nil }
            let records = piece.frame.map { "records \(place.first) to \($0.last)" } ?? "records from \(place.first) on"
            if place.journal != identity?.journal { return "stands \(records) of another journal, \(place.journal)" }
            if place.segment != identity?.segment {
                return "stands old content of segment \(place.segment): \(records)"
            }
            if place.generation != identity?.generation {
                return "stands \(records) of this segment's generation \(place.generation)"
            }
            return "stands a frame with \(records) that belongs elsewhere in this segment"
        case .header(let header): return "begins segment \(header.segment) of journal \(header.journal)"
        case .mark(let mark): return "stands a mark of segment \(mark.segment) after record \(mark.last)"
        case .footer(.trailer(let trailer)): return "stands the trailer of segment \(trailer.segment)"
        case .padding, .footer, .damage: return nil
        }
    }

    private func isCutShort(_ extent: Range<Int>) -> Bool {
        guard extent.upperBound == bytes.count else { return false }
        if extent.count < 8 { return true }
        do throws(FrameFault) {
            _ = try FrameDecoder.measure(
                bytes.slice(extent), contentByteCountMax: JournalLimits.frameContentByteCountMax)
            return false
        } catch {
            guard error == .notAFrame else { return error == .truncated }
            let isChecked = bytes.fixed(UInt32.self, at: extent.lowerBound) & 0xFFFF_FFF0 == FrameMagic.header
            return isChecked && Int(bytes.fixed(UInt32.self, at: extent.lowerBound + 4)) + 8 > extent.count
        }
    }

    private func form(_ damaged: UnsafeRawBufferPointer) -> String {
        guard FrameDecoder.isFrame(damaged) else { return "bytes that this program never wrote" }
        if FrameDecoder.hasSoundHead(damaged) { return "a frame of ours of which more than one bit has changed" }
        return "the beginning of a frame whose header has changed in more than one bit"
    }

    // MARK: What it was about

    private func entities(_ extent: Range<Int>) -> (entities: [ID16], areCertain: Bool) {
        let hit = Set(runs.indices.filter { extent.contains(runs[$0].offset) }.map { UInt32($0) })
        if !hit.isEmpty, let found = indexed(hit) { return (found, true) }
        return (legible(extent), false)
    }

    private func indexed(_ hit: Set<UInt32>) -> [ID16]? {
        for piece in pieces {
            guard case .footer(.entities) = piece.content else { continue }
            let message = bytes.slice((piece.extent.lowerBound + CheckedFrame.headByteCount)..<piece.extent.upperBound)
            do throws(Corruption) {
                let index = try EntityIndex(message)
                var found: [ID16] = []
                for number in 0..<index.count where !hit.isDisjoint(with: try index.runs(at: number)) {
                    found.append(index.entity(number))
                }
                return found
            } catch {
                return nil
            }
        }
        return nil
    }

    /// The entities of records that can still be made out in a stored frame, as far as its bytes make sense.
    private func legible(_ extent: Range<Int>) -> [ID16] {
        let start = extent.lowerBound + FrameShape.headByteCount + 4
        guard start < extent.upperBound, FrameDecoder.isFrame(bytes.slice(extent)), bytes[extent.lowerBound + 4] == 0x6C
        else { return [] }
        var found: [ID16] = []
        let content = bytes.slice(start..<extent.upperBound)
        do throws(Corruption) {
            let (place, size) = try FrameAddress.read(content)
            guard place.journal == identity?.journal else { return [] }
            var reader = try EntryReader(content.suffix(from: size), place)
            while true {
                let step = try reader.next()
                if case .end = step { break }
                if case .record = step {
                    if !found.contains(reader.header.entity) { found.append(reader.header.entity) }
                }
            }
        } catch {
            // Where the bytes stop making sense nothing more can be made out; what was read before stands.
            return found
        }
        return found
    }

    private static func runs(_ bytes: UnsafeRawBufferPointer, _ pieces: [SurveyPiece]) -> [(offset: Int, first: UInt64)] {
        for piece in pieces {
            guard case .footer(.runs(let count)) = piece.content else { continue }
            let start = piece.extent.lowerBound + CheckedFrame.headByteCount + 8
            guard piece.extent.upperBound - start == Int(count) * 24 else { return [] }
            return (0..<Int(count)).compactMap { row in
                guard let offset = Int(exactly: bytes.fixed(UInt64.self, at: start + row * 24)) else { return nil }
                return (offset, bytes.fixed(UInt64.self, at: start + row * 24 + 8))
            }
        }
        return []
    }
}
