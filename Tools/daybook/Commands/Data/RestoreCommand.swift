import ArgumentParser
import Boards
import Kernel
import Notes
import Runtime
import Workspace

/// Brings a thing back: from the trash, or to how it was.
struct RestoreCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings a thing back from the trash, or with --to back to an earlier revision.",
        usage: """
            daybook restore [folder|note|board|column|card] REF
            daybook restore [folder|note|board|column|card] REF --to SEQ
            """,
        discussion: "`daybook show trash` lists what can be restored, `daybook history REF` the revisions. Restoring "
            + "is an event: nothing that came later is lost. Through a service, --to needs a connection.")

    @Argument(help: ArgumentHelp("What kind of thing, where that is not clear, and which.", valueName: "ref"))
    var words: [String]
    @Option(help: ArgumentHelp("The revision, as history numbers it.", valueName: "seq")) var to: UInt64?
    @OptionGroup var globals: GlobalOptions

    private static let kinds = Dictionary(uniqueKeysWithValues: EntityKind.allCases.map { ($0.word, $0) })

    func validate() throws {
        guard words.count == 1 || (words.count == 2 && Self.kinds[words[0]] != nil) else {
            throw ValidationError("Say which one thing to restore, such as: daybook restore note Plan")
        }
    }

    private var kind: EntityKind? { words.count == 2 ? Self.kinds[words[0]] : nil }

    func run(in session: Session) async throws {
        let ref = words[words.count - 1]
        if let to {
            if let service = try session.service() {
                let kind = kind
                let entity = try await session.reading { try await $0.view.entity(ref, as: kind) }
                return try await session.perform(.restore(entity, to: to), through: service, of: entity) { _ in
                    "Restored to how it was at record \(to)."
                }
            }
            guard try session.workspaceExists() else { throw try await session.nothingThere() }
            return try await session.writing { workspace, author in
                let view = await workspace.view
                let entity = try view.entity(ref, as: kind)
                let outcome = try await workspace.restore(entity, to: to, as: author)
                try session.report(outcome, of: entity, "Restored to how it was at record \(to).")
            }
        }
        try await session.change { view in
            let found = try view.trashed(ref, as: kind)
            return Change(BulkAction.restore(found), of: found.entity, "Restored from the trash.")
        }
    }
}
