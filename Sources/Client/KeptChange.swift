import Kernel
import Workspace

/// A change that its author was told is kept: commands that wait for the service, or that it refused.
///
/// - Format: a JSON file of the outbox; keys are added, never renamed.
package struct KeptChange: Codable, Sendable, Equatable {
    /// The device that numbered the commands.
    package var device: String
    /// Whose change it is.
    package var actor: String
    /// Microseconds since 1970, by the clock of the client.
    package var made: Int64
    /// The last record of the service that its author saw.
    package var base: UInt64
    /// The thing it is about, empty for many, and what was done to it, in words.
    package var subject: String
    package var sentence: String
    /// In ascending order of their numbers.
    package var commands: [Command]

    package struct Command: Codable, Sendable, Equatable {
        package var number: UInt64
        /// As Commands.md has it.
        package var json: String
        /// Revisions of the edited text that were this client's own and not at the service yet.
        package var ownParents: [OwnRevision] = []
        /// What the service said; nil while it waits.
        package var answer: ServiceAnswer?
    }

    /// A revision as the author's view numbered it, and the command that it is of: at the service it may have another
    /// number, since others write there.
    package struct OwnRevision: Codable, Sendable, Equatable {
        package var revision: Int
        package var command: UInt64
    }

    package var last: UInt64 { commands.last?.number ?? 0 }
    package var isWaiting: Bool { commands.contains { $0.answer == nil } }
    package var isRefused: Bool { commands.contains { $0.answer?.outcome == .refused } }
}

/// What the service says came of one command.
package struct ServiceAnswer: Codable, Sendable, Equatable {
    package var sequence: UInt64
    package var status: Int
    package var outcome: Outcome
    package var first: UInt64?
    package var last: UInt64?
    package var events: [Event]?
    package var problem: Problem?

    package enum Outcome: String, Codable, Sendable { case done, nothingToDo, refused }

    package struct Event: Codable, Sendable, Equatable {
        package var sequence: UInt64
        package var kind: String
        package var entity: String
    }

    package struct Problem: Codable, Sendable, Equatable {
        package var name: String
        package var detail: String
        /// What others did meanwhile, where that is the problem.
        package var changes: [Change]?

        package init(name: String, detail: String, changes: [Change]? = nil) {
            self.name = name
            self.detail = detail
            self.changes = changes
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
        return others.isEmpty ? problem.detail : problem.detail + " (\(others.joined(separator: ", ")))"
    }
}

extension KeptChange.Command {
    /// - Throws: what is wrong with it, where a newer build wrote it.
    func decoded() throws(JSONFault) -> WorkspaceCommand { try WorkspaceCommand(json: Array(json.utf8)) }
}
