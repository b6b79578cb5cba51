import Synchronization

/// A yes that can be taken exactly once, from any thread.
final class Flag: Sendable {
    private let value: Atomic<Bool>

    init(_ value: Bool) { self.value = Atomic(value) }

    /// True for the first caller only.
    func take() -> Bool { value.exchange(false, ordering: .acquiringAndReleasing) }
}
