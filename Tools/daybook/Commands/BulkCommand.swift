import ArgumentParser
import Client
import Exporters
import Kernel
import Runtime
import Workspace

/// Does the same to many things at once.
struct BulkCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "bulk",
        abstract: "Does the same to many things: one line of standard input names each.",
        usage: """
            daybook bulk move --to REF < refs
            daybook bulk tag|untag TAG < refs
            daybook bulk export DIR < refs
            daybook bulk complete|reopen|archive|unarchive|trash|restore|pin|unpin < refs
            """,
        discussion:
            "What a rule refuses is listed and keeps nothing else from being done. One `daybook undo` takes all "
            + "of it back. A line is an id, a beginning of one, or a path. An export takes along what is in a thing, and "
            + "the names of what it stands in.")

    @Argument(help: ArgumentHelp("What to do.", valueName: "action")) var action: String
    @Argument(help: ArgumentHelp("The tag, or where to export to.", valueName: "tag|dir")) var object: String?
    @Option(
        help: ArgumentHelp(
            "Where to move to: a folder, a column, a plan or list, a child or an album; / is the top.", valueName: "ref"
        ))
    var to: String?
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        let names = BulkAction.names + [Self.export]
        guard names.contains(action) else {
            throw ValidationError("\(action) is none of: \(names.joined(separator: ", ")).")
        }
        guard (action == "move") == (to != nil) else { throw ValidationError("--to belongs to move, and move needs it.") }
        guard ["tag", "untag", Self.export].contains(action) == (object != nil) else {
            throw ValidationError(
                "tag and untag need a tag, and export a directory, such as: daybook bulk tag urgent")
        }
    }

    func run(in session: Session) async throws {
        if action == Self.export, let object {
            return try await export(try TextInput.linesOfStandardInput(), to: object, in: session)
        }
        if let service = try session.service() { return try await change(through: service, in: session) }
        guard try session.workspaceExists() else { throw try await session.nothingThere() }
        let refs = try TextInput.linesOfStandardInput()
        try await session.writing { workspace, author in
            let view = await workspace.view
            let action = try BulkAction(action, tag: object, to: to, in: view)
            var asked: [(line: Int, command: WorkspaceCommand)] = []
            var rows = refs.map { Row(ref: $0, result: .failure("")) }
            for (line, ref) in refs.enumerated() {
                do {
                    asked.append((line, try action.command(for: try action.thing(ref, in: view), view)))
                } catch {
                    rows[line].result = .failure(Problem(error).message)
                }
            }
            let done = try await workspace.performBatch(asked.map(\.command), as: author)
            for ((line, _), result) in zip(asked, done.results) { rows[line].result = Row.Result(result) }
            try session.report(rows, doneCount: done.doneCount, done.batch)
        }
    }

    static let export = "export"

    private func change(through service: ServiceSession, in session: Session) async throws {
        let refs = try TextInput.linesOfStandardInput()
        var rows = refs.map { Row(ref: $0, result: .nothingToDo) }
        var asked: [Int] = []
        let settled = try await session.settle(through: service) { view in
            let action = try BulkAction(action, tag: object, to: to, in: view)
            var state = view.state
            var commands: [WorkspaceCommand] = []
            for (line, ref) in refs.enumerated() {
                do {
                    let command = try action.command(for: try action.thing(ref, in: view), view)
                    let events = try WorkspaceDecider.decide(command, given: state)
                    guard !events.isEmpty else { continue }
                    for event in events { WorkspaceDecider.evolve(&state, with: event) }
                    commands.append(command)
                    asked.append(line)
                } catch {
                    rows[line].result = .failure(Problem(error).message)
                }
            }
            return Change(commands, of: nil, "Did \(self.action) to \(counted(commands.count, "thing")).")
        }
        var waiting = 0
        switch settled {
        case .nothingToDo: break
        case .existing(let kept, let count, let until):
            waiting = count
            for line in asked { rows[line].result = .done }
            session.console.say("daybook: kept here as \(kept.number), and sent \(until).")
        case .sent(let kept, let report):
            for (line, command) in zip(asked, kept.commands) {
                let answer = report.answers[command.number] ?? command.answer
                switch answer?.outcome {
                case .refused: rows[line].result = .failure(answer?.reason ?? "")
                case .nothingToDo: break
                // Sent by another process of ours, where nothing is known of it here.
                case .done, nil: rows[line].result = .done
                }
            }
        }
        try session.report(rows, doneCount: rows.count { if case .done = $0.result { true } else { false } }, nil, waiting)
    }

    private func export(_ refs: [String], to directory: String, in session: Session) async throws {
        try await session.reading { workspace in
            let view = await workspace.view
            var things: [EntityRef] = []
            var unknown: [(ref: String, why: String)] = []
            for ref in refs {
                do { things.append(try BulkAction.pin.thing(ref, in: view)) } catch {
                    unknown.append((ref, Problem(error).message))
                }
            }
            if things.isEmpty, !refs.isEmpty {
                throw Problem(.refused, "Nothing named leads anywhere; nothing was exported.")
            }
            try await session.export(
                view, ExportSelection(of: things, in: view), of: workspace, to: directory, unknown: unknown)
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
    ///
    /// - Parameters:
    ///   - batch: what they are undone as; nil where only the service knows what that is called.
    ///   - waitingCount: changes that wait for the service.
    fileprivate func report(
        _ rows: [BulkCommand.Row], doneCount: Int, _ batch: BatchID?, _ waitingCount: Int = 0
    ) throws {
        let failed = rows.compactMap { row in if case .failure(let why) = row.result { (row.ref, why) } else { nil } }
        let quiet = rows.count { if case .nothingToDo = $0.result { true } else { false } }
        var words = "\(doneCount) done, \(quiet) so already, \(failed.count) refused."
        for (ref, why) in failed { words += "\n  \(ref): \(why)" }
        try show(text: words) { json in
            json.object { json in
                json.field("done", doneCount)
                json.field("nothingToDo", quiet)
                json.field("batch", batch?.text)
                if waitingCount > 0 { json.field("waiting", waitingCount) }
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
