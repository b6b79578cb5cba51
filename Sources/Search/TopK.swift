import Kernel
import Workspace

/// The first few of many, without putting all of them in order.
struct TopK {
    private let count: Int
    /// More are gathered before some of them are dropped.
    private let gatheredMax: Int
    private var gathered: [(row: Int, key: SearchKey)] = []
    /// The last that is among the first, as far as that is known.
    private var last: SearchKey?

    init(_ count: Int) {
        self.count = count
        gatheredMax = 2 * min(count, 1 << 40) + 64
    }

    /// Takes one that may be among the first.
    ///
    /// - Parameter key: asked only where score and time do not rule it out; nil for none.
    mutating func take(_ row: Int, _ score: Int64, _ updated: Instant, key: () -> SearchKey?) {
        if let last, score < last.score || score == last.score && updated < last.updated { return }
        guard let key = key() else { return }
        gathered.append((row, key))
        if gathered.count >= gatheredMax { drop() }
    }

    /// Those that are the first of all that were taken, in order.
    mutating func inOrder() -> [(row: Int, key: SearchKey)] {
        drop()
        return gathered
    }

    private mutating func drop() {
        gathered.sort { $0.key.precedes($1.key) }
        guard gathered.count > count else { return }
        gathered.removeLast(gathered.count - count)
        last = gathered.last?.key
    }
}
