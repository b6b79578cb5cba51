import Boards
import Capture
package import Kernel
import Notes
import Studio

/// Everything that goes with a thing when it is erased.
///
/// Things only: which records tell of them, `WorkspaceEvent.names(_:)` says.
package struct Belongings: Sendable, Equatable {
    /// The thing that was named.
    package var target: EntityID
    package var kind: ErasedKind
    /// The target and all that belongs to it, each once; in the order in which it was found.
    package private(set) var things: [Thing] = []
    /// Things that were made out of what goes, and stay: the parts that an item was split into.
    package var offspring: [Referent] = []
    private var seen: Set<EntityID> = []

    package struct Thing: Sendable, Equatable {
        package var entity: EntityID
        /// `folder`, `note`, `drawing`…, for counting.
        package var word: String
    }

    init(_ target: EntityID, _ kind: ErasedKind) {
        self.target = target
        self.kind = kind
        if kind != .old { add(target, kind.word) }
    }

    /// Goes with it too.
    mutating func formUnion(_ other: Belongings) {
        for thing in other.things { add(thing.entity, thing.word) }
        offspring += other.offspring.filter { !offspring.contains($0) }
        let gone = seen
        offspring.removeAll { gone.contains($0.entity) }
    }

    package func holds(_ entity: EntityID) -> Bool { seen.contains(entity) }

    /// How many of each kind, the kinds in the order in which they came: `1 folder, 12 notes, 3 files`.
    package var words: String {
        var kinds: [(word: String, count: Int)] = []
        for thing in things {
            if let index = kinds.firstIndex(where: { $0.word.utf8.elementsEqual(thing.word.utf8) }) {
                kinds[index].count += 1
            } else {
                kinds.append((thing.word, 1))
            }
        }
        var text = ""
        for (index, kind) in kinds.enumerated() {
            text += (index == 0 ? "" : ", ") + Self.counted(kind.count, kind.word)
        }
        return text
    }

    private static func counted(_ count: Int, _ word: String) -> String {
        guard count != 1 else { return "1 " + word }
        let plural =
            switch word {
            case "child": "children"
            case "story": "stories"
            case "analysis": "analyses"
            default: word + "s"
            }
        return String(count) + " " + plural
    }

    /// - Returns: whether it was not there yet.
    @discardableResult
    mutating func add(_ entity: EntityID, _ word: String) -> Bool {
        guard seen.insert(entity).inserted else { return false }
        things.append(Thing(entity: entity, word: word))
        return true
    }
}

extension WorkspaceView {
    /// What goes with `referent`: everything that lies in it today, deleted and undone things too, and everything that was
    /// made of it and tells what it was.
    ///
    /// - Complexity: O(things of its domain).
    package func belongings(of referent: Referent) -> Belongings {
        var found = Belongings(referent.entity, ErasedKind(referent.kind))
        switch referent {
        case .folder(let folder): addContents(of: folder, to: &found)
        case .note: addFiles(to: &found)
        case .board(let board): addColumns(of: board, to: &found)
        case .column(let column): addCards(of: column, to: &found)
        case .card, .collection, .album, .story: break
        case .item(let item): addMade(of: item, to: &found)
        case .child(let child): addWorks(of: child, to: &found)
        case .artwork(let artwork): addMade(of: [artwork], to: &found)
        }
        if referent.kind == .collection { addRuns(to: &found) }
        return found
    }

    /// What goes with a person's name: itself. What they wrote stays.
    package func belongings(ofName actor: ActorID) -> Belongings { Belongings(actor.entity, .person) }

    /// What goes with everything that was deleted before `moment`, and with some files.
    package func oldBelongings(trashedBefore moment: Instant?, files: [AttachmentID]) -> Belongings {
        var found = Belongings(.everythingOld, .old)
        for line in trash().things {
            guard let moment, let trashed = line.trashed, trashed < moment else { continue }
            found.formUnion(belongings(of: line.thing.referent))
        }
        for file in files { found.add(file.entity, "file") }
        return found
    }

    /// What goes with an attached file: itself.
    package func belongings(of file: AttachmentID) -> Belongings { Belongings(file.entity, .attachment) }
}

extension ErasedKind {
    fileprivate init(_ kind: EntityKind) {
        self =
            switch kind {
            case .folder: .folder
            case .note: .note
            case .board: .board
            case .column: .column
            case .card: .card
            case .item: .item
            case .collection: .collection
            case .child: .child
            case .artwork: .artwork
            case .album: .album
            case .story: .story
            }
    }
}

