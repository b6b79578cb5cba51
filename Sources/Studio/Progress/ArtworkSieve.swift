import Kernel

/// An artwork filter made ready for many artworks: what it asks of a child is answered once and not for each of them.
struct ArtworkSieve {
    let filter: ArtworkFilter
    private let family: Family
    /// Beside the table of children: whether its artworks may pass at all.
    private var isOpen: [Bool] = []
    /// The same, for a filter that asks for a skill: whether its analyses may be looked at.
    private var isMeasured: [Bool] = []

    init(_ filter: ArtworkFilter, of family: Family) {
        self.filter = filter
        self.family = family
        for (id, slot) in family.children.all {
            isOpen.append(
                family.children[slot].standing.isLive && (filter.children.isEmpty || filter.children.contains(id)))
            isMeasured.append(filter.skill != nil && family.allows(.analysis, for: id))
        }
    }

    /// True if a filter says no more than whose works and of which days: then what is told of a month is told of all.
    var asksOnlyWhoseAndWhen: Bool {
        filter.categories.isEmpty && filter.tags.isEmpty && !filter.favouritesOnly && filter.skill == nil
    }

    func isOpen(_ child: ChildID) -> Bool { family.children.slot(of: child).map { isOpen[$0.index] } ?? false }

    func covers(_ day: CalendarDay) -> Bool {
        if let from = filter.from, day < from { return false }
        if let through = filter.through, day > through { return false }
        return true
    }

    /// - Complexity: one look-up; with a skill, one for each analysis of the artwork.
    func passes(_ id: ArtworkID, _ slot: Family.ArtworkSlot) -> Bool {
        let child = family.artworks[slot].child
        guard family.artworks[slot].standing.isLive, covers(family.artworks[slot].date),
            !filter.favouritesOnly || family.artworks[slot].isFavourite,
            filter.categories.isEmpty || filter.categories.contains(family.artworks[slot].category),
            let place = family.children.slot(of: child), isOpen[place.index]
        else { return false }
        for tag in filter.tags where !family.artworks[slot].tags.contains(tag) { return false }
        guard let skill = filter.skill else { return true }
        return isMeasured[place.index] && shows(skill, id)
    }

    private func shows(_ skill: Skill, _ artwork: ArtworkID) -> Bool {
        for id in family.finder.analyses(of: artwork) {
            guard let slot = family.analyses.slot(of: id), !family.analyses[slot].isWithdrawn,
                let metrics = family.analyses[slot].result?.metrics
            else { continue }
            if metrics.contains(where: { $0.skill == skill }) { return true }
        }
        return false
    }
}
