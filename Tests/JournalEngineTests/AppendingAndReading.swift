import JournalEngine
import KernelTesting
import Testing

@Suite("Appending and reading")
struct AppendingAndReading {
    let directory = TemporaryDirectory()

    @Test func `what was appended is read back, field by field`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let drafts = (1...30).map { CommitDraft.numbered($0, records: $0 % 4 + 1) }
        for draft in drafts { _ = try await journal.append(draft) }
        #expect(try journal.records() == expected(drafts))
        #expect(journal.lastSequence == UInt64(expected(drafts).count))
        try await journal.close()
    }

    @Test func `everything is there after reopening, and more can follow`() async throws {
        let drafts = (1...40).map { CommitDraft.numbered($0, records: $0 % 3 + 1) }
        var journal = try Journal.create(at: directory.journal, options: .repeatable)
        for draft in drafts[..<20] { _ = try await journal.append(draft) }
        let head = try journal.chainHead()
        try await journal.close()

        journal = try Journal.open(at: directory.journal, options: .repeatable)
        #expect(journal.recovery.wasClosed)
        #expect(journal.recovery.isClean)
        #expect(try journal.chainHead() == head)
        for draft in drafts[20...] { _ = try await journal.append(draft) }
        try await journal.close()

        journal = try Journal.open(at: directory.journal, access: .reading)
        #expect(try journal.records() == expected(drafts))
        #expect(try journal.recordsBackwards() == expected(drafts).reversed())
    }

    @Test func `sealing changes neither records nor chain`() async throws {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 60_000
        let drafts = (1...900).map { CommitDraft.numbered($0, records: $0 % 5 + 1, payloadByteCount: 120) }
        let journal = try Journal.create(at: directory.journal, options: options)
        for draft in drafts { _ = try journal.enqueue(draft) }
        _ = try await journal.append(.numbered(901))
        let head = try journal.chainHead()
        let all = expected(drafts + [.numbered(901)])
        #expect(try journal.records() == all)
        try await journal.seal()
        #expect(try journal.chainHead() == head)
        #expect(try journal.records() == all)
        #expect(try journal.recordsBackwards() == all.reversed())
        let wanted: Set<ID16> = [.test(1003), .test(1007)]
        #expect(try journal.records(of: wanted) == all.filter { wanted.contains($0.header.entity) })
        #expect(try journal.records(of: [.test(1)]).isEmpty)
        try await journal.close()
    }
}
