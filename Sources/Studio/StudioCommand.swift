package import Kernel

/// The commands that a person, or a program acting for one, may send to a family's studio.
///
/// The caller mints every identifier, so a retried command is the same command. `today` is the day where the person is:
/// the core has no clock. A place is named by the thing that will stand just behind it (`above`, nil: at the end).
package enum StudioCommand: Sendable, Equatable {
    /// With the month of birth, or the age in years as it was picked. Requirement J-612.
    case addChild(ChildID, name: Name, birth: CalendarMonth?, age: Int?, avatar: Avatar, today: CalendarDay)
    case renameChild(ChildID, to: Name)
    /// Nil: nobody shall know.
    case correctBirth(ChildID, CalendarMonth?, today: CalendarDay)
    case portrayChild(ChildID, Avatar)
    case trashChild(ChildID)
    case restoreChild(ChildID)

    case uploadArtwork(ArtworkID, of: ChildID, NewArtwork, ifKnown: IfKnown = .refused)
    case addImage(ArtworkID, ImageFacts, above: ImageID?, ifKnown: IfKnown = .refused)
    case moveImage(ArtworkID, ImageID, above: ImageID?)
    case removeImage(ArtworkID, ImageID)
    case returnImage(ArtworkID, ImageID)
    case editImage(ArtworkID, ImageID, EditRecipe)
    case dateArtwork(ArtworkID, CalendarDay)
    case categoriseArtwork(ArtworkID, ArtworkCategory)
    case setMedium(ArtworkID, Name?)
    case captionArtwork(ArtworkID, Name?)
    case annotateArtwork(ArtworkID, TextEdit)
    case tagArtwork(ArtworkID, [Name])
    case untagArtwork(ArtworkID, [Name])
    case reassignArtwork(ArtworkID, to: ChildID)
    case favouriteArtwork(ArtworkID)
    case unfavouriteArtwork(ArtworkID)
    case openArtwork(ArtworkID)
    case trashArtwork(ArtworkID)
    case restoreArtwork(ArtworkID)

    case createAlbum(AlbumID, name: Name)
    /// One that shows whatever `filter` lets through. Requirement J-206.
    case createSmartAlbum(AlbumID, name: Name, filter: ArtworkFilter)
    case renameAlbum(AlbumID, to: Name)
    case refilterAlbum(AlbumID, ArtworkFilter)
    case addToAlbum(AlbumID, ArtworkID, above: ArtworkID?)
    case moveInAlbum(AlbumID, ArtworkID, above: ArtworkID?)
    case removeFromAlbum(AlbumID, ArtworkID)
    case trashAlbum(AlbumID)
    case restoreAlbum(AlbumID)

    /// For one child, or for all. `notice` names the text that the parent read.
    case giveConsent(ConsentPurpose, ChildID?, notice: String = "")
    case withdrawConsent(ConsentPurpose, ChildID?)

    case requestAnalysis(AnalysisID, ArtworkID, AnalysisMethod, inputDigest: [UInt8])
    /// `attempt` as it was handed out: what comes too late is refused.
    case completeAnalysis(AnalysisID, attempt: Int, AnalysisResult)
    case failAnalysis(AnalysisID, attempt: Int, reason: String)
    /// `attempt` is the number of the new one.
    case retryAnalysis(AnalysisID, attempt: Int, AnalysisMethod, inputDigest: [UInt8])
    case saveTip(AnalysisID, TipID)
    case unsaveTip(AnalysisID, TipID)
    case rateTip(AnalysisID, TipID, Rating)
    case readTips(AnalysisID)

    case requestStory(StoryID, StoryRequest)
    case completeStory(StoryID, version: Int, StoryText, Moderation, today: CalendarDay)
    case failStory(StoryID, version: Int, reason: String)
    /// `version` is the number of the new one. Requirement J-419.
    case regenerateStory(StoryID, version: Int, StoryRequest)
    case retitleStory(StoryID, to: Name?)
    case openStory(StoryID)
    case trashStory(StoryID)
    case restoreStory(StoryID)

    case celebrateMilestone(MilestoneID, name: Name, of: ChildID, on: CalendarDay)
    case renameMilestone(MilestoneID, to: Name)
    case dateMilestone(MilestoneID, CalendarDay)
    case hideMilestone(MilestoneID)
    case showMilestone(MilestoneID)

    /// The daily command of a scheduler; quiet on most days. Requirement J-208.
    case remindOfUpload(today: CalendarDay)
    /// Nil: from now on again.
    case snoozeReminders(until: CalendarDay?, today: CalendarDay)
    case turnRemindersOff
    case turnRemindersOn
}

/// The treatment of an image whose exact bytes are here already, or were deleted. Requirements B-61, B-63.
package enum IfKnown: UInt64, FieldChoice, Sendable {
    case refused = 0
    /// The person was asked and wants it anyway.
    case kept = 1

    package static var blank: IfKnown { .refused }
    package var fieldName: StaticString { self == .refused ? "refused" : "kept" }
}
