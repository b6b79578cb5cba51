import Boards
import Capture
package import Kernel
import Notes
import Studio
package import Workspace

extension WorkspaceView {
    /// The things whose records together are the history of `entity`: of a note or an item also its files, of a board
    /// also its columns and cards, wherever those are now, of an artwork also its analyses.
    package func entities(inHistoryOf entity: EntityID) -> [EntityID] {
        var entities = [entity]
        for (id, file) in zip(notes.attachments.ids, notes.attachments.entries)
        where file.holder == .note(entity.as(Note.self)) || file.holder == .folder(entity.as(Folder.self)) {
            entities.append(id.entity)
        }
        for column in boards.model.columns(of: entity.as(Board.self)).ids {
            entities.append(column.entity)
            for card in boards.model.cards(of: column).ids { entities.append(card.entity) }
        }
        for (id, slot) in capture.model.files.all where capture.model.files[slot].item.entity == entity {
            entities.append(id.entity)
        }
        for analysis in studio.model.finder.analyses(of: entity.as(Artwork.self)) { entities.append(analysis.entity) }
        return entities
    }

    /// Returns the present name of a thing, even one that is deleted or undone.
    package func title(of entity: EntityID) -> String? {
        notes.notes[entity.as(Note.self)]?.title.text ?? notes.tree[entity.as(Folder.self)]?.name.text
            ?? notes.attachments[entity.as(AttachedFile.self)]?.file.name.text ?? boards.name(of: entity)
            ?? capture.name(of: entity) ?? studio.name(of: entity)
            ?? registry.actors[entity.as(Actor.self)]?.text ?? registry.devices[entity.as(Device.self)]?.text
    }
}
