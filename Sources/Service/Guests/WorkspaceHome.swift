import Accounts

/// Which workspace is meant, and where it lies: on the disk, or in memory as a guest's.
///
/// The two are told apart by who asks and never by what is there: whoever asks for a guest's workspace after it is gone
/// reaches nothing that came to have its identifier since.
enum WorkspaceHome: Hashable, Sendable {
    case kept(WorkspaceID)
    case visit(GuestID)
}
