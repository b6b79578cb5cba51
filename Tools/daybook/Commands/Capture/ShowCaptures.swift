import ArgumentParser
import Capture
import Kernel
import Workspace

extension Daybook {
    /// What is captured, planned and listed.
    static let captures: [any ParsableCommand.Type] = [
        CaptureTextCommand.self, ItemCommand.self, PlanCommand.self, ListCommand.self, PromptCommand.self,
    ]
}

extension ShowCommand {
    static let captures: [any ParsableCommand.Type] = [
        ShowInbox.self, ShowCapturedItem.self, ShowPlan.self, ShowList.self, ShowCollections.self, ShowLogbook.self,
        ShowFollowUp.self, ShowPrompts.self, ShowRuns.self, ShowRun.self,
    ]
}

struct ShowInbox: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "inbox", abstract: "What was captured and not filed, the newest first.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.capture.inbox())
    }
}

struct ShowCapturedItem: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "One captured item with everything known of it.")

    @Argument(help: "Which item.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.captured(ref) }
        guard let reading = view.capture.item(id, name: view.name) else { throw Problem.gone("item", ref) }
        try session.show(reading)
    }
}

struct ShowPlan: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "One plan with its order and its levels.")

    @Argument(help: "Which plan.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.collection(ref) }
        guard let reading = view.capture.plan(id, name: view.name) else {
            throw view.capture.list(id, name: view.name) == nil
                ? Problem.gone("plan", ref) : Problem(.notFound, "\(ref) is a list; `daybook show list` shows it.")
        }
        try session.show(reading)
    }
}

struct ShowList: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "One list, the oldest first.")

    @Argument(help: "Which list.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.collection(ref) }
        guard let reading = view.capture.list(id, name: view.name) else {
            throw view.capture.plan(id, name: view.name) == nil
                ? Problem.gone("list", ref) : Problem(.notFound, "\(ref) is a plan; `daybook show plan` shows it.")
        }
        try session.show(reading)
    }
}

struct ShowCollections: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "collections", abstract: "All plans and lists, with how much of each is done.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.capture.collections(name: view.name))
    }
}

struct ShowLogbook: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "logbook", abstract: "What is completed, the last first.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.capture.logbook())
    }
}

struct ShowFollowUp: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "follow-up", abstract: "What is open and has a day to be looked at again, by that day.")

    @Option(help: ArgumentHelp("The first day.", valueName: "day"), transform: CaptureArguments.day)
    var from: CalendarDay?
    @Option(help: ArgumentHelp("The last day.", valueName: "day"), transform: CaptureArguments.day)
    var to: CalendarDay?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.capture.followUps(from: from, to: to))
    }
}

struct ShowPrompts: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "prompts", abstract: "What was put off or dismissed.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.capture.prompts())
    }
}

struct ShowRuns: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "Every time that suggestions were asked for, the last first.")

    @Flag(help: "Those that wait for an answer instead, in the order in which they are taken: paid plans first.")
    var waiting = false
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        if waiting { return try session.show(view.capture.runQueue()) }
        try session.show(view.capture.runs(name: view.name))
    }
}

struct ShowRun: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "One organising run: who asked whom what, what came back, what was decided.")

    @Argument(help: "Which run, by its id or a beginning of it.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try today.run(ref)
        guard let reading = view.capture.run(id, name: view.name) else { throw Problem.gone("run", ref) }
        try session.show(reading)
    }
}
