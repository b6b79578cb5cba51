import ArgumentParser
import Kernel
import Studio
import Workspace

extension Daybook {
    /// The commands that change a family's studio.
    static let studio: [any ParsableCommand.Type] = [
        ChildCommand.self, ArtworkCommand.self, AlbumCommand.self, StoryCommand.self, MilestoneCommand.self,
        ConsentCommand.self, AnalyseCommand.self, ProgressCommand.self, TimelineCommand.self,
    ]
}

/// The children of a family.
struct ChildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "child", abstract: "Adds, renames, corrects, trashes and restores the children of the family.",
        subcommands: [AddChild.self, RenameChild.self, EditChild.self, TrashChild.self, RestoreChild.self])
}

struct AddChild: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a child of 3 to 10 years.",
        discussion: "With its month of birth or its age: the age decides what is suggested.")

    @Argument var name: String
    @Option(help: ArgumentHelp("Its month of birth.", valueName: "month"), transform: CalendarMonth.typed)
    var born: CalendarMonth?
    @Option(help: ArgumentHelp("Its age in years.", valueName: "years")) var age: Int?
    @Option(help: ArgumentHelp("What it is recognised by.", valueName: "emoji")) var emoji: String?
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if born != nil, age != nil { throw ValidationError("Say --born or --age, not both.") }
    }

    func run(in session: Session) async throws {
        let name = try Name(name)
        let id: ChildID = session.mint()
        let today = session.today
        let avatar = emoji.map { Avatar.emoji($0) } ?? .none
        try await session.change { _ in
            Change(
                .studio(.addChild(id, name: name, birth: born, age: age, avatar: avatar, today: today)), of: id.entity,
                "Added \(name.text).")
        }
    }
}

struct RenameChild: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Renames a child.")

    @Argument(help: "Which child.") var ref: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        try await session.change { view in
            let child = try view.child(ref)
            return Change(.studio(.renameChild(child, to: name)), of: child.entity, "Renamed to \(name.text).")
        }
    }
}

struct EditChild: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes when a child was born, or what it is recognised by.")

    @Argument(help: "Which child.") var ref: String
    @Option(help: ArgumentHelp("Its month of birth.", valueName: "month"), transform: CalendarMonth.typed)
    var born: CalendarMonth?
    @Flag(help: "Forget its month of birth.") var unborn = false
    @Option(help: ArgumentHelp("What it is recognised by; leave out to remove it.", valueName: "emoji"))
    var emoji: String?
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if born == nil, !unborn, emoji == nil { throw ValidationError("Say --born, --unborn or --emoji.") }
        if born != nil, unborn { throw ValidationError("Say --born or --unborn, not both.") }
    }

    func run(in session: Session) async throws {
        let today = session.today
        try await session.change { view in
            let child = try view.child(ref)
            var commands: [WorkspaceCommand] = []
            if born != nil || unborn { commands.append(.studio(.correctBirth(child, born, today: today))) }
            if let emoji {
                commands.append(.studio(.portrayChild(child, emoji.isEmpty ? .none : .emoji(emoji))))
            }
            return Change(commands, of: child.entity, "Changed \(view.title(of: child.entity)).")
        }
    }
}

struct TrashChild: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Puts a child into the trash; its artworks are hidden with it.", aliases: ["trash"])

    @Argument(help: "Which child.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let child = try view.child(ref)
            let hidden = view.studio.gallery(ArtworkFilter(children: [child])).artworks.count
            return Change(
                .studio(.trashChild(child)), of: child.entity,
                "\(view.title(of: child.entity)) is in the trash, and \(counted(hidden, "artwork")) with it.")
        }
    }
}

struct RestoreChild: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Brings a child back from the trash, with its artworks.")

    @Argument(help: "Which child.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let child = try view.child(ref, trashed: true)
            return Change(
                .studio(.restoreChild(child)), of: child.entity, "\(view.title(of: child.entity)) is back.")
        }
    }
}
