package import Kernel

/// Where a skill stands in a month and where it was before, once there is enough to say so. Requirements J-451, J-459.
package struct SkillTrend: Sendable, Equatable {
    package var skill: Skill
    /// The month spoken of.
    package var now: SkillSeries.MonthLevel
    /// The last month before it that has a level.
    package var before: SkillSeries.MonthLevel?
    /// All observations up to the end of that month.
    package var observations: Int
    /// The noise floor of the method, in thousandths.
    package var noise = 0

    /// Observations below which nothing is said: two pieces of work may differ for any reason.
    package static let observationsMin = 3
    /// Thousandths of change, to either side, that are called steady; of a method whose noise is larger, its noise.
    package static let steadyWithin = 20
    /// The text shown when there is too little to state a trend.
    package static var sparse: String { "Add more uploads for better insights!" }

    /// Thousandths; nil while there are fewer than `observationsMin`.
    package var level: Int? { observations >= Self.observationsMin ? now.level : nil }

    /// Thousandths, down as well as up; nil while there are fewer than `observationsMin`, or no month to compare with.
    package var change: Int? {
        guard let before, let level else { return nil }
        return level - before.level
    }

    package var direction: Direction? { change.map { Direction(change: $0, noise: noise) } }

    /// Where a skill is going. Children do not get worse: what goes down takes its time.
    package enum Direction: Sendable, Equatable, CaseIterable {
        case improving
        case steady
        case takingItsTime

        /// - Parameter noise: the noise floor of the method, in thousandths.
        package init(change: Int, noise: Int) {
            let steadyWithin = max(SkillTrend.steadyWithin, noise)
            self =
                if change > steadyWithin {
                    .improving
                } else if change < -steadyWithin {
                    .takingItsTime
                } else {
                    .steady
                }
        }

        package var words: String {
            switch self {
            case .improving: "Improving"
            case .steady: "Steady"
            case .takingItsTime: "Taking its time"
            }
        }
    }
}

extension SkillTrend {
    /// The label `Writing: Improving`; empty while there is too little to state a direction.
    package var badge: String { direction.map { skill.title + ": " + $0.words } ?? "" }

    /// `Line control 75 %, up from 60 % last month`, or what is missing.
    package func sentence(today: CalendarDay) -> String {
        guard let level else { return skill.title + ": " + Self.sparse }
        let own = Self.when(now.month, today: today)
        let head = skill.title + " " + percent(level) + (own.utf8.isEmpty ? "" : " " + own)
        guard let before else { return head + ". " + Self.sparse }
        return head + ", " + Self.comparison(level, with: before, noise: noise, today: today)
    }

    /// `up from 60 % last month`: how a level, or one artwork's measure, stands to a month before.
    package static func comparison(
        _ level: Int, with before: SkillSeries.MonthLevel, noise: Int, today: CalendarDay
    ) -> String {
        let when = self.when(before.month, today: today)
        let then = percent(before.level) + (when.utf8.isEmpty ? "" : " " + when)
        return switch Direction(change: level - before.level, noise: noise) {
        case .improving: "up from " + then
        case .steady: "steady after " + then
        case .takingItsTime: "taking its time after " + then
        }
    }

    /// Empty for this month, `last month`, `in September`, `in September 2025`.
    static func when(_ month: CalendarMonth, today: CalendarDay) -> String {
        let this = CalendarMonth(of: today)
        if month == this { return "" }
        if month.next == this { return "last month" }
        return "in " + monthName(month) + (month.year == this.year ? "" : " " + String(month.year))
    }
}

/// `75 %`: thousandths as whole hundredths, halves rounded up.
package func percent(_ thousandths: Int) -> String { String((thousandths + 5) / 10) + " %" }

/// `September`.
package func monthName(_ month: CalendarMonth) -> String {
    switch month.month {
    case 1: "January"
    case 2: "February"
    case 3: "March"
    case 4: "April"
    case 5: "May"
    case 6: "June"
    case 7: "July"
    case 8: "August"
    case 9: "September"
    case 10: "October"
    case 11: "November"
    default: "December"
    }
}
