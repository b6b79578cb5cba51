import Foundation
import Kernel
import Runtime

/// A reading as a terminal shows it: its lines are numbered, and its times are short and those of the place.
///
/// A file and a pipe get the text itself, which reads the same everywhere.
struct TerminalText {
    let text: String
    /// The things that the numbers name, from 1 on.
    let things: [EntityID]

    /// - Parameters:
    ///   - json: the same reading for programs; it says which parts of the text are times.
    ///   - isNumbered: false where nobody could ask for a line by its number afterwards.
    init(_ text: String, marks: [Lines.Mark], json: String, now: Instant, zone: TimeZone, isNumbered: Bool) {
        let numbered = isNumbered ? marks : []
        things = numbered.map(\.entity)
        var shown = Self.numbering(text, numbered)
        for time in Self.times(in: json) {
            guard let instant = Instant(text: time), shown.contains(time) else { continue }
            shown = shown.replacing(time, with: instant.spoken(now: now, zone: zone))
        }
        self.text = shown
    }

    /// The text with a number before each line that stands for a thing, and all lines moved as far to the right.
    private static func numbering(_ text: String, _ marks: [Lines.Mark]) -> String {
        guard !marks.isEmpty else { return text }
        let width = String(marks.count).utf8.count
        var (numbered, offset, next) = ("", 0, 0)
        for line in text.split(separator: "\n" as Character, omittingEmptySubsequences: false) {
            let isMarked = next < marks.count && marks[next].offset == offset
            let number = isMarked ? String(next + 1) : ""
            if isMarked { next += 1 }
            offset += line.utf8.count + 1
            if !line.isEmpty {
                numbered += String(repeating: " ", count: width - number.utf8.count) + number + "  " + line
            }
            numbered += "\n"
        }
        // The text ended its last line, after which the loop saw an empty one.
        if text.utf8.last == UInt8(ascii: "\n") { numbered.removeLast() }
        return numbered
    }

    /// The values of a JSON text that are times and nothing else.
    private static func times(in json: String) -> Set<String> {
        var times: Set<String> = []
        for value in json.utf8.split(separator: UInt8(ascii: "\"")) where value.last == UInt8(ascii: "Z") {
            guard (20...27).contains(value.count), value.first.map({ (0x30...0x39).contains($0) }) == true else { continue }
            times.insert(String(decoding: value, as: UTF8.self))
        }
        return times
    }
}

extension Instant {
    /// `today 05:01`, `yesterday 17:20`, `24 Nov 05:01` of the year it is, else `24 Nov 2025 05:01`.
    func spoken(now: Instant, zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute], from: Date(timeIntervalSince1970: Double(microseconds) / 1_000_000))
        guard let year = parts.year, let month = parts.month, let date = parts.day, let hour = parts.hour,
            let minute = parts.minute
        else { return text }
        let clock = (hour < 10 ? "0" : "") + "\(hour)" + (minute < 10 ? ":0" : ":") + "\(minute)"
        let (day, today) = (day(in: zone).daysSinceEpoch, now.day(in: zone).daysSinceEpoch)
        if day == today { return "today " + clock }
        if day == today - 1 { return "yesterday " + clock }
        let thisYear = calendar.component(.year, from: Date(timeIntervalSince1970: Double(now.microseconds) / 1_000_000))
        return "\(date) \(Self.months[month - 1])\(year == thisYear ? "" : " \(year)") \(clock)"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
