import Kernel

// What each event is called, and what it is decoded into.
extension StudioEvent {
    package var tag: Tag {
        switch self {
        case .childAdded: .childAdded
        case .childRenamed: .childRenamed
        case .childBirthCorrected: .childBirthCorrected
        case .childPortrayed: .childPortrayed
        case .childTrashed: .childTrashed
        case .childRestored: .childRestored
        case .childWithdrawn: .childWithdrawn
        case .childReinstated: .childReinstated
        case .artworkUploaded: .artworkUploaded
        case .artworkDated: .artworkDated
        case .artworkCategorised: .artworkCategorised
        case .artworkMediumSet: .artworkMediumSet
        case .artworkCaptioned: .artworkCaptioned
        case .artworkAnnotated: .artworkAnnotated
        case .artworkTagged: .artworkTagged
        case .artworkUntagged: .artworkUntagged
        case .artworkReassigned: .artworkReassigned
        case .artworkFavourited: .artworkFavourited
        case .artworkUnfavourited: .artworkUnfavourited
        case .artworkOpened: .artworkOpened
        case .artworkTrashed: .artworkTrashed
        case .artworkRestored: .artworkRestored
        case .artworkWithdrawn: .artworkWithdrawn
        case .artworkReinstated: .artworkReinstated
        case .imageAdded: .imageAdded
        case .imageMoved: .imageMoved
        case .imageRemoved: .imageRemoved
        case .imageReturned: .imageReturned
        case .imageEdited: .imageEdited
        case .imageWithdrawn: .imageWithdrawn
        case .imageReinstated: .imageReinstated
        case .albumCreated: .albumCreated
        case .albumRenamed: .albumRenamed
        case .albumRefiltered: .albumRefiltered
        case .albumArtworkAdded: .albumArtworkAdded
        case .albumArtworkMoved: .albumArtworkMoved
        case .albumArtworkRemoved: .albumArtworkRemoved
        case .albumTrashed: .albumTrashed
        case .albumRestored: .albumRestored
        case .albumWithdrawn: .albumWithdrawn
        case .albumReinstated: .albumReinstated
        case .consentGiven: .consentGiven
        case .consentWithdrawn: .consentWithdrawn
        case .consentReopened: .consentReopened
        case .analysisRequested: .analysisRequested
        case .analysisCompleted: .analysisCompleted
        case .analysisFailed: .analysisFailed
        case .analysisRetried: .analysisRetried
        case .analysisStopped: .analysisStopped
        case .analysisReverted: .analysisReverted
        case .tipSaved: .tipSaved
        case .tipUnsaved: .tipUnsaved
        case .tipRated: .tipRated
        case .tipsRead: .tipsRead
        case .tipsUnread: .tipsUnread
        case .analysisWithdrawn: .analysisWithdrawn
        case .analysisReinstated: .analysisReinstated
        case .storyRequested: .storyRequested
        case .storyTold: .storyTold
        case .storyBlocked: .storyBlocked
        case .storyFailed: .storyFailed
        case .storyStopped: .storyStopped
        case .storyRegenerated: .storyRegenerated
        case .storyReverted: .storyReverted
        case .storyRetitled: .storyRetitled
        case .storyOpened: .storyOpened
        case .storyTrashed: .storyTrashed
        case .storyRestored: .storyRestored
        case .storyWithdrawn: .storyWithdrawn
        case .storyReinstated: .storyReinstated
        case .milestoneCelebrated: .milestoneCelebrated
        case .milestoneRenamed: .milestoneRenamed
        case .milestoneDated: .milestoneDated
        case .milestoneHidden: .milestoneHidden
        case .milestoneShown: .milestoneShown
        case .milestoneWithdrawn: .milestoneWithdrawn
        case .milestoneReinstated: .milestoneReinstated
        case .uploadReminded: .uploadReminded
        case .remindersSnoozed: .remindersSnoozed
        case .remindersTurnedOff: .remindersTurnedOff
        case .remindersTurnedOn: .remindersTurnedOn
        }
    }

