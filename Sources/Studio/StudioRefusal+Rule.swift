extension StudioRefusal {
    /// The rule that said no, without what it said no to. Its name is what programs go by: never changed, never reused.
    package enum Rule: String, Sendable, CaseIterable {
        case noSuchChild, noSuchArtwork, noSuchImage, noSuchAlbum, noSuchAnalysis, noSuchTip, noSuchStory
        case noSuchVersion, noSuchMilestone, childInTrash, artworkInTrash, albumInTrash, storyInTrash, childNotEmpty
        case noAge, badAge, birthInFuture, badDay, badEmoji, badFile, badImage, badRecipe, noImages, lastImage
        case sameImageTwice, imageTaken, duplicate, deletedBefore, notInAlbum, albumIsSmart, albumIsNotSmart
        case badFilter, noConsent, notPending, stillPending, badDigest, badMetric, wrongNumberOfTips, badTip
        case badConfidence, badUsage, badAttempt, wrongNumberOfArtworks, sameArtworkTwice, noNames, storyNotPending
        case storyStillPending, badVersion, artworkNotTold, artworkNotAsked, nameNotTold, emptyStory
        case milestoneNamedByRule, badSnooze, badName, badText, tooLong, tooMany, notThereYet
    }

    package var rule: Rule {
        switch self {
        case .noSuchChild: .noSuchChild
        case .noSuchArtwork: .noSuchArtwork
        case .noSuchImage: .noSuchImage
        case .noSuchAlbum: .noSuchAlbum
        case .noSuchAnalysis: .noSuchAnalysis
        case .noSuchTip: .noSuchTip
        case .noSuchStory: .noSuchStory
        case .noSuchVersion: .noSuchVersion
        case .noSuchMilestone: .noSuchMilestone
        case .childInTrash: .childInTrash
        case .artworkInTrash: .artworkInTrash
        case .albumInTrash: .albumInTrash
        case .storyInTrash: .storyInTrash
        case .childNotEmpty: .childNotEmpty
        case .noAge: .noAge
        case .badAge: .badAge
        case .birthInFuture: .birthInFuture
        case .badDay: .badDay
        case .badEmoji: .badEmoji
        case .badFile: .badFile
        case .badImage: .badImage
        case .badRecipe: .badRecipe
        case .noImages: .noImages
        case .lastImage: .lastImage
        case .sameImageTwice: .sameImageTwice
        case .imageTaken: .imageTaken
        case .duplicate: .duplicate
        case .deletedBefore: .deletedBefore
        case .notInAlbum: .notInAlbum
        case .albumIsSmart: .albumIsSmart
        case .albumIsNotSmart: .albumIsNotSmart
        case .badFilter: .badFilter
        case .noConsent: .noConsent
        case .notPending: .notPending
        case .stillPending: .stillPending
        case .badDigest: .badDigest
        case .badMetric: .badMetric
        case .wrongNumberOfTips: .wrongNumberOfTips
        case .badTip: .badTip
        case .badConfidence: .badConfidence
        case .badUsage: .badUsage
        case .badAttempt: .badAttempt
        case .wrongNumberOfArtworks: .wrongNumberOfArtworks
        case .sameArtworkTwice: .sameArtworkTwice
        case .noNames: .noNames
        case .storyNotPending: .storyNotPending
        case .storyStillPending: .storyStillPending
        case .badVersion: .badVersion
        case .artworkNotTold: .artworkNotTold
        case .artworkNotAsked: .artworkNotAsked
        case .nameNotTold: .nameNotTold
        case .emptyStory: .emptyStory
        case .milestoneNamedByRule: .milestoneNamedByRule
        case .badSnooze: .badSnooze
        case .badName: .badName
        case .badText: .badText
        case .tooLong: .tooLong
        case .tooMany: .tooMany
        case .notThereYet: .notThereYet
        }
    }

    /// The name that a problem document gives it, such as `notThereYet`.
    package var name: String { rule.rawValue }
}
