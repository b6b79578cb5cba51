import Capture
import Kernel
import Workspace

/// References to what was captured, and what it is called in a sentence.
extension WorkspaceView {
    /// An item by its first line, its id or a beginning of it.
    func captured(_ ref: String) throws(ReferenceFault) -> ItemID {
        try find(ref, as: [.item]).entity.as(CapturedItem.self)
    }

    func trashedItem(_ ref: String) throws(ReferenceFault) -> ItemID {
        try find(ref, as: [.item], in: .trash).entity.as(CapturedItem.self)
    }

    /// A plan or a list.
    func collection(_ ref: String) throws(ReferenceFault) -> CollectionID {
        try find(ref, as: [.collection]).entity.as(ItemCollection.self)
    }

    func trashedCollection(_ ref: String) throws(ReferenceFault) -> CollectionID {
        try find(ref, as: [.collection], in: .trash).entity.as(ItemCollection.self)
    }

    /// An organising run by its id or a beginning of it.
    func run(_ ref: String) throws(Problem) -> RunID {
        let digits = ref.lowercased()
        let found = capture.model.runs.ids.filter { $0.text.hasPrefix(digits) && ref.utf8.count >= 4 }
        guard found.count == 1 else {
            throw Problem(
                .notFound,
                found.isEmpty
                    ? "There is no organising run \"\(ref)\"; `daybook show runs` lists them."
                    : "\"\(ref)\" names \(found.count) organising runs; say more of the id.")
        }
        return found[0]
    }

    func title(of item: ItemID) -> String { capture.name(of: item.entity) ?? item.text }
    func title(of collection: CollectionID) -> String { capture.name(of: collection.entity) ?? collection.text }
}
