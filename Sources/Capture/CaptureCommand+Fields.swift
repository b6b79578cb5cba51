package import Kernel

/// The one list of fields per command: what a client sends as JSON, and the published schema.
///
/// - Invariant: names of types and fields are never changed and never reused; numbers ascend.
extension CaptureCommand: FieldUnion {
    package enum Tag: String, UnionTag {
        case captureItem, rewordItem, typeItem, annotateItem, tagItem, untagItem, starItem, unstarItem, followUpItem
        case completeItem, reopenItem, trashItem, restoreItem, splitItem, mergeItems
        case createCollection, renameCollection, trashCollection, restoreCollection, openCollection, addToCollection
        case moveInCollection, removeFromCollection
        case createTag, renameTag, recolourTag, deleteTag, restoreTag, renameTagValue, deleteTagValue
        case attachFile, detachFile
        case snoozePrompt, dismissPrompt, revivePrompt
        case requestRun, completeRun, failRun, cancelRun, answerQuestion, acceptSuggestion, declineSuggestion
        case forgetRunPayload
    }

    package static var schemaName: StaticString { "CaptureCommand" }
    package static var blank: CaptureCommand { blank(.captureItem) }

    package var tag: Tag {
        switch self {
        case .captureItem: .captureItem
        case .rewordItem: .rewordItem
        case .typeItem: .typeItem
        case .annotateItem: .annotateItem
        case .tagItem: .tagItem
        case .untagItem: .untagItem
        case .starItem: .starItem
        case .unstarItem: .unstarItem
        case .followUpItem: .followUpItem
        case .completeItem: .completeItem
        case .reopenItem: .reopenItem
        case .trashItem: .trashItem
        case .restoreItem: .restoreItem
        case .splitItem: .splitItem
        case .mergeItems: .mergeItems
        case .createCollection: .createCollection
        case .renameCollection: .renameCollection
        case .trashCollection: .trashCollection
        case .restoreCollection: .restoreCollection
        case .openCollection: .openCollection
        case .addToCollection: .addToCollection
        case .moveInCollection: .moveInCollection
        case .removeFromCollection: .removeFromCollection
        case .createTag: .createTag
        case .renameTag: .renameTag
        case .recolourTag: .recolourTag
        case .deleteTag: .deleteTag
        case .restoreTag: .restoreTag
        case .renameTagValue: .renameTagValue
        case .deleteTagValue: .deleteTagValue
        case .attachFile: .attachFile
        case .detachFile: .detachFile
        case .snoozePrompt: .snoozePrompt
        case .dismissPrompt: .dismissPrompt
        case .revivePrompt: .revivePrompt
        case .requestRun: .requestRun
        case .completeRun: .completeRun
        case .failRun: .failRun
        case .cancelRun: .cancelRun
        case .answerQuestion: .answerQuestion
        case .acceptSuggestion: .acceptSuggestion
        case .declineSuggestion: .declineSuggestion
        case .forgetRunPayload: .forgetRunPayload
        }
    }

