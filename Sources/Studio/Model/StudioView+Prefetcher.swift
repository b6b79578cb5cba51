package import Kernel

extension StudioView {
    /// Reads what the coming records will change. Changes nothing; mutating, so that nothing of the view is copied for it.
    package mutating func look(_ ahead: inout Prefetcher) {
        let isEdit: (UInt16) -> Bool = { $0 == StudioEvent.Tag.artworkAnnotated.rawValue }
        ahead.glance(into: model.artworks)
        ahead.read(model.artworks.ids) { Int(truncatingIfNeeded: $0.pointee.lo) }
        ahead.read(model.artworks.entries) {
            Int(truncatingIfNeeded: $0.pointee.lastEdit.word) ^ $0.pointee.date.daysSinceEpoch
        }
        ahead.read(artworkTraces) { Int($0.pointee.updated.instant.microseconds) }
        ahead.read(notes, where: isEdit) { $0.pointee.itself }
        ahead.read(notes, where: isEdit) { $0.pointee.lists }
        ahead.read(notes, where: isEdit) { $0.pointee.ends }
    }
}
