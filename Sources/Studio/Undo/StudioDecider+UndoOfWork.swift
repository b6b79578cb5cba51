import Kernel

// Undoing what was worked out elsewhere: analyses and stories. A step that someone's consent is needed for is not gone
// back to without it.
extension StudioState {
    func undoOfAnalysis(_ event: StudioEvent, _ before: StudioState) throws(StudioRefusal) -> [StudioEvent]? {
        switch event {
        case .analysisRequested(let id, _, _, _), .analysisReinstated(let id):
            return model.existing(id) == nil ? [] : [.analysisWithdrawn(id)]
        case .analysisWithdrawn(let id):
            guard let analysis = model.analyses[id], analysis.isWithdrawn else { return [] }
            if analysis.status == .pending { try checkConsent(for: analysis) }
            return [.analysisReinstated(id)]
        case .analysisCompleted(let id, _), .analysisFailed(let id, _), .analysisRetried(let id, _, _, _),
            .analysisStopped(let id), .analysisReverted(let id, _):
            return try goBack(id, event, before)
        case .tipSaved(let id, let tip): return model.existing(id) == nil ? [] : try unsave(tip.id, of: id)
        case .tipUnsaved(let id, let tip):
            guard let today = model.existing(id), !today.isSaved(tip),
                let old = before.model.analyses[id]?.saved.first(where: { $0.id == tip })
            else { return [] }
            return [.tipSaved(id, old)]
        case .tipRated(let id, let tip, let rating):
            guard let today = model.existing(id), today.rating(of: tip) == rating else { return [] }
            let old = before.model.analyses[id]?.rating(of: tip) ?? .none
            return old == rating ? [] : [.tipRated(id, tip, old)]
        case .tipsRead(let id): return model.existing(id)?.isRead ?? false ? [.tipsUnread(id)] : []
        case .tipsUnread(let id): return model.existing(id)?.isRead ?? true ? [] : [.tipsRead(id)]
        default: return nil
        }
    }

    /// To where the analysis stood, as long as it stands where `event` brought it.
    private func goBack(
        _ id: AnalysisID, _ event: StudioEvent, _ before: StudioState
    ) throws(StudioRefusal) -> [StudioEvent] {
        guard let old = before.model.analyses[id], let today = model.existing(id) else { return [] }
        var then = before
        then.apply(event)
        // Tips that someone has read since are no reason to keep them.
        guard var led = then.model.analyses[id]?.outcome else { return [] }
        led.isRead = today.isRead
        guard led == today.outcome, old.outcome != today.outcome else { return [] }
        if old.status == .pending { try checkConsent(for: today) }
        return [.analysisReverted(id, old.outcome)]
    }

    private func checkConsent(for analysis: Analysis) throws(StudioRefusal) {
        guard let artwork = model.artworks[analysis.artwork] else { throw .noSuchArtwork(analysis.artwork) }
        try checkConsent(.analysis, for: artwork.child)
    }

    func undoOfStory(_ event: StudioEvent, _ before: StudioState) throws(StudioRefusal) -> [StudioEvent]? {
        switch event {
        case .storyRequested(let id, _), .storyReinstated(let id):
            return model.existing(id) == nil ? [] : [.storyWithdrawn(id)]
        case .storyWithdrawn(let id):
            guard let story = model.stories[id], story.flags.isWithdrawn else { return [] }
            for version in story.versions where version.status == .pending && !version.isWithdrawn {
                try checkConsent(for: version)
            }
            return [.storyReinstated(id)]
        case .storyTold(let id, let version, _), .storyBlocked(let id, let version, _, _),
            .storyFailed(let id, let version, _), .storyStopped(let id, let version),
            .storyRegenerated(let id, let version, _), .storyReverted(let id, let version, _):
            return try goBack(id, version, event, before)
        case .storyRetitled(let id, let title):
            guard let old = before.model.stories[id], let today = model.existing(id), today.title == title else {
                return []
            }
            return try retitle(id, to: old.title)
        case .storyOpened: return []
        case .storyTrashed(let id): return model.existing(id)?.flags.isTrashed ?? false ? [.storyRestored(id)] : []
        case .storyRestored(let id): return model.existing(id)?.flags.isTrashed ?? true ? [] : [.storyTrashed(id)]
        default: return nil
        }
    }

    /// To where the version stood, as long as it stands where `event` brought it; one that was not there is withdrawn, also once it
    /// has been told.
    private func goBack(
        _ id: StoryID, _ version: Int, _ event: StudioEvent, _ before: StudioState
    ) throws(StudioRefusal) -> [StudioEvent] {
        guard let story = before.model.stories[id], let today = model.existing(id)?[version] else { return [] }
        var old = today
        if let former = story[version] {
            var then = before
            then.apply(event)
            guard then.model.stories[id]?[version] == today else { return [] }
            old = former
        } else {
            old.isWithdrawn = true
        }
        guard old != today else { return [] }
        if old.status == .pending, !old.isWithdrawn { try checkConsent(for: old) }
        return [.storyReverted(id, version: version, to: old)]
    }

    private func checkConsent(for version: StoryVersion) throws(StudioRefusal) {
        for child in children(of: version.request) { try checkConsent(.stories, for: child) }
    }
}
