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
    private struct Household {
        var home: WorkspaceID
        /// What a guest asks for: they have a workspace of their own.
        var visit: WorkspaceID
        var child: ChildID
        var askers: [(name: String, secret: String?)]

        static let guest = "guest"
    }

    private func furnish(_ premises: Premises) async throws -> Household {
        let owner = try await premises.visitor("owner")
        let home = try await premises.workspace(of: owner)
        let child: ChildID = premises.installation.surroundings.mint()
        let author = premises.author(of: owner)
        _ = try await premises.installation.using(home) { workspace in
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
        let visit = try await premises.installation.beginVisit(bearing: secret.digest, from: "192.0.2.1")
        askers.append((Household.guest, secret.text))
        askers.append(("stranger", try await premises.visitor("stranger").secret))
        for (name, role, reach) in [
            ("viewerOfAda", Role.viewer, MemberReach.children([child.entity])), ("viewer", .viewer, .everything),
            ("editorOfAda", .editor, .children([child.entity])), ("editor", .editor, .everything),
        ] {
            let member = try await premises.visitor(name)
            try await premises.keeps(.addMember(home, member.user, role: role, reach: reach), as: author)
            askers.append((name, member.secret))
        }
        for scope in Scope.allCases where scope != .nothing {
            askers.append(("token:" + spelled(scope.fieldName), try await premises.token(of: owner, [scope])))
        }
        askers.append(("owner", owner.secret))
        return Household(home: home, visit: visit.workspace, child: child, askers: askers)
    }

    private func path(of route: Route, in household: Household, for asker: String) -> String {
        let home = asker == Household.guest ? household.visit : household.home
        var path = route.path.replacing("{workspace}", with: home.text)
        path = path.replacing("{child}", with: household.child.text)
        for name in route.parameters {
            path = path.replacing("{\(name)}", with: "0190163d-8694-739b-aea5-966c26f8ad90")
        }
        // Whoever gets in would be told for ever of what changes: they ask for what has not come yet.
        return route.answer == .events ? path + "?after=999999" : path
    }

    @Test(.shows("J-204", "N-011"))
    func `the whole matrix of roles, scopes and routes is what a person reviewed`() async throws {
        var text = ""
        for route in RouteTable.all {
            let line = try await Premises.open(ServiceConfiguration().with(.signInsPerMinute, 1_000)) { premises in
                let household = try await furnish(premises)
                var answers: [(answer: String, askers: [String])] = []
                for (name, secret) in household.askers {
                    let got = try await premises.ask(
                        route.method, path(of: route, in: household, for: name), route.body == nil ? nil : "{}", as: secret)
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

    @Test func `who may not list the family's albums reads no album's name beside an artwork (L1)`() async throws {
        try await Premises.open { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let surroundings = premises.installation.surroundings
            let (artwork, album): (ArtworkID, AlbumID) = (surroundings.mint(), surroundings.mint())
            let today = try #require(CalendarDay(text: "2026-11-22"))
            let file = FileFacts(
                name: Name(recorded: "sea.png"), mediaType: "image/png", sizeBytes: 3, digest: Digest(of: [1, 2, 3]).bytes)
            let picture = ImageFacts(id: surroundings.mint(), file: file, widthPixels: 3, heightPixels: 4)
            _ = try await premises.installation.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .studio(.uploadArtwork(artwork, of: home.child, NewArtwork(images: [picture], uploaded: today))),
                        .studio(.createAlbum(album, name: Name(recorded: "Everybody at the sea"))),
                        .studio(.addToAlbum(album, artwork, above: nil)),
                    ], as: home.author)
            }
            let member = try await premises.visitor("viewerOfAda")
            try await premises.keeps(
                .addMember(home.id, member.user, role: .viewer, reach: .children([home.child.entity])), as: home.author)
            let path = home.path + "/artworks/" + artwork.text
            #expect(try await premises.get(home.path + "/albums", as: member.secret).status == 403)
            let seen = try await premises.get(path, as: member.secret)
            #expect(seen.status == 200 && !seen.text.contains("Everybody"), "\(seen.text)")
            #expect(try await premises.get(path, as: home.anna.secret).text.contains("Everybody at the sea"))
        }
    }

    @Test func `a workspace that is not there is not told from one that is somebody else's`() async throws {
        try await Premises.open { premises in
            let (anna, ben) = (try await premises.visitor("anna"), try await premises.visitor("ben"))
            let home = try await premises.workspace(of: anna)
            let nowhere: WorkspaceID = premises.installation.surroundings.mint()
            let there = try await premises.get("/v1/workspaces/\(home.text)/notes", as: ben.secret)
            let gone = try await premises.get("/v1/workspaces/\(nowhere.text)/notes", as: ben.secret)
            #expect(there.status == 403)
            #expect(there.text == gone.text)
        }
    }

    @Test(.shows("J-204"))
    func `a token of any scope is told whose it is, and of the workspaces that it reaches alone`() async throws {
        try await Premises.open { premises in
            let (anna, ben) = (try await premises.visitor("anna"), try await premises.visitor("ben"))
            _ = try await premises.workspace(of: anna, "Own")
            let shared = try await premises.workspace(of: ben, "Shared")
            try await premises.keeps(
                .addMember(shared, anna.user, role: .viewer, reach: .everything), as: premises.author(of: ben))
            for scope in Scope.allCases where scope != .nothing {
                let token = try await premises.token(of: anna, [scope])
                let session = try await premises.get("/v1/session", as: token)
                #expect(session.status == 200 && session.json["user"].string == anna.user.text, "\(scope)")
                let names = try await premises.get("/v1/workspaces", as: token).json.list.compactMap { $0["name"].string }
                // Boards and captures are their owners' alone.
                let isNarrow = [.boards, .captures, .widget].contains(scope)
                #expect(Set(names) == (isNarrow ? ["Own"] : ["Own", "Shared"]), "\(scope)")
                let isWide = scope == .everything || scope == .reading
                #expect(try await premises.get("/v1/account", as: token).status == (isWide ? 200 : 403), "\(scope)")
            }
        }
    }

    @Test func `a workspace lies under its identifier, whatever its people call it`() async throws {
        try await Premises.open { premises in
            let (anna, ben) = (try await premises.visitor("anna"), try await premises.visitor("ben"))
            let author = premises.author(of: anna)
            let kept: WorkspaceID = premises.installation.surroundings.mint()
            // The keeper made one at the terminal: it lies under its name.
            let keeper = Author(actor: premises.installation.surroundings.mint(), device: premises.installation.device)
            try await premises.keeps(
                .createWorkspace(kept, owner: anna.user, name: Name(recorded: "home")), as: keeper)
            _ = try await premises.installation.using(kept) { workspace in
                try await workspace.perform(
                    [.notes(.createNote(premises.installation.surroundings.mint(), title: nil, body: "", in: nil))],
                    as: author)
            }
            #expect(try premises.directory.workspaceNames() == ["home"])
            // Ben calls his the same, before and after, and reaches nothing of it.
            let other = try await premises.workspace(of: ben, "other")
            let rename = try await premises.ask(
                .patch, "/v1/workspaces/\(other.text)", "{\"name\":\"home\"}", as: ben.secret)
            #expect(rename.status == 204)
            let notes = try await premises.get("/v1/workspaces/\(other.text)/notes", as: ben.secret)
            #expect(notes.json["count"].int == 0)
            let own = try await premises.get("/v1/workspaces/\(kept.text)/notes", as: anna.secret)
            #expect(own.json["count"].int == 1)
            #expect(Set(try premises.directory.workspaceNames()) == ["home", other.text])
        }
    }
}
