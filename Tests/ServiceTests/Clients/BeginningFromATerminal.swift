import Foundation
import Glibc
import KernelTesting
import Testing

@testable import Service

/// Everything that somebody new needs of a service, and no request by hand.
@Suite("Beginning from a terminal", .serialized)
struct BeginningFromATerminal {
    private static let password = "a long enough phrase"

    /// A service where nobody has a workspace, and the command lines of people who are signed in.
    private func inScene(
        _ people: [String], _ body: (_ program: ServedProgram, _ root: String, _ lines: [CommandLine]) throws -> Void
    ) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-begin-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let program = try ServedProgram(
            data: root + "/data",
            ["--set", "limits.requestsPerMinute=1000000", "--set", "limits.signInsPerMinute=1000"])
        let lines = try people.map { name in
            try RemoteClient(program: program).ask(
                "POST", "/v1/sign-up", "{\"email\":\"\(name)@example.org\",\"password\":\"\(Self.password)\"}",
                expecting: 202)
            return try line(of: name, called: name, at: program, below: root)
        }
        try body(program, root, lines)
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    private func line(
        of person: String, called name: String, at program: ServedProgram, below root: String
    ) throws -> CommandLine {
        let line = CommandLine(
            data: root + "/" + name, environment: ["DAYBOOK_SERVER": "http://127.0.0.1:\(program.port)"])
        try line.done("sign-in", person + "@example.org", input: Self.password + "\n")
        return line
    }

    @Test func `the first change makes a workspace, one that fails makes none, and reading says how`() throws {
        try inScene(["anna"]) { _, _, lines in
            let anna = lines[0]
            for arguments in [["show", "folders"], ["undo"], ["members"], ["bulk", "pin"], ["tag", "delete", "trip"]] {
                let run = try anna.run(arguments, input: "Nowhere\n")
                #expect(run.status == 4 && run.err.contains("The first change makes one"), "\(arguments): \(run.err)")
            }
            #expect(try anna("add", "note", "Plan", "--in", "Nowhere").status == 4)
            #expect(try anna("show", "folders").status == 4, "a change that fails makes nothing")
            let first = try anna("capture", "Call grandma")
            #expect(first.status == 0 && first.err.contains("made the workspace \"home\""), "\(first.err)")
            #expect(try anna.done("show", "inbox").contains("Call grandma"))
            let second = try anna("add", "note", "Plan")
            #expect(second.status == 0 && second.err.isEmpty, "\(second.err)")
            let other = try anna("add", "note", "Plan", "--workspace", "hoem")
            #expect(other.status == 4 && other.err.contains("home"), "a slip makes no second one: \(other.err)")
        }
    }

    @Test func `the first import makes a workspace, once it is known that there is something to import`() throws {
        try inScene(["ben"]) { _, root, lines in
            let ben = lines[0]
            try "# Roses\n".write(toFile: root + "/Roses.md", atomically: true, encoding: .utf8)
            try "hello".write(toFile: root + "/Odd.bin", atomically: true, encoding: .utf8)
            #expect(try ben("import", root + "/Nothing.md").status == 5)
            #expect(try ben("import", root + "/Odd.bin").status != 0)
            #expect(try ben.done("import", root + "/Roses.md", "--dry-run").hasPrefix("Would import "))
            #expect(try ben("show", "notes").status == 4)
            #expect(try ben.done("import", root + "/Roses.md", "--workspace", "garden").hasPrefix("Imported "))
            #expect(try ben.done("show", "notes", "--workspace", "garden").contains("Roses"))
        }
    }

