import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// Every route asked by everybody: who gets in, and what the others are told.
@Suite("Who may do what over HTTP")
struct WhoMayDoWhat {
    /// A household with somebody of each role, and a key of each scope; the weakest first, since the strongest may
    /// change what the others find.
    struct Roles {
        var home: WorkspaceID
        /// The workspace that a guest asks for: they have one of their own.
        var visit: WorkspaceID
        var child: ChildID
        var askers: [(name: String, secret: String?)]

        static let guest = "guest"
    }

    func furnish(_ fixture: ServiceFixture) async throws -> Roles {
        let owner = try await fixture.visitor("owner")
        let home = try await fixture.workspace(of: owner)
        let child: ChildID = fixture.pool.runtime.mint()
        let author = fixture.author(of: owner)
        _ = try await fixture.pool.using(home) { workspace in
            try await workspace.perform(
                [
                    .studio(
                        .addChild(
                            child, name: Name(recorded: "Ada"), birth: nil, age: 5, avatar: .none,
                            today: CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0)))
                ], as: author)
        }
        var askers: [(name: String, secret: String?)] = [("nobody", nil)]
        let secret = FreshSecret()
        let visit = try await fixture.pool.beginVisit(bearing: secret.digest, from: "192.0.2.1")
        askers.append((Roles.guest, secret.text))
        askers.append(("stranger", try await fixture.visitor("stranger").secret))
        for (name, role, reach) in [
            ("viewerOfAda", Role.viewer, MemberReach.children([child.entity])), ("viewer", .viewer, .everything),
            ("editorOfAda", .editor, .children([child.entity])), ("editor", .editor, .everything),
        ] {
            let member = try await fixture.visitor(name)
            try await fixture.keeps(.addMember(home, member.user, role: role, reach: reach), as: author)
            askers.append((name, member.secret))
        }
        for scope in Scope.allCases where scope != .nothing {
            askers.append(("token:" + spelled(scope.fieldName), try await fixture.token(of: owner, [scope])))
        }
        askers.append(("owner", owner.secret))
        return Roles(home: home, visit: visit.workspace, child: child, askers: askers)
    }

    private func path(of route: Route, in roles: Roles, for asker: String) -> String {
        let home = asker == Roles.guest ? roles.visit : roles.home
        var path = route.path.replacing("{workspace}", with: home.text)
        path = path.replacing("{child}", with: roles.child.text)
        for name in route.parameters {
            path = path.replacing("{\(name)}", with: "0190163d-8694-739b-aea5-966c26f8ad90")
        }
        // An asker who gets in would be told of changes for ever: they ask for changes that have not come yet.
        return route.answer == .events ? path + "?after=999999" : path
    }

    /// Bodies of routes that would refuse an empty one before they ask who may.
    private static let wholeBodies = [
        "createFolder": #"{"name":"Moss"}"#, "createBoard": #"{"title":"Moss"}"#, "createColumn": #"{"name":"Moss"}"#,
        "createCard": #"{"title":"Moss","column":"0190163d-8694-739b-aea5-966c26f8ad90"}"#, "createItem": #"{"text":"Moss"}"#,
    ]

    @Test(.shows("J-204", "N-011"))
    func `the whole matrix of roles, scopes and routes is what a person reviewed`() async throws {
        var text = ""
        for route in RouteTable.all {
            let line = try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 1_000)) { fixture in
                let roles = try await furnish(fixture)
                var answers: [(answer: String, askers: [String])] = []
                for (name, secret) in roles.askers {
                    let got = try await fixture.ask(
                        route.method, path(of: route, in: roles, for: name),
                        route.body == nil ? nil : Self.wholeBodies[route.name] ?? "{}", as: secret)
                    #expect(got.status < 500 || route.path == "/readyz", "\(route.name) for \(name): \(got.text)")
                    let isDenied = got.status == 401 || got.status == 403
                    let answer = isDenied ? "\(got.status) \(got.problem ?? "")" : "yes"
                    if let index = answers.firstIndex(where: { $0.answer == answer }) {
                        answers[index].askers.append(name)
                    } else {
                        answers.append((answer, [name]))
                    }
                    if route.rule != .anybody, route.rule != .keeper {
                        #expect(secret != nil || got.status == 401, "\(route.name) lets in whoever has shown nothing")
                    }
                }
                return "\(route.method.rawValue) \(route.path)\n"
                    + answers.map { "  \($0.answer): \($0.askers.joined(separator: " "))\n" }.joined()
            }
            text += line
        }
        try expectGolden(text, "roles.txt")
    }

    @Test func `every route of a workspace asks about that workspace`() {
        for route in RouteTable.all where route.path.hasPrefix("/v1/workspaces/{workspace}") {
            switch route.rule {
            case .members, .reads, .commands, .finds, .uploads, .files: break
            case .anybody, .keeper, .account, .signedIn, .oneself, .visit:
                Issue.record("\(route.name) asks nothing about the workspace")
            }
        }
    }

    @Test func `every route has a name, a summary and parameters of its own`() {
        #expect(Set(RouteTable.all.map(\.name)).count == RouteTable.all.count)
        #expect(Set(RouteTable.all.map { $0.method.rawValue + $0.path }).count == RouteTable.all.count)
        for route in RouteTable.all {
            #expect(route.summary.hasSuffix("."), "\(route.name)")
            for shapes in [route.query, route.body ?? []] {
                #expect(Set(shapes.map(\.name)).count == shapes.count, "\(route.name)")
            }
        }
    }

    @Test func `who sees some children reads the names of albums that hold their works, and of no others (L1)`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let (artwork, album, other): (ArtworkID, AlbumID, AlbumID) = (runtime.mint(), runtime.mint(), runtime.mint())
            let today = try #require(CalendarDay(text: "2026-11-22"))
            let file = FileFacts(
                name: Name(recorded: "sea.png"), mediaType: "image/png", sizeBytes: 3, digest: Digest(of: [1, 2, 3]).bytes)
            let picture = ImageFacts(id: runtime.mint(), file: file, widthPixels: 3, heightPixels: 4)
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .studio(.uploadArtwork(artwork, of: home.child, NewArtwork(images: [picture], uploaded: today))),
                        .studio(.createAlbum(album, name: Name(recorded: "Everybody at the sea"))),
                        .studio(.addToAlbum(album, artwork, above: nil)),
                        .studio(.createAlbum(other, name: Name(recorded: "Surprises"))),
                    ], as: home.author)
            }
            let member = try await fixture.visitor("viewerOfAda")
            try await fixture.keeps(
                .addMember(home.id, member.user, role: .viewer, reach: .children([home.child.entity])), as: home.author)
            let path = home.path + "/artworks/" + artwork.text
            let albums = try await fixture.get(home.path + "/albums", as: member.secret)
            #expect(albums.json.list.compactMap { $0["name"].string } == ["Everybody at the sea"])
            let seen = try await fixture.get(path, as: member.secret)
            #expect(seen.status == 200 && seen.text.contains("Everybody"), "\(seen.text)")
            #expect(try await fixture.get(path, as: home.anna.secret).text.contains("Everybody at the sea"))
        }
    }

    @Test func `a workspace that is not there is not told from one that is somebody else's`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let home = try await fixture.workspace(of: anna)
            let nowhere: WorkspaceID = fixture.pool.runtime.mint()
            let there = try await fixture.get("/v1/workspaces/\(home.text)/notes", as: ben.secret)
            let gone = try await fixture.get("/v1/workspaces/\(nowhere.text)/notes", as: ben.secret)
            #expect(there.status == 403)
            #expect(there.said == gone.said)
        }
    }

    @Test(.shows("J-204"))
    func `a token of any scope is told whose it is, and of the workspaces that it reaches alone`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            _ = try await fixture.workspace(of: anna, "Own")
            let shared = try await fixture.workspace(of: ben, "Shared")
            try await fixture.keeps(
                .addMember(shared, anna.user, role: .viewer, reach: .everything), as: fixture.author(of: ben))
            for scope in Scope.allCases where scope != .nothing {
                let token = try await fixture.token(of: anna, [scope])
                let session = try await fixture.get("/v1/session", as: token)
                #expect(session.status == 200 && session.json["user"].string == anna.user.text, "\(scope)")
                let names = try await fixture.get("/v1/workspaces", as: token).json.list.compactMap { $0["name"].string }
                // Boards and captures are their owners' alone.
                let isNarrow = [.boards, .captures, .widget].contains(scope)
                #expect(Set(names) == (isNarrow ? ["Own"] : ["Own", "Shared"]), "\(scope)")
                let isWide = scope == .everything || scope == .reading
                #expect(try await fixture.get("/v1/account", as: token).status == (isWide ? 200 : 403), "\(scope)")
            }
        }
    }

    @Test func `a workspace lies under its identifier, whatever its people call it`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let author = fixture.author(of: anna)
            let kept: WorkspaceID = fixture.pool.runtime.mint()
            // The keeper made one at the terminal: it lies under its name.
            let keeper = Author(actor: fixture.pool.runtime.mint(), device: fixture.pool.device)
            try await fixture.keeps(
                .createWorkspace(kept, owner: anna.user, name: Name(recorded: "home")), as: keeper)
            _ = try await fixture.pool.using(kept) { workspace in
                try await workspace.perform(
                    [.notes(.createNote(fixture.pool.runtime.mint(), title: nil, body: "", in: nil))],
                    as: author)
            }
            #expect(try fixture.directory.workspaceNames() == ["home"])
            // Ben calls his the same, before and after, and reaches nothing of it.
            let other = try await fixture.workspace(of: ben, "other")
            let rename = try await fixture.ask(
                .patch, "/v1/workspaces/\(other.text)", "{\"name\":\"home\"}", as: ben.secret)
            #expect(rename.status == 204)
            let notes = try await fixture.get("/v1/workspaces/\(other.text)/notes", as: ben.secret)
            #expect(notes.json["count"].int == 0)
            let own = try await fixture.get("/v1/workspaces/\(kept.text)/notes", as: anna.secret)
            #expect(own.json["count"].int == 1)
            #expect(Set(try fixture.directory.workspaceNames()) == ["home", other.text])
        }
    }
}
