import Kernel

/// The permitted use of a token. A session may be used for everything its person may do.
package enum Scope: UInt64, FieldChoice, Sendable {
    /// A scope that only a newer build knows: it allows nothing here.
    case nothing = 0
    /// Reads and writes all areas.
    case everything = 1
    /// Reads all areas.
    case reading = 2
    case notes = 3
    case boards = 4
    case captures = 5
    case studio = 6
    /// Reads boards: enough for the three cards that a widget shows.
    case widget = 7

    package static var blank: Scope { .nothing }

    package var fieldName: StaticString {
        switch self {
        case .nothing: "nothing"
        case .everything: "everything"
        case .reading: "reading"
        case .notes: "notes"
        case .boards: "boards"
        case .captures: "captures"
        case .studio: "studio"
        case .widget: "widget"
        }
    }
}
