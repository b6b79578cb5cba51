package import Kernel

/// The measures of one artwork from its analyses: all that levels and trends are computed from.
package struct MeasuredArtwork: Sendable, Equatable {
    package var artwork: ArtworkID
    /// The day of the artwork, not of its analysis.
    package var day: CalendarDay
    /// In the order in which the analyses were asked for.
    package var metrics: [SkillMetric]

    package init(artwork: ArtworkID, day: CalendarDay, metrics: [SkillMetric]) {
        self.artwork = artwork
        self.day = day
        self.metrics = metrics
    }

    /// The latest metric of a skill; with a method, the latest that is comparable with it.
    package func latest(_ skill: Skill, by method: SkillMethod? = nil) -> SkillMetric? {
        metrics.last { metric in
            guard metric.skill == skill else { return false }
            if let method { return method.measured(metric) }
            return true
        }
    }
}

/// The method that measured a skill. Two metrics are comparable when these are equal: another version may measure
/// differently, and an apparent improvement would only be a change of scale.
package struct SkillMethod: Sendable, Equatable {
    package var name: Name
    package var version: Int

    package init(of metric: SkillMetric) {
        name = metric.method
        version = metric.version
    }

    package func measured(_ metric: SkillMetric) -> Bool { metric.version == version && metric.method == name }

    /// `strokes 1`.
    package var text: String { name.text + " " + String(version) }
}
