import Foundation
import KernelTesting
import Testing

/// Every verb on accounts, in an installation with keys, with the master key from wherever it may be had.
@Suite("Accounts from a terminal, with keys")
struct KeepingAccountsWithKeys {
    enum Source: String, CaseIterable {
        case file, environment, passphrase
    }

    /// The program's environment with this source: the right key, or a wrong one.
    private func environment(_ source: Source, _ daybook: Program, isRight: Bool = true) throws -> [String: String] {
        switch source {
        case .file: return [:]
        case .environment: return ["DAYBOOK_MASTER_KEY": String(repeating: isRight ? "0a" : "0b", count: 32)]
        case .passphrase:
            let file = daybook.scratch.appending(path: isRight ? "right" : "wrong")
            try Data((isRight ? "correct horse\n" : "battery staple\n").utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            return ["DAYBOOK_PASSPHRASE_FILE": file.path]
        }
    }

    @Test(arguments: Source.allCases)
    func `every verb works with the key, and says in one sentence what is wanting without it`(source: Source) throws {
        try inScratch { daybook in
            let right = try environment(source, daybook)
            func run(_ words: [String], _ environment: [String: String], input: String? = nil) throws -> Program.Run {
                try daybook.run(["--data", daybook.data.path] + words, input: input, environment: environment)
            }
            @discardableResult
            func done(_ words: String..., input: String? = nil) throws -> Program.Run {
                let run = try run(words, right, input: input)
                try #require(run.status == 0, "\(words): \(run.err)")
                return run
            }
            try done("keys", "create", "--\(source.rawValue)")
            let anna = "anna@example.org", ben = "ben@example.org"
            try done("account", "add", anna, "--name", "Marzipan", input: "first of them\n")
            try done("account", "add", ben, input: "second of them\n")
            #expect(try done("account", "list").text.contains(anna))
            try done("account", "edit", ben, "--name", "Ben")
            try done("account", "password", ben, input: "third of them\n")
            try done("account", "plan", anna, "paid")
            try done("account", "prefer", anna, "--theme", "dark", "--keep", "trash=30")
            #expect(try done("show", "account", anna).text.contains("dark"))
            try done("account", "token", anna, "--name", "Kitchen", "--scope", "widget")
            try done("account", "revoke-token", anna, "Kitchen")
            try done("account", "sign-out", ben)
            #expect(try done("account", "history", anna).text.contains("chose the paid plan"))
            #expect(try done("account", "audit").text.contains("user registered"))
            try done("account", "plan", ben, "paid")
            try done("account", "undo")
            try done("members", "create", "--owner", anna)
            let invited = try done("invite", ben, "--role", "editor", "--json").json()
            try done("accept", try #require(invited["secret"].text), "--as", ben)
            try done("revoke", try #require(try done("invite", "--role", "viewer", "--json").json()["entity"].text))
            #expect(try done("members").text.contains("2 members"))
            try done("members", "change", ben, "--role", "viewer")
            try done("members", "remove", ben)
            try done("members", "add", ben, "--role", "editor")
            try done("retention", "set", "trash", "7", "--user", anna)
            #expect(try done("retention", "show", "--user", anna).text.contains("7 days"))
            try done("erase", "account", ben, "--yes")
            #expect(try done("keys", "show").text.contains("the accounts"))
            #expect(try !done("account", "list").text.contains(ben))
            let all = try FileTree(daybook.data).files.values.reduce(into: Data()) { $0 += $1 }
            for word in ["Marzipan", "example.org"] { #expect(all.range(of: Data(word.utf8)) == nil, "\(word)") }

            // A wrong key, or none: nothing is shown and nothing is changed.
            let keyFile = daybook.data.appending(path: "keys/master.key")
            var wants: [(environment: [String: String], words: String)] = []
            switch source {
            case .file:
                try FileManager.default.moveItem(at: keyFile, to: daybook.scratch.appending(path: "elsewhere"))
                wants.append(([:], keyFile.path))
            case .environment:
                wants.append(([:], "DAYBOOK_MASTER_KEY"))
                wants.append((try environment(source, daybook, isRight: false), "another master key"))
            case .passphrase:
                wants.append(([:], "DAYBOOK_PASSPHRASE_FILE"))
                wants.append((try environment(source, daybook, isRight: false), "The passphrase is wrong"))
            }
            let before = try FileTree(daybook.data)
            for (environment, sentence) in wants {
                for words in [
                    ["account", "list"], ["account", "plan", anna, "free"], ["members"], ["show", "account", anna],
                    ["account", "audit"], ["account", "undo"], ["retention", "show"], ["invite", "--role", "viewer"],
                    ["erase", "account", anna, "--yes"],
                ] {
                    let refused = try run(words, environment)
                    #expect(refused.status == 5 && refused.out.isEmpty, "\(words): \(refused.err)")
                    #expect(refused.err.split(separator: "\n").count == 1, "\(words): \(refused.err)")
                    #expect(refused.err.contains(sentence), "\(words): \(refused.err)")
                }
            }
            #expect(try FileTree(daybook.data) == before)
        }
    }
}
