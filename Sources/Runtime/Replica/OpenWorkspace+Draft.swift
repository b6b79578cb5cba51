import JournalEngine
package import Kernel
package import Workspace

// What a client needs of its replica for changes that are not at the service yet.
extension OpenWorkspace {
    /// Which revision of the text of `thing` a command of a device led to; nil where it led to none, or is not here.
    ///
    /// - Complexity: O(records about the thing).
    package nonisolated func revision(
        of thing: EntityID, after command: UInt64, of device: DeviceID
    ) throws -> Int? {
        var history = TextHistory()
        var found: Int?
        try journal.records(of: paths.root, about: [ID16(thing)]) { header, payload in
            guard let fact = try Recorded<WorkspaceEvent>(header, payload) else { return .next }
            let before = history.edits.count
            history.take(fact.event)
            let isIt = DeviceID(header.device) == device && header.deviceSequence == command
            if isIt, history.edits.count > before { found = history.edits.count }
            return .next
        }
        return found
    }

    /// Shows `draft` from now on instead of what the journal says: the same with changes that are not in it yet. What
    /// reads the journal itself goes on without them, and no index must be made of it.
    package func show(_ draft: WorkspaceView) {
        precondition(access == .reading, "what is written must never see a draft")
        fold.view = draft
        isDraft = true
    }
}
