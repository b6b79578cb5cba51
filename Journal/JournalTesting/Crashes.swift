/// A power cut at one point of a life, and what it left.
package struct Crash: Sendable {
    package let image: DiskImage
    /// The last moment the script had reached; 0 before the first.
    package let moment: Int
    /// The number of operations that the disk had been asked for.
    package let position: Int
    /// The kinds of the outcome.
    package let kinds: Set<CrashKind>

    /// Tells crashes apart that are to be judged apart: the same image is held against more once more was promised.
    package var fingerprint: Int { image.fingerprint &* 31 &+ moment }
}

extension DiskTrace {
    /// The disk images that the possible crashes of this life leave behind.
    ///
    /// A crash point lies before every operation and after the last. Neighbouring points give equal images at times;
    /// telling them apart is the caller's, by `Crash.fingerprint`.
    package func crashes(_ plan: CrashPlan) -> Crashes { Crashes(of: self, plan) }
}

/// Walks a life once and stops at each crash point for every outcome the plan asks for.
package struct Crashes: Sequence, IteratorProtocol {
    private let operations: [DiskOperation]
    private let plan: CrashPlan
    private var chance: SeededGenerator
    private var disk: VolatileDisk
    private var position = 0
    private var moment = 0
    private var untilNext: Int
    private var outcomes: [Survivors] = []
    private var hasBegun = false
    private var hasVisitedEnd = false

    fileprivate init(of trace: DiskTrace, _ plan: CrashPlan) {
        operations = trace.operations
        self.plan = plan
        chance = SeededGenerator(seed: plan.seed)
        disk = VolatileDisk(trace.start)
        untilNext = plan.stride > 1 ? Int.random(in: 0..<plan.stride, using: &chance) : 0
    }

    package mutating func next() -> Crash? {
        while outcomes.isEmpty {
            if hasVisitedEnd { return nil }
            advanceToCrashPoint()
        }
        let survivors = outcomes.removeLast()
        let image = disk.crashed(keeping: survivors.kept, lostBytes: survivors.lostBytes)
        return Crash(
            image: image, moment: moment, position: position, kinds: disk.kinds(keeping: survivors.kept))
    }

    /// Applies operations up to the next crash point. A moment changes nothing on the disk and promises more, so the
    /// crash just after it is the stricter one and the only one visited.
    private mutating func advanceToCrashPoint() {
        if hasBegun { applyNext() }
        hasBegun = true
        while position < operations.count, case .moment(let reached) = operations[position] {
            moment = reached
            position += 1
        }
        hasVisitedEnd = position >= operations.count
        if untilNext <= 0 {
            outcomes = Survivors.all(of: disk, plan, &chance)
            untilNext = plan.stride
        }
        untilNext -= 1
    }

    private mutating func applyNext() {
        guard position < operations.count else { return }
        disk.apply(operations[position])
        position += 1
    }
}
