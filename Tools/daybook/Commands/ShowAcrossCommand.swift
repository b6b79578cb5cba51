import ArgumentParser
import Kernel
import Runtime
import Workspace

extension ShowCommand {
    /// Readings that go across all domains.
    static let across: [any ParsableCommand.Type] = [
        ShowRecent.self, ShowTrash.self, ShowPins.self, ShowTags.self, ShowLinks.self, ShowAttachments.self,
        ShowConflicts.self,
    ]
}

extension Daybook {
    /// Commands that go across all domains.
    static let across: [any ParsableCommand.Type] = [
        SearchCommand.self, TagCommand.self, PinCommand.self, UnpinCommand.self, OpenCommand.self, AttachCommand.self,
        DetachCommand.self, BulkCommand.self, CardCommand.self, BoardCommandGroup.self,
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
        try session.show(view.recents(on: try device.map { try today.device($0) }, limit))
    }
}

struct ShowTrash: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "What was deleted and can be restored, and where each thing comes back to.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.trash())
    }
}

struct ShowPins: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "pins", abstract: "What is pinned, starred or a favourite.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.pins())
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

struct ShowTags: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "All tags, nested by their slashes, with how often each is used.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.tags())
    }
}

struct ShowAttachments: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "attachments", abstract: "All attached files, with what they hang on.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.attachments())
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
        guard let ref else { return try session.show(view.links()) }
        let thing = try view.named(today) { view throws(ReferenceFault) in try view.resolve(ref) }
        try session.show(view.links(of: thing))
    }
}
