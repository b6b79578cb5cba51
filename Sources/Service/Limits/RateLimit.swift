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
        let gone = instant.microseconds % windowMicroseconds
        return windows.withLock { windows in
            if windows.minute != minute {
                windows.before = windows.minute == minute - 1 ? windows.now : [:]
                windows.now = [:]
                windows.minute = minute
            }
            let isKnown = windows.now[asker] != nil
            let key = isKnown || windows.now.count < Self.askersMax ? asker : ""
            let free = freeFrom(before: windows.before[key] ?? 0, now: windows.now[key] ?? 0)
            guard free <= gone else { return Int((free - gone + 999_999) / 1_000_000) }
            if isCounted { windows.now[key, default: 0] += 1 }
            return nil
        }
    }

    /// The microseconds after the beginning of this window from which on one more is let in, if nothing else is asked meanwhile.
    ///
    /// One more has room where `before × (window − gone) + (now + 1) × window ≤ perMinute × window`. Where this window is full already,
    /// it is the one before for the next.
    private func freeFrom(before: Int, now: Int) -> Int64 {
        let room = perMinute - 1
        if now <= room { return free(before, room - now) }
        return windowMicroseconds + (room < 0 ? windowMicroseconds : free(now, room))
    }

    /// When so many of a window have become `room`.
    private func free(_ count: Int, _ room: Int) -> Int64 {
        count <= room ? 0 : windowMicroseconds - Int64(room) * windowMicroseconds / Int64(count)
    }
}
