import ArgumentParser
import Capture
import Kernel
import Workspace

extension Daybook {
    /// The commands that show captures, plans and lists.
    static let captures: [any ParsableCommand.Type] = [
        CaptureTextCommand.self, ItemCommand.self, PlanCommand.self, ListCommand.self, PromptCommand.self,
        OrganiseCommand.self, SuggestionCommand.self, TranscribeCommand.self,
    ]
}

extension ShowCommand {
    static let captures: [any ParsableCommand.Type] = [
        ShowList<Lists.Inbox>.self, ShowThing<Things.ItemView>.self, ShowPlan.self, ShowPlainList.self,
        ShowList<Lists.Collections>.self, ShowList<Lists.Logbook>.self, ShowDays<Lists.FollowUp>.self,
        ShowList<Lists.Prompts>.self, ShowRuns.self, ShowRun.self,
    ]
}

struct ShowPlan: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "One plan with its order and its levels.")

    @Argument(help: "Which plan.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.collection(ref) }
        guard view.capture.model.collections[id]?.isStructured != false else {
            throw Problem(.notFound, "\(ref) is a list; `daybook show list` shows it.")
        }
        try session.show("/collections/\(id.text)", of: view, named: ref)
    }
}

struct ShowPlainList: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "One list, the oldest first.")

    @Argument(help: "Which list.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.collection(ref) }
        guard view.capture.model.collections[id]?.isStructured != true else {
            throw Problem(.notFound, "\(ref) is a plan; `daybook show plan` shows it.")
        }
        try session.show("/collections/\(id.text)", of: view, named: ref)
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
        try session.show(waiting ? "/run-queue" : "/runs", of: view)
    }
}

struct ShowRun: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "One organising run: who asked whom what, what came back, what was decided.")

    @Argument(help: "Which run, by its id or a beginning of it.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show("/runs/\(try today.run(ref).text)", of: view, named: ref)
    }
}
