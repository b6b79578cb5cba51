import Boards
import Capture
package import Kernel
import Notes
import Studio

/// The things that were opened, written or made last, on each device: quick ways back. Requirement N-034.
///
/// Ordered by when it happened and not by when it was journaled, so that an import of old notes does not push away what
/// somebody is working on. Every thing is remembered, and the newest are chosen on reading: a thing that was made and is gone
/// again, such as an import that was undone, takes no place of what is still there.
/// - Invariant: taking facts in any order, or in parts that are merged later, leads to the same.
package struct Recents: Sendable, Equatable {
    /// Things that a reading shows.
    package static let thingsMax = 50

    /// Sorted by device.
    private var lists: [DeviceList] = []

    package init() {}

    package struct Item: Sendable, Equatable {
        package var entity: EntityID
        package var instant: Instant
        /// The record, for things of the same instant.
        package var sequence: UInt64

        /// Returns whether it stands before `other`.
        package func isNewer(than other: Item) -> Bool {
            instant != other.instant ? instant > other.instant : sequence > other.sequence
        }
    }

    package var devices: [DeviceID] { lists.map { $0.device } }

    /// The things of one device, or of all of them, that `isPresent`; the newest first.
    ///
    /// - Parameter limit: at most so many; no more than `thingsMax` in any case.
    /// - Complexity: O(things), of which few are asked about: those made last are looked at first.
    package func newest(on device: DeviceID?, _ limit: Int = thingsMax, isPresent: (EntityID) -> Bool) -> [Item] {
        let limit = max(0, min(limit, Self.thingsMax))
        var newest: [Item] = []
        guard limit > 0 else { return newest }
        for list in lists where device == nil || list.device == device {
            for item in list.waiting.reversed() { newest.take(item, max: limit, isPresent) }
            for item in list.items.reversed() { newest.take(item, max: limit, isPresent) }
        }
        return newest
    }

    /// - Parameter entity: nil for what brings nobody back to anything.
    /// - Complexity: O(log devices), amortised.
    mutating func take<Event>(_ entity: EntityID?, at fact: Recorded<Event>) {
        guard let entity else { return }
        lists[place(of: fact.device)].take(
            Item(entity: entity, instant: fact.instant, sequence: fact.position.sequence))
    }

    /// Takes in what another fold, of other facts, has gathered.
    package mutating func merge(_ other: Recents) {
        for list in other.lists {
            let place = place(of: list.device)
            for item in list.settled.items { lists[place].take(item) }
        }
    }

    private mutating func place(of device: DeviceID) -> Int {
        var low = 0
        var high = lists.count
        while low < high {
            let middle = (low + high) / 2
            if lists[middle].device < device { low = middle + 1 } else { high = middle }
        }
        if low == lists.count || lists[low].device != device { lists.insert(DeviceList(device: device), at: low) }
        return low
    }
}

extension Recents {
    struct DeviceList: Sendable {
        /// So many facts wait to be taken in together: a replay need not look up the same thing for each of its edits.
        static let waitingMax = 1024

        var device: DeviceID
        /// Each thing once, in no order; what waits is not yet among them.
        fileprivate var items: [Item] = []
        /// Where the item of each thing stands.
        private var places: [EntityID: Int] = [:]
        fileprivate var waiting: [Item] = []

        init(device: DeviceID) { self.device = device }

        fileprivate mutating func take(_ item: Item) {
            if let last = waiting.last, last.entity == item.entity {
                if item.isNewer(than: last) { waiting[waiting.count - 1] = item }
                return
            }
            waiting.append(item)
            if waiting.count >= Self.waitingMax { settle() }
        }

        private mutating func settle() {
            for item in waiting {
                if let place = places[item.entity] {
                    if item.isNewer(than: items[place]) { items[place] = item }
                } else {
                    places[item.entity] = items.count
                    items.append(item)
                }
            }
            waiting.removeAll(keepingCapacity: true)
        }

        /// The same with nothing waiting.
        fileprivate var settled: Self {
            guard !waiting.isEmpty else { return self }
            var copy = self
            copy.settle()
            return copy
        }

        /// All of them, the newest first.
        fileprivate var sorted: [Item] { settled.items.sorted { $0.isNewer(than: $1) } }

        /// Takes over what was read, each thing once.
        fileprivate mutating func restore(_ items: [Item]) {
            self.items = []
            places.removeAll(keepingCapacity: true)
            waiting = items
            settle()
        }
    }
}

extension Recents.DeviceList: Equatable {
    static func == (a: Self, b: Self) -> Bool { a.device == b.device && a.sorted == b.sorted }
}

extension [Recents.Item] {
    /// Puts an item into its place among the newest `max` that are present, the newest first.
    fileprivate mutating func take(_ item: Recents.Item, max: Int, _ isPresent: (EntityID) -> Bool) {
        if count >= max, let last, !item.isNewer(than: last) { return }
        if let known = firstIndex(where: { $0.entity == item.entity }) {
            guard item.isNewer(than: self[known]) else { return }
            remove(at: known)
        } else if !isPresent(item.entity) {
            return
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
        let known = sorted
        var items = known
        coder.field(1, "device", &device)
        coder.field(2, "items", &items)
        if items != known { restore(items) }
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
