import Accounts
import Boards
import Capture
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Reading over HTTP")
struct ReadingOverHTTP {
    /// A workspace with something of every domain, and who owns it.
    struct Furnished: Sendable {
        var anna: Visitor
        var author: Author
        var id: WorkspaceID
        var path: String
        var notes: [NoteID]
        var board: BoardID
        var card: CardID
        var items: [ItemID]
        var child: ChildID
        var folder: FolderID
    }

    static func furnish(_ fixture: ServiceFixture, notes count: Int = 5) async throws -> Furnished {
        let anna = try await fixture.visitor("anna")
        let id = try await fixture.workspace(of: anna)
        let runtime = fixture.pool.runtime
        let author = fixture.author(of: anna)
        let (folder, board, card, child): (FolderID, BoardID, CardID, ChildID) = (
            runtime.mint(), runtime.mint(), runtime.mint(), runtime.mint()
        )
        let columns: (ColumnID, ColumnID, ColumnID) = (runtime.mint(), runtime.mint(), runtime.mint())
        let notes = (0..<count).map { _ in runtime.mint(NoteID.self) }
        let items = (0..<3).map { _ in runtime.mint(ItemID.self) }
        var commands: [WorkspaceCommand] = [
            .notes(.createFolder(folder, name: Name(recorded: "Garden"), in: nil)),
            .boards(.openBoard(board, title: Name(recorded: "House"), columns: DefaultColumns.named(columns))),
            .boards(
                .addCard(card, to: columns.0, title: Name(recorded: "Buy paint"), description: "white", above: nil)),
            .studio(
                .addChild(
                    child, name: Name(recorded: "Ada"), birth: nil, age: 5, avatar: .none,
                    today: CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0))),
        ]
        for (index, note) in notes.enumerated() {
            commands.append(
                .notes(.createNote(note, title: Name(recorded: "Note \(index)"), body: "Roses \(index)", in: folder)))
        }
        for (index, item) in items.enumerated() {
            commands.append(.capture(.captureItem(item, content: "Thought \(index)", captured: ServiceFixture.start)))
        }
        let given = commands
        _ = try await fixture.pool.using(id) { try await $0.perform(given, as: author) }
        return Furnished(
            anna: anna, author: author, id: id, path: "/v1/workspaces/\(id.text)", notes: notes, board: board,
            card: card, items: items, child: child, folder: folder)
    }

    @Test func `a tag that could never be one is a bad parameter, as any other is`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            for view in ["/gallery", "/timeline"] {
                for tag in ["", "%20", "a%0Ab", String(repeating: "x", count: 256)] {
                    let answer = try await fixture.get(home.path + view + "?tag=" + tag, as: home.anna.secret)
                    #expect(answer.status == 400, "\(answer.text)")
                    #expect(answer.problem == "badParameter" && answer.json["field"].string == "tag")
                }
                #expect(try await fixture.get(home.path + view + "?tag=sea", as: home.anna.secret).status == 200)
            }
        }
    }

    @Test func `every view answers as the command line shows it, in JSON and in text`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            let view = try await fixture.pool.using(home.id) { await $0.view }
            for (path, reading) in [
                ("/folders", view.notes.folders() as any CanonicalView), ("/notes", view.notes.allNotes(name: view.name)),
                ("/boards", view.boards.boards(name: view.name)), ("/inbox", view.capture.inbox()),
                ("/collections", view.capture.collections(name: view.name)), ("/logbook", view.capture.logbook()),
                ("/albums", view.studio.albums()), ("/trash", view.trash()), ("/tags", view.tags()),
                ("/pins", view.pins()), ("/gallery", view.studio.gallery()),
            ] {
                let json = try await fixture.get(home.path + path, as: home.anna.secret)
                #expect(json.status == 200, "\(path)")
                #expect(json.text == reading.json, "\(path)")
                #expect(json.headers[.contentType] == "application/json")
                let text = try await fixture.get(
                    home.path + path, as: home.anna.secret, headers: [.accept: "text/plain"])
                #expect(text.text == reading.text, "\(path)")
                #expect(text.headers[.eTag] != json.headers[.eTag])
            }
            for (path, word) in [
                ("/notes/\(home.notes[0].text)", "Roses 0"), ("/boards/\(home.board.text)", "Buy paint"),
                ("/cards/\(home.card.text)", "white"), ("/items/\(home.items[0].text)", "Thought 0"),
                ("/children/\(home.child.text)", "Ada"), ("/folders/\(home.folder.text)", "Garden"),
                ("/search?q=roses%203", "Note 3"), ("/things/\(home.card.text)/history?diffs=true", "card added"),
                ("/audit?kind=note", "note created"), ("/recent?limit=2", "things"),
                ("/folders/\(home.folder.text)/notes", "Note 4"),
            ] {
                let answer = try await fixture.get(home.path + path, as: home.anna.secret)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                #expect(answer.text.contains(word), "\(path): \(answer.text)")
            }
        }
    }

    @Test func `every view of the table answers, and 404 for what is not there`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            for route in RouteTable.all {
                guard case .reads = route.rule, case .json = route.answer else { continue }
                var path = route.path.replacing("{workspace}", with: home.id.text)
                let names = route.parameters.filter { $0 != "workspace" }
                for name in names { path = path.replacing("{\(name)}", with: home.anna.user.text) }
                for name in ["q", "tag"] where route.query.contains(where: { $0.name == name && $0.isRequired }) {
                    path += "?\(name)=x"
                }
                let answer = try await fixture.get(path, as: home.anna.secret)
                // What is in the paid plan first says so to the others.
                let found = route.name.hasPrefix("showRunQueue") ? 403 : 200
                #expect(answer.status == (names.isEmpty ? found : 404), "\(path): \(answer.text)")
                _ = answer.json
            }
        }
    }

    @Test(.shows("B-49")) func `a board has the beginning of a description, so that a long one makes it no longer`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            func board(describing text: String) async throws -> Int {
                _ = try await fixture.pool.using(home.id) { workspace in
                    let card: CardID = fixture.pool.runtime.mint()
                    let column = try #require(await workspace.view.boards.model.columns(of: home.board).entries.first?.id)
                    return try await workspace.perform(
                        [
                            .boards(
                                .addCard(card, to: column, title: Name(recorded: "Long"), description: text, above: nil))
                        ], as: home.author)
                }
                return try await fixture.get(home.path + "/boards/\(home.board.text)", as: home.anna.secret).bytes.count
            }
            let before = try await fixture.get(home.path + "/boards/\(home.board.text)", as: home.anna.secret).bytes.count
            let short = try await board(describing: String(repeating: "word ", count: 60)) - before
            let long = try await board(describing: String(repeating: "word ", count: 20_000)) - before - short
            #expect(short > 0 && abs(long - short) < 8)
        }
    }

    @Test func `what somebody has already is not sent again, until something changes`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            let first = try await fixture.get(home.path + "/boards", as: home.anna.secret)
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.cacheControl] == "private, no-cache")
            let sequence = try #require(Call.sequenceHeader.flatMap { first.headers[$0] })
            #expect(UInt64(sequence) == (try await fixture.pool.using(home.id) { await $0.lastSequence }))
            for known in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
                let again = try await fixture.get(
                    home.path + "/boards", as: home.anna.secret, headers: [.ifNoneMatch: known])
                #expect(again.status == 304, "\(known)")
                #expect(again.text.isEmpty)
                #expect(again.headers[.eTag] == tag)
            }
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
            }
            let changed = try await fixture.get(
                home.path + "/boards", as: home.anna.secret, headers: [.ifNoneMatch: tag])
            #expect(changed.status == 200)
            #expect(changed.headers[.eTag] != tag)
            // What one may not see is not confirmed either.
            let ben = try await fixture.visitor("ben")
            let denied = try await fixture.get(
                home.path + "/boards", as: ben.secret, headers: [.ifNoneMatch: "*"])
            #expect(denied.status == 403)
        }
    }

    @Test func `nothing that is not there is had already, whatever tags somebody knows`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            let boards = try await fixture.get(home.path + "/boards", as: home.anna.secret)
            let tag = try #require(boards.headers[.eTag])
            let nothing = home.anna.user.text
            for known in ["*", tag] {
                for path in [
                    "/notes/\(nothing)", "/widget/top3?board=\(nothing)", "/things/\(nothing)/history",
                    "/things/\(home.notes[0].text)/conflict",
                ] {
                    let answer = try await fixture.get(
                        home.path + path, as: home.anna.secret, headers: [.ifNoneMatch: known])
                    #expect(answer.status == 404, "\(path) for \(known)")
                }
            }
            // A tag is of one address, and of what is asked of it.
            for path in ["/notes", "/boards?at=1", "/widget/top3"] {
                let other = try await fixture.get(home.path + path, as: home.anna.secret, headers: [.ifNoneMatch: tag])
                #expect(other.status == 200, "\(path)")
                let any = try await fixture.get(home.path + path, as: home.anna.secret, headers: [.ifNoneMatch: "*"])
                #expect(any.status == 304 && any.bytes.isEmpty, "\(path)")
            }
        }
    }

    @Test func `a view of the past is of the day that it was then`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            let token = try await fixture.token(of: home.anna, [.everything])
            let child = home.path + "/children/\(home.child.text)"
            let sequence = try await fixture.pool.using(home.id) { await $0.lastSequence }
            fixture.wait(seconds: 3 * 366 * 86_400)
            #expect(try await fixture.get(child, as: token).json["age"].int == 8)
            for moment in [String(sequence), "2026-11-22T09:00:00Z"] {
                let then = try await fixture.get(child + "?at=\(moment)", as: token)
                #expect(then.json["age"].int == 5, "\(moment): \(then.text)")
                let week = try await fixture.get(home.path + "/week?at=\(moment)", as: token)
                #expect(week.json["from"].string == "2026-11-16", "\(moment): \(week.text)")
            }
        }
    }

    @Test func `a week is shown of every year whose weeks can be written`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            for (day, monday) in [("0001-01-01", "0001-01-01"), ("9998-12-31", "9998-12-28")] {
                let week = try await fixture.get(home.path + "/week?day=\(day)", as: home.anna.secret)
                #expect(week.json["from"].string == monday, "\(week.text)")
            }
            for asked in ["day=0000-01-01", "day=0000-12-31", "day=9999-12-31", "at=0000-01-01"] {
                let answer = try await fixture.get(home.path + "/week?" + asked, as: home.anna.secret)
                #expect(answer.status == 400 && answer.problem == "badParameter", "\(asked): \(answer.text)")
                #expect(answer.json["field"].string.map { asked.hasPrefix($0) } == true, "\(answer.text)")
            }
        }
    }

    @Test func `a view is shown as it was at a sequence number and at a time, and what was not there yet is not`() async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            let before = try await fixture.get(home.path + "/notes", as: home.anna.secret)
            let sequence = try #require(Call.sequenceHeader.flatMap { before.headers[$0] })
            fixture.wait(seconds: 3_600)
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.trashNote(notes[0]))], as: author)
            }
            let now = try await fixture.get(home.path + "/notes", as: home.anna.secret)
            #expect(now.json["count"].int == 4)
            // A plus sign that is not encoded is a space when it comes here.
            for moment in [
                sequence, "2026-11-22T08:30:00Z", "2026-11-22+08:30", "2026-11-22T09:30:00%2B01:00",
                "2026-11-22T09:30:00+01:00",
            ] {
                let then = try await fixture.get(home.path + "/notes?at=\(moment)", as: home.anna.secret)
                #expect(then.text == before.text, "\(moment)")
            }
            let empty = try await fixture.get(home.path + "/notes?at=2020-01-01", as: home.anna.secret)
            #expect(empty.json["count"].int == 0)
            let future = try await fixture.get(home.path + "/notes?at=999999", as: home.anna.secret)
            #expect(future.status == 404)
            #expect(future.problem == "noSuchRecord")
            let gone = try await fixture.get(home.path + "/notes/\(home.notes[0].text)?at=1", as: home.anna.secret)
            #expect(gone.status == 404)
        }
    }

    @Test func `an audit begins with the newest record where that is asked for, page by page`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            for filter in ["", "&kind=note", "&thing=\(home.notes[1].text)", "&from=2&to=9"] {
                func sequences(_ more: String) async throws -> (found: [Int], next: String?) {
                    let answer = try await fixture.get(home.path + "/audit?" + more + filter, as: home.anna.secret)
                    let next = Call.linkHeader.flatMap { answer.headers[$0] }
                    return (
                        answer.json.list.compactMap { $0["seq"].int },
                        next?.firstMatch(of: /after=(\d+)/).map { String($0.1) }
                    )
                }
                let all = try await sequences("limit=1000").found
                #expect(!all.isEmpty)
                #expect(try await sequences("limit=1000&newest=true").found == all.reversed())
                var (seen, after): ([Int], String?) = ([], "0")
                while let asked = after {
                    let page = try await sequences("limit=2&newest=true&after=" + asked)
                    #expect(page.found.count <= 2)
                    seen += page.found
                    after = page.next
                }
                #expect(seen == all.reversed(), "\(filter)")
            }
        }
    }

    @Test(.shows("C-04", "C-05"))
    func `histories and audits tell what had happened by a moment, and nothing that came later`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture)
            let history = home.path + "/things/\(home.notes[0].text)/history"
            let audit = home.path + "/audit?limit=1000"
            let told = try await fixture.get(history, as: home.anna.secret)
            let rows = try await fixture.get(audit, as: home.anna.secret)
            let sequence = try #require(rows.json.list.last?["seq"].int)
            fixture.wait(seconds: 3_600)
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.trashNote(notes[0]))], as: author)
            }
            #expect(try await fixture.get(history, as: home.anna.secret).json.list.count == told.json.list.count + 1)
            for moment in [String(sequence), "2026-11-22T08:30:00Z"] {
                let then = try await fixture.get(history + "?at=\(moment)", as: home.anna.secret)
                #expect(then.status == 200 && then.text == told.text, "\(moment): \(then.text)")
                let all = try await fixture.get(audit + "&at=\(moment)", as: home.anna.secret)
                #expect(all.status == 200 && all.text == rows.text, "\(moment)")
                let page = try await fixture.get(
                    home.path + "/audit?limit=1&at=\(moment)&after=\(sequence - 1)", as: home.anna.secret)
                #expect(page.json.list.compactMap { $0["seq"].int } == [sequence])
                #expect(Call.linkHeader.flatMap { page.headers[$0] } == nil, "the last one")
            }
            #expect(try await fixture.get(audit + "&at=2", as: home.anna.secret).json.list.count == 2)
            #expect(try await fixture.get(audit + "&at=2020-01-01", as: home.anna.secret).json.list.isEmpty)
            let before = try await fixture.get(history + "?at=1", as: home.anna.secret)
            #expect(before.status == 404 && before.problem == "noHistory")
            for address in [history + "?at=999999", audit + "&at=999999"] {
                let future = try await fixture.get(address, as: home.anna.secret)
                #expect(future.status == 404 && future.problem == "noSuchRecord", "\(address)")
            }
            #expect(try await fixture.get(history + "?at=someday", as: home.anna.secret).status == 400)
        }
    }

    @Test func `a long list comes in pages that skip nothing and repeat nothing, whatever changes meanwhile`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await Self.furnish(fixture, notes: 25)
            var path: String? = home.path + "/notes?limit=10"
            var seen: [String] = []
            var pages = 0
            while let next = path {
                let page = try await fixture.get(next, as: home.anna.secret)
                seen += page.json["notes"].list.compactMap { $0["id"].string }
                pages += 1
                // Somebody writes a note that stands before all of them, and changes one that was seen.
                fixture.wait(seconds: 60)
                let fresh: NoteID = fixture.pool.runtime.mint()
                _ = try await fixture.pool.using(home.id) { [author = home.author] in
                    try await $0.perform(
                        [.notes(.createNote(fresh, title: nil, body: "", in: nil))], as: author)
                }
                path = Call.linkHeader.flatMap { page.headers[$0] }.flatMap { link in
                    link.split(separator: ">").first.map { String($0.dropFirst()) }
                }
            }
            #expect(pages == 3)
            #expect(seen.count == 25)
            #expect(Set(seen) == Set(home.notes.map(\.text)))
        }
    }

    @Test func `a workspace that was unused longest is closed when there are too many, and opens again`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.openWorkspaces, 2)) { fixture in
            let anna = try await fixture.visitor("anna")
            var paths: [String] = []
            for index in 0..<5 {
                let id = try await fixture.workspace(of: anna, "Workspace \(index)")
                paths.append("/v1/workspaces/\(id.text)/notes")
            }
            for path in paths + paths { #expect(try await fixture.get(path, as: anna.secret).status == 200) }
            #expect(await fixture.pool.openCount <= 2)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for path in paths + paths + paths {
                    group.addTask { try await fixture.get(path, as: anna.secret).status }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test func `what was made is there when the service is started again`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-service-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let home = try await ServiceFixture.open(in: root) { try await Self.furnish($0) }
        try await ServiceFixture.open(in: root) { fixture in
            let notes = try await fixture.get(home.path + "/notes", as: home.anna.secret)
            #expect(notes.json["count"].int == 5)
        }
    }
}
