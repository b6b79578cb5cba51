import Glibc
import JournalEngine
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
}
