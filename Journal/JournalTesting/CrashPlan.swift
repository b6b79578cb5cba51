/// How many of the legal outcomes of each crash are tried, beyond the ones always tried.
///
/// Always: everything unsynced lost, everything kept, each single change kept, each single change lost. When few
/// changes are unsynced, every subset of them.
package struct CrashPlan: Sendable {
    /// Up to this many unsynced changes, all their subsets are tried.
    package var exhaustiveChangesMax: Int

    /// Seeded subsets of sectors, lengths and names at each crash point.
    package var randomSubsets: Int

    /// Byte positions at which the latest write is torn; beyond this many they are spread evenly.
    package var tearsMax: Int

    /// Only every n-th crash point is visited, counted from a seeded start.
    package var stride: Int

    package var seed: UInt64

    package init(exhaustiveChangesMax: Int, randomSubsets: Int, tearsMax: Int, stride: Int = 1, seed: UInt64) {
        self.exhaustiveChangesMax = exhaustiveChangesMax
        self.randomSubsets = randomSubsets
        self.tearsMax = tearsMax
        self.stride = stride
        self.seed = seed
    }

    /// A sample of every kind, for each build.
    package static func quick(seed: UInt64) -> CrashPlan {
        CrashPlan(exhaustiveChangesMax: 4, randomSubsets: 6, tearsMax: 24, seed: seed)
    }

    /// Every byte of every write, and many subsets; for the full run.
    package static func full(seed: UInt64) -> CrashPlan {
        CrashPlan(exhaustiveChangesMax: 7, randomSubsets: 96, tearsMax: 1_024, seed: seed)
    }
}

extension DiskTrace {
    /// Calls `body` with what each possible crash of this life leaves behind.
    ///
    /// A crash point lies before every operation and after the last. `moment` is the last moment the script had
    /// reached by then, 0 before the first. Neighbouring points give equal images at times; telling them apart is the
    /// caller's, by `DiskImage.fingerprint`.
    package func forEachCrash<Failure: Error>(
        _ plan: CrashPlan, _ body: (_ image: DiskImage, _ moment: Int) throws(Failure) -> Void
    ) throws(Failure) {
        var chance = SeededGenerator(seed: plan.seed)
        var disk = VolatileDisk(start)
        var moment = 0
        var untilNext = plan.stride > 1 ? Int.random(in: 0..<plan.stride, using: &chance) : 0
        for position in 0...operations.count {
            // A moment changes nothing on the disk and promises more: the crash just after it is the stricter one.
            if position < operations.count, case .moment(let reached) = operations[position] {
                moment = reached
                continue
            }
            if untilNext == 0 {
                for survivors in Survivors.all(of: disk, plan, &chance) {
                    try body(disk.crashed(keeping: survivors.kept, lostBytes: survivors.lostBytes), moment)
                }
            }
            untilNext = untilNext == 0 ? plan.stride - 1 : untilNext - 1
            if position < operations.count { disk.apply(operations[position]) }
        }
    }
}
