@testable import JournalEngine
import Testing

/// Contents of frames that are whole by every checksum, and that no writer wrote.
@Suite("Entries with something wrong in them")
struct HostileEntries {
    private static let place = FrameAddress(journal: .test(1), segment: 1, generation: 0, first: 5, groupFirst: 5)

    /// Returns the number of records that are read.
    private func read(_ entries: [[UInt8]], at place: FrameAddress = place) throws -> Int {
        try entries.flatMap { $0 }.withUnsafeBytes { bytes in
            var reader = try EntryReader(bytes, place)
            var count = 0
            while true {
                switch try reader.next() {
                case .end: return count
                case .commit: continue
                case .record: count += 1
                }
            }
        }
    }

    private static func id(_ tag: UInt8, _ byte: UInt8) -> [UInt8] { [tag, 16] + [UInt8](repeating: byte, count: 16) }

    private static func entry(_ message: [UInt8]) -> [UInt8] { [UInt8(message.count)] + message }

    private static func commit(of count: UInt8, cause: [UInt8] = [], then tail: [UInt8] = []) -> [UInt8] {
        entry([0x38, count] + cause + id(0x52, 1) + id(0x5A, 2) + [0x68, 1, 0x70, 1] + id(0x7A, 3) + tail)
    }

    /// - Parameter tail: the bytes that follow the entity; a payload of two bytes by default.
    private static func record(_ tail: [UInt8] = [0x32, 2, 7, 7]) -> [UInt8] {
        entry([0x08, 1] + id(0x12, 4) + tail)
    }

    private static func hash(of count: Int) -> [UInt8] { [0x82, 0x01, 0x20] + [UInt8](repeating: 9, count: count) }

    static let lies: [(what: String, entries: [[UInt8]])] = [
        ("a record without a commit", [record()]),
        ("a commit inside another", [commit(of: 2), record(), commit(of: 1), record()]),
        ("a commit of nothing", [commit(of: 0)]),
        ("a cause that is none", [commit(of: 1, cause: [0x40, 0]), record()]),
        ("something behind a payload", [commit(of: 1), record([0x32, 1, 7, 7])]),
        ("a payload beyond its entry", [commit(of: 1), record([0x32, 3, 7, 7])]),
        ("a record that nothing redacted", [commit(of: 1), record([0x28, 0])]),
        ("a record behind a redaction", [commit(of: 2), record([0x28, 1] + record())]),
        ("something behind the hash of a commit", [commit(of: 1, then: hash(of: 33)), record()]),
        ("a hash cut short", [commit(of: 1, then: hash(of: 31)), record()]),
        ("an empty entry", [commit(of: 1), [0]]),
    ]

    @Test func `what a writer writes is read`() throws {
        #expect(try read([Self.commit(of: 2), Self.record(), Self.record([0x28, 1])]) == 2)
        #expect(try read([Self.commit(of: 1, cause: [0x40, 1], then: Self.hash(of: 32)), Self.record()]) == 1)
    }

    @Test(arguments: lies) func `row 25: is refused`(what: String, entries: [[UInt8]]) {
        #expect(throws: Corruption.entry, "\(what)") { try read(entries) }
    }

    @Test(
        arguments: [(first: 0, continues: 0), (5, 5), (5, 6), (5, 2), (5, 1)] as [(first: UInt64, continues: UInt64)])
    func `row 25: a frame that goes on with a commit that cannot reach it is refused`(
        first: UInt64, continues: UInt64
    ) throws {
        var place = Self.place
        (place.first, place.continues) = (first, continues)
        #expect(throws: Corruption.entry) { try read([Self.commit(of: 3), Self.record()], at: place) }
        // The last record of three that began with the third.
        (place.first, place.continues) = (5, 3)
        #expect(try read([Self.commit(of: 3), Self.record()], at: place) == 1)
    }
}

/// Headers, tables and trailers whose checksum is right.
@Suite("Forged ends of segments")
struct ForgedSegments {
    private let directory = TemporaryDirectory()
    private var path: String { directory.journal + "/000000000001.segment" }

    private func header(_ fields: (inout MessageWriter) -> Void) -> [UInt8] {
        var message = MessageWriter()
        message.varint(1, UInt64(SegmentHeader.version))
        message.id(2, .test(1))
        message.varint(3, 1)
        fields(&message)
        var bytes = ByteBuffer()
        CheckedFrame.append(FrameMagic.header, message.buffer.bytes, to: &bytes)
        return Array(bytes.bytes)
    }

    private func refusal(_ bytes: [UInt8], segment: UInt64 = 1) -> JournalError? {
        do throws(JournalError) {
            let found = bytes.withUnsafeBytes { raw in
                Result { () throws(JournalError) in try SegmentHeader.read(raw, segment: segment).header }
            }
            _ = try found.get()
            return nil
        } catch {
            return error
        }
    }

    @Test func `row 25: a header with a key and no encryption, or none of a first record, is refused`() {
        func corrupt(_ corruption: Corruption, segment: UInt64 = 1) -> JournalError {
            .corrupt(segment: segment, byteOffset: 0, sequences: nil, corruption)
        }
        let sound = header { $0.varint(5, 1) }
        #expect(refusal(sound) == nil)
        #expect(refusal(sound, segment: 2) == corrupt(.place, segment: 2))
        #expect(refusal(header { _ in }) == corrupt(.place), "no first record")
        let keyed = header { message in
            message.varint(5, 1)
            message.id(11, .test(3))
        }
        #expect(refusal(keyed) == corrupt(.header))
        let keyless = header { message in
            message.varint(5, 1)
            message.varint(9, SegmentHeader.aes256GCM)
        }
        #expect(refusal(keyless) == corrupt(.header))
    }

