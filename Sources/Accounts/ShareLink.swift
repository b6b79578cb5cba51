package import Kernel

/// A way to look at one thing for whoever has its secret, signed in or not: read-only, and over by itself. Requirements
/// B-68, N-041, J-019.
package struct ShareLink: Sendable, Equatable {
    /// Links of one workspace that are not over.
    package static let perWorkspaceMax = 1_000
    /// The longest that any installation may let one last.
    package static let daysMax = 3_650

    package internal(set) var thing: SharedThing
    package internal(set) var workspace: WorkspaceID
    /// Who made it: it opens only as long as they may share the thing.
    package internal(set) var maker: UserID
    package internal(set) var secret: SecretDigest
    /// What a password besides is checked against; nil: the secret is enough.
    package internal(set) var password: PasswordHash?
    /// Smaller pictures only, never a whole one.
    package internal(set) var isViewOnly: Bool
    package internal(set) var expires: Instant
    package internal(set) var isRevoked = false

    package func isGood(at now: Instant) -> Bool { !isRevoked && now < expires }

    package var resource: Resource { thing.resource(in: workspace) }
}

/// What a share link leads to. Known here by its kind and its identifier alone: what is in it stands in its workspace.
package struct SharedThing: Sendable, Equatable {
    package var kind: SharedKind
    package var id: EntityID

    package init(_ kind: SharedKind, _ id: EntityID) {
        self.kind = kind
        self.id = id
    }

    /// What one must be allowed to share to make a link to it.
    func resource(in workspace: WorkspaceID) -> Resource {
        switch kind {
        case .note: .notes(workspace)
        case .artwork, .album: .studio(workspace, child: nil)
        case .other: .members(workspace)
        }
    }
}

/// What kinds of thing there are links to.
package enum SharedKind: UInt64, FieldChoice, Sendable {
    /// What is never shared, such as a board, and what only a newer build shares: such a link opens nothing here.
    case other = 0
    case note = 1
    case artwork = 2
    case album = 3

    package static var blank: SharedKind { .other }

    package var fieldName: StaticString {
        switch self {
        case .other: "other"
        case .note: "note"
        case .artwork: "artwork"
        case .album: "album"
        }
    }
}
