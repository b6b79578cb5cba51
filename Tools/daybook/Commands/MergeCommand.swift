import ArgumentParser
import Kernel
import Notes
import Workspace

/// Makes one of two things.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Makes one folder of two, as of those that were made offline under one name.",
        subcommands: [MergeFolder.self])
}

struct MergeFolder: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: "Moves what is in a folder into another; the empty one goes to the trash.",
        discussion: "`daybook show folders` says which have the same name. Taken back by `daybook undo`.")

    @Argument(help: "Which folder; of two of one name by its id.") var ref: String
    @Option(help: ArgumentHelp("The folder that stays.", valueName: "folder")) var into: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let (folder, target) = (try view.folder(ref), try view.folder(into))
            return Change(
                .notes(.mergeFolder(folder, into: target)), of: target.entity,
                "Merged \(view.wordsForContents(of: folder)) into \(view.path(of: target)).")
        }
    }
}
