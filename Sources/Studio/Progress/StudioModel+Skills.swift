package import Kernel

// What the skills of a child are computed from: nothing of it is kept, so that no event can leave it behind.
extension StudioModel {
    /// The levels of every skill of a child, month by month. Requirement J-461.
    package func skills(of child: ChildID) -> [SkillSeries] { SkillSeries.all(of: measuredArtworks(of: child)) }
}

/// One skill as one artwork shows it, beside how the child stood before. Requirement J-459.
package struct ArtworkSkill: Sendable, Equatable {
    package var skill: Skill
    /// Thousandths.
    package var value: Int
    package var method: SkillMethod
    /// The last month before the artwork's that has a level by the same method; nil while there is too little to
    /// compare.
    package var before: SkillSeries.MonthLevel?

    /// The noise floor of the method, in thousandths.
    package var noise: Int

    /// Thousandths, down as well as up.
    package var change: Int? { before.map { value - $0.level } }

    /// `Colouring 75 %, up from 60 % last month`.
    package func sentence(today: CalendarDay) -> String {
        let head = skill.title + " " + percent(value)
        guard let before else { return head }
        return head + ", " + SkillTrend.comparison(value, with: before, noise: noise, today: today)
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("skill", spelled(skill.fieldName))
            json.field("valueThousandths", value)
            json.field("method", method.text)
            json.key("changeThousandths")
            if let change { json.value(change) } else { json.null() }
            json.field("comparedWith", before?.month.text)
        }
    }
}

extension StudioModel {
    /// Returns what the last analysis that said so saw in an artwork; empty without a live consent. Requirement J-415.
    package func description(of id: ArtworkID) -> String {
        guard let slot = artworks.slot(of: id), allows(.analysis, for: artworks[slot].child) else { return "" }
        for analysis in finder.analyses(of: id).reversed() {
            guard let found = analyses.slot(of: analysis), !analyses[found].isWithdrawn,
                let description = analyses[found].result?.description, !description.utf8.isEmpty
            else { continue }
            return description
        }
        return ""
    }

    /// Returns the skills that an artwork shows, each by its latest measure; empty without a live consent.
    package func skills(shownBy id: ArtworkID) -> [ArtworkSkill] {
        guard let slot = artworks.slot(of: id), allows(.analysis, for: artworks[slot].child),
            let measured = measured(id, artworks[slot])
        else { return [] }
        return ArtworkSkill.all(of: measured, among: skills(of: artworks[slot].child))
    }
}

extension ArtworkSkill {
    /// - Parameter series: of the artwork's child.
    static func all(of artwork: MeasuredArtwork, among series: [SkillSeries]) -> [ArtworkSkill] {
        let month = CalendarMonth(of: artwork.day)
        var found: [ArtworkSkill] = []
        for skill in Skill.allCases {
            guard let metric = artwork.latest(skill) else { continue }
            var shown = ArtworkSkill(
                skill: skill, value: metric.thousandths, method: SkillMethod(of: metric), noise: metric.noise)
            if let series = series.first(where: { $0.skill == skill }), series.method.measured(metric),
                series.observations(through: month) >= SkillTrend.observationsMin
            {
                shown.before = series.previous(to: month)
            }
            found.append(shown)
        }
        return found
    }
}
