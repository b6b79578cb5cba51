import ArgumentParser
import Kernel
import Studio
import Workspace

extension ShowCommand {
    /// What there is to see of a family's studio.
    static let studio: [any ParsableCommand.Type] = [
        ShowChildren.self, ShowChild.self, ShowGallery.self, ShowTimeline.self, ShowArtwork.self, ShowProgress.self,
        ShowHeatmap.self, ShowWeek.self, ShowAlbums.self, ShowAlbum.self, ShowStories.self, ShowStory.self,
        ShowTips.self, ShowMilestones.self, ShowDuplicates.self, ShowConsents.self, ShowReminders.self,
        ShowStorage.self,
    ]
}

struct ShowChildren: ShowLeaf {
    static let configuration = CommandConfiguration(commandName: "children", abstract: "The children of the family.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.studio.children(today: session.dayShown, name: view.name))
    }
}

struct ShowChild: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "child", abstract: "One child, with its age and how many artworks it has.")

    @Argument(help: "Which child.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        guard let reading = view.studio.child(id, today: session.dayShown, name: view.name) else {
            throw Problem.gone("child", ref)
        }
        try session.show(reading)
    }
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

struct ShowArtwork: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "artwork", abstract: "One artwork with everything known of it.")

    @Argument(help: "Which artwork.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.artwork(ref) }
        guard let reading = view.studio.artwork(id, name: view.name) else { throw Problem.gone("artwork", ref) }
        try session.show(reading)
    }
}

struct ShowProgress: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "progress", abstract: "How a child is coming along, skill by skill.")

    @Argument(help: "Which child.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        guard let reading = view.studio.progress(of: id, today: session.dayShown) else {
            throw Problem.gone("child", ref)
        }
        try session.show(reading)
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
        guard (1...HeatmapReading.monthsMax).contains(months) else {
            throw ValidationError("--months must be 1 to \(HeatmapReading.monthsMax).")
        }
    }

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.child(ref) }
        guard let reading = view.studio.heatmap(of: id, months: months) else { throw Problem.gone("child", ref) }
        try session.show(reading)
    }
}

struct ShowWeek: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "week", abstract: "What the family did in a week, from Monday to Sunday.")

    @Argument(
        help: ArgumentHelp("A day of the week; today unless said.", valueName: "day"), transform: CalendarDay.typed)
    var day: CalendarDay?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let day = self.day ?? session.dayShown
        guard WeekReading.years.contains(day.civil.year) else {
            throw Problem(.usage, "A week is shown of the years 1 to 9998; say a day of those.")
        }
        try session.show(view.studio.week(of: day, dayOf: { Session.day(of: $0) }))
    }
}
