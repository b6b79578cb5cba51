package import Kernel

/// The filter of a gallery or a smart album: an artwork must match every condition given here.
package struct ArtworkFilter: Sendable, Equatable {
    /// Children, categories or tags in one filter.
    package static let choicesMax = 100

    /// Any of them; empty: all.
    package var children: [ChildID]
    /// Any of them; empty: all.
    package var categories: [ArtworkCategory]
    /// Every one of them.
    package var tags: [Name]
    package var from: CalendarDay?
    package var through: CalendarDay?
    package var favouritesOnly: Bool
    /// With an analysis that says something of this skill.
    package var skill: Skill?

    package init(
        children: [ChildID] = [], categories: [ArtworkCategory] = [], tags: [Name] = [], from: CalendarDay? = nil,
        through: CalendarDay? = nil, favouritesOnly: Bool = false, skill: Skill? = nil
    ) {
        self.children = children
        self.categories = categories
        self.tags = tags
        self.from = from
        self.through = through
        self.favouritesOnly = favouritesOnly
        self.skill = skill
    }
}

extension ArtworkFilter {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("children", children.map { $0.text })
            json.field("categories", categories.map { spelled($0.fieldName) })
            json.field("tags", tags.map { $0.text })
            json.field("from", from?.text)
            json.field("through", through?.text)
            json.field("favouritesOnly", favouritesOnly)
            json.field("skill", skill.map { spelled($0.fieldName) })
        }
    }
}

extension ArtworkFilter: FieldMessage {
    package static var schemaName: StaticString { "ArtworkFilter" }
    package static var blank: ArtworkFilter { ArtworkFilter() }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "children", omittable: &children)
        coder.field(2, "categories", omittable: &categories)
        coder.field(3, "tags", omittable: &tags)
        coder.field(4, "from", &from)
        coder.field(5, "through", &through)
        coder.field(6, "favourites_only", omittable: &favouritesOnly)
        coder.field(7, "skill", &skill)
    }
}
