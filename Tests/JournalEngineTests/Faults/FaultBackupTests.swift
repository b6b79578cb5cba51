import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("A copy of a journal that was being written")
struct FaultBackupTests {
    /// A copying program lists the directory and then reads file after file, block after block, while the journal goes
    /// on: what it ends up with is a mixture of moments.
    @Test(arguments: Seed.ten)
    func `row 27: shows a beginning of the journal, or is refused, and never anything else`(seed: Seed) async throws {
        var life = CrashSimulation(seed: seed.number)
        try await life.live(CrashSimulation.Step.random(seed: seed.number, count: 30))
        let trace = life.disk.trace
        let created = try #require(life.promises.firstIndex { $0.isCreated })
        let start = try #require(trace.operations.firstIndex(of: .moment(created)))
        var chance = SeededGenerator(seed: seed.number)
        var opened = 0
        for _ in 0..<30 {
            let begin = Int.random(in: start..<trace.operations.count, using: &chance)
            let copy = Self.copy(of: trace, from: begin, &chance)
            let disk = SimulatedDisk(copy)
            do {
                let reader = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
                try Self.expectBeginning(of: life.promise.commits, in: reader)
                let journal = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
                try Self.expectBeginning(of: life.promise.commits, in: journal)
                _ = try await journal.append(.tagged(5))
                try await journal.close()
                opened += 1
            } catch let error as JournalError {
                switch error {
                case .corrupt, .missingSegment, .recordsMissing: continue
                default: throw error
                }
            }
        }
        FaultLedger.fired(row: 27, opened)
    }

    private static func expectBeginning(of commits: [CommitDraft], in journal: Journal) throws {
        let drafts = try journal.drafts()
        #expect(commits.starts(with: drafts))
    }

    /// The directory as listed before the operation at `begin`, each file in turn copied in blocks, ever later.
    private static func copy(of trace: DiskTrace, from begin: Int, _ chance: inout SeededGenerator) -> DiskImage {
        var disk = VolatileDisk(trace.start)
        for operation in trace.operations[..<begin] { disk.apply(operation) }
        var now = begin
        let listed = disk.live
        var copy = DiskImage(directories: listed.directories)
        for path in listed.files.keys.sorted() {
            var content: [UInt8] = []
            // Opened once; a rename meanwhile does not change which file is read. Missing by then: not copied.
            guard let file = disk.fileNumber(of: path) else { continue }
            while let block = disk.liveContent(of: file)?.dropFirst(content.count).prefix(4_096), !block.isEmpty {
                content += block
                for _ in 0..<Int.random(in: 0...2, using: &chance) where now < trace.operations.count {
                    disk.apply(trace.operations[now])
                    now += 1
                }
            }
            copy.files[path] = content
        }
        return copy
    }
}
