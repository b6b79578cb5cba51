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
    private static let account = "{\"email\":\"anna@example.org\",\"password\":\"\(Premises.password)\",\"name\":\"Anna Secretname\"}"
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
        }
    }
}
