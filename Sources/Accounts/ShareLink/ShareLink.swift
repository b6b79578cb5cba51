package import Kernel

/// A way to look at one thing for anyone who has its secret, signed in or not: read-only, and it expires. Requirements
/// B-68, N-041, J-019.
package struct ShareLink: Sendable, Equatable {
    /// Links of one workspace that are not over.
    package static let perWorkspaceMax = 1_000
    /// The longest that any installation may let one last.
    package static let daysMax = 3_650

    package internal(set) var thing: SharedThing
    package internal(set) var workspace: WorkspaceID
    /// The user who made it: it opens only as long as they may share the thing.
    package internal(set) var maker: UserID
    package internal(set) var secret: SecretDigest
    /// The hash of a password needed besides the secret; nil: the secret is enough.
    package internal(set) var password: PasswordHash?
    /// Smaller pictures only, never a whole one.
    package internal(set) var isViewOnly: Bool
    package internal(set) var expires: Instant
    package internal(set) var isRevoked = false

    package func isGood(at now: Instant) -> Bool { !isRevoked && now < expires }

    package var resource: Resource { thing.resource(in: workspace) }
}

/// The target of a share link. Known here by its kind and its identifier alone: its content stands in its workspace.
package struct SharedThing: Sendable, Equatable {
    package var kind: SharedKind
    package var id: EntityID

    package init(_ kind: SharedKind, _ id: EntityID) {
        self.kind = kind
        self.id = id
    }

    /// Returns the resource that the maker of a link to it must be allowed to share.
    func resource(in workspace: WorkspaceID) -> Resource {
        switch kind {
        case .note: .notes(workspace)
        case .artwork, .album, .story: .studio(workspace, child: nil)
        case .other: .members(workspace)
        }
    }
}

/// A kind of thing that can be shared by a link.
package enum SharedKind: UInt64, FieldChoice, Sendable {
    /// A kind that is never shared, such as a board, or that only a newer build shares: such a link opens nothing here.
    case other = 0
    case note = 1
    case artwork = 2
    case album = 3
    case story = 4

    package static var blank: SharedKind { .other }

    package var fieldName: StaticString {
        switch self {
        case .other: "other"
        case .note: "note"
        case .artwork: "artwork"
        case .album: "album"
        case .story: "story"
        }
    }
}
