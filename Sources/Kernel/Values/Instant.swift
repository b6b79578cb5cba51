/// A moment, as the server stamped it: microseconds since 1970-01-01 00:00 UTC.
public struct Instant: Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    public init(seconds: Int64) {
        // Clamped by comparing: an overflow-checked product would need 128-bit arithmetic, which WebAssembly lacks.
        let secondsMax = Int64.max / 1_000_000
        microseconds = max(-secondsMax, min(secondsMax, seconds)) * 1_000_000
    }

    public static var epoch: Instant { Instant(microseconds: 0) }

    public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
}

extension Instant {
    /// The moment so many microseconds later, or earlier; the last or the first that there is, where that lies beyond it.
    ///
    /// A moment that was imported, or comes from outside, may be any, so sums with it are clamped.
    public func later(byMicroseconds difference: Int64) -> Instant {
        let (sum, isBeyond) = microseconds.addingReportingOverflow(difference)
        return Instant(microseconds: isBeyond ? (difference < 0 ? .min : .max) : sum)
    }

    /// RFC 3339 in UTC with six digits of a second always, such as `2026-11-21T08:30:00.000000Z`: columns stay
    /// straight, and texts of the years 0 to 9999 sort as the moments do.
    public var text: String { secondsText + "." + padded(floorMod(microseconds, 1_000_000), 6) + "Z" }

    /// RFC 3339 in UTC with a fraction only where there is one, such as `2026-11-21T08:30:00Z`.
    ///
    /// For keys that were once derived from this form and must never change; show people `text`.
    public var keyText: String {
        let micros = floorMod(microseconds, 1_000_000)
        guard micros != 0 else { return secondsText + "Z" }
        var fraction = padded(micros, 6)
        while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
        return secondsText + "." + fraction + "Z"
    }

    /// `2026-11-21T08:30:00`.
    private var secondsText: String {
        let seconds = floorDiv(microseconds, 1_000_000)
        let clock = floorMod(seconds, 86_400)
        return CalendarDay(daysSinceEpoch: Int(floorDiv(seconds, 86_400))).text
            + "T" + padded(clock / 3600, 2) + ":" + padded(clock / 60 % 60, 2) + ":" + padded(clock % 60, 2)
    }

    /// Reads RFC 3339 with `Z` or an offset; a date alone means its midnight in UTC. Nil for anything else.
    public init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, let day = CalendarDay(text: String(decoding: bytes[0..<10], as: UTF8.self)) else {
            return nil
        }
        var seconds = Int64(day.daysSinceEpoch) * 86_400
        var micros: Int64 = 0
        if bytes.count > 10 {
            guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "t"),
                bytes.count >= 16, bytes[13] == UInt8(ascii: ":"),
                let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), hour < 24, minute < 60
            else { return nil }
            seconds += hour * 3600 + minute * 60
            var at = 16
            if at < bytes.count, bytes[at] == UInt8(ascii: ":") {
                guard bytes.count >= 19, let second = number(bytes[17..<19]), second <= 60 else { return nil }
                seconds += second
                at = 19
                if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
                    at += 1
                    var scale: Int64 = 100_000
                    let start = at
                    while at < bytes.count, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") {
                        micros += Int64(bytes[at] - UInt8(ascii: "0")) * scale
                        scale /= 10
                        at += 1
                    }
                    guard at > start else { return nil }
                }
            }
            guard let offset = Instant.offsetSeconds(bytes[at...]) else { return nil }
            seconds -= offset
        }
        self.init(microseconds: seconds * 1_000_000 + micros)
    }

    /// `Z`, `+02:00`, `+0200` or nothing (UTC), in seconds east of Greenwich.
    private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let sign = bytes.first else { return 0 }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4, let hours = number(digits[0..<2]), let minutes = number(digits[2..<4]),
            hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
}

/// A day of the Gregorian calendar, without a clock or a zone.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public var daysSinceEpoch: Int

    public init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

    public static func < (a: Self, b: Self) -> Bool { a.daysSinceEpoch < b.daysSinceEpoch }

    /// Nil when there is no such day.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        daysSinceEpoch = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let back = civil
        guard back.year == year, back.month == month, back.day == day else { return nil }
    }

    /// Source: Hinnant, `civil_from_days`.
    public var civil: (year: Int, month: Int, day: Int) {
        let z = daysSinceEpoch + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// `2026-11-21`.
    public var text: String {
        let date = civil
        return padded(Int64(date.year), 4) + "-" + padded(Int64(date.month), 2) + "-" + padded(Int64(date.day), 2)
    }

    public init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
        else { return nil }
        self.init(year: Int(year), month: Int(month), day: Int(day))
    }
}

private func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
        guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
}

private func padded(_ value: Int64, _ width: Int) -> String {
    var digits = Array(String(value).utf8)
    while digits.count < width { digits.insert(UInt8(ascii: "0"), at: 0) }
    return String(decoding: digits, as: UTF8.self)
}

private func floorDiv(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : -((-(a + 1)) / b) - 1 }

/// Not `a` less the product, which would overflow beside the first moment that there is.
private func floorMod(_ a: Int64, _ b: Int64) -> Int64 {
    let rest = a % b
    return rest < 0 ? rest + b : rest
}
