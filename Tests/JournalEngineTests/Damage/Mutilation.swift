import JournalTesting

/// Damage to a journal's files, of the kinds that disks, people and power cuts do.
enum Mutilation {
    /// Changes `files` in one to three ways, and says which.
    static func random(
        _ files: inout [String: [UInt8]], _ fixture: RepairFixture, using chance: inout SeededGenerator
    ) -> String {
        (0..<Int.random(in: 1...3, using: &chance))
            .map { _ in one(&files, fixture, using: &chance) }
            .joined(separator: ", ")
    }

    private static func one(
        _ files: inout [String: [UInt8]], _ fixture: RepairFixture, using chance: inout SeededGenerator
    ) -> String {
        let names = files.keys.filter { $0.hasSuffix(".segment") }.sorted()
        guard let name = names.randomElement(using: &chance), let bytes = files[name], bytes.count > 1 else {
            return "nothing"
        }
        let used = max(2, (bytes.lastIndex { $0 != 0 } ?? 0) + 1)
        switch Int.random(in: 0..<7, using: &chance) {
        case 0:
            let bit = Int.random(in: 0..<(used * 8), using: &chance)
            files[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
            return "bit \(bit) of \(name)"
        case 1:
            let start = Int.random(in: 0..<used, using: &chance) / 512 * 512
            let end = min(start + 512 * Int.random(in: 1...40, using: &chance), bytes.count)
            for index in start..<end { files[name]?[index] = 0 }
            return "zeros \(start)..<\(end) in \(name)"
        case 2:
            let end = Int.random(in: 0..<used, using: &chance)
            files[name]?.removeLast(bytes.count - end)
            return "\(name) cut to \(end)"
        case 3:
            // Not all of them: somebody who has no segment has no journal.
            guard names.count > 1 else { return "nothing" }
            files[name] = nil
            return "\(name) missing"
        case 4:
            guard let other = names.randomElement(using: &chance) else { return "nothing" }
            let moved = files[other]
            files[other] = bytes
            files[name] = moved
            return "\(name) and \(other) swapped"
        case 5:
            let start = Int.random(in: 0..<used, using: &chance)
            let garbage = chance.bytes(min(bytes.count - start, Int.random(in: 1...3_000, using: &chance)))
            files[name]?.replaceSubrange(start..<(start + garbage.count), with: garbage)
            return "chance at \(start) of \(name)"
        default:
            guard let other = names.randomElement(using: &chance), let source = files[other], source.count > 512 else {
                return "nothing"
            }
            let from = Int.random(in: 0..<(source.count - 511), using: &chance)
            let to = Int.random(in: 0..<used, using: &chance)
            let count = min(Int.random(in: 1...9_000, using: &chance), source.count - from, bytes.count - to)
            files[name]?.replaceSubrange(to..<(to + count), with: Array(source[from..<(from + count)]))
            return "\(count) bytes of \(other) over \(name) at \(to)"
        }
    }
}
