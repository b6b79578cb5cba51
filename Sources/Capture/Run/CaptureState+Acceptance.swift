import Kernel

// What the person makes of a suggestion, as ordinary events with the decision last. Requirements O-007, O-325.
extension CaptureState {
    func accept(
        _ id: RunID, _ suggestion: SuggestionID, as shape: AcceptedShape
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        let run = try run(id)
        guard let found = run.suggestion(suggestion) else { throw .noSuchSuggestion(suggestion) }
        switch run.decisions[found.index] {
        case .accepted: return []
        case .declined: throw .alreadyDecided(suggestion)
        case .open: break
        }
        guard run.status == .completed else { throw .runOver(id) }
        guard !shape.parts.isEmpty else { throw .badShape(.noParts) }
        var acceptance = try Acceptance(of: shape, given: self)
        for part in shape.parts { try acceptance.take(part, from: found.suggestion, given: self) }
        let made = AcceptedThings(collection: acceptance.collection, items: shape.parts.map { $0.item })
        return acceptance.events + [.suggestionAccepted(id, suggestion, made: made)]
    }
}

/// A shape on its way to events, part by part.
private struct Acceptance {
    private(set) var events: [CaptureEvent] = []
    /// Nil for tasks by themselves.
    private(set) var collection: CollectionID?
    private var isStructured = false
    private var collectionCount = 0
    private var itemCount: Int
    private var taken: [Int] = []
    /// Items that were placed, with the level that each stands on.
    private var levels: [(item: ItemID, level: Int)] = []
    /// The last place under each parent.
    private var last: [(parent: ItemID?, rank: Rank)] = []

    init(of shape: AcceptedShape, given state: CaptureState) throws(CaptureRefusal) {
        itemCount = state.model.items.count
        switch shape.destination {
        case .newPlan(let id, let title): try begin(id, title, isStructured: true, given: state)
        case .newList(let id, let title): try begin(id, title, isStructured: false, given: state)
        case .existing(let id):
            isStructured = try state.openCollection(id).isStructured
            collection = id
            collectionCount = state.model.members(of: id).count
        case .standalone: break
        }
    }

    private mutating func begin(
        _ id: CollectionID, _ title: Name, isStructured: Bool, given state: CaptureState
    ) throws(CaptureRefusal) {
        if let known = state.existing(id) { throw .collectionTaken(id, known.name) }
        events = try state.create(id, name: title, isStructured: isStructured)
        self.isStructured = isStructured
        collection = id
        collectionCount = state.model.members(of: id).count
    }

    mutating func take(
        _ part: AcceptedPart, from suggestion: OrganiseSuggestion, given state: CaptureState
    ) throws(CaptureRefusal) {
        guard suggestion.parts.indices.contains(part.index) else { throw .badShape(.noSuchPart) }
        guard !taken.contains(part.index), !levels.contains(where: { $0.item == part.item }) else {
            throw .badShape(.partTwice)
        }
        taken.append(part.index)
        let cited = suggestion.parts[part.index].citation.item
        let item = try state.item(cited)
        let known = state.model.items[part.item]
        if part.item == cited {
            events += try state.reword(cited, to: part.text)
            try state.openItem(cited)
        } else {
            if let known, !known.isWithdrawn { throw .itemTaken(part.item, known.title) }
            events += try state.capture(part.item, content: part.text, captured: item.captured, source: cited)
            if known == nil { itemCount += 1 }
            guard itemCount <= CapturedItem.countMax else { throw .tooMany(.items, max: CapturedItem.countMax) }
        }
        if part.isTask, known?.type != .task {
            events.append(.itemTyped(part.item, .task))
        } else if !part.isTask, let known, known.isWithdrawn, known.type != .none {
            // What comes back after its undoing is what is asked for now, not what it was then.
            events.append(.itemTyped(part.item, .none))
        }
        try place(part, known, given: state)
    }

    private mutating func place(
        _ part: AcceptedPart, _ known: CapturedItem?, given state: CaptureState
    ) throws(CaptureRefusal) {
        guard let collection else {
            guard part.under == nil else { throw .badShape(.partOfNone) }
            levels.append((part.item, 1))
            return
        }
        var level = 1
        if let parent = part.under {
            guard isStructured else {
                throw .listHasNoOrder(collection, state.model.collections[collection]?.name ?? .blank)
            }
            guard let above = levels.first(where: { $0.item == parent }) else { throw .badShape(.parentNotBefore) }
            level = above.level + 1
        }
        guard level <= ItemCollection.depthMax else { throw .tooDeep(max: ItemCollection.depthMax) }
        levels.append((part.item, level))
        if let old = known?.membership(in: collection) {
            // It is there already: a cited item stays where it stands, one that comes back goes where it is asked for.
            if known?.isWithdrawn ?? false, isStructured, old.parent != part.under {
                let rank = nextRank(under: part.under, in: collection, given: state)
                events.append(.itemMoved(part.item, in: collection, under: part.under, at: rank))
            }
            return
        }
        guard collectionCount < ItemCollection.itemsMax else {
            throw .tooMany(.itemsInCollection, max: ItemCollection.itemsMax)
        }
        guard (known?.memberships.count ?? 0) < CapturedItem.collectionsMax else {
            throw .tooMany(.collectionsOfItem, max: CapturedItem.collectionsMax)
        }
        collectionCount += 1
        let rank = isStructured ? nextRank(under: part.under, in: collection, given: state) : .blank
        events.append(.itemAdded(part.item, to: collection, under: part.under, at: rank))
    }

    private mutating func nextRank(
        under parent: ItemID?, in collection: CollectionID, given state: CaptureState
    ) -> Rank {
        if let index = last.firstIndex(where: { $0.parent == parent }) {
            last[index].rank = Rank.between(last[index].rank, nil)
            return last[index].rank
        }
        let end = state.model.members(of: collection).children(of: parent).entries.last?.rank
        let rank = end.map { Rank.between($0, nil) } ?? .middle
        last.append((parent, rank))
        return rank
    }
}
