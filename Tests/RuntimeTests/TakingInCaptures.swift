import Capture
import Glibc
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

@Suite("W2: taking in captures that waited for a writer")
struct TakingInCaptures {
    private static let author = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))

    /// A workspace on a simulated disk.
    private struct Place {
        let disk: SimulatedDisk
        let paths = WorkspacePaths(root: "/disk/home")
        let runtime: RuntimeEnvironment

        init(_ image: DiskImage? = nil) {
            disk = image.map { SimulatedDisk($0) } ?? SimulatedDisk()
            let clock = TestClock(start: WorkspaceFixture.start, chance: SplitMix64(seed: 5))
            var journal = JournalOptions()
            journal.sealsInBackground = false
            runtime = RuntimeEnvironment(
                disk: disk, now: { clock.tick() }, chance: { clock.chance() }, journal: journal)
        }

        func open() async throws -> WorkspaceActor { try await WorkspaceActor.openOrCreate(at: paths, in: runtime) }

        var waiting: PendingCaptures { PendingCaptures(of: paths, on: disk) }
    }

    private static func item(_ number: UInt64) -> ItemID { ItemID(hi: 0x1, lo: number) }

    private static func moment(_ number: UInt64) -> Instant {
        Instant(microseconds: WorkspaceFixture.start.microseconds + Int64(number) * 1_000_000)
    }

    private static func capture(_ number: UInt64, _ more: [CaptureCommand] = []) -> PendingCaptures.Capture {
        let captured = moment(number)
        let commands = [.captureItem(item(number), content: "Thought \(number)", captured: captured)] + more
        return .init(commands.map { .capture($0) }, of: item(number).entity, by: author)
    }

    /// A workspace with one item, and three captures that wait.
    private func waiting() async throws -> DiskImage {
        let place = Place()
        let workspace = try await place.open()
        let first = WorkspaceCommand.capture(
            .captureItem(Self.item(1), content: "Thought 1", captured: Self.moment(1)))
        _ = try await workspace.perform([first], as: Self.author)
        try await workspace.close()
        // In another order than they were made, as processes get to it.
        for number in [4, 2, 3] as [UInt64] {
            try place.waiting.keep(Self.capture(number, number == 3 ? [.starItem(Self.item(3))] : []))
        }
        return place.disk.live
    }

    private func expectAll(_ place: Place, _ comment: Comment) async throws {
        let workspace = try await place.open()
        let kinds = try await captured(in: workspace)
        #expect(kinds == [1, 2, 3, 4], comment)
        let view = await workspace.view
        for number in 1...4 as ClosedRange<UInt64> {
            let item = view.capture.existing(Self.item(number))
            #expect(item?.captured == Self.moment(number), comment)
            #expect(item?.isStarred == (number == 3), comment)
        }
        #expect(try place.waiting.names() == [], comment)
        try await workspace.close()
    }

    /// The items that records say were captured, in the order of the journal.
    private func captured(in workspace: WorkspaceActor) async throws -> [UInt64] {
        var found: [UInt64] = []
        try workspace.journal.records(of: workspace.paths.root) { header, payload in
            if let fact = try Recorded<WorkspaceEvent>(header, payload), fact.event.kindName == "item captured" {
                found.append(header.entity.lo)
            }
            return .next
        }
        return found
    }

    @Test func `they are taken in once, in order, with their own time, and told`() async throws {
        let place = Place(try await waiting())
        let workspace = try await place.open()
        #expect(await workspace.takenCaptures == TakenCaptures(count: 3))
        try await workspace.close()
        try await expectAll(place, "at once")
        // Not by those who only read.
        let reader = Place(try await waiting())
        let reading = try await WorkspaceActor.open(at: reader.paths, access: .reading, in: reader.runtime)
        #expect(try await captured(in: reading) == [1] && reader.waiting.names().count == 3)
        try await reading.close()
    }

    /// The ways of opening a workspace that is there for writing.
    enum Opening: CaseIterable { case openOrCreate, open, openWithKeys }

    @Test(arguments: Opening.allCases)
    func `W2: whoever opens the workspace for writing takes them in`(opening: Opening) async throws {
        let place = Place(try await waiting())
        let workspace =
            switch opening {
            case .openOrCreate: try await WorkspaceActor.openOrCreate(at: place.paths, in: place.runtime)
            case .open: try await WorkspaceActor.open(at: place.paths, access: .writing, in: place.runtime)
            case .openWithKeys: try await WorkspaceActor.openWithKeys(at: place.paths, in: place.runtime)
            }
        #expect(await workspace.takenCaptures == TakenCaptures(count: 3))
        #expect(try await captured(in: workspace) == [1, 2, 3, 4])
        try await workspace.close()
        #expect(try place.waiting.names() == [])
    }

    @Test func `W2: whoever begins the workspace takes in what was kept when it could not be begun`() async throws {
        let place = Place()
        try place.waiting.keep(Self.capture(1))
        let workspace = try await WorkspaceActor.create(at: place.paths, in: place.runtime)
        #expect(await workspace.takenCaptures == TakenCaptures(count: 1))
        #expect(try await captured(in: workspace) == [1] && place.waiting.names() == [])
        try await workspace.close()
    }

    @Test func `killed at any call of the disk meanwhile, or without room for it, each is there once in the end`() async throws
    {
        let image = try await waiting()
        let calls = Place(image)
        try await calls.open().close()
        let count = calls.disk.calls.count
        var (killed, full) = (0, 0)
        for call in 1...count {
            for effect in [.endProcess, .error(ENOSPC)] as [DiskFault.Effect] {
                let place = Place(image)
                place.disk.script([DiskFault(effect, occurrence: call)])
                do {
                    let workspace = try await place.open()
                    if await !workspace.takenCaptures.troubles.isEmpty { full += 1 }
                    try await workspace.close()
                } catch { killed += 1 }
                place.disk.script([])
                place.disk.endProcess()
                try await expectAll(place, "\(effect) at call \(call)")
            }
        }
        print("taking in: \(count) calls, \(killed) openings failed, \(full) took in less")
        #expect(killed > 10 && full > 3)
    }

    @Test(arguments: [false, true])
    func `W2: captures that wait are in a backup, and are there once after a restore`(
        isTakenInMeanwhile: Bool
    ) async throws {
        var house = BackupFixture()
        try await house.live(3)
        let waiting = PendingCaptures(of: try house.paths(), on: house.disk)
        for number in 1...3 as ClosedRange<UInt64> { try waiting.keep(Self.capture(number)) }
        if isTakenInMeanwhile {
            // A crash left the file of what is in the journal, as a backup has it that began before.
            let workspace = try await WorkspaceActor.openOrCreate(at: house.paths(), in: house.runtime)
            try await workspace.close()
            #expect(try waiting.names() == [])
            try waiting.keep(Self.capture(2))
        }
        let report = try await house.backUp(to: BackupFixture.backup)
        let kept = report.manifest.files.filter { $0.path.contains("/captures.pending/") }
        #expect(kept.count == (isTakenInMeanwhile ? 1 : 3))
        _ = try house.archive(BackupFixture.backup).restore(to: "/disk/again", in: house.runtime)
        let paths = try DataDirectory(path: "/disk/again", disk: house.disk).workspace(named: "family")
        let again = try await WorkspaceActor.openOrCreate(at: paths, in: house.runtime)
        #expect(try await captured(in: again).filter { (1...3).contains($0) }.sorted() == [1, 2, 3])
        #expect(await again.takenCaptures.count == (isTakenInMeanwhile ? 0 : 3))
        #expect(try PendingCaptures(of: paths, on: house.disk).names() == [])
        try await again.close()
        // What was taken in is not in the next one.
        if !isTakenInMeanwhile {
            let workspace = try await WorkspaceActor.openOrCreate(at: house.paths(), in: house.runtime)
            try await workspace.close()
            let next = try await house.backUp(to: BackupFixture.backup)
            #expect(!next.manifest.files.contains { $0.path.contains("/captures.pending/") })
        }
    }

    @Test func `of one that a rule forbids by now the text is kept, and what is damaged keeps nothing from the rest`()
        async throws
    {
        let place = Place(try await waiting())
        let gone = CollectionID(hi: 9, lo: 9)
        try place.waiting.keep(
            Self.capture(5, [.addToCollection(gone, Self.item(5), under: nil, above: nil)]))
        let name = place.waiting.path + "/" + Self.item(2).text + ".json"
        var image = place.disk.live
        image.files[name]?[40] ^= 4
        let other = Place(image)
        let workspace = try await other.open()
        let taken = await workspace.takenCaptures
        #expect(taken.count == 3 && taken.withoutRest.count == 1 && taken.troubles.count == 1, "\(taken)")
        #expect(taken.troubles.first?.contains(name) ?? false)
        #expect(try await captured(in: workspace) == [1, 3, 4, 5])
        #expect(try other.waiting.names() == [Self.item(2).text + ".json"])
        try await workspace.close()
    }
}
