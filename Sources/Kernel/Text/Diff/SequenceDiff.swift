/// Finds what two sequences of numbers have in common and where they differ, for differences of lines and of words.
///
/// Myers, "An O(ND) Difference Algorithm and Its Variations" (Algorithmica 1986), in its linear-space form: the
/// shortest path is met in the middle and both halves are solved the same way. Where more than `searchMax` changes
/// lie between, the farthest point reached splits the problem instead, so that the cost stays bounded and the answer
/// is still correct, if longer than it had to be. The same two sequences always give the same answer.
struct SequenceDiff {
    /// A stretch of the old sequence that became a stretch of the new one; one of them may be empty.
    struct Change: Equatable {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// The number of changes that are searched for the best path before settling for a good one.
    static let searchMax = 1024

    private let old: [Int]
    private let new: [Int]
    private(set) var changes: [Change] = []
    /// Per diagonal, the farthest point reached from the start and from the end; -1 for none.
    private var forward: [Int]
    private var backward: [Int]

    /// - Complexity: O((n + m) · min(changes, `searchMax`)).
    init(from old: [Int], to new: [Int]) {
        self.old = old
        self.new = new
        let diagonals = 2 * min(old.count + new.count, Self.searchMax) + 5
        forward = Array(repeating: -1, count: diagonals)
        backward = forward
        solve()
    }

    private mutating func solve() {
        var pending = [Change(old: 0..<old.count, new: 0..<new.count)]
        while var problem = pending.popLast() {
            trim(&problem)
            if problem.old.isEmpty || problem.new.isEmpty {
                record(problem)
            } else if let middle = middle(of: problem) {
                pending.append(
                    Change(
                        old: middle.old..<problem.old.upperBound, new: middle.new..<problem.new.upperBound))
                pending.append(
                    Change(
                        old: problem.old.lowerBound..<middle.old, new: problem.new.lowerBound..<middle.new))
            } else {
                record(problem)
            }
        }
    }

    private mutating func record(_ change: Change) {
        guard !change.old.isEmpty || !change.new.isEmpty else { return }
        if let last = changes.last, last.old.upperBound == change.old.lowerBound,
            last.new.upperBound == change.new.lowerBound
        {
            changes[changes.count - 1] = Change(
                old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
        } else {
            changes.append(change)
        }
    }

    private func trim(_ change: inout Change) {
        var (oldStart, oldEnd) = (change.old.lowerBound, change.old.upperBound)
        var (newStart, newEnd) = (change.new.lowerBound, change.new.upperBound)
        while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
            oldStart += 1
            newStart += 1
        }
        while oldStart < oldEnd, newStart < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        change = Change(old: oldStart..<oldEnd, new: newStart..<newEnd)
    }

    /// A point on a shortest path through `problem`, or on a good one; nil when it cannot be split.
    private mutating func middle(of problem: Change) -> (old: Int, new: Int)? {
        let width = problem.old.count
        let height = problem.new.count
        let delta = width - height
        let depthMax = min(width + height, Self.searchMax)
        let zero = depthMax + 2
        forward[zero + 1] = 0
        backward[zero + 1] = 0
        for depth in 0...depthMax {
            forward[zero - depth - 1] = -1
            backward[zero - depth - 1] = -1
            if depth > 0 {
                forward[zero + depth + 1] = -1
                backward[zero + depth + 1] = -1
            }
            for diagonal in stride(from: -depth, through: depth, by: 2) {
                var x = Self.step(forward, zero + diagonal, diagonal, width, height)
                if x >= 0 {
                    while x < width, x - diagonal < height,
                        old[problem.old.lowerBound + x] == new[problem.new.lowerBound + x - diagonal]
                    { x += 1 }
                }
                forward[zero + diagonal] = x
                let opposite = delta - diagonal
                if x >= 0, delta & 1 != 0, abs(opposite) < depth, backward[zero + opposite] >= 0,
                    x + backward[zero + opposite] >= width
                {
                    return point(x, x - diagonal, in: problem)
                }
            }
            for diagonal in stride(from: -depth, through: depth, by: 2) {
                var x = Self.step(backward, zero + diagonal, diagonal, width, height)
                if x >= 0 {
                    while x < width, x - diagonal < height,
                        old[problem.old.upperBound - 1 - x] == new[problem.new.upperBound - 1 - x + diagonal]
                    { x += 1 }
                }
                backward[zero + diagonal] = x
                let opposite = delta - diagonal
                if x >= 0, delta & 1 == 0, abs(opposite) <= depth, forward[zero + opposite] >= 0,
                    x + forward[zero + opposite] >= width
                {
                    return point(width - x, height - x + diagonal, in: problem)
                }
            }
        }
        return farthest(in: problem, depth: depthMax, zero: zero)
    }

    /// The farthest point on a diagonal that one more change reaches from its neighbours; -1 for none inside.
    private static func step(_ reached: [Int], _ slot: Int, _ diagonal: Int, _ width: Int, _ height: Int) -> Int {
        let fromLeft = reached[slot - 1] >= 0 && reached[slot - 1] < width ? reached[slot - 1] + 1 : -1
        let fromAbove = reached[slot + 1] >= 0 && reached[slot + 1] - diagonal <= height ? reached[slot + 1] : -1
        return max(fromLeft, fromAbove)
    }

    private func farthest(in problem: Change, depth: Int, zero: Int) -> (old: Int, new: Int)? {
        var best = (x: 0, y: 0)
        for diagonal in stride(from: -depth, through: depth, by: 2) {
            let x = forward[zero + diagonal]
            if x >= 0, x + x - diagonal > best.x + best.y { best = (x, x - diagonal) }
        }
        return point(best.x, best.y, in: problem)
    }

    /// Nil for a corner, which would split nothing.
    private func point(_ x: Int, _ y: Int, in problem: Change) -> (old: Int, new: Int)? {
        guard x + y > 0, x + y < problem.old.count + problem.new.count else { return nil }
        return (problem.old.lowerBound + x, problem.new.lowerBound + y)
    }
}
