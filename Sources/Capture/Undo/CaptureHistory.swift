package import Kernel

/// Tells a person what an event did, in one line, and shows what changed where a text did. Requirement B-82.
package enum CaptureHistory {
    /// One line on what `event` did.
    ///
    /// - Parameters:
    ///   - before: the view of the event's subject alone, just before it; `after`: just after.
    ///   - name: what another thing, such as a plan, is called today.
    package static func summary(
        of event: CaptureEvent, before: CaptureView, after: CaptureView, name: (EntityID) -> String?
    ) -> String {
        ofItem(event, before, after, name) ?? ofPlace(event, after, name) ?? ofCollection(event, before, after)
            ?? ofTag(event, before, after) ?? ofPrompt(event) ?? ofFile(event, after, name) ?? ofRun(event, after, name)
    }

    /// Where a text changed, the lines that did; nil for events that change none.
    ///
    /// - Parameters:
    ///   - before: the view of the event's subject alone, just before it; `after`: just after.
    package static func diff(of event: CaptureEvent, before: CaptureView, after: CaptureView) -> String? {
        switch event {
        case .itemCaptured(_, let content, _, _): lines(from: "", to: content)
        case .itemReworded(let id, let content): lines(from: before.model.items[id]?.content ?? "", to: content)
        case .itemAnnotated(let id, let metadata):
            lines(from: before.model.items[id]?.metadata ?? "", to: metadata)
        default: nil
        }
    }

    private static func lines(from old: String, to new: String) -> String? {
        let diff = LineDiff.unified(from: old, to: new)
        return diff.utf8.isEmpty ? nil : diff
    }

    private static func ofItem(
        _ event: CaptureEvent, _ before: CaptureView, _ after: CaptureView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .itemCaptured(_, let content, _, let source):
            "captured " + quoted(firstLine(content))
                + (source.map { " from " + quoted(name($0.entity)) } ?? "")
        case .itemReworded(let id, let content):
            "reworded " + quoted(before.name(of: id.entity)) + " to " + quoted(firstLine(content))
        case .itemTyped(let id, .none): "took the type off " + quoted(after.name(of: id.entity))
        case .itemTyped(let id, .task): "made " + quoted(after.name(of: id.entity)) + " a task"
        case .itemTyped(let id, .link(let target)):
            "made " + quoted(after.name(of: id.entity)) + " a link to " + quoted(name(target.entity))
        case .itemAnnotated(let id, let metadata):
            (metadata.utf8.isEmpty ? "took the metadata off " : "set the metadata of ")
                + quoted(after.name(of: id.entity))
        case .itemTagged(let id, let tags): "tagged " + quoted(after.name(of: id.entity)) + " with " + listed(tags)
        case .itemUntagged(let id, let tags): "untagged " + quoted(after.name(of: id.entity)) + ": " + listed(tags)
        case .itemRetagged(let id, let old, let new):
            "changed tags of " + quoted(after.name(of: id.entity)) + " from " + listed(old) + " to " + listed(new)
        case .itemStarred(let id): "starred " + quoted(after.name(of: id.entity))
        case .itemUnstarred(let id): "took the star off " + quoted(after.name(of: id.entity))
        case .itemFollowUpSet(let id, let day):
            day.map { "set " + quoted(after.name(of: id.entity)) + " to follow up on " + $0.text }
                ?? "took the follow-up day off " + quoted(after.name(of: id.entity))
        case .itemCompleted(let id, _): "completed " + quoted(after.name(of: id.entity))
        case .itemReopened(let id): "reopened " + quoted(after.name(of: id.entity))
        case .itemTrashed(let id): "deleted " + quoted(after.name(of: id.entity))
        case .itemRestored(let id): "restored " + quoted(after.name(of: id.entity))
        case .itemWithdrawn(let id): "undid capturing " + quoted(after.name(of: id.entity))
        case .itemReinstated(let id): "redid capturing " + quoted(after.name(of: id.entity))
        case .itemSplit(let id, let parts):
            "split " + quoted(after.name(of: id.entity)) + " into " + counted(parts.count, "item")
        case .itemUnsplit(let id, let parts):
            "undid splitting " + quoted(after.name(of: id.entity)) + " into " + counted(parts.count, "item")
        case .itemMerged(let id, let survivor):
            "merged " + quoted(after.name(of: id.entity)) + " into " + quoted(name(survivor.entity))
        case .itemUnmerged(let id): "undid merging " + quoted(after.name(of: id.entity))
        default: nil
        }
    }

    private static func ofPlace(
        _ event: CaptureEvent, _ after: CaptureView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .itemAdded(let id, let collection, let parent, _):
            "added " + quoted(after.name(of: id.entity)) + " to " + quoted(name(collection.entity))
                + under(parent, name)
        case .itemMoved(let id, let collection, let parent, _):
            "moved " + quoted(after.name(of: id.entity)) + " within " + quoted(name(collection.entity))
                + under(parent, name)
        case .itemRemoved(let id, let collection):
            "took " + quoted(after.name(of: id.entity)) + " out of " + quoted(name(collection.entity))
        default: nil
        }
    }

    private static func ofCollection(_ event: CaptureEvent, _ before: CaptureView, _ after: CaptureView) -> String? {
        switch event {
        case .collectionCreated(_, let name, let isStructured):
            "created the " + (isStructured ? "plan " : "list ") + quoted(name.text)
        case .collectionRenamed(let id, let name):
            "renamed " + quoted(before.name(of: id.entity)) + " to " + quoted(name.text)
        case .collectionTrashed(let id): "deleted " + quoted(after.name(of: id.entity))
        case .collectionRestored(let id): "restored " + quoted(after.name(of: id.entity))
        case .collectionWithdrawn(let id): "undid creating " + quoted(after.name(of: id.entity))
        case .collectionReinstated(let id): "redid creating " + quoted(after.name(of: id.entity))
        case .collectionOpened(let id): "opened " + quoted(after.name(of: id.entity))
        default: nil
        }
    }

    private static func ofTag(_ event: CaptureEvent, _ before: CaptureView, _ after: CaptureView) -> String? {
        switch event {
        case .tagCreated(_, let name, _): "created the tag " + quoted(name.text)
        case .tagRenamed(let id, let name):
            "renamed the tag " + quoted(before.name(of: id.entity)) + " to " + quoted(name.text)
        case .tagRecoloured(let id, let colour):
            "made the tag " + quoted(after.name(of: id.entity))
                + (colour == .none ? " colourless" : " " + spelled(colour.fieldName))
        case .tagDeleted(let id, let items):
            "deleted the tag " + quoted(after.name(of: id.entity)) + " and took it off "
                + counted(items.count, "item")
        case .tagRestored(let id): "restored the tag " + quoted(after.name(of: id.entity))
        case .tagWithdrawn(let id): "undid creating the tag " + quoted(after.name(of: id.entity))
        case .tagReinstated(let id): "redid creating the tag " + quoted(after.name(of: id.entity))
        default: nil
        }
    }

    private static func ofPrompt(_ event: CaptureEvent) -> String? {
        switch event {
        case .promptSnoozed(_, let kind, let until): "put off the prompt " + kind.key + " until " + until.text
        case .promptDismissed(_, let kind): "dismissed the prompt " + kind.key
        case .promptRevived(_, let kind): "allowed the prompt " + kind.key + " again"
        default: nil
        }
    }

    private static func ofFile(
        _ event: CaptureEvent, _ after: CaptureView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .fileAttached(_, let item, let facts):
            "attached " + quoted(facts.name.text) + " to " + quoted(name(item.entity))
        case .fileDetached(let id): "detached " + quoted(after.name(of: id.entity))
        case .fileReattached(let id): "attached " + quoted(after.name(of: id.entity)) + " again"
        default: nil
        }
    }

    private static func ofRun(_ event: CaptureEvent, _ after: CaptureView, _ name: (EntityID) -> String?) -> String {
        switch event {
        case .runRequested(_, let request):
            "asked " + request.provider + " " + request.model + " how to organise "
                + counted(request.items.count, "item")
        case .runCompleted(_, let outcome):
            "received " + counted(outcome.suggestions.count, "suggestion") + " after " + String(outcome.latencyMs)
                + " ms"
                + (outcome.droppedSuggestions + outcome.droppedParts == 0
                    ? ""
                    : "; dropped " + counted(outcome.droppedSuggestions, "suggestion") + " and "
                        + counted(outcome.droppedParts, "part") + " without a source")
        case .runFailed(_, let reason, let latencyMs):
            "received no suggestions after " + String(latencyMs) + " ms: " + spelled(reason.fieldName)
        case .runCancelled: "cancelled the run"
        case .questionAnswered(_, let question, let answer):
            answer.utf8.isEmpty
                ? "took back the answer to question " + String(question + 1)
                : "answered question " + String(question + 1) + ": " + firstLine(answer)
        case .suggestionAccepted(let run, let id, let made):
            "accepted " + title(of: id, run, after) + " as " + counted(made.items.count, "item")
                + (made.collection.map { " in " + quoted(name($0.entity)) } ?? "")
        case .suggestionDeclined(let run, let id): "declined " + title(of: id, run, after)
        case .suggestionReopened(let run, let id): "took back the decision on " + title(of: id, run, after)
        case .runPayloadForgotten: "destroyed what was sent and received; the digests stay"
        case .runWithdrawn: "undid asking"
        case .runReinstated: "redid asking"
        default: preconditionFailure("every event is told by one of the functions above")
        }
    }

    private static func title(of id: SuggestionID, _ run: RunID, _ view: CaptureView) -> String {
        quoted(view.model.runs[run]?.suggestion(id)?.suggestion.title.text)
    }

    private static func under(_ parent: ItemID?, _ name: (EntityID) -> String?) -> String {
        parent.map { " under " + quoted(name($0.entity)) } ?? ""
    }

    private static func quoted(_ name: String?) -> String { name.map { "\"" + $0 + "\"" } ?? "something unknown" }

    private static func listed(_ tags: [Name]) -> String {
        if tags.isEmpty { return "none" }
        var words = ""
        for tag in tags { words += (words.utf8.isEmpty ? "" : ", ") + tag.text }
        return words
    }
}
