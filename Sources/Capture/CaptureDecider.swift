import Kernel

/// The rules of capture. They stand as sentences in `Capture.md`.
///
/// Every rule asks in the same order: is the thing there, is there anything left to do, is it allowed. So a command
/// that is sent twice is quiet the second time, even where asking for something new would be refused by then.
package enum CaptureDecider: Decider {
    package static var initial: CaptureState { CaptureState() }

    package static func evolve(_ state: inout CaptureState, with event: CaptureEvent) { state.apply(event) }

    package static func decide(
        _ command: CaptureCommand, given state: CaptureState
    ) throws(CaptureRefusal) -> [CaptureEvent] {
        switch command {
        case .captureItem(let id, let content, let captured):
            try state.capture(id, content: content, captured: captured)
        case .rewordItem(let id, let content): try state.reword(id, to: content)
        case .typeItem(let id, let type): try state.type(id, type)
        case .annotateItem(let id, let metadata): try state.annotate(id, metadata: metadata)
        case .tagItem(let id, let tags): try state.tag(id, tags)
        case .untagItem(let id, let tags): try state.untag(id, tags)
        case .starItem(let id): try state.star(id, true)
        case .unstarItem(let id): try state.star(id, false)
        case .followUpItem(let id, let day): try state.followUp(id, on: day)
        case .completeItem(let id, let instant): try state.complete(id, at: instant)
        case .reopenItem(let id): try state.reopen(id)
        case .trashItem(let id): try state.item(id).isTrashed ? [] : [.itemTrashed(id)]
        case .restoreItem(let id): try state.item(id).isTrashed ? [.itemRestored(id)] : []
        case .splitItem(let id, let parts): try state.split(id, into: parts)
        case .mergeItems(let survivor, let items): try state.merge(items, into: survivor)

        case .createCollection(let id, let name, let isStructured):
            try state.create(id, name: name, isStructured: isStructured)
        case .renameCollection(let id, let name): try state.rename(id, to: name)
        case .trashCollection(let id): try state.collection(id).isTrashed ? [] : [.collectionTrashed(id)]
        case .restoreCollection(let id): try state.collection(id).isTrashed ? [.collectionRestored(id)] : []
        case .openCollection(let id): try state.look(at: id)
        case .addToCollection(let id, let item, let parent, let next):
            try state.add(item, to: id, under: parent, above: next)
        case .moveInCollection(let id, let item, let parent, let next):
            try state.move(item, in: id, under: parent, above: next)
        case .removeFromCollection(let id, let item): try state.remove(item, from: id)

        case .createTag(let id, let name, let colour): try state.create(id, name: name, colour: colour)
        case .renameTag(let id, let name): try state.rename(id, to: name)
        case .recolourTag(let id, let colour): try state.recolour(id, colour)
        case .deleteTag(let id): try state.delete(id)
        case .restoreTag(let id): try state.restore(id)
        case .renameTagValue(let old, let new): try state.renameValue(old, to: new)
        case .deleteTagValue(let name): try state.deleteValue(name)

        case .attachFile(let id, let item, let facts): try state.attach(id, to: item, facts)
        case .detachFile(let id): try state.detach(id)

        case .snoozePrompt(let kind, let until): try state.set(kind, .snoozed(until: until))
        case .dismissPrompt(let kind): try state.set(kind, .dismissed)
        case .revivePrompt(let kind): try state.set(kind, .asked)

        case .requestRun(let id, let request): try state.request(id, request)
        case .completeRun(let id, let output): try state.complete(id, output)
        case .failRun(let id, let reason, let latencyMs): try state.fail(id, reason, latencyMs: latencyMs)
        case .cancelRun(let id): try state.cancel(id)
        case .answerQuestion(let id, let question, let answer): try state.answer(id, question, answer)
        case .acceptSuggestion(let id, let suggestion, let shape): try state.accept(id, suggestion, as: shape)
        case .declineSuggestion(let id, let suggestion): try state.decline(id, suggestion)
        case .forgetRunPayload(let id): try state.forgetPayload(of: id)
        }
    }
}
