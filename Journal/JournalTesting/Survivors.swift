/// The unsynced changes that one crash lets live.
package struct Survivors {
    /// Per unsynced change, how many of its bytes arrive. Lengths and names arrive whole (`.max`) or not (0).
    package var kept: [Int]

    /// The byte that fills a file that grew while its data stayed behind.
    package var lostBytes: UInt8 = 0

    /// The outcomes of a crash that are worth trying, from the plainest on.
    package static func all(
        of disk: VolatileDisk, _ plan: CrashPlan, _ chance: inout SeededGenerator
    ) -> [Survivors] {
        let count = disk.unsynced.count
        let nothing = Survivors(kept: [Int](repeating: 0, count: count))
        if count == 0 { return [nothing] }
        let everything = Survivors(kept: [Int](repeating: .max, count: count))
        if count <= plan.exhaustiveChangesMax {
            return subsets(of: count) + tears(of: disk, plan)
        }
        let grown = disk.unsynced.map { change in
            if case .data = change { 0 } else { Int.max }
        }
        return [nothing, everything, Survivors(kept: grown), Survivors(kept: grown, lostBytes: 0xA5)]
            + singles(of: disk) + tears(of: disk, plan) + random(count, plan, &chance)
    }

    private static func subsets(of count: Int) -> [Survivors] {
        (0..<(1 << count)).map { bits in
            Survivors(kept: (0..<count).map { bits >> $0 & 1 == 1 ? .max : 0 })
        }
    }

    /// Each write, length and name alone, and each one missing. A write of many sectors counts as one here.
    private static func singles(of disk: VolatileDisk) -> [Survivors] {
        var groups: [[Int]] = []
        var writeOfLast: Int?
        for (index, change) in disk.unsynced.enumerated() {
            if case .data(_, _, _, let write) = change {
                if write == writeOfLast {
                    groups[groups.count - 1].append(index)
                    continue
                }
                writeOfLast = write
            } else {
                writeOfLast = nil
            }
            groups.append([index])
        }
        return groups.flatMap { group in
            var alone = [Int](repeating: 0, count: disk.unsynced.count)
            var missing = [Int](repeating: .max, count: disk.unsynced.count)
            for index in group {
                alone[index] = .max
                missing[index] = 0
            }
            return [Survivors(kept: alone), Survivors(kept: missing), Survivors(kept: missing, lostBytes: 0xA5)]
        }
    }

    /// The latest write, torn: its first bytes alone, and its last sectors alone.
    private static func tears(of disk: VolatileDisk, _ plan: CrashPlan) -> [Survivors] {
        guard let latest = disk.lastUnsyncedWrite else { return [] }
        var pieces: [(index: Int, start: Int, count: Int)] = []
        var byteCount = 0
        for (index, change) in disk.unsynced.enumerated() {
            guard case .data(_, _, let bytes, latest) = change else { continue }
            pieces.append((index, byteCount, bytes.count))
            byteCount += bytes.count
        }
        let step = max(1, byteCount / max(1, plan.tearsMax))
        let whole = [Int](repeating: .max, count: disk.unsynced.count)
        let prefixes = stride(from: 1, to: byteCount, by: step).map { cut in
            var kept = whole
            for piece in pieces { kept[piece.index] = max(0, min(piece.count, cut - piece.start)) }
            return Survivors(kept: kept)
        }
        let suffixes = pieces.dropLast().prefix(plan.tearsMax).map { last in
            var kept = whole
            for piece in pieces where piece.index <= last.index { kept[piece.index] = 0 }
            return Survivors(kept: kept)
        }
        return prefixes + suffixes
    }

    private static func random(
        _ count: Int, _ plan: CrashPlan, _ chance: inout SeededGenerator
    ) -> [Survivors] {
        (0..<plan.randomSubsets).map { round in
            // Few, half or most of the changes: the middle alone would never nearly finish a write.
            let odds = [2, 5, 8][round % 3]
            let kept = (0..<count).map { _ in Int.random(in: 0..<10, using: &chance) < odds ? Int.max : 0 }
            return Survivors(kept: kept, lostBytes: round % 4 == 3 ? 0xA5 : 0)
        }
    }
}
