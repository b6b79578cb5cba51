package import Kernel

extension BoardsView {
    /// Reads what the coming records will change. Changes nothing; mutating, so that nothing of the view is copied for it.
    package mutating func look(_ ahead: inout Prefetcher) {
        let isEdit: (UInt16) -> Bool = { $0 == BoardEvent.Tag.cardDescribed.rawValue }
        ahead.glance(into: model.cards)
        ahead.read(model.cards.ids) { Int(truncatingIfNeeded: $0.pointee.lo) }
        ahead.read(model.cards.entries) {
            Int(truncatingIfNeeded: $0.pointee.column.lo ^ $0.pointee.rank.head ^ $0.pointee.lastEdit.word)
        }
        ahead.read(cardTraces) { Int($0.pointee.updated.microseconds) }
        ahead.read(descriptions, where: isEdit) { $0.pointee.itself }
        ahead.read(descriptions, where: isEdit) { $0.pointee.lists }
        ahead.read(descriptions, where: isEdit) { $0.pointee.ends }
    }
}
