import Boards
import Capture
package import Kernel
import Notes
import Studio

/// The facts about every kind of event that erasing needs. No `default`: a new kind does not compile until somebody has thought
/// about what it tells.
///
/// The rules, each with its test, are in `Sources/Runtime/Erasure/Erasure.md`.
extension WorkspaceEvent {
    /// The tie of an event to other things than its subject.
    package enum ErasureRule: Sendable, Equatable {
        /// It tells of its subject alone, and goes with it.
        case ownOnly
        /// It says where its subject stood or what it came from by the other's number, which tells nothing: it stays when
        /// the other is erased.
        case numbersOnly
        /// Without these it has no meaning: it goes with each of them as well as with its subject.
        case alsoOf([EntityKey])
        /// It tells what others hold; its subject goes with them (`WorkspaceView.closure(of:)`), and it with its subject.
        case quotes([EntityKey])
        /// It attests: it is never erased.
        case attests
    }

    package var tie: ErasureRule {
        switch self {
        case .registry(let event): event.tie
        case .notes(let event): event.tie
        case .boards(let event): event.tie
        case .capture(let event): event.tie
        case .studio(let event): event.tie
        }
    }

    /// Returns whether the event goes when `closure` are erased.
    ///
    /// - Parameter entity: the identifier of the thing that it is about. Where that says nothing of the kind, the event goes
    ///   with the last thing that has it.
    package func goes(about entity: EntityID, with closure: ErasureClosure) -> Bool {
        let isGone = subjectKind.map { closure.holds($0, entity) } ?? closure.holdsAll(of: entity)
        return switch tie {
        case .attests: false
        case .ownOnly, .numbersOnly: isGone
        case .alsoOf(let others), .quotes(let others): isGone || others.contains { closure.holds($0) }
        }
    }
}

extension RegistryEvent {
    fileprivate var tie: WorkspaceEvent.ErasureRule {
        switch self {
        case .actorNamed, .actorUnnamed, .deviceNamed, .deviceUnnamed, .sourceRecorded, .sourceForgotten: .ownOnly
        case .erased: .attests
        }
    }
}

extension NoteEvent {
    fileprivate var tie: WorkspaceEvent.ErasureRule {
        switch self {
        case .folderCreated, .folderMoved, .noteCreated, .noteMoved, .noteOpened: .numbersOnly
        case .folderRenamed, .folderTrashed, .folderRestored, .folderWithdrawn, .folderReinstated, .folderArranged,
            .noteRetitled, .noteEdited, .noteTrashed, .noteRestored, .noteWithdrawn, .noteReinstated, .notePinned,
            .noteUnpinned, .noteTagged, .noteUntagged, .noteMarkedChanged, .inkAdded, .strokesAdded, .strokesErased,
            .strokesUnerased,
            .inkRecognised, .fileDetached, .fileReattached, .fileRead:
            .ownOnly
        case .fileAttached(_, .folder(let folder), _): .alsoOf([EntityKey(.folder, folder)])
        case .fileAttached(_, .note(let note), _): .alsoOf([EntityKey(.note, note)])
        }
    }
}

extension BoardEvent {
    fileprivate var tie: WorkspaceEvent.ErasureRule {
        switch self {
        case .boardVisited, .columnAdded, .cardAdded, .cardMoved: .numbersOnly
        case .boardOpened, .boardRetitled, .boardArchived, .boardUnarchived, .boardTrashed, .boardRestored,
            .boardWithdrawn, .boardReinstated, .boardPinned, .boardUnpinned, .columnRenamed, .columnMoved,
            .columnDeleted, .columnRestored, .columnWithdrawn, .columnReinstated, .columnArchived, .columnUnarchived,
            .cardRetitled, .cardDescribed, .cardScheduled, .cardPrioritised, .cardTagged, .cardUntagged, .cardArchived,
            .cardUnarchived,
            .cardTrashed, .cardRestored, .cardWithdrawn, .cardReinstated, .cardMarkedChanged, .itemAdded, .itemReworded,
            .itemMoved,
            .itemChecked, .itemUnchecked, .itemRemoved, .itemReturned, .commentAdded, .commentReworded,
            .commentRemoved, .commentReturned:
            .ownOnly
        case .fileAttached(_, let file, _), .fileDetached(_, let file), .fileReattached(_, let file):
            .alsoOf([EntityKey(.file, file)])
        }
    }
}

