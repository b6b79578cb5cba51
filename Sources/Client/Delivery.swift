package import Kernel
import Workspace

/// Brings what waits in an outbox to the service, in order, and settles what came of it.
///
/// Whatever stops it, at whatever point, nothing is lost and nothing is done twice: a change leaves the outbox when the
/// service has answered for all of it and the replica has what it led to. Sent again before that, it is known by its
/// numbers. What the service refuses stays in the outbox with the reason until a person sends it again or discards it.
///
/// A data directory that was restored or copied numbers as its original does. Where the service used a number for another
/// command, the change and all that waits behind it get numbers that nothing has, and go again in their order.
///
/// Only one process delivers at a time (`ServiceFolder.Turn.sending`).
package struct Delivery {
    /// One command on its way.
    package struct Outgoing: Sendable, Equatable {
        package var device: String
        package var number: UInt64
        /// Nil for a command that replaces no text: it asks for none.
        package var base: UInt64?
        package var batch: String?
        package var json: String
    }

    /// The outcome of a delivery.
    package struct Report: Sendable {
        /// By the numbers of the commands.
        package var answers: [UInt64: ServiceAnswer] = [:]
        /// Changes of which something was refused, with all answers.
        package var refused: [KeptChange] = []
        /// Changes that are wholly at the service now.
        package var doneCount = 0
        /// Changes that wait for the device, or the token, that numbered them: another may not send them.
        package var elsewhere: [KeptChange] = []
        /// The new number of each command whose number the service had used for another command.
        package var moved: [UInt64: UInt64] = [:]

        package init() {}

        /// A change under the numbers that it was sent under.
        package func followed(_ change: KeptChange) -> KeptChange {
            var change = change
            for index in change.commands.indices {
                if let number = moved[change.commands[index].number] { change.commands[index].number = number }
            }
            return change
        }

        fileprivate mutating func take(_ fresh: [UInt64: UInt64]) {
            for (former, now) in moved { if let number = fresh[now] { moved[former] = number } }
            moved.merge(fresh) { $1 }
        }
    }

    /// Runs something with the outbox while no other process numbers a change.
    package typealias Turn = ((Outbox) throws -> Void) async throws -> Void

    /// A function that returns the revision of a thing's text that a command led to, as the replica has it; nil for none.
    package typealias RevisionSearch = (_ text: EntityID, _ command: UInt64, _ device: DeviceID) async throws -> Int?

    private let outbox: Outbox
    private let device: String
    private let send: ([Outgoing]) async throws -> [ServiceAnswer]
    private let refresh: () async throws -> Void
    private let last: () async throws -> UInt64
    private let mark: () async throws -> UInt64
    private let revision: RevisionSearch
    private let alone: Turn

    /// - Parameters:
    ///   - device: the device as which the service knows the caller.
    ///   - send: has the service decide commands in their order; an answer beside each, or beside the first ones of them.
    ///     Throws when it is not known what came of any.
    ///   - refresh: brings the replica up to date.
    ///   - last: the last record that the replica has of the service.
    ///   - mark: the last number of the device that the replica has.
    ///   - alone: keeps other processes from numbering.
    package init(
        of outbox: Outbox, by device: String, send: @escaping ([Outgoing]) async throws -> [ServiceAnswer],
        refresh: @escaping () async throws -> Void, last: @escaping () async throws -> UInt64,
        mark: @escaping () async throws -> UInt64, revision: @escaping RevisionSearch, alone: @escaping Turn
    ) {
        self.outbox = outbox
        self.device = device
        self.send = send
        self.refresh = refresh
        self.last = last
        self.mark = mark
        self.revision = revision
        self.alone = alone
    }

    private static let commandsMax = 200
    private static let bytesMax = 512 << 10
    /// More than another client with the same numbers can be in the way by chance.
    private static let renumberingsMax = 16

    /// Sends until nothing waits that may go.
    ///
    /// - Throws: what stopped it; what was not settled by then waits on.
    package func run() async throws -> Report {
        var report = Report()
        var commandsMax = Self.commandsMax
        var renumberings = 0
        try await finishRenumbering()
        let mark = try outbox.changes().contains { $0.isWaiting && $0.device == device } ? try await mark() : 0
        while true {
            let batch = try await nextBatch(of: commandsMax, after: mark, &report)
            guard !batch.isEmpty else {
                report.elsewhere = try outbox.changes().filter { $0.isWaiting && $0.device != device }
                return report
            }
            let answers: [ServiceAnswer]
            do { answers = try await send(batch) } catch ClientFailure.problem(408, _, _) where batch.count > 1 {
                // The way there is too slow for as much at once.
                commandsMax = batch.count / 2
                continue
            }
            guard !answers.isEmpty, answers.map(\.sequence) == batch.prefix(answers.count).map(\.number) else {
                throw ClientFailure.badAnswer("it answers for other commands than were sent")
            }
            if let answer = answers.first(where: { $0.problem?.name == "notYourDevice" }), let problem = answer.problem {
                // No rule forbids it: the caller is not known as this device any more. It waits.
                throw ClientFailure.problem(status: answer.status, name: problem.name, detail: problem.detail)
            }
            var taken: UInt64?
            let known = zip(answers, batch).filter { $0.repeated == true && !$0.isOfAnother(than: $1.json) }.last?.0.sequence
            for (answer, command) in zip(answers, batch) {
                // Passed over before one of ours that was done: it came with that one and led to nothing then. Done now, it
                // would come after what followed it.
                let isDecided = answer.problem?.name == "passedOver" && answer.sequence < known ?? 0
                if !isDecided, answer.isOfAnother(than: command.json) {
                    taken = taken ?? answer.sequence
                } else if taken == nil || answer.outcome != .refused {
                    report.answers[answer.sequence] = answer
                }
                // What is refused behind one whose number was used may have been made on it: it goes again after it.
            }
            // A refusal is in no journal: it is written down before anything else can go wrong.
            try noteRefusals(&report)
            try await refresh()
            if let taken {
                renumberings += 1
                guard renumberings <= Self.renumberingsMax else { throw Self.busyNumbers }
                try await renumber(
                    from: taken, next: answers.compactMap { $0.problem?.next }.max() ?? 1, &report)
            }
            try removeDone(&report)
        }
    }

    private static let busyNumbers = ClientFailure.problem(
        status: 409, name: "sequenceTaken",
        detail: "another client with the same device keeps using the numbers of this one; what waits is kept here and can be "
            + "sent again")

    /// Gives what waits from `first` on numbers that nothing has, in the same order.
    ///
    /// - Parameter next: the first one that is free at the service, as far as it says.
    private func renumber(from first: UInt64, next: UInt64, _ report: inout Report) async throws {
        let mark = max(next, 1) - 1
        let floor = max(mark, try await self.mark())
        var moved: [UInt64: UInt64] = [:]
        let answered = report
        try await alone { outbox in
            let all = try outbox.changes()
            var number = try outbox.nextNumber(after: all, floor)
            var moves: [(former: KeptChange, fresh: KeptChange)] = []
            for change in all where change.device == device {
                let change = change.answered(by: answered)
                guard change.commands.contains(where: { $0.answer == nil && $0.number >= first }) else { continue }
                let fresh = change.renumbered(from: number, &moved)
                number = max(number, fresh.last + 1)
                moves.append((change, fresh))
            }
            try outbox.move(moves, moved, of: device)
        }
        report.take(moved)
    }

    /// Does what a crash kept from being done: what was made on commands with new numbers says those.
    private func finishRenumbering() async throws {
        try await alone { outbox in
            var moved: [UInt64: UInt64] = [:]
            for change in try outbox.changes() where change.device == device {
                for command in change.commands { if let was = command.was { moved[was] = command.number } }
            }
            try outbox.follow(moved, of: device)
        }
    }

    /// The next commands that can go together. A command whose text was edited by one before it goes alone after it:
    /// only then it is known what that one's revision is called there. One on an edit that waits for another device waits
    /// with it, and so does what comes after it: of a lower number nothing would be taken any more. What has a number that
    /// the replica knows of goes before all else: either it was done, or the number was used for something else.
    private func nextBatch(
        of commandsMax: Int, after mark: UInt64, _ report: inout Report
    ) async throws -> [Outgoing] {
        var batch: [Outgoing] = []
        var byteCount = 0
        var known: UInt64?
        let changes = try outbox.changes()
        let numbers = changes.filter { $0.device == device }.map { $0.answered(by: report) }.flatMap(\.commands)
        let isBehind = numbers.contains { $0.answer == nil && $0.number <= mark }
        let elsewhere = Set(
            changes.filter { $0.device != device }.flatMap(\.commands).filter { $0.answer == nil }.map(\.number))
        for change in changes where change.device == device {
            var change = change.answered(by: report)
            for index in change.commands.indices where change.commands[index].answer == nil {
                let command = change.commands[index]
                if isBehind, command.number > mark, !batch.isEmpty { return batch }
                let isFull = batch.count >= commandsMax || byteCount + command.json.utf8.count > Self.bytesMax
                if isFull, !batch.isEmpty { return batch }
                let decoded = try command.decodedOrFailure(in: change)
                if command.ownParents.contains(where: { own in
                    elsewhere.contains(own.command) || batch.contains { $0.number == own.command }
                }) {
                    return batch
                }
                guard let resolved = try await resolve(command, decoded, of: change) else {
                    change.commands[index].answer = ServiceAnswer(
                        command.number, status: 409, .refused,
                        problem: .init(
                            name: "madeOnRefused", detail: "it was made on a change of the same text that was refused"))
                    try outbox.keep(change)
                    report.answers[command.number] = change.commands[index].answer
                    if !change.isWaiting { report.refused.append(change) }
                    continue
                }
                var outgoing = Outgoing(
                    device: change.device, number: command.number, batch: change.batch, json: resolved.json)
                if resolved.replaced != nil {
                    // A service that was put back from a backup has not come as far as it had when the change was made.
                    if known == nil { known = try await last() }
                    outgoing.base = min(change.base, known ?? change.base)
                }
                batch.append(outgoing)
                byteCount += outgoing.json.utf8.count
            }
        }
        return batch
    }

    private func resolve(
        _ command: KeptChange.Command, _ decoded: WorkspaceCommand, of change: KeptChange
    ) async throws -> WorkspaceCommand? {
        guard let text = decoded.textEdit?.text else { return decoded }
        var known: [UInt64: Int] = [:]
        for own in command.ownParents {
            for device in change.devices(of: own, or: device) where known[own.command] == nil {
                known[own.command] = try await revision(text, own.command, device)
            }
        }
        return try command.resolved(decoded) { known[$1.command] }
    }

    /// Writes down the answers to changes of which something was refused.
    private func noteRefusals(_ report: inout Report) throws {
        for change in try outbox.changes() {
            let answered = change.answered(by: report)
            guard answered != change, answered.isRefused else { continue }
            try outbox.keep(answered)
            if !answered.isWaiting { report.refused.append(answered) }
        }
    }

    private func removeDone(_ report: inout Report) throws {
        for change in try outbox.changes().map({ $0.answered(by: report) }) where !change.isWaiting && !change.isRefused {
            try outbox.remove(change)
            report.doneCount += 1
        }
    }
}

extension KeptChange {
    func answered(by report: Delivery.Report) -> KeptChange {
        var change = self
        for index in change.commands.indices where change.commands[index].answer == nil {
            change.commands[index].answer = report.answers[change.commands[index].number]
        }
        return change
    }
}
