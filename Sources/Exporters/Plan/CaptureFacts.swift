import Capture
import Kernel

/// The fewest facts that make everything captured what it is now: its history is left to the journal.
struct CaptureFacts {
    private let view: CaptureView
    private let selection: ExportSelection
    private(set) var facts: [(event: CaptureEvent, attribution: Attribution)] = []

    init(_ view: CaptureView, _ selection: ExportSelection = .everything) {
        self.view = view
        self.selection = selection
        for (id, slot) in view.model.items.all where selection.takes(id) {
            add(view.model.items[slot], id, view.provenance(of: slot))
        }
        for (id, slot) in view.model.collections.all where selection.takes(id) {
            add(view.model.collections[slot], id, view.provenance(of: slot))
        }
        for (id, slot) in view.model.tags.all where selection.holds(id) {
            add(view.model.tags[slot], id, view.provenance(of: slot))
        }
        if selection.isEverything { addPrompts() }
        for (id, slot) in view.model.runs.all
        where view.model.runs[slot].request.items.allSatisfy({ selection.takes($0) }) {
            add(view.model.runs[slot], id, view.provenance(of: slot))
        }
        for (id, slot) in view.model.files.all {
            let file = view.model.files[slot]
            guard !file.isDetached, selection.takes(file.item), view.existing(file.item) != nil else { continue }
            tell(.fileAttached(id, to: file.item, file.facts), view.provenance(of: slot).made)
        }
        addOpenings()
    }

    /// Nil when the item is not taken along.
    private func taken(_ item: ItemID) -> ItemID? { selection.takes(item) ? item : nil }

    private mutating func tell(_ event: CaptureEvent, _ attribution: Attribution) { facts.append((event, attribution)) }

    /// Says again what is so already, where nothing else tells when a thing was touched last.
    private mutating func close(_ event: CaptureEvent, _ provenance: CaptureView.Provenance) {
        if let last = facts.last, last.attribution != provenance.touched { tell(event, provenance.touched) }
    }

    private mutating func add(_ item: CapturedItem, _ id: ItemID, _ provenance: CaptureView.Provenance) {
        guard !item.isWithdrawn else { return }
        let now = provenance.touched
        tell(
            .itemCaptured(
                id, content: item.original ?? item.content, captured: item.captured,
                from: item.source.flatMap { taken($0) }),
            provenance.made)
        if item.original != nil { tell(.itemReworded(id, to: item.content), now) }
        if item.type != .none { tell(.itemTyped(id, item.type), now) }
        if !item.metadata.isEmpty { tell(.itemAnnotated(id, metadata: item.metadata), now) }
        if !item.tags.isEmpty { tell(.itemTagged(id, item.tags), now) }
        if item.isStarred { tell(.itemStarred(id), now) }
        if let day = item.followUp { tell(.itemFollowUpSet(id, on: day), now) }
        if let time = item.completed { tell(.itemCompleted(id, at: time), now) }
        for place in item.memberships where selection.takes(place.collection) {
            tell(
                .itemAdded(id, to: place.collection, under: place.parent.flatMap { taken($0) }, at: place.rank), now)
        }
        let parts = item.splitInto.compactMap { taken($0) }
        if !parts.isEmpty { tell(.itemSplit(id, into: parts), now) }
        let survivor = item.mergedInto.flatMap { taken($0) }
        if let survivor { tell(.itemMerged(id, into: survivor), now) }
        if item.isTrashed, survivor == nil { tell(.itemTrashed(id), now) }
        close(.itemReworded(id, to: item.content), provenance)
    }

    private mutating func add(_ collection: ItemCollection, _ id: CollectionID, _ provenance: CaptureView.Provenance) {
        guard !collection.isWithdrawn else { return }
        // By its first name first: a link that was written then still leads to it.
        let names = (view.formerNames[id.entity]?.names ?? []) + [collection.name]
        tell(.collectionCreated(id, name: names[0], isStructured: collection.isStructured), provenance.made)
        for name in names.dropFirst() { tell(.collectionRenamed(id, name: name), provenance.touched) }
        if collection.isTrashed { tell(.collectionTrashed(id), provenance.touched) }
        close(.collectionRenamed(id, name: collection.name), provenance)
    }

    private mutating func add(_ tag: ItemTag, _ id: TagID, _ provenance: CaptureView.Provenance) {
        guard !tag.isWithdrawn else { return }
        tell(.tagCreated(id, name: tag.name, colour: tag.colour), provenance.made)
        if tag.isDeleted { tell(.tagDeleted(id, takenOff: tag.takenOff), provenance.touched) }
        close(.tagRecoloured(id, colour: tag.colour), provenance)
    }

    private mutating func addPrompts() {
        for (id, prompt) in zip(view.model.prompts.ids, view.model.prompts.entries) {
            switch prompt.standing {
            case .asked: tell(.promptRevived(id, prompt.kind), .nobody)
            case .snoozed(let until): tell(.promptSnoozed(id, prompt.kind, until: until), .nobody)
            case .dismissed: tell(.promptDismissed(id, prompt.kind), .nobody)
            }
        }
    }

    private mutating func add(_ run: OrganiseRun, _ id: RunID, _ provenance: CaptureView.Provenance) {
        guard !run.isWithdrawn else { return }
        let now = provenance.touched
        tell(.runRequested(id, run.request), provenance.made)
        if let outcome = run.outcome {
            tell(.runCompleted(id, outcome), now)
            for (index, answer) in run.answers.enumerated() where !answer.isEmpty {
                tell(.questionAnswered(id, question: index, answer: answer), now)
            }
            for (suggestion, decision) in zip(outcome.suggestions, run.decisions) {
                switch decision {
                case .open: break
                case .accepted(let made): tell(.suggestionAccepted(id, suggestion.id, made: made), now)
                case .declined: tell(.suggestionDeclined(id, suggestion.id), now)
                }
            }
        }
        switch run.status {
        case .pending, .completed: break
        case .failed(let reason, let latency): tell(.runFailed(id, reason: reason, latencyMs: latency), now)
        case .cancelled: tell(.runCancelled(id), now)
        }
        if run.isPayloadForgotten { tell(.runPayloadForgotten(id), now) }
    }

    /// The collection that was opened last comes last.
    private mutating func addOpenings() {
        var opened: [(id: CollectionID, instant: Instant, actor: ActorID)] = []
        for (id, slot) in view.model.collections.all where selection.takes(id) && view.existing(id) != nil {
            let provenance = view.provenance(of: slot)
            if let instant = provenance.opened { opened.append((id, instant, provenance.touched.actor)) }
        }
        for one in opened.sorted(by: { $0.instant != $1.instant ? $0.instant < $1.instant : $0.id < $1.id }) {
            tell(.collectionOpened(one.id), Attribution(instant: one.instant, actor: one.actor))
        }
    }
}
