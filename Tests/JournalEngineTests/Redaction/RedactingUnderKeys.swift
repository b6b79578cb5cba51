import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("Redacting an encrypted journal")
struct RedactingUnderKeys {
    let home = EncryptedHome()

    private static let drafts = (1...40).map { CommitDraft.secret($0, records: $0 % 3 + 1) }

    private func options(_ access: JournalAccess = .writing) throws -> JournalOptions {
        var options = try home.options(access)
        options.segmentByteCountTarget = 3_000
        return options
    }

    private func make() async throws -> Journal {
        let journal = try Journal.create(at: home.journal, options: try options())
        for draft in Self.drafts[..<20] { _ = try await journal.append(draft) }
        try await journal.seal()
        for draft in Self.drafts[20...] { _ = try await journal.append(draft) }
        return journal
    }

    private func copy() throws -> String {
        let target = home.directory.path + "/copy"
        try POSIXDisk().makeDirectory(target)
        for (name, bytes) in try home.directory.files() where name != "LOCK" {
            try writeFile(bytes, to: target + "/" + name)
        }
        return target
    }

    @Test(.shows("C-10"))
    func `an old copy with the keys of now is refused, and what was not touched opens`() async throws {
        let journal = try await make()
        let old = try copy()
        let keys = try home.openKeyring(.reading).ids
        let touched = journal.segments[1]
        let receipt = try await journal.redact([touched.first...touched.first], attestation: .secret(99), memo: [5])
        try journal.finishRedaction()
        #expect(try journal.verify().damage == [])
        let all = expected(Self.drafts).redacted([touched.first...touched.first], by: receipt.last)
        #expect(try journal.records(through: UInt64(all.count)) == all)
        try await journal.close()

        // One key gone, one new, and one for the segment that the writer went on in.
        let now = try home.openKeyring(.reading).ids
        let gone = Set(keys).subtracting(now)
        #expect(gone.count == 1 && now.count <= keys.count + 1)
        let key = try #require(gone.first)
        #expect(throws: JournalError.keyMissing(id: key, segment: 2)) {
            try Journal.open(at: old, options: try options())
        }
        let reader = try Journal.open(at: old, access: .reading, options: try options(.reading))
        #expect(reader.recovery.damage == .keyMissing(id: key, segment: 2))
        #expect(reader.lastSequence == touched.first - 1)
    }

    @Test func `the intent says nothing to who has no key`() async throws {
        let journal = try await make()
        let memo = Array("the name of a child".utf8)
        _ = try await journal.redact([3...3], attestation: .secret(99), memo: memo)
        try await journal.close()
        let bytes = try fileBytes(home.journal + "/REDACTION")
        #expect(!bytes.holds(memo))
        let again = try Journal.open(at: home.journal, options: try options())
        #expect(again.unfinishedRedaction?.memo == memo)
        try again.finishRedaction()
        try await again.close()
        #expect(throws: (any Error).self) { try fileBytes(home.journal + "/REDACTION") }
    }

    @Test func `readers of another process go on, whatever key a segment has by then`() async throws {
        let journal = try await make()
        let reader = try Journal.open(at: home.journal, access: .reading, options: try options(.reading))
        let all = expected(Self.drafts)
        #expect(try reader.records() == all)
        let receipt = try await journal.redact([1...30], attestation: .secret(99), memo: [])
        #expect(try reader.records() == all.redacted([1...30], by: receipt.last))
        try await journal.rekey()
        #expect(try reader.records() == all.redacted([1...30], by: receipt.last))
        #expect(try reader.verify().damage == [])
        try await journal.close()
    }

    @Test func `new keys for every segment leave none of the old ones`() async throws {
        let journal = try await make()
        let old = try copy()
        let keys = Set(try home.openKeyring(.reading).ids)
        try await journal.rekey()
        let now = Set(try home.openKeyring(.reading).ids)
        #expect(keys.isDisjoint(with: now) && now.count == journal.segments.count)
        #expect(try journal.records() == expected(Self.drafts))
        #expect(try journal.verify().damage == [])
        _ = try await journal.append(.secret(41))
        try await journal.close()
        let again = try Journal.open(at: home.journal, options: try options())
        #expect(try again.records() == expected(Self.drafts + [.secret(41)]))
        try await again.close()
        #expect(throws: JournalError.self) { try Journal.open(at: old, options: try options()) }
    }

    @Test func `row 8: new keys that were made in vain are used once there is room`() async throws {
        let disk = SimulatedDisk()
        let options = try CrashKeys.options(.redactionTest, on: disk)
        let journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: options)
        for draft in Self.drafts[..<20] { _ = try await journal.append(draft) }
        try await journal.seal()
        disk.script([DiskFault(.error(ENOSPC), on: .pwrite, pathSuffix: "2.segment.tmp", count: .max)])
        await #expect(throws: JournalError.self) { try await journal.rekey() }
        #expect(!disk.firedFaults.isEmpty)
        disk.script([])
        try await journal.rekey()
        let ids = try #require(options.keyring).ids
        #expect(ids.count == journal.segments.count, "one for each segment")
        #expect(try journal.verify().ok)
        try await journal.close()
        FaultLedger.fired(row: 8, 1)
    }

    @Test(arguments: [0, 5, 40])
    func `a plaintext journal is encrypted by giving it keys`(commits: Int) async throws {
        var plain = JournalOptions.repeatable
        plain.segmentByteCountTarget = 3_000
        let journal = try Journal.create(at: home.journal, options: plain)
        for draft in Self.drafts[..<commits] { _ = try await journal.append(draft) }
        try await journal.close()
        let encrypting = try Journal.open(at: home.journal, options: try options())
        try await encrypting.rekey()
        _ = try await encrypting.append(.secret(77))
        #expect(try encrypting.verify().damage == [])
        let all = expected(Self.drafts[..<commits] + [.secret(77)])
        #expect(try encrypting.records() == all)
        #expect(try encrypting.secretsFound(in: home.journal, of: all) == [])
        try await encrypting.close()
        #expect(throws: JournalError.keyNeeded(path: home.journal)) {
            try Journal.open(at: home.journal, options: plain)
        }
        let again = try Journal.open(at: home.journal, options: try options())
        #expect(again.recovery.isClean)
        #expect(try again.records() == all)
        try await again.close()
    }

    @Test func `a note that would be too long is several`() async throws {
        var small = try options()
        small.redactionNoteByteCountTarget = 300
        let journal = try Journal.create(at: home.journal, options: small)
        for draft in Self.drafts { _ = try await journal.append(draft) }
        let all = expected(Self.drafts)
        let ranges: [ClosedRange<UInt64>] = [2...5, 9...40, 50...70]
        let receipt = try await journal.redact(ranges, attestation: .secret(99), memo: [])
        let report = try journal.verify()
        #expect(report.damage == [])
        #expect(report.redactions.count > 2 && report.redactions.map(\.recordCount).reduce(0, +) == 57)
        #expect(report.redactions.last?.sequence == receipt.last)
        let stands = try journal.records(through: UInt64(all.count))
        #expect(stands.filter(\.header.isRedacted).count == 57)
        for record in stands where record.header.isRedacted {
            #expect((receipt.first + 1...receipt.last).contains(record.header.redactedBy))
        }
        try journal.finishRedaction()
        try await journal.close()
    }
}
