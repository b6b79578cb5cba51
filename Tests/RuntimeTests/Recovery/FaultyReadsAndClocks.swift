import Glibc
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Notes
import Runtime
import Synchronization
import Testing
import Workspace

/// Reads that fail where a command is looked for, and clocks that go as they like.
@Suite("A workspace that cannot trust its surroundings")
struct FaultyReadsAndClocks {
    private let paths = WorkspacePaths(root: "/disk/family")
    private let author = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))

    private func create(_ runtime: RuntimeEnvironment) -> [WorkspaceCommand] {
        [.notes(.createNote(runtime.mint(), title: nil, body: "", in: nil))]
    }

    private func runtime(
        _ disk: SimulatedDisk, now: @escaping @Sendable () -> Instant = { WorkspaceFixture.start }
    ) -> RuntimeEnvironment {
        let chance = TestClock(start: WorkspaceFixture.start, chance: SplitMix64(seed: 9))
        var options = JournalOptions()
        options.sealsInBackground = false
        return RuntimeEnvironment(disk: disk, now: now, chance: { chance.chance() }, journal: options)
    }

    // MARK: Row 9

    /// Facts that have to be looked up in the journal are unknown while it cannot be read, and never taken for absent.
    @Test func `row 9: while the journal cannot be read, a command sent again is neither decided nor denied`()
        async throws
    {
        let disk = SimulatedDisk()
        let runtime = runtime(disk)
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        for command in 1...6 as ClosedRange<UInt64> {
            _ = try await workspace.perform(create(runtime), as: author, command: command)
        }
        let view = await workspace.view
        var fired = 0
        for occurrence in 1... {
            disk.script([DiskFault(.error(EIO), on: .pread, occurrence: occurrence)])
            do {
                let outcome = try await workspace.perform(create(runtime), as: author, command: 2)
                guard case .alreadyDecided(2, 2) = outcome else {
                    Issue.record("read failure \(occurrence): \(outcome)")
                    break
                }
                #expect(disk.firedFaults.count == fired, "a read failed and nobody said so")
                break
            } catch RuntimeFailure.journal(_, let error) {
                #expect(error == .system(call: .pread, path: paths.journal + "/000000000001.segment", errno: EIO))
                fired += 1
            }
            #expect(await workspace.lastSequence == 6 && disk.firedFaults.count == fired)
        }
        disk.script([])
        // Nothing was poisoned by it, and the question has its answer once it can be read again.
        guard case .alreadyDecided(2, 2) = try await workspace.perform(create(runtime), as: author, command: 2)
        else {
            Issue.record("command 2 was decided again")
            return
        }
        #expect(await workspace.view == view)
        _ = try await workspace.perform(create(runtime), as: author, command: 7)
        #expect(await workspace.lastSequence == 7)
        try await workspace.close()
        FaultLedger.fired(row: 9, fired)
    }

    @Test func `row 9: undoing what cannot be read changes nothing, whichever read fails`() async throws {
        let disk = SimulatedDisk()
        let runtime = runtime(disk)
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        for _ in 0..<4 { _ = try await workspace.perform(create(runtime), as: author) }
        let view = await workspace.view
        var fired = 0
        for occurrence in 1... {
            disk.script([DiskFault(.error(EIO), on: .pread, occurrence: occurrence)])
            do {
                _ = try await workspace.undo(as: author)
                break
            } catch RuntimeFailure.journal {
                fired += 1
            }
            #expect(await workspace.lastSequence == 4)
            #expect(await workspace.view == view)
        }
        #expect(await workspace.lastSequence == 5)
        try await workspace.close()
        FaultLedger.fired(row: 9, fired)
    }

    @Test func `row 9: opening fails on a read that fails, or shows everything`() async throws {
        let disk = SimulatedDisk()
        var runtime = runtime(disk)
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        for _ in 0..<4 { _ = try await workspace.perform(create(runtime), as: author) }
        try await workspace.snapshot()
        _ = try await workspace.perform(create(runtime), as: author)
        let view = await workspace.view
        try await workspace.close()
        let image = disk.live
        var fired = 0
        var opened = 0
        for occurrence in 1... {
            let faulty = SimulatedDisk(image)
            faulty.script([DiskFault(.error(EIO), on: .pread, occurrence: occurrence)])
            runtime.disk = faulty
            do {
                let again = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
                #expect(await again.view == view, "read \(occurrence)")
                opened += 1
                try await again.close()
            } catch RuntimeFailure.journal(_, .system(.pread, _, EIO)) {
                #expect(faulty.live == image)
            }
            if faulty.firedFaults.isEmpty { break }
            fired += 1
        }
        #expect(opened > 1, "a snapshot that cannot be read is no reason not to open")
        FaultLedger.fired(row: 9, fired)
    }

    // MARK: Row 21

    /// A clock that shows one time after the other.
    private final class Times: Sendable {
        private let times: Mutex<[Int64]>
        init(_ times: [Int64]) { self.times = Mutex(times.reversed()) }

        func next() -> Instant {
            times.withLock { times in
                Instant(microseconds: times.count > 1 ? times.removeLast() : times[0])
            }
        }
    }

    private static let second: Int64 = 1_000_000
    private static let year: Int64 = 365 * 86_400 * 1_000_000

    /// Moves of the clock between one look and the next.
    static let clocks: [(name: String, steps: [Int64])] = [
        ("steps back an hour and goes on", [second, second, -3_600 * second, second, second, second]),
        ("runs backwards", Array(repeating: -second, count: 8)),
        ("jumps ahead a year and is put right", [second, year, second, -year, second, second]),
        ("is slewed by NTP", [second, -500, 400, -300, 200, second, -1, 1]),
        ("stands still", Array(repeating: 0, count: 8)),
        ("falls back before 1970", [second, -60 * year, second, second]),
    ]

    @Test(arguments: clocks)
    func `row 21: whatever the clock does, the order is the journal's and its times never fall`(
        name: String, steps: [Int64]
    ) async throws {
        let disk = SimulatedDisk()
        var now = WorkspaceFixture.start.microseconds
        // Each command looks at the clock several times; all of its looks see about the same time.
        let readings = steps.map { step -> Int64 in
            now += step
            return now
        }
        var runtime = runtime(disk)
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        try await workspace.close()
        var notes: [NoteID] = []
        for reading in readings {
            // Opened anew each time: the clock of a machine is wrong after a start more often than at any other time.
            let clock = Times([reading, reading - 3, reading + 2, reading])
            runtime.now = { clock.next() }
            let workspace = try await WorkspaceActor.open(at: paths, access: .writing, in: runtime)
            for _ in 0..<2 {
                let note: NoteID = runtime.mint()
                notes.append(note)
                _ = try await workspace.perform(
                    [.notes(.createNote(note, title: nil, body: "", in: nil))], as: author)
            }
            try await workspace.close()
        }
        #expect(Set(notes).count == notes.count, "an identifier was minted twice")
        let reader = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
        var seen: [NoteID] = []
        var times: [Int64] = []
        // What the clock said, where the journal's time is far ahead of it.
        var instants: [Int64] = []
        try reader.journal.forEachRecord { header, _ in
            instants.append(header.originTime ?? header.time)
            seen.append(NoteID(hi: header.entity.hi, lo: header.entity.lo))
            times.append(header.time)
            return .next
        }
        #expect(seen == notes, "the order is that of the commands")
        #expect(times == times.sorted(), "times never fall")
        for (index, time) in times.enumerated() {
            let last = try reader.journal.lastSequence(atOrBefore: time)
            #expect(last >= UInt64(index) + 1 && times[Int(last) - 1] == time)
            // Time travel shows what was written by then, as the clocks of then had it.
            let byTime = try reader.view(at: .time(Instant(microseconds: time)))
            #expect(byTime.notes.notes.ids.count == instants.count { $0 <= time })
        }
        #expect(try reader.journal.verify().ok)
        try await reader.close()
        let fallen = zip(readings, readings.dropFirst()).count { $0 >= $1 }
        FaultLedger.fired(row: 21, max(fallen, name.hasPrefix("jumps") ? 1 : 0))
    }
}
