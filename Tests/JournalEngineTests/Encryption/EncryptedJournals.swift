import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("A journal that is encrypted")
struct EncryptedJournals {
    let home = EncryptedHome()

    private let drafts =
        (1...60).map { CommitDraft.numbered($0, records: $0 % 4 + 1, payloadByteCount: $0 * 7) }
        + [.numbered(61, records: 900, payloadByteCount: 300)]
        + (62...70).map { CommitDraft.numbered($0, records: 2) }

    private func expectAll(_ journal: Journal) throws {
        let all = expected(drafts)
        #expect(try journal.records() == all)
        #expect(try journal.recordsBackwards() == all.reversed())
        #expect(try journal.records(of: [.test(1004)]) == all.filter { $0.header.entity == .test(1004) })
        let time = all[100].header.time
        #expect(try journal.lastSequence(atOrBefore: time) == all.last { $0.header.time <= time }?.header.sequence)
        let report = try journal.verify()
        #expect(report.ok && report.records == UInt64(all.count))
        #expect(report.chainHead == (try journal.chainHead()))
    }

    @Test func `holds what it was given, before and after sealing, open and opened again`() async throws {
        var journal = try await home.create(Array(drafts[..<62]))
        try await journal.seal()
        for draft in drafts[62...] { _ = try await journal.append(draft) }
        try expectAll(journal)
        let head = try journal.chainHead()
        try await journal.close()
        try expectAll(home.open(.reading))
        journal = try home.open()
        #expect(journal.recovery.wasClosed && journal.recovery.isClean)
        #expect(journal.segments.map(\.isSealed) == [true, false])
        try await journal.seal()
        try expectAll(journal)
        #expect(try journal.chainHead() == head)
        try await journal.close()
        #expect(try home.openKeyring().ids.count == 3, "each segment has a key of its own")
    }

    @Test func `a segment keeps its key when it is sealed`() async throws {
        let journal = try await home.create(Array(drafts[..<5]))
        let ids = try home.openKeyring(.reading).ids
        #expect(ids.count == 1)
        try await journal.seal()
        #expect(try home.openKeyring(.reading).ids.count == 2)
        try await journal.close()
    }

    @Test func `no raw file holds anything of a payload`() async throws {
        var journal = try await home.create([])
        let secrets = ["Grandmother's recipe for quince jelly", "the key lies under the third flower pot"]
        for secret in secrets {
            let payload = Array(secret.utf8)
            _ = try await journal.append(
                CommitDraft(
                    actor: .test(1), device: .test(2), deviceSequence: 1, time: 1,
                    records: [RecordDraft(kind: 7, entity: .test(3), payload: payload)]))
        }
        func expectNothing(_ step: String) throws {
            for name in try POSIXDisk().names(inDirectory: home.journal) {
                let bytes = try fileBytes(home.journal + "/" + name)
                for secret in secrets {
                    // Pieces, since compression leaves pieces.
                    for start in stride(from: 0, to: secret.utf8.count - 6, by: 3) {
                        let piece = Array(secret.utf8.dropFirst(start).prefix(6))
                        #expect(bytes.firstRange(of: piece) == nil, "\(name) \(step)")
                    }
                }
            }
        }
        try expectNothing("while it is written")
        try await journal.seal()
        try expectNothing("sealed")
        try await journal.close()
        // The canary: a journal without a keyring is readable, and this test would see it.
        journal = try Journal.create(at: home.directory.path + "/plain", options: .repeatable)
        _ = try await journal.append(
            CommitDraft(
                actor: .test(1), device: .test(2), deviceSequence: 1, time: 1,
                records: [RecordDraft(kind: 7, entity: .test(3), payload: Array(secrets[0].utf8))]))
        try await journal.close()
        let bytes = try fileBytes(home.directory.path + "/plain/000000000001.segment")
        #expect(bytes.firstRange(of: Array(secrets[0].utf8)) != nil)
    }

