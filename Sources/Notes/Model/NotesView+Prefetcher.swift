package import Kernel

extension NotesView {
    /// Reads what the coming records will change. Changes nothing; mutating, so that nothing of the view is copied for it.
    package mutating func look(_ ahead: inout Prefetcher) {
        let isEdit: (UInt16) -> Bool = { $0 == NoteEvent.Tag.noteEdited.rawValue }
        ahead.glance(into: notes)
        ahead.read(notes.ids) { Int(truncatingIfNeeded: $0.pointee.lo) }
        ahead.read(notes.entries) {
            Int($0.pointee.created.instant.microseconds) ^ Int(truncatingIfNeeded: $0.pointee.lastEdit.word)
                ^ $0.pointee.body.itself
        }
        ahead.read(notes.entries, where: isEdit) { $0.pointee.body.lists }
        ahead.read(notes.entries, where: isEdit) { $0.pointee.body.ends }
    }
}
