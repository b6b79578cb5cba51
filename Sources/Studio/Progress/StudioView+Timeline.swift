package import Kernel

extension StudioView {
    /// A page of the timeline: the works that `filter` lets through, newest first. Requirements J-450, J-451.
    ///
    /// - Parameters:
    ///   - after: where the page before ended; nil for the first.
    ///   - size: artworks on the page, brought into 1...200.
    ///   - today: the day where the reader is, for *last month*.
    /// - Complexity: O(artworks and analyses of the family); only a page's worth is sorted.
    package func timeline(
        _ filter: ArtworkFilter = ArtworkFilter(), after: TimelineCursor? = nil, size: Int = 50, today: CalendarDay
    ) -> TimelineView {
        let matcher = ArtworkMatcher(filter, of: model)
        var cut = TimelineCut(after: after, size: size)
        for (id, slot) in model.artworks.all where matcher.passes(id, slot) {
            cut.add(TimelineCursor(day: model.artworks[slot].date, artwork: id))
        }
        let page = cut.finished()

        var reading = TimelineView()
        reading.total = cut.count
        reading.next = page.next
        let skills = SkillsByChild(of: model) { matcher.isOpen($0) }
        let begun = after.map { CalendarMonth(of: $0.day) }
        for key in page.keys {
            guard let slot = model.artworks.slot(of: key.artwork) else { continue }
            let month = CalendarMonth(of: key.day)
            if reading.months.last?.month != month {
                reading.months.append(
                    .init(month: month, isContinued: month == begun, trends: [], milestones: [], entries: []))
            }
            let entry = entry(key, model.artworks[slot], skills)
            reading.months[reading.months.count - 1].entries.append(entry)
        }
        if matcher.asksOnlyWhoseAndWhen { add(milestones(through: matcher), begun: begun, to: &reading) }
        for place in reading.months.indices where !reading.months[place].isContinued {
            reading.months[place].trends = skills.trends(
                in: reading.months[place].month, today: today, isNamed: filter.children.count != 1)
        }
        return reading
    }

    private func entry(_ key: TimelineCursor, _ artwork: Artwork, _ skills: SkillsByChild) -> TimelineView.Entry {
        let child = model.children[artwork.child]
        let images = artwork.shownImages
        return TimelineView.Entry(
            id: key.artwork, title: title(of: artwork), day: key.day, child: artwork.child,
            childName: child?.name.text ?? "", age: child?.age(on: key.day), category: artwork.category,
            isFavourite: artwork.isFavourite, images: images.count,
            digest: images.first.map { hexText($0.facts.file.digest) } ?? "", badges: skills.badges(of: key, artwork))
    }

    /// Returns the milestones for the children and days that the matcher accepts, latest first.
    private func milestones(through matcher: ArtworkMatcher) -> [(day: CalendarDay, id: MilestoneID, words: String)] {
        var found: [(day: CalendarDay, id: MilestoneID, words: String)] = []
        for (id, slot) in model.milestones.all {
            let milestone = model.milestones[slot]
            guard !milestone.isHidden, !milestone.isWithdrawn, matcher.isOpen(milestone.child),
                matcher.covers(milestone.day), let child = model.children[milestone.child]
            else { continue }
            let words = milestone.day.text + "  " + milestone.kind.words + " · " + child.name.text
            found.append((milestone.day, id, words))
        }
        return found.sorted { $0.day != $1.day ? $0.day > $1.day : $0.id > $1.id }
    }

    /// Puts milestones into their months, and months between the works that have nothing else beside them.
    private func add(
        _ milestones: [(day: CalendarDay, id: MilestoneID, words: String)], begun: CalendarMonth?,
        to reading: inout TimelineView
    ) {
        // A month belongs to the page on which it begins; those behind the last work wait for the next page.
        let end = reading.next == nil ? nil : reading.months.last?.month
        for (day, _, words) in milestones {
            let month = CalendarMonth(of: day)
            if let begun, month >= begun { continue }
            if let end, month < end { continue }
            var place = 0
            while place < reading.months.count, reading.months[place].month > month { place += 1 }
            if place == reading.months.count || reading.months[place].month != month {
                reading.months.insert(
                    .init(month: month, isContinued: false, trends: [], milestones: [], entries: []), at: place)
            }
            reading.months[place].milestones.append(words)
        }
    }
}

/// The skills of several children, worked out in one walk over all artworks.
struct SkillsByChild {
    private var model: StudioModel
    /// Sorted by name.
    private(set) var children: [(id: ChildID, name: String, series: [SkillSeries])] = []

    init(of model: StudioModel, where isWanted: (ChildID) -> Bool) {
        self.model = model
        var measured: [[MeasuredArtwork]] = []
        var isCounted: [Bool] = []
        for (id, _) in model.children.all {
            measured.append([])
            isCounted.append(isWanted(id) && model.allows(.analysis, for: id))
        }
        for (id, slot) in model.artworks.all where model.artworks[slot].flags.isLive {
            guard let child = model.children.slot(of: model.artworks[slot].child), isCounted[child.index],
                let artwork = model.measured(id, model.artworks[slot])
            else { continue }
            measured[child.index].append(artwork)
        }
        for (id, slot) in model.children.all where model.children[slot].flags.isLive && isWanted(id) {
            children.append((id, model.children[slot].name.text, SkillSeries.all(of: measured[slot.index])))
        }
        children.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
    }

    func series(of child: ChildID) -> [SkillSeries] { children.first { $0.id == child }?.series ?? [] }

    /// Returns the changes in a month, by child and by skill; empty where there is nothing to compare with.
    func trends(in month: CalendarMonth, today: CalendarDay, isNamed: Bool) -> [String] {
        var found: [String] = []
        for child in children {
            for series in child.series {
                guard let trend = series.trend(in: month), trend.change != nil else { continue }
                found.append((isNamed ? child.name + ": " : "") + trend.sentence(today: today))
            }
        }
        return found
    }

    /// `Writing: Improving`, for each skill that the artwork shows.
    func badges(of key: TimelineCursor, _ artwork: Artwork) -> [String] {
        let series = series(of: artwork.child)
        guard !series.isEmpty, let measured = model.measured(key.artwork, artwork) else { return [] }
        var badges: [String] = []
        for series in series where measured.latest(series.skill, by: series.method) != nil {
            let badge = series.trend(in: CalendarMonth(of: key.day))?.badge ?? ""
            if !badge.utf8.isEmpty { badges.append(badge) }
        }
        return badges
    }
}
