import JournalEngine
package import Studio
import Workspace

/// Whom an attached file belongs to: what is erased with them becomes unreadable with their key. Requirement J-107.
package enum BlobScope: Hashable, Sendable {
    case workspace
    case child(ChildID)

    /// Where the scope's key stands. A child is not named: who reads a list of keys learns nothing of the family.
    var id: ID16 {
        switch self {
        case .workspace: ID16(hi: 0, lo: 1)
        case .child(let child): WorkspaceKeys.id("daybook child", ID16(child).bytes)
        }
    }
}
