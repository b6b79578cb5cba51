import ArgumentParser
import Kernel
import Studio
import Workspace

/// Days worth remembering. The first upload, the first story and a skill that rose are celebrated by themselves.
struct MilestoneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "milestone", abstract: "Celebrates a day, and hides or shows what was celebrated.",
        subcommands: [AddMilestone.self, HideMilestone.self, UnhideMilestone.self])
}

struct AddMilestone: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Celebrates a day of a child.")

    @Argument(help: "What it is called.") var name: String
    @Option(help: ArgumentHelp("Whose it is.", valueName: "child")) var child: String
    @Option(help: ArgumentHelp("The day; today by default.", valueName: "day"), transform: CalendarDay.typed)
    var on: CalendarDay?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        let id: MilestoneID = session.mint()
        let day = on ?? session.today
        try await session.change { view in
            let child = try view.child(child)
            return Change(
                .studio(.celebrateMilestone(id, name: name, of: child, on: day)), of: id.entity,
                "\(name.text): \(view.title(of: child.entity)), \(day.text).")
        }
    }
}

struct HideMilestone: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "hide", abstract: "Puts a milestone out of sight.")

    @Argument(help: "Which milestone.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.milestone(ref)
            return Change(.studio(.hideMilestone(id)), of: id.entity, "\(view.title(of: id.entity)) is hidden.")
        }
    }
}

struct UnhideMilestone: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows a hidden milestone again.")

    @Argument(help: "Which milestone.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.milestone(ref)
            return Change(.studio(.showMilestone(id)), of: id.entity, "\(view.title(of: id.entity)) is shown again.")
        }
    }
}
