import Boards
import Capture
package import Kernel
import Notes
import Studio

/// Which things were opened, written or made last, on each device: quick ways back. Requirement N-034.
///
/// Ordered by when it happened and not by when it was journaled, so that an import of old notes does not push away what
/// somebody is working on.
/// - Invariant: taking facts in any order, or in parts that are merged later, leads to the same.
package struct Recents: Sendable, Equatable {
    /// Things that are remembered per device.
    package static let thingsMax = 50

    /// Sorted by device.
    private var lists: [DeviceList] = []

    package init() {}

    package struct Item: Sendable, Equatable {
        package var entity: EntityID
        package var instant: Instant
        /// The record, for things of the same instant.
        package var sequence: UInt64

        /// Whether it stands before `other`.
        package func isNewer(than other: Item) -> Bool {
            instant != other.instant ? instant > other.instant : sequence > other.sequence
        }
    }

    package var devices: [DeviceID] { lists.map { $0.device } }

    /// The things of one device, or of all of them; the newest first.
    package func items(on device: DeviceID?) -> [Item] {
        if let device { return lists.first { $0.device == device }?.sorted.items ?? [] }
        var all: [Item] = []
        for list in lists { for item in list.sorted.items { all.take(item, max: .max) } }
        return all
    }

    /// - Parameter entity: nil for what brings nobody back to anything.
    /// - Complexity: O(1), amortised.
    mutating func take<Event>(_ entity: EntityID?, at fact: Recorded<Event>) {
        guard let entity else { return }
        lists[place(of: fact.device)].take(
            Item(entity: entity, instant: fact.instant, sequence: fact.position.sequence))
    }

    /// Takes in what another fold, of other facts, has gathered.
    package mutating func merge(_ other: Recents) {
        for list in other.lists {
            let place = place(of: list.device)
            for item in list.sorted.items { lists[place].take(item) }
        }
    }

    private mutating func place(of device: DeviceID) -> Int {
        if let place = lists.firstIndex(where: { !($0.device < device) }) {
            if lists[place].device != device { lists.insert(DeviceList(device: device), at: place) }
            return place
        }
        lists.append(DeviceList(device: device))
        return lists.count - 1
    }
}

extension Recents {
    struct DeviceList: Sendable {
        /// So many things wait to be sorted in together: sorted in one by one, each would cost a replay a walk over fifty.
        static let waitingMax = 1024

        var device: DeviceID
        /// The newest first, each thing once; not yet among them is what is waiting.
        fileprivate(set) var items: [Item] = []
        fileprivate var waiting: [Item] = []

        init(device: DeviceID) { self.device = device }

        fileprivate mutating func take(_ item: Item) {
            if let last = waiting.last, last.entity == item.entity {
                if item.isNewer(than: last) { waiting[waiting.count - 1] = item }
                return
            }
            waiting.append(item)
            if waiting.count >= Self.waitingMax { sort() }
        }

        fileprivate mutating func sort() {
            // Backwards, since what came last is mostly the newest: all before the newest fifty are refused at once.
            for item in waiting.reversed() { items.take(item, max: Recents.thingsMax) }
            waiting.removeAll(keepingCapacity: true)
        }

        /// The same with nothing waiting.
        fileprivate var sorted: Self {
            var copy = self
            copy.sort()
            return copy
        }
    }
}

extension Recents.DeviceList: Equatable {
    static func == (a: Self, b: Self) -> Bool { a.device == b.device && a.sorted.items == b.sorted.items }
}

extension [Recents.Item] {
    /// Puts an item into its place among the newest `max`, the newest first.
    fileprivate mutating func take(_ item: Recents.Item, max: Int) {
        if count >= max, let last, !item.isNewer(than: last) { return }
        if let known = firstIndex(where: { $0.entity == item.entity }) {
            guard item.isNewer(than: self[known]) else { return }
            remove(at: known)
        }
        insert(item, at: firstIndex { item.isNewer(than: $0) } ?? count)
        if count > max { removeLast() }
    }
}

// The thing that a person goes back to after an event: what was opened, made or written, and no mere fact about it.

extension NoteEvent {
    var broughtBack: EntityID? {
        switch self {
        case .noteCreated(let id, _, _, _), .noteRetitled(let id, _), .noteEdited(let id, _), .noteOpened(let id, _),
            .inkAdded(let id, _, _), .strokesAdded(let id, _, _):
            id.entity
        default: nil
        }
    }
}

extension BoardEvent {
    var broughtBack: EntityID? {
        switch self {
        case .boardOpened(let id, _), .boardRetitled(let id, _), .boardVisited(let id, _): id.entity
        case .cardAdded(let id, _, _, _, _), .cardRetitled(let id, _), .cardDescribed(let id, _),
            .commentAdded(let id, _, _):
            id.entity
        default: nil
        }
    }
}

extension CaptureEvent {
    var broughtBack: EntityID? {
        switch self {
        case .itemCaptured(let id, _, _, _), .itemReworded(let id, _): id.entity
        case .collectionCreated(let id, _, _), .collectionRenamed(let id, _), .collectionOpened(let id): id.entity
        default: nil
        }
    }
}

extension StudioEvent {
    var broughtBack: EntityID? {
        switch self {
        case .artworkUploaded(let id, _, _), .artworkCaptioned(let id, _), .artworkAnnotated(let id, _),
            .artworkOpened(let id):
            id.entity
        case .albumCreated(let id, _, _), .albumRenamed(let id, _): id.entity
        case .storyTold(let id, _, _), .storyRetitled(let id, _), .storyOpened(let id): id.entity
        default: nil
        }
    }
}

// How they stand in a snapshot. Never in an event: they are derived and may change their form.

extension Recents: FieldMessage {
    package static var schemaName: StaticString { "Recents" }
    package static var blank: Recents { Recents() }

    // A snapshot is read and written by code made for these alone: generic, a quarter of the time went into metadata.
    @_specialize(where C == FieldReader)
    @_specialize(where C == FieldWriter)
    package mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "lists", &lists) }
}

extension Recents.DeviceList: FieldMessage {
    static var schemaName: StaticString { "RecentsOfDevice" }
    static var blank: Self { Self(device: .zero) }

    mutating func code<C: Coder>(_ coder: inout C) {
        sort()
        coder.field(1, "device", &device)
        coder.field(2, "items", &items)
    }
}

extension Recents.Item: FieldMessage {
    package static var schemaName: StaticString { "RecentItem" }
    package static var blank: Self { Self(entity: .zero, instant: .epoch, sequence: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "entity", &entity)
        coder.field(2, "instant", &instant)
        coder.field(3, "sequence", &sequence)
    }
}
