import JournalEngine
import JournalTesting
import KernelTesting
import LZ4
import Testing

@Suite("What verify proves of redactions")
struct ProvingRedactions {
    let directory = TemporaryDirectory()
    private var segment: String { "000000000001.segment" }

    /// Two sealed segments, the first of which holds records 1 to 7.
    private func make() async throws {
        let journal = try Journal.create(at: directory.journal, options: .redactionTest)
        for number in 1...4 { _ = try await journal.append(.secret(number, records: (number - 1) % 3 + 1)) }
        try await journal.seal()
        for number in 5...8 { _ = try await journal.append(.secret(number, records: 2)) }
        try await journal.close()
    }

    private func copy(_ name: String) throws -> String {
        let target = directory.path + "/" + name
        try POSIXDisk().makeDirectory(target)
        for (name, bytes) in try directory.files() where name != "LOCK" {
            try writeFile(bytes, to: target + "/" + name)
        }
        return target
    }

    private func redact(_ ranges: [ClosedRange<UInt64>], at path: String, salted seed: UInt64 = 1) async throws
        -> UInt64
    {
        var options = JournalOptions.redactionTest
        if seed > 1 { options.entropy = JournalOptions.systemEntropy }
        let journal = try Journal.open(at: path, options: options)
        let receipt = try await journal.redact(ranges, attestation: .secret(90), memo: [])
        try journal.finishRedaction()
        try await journal.close()
        return receipt.last
    }

    private func report(_ path: String) throws -> VerifyReport {
        try Journal.open(at: path, access: .reading, options: .redactionTest).verify()
    }

    @Test func `a segment put back from before its redaction is found out, with what came back`() async throws {
        try await make()
        let old = try fileBytes(directory.journal + "/" + segment)
        let note = try await redact([2...2, 4...5], at: directory.journal)
        #expect(try report(directory.journal).ok)
        try writeFile(old, to: directory.journal + "/" + segment)
        let found = try report(directory.journal)
        #expect(found.damage.map(\.corruption) == [.redactionUndone(by: note), .redactionUndone(by: note)])
        #expect(found.damage.map(\.sequences) == [2...2, 4...5])
        #expect(found.damage.allSatisfy { $0.segment == 1 && $0.byteOffset > 0 })
        #expect(found.damage[0].words.contains("what record \(note) redacted is there again"))
        #expect(found.redactions.map(\.isFinished) == [false])
    }

    @Test func `what is redacted without a note is found out`() async throws {
        try await make()
        let untouched = try copy("untouched")
        _ = try await redact([2...2, 4...5], at: directory.journal)
        try writeFile(try fileBytes(directory.journal + "/" + segment), to: untouched + "/" + segment)
        let found = try report(untouched)
        #expect(found.damage.allSatisfy { $0.corruption == .redactionUnexplained })
        #expect(found.damage.map(\.sequences) == [2...2, 4...5, 4...4])
    }

