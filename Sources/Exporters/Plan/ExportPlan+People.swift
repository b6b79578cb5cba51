import Boards
import Kernel
import Notes
import Studio
import Workspace

extension ExportPlan {
    /// Adds the names of people, and the sources of what was imported.
    mutating func addPeople(_ view: WorkspaceView) throws {
        let registry = view.registry
        var changed = 0
        var sources: [PeopleFile.Source] = []
        for (id, facts) in registry.sources.sorted(by: { $0.key < $1.key })
        where selection.takes(id) {
            // The text as it was imported is history, and history stays in the journal.
            if let revision = view.textRevision(of: id), revision != facts.textRevision {
                changed += 1
                continue
            }
            sources.append(
                .init(
                    id: Written(id), source: facts.source, fingerprint: hexText(facts.fingerprint.bytes),
                    hasText: view.textRevision(of: id) != nil))
        }
        if changed > 0 {
            report.leftOut.append(
                "where \(Self.counted(changed, "text")) came from that changed here since: importing the same source "
                    + "there leaves \(changed == 1 ? "it" : "them") as \(changed == 1 ? "it is" : "they are")")
        }
        let people = registry.actors.sorted { $0.key < $1.key }
        let devices = registry.devices.sorted { $0.key < $1.key }
        try add(
            PeopleFile(
                people: people.map { .init(id: Written($0.key), name: $0.value.text) },
                devices: devices.map { .init(id: Written($0.key), name: $0.value.text) }, sources: sources),
            at: PeopleFile.fileName)
    }
}

extension WorkspaceView {
    /// Returns the number of edits of the text of a note or a card; nil for a thing without a text.
    fileprivate func textRevision(of entity: EntityID) -> Int? {
        notes.notes[entity.as(Notes.Note.self)]?.body.clock.revision
            ?? boards.description(of: entity.as(Boards.Card.self))?.clock.revision
            ?? studio.notes(of: entity.as(Studio.Artwork.self))?.clock.revision
    }
}
