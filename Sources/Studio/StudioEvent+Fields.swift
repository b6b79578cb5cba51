package import Kernel

/// The one list of fields per event: bytes, JSON and schema are made from it.
///
/// - Invariant: numbers are never reused, and ascend.
extension StudioEvent: DomainEvent {
    package init(tag: Tag, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        self = try Self.read(tag, about: subject, payload)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        switch self {
        case .childAdded(var child, var name, var birth, var avatar):
            coder.subject("child", &child)
            coder.field(1, "name", &name)
            coder.field(2, "birth", &birth)
            coder.field(3, "avatar", &avatar)
            self = .childAdded(child, name: name, birth: birth, avatar: avatar)
        case .childRenamed(var child, var name):
            coder.subject("child", &child)
            coder.field(1, "name", &name)
            self = .childRenamed(child, name: name)
        case .childBirthCorrected(var child, var birth):
            coder.subject("child", &child)
            coder.field(1, "birth", &birth)
            self = .childBirthCorrected(child, birth: birth)
        case .childPortrayed(var child, var avatar):
            coder.subject("child", &child)
            coder.field(1, "avatar", &avatar)
            self = .childPortrayed(child, avatar)
        case .childTrashed(var child):
            coder.subject("child", &child)
            self = .childTrashed(child)
        case .childRestored(var child):
            coder.subject("child", &child)
            self = .childRestored(child)
        case .childWithdrawn(var child):
            coder.subject("child", &child)
            self = .childWithdrawn(child)
        case .childReinstated(var child):
            coder.subject("child", &child)
            self = .childReinstated(child)
        case .artworkUploaded(var artwork, var child, var new):
            coder.subject("artwork", &artwork)
            coder.field(1, "child", &child)
            coder.field(2, "upload", &new)
            self = .artworkUploaded(artwork, of: child, new)
        case .artworkDated(var artwork, var day):
            coder.subject("artwork", &artwork)
            coder.field(1, "day", &day)
            self = .artworkDated(artwork, day)
        case .artworkCategorised(var artwork, var category):
            coder.subject("artwork", &artwork)
            coder.field(1, "category", &category)
            self = .artworkCategorised(artwork, category)
        case .artworkMediumSet(var artwork, var medium):
            coder.subject("artwork", &artwork)
            coder.field(1, "medium", &medium)
            self = .artworkMediumSet(artwork, medium)
        case .artworkCaptioned(var artwork, var caption):
            coder.subject("artwork", &artwork)
            coder.field(1, "caption", &caption)
            self = .artworkCaptioned(artwork, caption)
        case .artworkAnnotated(var artwork, var edit):
            coder.subject("artwork", &artwork)
            coder.field(1, "edit", &edit)
            self = .artworkAnnotated(artwork, edit)
        case .artworkTagged(var artwork, var tags):
            coder.subject("artwork", &artwork)
            coder.field(1, "tags", &tags)
            self = .artworkTagged(artwork, tags)
        case .artworkUntagged(var artwork, var tags):
            coder.subject("artwork", &artwork)
            coder.field(1, "tags", &tags)
            self = .artworkUntagged(artwork, tags)
        case .artworkReassigned(var artwork, var source, var target):
            coder.subject("artwork", &artwork)
            coder.field(1, "from", &source)
            coder.field(2, "to", &target)
            self = .artworkReassigned(artwork, from: source, to: target)
        case .artworkFavourited(var artwork):
            coder.subject("artwork", &artwork)
            self = .artworkFavourited(artwork)
        case .artworkUnfavourited(var artwork):
            coder.subject("artwork", &artwork)
            self = .artworkUnfavourited(artwork)
        case .artworkOpened(var artwork):
            coder.subject("artwork", &artwork)
            self = .artworkOpened(artwork)
        case .artworkTrashed(var artwork):
            coder.subject("artwork", &artwork)
            self = .artworkTrashed(artwork)
        case .artworkRestored(var artwork):
            coder.subject("artwork", &artwork)
            self = .artworkRestored(artwork)
        case .artworkWithdrawn(var artwork):
            coder.subject("artwork", &artwork)
            self = .artworkWithdrawn(artwork)
        case .artworkReinstated(var artwork):
            coder.subject("artwork", &artwork)
            self = .artworkReinstated(artwork)
        case .imageAdded(var artwork, var image, var rank):
            coder.subject("artwork", &artwork)
            coder.field(1, "image", &image)
            coder.field(2, "rank", &rank)
            self = .imageAdded(artwork, image, at: rank)
        case .imageMoved(var artwork, var image, var rank):
            coder.subject("artwork", &artwork)
            coder.field(1, "image", &image)
            coder.field(2, "rank", &rank)
            self = .imageMoved(artwork, image, to: rank)
        case .imageRemoved(var artwork, var image):
            coder.subject("artwork", &artwork)
            coder.field(1, "image", &image)
            self = .imageRemoved(artwork, image)
        case .imageReturned(var artwork, var image):
            coder.subject("artwork", &artwork)
            coder.field(1, "image", &image)
            self = .imageReturned(artwork, image)
        case .imageEdited(var artwork, var image, var recipe):
            coder.subject("artwork", &artwork)
            coder.field(1, "image", &image)
            coder.field(2, "recipe", &recipe)
            self = .imageEdited(artwork, image, recipe)
        case .imageWithdrawn(var artwork, var image):
            coder.subject("artwork", &artwork)
            coder.field(1, "image", &image)
            self = .imageWithdrawn(artwork, image)
        case .imageReinstated(var artwork, var image):
            coder.subject("artwork", &artwork)
            coder.field(1, "image", &image)
            self = .imageReinstated(artwork, image)
        case .albumCreated(var album, var name, var filter):
            coder.subject("album", &album)
            coder.field(1, "name", &name)
            coder.field(2, "filter", &filter)
            self = .albumCreated(album, name: name, filter: filter)
        case .albumRenamed(var album, var name):
            coder.subject("album", &album)
            coder.field(1, "name", &name)
            self = .albumRenamed(album, name: name)
        case .albumRefiltered(var album, var filter):
            coder.subject("album", &album)
            coder.field(1, "filter", &filter)
            self = .albumRefiltered(album, filter)
        case .albumArtworkAdded(var album, var artwork, var rank):
            coder.subject("album", &album)
            coder.field(1, "artwork", &artwork)
            coder.field(2, "rank", &rank)
            self = .albumArtworkAdded(album, artwork, at: rank)
        case .albumArtworkMoved(var album, var artwork, var rank):
            coder.subject("album", &album)
            coder.field(1, "artwork", &artwork)
            coder.field(2, "rank", &rank)
            self = .albumArtworkMoved(album, artwork, to: rank)
        case .albumArtworkRemoved(var album, var artwork):
            coder.subject("album", &album)
            coder.field(1, "artwork", &artwork)
            self = .albumArtworkRemoved(album, artwork)
        case .albumTrashed(var album):
            coder.subject("album", &album)
            self = .albumTrashed(album)
        case .albumRestored(var album):
            coder.subject("album", &album)
            self = .albumRestored(album)
        case .albumWithdrawn(var album):
            coder.subject("album", &album)
            self = .albumWithdrawn(album)
        case .albumReinstated(var album):
            coder.subject("album", &album)
            self = .albumReinstated(album)
        case .consentGiven(var holder, var purpose, var notice):
            coder.subject("holder", &holder)
            coder.field(1, "purpose", &purpose)
            coder.field(2, "notice", &notice)
            self = .consentGiven(holder, purpose, notice: notice)
        case .consentWithdrawn(var holder, var purpose, var notice):
            coder.subject("holder", &holder)
            coder.field(1, "purpose", &purpose)
            coder.field(2, "notice", &notice)
            self = .consentWithdrawn(holder, purpose, notice: notice)
        case .consentReopened(var holder, var purpose):
            coder.subject("holder", &holder)
            coder.field(1, "purpose", &purpose)
            self = .consentReopened(holder, purpose)
        case .analysisRequested(var analysis, var artwork, var method, var inputDigest):
            coder.subject("analysis", &analysis)
            coder.field(1, "artwork", &artwork)
            coder.field(2, "method", &method)
            coder.blob(3, "input_digest", &inputDigest)
            self = .analysisRequested(analysis, of: artwork, method, inputDigest: inputDigest)
        case .analysisCompleted(var analysis, var result):
            coder.subject("analysis", &analysis)
            coder.field(1, "result", &result)
            self = .analysisCompleted(analysis, result)
        case .analysisFailed(var analysis, var reason):
            coder.subject("analysis", &analysis)
            coder.field(1, "reason", &reason)
            self = .analysisFailed(analysis, reason: reason)
        case .analysisRetried(var analysis, var attempt, var method, var inputDigest):
            coder.subject("analysis", &analysis)
            coder.field(1, "attempt", &attempt)
            coder.field(2, "method", &method)
            coder.blob(3, "input_digest", &inputDigest)
            self = .analysisRetried(analysis, attempt: attempt, method, inputDigest: inputDigest)
        case .analysisStopped(var analysis):
            coder.subject("analysis", &analysis)
            self = .analysisStopped(analysis)
        case .analysisReverted(var analysis, var outcome):
            coder.subject("analysis", &analysis)
            coder.field(1, "outcome", &outcome)
            self = .analysisReverted(analysis, outcome)
        case .tipSaved(var analysis, var tip):
            coder.subject("analysis", &analysis)
            coder.field(1, "tip", &tip)
            self = .tipSaved(analysis, tip)
        case .tipUnsaved(var analysis, var tip):
            coder.subject("analysis", &analysis)
            coder.field(1, "tip", &tip)
            self = .tipUnsaved(analysis, tip)
        case .tipRated(var analysis, var tip, var rating):
            coder.subject("analysis", &analysis)
            coder.field(1, "tip", &tip)
            coder.field(2, "rating", &rating)
            self = .tipRated(analysis, tip, rating)
        case .tipsRead(var analysis):
            coder.subject("analysis", &analysis)
            self = .tipsRead(analysis)
        case .tipsUnread(var analysis):
            coder.subject("analysis", &analysis)
            self = .tipsUnread(analysis)
        case .analysisWithdrawn(var analysis):
            coder.subject("analysis", &analysis)
            self = .analysisWithdrawn(analysis)
        case .analysisReinstated(var analysis):
            coder.subject("analysis", &analysis)
            self = .analysisReinstated(analysis)
        case .storyRequested(var story, var request):
            coder.subject("story", &story)
            coder.field(1, "request", &request)
            self = .storyRequested(story, request)
        case .storyTold(var story, var version, var text):
            coder.subject("story", &story)
            coder.field(1, "version", &version)
            coder.field(2, "text", &text)
            self = .storyTold(story, version: version, text)
        case .storyBlocked(var story, var version, var text, var reason):
            coder.subject("story", &story)
            coder.field(1, "version", &version)
            coder.field(2, "text", &text)
            coder.field(3, "reason", &reason)
            self = .storyBlocked(story, version: version, text, reason: reason)
        case .storyFailed(var story, var version, var reason):
            coder.subject("story", &story)
            coder.field(1, "version", &version)
            coder.field(2, "reason", &reason)
            self = .storyFailed(story, version: version, reason: reason)
        case .storyStopped(var story, var version):
            coder.subject("story", &story)
            coder.field(1, "version", &version)
            self = .storyStopped(story, version: version)
        case .storyRegenerated(var story, var version, var request):
            coder.subject("story", &story)
            coder.field(1, "version", &version)
            coder.field(2, "request", &request)
            self = .storyRegenerated(story, version: version, request)
        case .storyReverted(var story, var version, var state):
            coder.subject("story", &story)
            coder.field(1, "version", &version)
            coder.field(2, "state", &state)
            self = .storyReverted(story, version: version, to: state)
        case .storyRetitled(var story, var title):
            coder.subject("story", &story)
            coder.field(1, "title", &title)
            self = .storyRetitled(story, title: title)
        case .storyOpened(var story):
            coder.subject("story", &story)
            self = .storyOpened(story)
        case .storyTrashed(var story):
            coder.subject("story", &story)
            self = .storyTrashed(story)
        case .storyRestored(var story):
            coder.subject("story", &story)
            self = .storyRestored(story)
        case .storyWithdrawn(var story):
            coder.subject("story", &story)
            self = .storyWithdrawn(story)
        case .storyReinstated(var story):
            coder.subject("story", &story)
            self = .storyReinstated(story)
        case .milestoneCelebrated(var milestone, var kind, var child, var day):
            coder.subject("milestone", &milestone)
            coder.field(1, "kind", &kind)
            coder.field(2, "child", &child)
            coder.field(3, "day", &day)
            self = .milestoneCelebrated(milestone, kind, of: child, on: day)
        case .milestoneRenamed(var milestone, var name):
            coder.subject("milestone", &milestone)
            coder.field(1, "name", &name)
            self = .milestoneRenamed(milestone, name: name)
        case .milestoneDated(var milestone, var day):
            coder.subject("milestone", &milestone)
            coder.field(1, "day", &day)
            self = .milestoneDated(milestone, day)
        case .milestoneHidden(var milestone):
            coder.subject("milestone", &milestone)
            self = .milestoneHidden(milestone)
        case .milestoneShown(var milestone):
            coder.subject("milestone", &milestone)
            self = .milestoneShown(milestone)
        case .milestoneWithdrawn(var milestone):
            coder.subject("milestone", &milestone)
            self = .milestoneWithdrawn(milestone)
        case .milestoneReinstated(var milestone):
            coder.subject("milestone", &milestone)
            self = .milestoneReinstated(milestone)
        case .uploadReminded(var family, var day):
            coder.subject("family", &family)
            coder.field(1, "day", &day)
            self = .uploadReminded(family, on: day)
        case .remindersSnoozed(var family, var day):
            coder.subject("family", &family)
            coder.field(1, "until", &day)
            self = .remindersSnoozed(family, until: day)
        case .remindersTurnedOff(var family):
            coder.subject("family", &family)
            self = .remindersTurnedOff(family)
        case .remindersTurnedOn(var family):
            coder.subject("family", &family)
            self = .remindersTurnedOn(family)
        }
    }
}
