import Glibc
import JournalTesting
import KernelTesting
import Testing

@testable import JournalEngine

@Suite("Who may write a commit")
struct WhoMayWrite {
    /// A state in which a caller may write his commit himself.
    private static var quiet: WriterState {
        var state = WriterState(last: 0, time: 0)
        state.lastGroup = (1, 0)
        return state
    }

    @Test func `a caller may while he is alone and the disk was quick`() throws {
        #expect(Self.quiet.isQuiet)
        #expect(!WriterState(last: 0, time: 0).isQuiet, "nothing is known of the disk yet")
        var state = Self.quiet
        state.lastGroup = (1, JournalLimits.onTheSpotNanosecondsMax + 1)
        #expect(!state.isQuiet, "the disk was slow")
        state = Self.quiet
        state.lastGroup = (2, 0)
        #expect(!state.isQuiet, "several came at once")
        state = Self.quiet
        _ = try state.enqueue(.numbered(1), byteCount: 1)
        #expect(!state.isQuiet, "another commit is before his")
        state = Self.quiet
        state.isRollDue = true
        #expect(!state.isQuiet, "the segment is full")
        state = Self.quiet
        state.isWriting = true
        #expect(!state.isQuiet, "somebody writes")
        state = Self.quiet
        state.phase = .closing
        #expect(!state.isQuiet, "the journal is being closed")
    }

    @Test func `the thread takes nothing while a caller has the turn, and is woken for nothing`() throws {
        var state = Self.quiet
        state.isWriting = true
        _ = try state.enqueue(.numbered(1), byteCount: 1)
        #expect(state.takeWork() == nil)
        #expect(!state.wakesThread)
        #expect(state.hasWork)
        state.isWriting = false
        #expect(state.wakesThread)
        guard case .group(let group) = state.takeWork() else { throw Unexpected() }
        #expect(group.map(\.receipt.first) == [1])
        #expect(state.isWriting)
        #expect(state.takeWork() == nil)
    }

    private struct Unexpected: Error {}
}

@Suite("Writing on the spot", .enabled(if: Cores.areSeveral, "on one core nobody writes on the spot"))
struct WritingOnTheSpot {
    let directory = TemporaryDirectory()

    @Test func `a segment that a caller filled is left by the thread`() async throws {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 1000
        let journal = try Journal.create(at: directory.journal, options: options)
        for number in 1...40 { try Self.onTheSpot(.numbered(number), journal) }
        _ = try await journal.append(.numbered(41))
        #expect(journal.source.catalog.all.count > 2)
        #expect(try journal.records() == expected((1...41).map { .numbered($0) }))
        try await journal.close()
        #expect(try Journal.open(at: directory.journal, access: .reading).lastSequence == 41)
    }

    @Test func `what comes while a caller writes is written after it`() async throws {
        let disk = CountingDisk()
        let journal = try Journal.create(at: directory.journal, disk: disk, options: .repeatable)
        var begun: Task<Void, any Error>?
        var second: PendingCommit?
        try disk.gate.whileClosed {
            begun = Task(executorPreference: SeparateThread()) { try Self.onTheSpot(.numbered(1), journal) }
            var tries = 0
            while journal.writer?.monitor.withLock({ $0.nextSequence }) == 1, tries < 100_000_000 { tries += 1 }
            #expect(journal.writer?.monitor.withLock { $0.nextSequence } == 2)
            second = try journal.enqueue(.numbered(2))
        }
        try await begun?.value
        try await second?.durable()
        #expect(try journal.records() == expected([.numbered(1), .numbered(2)]))
        try await journal.close()
    }

    @Test func `a commit whose sync fails on the spot is refused, and so is every other`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: CrashSimulation.path, disk: disk, options: .crashTest)
        try Self.onTheSpot(.numbered(1), journal)
        disk.script([DiskFault(.error(EIO), on: .fdatasync, pathSuffix: ".segment")])
        #expect(throws: JournalError.self) { try Self.onTheSpot(.numbered(2), journal) }
        await #expect(throws: JournalError.poisoned) { _ = try await journal.append(.numbered(3)) }
        #expect(journal.lastSequence == 1)
        do { try await journal.close() } catch { #expect(error == .poisoned) }
    }

    /// Writes a commit on this thread, once enough other threads of the process are free for others.
    private static func onTheSpot(_ draft: CommitDraft, _ journal: Journal) throws {
        guard let writer = journal.writer else { throw JournalError.readOnly }
        for _ in 0..<5_000_000 {
            writer.monitor.withLock { $0.lastGroup = (1, 0) }
            if try writer.appendOnTheSpot(draft, byteCount: 1) != nil { return }
            sched_yield()
        }
        throw NeverQuiet()
    }

    private struct NeverQuiet: Error {}
}

private enum Cores {
    static let areSeveral = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1
}
