import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("A journal after a power cut")
struct CrashCampaignTests {
    /// Several rows in one: every operation of every life is a crash point, and at each the legal outcomes are tried.
    @Test(.shows("C-07"))
    func `rows 1 3 11 12 13 15 20: holds what it had promised, and goes on`() async throws {
        // A sample of every kind first; in the long run then all that fits into its time.
        var total = try await Self.campaign(seeds: 1...2, .quick(seed: 1), until: nil)
        if CrashCampaign.isFull {
            // Other lives in every long run; the seeds are printed, and DAYBOOK_SEED repeats them.
            let seed = FaultLedger.seed
            total.add(try await Self.campaign(seeds: seed...(seed + 39), .full(seed: seed), until: FaultLedger.deadline))
        }
        print("crash images tried: \(total.triedCount)\(total.isCutShort ? ", cut short by the time limit" : "")")
        total.tell()
        #expect(total.violations == [])
        #expect(total.triedCount >= (FaultLedger.hasAllItsTime ? 100_000 : 2_000))
        // Each kind of outcome did occur; a campaign that never tore anything would prove nothing.
        #expect(total.cutCount > 0 && total.unacknowledgedCount > 0 && total.neverCreatedCount > 0)
        let rows: [(Int, CrashKind)] = [
            (1, .torn), (3, .grown), (11, .nameUnsynced), (12, .renameUnsynced), (13, .replacementUnsynced),
            (15, .reordered),
        ]
        for (row, kind) in rows { FaultLedger.fired(row: row, total.kinds[kind, default: 0]) }
        FaultLedger.fired(row: 20, total.kinds[.replacementUnsynced, default: 0])
    }

    /// Lives the scripted lives and one random life per seed, with and without sealing in the background, and judges
    /// their crashes.
    private static func campaign(
        seeds: ClosedRange<UInt64>, _ plan: CrashPlan, until deadline: ContinuousClock.Instant?
    ) async throws -> CrashCampaign {
        print("crash campaign: lives of seeds \(seeds), crashes of seed \(plan.seed)")
        let lives =
            [
                ("everything", CrashSimulation.Step.everything), ("growing", CrashSimulation.Step.growing),
                ("together", CrashSimulation.Step.together),
            ]
            + seeds.flatMap { seed in
                [
                    ("random life \(seed)", CrashSimulation.Step.random(seed: seed, count: 24)),
                    ("life \(seed) with sealing in the background", CrashSimulation.Step.random(seed: seed, count: 16)),
                ]
            }
        return try await withThrowingTaskGroup(of: CrashCampaign.self) { group in
            for (index, (name, steps)) in lives.enumerated() {
                group.addTask {
                    var options = JournalOptions.crashTest
                    options.sealsInBackground = name.hasSuffix("background")
                    var life = CrashSimulation(seed: UInt64(index), options: options)
                    try await life.live(steps)
                    var campaign = CrashCampaign()
                    campaign.deadline = deadline
                    await campaign.judge(life.disk.trace, life.promises, plan, named: name)
                    return campaign
                }
            }
            return try await group.reduce(into: CrashCampaign()) { $0.add($1) }
        }
    }

    @Test(.shows("C-07"))
    func `row 20: survives a second power cut while it recovers from the first`() async throws {
        var life = CrashSimulation(seed: 5)
        try await life.live([
            .append(records: 2, byteCount: 300), .group(commits: 3, byteCount: 200), .seal,
            .append(records: 1, byteCount: 900), .group(commits: 5, byteCount: 500),
        ])
        let trace = life.disk.trace
        let first = CrashPlan(
            exhaustiveChangesMax: 2, randomSubsets: 2, tearsMax: 3, stride: CrashCampaign.isFull ? 1 : 4, seed: 5)
        let second = CrashPlan(exhaustiveChangesMax: 3, randomSubsets: 2, tearsMax: 4, seed: 6)
        var campaign = CrashCampaign()
        for crash in trace.crashes(first) where life.promises[crash.moment].isCreated {
            var next = CrashSimulation(seed: 9, on: crash.image, after: life.promises[crash.moment])
            try await next.live([.open, .append(records: 1, byteCount: 40)])
            #expect(next.failures == [])
            await campaign.judge(next.disk.trace, next.promises, second, named: "recovery")
        }
        campaign.tell()
        FaultLedger.fired(row: 20, campaign.triedCount - campaign.violationCount)
        #expect(campaign.violations == [])
        #expect(campaign.triedCount > 500 && campaign.cutCount > 0)
    }

