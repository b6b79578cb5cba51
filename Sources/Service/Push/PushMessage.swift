import Accounts
import Cryptography
import Foundation
import Kernel
import Runtime
import Studio
import Workspace

/// One notification: a short title that names nobody, and where in the app it leads. Requirement J-210.
///
/// It may be read over a shoulder on a locked screen, so nothing of what was written, drawn or told is in it.
struct PushMessage: Sendable, Equatable {
    let title: String
    /// A path of the app.
    let link: String
    /// A browser shows one notification for each: a later one takes the place of the one before.
    let tag: String
    let instant: Instant
    /// Reminders can wait until somebody looks.
    let isUrgent: Bool

    /// The text that is encrypted, as the app's service worker reads it.
    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("title", title)
            json.field("link", link)
            json.field("tag", tag)
            json.field("time", instant.text)
        }
        return Array(json.text.utf8)
    }

    /// Seconds that a push service keeps it for a device that is off.
    static let lifeSeconds: Int64 = 86_400

    /// - Source: RFC 8030, sections 5.2 to 5.4. A topic is a name of at most 32 letters of base64url.
    func headers(at now: Instant) -> [(name: String, value: String)] {
        let age = (now.microseconds - instant.microseconds) / 1_000_000
        let topic = Data(SHA256.hash(data: Data(tag.utf8)).prefix(24)).base64URL
        return [
            ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"), ("User-Agent", "daybook"),
            ("TTL", String(max(0, Self.lifeSeconds - age))), ("Urgency", isUrgent ? "normal" : "low"), ("Topic", topic),
        ]
    }
}

/// One thing that happened in a workspace, as far as somebody may be notified of it.
struct PushNews: Sendable, Equatable {
    let kind: Kind
    let sequence: UInt64
    let instant: Instant
    let actor: ActorID
    /// The thing that a notification of it alone leads to; nil where it leads to a list.
    let thing: String?
    /// The children it is about; nil stands for the family.
    let children: [EntityID?]

    /// The kinds of events that the app's feed and its reminders know.
    enum Kind: String, CaseIterable, Sendable {
        case reminder, tips, work, story, milestone, child, album

        var topic: PushTopic {
            switch self {
            case .reminder: .reminders
            case .tips: .tips
            case .work, .story, .milestone, .child, .album: .family
            }
        }

        /// True if the person who did it knows already. Stories and tips, which this service makes, are news to everybody.
        var isOfItsActor: Bool {
            switch self {
            case .work, .milestone, .child, .album: true
            case .reminder, .tips, .story: false
            }
        }

        /// The kind of an event; nil for one that nobody is notified of.
        init?(eventKind raw: UInt32) {
            guard raw >> 8 == EventKind.studio, let tag = StudioEvent.Tag(rawValue: UInt16(raw & 0xFF)) else { return nil }
            switch tag {
            case .uploadReminded: self = .reminder
            case .analysisCompleted: self = .tips
            case .artworkUploaded: self = .work
            case .storyTold: self = .story
            case .milestoneCelebrated: self = .milestone
            case .childAdded: self = .child
            case .albumCreated: self = .album
            default: return nil
            }
        }

        fileprivate func title(_ count: Int) -> String {
            switch self {
            case .reminder: "Whenever you like, there is room for the next picture"
            case .tips: count == 1 ? "There are new tips for a work" : "There are new tips for \(count) works"
            case .work: count == 1 ? "There is a new work" : "There are \(count) new works"
            case .story: count == 1 ? "A story is ready" : "\(count) stories are ready"
            case .milestone: count == 1 ? "There is a new milestone" : "There are \(count) new milestones"
            case .child: count == 1 ? "A child was added" : "\(count) children were added"
            case .album: count == 1 ? "There is a new album" : "There are \(count) new albums"
            }
        }

        /// Where in the studio its things are; nil for a list that shows all of them in one place.
        fileprivate func path(_ thing: String?) -> String {
            switch (self, thing) {
            case (.reminder, _): "/studio"
            case (.work, let id?), (.tips, let id?): "/studio/works/" + id
            case (.work, nil): "/studio/gallery"
            case (.tips, nil): "/studio/tips"
            case (.story, let id?): "/studio/stories/" + id
            case (.story, nil): "/studio/stories"
            case (.milestone, _): "/studio/milestones"
            case (.child, let id?): "/studio/children/" + id
            case (.child, nil): "/studio/children"
            case (.album, let id?): "/studio/albums/" + id
            case (.album, nil): "/studio/albums"
            }
        }
    }

    /// Nil where nobody is notified of it: another kind of event, or a thing that is not seen any more.
    init?(_ event: WebhookEvent, given studio: StudioView) {
        guard let kind = Kind(eventKind: event.kind) else { return nil }
        let (model, id) = (studio.model, event.entity)
        switch kind {
        case .reminder: (thing, children) = (nil, [nil])
        case .tips:
            guard let analysis = model.existing(id.as(Analysis.self)), model.counts(analysis),
                analysis.result?.tips.isEmpty == false, let work = model.artworks[analysis.artwork]
            else { return nil }
            (thing, children) = (analysis.artwork.text, [work.child.entity])
        case .work:
            guard let work = model.existing(id.as(Artwork.self)), model.isVisible(work) else { return nil }
            (thing, children) = (id.text, [work.child.entity])
        case .story:
            guard let story = model.existing(id.as(Story.self)), story.flags.isLive else { return nil }
            let about = studio.children(ofStory: id.as(Story.self)).map { $0?.entity }
            (thing, children) = (id.text, about.isEmpty ? [nil] : about)
        case .milestone:
            guard let milestone = model.existing(id.as(Milestone.self)), !milestone.isHidden else { return nil }
            (thing, children) = (id.text, [milestone.child.entity])
        case .child:
            guard let child = model.existing(id.as(Child.self)), child.flags.isLive else { return nil }
            (thing, children) = (id.text, [id])
        case .album:
            guard let album = model.existing(id.as(Album.self)), album.flags.isLive else { return nil }
            (thing, children) = (id.text, [nil])
        }
        self.kind = kind
        sequence = event.sequence
        instant = event.instant
        actor = event.actor
    }

    /// Returns whether somebody is notified of it: they chose its topic before it happened, did not do it themselves, and may
    /// read it today, or upload, where it reminds of that.
    func concerns(
        _ user: UserID, by push: PushSubscription, in workspace: WorkspaceID, given accounts: AccountsState
    ) -> Bool {
        guard push.topics.contains(kind.topic), instant >= push.since,
            !kind.isOfItsActor || actor != user.as(Actor.self)
        else { return false }
        return children.allSatisfy { child in
            AuthorizationPolicy.decide(
                user, may: kind == .reminder ? .write : .read, on: .studio(workspace, child: child), given: accounts
            ).isAllowed
        }
    }

    /// The message that tells of several of one kind.
    static func message(of kind: Kind, count: Int, latest: PushNews, in workspace: WorkspaceID) -> PushMessage {
        PushMessage(
            title: kind.title(count), link: "/w/" + workspace.text + kind.path(count == 1 ? latest.thing : nil),
            tag: workspace.text + "." + kind.rawValue, instant: latest.instant, isUrgent: kind != .reminder)
    }
}
