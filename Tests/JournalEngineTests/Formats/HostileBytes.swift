import JournalTesting
import KernelTesting
@testable import LZ4
@testable import JournalEngine
import Testing

/// Bytes that no accident makes: every checksum is right, and what stands behind it is not. Found by `Tools/fuzz`.
@Suite("Bytes with right checksums and wrong contents")
struct HostileBytes {
    private static let place = FrameAddress(journal: .test(1), segment: 1, generation: 0, first: .max, groupFirst: 1)

    private func frame(_ place: FrameAddress, _ records: Int) -> [UInt8] {
        var content = ByteBuffer()
        place.append(to: &content)
        let draft = CommitDraft.numbered(1, records: records)
        var message = ByteBuffer()
        Entries.appendCommit(draft, time: 1, to: &message)
        content.append(varint: UInt64(message.count + Entries.saltFieldByteCount))
        content.append(message.bytes)
        Entries.appendSalt(.test(9), to: &content)
        for record in draft.records { Entries.append(record, to: &content) }
        let room = FrameShape(contentByteCount: content.count).frameByteCountMax
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = FrameEncoder.encode(content.bytes, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private func inspect(_ bytes: [UInt8]) -> [InspectedFrame] {
        var buffer = ByteBuffer()
        buffer.append(bytes)
        return Inspection(name: "000000000001.segment", number: 1, keyring: nil).file(buffer).frames
    }

    @Test(arguments: [UInt64.max, UInt64.max - 1, JournalLimits.sequenceMax + 1] as [UInt64])
    func `row 25: a frame of the last number that there is counts as damage`(first: UInt64) throws {
        var place = Self.place
        place.first = first
        let bytes = frame(place, 3)
        let frames = inspect(bytes)
        #expect(!frames.isEmpty && frames.allSatisfy { $0.kind == .damage })
        place.first = JournalLimits.sequenceMax
        #expect(inspect(frame(place, 3)).map(\.kind).contains(.data))
    }

    @Test func `row 25: an encrypted frame of record 0 is no frame, even where no header says which segment it is`()
        throws
    {
        var place = ByteBuffer()
        FrameAddress(journal: .test(1), segment: 1, generation: 0, first: 0, groupFirst: 0).append(to: &place)
        let key = try #require(SecretKey(bytes: [UInt8](repeating: 7, count: SecretKey.byteCount)))
        var bytes = ByteBuffer()
        [UInt8](repeating: 1, count: 50).withUnsafeBytes {
            EncryptedFrame.append(
                $0, place: place.bytes, under: key, nonce: Cipher.Nonce(hi: 1, lo: 2), to: &bytes)
        }
        #expect(inspect(Array(bytes.bytes)).allSatisfy { $0.kind == .damage })
    }

    /// The bytes of fields 10 and 11 were copied and thrown away; the optimiser wrote the copy into freed memory.
    @Test func `row 25: a header of an unknown encryption says so, whatever keys it brings`() {
        var message = MessageWriter()
        message.varint(1, UInt64(SegmentHeader.version))
        message.id(2, .test(1))
        message.varint(3, 1)
        message.varint(5, 1)
        message.hash(6, .start(of: .test(1)))
        message.varint(9, 2)
        message.bytes(10, [UInt8](repeating: 7, count: 42))
        message.bytes(11, [UInt8](repeating: 7, count: 24))
        var bytes = ByteBuffer()
        CheckedFrame.append(FrameMagic.header, message.buffer.bytes, to: &bytes)
        #expect(throws: JournalError.unsupportedEncryption(2)) { try SegmentHeader.read(bytes.bytes, segment: 1) }
    }

    @Test func `row 25: a header or a trailer beyond the last number is refused`() throws {
        var header = SegmentHeader(
            journal: .test(1), segment: 1, generation: 0, first: JournalLimits.sequenceMax + 1,
            chainBefore: .start(of: .test(1)), timeBefore: 0, created: 0)
        var buffer = ByteBuffer()
        header.append(to: &buffer)
        #expect(throws: JournalError.self) { try SegmentHeader.read(buffer.bytes, segment: 1) }
        header.first = JournalLimits.sequenceMax
        buffer.removeAll()
        header.append(to: &buffer)
        #expect(try SegmentHeader.read(buffer.bytes, segment: 1).header == header)

        var trailer = Trailer(
            journal: .test(1), segment: 1, generation: 1, first: 1, last: .max, firstTime: 0, lastTime: 0,
            commitCount: 1, chain: .zero, dataEnd: 0, runsOffset: 0, bloomOffset: 0, entitiesOffset: 0, offset: 0)
        buffer.removeAll()
        trailer.append(to: &buffer)
        #expect(Trailer.read(buffer.bytes, fileByteCount: UInt64(Trailer.byteCount)) == nil)
        trailer.last = JournalLimits.sequenceMax
        buffer.removeAll()
        trailer.append(to: &buffer)
        #expect(Trailer.read(buffer.bytes, fileByteCount: UInt64(Trailer.byteCount)) == trailer)
    }

    @Test func `row 25: an entity index whose differences leave 64 bits is refused`() throws {
        var message = ByteBuffer()
        message.append(fixed: FooterPart.entities.rawValue)
        message.append(fixed: UInt32(1))
        message.append(ID16.test(4))
        message.append(fixed: UInt32(0))
        message.append(fixed: UInt32(11))
        message.append(varint: 5)
        message.append(varint: .max)
        let index = try EntityIndex(message.bytes)
        #expect(throws: Corruption.footer) { try index.runs(of: .test(4)) }
    }

    @Test func `rows 25 26: a frame that cannot hold what it declares is refused before room is made`() throws {
        // 40 blocks of 9 bytes each declare 160 MiB.
        var bytes = ByteBuffer()
        bytes.append(fixed: FrameShape.magic)
        bytes.append(0x7C)
        bytes.append(0x70)
        bytes.append(fixed: UInt64(40 * (4 << 20)))
        bytes.append(FrameEncoder.headerChecksum(bytes.bytes.slice(4..<14)))
        for _ in 0..<40 {
            bytes.append(fixed: UInt32(1))
            bytes.append([0])
            bytes.append(fixed: [UInt8(0)].withUnsafeBytes { LZ4Library.xxh32($0) })
        }
        bytes.appendZeros(8)
        #expect(throws: FrameFault.blockForm) {
            try FrameDecoder.measure(bytes.bytes, contentByteCountMax: JournalLimits.frameContentByteCountMax)
        }
    }

    @Test func `row 5: a trailer that says less than the damaged frames before it is reported, not believed`()
        async throws
    {
        let directory = TemporaryDirectory()
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        // Three frames, so that there are sound ones in front of the damage.
        for number in 1...60 { _ = try await journal.append(.numbered(number, payloadByteCount: 6000)) }
        try await journal.seal()
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        var bytes = try fileBytes(path)
        var trailer = try #require(
            bytes.withUnsafeBytes {
                Trailer.read($0.suffix(from: bytes.count - Trailer.byteCount), fileByteCount: UInt64(bytes.count))
            })
        trailer.last = 1
        var buffer = ByteBuffer()
        trailer.append(to: &buffer)
        bytes.replaceSubrange((bytes.count - Trailer.byteCount)..., with: Array(buffer.bytes))
        bytes[Int(trailer.dataEnd) - 100] ^= 1
        try writeFile(bytes, to: path)
        let opened = try Journal.open(at: directory.journal, access: .reading)
        let report = try opened.verify()
        #expect(!report.ok)
        #expect(report.records <= 60)
    }

