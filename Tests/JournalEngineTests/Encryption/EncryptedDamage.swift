import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("An encrypted journal whose files were changed")
struct EncryptedDamage {
    let home = EncryptedHome()

    /// Returns whether somebody who opens and verifies is told; other records without a word are never right.
    private func isReported(_ truth: [SeenRecord]) -> Bool {
        do {
            let journal = try home.open(.reading)
            var isReported = !journal.recovery.isClean || !journal.recovery.wasClosed
            isReported = try !journal.verify().ok || isReported
            do {
                if try journal.records() != truth, !isReported {
                    Issue.record("other records without a word")
                }
            } catch is JournalError {
                isReported = true
            }
            return isReported
        } catch {
            return error is JournalError
        }
    }

    private func expectEveryFlipReported(in number: Int, _ truth: [SeenRecord], used: Int? = nil) throws {
        let path = home.segment(number)
        let bytes = try fileBytes(path)
        #expect(!isReported(truth), "sound, it is sound")
        for offset in 0..<(used ?? bytes.count) {
            for bit in CrashCampaign.isFull ? Array(0..<8) : [offset % 8] {
                var damaged = bytes
                damaged[offset] ^= 1 << UInt8(bit)
                try writeFile(damaged, to: path)
                #expect(isReported(truth), "byte \(offset), bit \(bit)")
            }
        }
        try writeFile(bytes, to: path)
        #expect(!isReported(truth))
    }

    @Test func `row 5: a flipped bit in any byte of an unsealed segment is detected`() async throws {
        let drafts = (1...4).map { CommitDraft.numbered($0, records: $0, payloadByteCount: 20) }
        try await home.create(drafts).close()
        let bytes = try fileBytes(home.segment(1))
        let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        try expectEveryFlipReported(in: 1, expected(drafts), used: used + 4)
        FaultLedger.fired(row: 5, used)
    }

    @Test func `row 5: a flipped bit in any byte of a sealed segment is detected`() async throws {
        // More than is stored uncompressed, so that compressed blocks are there too.
        let drafts = (1...12).map { CommitDraft.numbered($0, records: 3, payloadByteCount: 110) }
        let journal = try await home.create(drafts)
        try await journal.seal()
        try await journal.close()
        try expectEveryFlipReported(in: 1, expected(drafts))
        FaultLedger.fired(row: 5, try fileBytes(home.segment(1)).count)
    }

    /// Offsets and lengths of the encrypted frames of a segment.
    private func frames(_ number: UInt64) throws -> [Range<Int>] {
        var found: [Range<Int>] = []
        try Journal.inspect(at: home.journal) { file in
            guard file.segment == number else { return }
            for frame in file.frames where frame.kind == .encrypted {
                found.append(Int(frame.byteOffset)..<Int(frame.byteOffset + frame.byteCount))
            }
        }
        return found
    }

    @Test func `rows 14 16: a frame in another's place, twice, or from another segment is refused`() async throws {
        let drafts = (1...6).map { CommitDraft.numbered($0, payloadByteCount: 64) }
        let journal = try await home.create(drafts)
        let path = home.segment(1)
        try await journal.close()
        let bytes = try fileBytes(path)
        let frames = try frames(1)
        #expect(frames.count == 6)
        var refused = 0
        for target in 0..<5 {
            for source in 0..<5 where source != target && frames[source].count == frames[target].count {
                var damaged = bytes
                damaged.replaceSubrange(frames[target], with: bytes[frames[source]])
                try writeFile(damaged, to: path)
                let error = #expect(throws: JournalError.self) { try home.open() }
                guard case .corrupt(segment: 1, _, _, .place) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                refused += 1
            }
        }
        FaultLedger.fired(row: 16, refused)
        FaultLedger.fired(row: 14, refused)
        try writeFile(bytes, to: path)
        #expect(!isReported(expected(drafts)))
    }

    @Test func `row 4: a frame of an older life of the file is refused, and nothing is cut`() async throws {
        // The same commits written twice in the same places: only the salts, nonces and keys differ.
        let drafts = (1...5).map { CommitDraft.numbered($0, payloadByteCount: 64) }
        let other = EncryptedHome()
        try await other.create(drafts).close()
        let journal = try await home.create(Array(drafts[..<3]))
        try await journal.close()
        let old = try fileBytes(other.segment(1))
        var bytes = try fileBytes(home.segment(1))
        let end = try #require(try frames(1).last).upperBound
        bytes.replaceSubrange(end..<(end + 2_000), with: old[end..<(end + 2_000)])
        try writeFile(bytes, to: home.segment(1))
        // The place of the old frame is right, and so is its checksum: it was written whole. That it does not open is
        // damage, never a torn write, and nothing is cut.
        let error = #expect(throws: JournalError.self) { try home.open() }
        guard case .corrupt(segment: 1, _, _, .decryption) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try fileBytes(home.segment(1)) == bytes)
        let reader = try home.open(.reading)
        #expect(try reader.records() == expected(Array(drafts[..<3])) && reader.recovery.damage == error)
        #expect(try !reader.verify().ok)
        FaultLedger.fired(row: 4, 1)
    }

    /// Anyone who can write files but has no key must not be able to add records.
    @Test func `a frame in clear, or one that was made under another key, is refused in an encrypted segment`()
        async throws
    {
        let drafts = (1...3).map { CommitDraft.numbered($0, payloadByteCount: 64) }
        let other = EncryptedHome()
        try await other.create(drafts).close()
        let plain = other.directory.path + "/plain"
        let journal = try Journal.create(at: plain, options: .repeatable)
        for draft in drafts { _ = try await journal.append(draft) }
        try await journal.close()
        try await home.create(drafts).close()
        let bytes = try fileBytes(home.segment(1))
        let frames = try frames(1)

        let foreign = try fileBytes(other.segment(1))
        var forged = bytes
        forged.replaceSubrange(frames[1], with: foreign[frames[1]])
        try writeFile(forged, to: home.segment(1))
        var error = #expect(throws: JournalError.self) { try home.open() }
        guard case .corrupt(segment: 1, _, _, .decryption) = error else {
            Issue.record("\(String(describing: error))")
            return
        }

        let clear = try fileBytes(plain + "/000000000001.segment")
        let start = try #require(clear.firstRange(of: [0x04, 0x22, 0x4D, 0x18])).lowerBound
        forged = bytes
        forged.replaceSubrange(frames[0].lowerBound..., with: clear[start...])
        try writeFile(forged, to: home.segment(1))
        error = #expect(throws: JournalError.self) { try home.open() }
        #expect(error?.isDamage == true)
    }
}

