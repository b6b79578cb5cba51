import Foundation
import JournalEngine
import KernelTesting
import LZ4
import Testing

/// Bytes that lie about how much there is: every checksum is right, only the numbers are not.
@Suite("A journal that declares more than it has")
struct FaultHostileTests {
    let directory = TemporaryDirectory()

    private static let golden =
        Repository.root.appending(path: "Journal/Golden/v1").path

    private static let header: UInt32 = 0x184D_2A50
    private static let footer: UInt32 = 0x184D_2A51
    private static let mark: UInt32 = 0x184D_2A52
    private static let padding: UInt32 = 0x184D_2A5F

    private static func word<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    /// A frame with the right checksum over `message`.
    private static func checked(_ magic: UInt32, _ message: [UInt8]) -> [UInt8] {
        let sum = message.withUnsafeBytes { LZ4Library.xxh64($0, seed: UInt64(magic)) }
        return word(magic) + word(UInt32(message.count + 8)) + word(sum) + message
    }

    /// A data frame with the right checksums over `content`.
    private static func data(_ content: [UInt8]) -> [UInt8] {
        let shape = FrameShape(contentByteCount: content.count)
        return [UInt8](unsafeUninitializedCapacity: shape.frameByteCountMax) { buffer, count in
            count = content.withUnsafeBytes { FrameEncoder.encode($0, into: UnsafeMutableRawBufferPointer(buffer)) }
        }
    }

    /// A data frame whose header declares `byteCount` bytes of content and whose blocks are `blocks`.
    private static func data(declaring byteCount: UInt64, _ blocks: [UInt8]) -> [UInt8] {
        let shape = FrameShape(contentByteCount: Int(clamping: byteCount))
        let honest = data([UInt8](repeating: 0, count: min(shape.contentByteCount, 5_000_000)))
        // Flags and block size as they must be for that size; then the header's own checksum.
        let front = Array(honest[4..<6]) + word(byteCount)
        let sum = front.withUnsafeBytes { UInt8(truncatingIfNeeded: LZ4Library.xxh32($0) >> 8) }
        return Array(honest[..<4]) + front + [sum] + blocks
    }

    /// The parts of the golden journal that lies are told in: its two segments and what they are made of.
    private struct Parts {
        let sealed: [UInt8]
        let active: [UInt8]
        /// The header of the active segment, and the place of its first frame.
        let header: [UInt8]
        let place: [UInt8]
        /// Where the trailer's message begins in the sealed segment.
        var trailer: Int { sealed.count - 144 }

        init() throws {
            sealed = try fileBytes(FaultHostileTests.golden + "/000000000001.segment")
            active = try fileBytes(FaultHostileTests.golden + "/000000000002.segment")
            let size = 8 + Int(active[4])
            header = Array(active[..<size])
            // Stored as it is: head of 15 bytes, block size of 4, then the place with its length before it.
            let start = size + 19
            place = Array(active[start..<(start + 1 + Int(active[start]))])
        }

        /// The sealed segment with 8 bytes of its trailer replaced, and the checksum made right again.
        func sealed(trailer changes: [(offset: Int, value: UInt64)]) -> [UInt8] {
            var message = Array(sealed[trailer...])
            for change in changes {
                message.replaceSubrange(change.offset..<(change.offset + 8), with: FaultHostileTests.word(change.value))
            }
            return sealed[..<(trailer - 16)] + FaultHostileTests.checked(FaultHostileTests.footer, message)
        }

        /// The sealed segment with the count in one part of its footer replaced.
        func sealed(part: Int, declaring count: UInt32) -> [UInt8] {
            let offsets = [112, 120, 128, 136].map { offset in
                (0..<8).reduce(0) { $0 | Int(sealed[trailer + offset + $1]) << (8 * $1) }
            }
            let (start, end) = (offsets[part], offsets[part + 1])
            var message = Array(sealed[(start + 16)..<end])
            message.replaceSubrange(4..<8, with: FaultHostileTests.word(count))
            return sealed[..<start] + FaultHostileTests.checked(FaultHostileTests.footer, message) + sealed[end...]
        }
    }

