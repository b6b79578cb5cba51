import ArgumentParser
import Workspace

/// A word that stands where a command should, and is none.
struct UnknownCommand {
    private let word: String
    /// Such as `daybook show`.
    private let before: String
    private let known: [String]

    /// Nil where every word that should be a command is one.
    init?(in arguments: [String]) {
        var command: any ParsableCommand.Type = Daybook.self
        var path = "daybook"
        for (index, word) in arguments.enumerated() where !word.hasPrefix("-") {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty else { return nil }
            if let next = subcommands.first(where: { Self.names(of: $0).contains(word) }) {
                command = next
                path += " " + word
                continue
            }
            // The value of an option, such as a directory after --data.
            if index > 0, arguments[index - 1].hasPrefix("-"), !arguments[index - 1].contains("=") { continue }
            self.word = word
            before = path
            known = subcommands.flatMap { Self.names(of: $0) }
            return
        }
        return nil
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName].compactMap { $0 } + command.configuration.aliases
    }

    /// A sentence that says which command may be meant.
    var message: String {
        let words = known + (before == "daybook" ? ShortForm.all.map(\.word) : [])
        let meant = Spelling.nearest(to: word.lowercased(), among: words) { $0 }
        let sentence = "There is no command \"\(word)\"" + (before == "daybook" ? "" : " after `\(before)`")
        guard !meant.isEmpty else { return sentence + "; `\(before) --help` lists those there are." }
        return sentence + "; did you mean " + meant.map { "`\(before) \($0)`" }.joined(separator: " or ") + "?"
    }
}
