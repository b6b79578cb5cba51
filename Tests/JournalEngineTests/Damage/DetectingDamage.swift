import Glibc
import JournalEngine
import KernelTesting
import Testing

func writeFile(_ bytes: [UInt8], to path: String) throws {
    let file = try POSIXDisk().open(path, .creatingIfAbsent)
    defer { file.close() }
    try file.truncate(to: 0)
    var done = 0
    while done < bytes.count {
        done += try bytes.withUnsafeBytes {
            try file.write(UnsafeRawBufferPointer(rebasing: $0[done...]), at: UInt64(done))
        }
    }
}

@Suite("Detecting damage")
struct DetectingDamage {
    let directory = TemporaryDirectory()

    /// Returns whether somebody who opens and verifies the journal is told that something is wrong.
    ///
    /// Also checks the one thing that must never happen: other records without a word.
    private func isReported(_ truth: [SeenRecord]) -> Bool {
        var isReported = false
        do {
            let journal = try Journal.open(at: directory.journal, access: .reading)
            isReported = !journal.recovery.isClean || !journal.recovery.wasClosed
            let report = try journal.verify()
            isReported = isReported || !report.ok
            var seen: [SeenRecord] = []
            do {
                seen = try journal.records()
                // The index must not hide a record either.
                let entity = ID16.test(1003)
                if try journal.records(of: [entity]) != truth.filter({ $0.header.entity == entity }), !isReported {
                    return false
                }
            } catch is JournalError {
                isReported = true
            }
            if seen != truth, !isReported { return false }
            return isReported
        } catch is JournalError {
            return true
        } catch {
            return false
        }
    }

    @Test func `row 5: every single flipped bit of a closed journal is detected`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let drafts = (1...3).map { CommitDraft.numbered($0, records: $0, payloadByteCount: 20) }
        for draft in drafts { _ = try await journal.append(draft) }
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        let bytes = try fileBytes(path)
        let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        #expect(!isReported(expected(drafts)))
        let frames = try Self.frames(of: 1, at: directory.journal).filter { $0.kind == .data }
        #expect(frames.count == 3)
        var detected = 0
        // All that was written, and the first and last of the zeros behind it.
        for offset in Array(0..<(used + 16)) + Array((bytes.count - 8)..<bytes.count) {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[offset] ^= 1 << UInt8(bit)
                try writeFile(damaged, to: path)
                #expect(isReported(expected(drafts)), "byte \(offset), bit \(bit)")
                detected += 1
                guard let hit = frames.first(where: { $0.holds(offset) }), bit == offset % 8 else { continue }
                // What was acknowledged is never cut: writing is refused, and the place is named.
                let error = #expect(throws: JournalError.self) { _ = try Journal.open(at: directory.journal) }
                guard case .corrupt(1, hit.byteOffset, let sequences, _) = error else {
                    Issue.record("byte \(offset), bit \(bit): \(String(describing: error))")
                    continue
                }
                #expect(sequences?.lowerBound == hit.sequences?.lowerBound)
                #expect(try fileBytes(path) == damaged)
            }
        }
        FaultLedger.fired(row: 5, detected)
    }

    private static func frames(of wanted: UInt64, at path: String) throws -> [InspectedFrame] {
        var frames: [InspectedFrame] = []
        try Journal.inspect(at: path) { file in
            if file.segment == wanted { frames = file.frames }
        }
        return frames
    }

    @Test func `row 5: every single flipped bit of a sealed segment is detected`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        // More than is stored uncompressed, so that compressed blocks are flipped too.
        let drafts = (1...30).map { CommitDraft.numbered($0, records: 2, payloadByteCount: 150) }
        for draft in drafts { _ = try await journal.append(draft) }
        try await journal.seal()
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        let bytes = try fileBytes(path)
        #expect(!isReported(expected(drafts)))
        let frames = try Self.frames(of: 1, at: directory.journal).filter { $0.kind == .data }
        var detected = 0
        for offset in bytes.indices {
            for bit in FaultLedger.isFull ? Array(0..<8) : [offset % 8] {
                var damaged = bytes
                damaged[offset] ^= 1 << UInt8(bit)
                try writeFile(damaged, to: path)
                #expect(isReported(expected(drafts)), "byte \(offset) of \(bytes.count), bit \(bit)")
                detected += 1
                guard let hit = frames.first(where: { $0.holds(offset) }) else { continue }
                let report = try Journal.open(at: directory.journal, access: .reading).verify()
                #expect(report.damage.contains { $0.segment == 1 && $0.byteOffset == hit.byteOffset })
                #expect(report.damage.first?.sequences == hit.sequences)
            }
        }
        FaultLedger.fired(row: 5, detected)
    }

    @Test func `row 18: every single flipped bit of the identity file is detected`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        _ = try await journal.append(.numbered(1))
        try await journal.close()
        let path = directory.journal + "/JOURNAL"
        let bytes = try fileBytes(path)
        for bit in 0..<(bytes.count * 8) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            try writeFile(damaged, to: path)
            #expect(isReported(expected([.numbered(1)])), "bit \(bit)")
        }
        FaultLedger.fired(row: 18, bytes.count * 8)
    }

    @Test func `a flip in acknowledged records refuses writing and names the place`() async throws {
        var journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...9 { _ = try await journal.append(.numbered(number)) }
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        var bytes = try fileBytes(path)
        let place = try #require(bytes.firstRange(of: CommitDraft.numbered(5).records[0].payload)).lowerBound
        bytes[place] ^= 4
        try writeFile(bytes, to: path)
        let error = #expect(throws: JournalError.self) { _ = try Journal.open(at: directory.journal) }
        guard case .corrupt(let segment, let offset, let sequences, let corruption) = error else {
            Issue.record("damage to acknowledged records must refuse writing")
            return
        }
        #expect(segment == 1)
        #expect(offset < UInt64(place))
        #expect(sequences?.lowerBound == 5)
        #expect(corruption == .frame(.contentChecksum))
        #expect(try fileBytes(path) == bytes)
        journal = try Journal.open(at: directory.journal, access: .reading)
        #expect(journal.recovery.damage != nil)
        #expect(try journal.records() == expected((1...4).map { .numbered($0) }))
    }

    @Test func `row 17: a missing segment is missed, whichever it is`() async throws {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 10_000
        let journal = try Journal.create(at: directory.journal, options: options)
        for number in 1...60 { _ = try await journal.append(.numbered(number, payloadByteCount: 500)) }
        try await journal.close()
        let count = try POSIXDisk().names(inDirectory: directory.journal).filter { $0.hasSuffix(".segment") }.count
        #expect(count >= 4)
        for number in 1...count {
            let path = directory.journal + "/00000000000\(number).segment"
            try POSIXDisk().rename(path, to: directory.path + "/away")
            #expect(throws: JournalError.missingSegment(UInt64(number))) {
                _ = try Journal.open(at: directory.journal, options: options)
            }
            try POSIXDisk().rename(directory.path + "/away", to: path)
        }
        FaultLedger.fired(row: 17, count)
        try await Journal.open(at: directory.journal, options: options).close()
    }
}

extension InspectedFrame {
    fileprivate func holds(_ offset: Int) -> Bool {
        UInt64(offset) >= byteOffset && UInt64(offset) < byteOffset + byteCount
    }
}

extension Array where Element == UInt8 {
    func firstRange(of needle: [UInt8]) -> Range<Int>? {
        guard needle.count <= count else { return nil }
        for start in 0...(count - needle.count) where self[start..<(start + needle.count)].elementsEqual(needle) {
            return start..<(start + needle.count)
        }
        return nil
    }
}
