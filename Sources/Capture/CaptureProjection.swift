package import Kernel

/// Posts what happened to captured things into what is read of them.
package enum CaptureProjection: Projection {
    package static var empty: CaptureView { CaptureView() }

    package static func project(_ fact: Recorded<CaptureEvent>, into view: inout CaptureView) { view.apply(fact) }
}

extension CaptureView {
    fileprivate mutating func apply(_ fact: Recorded<CaptureEvent>) {
        guard fact.position > asOf else { return }  // Redelivery changes nothing.
        asOf = fact.position
        if case .collectionRenamed(let id, let name) = fact.event {
            formerNames.note(id.entity, model.collections[id]?.name, renamedTo: name)
        }
        let attribution = Attribution(instant: fact.instant, actor: fact.actor)
        switch model.apply(fact.event) {
        case .nothing: break
        case .item(let slot, let isNew): Self.mark(&itemTraces, slot.index, isNew: isNew, attribution, fact.event)
        case .collection(let slot, let isNew):
            if case .collectionOpened = fact.event {
                collectionTraces[slot.index].opened = fact.instant
            } else {
                Self.mark(&collectionTraces, slot.index, isNew: isNew, attribution, fact.event)
            }
        case .tag(let slot, let isNew): Self.mark(&tagTraces, slot.index, isNew: isNew, attribution, fact.event)
        case .run(let slot, let isNew): Self.mark(&runTraces, slot.index, isNew: isNew, attribution, fact.event)
        case .file(let slot, let isNew): Self.mark(&fileTraces, slot.index, isNew: isNew, attribution, fact.event)
        }
    }

    private static func mark(
        _ traces: inout PagedArray<Provenance>, _ index: Int, isNew: Bool, _ attribution: Attribution, _ event: CaptureEvent
    ) {
        if isNew {
            traces.append(Provenance(made: attribution, touched: attribution))
        } else if !event.isOfUndoneCreation {
            traces[index].touched = attribution
        }
    }
}

extension CaptureEvent {
    /// Undoing a creation and redoing it changes nothing of what was created, its times neither.
    fileprivate var isOfUndoneCreation: Bool {
        switch self {
        case .itemWithdrawn, .itemReinstated, .collectionWithdrawn, .collectionReinstated, .tagWithdrawn, .tagReinstated,
            .runWithdrawn, .runReinstated:
            true
        default: false
        }
    }
}
