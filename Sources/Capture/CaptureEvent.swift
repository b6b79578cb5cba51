package import Kernel

/// An event of captured items, collections, tags, prompts and organising runs. Written once, read for ever.
///
/// *Withdrawn* is what undoing a creation leads to, *reinstated* what redoing it does: nothing is ever removed.
package enum CaptureEvent: Sendable, Equatable {
    case itemCaptured(ItemID, content: String, captured: Instant, from: ItemID?)
    case itemReworded(ItemID, to: String)
    case itemTyped(ItemID, ItemType)
    case itemAnnotated(ItemID, metadata: String)
    case itemTagged(ItemID, [Name])
    case itemUntagged(ItemID, [Name])
    /// The effect of a tag's renaming on each item that has it.
    case itemRetagged(ItemID, from: [Name], to: [Name])
    case itemStarred(ItemID)
    case itemUnstarred(ItemID)
    case itemFollowUpSet(ItemID, on: CalendarDay?)
    case itemCompleted(ItemID, at: Instant)
    case itemReopened(ItemID)
    case itemTrashed(ItemID)
    case itemRestored(ItemID)
    case itemWithdrawn(ItemID)
    case itemReinstated(ItemID)
    case itemSplit(ItemID, into: [ItemID])
    /// The undoing of a split.
    case itemUnsplit(ItemID, from: [ItemID])
    case itemMerged(ItemID, into: ItemID)
    case itemUnmerged(ItemID)
    /// Without a parent and with a blank rank in a list.
    case itemAdded(ItemID, to: CollectionID, under: ItemID?, at: Rank)
    case itemMoved(ItemID, in: CollectionID, under: ItemID?, at: Rank)
    case itemRemoved(ItemID, from: CollectionID)

    case collectionCreated(CollectionID, name: Name, isStructured: Bool)
    case collectionRenamed(CollectionID, name: Name)
    case collectionTrashed(CollectionID)
    case collectionRestored(CollectionID)
    case collectionWithdrawn(CollectionID)
    case collectionReinstated(CollectionID)
    case collectionOpened(CollectionID)

    case tagCreated(TagID, name: Name, colour: TagColour)
    case tagRenamed(TagID, name: Name)
    case tagRecoloured(TagID, colour: TagColour)
    /// Remembers the items that lost it, so that restoring gives it back to them.
    case tagDeleted(TagID, takenOff: [ItemID])
    case tagRestored(TagID)
    case tagWithdrawn(TagID)
    case tagReinstated(TagID)

    case promptSnoozed(PromptID, PromptKind, until: Instant)
    case promptDismissed(PromptID, PromptKind)
    case promptRevived(PromptID, PromptKind)

    indirect case runRequested(RunID, RunRequest)
    indirect case runCompleted(RunID, RunOutcome)
    indirect case runFailed(RunID, reason: RunFailure, latencyMs: Int)
    case runCancelled(RunID)
    case questionAnswered(RunID, question: Int, answer: String)
    indirect case suggestionAccepted(RunID, SuggestionID, made: AcceptedThings)
    case suggestionDeclined(RunID, SuggestionID)
    case suggestionReopened(RunID, SuggestionID)
    case runPayloadForgotten(RunID)
    case runWithdrawn(RunID)
    case runReinstated(RunID)

    indirect case fileAttached(AttachmentID, to: ItemID, FileFacts)
    case fileDetached(AttachmentID)
    case fileReattached(AttachmentID)

    package enum Tag: UInt16, Sendable, CaseIterable {
        case itemCaptured = 1
        case itemReworded = 2
        case itemTyped = 3
        case itemAnnotated = 4
        case itemTagged = 5
        case itemUntagged = 6
        case itemRetagged = 7
        case itemStarred = 8
        case itemUnstarred = 9
        case itemFollowUpSet = 10
        case itemCompleted = 11
        case itemReopened = 12
        case itemTrashed = 13
        case itemRestored = 14
        case itemWithdrawn = 15
        case itemReinstated = 16
        case itemSplit = 17
        case itemUnsplit = 18
        case itemMerged = 19
        case itemUnmerged = 20
        case itemAdded = 21
        case itemMoved = 22
        case itemRemoved = 23
        case collectionCreated = 48
        case collectionRenamed = 49
        case collectionTrashed = 50
        case collectionRestored = 51
        case collectionWithdrawn = 52
        case collectionReinstated = 53
        case collectionOpened = 54
        case tagCreated = 64
        case tagRenamed = 65
        case tagRecoloured = 66
        case tagDeleted = 67
        case tagRestored = 68
        case tagWithdrawn = 69
        case tagReinstated = 70
        case promptSnoozed = 80
        case promptDismissed = 81
        case promptRevived = 82
        case runRequested = 96
        case runCompleted = 97
        case runFailed = 98
        case runCancelled = 99
        case questionAnswered = 100
        case suggestionAccepted = 101
        case suggestionDeclined = 102
        case suggestionReopened = 103
        case runPayloadForgotten = 104
        case runWithdrawn = 105
        case runReinstated = 106
        case fileAttached = 128
        case fileDetached = 129
        case fileReattached = 130
    }
}
