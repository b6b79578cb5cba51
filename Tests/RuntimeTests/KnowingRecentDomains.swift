import JournalEngine
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

@Suite("Knowing of which domains the latest commits are")
struct KnowingRecentDomains {
    /// The domains in the journal of the records after one up to another.
    private func read(_ workspace: WorkspaceActor, after first: UInt64, through last: UInt64) throws -> Set<UInt32> {
        var domains: Set<UInt32> = []
        guard first < last else { return [] }
        try workspace.journal.records(of: workspace.paths.root, from: first + 1, through: last) { header, _ in
            domains.insert(header.kind >> 8)
            return .next
        }
        return domains
    }

    /// The last records of all commits after one, and that one.
    private func commitEnds(_ workspace: WorkspaceActor, after first: UInt64) throws -> Set<UInt64> {
        var ends: Set<UInt64> = [first]
        try workspace.journal.records(of: workspace.paths.root, from: first + 1, through: .max) { header, _ in
            ends.insert(header.commitFirst + UInt64(header.commitCount) - 1)
            return .next
        }
        return ends
    }

    @Test func `of any stretch since the workspace was opened it says what the journal says`() async throws {
        let house = try WorkspaceFixture()
        var random = RandomCommands(Seed(4))
        var (workspace, opened) = (try await house.create(), UInt64(0))
        for round in 0..<2 {
            if round == 1 {
                opened = workspace.journal.lastSequence
                try await workspace.close()
                workspace = try await house.open()
            }
            for _ in 0..<60 {
                let view = await workspace.view
                do {
                    _ = try await workspace.perform([random.next(view), random.next(view)], as: house.anna)
                } catch is WorkspaceRefusal {}
            }
            let last = workspace.journal.lastSequence
            #expect(last > opened + 30)
            let ends = try commitEnds(workspace, after: opened)
            for first in opened...last {
                for end in stride(from: first, through: last, by: 7) {
                    let known = workspace.recentDomains.domains(after: first, through: end)
                    // Of a part of a commit it may know nothing; of whole ones it has to.
                    if known == nil, first < end, !ends.contains(first) || !ends.contains(end) { continue }
                    #expect(try known == read(workspace, after: first, through: end), "after \(first), up to \(end)")
                }
            }
            #expect(workspace.recentDomains.domains(after: last, through: last + 1) == nil, "not there yet")
            if opened > 0 { #expect(workspace.recentDomains.domains(after: opened - 1, through: last) == nil) }
        }
        try await workspace.close()
    }

    @Test func `it knows nothing across a gap, and remembers only so many commits`() {
        func receipt(_ first: UInt64, _ last: UInt64) -> CommitReceipt { CommitReceipt(first: first, last: last, time: 0) }
        let recent = RecentCommitIndex(after: 10)
        recent.ingest(receipt(11, 13), of: [2 << 8 | 1, 3 << 8, 2 << 8])
        #expect(recent.domains(after: 10, through: 13) == [2, 3])
        #expect(recent.domains(after: 13, through: 13) == [])
        // The note of an erasure stands at 14.
        recent.ingest(receipt(15, 15), of: [5 << 8])
        #expect(recent.domains(after: 10, through: 15) == nil && recent.domains(after: 14, through: 15) == [5])
        // A commit that a full disk took back; another has its place.
        recent.ingest(receipt(15, 16), of: [4 << 8])
        #expect(recent.domains(after: 14, through: 16) == [4])
        let count = UInt64(2 * RecentCommitIndex.commitsMax)
        for number in 17...(16 + count) { recent.ingest(receipt(number, number), of: [UInt32(number % 3 + 1) << 8]) }
        #expect(recent.domains(after: 14, through: 16 + count) == nil, "so much is not remembered")
        #expect(recent.domains(after: 16 + count - 3, through: 16 + count) == [1, 2, 3])
    }
}
