import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// A disk keeps no order but the one that syncs force: what was written later may be there without the earlier.
@Suite("A journal on a disk that reorders")
struct FaultOrderTests {
    /// The image right after a trace's operation at `index`, with a choice of what was not synced by then.
    private static func outcomes(
        of trace: DiskTrace, after index: Int, changesMax: Int = 10
    ) -> [(image: DiskImage, kinds: Set<CrashKind>)] {
        var disk = VolatileDisk(trace.start)
        for operation in trace.operations[...index] { disk.apply(operation) }
        let count = min(disk.unsynced.count, changesMax)
        return (0..<(1 << count)).map { subset in
            let kept = disk.unsynced.indices.map { $0 >= count || subset >> $0 & 1 == 1 ? Int.max : 0 }
            return (disk.crashed(keeping: kept), disk.kinds(keeping: kept))
        }
    }

    /// Five commits at once, the last write, and where in it the data frames start that share it.
    private static func sharing() async throws -> (life: CrashSimulation, last: Int, starts: [Int]) {
        var life = CrashSimulation(seed: 15)
        try await life.live([.append(records: 1, byteCount: 10), .together(commits: 5, byteCount: 900)])
        let operations = life.disk.trace.operations
        let last = try #require(operations.lastIndex { if case .write = $0 { true } else { false } })
        guard case .write(_, _, let bytes) = operations[last] else { return (life, last, []) }
        // Each by its magic; a payload could hold one only by a chance of 2^-32.
        let starts = bytes.indices.dropLast(3).filter { Array(bytes[$0..<($0 + 4)]) == [0x04, 0x22, 0x4D, 0x18] }
        return (life, last, starts)
    }

    /// Commits that share one write: whichever sectors of it arrive, what is found ends before the first one that is not
    /// whole, however many after it are.
    @Test func `row 15: stops at the first commit that did not arrive, whatever arrived behind it`() async throws {
        var (life, last, starts) = try await Self.sharing()
        // How many share the last write depends on when the writer looks.
        for _ in 0..<200 where starts.count < 4 { (life, last, starts) = try await Self.sharing() }
        try #require(starts.count >= 4, "the commits do not share a write")
        let trace = life.disk.trace
        guard case .write(_, let offset, let bytes) = trace.operations[last] else { return }
        let before = life.promise.commits.count - starts.count
        let path = try #require(life.disk.live.lastPath(endingIn: ".segment"))
        var passedOver = 0
        for (image, _) in Self.outcomes(of: trace, after: last, changesMax: 11) {
            let content = try #require(image.files[path])
            let isWhole = starts.indices.map { index in
                let end = index + 1 < starts.count ? starts[index + 1] : bytes.count - 8
                return content[(offset + starts[index])..<(offset + end)].elementsEqual(bytes[starts[index]..<end])
            }
            let whole = isWhole.prefix { $0 }.count
            if isWhole.dropFirst(whole).contains(true) { passedOver += 1 }
            let journal = try Journal.open(
                at: CrashSimulation.path, access: .writing, disk: SimulatedDisk(image), options: .crashTest)
            #expect(try journal.drafts() == Array(life.promise.commits.prefix(before + whole)))
            try await journal.close()
        }
        FaultLedger.fired(row: 15, passedOver)
    }

    /// Every rename of a life, with each outcome of it that a disk may show before the directory is synced.
    @Test func `rows 11 12 13: opens to the same journal under the old name, the new one, or both`() async throws {
        var life = CrashSimulation(seed: 12)
        try await life.live([
            .append(records: 2, byteCount: 3_500), .append(records: 1, byteCount: 4_000), .seal,
            .append(records: 1, byteCount: 9_000), .append(records: 1, byteCount: 10), .seal,
        ])
        let trace = life.disk.trace
        let created = try #require(life.promises.firstIndex { $0.isCreated })
        let start = try #require(trace.operations.firstIndex(of: .moment(created)))
        var fired: [CrashKind: Int] = [:]
        var both = 0
        for (index, operation) in trace.operations.enumerated() where index > start {
            guard case .rename(_, let from, let to) = operation else { continue }
            let moment =
                trace.operations[...index].reversed().lazy.compactMap { operation -> Int? in
                    if case .moment(let moment) = operation { moment } else { nil }
                }.first ?? 0
            for (image, kinds) in Self.outcomes(of: trace, after: index) {
                _ = try await CrashCheck(promise: life.promises[moment]).judge(image)
                for kind in kinds { fired[kind, default: 0] += 1 }
                if image.files[from] != nil && image.files[to] != nil { both += 1 }
            }
        }
        #expect(both > 0, "old and new were never there together")
        FaultLedger.fired(row: 11, fired[.nameUnsynced, default: 0])
        FaultLedger.fired(row: 12, fired[.renameUnsynced, default: 0])
        FaultLedger.fired(row: 13, fired[.replacementUnsynced, default: 0])
    }

    /// Sealing is the journal's only compaction. Its generation decides between two files of one segment.
    @Test func `row 13: of a segment that is there unsealed and sealed each alone will do, and both do no harm`()
        async throws
    {
        var life = CrashSimulation(seed: 13)
        try await life.live([.append(records: 3, byteCount: 2_000), .append(records: 2, byteCount: 30)])
        let unsealed = life.disk.live
        try await life.live([.seal])
        let sealed = life.disk.live
        let first = CrashSimulation.path + "/000000000001.segment"
        #expect(unsealed.files[first] != sealed.files[first])
        var count = 0
        for (final, temporary) in [(sealed, unsealed), (unsealed, sealed), (sealed, sealed)] {
            // The rolled segment, with the mark that leads on, stands only in between: it is put together here.
            var image = sealed
            image.files[first] = final.files[first]
            image.files[first + ".tmp"] = temporary.files[first]
            if final == unsealed, let before = life.disk.trace.rolled(first) { image.files[first] = before }
            _ = try await CrashCheck(promise: life.promise).judge(image)
            count += 1
        }
        FaultLedger.fired(row: 13, count)
    }
}

extension DiskTrace {
    /// The contents of the file at `path` just before another one took its name.
    fileprivate func rolled(_ path: String) -> [UInt8]? {
        guard
            let index = operations.lastIndex(where: {
                if case .rename(_, _, path) = $0 { true } else { false }
            })
        else { return nil }
        var disk = VolatileDisk(start)
        for operation in operations[..<index] { disk.apply(operation) }
        return disk.live.files[path]
    }
}
