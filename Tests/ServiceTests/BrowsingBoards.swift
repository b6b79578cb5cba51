import Accounts
import Boards
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Browsing boards")
struct BrowsingBoards {
    @Test(.shows("P-208"))
    func `a board is a page for whoever may read it, wherever it is, and nothing in it is a mark`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let empty = try await fixture.workspace(of: home.anna, "Empty")
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .boards(.retitleBoard(home.board, to: Name(recorded: "<b>House</b>"))),
                        .boards(.retitleCard(home.card, to: Name(recorded: "Buy \"paint\" & <script>brushes"))),
                        .boards(.prioritiseCard(home.card, .high)),
                        .boards(.tagCard(home.card, [CardTag(colour: .red, label: "walls")])),
                    ], as: home.author)
            }
            let path = "/b/\(home.board.text)"
            let cookie: HTTPFields = [.cookie: Credential.cookieName + "=" + home.anna.secret]
            var pages = [try await fixture.get(path, headers: cookie)]
            for secret in [
                home.anna.secret, try await fixture.token(of: home.anna, [.widget]),
                try await fixture.token(of: home.anna, [.boards]),
            ] {
                pages.append(try await fixture.get(path, as: secret))
            }
            for page in pages {
                #expect(page.status == 200, "\(page.text)")
                #expect(page.headers[.contentType] == "text/html; charset=utf-8")
                #expect(page.text.contains("<h1>&lt;b&gt;House&lt;/b&gt;</h1>"))
                #expect(page.text.contains("<h2>To Do (1)</h2>") && page.text.contains("<h2>Done (0)</h2>"))
                let card = "Buy &quot;paint&quot; &amp; &lt;script&gt;brushes<small>high · red: walls</small>"
                #expect(page.text.contains(card))
                #expect(!page.text.contains("<script"))
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
                #expect(policy.hasSuffix("base-uri 'none'; frame-ancestors 'none'; form-action 'none'"))
                #expect(page.headers[.cacheControl] == "no-store")
            }
            // Looking for it has made nothing.
            #expect(try !fixture.directory.workspaceNames().contains(empty.text))
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform([.boards(.archiveBoard(home.board))], as: home.author)
            }
            #expect(try await fixture.get(path, as: home.anna.secret).text.contains("<p>archived</p>"))
        }
    }

    @Test(.shows("P-208", "P-701"))
    func `a board that is not there is not told from one that may not be seen`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (ben, editor) = (try await fixture.visitor("ben"), try await fixture.visitor("editor"))
            _ = try await fixture.workspace(of: ben)
            try await fixture.keeps(
                .addMember(home.id, editor.user, role: .editor, reach: .everything), as: home.author)
            let path = "/b/\(home.board.text)"
            let nowhere: BoardID = fixture.pool.runtime.mint()
            let notes = try await fixture.token(of: home.anna, [.notes])
            let visit = try await Visit.begin(at: fixture)
            let none = try await fixture.get("/b/\(nowhere.text)", as: home.anna.secret)
            #expect(none.status == 404 && none.problem == "noSuchThing")
            for (path, secret) in [
                (path, ben.secret), (path, editor.secret), (path, notes), (path, visit.secret),
                ("/b/\(home.card.text)", home.anna.secret), ("/b/\(home.id.text)", home.anna.secret),
            ] {
                let answer = try await fixture.get(path, as: secret)
                #expect(answer.status == 404, "\(answer.text)")
                #expect(answer.said == none.said)
            }
            for path in [path, "/b/\(nowhere.text)"] {
                let answer = try await fixture.get(path)
                #expect(answer.status == 401 && answer.problem == "notSignedIn")
            }
            #expect(try await fixture.get("/b/House", as: home.anna.secret).status == 400)
            #expect(try await fixture.ask(.post, path, "{}", as: home.anna.secret).status == 405)
        }
    }

    @Test func `a guest sees the boards of their visit`() async throws {
        try await ServiceFixture.open { fixture in
            let runtime = fixture.pool.runtime
            let visit = try await Visit.begin(at: fixture)
            let board: BoardID = runtime.mint()
            let columns: (ColumnID, ColumnID, ColumnID) = (
                runtime.mint(), runtime.mint(), runtime.mint()
            )
            let given = try await visit.give([
                .boards(.openBoard(board, title: Name(recorded: "Trial"), columns: DefaultColumns.named(columns)))
            ])
            #expect(given.status == 200, "\(given.text)")
            let page = try await fixture.get("/b/\(board.text)", as: visit.secret)
            #expect(page.status == 200 && page.text.contains("<h1>Trial</h1>"), "\(page.text)")
        }
    }
}

