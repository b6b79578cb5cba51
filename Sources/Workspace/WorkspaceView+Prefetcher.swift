import Boards
import Capture
package import Kernel
import Notes
import Studio

extension WorkspaceView {
    /// Reads what the coming records of one domain will change.
    package mutating func look(_ ahead: inout Prefetcher, for domain: UInt32) {
        switch domain {
        case EventKind.notes: notes.look(&ahead)
        case EventKind.boards: boards.look(&ahead)
        case EventKind.capture: capture.look(&ahead)
        case EventKind.studio: studio.look(&ahead)
        default: break
        }
    }
}
