import Accounts
import JournalEngine
package import Kernel
import Workspace

extension WorkspaceActor {
    /// Decides commands of devices one after the other, each separately: one that is refused keeps no other from being
    /// done, and one that came before is answered as it was answered then. A number that its device used for another
    /// command is refused.
    ///
    /// Each is a commit of its own, against the state that the ones before it lead to.
    ///
    /// - Parameter authorizer: of this workspace, with today's accounts; asked about each command.
    /// - Returns: an answer beside each command, when everything that they say is on disk.
    /// - Throws: `RuntimeFailure` when the machine breaks. Then some may be on disk and some not: sent again under the same
    ///   numbers, those that are there are not done twice.
    package func perform(
        _ commands: [DeviceCommand], from sender: Sender, through authorizer: WorkspaceAuthorizer
    ) async throws -> [CommandAnswer] {
        try await untilWritable()
        var earlier = try await Earlier(commands, in: self)
        var sight = FilesInSight()
        var answers: [CommandAnswer] = []
        answers.reserveCapacity(commands.count)
        for command in commands {
            var answer: CommandAnswer
            if let mark = fold.devices[command.device], command.number <= mark.command {
                answer = earlier.answer(to: command, given: mark, in: self)
            } else if let known = answered[command.device, command.number], known.answer.isDecided {
                answer = remembered(known, to: command)
            } else {
                answer = try decide(command, from: sender, through: authorizer, &sight)
                if case .done = answer {} else { answered.keep(answer, to: command) }
            }
            if case .done(let records) = answer { earlier.note(records) }
            answers.append(answer)
        }
        // What a command did not need to do may still be on its way.
        try await settle()
        try earlier.notify(&answers, to: commands, in: self)
        // Beyond those that came behind it here, too.
        for index in answers.indices {
            switch answers[index] {
            case .sequenceTaken: answers[index] = .sequenceTaken(next: nextFreeCommand(of: commands[index].device))
            case .passedOver: answers[index] = .passedOver(next: nextFreeCommand(of: commands[index].device))
            default: break
            }
        }
        return answers
    }

    /// Returns the remembered answer if it was to the same command, and `sequenceTaken` otherwise.
    fileprivate func remembered(
        _ known: (command: CommandDigest, answer: CommandAnswer), to command: DeviceCommand
    ) -> CommandAnswer {
        known.command == command.digest ? known.answer : .sequenceTaken(next: nextFreeCommand(of: command.device))
    }

    /// A number that no command of `device` had as far as is known, those that led to nothing among them.
    ///
    /// - Complexity: O(answers that are remembered).
    package func nextFreeCommand(of device: DeviceID) -> UInt64 {
        max(nextCommand(of: device), answered.last(of: device) + 1)
    }

    /// Has one new command decided and takes in what it leads to; nobody comes in between.
    private func decide(
        _ command: DeviceCommand, from sender: Sender, through authorizer: WorkspaceAuthorizer, _ sight: inout FilesInSight
    ) throws -> CommandAnswer {
        do throws(AuthorizationError) {
            try authorizer.check(
                sender.principal, mayGive: [command.command], given: fold.state, at: runtime.now())
        } catch {
            return .denied(error)
        }
        if let answer = try heldAgainstBase(command) { return answer }
        for file in command.command.files {
            guard let digest = Digest(bytes: file.digest), let byteCount = try blobs.byteCount(of: digest),
                try may(sender, speakOf: digest, through: authorizer, &sight)
            else { return .noSuchFile(digest: hexText(file.digest)) }
            guard byteCount == file.sizeBytes else { return .otherSize(digest: digest.text) }
        }
        let events: [WorkspaceEvent]
        do throws(WorkspaceRefusal) {
            let command = try takenIn(
                command.command, by: sender.actor, given: authorizer.accounts, elsewhere: authorizer.runsElsewhere,
                in: fold.state)
            events = try WorkspaceDecider.decide(command, given: fold.state)
        } catch {
            return .refused(error)
        }
        guard !events.isEmpty else { return .nothingToDo }
        try introduce(sender, on: command.device)
        let author = Author(actor: sender.actor, device: command.device)
        let front = CommitMetadata(
            author: author, command: command.number, batch: command.batch.map { BatchID($0, of: command.device) })
        let planned = command.digest.marking(events.map { PlannedEvent(event: $0) }, runtime.chance)
        return .done(CommandAnswer.Records(try enqueue(planned, front, after: nil)))
    }

