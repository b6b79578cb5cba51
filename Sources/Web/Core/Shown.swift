import Kernel
import Workspace

/// Views with what waits on top, decided against what is confirmed as the service will decide it: what a person has in front
/// of them between two answers of the service.
struct Shown: Sendable {
    private(set) var view: WorkspaceView
    private var state: WorkspaceState
    /// Why the rules would refuse parts of what waits by now: they are not shown, and sent all the same.
    private(set) var refusals: [(change: BatchID, refusal: WorkspaceRefusal)] = []
    /// Revisions that only these views have, and the commands that made them.
    private var ownRevisions: [Revised] = []

    private struct Revised: Sendable {
        var text: EntityID
        var own: Change.OwnRevision
    }

    /// - Parameter kept: in the order in which they were made. Those of other people are not for this one's eyes.
    init(_ kept: [Kept], on confirmed: inout Confirmed, by actor: ActorID, from device: DeviceID) {
        state = confirmed.state()
        view = confirmed.view
        for kept in kept where kept.change.actor == actor {
            let change = kept.change
            let mark = confirmed.own.mark(of: change.device)
            for (command, decoded) in zip(change.commands, kept.decoded) where command.answer?.isSettled ?? true {
                if command.number <= mark, !command.isNew(in: change, given: confirmed.own) { continue }
                if let answer = command.answer, answer.outcome == .nothingToDo { continue }
                let resolved = command.resolved(decoded) { text, own in
                    if let here = revision(of: text, by: own) { return here }
                    return confirmed.own.revision(of: text, after: own.command, by: own.device)
                        ?? confirmed.own.revision(of: text, after: own.command, by: device)
                }
                guard let resolved else { continue }
                do throws(WorkspaceRefusal) {
                    let events = try WorkspaceDecider.decide(resolved, given: state)
                    ingest(events, of: resolved, as: command.number, by: change.device, actor, at: change.made)
                } catch {
                    refusals.append((change.id, error))
                }
            }
        }
    }

    private func revision(of text: EntityID, by own: Change.OwnRevision) -> Int? {
        ownRevisions.first { $0.text == text && $0.own.command == own.command && $0.own.device == own.device }?
            .own.revision
    }

    /// Decides a command here.
    func decide(_ command: WorkspaceCommand) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        try WorkspaceDecider.decide(command, given: state)
    }

    /// Returns the base revisions of a command that only these views have.
    func ownParents(of command: WorkspaceCommand) -> [Change.OwnRevision] {
        guard let (text, edit) = command.textEdit else { return [] }
        return edit.parents.compactMap { parent in
            ownRevisions.first { $0.text == text && $0.own.revision == parent }?.own
        }
    }

    /// Shows the events of a command that waits.
    mutating func ingest(
        _ events: [WorkspaceEvent], of command: WorkspaceCommand, as number: UInt64, by device: DeviceID,
        _ actor: ActorID, at made: Int64
    ) {
        for event in events {
            WorkspaceDecider.evolve(&state, with: event)
            let fact = Recorded(
                position: Position(view.asOf.sequence + 1), actor: actor, device: device,
                instant: Instant(microseconds: made), event: event)
            WorkspaceProjection.project(fact, into: &view)
        }
        guard !events.isEmpty, let text = command.textEdit?.text, let revision = view.revision(of: command) else {
            return
        }
        ownRevisions.append(
            Revised(text: text, own: .init(revision: revision, command: number, device: device)))
    }
}

extension Change.Command {
    /// Returns true when records say of a number that they have gone past that it was another command's, or no one's.
    fileprivate func isNew(in change: Change, given own: OwnCommands) -> Bool {
        guard answer == nil else { return false }
        guard let trace = own.trace(of: number, by: change.device) else {
            return own.tellsAll(of: number, by: change.device, after: change.base)
        }
        let bytes = Array(json.utf8)
        return trace.things.allSatisfy { !bytes.holds($0.text) }
    }
}
