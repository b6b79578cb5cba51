package import Foundation
package import Kernel
import Studio

/// A moment of the past as a person types it.
///
/// ```
/// 4711                       right after this record
/// 2026-11-20                 the whole day, where the person is
/// today  yesterday  tomorrow the same
/// tuesday  tue               the whole day, the last one before today
/// now  -2h  -30m  -3d  -1w   so long ago; also “2 hours ago”
/// 2026-11-20T18:00           a minute, where the person is; with seconds a second
/// 2026-11-20T18:00:00Z       RFC 3339: exactly then
/// ```
package enum MomentPhrase: Equatable, Sendable {
    case sequence(UInt64)
    /// From the first to the last microsecond of what was meant.
    case span(ClosedRange<Instant>)

    /// - Parameters:
    ///   - now: the moment that `today` and `-2h` count from.
    ///   - zone: the place of the person: a day begins at its midnight.
    package init?(_ typed: String, now: Instant, zone: TimeZone) {
        let text = trimmed(typed).lowercased()
        if let sequence = UInt64(text) {
            self = .sequence(sequence)
        } else if let day = Self.day(text, today: now.day(in: zone)) ?? CalendarDay(text: text) {
            guard let span = day.span(in: zone) else { return nil }
            self = .span(span)
        } else if let instant = Self.distance(text, before: now) {
            self = .span(instant...instant)
        } else if let span = Self.localTime(text, zone) {
            self = .span(span)
        } else if let instant = Instant(text: text.uppercased()) {
            self = .span(instant...instant)
        } else {
            return nil
        }
    }

    /// The moment that a search begins at: of a day its first.
    package var start: Moment {
        switch self {
        case .sequence(let sequence): .sequence(sequence)
        case .span(let span): .time(span.lowerBound)
        }
    }

    /// The moment that something is looked at, or that a search ends at: of a day its last.
    package var end: Moment {
        switch self {
        case .sequence(let sequence): .sequence(sequence)
        case .span(let span): .time(span.upperBound)
        }
    }
}

extension MomentPhrase {
    private static func day(_ word: String, today: CalendarDay) -> CalendarDay? {
        func day(_ offset: Int) -> CalendarDay { CalendarDay(daysSinceEpoch: today.daysSinceEpoch + offset) }
        switch word {
        case "today": return day(0)
        case "yesterday": return day(-1)
        case "tomorrow": return day(1)
        default: break
        }
        guard let weekday = weekdays.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else { return nil }
        // Day 0 was a Thursday.
        let now = ((today.daysSinceEpoch + 3) % 7 + 7) % 7
        return day(-((now - weekday + 6) % 7 + 1))
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// `-2h`, `2h ago` and `2 hours ago`.
    private static func distance(_ text: String, before now: Instant) -> Instant? {
        if text == "now" { return now }
        let isSigned = text.hasPrefix("-")
        guard isSigned || text.hasSuffix(" ago") else { return nil }
        let amount = isSigned ? text.dropFirst() : text.dropLast(4)
        let digits = amount.prefix { $0.isASCII && $0.isNumber }
        let unit = amount.dropFirst(digits.count).drop { $0 == " " }
        // Nine digits of weeks stay within 64 bits of microseconds.
        guard digits.count <= 6, let count = Int64(digits), let seconds = secondsPerUnit[String(unit)] else { return nil }
        return Instant(microseconds: now.microseconds - count * seconds * 1_000_000)
    }

    private static let secondsPerUnit: [String: Int64] = {
        var seconds: [String: Int64] = [:]
        for (names, length) in [
            (["s", "second", "seconds"], 1), (["m", "min", "minute", "minutes"], 60), (["h", "hour", "hours"], 3600),
            (["d", "day", "days"], 86_400), (["w", "week", "weeks"], 604_800),
        ] as [([String], Int64)] {
            for name in names { seconds[name] = length }
        }
        return seconds
    }()

    /// `2026-11-20T18:00` and `2026-11-20 18:00:30`, without a zone.
    private static func localTime(_ text: String, _ zone: TimeZone) -> ClosedRange<Instant>? {
        guard text.utf8.count == 16 || text.utf8.count == 19, let clock = Instant(text: text + "Z") else { return nil }
        guard let day = CalendarDay(text: String(text.prefix(10))), let midnight = day.start(in: zone) else { return nil }
        let utcMidnight = Int64(day.daysSinceEpoch) * 86_400_000_000
        let guess = Instant(microseconds: midnight.microseconds + clock.microseconds - utcMidnight)
        // The clock may have been changed since midnight.
        let shift = zone.secondsFromGMT(for: guess.date) - zone.secondsFromGMT(for: midnight.date)
        let first = Instant(microseconds: guess.microseconds - Int64(shift) * 1_000_000)
        let seconds: Int64 = text.utf8.count == 16 ? 60 : 1
        return first...Instant(microseconds: first.microseconds + seconds * 1_000_000 - 1)
    }
}

extension Instant {
    /// The same moment for Foundation, to the microsecond where a Double holds it.
    package var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1e6) }

    /// The day that it is in `zone` then.
    package func day(in zone: TimeZone) -> CalendarDay {
        utcDay(later(byMicroseconds: Int64(zone.secondsFromGMT(for: date)) * 1_000_000))
    }
}

extension CalendarDay {
    /// The first moment of the day in `zone`; where midnight was skipped by a change of the clock, the first after it.
    func start(in zone: TimeZone) -> Instant? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let (year, month, day) = civil
        guard let noon = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) else { return nil }
        return Instant(seconds: Int64(calendar.startOfDay(for: noon).timeIntervalSince1970.rounded()))
    }

    /// From the first to the last microsecond of the day in `zone`: 23 to 25 hours.
    package func span(in zone: TimeZone) -> ClosedRange<Instant>? {
        guard let first = start(in: zone), let next = CalendarDay(daysSinceEpoch: daysSinceEpoch + 1).start(in: zone),
            first < next
        else { return nil }
        return first...Instant(microseconds: next.microseconds - 1)
    }
}
