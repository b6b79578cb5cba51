import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// A reader that opens the journal while its writer is at work, at every call that the reader makes.
@Suite("Reading beside a writer", .serialized)
struct ReadingBesideAWriter {
    private static let path = "/disk/journal"

    private enum Deed: String, CaseIterable {
        case append, roll, redact
    }

    private static func perform(_ deed: Deed, on disk: SimulatedDisk) async throws {
        let journal = try Journal.open(at: path, disk: disk, options: .repeatable)
        _ = try await journal.append(.numbered(90))
        switch deed {
        case .append: break
        case .roll: try await journal.seal()
        case .redact:
            _ = try await journal.redact([2...3], attestation: .numbered(91), memo: [])
            try journal.finishRedaction()
        }
        try await journal.close()
    }

    @Test(arguments: [false, true])
    func `it sees what was there when it began, or more, and never damage`(hasSealed: Bool) async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .repeatable)
        for number in 1...6 { _ = try await journal.append(.numbered(number)) }
        if hasSealed { try await journal.seal() }
        for number in 7...8 { _ = try await journal.append(.numbered(number)) }
        let last = journal.lastSequence
        try await journal.close()
        let image = disk.live
        let whole = HookedDisk(SimulatedDisk(image))
        _ = try Journal.open(at: Self.path, access: .reading, disk: whole, options: .repeatable)
        for deed in Deed.allCases {
            for nth in 1...whole.calls {
                let disk = SimulatedDisk(image)
                let hooked = HookedDisk(disk)
                hooked.before(call: nth) { try await Self.perform(deed, on: disk) }
                let reader = try Journal.open(at: Self.path, access: .reading, disk: hooked, options: .repeatable)
                try #require(hooked.outcome).get()
                #expect(reader.recovery.damage == nil, "\(deed.rawValue) before call \(nth)")
                #expect(reader.lastSequence >= last, "\(deed.rawValue) before call \(nth)")
            }
        }
    }

    /// A commit that had not arrived when the file was read, and the one behind it that had: in a journal at rest that is
    /// damage. Beside a writer it may be no more than that, so that the file is read again.
    @Test func `checking reads again what was being written while it was read`() async throws {
        let disk = SimulatedDisk()
        let path = Self.path + "/" + JournalNames.segment(1)
        let journal = try Journal.create(at: Self.path, disk: disk, options: .repeatable)
        // None of them fits into what another one is written with, nor into what opening reads of the file.
        _ = try await journal.append(.noise(1, byteCount: 100_000))
        let before = try #require(disk.live.files[path])
        _ = try await journal.append(.noise(2, byteCount: 100_000))
        let after = try #require(disk.live.files[path])
        _ = try await journal.append(.noise(3, byteCount: 100_000))

        let changed = after.indices.filter { !before.indices.contains($0) || after[$0] != before[$0] }
        let middle = changed[changed.count / 2]
        for (reads, isDamage) in [(1, false), (Int.max, true)] {
            let tearing = TearingDisk(
                disk, TearingDisk.Tear(offset: middle, old: [UInt8](repeating: 0, count: 64), readsLeft: 0))
            let reader = try Journal.open(at: Self.path, access: .reading, disk: tearing, options: .repeatable)
            tearing.begin(reads)
            #expect(try reader.verify().damage.isEmpty != isDamage)
            #expect(tearing.readsTorn >= 1 && (isDamage || tearing.readsTorn == 1))
            try await reader.close()
        }
        #expect(try Journal.open(at: Self.path, access: .reading, disk: disk, options: .repeatable).verify().ok)
        try await journal.close()
    }
}

extension CommitDraft {
    /// One record that cannot be made smaller.
    fileprivate static func noise(_ number: Int, byteCount: Int) -> CommitDraft {
        var chance = SplitMix64(seed: UInt64(number))
        var draft = CommitDraft.numbered(number)
        draft.records[0].payload = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
        return draft
    }
}
