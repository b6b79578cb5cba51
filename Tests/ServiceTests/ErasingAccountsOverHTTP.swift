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
        "{\"email\":\"anna@example.org\",\"password\":\"\(Premises.password)\",\"name\":\"Anna Secretname\"}"
    private static let asking = "{\"email\":\"anna@example.org\",\"password\":\"\(Premises.password)\"}"

    /// Anna, with a workspace of her own and one that is Ben's too; each has a note.
    private func furnish(
        _ premises: Premises
    ) async throws -> (secret: String, user: UserID, own: WorkspaceID, shared: WorkspaceID, ben: Visitor) {
        _ = try await premises.ask(.post, "/v1/sign-up", Self.account)
        let signedIn = try await premises.ask(.post, "/v1/sign-in", Self.asking)
        let secret = try #require(signedIn.json["token"].string)
        let user = try #require(signedIn.json["user"].string.flatMap { UserID(text: $0) })
        let anna = Visitor(user: user, secret: secret, session: .zero)
        let ben = try await premises.visitor("ben")
        let own = try await premises.workspace(of: anna, "Own")
        let shared = try await premises.workspace(of: ben, "Shared")
        try await premises.keeps(.addMember(shared, user, role: .editor, reach: .everything), as: premises.author(of: ben))
        for (id, words) in [(own, "Only mine"), (shared, "For both")] {
            let author = premises.author(of: anna)
            let surroundings = premises.installation.surroundings
            try await premises.installation.using(id) { workspace in
                _ = try await workspace.perform(
                    [
                        .registry(.nameActor(user.as(Actor.self), Name(recorded: "Anna Secretname"))),
                        .notes(.createFolder(surroundings.mint(), name: Name(recorded: words), in: nil)),
                    ], as: author)
            }
        }
        return (secret, user, own, shared, ben)
    }

    /// The files below the data directory that hold these words in any form that is not encrypted or packed.
    private func holders(of words: String, _ premises: Premises) throws -> [String] {
        let needle = Data(words.utf8)
        return try FileManager.default.subpathsOfDirectory(atPath: premises.directory.path).filter { path in
            FileManager.default.contents(atPath: premises.directory.path + "/" + path)?.range(of: needle) != nil
        }
    }

    @Test(.shows("J-504"))
    func `everything of it goes: sessions, tokens, address, own workspaces, and the name in the others`() async throws {
        try await Premises.open { premises in
            let (secret, user, own, shared, ben) = try await furnish(premises)
            let token = try await premises.token(
                of: Visitor(user: user, secret: secret, session: .zero), [.everything])
            #expect(try !holders(of: "anna@example.org", premises).isEmpty)
            #expect(try !holders(of: "Only mine", premises).isEmpty)
            let answer = try await premises.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 204, "\(answer.text)")
            for gone in [secret, token] { #expect(try await premises.get("/v1/session", as: gone).status == 401) }
            #expect(try await premises.ask(.post, "/v1/sign-in", Self.asking).problem == "wrongCredentials")
            for words in ["anna@example.org", "Only mine", "Anna Secretname"] {
                let found = try holders(of: words, premises)
                #expect(found.isEmpty, "\(words): \(found)")
            }
            #expect(!FileManager.default.fileExists(atPath: premises.directory.path + "/workspaces/" + own.text))
            let left = try await premises.get("/v1/workspaces/\(shared.text)/folders", as: ben.secret)
            #expect(left.text.contains("For both"))
            let report = try await premises.installation.using(shared) { try $0.verify(await $0.view) }
            #expect(report.isSound)
            // The address is free again.
            #expect(try await premises.ask(.post, "/v1/sign-up", Self.account).status == 202)
            #expect(try await premises.ask(.post, "/v1/sign-in", Self.asking).status == 200)
        }
    }

    @Test(.shows("J-504"))
    func `what somebody called their devices and programs goes from the workspaces of others too`() async throws {
        try await Premises.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { premises in
            let (_, _, _, shared, ben) = try await furnish(premises)
            let path = "/v1/workspaces/\(shared.text)"
            let phone = try await premises.ask(
                .post, "/v1/sign-in", String(Self.asking.dropLast()) + ",\"deviceName\":\"Anna Secretphone\"}")
            let secret = try #require(phone.json["token"].string)
            let token = try await premises.ask(
                .post, "/v1/account/tokens", "{\"name\":\"Anna Secretscript\",\"scopes\":[\"everything\"]}",
                as: secret)
            for (number, sender) in [secret, try #require(token.json["secret"].string)].enumerated() {
                let command = WorkspaceCommand.notes(
                    .createFolder(
                        premises.installation.surroundings.mint(), name: Name(recorded: "By \(number)"), in: nil))
                let answer = try await premises.ask(
                    .post, path + "/commands", GivingCommands.batch([command]), as: sender)
                #expect(answer.status == 200, "\(answer.text)")
            }
            let words = ["Secretphone", "Secretscript"]
            let before = try await premises.get(path + "/audit", as: ben.secret)
            for word in words { #expect(before.text.contains(word), "\(before.text)") }
            let answer = try await premises.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 204, "\(answer.text)")
            for word in words {
                #expect(try await !premises.get(path + "/audit", as: ben.secret).text.contains(word))
                let found = try holders(of: word, premises)
                #expect(found.isEmpty, "\(word): \(found)")
            }
            let left = try await premises.get(path + "/folders", as: ben.secret)
            for folder in ["By 0", "By 1"] { #expect(left.text.contains(folder)) }
        }
    }

    @Test(.shows("J-504")) func `two people who go at the same time both go to the end`() async throws {
        try await Premises.open { premises in
            let (_, user, own, _, ben) = try await furnish(premises)
            let cleo = try await premises.visitor("cleo")
            let desk = try await premises.workspace(of: cleo, "Desk")
            try await premises.installation.using(desk) { _ in }
            async let first: Void = premises.installation.erase(user)
            async let second: Void = premises.installation.erase(cleo.user)
            _ = try await (first, second)
            #expect(await premises.installation.book.view.liveUsers == [ben.user])
            #expect(try premises.directory.accountsToErase() == [])
            #expect(try premises.directory.unfinishedErasures() == [])
            for id in [own, desk] { #expect(try !premises.directory.workspaceNames().contains(id.text)) }
        }
    }

    @Test(.shows("J-504"))
    func `an erasure that something stopped goes on in the next round, and nobody has to ask again`() async throws {
        try await Premises.open { premises in
            let (secret, _, own, shared, ben) = try await furnish(premises)
            let installation = premises.installation
            // Somebody else has it open: the name there cannot be erased yet.
            await installation.vacate(.kept(shared))
            let paths = try installation.book.place(of: shared, in: premises.directory)
            let other = try await OpenWorkspace.open(at: paths, access: .writing, in: installation.surroundings)
            let answer = try await premises.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status >= 500, "\(answer.text)")
            #expect(try await premises.get("/v1/session", as: secret).status == 401)
            #expect(try !premises.directory.workspaceNames().contains(own.text), "what can go is gone")
            let round = Rounds.erasures(of: premises.service).round
            try await round()
            #expect(try premises.directory.accountsToErase().count == 1)
            try await other.close()
            try await round()
            #expect(try premises.directory.accountsToErase() == [])
            #expect(await installation.book.view.liveUsers == [ben.user])
            for words in ["anna@example.org", "Anna Secretname"] {
                let found = try holders(of: words, premises)
                #expect(found.isEmpty, "\(words): \(found)")
            }
        }
    }

    @Test(.shows("J-504")) func `a workspace of others whose keys are lost keeps nobody's account`() async throws {
        try await Premises.open(isEncrypted: true) { premises in
            let (secret, _, _, shared, ben) = try await furnish(premises)
            await premises.installation.vacate(.kept(shared))
            let keys = try #require(try premises.directory.workspace(named: shared.text).keys)
            for end in [".keyring", ".keyring.copy"] where FileManager.default.fileExists(atPath: keys + end) {
                try FileManager.default.removeItem(atPath: keys + end)
            }
            let answer = try await premises.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 204, "\(answer.text)")
            #expect(await premises.installation.book.view.liveUsers == [ben.user])
            #expect(try premises.directory.accountsToErase() == [])
        }
    }

    @Test func `without the password, the address or a session nothing is erased`() async throws {
        try await Premises.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { premises in
            let (secret, user, _, _, _) = try await furnish(premises)
            let token = try await premises.token(
                of: Visitor(user: user, secret: secret, session: .zero), [.everything])
            let path = "/v1/account/erase"
            for (body, problem) in [
                ("{\"email\":\"anna@example.org\",\"password\":\"wrong\"}", "wrongPassword"),
                ("{\"email\":\"anna@example.org\"}", "wrongPassword"),
                ("{\"email\":\"ben@example.org\",\"password\":\"\(Premises.password)\"}", "wrongAddress"),
                ("{\"password\":\"\(Premises.password)\"}", "missingField"),
            ] {
                let answer = try await premises.ask(.post, path, body, as: secret)
                #expect(answer.problem == problem, "\(body)")
            }
            #expect(try await premises.ask(.post, path, Self.asking, as: token).problem == "notForTokens")
            #expect(try await premises.ask(.post, path, Self.asking).status == 401)
            #expect(try await premises.get("/v1/session", as: secret).status == 200)
            #expect(try await premises.get("/v1/session", as: token).status == 200)
        }
    }

    @Test func `the last owner of what others are in is told to hand it on, and stays signed in`() async throws {
        try await Premises.open { premises in
            let (secret, user, own, _, ben) = try await furnish(premises)
            try await premises.keeps(
                .addMember(own, ben.user, role: .viewer, reach: .everything),
                as: premises.author(of: Visitor(user: user, secret: secret, session: .zero)))
            let answer = try await premises.ask(.post, "/v1/account/erase", Self.asking, as: secret)
            #expect(answer.status == 409)
            #expect(answer.problem == "lastOwner")
            #expect(try await premises.get("/v1/session", as: secret).status == 200)
            #expect(try await premises.get("/v1/workspaces/\(own.text)/folders", as: secret).text.contains("Only mine"))
            #expect(try premises.directory.accountsToErase() == [])
        }
    }

    @Test func `what was noted and has not begun is forgotten by the next start, and never happens later`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-noted-\(UUID().uuidString)"
        defer {
            do { try FileManager.default.removeItem(atPath: root) } catch { Issue.record("\(error)") }
        }
        let (secret, own) = try await Premises.open(in: root) { premises in
            let (secret, user, own, _, _) = try await furnish(premises)
            // As an older build left it that was told no, and as a disk leaves it that refuses what follows.
            try premises.directory.noteErasure(of: user)
            return (secret, own)
        }
        try await Premises.open(in: root) { premises in
            #expect(try premises.directory.accountsToErase() == [])
            #expect(try await premises.get("/v1/session", as: secret).status == 200)
            let folders = try await premises.get("/v1/workspaces/\(own.text)/folders", as: secret)
            #expect(folders.text.contains("Only mine"), "\(folders.text)")
        }
    }
}
