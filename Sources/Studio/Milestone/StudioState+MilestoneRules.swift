import Kernel

// The rules of milestones.
extension StudioState {
    func celebrate(
        _ id: MilestoneID, name: Name, of child: ChildID, on day: CalendarDay
    ) throws(StudioRefusal) -> [StudioEvent] {
        let known = model.milestones[id]
        if let known, !known.isWithdrawn { return [] }
        try check(name)
        try check(day)
        if let known {
            guard case .custom(let old) = known.kind else { throw .milestoneNamedByRule(id) }
            try openChild(known.child)
            var events: [StudioEvent] = []
            if old != name { events.append(.milestoneRenamed(id, name: name)) }
            if known.day != day { events.append(.milestoneDated(id, day)) }
            return events + [.milestoneReinstated(id)]
        }
        try openChild(child)
        try checkRoomForMilestones()
        return [.milestoneCelebrated(id, .custom(name), of: child, on: day)]
    }

    func rename(_ id: MilestoneID, to name: Name) throws(StudioRefusal) -> [StudioEvent] {
        guard case .custom(let old) = try milestone(id).kind else { throw .milestoneNamedByRule(id) }
        guard old != name else { return [] }
        try check(name)
        return [.milestoneRenamed(id, name: name)]
    }

    func date(_ id: MilestoneID, _ day: CalendarDay) throws(StudioRefusal) -> [StudioEvent] {
        guard try milestone(id).day != day else { return [] }
        try check(day)
        return [.milestoneDated(id, day)]
    }

    private func checkRoomForMilestones() throws(StudioRefusal) {
        guard model.milestones.count < Self.milestonesMax else {
            throw .tooMany(.milestones, max: Self.milestonesMax)
        }
    }
}

// Milestones that are celebrated automatically, together with their cause. Requirement J-005.
extension StudioState {
    /// The first artwork that a child ever had taken in; again when that was undone.
    func firstUpload(of child: ChildID, on day: CalendarDay) -> [StudioEvent] {
        let id = MilestoneID.firstUpload(of: child)
        guard model.existing(id) == nil, model.finder.artworksKept(of: child) == 0 else { return [] }
        return celebration(id, .firstUpload, of: child, on: day)
    }

    /// The first story that was told around a child's artworks; again when that was undone.
    func firstStory(of child: ChildID, on day: CalendarDay) -> [StudioEvent] {
        let id = MilestoneID.firstStory(of: child)
        guard model.existing(id) == nil else { return [] }
        for story in model.stories.entries where !story.flags.isWithdrawn && story.shown != nil {
            for version in story.versions where version.status == .told && !version.isWithdrawn {
                if children(of: version.request).contains(child) { return [] }
            }
        }
        return celebration(id, .firstStory, of: child, on: day)
    }

    /// Skills that came to a higher step than ever by what is about to be recorded, on the day of the artwork.
    func skillsRisen(by id: AnalysisID, _ result: AnalysisResult, _ artwork: Artwork) -> [StudioEvent] {
        guard let analysis = model.analyses[id] else { return [] }
        let before = model.measuredArtworks(of: artwork.child)
        var after = before.filter { $0.artwork != analysis.artwork }
        if let measured = model.measured(analysis.artwork, artwork, with: (id, result)) { after.append(measured) }
        var events: [StudioEvent] = []
        for rise in SkillLevels.rose(from: before, to: after) {
            events += celebration(
                .skillUp(rise, by: id), .skillUp(rise.skill, rise.step), of: artwork.child, on: artwork.date)
        }
        return events
    }

    /// Nothing when it was celebrated already, or when there is no room for one more: nobody's upload fails for that.
    func celebration(
        _ id: MilestoneID, _ kind: MilestoneKind, of child: ChildID, on day: CalendarDay
    ) -> [StudioEvent] {
        guard let known = model.milestones[id] else {
            guard model.milestones.count < Self.milestonesMax else { return [] }
            return [.milestoneCelebrated(id, kind, of: child, on: day)]
        }
        guard known.isWithdrawn else { return [] }
        return (known.day == day ? [] : [.milestoneDated(id, day)]) + [.milestoneReinstated(id)]
    }
}