extension CaptureEvent {
    fileprivate var tie: WorkspaceEvent.ErasureRule {
        switch self {
        case .itemCaptured, .itemTyped, .itemSplit, .itemUnsplit, .itemMerged, .tagDeleted: .numbersOnly
        case .itemReworded, .itemAnnotated, .itemTagged, .itemUntagged, .itemRetagged, .itemStarred, .itemUnstarred,
            .itemFollowUpSet, .itemCompleted, .itemReopened, .itemTrashed, .itemRestored, .itemWithdrawn,
            .itemReinstated, .itemUnmerged, .collectionCreated, .collectionRenamed, .collectionTrashed,
            .collectionRestored, .collectionWithdrawn, .collectionReinstated, .collectionOpened, .tagCreated,
            .tagRenamed, .tagRecoloured, .tagRestored, .tagWithdrawn, .tagReinstated, .promptSnoozed,
            .promptDismissed, .promptRevived, .runFailed, .runCancelled, .questionAnswered, .suggestionDeclined,
            .suggestionReopened, .runPayloadForgotten, .runWithdrawn, .runReinstated, .fileDetached, .fileReattached:
            .ownOnly
        // The item that it stood under is a number; the collection is where it stood.
        case .itemAdded(_, let collection, _, _), .itemMoved(_, let collection, _, _), .itemRemoved(_, let collection):
            .alsoOf([EntityKey(.collection, collection)])
        case .fileAttached(_, let item, _): .alsoOf([EntityKey(.item, item)])
        case .runRequested(_, let request): .quotes(request.items.map { EntityKey(.item, $0) })
        case .runCompleted(_, let outcome): .quotes(outcome.citedItems)
        case .suggestionAccepted(_, _, let made):
            .quotes(
                (made.collection.map { [EntityKey(.collection, $0)] } ?? []) + made.items.map { EntityKey(.item, $0) })
        }
    }
}

extension RunOutcome {
    fileprivate var citedItems: [EntityKey] {
        suggestions.flatMap { suggestion in suggestion.parts.map { EntityKey(.item, $0.citation.item) } }
    }
}

extension StudioEvent {
    fileprivate var tie: WorkspaceEvent.ErasureRule {
        switch self {
        case .artworkUploaded, .artworkReassigned, .albumCreated, .albumRefiltered, .milestoneCelebrated:
            .numbersOnly
        case .childAdded, .childRenamed, .childBirthCorrected, .childPortrayed, .childTrashed, .childRestored,
            .childWithdrawn, .childReinstated, .artworkDated, .artworkCategorised, .artworkMediumSet,
            .artworkCaptioned, .artworkAnnotated, .artworkTagged, .artworkUntagged, .artworkFavourited,
            .artworkUnfavourited, .artworkOpened, .artworkTrashed, .artworkRestored, .artworkWithdrawn,
            .artworkReinstated, .imageAdded, .imageMoved, .imageRemoved, .imageReturned, .imageEdited,
            .imageWithdrawn, .imageReinstated, .albumRenamed, .albumTrashed, .albumRestored, .albumWithdrawn,
            .albumReinstated, .consentGiven, .consentWithdrawn, .consentReopened, .analysisCompleted,
            .analysisFailed, .analysisRetried, .analysisStopped, .analysisReverted, .tipSaved, .tipUnsaved, .tipRated,
            .tipsRead, .tipsUnread, .analysisWithdrawn, .analysisReinstated, .storyFailed, .storyStopped,
            .storyRetitled, .storyOpened, .storyTrashed, .storyRestored, .storyWithdrawn, .storyReinstated,
            .milestoneRenamed, .milestoneDated, .milestoneHidden, .milestoneShown, .milestoneWithdrawn,
            .milestoneReinstated, .uploadReminded, .remindersSnoozed, .remindersTurnedOff, .remindersTurnedOn:
            .ownOnly
        case .albumArtworkAdded(_, let artwork, _), .albumArtworkMoved(_, let artwork, _),
            .albumArtworkRemoved(_, let artwork):
            .alsoOf([EntityKey(.artwork, artwork)])
        case .analysisRequested(_, let artwork, _, _): .quotes([EntityKey(.artwork, artwork)])
        case .storyRequested(_, let request), .storyRegenerated(_, _, let request):
            .quotes(request.artworks.map { EntityKey(.artwork, $0) })
        case .storyTold(_, _, let text), .storyBlocked(_, _, let text, _): .quotes(text.artworks)
        case .storyReverted(_, _, let version):
            .quotes(version.request.artworks.map { EntityKey(.artwork, $0) } + (version.text?.artworks ?? []))
        }
    }
}

extension StoryText {
    fileprivate var artworks: [EntityKey] { passages.flatMap { $0.artworks.map { EntityKey(.artwork, $0) } } }
}
