import Kernel

// The fields of each event. Three functions, because one over all of them is more than a person can look through.
extension CaptureEvent {
    /// Of items.
    mutating func codeItem<C: Coder>(_ coder: inout C) {
        switch self {
        case .itemCaptured(var item, var content, var captured, var source):
            coder.subject("item", &item)
            coder.field(1, "content", &content)
            coder.field(2, "captured", &captured)
            coder.field(3, "source", &source)
            self = .itemCaptured(item, content: content, captured: captured, from: source)
        case .itemReworded(var item, var content):
            coder.subject("item", &item)
            coder.field(1, "content", &content)
            self = .itemReworded(item, to: content)
        case .itemTyped(var item, var type):
            coder.subject("item", &item)
            coder.field(1, "type", &type)
            self = .itemTyped(item, type)
        case .itemAnnotated(var item, var metadata):
            coder.subject("item", &item)
            coder.field(1, "metadata", &metadata)
            self = .itemAnnotated(item, metadata: metadata)
        case .itemTagged(var item, var tags):
            coder.subject("item", &item)
            coder.field(1, "tags", &tags)
            self = .itemTagged(item, tags)
        case .itemUntagged(var item, var tags):
            coder.subject("item", &item)
            coder.field(1, "tags", &tags)
            self = .itemUntagged(item, tags)
        case .itemRetagged(var item, var old, var new):
            coder.subject("item", &item)
            coder.field(1, "old", &old)
            coder.field(2, "new", &new)
            self = .itemRetagged(item, from: old, to: new)
        case .itemStarred(var item):
            coder.subject("item", &item)
            self = .itemStarred(item)
        case .itemUnstarred(var item):
            coder.subject("item", &item)
            self = .itemUnstarred(item)
        case .itemFollowUpSet(var item, var day):
            coder.subject("item", &item)
            coder.field(1, "day", &day)
            self = .itemFollowUpSet(item, on: day)
        case .itemCompleted(var item, var instant):
            coder.subject("item", &item)
            coder.field(1, "instant", &instant)
            self = .itemCompleted(item, at: instant)
        case .itemReopened(var item):
            coder.subject("item", &item)
            self = .itemReopened(item)
        case .itemTrashed(var item):
            coder.subject("item", &item)
            self = .itemTrashed(item)
        case .itemRestored(var item):
            coder.subject("item", &item)
            self = .itemRestored(item)
        case .itemWithdrawn(var item):
            coder.subject("item", &item)
            self = .itemWithdrawn(item)
        case .itemReinstated(var item):
            coder.subject("item", &item)
            self = .itemReinstated(item)
        case .itemSplit(var item, var parts):
            coder.subject("item", &item)
            coder.field(1, "parts", &parts)
            self = .itemSplit(item, into: parts)
        case .itemUnsplit(var item, var parts):
            coder.subject("item", &item)
            coder.field(1, "parts", &parts)
            self = .itemUnsplit(item, from: parts)
        case .itemMerged(var item, var survivor):
            coder.subject("item", &item)
            coder.field(1, "survivor", &survivor)
            self = .itemMerged(item, into: survivor)
        case .itemUnmerged(var item):
            coder.subject("item", &item)
            self = .itemUnmerged(item)
        case .itemAdded(var item, var collection, var parent, var rank):
            coder.subject("item", &item)
            coder.field(1, "collection", &collection)
            coder.field(2, "parent", &parent)
            coder.field(3, "rank", &rank)
            self = .itemAdded(item, to: collection, under: parent, at: rank)
        case .itemMoved(var item, var collection, var parent, var rank):
            coder.subject("item", &item)
            coder.field(1, "collection", &collection)
            coder.field(2, "parent", &parent)
            coder.field(3, "rank", &rank)
            self = .itemMoved(item, in: collection, under: parent, at: rank)
        case .itemRemoved(var item, var collection):
            coder.subject("item", &item)
            coder.field(1, "collection", &collection)
            self = .itemRemoved(item, from: collection)
        default: preconditionFailure("the other functions know every other event")
        }
    }

