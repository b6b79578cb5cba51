import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// One flipped bit is what memory and cables do to a file. It is found, named, and can be turned back.
@Suite("A single flipped bit is explained")
struct SingleBitTests {
    private static let path = "/disk/journal"
    private static let segment = path + "/000000000001.segment"

    /// A journal of a few commits, as a disk holds it.
    private static func image(
        commits: ClosedRange<Int>, records: Int, byteCount: Int, seals: Bool
    ) async throws -> DiskImage {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: path, disk: disk, options: .repeatable)
        for number in commits {
            _ = try await journal.append(.numbered(number, records: records, payloadByteCount: byteCount))
        }
        if seals { try await journal.seal() }
        try await journal.close()
        return disk.live
    }

    /// The output of `inspect` for the first segment when it holds `bytes`.
    private static func frames(_ image: DiskImage, _ bytes: [UInt8]) throws -> [InspectedFrame] {
        var image = image
        image.files[segment] = bytes
        var frames: [InspectedFrame] = []
        try Journal.inspect(at: path, disk: SimulatedDisk(image)) { file in
            if file.segment == 1 { frames = file.frames }
        }
        return frames
    }

    /// Every bit in the full run; in the quick one every so many, at an odd distance so that all bits of a byte come.
    private static func bits(of byteCount: Int, quickly step: Int) -> [Int] {
        Array(stride(from: 0, to: byteCount * 8, by: FaultLedger.isFull ? 1 : step))
    }

    private static func expectExplained(_ image: DiskImage, _ bits: [Int]) throws {
        let bytes = try #require(image.files[segment])
        #expect(try frames(image, bytes).allSatisfy { $0.kind != .damage })
        var explained = 0
        for bit in bits {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            let damage = try frames(image, damaged).filter { $0.kind == .damage }
            let flips = damage.map { $0.damage?.flip }
            let isRight =
                flips.count == 1 && flips[0]?.byteOffset == UInt64(bit / 8) && flips[0]?.bit == bit % 8
            #expect(isRight, "bit \(bit % 8) of byte \(bit / 8): \(damage.map(\.words))")
            if isRight { explained += 1 }
        }
        FaultLedger.fired(row: 5, explained)
    }

    @Test func `row 5: of a segment that is being written, every bit is named`() async throws {
        let image = try await Self.image(commits: 1...3, records: 2, byteCount: 20, seals: false)
        let bytes = try #require(image.files[Self.segment])
        let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        try Self.expectExplained(image, Self.bits(of: used + 2, quickly: 13))
        // A bit in the room behind, far from everything.
        try Self.expectExplained(image, [bytes.count * 8 - 5, bytes.count * 4 + 3])
    }

    @Test func `row 5: of a sealed segment, every bit is named: header, frames, index and trailer`() async throws {
        let image = try await Self.image(commits: 1...30, records: 2, byteCount: 150, seals: true)
        let bytes = try #require(image.files[Self.segment])
        try Self.expectExplained(image, Self.bits(of: bytes.count, quickly: 61))
    }

    @Test func `in a frame of several megabytes the bit is found without trying them all`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .repeatable)
        var chance = SeededGenerator(seed: 91)
        var draft = CommitDraft.numbered(1)
        draft.records[0].payload = chance.bytes(5 << 20)
        _ = try await journal.append(draft)
        try await journal.close()
        let bytes = try #require(disk.live.files[Self.segment])
        for byte in [300, 4_200_000, 5_200_000] {
            try Self.expectExplained(disk.live, [byte * 8 + 6])
        }
        #expect(bytes.count > 5 << 20)
    }

    @Test(arguments: [7, 8, 9])
    func `two flipped bits in one frame are explained by nobody`(seed: UInt64) async throws {
        print("seed \(seed)")
        var chance = SeededGenerator(seed: seed)
        for seals in [false, true] {
            let image = try await Self.image(commits: 1...20, records: 2, byteCount: 150, seals: seals)
            let bytes = try #require(image.files[Self.segment])
            let pieces = try Self.frames(image, bytes).filter { $0.kind == .data || $0.kind == .header }
            for _ in 0..<12 {
                let piece = try #require(pieces.randomElement(using: &chance))
                let extent = (Int(piece.byteOffset) * 8)..<(Int(piece.byteOffset + piece.byteCount) * 8)
                let first = Int.random(in: extent, using: &chance)
                var second = Int.random(in: extent, using: &chance)
                if second == first { second = first == extent.lowerBound ? first + 1 : first - 1 }
                var damaged = bytes
                for bit in [first, second] { damaged[bit / 8] ^= 1 << UInt8(bit % 8) }
                let found = try Self.frames(image, damaged).filter { $0.kind == .damage }
                #expect(!found.isEmpty && found.allSatisfy { $0.damage?.flip == nil }, "bits \(first) and \(second)")
            }
        }
    }

    @Test func `one bit in each of two frames is explained twice`() async throws {
        let image = try await Self.image(commits: 1...5, records: 1, byteCount: 60, seals: false)
        let bytes = try #require(image.files[Self.segment])
        let pieces = try Self.frames(image, bytes).filter { $0.kind == .data }
        for (a, b) in [(0, 1), (1, 3), (2, 4)] {
            var damaged = bytes
            // In the length of the content of one, which misplaces all behind it, and in a payload of the other.
            damaged[Int(pieces[a].byteOffset) + 7] ^= 0x10
            damaged[Int(pieces[b].byteOffset + pieces[b].byteCount) - 20] ^= 0x02
            let flips = try Self.frames(image, damaged).compactMap { $0.damage?.flip }
            #expect(flips.map(\.bit) == [4, 1] && flips[0].byteOffset == pieces[a].byteOffset + 7)
        }
    }
}
