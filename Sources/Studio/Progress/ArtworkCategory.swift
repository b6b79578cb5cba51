import Kernel

/// The kind of work a piece is. Written in events, so a number is never reused.
package enum ArtworkCategory: UInt64, FieldChoice, Sendable {
    case drawing = 0
    case painting = 1
    case writing = 2
    case craft = 3
    case worksheet = 4
    case other = 5

    package static var blank: ArtworkCategory { .drawing }

    package var fieldName: StaticString {
        switch self {
        case .drawing: "drawing"
        case .painting: "painting"
        case .writing: "writing"
        case .craft: "craft"
        case .worksheet: "worksheet"
        case .other: "other"
        }
    }
}
