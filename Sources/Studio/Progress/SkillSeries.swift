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
    package var method: SkillMethod
    /// In the order of the calendar; months without an observation are left out.
    package var months: [MonthLevel] = []
    /// Artworks that have the skill by another method alone.
    package var otherwise = 0
    /// The noise floor of the method, in thousandths: the largest that one of its measures has.
    package var noise = 0

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
    /// - Complexity: O(metrics · log months).
    package static func all(of artworks: [MeasuredArtwork]) -> [SkillSeries] {
        var tally = SkillTally()
        for (place, artwork) in artworks.enumerated() { tally.choose(place, artwork) }
        for artwork in artworks { tally.add(artwork) }
        return tally.finished()
    }

    init(_ skill: Skill, by method: SkillMethod) {
        self.skill = skill
        self.method = method
    }

    /// Adds an observation to the sum that stands in the place of the level until the mean is taken.
    fileprivate mutating func add(_ value: Int, _ noise: Int, in month: CalendarMonth) {
        self.noise = max(self.noise, noise)
        let place = firstIndex(notBefore: month)
        if place < months.count, months[place].month == month {
            months[place].level += value
            months[place].observations += 1
        } else {
            months.insert(MonthLevel(month: month, level: value, observations: 1), at: place)
        }
    }

    fileprivate mutating func takeMeans() {
        for place in months.indices {
            months[place].level = mean(of: months[place].level, over: months[place].observations)
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

    /// Returns the trend of a month, by default the latest that has a level; nil when it has none.
    package func trend(in month: CalendarMonth? = nil) -> SkillTrend? {
        guard let month = month ?? months.last?.month, let now = level(in: month) else { return nil }
        return SkillTrend(
            skill: skill, now: now, before: previous(to: month), observations: observations(through: month), noise: noise)
    }
}

/// The series of all skills of a child while they are added up: first who chooses the method, then what it measured.
private struct SkillTally {
    /// Beside `Skill.allCases`, as everything here.
    private var newest: [(day: CalendarDay, artwork: ArtworkID, place: Int)?]
    private var series: [SkillSeries?]
    /// The measures of the artwork that is being added; empty between two artworks.
    private var found: [Found?]

    private enum Found {
        case comparable(Int, noise: Int)
        case otherwise
    }

    init() {
        newest = Array(repeating: nil, count: Skill.allCases.count)
        series = Array(repeating: nil, count: Skill.allCases.count)
        found = Array(repeating: nil, count: Skill.allCases.count)
    }

    /// The newest artwork with a skill, by day and by identifier within one, says by which method it is compared.
    mutating func choose(_ place: Int, _ artwork: MeasuredArtwork) {
        for metric in artwork.metrics {
            let index = Int(metric.skill.rawValue)
            if let known = newest[index], known.place != place {
                if known.day > artwork.day { continue }
                if known.day == artwork.day, known.artwork > artwork.artwork { continue }
            }
            newest[index] = (artwork.day, artwork.artwork, place)
            // The last metric of the artwork is the one that stays.
            series[index] = SkillSeries(metric.skill, by: SkillMethod(of: metric))
        }
    }

    /// - Complexity: O(metrics · log months).
    mutating func add(_ artwork: MeasuredArtwork) {
        let month = CalendarMonth(of: artwork.day)
        for metric in artwork.metrics {
            let index = Int(metric.skill.rawValue)
            guard let method = series[index]?.method else { continue }
            if method.measured(metric) {
                // Counted by its latest comparable metric alone.
                found[index] = .comparable(metric.thousandths, noise: metric.noise)
            } else if found[index] == nil {
                found[index] = .otherwise
            }
        }
        for index in found.indices {
            switch found[index] {
            case .comparable(let value, let noise): series[index]?.add(value, noise, in: month)
            case .otherwise: series[index]?.otherwise += 1
            case nil: continue
            }
            found[index] = nil
        }
    }

    func finished() -> [SkillSeries] {
        series.compactMap { found in
            var found = found
            found?.takeMeans()
            return found
        }
    }
}

/// Whole thousandths, halves rounded up. Never divides by nothing: `count` is at least one.
private func mean(of sum: Int, over count: Int) -> Int { (2 * sum + count) / (2 * count) }
