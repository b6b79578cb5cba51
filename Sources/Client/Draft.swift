package import Kernel
package import Runtime
package import Workspace

/// A replica with what waits in the outbox on top: what a person has in front of them between two visits to the service.
///
/// It is worked out anew each time, from the replica as it is now: what waits is decided against it as the service will
/// decide it, and what a rule refuses by now is left out, since the service will say so. Nothing of it is written.
package struct Draft {
    /// Everything as it will be, as far as can be known here.
    package private(set) var view: WorkspaceView
    /// The number of waiting changes that the replica does not have.
    package private(set) var waitingCount = 0
    /// The last number of the device that the replica has.
    package let mark: UInt64

    private var state: WorkspaceState
    private let base: UInt64
    private let device: DeviceID
    private let actor: ActorID
    /// The revisions that only this draft has, and the commands that made them.
    private var ownRevisions: [EntityID: [Int: OwnCommand]] = [:]

    private struct OwnCommand {
        var number: UInt64
        var device: String
    }

    /// - Parameters:
    ///   - changes: what the outbox holds, read before the replica was opened: what went to the service in between is then
    ///     in the replica, and taken once. Those of other people are not for this one's eyes, and what waits for a token is
    ///     not built on: it goes without this client, or never.
    ///   - replica: opened for reading.
    ///   - former: the devices that this client was before.
    /// - Throws: `ClientFailure.file` for a command that this build does not know.
    package init(
        _ changes: [KeptChange], on replica: WorkspaceActor, by actor: ActorID, from device: DeviceID,
        formerly former: [String] = []
    ) async throws {
        view = await replica.view
        state = view.state
        base = await replica.lastSequence
        mark = await replica.nextCommand(of: device) - 1
        self.actor = actor
        self.device = device
        var marks = [device.text: mark]
        let devices = [device.text] + former
        for change in changes where change.actor == actor.text && devices.contains(change.device) {
            var isShown = false
            if marks[change.device] == nil, let other = DeviceID(text: change.device) {
                marks[change.device] = await replica.nextCommand(of: other) - 1
            }
            let behind = change.commands.map(\.number).filter { $0 <= marks[change.device] ?? 0 }
            var trace = DeviceTrace()
            if !behind.isEmpty, let other = DeviceID(text: change.device) {
                trace = try replica.trace(of: Set(behind), by: other)
            }
            for command in change.commands where command.answer == nil || command.answer?.outcome == .done {
                // It is there, or led to nothing; unless the number was used for another command, which a directory that was
                // put back from a backup does not know.
                if behind.contains(command.number), !command.isNew(given: trace, after: change.base) { continue }
                let resolved = try resolve(command, of: change, in: replica)
                isShown = true
                guard let resolved, let events = try? WorkspaceDecider.decide(resolved, given: state) else { continue }
                let own = OwnCommand(number: command.number, device: change.device)
                take(events, of: resolved, own, at: Instant(microseconds: change.made))
            }
            if isShown { waitingCount += 1 }
        }
    }

    /// The command with the revisions as they are numbered here; nil where one that it was based on is not there.
    private func resolve(
        _ command: KeptChange.Command, of change: KeptChange, in replica: WorkspaceActor
    ) throws -> WorkspaceCommand? {
        let decoded = try command.decodedOrFailure(in: change)
        return try command.resolved(decoded) { text, own in
            if let here = ownRevisions[text]?.first(where: { $0.value.number == own.command }) { return here.key }
            for device in change.devices(of: own, or: device.text) {
                if let there = try replica.revision(of: text, after: own.command, of: device) { return there }
            }
            return nil
        }
    }

    private mutating func take(
        _ events: [WorkspaceEvent], of command: WorkspaceCommand, _ own: OwnCommand, at now: Instant
    ) {
        for event in events {
            WorkspaceDecider.evolve(&state, with: event)
            let fact = Recorded(
                position: Position(view.asOf.sequence + 1), actor: actor, device: device, instant: now, event: event)
            WorkspaceProjection.project(fact, into: &view)
        }
        if let text = command.textEdit?.text, let revision = view.revision(of: command), !events.isEmpty {
            ownRevisions[text, default: [:]][revision] = own
        }
    }

    /// Decides commands here, and says how they are kept until they are decided at the service.
    ///
    /// - Parameters:
    ///   - number: of the first of them.
    ///   - batch: what they are one by, where they are several.
    /// - Returns: nil when there is nothing to do.
    /// - Throws: the rule that forbids one of them; then the draft is not to be used any more.
    package mutating func change(
        _ commands: [WorkspaceCommand], of subject: EntityID?, _ sentence: String, from number: UInt64,
        as batch: BatchID, at now: Instant
    ) throws(WorkspaceRefusal) -> KeptChange? {
        var kept: [KeptChange.Command] = []
        for command in commands {
            let events = try WorkspaceDecider.decide(command, given: state)
            guard !events.isEmpty else { continue }
            let next = number + UInt64(kept.count)
            var entry = KeptChange.Command(number: next, json: command.json)
            if let (text, edit) = command.textEdit {
                entry.ownParents = edit.parents.compactMap { parent in
                    ownRevisions[text]?[parent].map { own in
                        KeptChange.OwnRevision(
                            revision: parent, command: own.number, device: own.device == device.text ? nil : own.device)
                    }
                }
            }
            kept.append(entry)
            take(events, of: command, OwnCommand(number: next, device: device.text), at: now)
        }
        guard !kept.isEmpty else { return nil }
        return KeptChange(
            device: device.text, actor: actor.text, made: now.microseconds, base: base, subject: subject?.text ?? "",
            sentence: sentence, commands: kept, batch: kept.count > 1 ? batch.text : nil)
    }
}

extension KeptChange.Command {
    /// Returns true when records say of a number that the replica has gone past that it was another command's, or no one's.
    fileprivate func isNew(given trace: DeviceTrace, after base: UInt64) -> Bool {
        guard answer == nil else { return false }
        guard let things = trace.things[number] else { return trace.tellsAll(after: base) }
        return things.allSatisfy { !json.contains($0.text) }
    }

    func decodedOrFailure(in change: KeptChange) throws(ClientFailure) -> WorkspaceCommand {
        do throws(JSONFault) { return try decoded() } catch {
            throw .file(
                path: "the change \(change.commands.first?.number ?? 0) of the outbox",
                reason: "this Daybook does not know its command: \(error.message)")
        }
    }

    /// The command with each of its own revisions as they are numbered elsewhere.
    ///
    /// - Parameter revision: which revision of a text a command led to there.
    /// - Returns: nil where one of them led to none.
    func resolved(
        _ command: WorkspaceCommand, _ revision: (EntityID, KeptChange.OwnRevision) throws -> Int?
    ) throws -> WorkspaceCommand? {
        guard !ownParents.isEmpty, let (text, edit) = command.textEdit else { return command }
        var parents: [Int] = []
        for parent in edit.parents {
            guard let own = ownParents.first(where: { $0.revision == parent }) else {
                parents.append(parent)
                continue
            }
            guard let now = try revision(text, own) else { return nil }
            parents.append(now)
        }
        return command.based(on: parents.sorted())
    }
}
