import Boards
import Capture
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

/// A workspace in memory, with just enough of a runtime to perform plans: it decides, evolves, projects and remembers.
struct Workshop {
    private(set) var state = WorkspaceState()
    private(set) var view = WorkspaceView()
    private(set) var events: [(event: WorkspaceEvent, instant: Instant, actor: ActorID)] = []
    /// Indices into `events`, by whom they are about.
    private var byEntity: [EntityID: [Int]] = [:]

    static let me = ActorID(hi: 1, lo: 1)
    static let now = Instant(text: "2026-11-21T08:00:00Z")!

    mutating func perform(_ step: ImportStep) throws(WorkspaceRefusal) {
        for event in try step.events(given: state) {
            record(event, at: step.originTime ?? Self.now, by: step.originActor ?? Self.me)
        }
    }

    mutating func perform(_ plan: ImportPlan) throws(WorkspaceRefusal) {
        for step in plan.steps { try perform(step) }
    }

    mutating func perform(_ command: NoteCommand) throws(WorkspaceRefusal) {
        try perform(ImportStep(.notes(command)))
    }

    mutating func perform(_ command: BoardCommand) throws(WorkspaceRefusal) {
        try perform(ImportStep(.boards(command)))
    }

    mutating func record(_ event: WorkspaceEvent, at instant: Instant = Workshop.now, by actor: ActorID = Workshop.me) {
        WorkspaceDecider.evolve(&state, with: event)
        byEntity[event.encoded().subject, default: []].append(events.count)
        events.append((event, instant, actor))
        WorkspaceProjection.project(
            Recorded(
                position: Position(UInt64(events.count)), actor: actor, device: DeviceID(hi: 2, lo: 2),
                instant: instant,
                event: event),
            into: &view)
    }

    /// Takes back everything since `count` events, as undoing an import does: what was made is withdrawn, what was
    /// noted is forgotten; of things that were made, what was noted may stay, since withdrawing them is enough.
    mutating func withdraw(since count: Int, forgetting: Bool = true) throws {
        for index in stride(from: events.count - 1, through: count, by: -1) {
            switch events[index].event {
            case .notes(.folderCreated(let id, _, _)): record(.notes(.folderWithdrawn(id)))
            case .notes(.noteCreated(let id, _, _, _)): record(.notes(.noteWithdrawn(id)))
            case .notes(.fileAttached(let id, _, _)): record(.notes(.fileDetached(id)))
            case .boards(.boardOpened(let id, _)): record(.boards(.boardWithdrawn(id)))
            case .boards(.columnAdded(let id, _, _, _)): record(.boards(.columnWithdrawn(id)))
            case .boards(.cardAdded(let id, _, _, _, _)): record(.boards(.cardWithdrawn(id)))
            case .boards(.fileAttached(let card, let id, _)): record(.boards(.fileDetached(card, id)))
            case .studio(.childAdded(let id, _, _, _)): record(.studio(.childWithdrawn(id)))
            case .studio(.artworkUploaded(let id, _, _)): record(.studio(.artworkWithdrawn(id)))
            case .capture(.itemCaptured(let id, _, _, _)): record(.capture(.itemWithdrawn(id)))
            case .capture(.collectionCreated(let id, _, _)): record(.capture(.collectionWithdrawn(id)))
            case .registry(.sourceRecorded(let id, _, _, _)) where forgetting: record(.registry(.sourceForgotten(id)))
            default: break
            }
        }
    }

    func history(of entity: EntityID) -> TextHistory {
        var history = TextHistory()
        for index in byEntity[entity] ?? [] { history.ingest(events[index].event) }
        return history
    }

    func plan(
        _ url: URL, into name: String? = nil, format: ImportFormat? = nil, pictures: PicturesWish? = nil
    ) throws -> ImportPlan {
        try ImportSource(url, format: format).plan(into: name, pictures: pictures, state: state) { history(of: $0) }
    }

    /// Plans and performs.
    @discardableResult
    mutating func importing(
        _ url: URL, into name: String? = nil, format: ImportFormat? = nil, pictures: PicturesWish? = nil
    ) throws -> ImportPlan {
        let plan = try plan(url, into: name, format: format, pictures: pictures)
        try perform(plan)
        return plan
    }
}

// MARK: - Looking at it

extension Workshop {
    /// Bodies by path, of all notes that can be seen.
    var notesByPath: [String: String] {
        var found: [String: String] = [:]
        for (id, note) in zip(view.notes.notes.ids, view.notes.notes.entries) where view.notes.isVisible(id) {
            let folder = note.folder.map { view.notes.path(of: $0) + "/" } ?? ""
            found[folder + note.title.text] = note.body.string
        }
        return found
    }

    func note(_ path: String) throws -> (id: NoteID, entry: NotesView.NoteEntry) {
        let found = zip(view.notes.notes.ids, view.notes.notes.entries).first { id, note in
            view.notes.isVisible(id)
                && (note.folder.map { view.notes.path(of: $0) + "/" } ?? "") + note.title.text == path
        }
        return try #require(found)
    }

    /// Cards by title, withdrawn and trashed ones aside.
    func card(_ title: String) throws -> (id: CardID, card: Card) {
        let cards = state.boards.model.cards
        let found = cards.all.first { cards[$0.slot].title.text == title && !cards[$0.slot].flags.isWithdrawn }
        let (id, slot) = try #require(found)
        return (id, cards[slot])
    }
}
