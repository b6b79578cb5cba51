import Accounts
import Boards
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Intents and the widget over HTTP")
struct IntentsOverHTTP {
    private static func columns(_ home: ReadingOverHTTP.Furnished, on fixture: ServiceFixture) async throws -> [ColumnID] {
        try await fixture.pool.using(home.id) { workspace in
            let view = await workspace.view
            return view.boards.board(home.board, name: view.name)?.columns.map(\.id) ?? []
        }
    }

    @Test(.shows("P-205"))
    func `a card is added in one request, as one says it, and once however often it is asked for`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let card: CardID = fixture.pool.runtime.mint()
            let body = "{\"title\":\"Call school tomorrow !high #family\",\"card\":\"\(card.text)\"}"
            let path = home.path + "/intents/add-card"
            let answer = try await fixture.ask(.post, path, body, as: home.anna.secret)
            #expect(answer.status == 201, "\(answer.text)")
            #expect(answer.json["id"].string == card.text)
            #expect(answer.json["title"].string == "Call school")
            #expect(answer.json["priority"].string == "high")
            #expect(answer.text.contains("2026-11-23"), "the clock says the 22nd")
            #expect(answer.text.contains("family"))
            let sequence = try await fixture.pool.using(home.id) { await $0.lastSequence }
            #expect(try await fixture.ask(.post, path, body, as: home.anna.secret).status == 201)
            #expect(try await fixture.pool.using(home.id) { await $0.lastSequence } == sequence)
            let columns = try await Self.columns(home, on: fixture)
            let there = try await fixture.ask(
                .post, path, "{\"title\":\"Paint friday\",\"column\":\"\(columns[2].text)\",\"today\":\"2026-12-01\"}",
                as: home.anna.secret)
            #expect(there.text.contains("2026-12-04"))
            let board = try await fixture.get(home.path + "/boards/\(home.board.text)", as: home.anna.secret)
            #expect(board.json["columns"].list[2]["cards"].list.compactMap { $0["title"].string } == ["Paint"])
        }
    }

    @Test func `a card that is asked for again stays as it is by now, whatever was done to it since`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let card: CardID = fixture.pool.runtime.mint()
            let body = "{\"title\":\"Call school tomorrow !high #family\",\"card\":\"\(card.text)\"}"
            let path = home.path + "/intents/add-card"
            #expect(try await fixture.ask(.post, path, body, as: home.anna.secret).status == 201)
            let columns = try await Self.columns(home, on: fixture)
            let sequence = try await fixture.pool.using(home.id) { workspace in
                _ = try await workspace.perform(
                    [
                        .boards(.prioritiseCard(card, .low)), .boards(.scheduleCard(card, due: nil)),
                        .boards(.untagCard(card, [CardTag(colour: .none, label: "family")])),
                        .boards(.moveCard(card, to: columns[2], above: nil)),
                    ], as: home.author)
                return await workspace.lastSequence
            }
            let again = try await fixture.ask(.post, path, body, as: home.anna.secret)
            #expect(again.status == 201)
            let there = try await fixture.get(home.path + "/cards/\(card.text)", as: home.anna.secret)
            #expect(again.text == there.text)
            #expect(there.json["priority"].string == "low" && !there.text.contains("family"), "\(there.text)")
            #expect(try await fixture.pool.using(home.id) { await $0.lastSequence } == sequence)
        }
    }

    @Test func `what an intent does takes no number of the device that asks, and is undone as what one did last`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            // The numbers of a token are its own, as those of a device are.
            for secret in [home.anna.secret, try await fixture.token(of: home.anna, [.everything])] {
                func addNote(as number: Int) async throws -> NoteID {
                    let note: NoteID = runtime.mint()
                    let command = WorkspaceCommand.notes(
                        .createNote(note, title: Name(recorded: "Note \(number)"), body: "", in: nil))
                    let answer = try await fixture.ask(
                        .post, home.path + "/commands", GivingCommands.batch([command], from: number), as: secret)
                    let result = try GivingCommands.results(answer).results.first
                    #expect(result?.outcome == .done && result?.isRepeated == false, "\(answer.text)")
                    return note
                }
                func status(_ path: String) async throws -> Int {
                    try await fixture.get(home.path + path, as: secret).status
                }
                let before = try await addNote(as: 1)
                let card: CardID = runtime.mint()
                let added = try await fixture.ask(
                    .post, home.path + "/intents/add-card",
                    "{\"title\":\"Call school tomorrow !high #family\",\"card\":\"\(card.text)\"}", as: secret)
                #expect(added.status == 201, "\(added.text)")
                let after = try await addNote(as: 2)
                #expect(try await status("/notes/\(after.text)") == 200)
                for (number, gone) in [(3, "/notes/\(after.text)"), (4, "/cards/\(card.text)")] {
                    #expect(try await status(gone) == 200)
                    let undone = try await fixture.ask(
                        .post, home.path + "/undo", "{\"sequence\":\(number)}", as: secret)
                    #expect(undone.status == 200, "\(undone.text)")
                    #expect(try await status(gone) == 404)
                }
                #expect(try await status("/notes/\(before.text)") == 200)
            }
        }
    }

    @Test func `whoever asks by intents alone is called by name in the audit, once they changed something`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            try await fixture.keeps(.nameUser(home.anna.user, Name(recorded: "Anna")), as: home.author)
            func add(_ more: String) async throws -> Int {
                try await fixture.ask(
                    .post, home.path + "/intents/add-card", "{\"title\":\"Call school\"\(more)}", as: home.anna.secret
                ).status
            }
            let before = try await fixture.pool.using(home.id) { await $0.lastSequence }
            #expect(try await add(",\"column\":\"\(home.folder.text)\"") == 404)
            #expect(try await fixture.pool.using(home.id) { await $0.lastSequence } == before)
            #expect(try await add("") == 201)
            let rows = try await fixture.get(home.path + "/audit?kind=card&limit=1000", as: home.anna.secret)
            #expect(rows.json.list.last?["actorName"].string == "Anna", "\(rows.text)")
        }
    }

    @Test func `a title may be as long as that of any card, and one that may not is refused by its field`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for (count, status) in [(500, 201), (501, 422), (0, 422)] {
                let title = String(repeating: "y", count: count)
                let answer = try await fixture.ask(
                    .post, home.path + "/intents/add-card", "{\"title\":\"\(title)\"}", as: home.anna.secret)
                #expect(answer.status == status, "\(answer.text)")
                guard status == 422 else { continue }
                #expect(answer.problem == "badName" && answer.json["field"].string == "title")
            }
        }
    }

    @Test func `a card goes to the board that one chose, and else to the first one`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let zoo: BoardID = runtime.mint()
            let columns: (ColumnID, ColumnID, ColumnID) = (
                runtime.mint(), runtime.mint(), runtime.mint()
            )
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .boards(
                            .openBoard(zoo, title: Name(recorded: "Zoo"), columns: DefaultColumns.named(columns)))
                    ], as: home.author)
            }
            func add(_ title: String, _ more: String = "") async throws -> ServiceFixture.Answer {
                try await fixture.ask(
                    .post, home.path + "/intents/add-card", "{\"title\":\"\(title)\"\(more)}", as: home.anna.secret)
            }
            func titles(_ board: BoardID) async throws -> [String] {
                let answer = try await fixture.get(home.path + "/boards/\(board.text)", as: home.anna.secret)
                return answer.json["columns"].list[0]["cards"].list.compactMap { $0["title"].string }
            }
            #expect(try await add("One").status == 201)
            try await fixture.keeps(.choosePrimaryBoard(home.anna.user, zoo.entity), as: home.author)
            #expect(try await add("Two").status == 201)
            #expect(try await add("Three", ",\"board\":\"\(home.board.text)\"").status == 201)
            #expect(try await titles(home.board) == ["Buy paint", "One", "Three"])
            #expect(try await titles(zoo) == ["Two"])
            #expect(try await add("Four", ",\"board\":\"\(home.card.text)\"").status == 404)
        }
    }

    @Test(.shows("P-206"))
    func `a card is moved in one request`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let columns = try await Self.columns(home, on: fixture)
            let path = home.path + "/intents/move-card"
            let moved = try await fixture.ask(
                .post, path, "{\"card\":\"\(home.card.text)\",\"column\":\"\(columns[1].text)\"}", as: home.anna.secret)
            #expect(moved.status == 200, "\(moved.text)")
            let board = try await fixture.get(home.path + "/boards/\(home.board.text)", as: home.anna.secret)
            #expect(board.json["columns"].list[1]["cards"].list.compactMap { $0["id"].string } == [home.card.text])
            let nowhere = try await fixture.ask(
                .post, path, "{\"card\":\"\(home.card.text)\",\"column\":\"\(home.folder.text)\"}", as: home.anna.secret)
            #expect(nowhere.status == 404)
            #expect(nowhere.problem == "boards.noSuchColumn")
        }
    }

    @Test(.shows("P-207"))
    func `cards are found by a tag and those nested below it, and nothing else is`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for words in ["Milk #shop", "Bread #shop/baker", "Shopping list"] {
                _ = try await fixture.ask(
                    .post, home.path + "/intents/add-card", "{\"title\":\"\(words)\"}", as: home.anna.secret)
            }
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform([.notes(.tagNote(home.notes[0], [Name(recorded: "shop")]))], as: home.author)
            }
            let found = try await fixture.get(home.path + "/intents/cards?tag=shop", as: home.anna.secret)
            #expect(Set(found.json["hits"].list.compactMap { $0["title"].string }) == ["Milk", "Bread"])
            let nested = try await fixture.get(home.path + "/intents/cards?tag=shop%2Fbaker", as: home.anna.secret)
            #expect(nested.json["hits"].list.compactMap { $0["title"].string } == ["Bread"])
            let bad = try await fixture.get(home.path + "/intents/cards?tag=%20", as: home.anna.secret)
            #expect(bad.status == 400)
            #expect(bad.json["field"].string == "tag")
            #expect(try await fixture.get(home.path + "/intents/cards", as: home.anna.secret).status == 400)
        }
    }

    @Test func `whoever may not write boards changes nothing, and what is malformed is refused by name`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let editor = try await fixture.visitor("editor")
            try await fixture.keeps(
                .addMember(home.id, editor.user, role: .editor, reach: .everything), as: home.author)
            let before = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let path = home.path + "/intents/add-card"
            for (secret, name) in [
                (editor.secret, "ownersOnly"), (try await fixture.token(of: home.anna, [.widget]), "scopeTooNarrow"),
                (try await fixture.token(of: home.anna, [.notes]), "scopeTooNarrow"),
            ] {
                let denied = try await fixture.ask(.post, path, "{\"title\":\"x\"}", as: secret)
                #expect(denied.status == 403)
                #expect(denied.problem == name)
            }
            for (body, name, status) in [
                ("{}", "missingField", 422), ("{\"title\":5}", "badField", 422), ("{\"title\":\"\"}", "badName", 422),
                ("{\"title\":\"x\",\"column\":\"y\"}", "badField", 422),
                ("{\"title\":\"x\",\"colour\":\"y\"}", "unknownField", 422),
                ("{\"title\":\"x\",\"colour\":null}", "unknownField", 422),
                ("{\"title\":\"\(String(repeating: "x", count: 600))\"}", "boards.", 409),
            ] {
                let answer = try await fixture.ask(.post, path, body, as: home.anna.secret)
                #expect(answer.status == status || name == "boards.", "\(body.prefix(40)): \(answer.text)")
                #expect((400..<500).contains(answer.status), "\(answer.text)")
                #expect(answer.problem?.hasPrefix(name) == true || name == "boards.", "\(answer.text)")
            }
            #expect(try await fixture.pool.using(home.id) { await $0.lastSequence } == before)
        }
    }

    @Test(.shows("P-604"))
    func `the widget keeps for half an hour, and a change of the board is told at once and changes its tag`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let secret = try await fixture.token(of: home.anna, [.widget])
            let path = home.path + "/widget/top3"
            let first = try await fixture.get(path, as: secret)
            #expect(first.status == 200)
            #expect(first.headers[.cacheControl] == "private, max-age=1800")
            #expect(first.json["title"].string == "House")
            #expect(first.json["cards"].list.compactMap { $0["title"].string } == ["Buy paint"])
            let tag = try #require(first.headers[.eTag])
            let known: HTTPFields = [.ifNoneMatch: tag]
            #expect(try await fixture.get(path, as: secret, headers: known).status == 304)
            let sequence = try await fixture.pool.using(home.id) { await $0.lastSequence }
            for title in ["Two", "Three", "Four"] {
                _ = try await fixture.ask(
                    .post, home.path + "/intents/add-card", "{\"title\":\"\(title)\"}", as: home.anna.secret)
            }
            let told = try await fixture.get(home.path + "/changes?after=\(sequence)&seconds=5", as: secret)
            #expect(told.json["areas"].list.compactMap(\.string).contains("boards"))
            let later = try await fixture.get(path, as: secret, headers: known)
            #expect(later.status == 200)
            #expect(later.json["cards"].list.compactMap { $0["title"].string } == ["Buy paint", "Two", "Three"])
        }
    }

    @Test func `the widget is drawn in every format, of the primary board, and nothing in a title is a mark`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let columns = try await Self.columns(home, on: fixture)
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [.boards(.retitleCard(home.card, to: Name(recorded: "<b>\"Tom\" & 'Ada'</b>")))], as: home.author)
            }
            let path = home.path + "/widget/top3"
            let escaped = "&lt;b&gt;&quot;Tom&quot; &amp; &#39;Ada&#39;&lt;/b&gt;"
            for (format, type, word) in [
                ("json", "application/json", "<b>"), ("text", "text/plain; charset=utf-8", "<b>"),
                ("svg", "image/svg+xml", escaped), ("html", "text/html; charset=utf-8", escaped),
            ] {
                let asked = try await fixture.get(path + "?format=\(format)", as: home.anna.secret)
                let accepted = try await fixture.get(path, as: home.anna.secret, headers: [.accept: type])
                for answer in [asked, accepted] {
                    #expect(answer.status == 200)
                    #expect(answer.headers[.contentType] == type)
                    #expect(answer.text.contains(word), "\(answer.text)")
                }
            }
            #expect(try await fixture.get(path + "?format=gif", as: home.anna.secret).status == 400)
            // What stands in the last column is done.
            _ = try await fixture.ask(
                .post, home.path + "/intents/move-card",
                "{\"card\":\"\(home.card.text)\",\"column\":\"\(columns[2].text)\"}", as: home.anna.secret)
            #expect(try await fixture.get(path + "?format=text", as: home.anna.secret).text.contains("Nothing to do."))
            #expect(try await fixture.get(path + "?board=\(home.card.text)", as: home.anna.secret).status == 404)
            let empty = try await fixture.workspace(of: home.anna, "Empty")
            let none = try await fixture.get("/v1/workspaces/\(empty.text)/widget/top3", as: home.anna.secret)
            #expect(none.status == 404)
        }
    }
}
