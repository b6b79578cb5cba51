import Foundation
import KernelTesting
import Testing

/// Everything that the program says of its own commands, so that a change of it is read as a diff.
@Suite("Help texts")
struct HelpTexts {
    /// Said once, on the first page.
    private static let ofEveryCommand: Set<String> = ["data", "workspace", "server", "wait", "json", "version", "help"]

    @Test func `are those that somebody has reviewed`() throws {
        try inScratch { daybook in
            let help = try daybook.run(["--experimental-dump-help"]).json()["command"]
            var pages: [String] = []
            Self.write(help, path: ["daybook"], to: &pages)
            #expect(pages.count > 200)
            try expectGolden(pages.joined(separator: "\n"), "help.txt")
        }
    }

    private static func write(_ command: JSON, path: [String], to pages: inout [String]) {
        var lines = ["== " + path.joined(separator: " ")]
        let aliases = command["aliases"].array.compactMap(\.text)
        if !aliases.isEmpty { lines.append("also: " + aliases.joined(separator: ", ")) }
        lines += [command["abstract"].text, command["discussion"].text].compactMap { $0 }
        for argument in command["arguments"].array where argument["shouldDisplay"].flag ?? true {
            let names = argument["names"].array.compactMap { $0["name"].text }
            guard path.count == 1 || ofEveryCommand.isDisjoint(with: names) else { continue }
            lines.append("  " + signature(of: argument, names) + "  " + (argument["abstract"].text ?? ""))
        }
        pages.append(lines.joined(separator: "\n") + "\n")
        for subcommand in command["subcommands"].array where subcommand["commandName"].text != "help" {
            write(subcommand, path: path + [subcommand["commandName"].text ?? "?"], to: &pages)
        }
    }

    /// Such as `--on <day>`, `<item> ...` or `[--yes]`.
    private static func signature(of argument: JSON, _ names: [String]) -> String {
        let value = "<\(argument["valueName"].text ?? "")>" + (argument["isRepeating"].flag == true ? " ..." : "")
        var text = names.map { ($0.count == 1 ? "-" : "--") + $0 }.joined(separator: "/")
        if argument["kind"].text != "flag" { text += (text.isEmpty ? "" : " ") + value }
        if let initial = argument["defaultValue"].text { text += " = " + initial }
        return argument["isOptional"].flag == true ? "[\(text)]" : text
    }
}
