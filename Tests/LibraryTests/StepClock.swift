import Daybook
import Synchronization

/// A clock that moves on by a second with each look.
final class StepClock: Sendable {
    static let start = Instant(text: "2026-11-21T08:00:00Z") ?? .epoch
    private let looks = Mutex<Int64>(0)

    func next() -> Instant {
        looks.withLock {
            $0 += 1
            return Instant(microseconds: Self.start.microseconds + $0 * 1_000_000)
        }
    }

    static func second(_ number: Int64) -> Instant {
        Instant(microseconds: start.microseconds + number * 1_000_000)
    }
}
