package import Kernel
import Synchronization

/// Counts what each asker asks in a minute, and says when it is too much.
///
/// A sliding window: the count of the minute before weighs less the further this one has gone. Two tables, each of which
/// is forgotten after two minutes, bound what it remembers; when one is full, all newcomers share a place.
///
/// - Complexity: O(1).
package final class RateLimit: Sendable {
    package let perMinute: Int
    private let windows = Mutex(Windows())

    /// Askers in one minute that are told apart.
    package static let askersMax = 65_536
    private static let windowMicroseconds: Int64 = 60_000_000

    private struct Windows: Sendable {
        var minute: Int64 = 0
        var before: [String: Int] = [:]
        var now: [String: Int] = [:]
    }

    package init(perMinute: Int) { self.perMinute = perMinute }

    /// Counts one more of `asker`.
    ///
    /// - Returns: nil when it may go on, else the seconds until it may.
    package func excess(of asker: String, at instant: Instant) -> Int? {
        let minute = instant.microseconds / Self.windowMicroseconds
        let gone = Double(instant.microseconds % Self.windowMicroseconds) / Double(Self.windowMicroseconds)
        return windows.withLock { windows in
            if windows.minute != minute {
                windows.before = windows.minute == minute - 1 ? windows.now : [:]
                windows.now = [:]
                windows.minute = minute
            }
            let isKnown = windows.now[asker] != nil
            let key = isKnown || windows.now.count < Self.askersMax ? asker : ""
            let weight = Double(windows.before[key] ?? 0) * (1 - gone) + Double(windows.now[key] ?? 0)
            guard weight + 1 <= Double(perMinute) else { return max(1, Int((1 - gone) * 60)) }
            windows.now[key, default: 0] += 1
            return nil
        }
    }
}
