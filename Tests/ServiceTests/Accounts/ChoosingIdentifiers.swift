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
    private static let credentials = "\"email\":\"mallory@example.org\",\"password\":\"\(ServiceFixture.password)\""

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

    private func furnish(_ fixture: ServiceFixture) async throws -> Scene {
        _ = try await fixture.ask(.post, "/v1/sign-up", "{\(Self.credentials)}")
        let signedIn = try await fixture.ask(.post, "/v1/sign-in", "{\(Self.credentials)}")
        let user = try #require(signedIn.json["user"].string.flatMap { UserID(text: $0) })
        let ben = try await fixture.visitor("ben")
        let home = try await fixture.workspace(of: ben)
        try await fixture.keeps(
            .addMember(home, user, role: .viewer, reach: .children([fixture.pool.runtime.mint()])),
            as: fixture.author(of: ben))
        let secret = try await fixture.token(of: ben, [.everything])
        let model = await fixture.pool.book.view.model
        return Scene(
            mallory: try #require(signedIn.json["token"].string), ben: ben, home: home,
            token: try #require(model.tokens(of: ben.user).first), tokenSecret: secret, session: ben.session,
            device: try #require(model.devices(of: ben.user).first))
    }

    @Test func `whoever signs in on a device that is called as something else gets a device of their own`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { fixture in
            let scene = try await furnish(fixture)
            let visit = try await Visit.begin(at: fixture)
            let pool = fixture.pool
            for taken in [
                scene.home.text, scene.ben.user.text, scene.token.text, scene.session.text, scene.device.text,
                pool.device.text, pool.keeper.actor.text, visit.device,
            ] {
                let answer = try await fixture.ask(
                    .post, "/v1/sign-in", "{\(Self.credentials),\"device\":\"\(taken)\"}")
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.json["device"].string != taken)
            }
            // One that names nothing is taken, and is the same device the next time.
            let own: UserDeviceID = pool.runtime.mint()
            for _ in 0..<2 {
                let answer = try await fixture.ask(
                    .post, "/v1/sign-in", "{\(Self.credentials),\"device\":\"\(own.text)\"}")
                #expect(answer.json["device"].string == own.text, "\(answer.text)")
            }
            // Nothing of anybody else goes with her.
            let last = try await fixture.ask(
                .post, "/v1/sign-in", "{\(Self.credentials),\"device\":\"\(scene.home.text)\"}")
            let erased = try await fixture.ask(
                .post, "/v1/account/erase", "{\(Self.credentials)}", as: last.json["token"].string)
            #expect(erased.status == 204, "\(erased.text)")
            for secret in [scene.ben.secret, scene.tokenSecret] {
                let answer = try await fixture.get("/v1/workspaces/\(scene.home.text)/boards", as: secret)
                #expect(answer.status == 200, "\(answer.text)")
            }
        }
    }

    @Test func `a workspace is called as nothing else, and one that was erased leaves its identifier to nobody`()
        async throws
    {
        try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { fixture in
            let scene = try await furnish(fixture)
            func make(_ id: String, as secret: String) async throws -> ServiceFixture.Answer {
                try await fixture.ask(.post, "/v1/workspaces", "{\"name\":\"Mine\",\"id\":\"\(id)\"}", as: secret)
            }
            for taken in [
                scene.home.text, scene.ben.user.text, scene.token.text, scene.session.text, scene.device.text,
                fixture.pool.device.text, fixture.pool.keeper.actor.text,
            ] {
                let answer = try await make(taken, as: scene.mallory)
                #expect(answer.status == 409 && answer.problem == "identifierTaken", "\(answer.text)")
            }
            // Asking twice makes one, also once something lies there.
            let own: WorkspaceID = fixture.pool.runtime.mint()
            for _ in 0..<2 {
                #expect(try await make(own.text, as: scene.mallory).status == 201)
                #expect(try await fixture.get("/v1/workspaces/\(own.text)/boards", as: scene.mallory).status == 200)
            }
            #expect(try fixture.directory.workspaceNames().contains(own.text))
            let erased = try await fixture.ask(
                .post, "/v1/account/erase", "{\(Self.credentials)}", as: scene.mallory)
            #expect(erased.status == 204, "\(erased.text)")
            #expect(try await make(own.text, as: scene.ben.secret).problem == "identifierTaken")
        }
    }

    @Test func `a webhook is not called as the installation itself`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(TellingWebhooks.local) { fixture in
                let subscriber = try await TellingWebhooks.Subscriber(fixture)
                let pool = fixture.pool
                for taken in [pool.device.text, pool.keeper.actor.text] {
                    let answer = try await fixture.ask(
                        .post, subscriber.path, "{\"url\":\"\(receiver.address)\",\"id\":\"\(taken)\"}",
                        as: subscriber.anna.secret)
                    #expect(answer.status == 409 && answer.problem == "identifierTaken", "\(answer.text)")
                }
            }
        }
    }

    @Test func `what lies under an identifier that the accounts do not know is given to nobody`() async throws {
        try await ServiceFixture.open(isEncrypted: true) { fixture in
            let anna = try await fixture.visitor("anna")
            let runtime = fixture.pool.runtime
            let (files, keys): (WorkspaceID, WorkspaceID) = (runtime.mint(), runtime.mint())
            let paths = try fixture.directory.workspace(named: files.text)
            try await WorkspaceActor.openOrCreate(at: paths, in: runtime).close()
            let keyring = try #require(try fixture.directory.workspace(named: keys.text).keys) + ".keyring"
            try Data("left over".utf8).write(to: URL(filePath: keyring))
            for id in [files, keys] {
                let answer = try await fixture.ask(
                    .post, "/v1/workspaces", "{\"name\":\"Mine\",\"id\":\"\(id.text)\"}", as: anna.secret)
                #expect(answer.status == 409 && answer.problem == "identifierTaken", "\(answer.text)")
                #expect(try await fixture.get("/v1/workspaces/\(id.text)/boards", as: anna.secret).status == 403)
            }
        }
    }
}
