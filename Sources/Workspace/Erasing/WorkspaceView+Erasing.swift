import Capture
import Kernel
import Studio

extension WorkspaceView {
    /// Returns the events that must precede an erasure, so that the rest keeps its place: an item below an erased one of a plan
    /// moves up to where that stood, as when the item is taken out of the plan.
    ///
    /// - Returns: events about things that stay, and about nothing else.
    package func makingRoom(for closure: ErasureClosure) -> [WorkspaceEvent] {
        var model = capture.model
        var moves: [(item: ItemID, collection: CollectionID, event: CaptureEvent)] = []
        for (id, slot) in capture.model.items.all where closure.holds(.item, id) {
            for place in capture.model.items[slot].memberships where !closure.holds(.collection, place.collection) {
                for event in model.lifting(whatStandsUnder: id, in: place.collection) {
                    model.apply(event)
                    guard case .itemMoved(let child, let collection, _, _) = event, !closure.holds(.item, child)
                    else { continue }
                    // One that moves up twice ends where the second move puts it.
                    moves.removeAll { $0.item == child && $0.collection == collection }
                    moves.append((child, collection, event))
                }
            }
        }
        return moves.map { .capture($0.event) }
    }

    /// The things whose words say the name of the child that is erased, and that stay all the same: only a
    /// reader can tell whether they mean the child.
    ///
    /// - Complexity: a search of everything.
    package func mentions(of closure: ErasureClosure) -> [LinksView.Line] {
        guard closure.kind == .child, let name = studio.name(of: closure.target) else { return [] }
        return search(SearchQuery(words: name), page: SearchPage(limit: .max)).hits.map { $0.thing }
            .filter { !closure.holds(EntityKey($0.referent)) }
    }
}

extension CaptureModel {
    /// Returns the events that move up the items under an item, in their order, and remove the item.
    fileprivate func lifting(whatStandsUnder id: ItemID, in collection: CollectionID) -> [CaptureEvent] {
        guard let place = items[id]?.membership(in: collection) else { return [] }
        let members = members(of: collection)
        let behind = members.children(of: place.parent).rank(behind: place.rank)
        var events: [CaptureEvent] = []
        var last = place.rank
        for child in members.children(of: id).ids {
            last = Rank.between(last, behind)
            events.append(.itemMoved(child, in: collection, under: place.parent, at: last))
        }
        return events + [.itemRemoved(id, from: collection)]
    }
}
