package import Kernel

/// The one list of fields per event: bytes, JSON and schema are made from it.
///
/// - Invariant: numbers are never reused, and ascend.
extension CaptureEvent: DomainEvent {
    package init(tag: Tag, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        self = try Self.read(tag, about: subject, payload)
    }

    package var tag: Tag {
        switch self {
        case .itemCaptured: .itemCaptured
        case .itemReworded: .itemReworded
        case .itemTyped: .itemTyped
        case .itemAnnotated: .itemAnnotated
        case .itemTagged: .itemTagged
        case .itemUntagged: .itemUntagged
        case .itemRetagged: .itemRetagged
        case .itemStarred: .itemStarred
        case .itemUnstarred: .itemUnstarred
        case .itemFollowUpSet: .itemFollowUpSet
        case .itemCompleted: .itemCompleted
        case .itemReopened: .itemReopened
        case .itemTrashed: .itemTrashed
        case .itemRestored: .itemRestored
        case .itemWithdrawn: .itemWithdrawn
        case .itemReinstated: .itemReinstated
        case .itemSplit: .itemSplit
        case .itemUnsplit: .itemUnsplit
        case .itemMerged: .itemMerged
        case .itemUnmerged: .itemUnmerged
        case .itemAdded: .itemAdded
        case .itemMoved: .itemMoved
        case .itemRemoved: .itemRemoved
        case .collectionCreated: .collectionCreated
        case .collectionRenamed: .collectionRenamed
        case .collectionTrashed: .collectionTrashed
        case .collectionRestored: .collectionRestored
        case .collectionWithdrawn: .collectionWithdrawn
        case .collectionReinstated: .collectionReinstated
        case .collectionOpened: .collectionOpened
        case .tagCreated: .tagCreated
        case .tagRenamed: .tagRenamed
        case .tagRecoloured: .tagRecoloured
        case .tagDeleted: .tagDeleted
        case .tagRestored: .tagRestored
        case .tagWithdrawn: .tagWithdrawn
        case .tagReinstated: .tagReinstated
        case .promptSnoozed: .promptSnoozed
        case .promptDismissed: .promptDismissed
        case .promptRevived: .promptRevived
        case .runRequested: .runRequested
        case .runCompleted: .runCompleted
        case .runFailed: .runFailed
        case .runCancelled: .runCancelled
        case .questionAnswered: .questionAnswered
        case .suggestionAccepted: .suggestionAccepted
        case .suggestionDeclined: .suggestionDeclined
        case .suggestionReopened: .suggestionReopened
        case .runPayloadForgotten: .runPayloadForgotten
        case .runWithdrawn: .runWithdrawn
        case .runReinstated: .runReinstated
        case .fileAttached: .fileAttached
        case .fileDetached: .fileDetached
        case .fileReattached: .fileReattached
        }
    }

    package static func name(of tag: Tag) -> StaticString {
        switch tag {
        case .itemCaptured: "captured"
        case .itemReworded: "reworded"
        case .itemTyped: "type set"
        case .itemAnnotated: "annotated"
        case .itemTagged: "tagged"
        case .itemUntagged: "untagged"
        case .itemRetagged: "tags renamed"
        case .itemStarred: "starred"
        case .itemUnstarred: "unstarred"
        case .itemFollowUpSet: "follow-up set"
        case .itemCompleted: "completed"
        case .itemReopened: "reopened"
        case .itemTrashed: "trashed"
        case .itemRestored: "restored"
        case .itemWithdrawn: "withdrawn"
        case .itemReinstated: "reinstated"
        case .itemSplit: "split"
        case .itemUnsplit: "unsplit"
        case .itemMerged: "merged"
        case .itemUnmerged: "unmerged"
        case .itemAdded: "added"
        case .itemMoved: "moved"
        case .itemRemoved: "removed"
        case .collectionCreated: "created"
        case .collectionRenamed: "renamed"
        case .collectionTrashed: "trashed"
        case .collectionRestored: "restored"
        case .collectionWithdrawn: "withdrawn"
        case .collectionReinstated: "reinstated"
        case .collectionOpened: "opened"
        case .tagCreated: "created"
        case .tagRenamed: "renamed"
        case .tagRecoloured: "recoloured"
        case .tagDeleted: "deleted"
        case .tagRestored: "restored"
        case .tagWithdrawn: "withdrawn"
        case .tagReinstated: "reinstated"
        case .promptSnoozed: "snoozed"
        case .promptDismissed: "dismissed"
        case .promptRevived: "revived"
        case .runRequested: "requested"
        case .runCompleted: "completed"
        case .runFailed: "failed"
        case .runCancelled: "cancelled"
        case .questionAnswered: "question answered"
        case .suggestionAccepted: "suggestion accepted"
        case .suggestionDeclined: "suggestion declined"
        case .suggestionReopened: "suggestion reopened"
        case .runPayloadForgotten: "payload forgotten"
        case .runWithdrawn: "withdrawn"
        case .runReinstated: "reinstated"
        case .fileAttached: "attached"
        case .fileDetached: "detached"
        case .fileReattached: "reattached"
        }
    }

