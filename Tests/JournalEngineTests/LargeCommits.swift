import JournalEngine
import KernelTesting
import LZ4
import Testing

@Suite("Commits of every size")
struct LargeCommits {
    let directory = TemporaryDirectory()

    /// On both sides of every size at which the form of a frame changes.
    static let contentSizes = [
        1, 2, 4095, 4096, 4097, 65_535, 65_536, 65_537, 262_144, 262_145, 1_048_576, 1_048_577, 4_194_304, 4_194_305,
        9_000_000,
    ]

    @Test(arguments: contentSizes) func `a frame gives back its content, compressible or not`(size: Int) throws {
        var state: UInt64 = 88_172_645_463_325_252
        let noise = (0..<size).map { _ -> UInt8 in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state)
        }
        for content in [noise, [UInt8](repeating: 7, count: size)] {
            let shape = FrameShape(contentByteCount: size)
            var frame = [UInt8](repeating: 0, count: shape.frameByteCountMax)
            let length = content.withUnsafeBytes { raw in
                frame.withUnsafeMutableBytes { FrameEncoder.encode(raw, into: $0) }
            }
            var scratch = [UInt8](repeating: 0, count: size)
            let decoded = try frame[..<length].withUnsafeBytes { raw in
                let measured = try FrameDecoder.measure(raw, contentByteCountMax: size)
                #expect(measured.frameByteCount == length)
                return try scratch.withUnsafeMutableBytes { Array(try FrameDecoder.decode(raw, measured, into: $0)) }
            }
            #expect(decoded == content)
            #expect(throws: FrameFault.truncated) {
                try frame[..<(length - 1)].withUnsafeBytes {
                    _ = try FrameDecoder.measure($0, contentByteCountMax: size)
                }
            }
            // Row 25: nothing is allocated on the word of a declared size.
            #expect(throws: FrameFault.contentTooLarge) {
                try frame.withUnsafeBytes { _ = try FrameDecoder.measure($0, contentByteCountMax: size - 1) }
            }
        }
    }

    @Test func `a commit of many megabytes is written, rolled over, sealed and read`() async throws {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 20_000
        let journal = try Journal.create(at: directory.journal, options: options)
        let drafts: [CommitDraft] = [
            .numbered(1), .numbered(2, records: 5, payloadByteCount: 1_000_000), .numbered(3, records: 3),
        ]
        for draft in drafts { _ = try await journal.append(draft) }
        let all = expected(drafts)
        #expect(try journal.records() == all)
        #expect(journal.segments.count == 2)
        try await journal.seal()
        #expect(try journal.records() == all)
        #expect(try journal.recordsBackwards() == all.reversed())
        #expect(try journal.verify().ok)
        try await journal.close()
    }

    /// Every way in which a group can end before, at and just behind the end of the pre-written room.
    @Test func `the room behind the last commit is whole, wherever the commit ends`() async throws {
        for size in 64_990...65_070 {
            let path = directory.path + "/\(size)"
            let journal = try Journal.create(at: path, options: .repeatable)
            // Bytes that do not compress, so that each size gives its own end.
            var draft = CommitDraft.numbered(1)
            var state = UInt64(size)
            draft.records[0].payload = (0..<size).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            _ = try await journal.append(draft)
            if size % 2 == 0 { _ = try await journal.append(.numbered(2)) }
            try await journal.close()
            let reader = try Journal.open(at: path, access: .reading)
            #expect(reader.recovery.isClean && reader.recovery.wasClosed, "size \(size)")
            #expect(reader.lastSequence == (size % 2 == 0 ? 2 : 1))
        }
    }
}

@Suite("Saying what is wrong")
struct SayingWhatIsWrong {
    let directory = TemporaryDirectory()

    @Test func `verify names the damaged frame of a sealed segment, and only that`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let drafts = (1...40).map { CommitDraft.numbered($0, records: 100, payloadByteCount: 150) }
        for draft in drafts { _ = try await journal.append(draft) }
        try await journal.seal()
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        var bytes = try fileBytes(path)
        var frames: [InspectedFrame] = []
        try Journal.inspect(at: directory.journal) { file in
            if file.segment == 1 { frames = file.frames }
        }
        let data = frames.filter { $0.kind == .data }
        #expect(data.count > 3)
        #expect(frames.reduce(0) { $0 + $1.byteCount } == UInt64(bytes.count))
        let victim = data[1]
        bytes[Int(victim.byteOffset) + 100] ^= 1
        try writeFile(bytes, to: path)

