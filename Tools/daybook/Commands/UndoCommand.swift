import ArgumentParser
import Client
import Kernel
import Runtime

/// Takes something back.
struct UndoCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Takes back the last thing that was done, or the one that a record belongs to.",
        discussion:
            "What was done as one, such as an import, is taken back as one. Undoing is an event like any other, "
            + "and can itself be undone; `daybook redo` does so. Through a service both need a connection: it is done there "
            + "at once, after what waited, and not kept for later.")

    @Argument(help: ArgumentHelp("A record of what to take back, as history and audit number them.", valueName: "seq"))
    var sequence: UInt64?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() {
            return try await session.perform(.undo(record: sequence), through: service) { "Undone: \($0)." }
        }
        guard try session.workspaceExists() else { throw Problem(RuntimeFailure.nothingToUndo) }
        try await session.writing { workspace, author in
            let outcome = try await Progress.during("undoing") { try await workspace.undo(sequence, as: author) }
            try await session.report(outcome, of: workspace)
        }
    }
}

/// Brings back what was undone last.
struct RedoCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Brings back what was undone last, until something new is done.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() {
            return try await session.perform(.redo, through: service) { "Redone: \($0)." }
        }
        guard try session.workspaceExists() else { throw Problem(RuntimeFailure.nothingToRedo) }
        try await session.writing { workspace, author in
            let outcome = try await Progress.during("redoing") { try await workspace.redo(as: author) }
            try await session.report(outcome, of: workspace)
        }
    }
}

extension Session {
    /// Reports an undo or a redo by the change that it took back or brought back.
    fileprivate func report(_ outcome: Outcome, of workspace: WorkspaceActor) async throws {
        var undone: UndoneChange?
        if case .done(let commit) = outcome { undone = try await workspace.takenBack(by: commit).map { UndoneChange($0) } }
        try report(outcome, of: nil, undone?.sentence ?? "Undone: \(outcome.whatHappened).", undone: undone)
    }
}

/// The change that an undo took back or a redo brought back, as the command line tells it.
struct UndoneChange {
    let sequence: UInt64
    let kind: String
    let title: String?
    let summary: String
    let isRedone: Bool

    init(_ change: TakenBack) {
        (sequence, kind, title) = (change.sequence, change.kind, change.title)
        (summary, isRedone) = (change.summary, change.isRedone)
    }

    init(_ change: ServiceAnswer.Undone) {
        (sequence, kind, title) = (change.sequence, change.kind, change.title)
        (summary, isRedone) = (change.summary, change.redone ?? false)
    }

    var sentence: String { "\(isRedone ? "Redone" : "Undone"): \(summary)." }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("seq", sequence)
            json.field("kind", kind)
            json.field("title", title)
            json.field("summary", summary)
            json.field("redone", isRedone)
        }
    }
}

extension Outcome {
    /// The number of facts by kind: "42 × note withdrawn, folder withdrawn".
    var whatHappened: String { Self.words(forKinds: facts.map { $0.event.kind.name ?? "something unknown" }) }

    static func words(forKinds kinds: [String]) -> String {
        var counts: [(kind: String, count: Int)] = []
        for kind in kinds {
            if let index = counts.firstIndex(where: { $0.kind == kind }) {
                counts[index].count += 1
            } else {
                counts.append((kind, 1))
            }
        }
        return counts.map { $0.count == 1 ? $0.kind : "\($0.count) × \($0.kind)" }.joined(separator: ", ")
    }
}
