package import JournalEngine
import Kernel
package import Workspace

/// Everything that is folded from the journal, and all that a snapshot holds: the rules' state, the readers' views, and
/// which commands were decided.
package struct Fold: Sendable {
    /// Behind the views while records are taken in; nobody decides before `catchUp`.
    package var state = WorkspaceDecider.initial
    package var view = WorkspaceProjection.empty
    package var devices = DeviceMarks()
    /// The last record taken in.
    package var sequence: UInt64 = 0

    package init() {}

    /// Takes one record into the views. The state is left behind, for `catchUp`: one fold is cheaper than two.
    ///
    /// - Complexity: O(payload bytes); no allocation beyond what the event holds.
    package mutating func ingest(_ header: borrowing RecordHeader, _ payload: RawSpan) throws(RuntimeFailure) {
        sequence = header.sequence
        devices.ingest(header)
        try show(header, payload)
    }

    /// Takes in only what a reader needs, for views of the past.
    package mutating func show(_ header: borrowing RecordHeader, _ payload: RawSpan) throws(RuntimeFailure) {
        guard !header.isHollow else { return }
        do throws(CodingFault) {
            try WorkspaceProjection.project(
                EventKind(raw: header.kind), about: EntityID(header.entity), payload, at: Recorded(header), into: &view)
        } catch {
            throw .unreadableRecord(sequence: header.sequence, error)
        }
    }

    /// Brings the state to where the views are.
    package mutating func catchUp() { state = view.state }
}
