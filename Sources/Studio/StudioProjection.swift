package import Kernel

/// Posts what happened in the studio into what is read of it.
package enum StudioProjection: Projection {
    package static var empty: StudioView { StudioView() }

    package static func project(_ fact: Recorded<StudioEvent>, into view: inout StudioView) { view.apply(fact) }
}

extension StudioView {
    fileprivate mutating func apply(_ fact: Recorded<StudioEvent>) {
        guard fact.position > asOf else { return }  // Redelivery changes nothing.
        asOf = fact.position
        noteFormerName(fact.event)
        switch model.apply(fact.event) {
        case .nothing, .reminders: break
        case .child(let slot, let isNew): Self.mark(&childTraces, slot.index, isNew: isNew, fact)
        case .artwork(let slot, let isNew):
            Self.mark(&artworkTraces, slot.index, isNew: isNew, fact)
            if isNew, case .artworkUploaded(_, _, let new) = fact.event {
                notes.append(TextDocument(new.notes))
            } else if case .artworkAnnotated(_, let edit) = fact.event {
                notes[slot.index].merge(edit)
            }
        case .album(let slot, let isNew): Self.mark(&albumTraces, slot.index, isNew: isNew, fact)
        case .analysis(let slot, let isNew): Self.mark(&analysisTraces, slot.index, isNew: isNew, fact)
        case .story(let slot, let isNew): Self.mark(&storyTraces, slot.index, isNew: isNew, fact)
        case .milestone(let slot, let isNew): Self.mark(&milestoneTraces, slot.index, isNew: isNew, fact)
        case .consent(let slot, let entry): sign(slot, entry, fact)
        }
    }

    private mutating func noteFormerName(_ event: StudioEvent) {
        switch event {
        case .childRenamed(let id, let name):
            formerNames.note(id.entity, model.children[id]?.name, renamedTo: name)
        case .albumRenamed(let id, let name): formerNames.note(id.entity, model.albums[id]?.name, renamedTo: name)
        case .artworkCaptioned(let id, let caption):
            formerNames.note(id.entity, model.artworks[id]?.caption, renamedTo: caption ?? .blank)
        case .storyRetitled(let id, let title):
            formerNames.note(id.entity, model.stories[id]?.name, renamedTo: title ?? .blank)
        default: break
        }
    }

    private mutating func sign(_ slot: StudioModel.ConsentSlot, _ entry: Int, _ fact: Recorded<StudioEvent>) {
        let attribution = Attribution(instant: fact.instant, actor: fact.actor)
        if slot.index == consentStamps.count { consentStamps.append([]) }
        if entry == consentStamps[slot.index].count {
            consentStamps[slot.index].append(attribution)
        } else {
            consentStamps[slot.index][entry] = attribution
        }
    }

    /// Looking at a thing does not change it, nor does undoing its creation and redoing it.
    private static func mark(
        _ traces: inout PagedArray<Provenance>, _ index: Int, isNew: Bool, _ fact: Recorded<StudioEvent>
    ) {
        let attribution = Attribution(instant: fact.instant, actor: fact.actor)
        if isNew {
            traces.append(Provenance(made: attribution, updated: attribution))
            return
        }
        switch fact.event {
        case .artworkOpened, .storyOpened: traces[index].opened = fact.instant
        case .childWithdrawn, .childReinstated, .artworkWithdrawn, .artworkReinstated, .imageWithdrawn, .imageReinstated,
            .albumWithdrawn, .albumReinstated, .analysisWithdrawn, .analysisReinstated, .storyWithdrawn, .storyReinstated,
            .milestoneWithdrawn, .milestoneReinstated:
            break
        default: traces[index].updated = attribution
        }
    }
}
