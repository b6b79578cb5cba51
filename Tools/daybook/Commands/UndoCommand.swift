import ArgumentParser
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
            try session.report(outcome, of: nil, "Undone: \(outcome.whatHappened).")
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
            try session.report(outcome, of: nil, "Redone: \(outcome.whatHappened).")
        }
    }
}

extension Outcome {
    /// What the facts come to, by kind: "42 × note withdrawn, folder withdrawn".
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
