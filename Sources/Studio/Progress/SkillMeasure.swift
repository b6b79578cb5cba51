package import Kernel

/// One reading of one skill in one piece of work, as an analysis gave it.
package struct SkillMeasure: Sendable, Equatable {
    package var skill: Skill
    /// Thousandths, 0 to 1000.
    package var value: Int
    /// What measured it, with its version. Two measures are comparable when these are equal: another version may measure
    /// otherwise, and what looks like growth would be a better ruler.
    package var method: String

    package init(skill: Skill, value: Int, method: String) {
        self.skill = skill
        self.value = value
        self.method = method
    }

    /// Methods are compared by bytes, as all text is.
    package static func == (a: SkillMeasure, b: SkillMeasure) -> Bool {
        a.skill == b.skill && a.value == b.value && a.isComparable(with: b.method)
    }

    func isComparable(with method: String) -> Bool { self.method.utf8.elementsEqual(method.utf8) }
}

/// What the analyses of one artwork found: all that levels and trends are computed from.
package struct MeasuredArtwork: Sendable, Equatable {
    package var artwork: ArtworkID
    /// The day of the artwork, not of its analysis.
    package var day: CalendarDay
    /// In the order in which the analyses ended.
    package var measures: [SkillMeasure]

    package init(artwork: ArtworkID, day: CalendarDay, measures: [SkillMeasure]) {
        self.artwork = artwork
        self.day = day
        self.measures = measures
    }

    /// The latest measure of a skill; with a method, the latest that is comparable with it.
    package func latest(_ skill: Skill, by method: String? = nil) -> SkillMeasure? {
        measures.last { measure in
            guard measure.skill == skill else { return false }
            if let method { return measure.isComparable(with: method) }
            return true
        }
    }

    /// By day, and by identifier within one.
    func isOlder(than other: MeasuredArtwork) -> Bool {
        day != other.day ? day < other.day : artwork < other.artwork
    }
}
