import ArgumentParser
import Client
import Foundation
import Importers
import Kernel
import Runtime
import Service
import Workspace

/// Brings in what was kept elsewhere, as one batch that can be undone as one.
struct ImportCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings in an export, or notes, tasks, boards, ink and pictures from elsewhere.",
        discussion: """
            One import is one batch: `daybook undo` takes all of it back. Importing the same source again adds only \
            what changed there, and never takes away what was changed here. What was not taken over is listed. Through a \
            service it needs a connection, and takes one file or archive, no directory.
            """)

    @Argument(
        help: ArgumentHelp(
            "What `daybook export` wrote; a Markdown file, a directory or archive of them; notes of Evernote, Joplin or "
                + "Google Keep, or as a table (.csv); tasks of Todoist or TickTick; a board of Trello, WeKan, Planka, Focalboard "
                + "or Deck; ink of Xournal++ or as InkML; a directory or archive of pictures; or an edit history (.jsonl, "
                + ".jsonl.gz)."),
        completion: .file())
    var path: String
    @Option(help: "What it is.") var format: Format = .auto
    @Option(help: ArgumentHelp("What to call it here; the source's own name by default.", valueName: "name"))
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

    /// The child of the pictures, and the day here, where the person is.
    private var pictures: PicturesWish {
        let now = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
        let today = CalendarDay(year: now.year ?? 1970, month: now.month ?? 1, day: now.day ?? 1)
        return PicturesWish(child: child, age: age, today: today ?? CalendarDay(daysSinceEpoch: 0)) {
            PictureDecoder.usual.trial($0)
        }
    }

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await importing(through: service, in: session) }
        let source = try await Progress.during("reading \(path)") {
            try ImportSource(URL(filePath: path), format: format.known)
        }
        // Planned on what can be read, before anything is created or locked: a source that fails leaves no trace.
        let rehearsal = try await rehearse(source, in: session)
        if dryRun || rehearsal.steps.isEmpty && rehearsal.held.isEmpty && rehearsal.blobs.isEmpty {
            return try report(rehearsal, nil, in: session)
        }
        if rehearsal.steps.isEmpty, try await session.reading({ try await damaged(rehearsal, in: $0).isEmpty }) {
            return try report(rehearsal, nil, in: session)
        }
        try await session.writing { workspace, author in
            // Planned again on what was locked: meanwhile someone may have written.
            let plan = try await self.plan(source, in: workspace)
            let (outcome, mended) = try await Progress.during("importing") { progress in
                let damaged = try await self.damaged(plan, in: workspace)
                let scopes = try await workspace.view.fileScopes(after: plan.steps)
                if !plan.steps.isEmpty {
                    for (number, blob) in plan.blobs.enumerated() {
                        progress.note("file \(number + 1) of \(plan.blobs.count)")
                        try Self.keep(blob, for: scopes, in: workspace.blobs)
                    }
                }
                for blob in plan.held + plan.blobs {
                    guard let digest = Digest(bytes: blob.digest), damaged.contains(digest) else { continue }
                    try Self.keep(blob, for: scopes, in: workspace.blobs)
                }
                let outcome =
                    plan.steps.isEmpty
                    ? nil : try await workspace.performImport(CountedSteps(steps: plan.steps, progress: progress), as: author)
                return (outcome, damaged.count)
            }
            try report(plan, outcome, mended: mended, in: session)
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

    private func plan(_ source: ImportSource, in workspace: WorkspaceActor) async throws -> ImportPlan {
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

    /// The files of the source that are damaged or gone here, and that it can mend.
    private func damaged(_ plan: ImportPlan, in workspace: WorkspaceActor) async throws -> Set<Digest> {
        let digests = (plan.held + plan.blobs).compactMap { Digest(bytes: $0.digest) }
        return try workspace.blobs.unsound(among: digests, of: await workspace.view)
    }

    private func report(_ plan: ImportPlan, _ outcome: ImportOutcome?, mended: Int = 0, in session: Session) throws {
        var report = ImportReport(plan, outcome)
        report.mended = mended
        try session.show(text: report.words) { report.write(to: &$0) }
    }
}

// Through a service, which does all of it.
extension ImportCommand {
    private func importing(through service: ServiceSession, in session: Session) async throws {
        if into != nil || skipUnreadable {
            throw Problem(.usage, "--into and --skip-unreadable work where the data lies, not through a service.")
        }
        let url = URL(filePath: path)
        if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
            throw Problem(.usage, "A service takes one file: pack \(path) into a zip, and import that.")
        }
        let bytes: [UInt8]
        do { bytes = [UInt8](try Data(contentsOf: url, options: .mappedIfSafe)) } catch {
            throw Problem(.machine, "cannot read \(path): \(reason(for: error))")
        }
        var query: [(String, String)] = []
        if let format = format.known { query.append(("format", format.rawValue)) }
        if let child { query.append(("child", child)) }
        if let age { query.append(("age", String(age))) }
        if dryRun { query.append(("rehearsal", "true")) }
        guard let replica = try await replica(at: service, of: url, in: session) else { return }
        let (asked, name) = (query, url.lastPathComponent)
        let (told, trouble): (ServiceClient.ImportReport, (any Error)?) = try await service.asking { client in
            // What waits was done before: it comes first.
            let report = try await replica.deliver(through: client)
            session.report(of: report.refused)
            do {
                let told = try await Progress.during("importing \(name)") {
                    try await client.importFile(bytes, named: name, asked, into: replica.workspace)
                }
                return (told, await refreshed(replica, from: client))
            } catch let failure as ClientFailure where failure.isPassing && !dryRun {
                if case .problem(let status, _, _) = failure, status < 500 { throw failure }
                session.console.say(
                    "daybook: whether it was imported is not known; imported again, only what is missing is added.")
                throw failure
            }
        }
        let report = ImportReport(told, isRehearsal: dryRun)
        try session.show(text: report.words) { report.write(to: &$0) }
        if let trouble { session.reportStale(trouble) }
    }

    /// - Returns: why not: what was imported is, whatever can be fetched.
    private func refreshed(_ replica: Replica, from client: ServiceClient) async -> (any Error)? {
        do { try await replica.refresh(from: client) } catch { return error }
        return nil
    }

    /// Of the workspace that it goes into; the first one of somebody who has none, once it is known that the file can be
    /// imported.
    ///
    /// - Returns: nil where nothing is to be imported, which is said.
    private func replica(at service: ServiceSession, of url: URL, in session: Session) async throws -> Replica? {
        do { return try await session.reached(service).0 } catch let failure as ClientFailure
            where failure.meansNoWorkspaceYet
        {
            let source = try ImportSource(url, format: format.known)
            let plan = try accepted(
                source.plan(into: nil, pictures: pictures, state: WorkspaceDecider.initial) { _ in TextHistory() })
            if dryRun || plan.steps.isEmpty {
                try report(plan, nil, in: session)
                return nil
            }
            try await session.makeFirstWorkspace(at: service)
            return try await session.reached(service).0
        }
    }
}

/// The steps of an import, which tell a waiting person how far they are.
private struct CountedSteps: Sequence, Sendable {
    let steps: [ImportStep]
    let progress: Progress

    func makeIterator() -> AnyIterator<ImportStep> {
        var number = 0
        return AnyIterator {
            guard number < steps.count else {
                progress.note("writing")
                return nil
            }
            number += 1
            if number % 256 == 1 { progress.note("step \(number) of \(steps.count)") }
            return steps[number - 1]
        }
    }
}
