import Boards
import Capture
import Kernel
import Notes
import Studio

// An identifier is one thing's alone. Domains do not know each other, so that each can only answer for its own.
extension WorkspaceState {
    /// Checks that nothing of another kind has the identifier of what `events` make: histories, links and erasures go by the
    /// identifier.
    ///
    /// A thing made again under its own identifier is checked by its domain. A celebration that a rule made has an identifier
    /// that follows from its cause: nobody chose it, and nobody's upload fails for it.
    /// - Complexity: O(events), and a look-up in each table for each thing that is made.
    /// - Throws: `identifierTaken`.
    func checkIdentifiers(of events: [WorkspaceEvent]) throws(WorkspaceRefusal) {
        var madeTogether: [EntityID: SubjectKind] = [:]
        for event in events {
            guard let made = event.made ?? event.attachedToCard, !event.isCelebrationByRule else { continue }
            for kind in kinds(of: made.entity) where kind != made.kind {
                throw .across(.identifierTaken(made.entity))
            }
            guard events.count > 1 else { return }
            if let kind = madeTogether.updateValue(made.kind, forKey: made.entity), kind != made.kind {
                throw .across(.identifierTaken(made.entity))
            }
        }
    }

    /// Of which kinds the things are that have this identifier, whatever has become of them. Files of cards are not
    /// found: only their cards know them.
    ///
    /// - Complexity: a look-up in each table.
    func kinds(of id: EntityID) -> [SubjectKind] {
        var kinds = sharedKinds(of: id, registry, boards.model, capture.model, studio.model)
        if notes.folders.has(id.as(Folder.self)) { kinds.append(.folder) }
        if notes.notes.has(id.as(Note.self)) { kinds.append(.note) }
        if notes.attachments.has(id.as(AttachedFile.self)) { kinds.append(.file) }
        return kinds
    }
}

extension WorkspaceView {
    /// The same as the views know it.
    func kinds(of id: EntityID) -> [SubjectKind] {
        var kinds = sharedKinds(of: id, registry, boards.model, capture.model, studio.model)
        if notes.tree.has(id.as(Folder.self)) { kinds.append(.folder) }
        if notes.notes.has(id.as(Note.self)) { kinds.append(.note) }
        if notes.attachments.has(id.as(AttachedFile.self)) { kinds.append(.file) }
        return kinds
    }
}

/// In what state and views have in common.
private func sharedKinds(
    of id: EntityID, _ registry: Registry, _ boards: BoardsModel, _ capture: CaptureModel, _ studio: StudioModel
) -> [SubjectKind] {
    var kinds: [SubjectKind] = []
    registry.addKinds(of: id, to: &kinds)
    boards.addKinds(of: id, to: &kinds)
    capture.addKinds(of: id, to: &kinds)
    studio.addKinds(of: id, to: &kinds)
    return kinds
}

extension WorkspaceEvent {
    /// A file hangs on its card and makes nothing of its own; its identifier must be new all the same.
    fileprivate var attachedToCard: EntityKey? {
        guard case .boards(.fileAttached(_, let file, _)) = self else { return nil }
        return EntityKey(.file, file)
    }

    fileprivate var isCelebrationByRule: Bool {
        guard case .studio(.milestoneCelebrated(_, let kind, _, _)) = self else { return false }
        if case .custom = kind { return false }
        return true
    }
}

extension Registry {
    fileprivate func addKinds(of id: EntityID, to kinds: inout [SubjectKind]) {
        if actors[id.as(Actor.self)] != nil { kinds.append(.actor) }
        if devices[id.as(Device.self)] != nil { kinds.append(.device) }
    }
}

extension BoardsModel {
    fileprivate func addKinds(of id: EntityID, to kinds: inout [SubjectKind]) {
        if boards.has(id.as(Board.self)) { kinds.append(.board) }
        if columns.has(id.as(Column.self)) { kinds.append(.column) }
        if cards.has(id.as(Card.self)) { kinds.append(.card) }
    }
}

extension CaptureModel {
    fileprivate func addKinds(of id: EntityID, to kinds: inout [SubjectKind]) {
        if items.has(id.as(CapturedItem.self)) { kinds.append(.item) }
        if collections.has(id.as(ItemCollection.self)) { kinds.append(.collection) }
        if tags.has(id.as(ItemTag.self)) { kinds.append(.tag) }
        if prompts.has(id.as(Prompt.self)) { kinds.append(.prompt) }
        if runs.has(id.as(OrganiseRun.self)) { kinds.append(.run) }
        if files.has(id.as(AttachedFile.self)) { kinds.append(.file) }
    }
}

extension StudioModel {
    fileprivate func addKinds(of id: EntityID, to kinds: inout [SubjectKind]) {
        if id == FamilyID.ours.entity { kinds.append(.family) }
        if children.has(id.as(Child.self)) { kinds.append(.child) }
        if artworks.has(id.as(Artwork.self)) { kinds.append(.artwork) }
        if albums.has(id.as(Album.self)) { kinds.append(.album) }
        if analyses.has(id.as(Analysis.self)) { kinds.append(.analysis) }
        if stories.has(id.as(Story.self)) { kinds.append(.story) }
        if milestones.has(id.as(Milestone.self)) { kinds.append(.milestone) }
    }
}
