import KernelTesting

@testable import Kernel

/// A seeded history of people editing one text at once, each on what they had seen, and the plain merge's verdict.
struct TextHistory {
    static let initial = "Moin, Ørsted! 🌊 drei Zeilen\nzwei\nund Schluß.\n"

    var edits: [TextEdit] = []
    private(set) var oracle: TextOracle
    private var chance: SplitMix64

    /// - Parameter authors: 1 gives a sequential history.
    init(_ seed: Seed, edits count: Int, authors: Int) {
        oracle = TextOracle(Self.initial)
        chance = seed.chance
        var seen = Array(repeating: [0], count: authors)
        for revision in 1...max(1, count) {
            let author = chance.below(authors)
            if chance.once(in: 4) { seen[author] = merged(seen[author], seen[chance.below(authors)]) }
            if chance.once(in: 10) { seen[author] = heads }
            let edit = TextEdit(parents: seen[author], runs: runs(on: oracle.string(at: seen[author])))
            edits.append(edit)
            oracle.apply(edit)
            seen[author] = [revision]
        }
    }

    /// Every revision that nothing is based on.
    var heads: [Int] { frontier(of: Array(0...edits.count)) }

    private func merged(_ one: [Int], _ other: [Int]) -> [Int] { frontier(of: Array(Set(one + other))) }

    /// `revisions` without those that others contain.
    private func frontier(of revisions: [Int]) -> [Int] {
        revisions.filter { candidate in
            !revisions.contains { $0 != candidate && oracle.contains(candidate, in: $0) }
        }.sorted()
    }

    private mutating func runs(on text: String) -> [TextRun] {
        var length = text.unicodeScalars.count
        var runs: [TextRun] = []
        repeat {
            var run = TextRun(position: chance.below(length + 1), deleteCount: 0, insertion: "")
            if chance.once(in: 3) { run.deleteCount = chance.below(min(12, length - run.position) + 1) }
            if run.deleteCount == 0 || chance.once(in: 2) { run.insertion = word() }
            length += run.insertion.unicodeScalars.count - run.deleteCount
            runs.append(run)
        } while chance.once(in: 4)
        return runs
    }

    private mutating func word() -> String {
        let letters = ["a", "b", "c", " ", "\n", "ä", "日", "🌳", "e\u{301}"]
        return (0...chance.below(6)).map { _ in letters[chance.below(letters.count)] }.joined()
    }

    /// The same history in another order that still puts every edit after what it is based on, with the order of
    /// concurrent insertions that the first order had.
    mutating func reordered() -> (edits: [TextEdit], ties: [Int]) {
        var order: [Int] = []
        var position = [0: 0]
        var waiting = Array(1...edits.count)
        while !waiting.isEmpty {
            let ready = waiting.indices.filter { edits[waiting[$0] - 1].parents.allSatisfy { position[$0] != nil } }
            let revision = waiting.remove(at: ready[chance.below(ready.count)])
            order.append(revision)
            position[revision] = order.count
        }
        let reordered = order.map { revision in
            TextEdit(
                parents: edits[revision - 1].parents.compactMap { position[$0] }.sorted(),
                runs: edits[revision - 1].runs)
        }
        return (reordered, order)
    }
}

extension String {
    /// Returns whether both are the same bytes; `==` would also call "é" in one scalar and in two equal.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