    /// Returns whether a sender may refer to a file that is kept here: attaching it would show them its bytes, and a digest is
    /// not secret. They sent it (with that token, where they show one), or may read something that it is attached to; a file
    /// that is not attached yet is unknown to them.
    ///
    /// - Complexity: O(1) for a sender who may read everything; else, once in a call, O(files), and O(uploads) where one of
    ///   them is attached out of their sight.
    private func may(
        _ sender: Sender, speakOf digest: Digest, through authorizer: WorkspaceAuthorizer, _ sight: inout FilesInSight
    ) throws -> Bool {
        let now = runtime.now()
        func mayRead(_ requiredPermissions: [RequiredPermission]) -> Bool {
            do throws(AuthorizationError) { try authorizer.check(sender.principal, requiredPermissions, at: now) } catch {
                return false
            }
            return true
        }
        if mayRead(RequiredPermission.Area.allCases.map { RequiredPermission(.read, $0) }) { return true }
        let hanging =
            sight.hanging ?? fold.view.filesInSight { mayRead([RequiredPermission(.read, $0.area, child: $0.child)]) }
        sight.hanging = hanging
        if hanging[digest] ?? true { return true }
        let sent = try sight.sent ?? uploads.digests(sentBy: sender.actor.entity, with: sender.principal.token, at: now)
        sight.sent = sent
        return sent.contains(digest)
    }

    /// - Returns: nil when the command may be decided.
    private func heldAgainstBase(_ command: DeviceCommand) throws -> CommandAnswer? {
        if let base = command.base, base > fold.sequence { return .unknownBase(last: fold.sequence) }
        guard let text = command.command.replaced else { return nil }
        guard let base = command.base else { return text.needsBase ? .needsBase : nil }
        var changes: [Recorded<WorkspaceEvent>] = []
        if base < replaced.knownAfter {
            try journal.records(
                of: paths.root, about: [ID16(text.subject)], from: base + 1, through: replaced.knownAfter
            ) { header, payload in
                if let fact = try Recorded<WorkspaceEvent>(header, payload), fact.event.replaced == text {
                    changes.append(fact)
                }
                return .next
            }
        }
        changes += replaced.facts(of: text, after: base)
        // What the device itself did since is what its person has in front of them.
        changes.removeAll { $0.device == command.device }
        return changes.isEmpty ? nil : .stale(changes)
    }

    /// Names the sender and the device where the workspace does not know these names yet: as the device's command 0, before
    /// the first that it numbers.
    package func introduce(_ sender: Sender, on device: DeviceID) throws {
        var names: [RegistryCommand] = []
        if let name = sender.name { names.append(.nameActor(sender.actor, name)) }
        if let name = sender.deviceNames[device] { names.append(.nameDevice(device, name)) }
        let events = names.flatMap { RegistryDecider.decide($0, given: fold.state.registry) }
        guard !events.isEmpty else { return }
        let front = CommitMetadata(author: Author(actor: sender.actor, device: device), command: 0)
        _ = try enqueue(events.map { PlannedEvent(event: .registry($0)) }, front, after: nil)
    }
}

/// The files that the sender of a call can see, looked up on first use: until the call is over nobody else attaches a file
/// anywhere, and the sender may already refer to files that its own commands attach.
private struct FilesInSight {
    /// Those that hang anywhere, and whether the sender may read any place of each.
    var hanging: [Digest: Bool]?
    /// Those that they sent.
    var sent: Set<Digest>?
}

/// The overlap of a batch with earlier commands: its numbers that are in the journal already, and the records to report
/// for them.
private struct Earlier {
    private var ranges: [DeviceID: [UInt64: CommandAnswer.Records]] = [:]
    private var isTold = true

