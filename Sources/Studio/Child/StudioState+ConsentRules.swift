import Kernel

// The rules of consent and of reminders: what the family as a whole decides.
extension StudioState {
    func give(_ purpose: ConsentPurpose, _ child: ChildID?, notice: String) throws(StudioRefusal) -> [StudioEvent] {
        let holder = try holder(child)
        try check(notice, .notice, max: Consents.noticeBytesMax)
        if let consents = model.consents[holder], let index = consents.index(of: purpose) {
            let entry = consents.entries[index]
            let isSame = notice.utf8.isEmpty || notice.utf8.elementsEqual(entry.notice.utf8)
            if entry.answer == .given, isSame { return [] }
        }
        if let child { try openChild(child) }
        return [.consentGiven(holder, purpose, notice: notice)]
    }

    /// At once, and whatever was under way for want of nothing but this consent is stopped first.
    func withdraw(_ purpose: ConsentPurpose, _ child: ChildID?) throws(StudioRefusal) -> [StudioEvent] {
        let holder = try holder(child)
        guard model.consents[holder]?.answer(to: purpose) != .withdrawn else { return [] }
        let notice = model.consents[holder].flatMap { consents in
            consents.index(of: purpose).map { consents.entries[$0].notice }
        }
        let answer = StudioEvent.consentWithdrawn(holder, purpose, notice: notice ?? "")
        return stops(of: purpose, after: answer) + [answer]
    }

    /// Returns the events that stop the work under way that would have no consent after `answer`.
    ///
    /// - Complexity: O(analyses) or O(stories).
    func stops(of purpose: ConsentPurpose, after answer: StudioEvent) -> [StudioEvent] {
        var then = model
        then.apply(answer)
        var events: [StudioEvent] = []
        switch purpose {
        case .analysis:
            for (id, slot) in model.analyses.all {
                let analysis = model.analyses[slot]
                guard analysis.status == .pending, !analysis.isWithdrawn,
                    let child = model.artworks[analysis.artwork]?.child, !then.allows(.analysis, for: child)
                else { continue }
                events.append(.analysisStopped(id))
            }
        case .stories:
            for (id, slot) in model.stories.all where !model.stories[slot].flags.isWithdrawn {
                for (index, version) in model.stories[slot].versions.enumerated() {
                    guard version.status == .pending, !version.isWithdrawn,
                        children(of: version.request).contains(where: { !then.allows(.stories, for: $0) })
                    else { continue }
                    events.append(.storyStopped(id, version: index + 1))
                }
            }
        case .training: break
        }
        return events
    }

    private func holder(_ child: ChildID?) throws(StudioRefusal) -> EntityID {
        guard let child else { return FamilyID.ours.entity }
        _ = try self.child(child)
        return child.entity
    }

    /// Quiet unless seven days went by since the last upload, and since the last reminder. Requirement J-208.
    ///
    /// A family that never uploaded anything is not reminded of it.
    /// - Complexity: O(artworks).
    func remindOfUpload(today: CalendarDay) throws(StudioRefusal) -> [StudioEvent] {
        try check(today)
        let reminders = model.reminders
        guard !reminders.areOff, let last = model.lastUpload else { return [] }
        if let until = reminders.snoozedUntil, today < until { return [] }
        let since = max(last.daysSinceEpoch, reminders.lastSent?.daysSinceEpoch ?? last.daysSinceEpoch)
        guard today.daysSinceEpoch - since >= Reminders.quietDays else { return [] }
        return [.uploadReminded(.ours, on: today)]
    }

    func snooze(until day: CalendarDay?, today: CalendarDay) throws(StudioRefusal) -> [StudioEvent] {
        guard model.reminders.snoozedUntil != day else { return [] }
        try check(today)
        if let day {
            let days = day.daysSinceEpoch - today.daysSinceEpoch
            guard (1...Reminders.snoozeDaysMax).contains(days) else { throw .badSnooze(day) }
        }
        return [.remindersSnoozed(.ours, until: day)]
    }
}
