import ArgumentParser
import Kernel
import Runtime
import Workspace

/// Finds things by what they say.
struct SearchCommand: ShowLeaf {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Finds words and phrases in titles, texts, tags and file names.",
        discussion: "All words must be there, in any order; a phrase in quotation marks as it stands. Words are found "
            + "within longer ones too, without regard to case and accents, in any script.")

    @Argument(help: ArgumentHelp("What to look for.", valueName: "text")) var words: [String]
    @Option(
        help: ArgumentHelp(
            "Only things of this kind, such as note; may be repeated.", valueName: "kind"))
    var kind: [EntityKind] = []
    @Option(help: ArgumentHelp("How many at most.", valueName: "count")) var limit = 20
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
    }

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let query = SearchQuery(words.joined(separator: " "))
        try session.show(view.search(query, kind.isEmpty ? EntityKind.allCases : kind, limit: limit))
    }
}

extension EntityKind: ExpressibleByArgument {
    package init?(argument: String) {
        guard let kind = EntityKind.allCases.first(where: { $0.word == argument }) else { return nil }
        self = kind
    }

    package static var allValueStrings: [String] { allCases.map(\.word) }
}
