package import Kernel

/// The one list of fields per command: what a client sends as JSON, and the published schema.
///
/// - Invariant: names of types and fields are never changed and never reused; numbers ascend.
extension StudioCommand: FieldUnion {
    package enum Tag: String, UnionTag {
        case addChild, renameChild, correctBirth, portrayChild, trashChild, restoreChild
        case uploadArtwork, addImage, moveImage, removeImage, returnImage, editImage, dateArtwork, categoriseArtwork
        case setMedium, captionArtwork, annotateArtwork, tagArtwork, untagArtwork, reassignArtwork, favouriteArtwork
        case unfavouriteArtwork, openArtwork, trashArtwork, restoreArtwork
        case createAlbum, createSmartAlbum, renameAlbum, refilterAlbum, addToAlbum, moveInAlbum, removeFromAlbum
        case trashAlbum, restoreAlbum
        case giveConsent, withdrawConsent
        case requestAnalysis, completeAnalysis, failAnalysis, retryAnalysis, saveTip, unsaveTip, rateTip, readTips
        case requestStory, completeStory, failStory, regenerateStory, retitleStory, openStory, trashStory
        case restoreStory
        case celebrateMilestone, renameMilestone, dateMilestone, hideMilestone, showMilestone
        case remindOfUpload, snoozeReminders, turnRemindersOff, turnRemindersOn
    }

    package static var schemaName: StaticString { "StudioCommand" }
    package static var blank: StudioCommand { blank(.addChild) }

    package var tag: Tag {
        switch self {
        case .addChild: .addChild
        case .renameChild: .renameChild
        case .correctBirth: .correctBirth
        case .portrayChild: .portrayChild
        case .trashChild: .trashChild
        case .restoreChild: .restoreChild
        case .uploadArtwork: .uploadArtwork
        case .addImage: .addImage
        case .moveImage: .moveImage
        case .removeImage: .removeImage
        case .returnImage: .returnImage
        case .editImage: .editImage
        case .dateArtwork: .dateArtwork
        case .categoriseArtwork: .categoriseArtwork
        case .setMedium: .setMedium
        case .captionArtwork: .captionArtwork
        case .annotateArtwork: .annotateArtwork
        case .tagArtwork: .tagArtwork
        case .untagArtwork: .untagArtwork
        case .reassignArtwork: .reassignArtwork
        case .favouriteArtwork: .favouriteArtwork
        case .unfavouriteArtwork: .unfavouriteArtwork
        case .openArtwork: .openArtwork
        case .trashArtwork: .trashArtwork
        case .restoreArtwork: .restoreArtwork
        case .createAlbum: .createAlbum
        case .createSmartAlbum: .createSmartAlbum
        case .renameAlbum: .renameAlbum
        case .refilterAlbum: .refilterAlbum
        case .addToAlbum: .addToAlbum
        case .moveInAlbum: .moveInAlbum
        case .removeFromAlbum: .removeFromAlbum
        case .trashAlbum: .trashAlbum
        case .restoreAlbum: .restoreAlbum
        case .giveConsent: .giveConsent
        case .withdrawConsent: .withdrawConsent
        case .requestAnalysis: .requestAnalysis
        case .completeAnalysis: .completeAnalysis
        case .failAnalysis: .failAnalysis
        case .retryAnalysis: .retryAnalysis
        case .saveTip: .saveTip
        case .unsaveTip: .unsaveTip
        case .rateTip: .rateTip
        case .readTips: .readTips
        case .requestStory: .requestStory
        case .completeStory: .completeStory
        case .failStory: .failStory
        case .regenerateStory: .regenerateStory
        case .retitleStory: .retitleStory
        case .openStory: .openStory
        case .trashStory: .trashStory
        case .restoreStory: .restoreStory
        case .celebrateMilestone: .celebrateMilestone
        case .renameMilestone: .renameMilestone
        case .dateMilestone: .dateMilestone
        case .hideMilestone: .hideMilestone
        case .showMilestone: .showMilestone
        case .remindOfUpload: .remindOfUpload
        case .snoozeReminders: .snoozeReminders
        case .turnRemindersOff: .turnRemindersOff
        case .turnRemindersOn: .turnRemindersOn
        }
    }

