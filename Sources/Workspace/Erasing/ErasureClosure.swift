import Boards
import Capture
package import Kernel
import Notes
import Studio

/// Everything that goes with a thing when it is erased.
///
/// Things only: which records tell of them, `WorkspaceEvent.goes(about:with:)` says.
package struct ErasureClosure: Sendable, Equatable {
    /// The thing that was named.
    package var target: EntityID
    package var kind: ErasedKind
    /// The target and all that belongs to it, each once; in the order in which it was found.
    package private(set) var things: [Thing] = []
    /// Things that were made out of what goes, and stay: the parts that an item was split into.
    package var offspring: [EntityRef] = []
    private var seen: Set<EntityKey> = []
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

    package func holds(_ subject: EntityKey) -> Bool { seen.contains(subject) }
    package func holds<Kind>(_ kind: SubjectKind, _ id: Identifier<Kind>) -> Bool { holds(EntityKey(kind, id)) }

    /// Returns whether something that has the identifier goes, and nothing that has it stays.
    func holdsAll(of id: EntityID) -> Bool {
        !shared.contains(id) && SubjectKind.allCases.contains { holds($0, id) }
    }

    /// Notes what stays of those that share an identifier.
    fileprivate func separated(in view: WorkspaceView) -> ErasureClosure {
        var found = self
        var met: Set<EntityRef> = []
        found.offspring.removeAll { seen.contains(EntityKey($0)) || !met.insert($0).inserted }
        for thing in things where view.kinds(of: thing.entity).contains(where: { !holds($0, thing.entity) }) {
            found.shared.insert(thing.entity)
        }
        return found
    }

    /// The number of things of each kind, the kinds in the order in which they came: `1 folder, 12 notes, 3 files`.
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

    /// - Parameter word: the word that it is counted under; its kind by default.
    /// - Returns: whether it was not there yet.
    @discardableResult
    mutating func add<Kind>(_ kind: SubjectKind, _ id: Identifier<Kind>, as word: String? = nil) -> Bool {
        guard seen.insert(EntityKey(kind, id)).inserted else { return false }
        things.append(Thing(kind: kind, entity: id.entity, word: word ?? kind.word))
        return true
    }
}

extension WorkspaceView {
    /// Returns the things to erase with `referent`: all that lies in it today, deleted and undone things too, and all that was
    /// made of it and tells what it was.
    ///
    /// - Complexity: O(things of its domain).
    package func closure(of referent: EntityRef) -> ErasureClosure {
        var found = ErasureClosure(referent.entity, ErasedKind(referent.kind))
        addAll(of: [referent], to: &found)
        return found.separated(in: self)
    }

    /// Returns the things to erase with a person's name: itself, and the names of their devices. The texts they wrote stay.
    package func closure(ofName actor: ActorID, on devices: [DeviceID] = []) -> ErasureClosure {
        var found = ErasureClosure(actor.entity, .person)
        for device in devices where registry.devices[device] != nil { found.add(.device, device) }
        return found.separated(in: self)
    }

    /// Returns the things to erase with all that was deleted before `moment`, and with some files.
    ///
    /// - Complexity: O(things), however many were deleted.
    package func oldBelongings(trashedBefore moment: Instant?, files: [AttachmentID]) -> ErasureClosure {
        var found = ErasureClosure(.everythingOld, .old)
        var targets: [EntityRef] = []
        if let moment {
            for line in trash().things where line.trashed.map({ $0 < moment }) ?? false {
                let kind = ErasedKind(line.thing.referent.kind)
                guard let subject = kind.subject else { continue }
                found.add(subject, line.thing.referent.entity, as: kind.word)
                targets.append(line.thing.referent)
            }
        }
        addAll(of: targets, to: &found)
        for file in files { found.add(.file, file) }
        return found.separated(in: self)
    }

