import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import LZ4
import Notes
import Testing
import Workspace

@testable import Runtime

/// A snapshot is only ever a short cut: whatever befalls it, the views are those of the whole journal.
@Suite("Snapshots that break")
struct FaultySnapshots {
    private static let paths = WorkspacePaths(root: "/disk/family")
    private let author = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))

    /// Clock and chance of one life, the same every time.
    private static func runtime(_ disk: SimulatedDisk, seed: UInt64 = 1) -> RuntimeEnvironment {
        let clock = TestClock(start: WorkspaceFixture.start, chance: SplitMix64(seed: seed))
        var options = JournalOptions()
        options.sealsInBackground = false
        options.journalID = ID16(hi: 7, lo: seed)
        return RuntimeEnvironment(disk: disk, now: { clock.tick() }, chance: { clock.chance() }, journal: options)
    }

    private func create(_ runtime: RuntimeEnvironment) -> [WorkspaceCommand] {
        [.notes(.createNote(runtime.mint(), title: nil, body: "words", in: nil))]
    }

    private static func snapshotStore(_ disk: any Disk) -> SnapshotStore { SnapshotStore(path: paths.snapshots, disk: disk) }

    /// A workspace of two snapshots and a few records after them.
    private func lived(
        seed: UInt64 = 1, extra: Int = 0
    ) async throws -> (image: DiskImage, view: WorkspaceView, older: UInt64, newer: UInt64) {
        let disk = SimulatedDisk()
        let runtime = Self.runtime(disk, seed: seed)
        let workspace = try await WorkspaceActor.create(at: Self.paths, in: runtime)
        for _ in 0..<3 { _ = try await workspace.perform(create(runtime), as: author) }
        try await workspace.snapshot()
        let older = await workspace.lastSequence
        for _ in 0..<(2 + extra) { _ = try await workspace.perform(create(runtime), as: author) }
        try await workspace.snapshot()
        let newer = await workspace.lastSequence
        _ = try await workspace.perform(create(runtime), as: author)
        let view = await workspace.view
        try await workspace.close()
        return (disk.live, view, older, newer)
    }

    private static func open(
        _ image: DiskImage, _ access: JournalAccess = .reading
    ) async throws -> WorkspaceActor {
        try await WorkspaceActor.open(at: paths, access: access, in: runtime(SimulatedDisk(image), seed: 99))
    }

    @Test func `row 5: every single flipped bit of a snapshot is detected`() async throws {
        let (image, view, _, newer) = try await lived()
        let path = Self.snapshotStore(SimulatedDisk()).path(of: newer)
        let sound = try #require(image.files[path])
        let workspace = try await Self.open(image)
        #expect(workspace.opening.snapshotSequence == newer)
        var detected = 0
        for offset in sound.indices {
            for bit in FaultLedger.isFull ? Array(0..<8) : [offset % 8] {
                var damaged = sound
                damaged[offset] ^= 1 << UInt8(bit)
                let disk = SimulatedDisk(DiskImage(directories: image.directories, files: [path: damaged]))
                #expect(throws: SnapshotFault.damaged, "byte \(offset), bit \(bit)") {
                    try Self.snapshotStore(disk).read(newer, for: workspace.journal, of: Self.paths.root)
                }
                detected += 1
            }
        }
        #expect(await workspace.view == view)
        try await workspace.close()
        FaultLedger.fired(row: 5, detected)
    }

    @Test func `row 25: a snapshot that declares gigabytes is refused before there is room for them`() async throws {
        let (image, _, _, newer) = try await lived()
        let sound = try #require(image.files[Self.snapshotStore(SimulatedDisk()).path(of: newer)])
        // Room is made for what measuring finds, and for nothing else.
        let measured = try SnapshotFile.measure(sound)
        #expect(measured.contentByteCount > 0 && measured.contentByteCount <= 255 * sound.count)
        #expect(try SnapshotFile.read(sound).content.count == measured.contentByteCount)
        let lies: [UInt64] = [1 << 31, 1 << 32, (1 << 32) + 1, 1 << 62, .max]
        for lie in lies {
            let number = withUnsafeBytes(of: lie.littleEndian) { Array($0) }
            // The content's length in the head; and in the LZ4 frame behind it, whose header has a checksum of its own.
            var bytes = Array(sound.dropLast(Digest.byteCount))
            bytes.replaceSubrange(96..<104, with: number)
            var frame = bytes
            frame.replaceSubrange(108..<118, with: [0x7C, 0x70] + number)
            frame[118] = UInt8(
                truncatingIfNeeded: frame[108..<118].withUnsafeBytes { LZ4Library.xxh32($0) } >> 8)
            for lying in [bytes, frame] {
                #expect(throws: SnapshotFault.damaged) {
                    try SnapshotFile.measure(lying + Digest(of: lying).bytes)
                }
            }
        }
        FaultLedger.fired(row: 25, 2 * lies.count)
    }

    // MARK: Row 19

    /// In what state a snapshot may be found.
    private enum State: CaseIterable {
        case sound, missing, empty, torn, flipped, stale, otherSchema, otherJournal, otherSequence, undecodable,
            unreadable

        var isSound: Bool { self == .sound }
    }

    private func bytes(
        of state: State, _ sequence: UInt64, _ sound: [UInt8], _ stranger: [UInt8], _ journal: ID16
    ) throws -> [UInt8]? {
        let (head, content) = try SnapshotFile.read(sound)
        var changed = head
        switch state {
        case .sound, .unreadable: return sound
        case .missing: return nil
        case .empty: return []
        case .torn: return Array(sound.prefix(sound.count * 2 / 3))
        case .flipped:
            var bytes = sound
            bytes[sound.count / 2] ^= 4
            return bytes
        case .stale: changed.record = Digest(of: [1])
        case .otherSchema: changed.schema = Digest(of: [2])
        case .otherJournal: return stranger
        case .otherSequence: changed.sequence += 1
        case .undecodable: return SnapshotFile.write(head, Array(content.dropLast(3)))
        }
        return SnapshotFile.write(changed, content)
    }

    @Test func `row 19: of two snapshots in any two states, the newest sound one is used, and the views are equal`()
        async throws
    {
        let (image, view, older, newer) = try await lived()
        let strangers = try await lived(seed: 2)
        let snapshotStore = Self.snapshotStore(SimulatedDisk())
        let journal = try Journal.open(at: Self.paths.journal, access: .reading, disk: SimulatedDisk(image)).id
        var tried = 0
        for first in State.allCases {
            for second in State.allCases {
                var found = image
                var expected: UInt64 = 0
                for (state, sequence) in [(first, older), (second, newer)] {
                    let path = snapshotStore.path(of: sequence)
                    let sound = try #require(image.files[path])
                    let stranger = try #require(strangers.image.files[path])
                    found.files[path] = try bytes(of: state, sequence, sound, stranger, journal)
                    if state.isSound { expected = sequence }
                }
                let disk = SimulatedDisk(found)
                disk.script(
                    [(first, older), (second, newer)].filter { $0.0 == .unreadable }.map {
                        DiskFault(.error(EIO), on: .open, pathSuffix: snapshotStore.path(of: $0.1), count: .max)
                    })
                let workspace = try await WorkspaceActor.open(
                    at: Self.paths, access: .reading, in: Self.runtime(disk))
                #expect(workspace.opening.snapshotSequence == expected, "\(first) then \(second)")
                let refused = [first, second].filter { !$0.isSound && $0 != .missing }.count
                let passed = second.isSound && !first.isSound && first != .missing ? 1 : 0
                #expect(workspace.opening.discarded.count == refused - passed, "\(first) then \(second)")
                #expect(await workspace.view == view, "\(first) then \(second)")
                try await workspace.close()
                if !(first.isSound && second.isSound) { tried += 1 }
            }
        }
        FaultLedger.fired(row: 19, tried)
    }

    @Test
    func `row 19: snapshots ahead of the journal are put aside once their loss is accepted, and make room for others (H1)`()
        async throws
    {
        let image = try await lived().image
        let longer = try await lived(extra: 9)
        // The journal was put back from a backup; the snapshots are those of the longer life.
        var found = image
        for path in found.files.keys where path.hasPrefix(Self.paths.snapshots) { found.files[path] = nil }
        let ahead = [longer.newer, longer.newer + 1].map { Self.snapshotStore(SimulatedDisk()).path(of: $0) }
        for path in ahead { found.files[path] = longer.image.files[Self.snapshotStore(SimulatedDisk()).path(of: longer.newer)] }
        let disk = SimulatedDisk(found)
        let runtime = Self.runtime(disk)
        await #expect(throws: RuntimeFailure.self) {
            try await WorkspaceActor.open(at: Self.paths, access: .writing, in: runtime)
        }
        #expect(try await runtime.acceptLoss(of: Self.paths).ahead.count == 2)
        var workspace = try await WorkspaceActor.open(at: Self.paths, access: .writing, in: runtime)
        #expect(workspace.opening.snapshotSequence == 0 && workspace.opening.discarded.isEmpty)
        try await workspace.snapshot()
        let view = await workspace.view
        let last = await workspace.lastSequence
        try await workspace.close()
        workspace = try await WorkspaceActor.open(at: Self.paths, access: .reading, in: runtime)
        #expect(workspace.opening.snapshotSequence == last, "the new snapshot was given up for one that is of no use")
        #expect(await workspace.view == view)
        #expect(ahead.allSatisfy { disk.live.files[$0] == nil })
        FaultLedger.fired(row: 19, ahead.count)
    }

    // MARK: Rows 8 and 20

    @Test func `row 8: whichever call of writing a snapshot finds no room, the workspace works on`() async throws {
        var fired = 0
        for occurrence in 1... {
            let disk = SimulatedDisk()
            let runtime = Self.runtime(disk)
            let workspace = try await WorkspaceActor.create(at: Self.paths, in: runtime)
            for _ in 0..<3 { _ = try await workspace.perform(create(runtime), as: author) }
            try await workspace.snapshot()
            _ = try await workspace.perform(create(runtime), as: author)
            disk.script([DiskFault(.error(ENOSPC), occurrence: occurrence)])
            do {
                try await workspace.snapshot()
                // Reading the old names may fail without harm; anything else is told.
                #expect(disk.firedFaults.allSatisfy { $0.call == .readdir })
            } catch let failure as RuntimeFailure {
                #expect(await workspace.snapshotTrouble == failure)
            }
            fired += disk.firedFaults.count
            let isOver = disk.firedFaults.isEmpty
            disk.script([])
            _ = try await workspace.perform(create(runtime), as: author)
            try await workspace.snapshot()
            let view = await workspace.view
            try await workspace.close()
            let again = try await WorkspaceActor.open(at: Self.paths, access: .reading, in: runtime)
            #expect(again.opening.snapshotSequence == 5 && again.opening.discarded == [])
            #expect(await again.view == view)
            try await again.close()
            if isOver { break }
        }
        FaultLedger.fired(row: 8, fired)
    }

    @Test func `row 20: a power cut anywhere in the making of snapshots leaves the same views`() async throws {
        let disk = SimulatedDisk()
        let runtime = Self.runtime(disk)
        let workspace = try await WorkspaceActor.create(at: Self.paths, in: runtime)
        // Each view as it was acknowledged, by the number of records.
        var views: [UInt64: WorkspaceView] = [:]
        var acknowledged: [UInt64] = [0]
        for round in 1...4 {
            for _ in 0..<2 {
                _ = try await workspace.perform(create(runtime), as: author)
                views[await workspace.lastSequence] = await workspace.view
                acknowledged.append(await workspace.lastSequence)
                disk.note(moment: acknowledged.count - 1)
            }
            if round < 4 { try await workspace.snapshot() }
        }
        try await workspace.close()
        let plan =
            FaultLedger.isFull
            ? CrashPlan(exhaustiveChangesMax: 5, randomSubsets: 12, tearsMax: 16, seed: 20)
            : CrashPlan(exhaustiveChangesMax: 2, randomSubsets: 2, tearsMax: 2, stride: 2, seed: 20)
        var seen: Set<Int> = []
        var used = 0
        var unused = 0
        for crash in disk.trace.crashes(plan) where crash.moment > 0 && seen.insert(crash.fingerprint).inserted {
            let left = SimulatedDisk(crash.image)
            let again = try await WorkspaceActor.open(at: Self.paths, access: .writing, in: Self.runtime(left))
            let last = await again.lastSequence
            #expect(last >= acknowledged[crash.moment])
            #expect(await again.view == views[last], "before operation \(crash.position)")
            if again.opening.snapshotSequence > 0 { used += 1 } else { unused += 1 }
            // And it goes on: what was half-written is in nobody's way.
            try await again.snapshot()
            try await again.close()
            let reader = try await WorkspaceActor.open(at: Self.paths, access: .reading, in: Self.runtime(left))
            #expect(reader.opening.snapshotSequence == last)
            try await reader.close()
        }
        #expect(used > 0 && unused > 0)
        FaultLedger.fired(row: 20, used + unused)
        FaultLedger.tried("crash images", used + unused)
    }
}
