import Kernel

/// An artwork filter made ready for many artworks: what it asks of a child is answered once and not for each of them.
struct ArtworkMatcher {
    let filter: ArtworkFilter
    private let model: StudioModel
    /// Beside the table of children: whether its artworks may pass at all.
    private var isOpen: [Bool] = []
    /// The same, for a filter that asks for a skill: whether its analyses may be looked at.
    private var isMeasured: [Bool] = []

    init(_ filter: ArtworkFilter, of model: StudioModel) {
        self.filter = filter
        self.model = model
        for (id, slot) in model.children.all {
            isOpen.append(
                model.children[slot].flags.isLive && (filter.children.isEmpty || filter.children.contains(id)))
            isMeasured.append(filter.skill != nil && model.allows(.analysis, for: id))
        }
    }

    /// True if a filter says no more than the child and the days: then a month's statements cover all its works.
    var asksOnlyWhoseAndWhen: Bool {
        filter.categories.isEmpty && filter.tags.isEmpty && !filter.favouritesOnly && filter.skill == nil
    }

    func isOpen(_ child: ChildID) -> Bool { model.children.slot(of: child).map { isOpen[$0.index] } ?? false }

    func covers(_ day: CalendarDay) -> Bool {
        if let from = filter.from, day < from { return false }
        if let through = filter.through, day > through { return false }
        return true
    }

    /// - Complexity: one look-up; with a skill, one for each analysis of the artwork.
    func passes(_ id: ArtworkID, _ slot: StudioModel.ArtworkSlot) -> Bool {
        let child = model.artworks[slot].child
        guard model.artworks[slot].flags.isLive, covers(model.artworks[slot].date),
            !filter.favouritesOnly || model.artworks[slot].isFavourite,
            filter.categories.isEmpty || filter.categories.contains(model.artworks[slot].category),
            let place = model.children.slot(of: child), isOpen[place.index]
        else { return false }
        for tag in filter.tags where !model.artworks[slot].tags.contains(tag) { return false }
        guard let skill = filter.skill else { return true }
        return isMeasured[place.index] && shows(skill, id)
    }

    private func shows(_ skill: Skill, _ artwork: ArtworkID) -> Bool {
        for id in model.finder.analyses(of: artwork) {
            guard let slot = model.analyses.slot(of: id), !model.analyses[slot].isWithdrawn,
                let metrics = model.analyses[slot].result?.metrics
            else { continue }
            if metrics.contains(where: { $0.skill == skill }) { return true }
        }
        return false
    }
}
