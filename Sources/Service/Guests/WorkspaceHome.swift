import Accounts

/// The workspace that is meant, and its location: on the disk, or in memory as a guest's.
///
/// The two are told apart by the caller and never by what exists: a request for a guest's workspace after it is gone
/// reaches nothing that was given its identifier since.
enum WorkspaceHome: Hashable, Sendable {
    case existing(WorkspaceID)
    case visit(GuestID)
}
