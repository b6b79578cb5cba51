import JournalEngine
import KernelTesting
import LZ4
import Testing

@Suite("All at once")
struct ConcurrencyTests {
    let directory = TemporaryDirectory()

    @Test func `readers, a verifier and a follower run beside writing, rolling and sealing`() async throws {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 30_000
        options.sealsInBackground = true
        let journal = try Journal.create(at: directory.journal, options: options)
        let drafts = (1...1500).map { CommitDraft.numbered($0, records: $0 % 3 + 1, payloadByteCount: 90) }
        let all = expected(drafts)
        let path = directory.journal
        let follower = Task {
            var next: UInt64 = 1
            for try await receipt in journal.tail(after: 0) {
                #expect(receipt.first == next)
                next = receipt.last + 1
            }
            return next - 1
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for start in stride(from: 0, to: drafts.count, by: 10) {
                    let pending = try drafts[start..<(start + 10)].map { try journal.enqueue($0) }
                    for commit in pending { try await commit.durable() }
                }
            }
            group.addTask {
                while journal.lastSequence < UInt64(all.count) {
                    let known = Int(journal.lastSequence)
                    let seen = try journal.records()
                    #expect(seen.count >= known && seen == Array(all[..<seen.count]))
                    await Task.yield()
                }
            }
            group.addTask {
                while journal.lastSequence < UInt64(all.count) {
                    let seen = try journal.recordsBackwards(through: journal.lastSequence / 2 + 1)
                    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.header.sequence == $1.header.sequence + 1 })
                    let entities: Set<ID16> = [.test(1005)]
                    #expect(try journal.records(of: entities).allSatisfy { $0.header.entity == .test(1005) })
                    #expect(try journal.verify().damage == [])
                    await Task.yield()
                }
            }
            group.addTask {
                // Another process would see just this: no lock, files that change under its eyes.
                while journal.lastSequence < UInt64(all.count) {
                    let reader = try Journal.open(at: path, access: .reading)
                    #expect(reader.recovery.damage == nil)
                    let seen = try reader.records()
                    #expect(seen == Array(all[..<seen.count]))
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        try await journal.seal()
        try await journal.close()
        #expect(try await follower.value == UInt64(all.count))
        #expect(journal.sealingFailure == nil)
        let reader = try Journal.open(at: path, access: .reading)
        #expect(reader.segments.count > 5)
        #expect(reader.segments.dropLast().allSatisfy { $0.isSealed })
        #expect(try reader.records() == all)
        #expect(try reader.verify().ok)
    }

    /// The header of a segment with other fields than this version writes.
    private func rewriteHeader(_ change: (inout [UInt8]) -> Void) async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        _ = try await journal.append(.numbered(1))
        try await journal.close()
        let path = directory.journal + "/000000000001.segment"
        let bytes = try fileBytes(path)
        func word(_ value: UInt64, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        }
        let size = Int(bytes[4])
        var message = Array(bytes[16..<(8 + size)])
        change(&message)
        let checksum = message.withUnsafeBytes { LZ4Library.xxh64($0, seed: 0x184D_2A50) }
        let header = bytes[..<4] + word(UInt64(message.count + 8), 4) + word(checksum, 8) + message
        try writeFile(Array(header) + bytes[(8 + size)...], to: path)
    }

    @Test func `a journal that is encrypted in an unknown way says so`() async throws {
        try await rewriteHeader { $0 += [0x48, 2] }
        #expect(throws: JournalError.unsupportedEncryption(2)) { _ = try Journal.open(at: directory.journal) }
        #expect(throws: JournalError.unsupportedEncryption(2)) {
            _ = try Journal.open(at: directory.journal, access: .reading)
        }
    }

    @Test func `row 28: a segment of a later version is refused by number`() async throws {
        try await rewriteHeader { $0[1] = 9 }
        #expect(throws: JournalError.unsupportedVersion(found: 9, known: 1)) {
            _ = try Journal.open(at: directory.journal)
        }
        FaultLedger.fired(row: 28, 1)
    }
}
