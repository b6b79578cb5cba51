import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// A chain head that somebody kept proves later that history was not rewritten.
@Suite("Comparing a journal with a head kept earlier")
struct ComparingHeads {
    private static let path = "/disk/journal"

    /// A journal of so many commits of two records, and the head after each.
    private static func journal(
        _ commits: Int, on disk: SimulatedDisk = SimulatedDisk(), sealsAfter: Int = 5,
        changing changed: Int? = nil
    ) async throws -> (journal: Journal, heads: [ChainHead]) {
        let journal = try Journal.create(at: path, disk: disk, options: .repeatable)
        var heads = [try journal.chainHead()]
        for number in 1...commits {
            var draft = CommitDraft.numbered(number, records: 2)
            if number == changed { draft.records[1].payload[0] ^= 1 }
            _ = try await journal.append(draft)
            heads.append(try journal.chainHead())
            if number == sealsAfter { try await journal.seal() }
        }
        return (journal, heads)
    }

    @Test func `every head of its own history is proven, sealed or not`() async throws {
        let (journal, heads) = try await Self.journal(9)
        for (commits, head) in heads.enumerated() {
            let found = try journal.compare(with: head)
            #expect(found.outcome == (commits == 9 ? .same : .longer) && found.isProven)
            #expect(found.head == heads[9] && found.kept == head && found.redactedCommits == 0)
        }
        #expect(try journal.compare(with: heads[9]).words.contains("exactly"))
        #expect(try journal.compare(with: heads[4]).words.contains("an extension of"))
        try await journal.close()
    }

    @Test func `a copy and a restored journal prove it too, and a shorter one says that it cannot`() async throws {
        let disk = SimulatedDisk()
        let (journal, heads) = try await Self.journal(4, on: disk, sealsAfter: 2)
        try await journal.close()
        let backup = disk.live
        let again = try Journal.open(at: Self.path, disk: disk, options: .repeatable)
        _ = try await again.append(.numbered(5))
        let longest = try again.chainHead()
        try await again.close()

        let restored = try Journal.open(at: Self.path, access: .reading, disk: SimulatedDisk(backup))
        #expect(try restored.compare(with: heads[4]).outcome == .same)
        #expect(try restored.compare(with: heads[1]).outcome == .longer)
        let shorter = try restored.compare(with: longest)
        #expect(shorter.outcome == .shorter && !shorter.isProven)
        #expect(shorter.words.contains("ends at record 8, before record 9"))
        #expect(shorter.words.contains(heads[4].text))
    }

    @Test func `a rewritten journal is found out, from the changed commit on`() async throws {
        let (sound, heads) = try await Self.journal(8)
        // The same with one bit of one payload changed, and everything behind it computed anew.
        let (forged, _) = try await Self.journal(8, changing: 3)
        #expect(try forged.verify().ok, "by itself it looks sound")
        for commits in 0...8 {
            let outcome = try forged.compare(with: heads[commits]).outcome
            #expect(outcome == (commits < 3 ? .longer : .differs))
        }
        #expect(try forged.compare(with: heads[8]).words.contains("History differs"))
        try await sound.close()
        try await forged.close()
    }

    @Test func `a number inside a commit is no head`() async throws {
        let (journal, heads) = try await Self.journal(6)
        let inside = try #require(ChainHead(text: "5:\(heads[3].hash)"))
        #expect(try journal.compare(with: inside).outcome == .noCommitEnd(5...6))
        #expect(try journal.compare(with: inside).words.contains("records 5 to 6"))
        try await journal.close()
    }

    @Test func `redacted commits keep their place in the chain, and are told of`() async throws {
        let (journal, heads) = try await Self.journal(6)
        _ = try await journal.redact([3...3, 8...8], attestation: .numbered(50), memo: [])
        try journal.finishRedaction()
        for commits in 0...6 {
            let found = try journal.compare(with: heads[commits])
            #expect(found.isProven && found.redactedCommits == (commits < 2 ? 0 : commits < 4 ? 1 : 2))
        }
        let found = try journal.compare(with: heads[6])
        #expect(found.redactedThrough == 8 && found.words.contains("2 commits up to record 8 were redacted"))
        try await journal.close()
    }

    @Test func `what is damaged proves nothing`() async throws {
        let disk = SimulatedDisk()
        let (journal, heads) = try await Self.journal(8, on: disk, sealsAfter: 4)
        try await journal.seal()
        try await journal.close()
        var image = disk.live
        image.files[Self.path + "/000000000001.segment"]?[400] ^= 1
        let reader = try Journal.open(at: Self.path, access: .reading, disk: SimulatedDisk(image))
        #expect(throws: JournalError.self) { try reader.compare(with: heads[2]) }

        // A missing end is damage too, and no shorter journal.
        image = disk.live
        image.files[Self.path + "/000000000003.segment"] = nil
        let beginning = try Journal.open(at: Self.path, access: .reading, disk: SimulatedDisk(image))
        #expect(throws: JournalError.missingSegment(3)) { try beginning.compare(with: heads[8]) }
    }

    @Test func `a head is read as it is printed`() async throws {
        let (journal, heads) = try await Self.journal(1)
        #expect(ChainHead(text: heads[1].text) == heads[1])
        #expect(ChainHead(text: "2 \(heads[1].hash)") == heads[1])
        #expect(ChainHead(text: "chain head \(heads[1].hash) after record 2") == heads[1])
        #expect(ChainHead(text: "chain head \(heads[1].hash) of the service after record 2") == heads[1])
        #expect(ChainHead(text: "chain head \(heads[1].hash) of any service after record 2") == nil)
        let directory = TemporaryDirectory()
        try writeFile(
            Array("2 records\nchain head \(heads[1].hash) after record 2\n".utf8), to: directory.path + "/kept")
        #expect(try ChainHead.kept(directory.path + "/kept") == heads[1])
        #expect(try ChainHead.kept(heads[1].text) == heads[1])
        #expect(try ChainHead.kept(directory.path + "/not there") == nil)
        #expect(try ChainHead.kept(directory.path) == nil)
        for text in [
            "", "2", "2:", "x:\(heads[1].hash)", "2:abc", "2:\(heads[1].hash)0", "2:abcd", "-2:\(heads[1].hash)",
        ] {
            #expect(ChainHead(text: text) == nil, "\(text)")
        }
        try await journal.close()
    }
}