@Suite("Boards and cards from a terminal far from the data", .serialized)
struct BoardsFromATerminal {
    private static func token(of client: CommandLine) throws -> String {
        let servers = client.data + "/servers"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: servers).first)
        return try String(contentsOfFile: servers + "/" + name + "/token", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func added(_ words: String) throws -> String {
        try #require(try JSONValue(parsing: Array(words.utf8))["entity"].string)
    }

    @Test(.shows("P-208"))
    func `the address that is printed leads to the board`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        let id = try Self.added(try client.done("add", "board", "House", "--json"))
        try client.done("add", "card", "Buy paint", "--to", "House/To Do")
        let printed = try client.done("board", "open", "House")
        #expect(printed == "http://127.0.0.1:\(rig.program.port)/b/\(id)\n")
        let path = "/b/" + id
        let remote = RemoteClient(program: rig.program, secret: try Self.token(of: client))
        let page = try remote.ask("GET", path, [], type: "text/plain")
        #expect(page.status == 200)
        #expect(page.text.contains("<h1>House</h1>") && page.text.contains("Buy paint"))
        #expect(try RemoteClient(program: rig.program).ask("GET", path, [], type: "text/plain").status == 401)
        try client.done("undo")
        try client.done("undo")
        #expect(try remote.ask("GET", path, [], type: "text/plain").status == 404)
        try rig.stop()
    }

    @Test(.shows("P-203"))
    func `what one prefers is said through the service, and a card begins on the primary board, there or not`() throws {
        let rig = try ClientRig()
        let (client, other) = (rig.clients[0], rig.clients[1])
        try client.done("add", "board", "House")
        let zoo = try Self.added(try client.done("add", "board", "Zoo", "--json"))
        #expect(try client.done("card", "add", "One").contains(" to House/To Do."))
        let said = try client.done(
            "account", "prefer", "Anna@example.org", "--primary-board", zoo, "--theme", "dark", "--accent", "#ff8800",
            "--humour", "--keep", "trash=30", "--shortcut", "card.add=N", "--zone", "Europe/Berlin")
        #expect(said == "Changed the preferences.\n")
        let remote = RemoteClient(program: rig.program, secret: try Self.token(of: client))
        let shown = try remote.ask("GET", "/v1/account", [], type: "text/plain").json["preferences"]
        #expect(shown["primaryBoard"].string == zoo && shown["theme"].string == "dark, accent #ff8800")
        #expect(shown["humour"] == .flag(true) && shown["trashDays"] == .number(30))
        #expect(shown["shortcuts"]["card.add"].string == "N" && shown["zone"].string == "Europe/Berlin")

        #expect(try client.done("card", "add", "Two").contains(" to Zoo/To Do."))
        #expect(try other.done("card", "add", "Three").contains(" to Zoo/To Do."))
        #expect(try client.done("card", "add", "Four", "--to", "House/Done").contains(" to House/Done."))
        // Another mode keeps the accent, and none takes away.
        try client.done(
            "account", "prefer", "anna@example.org", "--theme", "light", "--zone", "none", "--keep", "trash=ever",
            "--shortcut", "card.add=default")
        let later = try remote.ask("GET", "/v1/account", [], type: "text/plain").json["preferences"]
        #expect(later["theme"].string == "light, accent #ff8800" && later["zone"] == .null)
        #expect(later["trashDays"] == .null && later["shortcuts"].keys.isEmpty)

        for (arguments, status, word) in [
            (["ben@example.org", "--humour"], 3, "you are anna@example.org there"),
            (["anna@example.org"], 2, "Say what"),
            (["anna@example.org", "--zone", "the moon"], 3, "a time zone is called as in Europe/Berlin"),
        ] as [([String], Int32, String)] {
            let run = try client.run(["account", "prefer"] + arguments)
            #expect(run.status == status && run.err.contains(word), "\(arguments): \(run.status) \(run.err)")
        }

        // Where nobody can be asked, it begins where it began last.
        try rig.stop()
        #expect(try client.done("card", "add", "Five").contains(" to Zoo/To Do."))
        try rig.start()
        try client.done("account", "prefer", "anna@example.org", "--primary-board", "none")
        #expect(try client.done("card", "add", "Six").contains(" to House/To Do."))
        #expect(try client.done("show", "board", "Zoo").contains("Five"))
        try rig.expectConvergence()
        try rig.stop()
    }
}