    @Test func `row 18: an entity index that names a run that is not there costs time, not truth`() async throws {
        let directory = TemporaryDirectory()
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...60 { _ = try await journal.append(.numbered(number, payloadByteCount: 6000)) }
        try await journal.seal()
        let all = try journal.records()
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        var bytes = try fileBytes(path)
        let index = try #require(
            bytes.indices.first { at in
                bytes.withUnsafeBytes { file in
                    CheckedFrame.read(
                        FrameMagic.footer, file.suffix(from: at), messageByteCountMax: JournalLimits.segmentByteCountMax
                    )
                    .map { $0.message.fixed(UInt32.self, at: 0) == FooterPart.entities.rawValue } ?? false
                }
            })
        var buffer = ByteBuffer()
        bytes.withUnsafeBytes { file in
            guard
                let (message, _) = CheckedFrame.read(
                    FrameMagic.footer, file.suffix(from: index), messageByteCountMax: JournalLimits.segmentByteCountMax)
            else { return }
            var changed = Array(message)
            // The last step of the last list: to a run far behind the last.
            changed[changed.count - 1] = 0x7F
            changed.withUnsafeBytes { CheckedFrame.append(FrameMagic.footer, $0, to: &buffer) }
        }
        bytes.replaceSubrange(index..<(index + buffer.count), with: Array(buffer.bytes))
        try writeFile(bytes, to: path)
        let opened = try Journal.open(at: directory.journal, access: .reading)
        for entity in Set(all.map(\.header.entity)) {
            #expect(try opened.records(of: [entity]) == all.filter { $0.header.entity == entity })
        }
        #expect(try !opened.verify().ok)
    }

    /// The frames of another history fit their places, since only the chain binds them to what came before.
    @Test func `row 16: a segment that turned into another's is not sealed over what it was`() async throws {
        func journal(in directory: TemporaryDirectory, xor: UInt8) async throws -> Journal {
            var options = JournalOptions.repeatable
            options.segmentByteCountTarget = 5_000
            let journal = try Journal.create(at: directory.journal, options: options)
            for number in 1...12 {
                var draft = CommitDraft.numbered(number)
                var chance = SeededGenerator(seed: UInt64(number))
                draft.records[0].payload = chance.bytes(700).map { $0 ^ xor }
                _ = try await journal.append(draft)
            }
            #expect(journal.segments.count > 1 && journal.segments.allSatisfy { !$0.isSealed })
            return journal
        }
        let (directory, other) = (TemporaryDirectory(), TemporaryDirectory())
        let written = try await journal(in: directory, xor: 0)
        try await journal(in: other, xor: 0x55).close()
        let name = "/000000000001.segment"
        let bytes = try fileBytes(other.journal + name)
        let replaced = try fileBytes(directory.journal + name)
        try #require(bytes.count == replaced.count)
        try writeFile(bytes, to: directory.journal + name)
        do throws(JournalError) {
            try await written.seal()
            Issue.record("it was sealed")
        } catch {
            guard case .corrupt(segment: 1, _, _, .chain) = error else { throw error }
        }
        #expect(try fileBytes(directory.journal + name) == bytes)
        try await written.close()
    }
}
