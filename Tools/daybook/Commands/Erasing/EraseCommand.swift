import ArgumentParser
import Kernel
import Runtime
import Workspace

/// Destroys a thing for good, with everything that tells of it.
struct EraseCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Destroys a thing for good, with all that belongs to it; nothing brings it back.",
        discussion: """
            What the journal holds of it is destroyed, and with it files that nothing else needs, snapshots, and exports \
            inside the data directory that hold it. That it was erased stays: when, by whom, how much and why.

            With a workspace all exports of it inside the data directory go; those of an older Daybook do not say whose they \
            are, and are named and left. Exports elsewhere stay. A directory that cannot be read is named, and not looked into.

            KIND is \(ErasableWord.list). REF may lie in the trash. An attachment is named by its id, as `show attachments \
            --json` says it, an account by its address, a workspace by its name. What others wrote about a thing stays; --dry-run says where its name is found.
            """)

    @Argument(help: ArgumentHelp("What kind of thing.", valueName: "kind")) var kind: ErasableWord
    @Argument(help: "Which one.") var ref: String
    @Flag(help: "Only say what would go.") var dryRun = false
    @Flag(help: "Do not ask.") var yes = false
    @Option(help: ArgumentHelp("Why; it is kept for ever, so say nothing of what is erased.", valueName: "words"))
    var reason = ""
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        switch kind {
        case .account: try await eraseAccount(in: session)
        case .workspace: try await eraseWorkspace(in: session)
        default: try await eraseThing(in: session)
        }
    }

    private func eraseThing(in session: Session) async throws {
        let isAgreed = try await session.reading { workspace in
            let view = await workspace.view
            let belongings = try kind.belongings(ref, in: view)
            let plan = try await workspace.planErasure(of: belongings)
            if dryRun {
                try show(belongings, plan, in: view, session)
                return false
            }
            return try agree(to: "the \(kind.rawValue) \(ref): \(words(for: belongings, plan))", in: session)
        }
        guard isAgreed else { return }
        try await session.writing { workspace, author in
            let belongings = try kind.belongings(ref, in: await workspace.view)
            let found = try await Progress.during("erasing") {
                try await workspace.erase(belongings, reason: reason, as: author)
            }
            if let outcome = found { try report(outcome, belongings, in: session) }
        }
    }

    private func words(for belongings: Belongings, _ plan: ErasurePlan) -> String {
        belongings.words + "; " + counted(plan.recordCount, "record") + " of the journal, "
            + counted(plan.files.count, "file")
    }

    private func show(
        _ belongings: Belongings, _ plan: ErasurePlan, in view: WorkspaceView, _ session: Session
    ) throws(Problem) {
        let mentions = view.mentions(of: belongings)
        var lines = ["Would erase \(words(for: belongings, plan)). Nothing was changed."]
        lines += belongings.offspring.map { "Made out of it, and stays: \($0.kind.word) \(view.path(of: $0))" }
        lines += mentions.map { "Has its name, and stays: \($0.referent.kind.word) \($0.path)" }
        try session.show(text: lines.joined(separator: "\n")) { json in
            json.object { json in
                json.field("outcome", "dryRun")
                json.field("entity", belongings.target.text)
                json.field("records", plan.recordCount)
                json.field("files", plan.files.count)
                json.key("things")
                json.array(belongings.things) { json, thing in
                    json.object { json in
                        json.field("kind", thing.word)
                        json.field("id", thing.entity.text)
                    }
                }
                json.field("stays", belongings.offspring.map { $0.entity.text })
                json.field("mentions", mentions.map { $0.referent.entity.text })
            }
        }
    }

    private func report(
        _ outcome: ErasureOutcome, _ belongings: Belongings, in session: Session
    ) throws(Problem) {
        var lines = [
            "Erased \(belongings.words)."
                + session.console.styled("  (events \(outcome.first)–\(outcome.last))", .dim)
        ]
        lines += outcome.exports.lines
        try session.show(text: lines.joined(separator: "\n")) { json in
            json.object { json in
                json.field("outcome", "erased")
                json.field("entity", belongings.target.text)
                json.field("kind", outcome.facts.kind.word)
                json.field("things", outcome.facts.things)
                json.field("records", outcome.facts.records)
                json.field("files", outcome.facts.files)
                json.field("first", outcome.first)
                json.field("last", outcome.last)
                json.field("alsoErased", outcome.alsoErased)
                json.field("notLookedInto", outcome.notLookedInto)
            }
        }
    }
}

/// The kinds of things that can be erased, as they are typed.
enum ErasableWord: String, ExpressibleByArgument, CaseIterable {
    case folder, note, attachment, board, column, card, item, collection, child, artwork, album, story
    case account, workspace

    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    func belongings(_ ref: String, in view: WorkspaceView) throws -> Belongings {
        guard self != .attachment else {
            guard let file = AttachmentID(text: ref), view.knowsFile(file) else {
                throw Problem(
                    .notFound, "There is no attached file \(ref); `daybook show attachments --json` says the ids.")
            }
            return view.belongings(of: file)
        }
        return view.belongings(of: try view.erasable(ref, entityKind))
    }

    private var entityKind: EntityKind {
        EntityKind.allCases.first { $0.word == rawValue } ?? .note
    }
}

/// Lists the erasures: what was erased, when, and by whom.
struct ShowErasures: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "erasures", abstract: "What was erased: when, by whom, how much and why.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.reading(despite: .shownUpTo) { workspace in
            let entries = try workspace.erasures(names: await workspace.view)
            let text = entries.isEmpty ? "Nothing was ever erased." : entries.map(\.words).joined(separator: "\n")
            try session.show(text: text) { json in json.array(entries) { $1.write(to: &$0) } }
        }
    }
}

extension Daybook {
    static let erasing: [any ParsableCommand.Type] = [EraseCommand.self, RetentionCommand.self]
}

extension ShowCommand {
    static let erasing: [any ParsableCommand.Type] = [ShowErasures.self]
}
