package import Kernel

extension StudioView {
    /// Returns the progress of a child; nil when the child is not known or was undone.
    ///
    /// - Parameter today: the day where the reader is.
    /// - Complexity: O(artworks of the family and what was found of the child's).
    package func progress(of id: ChildID, today: CalendarDay) -> ProgressView? {
        guard let child = model.existing(id) else { return nil }
        var artworks = 0
        for (_, slot) in model.artworks.all
        where model.artworks[slot].child == id && model.isVisible(model.artworks[slot]) {
            artworks += 1
        }
        var lines: [ProgressView.Line] = []
        for series in model.skills(of: id) {
            guard let trend = series.trend() else { continue }
            lines.append(
                .init(
                    trend: trend, sentence: trend.sentence(today: today), step: SkillLevels.highestStep(series),
                    method: series.method, otherwise: series.otherwise))
        }
        return ProgressView(
            child: id, name: child.name.text, age: child.age(on: today), guide: StageGuide(child.stage(on: today)),
            artworks: artworks, isAllowed: model.allows(.analysis, for: id), skills: lines)
    }

    /// The skills of a child against the months; nil when the child is not known or was undone. Requirement J-211.
    package func heatmap(of id: ChildID, months: Int = HeatmapView.monthsMax) -> HeatmapView? {
        model.existing(id).map {
            HeatmapView(child: id, name: $0.name.text, series: model.skills(of: id), months: months)
        }
    }

    /// Returns the activity of the family in the week of `day`.
    ///
    /// Works count on the day they were taken in; stories and tips by when they were asked for, once they are there.
    /// - Parameters:
    ///   - dayOf: the day of a moment in the reader's time zone; without it, in UTC.
    ///   - child: the only child that is asked about; nil for all.
    ///   - mayBeSeen: true for a child whose activity the reader may see; a story is included only for readers who may
    ///     see all its children.
    package func week(
        of day: CalendarDay, dayOf: (Instant) -> CalendarDay = utcDay, child asked: ChildID? = nil,
        mayBeSeen: (ChildID) -> Bool = { _ in true }
    ) -> WeekView {
        var week = WeekView(monday: WeekView.monday(of: day))
        let monday = week.monday
        let sunday = week.sunday
        let month = CalendarMonth(of: sunday)
        let skills = SkillsByChild(of: model) { _ in true }
        for child in skills.children where mayBeSeen(child.id) && (asked == nil || child.id == asked) {
            var line = WeekView.Line(child: child.id, name: child.name)
            for series in child.series {
                guard let trend = series.trend(in: month), trend.change != nil else { continue }
                line.trends.append(trend.sentence(today: sunday))
            }
            week.children.append(line)
        }
        func change(_ child: ChildID, _ body: (inout WeekView.Line) -> Void) -> Bool {
            guard let place = week.children.firstIndex(where: { $0.child == child }) else { return false }
            body(&week.children[place])
            return true
        }
        for (work, child) in uploads(from: monday, through: sunday) where change(child, { $0.uploads.append(work) }) {
            week.uploads += 1
        }
        for (_, slot) in model.analyses.all {
            let asked = dayOf(provenance(of: slot).made.instant)
            guard asked >= monday, asked <= sunday, model.counts(model.analyses[slot]),
                let child = model.artworks[model.analyses[slot].artwork]?.child
            else { continue }
            let tips = model.analyses[slot].result?.tips.count ?? 0
            if change(child, { $0.tips += tips }) { week.tips += tips }
        }
        for (story, children) in stories(from: monday, through: sunday, dayOf)
        where children.allSatisfy(mayBeSeen) {
            var isAnyones = false
            for child in children where change(child, { $0.stories.append(story) }) { isAnyones = true }
            if isAnyones { week.stories += 1 }
        }
        for (id, slot) in model.milestones.all {
            let milestone = model.milestones[slot]
            guard !milestone.isHidden, !milestone.isWithdrawn, milestone.day >= monday, milestone.day <= sunday else {
                continue
            }
            let celebrated = WeekView.Celebrated(id: id, words: milestone.kind.words, day: milestone.day)
            if change(milestone.child, { $0.milestones.append(celebrated) }) { week.milestones += 1 }
        }
        for place in week.children.indices {
            week.children[place].milestones.sort { a, b in
                a.day != b.day ? a.day < b.day : a.words != b.words ? precedes(a.words, b.words) : a.id < b.id
            }
        }
        return week
    }

    /// Works that were taken in, oldest first.
    private func uploads(from: CalendarDay, through: CalendarDay) -> [(work: WeekView.Titled, child: ChildID)] {
        var found: [(day: CalendarDay, id: ArtworkID, slot: StudioModel.ArtworkSlot)] = []
        for (id, slot) in model.artworks.all where model.artworks[slot].flags.isLive {
            let day = model.artworks[slot].uploaded
            if day >= from, day <= through { found.append((day, id, slot)) }
        }
        found.sort { $0.day != $1.day ? $0.day < $1.day : $0.id < $1.id }
        return found.map { (id: $0.id, artwork: model.artworks[$0.slot]) }.map {
            (WeekView.Titled(id: $0.id.entity, title: title(of: $0.artwork)), $0.artwork.child)
        }
    }

    /// Stories that were asked for and can be read, in the order in which they were; with the children whose works they
    /// are told around, each once.
    private func stories(
        from: CalendarDay, through: CalendarDay, _ dayOf: (Instant) -> CalendarDay
    ) -> [(story: WeekView.Titled, children: [ChildID])] {
        var found: [(story: WeekView.Titled, children: [ChildID])] = []
        for (id, slot) in model.stories.all where model.stories[slot].flags.isLive {
            let asked = dayOf(provenance(of: slot).made.instant)
            guard asked >= from, asked <= through, let version = model.stories[slot].shown,
                let request = model.stories[slot][version]?.request
            else { continue }
            var children: [ChildID] = []
            for artwork in request.artworks {
                guard let child = model.artworks[artwork]?.child, !children.contains(child) else { continue }
                children.append(child)
            }
            found.append((WeekView.Titled(id: id.entity, title: model.stories[slot].name.text), children))
        }
        return found
    }
}

/// The day of a moment in UTC.
package func utcDay(_ instant: Instant) -> CalendarDay {
    let microsecondsADay: Int64 = 86_400_000_000
    let days = instant.microseconds / microsecondsADay
    return CalendarDay(daysSinceEpoch: Int(instant.microseconds % microsecondsADay < 0 ? days - 1 : days))
}