    /// Every number that says how much follows, far beyond what follows: what is wrong, in which segment, with what.
    private static func lies() throws -> [(name: String, segment: Int, bytes: [UInt8])] {
        let parts = try Parts()
        let room = word(padding) + word(UInt32(0)) as [UInt8]
        func active(_ frames: [UInt8]) -> (Int, [UInt8]) { (2, parts.header + frames + room) }
        func entries(_ content: [UInt8]) -> (Int, [UInt8]) { active(data(parts.place + content)) }
        let ids = [0x52, 16] + [UInt8](repeating: 1, count: 16) + [0x5A, 16] + [UInt8](repeating: 1, count: 16)
        let rest = ids + [0x68, 1, 0x70, 1, 0x7A, 16] + [UInt8](repeating: 2, count: 16)
        func commit(_ count: UInt64) -> [UInt8] {
            let message = [0x38] + varint(count) + rest
            return varint(UInt64(message.count)) + message
        }
        let record = [0x08, 1, 0x12, 16] + [UInt8](repeating: 3, count: 16) as [UInt8]
        var lies: [(String, (Int, [UInt8]))] = [
            ("a header of 4 GiB", (2, word(header) + word(UInt32.max) + parts.header[8...])),
            ("a frame of 2^63 bytes", active(data(declaring: 1 << 63, []))),
            ("a frame of 256 MiB without blocks", active(data(declaring: 256 << 20, []))),
            (
                "a frame of 256 MiB in blocks of one byte",
                active(
                    data(
                        declaring: 256 << 20,
                        (0..<64).flatMap { _ in word(UInt32(1)) + [0x1F] + word(UInt32(0)) }
                            + word(UInt32(0)) + word(UInt32(0))))
            ),
            ("an entry of 2^63 bytes", entries(varint(1 << 63) + [0x38])),
            (
                "a commit of a million records",
                entries(commit(1_000_000) + [UInt8(record.count + 2)] + record + [0x32, 0])
            ),
            ("a commit of 2^63 records", entries(commit(1 << 63))),
            (
                "a payload of 2^62 bytes",
                entries(commit(1) + [UInt8(record.count + 10)] + record + [0x32] + varint(1 << 62))
            ),
            ("a mark of 4 GiB", active(word(mark) + word(UInt32.max) + word(UInt64(0)))),
            ("room of 4 GiB", (2, parts.header + word(padding) + word(UInt32.max))),
            ("a frame table of 4 billion rows", (1, parts.sealed(part: 0, declaring: .max))),
            ("a bloom filter of 4 billion hashes", (1, parts.sealed(part: 1, declaring: .max))),
            ("an index of 4 billion entities", (1, parts.sealed(part: 2, declaring: .max))),
        ]
        // first, last, times, commits, where the data ends, and where the parts and the trailer begin.
        for offset in stride(from: 32, through: 64, by: 8) {
            lies.append(("a trailer with 2^64 - 1 at \(offset)", (1, parts.sealed(trailer: [(offset, .max)]))))
        }
        let parted: [(offset: Int, value: UInt64)] = [104, 112, 120, 128].map { ($0, .max) }
        for change in parted {
            lies.append(("a trailer with a part at 2^64 - 1", (1, parts.sealed(trailer: [change]))))
        }
        lies.append(("a trailer with all parts at 2^64 - 1", (1, parts.sealed(trailer: parted))))
        return lies.map { ($0.0, $0.1.0, $0.1.1) }
    }

    private func copyGolden(to path: String) throws {
        try POSIXDisk().makeDirectory(path)
        for name in ["000000000001.segment", "000000000002.segment", "JOURNAL"] {
            try writeFile(try fileBytes(Self.golden + "/" + name), to: path + "/" + name)
        }
    }

    private static let isSanitized = getenv("DAYBOOK_SANITIZE") != nil

    /// Reads a journal in a process that may not have more than 400 MB of addresses, its code included.
    private func read(_ path: String) throws -> (status: Int32?, lines: [String]) {
        let child = try CrashChild(
            "/bin/sh",
            [
                "-c", "ulimit -v 400000; ulimit -t 20; exec \"$@\"", "sh", CrashChild.path(of: "journal-load"), "read",
                path,
            ])
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        return (child.wait(), lines)
    }

    @Test(.disabled(if: isSanitized, "a sanitizer needs more addresses than the limit leaves"))
    func `row 25: no number in a journal makes it ask for memory that is not there`() throws {
        try copyGolden(to: directory.path + "/sound")
        let sound = try read(directory.path + "/sound")
        #expect(sound.status == 0 && sound.lines == ["read 1818"], "\(sound.lines)")
        var caught = 0
        for (index, lie) in try Self.lies().enumerated() {
            let path = directory.path + "/\(index)"
            try copyGolden(to: path)
            try writeFile(lie.bytes, to: path + "/00000000000\(lie.segment).segment")
            let found = try read(path)
            // It ended by itself, and said that something is wrong.
            #expect(found.status == 0 || found.status == 4, "\(lie.name): \(found)")
            #expect(found.lines.contains { $0.hasPrefix("refused") || $0.hasPrefix("damage") }, "\(lie.name): \(found)")
            caught += 1
        }
        // A file longer than any segment can be, most of it never written.
        for number in [1, 2] {
            let path = directory.path + "/long\(number)"
            try copyGolden(to: path)
            let file = try POSIXDisk().open(path + "/00000000000\(number).segment", .writing)
            try file.truncate(to: 1 << 40)
            file.close()
            let found = try read(path)
            #expect(found.status == 4 && found.lines.contains { $0.contains("longer than a segment") }, "\(found)")
            caught += 1
        }
        FaultLedger.fired(row: 25, caught)
    }

