import Kernel

/// A skill whose growth a child's work can show. Written in metrics and tips, so a number is never reused.
package enum Skill: UInt64, FieldChoice, Sendable {
    case fineMotor = 0
    case lineControl = 1
    case colouring = 2
    case composition = 3
    case writing = 4
    case creativity = 5

    package static var blank: Skill { .fineMotor }

    package var fieldName: StaticString {
        switch self {
        case .fineMotor: "fine_motor"
        case .lineControl: "line_control"
        case .colouring: "colouring"
        case .composition: "composition"
        case .writing: "writing"
        case .creativity: "creativity"
        }
    }

    /// As it stands in a sentence: `line control`.
    package var words: String {
        switch self {
        case .fineMotor: "fine motor skills"
        case .lineControl: "line control"
        case .colouring: "colouring"
        case .composition: "composition"
        case .writing: "writing"
        case .creativity: "creativity"
        }
    }

    /// As it heads a badge or a row: `Line control`.
    package var title: String {
        switch self {
        case .fineMotor: "Fine motor skills"
        case .lineControl: "Line control"
        case .colouring: "Colouring"
        case .composition: "Composition"
        case .writing: "Writing"
        case .creativity: "Creativity"
        }
    }
}

extension Skill: Comparable {
    /// In the order in which they are listed.
    package static func < (a: Skill, b: Skill) -> Bool { a.rawValue < b.rawValue }
}