    @Test func `cannot be opened without its keyring, nor with another`() async throws {
        let journal = try await home.create(Array(drafts[..<9]))
        try await journal.seal()
        _ = try await journal.append(.numbered(10))
        try await journal.close()
        for access in [JournalAccess.writing, .reading] {
            #expect(throws: JournalError.keyNeeded(path: home.journal)) {
                try Journal.open(at: home.journal, access: access)
            }
        }
        var options = JournalOptions.repeatable
        options.keyring = try Keyring.create(at: home.directory.path + "/other.keyring", under: home.master)
        let error = #expect(throws: JournalError.self) { try Journal.open(at: home.journal, options: options) }
        guard case .keyMissing(_, segment: 1) = error else {
            Issue.record("the first segment's key is in no other keyring: \(String(describing: error))")
            return
        }
    }

    @Test func `is not opened for writing with a keyring that is open for reading`() async throws {
        try await home.create(Array(drafts[..<2])).close()
        #expect(throws: JournalError.readOnly) {
            try Journal.open(at: home.journal, options: try home.options(.reading))
        }
    }

    @Test func `a destroyed key takes its segment and nothing else`() async throws {
        let journal = try await home.create(Array(drafts[..<9]))
        let first = try #require(try home.openKeyring(.reading).ids.first)
        try await journal.seal()
        _ = try await journal.append(.numbered(10))
        try await journal.close()
        try home.openKeyring().destroy([first])
        #expect(throws: JournalError.keyMissing(id: first, segment: 1)) { try home.open() }
        #expect(throws: JournalError.keyMissing(id: first, segment: 1)) { try home.open(.reading) }
    }

    @Test func `a journal that began in clear goes on encrypted`() async throws {
        let plain = try Journal.create(at: home.journal, options: .repeatable)
        for draft in drafts[..<5] { _ = try await plain.append(draft) }
        try await plain.close()
        let journal = try home.open()
        _ = try await journal.append(drafts[5])
        try await journal.seal()
        _ = try await journal.append(drafts[6])
        #expect(try journal.records() == expected(Array(drafts[..<7])))
        #expect(try journal.verify().ok)
        try await journal.close()
        #expect(try home.openKeyring().ids.count == 1)
        #expect(try home.open(.reading).records() == expected(Array(drafts[..<7])))
    }

    @Test func `a roll that fails for want of room takes the same key later`() async throws {
        let journal = try await home.create(Array(drafts[..<3]))
        let blocker = home.segment(2) + ".tmp"
        // A directory in the place of the next segment's temporary file.
        try POSIXDisk().makeDirectory(blocker)
        await #expect(throws: JournalError.self) { try await journal.seal() }
        rmdir(blocker)
        await #expect(throws: Never.self) { try await journal.close() }
        #expect(try home.openKeyring().ids.count == 2)
    }

    @Test func `row 9: a keyring that cannot be written stops the journal, and a full disk does not`() async throws {
        for (errno, isPoisoned) in [(ENOSPC, false), (EIO, true)] {
            let disk = SimulatedDisk()
            let options = try CrashKeys.options(.crashTest, on: disk)
            let journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: options)
            _ = try await journal.append(.tagged(1))
            disk.script([DiskFault(.error(errno), on: .pwrite, pathSuffix: ".keyring.tmp")])
            await #expect(throws: JournalError.self) { try await journal.seal() }
            #expect(disk.firedFaults.count == 1)
            if isPoisoned {
                await #expect(throws: JournalError.poisoned) { try await journal.append(.tagged(2)) }
            } else {
                _ = try await journal.append(.tagged(2))
                try await journal.seal()
            }
            try await journal.close()
            let again = try Journal.open(
                at: CrashSimulation.path, disk: disk, options: try CrashKeys.options(.crashTest, on: disk))
            #expect(again.lastSequence == (isPoisoned ? 1 : 2))
            try await again.close()
        }
        FaultLedger.fired(row: 9, 1)
        FaultLedger.fired(row: 8, 1)
    }

    @Test(.enabled(if: StockLZ4.isInstalled, "the lz4 program is not installed"))
    func `lz4 -t accepts every segment`() async throws {
        let journal = try await home.create(drafts)
        try await journal.seal()
        _ = try await journal.append(.numbered(10))
        for number in 1...2 { #expect(StockLZ4.accepts(home.segment(number))) }
        try await journal.close()
        for number in 1...2 { #expect(StockLZ4.accepts(home.segment(number))) }
    }
}
