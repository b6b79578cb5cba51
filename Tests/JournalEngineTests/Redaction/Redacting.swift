import Dispatch
@testable import JournalEngine
import JournalTesting
import KernelTesting
import Synchronization
import Testing

@Suite("Redacting records")
struct Redacting {
    let directory = TemporaryDirectory()

    /// Commits of 1, 2, 3, 1, 2, 3 … records; two of the three segments are sealed when there are enough.
    private func make(_ commits: Int = 30, at path: String? = nil) async throws -> (
        journal: Journal, drafts: [CommitDraft]
    ) {
        let journal = try Journal.create(at: path ?? directory.journal, options: .redactionTest)
        let drafts = (1...commits).map { CommitDraft.secret($0, records: ($0 - 1) % 3 + 1) }
        for (index, draft) in drafts.enumerated() {
            _ = try await journal.append(draft)
            if index == commits / 3 { try await journal.seal() }
        }
        return (journal, drafts)
    }

    @Test func `takes the payloads from every file, and nothing else`() async throws {
        let (journal, drafts) = try await make()
        let before = expected(drafts)
        let head = try journal.chainHead()
        let last = journal.lastSequence
        let ranges: [ClosedRange<UInt64>] = [1...1, 3...4, 9...15, (last - 3)...last]
        #expect(try journal.secretsFound(in: directory.journal, of: before).count > Int(last) - 4)

        let receipt = try await journal.redact(ranges, attestation: .secret(99, records: 2), memo: [7, 8])
        let note = receipt.last
        #expect(receipt.first == last + 1 && note == last + 3)
        let after = before.redacted(ranges, by: note)
        #expect(try journal.records(through: last) == after)
        #expect(try journal.recordsBackwards(through: 1).suffix(after.count) == after.reversed())
        let left = Set(1...last).subtracting(ranges.flatMap { $0 })
        let found = try journal.secretsFound(in: directory.journal, of: before)
        #expect(found.isSubset(of: left) && found.count > left.count - 4)
        let report = try journal.verify()
        #expect(report.damage == [])
        #expect(report.redactions.map(\.sequence) == [note])
        #expect(report.redactions.map(\.recordCount) == [14])
        #expect(report.redactions.map(\.isFinished) == [true])
        try journal.finishRedaction()
        #expect(journal.unfinishedRedaction == nil)
        try await journal.close()

        let again = try Journal.open(at: directory.journal, options: .redactionTest)
        #expect(again.recovery.isClean && again.unfinishedRedaction == nil)
        #expect(try again.records(through: last) == after)
        #expect(try again.records(of: [.test(1003)], through: last) == after.filter { $0.header.entity == .test(1003) })
        #expect(try again.verify().damage == [])
        // The chain is what it was: who kept a head can still hold it against the journal.
        #expect(try again.headerWords(in: directory.journal).contains { $0.contains("chain before \(head.hash)") })
        try await again.close()
    }

    @Test func `what remains to be done by the program is told until it says that it is done`() async throws {
        let (journal, _) = try await make()
        let receipt = try await journal.redact([2...3], attestation: .secret(99), memo: [1, 2, 3])
        #expect(journal.unfinishedRedaction?.receipt == receipt)
        #expect(await refusal(of: journal, [5...5]) == .redactionUnfinished)
        try await journal.close()
        let again = try Journal.open(at: directory.journal, options: .redactionTest)
        let unfinished = try #require(again.unfinishedRedaction)
        #expect(unfinished.receipt == receipt && unfinished.memo == [1, 2, 3] && unfinished.isRewritten)
        #expect(unfinished.notes.map(\.ranges) == [[2...3]])
        try again.finishRedaction()
        try again.finishRedaction()
        try await again.close()
        let last = try Journal.open(at: directory.journal, options: .redactionTest)
        #expect(last.unfinishedRedaction == nil)
        _ = try await last.redact([5...5], attestation: .secret(100), memo: [])
        try last.finishRedaction()
        try await last.close()
    }

    private func refusal(
        of journal: Journal, _ ranges: [ClosedRange<UInt64>], _ attestation: CommitDraft = .secret(99)
    ) async -> JournalError? {
        do throws(JournalError) {
            _ = try await journal.redact(ranges, attestation: attestation, memo: [])
            return nil
        } catch {
            return error
        }
    }