    /// Looks for the numbers that the devices have gone past, in one walk backwards.
    ///
    /// - Complexity: O(records since the first of them); nothing where all are new.
    init(_ commands: [DeviceCommand], in workspace: isolated WorkspaceActor) async throws {
        var looked: Set<Int> = []
        while true {
            var sought: [DeviceID: Set<UInt64>] = [:]
            for (index, command) in commands.enumerated() where !looked.contains(index) {
                guard let mark = workspace.fold.devices[command.device], command.number < mark.command else { continue }
                sought[command.device, default: []].insert(command.number)
                looked.insert(index)
            }
            guard !sought.isEmpty else { return }
            // Meanwhile the same commands may arrive once more and be decided: hence the loop.
            try await workspace.settle()
            try look(for: sought, in: workspace.journal, at: workspace.paths.root)
        }
    }

    private mutating func look(for numbers: [DeviceID: Set<UInt64>], in journal: Journal, at path: String) throws {
        var sought = numbers
        var found = ranges
        try journal.recordsBackwards(of: path) { header, _ in
            let device = DeviceID(header.device)
            let number = header.deviceSequence
            guard let numbers = sought[device], number > 0 else { return .next }
            if numbers.contains(number) {
                let last = header.commitFirst + UInt64(header.commitCount) - 1
                found[device, default: [:]][number, default: .init(first: 0, last: last)].first = header.commitFirst
            }
            // A device numbers upwards: beyond its first sought number there is nothing more of it to find.
            if number < numbers.min() ?? 0 { sought[device] = nil }
            return sought.isEmpty ? .stop : .next
        }
        ranges = found
    }

    /// The answer to a command whose number its device has reached or gone past.
    func answer(
        to command: DeviceCommand, given mark: DeviceMarks.Mark, in workspace: isolated WorkspaceActor
    ) -> CommandAnswer {
        let found =
            ranges[command.device]?[command.number]
            ?? (mark.command == command.number ? .init(first: mark.first, last: mark.last) : nil)
        guard var records = found else {
            guard let known = workspace.answered[command.device, command.number] else {
                return .passedOver(next: workspace.nextFreeCommand(of: command.device))
            }
            return workspace.remembered(known, to: command)
        }
        records.isRepeated = true
        return .done(records)
    }

    mutating func note(_ records: CommandAnswer.Records) { if records.isRepeated { isTold = false } }

    /// Reads which events the repeated commands led to, and refuses those that did not lead to them.
    func notify(
        _ answers: inout [CommandAnswer], to commands: [DeviceCommand], in workspace: isolated WorkspaceActor
    ) throws {
        guard !isTold else { return }
        var unmarked: [Int] = []
        var asked: [(command: WorkspaceCommand, first: UInt64, evidence: CommandEvidence)] = []
        for index in answers.indices {
            guard case .done(var records) = answers[index], records.isRepeated else { continue }
            let command = commands[index]
            var evidence = CommandEvidence()
            try workspace.journal.records(
                of: workspace.paths.root, from: records.first, through: records.last
            ) { header, payload in
                // What others wrote between the commits of one number.
                guard DeviceID(header.device) == command.device, header.deviceSequence == command.number else { return .next }
                evidence.ingest(header, payload)
                records.events.append(
                    .init(
                        sequence: header.sequence, kind: EventKind(raw: header.kind), entity: EntityID(header.entity)))
                return .next
            }
            answers[index] = .done(records)
            switch evidence.verdict(on: command.digest) {
            case .same: break
            case .another: answers[index] = .sequenceTaken(next: workspace.nextFreeCommand(of: command.device))
            case .unknown:
                unmarked.append(index)
                asked.append((command.command, records.first, evidence))
            }
        }
        for (index, isSame) in zip(unmarked, try workspace.ledTo(asked)) where !isSame {
            answers[index] = .sequenceTaken(next: workspace.nextFreeCommand(of: commands[index].device))
        }
    }
}

extension CommandAnswer.Records {
    package init(_ commit: Commit) {
        self.init(
            first: commit.first, last: commit.last,
            events: commit.facts.map {
                .init(sequence: $0.position.sequence, kind: $0.event.kind, entity: $0.event.encoded().subject)
            })
    }
}