// Notes and boards.
extension WorkspaceView {
    private func addContents(of folder: FolderID, to found: inout Belongings) {
        // Parents first, whatever the order in which folders were made: what was found may hold more.
        var waiting = [folder]
        while let parent = waiting.popLast() {
            for (id, entry) in zip(notes.tree.ids, notes.tree.entries) where entry.parent == parent {
                if found.add(id.entity, "folder") { waiting.append(id) }
            }
        }
        for (id, entry) in zip(notes.notes.ids, notes.notes.entries) {
            if let folder = entry.folder, found.holds(folder.entity) { found.add(id.entity, "note") }
        }
        addFiles(to: &found)
    }

    private func addFiles(to found: inout Belongings) {
        for (id, entry) in zip(notes.attachments.ids, notes.attachments.entries) {
            let holder =
                switch entry.holder {
                case .folder(let folder): folder.entity
                case .note(let note): note.entity
                }
            if found.holds(holder) { found.add(id.entity, "file") }
        }
    }

    private func addColumns(of board: BoardID, to found: inout Belongings) {
        for (id, slot) in boards.arrangement.columns.all where boards.arrangement.columns[slot].board == board {
            found.add(id.entity, "column")
        }
        for (id, slot) in boards.arrangement.cards.all
        where found.holds(boards.arrangement.cards[slot].column.entity) {
            found.add(id.entity, "card")
        }
    }

    private func addCards(of column: ColumnID, to found: inout Belongings) {
        for (id, slot) in boards.arrangement.cards.all where boards.arrangement.cards[slot].column == column {
            found.add(id.entity, "card")
        }
    }
}

// Captures.
extension WorkspaceView {
    /// Its files, the duplicates that were merged into it, and the runs that read it or made it.
    private func addMade(of item: ItemID, to found: inout Belongings) {
        let holdings = capture.holdings
        var hasMore = true
        while hasMore {
            hasMore = false
            for (id, slot) in holdings.items.all {
                guard let survivor = holdings.items[slot].mergedInto, found.holds(survivor.entity) else { continue }
                if found.add(id.entity, "merged item") { hasMore = true }
            }
        }
        for (id, slot) in holdings.files.all where found.holds(holdings.files[slot].item.entity) {
            found.add(id.entity, "file")
        }
        addRuns(to: &found)
        for (id, slot) in holdings.items.all where !found.holds(id.entity) {
            guard let source = holdings.items[slot].source, found.holds(source.entity) else { continue }
            found.offspring.append(.item(id))
        }
    }

    /// A run quotes what it was given and what became of it.
    private func addRuns(to found: inout Belongings) {
        for (id, slot) in capture.holdings.runs.all where capture.holdings.runs[slot].names(found.holds) {
            found.add(id.entity, "organising run")
        }
    }
}

extension OrganiseRun {
    /// Whether it read, quotes or made one of the things that `isMeant` says yes to.
    fileprivate func names(_ isMeant: (EntityID) -> Bool) -> Bool {
        if request.items.contains(where: { isMeant($0.entity) }) { return true }
        for suggestion in outcome?.suggestions ?? []
        where suggestion.parts.contains(where: { isMeant($0.citation.item.entity) }) {
            return true
        }
        for case .accepted(let made) in decisions {
            if let collection = made.collection, isMeant(collection.entity) { return true }
            if made.items.contains(where: { isMeant($0.entity) }) { return true }
        }
        return false
    }
}

// The studio.
extension WorkspaceView {
    private func addWorks(of child: ChildID, to found: inout Belongings) {
        let family = studio.family
        var works: [ArtworkID] = []
        for (id, slot) in family.artworks.all where family.artworks[slot].child == child {
            found.add(id.entity, "artwork")
            works.append(id)
        }
        addMade(of: works, to: &found)
        for (id, slot) in family.milestones.all where family.milestones[slot].child == child {
            found.add(id.entity, "milestone")
        }
        for (id, slot) in family.albums.all where isOnly(of: child, family.albums[slot], found) {
            found.add(id.entity, "album")
        }
    }

    /// Analyses tell of the artwork, and a story tells what is to be seen on each of its artworks.
    private func addMade(of works: [ArtworkID], to found: inout Belongings) {
        let family = studio.family
        for work in works {
            for analysis in family.finder.analyses(of: work) { found.add(analysis.entity, "analysis") }
        }
        for (id, slot) in family.stories.all where family.stories[slot].names(found.holds) {
            found.add(id.entity, "story")
        }
    }

    /// An album that shows nothing but this child's works.
    private func isOnly(of child: ChildID, _ album: Album, _ found: Belongings) -> Bool {
        if let filter = album.filter { return filter.children == [child] }
        guard album.members.count > 0 else { return false }
        return album.members.all.allSatisfy { found.holds($0.id.entity) }
    }
}

extension Story {
    fileprivate func names(_ isMeant: (EntityID) -> Bool) -> Bool {
        versions.contains { version in
            version.request.artworks.contains { isMeant($0.entity) }
                || version.text?.passages.contains { $0.artworks.contains { isMeant($0.entity) } } ?? false
        }
    }
}
