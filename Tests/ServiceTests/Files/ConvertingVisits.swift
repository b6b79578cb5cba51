import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Making an account of a visit")
struct ConvertingVisits {
    private func body(_ email: String, _ password: String = ServiceFixture.password, _ more: String = "") -> String {
        "{\"email\":\"\(email)\",\"password\":\"\(password)\"\(more)}"
    }

    private func convert(_ visit: Visit, _ body: String) async throws -> ServiceFixture.Answer {
        try await visit.fixture.ask(.post, "/v1/guests/convert", body, as: visit.secret)
    }

    @Test(.shows("J-605"), arguments: [false, true])
    func `all that the guest made is in the account, on the disk, and the session is one like any other`(
        isEncrypted: Bool
    ) async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-convert-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let digest = Digest(of: GuestsOverHTTP.picture)
        let (path, note, seen) = try await ServiceFixture.open(in: root, isEncrypted: isEncrypted) { fixture in
            let visit = try await Visit.begin(at: fixture)
            let home = try await visit.furnish(with: GuestsOverHTTP.picture)
            let (loose, spare) = (Array("no command names this yet".utf8), try await visit.get("/boards"))
            let looseDigest = try await visit.upload(loose)
            let views = ["/notes", "/notes/\(home.note.text)", "/boards/\(home.board.text)", "/folders"]
            var before: [String] = []
            for view in views { before.append(try await visit.get(view).text) }
            #expect(spare.status == 200)
            fixture.wait(seconds: 60)

            let answer = try await convert(
                visit, body("anna@example.org", ServiceFixture.password, ",\"name\":\"Anna\",\"workspaceName\":\"Ours\""))
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json["workspace"].string == visit.workspace.text)
            #expect(await fixture.pool.guests.count == 0)
            // The secret of the guest opens nothing any more; the new one opens the account.
            #expect(try await visit.get("/notes").status == 401)
            var own = visit
            own.secret = try #require(answer.json["token"].string)
            let account = try await fixture.get("/v1/account", as: own.secret)
            #expect(account.json["email"].string == "anna@example.org")
            let homes = try await fixture.get("/v1/workspaces", as: own.secret)
            #expect(homes.json.list.map { $0["name"].string } == ["Ours"])
            #expect(homes.json.list.map { $0["role"].string } == ["owner"])
            // The same things at the same times, now by Anna.
            for (view, text) in zip(views, before) {
                let now = try await own.get(view)
                #expect(now.status == 200)
                #expect(Self.things(in: now.json) == Self.things(in: try JSONValue(answer: Array(text.utf8))), "\(view)")
            }
            let shown = try await own.get("/notes/\(home.note.text)")
            #expect(shown.text.contains("\"Anna\""))
            #expect(shown.text.contains("2026-11-22T08:00:00.000000Z"))
            #expect(try await own.get("/blobs/\(digest.text)").bytes == GuestsOverHTTP.picture)
            #expect(try await own.get("/search?q=zinnobergold").json["hits"].list.count == 1)
            // A file that was uploaded before can be named after.
            let file = FileFacts(
                name: Name(recorded: "a.txt"), mediaType: "text/plain", sizeBytes: loose.count,
                digest: looseDigest.bytes)
            let attached = try await own.give([
                .notes(.attachFile(fixture.pool.runtime.mint(), to: .note(home.note), file))
            ])
            #expect(attached.status == 200, "\(attached.text)")
            // What is for accounts is theirs now.
            #expect(try await own.get("/export").status == 200)
            #expect(try await own.get("/members").json["members"].list.count == 1)
            #expect(try fixture.directory.workspaceNames() == [visit.workspace.text])
            return (visit.path, home.note, shown.text)
        }
        #expect(path.contains("/v1/workspaces/"))
        // It is on the disk: another run of the service has it.
        try await reopened(root, isEncrypted) { fixture in
            let answer = try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org"))
            let secret = try #require(answer.json["token"].string)
            let again = try await fixture.get(path + "/notes/\(note.text)", as: secret)
            #expect(again.json["title"].string == "Roses")
            #expect(!seen.isEmpty)
        }
    }

    /// Keys are made once: the second run finds them.
    private func reopened(
        _ root: String, _ isEncrypted: Bool, _ body: @escaping @Sendable (ServiceFixture) async throws -> Void
    ) async throws {
        guard !isEncrypted else { return }
        try await ServiceFixture.open(in: root) { try await body($0) }
    }

    /// The contents of a view without the names of people.
    private static func things(in json: JSONValue) -> [String] {
        switch json {
        case .object(let object):
            object.keys.sorted().filter {
                !$0.lowercased().hasSuffix("by") && !$0.lowercased().contains("actor") && $0 != "device"
            }
            .flatMap { key in [key] + things(in: object[key] ?? .null) }
        case .list(let list): list.flatMap(things)
        case .text(let text): [text]
        default: ["\(json)"]
        }
    }

    @Test func `whoever has an account takes the visit into it, with its password`() async throws {
        try await ServiceFixture.open { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            let visit = try await Visit.begin(at: fixture)
            _ = try await visit.furnish(with: GuestsOverHTTP.picture)
            let wrong = try await convert(visit, body("anna@example.org", "another long phrase"))
            #expect(wrong.status == 403 && wrong.problem == "wrongCredentials", "\(wrong.text)")
            // Nothing is lost by that.
            #expect(try await visit.get("/notes").json["count"].int == 1)
            let note: NoteID = fixture.pool.runtime.mint()
            let more = try await visit.give([.notes(.createNote(note, title: nil, body: "", in: nil))], from: 7)
            #expect(more.status == 200)
            let right = try await convert(visit, body("Anna@example.org"))
            #expect(right.status == 200, "\(right.text)")
            let secret = try #require(right.json["token"].string)
            #expect(try await fixture.get(visit.path + "/notes", as: secret).json["count"].int == 2)
        }
    }

    @Test func `what cannot be an account is refused by name, and the visit goes on`() async throws {
        try await ServiceFixture.open { fixture in
            let visit = try await Visit.begin(at: fixture)
            for (body, status, problem) in [
                (body("anna@example.org", "short"), 422, "weakPassword"), (body("nonsense"), 422, "badEmail"),
                ("{\"email\":\"anna@example.org\"}", 422, "missingField"),
                (body("anna@example.org", ServiceFixture.password, ",\"workspaceName\":\"\""), 422, "badName"),
            ] {
                let answer = try await convert(visit, body)
                #expect(answer.status == status && answer.problem == problem, "\(answer.text)")
            }
            #expect(try await visit.get("/notes").status == 200)
            #expect(try fixture.directory.workspaceNames().isEmpty)
        }
    }

    @Test func `a visit is converted once, also when it is asked twice at once`() async throws {
        try await ServiceFixture.open { fixture in
            let visit = try await Visit.begin(at: fixture)
            _ = try await visit.furnish(with: GuestsOverHTTP.picture)
            async let first = convert(visit, body("anna@example.org"))
            async let second = convert(visit, body("ben@example.org"))
            let statuses = [try await first.status, try await second.status].sorted()
            #expect(statuses[0] == 200 && (statuses[1] == 409 || statuses[1] == 401), "\(statuses)")
            #expect(try fixture.directory.workspaceNames() == [visit.workspace.text])
            #expect(await fixture.pool.book.state.model.users.count == 1)
        }
    }

    @Test func `a visit with nothing in it becomes an account with an empty workspace`() async throws {
        try await ServiceFixture.open { fixture in
            let visit = try await Visit.begin(at: fixture)
            let answer = try await convert(visit, body("anna@example.org", ServiceFixture.password, ",\"cookie\":true"))
            #expect(answer.status == 200 && answer.json["token"] == .null)
            let cookie = try #require(answer.headers[.setCookie]).prefix { $0 != ";" }
            let notes = try await fixture.get(visit.path + "/notes", headers: [.cookie: String(cookie)])
            #expect(notes.json["count"].int == 0)
        }
    }

    @Test func `a visit that could not be taken over goes on, and is taken over the next time`() async throws {
        try await ServiceFixture.open { fixture in
            let visit = try await Visit.begin(at: fixture)
            _ = try await visit.furnish(with: GuestsOverHTTP.picture)
            // Something stands where the workspace would lie.
            let place = fixture.directory.path + "/workspaces/" + visit.workspace.text
            try FileManager.default.createDirectory(
                atPath: fixture.directory.path + "/workspaces", withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: place))
            let failed = try await convert(visit, body("anna@example.org"))
            #expect(failed.status == 503, "\(failed.text)")
            #expect(try await visit.get("/notes").json["count"].int == 1)
            try FileManager.default.removeItem(atPath: place)
            // The account was made the first time: the same request finds it.
            let answer = try await convert(visit, body("anna@example.org"))
            #expect(answer.status == 200, "\(answer.text)")
            let secret = try #require(answer.json["token"].string)
            #expect(try await fixture.get(visit.path + "/notes", as: secret).json["count"].int == 1)
        }
    }
}