    // MARK: Blocks

    private func decode(_ frame: [UInt8], contentByteCountMax: Int = 1 << 20) throws -> [UInt8] {
        try frame.withUnsafeBytes { raw in
            let measured = try FrameDecoder.measure(raw, contentByteCountMax: contentByteCountMax)
            var scratch = [UInt8](repeating: 0xEE, count: measured.shape.contentByteCount + 64)
            let content = try scratch.withUnsafeMutableBytes { buffer in
                Array(
                    try FrameDecoder.decode(
                        UnsafeRawBufferPointer(rebasing: raw[..<measured.frameByteCount]), measured,
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer.dropLast(64))))
            }
            #expect(scratch.suffix(64).allSatisfy { $0 == 0xEE }, "written beyond the room")
            return content
        }
    }

    /// A frame of one compressed block, all its checksums right.
    private func frame(declaring byteCount: Int, block: [UInt8], content: [UInt8]) -> [UInt8] {
        let sum = block.withUnsafeBytes { LZ4Library.xxh32($0) }
        let whole = content.withUnsafeBytes { LZ4Library.xxh32($0) }
        return Self.data(
            declaring: UInt64(byteCount),
            Self.word(UInt32(block.count)) + block + Self.word(sum) + Self.word(UInt32(0)) + Self.word(whole))
    }

    /// A block of LZ4 that gives `count` times the same byte.
    private func repeating(_ byte: UInt8, _ count: Int) -> [UInt8] {
        // One literal, then a match one byte back; the last five bytes are literals, as the format asks.
        var block: [UInt8] = [0x1F, byte, 1, 0]
        var rest = count - 1 - 5 - 4 - 15
        while rest >= 255 {
            block.append(255)
            rest -= 255
        }
        return block + [UInt8(rest), 0x50] + [UInt8](repeating: byte, count: 5)
    }

    @Test func `row 26: a block that gives more or less than was declared is refused, however much it would give`()
        throws
    {
        var refused = 0
        for real in [5_000, 65_536, 200_000, 1 << 20] {
            let block = repeating(7, real)
            let content = [UInt8](repeating: 7, count: real)
            #expect(try decode(frame(declaring: real, block: block, content: content)) == content, "\(real) bytes")
            for declared in [4_097, real - 1, real + 1, real * 2, 64 << 20] where declared != real {
                #expect(throws: FrameFault.self, "\(real) bytes instead of \(declared)") {
                    _ = try decode(frame(declaring: declared, block: block, content: content))
                }
                refused += 1
            }
        }
        // A block cannot give more than 255 bytes for each of its own: such a declaration is refused before there is
        // any room made for it.
        #expect(throws: FrameFault.blockForm) {
            let lie = frame(declaring: 1 << 20, block: repeating(7, 5_000), content: [])
            try lie.withUnsafeBytes { _ = try FrameDecoder.measure($0, contentByteCountMax: 1 << 20) }
        }
        FaultLedger.fired(row: 26, refused + 1)
    }

    @Test(arguments: Seed.ten)
    func `row 26: a malformed block with right checksums is refused, or gives what its checksum says`(seed: Seed) throws {
        var chance = seed.chance
        let text = (0..<9_000).map { UInt8(truncatingIfNeeded: $0 / 7 ^ ($0 % 13) &* 3) }
        let sound = Self.data(text)
        let size = Int(sound[15]) | Int(sound[16]) << 8 | Int(sound[17]) << 16
        let block = Array(sound[19..<(19 + size)])
        var refused = 0
        for _ in 0..<300 {
            var bad = block
            for _ in 0...chance.below(3) {
                switch chance.below(4) {
                case 0: bad[chance.below(bad.count)] = UInt8(truncatingIfNeeded: chance.next())
                case 1: bad.removeLast(min(bad.count - 1, chance.below(40)))
                case 2: bad.insert(0xFF, at: chance.below(bad.count))
                default: bad.replaceSubrange(0..<1, with: [UInt8(truncatingIfNeeded: chance.next()), 0xFF])
                }
            }
            do throws(FrameFault) {
                let content = try decodeBlock(frame(declaring: text.count, block: bad, content: text))
                #expect(content == text)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 250)
        FaultLedger.fired(row: 26, refused)
    }

    private func decodeBlock(_ frame: [UInt8]) throws(FrameFault) -> [UInt8] {
        do {
            return try decode(frame)
        } catch let fault as FrameFault {
            throw fault
        } catch {
            preconditionFailure("a decoder fails with a fault of the frame, not with \(error)")
        }
    }
}