        let reader = try Journal.open(at: directory.journal, access: .reading)
        let report = try reader.verify()
        #expect(report.damage.map(\.byteOffset) == [victim.byteOffset])
        #expect(report.damage[0].sequences == victim.sequences)
        #expect(report.damage[0].words.contains("checksum"))
        #expect(report.records == 4000 - UInt64(victim.sequences?.count ?? 0))
        // Everything before it is read, and then the error names it.
        var last: UInt64 = 0
        let error = #expect(throws: JournalError.self) {
            try reader.forEachRecord { header, _ in
                last = header.sequence
                return .next
            }
        }
        #expect(last + 1 == victim.sequences?.lowerBound)
        guard case .corrupt(1, victim.byteOffset, _, _) = error else {
            Issue.record("the error does not name the place: \(String(describing: error))")
            return
        }
        // What lies behind it can be read too.
        let rest = try #require(victim.sequences).upperBound + 1
        #expect(try reader.records(from: rest) == expected(drafts).filter { $0.header.sequence >= rest })
    }

    @Test func `a damaged footer loses no record`() async throws {
        var journal = try Journal.create(at: directory.journal, options: .repeatable)
        let drafts = (1...50).map { CommitDraft.numbered($0, records: 20, payloadByteCount: 150) }
        for draft in drafts { _ = try await journal.append(draft) }
        try await journal.seal()
        try await journal.close()
        var footers: [InspectedFrame] = []
        try Journal.inspect(at: directory.journal) { file in
            if file.segment == 1 { footers = file.frames.filter { $0.kind == .footer } }
        }
        #expect(footers.count == 4)
        let path = directory.journal + "/000000000001.segment"
        let bytes = try fileBytes(path)
        for footer in footers {
            var damaged = bytes
            damaged[Int(footer.byteOffset + footer.byteCount) - 1] ^= 0x80
            try writeFile(damaged, to: path)
            journal = try Journal.open(at: directory.journal, options: .repeatable)
            #expect(try journal.records() == expected(drafts), "\(footer.words)")
            #expect(
                try journal.records(of: [.test(1003)])
                    == expected(drafts).filter { $0.header.entity == .test(1003) }, "\(footer.words)")
            let report = try journal.verify()
            #expect(report.damage.map(\.corruption) == [.footer], "\(footer.words)")
            #expect(report.damage.allSatisfy { $0.sequences == nil && footer.contains($0.byteOffset) })
            try await journal.close()
        }
    }

    @Test func `every message says what to do`() {
        let errors: [JournalError] = [
            .corrupt(segment: 3, byteOffset: 7, sequences: 4...9, .chain),
            .system(call: .pwrite, path: "/somewhere", errno: 28), .recordTooLarge(byteCount: 2, limit: 1),
            .commitTooLarge(byteCount: 2, limit: 1), .tooManyRecords(count: 2, limit: 1), .emptyCommit, .poisoned,
            .locked(holderPID: 12), .locked(holderPID: nil), .readOnly, .notAJournal(path: "/x"),
            .alreadyExists(path: "/x"), .unsupportedVersion(found: 2, known: 1), .keyNeeded(path: "/x"),
            .wrongKey(path: "/x"),
            .keyMissing(id: .zero, segment: 3), .keyMissing(id: .zero, segment: nil), .keyringMissing(path: "/x"),
            .keyringExists(path: "/x"), .keyringDamaged(path: "/x"), .keyringFull(path: "/x"),
            .unsupportedEncryption(2), .missingSegment(2),
            .closed,
        ]
        for error in errors {
            #expect(error.message.hasSuffix("."), "\(error)")
            #expect(error.message.contains(";") || error.message.split(separator: ".").count > 1, "\(error.message)")
        }
        #expect(errors[0].message.contains("Records 4 to 9"))
        #expect(errors[1].message.contains("Free some space"))
        #expect(errors[7].message.contains("process 12"))
    }
}

extension InspectedFrame {
    fileprivate func contains(_ offset: UInt64) -> Bool { offset >= byteOffset && offset < byteOffset + byteCount }
}
