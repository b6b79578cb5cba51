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

/// Every list that can grow, by the same two parameters; every view with a tag.
@Suite("Paging over HTTP")
struct PagingOverHTTP {
    private static var views: [Route] { RouteTable.all.filter { $0.isTagged && $0.item == nil } }
    private static var paged: [Route] { views.filter { $0.query.contains { $0.name == "after" } } }

    /// Views of one thing, of a tree that only makes sense whole, or of what a limit of the domain keeps small.
    private static let whole: Set<String> = [
        "listFolders", "showFolder", "showNote", "showBoard", "showArchive", "showCard", "showItem", "showCollection",
        "showDue", "showFollowUp", "listItemTags", "listPrompts", "showRun", "listChildren", "showChild", "showProgress",
        "showHeatmap", "showArtwork", "showAlbum", "showStory", "listTips", "listConsents", "showReminders",
        "listDuplicates", "showTop3", "showStorage", "showWeek", "listRecent", "listTrash", "listLinks", "showLinks",
        "exportWorkspace", "showRunQueue", "listConflicts", "showConflict",
    ]

    @Test func `a view has pages, or is known to be shown whole`() {
        #expect(Set(Self.views.map(\.name)).subtracting(Self.paged.map(\.name)) == Self.whole)
        for route in Self.paged {
            #expect(route.query.contains { $0.name == "limit" }, "\(route.name)")
        }
    }

    /// The items of an answer: the one list in it, or the lists in its months.
    private static func items(_ answer: JSONValue) -> [JSONValue] {
        guard case .object = answer else { return answer.list }
        for key in answer.keys.sorted() {
            let list = answer[key].list
            guard !list.isEmpty, list.allSatisfy({ !$0.keys.isEmpty }) else { continue }
            return key == "months" ? list.flatMap { $0["works"].list + $0["artworks"].list } : list
        }
        return []
    }

    private static func next(_ answer: ServiceFixture.Answer) -> String? {
        Call.linkHeader.flatMap { answer.headers[$0] }.map { String($0.dropFirst().prefix { $0 != ">" }) }
    }

    private static func adding(_ address: String, _ parameter: String) -> String {
        address + (address.contains("?") ? "&" : "?") + parameter
    }

