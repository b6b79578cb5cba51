package import Kernel
import Runtime
package import Workspace

/// A change that its author was told is kept: commands that wait for the service, or that it refused.
///
/// - Format: a JSON file of the outbox with a checksum (FORMAT.md §14); keys are added, never renamed.
package struct KeptChange: Codable, Sendable, Equatable {
    /// The device that numbered the commands, or the token.
    package var device: String
    /// The actor whose change it is.
    package var actor: String
    /// Microseconds since 1970, by the clock of the client.
    package var made: Int64
    /// The last record of the service that its author saw.
    package var base: UInt64
    /// The thing it is about, empty for many, and what was done to it, in words.
    package var subject: String
    package var sentence: String
    /// In the order in which they are decided; those that wait in ascending order of their numbers.
    package var commands: [Command]
    /// The batch by which the service knows that changes belong together and are taken back as one; nil for a single one.
    package var batch: String?
    /// The first number that it had before it was numbered anew: what still lies under that is this one.
    package var replaces: UInt64?

    package struct Command: Codable, Sendable, Equatable {
        package var number: UInt64
        /// The number that it had before it was numbered anew without its person: for what was made on it.
        package var was: UInt64?
        /// As Commands.md has it.
        package var json: String
        /// Revisions of the edited text that were this client's own and not at the service yet.
        package var ownParents: [OwnRevision] = []
        /// The answer of the service; nil while it waits.
        package var answer: ServiceAnswer?
    }

    /// A revision as the author's view numbered it, and the command that made it: at the service it may have another
    /// number, since others write there.
    package struct OwnRevision: Codable, Sendable, Equatable {
        package var revision: Int
        package var command: UInt64
        /// The device that numbered the command, where that is another than the device of the change.
        package var device: String?
    }

    /// All that a file without a checksum may have.
    static let fields: Set = [
        "device", "actor", "made", "base", "subject", "sentence", "commands", "batch", "replaces",
    ]

    package var first: UInt64 { commands.first?.number ?? 0 }
    package var last: UInt64 { commands.map(\.number).max() ?? 0 }
    package var isWaiting: Bool { commands.contains { $0.answer == nil } }
    package var isRefused: Bool { commands.contains { $0.answer?.outcome == .refused } }
}

/// The answer of the service to one command.
package struct ServiceAnswer: Codable, Sendable, Equatable {
    package var sequence: UInt64
    package var status: Int
    package var outcome: Outcome
    package var first: UInt64?
    package var last: UInt64?
    /// True when the number had come before, and nothing was decided now.
    package var repeated: Bool?
    package var events: [Event]?
    package var problem: Problem?
    /// The change that an undo took back or a redo brought back, as the service describes it.
    package var undone: Undone?

    package struct Undone: Codable, Sendable, Equatable {
        package var sequence: UInt64
        package var kind: String
        package var title: String?
        package var summary: String
        package var redone: Bool?
    }

    package enum Outcome: String, Codable, Sendable { case done, nothingToDo, refused }

    package struct Event: Codable, Sendable, Equatable {
        package var sequence: UInt64
        package var kind: String
        package var entity: String
    }

    package struct Problem: Codable, Sendable, Equatable {
        package var name: String
        package var detail: String
        /// The changes that others made meanwhile, where that is the problem.
        package var changes: [Change]?
        /// The number to send the command under, where its own was used.
        package var next: UInt64?

        package init(name: String, detail: String, changes: [Change]? = nil, next: UInt64? = nil) {
            self.name = name
            self.detail = detail
            self.changes = changes
            self.next = next
        }
    }

    package struct Change: Codable, Sendable, Equatable {
        package var kind: String
        package var actorName: String
        package var time: String
    }

    package init(_ sequence: UInt64, status: Int, _ outcome: Outcome, problem: Problem? = nil) {
        self.sequence = sequence
        self.status = status
        self.outcome = outcome
        self.problem = problem
    }

    /// Why not, for people; empty where it was done.
    package var reason: String {
        guard let problem else { return "" }
        if problem.name == "passedOver" {
            return "it was sent before and led to nothing: a rule refused it, or there was nothing to do; look, and do it "
                + "again where it is missing"
        }
        let others = (problem.changes ?? []).map { "\($0.kind) by \($0.actorName) at \($0.time)" }
        let detail = problem.detail.hasSuffix(".") ? String(problem.detail.dropLast()) : problem.detail
        return others.isEmpty ? detail : detail + " (\(others.joined(separator: ", ")))"
    }
}

extension KeptChange.Command {
    /// - Throws: what is wrong with it, where a newer build wrote it.
    package func decoded() throws(JSONFault) -> WorkspaceCommand { try WorkspaceCommand(json: Array(json.utf8)) }

    /// True if the service said that nothing is left to do for it.
    var isSettled: Bool { answer.map { $0.outcome != .refused } ?? false }
}

