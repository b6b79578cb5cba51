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
            let closure = try kind.closure(ref, in: view)
            let plan = try await workspace.planErasure(of: closure)
            if dryRun {
                try show(closure, plan, in: view, session)
                return false
            }
            return try agree(to: "the \(kind.rawValue) \(ref): \(words(for: closure, plan))", in: session)
        }
        guard isAgreed else { return }
        try await session.writing { workspace, author in
            let closure = try kind.closure(ref, in: await workspace.view)
            let found = try await Progress.during("erasing") {
                try await workspace.erase(closure, reason: reason, as: author)
            }
            if let outcome = found { try report(outcome, closure, in: session) }
        }
    }

    private func words(for closure: ErasureClosure, _ plan: ErasurePlan) -> String {
        closure.words + "; " + counted(plan.recordCount, "record") + " of the journal, "
            + counted(plan.files.count, "file")
    }

    private func show(
        _ closure: ErasureClosure, _ plan: ErasurePlan, in view: WorkspaceView, _ session: Session
    ) throws(Problem) {
        let mentions = view.mentions(of: closure)
        var lines = ["Would erase \(words(for: closure, plan)). Nothing was changed."]
        lines += closure.offspring.map { "Made out of it, and stays: \($0.kind.word) \(view.path(of: $0))" }
        lines += mentions.map { "Has its name, and stays: \($0.referent.kind.word) \($0.path)" }
        try session.show(text: lines.joined(separator: "\n")) { json in
            json.object { json in
                json.field("outcome", "dryRun")
                json.field("entity", closure.target.text)
                json.field("records", plan.recordCount)
                json.field("files", plan.files.count)
                json.key("things")
                json.array(closure.things) { json, thing in
                    json.object { json in
                        json.field("kind", thing.word)
                        json.field("id", thing.entity.text)
                    }
                }
                json.field("stays", closure.offspring.map { $0.entity.text })
                json.field("mentions", mentions.map { $0.referent.entity.text })
            }
        }
    }

    private func report(
        _ outcome: ErasureOutcome, _ closure: ErasureClosure, in session: Session
    ) throws(Problem) {
        var lines = [
            "Erased \(closure.words)."
                + session.console.styled("  (events \(outcome.first)–\(outcome.last))", .dim)
        ]
        lines += outcome.exports.lines
        try session.show(text: lines.joined(separator: "\n")) { json in
            json.object { json in
                json.field("outcome", "erased")
                json.field("entity", closure.target.text)
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

    func closure(_ ref: String, in view: WorkspaceView) throws -> ErasureClosure {
        guard self != .attachment else {
            guard let file = AttachmentID(text: ref), view.knowsFile(file) else {
                throw Problem(
                    .notFound, "There is no attached file \(ref); `daybook show attachments --json` says the ids.")
            }
            return view.closure(of: file)
        }
        return view.closure(of: try view.erasable(ref, entityKind))
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
