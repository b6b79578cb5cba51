import Kernel
import Studio

// The child that a command of the studio is about. One that names no child, or moves things between children, is about the
// family as a whole: a person invited for one child has no say in it.
extension StudioCommand {
    func requiredPermissions(given family: StudioModel) -> [RequiredPermission] {
        switch self {
        case .addChild, .trashChild, .restoreChild: [Self.write(nil)]
        case .renameChild(let child, _), .correctBirth(let child, _, _), .portrayChild(let child, _):
            [Self.write(child)]

        // An identifier that is known already may be another child's.
        case .uploadArtwork(let artwork, let child, _, _):
            Self.write([child, family.artworks[artwork]?.child ?? child])
        case .reassignArtwork(let artwork, let child):
            [Self.write(family.artworks[artwork]?.child), Self.write(child)]
        case .addImage(let artwork, _, _, _), .moveImage(let artwork, _, _), .removeImage(let artwork, _),
            .returnImage(let artwork, _), .editImage(let artwork, _, _), .dateArtwork(let artwork, _),
            .categoriseArtwork(let artwork, _), .setMedium(let artwork, _), .captionArtwork(let artwork, _),
            .annotateArtwork(let artwork, _), .tagArtwork(let artwork, _), .untagArtwork(let artwork, _),
            .favouriteArtwork(let artwork), .unfavouriteArtwork(let artwork), .openArtwork(let artwork),
            .trashArtwork(let artwork), .restoreArtwork(let artwork), .requestAnalysis(_, let artwork, _, _):
            [Self.write(family.artworks[artwork]?.child)]

        case .createAlbum, .createSmartAlbum, .renameAlbum, .refilterAlbum, .addToAlbum, .moveInAlbum,
            .removeFromAlbum, .trashAlbum, .restoreAlbum:
            [Self.write(nil)]

        // Agreeing that a child's work is given to others is the owners' to say; taking it back is not.
        case .giveConsent(_, let child, _): [RequiredPermission(.administer, .studio, child: child?.entity)]
        case .withdrawConsent(_, let child): [Self.write(child)]

        case .completeAnalysis(let analysis, _, _), .failAnalysis(let analysis, _, _),
            .retryAnalysis(let analysis, _, _, _), .saveTip(let analysis, _), .unsaveTip(let analysis, _),
            .rateTip(let analysis, _, _), .readTips(let analysis):
            [Self.write(family.analyses[analysis].flatMap { family.artworks[$0.artwork]?.child })]

        case .requestStory(let story, let request), .regenerateStory(let story, _, let request):
            Self.write((request.artworks + family.artworks(in: story)).map { family.artworks[$0]?.child })
        case .completeStory(let story, _, _, _, _), .failStory(let story, _, _), .retitleStory(let story, _),
            .openStory(let story), .trashStory(let story), .restoreStory(let story):
            Self.write(family.artworks(in: story).map { family.artworks[$0]?.child })

        case .celebrateMilestone(let milestone, _, let child, _):
            Self.write([child, family.milestones[milestone]?.child ?? child])
        case .renameMilestone(let milestone, _), .dateMilestone(let milestone, _), .hideMilestone(let milestone),
            .showMilestone(let milestone):
            [Self.write(family.milestones[milestone]?.child)]

        case .remindOfUpload, .snoozeReminders, .turnRemindersOff, .turnRemindersOn: [Self.write(nil)]
        }
    }

    /// Returns the demand to write for a child; an unknown one is the family's as a whole.
    static func write(_ child: ChildID?) -> RequiredPermission { RequiredPermission(.write, .studio, child: child?.entity) }

    /// One demand for each child that is met.
    static func write(_ children: [ChildID?]) -> [RequiredPermission] {
        var requiredPermissions: [RequiredPermission] = []
        for child in children where !requiredPermissions.contains(write(child)) { requiredPermissions.append(write(child)) }
        return requiredPermissions.isEmpty ? [write(nil as ChildID?)] : requiredPermissions
    }
}

extension StudioModel {
    /// The artworks of any version of the story.
    func artworks(in story: StoryID) -> [ArtworkID] {
        stories[story]?.versions.flatMap { $0.request.artworks } ?? []
    }
}
