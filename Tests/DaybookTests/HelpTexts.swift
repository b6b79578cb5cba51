import Foundation
import KernelTesting
import Testing

/// Everything that the program says of its own commands, so that a change of it is read as a diff.
@Suite("Help texts")
struct HelpTexts {
    /// Said once, on the first page.
    private static let ofEveryCommand: Set<String> = ["data", "workspace", "server", "wait", "json", "version", "help"]

    private typealias Fields = [String: Any]

    @Test func `are those that somebody has reviewed`() throws {
        try inScratch { daybook in
            // A megabyte: what tests read JSON with otherwise takes seconds for it.
            let dumped = try JSONSerialization.jsonObject(with: Data(daybook.run(["--experimental-dump-help"]).out)) as? Fields
            var pages: [String] = []
            Self.write(try #require(dumped?["command"] as? Fields), path: ["daybook"], to: &pages)
            #expect(pages.count > 200)
            try expectGolden(pages.joined(separator: "\n"), "help.txt")
        }
    }

    private static func write(_ command: Fields, path: [String], to pages: inout [String]) {
        var lines = ["== " + path.joined(separator: " ")]
        let aliases = command["aliases"] as? [String] ?? []
        if !aliases.isEmpty { lines.append("also: " + aliases.joined(separator: ", ")) }
        lines += [command["abstract"], command["discussion"]].compactMap { $0 as? String }
        for argument in command["arguments"] as? [Fields] ?? [] where argument["shouldDisplay"] as? Bool ?? true {
            let names = (argument["names"] as? [Fields] ?? []).compactMap { $0["name"] as? String }
            guard path.count == 1 || ofEveryCommand.isDisjoint(with: names) else { continue }
            lines.append("  " + signature(of: argument, names) + "  " + (argument["abstract"] as? String ?? ""))
        }
        pages.append(lines.joined(separator: "\n") + "\n")
        for subcommand in command["subcommands"] as? [Fields] ?? [] {
            guard let name = subcommand["commandName"] as? String, name != "help" else { continue }
            write(subcommand, path: path + [name], to: &pages)
        }
    }

    /// Such as `--on <day>`, `<item> ...` or `[--yes]`.
    private static func signature(of argument: Fields, _ names: [String]) -> String {
        let value = "<\(argument["valueName"] as? String ?? "")>" + (argument["isRepeating"] as? Bool == true ? " ..." : "")
        var text = names.map { ($0.count == 1 ? "-" : "--") + $0 }.joined(separator: "/")
        if argument["kind"] as? String != "flag" { text += (text.isEmpty ? "" : " ") + value }
        if let initial = argument["defaultValue"] as? String { text += " = " + initial }
        return argument["isOptional"] as? Bool == true ? "[\(text)]" : text
    }
}
