import ArgumentParser
import JournalEngine
import Kernel
import Runtime
import Search
import Workspace

/// Finds things by what they say.
struct SearchCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Finds words and phrases in titles, texts, tags and file names.",
        discussion: """
            All words must be there, in any order and within longer words too, without regard to case and accents, in \
            any script. In a query:

              "im Schrank"    a phrase as it stands
              kam*            where a word begins so
              -kaputt         what does not hold it; after -- when it comes first
              kamera OR foto  either
              tag:house       with this tag or one nested below it
              in:Projects     in a folder, board, column, collection, child or album
              type:note       only this kind of thing
              is:starred      done, open, starred, archived or trashed
              has:attachment  attachment, drawing, checklist, comment or tag
              before:2026-11  changed before; after:2026-11-22 changed then or later
            """)

    @Argument(help: ArgumentHelp("What to look for.", valueName: "query")) var words: [String]
    @Option(
        help: ArgumentHelp(
            "Only things of this kind, such as note; may be repeated.", valueName: "kind"))
    var kind: [EntityKind] = []
    @Option(help: ArgumentHelp("How many at most.", valueName: "count")) var limit = 20
    @Option(
        help: ArgumentHelp("Go on where a page ended: what --json calls next.", valueName: "next"),
        transform: SearchCursor.typed)
    var after: SearchCursor?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
    }

    func run(in session: Session) async throws {
        let query = try query()
        let page = SearchPage(limit: limit, after: after)
        try await session.reading(despite: .shownUpTo) { workspace in
            if let at = moment.at {
                let view = try await Progress.during("going back") { try workspace.view(at: at) }
                return try session.show(view.search(query, page: page))
            }
            // An index would be made for this one question: reading everything is faster.
            let reading = try await Progress.during("searching") { try await workspace.search(query, page: page) }
            await note(workspace)
            try session.show(reading)
        }
    }

    private func note(_ workspace: WorkspaceActor) async {
        guard workspace.damage == nil, await !workspace.isDraft else { return }
        do throws(DiskError) { try workspace.noteSearched(through: await workspace.lastSequence) } catch {
            // Where nothing can be written what was found is shown all the same; the note is one witness of several.
        }
    }

    private func query() throws -> SearchQuery {
        do throws(SearchFault) {
            var query = try SearchQuery(words.joined(separator: " "))
            if !kind.isEmpty { query.narrow(to: kind) }
            return query
        } catch {
            throw Problem(.usage, error.message)
        }
    }
}

extension SearchCursor {
    fileprivate static func typed(_ text: String) throws -> SearchCursor {
        guard let cursor = SearchCursor(text: text) else {
            throw ValidationError("say what --json gave as \"next\".")
        }
        return cursor
    }
}

extension EntityKind: ExpressibleByArgument {
    package init?(argument: String) {
        guard let kind = EntityKind.allCases.first(where: { $0.word == argument }) else { return nil }
        self = kind
    }

    package static var allValueStrings: [String] { allCases.map(\.word) }
}