    /// Of collections, tags and prompts.
    mutating func codeKeeping<C: Coder>(_ coder: inout C) {
        switch self {
        case .collectionCreated(var collection, var name, var isStructured):
            coder.subject("collection", &collection)
            coder.field(1, "name", &name)
            coder.field(2, "is_structured", &isStructured)
            self = .collectionCreated(collection, name: name, isStructured: isStructured)
        case .collectionRenamed(var collection, var name):
            coder.subject("collection", &collection)
            coder.field(1, "name", &name)
            self = .collectionRenamed(collection, name: name)
        case .collectionTrashed(var collection):
            coder.subject("collection", &collection)
            self = .collectionTrashed(collection)
        case .collectionRestored(var collection):
            coder.subject("collection", &collection)
            self = .collectionRestored(collection)
        case .collectionWithdrawn(var collection):
            coder.subject("collection", &collection)
            self = .collectionWithdrawn(collection)
        case .collectionReinstated(var collection):
            coder.subject("collection", &collection)
            self = .collectionReinstated(collection)
        case .collectionOpened(var collection):
            coder.subject("collection", &collection)
            self = .collectionOpened(collection)
        case .tagCreated(var tag, var name, var colour):
            coder.subject("tag", &tag)
            coder.field(1, "name", &name)
            coder.field(2, "colour", &colour)
            self = .tagCreated(tag, name: name, colour: colour)
        case .tagRenamed(var tag, var name):
            coder.subject("tag", &tag)
            coder.field(1, "name", &name)
            self = .tagRenamed(tag, name: name)
        case .tagRecoloured(var tag, var colour):
            coder.subject("tag", &tag)
            coder.field(1, "colour", &colour)
            self = .tagRecoloured(tag, colour: colour)
        case .tagDeleted(var tag, var items):
            coder.subject("tag", &tag)
            coder.field(1, "items", &items)
            self = .tagDeleted(tag, takenOff: items)
        case .tagRestored(var tag):
            coder.subject("tag", &tag)
            self = .tagRestored(tag)
        case .tagWithdrawn(var tag):
            coder.subject("tag", &tag)
            self = .tagWithdrawn(tag)
        case .tagReinstated(var tag):
            coder.subject("tag", &tag)
            self = .tagReinstated(tag)
        case .promptSnoozed(var prompt, var kind, var until):
            coder.subject("prompt", &prompt)
            coder.field(1, "kind", &kind)
            coder.field(2, "until", &until)
            self = .promptSnoozed(prompt, kind, until: until)
        case .promptDismissed(var prompt, var kind):
            coder.subject("prompt", &prompt)
            coder.field(1, "kind", &kind)
            self = .promptDismissed(prompt, kind)
        case .promptRevived(var prompt, var kind):
            coder.subject("prompt", &prompt)
            coder.field(1, "kind", &kind)
            self = .promptRevived(prompt, kind)
        default: preconditionFailure("the other functions know every other event")
        }
    }

    /// Of runs and files.
    mutating func codeRun<C: Coder>(_ coder: inout C) {
        switch self {
        case .runRequested(var run, var request):
            coder.subject("run", &run)
            coder.field(1, "request", &request)
            self = .runRequested(run, request)
        case .runCompleted(var run, var outcome):
            coder.subject("run", &run)
            coder.field(1, "outcome", &outcome)
            self = .runCompleted(run, outcome)
        case .runFailed(var run, var reason, var latencyMs):
            coder.subject("run", &run)
            coder.field(1, "reason", &reason)
            coder.field(2, "latency_ms", &latencyMs)
            self = .runFailed(run, reason: reason, latencyMs: latencyMs)
        case .runCancelled(var run):
            coder.subject("run", &run)
            self = .runCancelled(run)
        case .questionAnswered(var run, var question, var answer):
            coder.subject("run", &run)
            coder.field(1, "question", &question)
            coder.field(2, "answer", &answer)
            self = .questionAnswered(run, question: question, answer: answer)
        case .suggestionAccepted(var run, var suggestion, var made):
            coder.subject("run", &run)
            coder.field(1, "suggestion", &suggestion)
            coder.field(2, "made", &made)
            self = .suggestionAccepted(run, suggestion, made: made)
        case .suggestionDeclined(var run, var suggestion):
            coder.subject("run", &run)
            coder.field(1, "suggestion", &suggestion)
            self = .suggestionDeclined(run, suggestion)
        case .suggestionReopened(var run, var suggestion):
            coder.subject("run", &run)
            coder.field(1, "suggestion", &suggestion)
            self = .suggestionReopened(run, suggestion)
        case .runPayloadForgotten(var run):
            coder.subject("run", &run)
            self = .runPayloadForgotten(run)
        case .runWithdrawn(var run):
            coder.subject("run", &run)
            self = .runWithdrawn(run)
        case .runReinstated(var run):
            coder.subject("run", &run)
            self = .runReinstated(run)
        case .fileAttached(var file, var item, var facts):
            coder.subject("file", &file)
            coder.field(1, "item", &item)
            coder.field(2, "facts", &facts)
            self = .fileAttached(file, to: item, facts)
        case .fileDetached(var file):
            coder.subject("file", &file)
            self = .fileDetached(file)
        case .fileReattached(var file):
            coder.subject("file", &file)
            self = .fileReattached(file)
        default: preconditionFailure("the other functions know every other event")
        }
    }
}
