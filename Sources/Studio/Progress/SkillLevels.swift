/// The level of a skill, in four steps; reaching one is celebrated as a milestone. Requirement J-005.
package enum SkillStep: Int, Sendable, Comparable, CaseIterable {
    case starting = 0
    case growing = 1
    case confident = 2
    case flourishing = 3

    /// The step of a level: a quarter of the scale each.
    package init(level: Int) {
        self =
            switch level {
            case ..<250: .starting
            case ..<500: .growing
            case ..<750: .confident
            default: .flourishing
            }
    }

    package var words: String {
        switch self {
        case .starting: "Starting"
        case .growing: "Growing"
        case .confident: "Confident"
        case .flourishing: "Flourishing"
        }
    }

    package static func < (a: SkillStep, b: SkillStep) -> Bool { a.rawValue < b.rawValue }
}

/// Decides when a skill has risen.
package enum SkillLevels {
    /// A skill that reached a step it had never reached before.
    package struct Rise: Sendable, Equatable {
        package var skill: Skill
        package var step: SkillStep

        package init(skill: Skill, step: SkillStep) {
            self.skill = skill
            self.step = step
        }
    }

    /// The skills that have come to a higher step than ever, in the order of the skills.
    ///
    /// A skill has a step once it has `SkillTrend.observationsMin` observations by one method: the highest that the
    /// level of any month since then comes to. The first step it has is where it stands, and no rise; nor is what only
    /// another method sees.
    /// - Parameters:
    ///   - after: the measured artworks of one child.
    ///   - before: the same without what just came.
    package static func rose(from before: [MeasuredArtwork], to after: [MeasuredArtwork]) -> [Rise] {
        let earlier = SkillSeries.all(of: before)
        var risen: [Rise] = []
        for series in SkillSeries.all(of: after) {
            guard let step = highestStep(series),
                let known = earlier.first(where: { $0.skill == series.skill }),
                known.method == series.method,
                let past = highestStep(known), past < step
            else { continue }
            risen.append(Rise(skill: series.skill, step: step))
        }
        return risen
    }

    /// The highest step of a series; nil while it has too few observations.
    package static func highestStep(_ series: SkillSeries) -> SkillStep? {
        var highest: SkillStep?
        var observations = 0
        for month in series.months {
            observations += month.observations
            guard observations >= SkillTrend.observationsMin else { continue }
            let step = SkillStep(level: month.level)
            if let known = highest, known >= step { continue }
            highest = step
        }
        return highest
    }
}
