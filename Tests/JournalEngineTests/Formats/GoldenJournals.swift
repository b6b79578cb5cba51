import Glibc
@testable import JournalEngine
import KernelTesting
import Testing

/// Journals written by the first release of each format version. They must open for ever, so they are never rewritten.
@Suite("Old journals open for ever")
struct GoldenJournals {
    let directory = TemporaryDirectory()

    /// `Journal/Golden/v1`, beside the engine.
    private static let home =
        Repository.root.appending(path: "Journal/Golden/v1").path

    /// One sealed segment of many commits, one commit that spans its frames, and a closed active segment.
    private static let drafts: [CommitDraft] = numbered.map { draft in
        // Kind 0 was not the engine's own yet, and the journal has records of it.
        var draft = draft
        for index in draft.records.indices { draft.records[index].kind -= 1 }
        return draft
    }

    private static let numbered: [CommitDraft] =
        (1...120).map { CommitDraft.numbered($0, records: $0 % 4 + 1, payloadByteCount: $0 % 50) }
        + [.numbered(121, records: 1500, payloadByteCount: 130)]
        + (122...130).map { CommitDraft.numbered($0, records: 2) }

    private func write(to path: String) async throws {
        let journal = try Journal.create(at: path, options: .repeatable)
        // Past the check for kind 0.
        let writer = try #require(journal.writer)
        for draft in Self.drafts[..<121] { _ = try await writer.append(draft) }
        try await journal.seal()
        for draft in Self.drafts[121...] { _ = try await writer.append(draft) }
        try await journal.close()
    }

    private func copy(_ source: String, to target: String) throws {
        try POSIXDisk().makeDirectory(target)
        for name in try POSIXDisk().names(inDirectory: source) where name != "LOCK" {
            try writeFile(try fileBytes(source + "/" + name), to: target + "/" + name)
        }
    }

    private func recordIfAsked() async throws {
        guard getenv("RECORD") != nil, access(Self.home, F_OK) != 0 else { return }
        try await write(to: directory.journal)
        try copy(directory.journal, to: Self.home)
        let head = try Journal.open(at: Self.home, access: .reading).chainHead()
        try writeFile(Array("\(head.sequence) \(head.hash)\n".utf8), to: Self.home + "/HEAD.txt")
    }

    @Test func `row 28: a journal of version 1 holds what it held, and can be written on`() async throws {
        try await recordIfAsked()
        let head = String(decoding: try fileBytes(Self.home + "/HEAD.txt"), as: UTF8.self)
        let mine = directory.path + "/copy"
        try copy(Self.home, to: mine)
        let journal = try Journal.open(at: mine, options: .repeatable)
        #expect(journal.recovery.wasClosed && journal.recovery.isClean)
        #expect(journal.segments.map(\.isSealed) == [true, false])
        #expect("\(try journal.chainHead().sequence) \(try journal.chainHead().hash)\n" == head)
        let all = expected(Self.drafts)
        #expect(try journal.records() == all)
        #expect(try journal.recordsBackwards() == all.reversed())
        #expect(try journal.records(of: [.test(1004)]) == all.filter { $0.header.entity == .test(1004) })
        #expect(try journal.verify().ok)
        _ = try await journal.append(.numbered(131))
        try await journal.close()
        #expect(try Journal.open(at: mine, access: .reading).records() == expected(Self.drafts + [.numbered(131)]))
        FaultLedger.fired(row: 28, 1)
    }

    /// Small commits are stored uncompressed, so their bytes depend on nothing but the format.
    @Test func `the same commits give the same bytes as in the first release`() async throws {
        try await write(to: directory.journal)
        let active = "/000000000002.segment"
        #expect(try fileBytes(directory.journal + active) == fileBytes(Self.home + active))
        #expect(try fileBytes(directory.journal + "/JOURNAL") == fileBytes(Self.home + "/JOURNAL"))
    }
}