    @Test func `is refused for records that are not there, and by who only reads`() async throws {
        let (journal, _) = try await make(3)
        let last = journal.lastSequence
        #expect(await refusal(of: journal, [2...(last + 1)]) == .noSuchRecord(last + 1))
        #expect(await refusal(of: journal, [0...1]) == .noSuchRecord(0))
        var forged = CommitDraft.secret(99)
        forged.records[0].kind = EngineRecord.kind
        #expect(await refusal(of: journal, [1...1], forged) == .reservedKind)
        // Longer than who opens the journal again would read.
        let limit = RedactionIntent.memoByteCountMax
        await #expect(throws: JournalError.recordTooLarge(byteCount: limit + 1, limit: limit)) {
            try await journal.redact(
                [1...1], attestation: .secret(99), memo: [UInt8](repeating: 1, count: limit + 1))
        }
        #expect(journal.lastSequence == last && journal.unfinishedRedaction == nil)
        try await journal.close()
        let reader = try Journal.open(at: directory.journal, access: .reading, options: .redactionTest)
        #expect(await refusal(of: reader, [1...1]) == .readOnly)
        #expect(throws: JournalError.readOnly) { try reader.finishRedaction() }
    }

    @Test func `what is redacted already, and notes, stay as they are`() async throws {
        let (journal, drafts) = try await make()
        let first = try await journal.redact([4...6], attestation: .secret(99), memo: [])
        try journal.finishRedaction()
        let segment = directory.journal + "/000000000001.segment"
        let bytes = try fileBytes(segment)
        let second = try await journal.redact([4...6, first.last...first.last], attestation: .secret(100), memo: [])
        try journal.finishRedaction()
        #expect(try fileBytes(segment) == bytes)
        let last = UInt64(expected(drafts).count)
        #expect(try journal.records(through: last) == expected(drafts).redacted([4...6], by: first.last))
        let report = try journal.verify()
        #expect(report.damage == [])
        #expect(report.redactions.map(\.sequence) == [first.last, second.last])
        #expect(report.redactions.map(\.recordCount) == [3, 0])
        try await journal.close()
    }

    /// The hash that the first note keeps was of what the second one took: with its salt gone, nobody can test a guess.
    @Test func `a second redaction of the same commit leaves nothing to test a guess with`() async throws {
        let (journal, drafts) = try await make()
        let first = try await journal.redact([5...5], attestation: .secret(99), memo: [])
        try journal.finishRedaction()
        let saltOfRemains = try #require(try fileBytes(directory.journal + "/000000000001.segment").salts().first)
        let second = try await journal.redact([6...6], attestation: .secret(100), memo: [])
        try journal.finishRedaction()
        let all = expected(drafts).redacted([5...5], by: first.last).redacted([6...6], by: second.last)
        #expect(try journal.records(through: UInt64(all.count)) == all)
        #expect(try journal.verify().damage == [])
        for (name, bytes) in try directory.files() {
            #expect(bytes.firstRange(of: saltOfRemains) == nil, "\(name) still has the salt")
        }
        try await journal.close()
    }

    @Test func `commits that span frames lose what they should`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let drafts = [
            CommitDraft.secret(1), .secret(2, records: 900, byteCount: 300), .secret(3, records: 2, byteCount: 300_000),
            .secret(4),
        ]
        for draft in drafts { _ = try await journal.append(draft) }
        try await journal.seal()
        let ranges: [ClosedRange<UInt64>] = [100...100, 180...420, 890...902]
        let receipt = try await journal.redact(ranges, attestation: .secret(99), memo: [])
        let all = expected(drafts).redacted(ranges, by: receipt.last)
        #expect(try journal.records(through: UInt64(all.count)) == all)
        let left = Set(1...UInt64(all.count)).subtracting(ranges.flatMap { $0 })
        let found = try journal.secretsFound(in: directory.journal, of: expected(drafts))
        #expect(found.isSubset(of: left) && found.count > left.count * 9 / 10)
        #expect(try journal.verify().damage == [])
        try await journal.close()
    }

    @Test func `readers and appends go on beside it`() async throws {
        let (journal, drafts) = try await make(60)
        let all = expected(drafts)
        let reader = try Journal.open(at: directory.journal, access: .reading, options: .redactionTest)
        async let appended: [CommitReceipt] = {
            var receipts: [CommitReceipt] = []
            for number in 200..<260 { receipts.append(try await journal.append(.secret(number))) }
            return receipts
        }()
        var seen: [SeenRecord] = []
        var receipt: CommitReceipt?
        // In the middle of a file that is replaced meanwhile.
        try reader.forEachRecord { header, payload in
            seen.append(SeenRecord(copying: header, payload))
            return header.sequence < 3 ? .next : .stop
        }
        receipt = try await journal.redact([2...40], attestation: .secret(99), memo: [])
        #expect(try await appended.count == 60)
        let by = try #require(receipt).last
        #expect(seen == Array(all[..<3]))
        #expect(try reader.records() == all.redacted([2...40], by: by))
        #expect(try journal.records(through: UInt64(all.count)) == all.redacted([2...40], by: by))
        #expect(try journal.verify().damage == [])
        let last = UInt64(all.count) + 62
        #expect(journal.lastSequence == last)
        try await journal.close()
    }

    @Test func `an open file is read to its end while it is replaced`() async throws {
        let (journal, drafts) = try await make(60)
        let reader = try Journal.open(at: directory.journal, access: .reading, options: .redactionTest)
        let all = expected(drafts)
        let done = DispatchSemaphore(value: 0)
        let note = Noted()
        var seen: [SeenRecord] = []
        try reader.forEachRecord { header, payload in
            if header.sequence == 2 {
                // While this thread stands in the middle of the first segment.
                Task.detached(executorPreference: SeparateThread()) {
                    let receipt = try? await journal.redact([1...90], attestation: .secret(99), memo: [])
                    note.number.withLock { $0 = receipt?.last ?? 0 }
                    done.signal()
                }
                done.wait()
            }
            seen.append(SeenRecord(copying: header, payload))
            return .next
        }
        let by = note.number.withLock { $0 }
        #expect(by > 0)
        #expect(seen.count == all.count)
        // Up to the end of the file that was open nothing is redacted; what was opened later may be.
        #expect(Array(seen[..<10]) == Array(all[..<10]))
        let redacted = all.redacted([1...90], by: by)
        for index in seen.indices where seen[index] != all[index] { #expect(seen[index] == redacted[index]) }
        try await journal.close()
    }

    @Test func `a second one that begins while the first is at work is refused`() async throws {
        let disk = SimulatedDisk()
        let hooked = HookedDisk(disk)
        let journal = try Journal.create(at: CrashSimulation.path, disk: hooked, options: .redactionTest)
        for number in 1...6 { _ = try await journal.append(.secret(number)) }
        try await journal.seal()
        hooked.before(call: 1) { _ = try await journal.redact([3...3], attestation: .secret(98), memo: []) }
        let receipt = try await journal.redact([2...2], attestation: .secret(99), memo: [])
        #expect(throws: JournalError.redactionUnfinished) { try hooked.outcome?.get() }
        #expect(try journal.verify().redactions.map(\.sequence) == [receipt.last])
        try journal.finishRedaction()
        try await journal.close()
    }

    @Test func `files that may hold anything are erased, and named`() async throws {
        let (journal, drafts) = try await make()
        try await journal.close()
        let secret = drafts[0].records[0].payload
        let broken = "/000000000001.segment.4711.broken"
        try writeFile(secret, to: directory.journal + broken)
        let again = try Journal.open(at: directory.journal, options: .redactionTest)
        for number in 1...2 { try writeFile(secret, to: directory.journal + "/00000000000\(number).segment.tmp") }
        try writeFile(secret, to: directory.journal + "/of a stranger.broken")
        _ = try await again.redact([1...1], attestation: .secret(99), memo: [])
        // The first segment was rewritten, over what was left of an earlier attempt.
        #expect(
            again.unfinishedRedaction?.erasedFiles == [String(broken.dropFirst()), "000000000002.segment.tmp"])
        let names = try Set(directory.files().map(\.name))
        #expect(!names.contains(String(broken.dropFirst())) && !names.contains { $0.hasSuffix(".segment.tmp") })
        #expect(names.contains("of a stranger.broken"))
        try await again.close()
    }

    @Test(arguments: 0..<(CrashCampaign.isFull ? 60 : 8))
    func `any redactions in any order leave what a model leaves`(seed: Int) async throws {
        var chance = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 20261121)
        var options = JournalOptions.redactionTest
        options.sealsInBackground = seed % 2 == 1
        let journal = try Journal.create(at: directory.journal, options: options)
        var model: [SeenRecord] = []
        // The same without any redaction.
        var original: [SeenRecord] = []
        for round in 0..<25 {
            let place = "seed \(seed), round \(round)"
            switch chance.next() % 8 {
            case 0 where !model.isEmpty:
                let ranges = (0...(chance.next() % 4)).map { _ -> ClosedRange<UInt64> in
                    let first = chance.next() % UInt64(model.count) + 1
                    return first...min(UInt64(model.count), first + chance.next() % 9)
                }
                let attestation = CommitDraft.secret(1_000 + round)
                let receipt = try await journal.redact(ranges, attestation: attestation, memo: [])
                try journal.finishRedaction()
                model = model.redacted(ranges, by: receipt.last)
                let written = try journal.records(from: receipt.first)
                #expect(written.first?.payload == attestation.records[0].payload, "\(place)")
                model += written
                original += written
            case 1: try await journal.seal()
            case 2: try await journal.rekey()
            default:
                let draft = CommitDraft.secret(
                    round * 10 + seed, records: Int(chance.next() % 5) + 1, byteCount: Int(chance.next() % 900) + 40)
                let receipt = try await journal.append(draft)
                let written = try journal.records(from: receipt.first)
                model += written
                original += written
                #expect(model.suffix(draft.records.count).map(\.payload) == draft.records.map(\.payload), "\(place)")
            }
            #expect(try journal.records() == model, "\(place)")
        }
        let report = try journal.verify()
        #expect(report.damage == [], "seed \(seed)")
        try await journal.close()
        let again = try Journal.open(at: directory.journal, options: .redactionTest)
        #expect(try again.records() == model, "seed \(seed)")
        let taken = original.filter { model[Int($0.header.sequence) - 1].header.isRedacted }
        #expect(try again.secretsFound(in: directory.journal, of: taken) == [], "seed \(seed)")
        try await again.close()
    }
}

private final class Noted: Sendable {
    let number = Mutex<UInt64>(0)
}
