import Synchronization

/// Says to work on another thread that nobody waits for its result any more. Set once, for good.
final class StopFlag: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .relaxed) }

    /// - Throws: `IndexTrouble.stopped` once it is raised.
    func check() throws(IndexTrouble) {
        if isRaised.load(ordering: .relaxed) { throw .stopped }
    }
}
