import ArgumentParser
import Kernel
import Studio
import Workspace

struct ShowAlbums: ShowLeaf {
    static let configuration = CommandConfiguration(commandName: "albums", abstract: "All albums.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.studio.albums())
    }
}

struct ShowAlbum: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "One album with its artworks in their order.")

    @Argument(help: "Which album.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.album(ref) }
        guard let reading = view.studio.album(id, name: view.name) else { throw Problem.gone("album", ref) }
        try session.show(reading)
    }
}

struct ShowStories: ShowLeaf {
    static let configuration = CommandConfiguration(commandName: "stories", abstract: "All stories, newest first.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.studio.stories(name: view.name))
    }
}

struct ShowStory: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "story", abstract: "One story with all its versions.")

    @Argument(help: "Which story.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try view.story(ref) }
        guard let reading = view.studio.story(id, name: view.name) else { throw Problem.gone("story", ref) }
        try session.show(reading)
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
        let filter = TipFilter(skill: skill, stage: stage, child: child, savedOnly: saved, newOnly: new)
        try session.show(view.studio.tips(filter))
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
        try session.show(view.studio.milestones(of: child, hidden: hidden))
    }
}

struct ShowDuplicates: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "Images that are there twice, or look alike.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.studio.duplicates())
    }
}

struct ShowConsents: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "consents", abstract: "What was agreed to for which child, by whom and when.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.studio.consents(name: view.name))
    }
}

struct ShowReminders: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "reminders", abstract: "Whether and when the family is reminded to keep a picture.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.studio.reminders())
    }
}

struct ShowStorage: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "storage", abstract: "How much room the originals of the artworks take.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show(view.studio.storage())
    }
}