    /// A sealed segment of some frames, with its trailer and where the parts of its footer stand.
    private func sealed() async throws -> (records: [SeenRecord], bytes: [UInt8], trailer: Trailer) {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...60 { _ = try await journal.append(.numbered(number, payloadByteCount: 6_000)) }
        try await journal.seal()
        let records = try journal.records()
        try await journal.close()
        let bytes = try fileBytes(path)
        let trailer = bytes.withUnsafeBytes {
            Trailer.read($0.suffix(from: bytes.count - Trailer.byteCount), fileByteCount: UInt64(bytes.count))
        }
        return (records, bytes, try #require(trailer))
    }

    private func write(_ bytes: [UInt8], _ trailer: Trailer) throws {
        var buffer = ByteBuffer()
        buffer.append(bytes)
        trailer.append(to: &buffer)
        try writeFile(Array(buffer.bytes), to: path)
    }

    @Test func `row 16: a frame of another journal is refused where a sealed segment is read`() async throws {
        func sealed(_ path: String, _ id: UInt64) async throws -> [UInt8] {
            var options = JournalOptions.repeatable
            options.journalID = .test(id)
            let journal = try Journal.create(at: path, options: options)
            for number in 1...5 { _ = try await journal.append(.numbered(number)) }
            try await journal.seal()
            try await journal.close()
            return try fileBytes(path + "/000000000001.segment")
        }
        let (ours, theirs) = (
            try await sealed(directory.journal, 1), try await sealed(directory.path + "/other", 2)
        )
        // Small enough to be stored as it is, so that it has the same length.
        let begin = try #require(ours.firstRange(of: [0x04, 0x22, 0x4D, 0x18])).lowerBound
        let end = try #require(ours.firstRange(of: [0x51, 0x2A, 0x4D, 0x18])).lowerBound
        try #require(theirs.count == ours.count)
        try writeFile(Array(ours[..<begin]) + theirs[begin..<end] + ours[end...], to: path)
        #expect(
            throws: JournalError.corrupt(segment: 1, byteOffset: UInt64(begin), sequences: 1...5, .place)
        ) { try reader().records() }
    }

    private func reader() throws -> Journal { try Journal.open(at: directory.journal, access: .reading) }

    @Test func `row 18: a frame table that leaves out the first frame is not believed, and hides no record`()
        async throws
    {
        let (records, bytes, trailer) = try await sealed()
        let footer = bytes[Int(trailer.dataEnd)..<Int(trailer.offset)]
        let table = footer.prefix(Int(trailer.bloomOffset - trailer.runsOffset))
        let rows = table.dropFirst(CheckedFrame.headByteCount + 8)
        #expect(rows.count > 2 * 24 && rows.count % 24 == 0)
        let runs = rows.withUnsafeBytes { raw in
            stride(from: 24, to: raw.count, by: 24).map { at in
                Run(
                    offset: raw.fixed(UInt64.self, at: at), first: raw.fixed(UInt64.self, at: at + 8),
                    time: raw.fixed(Int64.self, at: at + 16))
            }
        }
        var shorter = ByteBuffer()
        Footer.appendRuns(runs, to: &shorter)
        var forged = trailer
        forged.bloomOffset -= 24
        forged.entitiesOffset -= 24
        forged.offset -= 24
        try write(
            bytes[..<Int(trailer.dataEnd)] + Array(shorter.bytes) + footer.dropFirst(table.count), forged)
        let journal = try reader()
        #expect(journal.lastSequence == UInt64(records.count))
        #expect(try journal.records() == records)
        #expect(try !journal.verify().ok)
    }

    @Test func `row 18: a trailer that counts more records than there are is found out where they are read`()
        async throws
    {
        let (records, bytes, trailer) = try await sealed()
        var forged = trailer
        forged.last += 5
        try write(Array(bytes[..<Int(trailer.offset)]), forged)
        // The segment behind it says where this one ends; a reader gets what stands before that.
        let journal = try reader()
        #expect(journal.recovery.damage == .corrupt(segment: 2, byteOffset: 0, sequences: nil, .place))
        var seen: [SeenRecord] = []
        do {
            try journal.forEachRecord { header, payload in
                seen.append(SeenRecord(copying: header, payload))
                return .next
            }
            Issue.record("nothing is missed")
        } catch JournalError.corrupt(segment: 1, _, let sequences, .missingRecords) {
            #expect(sequences == UInt64(records.count + 1)...forged.last)
        }
        #expect(seen == records)
    }

    @Test(arguments: [0, 1, 2])
    func `row 18: a trailer of another rewrite, or whose parts overlap, is not believed`(kind: Int) async throws {
        let (records, bytes, trailer) = try await sealed()
        var forged = trailer
        switch kind {
        case 0: forged.generation += 1
        case 1: forged.last = forged.first - 1
        default: (forged.bloomOffset, forged.entitiesOffset) = (forged.entitiesOffset, forged.bloomOffset)
        }
        try write(Array(bytes[..<Int(trailer.offset)]), forged)
        let journal = try reader()
        #expect(journal.recovery.damagedFooters == [1])
        #expect(try journal.records() == records)
        let entity = records[0].header.entity
        #expect(try journal.records(of: [entity]) == records.filter { $0.header.entity == entity })
        #expect(try !journal.verify().ok)
    }
}
