import Accounts
import Boards
import Cryptography
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

@Suite("Sharing links over HTTP")
struct SharingLinksOverHTTP {
    /// A link as it was given out.
    struct Link: Sendable {
        var id: String
        var path: String
        var secret: String
    }

    static func share(
        _ thing: EntityID, _ more: String = "", of home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture
    ) async throws -> Link {
        let answer = try await fixture.ask(
            .post, home.path + "/shares", "{\"thing\":\"\(thing.text)\"\(more)}", as: home.anna.secret)
        try #require(answer.status == 201, "\(answer.text)")
        return Link(
            id: try #require(answer.json["share"].string), path: try #require(answer.json["path"].string),
            secret: try #require(answer.json["secret"].string))
    }

    static let html: HTTPFields = [.accept: "text/html,application/xhtml+xml"]

    private func perform(
        _ command: WorkspaceCommand, in home: ReadingOverHTTP.Furnished, _ fixture: ServiceFixture
    ) async throws {
        _ = try await fixture.pool.using(home.id) { try await $0.perform([command], as: home.author) }
    }

    /// H4: anybody may ask for the page of a link, and rendering costs what stands on it.
    @Test func `a page of more than two megabytes is refused before it is rendered, and its text is not`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for (excess, status) in [(0, 200), (1, 413)] {
                let note: NoteID = fixture.pool.runtime.mint()
                let body = String(repeating: "<", count: SharedPage.contentBytesMax + excess)
                try await perform(.notes(.createNote(note, title: nil, body: body, in: nil)), in: home, fixture)
                let link = try await Self.share(note.entity, of: home, at: fixture)
                let page = try await fixture.get(link.path + "?format=html")
                #expect(page.status == status && page.bytes.count > (excess == 0 ? SharedPage.contentBytesMax : 0))
                #expect(page.text.prefix(9_999).contains("format=text") == (excess > 0))
                #expect(try await fixture.get(link.path + "?format=text").status == 200)
            }
        }
    }

    @Test(.shows("B-68", "N-041", "J-019"))
    func `nothing is shared until an owner makes a link, which shows what it names and is told once`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let none = try await fixture.get(home.path + "/shares", as: home.anna.secret)
            #expect(none.status == 200 && none.json.list.isEmpty)
            #expect(try await fixture.get(home.path + "/notes/\(home.notes[0].text)").status == 401)

            let link = try await Self.share(home.notes[0].entity, of: home, at: fixture)
            #expect(link.path == "/v1/shared/" + link.secret && link.secret.count == 64)
            let shown = try await fixture.get(link.path)
            #expect(shown.status == 200)
            #expect(shown.json["kind"].string == "note" && shown.json["title"].string == "Note 0")
            #expect(shown.json["parts"].list.first?["text"].string == "Roses 0")
            #expect(shown.headers[.cacheControl] == "no-store")
            // Neither who made it and where it is kept, nor anything beside it.
            for word in ["anna", "Garden", home.notes[0].text, home.id.text, "Roses 1"] {
                #expect(!shown.text.contains(word), "\(word)")
            }
            let text = try await fixture.get(link.path + "?format=text")
            #expect(text.text.contains("Roses 0") && text.headers[.contentType] == "text/plain; charset=utf-8")

            // It shows the thing as it is by then.
            try await perform(.notes(.retitleNote(home.notes[0], to: Name(recorded: "Plan"))), in: home, fixture)
            #expect(try await fixture.get(link.path).json["title"].string == "Plan")

            let list = try await fixture.get(home.path + "/shares", as: home.anna.secret)
            let line = try #require(list.json.list.first)
            #expect(line["id"].string == link.id && line["title"].string == "Plan" && line["opens"] == .flag(true))
            #expect(line["maker"].string == "anna@example.org" && line["password"] == .flag(false))
            #expect(!list.text.contains(link.secret))
            #expect(try !Self.isHeld(link.secret, fixture))
            #expect(!fixture.logged.contains { $0.contains(link.secret) || $0.contains("Roses") })
            let history = try await fixture.pool.book.history(
                of: try #require(EntityID(text: link.id)), names: fixture.pool.book.view)
            #expect(history.map(\.kind) == ["share link made"])
        }
    }

    /// Returns whether any file of the data directory holds the words.
    static func isHeld(_ words: String, _ fixture: ServiceFixture) throws -> Bool {
        let root = fixture.directory.path
        return try FileManager.default.subpathsOfDirectory(atPath: root).contains { path in
            FileManager.default.contents(atPath: root + "/" + path)?.range(of: Data(words.utf8)) != nil
        }
    }

    @Test(.shows("B-68", "N-041", "J-019"))
    func `a link that is over, revoked, wrong or was never there, and one to nothing, are answered alike`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func link(_ index: Int, _ more: String = "") async throws -> Link {
                try await Self.share(home.notes[index].entity, more, of: home, at: fixture)
            }
            let (over, revoked, trashed, erased, kept) = (
                try await link(0, ",\"days\":1"), try await link(0), try await link(1), try await link(2), try await link(3)
            )
            let secured = try await link(0, ",\"days\":1,\"password\":\"open sesame\"")
            let path = home.path + "/shares/" + revoked.id
            #expect(try await fixture.ask(.delete, path, as: home.anna.secret).status == 204)
            #expect(try await fixture.ask(.delete, path, as: home.anna.secret).status == 204)
            try await perform(.notes(.trashNote(home.notes[1])), in: home, fixture)
            _ = try await fixture.pool.using(home.id) { workspace in
                let closure = await workspace.view.closure(of: .note(home.notes[2]))
                _ = try await workspace.erase(closure, reason: "", as: home.author)
            }
            fixture.wait(seconds: 86_400)
            let wrong = String(kept.secret.dropLast()) + (kept.secret.hasSuffix("0") ? "1" : "0")
            let paths =
                [over, revoked, trashed, erased, secured].map(\.path)
                + ["/v1/shared/" + wrong, "/v1/shared/x", "/v1/shared/" + String(repeating: "0", count: 500)]
            let digest = String(repeating: "a", count: 64)
            var answers: Set<String> = []
            for path in paths {
                for (method, place, body, headers) in [
                    (.get, path, nil, [:]), (.get, path + "/files/" + digest, nil, [:]),
                    (.post, path, "{\"password\":\"open sesame\"}", [:]), (.head, path, nil, [:]),
                ] as [(HTTPRequest.Method, String, String?, HTTPFields)] {
                    let answer = try await fixture.ask(method, place, body, headers: headers)
                    #expect(answer.status == 404, "\(method) \(place): \(answer.text)")
                    if method != .head { answers.insert(answer.said) }
                }
                let page = try await fixture.get(path, headers: Self.html)
                #expect(page.status == 404 && page.text.contains("Nothing to be seen here"))
            }
            #expect(answers.count == 1, "\(answers)")
            #expect(try await fixture.get(kept.path).status == 200)

            // From the trash it comes back, and with it what its link shows.
            try await perform(.notes(.restoreNote(home.notes[1])), in: home, fixture)
            #expect(try await fixture.get(trashed.path).status == 200)
            let list = try await fixture.get(home.path + "/shares", as: home.anna.secret).json.list
            let opening = list.filter { $0["opens"] == .flag(true) }.compactMap { $0["id"].string }
            #expect(Set(opening) == [trashed.id, kept.id])
        }
    }

    @Test(.shows("B-68"))
    func `a link ends with the right of its maker to share, with the workspace and with the account`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let ben = try await fixture.visitor("ben")
            let author = home.author
            try await fixture.keeps(.addMember(home.id, ben.user, role: .owner, reach: .everything), as: author)
            let body = "{\"thing\":\"\(home.notes[0].text)\"}"
            let made = try await fixture.ask(.post, home.path + "/shares", body, as: ben.secret)
            let path = try #require(made.json["path"].string)
            let own = try await Self.share(home.notes[0].entity, of: home, at: fixture)
            #expect(try await fixture.get(path).status == 200)
            try await fixture.keeps(.changeRole(home.id, of: ben.user, to: .editor), as: author)
            #expect(try await fixture.get(path).status == 404)
            try await fixture.keeps(.changeRole(home.id, of: ben.user, to: .owner), as: author)
            #expect(try await fixture.get(path).status == 200)
            try await fixture.keeps(.closeWorkspace(home.id), as: author)
            #expect(try await fixture.get(path).status == 404)
            // Also of a closed workspace a link is listed and revoked.
            #expect(try await fixture.get(home.path + "/shares", as: home.anna.secret).json.list.count == 2)
            let gone = try await fixture.ask(.delete, home.path + "/shares/" + own.id, as: ben.secret)
            #expect(gone.status == 204)
            try await fixture.keeps(.reopenWorkspace(home.id), as: author)
            #expect(try await fixture.get(path).status == 200)
            #expect(try await fixture.get(own.path).status == 404)
            try await fixture.pool.erase(ben.user)
            #expect(try await fixture.get(path).status == 404)
            #expect(try await fixture.get(home.path + "/shares", as: home.anna.secret).json.list.count == 1)
        }
    }

    @Test(.shows("J-019", "N-041"))
    func `only an owner makes, lists and revokes links, and only those of their workspace`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let link = try await Self.share(home.notes[0].entity, of: home, at: fixture)
            var askers: [(String?, Int)] = [(nil, 401), (try await fixture.visitor("stranger").secret, 403)]
            for role in [Role.viewer, .editor] {
                let member = try await fixture.visitor("\(role)")
                try await fixture.keeps(.addMember(home.id, member.user, role: role, reach: .everything), as: home.author)
                askers.append((member.secret, 403))
            }
            askers.append((try await fixture.token(of: home.anna, [.everything]), 403))
            let body = "{\"thing\":\"\(home.notes[1].text)\"}"
            for (secret, status) in askers {
                #expect(try await fixture.ask(.post, home.path + "/shares", body, as: secret).status == status)
                #expect(try await fixture.get(home.path + "/shares", as: secret).status == status)
                let revoking = try await fixture.ask(.delete, home.path + "/shares/" + link.id, as: secret)
                #expect(revoking.status == status)
            }
            let other = try await fixture.visitor("other")
            let away = "/v1/workspaces/" + (try await fixture.workspace(of: other)).text
            let foreign = try await fixture.ask(.delete, away + "/shares/" + link.id, as: other.secret)
            #expect(foreign.status == 404 && foreign.problem == "noSuchShareLink")
            let theirs = try await fixture.ask(.post, away + "/shares", body, as: other.secret)
            #expect(theirs.status == 404 && theirs.problem == "noSuchThing")
            #expect(try await fixture.get(link.path).status == 200)
            #expect(try await fixture.get(home.path + "/shares", as: home.anna.secret).json.list.count == 1)
        }
    }

    @Test(.shows("B-68"))
    func `what is never shared is refused by name, and what is not there or in the trash is not found`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func refusal(_ thing: EntityID, _ more: String = "") async throws -> String? {
                let answer = try await fixture.ask(
                    .post, home.path + "/shares", "{\"thing\":\"\(thing.text)\"\(more)}", as: home.anna.secret)
                #expect([404, 422].contains(answer.status), "\(answer.text)")
                return answer.problem
            }
            for thing in [
                home.board.entity, home.card.entity, home.items[0].entity, home.folder.entity, home.child.entity,
            ] { #expect(try await refusal(thing) == "neverShared") }
            let answer = try await fixture.ask(
                .post, home.path + "/shares", "{\"thing\":\"\(home.board.text)\"}", as: home.anna.secret)
            #expect(answer.status == 422 && answer.text.contains("boards and captures are their owners' alone"))
            #expect(try await refusal(home.id.entity) == "noSuchThing")
            try await perform(.notes(.trashNote(home.notes[0])), in: home, fixture)
            #expect(try await refusal(home.notes[0].entity) == "noSuchThing")
            let note = home.notes[1].entity
            #expect(try await refusal(note, ",\"days\":366") == "lastsTooLong")
            #expect(try await refusal(note, ",\"days\":0") == "badField")
            #expect(try await refusal(note, ",\"password\":\"short\"") == "weakPassword")
            #expect(try await refusal(note, ",\"for\":\"ever\"") == "unknownField")
            #expect(try await fixture.get(home.path + "/shares", as: home.anna.secret).json.list.isEmpty)
        }
    }

    @Test func `a link lasts as long as is said, as the service has it, and never longer than it lets one`() async throws {
        let configuration = ServiceConfiguration().with(.shareDays, 7).with(.shareDaysMax, 10)
        try await ServiceFixture.open(configuration) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for (more, days) in [("", 7), (",\"days\":10", 10), (",\"days\":1", 1)] {
                let link = try await Self.share(home.notes[0].entity, more, of: home, at: fixture)
                let expires = try await fixture.get(link.path).json["expires"].string
                #expect(expires == ServiceFixture.start.later(byDays: days).text)
            }
            let answer = try await fixture.ask(
                .post, home.path + "/shares", "{\"thing\":\"\(home.notes[0].text)\",\"days\":11}", as: home.anna.secret)
            #expect(answer.status == 422 && answer.problem == "lastsTooLong" && answer.text.contains("10 days"))
        }
        // What is usual is never more than what is allowed.
        try await ServiceFixture.open(ServiceConfiguration().with(.shareDaysMax, 3)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let link = try await Self.share(home.notes[0].entity, of: home, at: fixture)
            #expect(try await fixture.get(link.path).json["expires"].string == ServiceFixture.start.later(byDays: 3).text)
        }
    }

    @Test func `the links of a workspace come in pages`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            var made: [String] = []
            for _ in 0..<5 {
                made.append(try await Self.share(home.notes[0].entity, of: home, at: fixture).id)
                fixture.wait(seconds: 1)
            }
            var (seen, path): ([String], String?) = ([], home.path + "/shares?limit=2")
            while let asked = path {
                let answer = try await fixture.get(asked, as: home.anna.secret)
                seen += answer.json.list.compactMap { $0["id"].string }
                #expect(answer.json.list.count <= 2)
                path = Call.linkHeader.flatMap { answer.headers[$0] }.map { String($0.dropFirst().prefix { $0 != ">" }) }
            }
            #expect(seen == made)
            let bad = try await fixture.get(home.path + "/shares?after=x", as: home.anna.secret)
            #expect(bad.status == 400 && bad.json["field"].string == "after")
        }
    }

    @Test(.shows("B-68"))
    func `a page for a browser has no mark of anybody's, one style, and nothing that runs`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let note: NoteID = fixture.pool.runtime.mint()
            let title = "<script>alert(1)</script> & \"quotes\""
            try await perform(
                .notes(.createNote(note, title: Name(recorded: title), body: "one\n<img src=x onerror=y>\r\ntwo", in: nil)),
                in: home, fixture)
            let link = try await Self.share(note.entity, of: home, at: fixture)
            let page = try await fixture.get(link.path, headers: Self.html)
            #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;"))
            #expect(page.text.contains("<p>one\n&lt;img src=x onerror=y&gt;\ntwo</p>"))
            for mark in ["<script", "<img src=x", "onerror=y>", "http://", "https://"] {
                #expect(!page.text.contains(mark), "\(mark)")
            }
            let style = try #require(page.text.firstMatch(of: /<style>(.*)<\/style>/)?.1)
            let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; img-src 'self'; style-src 'sha256-\(hash)'; base-uri 'none'"))
            #expect(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'none'"))
            #expect(HTTPField.Name("X-Robots-Tag").flatMap { page.headers[$0] } == "noindex, nofollow")
            #expect(HTTPField.Name("Referrer-Policy").flatMap { page.headers[$0] } == "no-referrer")
        }
    }
}