    @Test func `row 30: the campaign catches a disk that syncs nothing`() async throws {
        var life = CrashSimulation(seed: 1)
        try await life.live(CrashSimulation.Step.everything)
        var campaign = CrashCampaign()
        await campaign.judge(
            life.disk.trace.lyingAboutSyncs(from: 0), life.promises, .quick(seed: 1), named: "lying", stopsEarly: true)
        #expect(campaign.violationCount == 1)
        FaultLedger.fired(row: 30, campaign.violationCount)
    }

    /// A life that rolls by itself, so that no later sync makes up for the one left out.
    @Test func `row 30: the campaign catches each single sync left out`() async throws {
        var life = CrashSimulation(seed: 1)
        try await life.live([
            .append(records: 1, byteCount: 20), .append(records: 3, byteCount: 2_500),
            .append(records: 1, byteCount: 50),
            // One commit at a time: a group may go to the disk in one write or in three, as the threads happen to run,
            // and only the last of three syncs is one that somebody waits for.
            .append(records: 2, byteCount: 3_500), .append(records: 3, byteCount: 10),
        ])
        let trace = life.disk.trace
        let created = try #require(life.promises.firstIndex { $0.isCreated })
        let opened = try #require(trace.operations.firstIndex(of: .moment(created)))
        var uncaught: [String] = []
        var caughtCount = 0
        for index in trace.syncIndices where !Self.isSpare(trace, index, opened: opened) {
            var campaign = CrashCampaign()
            await campaign.judge(
                trace.ignoring(operationAt: index), life.promises, .quick(seed: 1), named: "without \(index)",
                stopsEarly: true)
            caughtCount += campaign.violationCount
            if campaign.violationCount == 0 { uncaught.append("\(index): \(trace.operations[index].words)") }
        }
        #expect(uncaught == [])
        #expect(caughtCount >= 8)
        FaultLedger.fired(row: 30, caughtCount)
    }

    /// Returns whether a sync protects something that is only convenient to have after a crash: a mark, since the header of the
    /// next segment vouches for the records too; the identity file, which is written again from the segments; what
    /// opening repeats for the sake of a process that died before it; and `REACHED`, of which nobody was promised anything
    /// in a life that only appends: those of which somebody was are judged below.
    private static func isSpare(_ trace: DiskTrace, _ index: Int, opened: Int) -> Bool {
        let identity = trace.operations.firstIndex { operation in
            if case .create(_, let path) = operation { path.contains("/JOURNAL") } else { false }
        }
        if let identity, (identity...opened).contains(index) { return true }
        let before = trace.operations[..<index].last { operation in
            if case .moment = operation { false } else { true }
        }
        let written = trace.operations[..<index].last { if case .write = $0 { true } else { false } }
        if case .write(_, _, let bytes) = written, bytes.starts(with: Array("daybook reached".utf8)) { return true }
        guard case .write(_, _, let bytes) = before else { return false }
        return bytes.starts(with: [0x52, 0x2A, 0x4D, 0x18])
    }

    /// H1: after an opening, a roll or a closing the mark counts everything.
    @Test func `row 30: H1: the campaign catches each sync of the high-water mark that was promised, left out`()
        async throws
    {
        var life = CrashSimulation(seed: 1)
        try await life.live([
            .append(records: 1, byteCount: 20), .seal, .append(records: 1, byteCount: 50), .close,
            .append(records: 1, byteCount: 50), .kill(commits: 1), .open, .append(records: 1, byteCount: 20), .seal,
        ])
        let trace = life.disk.trace
        let syncs = Self.markSyncs(in: trace)
        var (expected, caught) = (0, 0)
        for index in syncs {
            // What the next sync of the mark makes good was promised to nobody before it.
            let until = syncs.first { $0 > index } ?? trace.operations.count
            let promised = trace.operations[index..<until].lastIndex { operation in
                guard case .moment(let moment) = operation else { return false }
                return life.promises[moment].reached > life.promises[moment - 1].reached
            }
            guard let promised, case .moment(let moment) = trace.operations[promised] else { continue }
            expected += 1
            // The power fails just after the promise, and everything unsynced is lost.
            func violation(in trace: DiskTrace, through end: Int) async throws -> String? {
                var disk = VolatileDisk(trace.start)
                for operation in trace.operations[...end] { disk.apply(operation) }
                do {
                    _ = try await CrashCheck(promise: life.promises[moment]).judge(
                        disk.crashed(keeping: disk.unsynced.map { _ in 0 }))
                    return nil
                } catch let violation as CrashViolation {
                    return violation.description
                }
            }
            #expect(try await violation(in: trace, through: promised) == nil)
            let without = try await violation(in: trace.ignoring(operationAt: index), through: promised - 1)
            if without?.contains("high-water mark") == true { caught += 1 }
        }
        // The first of all is not told from one that is torn: there is no older one to be found.
        #expect(expected >= 4 && caught >= expected - 1, "\(caught) of \(expected)")
        FaultLedger.fired(row: 30, caught)
    }