    package static func name(of tag: Tag) -> StaticString {
        switch tag {
        case .childAdded: "added"
        case .childRenamed: "renamed"
        case .childBirthCorrected: "birth corrected"
        case .childPortrayed: "portrayed"
        case .childTrashed: "trashed"
        case .childRestored: "restored"
        case .childWithdrawn: "withdrawn"
        case .childReinstated: "reinstated"
        case .artworkUploaded: "uploaded"
        case .artworkDated: "dated"
        case .artworkCategorised: "category set"
        case .artworkMediumSet: "medium set"
        case .artworkCaptioned: "captioned"
        case .artworkAnnotated: "annotated"
        case .artworkTagged: "tagged"
        case .artworkUntagged: "untagged"
        case .artworkReassigned: "reassigned"
        case .artworkFavourited: "made a favourite"
        case .artworkUnfavourited: "no longer a favourite"
        case .artworkOpened: "opened"
        case .artworkTrashed: "trashed"
        case .artworkRestored: "restored"
        case .artworkWithdrawn: "withdrawn"
        case .artworkReinstated: "reinstated"
        case .imageAdded: "image added"
        case .imageMoved: "image moved"
        case .imageRemoved: "image removed"
        case .imageReturned: "image returned"
        case .imageEdited: "image edited"
        case .imageWithdrawn: "image withdrawn"
        case .imageReinstated: "image reinstated"
        case .albumCreated: "created"
        case .albumRenamed: "renamed"
        case .albumRefiltered: "filter set"
        case .albumArtworkAdded: "artwork added"
        case .albumArtworkMoved: "artwork moved"
        case .albumArtworkRemoved: "artwork removed"
        case .albumTrashed: "trashed"
        case .albumRestored: "restored"
        case .albumWithdrawn: "withdrawn"
        case .albumReinstated: "reinstated"
        case .consentGiven: "given"
        case .consentWithdrawn: "withdrawn"
        case .consentReopened: "reopened"
        case .analysisRequested: "requested"
        case .analysisCompleted: "completed"
        case .analysisFailed: "failed"
        case .analysisRetried: "retried"
        case .analysisStopped: "stopped"
        case .analysisReverted: "reverted"
        case .tipSaved: "tip saved"
        case .tipUnsaved: "tip no longer saved"
        case .tipRated: "tip rated"
        case .tipsRead: "tips read"
        case .tipsUnread: "tips unread"
        case .analysisWithdrawn: "withdrawn"
        case .analysisReinstated: "reinstated"
        case .storyRequested: "requested"
        case .storyTold: "told"
        case .storyBlocked: "blocked"
        case .storyFailed: "failed"
        case .storyStopped: "stopped"
        case .storyRegenerated: "asked for again"
        case .storyReverted: "version reverted"
        case .storyRetitled: "retitled"
        case .storyOpened: "opened"
        case .storyTrashed: "trashed"
        case .storyRestored: "restored"
        case .storyWithdrawn: "withdrawn"
        case .storyReinstated: "reinstated"
        case .milestoneCelebrated: "celebrated"
        case .milestoneRenamed: "renamed"
        case .milestoneDated: "dated"
        case .milestoneHidden: "hidden"
        case .milestoneShown: "shown again"
        case .milestoneWithdrawn: "withdrawn"
        case .milestoneReinstated: "reinstated"
        case .uploadReminded: "sent"
        case .remindersSnoozed: "snoozed"
        case .remindersTurnedOff: "turned off"
        case .remindersTurnedOn: "turned on"
        }
    }

    /// Returns the kind of thing an event of this tag is about.
    package static func subjectName(of tag: Tag) -> String {
        switch tag.rawValue {
        case 1..<16: "child"
        case 16..<48: "artwork"
        case 48..<64: "album"
        case 64..<80: "consent"
        case 80..<96: "analysis"
        case 96..<112: "story"
        case 112..<128: "milestone"
        default: "reminder"
        }
    }

