import Glibc
@testable import JournalEngine
import KernelTesting
import Testing

@Suite("An encrypted journal for somebody without its keys")
struct WithoutKeys {
    let home = EncryptedHome()

    /// One sealed segment, one rolled, and the active one.
    private func write() async throws -> ChainHead {
        let journal = try await home.create((1...24).map { .numbered($0, records: 2, payloadByteCount: 150) })
        try await journal.seal()
        for number in 25...28 { _ = try await journal.append(.numbered(number)) }
        let head = try journal.chainHead()
        try await journal.close()
        return head
    }

    private func check() throws -> VerifyReport { try Journal.verifyWithoutKeys(at: home.journal) }

    @Test func `is checked as far as that goes`() async throws {
        let head = try await write()
        let report = try check()
        #expect(report.ok && report.isWithoutKeys && report.doubt == nil)
        #expect(report.segments == 2 && report.records == head.sequence)
        #expect(report.chainHead == head, "what the journal says of itself")
    }

    @Test func `row 5: a flipped bit in any byte is still found`() async throws {
        _ = try await write()
        var flips = 0
        for number in 1...2 {
            let path = home.segment(number)
            let bytes = try fileBytes(path)
            let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            for offset in stride(from: 0, to: used, by: CrashCampaign.isFull ? 1 : 3) {
                var damaged = bytes
                damaged[offset] ^= 1 << UInt8(offset % 8)
                try writeFile(damaged, to: path)
                let report = try check()
                #expect(!report.ok || report.doubt != nil, "segment \(number), byte \(offset)")
                flips += 1
            }
            try writeFile(bytes, to: path)
        }
        #expect(try check().ok)
        FaultLedger.fired(row: 5, flips)
    }

    @Test func `row 17: a missing segment, and one from an older backup, are found`() async throws {
        _ = try await write()
        let second = try fileBytes(home.segment(2))
        let first = try fileBytes(home.segment(1))
        unlink(home.segment(1))
        #expect(try check().damage.first?.segment == 1)
        try writeFile(first, to: home.segment(1))
        let other = EncryptedHome()
        try await other.create([.numbered(1)]).close()
        try writeFile(try fileBytes(other.segment(1)), to: home.segment(1))
        #expect(try check().damage.first?.segment == 2, "the second does not go on where this one ends")
        try writeFile(first, to: home.segment(1))
        try writeFile(second, to: home.segment(2))
        #expect(try check().ok)
    }

    @Test func `a torn end is told from damage, or said to be doubtful`() async throws {
        let journal = try await home.create((1...5).map { .numbered($0, payloadByteCount: 80) })
        let path = home.segment(1)
        let bytes = try fileBytes(path)
        try await journal.close()
        // A crash before it was closed leaves none that counts so far.
        try POSIXDisk().remove(home.journal + "/" + JournalPath.reached)
        var offsets: [Range<Int>] = []
        try Journal.inspect(at: home.journal) { file in
            for frame in file.frames where frame.kind == .encrypted {
                offsets.append(Int(frame.byteOffset)..<Int(frame.byteOffset + frame.byteCount))
            }
        }
        // The last frame half written: a crash, or damage.
        var torn = bytes
        for offset in offsets[4].dropFirst(40) { torn[offset] = 0 }
        try writeFile(torn, to: path)
        var report = try check()
        #expect(report.ok && report.doubt?.byteOffset == UInt64(offsets[4].lowerBound))
        // Two later groups stand behind this one: it had been acknowledged.
        torn = bytes
        torn[offsets[1].lowerBound + 60] ^= 1
        try writeFile(torn, to: path)
        report = try check()
        #expect(report.damage.first?.byteOffset == UInt64(offsets[1].lowerBound))
    }

    // MARK: What somebody could have forged who can compute checksums, and has no key.

    private func frame(_ magic: UInt32, _ message: [UInt8]) -> [UInt8] {
        var buffer = ByteBuffer()
        message.withUnsafeBytes { CheckedFrame.append(magic, $0, to: &buffer) }
        return Array(buffer.bytes)
    }

    /// Replaces the header of a segment, whose length stays the same.
    private func forge(_ number: Int, _ change: (inout SegmentHeader) -> Void) throws {
        var bytes = try fileBytes(home.segment(number))
        let (known, size) = try bytes.withUnsafeBytes { try SegmentHeader.read($0, segment: UInt64(number)) }
        var header = known
        change(&header)
        var buffer = ByteBuffer()
        header.append(to: &buffer)
        try #require(buffer.count == size)
        bytes.replaceSubrange(..<size, with: Array(buffer.bytes))
        try writeFile(bytes, to: home.segment(number))
    }

