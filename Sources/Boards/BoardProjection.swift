package import Kernel

/// Posts what happened to boards into what is read of them.
package enum BoardProjection: Projection {
    package static var empty: BoardsView { BoardsView() }

    package static func project(_ fact: Recorded<BoardEvent>, into view: inout BoardsView) { view.apply(fact) }
}

extension BoardsView {
    fileprivate mutating func apply(_ fact: Recorded<BoardEvent>) {
        guard fact.position > asOf else { return }  // Redelivery changes nothing.
        asOf = fact.position
        noteFormerTitle(fact.event)
        switch model.apply(fact.event) {
        case .nothing: break
        case .board(let slot, let isNew): Self.mark(&boardTraces, slot.index, isNew: isNew, fact)
        case .column(let slot, let isNew): Self.mark(&columnTraces, slot.index, isNew: isNew, fact)
        case .card(let slot, let isNew):
            Self.mark(&cardTraces, slot.index, isNew: isNew, fact)
            applyToCard(slot, isNew: isNew, fact)
        }
    }

    private mutating func noteFormerTitle(_ event: BoardEvent) {
        switch event {
        case .boardRetitled(let id, let title):
            formerTitles.note(id.entity, model.boards[id]?.title, renamedTo: title)
        case .cardRetitled(let id, let title):
            formerTitles.note(id.entity, model.cards[id]?.title, renamedTo: title)
        default: break
        }
    }

    private mutating func applyToCard(_ slot: BoardsModel.CardSlot, isNew: Bool, _ fact: Recorded<BoardEvent>) {
        let index = slot.index
        switch fact.event {
        case .cardAdded(_, _, _, _, let description) where isNew:
            descriptions.append(TextDocument(description))
            remarks.append([])
        case .cardDescribed(_, let edit): descriptions[index].merge(edit)
        case .commentAdded:
            // A comment that was there already added nothing to the card.
            guard model.cards[slot].comments.count > remarks[index].count else { return }
            remarks[index].append(Self.newTrace(fact))
        case .commentReworded(_, let comment, _):
            guard let at = model.cards[slot].comments.index(of: comment) else { return }
            Self.touch(&remarks[index][at], fact)
        default: break
        }
    }

    private static func newTrace(_ fact: Recorded<BoardEvent>) -> Provenance {
        Provenance(made: fact.instant, maker: fact.actor, updated: fact.instant, updater: fact.actor)
    }

    private static func mark(
        _ traces: inout PagedArray<Provenance>, _ index: Int, isNew: Bool, _ fact: Recorded<BoardEvent>
    ) {
        if isNew {
            traces.append(newTrace(fact))
        } else if !fact.event.isOfUndoneCreation {
            touch(&traces[index], fact)
        }
    }

    private static func touch(_ provenance: inout Provenance, _ fact: Recorded<BoardEvent>) {
        provenance.updated = fact.instant
        provenance.updater = fact.actor
    }
}

extension BoardEvent {
    /// Undoing a creation and redoing it changes nothing of what was created, its times neither.
    fileprivate var isOfUndoneCreation: Bool {
        switch self {
        case .boardWithdrawn, .boardReinstated, .columnWithdrawn, .columnReinstated, .cardWithdrawn, .cardReinstated: true
        default: false
        }
    }
}