    package static func blank(_ tag: Tag) -> StudioEvent {
        switch tag {
        case .childAdded: .childAdded(.zero, name: .blank, birth: nil, avatar: .none)
        case .childRenamed: .childRenamed(.zero, name: .blank)
        case .childBirthCorrected: .childBirthCorrected(.zero, birth: nil)
        case .childPortrayed: .childPortrayed(.zero, .none)
        case .childTrashed: .childTrashed(.zero)
        case .childRestored: .childRestored(.zero)
        case .childWithdrawn: .childWithdrawn(.zero)
        case .childReinstated: .childReinstated(.zero)
        case .artworkUploaded: .artworkUploaded(.zero, of: .zero, .blank)
        case .artworkDated: .artworkDated(.zero, .blank)
        case .artworkCategorised: .artworkCategorised(.zero, .blank)
        case .artworkMediumSet: .artworkMediumSet(.zero, nil)
        case .artworkCaptioned: .artworkCaptioned(.zero, nil)
        case .artworkAnnotated: .artworkAnnotated(.zero, .blank)
        case .artworkTagged: .artworkTagged(.zero, [])
        case .artworkUntagged: .artworkUntagged(.zero, [])
        case .artworkReassigned: .artworkReassigned(.zero, from: .zero, to: .zero)
        case .artworkFavourited: .artworkFavourited(.zero)
        case .artworkUnfavourited: .artworkUnfavourited(.zero)
        case .artworkOpened: .artworkOpened(.zero)
        case .artworkTrashed: .artworkTrashed(.zero)
        case .artworkRestored: .artworkRestored(.zero)
        case .artworkWithdrawn: .artworkWithdrawn(.zero)
        case .artworkReinstated: .artworkReinstated(.zero)
        case .imageAdded: .imageAdded(.zero, .blank, at: .blank)
        case .imageMoved: .imageMoved(.zero, .zero, to: .blank)
        case .imageRemoved: .imageRemoved(.zero, .zero)
        case .imageReturned: .imageReturned(.zero, .zero)
        case .imageEdited: .imageEdited(.zero, .zero, .blank)
        case .imageWithdrawn: .imageWithdrawn(.zero, .zero)
        case .imageReinstated: .imageReinstated(.zero, .zero)
        case .albumCreated: .albumCreated(.zero, name: .blank, filter: nil)
        case .albumRenamed: .albumRenamed(.zero, name: .blank)
        case .albumRefiltered: .albumRefiltered(.zero, .blank)
        case .albumArtworkAdded: .albumArtworkAdded(.zero, .zero, at: .blank)
        case .albumArtworkMoved: .albumArtworkMoved(.zero, .zero, to: .blank)
        case .albumArtworkRemoved: .albumArtworkRemoved(.zero, .zero)
        case .albumTrashed: .albumTrashed(.zero)
        case .albumRestored: .albumRestored(.zero)
        case .albumWithdrawn: .albumWithdrawn(.zero)
        case .albumReinstated: .albumReinstated(.zero)
        case .consentGiven: .consentGiven(.zero, .blank, notice: "")
        case .consentWithdrawn: .consentWithdrawn(.zero, .blank, notice: "")
        case .consentReopened: .consentReopened(.zero, .blank)
        case .analysisRequested: .analysisRequested(.zero, of: .zero, .blank, inputDigest: [])
        case .analysisCompleted: .analysisCompleted(.zero, .blank)
        case .analysisFailed: .analysisFailed(.zero, reason: "")
        case .analysisRetried: .analysisRetried(.zero, attempt: 0, .blank, inputDigest: [])
        case .analysisStopped: .analysisStopped(.zero)
        case .analysisReverted: .analysisReverted(.zero, .blank)
        case .tipSaved: .tipSaved(.zero, .blank)
        case .tipUnsaved: .tipUnsaved(.zero, .zero)
        case .tipRated: .tipRated(.zero, .zero, .none)
        case .tipsRead: .tipsRead(.zero)
        case .tipsUnread: .tipsUnread(.zero)
        case .analysisWithdrawn: .analysisWithdrawn(.zero)
        case .analysisReinstated: .analysisReinstated(.zero)
        case .storyRequested: .storyRequested(.zero, .blank)
        case .storyTold: .storyTold(.zero, version: 0, .blank)
        case .storyBlocked: .storyBlocked(.zero, version: 0, .blank, reason: "")
        case .storyFailed: .storyFailed(.zero, version: 0, reason: "")
        case .storyStopped: .storyStopped(.zero, version: 0)
        case .storyRegenerated: .storyRegenerated(.zero, version: 0, .blank)
        case .storyReverted: .storyReverted(.zero, version: 0, to: .blank)
        case .storyRetitled: .storyRetitled(.zero, title: nil)
        case .storyOpened: .storyOpened(.zero)
        case .storyTrashed: .storyTrashed(.zero)
        case .storyRestored: .storyRestored(.zero)
        case .storyWithdrawn: .storyWithdrawn(.zero)
        case .storyReinstated: .storyReinstated(.zero)
        case .milestoneCelebrated: .milestoneCelebrated(.zero, .blank, of: .zero, on: .blank)
        case .milestoneRenamed: .milestoneRenamed(.zero, name: .blank)
        case .milestoneDated: .milestoneDated(.zero, .blank)
        case .milestoneHidden: .milestoneHidden(.zero)
        case .milestoneShown: .milestoneShown(.zero)
        case .milestoneWithdrawn: .milestoneWithdrawn(.zero)
        case .milestoneReinstated: .milestoneReinstated(.zero)
        case .uploadReminded: .uploadReminded(.zero, on: nil)
        case .remindersSnoozed: .remindersSnoozed(.zero, until: nil)
        case .remindersTurnedOff: .remindersTurnedOff(.zero)
        case .remindersTurnedOn: .remindersTurnedOn(.zero)
        }
    }
}
