/// The number of legal outcomes of each crash that are tried, beyond the ones always tried.
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
