import Kernel

// What was worked out elsewhere, what was celebrated, and what the family decided.
extension StudioHistory {
    static func ofAnalysis(
        _ event: StudioEvent, _ before: StudioView, _ after: StudioView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .analysisRequested(_, let artwork, let method, _):
            "asked " + method.words + " for an analysis of " + quoted(name(artwork.entity))
        case .analysisCompleted(let id, let result):
            "got an analysis of " + artwork(id, after, name) + ": " + counted(result.metrics.count, "measure") + ", "
                + counted(result.tips.count, "tip")
        case .analysisFailed(let id, let reason): "failed to analyse " + artwork(id, after, name) + ": " + reason
        case .analysisRetried(let id, let attempt, let method, _):
            "asked " + method.words + " again about " + artwork(id, after, name) + ", attempt " + String(attempt)
        case .analysisStopped(let id): "stopped the analysis of " + artwork(id, after, name)
        case .analysisReverted(let id, let outcome):
            "took the analysis of " + artwork(id, after, name) + " back to " + spelled(outcome.status.fieldName)
        case .tipSaved(_, let tip): "saved the tip " + quoted(tip.text)
        case .tipUnsaved(let id, let tip): "no longer saves the tip " + quoted(text(tip, id, before))
        case .tipRated(let id, let tip, let rating):
            rating == .none
                ? "took back the rating of the tip " + quoted(text(tip, id, after))
                : "rated the tip " + quoted(text(tip, id, after)) + " thumbs " + spelled(rating.fieldName)
        case .tipsRead(let id): "read the tips for " + artwork(id, after, name)
        case .tipsUnread(let id): "marked the tips for " + artwork(id, after, name) + " as new"
        case .analysisWithdrawn(let id): "undid asking for an analysis of " + artwork(id, after, name)
        case .analysisReinstated(let id): "redid asking for an analysis of " + artwork(id, after, name)
        default: nil
        }
    }

    static func ofStory(_ event: StudioEvent, _ before: StudioView, _ after: StudioView) -> String? {
        switch event {
        case .storyRequested(_, let request):
            "asked for a story on " + quoted(request.theme.text) + " with "
                + counted(request.artworks.count, "artwork")
        case .storyTold(let id, let version, _): "told " + story(id, after) + ", version " + String(version)
        case .storyBlocked(let id, let version, _, let reason):
            "held back version " + String(version) + " of " + story(id, after) + ": " + reason
        case .storyFailed(let id, let version, let reason):
            "failed to tell version " + String(version) + " of " + story(id, after) + ": " + reason
        case .storyStopped(let id, let version): "stopped version " + String(version) + " of " + story(id, after)
        case .storyRegenerated(let id, let version, _):
            "asked for " + story(id, before) + " anew, version " + String(version)
        case .storyReverted(let id, let version, let state):
            state.isWithdrawn
                ? "undid asking for version " + String(version) + " of " + story(id, after)
                : "took version " + String(version) + " of " + story(id, after) + " back to "
                    + spelled(state.status.fieldName)
        case .storyRetitled(let id, let title):
            title.map { "renamed the story " + story(id, before) + " to " + quoted($0.text) }
                ?? "took its own title off the story " + story(id, before)
        case .storyOpened(let id): "read the story " + story(id, after)
        case .storyTrashed(let id): "deleted the story " + story(id, after)
        case .storyRestored(let id): "restored the story " + story(id, after)
        case .storyWithdrawn(let id): "undid asking for the story " + story(id, after)
        case .storyReinstated(let id): "redid asking for the story " + story(id, after)
        default: nil
        }
    }

    static func ofMilestone(
        _ event: StudioEvent, _ before: StudioView, _ after: StudioView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .milestoneCelebrated(_, let kind, let child, let day):
            "celebrated " + quoted(kind.words) + " of " + quoted(name(child.entity)) + " on " + day.text
        case .milestoneRenamed(let id, let title):
            "renamed the milestone " + quoted(before.name(of: id.entity)) + " to " + quoted(title.text)
        case .milestoneDated(let id, let day): "dated the milestone " + milestone(id, after) + " to " + day.text
        case .milestoneHidden(let id): "hid the milestone " + milestone(id, after)
        case .milestoneShown(let id): "showed the milestone " + milestone(id, after) + " again"
        case .milestoneWithdrawn(let id): "undid celebrating " + milestone(id, after)
        case .milestoneReinstated(let id): "redid celebrating " + milestone(id, after)
        default: nil
        }
    }

    static func ofDecision(_ event: StudioEvent, _ name: (EntityID) -> String?) -> String {
        switch event {
        case .consentGiven(let holder, let purpose, let notice):
            "agreed to " + purpose.words + " for " + whom(holder, name)
                + (notice.utf8.isEmpty ? "" : ", having read the notice " + quoted(notice))
        case .consentWithdrawn(let holder, let purpose, _):
            "no longer agrees to " + purpose.words + " for " + whom(holder, name)
        case .consentReopened(let holder, let purpose):
            "undid the answer to " + purpose.words + " for " + whom(holder, name)
        case .uploadReminded(_, let day): day == nil ? "undid a reminder" : "reminded the family to keep a picture"
        case .remindersSnoozed(_, let day): day.map { "put reminders off to " + $0.text } ?? "wants reminders again"
        case .remindersTurnedOff: "turned reminders off"
        case .remindersTurnedOn: "turned reminders on"
        default: preconditionFailure("every event is told by one of the functions above")
        }
    }

    private static func whom(_ holder: EntityID, _ name: (EntityID) -> String?) -> String {
        holder == FamilyID.ours.entity ? "all children" : quoted(name(holder))
    }

    private static func story(_ id: StoryID, _ view: StudioView) -> String { quoted(view.name(of: id.entity)) }
    private static func milestone(_ id: MilestoneID, _ view: StudioView) -> String { quoted(view.name(of: id.entity)) }

    private static func artwork(_ id: AnalysisID, _ view: StudioView, _ name: (EntityID) -> String?) -> String {
        quoted(view.model.analyses[id].flatMap { name($0.artwork.entity) })
    }

    private static func text(_ tip: TipID, _ id: AnalysisID, _ view: StudioView) -> String? {
        view.model.analyses[id]?.tip(tip)?.text
    }
}

extension AnalysisMethod {
    /// `local sketch 2`: who, by what, and which version of the instructions.
    package var words: String { provider.text + " " + model.text + " " + String(version) }
}
