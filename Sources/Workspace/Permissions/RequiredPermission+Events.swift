import Kernel
import Studio

extension WorkspaceEvent {
    /// Returns the demands to check for an event without a command of its own, as when something is taken back: undoing is
    /// doing.
    ///
    /// - Parameter state: today's, for whose child a thing is.
    package func requiredPermissions(given state: WorkspaceState) -> [RequiredPermission] {
        switch self {
        case .registry: [RequiredPermission(.write, .registry)]
        case .notes: [RequiredPermission(.write, .notes)]
        case .boards: [RequiredPermission(.write, .boards)]
        case .capture: [RequiredPermission(.write, .captures)]
        case .studio(let event): event.requiredPermissions(given: state.studio.model)
        }
    }
}

extension StudioEvent {
    fileprivate func requiredPermissions(given family: StudioModel) -> [RequiredPermission] {
        switch self {
        case .childAdded, .childTrashed, .childRestored, .childWithdrawn, .childReinstated:
            [StudioCommand.write(nil)]
        case .childRenamed(let child, _), .childBirthCorrected(let child, _), .childPortrayed(let child, _):
            [StudioCommand.write(child)]

        case .artworkUploaded(let artwork, let child, _):
            StudioCommand.write([child, family.artworks[artwork]?.child ?? child])
        case .artworkReassigned(_, let from, let to): StudioCommand.write([from, to])
        case .artworkDated(let artwork, _), .artworkCategorised(let artwork, _), .artworkMediumSet(let artwork, _),
            .artworkCaptioned(let artwork, _), .artworkAnnotated(let artwork, _), .artworkTagged(let artwork, _),
            .artworkUntagged(let artwork, _), .artworkFavourited(let artwork), .artworkUnfavourited(let artwork),
            .artworkOpened(let artwork), .artworkTrashed(let artwork), .artworkRestored(let artwork),
            .artworkWithdrawn(let artwork), .artworkReinstated(let artwork), .imageAdded(let artwork, _, _),
            .imageMoved(let artwork, _, _), .imageRemoved(let artwork, _), .imageReturned(let artwork, _),
            .imageEdited(let artwork, _, _), .imageWithdrawn(let artwork, _), .imageReinstated(let artwork, _),
            .analysisRequested(_, let artwork, _, _):
            [StudioCommand.write(family.artworks[artwork]?.child)]

        case .albumCreated, .albumRenamed, .albumRefiltered, .albumArtworkAdded, .albumArtworkMoved,
            .albumArtworkRemoved, .albumTrashed, .albumRestored, .albumWithdrawn, .albumReinstated:
            [StudioCommand.write(nil)]

        // As with the commands: agreeing is the owners' to say, also again; taking it back is not. Where the answer was no,
        // leaving it open may be agreeing: what was agreed to for all counts again.
        case .consentGiven(let whose, _, _):
            [RequiredPermission(.administer, .studio, child: family.child(answeredFor: whose)?.entity)]
        case .consentReopened(let whose, let purpose) where family.consents[whose]?.answer(to: purpose) == .withdrawn:
            [RequiredPermission(.administer, .studio, child: family.child(answeredFor: whose)?.entity)]
        case .consentWithdrawn(let whose, _, _), .consentReopened(let whose, _):
            [StudioCommand.write(family.child(answeredFor: whose))]

        case .analysisCompleted(let analysis, _), .analysisFailed(let analysis, _),
            .analysisRetried(let analysis, _, _, _), .analysisStopped(let analysis), .analysisReverted(let analysis, _),
            .tipSaved(let analysis, _), .tipUnsaved(let analysis, _), .tipRated(let analysis, _, _),
            .tipsRead(let analysis), .tipsUnread(let analysis), .analysisWithdrawn(let analysis),
            .analysisReinstated(let analysis):
            [StudioCommand.write(family.analyses[analysis].flatMap { family.artworks[$0.artwork]?.child })]

        case .storyRequested(let story, let request), .storyRegenerated(let story, _, let request):
            StudioCommand.write((request.artworks + family.artworks(in: story)).map { family.artworks[$0]?.child })
        case .storyTold(let story, _, _), .storyBlocked(let story, _, _, _), .storyFailed(let story, _, _),
            .storyStopped(let story, _), .storyReverted(let story, _, _), .storyRetitled(let story, _),
            .storyOpened(let story), .storyTrashed(let story), .storyRestored(let story), .storyWithdrawn(let story),
            .storyReinstated(let story):
            StudioCommand.write(family.artworks(in: story).map { family.artworks[$0]?.child })

        case .milestoneCelebrated(let milestone, _, let child, _):
            StudioCommand.write([child, family.milestones[milestone]?.child ?? child])
        case .milestoneRenamed(let milestone, _), .milestoneDated(let milestone, _), .milestoneHidden(let milestone),
            .milestoneShown(let milestone), .milestoneWithdrawn(let milestone), .milestoneReinstated(let milestone):
            [StudioCommand.write(family.milestones[milestone]?.child)]

        case .uploadReminded, .remindersSnoozed, .remindersTurnedOff, .remindersTurnedOn:
            [StudioCommand.write(nil)]
        }
    }
}

extension StudioModel {
    /// Nil where the answer is one for all children.
    fileprivate func child(answeredFor whose: EntityID) -> ChildID? {
        children.has(whose.as(Child.self)) ? whose.as(Child.self) : nil
    }
}
