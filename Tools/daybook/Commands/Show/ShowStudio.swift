import ArgumentParser
import Kernel
import Studio
import Workspace

extension ShowCommand {
    /// The commands that show a family's studio.
    static let studio: [any ParsableCommand.Type] = [
        ShowList<Lists.Children>.self, ShowThing<Things.ChildView>.self, ShowGallery.self, ShowTimeline.self,
        ShowThing<Things.ArtworkView>.self, ShowThing<Things.ProgressView>.self, ShowHeatmap.self, ShowWeek.self,
        ShowList<Lists.Albums>.self, ShowThing<Things.AlbumView>.self, ShowList<Lists.Stories>.self,
        ShowThing<Things.StoryView>.self, ShowTips.self, ShowMilestones.self, ShowList<Lists.Duplicates>.self,
        ShowList<Lists.Consents>.self, ShowList<Lists.Reminders>.self, ShowList<Lists.Storage>.self,
    ]
}

struct ShowGallery: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "gallery", abstract: "Artworks side by side, newest first.")

    @OptionGroup var which: ArtworkFilterOptions
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let filter = try which.filter { ref in
            try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        }
        try session.show(view.studio.gallery(filter))
    }
}

struct ShowTimeline: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Artworks by the months they were made in, with what changed and what was celebrated.",
        discussion: "A page ends with the cursor that --after takes for the next one.")

    @OptionGroup var which: ArtworkFilterOptions
    @Option(
        help: ArgumentHelp("Go on where a page ended.", valueName: "cursor"),
        transform: { text in
            guard let cursor = TimelineCursor(text: text) else {
                throw ValidationError("say the cursor as a page gave it.")
            }
            return cursor
        })
    var after: TimelineCursor?
    @Option(help: ArgumentHelp("How many artworks a page has, at most 200.", valueName: "count")) var limit = 50
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard (1...200).contains(limit) else { throw ValidationError("--limit must be 1 to 200.") }
    }

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let filter = try which.filter { ref in
            try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        }
        try session.show(
            view.studio.timeline(filter, after: after, size: limit, today: session.dayShown))
    }
}

struct ShowHeatmap: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "heatmap", abstract: "The skills of a child against the months, as a table.")

    @Argument(help: "Which child.") var ref: String
    @Option(help: ArgumentHelp("How many months, the latest ones.", valueName: "count")) var months = 12
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard (1...HeatmapView.monthsMax).contains(months) else {
            throw ValidationError("--months must be 1 to \(HeatmapView.monthsMax).")
        }
    }

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        try session.show(
            "/children/\(id.text)/heatmap", [("months", String(months))], of: view, named: ref)
    }
}

struct ShowWeek: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "week", abstract: "What the family did in a week, from Monday to Sunday.")

    @Argument(
        help: ArgumentHelp("A day of the week; today by default.", valueName: "day"), transform: CalendarDay.typed)
    var day: CalendarDay?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show("/week", day.map { [("day", $0.text)] } ?? [], of: view)
    }
}

struct ShowTips: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "tips", abstract: "What to try next, the newest analysis first.")

    @Option(help: ArgumentHelp("About this child's artworks.", valueName: "child")) var child: String?
    @Option(help: ArgumentHelp("About this skill.", valueName: "skill")) var skill: Skill?
    @Option(help: ArgumentHelp("For this age.", valueName: "stage")) var stage: AgeStage?
    @Flag(help: "Saved ones only.") var saved = false
    @Flag(help: "Only those that nobody has looked at.") var new = false
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let child = try child.map { ref in try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        }
        var query: [(name: String, value: String)] = []
        if let child { query.append(("child", child.text)) }
        if let skill { query.append(("skill", spelled(skill.fieldName))) }
        if let stage { query.append(("stage", spelled(stage.fieldName))) }
        if saved { query.append(("saved", "true")) }
        if new { query.append(("new", "true")) }
        try session.show("/tips", query, of: view)
    }
}

struct ShowMilestones: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "milestones", abstract: "What was celebrated, latest first.")

    @Option(help: ArgumentHelp("Of this child.", valueName: "child")) var child: String?
    @Flag(help: "With those that were hidden.") var hidden = false
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let child = try child.map { ref in try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        }
        try session.show(
            "/milestones", (child.map { [("child", $0.text)] } ?? []) + (hidden ? [("hidden", "true")] : []), of: view)
    }
}
