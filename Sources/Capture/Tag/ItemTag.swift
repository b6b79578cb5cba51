package import Kernel

/// A tag that is more than a word on items: it has a colour, and its name is nobody else's. Requirement O-163.
package struct ItemTag: Sendable, Equatable {
    /// Tags in one workspace, deleted ones included.
    package static let countMax = 10_000

    /// Nested by slashes: `home/garden`.
    package var name: Name
    package var colour: TagColour
    /// The items that it was taken off when it was deleted; they get it back with its restoring.
    package var takenOff: [ItemID] = []
    package var isDeleted = false
    /// Its creation was undone.
    package var isWithdrawn = false

    package init(name: Name, colour: TagColour) {
        self.name = name
        self.colour = colour
    }

    package var isLive: Bool { !isDeleted && !isWithdrawn }
}

/// A named colour, never a code, so that it can be said as well as seen.
package enum TagColour: UInt64, FieldChoice, Sendable {
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

    package static var blank: TagColour { .none }

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
        }
    }
}
