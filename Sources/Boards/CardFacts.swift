package import Kernel

/// How urgent a card is. Requirement P-108.
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
