@testable import JournalEngine
import LZ4
import Testing

/// Segments that are put together byte by byte: every frame is sound by itself, and one of them does not belong there.
@Suite("Sound frames where they do not belong")
struct WrongPlaces {
    private static let header = SegmentHeader(
        journal: .test(1), segment: 3, generation: 0, first: 10, chainBefore: .start(of: .test(1)), timeBefore: 0,
        created: 0)
    private static let place = FrameAddress(journal: .test(1), segment: 3, generation: 0, first: 11, groupFirst: 11)

    /// A frame of commits of one record each.
    private func frame(_ place: FrameAddress, commits: Int = 1) -> [UInt8] {
        var content = ByteBuffer()
        place.append(to: &content)
        for number in 0..<commits {
            let draft = CommitDraft.numbered(number)
            var message = ByteBuffer()
            Entries.appendCommit(draft, time: 5, to: &message)
            content.append(varint: UInt64(message.count + Entries.saltFieldByteCount))
            content.append(message.bytes)
            Entries.appendSalt(.test(9), to: &content)
            for record in draft.records { Entries.append(record, to: &content) }
        }
        let room = FrameShape(contentByteCount: content.count).frameByteCountMax
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = FrameEncoder.encode(content.bytes, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// Reads a segment that holds record 10, and then what is given.
    private func scan(_ then: [UInt8], isHashing: Bool = true) -> SegmentScan {
        var bytes = ByteBuffer()
        Self.header.append(to: &bytes)
        let start = bytes.count
        var first = Self.place
        first.first = 10
        first.groupFirst = 10
        bytes.append(frame(first))
        bytes.append(then)
        return SegmentScan(bytes.bytes, Self.header, under: nil, dataStart: start, isHashing: isHashing)
    }

    private func mark(_ change: (inout CloseMarker) -> Void = { _ in }) -> [UInt8] {
        var mark = CloseMarker(
            journal: .test(1), segment: 3, generation: 0, last: 10, chain: scan([]).chain, time: 5)
        change(&mark)
        var bytes = ByteBuffer()
        mark.append(to: &bytes)
        return Array(bytes.bytes)
    }

    @Test func `the next commit in its place is read`() {
        let scan = scan(frame(Self.place))
        #expect(scan.last == 11)
        #expect(scan.fault == nil)
    }

    static let strangers: [(what: String, place: FrameAddress)] = [
        ("of another journal", FrameAddress(journal: .test(2), segment: 3, generation: 0, first: 11, groupFirst: 11)),
        ("of another segment", FrameAddress(journal: .test(1), segment: 4, generation: 0, first: 11, groupFirst: 11)),
        ("of another generation", FrameAddress(journal: .test(1), segment: 3, generation: 1, first: 11, groupFirst: 11)),
        ("of a later record", FrameAddress(journal: .test(1), segment: 3, generation: 0, first: 12, groupFirst: 11)),
        ("of an earlier record", FrameAddress(journal: .test(1), segment: 3, generation: 0, first: 10, groupFirst: 10)),
        (
            "of a group that is still to come",
            FrameAddress(journal: .test(1), segment: 3, generation: 0, first: 11, groupFirst: 12)
        ),
    ]

    @Test(arguments: strangers) func `rows 4 14 16: a frame is not taken`(what: String, place: FrameAddress) {
        let scan = scan(frame(place))
        #expect(scan.last == 10, "a frame \(what)")
        #expect(scan.fault == .place, "a frame \(what)")
    }

    @Test func `an unsealed frame holds one commit, not two`() {
        let scan = scan(frame(Self.place, commits: 2))
        #expect(scan.last == 10)
        #expect(scan.fault == .entry)
    }

    @Test func `row 5: a mark is believed where it counts what is there, with its chain`() {
        #expect(scan(mark()).mark?.last == 10)
        #expect(scan(mark()).fault == nil)
        #expect(scan(mark { $0.chain = .start(of: .test(4)) }).fault == .chain)
        for change: (inout CloseMarker) -> Void in [
            { $0.last = 11 }, { $0.last = 9 }, { $0.journal = .test(2) }, { $0.segment = 2 }, { $0.generation = 1 },
            { $0.nextSegment = 7 },
        ] {
            let scan = scan(mark(change))
            #expect(scan.mark == nil)
            #expect(scan.fault != nil)
        }
    }

    @Test func `a segment of another past is found out by the chain, though its trailer says it is the same`()
        async throws
    {
        let (ours, theirs) = (TemporaryDirectory(), TemporaryDirectory())
        for directory in [ours, theirs] {
            let journal = try Journal.create(at: directory.journal, options: .repeatable)
            for number in 1...5 {
                var draft = CommitDraft.numbered(number)
                if directory === theirs { draft.records[0].payload[0] ^= 1 }
                _ = try await journal.append(draft)
            }
            try await journal.seal()
            try await journal.close()
        }
        func sealed(_ directory: TemporaryDirectory) throws -> (bytes: [UInt8], trailer: Trailer) {
            let bytes = try fileBytes(directory.journal + "/000000000001.segment")
            let trailer = bytes.withUnsafeBytes {
                Trailer.read($0.suffix(from: bytes.count - Trailer.byteCount), fileByteCount: UInt64(bytes.count))
            }
            return (bytes, try #require(trailer))
        }
        var (bytes, trailer) = try sealed(theirs)
        trailer.chain = try sealed(ours).trailer.chain
        var buffer = ByteBuffer()
        trailer.append(to: &buffer)
        bytes.replaceSubrange((bytes.count - Trailer.byteCount)..., with: Array(buffer.bytes))
        try writeFile(bytes, to: ours.journal + "/000000000001.segment")
        let report = try Journal.open(at: ours.journal, access: .reading).verify()
        #expect(report.damage.contains { $0.corruption == .chain && $0.segment == 2 })
    }

    @Test func `row 17: records that only the next segment counts are missing from the one before`() async throws {
        let directory = TemporaryDirectory()
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 1
        let journal = try Journal.create(at: directory.journal, options: options)
        for number in 1...3 { _ = try await journal.append(.numbered(number)) }
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        let bytes = try fileBytes(path)
        let start = try bytes.withUnsafeBytes { try SegmentHeader.read($0, segment: 1).byteCount }
        try writeFile(Array(bytes[..<start]), to: path)
        let missing = JournalError.corrupt(
            segment: 1, byteOffset: UInt64(start), sequences: 1...1, .missingRecords)
        #expect(throws: missing) { _ = try Journal.open(at: directory.journal) }
    }

    static let misplaced: [(segment: UInt64, fault: Corruption, change: @Sendable (inout SegmentHeader) -> Void)] = [
        (3, .place, { $0.journal = .test(2) }),
        (3, .place, { $0.first -= 1 }),
        (3, .chain, { $0.chainBefore = .start(of: .test(2)) }),
        (1, .chain, { $0.chainBefore = .start(of: .test(2)) }),
    ]

    @Test(arguments: misplaced)
    func `row 16: a segment that does not go on where the one before ended is refused`(
        segment: UInt64, fault: Corruption, change: @Sendable (inout SegmentHeader) -> Void
    ) async throws {
        let directory = TemporaryDirectory()
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 1
        let journal = try Journal.create(at: directory.journal, options: options)
        for number in 1...2 { _ = try await journal.append(.numbered(number)) }
        try await journal.close()
        let path = directory.journal + "/00000000000\(segment).segment"
        var header = try fileBytes(path).withUnsafeBytes { try SegmentHeader.read($0, segment: segment).header }
        change(&header)
        var bytes = ByteBuffer()
        header.append(to: &bytes)
        try writeFile(Array(bytes.bytes), to: path)
        let refusal = JournalError.corrupt(segment: segment, byteOffset: 0, sequences: nil, fault)
        #expect(throws: refusal) { _ = try Journal.open(at: directory.journal) }
    }

    @Test func `a number is written in one way only`() throws {
        func read(_ bytes: [UInt8]) throws(Corruption) -> UInt64 {
            try bytes.withUnsafeBytes { raw in
                Result { () throws(Corruption) in
                    guard var at = raw.baseAddress else { throw .entry }
                    return try Varint.read(&at, at + raw.count)
                }
            }.get()
        }
        #expect(try read([0x80, 0x01]) == 128)
        #expect(try read([UInt8](repeating: 0xFF, count: 9) + [0x01]) == .max)
        for bytes: [UInt8] in [
            [0x80, 0x00], [0xFF, 0x80, 0x00], [UInt8](repeating: 0xFF, count: 9) + [0x02], [0x80],
            [UInt8](repeating: 0xFF, count: 10) + [0x01],
        ] {
            #expect(throws: Corruption.entry) { try read(bytes) }
        }
    }
}
