import Kernel

/// The rules of the studio. They stand as sentences in `Studio.md`.
///
/// Every rule asks in the same order: is the thing there, is there anything left to do, is it allowed. So a command
/// that is sent twice is quiet the second time, even where asking for something new would be refused by then.
package enum StudioDecider: Decider {
    package static var initial: StudioState { StudioState() }

    package static func evolve(_ studio: inout StudioState, with event: StudioEvent) { studio.apply(event) }

    package static func decide(
        _ command: StudioCommand, given studio: StudioState
    ) throws(StudioRefusal) -> [StudioEvent] {
        switch command {
        case .addChild(let id, let name, let birth, let age, let avatar, let today):
            try studio.add(id, name: name, birth: birth, age: age, avatar: avatar, today: today)
        case .renameChild(let id, let name): try studio.rename(id, to: name)
        case .correctBirth(let id, let month, let today): try studio.correctBirth(of: id, month, today: today)
        case .portrayChild(let id, let avatar): try studio.portray(id, avatar)
        case .trashChild(let id): try studio.child(id).flags.isTrashed ? [] : [.childTrashed(id)]
        case .restoreChild(let id): try studio.child(id).flags.isTrashed ? [.childRestored(id)] : []

        case .uploadArtwork(let id, let child, let new, let ifKnown):
            try studio.upload(id, of: child, new, ifKnown: ifKnown)
        case .addImage(let id, let image, let next, let ifKnown):
            try studio.add(image, to: id, above: next, ifKnown: ifKnown)
        case .moveImage(let id, let image, let next): try studio.move(image, of: id, above: next)
        case .removeImage(let id, let image): try studio.remove(image, from: id)
        case .returnImage(let id, let image): try studio.returnImage(image, to: id)
        case .editImage(let id, let image, let recipe): try studio.edit(image, of: id, recipe)
        case .dateArtwork(let id, let day): try studio.date(id, day)
        case .categoriseArtwork(let id, let category): try studio.categorise(id, category)
        case .setMedium(let id, let medium): try studio.setMedium(of: id, medium)
        case .captionArtwork(let id, let caption): try studio.caption(id, caption)
        case .annotateArtwork(let id, let edit): try studio.annotate(id, edit)
        case .tagArtwork(let id, let tags): try studio.tag(id, tags)
        case .untagArtwork(let id, let tags): try studio.untag(id, tags)
        case .reassignArtwork(let id, let child): try studio.reassign(id, to: child)
        case .favouriteArtwork(let id): try studio.setFavourite(id, true)
        case .unfavouriteArtwork(let id): try studio.setFavourite(id, false)
        case .openArtwork(let id): try studio.open(id)
        case .trashArtwork(let id): try studio.trash(id)
        case .restoreArtwork(let id): try studio.restore(id)

        case .createAlbum(let id, let name): try studio.create(id, name: name, filter: nil)
        case .createSmartAlbum(let id, let name, let filter): try studio.create(id, name: name, filter: filter)
        case .renameAlbum(let id, let name): try studio.rename(id, to: name)
        case .refilterAlbum(let id, let filter): try studio.refilter(id, filter)
        case .addToAlbum(let id, let artwork, let next): try studio.add(artwork, to: id, above: next)
        case .moveInAlbum(let id, let artwork, let next): try studio.move(artwork, in: id, above: next)
        case .removeFromAlbum(let id, let artwork): try studio.remove(artwork, from: id)
        case .trashAlbum(let id): try studio.album(id).flags.isTrashed ? [] : [.albumTrashed(id)]
        case .restoreAlbum(let id): try studio.album(id).flags.isTrashed ? [.albumRestored(id)] : []

        case .giveConsent(let purpose, let child, let notice): try studio.give(purpose, child, notice: notice)
        case .withdrawConsent(let purpose, let child): try studio.withdraw(purpose, child)

        case .remindOfUpload(let today): try studio.remindOfUpload(today: today)
        case .snoozeReminders(let day, let today): try studio.snooze(until: day, today: today)
        case .turnRemindersOff: studio.model.reminders.areOff ? [] : [.remindersTurnedOff(.ours)]
        case .turnRemindersOn: studio.model.reminders.areOff ? [.remindersTurnedOn(.ours)] : []

        default: try decideOnWhatIsMade(command, given: studio)
        }
    }

    /// Analyses, stories and milestones.
    private static func decideOnWhatIsMade(
        _ command: StudioCommand, given studio: StudioState
    ) throws(StudioRefusal) -> [StudioEvent] {
        switch command {
        case .requestAnalysis(let id, let artwork, let method, let digest):
            try studio.request(id, of: artwork, method, digest)
        case .completeAnalysis(let id, let attempt, let result): try studio.complete(id, attempt, result)
        case .failAnalysis(let id, let attempt, let reason): try studio.fail(id, attempt, reason)
        case .retryAnalysis(let id, let attempt, let method, let digest):
            try studio.retry(id, attempt, method, digest)
        case .saveTip(let id, let tip): try studio.save(tip, of: id)
        case .unsaveTip(let id, let tip): try studio.unsave(tip, of: id)
        case .rateTip(let id, let tip, let rating): try studio.rate(tip, of: id, rating)
        case .readTips(let id): try studio.readTips(of: id)

        case .requestStory(let id, let request): try studio.request(id, request)
        case .completeStory(let id, let version, let text, let moderation, let today):
            try studio.complete(id, version, text, moderation, today: today)
        case .failStory(let id, let version, let reason): try studio.fail(id, version, reason)
        case .regenerateStory(let id, let version, let request): try studio.regenerate(id, version, request)
        case .retitleStory(let id, let title): try studio.retitle(id, to: title)
        case .openStory(let id): try studio.open(id)
        case .trashStory(let id): try studio.story(id).flags.isTrashed ? [] : [.storyTrashed(id)]
        case .restoreStory(let id): try studio.story(id).flags.isTrashed ? [.storyRestored(id)] : []

        case .celebrateMilestone(let id, let name, let child, let day):
            try studio.celebrate(id, name: name, of: child, on: day)
        case .renameMilestone(let id, let name): try studio.rename(id, to: name)
        case .dateMilestone(let id, let day): try studio.date(id, day)
        case .hideMilestone(let id): try studio.milestone(id).isHidden ? [] : [.milestoneHidden(id)]
        case .showMilestone(let id): try studio.milestone(id).isHidden ? [.milestoneShown(id)] : []
        default: preconditionFailure("every command is decided by one of the two functions above")
        }
    }
}