    @Test func `pages together are the whole list, also when things come in between`() async throws {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            let secret = whole.home.anna.secret
            for route in Self.paged {
                let address = whole.address(of: route)
                let all = Self.items(try await fixture.get(Self.adding(address, "limit=200"), as: secret).json)
                #expect(all.count >= WholeHome.count || route.name == "showHistory", "\(route.name): \(all.count)")
                var seen: [JSONValue] = []
                var path: String? = Self.adding(address, "limit=2")
                while let asked = path {
                    let answer = try await fixture.get(asked, as: secret)
                    #expect(answer.status == 200, "\(asked): \(answer.text)")
                    let items = Self.items(answer.json)
                    #expect(items.count <= 2, "\(route.name)")
                    seen += items
                    path = Self.next(answer)
                    guard path == nil || !items.isEmpty else {
                        Issue.record("\(route.name) has an empty page that is not the last")
                        break
                    }
                }
                #expect(seen == all, "\(route.name)")
            }
            // Notes move to the front of their list while somebody turns the pages of it.
            var seen: [String] = []
            var path: String? = whole.home.path + "/notes?limit=2"
            while let asked = path {
                let answer = try await fixture.get(asked, as: secret)
                seen += Self.items(answer.json).compactMap { $0["id"].string }
                path = Self.next(answer)
                _ = try await fixture.pool.using(whole.home.id) { workspace in
                    try await workspace.perform(
                        [
                            .notes(
                                .createNote(
                                    fixture.pool.runtime.mint(), title: Name(recorded: "New"), body: "",
                                    in: whole.home.folder))
                        ], as: whole.home.author)
                }
            }
            #expect(Set(whole.home.notes.map(\.text)).isSubset(of: seen))
            #expect(Set(seen).count == seen.count)
        }
    }

    @Test func `tags as long as any can be, which differ at the end alone, come in pages like all others`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
            let long = String(repeating: family, count: 81)
            let longest = long + String(repeating: "x", count: Name.bytesMax - long.utf8.count)
            let names = ["garden", String(repeating: family, count: 70), long, long + "x", longest, "\u{1F9F6}"]
            let tagged = try names.map { try Name($0) }
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform([.notes(.tagNote(home.notes[0], tagged))], as: home.author)
            }
            var seen: [String] = []
            var path: String? = home.path + "/tags?limit=1"
            while let asked = path {
                let answer = try await fixture.get(asked, as: home.anna.secret)
                try #require(answer.status == 200, "\(answer.text)")
                seen += Self.items(answer.json).compactMap { $0["name"].string }
                path = Self.next(answer)
            }
            #expect(seen == names)
        }
    }

    @Test func `every list comes in one shape too, with the same items, in pages, counted`() async throws {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            // With the plan that early features are for.
            try await fixture.keeps(.choosePlan(whole.home.anna.user, .paid), as: whole.home.author)
            let secret = whole.home.anna.secret
            #expect(RouteTable.lists.count > 25)
            let named = RouteTable.lists.filter { $0.parameters.allSatisfy { whole.parameters[$0] != nil } }
            #expect(Set(RouteTable.lists.map(\.name)).subtracting(named.map(\.name)) == ["listDeliveriesPage"])
            for list in named {
                let name = String(list.name.dropLast("Page".count))
                let route = try #require(RouteTable.all.first { $0.name == name })
                let isPaged = route.query.contains { $0.name == "after" }
                let address = whole.address(of: route)
                let own = try await fixture.get(isPaged ? Self.adding(address, "limit=200") : address, as: secret).json
                var seen: [JSONValue] = []
                var next: String?
                repeat {
                    var asked = whole.address(of: list)
                    if isPaged { asked = Self.adding(asked, "limit=2") }
                    if let next { asked = Self.adding(asked, "after=\(next)") }
                    let answer = try await fixture.get(asked, as: secret)
                    try #require(answer.status == 200, "\(asked): \(answer.text)")
                    #expect(Set(answer.json.keys) == ["items", "next", "total"], "\(asked)")
                    let items = answer.json["items"].list
                    #expect(!isPaged || items.count <= 2)
                    seen += items
                    next = answer.json["next"].string
                    if let total = answer.json["total"].int {
                        #expect(answer.headers[try #require(Call.totalHeader)] == String(total))
                        #expect(next != nil || total == seen.count, "\(name): \(total), \(seen.count)")
                    } else {
                        #expect(name == "audit" || name == "listDeliveries" || name == "listShares", "\(name) is not counted")
                    }
                } while next != nil
                let lists = [own] + own.keys.map { own[$0] }
                #expect(lists.contains { $0.list == seen }, "\(name)")
            }
            // As the views, it is not sent again to who has it.
            let notes = whole.home.path.replacing("/v1/workspaces/", with: "/v1/workspaces/") + "/lists/notes"
            let tag = try #require(try await fixture.get(notes, as: secret).headers[.eTag])
            #expect(try await fixture.get(notes, as: secret, headers: [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test func `a list is found in JSON whatever its texts are`() {
        let bytes = Array(#"{"a":"],[\"\\","items":[{"x":[1,2],"y":"}"},{"x":[]}],"b":{"items":[9]}}"#.utf8)
        let list = CanonicalJSON.member("items", of: bytes)
        #expect(String(decoding: list, as: UTF8.self) == #"[{"x":[1,2],"y":"}"},{"x":[]}]"#)
        #expect(CanonicalJSON.count(of: list) == 2)
        #expect(CanonicalJSON.count(of: CanonicalJSON.member("none", of: bytes)) == 0)
        #expect(CanonicalJSON.count(of: Array("[1]".utf8)[...]) == 1)
    }

    @Test func `what is no cursor is refused by every list`() async throws {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            for route in Self.paged {
                for cursor in [
                    "x", "-1", "::", "1.2:zz:\(whole.home.id.text)", "1.1.1.1.1:6b:\(whole.home.id.text)",
                ] {
                    let answer = try await fixture.get(
                        Self.adding(whole.address(of: route), "after=\(cursor)"), as: whole.home.anna.secret)
                    #expect(answer.status == 400, "\(route.name) takes \(cursor): \(answer.text)")
                    #expect(answer.problem == "badParameter")
                    #expect(answer.json["field"].string == "after")
                }
            }
        }
    }

    @Test func `every view is shown as it was before what came since`() async throws {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            try await fixture.keeps(.choosePlan(whole.home.anna.user, .paid), as: whole.home.author)
            let secret = whole.home.anna.secret
            // An export is of now; all else can be looked back at.
            let views = Self.views.filter { route in route.query.contains { $0.name == "at" } }
            #expect(Set(Self.views.map(\.name)).subtracting(views.map(\.name)) == ["exportWorkspace"])
            var before: [String: String] = [:]
            for route in views { before[route.name] = try await fixture.get(whole.address(of: route), as: secret).text }
            let told = try await fixture.get(whole.home.path + "/notes", as: secret)
            let sequence = try #require(Call.sequenceHeader.flatMap { told.headers[$0] })

            fixture.wait(seconds: 3_600)
            try await Self.changeEverything(in: whole, at: fixture)
            var changed = 0
            for route in views {
                let address = whole.address(of: route)
                let now = try await fixture.get(address, as: secret)
                if now.text != before[route.name] { changed += 1 }
                for moment in [sequence, "2026-11-22T08:30:00Z"] {
                    let then = try await fixture.get(Self.adding(address, "at=\(moment)"), as: secret)
                    #expect(then.status == 200, "\(route.name) at \(moment): \(then.text)")
                    // A history calls things as they are called now; that it ends then is another test's.
                    let text =
                        route.name == "showHistory"
                        ? then.text.replacing("Yard", with: "Garden").replacing("Tulips", with: "Note 0") : then.text
                    #expect(text == before[route.name], "\(route.name) at \(moment)")
                }
            }
            #expect(changed > views.count / 2, "\(changed) of \(views.count) views show what was changed")
        }
    }

    /// Renames, ends, makes or deletes something of every kind.
    private static func changeEverything(in whole: WholeHome, at fixture: ServiceFixture) async throws {
        let (home, runtime) = (whole.home, fixture.pool.runtime)
        func id<Kind>(_ name: String) throws -> Identifier<Kind> {
            try #require(whole.parameters[name].flatMap { Identifier<Kind>(text: $0) })
        }
        func name(_ text: String) -> Name { Name(recorded: text) }
        let (artwork, album, collection, story): (ArtworkID, AlbumID, CollectionID, StoryID) = (
            try id("artwork"), try id("album"), try id("collection"), try id("story")
        )
        let commands: [WorkspaceCommand] = [
            .notes(.renameFolder(home.folder, to: name("Yard"))), .notes(.retitleNote(home.notes[0], to: name("Tulips"))),
            .notes(.trashNote(home.notes[1])), .notes(.unpinNote(home.notes[0])),
            .boards(.retitleBoard(home.board, to: name("Hut"))), .boards(.retitleCard(home.card, to: name("Buy wood"))),
            .capture(.completeItem(home.items[0], at: fixture.pool.runtime.now())),
            .capture(.captureItem(runtime.mint(), content: "Later", captured: ServiceFixture.start)),
            .capture(.renameCollection(collection, to: name("Scheme"))),
            .studio(.renameChild(home.child, to: name("Eve"))), .studio(.captionArtwork(artwork, name("Whale"))),
            .studio(.unfavouriteArtwork(artwork)), .studio(.renameAlbum(album, to: name("Summer"))),
            .studio(.trashStory(story)),
        ]
        for command in commands {
            _ = try await fixture.pool.using(home.id) { try await $0.perform([command], as: home.author) }
        }
    }

    @Test func `every view has a tag, is not sent again to whoever has it, and is sent when something changed`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            // With the plan that early features are for.
            try await fixture.keeps(.choosePlan(whole.home.anna.user, .paid), as: whole.home.author)
            let secret = whole.home.anna.secret
            var known: [(route: Route, tag: String)] = []
            for route in RouteTable.all
            where route.item == nil && route.method == .get && route.path.hasPrefix("/v1/workspaces/{workspace}/") {
                guard route.isTagged else {
                    // Who belongs here is of the accounts, and so are share links and webhooks; changes and records have no
                    // tag, they are asked for by number. Files are tagged by what they are, whatever else changes
                    // (ReadingFilesOverHTTP), exports too. Deliveries are of neither.
                    #expect(
                        [
                            "listMembers", "streamChanges", "streamAudit", "pollChanges", "listRecords", "showUpload",
                            "readFile", "showFile",
                            "showThumbnail", "listShareLinks", "listWebhooks", "listDeliveries", "showNextSequence",
                            "showExport", "readExport",
                        ].contains(route.name), "\(route.name)")
                    continue
                }
                let address = whole.address(of: route)
                let first = try await fixture.get(address, as: secret)
                #expect(first.status == 200, "\(route.name): \(first.text)")
                let tag = try #require(first.headers[.eTag], "\(route.name)")
                let again = try await fixture.get(address, as: secret, headers: [.ifNoneMatch: tag])
                #expect(again.status == 304, "\(route.name)")
                #expect(again.text.isEmpty)
                known.append((route, tag))
            }
            #expect(known.count == Self.views.count)
            _ = try await fixture.pool.using(whole.home.id) { workspace in
                try await workspace.perform([.notes(.unpinNote(whole.home.notes[0]))], as: whole.home.author)
            }
            for (route, tag) in known {
                let later = try await fixture.get(
                    whole.address(of: route), as: secret, headers: [.ifNoneMatch: tag])
                #expect(later.status == 200, "\(route.name)")
            }
        }
    }

    @Test func `a cursor reads what it writes`() throws {
        for cursor in [
            PageCursor(ranks: [1, -5], name: "Küche", id: NoteID(hi: 1, lo: 2).entity),
            PageCursor(isPinned: true, instant: ServiceFixture.start, id: NoteID(hi: 3, lo: 4).entity),
            PageCursor(nested: "house/kitchen"), PageCursor(nested: String(repeating: "n", count: Name.bytesMax)),
            PageCursor(id: NoteID(hi: .max, lo: .max).entity),
            PageCursor(ranks: [.min, .max], name: String(repeating: "é", count: 2_000), id: NoteID(hi: 5, lo: 6).entity),
        ] {
            #expect(PageCursor(text: cursor.text) == cursor)
            #expect(cursor.text.utf8.count <= PageCursor.textBytesMax)
        }
        #expect(PageCursor(nested: "house").precedes(PageCursor(nested: "house/kitchen")))
        #expect(PageCursor(nested: "house/kitchen").precedes(PageCursor(nested: "house-boat")))
    }
}
