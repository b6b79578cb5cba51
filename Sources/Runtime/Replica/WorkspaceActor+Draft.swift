import JournalEngine
package import Kernel
package import Workspace

// What a client needs of its replica for changes that are not at the service yet.
extension WorkspaceActor {
    /// Returns the revision of the text of `thing` that a command of a device led to; nil where it led to none, or is not here.
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
            history.ingest(fact.event)
            let isIt = DeviceID(header.device) == device && header.deviceSequence == command
            if isIt, history.edits.count > before { found = history.edits.count }
            return .next
        }
        return found
    }

    /// Returns the numbers of a device, among some, that led to records here.
    ///
    /// - Complexity: O(records).
    package nonisolated func trace(of numbers: Set<UInt64>, by device: DeviceID) throws -> DeviceTrace {
        var trace = DeviceTrace()
        try journal.records(of: paths.root) { header, _ in
            if header.isHollow {
                trace.lastHollow = header.sequence
            } else if DeviceID(header.device) == device, numbers.contains(header.deviceSequence) {
                let last = header.commitFirst + UInt64(header.commitCount) - 1
                let first = trace.records[header.deviceSequence]?.lowerBound ?? header.commitFirst
                trace.records[header.deviceSequence] = first...last
                trace.things[header.deviceSequence, default: []].insert(EntityID(header.entity))
            }
            return .next
        }
        return trace
    }

    /// Shows `draft` from now on instead of what the journal says: the same with changes that are not in it yet. What
    /// reads the journal itself goes on without them, and no index must be made of it.
    package func show(_ draft: WorkspaceView) {
        precondition(access == .reading, "what is written must never see a draft")
        fold.view = draft
        isDraft = true
    }
}

/// The facts that a replica has about commands that a device numbered.
package struct DeviceTrace: Sendable, Equatable {
    /// The records that numbers led to.
    package fileprivate(set) var records: [UInt64: ClosedRange<UInt64>] = [:]
    /// The things that those records are about.
    package fileprivate(set) var things: [UInt64: Set<EntityID>] = [:]
    /// The last record that says of nobody that it is theirs, since it is not shared or was erased; 0 for none.
    package fileprivate(set) var lastHollow: UInt64 = 0

    package init() {}

    /// Returns whether a number that is not among `records` led to none, where its command came after a record.
    package func tellsAll(after sequence: UInt64) -> Bool { lastHollow <= sequence }
}