    /// The syncs that follow a write of the high-water mark.
    private static func markSyncs(in trace: DiskTrace) -> [Int] {
        trace.syncIndices.filter { index in
            let before = trace.operations[..<index].last { if case .moment = $0 { false } else { true } }
            guard case .write(_, _, let bytes) = before else { return false }
            return bytes.starts(with: Array("daybook reached".utf8))
        }
    }

    @Test func `row 6: loses to a lying disk only what came after a point, and never has a gap`() async throws {
        var life = CrashSimulation(seed: 3)
        try await life.live([
            .append(records: 1, byteCount: 100), .group(commits: 4, byteCount: 300), .append(records: 3, byteCount: 50),
            .append(records: 2, byteCount: 4_000), .append(records: 1, byteCount: 10),
        ])
        let trace = life.disk.trace
        let created = try #require(life.promises.firstIndex { $0.isCreated })
        let start = try #require(trace.operations.firstIndex(of: .moment(created)))
        var lies = 0
        var lost = 0
        var told = 0
        for index in trace.operations.indices where index > start {
            // Everything up to here came to the disk, nothing after it, whatever was said: a cache that lost power.
            var disk = VolatileDisk(trace.start)
            for operation in trace.operations[...index] { disk.apply(operation) }
            let image = disk.crashed(keeping: [Int](repeating: .max, count: disk.unsynced.count))
            lies += trace.syncIndices.contains { $0 > index } ? 1 : 0
            let drafts = try #require(
                try await Self.prefix(on: image, of: life.promise), "what came to the disk in order opens")
            #expect(drafts >= life.acknowledgedCount(before: index + 1), "operation \(index)")
            if drafts < life.promise.commits.count { lost += 1 }
        }
        // A disk that lies from some sync on and brings things there in any order: a beginning with at least what was
        // acknowledged before it began to lie, or a refusal.
        for index in trace.syncIndices where index > start {
            let plan = CrashPlan(exhaustiveChangesMax: 2, randomSubsets: 3, tearsMax: 2, stride: 6, seed: UInt64(index))
            let honest = life.acknowledgedCount(before: index)
            for crash in trace.lyingAboutSyncs(from: index).crashes(plan)
            where crash.moment >= created && crash.position > index {
                if let drafts = try await Self.prefix(on: crash.image, of: life.promise) {
                    #expect(drafts >= honest, "lying from operation \(index), crash before \(crash.position)")
                } else {
                    told += 1
                }
                lies += 1
            }
        }
        #expect(lost > 0 && told > 0)
        FaultLedger.fired(row: 6, lies)
    }

    /// The number of commits that a journal shows, which must be the first ones; nil when it refuses because of damage.
    private static func prefix(on image: DiskImage, of promise: CrashPromise) async throws -> Int? {
        let journal: Journal
        do throws(JournalError) {
            journal = try Journal.open(
                at: CrashSimulation.path, access: .writing, disk: SimulatedDisk(image), options: .crashTest)
        } catch {
            guard error.isDamage else { throw error }
            return nil
        }
        let drafts: [CommitDraft]
        do {
            drafts = try journal.drafts()
        } catch let error as JournalError where error.isDamage {
            return nil
        }
        #expect(promise.commits.starts(with: drafts))
        try await journal.close()
        return drafts.count
    }
}

extension CrashSimulation {
    /// The number of commits that somebody had been told of before the operation at `index`.
    fileprivate func acknowledgedCount(before index: Int) -> Int {
        var moment = 0
        for case .moment(let reached) in disk.trace.operations[..<index] { moment = reached }
        return promises[moment].acknowledgedCount
    }
}
