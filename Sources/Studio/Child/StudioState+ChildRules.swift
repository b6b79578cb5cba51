import Kernel

// The rules of children.
extension StudioState {
    func add(
        _ id: ChildID, name: Name, birth: CalendarMonth?, age: Int?, avatar: Avatar, today: CalendarDay
    ) throws(StudioRefusal) -> [StudioEvent] {
        let known = model.children[id]
        if let known, !known.flags.isWithdrawn { return [] }
        try check(name)
        try check(today)
        let birth = try self.birth(birth, age: age, today: today)
        try check(avatar)
        if let known {
            var events: [StudioEvent] = []
            if known.flags.isTrashed { events.append(.childRestored(id)) }
            if known.name != name { events.append(.childRenamed(id, name: name)) }
            if known.birth != birth { events.append(.childBirthCorrected(id, birth: birth)) }
            if known.avatar != avatar { events.append(.childPortrayed(id, avatar)) }
            return events + [.childReinstated(id)]
        }
        guard model.children.count < Self.childrenMax else { throw .tooMany(.children, max: Self.childrenMax) }
        return [.childAdded(id, name: name, birth: birth, avatar: avatar)]
    }

    private func birth(_ month: CalendarMonth?, age: Int?, today: CalendarDay) throws(StudioRefusal) -> Birth {
        if let month {
            guard month <= CalendarMonth(of: today) else { throw .birthInFuture }
            let years = Age.years(birth: month, on: today)
            guard Child.ages.contains(years) else { throw .badAge(years: years) }
            return Birth(month: month)
        }
        guard let age else { throw .noAge }
        guard Child.ages.contains(age) else { throw .badAge(years: age) }
        return Birth(month: Age.estimatedBirth(years: age, on: today), isEstimated: true)
    }

    func rename(_ id: ChildID, to name: Name) throws(StudioRefusal) -> [StudioEvent] {
        guard try child(id).name != name else { return [] }
        try check(name)
        try openChild(id)
        return [.childRenamed(id, name: name)]
    }

    func correctBirth(
        of id: ChildID, _ month: CalendarMonth?, today: CalendarDay
    ) throws(StudioRefusal) -> [StudioEvent] {
        let birth = month.map { Birth(month: $0) }
        guard try child(id).birth != birth else { return [] }
        try check(today)
        if let month {
            guard month <= CalendarMonth(of: today), Age.years(birth: month, on: today) <= Child.ageMax else {
                throw .birthInFuture
            }
        }
        try openChild(id)
        return [.childBirthCorrected(id, birth: birth)]
    }

    func portray(_ id: ChildID, _ avatar: Avatar) throws(StudioRefusal) -> [StudioEvent] {
        guard try child(id).avatar != avatar else { return [] }
        try check(avatar)
        try openChild(id)
        return [.childPortrayed(id, avatar)]
    }

    private func check(_ avatar: Avatar) throws(StudioRefusal) {
        switch avatar {
        case .none: return
        case .photo(let file): try check(file)
        case .emoji(let text):
            // One sign that no keyboard of letters has; which signs are emoji changes every year.
            guard text.utf8.count <= Child.emojiBytesMax, text.count == 1, text.utf8.allSatisfy({ $0 >= 0x20 }),
                !text.utf8.allSatisfy({ $0 < 0x80 })
            else { throw .badEmoji }
        }
    }
}
