import ArgumentParser
import Kernel
import Runtime
import Workspace

/// Changes a tag everywhere at once: on notes, cards, items and artworks.
struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Renames a tag everywhere at once, or takes it off everything.",
        subcommands: [RenameTag.self, DeleteTag.self])
}

struct RenameTag: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Renames a tag on everything that has it, with what is nested below it.",
        discussion: "One `daybook undo` takes all of it back. A thing that has both keeps one.")

    @Argument(help: ArgumentHelp("As it is called now.", valueName: "old")) var old: String
    @Argument(help: ArgumentHelp("As it shall be called.", valueName: "new")) var new: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let (old, new) = (try Name(old), try Name(new))
        try await session.changeEverywhere(.renameTag(old, to: new)) { "Renamed \(old.text) to \(new.text) on \($0)." }
    }
}

struct DeleteTag: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Takes a tag off everything, with what is nested below it.")

    @Argument(help: ArgumentHelp("Which tag.", valueName: "tag")) var tag: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let tag = try Name(tag)
        try await session.changeEverywhere(.deleteTag(tag)) { "Took \(tag.text) off \($0)." }
    }
}

extension Session {
    /// - Parameter sentence: given how many things were changed, in words.
    fileprivate func changeEverywhere(_ command: AcrossCommand, _ sentence: (String) -> String) async throws {
        if let service = try service() {
            return try await change(through: service) { view in
                let events = try WorkspaceDecider.decide(.across(command), given: view.state)
                let things = Set(events.map { $0.encoded().subject }).count
                return Change([.across(command)], of: nil, sentence(counted(things, "thing")))
            }
        }
        guard try workspaceExists() else { throw try await nothingThere() }
        try await writing { workspace, author in
            let done = try await workspace.performBatch([.across(command)], as: author)
            if case .refused(let refusal) = done.results.first { throw refusal }
            let things = Set(done.outcome.facts.map { $0.event.encoded().subject }).count
            try report(done.outcome, of: nil, sentence(counted(things, "thing")))
        }
    }
}