    package static func blank(_ tag: Tag) -> StudioCommand {
        switch tag {
        case .addChild: .addChild(.zero, name: .blank, birth: nil, age: nil, avatar: .none, today: .blank)
        case .renameChild: .renameChild(.zero, to: .blank)
        case .correctBirth: .correctBirth(.zero, nil, today: .blank)
        case .portrayChild: .portrayChild(.zero, .none)
        case .trashChild: .trashChild(.zero)
        case .restoreChild: .restoreChild(.zero)
        case .uploadArtwork: .uploadArtwork(.zero, of: .zero, .blank, ifKnown: .blank)
        case .addImage: .addImage(.zero, .blank, above: nil, ifKnown: .blank)
        case .moveImage: .moveImage(.zero, .zero, above: nil)
        case .removeImage: .removeImage(.zero, .zero)
        case .returnImage: .returnImage(.zero, .zero)
        case .editImage: .editImage(.zero, .zero, .blank)
        case .dateArtwork: .dateArtwork(.zero, .blank)
        case .categoriseArtwork: .categoriseArtwork(.zero, .blank)
        case .setMedium: .setMedium(.zero, nil)
        case .captionArtwork: .captionArtwork(.zero, nil)
        case .annotateArtwork: .annotateArtwork(.zero, .blank)
        case .tagArtwork: .tagArtwork(.zero, [])
        case .untagArtwork: .untagArtwork(.zero, [])
        case .reassignArtwork: .reassignArtwork(.zero, to: .zero)
        case .favouriteArtwork: .favouriteArtwork(.zero)
        case .unfavouriteArtwork: .unfavouriteArtwork(.zero)
        case .openArtwork: .openArtwork(.zero)
        case .trashArtwork: .trashArtwork(.zero)
        case .restoreArtwork: .restoreArtwork(.zero)
        case .createAlbum: .createAlbum(.zero, name: .blank)
        case .createSmartAlbum: .createSmartAlbum(.zero, name: .blank, filter: .blank)
        case .renameAlbum: .renameAlbum(.zero, to: .blank)
        case .refilterAlbum: .refilterAlbum(.zero, .blank)
        case .addToAlbum: .addToAlbum(.zero, .zero, above: nil)
        case .moveInAlbum: .moveInAlbum(.zero, .zero, above: nil)
        case .removeFromAlbum: .removeFromAlbum(.zero, .zero)
        case .trashAlbum: .trashAlbum(.zero)
        case .restoreAlbum: .restoreAlbum(.zero)
        case .giveConsent: .giveConsent(.blank, nil, notice: "")
        case .withdrawConsent: .withdrawConsent(.blank, nil)
        case .requestAnalysis: .requestAnalysis(.zero, .zero, .blank, inputDigest: [])
        case .completeAnalysis: .completeAnalysis(.zero, attempt: 0, .blank)
        case .failAnalysis: .failAnalysis(.zero, attempt: 0, reason: "")
        case .retryAnalysis: .retryAnalysis(.zero, attempt: 0, .blank, inputDigest: [])
        case .saveTip: .saveTip(.zero, .zero)
        case .unsaveTip: .unsaveTip(.zero, .zero)
        case .rateTip: .rateTip(.zero, .zero, .blank)
        case .readTips: .readTips(.zero)
        case .requestStory: .requestStory(.zero, .blank)
        case .completeStory: .completeStory(.zero, version: 0, .blank, .blank, today: .blank)
        case .failStory: .failStory(.zero, version: 0, reason: "")
        case .regenerateStory: .regenerateStory(.zero, version: 0, .blank)
        case .retitleStory: .retitleStory(.zero, to: nil)
        case .openStory: .openStory(.zero)
        case .trashStory: .trashStory(.zero)
        case .restoreStory: .restoreStory(.zero)
        case .celebrateMilestone: .celebrateMilestone(.zero, name: .blank, of: .zero, on: .blank)
        case .renameMilestone: .renameMilestone(.zero, to: .blank)
        case .dateMilestone: .dateMilestone(.zero, .blank)
        case .hideMilestone: .hideMilestone(.zero)
        case .showMilestone: .showMilestone(.zero)
        case .remindOfUpload: .remindOfUpload(today: .blank)
        case .snoozeReminders: .snoozeReminders(until: nil, today: .blank)
        case .turnRemindersOff: .turnRemindersOff
        case .turnRemindersOn: .turnRemindersOn
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .addChild(var child, var name, var birth, var age, var avatar, var today):
            coder.field(2, "child", &child)
            coder.field(3, "name", &name)
            coder.field(4, "birth", &birth)
            coder.field(5, "age", &age)
            coder.field(6, "avatar", omittable: &avatar)
            coder.field(7, "today", &today)
            self = .addChild(child, name: name, birth: birth, age: age, avatar: avatar, today: today)
        case .renameChild(var child, var name):
            coder.field(2, "child", &child)
            coder.field(3, "name", &name)
            self = .renameChild(child, to: name)
        case .correctBirth(var child, var birth, var today):
            coder.field(2, "child", &child)
            coder.field(3, "birth", orNull: &birth)
            coder.field(4, "today", &today)
            self = .correctBirth(child, birth, today: today)
        case .portrayChild(var child, var avatar):
            coder.field(2, "child", &child)
            coder.field(3, "avatar", &avatar)
            self = .portrayChild(child, avatar)
        case .trashChild(var child):
            coder.field(2, "child", &child)
            self = .trashChild(child)
        case .restoreChild(var child):
            coder.field(2, "child", &child)
            self = .restoreChild(child)
        case .uploadArtwork(var artwork, var child, var upload, var ifKnown):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "child", &child)
            coder.field(4, "upload", &upload)
            coder.field(5, "if_known", omittable: &ifKnown)
            self = .uploadArtwork(artwork, of: child, upload, ifKnown: ifKnown)
        case .addImage(var artwork, var image, var above, var ifKnown):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "image", &image)
            coder.field(4, "above", &above)
            coder.field(5, "if_known", omittable: &ifKnown)
            self = .addImage(artwork, image, above: above, ifKnown: ifKnown)
        case .moveImage(var artwork, var image, var above):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "image", &image)
            coder.field(4, "above", &above)
            self = .moveImage(artwork, image, above: above)
        case .removeImage(var artwork, var image):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "image", &image)
            self = .removeImage(artwork, image)
        case .returnImage(var artwork, var image):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "image", &image)
            self = .returnImage(artwork, image)
        case .editImage(var artwork, var image, var recipe):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "image", &image)
            coder.field(4, "recipe", &recipe)
            self = .editImage(artwork, image, recipe)
        case .dateArtwork(var artwork, var day):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "day", &day)
            self = .dateArtwork(artwork, day)
        case .categoriseArtwork(var artwork, var category):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "category", &category)
            self = .categoriseArtwork(artwork, category)
        case .setMedium(var artwork, var medium):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "medium", orNull: &medium)
            self = .setMedium(artwork, medium)
        case .captionArtwork(var artwork, var caption):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "caption", orNull: &caption)
            self = .captionArtwork(artwork, caption)
        case .annotateArtwork(var artwork, var edit):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "edit", &edit)
            self = .annotateArtwork(artwork, edit)
        case .tagArtwork(var artwork, var tags):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "tags", &tags)
            self = .tagArtwork(artwork, tags)
        case .untagArtwork(var artwork, var tags):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "tags", &tags)
            self = .untagArtwork(artwork, tags)
        case .reassignArtwork(var artwork, var child):
            coder.field(2, "artwork", &artwork)
            coder.field(3, "child", &child)
            self = .reassignArtwork(artwork, to: child)
        case .favouriteArtwork(var artwork):
            coder.field(2, "artwork", &artwork)
            self = .favouriteArtwork(artwork)
        case .unfavouriteArtwork(var artwork):
            coder.field(2, "artwork", &artwork)
            self = .unfavouriteArtwork(artwork)
        case .openArtwork(var artwork):
            coder.field(2, "artwork", &artwork)
            self = .openArtwork(artwork)
        case .trashArtwork(var artwork):
            coder.field(2, "artwork", &artwork)
            self = .trashArtwork(artwork)
        case .restoreArtwork(var artwork):
            coder.field(2, "artwork", &artwork)
            self = .restoreArtwork(artwork)
        case .createAlbum(var album, var name):
            coder.field(2, "album", &album)
            coder.field(3, "name", &name)
            self = .createAlbum(album, name: name)
        case .createSmartAlbum(var album, var name, var filter):
            coder.field(2, "album", &album)
            coder.field(3, "name", &name)
            coder.field(4, "filter", &filter)
            self = .createSmartAlbum(album, name: name, filter: filter)
        case .renameAlbum(var album, var name):
            coder.field(2, "album", &album)
            coder.field(3, "name", &name)
            self = .renameAlbum(album, to: name)
        case .refilterAlbum(var album, var filter):
            coder.field(2, "album", &album)
            coder.field(3, "filter", &filter)
            self = .refilterAlbum(album, filter)
        case .addToAlbum(var album, var artwork, var above):
            coder.field(2, "album", &album)
            coder.field(3, "artwork", &artwork)
            coder.field(4, "above", &above)
            self = .addToAlbum(album, artwork, above: above)
        case .moveInAlbum(var album, var artwork, var above):
            coder.field(2, "album", &album)
            coder.field(3, "artwork", &artwork)
            coder.field(4, "above", &above)
            self = .moveInAlbum(album, artwork, above: above)
        case .removeFromAlbum(var album, var artwork):
            coder.field(2, "album", &album)
            coder.field(3, "artwork", &artwork)
            self = .removeFromAlbum(album, artwork)
        case .trashAlbum(var album):
            coder.field(2, "album", &album)
            self = .trashAlbum(album)
        case .restoreAlbum(var album):
            coder.field(2, "album", &album)
            self = .restoreAlbum(album)
        case .giveConsent(var purpose, var child, var notice):
            coder.field(2, "purpose", &purpose)
            coder.field(3, "child", orNull: &child)
            coder.field(4, "notice", omittable: &notice)
            self = .giveConsent(purpose, child, notice: notice)
        case .withdrawConsent(var purpose, var child):
            coder.field(2, "purpose", &purpose)
            coder.field(3, "child", orNull: &child)
            self = .withdrawConsent(purpose, child)
        case .requestAnalysis(var analysis, var artwork, var method, var inputDigest):
            coder.field(2, "analysis", &analysis)
            coder.field(3, "artwork", &artwork)
            coder.field(4, "method", &method)
            coder.blob(5, "input_digest", &inputDigest)
            self = .requestAnalysis(analysis, artwork, method, inputDigest: inputDigest)
        case .completeAnalysis(var analysis, var attempt, var result):
            coder.field(2, "analysis", &analysis)
            coder.field(3, "attempt", &attempt)
            coder.field(4, "result", &result)
            self = .completeAnalysis(analysis, attempt: attempt, result)
        case .failAnalysis(var analysis, var attempt, var reason):
            coder.field(2, "analysis", &analysis)
            coder.field(3, "attempt", &attempt)
            coder.field(4, "reason", &reason)
            self = .failAnalysis(analysis, attempt: attempt, reason: reason)
        case .retryAnalysis(var analysis, var attempt, var method, var inputDigest):
            coder.field(2, "analysis", &analysis)
            coder.field(3, "attempt", &attempt)
            coder.field(4, "method", &method)
            coder.blob(5, "input_digest", &inputDigest)
            self = .retryAnalysis(analysis, attempt: attempt, method, inputDigest: inputDigest)
        case .saveTip(var analysis, var tip):
            coder.field(2, "analysis", &analysis)
            coder.field(3, "tip", &tip)
            self = .saveTip(analysis, tip)
        case .unsaveTip(var analysis, var tip):
            coder.field(2, "analysis", &analysis)
            coder.field(3, "tip", &tip)
            self = .unsaveTip(analysis, tip)
        case .rateTip(var analysis, var tip, var rating):
            coder.field(2, "analysis", &analysis)
            coder.field(3, "tip", &tip)
            coder.field(4, "rating", &rating)
            self = .rateTip(analysis, tip, rating)
        case .readTips(var analysis):
            coder.field(2, "analysis", &analysis)
            self = .readTips(analysis)
        case .requestStory(var story, var request):
            coder.field(2, "story", &story)
            coder.field(3, "request", &request)
            self = .requestStory(story, request)
        case .completeStory(var story, var version, var text, var moderation, var today):
            coder.field(2, "story", &story)
            coder.field(3, "version", &version)
            coder.field(4, "text", &text)
            coder.field(5, "moderation", &moderation)
            coder.field(6, "today", &today)
            self = .completeStory(story, version: version, text, moderation, today: today)
        case .failStory(var story, var version, var reason):
            coder.field(2, "story", &story)
            coder.field(3, "version", &version)
            coder.field(4, "reason", &reason)
            self = .failStory(story, version: version, reason: reason)
        case .regenerateStory(var story, var version, var request):
            coder.field(2, "story", &story)
            coder.field(3, "version", &version)
            coder.field(4, "request", &request)
            self = .regenerateStory(story, version: version, request)
        case .retitleStory(var story, var title):
            coder.field(2, "story", &story)
            coder.field(3, "title", orNull: &title)
            self = .retitleStory(story, to: title)
        case .openStory(var story):
            coder.field(2, "story", &story)
            self = .openStory(story)
        case .trashStory(var story):
            coder.field(2, "story", &story)
            self = .trashStory(story)
        case .restoreStory(var story):
            coder.field(2, "story", &story)
            self = .restoreStory(story)
        case .celebrateMilestone(var milestone, var name, var child, var day):
            coder.field(2, "milestone", &milestone)
            coder.field(3, "name", &name)
            coder.field(4, "child", &child)
            coder.field(5, "day", &day)
            self = .celebrateMilestone(milestone, name: name, of: child, on: day)
        case .renameMilestone(var milestone, var name):
            coder.field(2, "milestone", &milestone)
            coder.field(3, "name", &name)
            self = .renameMilestone(milestone, to: name)
        case .dateMilestone(var milestone, var day):
            coder.field(2, "milestone", &milestone)
            coder.field(3, "day", &day)
            self = .dateMilestone(milestone, day)
        case .hideMilestone(var milestone):
            coder.field(2, "milestone", &milestone)
            self = .hideMilestone(milestone)
        case .showMilestone(var milestone):
            coder.field(2, "milestone", &milestone)
            self = .showMilestone(milestone)
        case .remindOfUpload(var today):
            coder.field(2, "today", &today)
            self = .remindOfUpload(today: today)
        case .snoozeReminders(var until, var today):
            coder.field(2, "until", orNull: &until)
            coder.field(3, "today", &today)
            self = .snoozeReminders(until: until, today: today)
        case .turnRemindersOff: return
        case .turnRemindersOn: return
        }
    }
}
