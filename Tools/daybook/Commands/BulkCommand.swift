import ArgumentParser
import Kernel
import Runtime
import Workspace

/// Does the same to many things at once.
struct BulkCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "bulk",
        abstract: "Does the same to many things: one line of standard input names each.",
        usage: """
            daybook bulk move --to REF < refs
            daybook bulk tag|untag TAG < refs
            daybook bulk complete|reopen|archive|unarchive|trash|restore|pin|unpin < refs
            """,
        discussion:
            "What a rule refuses is listed and keeps nothing else from being done. One `daybook undo` takes all "
            + "of it back. A line is an id, a beginning of one, or a path.")

    @Argument(help: ArgumentHelp("What to do.", valueName: "deed")) var deed: String
    @Argument(help: ArgumentHelp("The tag.", valueName: "tag")) var tag: String?
    @Option(
        help: ArgumentHelp(
            "Where to move to: a folder, a column, a plan or list, a child or an album; / is the top.", valueName: "ref"
        ))
    var to: String?
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard BulkDeed.names.contains(deed) else {
            throw ValidationError("\(deed) is none of: \(BulkDeed.names.joined(separator: ", ")).")
        }
        guard (deed == "move") == (to != nil) else { throw ValidationError("--to belongs to move, and move needs it.") }
        guard (deed == "tag" || deed == "untag") == (tag != nil) else {
            throw ValidationError("tag and untag need a tag, such as: daybook bulk tag urgent")
        }
    }

    func run(in session: Session) async throws {
        guard try session.workspaceExists() else { throw try session.nothingThere() }
        let refs = try TextInput.linesOfStandardInput()
        try await session.writing { workspace, author in
            let view = await workspace.view
            let deed = try BulkDeed(deed, tag: tag, to: to, in: view)
            var asked: [(line: Int, command: WorkspaceCommand)] = []
            var rows = refs.map { Row(ref: $0, result: .failure("")) }
            for (line, ref) in refs.enumerated() {
                do {
                    asked.append((line, try deed.command(for: try deed.thing(ref, in: view), view)))
                } catch {
                    rows[line].result = .failure(Problem(error).message)
                }
            }
            let done = try await workspace.performBatch(asked.map(\.command), as: author)
            for ((line, _), result) in zip(asked, done.results) { rows[line].result = Row.Result(result) }
            try session.report(rows, done)
        }
    }

    /// One line of the input and what came of it.
    fileprivate struct Row {
        enum Result {
            case done, nothingToDo
            case failure(String)

            init(_ outcome: CommandOutcome) {
                switch outcome {
                case .done: self = .done
                case .nothingToDo: self = .nothingToDo
                case .refused(let refusal): self = .failure(refusal.message)
                }
            }
        }

        var ref: String
        var result: Result
    }
}

extension Session {
    /// Says how many were done and why the others were not; none at all is a refusal.
    fileprivate func report(_ rows: [BulkCommand.Row], _ done: BatchOutcome) throws {
        let failed = rows.compactMap { row in if case .failure(let why) = row.result { (row.ref, why) } else { nil } }
        let quiet = rows.count { if case .nothingToDo = $0.result { true } else { false } }
        var words = "\(done.doneCount) done, \(quiet) so already, \(failed.count) refused."
        for (ref, why) in failed { words += "\n  \(ref): \(why)" }
        try show(text: words) { json in
            json.object { json in
                json.field("done", done.doneCount)
                json.field("nothingToDo", quiet)
                json.field("batch", done.batch.text)
                json.key("refused")
                json.array(failed) { json, row in
                    json.object { json in
                        json.field("ref", row.0)
                        json.field("reason", row.1)
                    }
                }
            }
        }
        if !rows.isEmpty, failed.count == rows.count { throw Problem(.refused, "Nothing could be done.") }
    }
}
