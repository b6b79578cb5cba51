import Synchronization

/// The segments of a journal and how far they reach. Readers take a look; the writer and the sealer replace.
final class Catalog: Sendable {
    /// In order, never empty, numbered without a gap from 1.
    private let segments: Mutex<[Segment]>
    /// A reader's view ends where it was opened, even if another process writes on.
    private let end: UInt64?
    /// Of what `ReadCache` keeps for this journal.
    let owner = ReadCache.shared.newOwner()

    init(_ segments: [Segment], frozen: Bool) {
        precondition(!segments.isEmpty)
        end = frozen ? segments[segments.count - 1].last : nil
        self.segments = Mutex(segments)
    }

    deinit { ReadCache.shared.forget(owner: owner) }

    /// The last durable record; 0 when there is none.
    var last: UInt64 { end ?? segments.withLock { $0[$0.count - 1].last } }

    /// The segment that is written to.
    var active: Segment { segments.withLock { $0[$0.count - 1] } }

    var all: [Segment] { segments.withLock { $0 } }

    /// The segment that holds `sequence`, or the last one.
    func segment(holding sequence: UInt64) -> Segment {
        segments.withLock { segments in
            var low = 0
            var high = segments.count
            while low < high {
                let middle = (low + high) / 2
                if segments[middle].header.first <= sequence { low = middle + 1 } else { high = middle }
            }
            // Of an empty segment and the one after it, both may begin with the same record: the later one has it.
            return segments[max(0, low - 1)]
        }
    }

    /// Replaces the segment of the same number, or adds the next one.
    func put(_ segment: Segment) {
        let isRewritten = segments.withLock { segments in
            let index = Int(segment.number) - 1
            guard index < segments.count else {
                segments.append(segment)
                return false
            }
            let before = segments[index].header.generation
            segments[index] = segment
            return before != segment.header.generation
        }
        // What it held may have been erased.
        if isRewritten { ReadCache.shared.forget(owner: owner, segment: segment.number) }
    }
}