extension KeptChange {
    /// Returns the devices that may have numbered the command of `own`: the device that it names, or the one that took over
    /// what that one left. No two devices of a client use the same number.
    func devices(of own: OwnRevision, or device: String) -> [DeviceID] {
        let named = own.device ?? self.device
        return (named == device ? [named] : [named, device]).compactMap { DeviceID(text: $0) }
    }

    /// Returns the rest of the change for `device`, since the one that made it is gone: under the same numbers.
    ///
    /// - Parameter trace: says which of them led to something before.
    func takenOver(by device: String, given trace: DeviceTrace) -> KeptChange {
        var change = self
        for index in change.commands.indices {
            change.commands[index].nameDevices(self.device)
            guard change.commands[index].answer == nil else { continue }
            change.commands[index].answer = ServiceAnswer(change.commands[index].number, in: trace)
        }
        change.device = device
        return change
    }

    /// Returns the rest of the change, as its person makes it again: under new numbers, on what they see by now.
    ///
    /// - Parameters:
    ///   - number: the first of the new numbers.
    ///   - moved: the new number of each former number, here and in the changes before it.
    ///   - trace: says which of its numbers led to something.
    func renumbered(
        from number: UInt64, by device: String, on base: UInt64, _ moved: inout [UInt64: UInt64],
        given trace: DeviceTrace
    ) -> KeptChange {
        var change = self
        change.device = device
        change.base = base
        change.replaces = first
        change.commands = []
        for command in commands where !command.isSettled && trace.records[command.number] == nil {
            var command = command
            let next = number + UInt64(change.commands.count)
            moved[command.number] = next
            command.nameDevices(self.device)
            command.number = next
            command.answer = nil
            command.follow(moved, by: device)
            change.commands.append(command)
        }
        return change
    }

    /// The same with a new number for each command that waits, since the service used its own for another one.
    ///
    /// - Parameters:
    ///   - number: the first of the new numbers.
    ///   - moved: which number became which.
    func renumbered(from number: UInt64, _ moved: inout [UInt64: UInt64]) -> KeptChange {
        var change = self
        var next = number
        for index in change.commands.indices where change.commands[index].answer == nil {
            moved[change.commands[index].number] = next
            change.commands[index].was = change.commands[index].number
            change.commands[index].number = next
            next += 1
        }
        // A part of it that was answered keeps its number, and the file its name.
        if change.first != first { change.replaces = first }
        return change
    }

    /// Returns true for the same change under whatever numbers.
    package func isVersion(of other: KeptChange) -> Bool {
        made == other.made && actor == other.actor && subject == other.subject && sentence == other.sentence
            && commands.last?.json == other.commands.last?.json
    }

    /// The same, made on commands of `device` that are numbered anew, of whatever change.
    func following(_ moved: [UInt64: UInt64], of device: String) -> KeptChange {
        var change = self
        for index in change.commands.indices {
            for place in change.commands[index].ownParents.indices {
                let own = change.commands[index].ownParents[place]
                guard own.device ?? self.device == device, let number = moved[own.command] else { continue }
                change.commands[index].ownParents[place].command = number
            }
        }
        return change
    }

    /// The same, made on commands that are numbered anew.
    func following(_ moved: [UInt64: UInt64], by device: String) -> KeptChange {
        var change = self
        for index in change.commands.indices { change.commands[index].follow(moved, by: device) }
        return change
    }
}

extension KeptChange.Command {
    /// Says of what it was made on which device numbered it, before its change becomes another's.
    fileprivate mutating func nameDevices(_ device: String) {
        for index in ownParents.indices where ownParents[index].device == nil { ownParents[index].device = device }
    }

    fileprivate mutating func follow(_ moved: [UInt64: UInt64], by device: String) {
        for index in ownParents.indices {
            guard let number = moved[ownParents[index].command] else { continue }
            ownParents[index].command = number
            ownParents[index].device = device
        }
    }
}

extension ServiceAnswer {
    /// The service's answer, as far as the records show that a command led to something; nil where it led to nothing.
    fileprivate init?(_ number: UInt64, in trace: DeviceTrace) {
        guard let records = trace.records[number] else { return nil }
        self.init(number, status: 200, .done)
        (first, last) = (records.lowerBound, records.upperBound)
    }
}

extension ServiceAnswer {
    /// Returns true when the service used the number for another command, or went past it: then nothing was done for `json`.
    ///
    /// A service that compares no commands answers as if the one that it knows were this one. It is another where no
    /// event is about anything that the command names.
    func isOfAnother(than json: String) -> Bool {
        if let problem { return problem.name == "sequenceTaken" || problem.name == "passedOver" }
        guard repeated == true, let events, !events.isEmpty else { return false }
        return json.contains(Self.identifier) && events.allSatisfy { !json.contains($0.entity) }
    }

    // Never changed; `Regex` is not Sendable, since one may hold a closure, and a literal holds none.
    nonisolated(unsafe) private static let identifier = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
}