    /// Returns the thing to erase for an attached file: itself.
    package func closure(of file: AttachmentID) -> ErasureClosure {
        ErasureClosure(file.entity, .attachment).separated(in: self)
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

// All kinds.
extension WorkspaceView {
    /// Adds what goes with `targets`, which are in `found` already.
    ///
    /// - Complexity: O(things of their domains), however many targets there are.
    private func addAll(of targets: [EntityRef], to found: inout ErasureClosure) {
        var (folders, items, children, artworks): ([FolderID], [ItemID], Set<ChildID>, [ArtworkID]) = ([], [], [], [])
        var kinds: Set<EntityKind> = []
        for target in targets {
            kinds.insert(target.kind)
            switch target {
            case .folder(let folder): folders.append(folder)
            case .item(let item): items.append(item)
            case .child(let child): children.insert(child)
            case .artwork(let artwork): artworks.append(artwork)
            case .note, .board, .column, .card, .collection, .album, .story: break
            }
        }
        if !folders.isEmpty { addContents(of: folders, to: &found) }
        if !folders.isEmpty || kinds.contains(.note) { addFiles(to: &found) }
        if kinds.contains(.board) { addColumns(to: &found) }
        if kinds.contains(.board) || kinds.contains(.column) { addCards(to: &found) }
        if !items.isEmpty { addMade(of: items, to: &found) }
        if !items.isEmpty || kinds.contains(.collection) { addRuns(to: &found) }
        if !items.isEmpty { addOffspring(to: &found) }
        if !children.isEmpty || !artworks.isEmpty { addWorks(of: children, and: artworks, to: &found) }
    }
}

// Notes and boards.
extension WorkspaceView {
    private func addContents(of folders: [FolderID], to found: inout ErasureClosure) {
        var inside: [FolderID: [FolderID]] = [:]
        for (id, entry) in zip(notes.tree.ids, notes.tree.entries) {
            if let parent = entry.parent { inside[parent, default: []].append(id) }
        }
        var waiting = folders
        while let parent = waiting.popLast() {
            for id in inside[parent] ?? [] where found.add(.folder, id) { waiting.append(id) }
        }
        for (id, entry) in zip(notes.notes.ids, notes.notes.entries) {
            if let folder = entry.folder, found.holds(.folder, folder) { found.add(.note, id) }
        }
    }

    private func addFiles(to found: inout ErasureClosure) {
        for (id, entry) in zip(notes.attachments.ids, notes.attachments.entries) {
            let goes =
                switch entry.holder {
                case .folder(let folder): found.holds(.folder, folder)
                case .note(let note): found.holds(.note, note)
                }
            if goes { found.add(.file, id) }
        }
    }

    private func addColumns(to found: inout ErasureClosure) {
        for (id, slot) in boards.model.columns.all
        where found.holds(.board, boards.model.columns[slot].board) {
            found.add(.column, id)
        }
    }

    private func addCards(to found: inout ErasureClosure) {
        for (id, slot) in boards.model.cards.all
        where found.holds(.column, boards.model.cards[slot].column) {
            found.add(.card, id)
        }
    }
}

// Captures.
extension WorkspaceView {
    /// Their files, and the duplicates that were merged into them.
    private func addMade(of items: [ItemID], to found: inout ErasureClosure) {
        let model = capture.model
        var duplicates: [ItemID: [ItemID]] = [:]
        for (id, slot) in model.items.all {
            if let survivor = model.items[slot].mergedInto { duplicates[survivor, default: []].append(id) }
        }
        var open = items
        while let survivor = open.popLast() {
            for id in duplicates[survivor] ?? [] where found.add(.item, id, as: "merged item") { open.append(id) }
        }
        for (id, slot) in model.files.all where found.holds(.item, model.files[slot].item) {
            found.add(.file, id)
        }
    }

    /// The parts that they were split into, which stay.
    private func addOffspring(to found: inout ErasureClosure) {
        let model = capture.model
        for (id, slot) in model.items.all where !found.holds(.item, id) {
            guard let source = model.items[slot].source, found.holds(.item, source) else { continue }
            found.offspring.append(.item(id))
        }
    }

    /// A run quotes what it was given and what became of it.
    private func addRuns(to found: inout ErasureClosure) {
        for (id, slot) in capture.model.runs.all where capture.model.runs[slot].names(anyOf: found) {
            found.add(.run, id)
        }
    }
}

extension OrganiseRun {
    /// Returns whether it read, quotes or made one of `things`.
    fileprivate func names(anyOf things: ErasureClosure) -> Bool {
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
    private func addWorks(of children: Set<ChildID>, and artworks: [ArtworkID], to found: inout ErasureClosure) {
        let family = studio.model
        var works = artworks
        for (id, slot) in family.artworks.all where children.contains(family.artworks[slot].child) {
            if found.add(.artwork, id) { works.append(id) }
        }
        addMade(of: works, to: &found)
        guard !children.isEmpty else { return }
        for (id, slot) in family.milestones.all where children.contains(family.milestones[slot].child) {
            found.add(.milestone, id)
        }
        for (id, slot) in family.albums.all {
            if let child = onlyChild(of: family.albums[slot]), children.contains(child) { found.add(.album, id) }
        }
    }

    /// Analyses tell of the artwork, and a story tells what is to be seen on each of its artworks.
    private func addMade(of works: [ArtworkID], to found: inout ErasureClosure) {
        let family = studio.model
        for work in works {
            for analysis in family.finder.analyses(of: work) { found.add(.analysis, analysis) }
        }
        for (id, slot) in family.stories.all where family.stories[slot].names(anyOf: found) {
            found.add(.story, id)
        }
    }

    /// The child whose works alone an album shows; nil for one of several or of none.
    private func onlyChild(of album: Album) -> ChildID? {
        if let filter = album.filter { return filter.children.count == 1 ? filter.children.first : nil }
        var only: ChildID?
        for (artwork, _) in album.members.all {
            guard let child = studio.model.artworks[artwork]?.child, only == nil || only == child else { return nil }
            only = child
        }
        return only
    }
}

extension Story {
    /// Returns whether it is told around one of `things`, or speaks of one.
    fileprivate func names(anyOf things: ErasureClosure) -> Bool {
        versions.contains { version in
            version.request.artworks.contains { things.holds(.artwork, $0) }
                || version.text?.passages.contains { $0.artworks.contains { things.holds(.artwork, $0) } } ?? false
        }
    }
}