    @Test(.shows("J-203"))
    func `somebody is invited, joins, is changed and leaves, all through the service`() throws {
        try inScene(["anna", "ben"]) { _, _, lines in
            let (anna, ben) = (lines[0], lines[1])
            #expect(try anna("members", "create", "--owner", "ben@example.org").status == 3)
            #expect(try anna.done("members", "create", "--owner", "anna@example.org").hasPrefix("Created the workspace home."))
            #expect(try anna("members", "create", "--owner", "anna@example.org").status == 3)
            let invited = try JSONValue(
                parsing: Array(try anna.done("invite", "ben@example.org", "--role", "editor", "--json").utf8))
            let secret = try #require(invited["secret"].string)
            let members = try anna.done("members")
            #expect(members.contains("anna@example.org · owner") && members.contains("ben@example.org · editor · waiting"))
            #expect(!members.contains(secret))
            #expect(try ben("accept", "0000").status == 4)
            #expect(try anna("accept", secret).status == 3, "it is for another address")
            #expect(try ben("accept", secret, "--as", "anna@example.org").status == 3)
            #expect(try ben.done("accept", secret).contains("Your workspaces there: home."))
            try anna.done("add", "note", "Plan")
            #expect(try ben.done("show", "notes").contains("Plan"))
            #expect(try ben("members", "change", "anna@example.org", "--role", "viewer").status == 3)
            try anna.done("members", "change", "ben@example.org", "--role", "viewer")
            let line = try JSONValue(parsing: Array(try anna.done("show", "members", "--json").utf8))["members"].list
            #expect(line.compactMap { $0["role"].string } == ["owner", "viewer"])
            #expect(try anna("members", "change", "nobody", "--role", "viewer").status == 4)
            #expect(try ben.done("members", "remove", "ben@example.org").hasPrefix("Removed a member."))
            #expect(try ben("show", "notes").status == 4)

            for isRevoked in [true, false] {
                let sent = try JSONValue(parsing: Array(try anna.done("invite", "--json").utf8))
                let (id, secret) = (try #require(sent["entity"].string), try #require(sent["secret"].string))
                if isRevoked { try anna.done("revoke", id) } else { try ben.done("accept", secret, "--decline") }
                #expect(try ben("accept", secret).status == 3)
            }
            // What only who keeps the installation does says so.
            let added = try anna("members", "add", "ben@example.org")
            #expect(added.status == 2 && added.err.contains("--server"), "\(added.err)")
        }
    }

    @Test(.shows("N-011"))
    func `a token of one scope does at a terminal what it is for, and is issued and revoked there`() throws {
        try inScene(["anna"]) { _, root, lines in
            let anna = lines[0]
            try anna.done("add", "board", "House")
            func program(_ scope: String) throws -> CommandLine {
                let issued = try JSONValue(
                    parsing: Array(
                        try anna.done("account", "token", "anna@example.org", "--name", scope, "--scope", scope, "--json").utf8)
                )
                let file = root + "/" + scope + ".token"
                #expect(
                    FileManager.default.createFile(
                        atPath: file, contents: Data(try #require(issued["secret"].string).utf8),
                        attributes: [.posixPermissions: 0o600]))
                return CommandLine(
                    data: root + "/program-" + scope,
                    environment: anna.environment.merging(["DAYBOOK_TOKEN_FILE": file]) { $1 })
            }
            let boards = try program("boards")
            #expect(try boards.done("card", "add", "Call school !high #family").contains("To Do"))
            #expect(try boards.done("card", "find", "--tag", "family").contains("Call school"))
            #expect(try boards.done("board", "open", "House").contains("/b/"))
            #expect(try boards("capture", "An idea").status == 3)
            let captures = try program("captures")
            try captures.done("capture", "An idea")
            #expect(try captures.done("show", "inbox").contains("An idea"))
            let widget = try program("widget")
            #expect(try widget.done("show", "board", "House").contains("Call school"))
            #expect(try widget.done("card", "find", "--tag", "family").contains("Call school"))
            #expect(try widget("card", "add", "Not mine to add").status == 3)
            let notes = try program("notes")
            try notes.done("add", "note", "Plan")
            #expect(try anna.done("show", "notes").contains("Plan"))

            #expect(try boards("account", "revoke-token", "anna@example.org", "boards").status == 3)
            try anna.done("account", "revoke-token", "anna@example.org", "boards")
            #expect(try boards("sync").status == 3)
            #expect(try anna("account", "revoke-token", "anna@example.org", "boards").status == 4)
            #expect(try anna("account", "token", "ben@example.org", "--name", "x", "--scope", "boards").status == 3)
        }
    }

    @Test func `signing out everywhere ends every session of one's own, this one too`() throws {
        try inScene(["anna"]) { program, root, lines in
            let (here, stolen) = (lines[0], try line(of: "anna", called: "stolen", at: program, below: root))
            try here.done("add", "note", "Plan")
            #expect(try stolen.done("show", "notes").contains("Plan"))
            #expect(try here("account", "sign-out", "ben@example.org").status == 3)
            #expect(try here.done("account", "sign-out", "anna@example.org").contains("Signed out everywhere, here too"))
            #expect(try stolen("sync").status == 3)
            let out = try here("sync")
            #expect(out.status == 3 && out.err.contains("sign-in"), "\(out.err)")
            try here.done("sign-in", "anna@example.org", input: Self.password + "\n")
            #expect(try here.done("show", "notes").contains("Plan"))
        }
    }
}
