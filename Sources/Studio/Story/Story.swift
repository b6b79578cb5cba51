package import Kernel

/// The facts about a story that both the rules and the read models need. Requirements J-401, J-419.
package struct Story: Sendable, Equatable {
    /// Artworks that a story is told around.
    package static let artworks = 2...5
    package static let namesMax = 20
    package static let noteBytesMax = 2_000
    package static let reasonBytesMax = 2_000
    package static let passagesMax = 200
    package static let textBytesMax = 200_000
    /// Versions of one story, undone ones included.
    package static let versionsMax = 100

    /// As a person called it; nil: as the shown version calls itself.
    package var title: Name?
    package var flags = LifecycleFlags()
    /// Number n is at index n - 1. Earlier ones are kept.
    package var versions: [StoryVersion]

    package init(_ request: StoryRequest) { versions = [StoryVersion(request: request)] }

    /// The last version that was told and may be shown; nil while there is none.
    package var shown: Int? { versions.lastIndex { !$0.isWithdrawn && $0.status == .told }.map { $0 + 1 } }

    /// The last version that was asked for; its number.
    package var latest: Int { (versions.lastIndex { !$0.isWithdrawn } ?? 0) + 1 }

    package subscript(version: Int) -> StoryVersion? {
        versions.indices.contains(version - 1) ? versions[version - 1] : nil
    }

    /// The name of the story: given by a person, by the teller, or taken from its theme.
    package var name: Name {
        if let title { return title }
        if let shown, let told = versions[shown - 1].text?.title { return told }
        return self[latest]?.request.theme ?? .blank
    }
}

/// One telling of a story.
package struct StoryVersion: Sendable, Equatable {
    package var request: StoryRequest
    package var status = StoryStatus.pending
    /// Why it failed or was blocked.
    package var reason = ""
    /// Kept when it was blocked too, and then never shown as the story. Requirement J-417.
    package var text: StoryText?
    package var isWithdrawn = false

    package init(request: StoryRequest) { self.request = request }
}

/// The state of a version: asked for, told or failed.
package enum StoryStatus: UInt64, FieldChoice, Sendable {
    case pending = 0
    case told = 1
    /// Moderation said no.
    case blocked = 2
    case failed = 3
    /// Its consent was withdrawn while it was under way.
    case stopped = 4

    package static var blank: StoryStatus { .pending }

    package var fieldName: StaticString {
        switch self {
        case .pending: "pending"
        case .told: "told"
        case .blocked: "blocked"
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }
}

/// The length of a story.
package enum StoryLength: UInt64, FieldChoice, Sendable {
    case short = 0
    case medium = 1

    package static var blank: StoryLength { .short }

    package var fieldName: StaticString {
        switch self {
        case .short: "short"
        case .medium: "medium"
        }
    }
}

/// The request for a story. Requirements J-401, J-403, J-411.
package struct StoryRequest: Sendable, Equatable {
    /// Two to five, each once.
    package var artworks: [ArtworkID]
    /// `Adventure`, or anything else.
    package var theme: Name
    /// The names of those who appear in it; the child's by default.
    package var names: [Name]
    package var length: StoryLength
    /// Further remarks for the teller.
    package var note: String

    package init(
        artworks: [ArtworkID], theme: Name, names: [Name], length: StoryLength = .short, note: String = ""
    ) {
        self.artworks = artworks
        self.theme = theme
        self.names = names
        self.length = length
        self.note = note
    }
}

/// A story as it was told.
package struct StoryText: Sendable, Equatable {
    package var title: Name?
    package var passages: [Passage]
    /// The method that told it.
    package var method: AnalysisMethod
    /// Nil for a provider that counts nothing.
    package var usage: ProviderUsage?

    package init(title: Name?, passages: [Passage], method: AnalysisMethod, usage: ProviderUsage? = nil) {
        self.title = title
        self.passages = passages
        self.method = method
        self.usage = usage
    }

    /// A stretch of the story and the artworks that stand beside it.
    package struct Passage: Sendable, Equatable {
        package var text: String
        package var artworks: [ArtworkID]

        package init(_ text: String, artworks: [ArtworkID] = []) {
            self.text = text
            self.artworks = artworks
        }
    }
}

/// The outcome of a story's moderation, before a child may see it. Requirement J-417.
package enum Moderation: Sendable, Equatable {
    case passed
    case blocked(reason: String)
}

extension Story: FieldMessage {
    package static var schemaName: StaticString { "Story" }
    package static var blank: Story {
        var story = Story(.blank)
        story.versions = []
        return story
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "title", &title)
        coder.field(2, "standing", &flags)
        coder.field(3, "versions", &versions)
    }
}

extension StoryVersion: FieldMessage {
    package static var schemaName: StaticString { "StoryVersion" }
    package static var blank: StoryVersion { StoryVersion(request: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "request", &request)
        coder.field(2, "status", &status)
        coder.field(3, "reason", &reason)
        coder.field(4, "text", &text)
        coder.field(5, "is_withdrawn", &isWithdrawn)
    }
}

extension StoryRequest: FieldMessage {
    package static var schemaName: StaticString { "StoryRequest" }
    package static var blank: StoryRequest { StoryRequest(artworks: [], theme: .blank, names: []) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "artworks", &artworks)
        coder.field(2, "theme", &theme)
        coder.field(3, "names", &names)
        coder.field(4, "length", omittable: &length)
        coder.field(5, "note", omittable: &note)
    }
}

extension StoryText: FieldMessage {
    package static var schemaName: StaticString { "StoryText" }
    package static var blank: StoryText { StoryText(title: nil, passages: [], method: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "title", &title)
        coder.field(2, "passages", &passages)
        coder.field(3, "method", &method)
        coder.field(4, "usage", omittable: &usage)
    }
}

extension StoryText.Passage: FieldMessage {
    package static var schemaName: StaticString { "StoryPassage" }
    package static var blank: Self { Self("") }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "text", &text)
        coder.field(2, "artworks", omittable: &artworks)
    }
}

extension Moderation: FieldUnion {
    package enum Tag: String, UnionTag {
        case passed, blocked
    }

    package static var schemaName: StaticString { "Moderation" }
    package static var blank: Moderation { .passed }

    package var tag: Tag {
        switch self {
        case .passed: .passed
        case .blocked: .blocked
        }
    }

    package static func blank(_ tag: Tag) -> Moderation {
        switch tag {
        case .passed: .passed
        case .blocked: .blocked(reason: "")
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .passed: return
        case .blocked(var reason):
            coder.field(2, "reason", &reason)
            self = .blocked(reason: reason)
        }
    }
}
