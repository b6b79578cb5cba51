import Synchronization

/// A yes that can be taken exactly once each time it was given, from any thread.
final class Flag: Sendable {
    private let value: Atomic<Bool>

    init(_ value: Bool) { self.value = Atomic(value) }

    /// True for the first caller only, until it is raised.
    func take() -> Bool { value.exchange(false, ordering: .acquiringAndReleasing) }

    /// Makes it a yes again.
    func raise() { value.store(true, ordering: .releasing) }
}