    @Test func `row 17: a segment that does not go on where the one before says it ended is found`() async throws {
        let head = try await write()
        let sound = try fileBytes(home.segment(2))
        try forge(2) { $0.first -= 1 }
        #expect(try check().damage.map(\.corruption) == [.missingRecords])
        #expect(try check().damage.map(\.byteOffset) == [0], "its beginning says so, and not the high-water mark alone")
        try writeFile(sound, to: home.segment(2))
        try forge(2) { $0.chainBefore = head.hash }
        #expect(try check().damage.map(\.corruption) == [.chain])
        #expect(try check().damage.map(\.segment) == [2])
        try writeFile(sound, to: home.segment(2))
        try forge(1) { $0.chainBefore = head.hash }
        #expect(try check().damage.map(\.corruption) == [.chain])
        #expect(try check().damage.map(\.segment) == [1], "what comes behind damage is judged by itself")
        FaultLedger.fired(row: 17, 3)
    }

    @Test func `row 18: a frame table or a trailer that says something else than the frames is found`() async throws {
        let journal = try await home.create((1...60).map { .numbered($0, payloadByteCount: 6_000) })
        try await journal.seal()
        try await journal.close()
        let path = home.segment(1)
        let bytes = try fileBytes(path)
        let trailer = try #require(
            bytes.withUnsafeBytes {
                Trailer.read($0.suffix(from: bytes.count - Trailer.byteCount), fileByteCount: UInt64(bytes.count))
            })
        var forged = trailer
        forged.generation += 1
        var buffer = ByteBuffer()
        forged.append(to: &buffer)
        try writeFile(bytes[..<Int(trailer.offset)] + Array(buffer.bytes), to: path)
        #expect(try check().damage.map(\.corruption) == [.footer])

        // The last frame begins with another record than the table says.
        let extent = Int(trailer.runsOffset)..<Int(trailer.bloomOffset)
        var table = Array(bytes[extent].dropFirst(CheckedFrame.headByteCount))
        try #require(table.count >= 8 + 2 * 24, "more than one frame")
        table[table.count - 16] ^= 1
        var changed = bytes
        changed.replaceSubrange(extent, with: frame(FrameMagic.footer, table))
        try writeFile(changed, to: path)
        #expect(try check().damage.map(\.corruption) == [.footer])
        try writeFile(bytes, to: path)
        #expect(try check().ok)
        FaultLedger.fired(row: 18, 2)
    }

    @Test func `row 25: a segment of any number is looked at, and those before it are not counted one by one`()
        async throws
    {
        _ = try await write()
        for number in [JournalLimits.sequenceMax, 1 << 40] {
            let name = home.journal + "/" + JournalNames.segment(number)
            try POSIXDisk().rename(home.segment(2), to: name)
            #expect(try check().damage.map(\.segment) == [2, number], "one is missing, and one is misnamed")
            #expect(throws: JournalError.missingSegment(2)) { try home.open() }
            try POSIXDisk().rename(name, to: home.segment(2))
        }
        // Beyond all numbers it is none.
        let name = home.journal + "/" + JournalNames.segment(.max)
        try writeFile([1], to: name)
        #expect(try check().ok)
        FaultLedger.fired(row: 25, 3)
    }

    @Test func `row 17: only the last segments can have a torn end`() async throws {
        var options = try home.options()
        options.segmentByteCountTarget = 1
        let journal = try Journal.create(at: home.journal, options: options)
        for number in 1...4 { _ = try await journal.append(.numbered(number, payloadByteCount: 80)) }
        try await journal.close()
        #expect(journal.segments.count == 5 && journal.segments.allSatisfy { !$0.isSealed })
        for number in [1, 4] {
            let bytes = try fileBytes(home.segment(number))
            let begin = try #require(bytes.firstRange(of: [0x53, 0x2A, 0x4D, 0x18])).lowerBound
            // Half of the only frame, and nothing of the mark behind it.
            let torn = bytes.indices.map { $0 < begin + 60 ? bytes[$0] : 0 }
            try writeFile(torn, to: home.segment(number))
            let report = try check()
            #expect(report.ok == (number == 4), "segment \(number)")
            #expect(report.damage.map(\.segment) == (number == 4 ? [] : [1]))
            #expect(report.doubt?.segment == (number == 4 ? 4 : nil))
            try writeFile(bytes, to: home.segment(number))
        }
        FaultLedger.fired(row: 17, 1)
    }
}
