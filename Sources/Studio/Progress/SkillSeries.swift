package import Kernel

/// The levels of one skill of one child, month by month.
///
/// **The formula.** An *observation* is the latest measure of the skill in one artwork; it counts in the month of the
/// artwork's day. The *level* of a month is the mean of its observations in whole thousandths, halves rounded up. Only
/// what is comparable enters: the method is that of the newest artwork that has the skill, and of each artwork its
/// latest measure by that method is taken; artworks measured only otherwise are counted as `otherwise` and left out. A
/// month without an observation has no level. The *change* of a month is its level less that of the last month before
/// it that has one.
///
/// All of it is whole numbers and sums, so that any order of events and any rebuild gives the same. Requirements J-451,
/// J-461.
package struct SkillSeries: Sendable, Equatable {
    package var skill: Skill
    package var method: String
    /// In the order of the calendar; months without an observation are left out.
    package var months: [MonthLevel] = []
    /// Artworks that have the skill by another method alone.
    package var otherwise = 0

    package struct MonthLevel: Sendable, Equatable {
        package var month: CalendarMonth
        /// Thousandths.
        package var level: Int
        /// Artworks it is the mean of; at least one.
        package var observations: Int
    }

    /// The series of every skill that has one, in the order of the skills.
    ///
    /// - Parameter artworks: those of one child, in any order, each once.
    /// - Complexity: O(measures · skills of an artwork).
    package static func all(of artworks: [MeasuredArtwork]) -> [SkillSeries] {
        var newest: [MeasuredArtwork?] = Array(repeating: nil, count: Skill.allCases.count)
        for artwork in artworks {
            for measure in artwork.measures {
                let place = Int(measure.skill.rawValue)
                if let known = newest[place], !known.isOlder(than: artwork) { continue }
                newest[place] = artwork
            }
        }
        var found: [SkillSeries] = []
        for skill in Skill.allCases {
            guard let method = newest[Int(skill.rawValue)]?.latest(skill)?.method else { continue }
            found.append(SkillSeries(skill, by: method, of: artworks))
        }
        return found
    }

    init(_ skill: Skill, by method: String, of artworks: [MeasuredArtwork]) {
        self.skill = skill
        self.method = method
        // While it is filled, `level` holds the sum.
        for artwork in artworks {
            if let measure = artwork.latest(skill, by: method) {
                add(measure.value, in: CalendarMonth(of: artwork.day))
            } else if artwork.latest(skill) != nil {
                otherwise += 1
            }
        }
        for place in months.indices {
            months[place].level = mean(of: months[place].level, over: months[place].observations)
        }
    }

    private mutating func add(_ value: Int, in month: CalendarMonth) {
        let place = firstIndex(notBefore: month)
        if place < months.count, months[place].month == month {
            months[place].level += value
            months[place].observations += 1
        } else {
            months.insert(MonthLevel(month: month, level: value, observations: 1), at: place)
        }
    }

    private func firstIndex(notBefore month: CalendarMonth) -> Int {
        var low = 0
        var high = months.count
        while low < high {
            let middle = (low + high) / 2
            if months[middle].month < month { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SkillSeries {
    package var observations: Int { months.reduce(0) { $0 + $1.observations } }

    package func level(in month: CalendarMonth) -> MonthLevel? {
        let place = firstIndex(notBefore: month)
        return place < months.count && months[place].month == month ? months[place] : nil
    }

    /// The last month before `month` that has a level.
    package func previous(to month: CalendarMonth) -> MonthLevel? {
        let place = firstIndex(notBefore: month)
        return place > 0 ? months[place - 1] : nil
    }

    /// Observations up to the end of `month`.
    package func observations(through month: CalendarMonth) -> Int {
        months[..<firstIndex(notBefore: month.next)].reduce(0) { $0 + $1.observations }
    }

    /// What can be said of a month, by default the latest that has a level; nil when it has none.
    package func trend(in month: CalendarMonth? = nil) -> SkillTrend? {
        guard let month = month ?? months.last?.month, let now = level(in: month) else { return nil }
        return SkillTrend(
            skill: skill, now: now, before: previous(to: month), observations: observations(through: month))
    }
}

/// Whole thousandths, halves rounded up. Never divides by nothing: `count` is at least one.
private func mean(of sum: Int, over count: Int) -> Int { (2 * sum + count) / (2 * count) }
