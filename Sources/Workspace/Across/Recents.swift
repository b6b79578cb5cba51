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

    struct DeviceList: Sendable, Equatable {
        var device: DeviceID
        /// The newest first, each thing once.
        var items: [Item] = []
    }

    package var devices: [DeviceID] { lists.map { $0.device } }

    /// The things of one device, or of all of them; the newest first.
    package func items(on device: DeviceID?) -> [Item] {
        if let device { return lists.first { $0.device == device }?.items ?? [] }
        var all = DeviceList(device: .zero)
        for list in lists { for item in list.items { all.take(item, max: .max) } }
        return all.items
    }

    /// - Complexity: O(1) for a thing that already stands first, else O(`thingsMax`).
    mutating func take(_ fact: Recorded<WorkspaceEvent>) {
        guard let entity = fact.event.broughtBack else { return }
        lists[place(of: fact.device)].take(
            Item(entity: entity, instant: fact.instant, sequence: fact.position.sequence), max: Self.thingsMax)
    }

    /// Takes in what another fold, of other facts, has gathered.
    package mutating func merge(_ other: Recents) {
        for list in other.lists {
            let place = place(of: list.device)
            for item in list.items { lists[place].take(item, max: Self.thingsMax) }
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

extension Recents.DeviceList {
    fileprivate mutating func take(_ item: Recents.Item, max: Int) {
        if let first = items.first, first.entity == item.entity {
            if item.isNewer(than: first) { items[0] = item }
            return
        }
        if let known = items.firstIndex(where: { $0.entity == item.entity }) {
            guard item.isNewer(than: items[known]) else { return }
            items.remove(at: known)
        }
        let place = items.firstIndex { item.isNewer(than: $0) } ?? items.count
        guard place < max else { return }
        items.insert(item, at: place)
        if items.count > max { items.removeLast() }
    }
}

extension WorkspaceEvent {
    /// The thing that a person goes back to after this: what was opened, made or written, and no mere fact about it.
    var broughtBack: EntityID? {
        switch self {
        case .registry: nil
        case .notes(let event): event.broughtBack
        case .boards(let event): event.broughtBack
        case .capture(let event): event.broughtBack
        case .studio(let event): event.broughtBack
        }
    }
}

extension NoteEvent {
    fileprivate var broughtBack: EntityID? {
        switch self {
        case .noteCreated(let id, _, _, _), .noteRetitled(let id, _), .noteEdited(let id, _), .noteOpened(let id, _),
            .inkAdded(let id, _, _), .strokesAdded(let id, _, _):
            id.entity
        default: nil
        }
    }
}

extension BoardEvent {
    fileprivate var broughtBack: EntityID? {
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
    fileprivate var broughtBack: EntityID? {
        switch self {
        case .itemCaptured(let id, _, _, _), .itemReworded(let id, _): id.entity
        case .collectionCreated(let id, _, _), .collectionRenamed(let id, _), .collectionOpened(let id): id.entity
        default: nil
        }
    }
}

extension StudioEvent {
    fileprivate var broughtBack: EntityID? {
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

    package mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "lists", &lists) }
}

extension Recents.DeviceList: FieldMessage {
    static var schemaName: StaticString { "RecentsOfDevice" }
    static var blank: Self { Self(device: .zero) }

    mutating func code<C: Coder>(_ coder: inout C) {
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
