package import Kernel

/// Where a link leads.
package enum LinkTarget: Sendable, Equatable {
    case thing(EntityRef)
    /// It is in the trash: restoring it mends the link.
    case trashed(EntityRef)
    /// A file that hangs on something.
    case file(AttachmentID)
    /// Nothing is called so, nor ever was.
    case nothing

    package var word: String {
        switch self {
        case .thing: "thing"
        case .trashed: "trashed"
        case .file: "file"
        case .nothing: "unresolved"
        }
    }
}
