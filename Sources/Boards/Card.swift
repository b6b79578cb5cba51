package import Kernel

/// What the rules and the reader both need to know of a card; its description is a text and kept by each as it needs.
package struct Card: Sendable, Equatable {
    /// Requirement P-105.
    package static let titleGraphemesMax = 500
    /// Checklist items on one card, removed ones included.
    package static let itemsMax = 2_000
    /// Comments on one card, removed ones included.
    package static let commentsMax = 10_000
    package static let commentBytesMax = 65_536
    /// Files on one card, detached ones included.
    package static let filesMax = 1_000

    package var column: ColumnID
    /// Its place in its column.
    package var rank: Rank
    package var title: Name
    package var due: Due?
    package var priority = Priority.none
    package var standing = Standing()
    /// Sorted: a tag that comes back stands where it stood. Requirement P-109.
    package var tags: [CardTag] = []
    /// Names of checklists in the order in which each got its first item; an item names its list by index.
    package var checklists: [String] = []
    /// In the order in which they were added; `checklist(_:)` gives them in the order a person gave them.
    package var items: [ChecklistItem] = []
    /// In the order in which they were made.
    package var comments: [Comment] = []
    /// In the order in which they were attached.
    package var files: [CardFile] = []
    /// The last edit of its description, to know it when it is sent again.
    package var lastEdit = EditDigest.none

    package init(column: ColumnID, rank: Rank, title: Name) {
        self.column = column
        self.rank = rank
        self.title = title
    }
}

/// One line of a checklist. Requirement P-110.
package struct ChecklistItem: Sendable, Equatable {
    package static let textGraphemesMax = 1_000

    package var id: ChecklistItemID
    /// Index into the card's `checklists`.
    package var checklist: Int
    package var text: Name
    package var rank: Rank
    package var isDone = false
    package var isRemoved = false
}

/// A file that hangs on a card.
package struct CardFile: Sendable, Equatable {
    package var id: AttachmentID
    package var file: FileFacts
    package var isDetached = false
}

/// What someone said about a card.
package struct Comment: Sendable, Equatable {
    package var id: CommentID
    package var text: String
    package var isRemoved = false
}

extension Card {
    package func itemIndex(_ id: ChecklistItemID) -> Int? { items.firstIndex { $0.id == id } }

    /// Looked for from the end: what was said last is what is changed.
    package func commentIndex(_ id: CommentID) -> Int? { comments.lastIndex { $0.id == id } }

    package func fileIndex(_ id: AttachmentID) -> Int? { files.firstIndex { $0.id == id } }

    /// Progress as a person reads it, n of m. Requirement P-110.
    package var progress: (done: Int, total: Int) {
        var done = 0
        var total = 0
        for item in items where !item.isRemoved {
            total += 1
            if item.isDone { done += 1 }
        }
        return (done, total)
    }

    package var commentCount: Int {
        var count = 0
        for comment in comments where !comment.isRemoved { count += 1 }
        return count
    }

    /// The items of one checklist in their order, removed ones included: those keep their places too.
    package func order(ofChecklist checklist: Int) -> Order<ChecklistItem> {
        Order(items.filter { $0.checklist == checklist }.map { .init(rank: $0.rank, id: $0.id) })
    }

    /// The last item of that order alone.
    ///
    /// - Complexity: O(items), without memory for them.
    func end(ofChecklist checklist: Int) -> Order<ChecklistItem> {
        var last: ChecklistItem?
        for item in items where item.checklist == checklist {
            if let known = last, (item.rank, item.id) < (known.rank, known.id) { continue }
            last = item
        }
        return Order(last.map { [.init(rank: $0.rank, id: $0.id)] } ?? [])
    }

    /// The items that are there, of one checklist, in their order.
    package func checklist(_ checklist: Int) -> [ChecklistItem] {
        items.filter { $0.checklist == checklist && !$0.isRemoved }
            .sorted { $0.rank != $1.rank ? $0.rank < $1.rank : $0.id < $1.id }
    }

    /// Index of the checklist called `name`; nil when no item was ever in it.
    package func checklistIndex(_ name: String) -> Int? {
        checklists.firstIndex { $0.utf8.elementsEqual(name.utf8) }
    }

    mutating func add(_ new: [CardTag]) {
        for tag in new where !tags.contains(tag) {
            let index = tags.firstIndex { tag < $0 } ?? tags.count
            tags.insert(tag, at: index)
        }
    }

    mutating func remove(_ old: [CardTag]) { tags.removeAll { old.contains($0) } }
}
