import ArgumentParser
import Boards
import Foundation
import Kernel
import Runtime

extension Priority: ExpressibleByArgument {
    static let inOrder: [Priority] = [.none, .low, .medium, .high, .urgent]

    package init?(argument: String) {
        guard let priority = Self.inOrder.first(where: { "\($0.fieldName)" == argument.lowercased() }) else {
            return nil
        }
        self = priority
    }

    package static var allValueStrings: [String] { inOrder.map { "\($0.fieldName)" } }
}

extension CardColour {
    static let inOrder: [CardColour] = [
        .red, .orange, .yellow, .green, .blue, .purple, .pink, .brown, .grey, .black, .sky, .lime,
    ]

    static func named(_ word: some StringProtocol) -> CardColour? {
        inOrder.first { "\($0.fieldName)" == word.lowercased() }
    }
}

/// `red:urgent`, `red`, or a label alone.
extension CardTag: ExpressibleByArgument {
    package init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let colour = CardColour.named(parts[0]) else {
            let label = trimmed(argument)
            guard !label.isEmpty else { return nil }
            self.init(colour: .none, label: label)
            return
        }
        self.init(colour: colour, label: parts.count > 1 ? trimmed(String(parts[1])) : "")
    }
}

/// When a card is due, as typed: a day, a minute of one, or `none`.
struct DueArgument {
    let due: Due?

    /// Returns the due time that was typed; otherwise says in words what could be typed.
    static func typed(_ text: String) throws -> DueArgument {
        guard let due = DueArgument(argument: text) else {
            throw ValidationError(
                "say a day such as 2026-12-24, tomorrow or friday 3pm, a minute such as 2026-12-24T18:00 with or without a zone, or none."
            )
        }
        return due
    }

    /// `2026-12-24`, `2026-12-24T18:00` (here), `2026-12-24T18:00+01:00`, `2026-12-24T18:00 Europe/Berlin`, `none`.
    init?(argument: String) {
        if argument.lowercased() == "none" {
            due = nil
            return
        }
        let today = RuntimeEnvironment.wallClock().day(in: .current)
        if let due = CardPhrase.due(argument, today: today, zone: TimeZone.current.identifier) {
            self.due = due
            return
        }
        let bytes = Array(argument.utf8)
        guard let day = CalendarDay(text: String(decoding: bytes.prefix(10), as: UTF8.self)) else { return nil }
        guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"),
            let hour = UInt8(String(decoding: bytes[11..<13], as: UTF8.self)), hour < 24,
            let minute = UInt8(String(decoding: bytes[14..<16], as: UTF8.self)), minute < 60,
            let zone = Self.zone(String(decoding: bytes[16...], as: UTF8.self))
        else { return nil }
        due = Due(day: day, minuteOfDay: Int(hour) * 60 + Int(minute), zone: zone)
    }

    /// The zone's name as it is stored; nil for one that does not exist.
    private static func zone(_ typed: String) -> String? {
        let typed = trimmed(typed)
        if typed.isEmpty { return TimeZone.current.identifier }
        if typed == "Z" || typed == "z" || typed == "UTC" { return "Z" }
        let bytes = Array(typed.utf8)
        if bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            Instant(text: "2000-01-01T00:00" + typed) != nil
        {
            return typed
        }
        return TimeZone(identifier: typed) == nil ? nil : typed
    }
}
