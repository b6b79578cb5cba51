import JournalEngine
import KernelTesting
import Testing

@Suite("The journal's own records")
struct EngineRecords {
    let directory = TemporaryDirectory()

    private func read(_ payload: [UInt8]) -> EngineRecord? { EngineRecord(payload: payload.span.bytes) }

    private func hash(_ number: UInt8) throws -> ChainHash {
        let journal = try Journal.create(at: directory.path + "/hash\(number)")
        return try journal.chainHead().hash
    }

    @Test func `a note of a redaction is read as it was written`() throws {
        let note = RedactionNote(
            ranges: [1...1, 3...9, 11...11, 5_000_000_000...5_000_000_900],
            commits: [
                .init(first: 1, hash: try hash(1)), .init(first: 2, hash: try hash(2)),
                .init(first: 4_999_999_999, hash: try hash(3)),
            ])
        #expect(read(EngineRecord.redaction(note).encoded) == .redaction(note))
        #expect(note.recordCount == 1 + 7 + 1 + 901)
        #expect(read(EngineRecord.redaction(RedactionNote()).encoded) == .redaction(RedactionNote()))
        #expect(read(EngineRecord.lost.encoded) == .lost)
    }

    @Test func `what is no record of the engine is nothing, and never a crash`() throws {
        let note = EngineRecord.redaction(
            RedactionNote(ranges: [2...3, 5...6], commits: [.init(first: 2, hash: try hash(1))])
        ).encoded
        for length in 0..<note.count { #expect(read(Array(note[..<length])) != read(note)) }
        // Ranges that run over the end of all numbers, backwards, or into each other.
        let over: [UInt8] = [0x08, 1, 0x12, 11] + [UInt8](repeating: 0xFF, count: 9) + [1, 1]
        #expect(read(over) == nil)
        #expect(read([0x08, 1, 0x12, 4, 1, 0, 0, 0]) == nil)
        #expect(read([0x08, 99]) == nil)
        #expect(read([0x10, 1]) == nil)
        #expect(read([1, 2, 3]) == nil)
    }

    @Test func `a program cannot append one`() async throws {
        let journal = try Journal.create(at: directory.journal)
        var draft = CommitDraft.numbered(1, records: 2)
        draft.records[1].kind = EngineRecord.kind
        await #expect(throws: JournalError.reservedKind) { try await journal.append(draft) }
        #expect(throws: JournalError.reservedKind) { try journal.enqueue(draft) }
        #expect(journal.lastSequence == 0)
        #expect(!JournalError.reservedKind.message.isEmpty)
        try await journal.close()
    }
}
