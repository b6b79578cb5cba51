import Glibc
import JournalEngine
import KernelTesting
import Testing

/// A journal in which something was redacted twice, and a redaction that waits for its program. Written by the first
/// release that could, never rewritten.
@Suite("An old journal with redactions opens for ever")
struct GoldenRedactedJournal {
    let directory = TemporaryDirectory()

    /// `Journal/Golden/v1-redacted`, with `HEAD.txt` beside the journal's own files.
    private static let home =
        Repository.root.appending(path: "Journal/Golden/v1-redacted").path

    private static let drafts: [CommitDraft] =
        (1...24).map { CommitDraft.numbered($0, records: $0 % 4 + 1, payloadByteCount: $0 % 50 + 1) }
        + [.numbered(25, records: 1200, payloadByteCount: 150)]
        + (26...40).map { .numbered($0, records: 2, payloadByteCount: 60) }
    private static let first: [ClosedRange<UInt64>] = [1...2, 7...7, 300...700]
    private static let second: [ClosedRange<UInt64>] = [6...8, 1265...1268]
    private static let memo = Array("what the program still has to do".utf8)

    private var options: JournalOptions {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 200_000
        return options
    }

    private func write(to path: String) async throws {
        let journal = try Journal.create(at: path, options: options)
        for draft in Self.drafts[..<25] { _ = try await journal.append(draft) }
        try await journal.seal()
        for draft in Self.drafts[25...] { _ = try await journal.append(draft) }
        _ = try await journal.redact(Self.first, attestation: .numbered(90), memo: [])
        try journal.finishRedaction()
        _ = try await journal.append(.numbered(91))
        _ = try await journal.redact(Self.second, attestation: .numbered(92, records: 2), memo: Self.memo)
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

    @Test func `row 28: what was redacted is gone, the rest is there and proven, and the program is told`() async throws {
        try await recordIfAsked()
        let head = String(decoding: try fileBytes(Self.home + "/HEAD.txt"), as: UTF8.self)
        let mine = directory.path + "/copy"
        try copy(Self.home, to: mine)
        let journal = try Journal.open(at: mine, options: options)
        #expect(journal.recovery.wasClosed && journal.recovery.isClean)
        #expect("\(try journal.chainHead().sequence) \(try journal.chainHead().hash)\n" == head)
        let before = expected(Self.drafts)
        let last = UInt64(before.count)
        let all = before.redacted(Self.first, by: last + 2).redacted(Self.second, by: last + 6)
        #expect(try journal.records(through: last) == all)
        #expect(try journal.recordsBackwards(from: last) == all.reversed())
        #expect(try journal.records(of: [.test(1004)], through: last) == all.filter { $0.header.entity == .test(1004) })
        let report = try journal.verify()
        #expect(report.damage == [])
        #expect(report.redactions.map(\.sequence) == [last + 2, last + 6])
        #expect(report.redactions.map(\.recordCount) == [404, 6])
        #expect(journal.unfinishedRedaction?.memo == Self.memo)
        #expect(journal.unfinishedRedaction?.receipt.last == last + 6)
        try journal.finishRedaction()
        _ = try await journal.redact([3...3], attestation: .numbered(93), memo: [])
        #expect(try journal.verify().damage == [])
        try await journal.close()
    }

    /// `Journal/Golden/v1-anchored`: the same redactions, since notes also say what came before.
    private static let anchored =
        Repository.root.appending(path: "Journal/Golden/v1-anchored").path

    /// The bytes of small commits depend on nothing but the format: so of the note's commit, and of the intent.
    @Test func `row 28: the same redactions give the same bytes, and their notes say what came before`() async throws {
        try await write(to: directory.journal)
        if getenv("RECORD") != nil, access(Self.anchored, F_OK) != 0 {
            try copy(directory.journal, to: Self.anchored)
        }
        for name in ["000000000003.segment", "REDACTION", "JOURNAL"] {
            #expect(try fileBytes(directory.journal + "/" + name) == fileBytes(Self.anchored + "/" + name))
        }
        let mine = directory.path + "/anchored"
        try copy(Self.anchored, to: mine)
        let journal = try Journal.open(at: mine, options: options)
        #expect(try journal.verify().damage == [])
        #expect(journal.unfinishedRedaction?.notes.allSatisfy { $0.anchors != nil } == true)

        let first = try Journal.open(at: Self.home, access: .reading, options: options)
        #expect(try first.verify().damage == [])
        try await journal.close()
    }
}
