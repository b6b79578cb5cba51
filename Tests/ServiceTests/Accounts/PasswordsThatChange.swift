import Accounts
import Foundation
import Kernel
import Testing

@testable import Runtime
@testable import Service

/// A password that is changed while a request with the old one waits for it to be compared.
@Suite("Passwords that change meanwhile")
struct PasswordsThatChange {
    private static let asking = "{\"email\":\"anna@example.org\",\"password\":\"\(ServiceFixture.password)\"}"

    /// Anna, signed in; what she asks is overtaken by a change of her password that keeps her session.
    private func overtaken(
        _ ask: @escaping @Sendable (ServiceFixture, _ secret: String) async throws -> ServiceFixture.Answer,
        then look: @escaping @Sendable (ServiceFixture, _ secret: String, ServiceFixture.Answer) async throws -> Void
    ) async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.passwordsAtOnce, 1)) { fixture in
            #expect(try await fixture.ask(.post, "/v1/sign-up", Self.asking).status == 202)
            let anna = try await fixture.ask(.post, "/v1/sign-in", Self.asking)
            let secret = try #require(anna.json["token"].string)
            let user = try #require(anna.json["user"].string.flatMap { UserID(text: $0) })
            let session = try #require(anna.json["session"].string.flatMap { SessionID(text: $0) })

            let comparing = fixture.service.passwords.work
            let door = DispatchSemaphore(value: 0)
            let held = Task { try await comparing.run(orSay: .stopping) { door.wait() } }
            while comparing.count < 1 { await Task.yield() }
            let asked = Task { try await ask(fixture, secret) }
            while comparing.count < 2 { await Task.yield() }
            try await fixture.keeps(
                .changePassword(user, to: ServiceFixture.hash, keeping: session),
                as: Author(actor: user.as(Actor.self), device: fixture.pool.device))
            door.signal()
            try await held.value
            try await look(fixture, secret, try await asked.value)
        }
    }

    @Test func `nobody signs in with the one before`() async throws {
        try await overtaken { fixture, _ in
            try await fixture.ask(.post, "/v1/sign-in", Self.asking)
        } then: { fixture, secret, answer in
            #expect(answer.status == 401 && answer.problem == "wrongCredentials")
            // The session that changed it is the only one.
            let account = try await fixture.get("/v1/account", as: secret)
            #expect(account.json["sessions"].list.count { $0["revoked"] != .flag(true) } == 1, "\(account.text)")
        }
    }

    @Test func `nobody changes it by the one before`() async throws {
        try await overtaken { fixture, secret in
            try await fixture.ask(
                .put, "/v1/account/password",
                "{\"password\":\"\(ServiceFixture.password)\",\"newPassword\":\"a new long phrase\"}", as: secret)
        } then: { fixture, secret, answer in
            #expect(answer.status == 403 && answer.problem == "wrongPassword")
            let state = await fixture.pool.book.state
            #expect(state.model.users.ids.allSatisfy { state.model.users[$0]?.password == ServiceFixture.hash })
        }
    }

    @Test func `nobody erases the account by the one before`() async throws {
        try await overtaken { fixture, secret in
            try await fixture.ask(.post, "/v1/account/erase", Self.asking, as: secret)
        } then: { fixture, secret, answer in
            #expect(answer.status == 403 && answer.problem == "wrongPassword")
            let session = try await fixture.get("/v1/session", as: secret)
            #expect(session.status == 200)
        }
    }

    @Test func `no visit becomes part of the account by the one before, and it goes on`() async throws {
        let begun = Shared<Visit?>(nil)
        try await overtaken { fixture, _ in
            let visit = try await Visit.begin(at: fixture)
            begun.value.withLock { $0 = visit }
            return try await fixture.ask(.post, "/v1/guests/convert", Self.asking, as: visit.secret)
        } then: { fixture, secret, answer in
            #expect(answer.status == 403 && answer.problem == "wrongCredentials")
            let visit = try #require(begun.value.withLock { $0 })
            #expect(try await visit.get("/notes").status == 200)
            #expect(try await fixture.get("/v1/workspaces", as: secret).json.list.isEmpty)
        }
    }
}
