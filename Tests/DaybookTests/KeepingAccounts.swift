import Foundation
import KernelTesting
import Testing

@Suite("Accounts from a terminal")
struct KeepingAccounts {
    /// Anna and Ben, and a workspace of Anna's.
    private func move(into daybook: Program) throws {
        try daybook.done("account", "add", "Anna@Example.org", "--name", "Anna", input: "correct horse\n")
        try daybook.done("account", "add", "ben@example.org", input: "battery staple\n")
        try daybook.done("members", "create", "--owner", "anna@example.org")
    }

    /// L3: no command verified the accounts as `verify` does a workspace.
    @Test func `verify reads the accounts, too`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            #expect(try !daybook.done("verify").text.contains("the accounts"))
            try daybook.done("account", "add", "anna@example.org", input: "correct horse battery\n")
            #expect(try daybook.done("verify").text.contains("the accounts: "))
            let segment = daybook.data.appending(path: "system/journal/000000000001.segment")
            var bytes = try Data(contentsOf: segment)
            let end = try #require(bytes.lastIndex { $0 != 0 })
            bytes[end / 2] ^= 1
            try bytes.write(to: segment)
            let found = try daybook("verify", "--json")
            #expect(found.status == 1)
            #expect(try found.json()["damage"].array.contains { $0.text?.hasPrefix("the accounts: ") == true }, "\(found.text)")
        }
    }

    @Test func `an account is added with a password from standard input, which nothing keeps`() throws {
        try inScratch { daybook in
            #expect(try daybook("account", "list").status == 5)
            #expect(try daybook("account", "add", "anna@example.org", input: "").status == 2)
            #expect(try daybook("account", "add", "anna", input: "x\n").status == 3)
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            try move(into: daybook)
            let list = try daybook.done("account", "list", "--json").json()
            #expect(list.array.compactMap { $0["email"].text } == ["Anna@Example.org", "ben@example.org"])
            #expect(try daybook("account", "add", "ANNA@example.org", input: "x\n").status == 3)
            let segment = daybook.data.appending(path: "system/journal/000000000001.segment")
            let bytes = try Data(contentsOf: segment)
            #expect(bytes.range(of: Data("correct horse".utf8)) == nil)
            #expect(bytes.range(of: Data("$y$".utf8)) != nil)
            let audit = try daybook.done("account", "audit").text
            #expect(audit.contains("user registered"))
            #expect(!audit.contains("$y$"))
            // Eight hexadecimal digits of the hash, and then no more.
            #expect(audit.contains(/"password":"2479246a…"/))
        }
    }

    @Test func `a password that the service would refuse is refused here, too`() throws {
        try inScratch { daybook in
            try move(into: daybook)
            for password in ["x", "short", "aaaaaaaaaa", "password1", "carl@example.org"] {
                for words in [["add", "carl@example.org"], ["password", "ben@example.org"]] {
                    guard password != "carl@example.org" || words[0] == "add" else { continue }
                    let run = try daybook.run(["--data", daybook.data.path, "account"] + words, input: password + "\n")
                    #expect(run.status == 3 && run.err.contains("Password must"), "\(password): \(run.err)")
                }
            }
            #expect(try daybook.done("account", "list", "--json").json().array.count == 2)
        }
    }

    @Test func `plan and preferences are changed, shown and undone`() throws {
        try inScratch { daybook in
            try move(into: daybook)
            try daybook.done("account", "plan", "anna@example.org", "paid", "--storage", "1000000")
            try daybook.done(
                "account", "prefer", "anna@example.org", "--theme", "high-contrast", "--accent", "#ff8800",
                "--humour", "--keep", "trash=30", "--shortcut", "card.add=N", "--zone", "Europe/Berlin")
            try expectGolden(
                Normalised.text(of: daybook.done("show", "account", "anna@example.org").text), "account.txt")
            try daybook.done("account", "undo")
            let account = try daybook.done("show", "account", "anna@example.org", "--json").json()
            #expect(account["preferences"]["humour"] == .flag(false))
            #expect(account["plan"] == .text("paid"))
            let again = try daybook.done("account", "plan", "anna@example.org", "paid", "--json").json()
            #expect(again["outcome"] == .text("nothingToDo"))
            #expect(try daybook("account", "plan", "anna@example.org", "gold").status == 2)
            for zone in ["the moon", "Mars/X", "Nowhere"] {
                #expect(try daybook("account", "prefer", "anna@example.org", "--zone", zone).status == 3, "\(zone)")
            }
            #expect(try daybook("account", "prefer", "nobody@example.org", "--humour").status == 4)
            #expect(try daybook.done("account", "history", "anna@example.org").text.contains("chose the paid plan"))
        }
    }

    @Test(.shows("J-203"))
    func `somebody is invited, accepts, and belongs`() throws {
        try inScratch { daybook in
            try move(into: daybook)
            let child = "0190a0a0-0000-7000-8000-000000000001"
            let invited = try daybook.done(
                "invite", "ben@example.org", "--role", "editor", "--child", child, "--json"
            ).json()
            let secret = try #require(invited["secret"].text)
            #expect(try !daybook.done("members").text.contains(secret))
            #expect(try daybook("accept", secret, "--as", "anna@example.org").status == 3)
            #expect(try daybook("accept", "0000", "--as", "ben@example.org").status == 3)
            try daybook.done("accept", secret, "--as", "ben@example.org")
            let members = try daybook.done("show", "members", "--json").json()["members"]
            #expect(members[1]["role"] == .text("editor"))
            #expect(members[1]["children"] == .array([.text(child)]))
            #expect(try daybook("members", "remove", "anna@example.org").status == 3)
            try daybook.done("members", "change", "ben@example.org", "--everything", "--role", "owner")
            try daybook.done("members", "remove", "anna@example.org")
            #expect(try daybook.done("members").text.contains("1 member"))
        }
    }

    @Test func `a workspace is named by its identifier too, and one that is not here is told by what people call the others`()
        throws
    {
        try inScratch { daybook in
            try move(into: daybook)
            let id = try #require(try daybook.done("members", "--json").json()["id"].text)
            #expect(try daybook.done("members", "--workspace", id).text.contains("1 member"))
            try daybook.done("invite", "--workspace", id)
            #expect(try daybook("members", "--workspace", "elsewhere").status == 4)
            // As one lies that was made over HTTP.
            try daybook.done("add", "note", "Plan", "--workspace", id)
            let missing = try daybook("show", "notes", "--workspace", "elsewhere")
            #expect(missing.status == 5 && missing.err.contains("\(id) (\"home\")"), "\(missing.err)")
        }
    }

    @Test(.shows("J-203"))
    func `an invitation is revoked or declined, and cannot be accepted then`() throws {
        try inScratch { daybook in
            try move(into: daybook)
            for isRevoked in [true, false] {
                let invited = try daybook.done("invite", "--role", "viewer", "--json").json()
                let secret = try #require(invited["secret"].text)
                let id = try #require(invited["entity"].text)
                if isRevoked {
                    try daybook.done("revoke", id)
                } else {
                    try daybook.done("accept", secret, "--decline")
                }
                #expect(try daybook("accept", secret, "--as", "ben@example.org").status == 3)
                #expect(try daybook("account", "undo").status == 3)
            }
            #expect(try daybook("revoke", "no such").status == 4)
        }
    }

    @Test func `a token's secret is shown once, and the token is revoked for good`() throws {
        try inScratch { daybook in
            try move(into: daybook)
            let issued = try daybook.done(
                "account", "token", "anna@example.org", "--name", "Kitchen", "--scope", "widget", "--days", "30"
            ).text
            let secret = try #require(issued.firstMatch(of: /[0-9a-f]{64}/)).0
            for words in [["show", "account", "anna@example.org"], ["account", "audit"]] {
                let run = try daybook.run(["--data", daybook.data.path] + words)
                #expect(run.status == 0)
                #expect(!run.text.contains(secret))
            }
            #expect(try daybook("account", "undo").status == 3)
            try daybook.done("account", "revoke-token", "anna@example.org", "Kitchen")
            #expect(try daybook.done("show", "account", "anna@example.org").text.contains("revoked"))
            #expect(try daybook("account", "revoke-token", "anna@example.org", "Kitchen").status == 4)
            #expect(
                try daybook("account", "token", "anna@example.org", "--name", "x", "--scope", "all").status == 2)
        }
    }
}
