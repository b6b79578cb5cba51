package import Kernel

/// A rule of the studio that forbids a command.
package enum StudioRefusal: Error, Equatable, Sendable {
    case noSuchChild(ChildID)
    case noSuchArtwork(ArtworkID)
    case noSuchImage(ImageID)
    case noSuchAlbum(AlbumID)
    case noSuchAnalysis(AnalysisID)
    case noSuchTip(TipID)
    case noSuchStory(StoryID)
    case noSuchVersion(StoryID, Int)
    case noSuchMilestone(MilestoneID)

    case childInTrash(ChildID, Name)
    case artworkInTrash(ArtworkID)
    case albumInTrash(AlbumID, Name)
    case storyInTrash(StoryID, Name)
    /// Undoing its creation would take these with it.
    case childNotEmpty(ChildID, Name, artworks: Int)

    case noAge
    case badAge(years: Int)
    case birthInFuture
    case badDay
    case badEmoji
    case badFile(FileFault)
    case badImage(ImageID)
    case badRecipe

    case noImages
    case lastImage(ArtworkID)
    case sameImageTwice(ImageID)
    /// An identifier was minted twice: it already names another image of this artwork.
    case imageTaken(ImageID)
    /// The very bytes are here already.
    case duplicate(of: ArtworkID)
    /// The very bytes were here and were deleted on purpose.
    case deletedBefore(ArtworkID)

    case notInAlbum(ArtworkID)
    case albumIsSmart(AlbumID, Name)
    case albumIsNotSmart(AlbumID, Name)
    case badFilter

    case noConsent(ConsentPurpose, Name)
    case notPending(AnalysisID)
    case stillPending(AnalysisID)
    case badDigest
    case badMetric(Skill)
    case wrongNumberOfTips(Int)
    case badTip(TipID)
    case badConfidence(Name)
    /// A provider counts from 0.
    case badUsage
    case badAttempt(Int, next: Int)

    case wrongNumberOfArtworks(Int)
    case sameArtworkTwice(ArtworkID)
    case noNames
    case storyNotPending(StoryID, Int)
    case storyStillPending(StoryID, Int)
    case badVersion(Int, next: Int)
    case artworkNotTold(ArtworkID)
    case artworkNotAsked(ArtworkID)
    case nameNotTold(Name)
    case emptyStory

    /// Only what a person celebrates has a name of its own.
    case milestoneNamedByRule(MilestoneID)
    case badSnooze(CalendarDay)

    case badName(NameFault)
    case badText(TextRefusal)
    case tooLong(Writing, bytes: Int, max: Int)
    case tooMany(LimitedResource, max: Int)
    /// It did not exist yet at the point it should be brought back to.
    case notThereYet(EntityID)

    /// The fault of a file.
    package enum FileFault: Sendable, Equatable {
        case badDigest, notAnImage, badSize
    }

    /// The texts that have a limit of length.
    package enum Writing: Sendable, Equatable {
        case reason, tip, resource, description, storyNote, story, notice
    }

    /// The things that have a limit of number.
    package enum LimitedResource: Sendable, Equatable {
        case children, artworks, images, tags, albums, artworksInAlbum, choices, analyses, attempts, suggestedTags,
            stories, versions, names, passages, milestones
    }
}
