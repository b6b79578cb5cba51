import ArgumentParser
import Boards
import Capture
import Kernel
import Runtime
import Workspace

extension ShowCommand {
    /// Readings that go across all domains.
    static let across: [any ParsableCommand.Type] = [
        ShowAgenda.self, ShowRecent.self, ShowList<Lists.Trash>.self, ShowList<Lists.Pins>.self, ShowList<Lists.Tags>.self,
        ShowLinks.self, ShowList<Lists.Attachments>.self, ShowConflicts.self,
    ]
}

extension Daybook {
    /// Changes that go across all domains.
    static let across: [any ParsableCommand.Type] = [
        TagCommand.self, PinCommand.self, UnpinCommand.self, OpenCommand.self, AttachCommand.self,
        DetachCommand.self, BulkCommand.self, CardCommand.self, BoardCommandGroup.self, NoteCommandGroup.self,
    ]
}

struct ShowRecent: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "recent", abstract: "What was made, written or opened last, on one device or on all.")

    @Option(help: ArgumentHelp("How many at most.", valueName: "count")) var limit = 20
    @Option(help: ArgumentHelp("Only what was done on this device: its name or its id.", valueName: "device"))
    var device: String?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
    }

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let device = try device.map { [(name: "device", value: try today.device($0).text)] }
        try session.show("/recent", [("limit", String(limit))] + (device ?? []), of: view)
    }
}

struct ShowConflicts: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Texts that several people wrote at once, merged, and that nobody has gone on with since.",
        discussion: "`daybook history REF --diff` shows who wrote what. Editing such a text settles it.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.conflicts())
    }
}

struct ShowLinks: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "What one thing leads to and is led to by; without one, all links that lead nowhere.",
        discussion: "A link is [[Title]], [[Folder/Title#Heading|words]], [words](daybook:ID) or a relative one such "
            + "as [words](../Other%20note.md). It goes on leading to its target when that is renamed.")

    @Argument(help: "Which thing.") var ref: String?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        guard let ref else { return try session.show("/links", of: view) }
        let thing = try view.named(today) { view throws(ReferenceFault) in try view.find(ref) }
        try session.show("/things/\(thing.entity.text)/links", of: view, named: ref)
    }
}

/// The cards that are due and the items to follow up, in one: what somebody looks at in the morning.
struct ShowAgenda: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "agenda", abstract: "What is due on boards, and what to follow up from the inbox: overdue, and this week.")

    @Option(help: ArgumentHelp("Days to look ahead, today among them.", valueName: "count")) var days = 7
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard (1...3_660).contains(days) else { throw ValidationError("--days is 1 to 3660.") }
    }

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let last = CalendarDay(daysSinceEpoch: session.dayShown.daysSinceEpoch + days - 1)
        try session.show(
            Agenda(due: view.boards.dueCards(to: last), followUp: view.capture.followUps(to: last), last: last))
    }
}

private struct Agenda: CanonicalView {
    var due: DueCardsView
    var followUp: FollowUpView
    var last: CalendarDay

    var text: String { lines.text }
    var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if due.days.isEmpty, followUp.days.isEmpty { lines.add(0, "Nothing is due until \(last.text).") }
        if !due.days.isEmpty { lines.add(0, "Due", over: due) }
        if !followUp.days.isEmpty { lines.add(0, "Follow up", over: followUp) }
        return lines
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("last", last.text)
            json.key("due")
            due.write(to: &json)
            json.key("followUp")
            followUp.write(to: &json)
        }
    }
}
