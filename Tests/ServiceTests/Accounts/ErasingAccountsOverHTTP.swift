import Accounts
import Foundation
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Erasing one's account over HTTP")
struct ErasingAccountsOverHTTP {
    private static let account =
        "{\"email\":\"anna@example.org\",\"password\":\"\(ServiceFixture.password)\",\"name\":\"Anna Secretname\"}"
    private static let asking = "{\"email\":\"anna@example.org\",\"password\":\"\(ServiceFixture.password)\"}"

    /// Anna, with a workspace of her own and one that is Ben's too; each has a note.
    private func furnish(
        _ fixture: ServiceFixture
    ) async throws -> (secret: String, user: UserID, own: WorkspaceID, shared: WorkspaceID, ben: Visitor) {
        _ = try await fixture.ask(.post, "/v1/sign-up", Self.account)
        let signedIn = try await fixture.ask(.post, "/v1/sign-in", Self.asking)
        let secret = try #require(signedIn.json["token"].string)
        let user = try #require(signedIn.json["user"].string.flatMap { UserID(text: $0) })
        let anna = Visitor(user: user, secret: secret, session: .zero)
        let ben = try await fixture.visitor("ben")
        let own = try await fixture.workspace(of: anna, "Own")
        let shared = try await fixture.workspace(of: ben, "Shared")
        try await fixture.keeps(.addMember(shared, user, role: .editor, reach: .everything), as: fixture.author(of: ben))
        for (id, words) in [(own, "Only mine"), (shared, "For both")] {
            let author = fixture.author(of: anna)
            let runtime = fixture.pool.runtime
            try await fixture.pool.using(id) { workspace in
                _ = try await workspace.perform(
                    [
                        .registry(.nameActor(user.as(Actor.self), Name(recorded: "Anna Secretname"))),
                        .notes(.createFolder(runtime.mint(), name: Name(recorded: words), in: nil)),
                    ], as: author)
            }
        }
        return (secret, user, own, shared, ben)
    }

    /// The files below the data directory that hold these words in any form that is not encrypted or packed.
    private func holders(of words: String, _ fixture: ServiceFixture) throws -> [String] {
        let needle = Data(words.utf8)
        return try FileManager.default.subpathsOfDirectory(atPath: fixture.directory.path).filter { path in
            FileManager.default.contents(atPath: fixture.directory.path + "/" + path)?.range(of: needle) != nil
        }
    }

    @Test(.shows("J-504"))
    func `everything of it goes: sessions, tokens, address, own workspaces, and the name in the others`() async throws {
        try await ServiceFixture.open { fixture in
            let (secret, user, own, shared, ben) = try await furnish(fixture)
            let token = try await fixture.token(
                of: Visitor(user: user, secret: secret, session: .zero), [.everything])
            #expect(try !holders(of: "anna@example.org", fixture).isEmpty)
            #expect(try !holders(of: "Only mine", fixture).isEmpty)
            let answer = try await fixture.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 204, "\(answer.text)")
            for gone in [secret, token] { #expect(try await fixture.get("/v1/session", as: gone).status == 401) }
            #expect(try await fixture.ask(.post, "/v1/sign-in", Self.asking).problem == "wrongCredentials")
            for words in ["anna@example.org", "Only mine", "Anna Secretname"] {
                let found = try holders(of: words, fixture)
                #expect(found.isEmpty, "\(words): \(found)")
            }
            #expect(!FileManager.default.fileExists(atPath: fixture.directory.path + "/workspaces/" + own.text))
            let left = try await fixture.get("/v1/workspaces/\(shared.text)/folders", as: ben.secret)
            #expect(left.text.contains("For both"))
            let report = try await fixture.pool.using(shared) { try $0.verify(await $0.view) }
            #expect(report.isSound)
            // The address is free again.
            #expect(try await fixture.ask(.post, "/v1/sign-up", Self.account).status == 202)
            #expect(try await fixture.ask(.post, "/v1/sign-in", Self.asking).status == 200)
        }
    }

    @Test(.shows("J-504"))
    func `what somebody called their devices and programs goes from the workspaces of others too`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { fixture in
            let (_, _, _, shared, ben) = try await furnish(fixture)
            let path = "/v1/workspaces/\(shared.text)"
            let phone = try await fixture.ask(
                .post, "/v1/sign-in", String(Self.asking.dropLast()) + ",\"deviceName\":\"Anna Secretphone\"}")
            let secret = try #require(phone.json["token"].string)
            let token = try await fixture.ask(
                .post, "/v1/account/tokens", "{\"name\":\"Anna Secretscript\",\"scopes\":[\"everything\"]}",
                as: secret)
            for (number, sender) in [secret, try #require(token.json["secret"].string)].enumerated() {
                let command = WorkspaceCommand.notes(
                    .createFolder(
                        fixture.pool.runtime.mint(), name: Name(recorded: "By \(number)"), in: nil))
                let answer = try await fixture.ask(
                    .post, path + "/commands", GivingCommands.batch([command]), as: sender)
                #expect(answer.status == 200, "\(answer.text)")
            }
            let words = ["Secretphone", "Secretscript"]
            let before = try await fixture.get(path + "/audit", as: ben.secret)
            for word in words { #expect(before.text.contains(word), "\(before.text)") }
            let answer = try await fixture.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 204, "\(answer.text)")
            for word in words {
                #expect(try await !fixture.get(path + "/audit", as: ben.secret).text.contains(word))
                let found = try holders(of: word, fixture)
                #expect(found.isEmpty, "\(word): \(found)")
            }
            let left = try await fixture.get(path + "/folders", as: ben.secret)
            for folder in ["By 0", "By 1"] { #expect(left.text.contains(folder)) }
        }
    }

