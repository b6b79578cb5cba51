package import Kernel

/// The priority of a card. Requirement P-108.
package enum Priority: UInt64, FieldChoice, Sendable {
    case none = 0
    case low = 1
    case medium = 2
    case high = 3
    case urgent = 4

    package static var blank: Priority { .none }

    package var fieldName: StaticString {
        switch self {
        case .none: "none"
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        case .urgent: "urgent"
        }
    }
}

/// A named colour, never a code, so that it can be said as well as seen. Requirement P-109.
package enum CardColour: UInt64, FieldChoice, Sendable {
    case none = 0
    case red = 1
    case orange = 2
    case yellow = 3
    case green = 4
    case blue = 5
    case purple = 6
    case pink = 7
    case brown = 8
    case grey = 9
    case black = 10
    case sky = 11
    case lime = 12

    package static var blank: CardColour { .none }

    package var fieldName: StaticString {
        switch self {
        case .none: "none"
        case .red: "red"
        case .orange: "orange"
        case .yellow: "yellow"
        case .green: "green"
        case .blue: "blue"
        case .purple: "purple"
        case .pink: "pink"
        case .brown: "brown"
        case .grey: "grey"
        case .black: "black"
        case .sky: "sky"
        case .lime: "lime"
        }
    }
}

/// A colour tag: a colour, a label, or both.
package struct CardTag: Sendable, Hashable {
    package var colour: CardColour
    /// May be empty when the colour says enough.
    package var label: String

    package init(colour: CardColour, label: String) {
        self.colour = colour
        self.label = label
    }

    /// Compared by bytes, as all text is.
    package static func == (a: CardTag, b: CardTag) -> Bool {
        a.colour == b.colour && a.label.utf8.elementsEqual(b.label.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(colour.rawValue)
        for byte in label.utf8 { hasher.combine(byte) }
    }
}

/// By colour as the colours are listed, then by the bytes of the label.
extension CardTag: Comparable {
    package static func < (a: CardTag, b: CardTag) -> Bool {
        a.colour != b.colour ? a.colour.rawValue < b.colour.rawValue : precedes(a.label, b.label)
    }
}

extension CardTag {
    /// `red: Walls`, `red` or `Walls`: always words, never a colour alone on a screen. Requirement P-109.
    package var text: String {
        if colour == .none { return label }
        return label.utf8.isEmpty ? spelled(colour.fieldName) : spelled(colour.fieldName) + ": " + label
    }
}

/// When a card is due: a day, or a minute of it in a named zone. Requirement P-107.
package struct Due: Sendable, Hashable {
    package var day: CalendarDay
    /// Nil: some time that day. Otherwise minutes after midnight in `zone`.
    package var minuteOfDay: Int?
    /// An IANA name such as `Europe/Berlin` or an offset such as `+01:00`; empty for a day alone.
    package var zone: String

    package init(day: CalendarDay, minuteOfDay: Int? = nil, zone: String = "") {
        self.day = day
        self.minuteOfDay = minuteOfDay
        self.zone = zone
    }
}

extension Due {
    /// `2026-12-01` or `2026-12-01 09:30 Europe/Berlin`.
    package var text: String {
        guard let minuteOfDay else { return day.text }
        let hours = minuteOfDay / 60
        let minutes = minuteOfDay % 60
        let clock = (hours < 10 ? "0" : "") + String(hours) + (minutes < 10 ? ":0" : ":") + String(minutes)
        return day.text + " " + clock + (zone.utf8.isEmpty ? "" : " " + zone)
    }

    /// The fault of the due date; nil when a calendar could show it.
    package var fault: DueFault? {
        guard let first = CalendarDay(year: 1, month: 1, day: 1),
            let last = CalendarDay(year: 9999, month: 12, day: 31),
            day >= first, day <= last
        else { return .noSuchDay }
        guard let minuteOfDay else { return zone.utf8.isEmpty ? nil : .zoneWithoutTime }
        guard (0..<24 * 60).contains(minuteOfDay) else { return .noSuchTime }
        guard !zone.utf8.isEmpty else { return .timeWithoutZone }
        guard zone.utf8.count <= Due.zoneBytesMax, zone.utf8.allSatisfy(Due.isOfZone) else { return .noSuchZone }
        return nil
    }

    /// The longest IANA name has 32.
    package static let zoneBytesMax = 64

    private static func isOfZone(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    package static func == (a: Due, b: Due) -> Bool {
        a.day == b.day && a.minuteOfDay == b.minuteOfDay && a.zone.utf8.elementsEqual(b.zone.utf8)
    }
}

/// The reason why a due date is refused.
package enum DueFault: Error, Equatable, Sendable {
    case noSuchDay, noSuchTime, timeWithoutZone, zoneWithoutTime, noSuchZone

    package var message: String {
        switch self {
        case .noSuchDay: "a due day lies between the years 1 and 9999"
        case .noSuchTime: "a due time lies between 00:00 and 23:59"
        case .timeWithoutZone: "a due time needs its zone, such as Europe/Berlin or +01:00"
        case .zoneWithoutTime: "a due day without a time has no zone"
        case .noSuchZone: "a zone is an IANA name such as Europe/Berlin or an offset such as +01:00"
        }
    }
}