    package static func blank(_ tag: Tag) -> CaptureEvent {
        switch tag {
        case .itemCaptured: .itemCaptured(.zero, content: "", captured: .epoch, from: nil)
        case .itemReworded: .itemReworded(.zero, to: "")
        case .itemTyped: .itemTyped(.zero, .blank)
        case .itemAnnotated: .itemAnnotated(.zero, metadata: "")
        case .itemTagged: .itemTagged(.zero, [])
        case .itemUntagged: .itemUntagged(.zero, [])
        case .itemRetagged: .itemRetagged(.zero, from: [], to: [])
        case .itemStarred: .itemStarred(.zero)
        case .itemUnstarred: .itemUnstarred(.zero)
        case .itemFollowUpSet: .itemFollowUpSet(.zero, on: nil)
        case .itemCompleted: .itemCompleted(.zero, at: .epoch)
        case .itemReopened: .itemReopened(.zero)
        case .itemTrashed: .itemTrashed(.zero)
        case .itemRestored: .itemRestored(.zero)
        case .itemWithdrawn: .itemWithdrawn(.zero)
        case .itemReinstated: .itemReinstated(.zero)
        case .itemSplit: .itemSplit(.zero, into: [])
        case .itemUnsplit: .itemUnsplit(.zero, from: [])
        case .itemMerged: .itemMerged(.zero, into: .zero)
        case .itemUnmerged: .itemUnmerged(.zero)
        case .itemAdded: .itemAdded(.zero, to: .zero, under: nil, at: .blank)
        case .itemMoved: .itemMoved(.zero, in: .zero, under: nil, at: .blank)
        case .itemRemoved: .itemRemoved(.zero, from: .zero)
        case .collectionCreated: .collectionCreated(.zero, name: .blank, isStructured: false)
        case .collectionRenamed: .collectionRenamed(.zero, name: .blank)
        case .collectionTrashed: .collectionTrashed(.zero)
        case .collectionRestored: .collectionRestored(.zero)
        case .collectionWithdrawn: .collectionWithdrawn(.zero)
        case .collectionReinstated: .collectionReinstated(.zero)
        case .collectionOpened: .collectionOpened(.zero)
        case .tagCreated: .tagCreated(.zero, name: .blank, colour: .none)
        case .tagRenamed: .tagRenamed(.zero, name: .blank)
        case .tagRecoloured: .tagRecoloured(.zero, colour: .none)
        case .tagDeleted: .tagDeleted(.zero, takenOff: [])
        case .tagRestored: .tagRestored(.zero)
        case .tagWithdrawn: .tagWithdrawn(.zero)
        case .tagReinstated: .tagReinstated(.zero)
        case .promptSnoozed: .promptSnoozed(.zero, .blank, until: .epoch)
        case .promptDismissed: .promptDismissed(.zero, .blank)
        case .promptRevived: .promptRevived(.zero, .blank)
        case .runRequested: .runRequested(.zero, .blank)
        case .runCompleted: .runCompleted(.zero, .blank)
        case .runFailed: .runFailed(.zero, reason: .blank, latencyMs: 0)
        case .runCancelled: .runCancelled(.zero)
        case .questionAnswered: .questionAnswered(.zero, question: 0, answer: "")
        case .suggestionAccepted: .suggestionAccepted(.zero, .zero, made: .blank)
        case .suggestionDeclined: .suggestionDeclined(.zero, .zero)
        case .suggestionReopened: .suggestionReopened(.zero, .zero)
        case .runPayloadForgotten: .runPayloadForgotten(.zero)
        case .runWithdrawn: .runWithdrawn(.zero)
        case .runReinstated: .runReinstated(.zero)
        case .fileAttached: .fileAttached(.zero, to: .zero, .blank)
        case .fileDetached: .fileDetached(.zero)
        case .fileReattached: .fileReattached(.zero)
        }
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        if tag.rawValue < Tag.collectionCreated.rawValue { return codeItem(&coder) }
        if tag.rawValue < Tag.runRequested.rawValue { return codeKeeping(&coder) }
        codeRun(&coder)
    }
}