    @Test(.shows("J-504")) func `two people who go at the same time both go to the end`() async throws {
        try await ServiceFixture.open { fixture in
            let (_, user, own, _, ben) = try await furnish(fixture)
            let cleo = try await fixture.visitor("cleo")
            let desk = try await fixture.workspace(of: cleo, "Desk")
            try await fixture.pool.using(desk) { _ in }
            async let first: Void = fixture.pool.erase(user)
            async let second: Void = fixture.pool.erase(cleo.user)
            _ = try await (first, second)
            #expect(await fixture.pool.book.view.liveUsers == [ben.user])
            #expect(try fixture.directory.accountsToErase() == [])
            #expect(try fixture.directory.unfinishedErasures() == [])
            for id in [own, desk] { #expect(try !fixture.directory.workspaceNames().contains(id.text)) }
        }
    }

    @Test(.shows("J-504"))
    func `an erasure that something stopped goes on in the next round, and nobody has to ask again`() async throws {
        try await ServiceFixture.open { fixture in
            let (secret, _, own, shared, ben) = try await furnish(fixture)
            let pool = fixture.pool
            // Somebody else has it open: the name there cannot be erased yet.
            await pool.vacate(.existing(shared))
            let paths = try pool.book.place(of: shared, in: fixture.directory)
            let other = try await WorkspaceActor.open(at: paths, access: .writing, in: pool.runtime)
            let answer = try await fixture.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status >= 500, "\(answer.text)")
            #expect(try await fixture.get("/v1/session", as: secret).status == 401)
            #expect(try !fixture.directory.workspaceNames().contains(own.text), "what can go is gone")
            let round = PeriodicJob.erasures(of: fixture.service).round
            try await round()
            #expect(try fixture.directory.accountsToErase().count == 1)
            try await other.close()
            try await round()
            #expect(try fixture.directory.accountsToErase() == [])
            #expect(await pool.book.view.liveUsers == [ben.user])
            for words in ["anna@example.org", "Anna Secretname"] {
                let found = try holders(of: words, fixture)
                #expect(found.isEmpty, "\(words): \(found)")
            }
        }
    }

    @Test(.shows("J-504")) func `a workspace of others whose keys are lost keeps nobody's account`() async throws {
        try await ServiceFixture.open(isEncrypted: true) { fixture in
            let (secret, _, _, shared, ben) = try await furnish(fixture)
            await fixture.pool.vacate(.existing(shared))
            let keys = try #require(try fixture.directory.workspace(named: shared.text).keys)
            for end in [".keyring", ".keyring.copy"] where FileManager.default.fileExists(atPath: keys + end) {
                try FileManager.default.removeItem(atPath: keys + end)
            }
            let answer = try await fixture.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 204, "\(answer.text)")
            #expect(await fixture.pool.book.view.liveUsers == [ben.user])
            #expect(try fixture.directory.accountsToErase() == [])
        }
    }

    @Test func `without the password, the address or a session nothing is erased`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { fixture in
            let (secret, user, _, _, _) = try await furnish(fixture)
            let token = try await fixture.token(
                of: Visitor(user: user, secret: secret, session: .zero), [.everything])
            let path = "/v1/account/erase"
            for (body, problem) in [
                ("{\"email\":\"anna@example.org\",\"password\":\"wrong\"}", "wrongPassword"),
                ("{\"email\":\"anna@example.org\"}", "wrongPassword"),
                ("{\"email\":\"ben@example.org\",\"password\":\"\(ServiceFixture.password)\"}", "wrongAddress"),
                ("{\"password\":\"\(ServiceFixture.password)\"}", "missingField"),
            ] {
                let answer = try await fixture.ask(.post, path, body, as: secret)
                #expect(answer.problem == problem, "\(body)")
            }
            #expect(try await fixture.ask(.post, path, Self.asking, as: token).problem == "notForTokens")
            #expect(try await fixture.ask(.post, path, Self.asking).status == 401)
            #expect(try await fixture.get("/v1/session", as: secret).status == 200)
            #expect(try await fixture.get("/v1/session", as: token).status == 200)
        }
    }

    @Test func `the last owner of what others are in is told to hand it on, and stays signed in`() async throws {
        try await ServiceFixture.open { fixture in
            let (secret, user, own, _, ben) = try await furnish(fixture)
            try await fixture.keeps(
                .addMember(own, ben.user, role: .viewer, reach: .everything),
                as: fixture.author(of: Visitor(user: user, secret: secret, session: .zero)))
            let answer = try await fixture.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 409)
            #expect(answer.problem == "lastOwner")
            #expect(try await fixture.get("/v1/session", as: secret).status == 200)
            #expect(try await fixture.get("/v1/workspaces/\(own.text)/folders", as: secret).text.contains("Only mine"))
            #expect(try fixture.directory.accountsToErase() == [])
        }
    }

    @Test func `what was noted and has not begun is forgotten by the next start, and never happens later`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-noted-\(UUID().uuidString)"
        defer {
            do { try FileManager.default.removeItem(atPath: root) } catch { Issue.record("\(error)") }
        }
        let (secret, own) = try await ServiceFixture.open(in: root) { fixture in
            let (secret, user, own, _, _) = try await furnish(fixture)
            // As an older build left it that was told no, and as a disk leaves it that refuses what follows.
            try fixture.directory.noteErasure(of: user)
            return (secret, own)
        }
        try await ServiceFixture.open(in: root) { fixture in
            #expect(try fixture.directory.accountsToErase() == [])
            #expect(try await fixture.get("/v1/session", as: secret).status == 200)
            let folders = try await fixture.get("/v1/workspaces/\(own.text)/folders", as: secret)
            #expect(folders.text.contains("Only mine"), "\(folders.text)")
        }
    }
}
