import ArgumentParser
import Intelligence
import Kernel
import Studio
import Workspace

/// Stories around artworks: asked for, told by a person, named, trashed and restored.
struct StoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "story",
        abstract: "Asks for stories around artworks, tells, exports and names, trashes and restores them.",
        subcommands: [
            RequestStory.self, TellStory.self, AgainStory.self, ExportStory.self, RetitleStory.self, TrashStory.self,
            RestoreStory.self,
        ])
}

/// The options of a request for a story.
struct StoryRequestOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What it is about, such as Adventure.", valueName: "theme")) var theme: String
    @Option(help: ArgumentHelp("Who is in it; the children's names by default; may be repeated.", valueName: "name"))
    var name: [String] = []
    @Option(help: ArgumentHelp("How much is to be told (default: short).", valueName: "length"))
    var length: StoryLength?
    @Option(parsing: .unconditional, help: ArgumentHelp("What else the teller should know.", valueName: "text"))
    var note: String = ""

    func request(_ artworks: [ArtworkID], in view: WorkspaceView) throws -> StoryRequest {
        var names = try name.map { try Name($0) }
        if names.isEmpty {
            for artwork in artworks {
                guard let child = view.studio.model.artworks[artwork]?.child,
                    let name = view.studio.model.children[child]?.name, !names.contains(name)
                else { continue }
                names.append(name)
            }
        }
        return StoryRequest(artworks: artworks, theme: try Name(theme), names: names, length: length ?? .short, note: note)
    }
}

struct RequestStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Asks for a story around two to five artworks.")

    @Argument(help: "Which artworks.") var artworks: [String]
    @OptionGroup var options: StoryRequestOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let id: StoryID = session.mint()
        try await session.change { view in
            let request = try options.request(try artworks.map { try view.artwork($0) }, in: view)
            return Change(
                .studio(.requestStory(id, request)), of: id.entity,
                "Asked for a story around \(counted(request.artworks.count, "artwork")).")
        }
    }
}

struct TellStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "tell", abstract: "Tells the story that was asked for last: in one's own words, or from building blocks.",
        discussion: """
            Without a text it is put together from building blocks that people wrote, around the titles of the artworks and \
            the names; `daybook story again` asks for another one. Nothing leaves the machine, unless a provider is set up \
            (`daybook provider list`). A service tells by itself what it is asked for.

            One's own text comes from --body, from --file, or from standard input with `--file -`. Paragraphs are parted by an \
            empty line; a line "@ ARTWORK" below a paragraph names an artwork that stands beside it. Every artwork and \
            every name that was asked for must appear.
            """)

    @Argument(help: "Which story.") var ref: String
    @Option(help: ArgumentHelp("What the story calls itself.", valueName: "title")) var title: String?
    @OptionGroup var text: TextInput
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard let body = try text.read() else { return try await tellFromBlocks(in: session) }
        let title = try title.map { try Name($0) }
        let today = session.today
        try await session.change { view in
            let story = try view.story(ref)
            let version = view.studio.model.stories[story]?.latest ?? 1
            let told = StoryText(
                title: title, passages: try Self.passages(of: body, in: view),
                method: AnalysisMethod(provider: try Name("local"), model: try Name("by hand"), version: 1))
            return Change(
                .studio(.completeStory(story, version: version, told, .passed, today: today)), of: story.entity,
                "Told the story \(title?.text ?? view.title(of: story.entity)).")
        }
    }

    private func tellFromBlocks(in session: Session) async throws {
        guard title == nil else { throw Problem(.usage, "--title goes with a text of your own: say --body or --file.") }
        if try session.service() == nil {
            try await session.askingProviders { providers in
                try await session.writing { workspace, author in
                    let view = await workspace.view
                    let story = try view.story(ref)
                    let version = view.studio.model.stories[story]?.latest ?? 1
                    try await session.answer(.story(story, version: version), by: providers, in: workspace, as: author)
                }
            }
        }
        try await session.reading { workspace in
            let view = await workspace.view
            try session.show("/stories/\(try view.story(ref).text)", of: view, named: ref)
        }
    }

    private static func passages(of body: String, in view: WorkspaceView) throws -> [StoryText.Passage] {
        var passages: [StoryText.Passage] = []
        var lines: [Substring] = []
        var artworks: [ArtworkID] = []
        func end() {
            let text = lines.joined(separator: "\n")
            if !text.isEmpty || !artworks.isEmpty { passages.append(.init(text, artworks: artworks)) }
            lines = []
            artworks = []
        }
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                end()
            } else if line.hasPrefix("@ ") {
                artworks.append(try view.artwork(String(line.dropFirst(2))))
            } else {
                lines.append(line)
            }
        }
        end()
        return passages
    }
}

struct AgainStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "again", abstract: "Asks for another version; earlier ones are kept.")

    @Argument(help: "Which story.") var ref: String
    @Argument(help: "Which artworks; the same by default.") var artworks: [String] = []
    @OptionGroup var options: StoryRequestOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.story(ref)
            guard let story = view.studio.model.stories[id] else { throw Problem.gone("story", ref) }
            let chosen = try artworks.map { try view.artwork($0) }
            let request = try options.request(
                chosen.isEmpty ? story[story.latest]?.request.artworks ?? [] : chosen, in: view)
            let number = story.versions.count + 1
            return Change(
                .studio(.regenerateStory(id, version: number, request)), of: id.entity,
                "Asked for version \(number) of \(view.title(of: id.entity)).")
        }
    }
}

struct RetitleStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Gives a story a title of one's own.", aliases: ["retitle", "edit"])

    @Argument(help: "Which story.") var ref: String
    @Argument(help: "Its title; without one it is called as it calls itself.") var title: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let title = try title.map { try Name($0) }
        try await session.change { view in
            let story = try view.story(ref)
            return Change(.studio(.retitleStory(story, to: title)), of: story.entity, "Retitled the story.")
        }
    }
}

struct TrashStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Puts a story into the trash.", aliases: ["trash"])

    @Argument(help: "Which story.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let story = try view.story(ref)
            return Change(
                .studio(.trashStory(story)), of: story.entity, "\(view.title(of: story.entity)) is in the trash.")
        }
    }
}

struct RestoreStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Brings a story back from the trash.")

    @Argument(help: "Which story.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let story = try view.story(ref, trashed: true)
            return Change(.studio(.restoreStory(story)), of: story.entity, "\(view.title(of: story.entity)) is back.")
        }
    }
}
