import Accounts
import ArgumentParser
import Client
import Exporters
import Glibc
import Importers
import JournalEngine
import Kernel
import Replication
import Runtime
import Service
import Workspace

/// The result that the program reports to its caller when it ends. The numbers are chosen here and nowhere else.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case different = 1
    case usage = 2
    case refused = 3
    case notFound = 4
    case machine = 5

    /// One line per number, for the help.
    static var help: String {
        "Exit codes:\n" + allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n")
    }

    private var meaning: String {
        switch self {
        case .done: "done"
        case .different: "a difference or damage was found (snapshot check, verify, a service that lost records)"
        case .usage: "the command line was not understood"
        case .refused: "a rule forbids it; nothing was changed"
        case .notFound: "a REF names nothing, or more than one thing"
        case .machine: "something could not be read or written"
        }
    }

    /// The name in `--json`.
    var kind: String {
        switch self {
        case .done: "done"
        case .different: "different"
        case .usage: "usage"
        case .refused: "refused"
        case .notFound: "notFound"
        case .machine: "machine"
        }
    }
}

/// A "no" on its way to the caller: how the program ends, and the one sentence that says why.
struct Problem: Error {
    let status: ExitStatus
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension Problem {
    /// Sorts any error of any part of the program into the one way it ends.
    init(_ error: any Error) {
        self =
            switch error {
            case let problem as Problem: problem
            case let refusal as WorkspaceRefusal: Problem(.refused, refusal.message)
            case let refusal as AccountRefusal: Problem(.refused, refusal.message)
            case let refusal as AccountErasureRefusal: Problem(.refused, refusal.message)
            case let denial as AuthorizationError: Problem(.refused, denial.message)
            case let fault as EmailFault: Problem(.refused, fault.message)
            case let refused as RefusedStep: Problem(.refused, refused.message)
            case let fault as NameFault: Problem(.refused, fault.message)
            case let fault as ReferenceFault: Problem(.notFound, fault.message)
            case let failure as RuntimeFailure: Problem(Self.status(of: failure), failure.message)
            case let failure as ImportFailure: Problem(Self.status(of: failure), failure.message)
            case let failure as ExportFailure: Problem(Self.status(of: failure), failure.message)
            case let failure as BackupFailure: Problem(Self.status(of: failure), failure.message)
            case let failure as ClientFailure: Problem(Self.status(of: failure), failure.message)
            case let fault as ConfigurationFault: Problem(.usage, fault.message)
            case let error as JournalError: Problem(.machine, error.message)
            case let fault as ReplicaFault: Problem(.machine, fault.message)
            default:
                Daybook.exitCode(for: error) == .validationFailure
                    ? Problem(.usage, Daybook.message(for: error)) : Problem(.machine, Daybook.message(for: error))
            }
    }

    private static func status(of failure: RuntimeFailure) -> ExitStatus {
        switch failure {
        case .badWorkspaceName: .usage
        case .alreadyUndone, .recordErased, .nothingToUndo, .nothingToRedo, .passwordNotHashed: .refused
        case .noSuchRecord, .notThereYet, .noHistory: .notFound
        case .keys(.noKeys), .keys(.keysExist), .keys(.passphraseTooShort), .keys(.passphraseTooLong),
            .keys(.passphrasesDiffer), .keys(.noPassphraseToChange), .keys(.sameKey):
            .refused
        default: .machine
        }
    }

    private static func status(of failure: ClientFailure) -> ExitStatus {
        switch failure {
        case .badAddress: .usage
        case .noWorkspace: .notFound
        case .problem(let status, _, _): status == 404 ? .notFound : failure.isPassing ? .machine : .refused
        case .noToken, .openToken: .refused
        case .lostRecords: .different
        case .unreachable, .badAnswer, .file: .machine
        }
    }

    private static func status(of failure: BackupFailure) -> ExitStatus {
        switch failure {
        case .damaged, .sourceDamaged, .manifestDamaged: .different
        case .insideData, .notEmpty, .alreadyThere, .foreign: .refused
        case .unknownWorkspace: .notFound
        default: .machine
        }
    }

    private static func status(of failure: ExportFailure) -> ExitStatus {
        if case .notEmpty = failure { .refused } else { .machine }
    }

    private static func status(of failure: ImportFailure) -> ExitStatus {
        if case .badName = failure { .refused } else { .machine }
    }
}

extension Daybook {
    /// Tells the caller about an error: words on standard error, and a status.
    static func report(_ error: any Error, asJSON: Bool) -> ExitStatus {
        if exitCode(for: error) == .success {
            return report(fullMessage(for: error))  // Help, the version, a completion script: all of it was asked for.
        }
        let problem = Problem(error)
        Console.say("daybook: " + problem.message)
        if asJSON {
            var json = JSONWriter()
            json.object { json in
                json.key("error")
                json.object { json in
                    json.field("kind", problem.status.kind)
                    json.field("message", problem.message)
                }
            }
            Console.say(json.text)
        } else if problem.status == .usage, !(error is Problem) {
            Console.say(usage(after: error))
        }
        return problem.status
    }

    private static func report(_ words: String) -> ExitStatus {
        let console = Console()
        do throws(Problem) {
            try console.line(words)
            try console.flush()
            return .done
        } catch {
            console.say("daybook: " + error.message)
            return error.status
        }
    }

    /// The usage of the command, without repeating what was wrong.
    private static func usage(after error: any Error) -> String {
        fullMessage(for: error).split(separator: "\n").drop { !$0.hasPrefix("Usage:") }.joined(separator: "\n")
    }
}
