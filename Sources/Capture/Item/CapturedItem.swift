package import Kernel

/// The facts about one captured thought, task or idea that the rules and the reader both need.
package struct CapturedItem: Sendable, Equatable {
    /// Items in one workspace, trashed ones included.
    package static let countMax = 1_000_000
    /// Requirement O-151.
    package static let contentBytesMax = 65_536
    /// Requirement O-153.
    package static let metadataBytesMax = 16_384
    /// Collections that one item can be in.
    package static let collectionsMax = 100
    /// Items that one can be split into, all in all, or that are merged at once.
    package static let partsMax = 1_000
    /// The message that a person sees once it is kept. Requirement O-105, to the letter.
    package static let savedMessage = "Saved. Organize later."

    package var content: String
    /// When it was captured by the clock of the device; the server's time stands in the record. Requirement O-159.
    package var captured: Instant
    package var type = ItemType.none
    /// Sorted by their bytes, each once. Values, not identifiers: an item makes sense without the list of tags.
    package var tags: [Name] = []
    package var isStarred = false
    package var followUp: CalendarDay?
    package var completed: Instant?
    /// In the order in which it was added to them.
    package var memberships: [Membership] = []
    package var isTrashed = false
    /// Its capture was undone.
    package var isWithdrawn = false
    private var rarities = ItemRarities.none

    package init(content: String, captured: Instant, source: ItemID? = nil) {
        self.content = content
        self.captured = captured
        self.source = source
    }

    package var isLive: Bool { !isTrashed && !isWithdrawn }

    package var lifecycle: Lifecycle { isWithdrawn ? .withdrawn : isTrashed ? .trashed : .live }

    package func membership(in collection: CollectionID) -> Membership? {
        memberships.first { $0.collection == collection }
    }

    /// The title of the item in a list: its first line, shortened.
    package var title: String { firstLine(content) }

    /// The title that it was captured with; nil while it still has that one.
    package var firstTitle: String? { original.map(firstLine) }

    mutating func reword(to text: String) {
        guard let first = original else {
            if !sameBytes(content, text) { original = content }
            content = text
            return
        }
        content = text
        if sameBytes(first, text) { original = nil }
    }
}

// What few items have, kept out of the way of the many: half of what each would take otherwise.
extension CapturedItem {
    /// As it was captured, kept for ever; nil while `content` still is that. Requirement O-1103.
    package var original: String? {
        get { rarities.held.original }
        set { rarities.held.original = newValue }
    }

    /// The item that it was split off, or that a suggestion made it from.
    package var source: ItemID? {
        get { rarities.held.source }
        set { rarities.held.source = newValue }
    }

    /// A JSON object, byte for byte as it was given; empty: none.
    package var metadata: String {
        get { rarities.held.metadata }
        set { rarities.held.metadata = newValue }
    }

    package var splitInto: [ItemID] {
        get { rarities.held.splitInto }
        set { rarities.held.splitInto = newValue }
    }

    /// The item that took its place as its duplicate.
    package var mergedInto: ItemID? {
        get { rarities.held.mergedInto }
        set { rarities.held.mergedInto = newValue }
    }
}

/// Takes room only where there is something.
private indirect enum ItemRarities: Sendable, Equatable {
    case none
    case some(Held)

    struct Held: Sendable, Equatable {
        var original: String?
        var source: ItemID?
        var metadata = ""
        var splitInto: [ItemID] = []
        var mergedInto: ItemID?
    }

    var held: Held {
        get { if case .some(let held) = self { held } else { Held() } }
        set { self = newValue == Held() ? .none : .some(newValue) }
    }
}

/// The type of an item. Requirements O-152, O-154.
package enum ItemType: Sendable, Equatable {
    /// Not said yet: such as every capture begins.
    case none
    case task
    /// Leads to a collection.
    case link(CollectionID)

    package var word: String {
        switch self {
        case .none: "none"
        case .task: "task"
        case .link: "link"
        }
    }
}

/// One item's place in one collection. Requirement O-162.
package struct Membership: Sendable, Equatable {
    package var collection: CollectionID
    /// The item it stands under; nil at the top, and always in a list.
    package var parent: ItemID?
    /// Its place among those under the same parent; blank in a list, which goes by creation time.
    package var rank: Rank

    package init(collection: CollectionID, parent: ItemID?, rank: Rank) {
        self.collection = collection
        self.parent = parent
        self.rank = rank
    }
}

/// A file that hangs on an item.
package struct ItemFile: Sendable, Equatable {
    /// Files on all items of one workspace, detached ones included.
    package static let countMax = 100_000

    package var item: ItemID
    package var facts: FileFacts
    package var isDetached = false

    package init(item: ItemID, facts: FileFacts) {
        self.item = item
        self.facts = facts
    }
}

/// The first line of a text that says something, at most 80 characters of it.
///
/// - Complexity: O(bytes of that line): asked for every item of every list.
func firstLine(_ text: String) -> String {
    let isBreak: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let start = text.utf8.firstIndex { !isBreak($0) } ?? text.utf8.endIndex
    let end = text.utf8[start...].firstIndex(where: isBreak) ?? text.utf8.endIndex
    let line = text[start..<end]
    guard line.utf8.count > 80, line.count > 80 else { return String(line) }
    return String(line.prefix(80)) + "…"
}

func sameText(_ a: String, _ b: String) -> Bool { sameBytes(a, b) }
