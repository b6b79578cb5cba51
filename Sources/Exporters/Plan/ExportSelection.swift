import Boards
import Capture
import Kernel
import Notes
import Studio
package import Workspace

/// The things that an export takes along: everything, or chosen ones, with what is in them and what they stand in.
///
/// A thing that only stands around a chosen one (the folders above a note, the board of a card, the child of an artwork)
/// comes with its name and its facts, and without what else is in it.
package struct ExportSelection: Sendable {
    /// Chosen, or in something chosen; nil: everything.
    private var chosen: Set<EntityID>?
    private var around: Set<EntityID> = []

    package static let everything = ExportSelection()

    private init() {}

    /// - Complexity: O(what the workspace holds).
    package init(of things: [EntityRef], in view: WorkspaceView) {
        chosen = Set(things.map { $0.entity })
        addNotes(view.notes)
        addBoards(view.boards.model)
        addCaptures(view.capture.model)
        addStudio(view.studio.model)
    }

    var isEverything: Bool { chosen == nil }

    /// Returns whether the thing was chosen, with all that is in it.
    func takes<Kind>(_ id: Identifier<Kind>) -> Bool { chosen?.contains(id.entity) ?? true }

    /// Returns whether the thing is written at all: chosen, or around something that was.
    func holds<Kind>(_ id: Identifier<Kind>) -> Bool { takes(id) || around.contains(id.entity) }

    private mutating func choose<Kind>(_ id: Identifier<Kind>) { chosen?.insert(id.entity) }
    private mutating func surround<Kind>(_ id: Identifier<Kind>) { around.insert(id.entity) }
}

// What is in a chosen thing, and what stands around it, by domain.
extension ExportSelection {
    private mutating func addNotes(_ view: NotesView) {
        // The nearest folders first, so that each knows whether the ones above it are chosen.
        func path(from folder: FolderID?) -> [FolderID] {
            var path: [FolderID] = []
            var at = folder
            while let id = at, path.count < view.tree.count {
                path.append(id)
                at = view.tree[id]?.parent
            }
            return path
        }
        for id in view.tree.ids {
            let path = path(from: id)
            guard path.contains(where: { takes($0) }) else { continue }
            choose(id)
            for folder in path { surround(folder) }
        }
        for (id, note) in zip(view.notes.ids, view.notes.entries) {
            let path = path(from: note.folder)
            guard takes(id) || path.contains(where: { takes($0) }) else { continue }
            choose(id)
            for folder in path { surround(folder) }
        }
    }

    private mutating func addBoards(_ model: BoardsModel) {
        for (board, _) in model.boards.all {
            for column in model.columns(of: board).ids {
                if takes(board) { choose(column) }
                for card in model.cards(of: column).ids {
                    if takes(column) { choose(card) }
                    if takes(card) { surround(column) }
                }
                if holds(column) { surround(board) }
            }
        }
    }

    private mutating func addCaptures(_ model: CaptureModel) {
        for (id, slot) in model.items.all
        where model.items[slot].memberships.contains(where: { takes($0.collection) }) {
            choose(id)
        }
        var names: Set<Name> = []
        for (id, slot) in model.items.all where takes(id) { names.formUnion(model.items[slot].tags) }
        for (id, slot) in model.tags.all where names.contains(model.tags[slot].name) { surround(id) }
    }

    private mutating func addStudio(_ family: StudioModel) {
        for (id, slot) in family.stories.all where takes(id) {
            for version in family.stories[slot].versions {
                for artwork in version.request.artworks { choose(artwork) }
            }
        }
        for (id, slot) in family.albums.all where takes(id) {
            for (artwork, member) in zip(family.albums[slot].members.ids, family.albums[slot].members.entries)
            where !member.isRemoved {
                choose(artwork)
            }
        }
        for (id, slot) in family.artworks.all {
            let child = family.artworks[slot].child
            if takes(child) { choose(id) } else if takes(id) { surround(child) }
        }
        for (id, slot) in family.analyses.all where takes(family.analyses[slot].artwork) { choose(id) }
        for (id, slot) in family.milestones.all where takes(family.milestones[slot].child) { choose(id) }
    }
}
