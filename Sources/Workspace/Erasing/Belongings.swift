import Boards
import Capture
package import Kernel
import Notes
import Studio

/// Everything that goes with a thing when it is erased.
///
/// Things only: which records tell of them, `WorkspaceEvent.goes(about:with:)` says.
package struct Belongings: Sendable, Equatable {
    /// The thing that was named.
    package var target: EntityID
    package var kind: ErasedKind
    /// The target and all that belongs to it, each once; in the order in which it was found.
    package private(set) var things: [Thing] = []
    /// Things that were made out of what goes, and stay: the parts that an item was split into.
    package var offspring: [Referent] = []
    private var seen: Set<Subject> = []
    /// Identifiers of things that go which something of another kind has as well, and that stays.
    private var shared: Set<EntityID> = []

    package struct Thing: Sendable, Equatable {
        package var kind: SubjectKind
        package var entity: EntityID
        /// `folder`, `note`, `merged item`…, for counting.
        package var word: String
    }

    init(_ target: EntityID, _ kind: ErasedKind) {
        self.target = target
        self.kind = kind
        if let subject = kind.subject { add(subject, target, as: kind.word) }
    }

    /// Goes with it too. What `offspring` then has twice, or what goes, `separated(in:)` leaves out.
    fileprivate mutating func formUnion(_ other: Belongings) {
        for thing in other.things { add(thing.kind, thing.entity, as: thing.word) }
        offspring += other.offspring
    }

    package func holds(_ subject: Subject) -> Bool { seen.contains(subject) }
    package func holds<Kind>(_ kind: SubjectKind, _ id: Identifier<Kind>) -> Bool { holds(Subject(kind, id)) }

    /// Whether something that has the identifier goes, and nothing that has it stays.
    func holdsAll(of id: EntityID) -> Bool {
        !shared.contains(id) && SubjectKind.allCases.contains { holds($0, id) }
    }

    /// Notes what stays of those that share an identifier.
    fileprivate func separated(in view: WorkspaceView) -> Belongings {
        var found = self
        var met: Set<Referent> = []
        found.offspring.removeAll { seen.contains(Subject($0)) || !met.insert($0).inserted }
        for thing in things where view.kinds(of: thing.entity).contains(where: { !holds($0, thing.entity) }) {
            found.shared.insert(thing.entity)
        }
        return found
    }

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

    /// - Parameter word: what it is counted as; its kind unless said.
    /// - Returns: whether it was not there yet.
    @discardableResult
    mutating func add<Kind>(_ kind: SubjectKind, _ id: Identifier<Kind>, as word: String? = nil) -> Bool {
        guard seen.insert(Subject(kind, id)).inserted else { return false }
        things.append(Thing(kind: kind, entity: id.entity, word: word ?? kind.word))
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
        return found.separated(in: self)
    }

    /// What goes with a person's name: itself, and what their devices are called. What they wrote stays.
    package func belongings(ofName actor: ActorID, on devices: [DeviceID] = []) -> Belongings {
        var found = Belongings(actor.entity, .person)
        for device in devices where registry.devices[device] != nil { found.add(.device, device) }
        return found.separated(in: self)
    }

    /// What goes with everything that was deleted before `moment`, and with some files.
    package func oldBelongings(trashedBefore moment: Instant?, files: [AttachmentID]) -> Belongings {
        var found = Belongings(.everythingOld, .old)
        for line in trash().things {
            guard let moment, let trashed = line.trashed, trashed < moment else { continue }
            found.formUnion(belongings(of: line.thing.referent))
        }
        for file in files { found.add(.file, file) }
        return found.separated(in: self)
    }

    /// What goes with an attached file: itself.
    package func belongings(of file: AttachmentID) -> Belongings {
        Belongings(file.entity, .attachment).separated(in: self)
    }
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

    /// Of which kind a thing is that is erased as this; nil for what names no one thing.
    fileprivate var subject: SubjectKind? {
        switch self {
        case .folder: .folder
        case .note: .note
        case .attachment: .file
        case .board: .board
        case .column: .column
        case .card: .card
        case .item: .item
        case .collection: .collection
        case .child: .child
        case .artwork: .artwork
        case .album: .album
        case .story: .story
        case .person: .actor
        case .old: nil
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
                if found.add(.folder, id) { waiting.append(id) }
            }
        }
        for (id, entry) in zip(notes.notes.ids, notes.notes.entries) {
            if let folder = entry.folder, found.holds(.folder, folder) { found.add(.note, id) }
        }
        addFiles(to: &found)
    }

    private func addFiles(to found: inout Belongings) {
        for (id, entry) in zip(notes.attachments.ids, notes.attachments.entries) {
            let goes =
                switch entry.holder {
                case .folder(let folder): found.holds(.folder, folder)
                case .note(let note): found.holds(.note, note)
                }
            if goes { found.add(.file, id) }
        }
    }

    private func addColumns(of board: BoardID, to found: inout Belongings) {
        for (id, slot) in boards.arrangement.columns.all where boards.arrangement.columns[slot].board == board {
            found.add(.column, id)
        }
        for (id, slot) in boards.arrangement.cards.all
        where found.holds(.column, boards.arrangement.cards[slot].column) {
            found.add(.card, id)
        }
    }

    private func addCards(of column: ColumnID, to found: inout Belongings) {
        for (id, slot) in boards.arrangement.cards.all where boards.arrangement.cards[slot].column == column {
            found.add(.card, id)
        }
    }
}