    @Test func `what is redacted by a note that names something else is found out`() async throws {
        try await make()
        let other = try copy("other")
        let note = try await redact([2...2], at: directory.journal)
        #expect(try await redact([5...5], at: other) == note)
        try writeFile(try fileBytes(other + "/" + segment), to: directory.journal + "/" + segment)
        let found = try report(directory.journal)
        #expect(
            found.damage.map(\.corruption) == [
                .redactionUndone(by: note), .redactionUnexplained, .redactionUnexplained,
            ])
        #expect(found.damage.map(\.sequences) == [2...2, 5...5, 4...4], "the record, and the commit that it is of")
    }

    @Test func `what remains is held against the latest note about it`() async throws {
        try await make()
        let other = try copy("other")
        let note = try await redact([2...2], at: directory.journal)
        let first = try fileBytes(directory.journal + "/" + segment)
        // The same redaction with other salts: everything fits but what remains.
        #expect(try await redact([2...2], at: other, salted: 2) == note)
        try writeFile(try fileBytes(other + "/" + segment), to: directory.journal + "/" + segment)
        let found = try report(directory.journal)
        #expect(found.damage.map(\.corruption) == [.redactionRemains])
        #expect(found.damage.map(\.sequences) == [2...2])

        // Back again, redacted once more: the later note counts.
        try writeFile(first, to: directory.journal + "/" + segment)
        let second = try await redact([3...3], at: directory.journal)
        let whole = try report(directory.journal)
        #expect(whole.ok && whole.redactions.map(\.sequence) == [note, second])
        try writeFile(first, to: directory.journal + "/" + segment)
        #expect(
            try report(directory.journal).damage.map(\.corruption) == [.redactionUndone(by: second), .redactionRemains])
    }

    /// A note that cannot be read may have named anything, and a commit that cannot be read may be as it should.
    @Test func `damage is reported once, and nothing is concluded from what it hides`() async throws {
        try await make()
        _ = try await redact([2...2, 4...5], at: directory.journal)
        for (name, bytes) in try directory.files() where name.hasSuffix(".segment") {
            guard let frame = bytes.firstRange(of: [0x04, 0x22, 0x4D, 0x18] as [UInt8]) else { continue }
            var damaged = bytes
            damaged[frame.lowerBound + 60] ^= 1
            try writeFile(damaged, to: directory.journal + "/" + name)
            let found = try report(directory.journal)
            #expect(!found.ok)
            for damage in found.damage {
                guard case .frame = damage.corruption else {
                    if case .missingRecords = damage.corruption { continue }
                    Issue.record("\(name): \(damage.words)")
                    continue
                }
            }
            try writeFile(bytes, to: directory.journal + "/" + name)
        }
    }

    @Test func `the rest stays proven: a changed payload beside a redacted one breaks the proof`() async throws {
        try await make()
        let note = try await redact([2...2], at: directory.journal)
        // A forger who can write frames: takes record 3, of the same commit, which the chain no longer covers.
        let forged = try copy("forged")
        let again = try await redact([3...3], at: forged)
        #expect(again > note)
        try writeFile(try fileBytes(forged + "/" + segment), to: directory.journal + "/" + segment)
        let found = try report(directory.journal)
        #expect(!found.ok)
        #expect(found.damage.map(\.corruption) == [.redactionUnexplained, .redactionRemains])
    }

    /// Behind damage nobody knows the chain: what a note says of it is neither right nor wrong.
    @Test func `damage in front of a redacted commit is not taken for another past`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...60 { _ = try await journal.append(.secret(number, byteCount: 6_000)) }
        try await journal.seal()
        _ = try await journal.redact([59...59], attestation: .secret(90), memo: [])
        try journal.finishRedaction()
        try await journal.close()
        var bytes = try fileBytes(directory.journal + "/" + segment)
        let frame = try #require(bytes.firstRange(of: [0x04, 0x22, 0x4D, 0x18] as [UInt8]))
        bytes[frame.lowerBound + 600] ^= 1
        try writeFile(bytes, to: directory.journal + "/" + segment)
        let found = try Journal.open(at: directory.journal, access: .reading).verify()
        #expect(found.damage.count == 1 && found.damage[0].byteOffset == UInt64(frame.lowerBound))
    }

    /// A commit that keeps its hash covers nothing before it: the note does.
    @Test func `the rest stays proven: a changed payload before a redacted commit breaks the proof`() async throws {
        try await make()
        _ = try await redact([2...2], at: directory.journal)
        #expect(try report(directory.journal).ok)
        // A forger who can compute checksums: changes record 1, and nothing that hashes follow from.
        var bytes = try fileBytes(directory.journal + "/" + segment)
        let frame = try #require(bytes.firstRange(of: [0x04, 0x22, 0x4D, 0x18, 0x6C] as [UInt8])).lowerBound
        let count = Int(bytes[frame + 6]) | Int(bytes[frame + 7]) << 8
        let content = (frame + 19)..<(frame + 19 + count)
        let payload = try #require(bytes.firstRange(of: CommitDraft.secret(1).records[0].payload))
        #expect(content.contains(payload.lowerBound))
        bytes[payload.lowerBound] ^= 1
        let sum = bytes.withUnsafeBytes { LZ4Library.xxh32(UnsafeRawBufferPointer(rebasing: $0[content])) }
        for index in 0..<4 { bytes[content.upperBound + 4 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
        try writeFile(bytes, to: directory.journal + "/" + segment)
        let found = try report(directory.journal)
        #expect(found.damage.map(\.corruption) == [.chain])
        #expect(found.damage.map(\.sequences) == [2...2])
    }
}