    package static func blank(_ tag: Tag) -> CaptureCommand {
        switch tag {
        case .captureItem: .captureItem(.zero, content: "", captured: .blank)
        case .rewordItem: .rewordItem(.zero, to: "")
        case .typeItem: .typeItem(.zero, .blank)
        case .annotateItem: .annotateItem(.zero, metadata: "")
        case .tagItem: .tagItem(.zero, [])
        case .untagItem: .untagItem(.zero, [])
        case .starItem: .starItem(.zero)
        case .unstarItem: .unstarItem(.zero)
        case .followUpItem: .followUpItem(.zero, on: nil)
        case .completeItem: .completeItem(.zero, at: .blank)
        case .reopenItem: .reopenItem(.zero)
        case .trashItem: .trashItem(.zero)
        case .restoreItem: .restoreItem(.zero)
        case .splitItem: .splitItem(.zero, into: [])
        case .mergeItems: .mergeItems(into: .zero, from: [])
        case .createCollection: .createCollection(.zero, name: .blank, isStructured: false)
        case .renameCollection: .renameCollection(.zero, to: .blank)
        case .trashCollection: .trashCollection(.zero)
        case .restoreCollection: .restoreCollection(.zero)
        case .openCollection: .openCollection(.zero)
        case .addToCollection: .addToCollection(.zero, .zero, under: nil, above: nil)
        case .moveInCollection: .moveInCollection(.zero, .zero, under: nil, above: nil)
        case .removeFromCollection: .removeFromCollection(.zero, .zero)
        case .createTag: .createTag(.zero, name: .blank, colour: .blank)
        case .renameTag: .renameTag(.zero, to: .blank)
        case .recolourTag: .recolourTag(.zero, .blank)
        case .deleteTag: .deleteTag(.zero)
        case .restoreTag: .restoreTag(.zero)
        case .renameTagValue: .renameTagValue(.blank, to: .blank)
        case .deleteTagValue: .deleteTagValue(.blank)
        case .attachFile: .attachFile(.zero, to: .zero, .blank)
        case .detachFile: .detachFile(.zero)
        case .snoozePrompt: .snoozePrompt(.blank, until: .blank)
        case .dismissPrompt: .dismissPrompt(.blank)
        case .revivePrompt: .revivePrompt(.blank)
        case .requestRun: .requestRun(.zero, .blank)
        case .completeRun: .completeRun(.zero, .blank)
        case .failRun: .failRun(.zero, reason: .blank, latencyMs: 0)
        case .cancelRun: .cancelRun(.zero)
        case .answerQuestion: .answerQuestion(.zero, question: 0, "")
        case .acceptSuggestion: .acceptSuggestion(.zero, .zero, as: .blank)
        case .declineSuggestion: .declineSuggestion(.zero, .zero)
        case .forgetRunPayload: .forgetRunPayload(.zero)
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .captureItem(var item, var content, var captured):
            coder.field(2, "item", &item)
            coder.field(3, "content", &content)
            coder.field(4, "captured", &captured)
            self = .captureItem(item, content: content, captured: captured)
        case .rewordItem(var item, var content):
            coder.field(2, "item", &item)
            coder.field(3, "content", &content)
            self = .rewordItem(item, to: content)
        case .typeItem(var item, var itemType):
            coder.field(2, "item", &item)
            coder.field(3, "item_type", &itemType)
            self = .typeItem(item, itemType)
        case .annotateItem(var item, var metadata):
            coder.field(2, "item", &item)
            coder.field(3, "metadata", &metadata)
            self = .annotateItem(item, metadata: metadata)
        case .tagItem(var item, var tags):
            coder.field(2, "item", &item)
            coder.field(3, "tags", &tags)
            self = .tagItem(item, tags)
        case .untagItem(var item, var tags):
            coder.field(2, "item", &item)
            coder.field(3, "tags", &tags)
            self = .untagItem(item, tags)
        case .starItem(var item):
            coder.field(2, "item", &item)
            self = .starItem(item)
        case .unstarItem(var item):
            coder.field(2, "item", &item)
            self = .unstarItem(item)
        case .followUpItem(var item, var day):
            coder.field(2, "item", &item)
            coder.field(3, "day", orNull: &day)
            self = .followUpItem(item, on: day)
        case .completeItem(var item, var completed):
            coder.field(2, "item", &item)
            coder.field(3, "completed", &completed)
            self = .completeItem(item, at: completed)
        case .reopenItem(var item):
            coder.field(2, "item", &item)
            self = .reopenItem(item)
        case .trashItem(var item):
            coder.field(2, "item", &item)
            self = .trashItem(item)
        case .restoreItem(var item):
            coder.field(2, "item", &item)
            self = .restoreItem(item)
        case .splitItem(var item, var parts):
            coder.field(2, "item", &item)
            coder.field(3, "parts", &parts)
            self = .splitItem(item, into: parts)
        case .mergeItems(var survivor, var items):
            coder.field(2, "survivor", &survivor)
            coder.field(3, "items", &items)
            self = .mergeItems(into: survivor, from: items)
        case .createCollection(var collection, var name, var isStructured):
            coder.field(2, "collection", &collection)
            coder.field(3, "name", &name)
            coder.field(4, "is_structured", &isStructured)
            self = .createCollection(collection, name: name, isStructured: isStructured)
        case .renameCollection(var collection, var name):
            coder.field(2, "collection", &collection)
            coder.field(3, "name", &name)
            self = .renameCollection(collection, to: name)
        case .trashCollection(var collection):
            coder.field(2, "collection", &collection)
            self = .trashCollection(collection)
        case .restoreCollection(var collection):
            coder.field(2, "collection", &collection)
            self = .restoreCollection(collection)
        case .openCollection(var collection):
            coder.field(2, "collection", &collection)
            self = .openCollection(collection)
        case .addToCollection(var collection, var item, var under, var above):
            coder.field(2, "collection", &collection)
            coder.field(3, "item", &item)
            coder.field(4, "under", &under)
            coder.field(5, "above", &above)
            self = .addToCollection(collection, item, under: under, above: above)
        case .moveInCollection(var collection, var item, var under, var above):
            coder.field(2, "collection", &collection)
            coder.field(3, "item", &item)
            coder.field(4, "under", &under)
            coder.field(5, "above", &above)
            self = .moveInCollection(collection, item, under: under, above: above)
        case .removeFromCollection(var collection, var item):
            coder.field(2, "collection", &collection)
            coder.field(3, "item", &item)
            self = .removeFromCollection(collection, item)
        case .createTag(var tag, var name, var colour):
            coder.field(2, "tag", &tag)
            coder.field(3, "name", &name)
            coder.field(4, "colour", omittable: &colour)
            self = .createTag(tag, name: name, colour: colour)
        case .renameTag(var tag, var name):
            coder.field(2, "tag", &tag)
            coder.field(3, "name", &name)
            self = .renameTag(tag, to: name)
        case .recolourTag(var tag, var colour):
            coder.field(2, "tag", &tag)
            coder.field(3, "colour", &colour)
            self = .recolourTag(tag, colour)
        case .deleteTag(var tag):
            coder.field(2, "tag", &tag)
            self = .deleteTag(tag)
        case .restoreTag(var tag):
            coder.field(2, "tag", &tag)
            self = .restoreTag(tag)
        case .renameTagValue(var old, var new):
            coder.field(2, "old", &old)
            coder.field(3, "new", &new)
            self = .renameTagValue(old, to: new)
        case .deleteTagValue(var name):
            coder.field(2, "name", &name)
            self = .deleteTagValue(name)
        case .attachFile(var attachment, var item, var file):
            coder.field(2, "attachment", &attachment)
            coder.field(3, "item", &item)
            coder.field(4, "file", &file)
            self = .attachFile(attachment, to: item, file)
        case .detachFile(var attachment):
            coder.field(2, "attachment", &attachment)
            self = .detachFile(attachment)
        case .snoozePrompt(var prompt, var until):
            coder.field(2, "prompt", &prompt)
            coder.field(3, "until", &until)
            self = .snoozePrompt(prompt, until: until)
        case .dismissPrompt(var prompt):
            coder.field(2, "prompt", &prompt)
            self = .dismissPrompt(prompt)
        case .revivePrompt(var prompt):
            coder.field(2, "prompt", &prompt)
            self = .revivePrompt(prompt)
        case .requestRun(var run, var request):
            coder.field(2, "run", &run)
            coder.field(3, "request", &request)
            self = .requestRun(run, request)
        case .completeRun(var run, var output):
            coder.field(2, "run", &run)
            coder.field(3, "output", &output)
            self = .completeRun(run, output)
        case .failRun(var run, var reason, var latencyMs):
            coder.field(2, "run", &run)
            coder.field(3, "reason", &reason)
            coder.field(4, "latency_ms", &latencyMs)
            self = .failRun(run, reason: reason, latencyMs: latencyMs)
        case .cancelRun(var run):
            coder.field(2, "run", &run)
            self = .cancelRun(run)
        case .answerQuestion(var run, var question, var answer):
            coder.field(2, "run", &run)
            coder.field(3, "question", &question)
            coder.field(4, "answer", &answer)
            self = .answerQuestion(run, question: question, answer)
        case .acceptSuggestion(var run, var suggestion, var shape):
            coder.field(2, "run", &run)
            coder.field(3, "suggestion", &suggestion)
            coder.field(4, "shape", &shape)
            self = .acceptSuggestion(run, suggestion, as: shape)
        case .declineSuggestion(var run, var suggestion):
            coder.field(2, "run", &run)
            coder.field(3, "suggestion", &suggestion)
            self = .declineSuggestion(run, suggestion)
        case .forgetRunPayload(var run):
            coder.field(2, "run", &run)
            self = .forgetRunPayload(run)
        }
    }
}