// Captures.
extension WorkspaceView {
    /// Its files, the duplicates that were merged into it, and the runs that read it or made it.
    private func addMade(of item: ItemID, to found: inout Belongings) {
        let holdings = capture.holdings
        var duplicates: [ItemID: [ItemID]] = [:]
        for (id, slot) in holdings.items.all {
            if let survivor = holdings.items[slot].mergedInto { duplicates[survivor, default: []].append(id) }
        }
        var open = [item]
        while let survivor = open.popLast() {
            for id in duplicates[survivor] ?? [] where found.add(.item, id, as: "merged item") { open.append(id) }
        }
        for (id, slot) in holdings.files.all where found.holds(.item, holdings.files[slot].item) {
            found.add(.file, id)
        }
        addRuns(to: &found)
        for (id, slot) in holdings.items.all where !found.holds(.item, id) {
            guard let source = holdings.items[slot].source, found.holds(.item, source) else { continue }
            found.offspring.append(.item(id))
        }
    }

    /// A run quotes what it was given and what became of it.
    private func addRuns(to found: inout Belongings) {
        for (id, slot) in capture.holdings.runs.all where capture.holdings.runs[slot].names(anyOf: found) {
            found.add(.run, id)
        }
    }
}

extension OrganiseRun {
    /// Whether it read, quotes or made one of `things`.
    fileprivate func names(anyOf things: Belongings) -> Bool {
        if request.items.contains(where: { things.holds(.item, $0) }) { return true }
        for suggestion in outcome?.suggestions ?? []
        where suggestion.parts.contains(where: { things.holds(.item, $0.citation.item) }) {
            return true
        }
        for case .accepted(let made) in decisions {
            if let collection = made.collection, things.holds(.collection, collection) { return true }
            if made.items.contains(where: { things.holds(.item, $0) }) { return true }
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
            found.add(.artwork, id)
            works.append(id)
        }
        addMade(of: works, to: &found)
        for (id, slot) in family.milestones.all where family.milestones[slot].child == child {
            found.add(.milestone, id)
        }
        for (id, slot) in family.albums.all where isOnly(of: child, family.albums[slot], found) {
            found.add(.album, id)
        }
    }

    /// Analyses tell of the artwork, and a story tells what is to be seen on each of its artworks.
    private func addMade(of works: [ArtworkID], to found: inout Belongings) {
        let family = studio.family
        for work in works {
            for analysis in family.finder.analyses(of: work) { found.add(.analysis, analysis) }
        }
        for (id, slot) in family.stories.all where family.stories[slot].names(anyOf: found) {
            found.add(.story, id)
        }
    }

    /// An album that shows nothing but this child's works.
    private func isOnly(of child: ChildID, _ album: Album, _ found: Belongings) -> Bool {
        if let filter = album.filter { return filter.children == [child] }
        guard album.members.count > 0 else { return false }
        return album.members.all.allSatisfy { found.holds(.artwork, $0.id) }
    }
}

extension Story {
    /// Whether it is told around one of `things`, or speaks of one.
    fileprivate func names(anyOf things: Belongings) -> Bool {
        versions.contains { version in
            version.request.artworks.contains { things.holds(.artwork, $0) }
                || version.text?.passages.contains { $0.artworks.contains { things.holds(.artwork, $0) } } ?? false
        }
    }
}
