import Foundation
import Kernel

/// Dates as task programs write them, taken only where they mean one day.
enum TaskDate {
    /// The day in `2026-01-15`, `2026-01-15 15:30`, `4 Jan 2026` or `Jan 4 2026`; nil where words leave a choice, such
    /// as a day without its year, `tomorrow`, or `every Monday`.
    static func day(_ text: String) -> CalendarDay? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "T" }.map(String.init)
        guard let first = words.first else { return nil }
        if let day = CalendarDay(text: first) {
            return words.dropFirst().allSatisfy(isClock) ? day : nil
        }
        guard words.count == 3, let year = Int(words[2]), words[2].utf8.count == 4 else { return nil }
        for (day, month) in [(words[0], words[1]), (words[1], words[0])] {
            guard let day = Int(day), let month = monthNumber(month) else { continue }
            return CalendarDay(year: year, month: month, day: day)
        }
        return nil
    }

    /// The day in a date as above, which a moment with an offset (`2026-01-15T23:30:00Z`) has in `zone`.
    static func day(_ text: String, in zone: String) -> CalendarDay? {
        let clock = text.dropFirst(11)
        let isMoment = clock.contains(":") && (clock.hasSuffix("Z") || clock.contains { $0 == "+" || $0 == "-" })
        guard isMoment, let instant = instant(text) else { return day(text) }
        return day(of: instant, in: zone)
    }

    private static func isClock(_ word: String) -> Bool {
        word.contains(":") && word.utf8.allSatisfy { (0x30...0x39).contains($0) || ":Z.+-".utf8.contains($0) }
    }

    private static func monthNumber(_ word: String) -> Int? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let full = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november",
            "december",
        ]
        let word = word.lowercased()
        return (months.firstIndex(of: word) ?? full.firstIndex(of: word)).map { $0 + 1 }
    }

    /// The moment in `2026-06-26T00:00:00+0000`.
    static func instant(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count > 5,
            bytes[bytes.count - 5] == UInt8(ascii: "+") || bytes[bytes.count - 5] == UInt8(ascii: "-"),
            bytes[(bytes.count - 4)...].allSatisfy({ (0x30...0x39).contains($0) })
        else { return Instant(text: text) }
        return Instant(text: text.dropLast(2) + ":" + text.suffix(2))
    }

    /// The day on which `instant` falls in a zone of the IANA database; in UTC where there is no such zone.
    static func day(of instant: Instant, in zone: String) -> CalendarDay {
        let moment = Date(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
        let offset = TimeZone(identifier: zone)?.secondsFromGMT(for: moment) ?? 0
        let days = (moment.timeIntervalSince1970 + Double(offset)) / 86_400
        return CalendarDay(daysSinceEpoch: Int(days.rounded(.down)))
    }
}
