package import Kernel

/// Where a child stands in its development, as far as its age tells: what tips, suggested categories and the words of
/// stories go by. Requirements J-020, J-202.
///
/// The table is 3–5, 6–8 and 9–10 years. Work from before and after it has stages of its own, because a child stays a
/// child of the family at eleven and first scribbles are kept as well; these take their tips from the nearest stage of
/// the table (`listed`). Written in tips, so a number is never reused.
package enum AgeStage: UInt64, FieldChoice, Sendable {
    /// Nobody said when the child was born.
    case unknown = 0
    /// Below three years.
    case first = 1
    /// Three to five years: colouring, holding, cutting.
    case early = 2
    /// Six to eight years: letters, first stories.
    case middle = 3
    /// Nine and ten years: plans, views, longer texts.
    case late = 4
    /// Eleven years and more.
    case beyond = 5

    package static var blank: AgeStage { .unknown }

    /// The stages of the table, which every curated list covers.
    package static var table: [AgeStage] { [.early, .middle, .late] }

    package var fieldName: StaticString {
        switch self {
        case .unknown: "unknown"
        case .first: "first"
        case .early: "early"
        case .middle: "middle"
        case .late: "late"
        case .beyond: "beyond"
        }
    }

    /// As a person reads it: `3–5 years`.
    package var words: String {
        switch self {
        case .unknown: "any age"
        case .first: "under 3 years"
        case .early: "3–5 years"
        case .middle: "6–8 years"
        case .late: "9–10 years"
        case .beyond: "11 years and older"
        }
    }

    /// The stage of the table whose tips and words fit best; for an unknown age the one in the middle.
    package var listed: AgeStage {
        switch self {
        case .first, .early: .early
        case .unknown, .middle: .middle
        case .late, .beyond: .late
        }
    }
}

extension AgeStage {
    /// The stage of a child of so many whole years.
    package init(years: Int) {
        self =
            switch years {
            case ..<3: .first
            case 3...5: .early
            case 6...8: .middle
            case 9...10: .late
            default: .beyond
            }
    }

    /// The stage on `day`, which is the day of the artwork and not today: what a three-year-old drew stays the work of
    /// a three-year-old. Requirement J-202.
    package static func at(birth: CalendarMonth?, on day: CalendarDay) -> AgeStage {
        guard let birth else { return .unknown }
        return AgeStage(years: Age.years(birth: birth, on: day))
    }
}

/// The age of a child. Only the month of birth is ever known, which is all that a stage needs.
package enum Age {
    /// Whole years on `day`; the birthday is taken as the first of the month. Zero before birth.
    package static func years(birth: CalendarMonth, on day: CalendarDay) -> Int {
        max(0, CalendarMonth(of: day).monthsSinceYearZero - birth.monthsSinceYearZero) / 12
    }

    /// The month of birth of a child that is said to be `years` old on `day`.
    ///
    /// A child of five is five years and some months old, half a year on average: that half is the guess that is wrong
    /// by the least. On `day` the child is exactly as old as was said.
    package static func estimatedBirth(years: Int, on day: CalendarDay) -> CalendarMonth {
        CalendarMonth(monthsSinceYearZero: max(0, CalendarMonth(of: day).monthsSinceYearZero - years * 12 - 6))
    }

    /// As it is read beside an artwork: `4 years`.
    package static func text(birth: CalendarMonth?, on day: CalendarDay) -> String {
        guard let birth else { return "" }
        return counted(years(birth: birth, on: day), "year")
    }
}
