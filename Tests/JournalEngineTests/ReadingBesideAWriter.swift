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
}
