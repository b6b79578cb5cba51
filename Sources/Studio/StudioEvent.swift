package import Kernel

/// The changes that happened to a family's children, artworks, albums, analyses, stories and milestones. Written once,
/// read for ever.
///
/// *Withdrawn* is what undoing a creation leads to, *reinstated* what redoing it does: nothing is ever removed.
package enum StudioEvent: Sendable, Equatable {
    indirect case childAdded(ChildID, name: Name, birth: Birth?, avatar: Avatar)
    case childRenamed(ChildID, name: Name)
    case childBirthCorrected(ChildID, birth: Birth?)
    indirect case childPortrayed(ChildID, Avatar)
    case childTrashed(ChildID)
    case childRestored(ChildID)
    case childWithdrawn(ChildID)
    case childReinstated(ChildID)
    indirect case artworkUploaded(ArtworkID, of: ChildID, NewArtwork)
    case artworkDated(ArtworkID, CalendarDay)
    case artworkCategorised(ArtworkID, ArtworkCategory)
    case artworkMediumSet(ArtworkID, Name?)
    case artworkCaptioned(ArtworkID, Name?)
    case artworkAnnotated(ArtworkID, TextEdit)
    case artworkTagged(ArtworkID, [Name])
    case artworkUntagged(ArtworkID, [Name])
    case artworkReassigned(ArtworkID, from: ChildID, to: ChildID)
    case artworkFavourited(ArtworkID)
    case artworkUnfavourited(ArtworkID)
    case artworkOpened(ArtworkID)
    case artworkTrashed(ArtworkID)
    case artworkRestored(ArtworkID)
    case artworkWithdrawn(ArtworkID)
    case artworkReinstated(ArtworkID)
    indirect case imageAdded(ArtworkID, ImageFacts, at: Rank)
    case imageMoved(ArtworkID, ImageID, to: Rank)
    case imageRemoved(ArtworkID, ImageID)
    case imageReturned(ArtworkID, ImageID)
    indirect case imageEdited(ArtworkID, ImageID, EditRecipe)
    case imageWithdrawn(ArtworkID, ImageID)
    case imageReinstated(ArtworkID, ImageID)
    indirect case albumCreated(AlbumID, name: Name, filter: ArtworkFilter?)
    case albumRenamed(AlbumID, name: Name)
    indirect case albumRefiltered(AlbumID, ArtworkFilter)
    case albumArtworkAdded(AlbumID, ArtworkID, at: Rank)
    case albumArtworkMoved(AlbumID, ArtworkID, to: Rank)
    case albumArtworkRemoved(AlbumID, ArtworkID)
    case albumTrashed(AlbumID)
    case albumRestored(AlbumID)
    case albumWithdrawn(AlbumID)
    case albumReinstated(AlbumID)
    case consentGiven(EntityID, ConsentPurpose, notice: String)
    case consentWithdrawn(EntityID, ConsentPurpose, notice: String)
    case consentReopened(EntityID, ConsentPurpose)
    indirect case analysisRequested(AnalysisID, of: ArtworkID, AnalysisMethod, inputDigest: [UInt8])
    indirect case analysisCompleted(AnalysisID, AnalysisResult)
    case analysisFailed(AnalysisID, reason: String)
    indirect case analysisRetried(AnalysisID, attempt: Int, AnalysisMethod, inputDigest: [UInt8])
    case analysisStopped(AnalysisID)
    indirect case analysisReverted(AnalysisID, AnalysisOutcome)
    indirect case tipSaved(AnalysisID, Tip)
    case tipUnsaved(AnalysisID, TipID)
    case tipRated(AnalysisID, TipID, Rating)
    case tipsRead(AnalysisID)
    case tipsUnread(AnalysisID)
    case analysisWithdrawn(AnalysisID)
    case analysisReinstated(AnalysisID)
    indirect case storyRequested(StoryID, StoryRequest)
    indirect case storyTold(StoryID, version: Int, StoryText)
    indirect case storyBlocked(StoryID, version: Int, StoryText, reason: String)
    case storyFailed(StoryID, version: Int, reason: String)
    case storyStopped(StoryID, version: Int)
    indirect case storyRegenerated(StoryID, version: Int, StoryRequest)
    indirect case storyReverted(StoryID, version: Int, to: StoryVersion)
    case storyRetitled(StoryID, title: Name?)
    case storyOpened(StoryID)
    case storyTrashed(StoryID)
    case storyRestored(StoryID)
    case storyWithdrawn(StoryID)
    case storyReinstated(StoryID)
    indirect case milestoneCelebrated(MilestoneID, MilestoneKind, of: ChildID, on: CalendarDay)
    case milestoneRenamed(MilestoneID, name: Name)
    case milestoneDated(MilestoneID, CalendarDay)
    case milestoneHidden(MilestoneID)
    case milestoneShown(MilestoneID)
    case milestoneWithdrawn(MilestoneID)
    case milestoneReinstated(MilestoneID)
    case uploadReminded(FamilyID, on: CalendarDay?)
    case remindersSnoozed(FamilyID, until: CalendarDay?)
    case remindersTurnedOff(FamilyID)
    case remindersTurnedOn(FamilyID)

    package enum Tag: UInt16, Sendable, CaseIterable {
        case childAdded = 1
        case childRenamed = 2
        case childBirthCorrected = 3
        case childPortrayed = 4
        case childTrashed = 5
        case childRestored = 6
        case childWithdrawn = 7
        case childReinstated = 8
        case artworkUploaded = 16
        case artworkDated = 17
        case artworkCategorised = 18
        case artworkMediumSet = 19
        case artworkCaptioned = 20
        case artworkAnnotated = 21
        case artworkTagged = 22
        case artworkUntagged = 23
        case artworkReassigned = 24
        case artworkFavourited = 25
        case artworkUnfavourited = 26
        case artworkOpened = 27
        case artworkTrashed = 28
        case artworkRestored = 29
        case artworkWithdrawn = 30
        case artworkReinstated = 31
        case imageAdded = 32
        case imageMoved = 33
        case imageRemoved = 34
        case imageReturned = 35
        case imageEdited = 36
        case imageWithdrawn = 37
        case imageReinstated = 38
        case albumCreated = 48
        case albumRenamed = 49
        case albumRefiltered = 50
        case albumArtworkAdded = 51
        case albumArtworkMoved = 52
        case albumArtworkRemoved = 53
        case albumTrashed = 54
        case albumRestored = 55
        case albumWithdrawn = 56
        case albumReinstated = 57
        case consentGiven = 64
        case consentWithdrawn = 65
        case consentReopened = 66
        case analysisRequested = 80
        case analysisCompleted = 81
        case analysisFailed = 82
        case analysisRetried = 83
        case analysisStopped = 84
        case analysisReverted = 85
        case tipSaved = 86
        case tipUnsaved = 87
        case tipRated = 88
        case tipsRead = 89
        case tipsUnread = 90
        case analysisWithdrawn = 91
        case analysisReinstated = 92
        case storyRequested = 96
        case storyTold = 97
        case storyBlocked = 98
        case storyFailed = 99
        case storyStopped = 100
        case storyRegenerated = 101
        case storyReverted = 102
        case storyRetitled = 103
        case storyOpened = 104
        case storyTrashed = 105
        case storyRestored = 106
        case storyWithdrawn = 107
        case storyReinstated = 108
        case milestoneCelebrated = 112
        case milestoneRenamed = 113
        case milestoneDated = 114
        case milestoneHidden = 115
        case milestoneShown = 116
        case milestoneWithdrawn = 117
        case milestoneReinstated = 118
        case uploadReminded = 128
        case remindersSnoozed = 129
        case remindersTurnedOff = 130
        case remindersTurnedOn = 131
    }
}
