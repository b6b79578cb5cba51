import ArgumentParser
import Kernel
import Runtime
import Workspace

/// The history of one thing: who did what, and when.
struct HistoryCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Shows every revision of a folder, note, board, column or card.",
        discussion: "`daybook restore REF --to SEQ` brings one of them back.")

    @Argument(help: "Which thing.") var ref: String
    @Flag(help: "Show what changed in texts, line by line.") var diff = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.reading(despite: .shownUpTo) { workspace in
            let view = await workspace.view
            let entries = try workspace.history(of: view.entity(ref), names: view, diffs: diff || globals.json)
            if globals.json {
                var json = JSONWriter()
                json.array(entries) { json, entry in entry.write(to: &json) }
                return try session.console.line(json.text)
            }
            let width = entries.map { String($0.sequence).count }.max() ?? 1
            for entry in entries {
                let sequence = String(repeating: " ", count: width - String(entry.sequence).count) + "\(entry.sequence)"
                let who = session.console.styled("\(session.shown(entry.time))  \(entry.actorName)", .dim)
                try session.console.line("\(sequence)  \(who)  \(entry.markedSummary)")
                guard diff, let lines = entry.diff else { continue }
                let margin = String(repeating: " ", count: width + 2)
                for line in linesOf(session.console.coloured(diff: lines)) where !line.isEmpty {
                    try session.console.line(margin + line)
                }
            }
        }
    }
}
