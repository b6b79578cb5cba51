import ArgumentParser
import Foundation
import Importers
import Kernel
import Runtime
import Workspace

/// Brings in what was kept elsewhere, as one batch that can be undone as one.
struct ImportCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings in an export, or notes, tasks, boards, ink and pictures from elsewhere.",
        discussion: """
            One import is one batch: `daybook undo` takes all of it back. Importing the same source again adds only \
            what changed there, and never takes away what was changed here. What was not taken over is listed.
            """)

    @Argument(
        help: ArgumentHelp(
            "What `daybook export` wrote; a directory or archive of Markdown files; notes of Evernote, Joplin or Google "
                + "Keep, or as a table (.csv); tasks of Todoist or TickTick; a board of Trello, WeKan, Planka, Focalboard "
                + "or Deck; ink of Xournal++ or as InkML; a directory or archive of pictures; or an edit history (.jsonl, "
                + ".jsonl.gz)."),
        completion: .file())
    var path: String
    @Option(help: "What it is.") var format: Format = .auto
    @Option(help: ArgumentHelp("What to call it here; the source's own name unless said.", valueName: "name"))
    var into: String?
    @Option(help: ArgumentHelp("Whose the pictures are; not needed where there is one child.", valueName: "name"))
    var child: String?
    @Option(help: ArgumentHelp("How old that child is, where it is new here: 3 to 10.", valueName: "years"))
    var age: Int?
    @Flag(help: "Only say what would come of it.") var dryRun = false
    @Flag(help: "Leave out files that may not be read, instead of importing nothing.") var skipUnreadable = false
    @OptionGroup var globals: GlobalOptions

    /// `auto`, or one of the forms that can be imported.
    struct Format: ExpressibleByArgument {
        /// Nil: find out.
        var known: ImportFormat?

        static let auto = Format(known: nil)
        static var allValueStrings: [String] { [auto.defaultValueDescription] + ImportFormat.allCases.map(\.rawValue) }
        var defaultValueDescription: String { known?.rawValue ?? "auto" }

        init(known: ImportFormat?) { self.known = known }

        init?(argument: String) {
            known = ImportFormat(rawValue: argument)
            guard known != nil || argument == defaultValueDescription else { return nil }
        }
    }

    /// Whose pictures they would be, and the day here, where the person is.
    private var pictures: PicturesWish {
        let now = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
        let today = CalendarDay(year: now.year ?? 1970, month: now.month ?? 1, day: now.day ?? 1)
        return PicturesWish(child: child, age: age, today: today ?? CalendarDay(daysSinceEpoch: 0))
    }

    func run(in session: Session) async throws {
        let source = try await Progress.during("reading \(path)") {
            try ImportSource(URL(filePath: path), format: format.known)
        }
        // Planned on what can be read, before anything is created or locked: a source that fails leaves no trace.
        let rehearsal = try await rehearse(source, in: session)
        if dryRun || rehearsal.steps.isEmpty { return try report(rehearsal, nil, in: session) }
        try await session.writing { workspace, author in
            // Planned again on what was locked: meanwhile someone may have written.
            let plan = try await self.plan(source, in: workspace)
            let outcome = try await Progress.during("importing \(counted(plan.steps.count, "step"))") {
                if !plan.blobs.isEmpty {
                    let scopes = try await workspace.view.fileScopes(after: plan.steps)
                    for blob in plan.blobs { try Self.keep(blob, for: scopes, in: workspace.blobs) }
                }
                return try await workspace.performImport(plan.steps, as: author)
            }
            try report(plan, outcome, in: session)
        }
    }

    private func rehearse(_ source: ImportSource, in session: Session) async throws -> ImportPlan {
        guard try session.workspaceExists() else {
            return try accepted(
                source.plan(into: into, pictures: pictures, state: WorkspaceDecider.initial) { _ in
                    TextHistory()
                })
        }
        return try await session.reading { workspace in try await plan(source, in: workspace) }
    }

    private func plan(_ source: ImportSource, in workspace: OpenWorkspace) async throws -> ImportPlan {
        let state = await workspace.state
        let plan = try await Progress.during("planning") {
            try source.plan(into: into, pictures: pictures, state: state) { try workspace.textHistory(of: $0) }
        }
        return try accepted(plan)
    }

    /// The plan, unless something of the source would be missing that nobody agreed to leave out.
    private func accepted(_ plan: ImportPlan) throws(ImportFailure) -> ImportPlan {
        if !skipUnreadable { try plan.requireReadable(at: path) }
        return plan
    }

    /// Puts an attachment's bytes where its event will look for them.
    ///
    /// - Parameter scopes: whom the files belong to.
    private static func keep(
        _ blob: BlobToKeep, for scopes: [Digest: Set<BlobScope>], in blobs: BlobStore
    ) throws {
        let bytes = try blob.read()
        let digest = Digest(of: bytes)
        guard digest.bytes == blob.digest else {
            throw Problem(.machine, "An attached file changed while it was read; nothing was imported, try again.")
        }
        try blobs.keep(bytes, for: scopes[digest] ?? [.workspace])
    }

    private func report(
        _ plan: ImportPlan, _ outcome: ImportOutcome?, in session: Session
    ) throws {
        let events = outcome?.outcome.facts.count ?? 0
        try session.show(text: words(for: plan, events: outcome == nil ? nil : events)) { json in
            json.object { json in
                json.field("batch", events > 0 ? outcome?.batch.text : nil)
                json.field("events", events)
                json.key("created")
                json.object { json in
                    for (count, noun) in Self.nouns(plan.created) { json.field(noun + "s", count) }
                }
                json.field("unchanged", plan.unchanged)
                json.key("notTaken")
                json.array(plan.notTaken) { json, left in left.write(to: &json) }
            }
        }
    }

    private static func nouns(_ created: Counts) -> [(Int, String)] {
        [
            (created.folders, "folder"), (created.notes, "note"), (created.boards, "board"),
            (created.columns, "column"),
            (created.cards, "card"), (created.plans, "plan"), (created.items, "item"),
            (created.attachments, "attachment"), (created.artworks, "artwork"),
        ]
    }

    private func words(for plan: ImportPlan, events: Int?) -> String {
        let parts = Self.nouns(plan.created).filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        var lines: [String] = []
        if plan.steps.isEmpty {
            lines.append("Nothing new in \(plan.name): \(counted(plan.unchanged, "thing")) unchanged.")
        } else {
            let made = parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
            let rest = [
                plan.changed > 0 ? "\(counted(plan.changed, "thing")) changed" : nil,
                plan.unchanged > 0 ? "\(plan.unchanged) unchanged" : nil,
            ].compactMap { $0 }.map { "; " + $0 }.joined()
            let verb = events == nil ? "Would import" : "Imported"
            lines.append(
                "\(verb) \(plan.name): \(made)\(rest)" + (events.map { ", as \(counted($0, "event"))." } ?? "."))
        }
        if !plan.notTaken.isEmpty {
            lines.append("Not taken over:")
            let wide = plan.notTaken.map { $0.what.count }.max() ?? 0
            for left in plan.notTaken {
                let gap = String(repeating: " ", count: wide - left.what.count)
                lines.append("  \(left.what)\(gap)  \(left.at): \(left.why)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