@Suite("An encrypted journal after a power cut")
struct EncryptedCrashes {
    @Test(.shows("C-07"))
    func `rows 1 11 12 15 20: holds what it had promised, and no segment is ever without its key`() async throws {
        let seeds = Array(UInt64(1)...(CrashCampaign.isFull ? 12 : 1))
        let lives =
            [("everything", CrashSimulation.Step.everything)]
            + seeds.map { ("random life \($0)", CrashSimulation.Step.random(seed: $0, count: CrashCampaign.isFull ? 24 : 8)) }
        var plan = CrashPlan.quick(seed: 2)
        if !CrashCampaign.isFull {
            plan.randomSubsets = 2
            plan.tearsMax = 6
            plan.stride = 2
        }
        print("encrypted crash campaign: seeds 1 to \(seeds.count) of lives, seed \(plan.seed) of crashes")
        var total = CrashCampaign()
        for (index, (name, steps)) in lives.enumerated() {
            var life = CrashSimulation(seed: UInt64(index), isEncrypted: true)
            try await life.live(steps)
            var campaign = CrashCampaign()
            campaign.isEncrypted = true
            campaign.deadline = total.deadline
            await campaign.judge(life.disk.trace, life.promises, plan, named: "encrypted \(name)")
            total.add(campaign)
        }
        total.tell()
        #expect(total.violations == [])
        #expect(total.triedCount > 300)
        #expect(total.cutCount > 0 && total.unacknowledgedCount > 0 && total.neverCreatedCount > 0)
    }

    /// Everything that is made under a temporary name: keyrings and segments.
    @Test(arguments: [EIO, ENOSPC])
    func `rows 7 8: keeps its promises whichever call for a new file fails`(errno: Int32) async throws {
        var campaign = CrashCampaign()
        campaign.isEncrypted = true
        var fired: Set<String> = []
        var count = 0
        for occurrence in 1... {
            var life = CrashSimulation(seed: 4, isEncrypted: true)
            life.disk.script([
                DiskFault(.error(errno), pathSuffix: CrashCampaign.isFull ? "" : ".tmp", occurrence: occurrence)
            ])
            try await life.live([
                .append(records: 1, byteCount: 60), .append(records: 2, byteCount: 3_000), .seal,
                .append(records: 1, byteCount: 10), .close, .append(records: 1, byteCount: 7_000), .seal, .close, .open,
            ])
            guard let fault = life.disk.firedFaults.first else { break }
            fired.insert(fault.path)
            count += 1
            let plan = CrashPlan(
                exhaustiveChangesMax: 1, randomSubsets: 1, tearsMax: 1, stride: CrashCampaign.isFull ? 1 : 64,
                seed: UInt64(occurrence))
            await campaign.judge(life.disk.trace, life.promises, plan, named: "call \(occurrence) fails with \(errno)")
        }
        campaign.tell()
        FaultLedger.fired(row: errno == EIO ? 7 : 8, count)
        #expect(campaign.violations == [])
        #expect(fired.contains(CrashKeys.path + ".tmp") && fired.contains(CrashKeys.path + ".copy.tmp"))
    }

    /// The canary for the order: a segment that is there before its key would be lost with it.
    @Test func `row 30: a keyring that syncs nothing is caught`() async throws {
        var life = CrashSimulation(seed: 1, isEncrypted: true)
        try await life.live([.append(records: 1, byteCount: 20), .seal, .append(records: 1, byteCount: 20)])
        var trace = life.disk.trace
        let keyFiles = Set(
            trace.operations.compactMap { operation in
                if case .create(let file, let path) = operation, path.contains("/keys/") { file } else { nil }
            })
        trace.operations.removeAll { operation in
            switch operation {
            case .syncFile(let file): keyFiles.contains(file)
            case .syncDirectory(let path): path.hasSuffix("/keys")
            default: false
            }
        }
        var campaign = CrashCampaign()
        campaign.isEncrypted = true
        await campaign.judge(trace, life.promises, .quick(seed: 1), named: "keys not synced", stopsEarly: true)
        #expect(campaign.violationCount == 1)
    }
}
