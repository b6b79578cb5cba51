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
    /// The length of a window; a minute by default.
    private let windowMicroseconds: Int64
    private let windows = Mutex(Windows())

    /// Askers in one minute that are told apart.
    package static let askersMax = 65_536

    private struct Windows: Sendable {
        var minute: Int64 = 0
        var before: [String: Int] = [:]
        var now: [String: Int] = [:]
    }

    package init(perMinute: Int) {
        self.perMinute = perMinute
        windowMicroseconds = 60_000_000
    }

    /// Counts by the day.
    init(perDay: Int) {
        perMinute = perDay
        windowMicroseconds = 86_400_000_000
    }

    /// Counts one more of `asker`.
    ///
    /// - Returns: nil when it may go on, else the seconds until it may.
    package func excess(of asker: String, at instant: Instant) -> Int? {
        look(at: asker, instant, isCounted: true)
    }

    /// The same without counting.
    func wait(of asker: String, at instant: Instant) -> Int? { look(at: asker, instant, isCounted: false) }

    private func look(at asker: String, _ instant: Instant, isCounted: Bool) -> Int? {
        let minute = instant.microseconds / windowMicroseconds
        let gone = Double(instant.microseconds % windowMicroseconds) / Double(windowMicroseconds)
        return windows.withLock { windows in
            if windows.minute != minute {
                windows.before = windows.minute == minute - 1 ? windows.now : [:]
                windows.now = [:]
                windows.minute = minute
            }
            let isKnown = windows.now[asker] != nil
            let key = isKnown || windows.now.count < Self.askersMax ? asker : ""
            let weight = Double(windows.before[key] ?? 0) * (1 - gone) + Double(windows.now[key] ?? 0)
            guard weight + 1 <= Double(perMinute) else {
                return max(1, Int((1 - gone) * Double(windowMicroseconds / 1_000_000)))
            }
            if isCounted { windows.now[key, default: 0] += 1 }
            return nil
        }
    }
}
