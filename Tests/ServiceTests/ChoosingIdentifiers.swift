import Accounts
import Foundation
import Kernel
import KernelTesting
import Testing

@testable import Runtime
@testable import Service

/// Clients choose identifiers, so that asking twice does something once; never one that names something already.
@Suite("Choosing identifiers over HTTP")
struct ChoosingIdentifiers {
    private static let credentials = "\"email\":\"mallory@example.org\",\"password\":\"\(Premises.password)\""

    /// Mallory, who knows her password; Ben, with a workspace in which she sees nothing, and a token.
    private struct Scene {
        let mallory: String
        let ben: Visitor
        let home: WorkspaceID
        let token: TokenID
        let tokenSecret: String
        let session: SessionID
        let device: UserDeviceID
    }

    private func furnish(_ premises: Premises) async throws -> Scene {
        _ = try await premises.ask(.post, "/v1/sign-up", "{\(Self.credentials)}")
        let signedIn = try await premises.ask(.post, "/v1/sign-in", "{\(Self.credentials)}")
        let user = try #require(signedIn.json["user"].string.flatMap { UserID(text: $0) })
        let ben = try await premises.visitor("ben")
        let home = try await premises.workspace(of: ben)
        try await premises.keeps(
            .addMember(home, user, role: .viewer, reach: .children([premises.installation.surroundings.mint()])),
            as: premises.author(of: ben))
        let secret = try await premises.token(of: ben, [.everything])
        let roster = await premises.installation.book.view.roster
        return Scene(
            mallory: try #require(signedIn.json["token"].string), ben: ben, home: home,
            token: try #require(roster.tokens(of: ben.user).first), tokenSecret: secret, session: ben.session,
            device: try #require(roster.devices(of: ben.user).first))
    }

    @Test func `whoever signs in on a device that is called as something else gets a device of their own`() async throws {
        try await Premises.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { premises in
            let scene = try await furnish(premises)
            let visit = try await Visit.begin(at: premises)
            let installation = premises.installation
            for taken in [
                scene.home.text, scene.ben.user.text, scene.token.text, scene.session.text, scene.device.text,
                installation.device.text, installation.keeper.actor.text, visit.device,
            ] {
                let answer = try await premises.ask(
                    .post, "/v1/sign-in", "{\(Self.credentials),\"device\":\"\(taken)\"}")
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.json["device"].string != taken)
            }
            // One that names nothing is taken, and is the same device the next time.
            let own: UserDeviceID = installation.surroundings.mint()
            for _ in 0..<2 {
                let answer = try await premises.ask(
                    .post, "/v1/sign-in", "{\(Self.credentials),\"device\":\"\(own.text)\"}")
                #expect(answer.json["device"].string == own.text, "\(answer.text)")
            }
            // Nothing of anybody else goes with her.
            let last = try await premises.ask(
                .post, "/v1/sign-in", "{\(Self.credentials),\"device\":\"\(scene.home.text)\"}")
            let erased = try await premises.ask(
                .post, "/v1/account/erase", "{\(Self.credentials)}", as: last.json["token"].string)
            #expect(erased.status == 204, "\(erased.text)")
            for secret in [scene.ben.secret, scene.tokenSecret] {
                let answer = try await premises.get("/v1/workspaces/\(scene.home.text)/boards", as: secret)
                #expect(answer.status == 200, "\(answer.text)")
            }
        }
    }

    @Test func `a workspace is called as nothing else, and one that was erased leaves its identifier to nobody`()
        async throws
    {
        try await Premises.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { premises in
            let scene = try await furnish(premises)
            func make(_ id: String, as secret: String) async throws -> Premises.Answer {
                try await premises.ask(.post, "/v1/workspaces", "{\"name\":\"Mine\",\"id\":\"\(id)\"}", as: secret)
            }
            for taken in [
                scene.home.text, scene.ben.user.text, scene.token.text, scene.session.text, scene.device.text,
                premises.installation.device.text, premises.installation.keeper.actor.text,
            ] {
                let answer = try await make(taken, as: scene.mallory)
                #expect(answer.status == 409 && answer.problem == "identifierTaken", "\(answer.text)")
            }
            // Asking twice makes one, also once something lies there.
            let own: WorkspaceID = premises.installation.surroundings.mint()
            for _ in 0..<2 {
                #expect(try await make(own.text, as: scene.mallory).status == 201)
                #expect(try await premises.get("/v1/workspaces/\(own.text)/boards", as: scene.mallory).status == 200)
            }
            #expect(try premises.directory.workspaceNames().contains(own.text))
            let erased = try await premises.ask(
                .post, "/v1/account/erase", "{\(Self.credentials)}", as: scene.mallory)
            #expect(erased.status == 204, "\(erased.text)")
            #expect(try await make(own.text, as: scene.ben.secret).problem == "identifierTaken")
        }
    }

    @Test func `a webhook is not called as the installation itself`() async throws {
        try await HookReceiver.open { receiver in
            try await Premises.open(TellingWebhooks.local) { premises in
                let household = try await TellingWebhooks.Household(premises)
                let installation = premises.installation
                for taken in [installation.device.text, installation.keeper.actor.text] {
                    let answer = try await premises.ask(
                        .post, household.path, "{\"url\":\"\(receiver.address)\",\"id\":\"\(taken)\"}",
                        as: household.anna.secret)
                    #expect(answer.status == 409 && answer.problem == "identifierTaken", "\(answer.text)")
                }
            }
        }
    }

    @Test func `what lies under an identifier that the accounts do not know is given to nobody`() async throws {
        try await Premises.open(isEncrypted: true) { premises in
            let anna = try await premises.visitor("anna")
            let surroundings = premises.installation.surroundings
            let (files, keys): (WorkspaceID, WorkspaceID) = (surroundings.mint(), surroundings.mint())
            let paths = try premises.directory.workspace(named: files.text)
            try await OpenWorkspace.openOrCreate(at: paths, in: surroundings).close()
            let keyring = try #require(try premises.directory.workspace(named: keys.text).keys) + ".keyring"
            try Data("left over".utf8).write(to: URL(filePath: keyring))
            for id in [files, keys] {
                let answer = try await premises.ask(
                    .post, "/v1/workspaces", "{\"name\":\"Mine\",\"id\":\"\(id.text)\"}", as: anna.secret)
                #expect(answer.status == 409 && answer.problem == "identifierTaken", "\(answer.text)")
                #expect(try await premises.get("/v1/workspaces/\(id.text)/boards", as: anna.secret).status == 403)
            }
        }
    }
}
