package import Kernel

/// The facts about a card that the rules and the reader both need; its description is a text and kept by each as it needs.
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
    package var flags = LifecycleFlags()
    /// Sorted: a tag that comes back stands where it stood. Requirement P-109.
    package var tags: [CardTag] = []
    /// In the order in which each got its first item; an item names its list by index.
    package internal(set) var checklists = Checklists()
    /// In the order in which they were added; `itemsByChecklist` gives them in the order a person gave them.
    package internal(set) var items = IndexedList<ChecklistItem>()
    /// In the order in which they were made.
    package internal(set) var comments = IndexedList<Comment>()
    /// In the order in which they were attached.
    package internal(set) var files = IndexedList<CardFile>()
    /// The last edit of its description, to know it when it is sent again.
    package var lastEdit = EditDigest.none

    package init(column: ColumnID, rank: Rank, title: Name) {
        self.column = column
        self.rank = rank
        self.title = title
    }
}

/// One line of a checklist. Requirement P-110.
package struct ChecklistItem: Identified, Sendable, Equatable {
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
package struct CardFile: Identified, Sendable, Equatable {
    package var id: AttachmentID
    package var file: FileFacts
    package var isDetached = false
}

/// A comment on a card.
package struct Comment: Identified, Sendable, Equatable {
    package var id: CommentID
    package var text: String
    package var isRemoved = false
}

extension Card {
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
    ///
    /// - Complexity: O(1); a card with few items has no orders yet, and they are looked through.
    package func order(ofChecklist checklist: Int) -> Order<ChecklistItem> {
        checklists.order(of: checklist)
            ?? Order(items.filter { $0.checklist == checklist }.map { .init(rank: $0.rank, id: $0.id) })
    }

    /// The items that are there, by checklist, in their order; for a checklist whose items are gone, none.
    package var itemsByChecklist: [[ChecklistItem]] {
        var lists = [[ChecklistItem]](repeating: [], count: checklists.count)
        for item in items where !item.isRemoved { lists[item.checklist].append(item) }
        for list in lists.indices {
            lists[list].sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.id < $1.id }
        }
        return lists
    }

    mutating func add(_ item: ChecklistItemID, text: Name, checklist: String, at rank: Rank) {
        guard !items.has(item) else { return }
        let list = checklists.take(checklist)
        items.append(ChecklistItem(id: item, checklist: list, text: text, rank: rank))
        checklists.place(item, in: list, from: nil, to: rank)
        if items.count > IndexedList<ChecklistItem>.fewMax { checklists.order(items) }
    }

    mutating func move(_ item: ChecklistItemID, to rank: Rank) -> Bool {
        guard let known = items[item] else { return false }
        items.change(item) { $0.rank = rank }
        checklists.place(item, in: known.checklist, from: known.rank, to: rank)
        return true
    }

    mutating func add(_ new: [CardTag]) {
        for tag in new where !tags.contains(tag) {
            let index = tags.firstIndex { tag < $0 } ?? tags.count
            tags.insert(tag, at: index)
        }
    }

    mutating func remove(_ old: [CardTag]) { tags.removeAll { old.contains($0) } }
}
