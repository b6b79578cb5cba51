import Boards
import Capture
import Kernel
import Notes
import Studio

/// The rules of tags across domains: what renaming one everywhere, or taking it off everything, comes to.
struct TagRenaming {
    private let old: Name
    /// Nil: nothing comes in its place.
    private let new: Name?
    private let state: WorkspaceState
    private var events: [WorkspaceEvent] = []
    /// True if anything has the new one: then there was an old one, and this is the second time it is asked.
    private var isThere = false

    /// The events that put `new` in the place of `old` on everything, the trash included.
    ///
    /// - Complexity: O(things).
    static func events(
        _ old: Name, _ new: Name?, given state: WorkspaceState
    ) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        guard old != new else { return [] }
        if let new {
            _ = try checked(new.text)
            if let rest = new.rest(below: old), !rest.utf8.isEmpty { throw .across(.tagIntoItself(old, new)) }
        }
        var renaming = TagRenaming(old, new, state)
        try renaming.takeNotes()
        try renaming.takeCards()
        try renaming.takeCaptures()
        try renaming.takeArtworks()
        guard new == nil || renaming.isThere || !renaming.events.isEmpty else { throw .across(.noSuchTag(old)) }
        return renaming.events
    }

    private init(_ old: Name, _ new: Name?, _ state: WorkspaceState) {
        self.old = old
        self.new = new
        self.state = state
    }

    private static func checked(_ text: String) throws(WorkspaceRefusal) -> Name {
        do throws(NameFault) { return try Name(verbatim: text) } catch { throw .across(.badTag(error)) }
    }

    /// Returns the tags to remove from `tags`, and those that take their place.
    private mutating func change(_ tags: [Name]) throws(WorkspaceRefusal) -> (gone: [Name], come: [Name]) {
        var (gone, come): ([Name], [Name]) = ([], [])
        for tag in tags {
            if let new, tag.rest(below: new) != nil { isThere = true }
            let fate = try fate(of: tag)
            if fate == .stays { continue }
            gone.append(tag)
            if case .becomes(let name) = fate, !tags.contains(name), !come.contains(name) { come.append(name) }
        }
        return (gone, come)
    }

    private enum Fate: Equatable {
        case stays
        case goes
        case becomes(Name)
    }

    private func fate(of tag: Name) throws(WorkspaceRefusal) -> Fate {
        guard let rest = tag.rest(below: old) else { return .stays }
        guard let new else { return .goes }
        let name = try Self.checked(new.text + rest)
        return name == tag ? .stays : .becomes(name)
    }

    private mutating func takeNotes() throws(WorkspaceRefusal) {
        for (id, slot) in state.notes.notes.all
        where !state.notes.notes[slot].isWithdrawn && !state.notes.notes[slot].tags.isEmpty {
            let (gone, come) = try change(state.notes.notes[slot].tags)
            if !gone.isEmpty { events.append(.notes(.noteUntagged(id, gone))) }
            if !come.isEmpty { events.append(.notes(.noteTagged(id, come))) }
        }
    }

    /// A colour stays the colour of its label.
    private mutating func takeCards() throws(WorkspaceRefusal) {
        let cards = state.boards.model.cards
        for (id, slot) in cards.all where !cards[slot].flags.isWithdrawn && !cards[slot].tags.isEmpty {
            let tags = cards[slot].tags
            var (gone, come): ([CardTag], [CardTag]) = ([], [])
            for tag in tags where !tag.label.utf8.isEmpty {
                let label = Name(recorded: tag.label)
                if let new, label.rest(below: new) != nil { isThere = true }
                let fate = try fate(of: label)
                if fate == .stays { continue }
                gone.append(tag)
                guard case .becomes(let name) = fate else { continue }
                let other = CardTag(colour: tag.colour, label: name.text)
                if !tags.contains(other), !come.contains(other) { come.append(other) }
            }
            if !gone.isEmpty { events.append(.boards(.cardUntagged(id, gone))) }
            if !come.isEmpty { events.append(.boards(.cardTagged(id, come.sorted()))) }
        }
    }

    /// Captures have tags of their own as well, with colours: their domain knows what becomes of those.
    private mutating func takeCaptures() throws(WorkspaceRefusal) {
        let model = state.capture.model
        guard let new else {
            var names = model.tagNames.values.filter { $0.rest(below: old) != nil }
            for tag in model.tags.entries where tag.isLive && tag.name.rest(below: old) != nil {
                names.append(tag.name)
            }
            events += state.capture.deleting(values: names).map { .capture($0) }
            return
        }
        for value in model.tagNames.values where value.rest(below: new) != nil { isThere = true }
        do throws(CaptureRefusal) {
            let renamed = try CaptureDecider.decide(.renameTagValue(old, to: new), given: state.capture)
            events += renamed.map { .capture($0) }
        } catch {
            throw .capture(error)
        }
    }

    private mutating func takeArtworks() throws(WorkspaceRefusal) {
        let artworks = state.studio.model.artworks
        for (id, slot) in artworks.all where !artworks[slot].flags.isWithdrawn && !artworks[slot].tags.isEmpty {
            let (gone, come) = try change(artworks[slot].tags)
            if !gone.isEmpty { events.append(.studio(.artworkUntagged(id, gone))) }
            if !come.isEmpty { events.append(.studio(.artworkTagged(id, come))) }
        }
    }
}
