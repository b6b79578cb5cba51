import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing

@testable import Runtime
@testable import Service

/// OpenID Connect, with an issuer that runs in the test.
@Suite("Signing in through an issuer")
struct SigningInElsewhere {
    private func inScene(
        _ configuration: ServiceConfiguration = ServiceConfiguration(),
        _ body: @escaping @Sendable (ServiceFixture, LocalIssuer) async throws -> Void
    ) async throws {
        try await LocalIssuer.open { issuer in
            let configuration = configuration.with(.oidcIssuer, issuer.address).with(.oidcClient, "daybook")
                .with(.oidcRedirect, "https://daybook.example.org/v1/oidc/callback")
            try await ServiceFixture.open(configuration) { fixture in try await body(fixture, issuer) }
        }
    }

    /// Goes there and comes back, as a browser does.
    private func signIn(
        _ fixture: ServiceFixture, _ issuer: LocalIssuer, cookie: String? = nil, state: String? = nil, code: String? = nil
    ) async throws -> ServiceFixture.Answer {
        let start = try await fixture.get("/v1/oidc/start")
        #expect(start.status == 303)
        let place = try #require(start.headers[.location])
        #expect(place.hasPrefix(issuer.address + "/authorize?"))
        for word in ["response_type=code", "code_challenge_method=S256", "scope=openid%20email", "client_id=daybook"] {
            #expect(place.contains(word), "\(place)")
        }
        let kept = try #require(start.headers[.setCookie])
        for word in ["daybook-oidc=", "HttpOnly", "SameSite=Lax"] { #expect(kept.contains(word)) }
        let back = try issuer.agree(to: place)
        let path = "/v1/oidc/callback?state=\(state ?? back.state)&code=\(code ?? back.code)"
        return try await fixture.get(path, headers: [.cookie: cookie ?? String(kept.split(separator: ";")[0])])
    }

    @Test(.shows("J-604"))
    func `a browser that comes back is led into the app with its session, and told where it went wrong`() async throws {
        try await inScene { fixture, issuer in
            let setup = try await fixture.get("/v1/setup").json
            #expect(setup["issuer"]["name"].string == "127.0.0.1" && setup["issuer"]["start"].string == "/v1/oidc/start")
            let html: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
            func back(_ more: String) async throws -> (path: String, cookie: String) {
                let start = try await fixture.get("/v1/oidc/start" + more, headers: html)
                let place = try #require(start.headers[.location])
                let answer = try issuer.agree(to: place)
                let cookie = String(try #require(start.headers[.setCookie]).split(separator: ";")[0])
                return ("/v1/oidc/callback?state=\(answer.state)&code=\(answer.code)", cookie)
            }
            let device: UserDeviceID = fixture.pool.runtime.mint()
            let (path, cookie) = try await back("?deviceName=Firefox%20on%20Linux&device=" + device.text)
            var headers = html
            headers[.cookie] = cookie
            let done = try await fixture.get(path, headers: headers)
            #expect(done.status == 303 && done.headers[.location] == "/" && done.bytes.isEmpty, "\(done.text)")
            let account = try await account(fixture, done)
            #expect(account["email"].string == "anna@example.org")
            #expect(account["devices"].list.compactMap { $0["name"].string } == ["Firefox on Linux"])
            #expect(account["devices"].list.compactMap { $0["id"].string } == [device.text])
            // The same once more, and a no at the issuer.
            for (path, name) in [(path, "badState"), (try await back("").path + "&error=access_denied", "badState")] {
                let failed = try await fixture.get(path, headers: headers)
                #expect(failed.status == 303 && failed.headers[.location] == "/sign-in?fault=" + name, "\(failed.text)")
            }
        }
    }

    private func account(_ fixture: ServiceFixture, _ answer: ServiceFixture.Answer) async throws -> JSONValue {
        let cookies = answer.headers[values: .setCookie].map { String($0.split(separator: ";")[0]) }
        let session = try #require(cookies.first { $0.hasPrefix(Credential.cookieName + "=") })
        return try await fixture.get("/v1/account", headers: [.cookie: session]).json
    }

    @Test(.shows("N-401.1"), arguments: [LocalIssuer.Signature.es256, .rs256])
    func `somebody new gets an account, and is the same person the next time, whatever their address is then`(
        signature: LocalIssuer.Signature
    ) async throws {
        try await inScene { fixture, issuer in
            issuer.behaviour.withLock { $0.signature = signature }
            let first = try await signIn(fixture, issuer)
            #expect(first.status == 200, "\(first.text)")
            #expect(first.json["token"] == .null)
            let account = try await account(fixture, first)
            #expect(account["email"].string == "anna@example.org")
            #expect(account["name"].string == "Anna")
            issuer.behaviour.withLock { $0.email = "anna@elsewhere.org" }
            let second = try await signIn(fixture, issuer)
            #expect(second.json["user"] == first.json["user"])
            #expect(await fixture.pool.book.view.liveUsers.count == 1)
            // What the issuer says of itself and its keys is asked for once.
            #expect(issuer.asked("/.well-known/openid-configuration") == 1)
            #expect(issuer.asked("/keys") == 1)
            // No password is right for an account of an issuer.
            for password in ["", "$oidc$1$", ServiceFixture.password] {
                let answer = try await fixture.ask(
                    .post, "/v1/sign-in", "{\"email\":\"anna@example.org\",\"password\":\"\(password)\"}")
                #expect(answer.problem == "wrongCredentials")
            }
        }
    }

    @Test(.shows("J-109")) func `an account begins with a password or at an issuer, and the same one is signed in to again`()
        async throws
    {
        try await inScene { fixture, issuer in
            let ben = "{\"email\":\"ben@example.org\",\"password\":\"\(ServiceFixture.password)\"}"
            #expect(try await fixture.ask(.post, "/v1/sign-up", ben).status == 202)
            let byPassword = try await [
                fixture.ask(.post, "/v1/sign-in", ben), fixture.ask(.post, "/v1/sign-in", ben),
            ]
            let byIssuer = try await [signIn(fixture, issuer), signIn(fixture, issuer)]
            #expect((byPassword + byIssuer).allSatisfy { $0.status == 200 })
            #expect(byPassword[0].json["user"] == byPassword[1].json["user"])
            #expect(byIssuer[0].json["user"] == byIssuer[1].json["user"])
            #expect(byPassword[0].json["user"] != byIssuer[0].json["user"])
        }
    }

    @Test func `whoever has as many devices as one may have comes in through the issuer all the same`() async throws {
        try await inScene { fixture, issuer in
            let first = try await signIn(fixture, issuer)
            let user = try #require(first.json["user"].string.flatMap { UserID(text: $0) })
            let devices = try await fixture.fill(user)
            let again = try await signIn(fixture, issuer)
            #expect(again.status == 200, "\(again.text)")
            #expect(try await account(fixture, again)["email"].string == "anna@example.org")
            let model = await fixture.pool.book.view.model
            #expect(model.devices(of: user).count { model.devices[$0]?.isUsable ?? false } == devices.count)
        }
    }

    @Test func `an account with a password is taken over by a verified address only, and what was made before is over`()
        async throws
    {
        try await inScene { fixture, issuer in
            let anna = try await fixture.visitor("anna")
            let token = try await fixture.token(of: anna, [.everything])
            issuer.behaviour.withLock { $0.isVerified = false }
            #expect(try await signIn(fixture, issuer).problem == "emailNotVerified")
            issuer.behaviour.withLock { $0.isVerified = nil }
            #expect(try await signIn(fixture, issuer).problem == "emailNotVerified")
            #expect(try await fixture.get("/v1/session", as: anna.secret).status == 200)
            issuer.behaviour.withLock { $0.isVerified = true }
            let answer = try await signIn(fixture, issuer)
            #expect(answer.json["user"].string == anna.user.text)
            #expect(try await fixture.get("/v1/session", as: anna.secret).status == 401)
            #expect(try await fixture.get("/v1/session", as: token).status == 401)
            // Another person there with the same address is not let in.
            issuer.behaviour.withLock { $0.subject = "somebody-else" }
            #expect(try await signIn(fixture, issuer).problem == "badIDToken")
        }
    }

    @Test func `what was made with an account that is taken over is over too, and nobody else's is`() async throws {
        try await inScene { fixture, issuer in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let ben = try await fixture.visitor("ben")
            // Both own what Ben made; the other is Anna's alone.
            let shared = try await fixture.workspace(of: ben, "Shared")
            try await fixture.keeps(
                .addMember(shared, home.anna.user, role: .owner, reach: .everything), as: fixture.author(of: ben))
            func share() async throws -> String {
                let body = "{\"thing\":\"\(home.notes[0].text)\"}"
                let made = try await fixture.ask(.post, home.path + "/shares", body, as: home.anna.secret)
                return try #require(made.json["path"].string, "\(made.text)")
            }
            func invite(to workspace: WorkspaceID, as who: Visitor) async throws -> InvitationID {
                let made = try await fixture.ask(
                    .post, "/v1/workspaces/\(workspace.text)/invitations", "{\"role\":\"viewer\",\"everything\":true}",
                    as: who.secret)
                return try #require(made.json["invitation"].string.flatMap { InvitationID(text: $0) }, "\(made.text)")
            }
            func hook(_ workspace: WorkspaceID, of who: Visitor) async throws -> WebhookID {
                let id: WebhookID = fixture.pool.runtime.mint()
                let target = WebhookTarget(address: "https://hook.example.org", areas: [.notes])
                try await fixture.keeps(
                    .addWebhook(id, to: workspace, of: who.user, target, secret: SigningSecret.fresh(), after: 0),
                    as: fixture.author(of: who))
                return id
            }
            let (first, second) = (try await share(), try await share())
            var invitations: [InvitationID] = []
            for workspace in [home.id, shared] { invitations.append(try await invite(to: workspace, as: home.anna)) }
            let hooks = [try await hook(home.id, of: home.anna), try await hook(shared, of: home.anna)]
            let (bensInvitation, bensHook) = (try await invite(to: shared, as: ben), try await hook(shared, of: ben))
            for path in [first, second] { #expect(try await fixture.get(path).status == 200) }

            let answer = try await signIn(fixture, issuer)
            #expect(answer.json["user"].string == home.anna.user.text, "\(answer.text)")
            for path in [first, second] { #expect(try await fixture.get(path).problem == "noSuchLink") }
            let model = await fixture.pool.book.view.model
            for id in invitations { #expect(model.existing(id)?.isWaiting(at: ServiceFixture.start) == false) }
            for id in hooks { #expect(model.existing(id) == nil) }
            #expect(model.existing(bensInvitation)?.isWaiting(at: ServiceFixture.start) == true)
            #expect(model.existing(bensHook) != nil)
            #expect(model.existing(home.id)?.member(home.anna.user)?.role == .owner, "what she keeps is hers")
            // Signing in again takes over nothing any more.
            let later = try await hook(home.id, of: home.anna)
            #expect(try await signIn(fixture, issuer).status == 200)
            #expect(await fixture.pool.book.view.model.existing(later) != nil)
        }
    }

    @Test func `no token outlives a takeover, however many are being made meanwhile`() async throws {
        try await inScene(ServiceConfiguration().with(.requestsPerMinute, 100_000)) { fixture, issuer in
            for round in 0..<4 {
                let name = "anna\(round)"
                let squatter = try await fixture.visitor(name)
                issuer.behaviour.withLock {
                    $0.email = name + "@example.org"
                    $0.subject = name + "-there"
                }
                let tokens = try await withThrowingTaskGroup(of: [String].self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            var made: [String] = []
                            while made.count < 45 {
                                let answer = try await fixture.ask(
                                    .post, "/v1/account/tokens", "{\"name\":\"t\",\"scopes\":[\"everything\"]}",
                                    as: squatter.secret)
                                guard let secret = answer.json["secret"].string else { break }
                                made.append(secret)
                            }
                            return made
                        }
                    }
                    let answer = try await self.signIn(fixture, issuer)
                    #expect(answer.json["user"].string == squatter.user.text, "\(answer.text)")
                    return try await group.reduce(into: [String]()) { $0 += $1 }
                }
                for token in tokens { #expect(try await fixture.get("/v1/session", as: token).status == 401) }
            }
        }
    }

    @Test func `a name that cannot be one here keeps nobody out`() async throws {
        try await inScene { fixture, issuer in
            for (number, name) in ["", " ", "Anna\nof Home", String(repeating: "N", count: 400)].enumerated() {
                issuer.behaviour.withLock {
                    $0.name = name
                    $0.subject = "\(number)"
                    $0.email = "anna\(number)@example.org"
                }
                let answer = try await signIn(fixture, issuer)
                #expect(answer.status == 200, "\(answer.text)")
                let account = try await account(fixture, answer)
                #expect(account["email"].string == "anna\(number)@example.org")
                #expect(account["name"] == .null)
            }
        }
    }

    @Test func `who begins again and again pushes out themselves and nobody else`() async throws {
        try await inScene(ServiceConfiguration().with(.proxies, 1)) { fixture, issuer in
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            func begin(from address: String) async throws -> (path: String, cookie: String) {
                let start = try await fixture.get("/v1/oidc/start", headers: [forwarded: address])
                #expect(start.status == 303, "\(start.text)")
                let back = try issuer.agree(to: try #require(start.headers[.location]))
                let cookie = String(try #require(start.headers[.setCookie]).split(separator: ";")[0])
                return ("/v1/oidc/callback?state=\(back.state)&code=\(back.code)", cookie)
            }
            let other = try await begin(from: "10.0.0.2")
            let first = try await begin(from: "10.0.0.1")
            for _ in 0..<50 { _ = try await begin(from: "10.0.0.1") }
            #expect(try await fixture.get(first.path, headers: [.cookie: first.cookie]).problem == "badState")
            #expect(try await fixture.get(other.path, headers: [.cookie: other.cookie]).status == 200)
        }
    }

    @Test func `where too many are under way the oldest gives way, of the same address first`() {
        var underWay = SignInsUnderWay(countMax: 3, perAddressMax: 2)
        func entry(_ nonce: String) -> SignInsUnderWay.Entry {
            .init(nonce: nonce, verifier: "", browser: FreshSecret().digest, expires: ServiceFixture.start)
        }
        for (state, address) in [("a", "one"), ("b", "two"), ("c", "two"), ("d", "two")] {
            underWay.add(entry(state), as: state, from: address)
        }
        #expect(underWay.take("b") == nil, "the oldest of its address")
        underWay.add(entry("e"), as: "e", from: "three")
        #expect(underWay.take("a") == nil, "the oldest of all")
        for state in ["c", "d", "e"] {
            #expect(underWay.take(state)?.nonce == state)
            #expect(underWay.take(state) == nil, "once")
        }
    }

    @Test func `a token that is not for us, not for this sign-in, not signed or run out opens nothing`() async throws {
        try await inScene { fixture, issuer in
            let changes: [(String, @Sendable (inout LocalIssuer.Behaviour) -> Void)] = [
                ("signature", { $0.signature = .stranger }), ("signature", { $0.signature = .none }),
                ("signature", { $0.signature = .cut }), ("nonce", { $0.nonce = "another" }),
                ("issuer", { $0.issuer = "https://evil.example.org" }), ("audience", { $0.audience = "another" }),
                ("audience", { $0.authorizedParty = "another" }), ("expired", { $0.expiresIn = -61 }),
                ("shape", { $0.subject = "" }),
            ]
            for (word, change) in changes {
                issuer.behaviour.withLock { behaviour in
                    behaviour = LocalIssuer.Behaviour()
                    change(&behaviour)
                }
                let answer = try await signIn(fixture, issuer)
                #expect(answer.status == 401, "\(word)")
                #expect(answer.problem == "badIDToken", "\(word): \(answer.text)")
                let fault: [String: OIDCFault.TokenFault] = [
                    "signature": .signature, "nonce": .nonce, "issuer": .issuer, "audience": .audience, "expired": .expired,
                    "shape": .shape,
                ]
                let words = try #require(fault[word]).rawValue
                #expect(answer.text.contains(words), "\(word): \(answer.text)")
            }
            #expect(await fixture.pool.book.view.liveUsers.isEmpty)
            // Within the minute by which clocks may differ it still counts.
            issuer.behaviour.withLock { $0 = LocalIssuer.Behaviour(expiresIn: -30) }
            #expect(try await signIn(fixture, issuer).status == 200)
        }
    }

    @Test func `a state counts once, in the browser that was sent, and for ten minutes`() async throws {
        try await inScene { fixture, issuer in
            #expect(try await signIn(fixture, issuer, cookie: "daybook-oidc=forged").problem == "badState")
            #expect(try await signIn(fixture, issuer, state: "forged").problem == "badState")
            #expect(try await signIn(fixture, issuer, code: "forged").problem == "codeRefused")
            let start = try await fixture.get("/v1/oidc/start")
            let cookie = String(try #require(start.headers[.setCookie]).split(separator: ";")[0])
            let back = try issuer.agree(to: try #require(start.headers[.location]))
            let path = "/v1/oidc/callback?state=\(back.state)"
            #expect(try await fixture.get(path + "&error=access_denied", headers: [.cookie: cookie]).problem == "refusedThere")
            #expect(try await fixture.get(path + "&code=\(back.code)", headers: [.cookie: cookie]).problem == "badState")
            let late = try await fixture.get("/v1/oidc/start")
            let lateBack = try issuer.agree(to: try #require(late.headers[.location]))
            fixture.wait(seconds: 600)
            let answer = try await fixture.get(
                "/v1/oidc/callback?state=\(lateBack.state)&code=\(lateBack.code)",
                headers: [.cookie: String(try #require(late.headers[.setCookie]).split(separator: ";")[0])])
            #expect(answer.problem == "badState")
            for path in ["/v1/oidc/callback", "/v1/oidc/callback?code=x", "/v1/oidc/callback?state=x&more=1"] {
                #expect(try await fixture.get(path).status == 400)
            }
        }
    }

    @Test func `an issuer that is down or broken is said to be, and keys that changed are asked for again`() async throws {
        try await inScene { fixture, issuer in
            issuer.behaviour.withLock { $0.isBroken = true }
            let down = try await fixture.get("/v1/oidc/start")
            #expect(down.status == 503)
            #expect(down.problem == "issuerUnreachable")
            #expect(down.headers[.retryAfter] != nil)
            issuer.behaviour.withLock { $0.isBroken = false }
            #expect(try await signIn(fixture, issuer).status == 200)
            issuer.behaviour.withLock { $0 = LocalIssuer.Behaviour(shownKey: "second", signingKey: "second") }
            // Asked for again once a minute at most.
            #expect(try await signIn(fixture, issuer).problem == "badIDToken")
            #expect(issuer.asked("/keys") == 1)
            fixture.wait(seconds: 61)
            #expect(try await signIn(fixture, issuer).status == 200)
            #expect(issuer.asked("/keys") == 2)
        }
        // Nobody listens there any more.
        let address = try await LocalIssuer.open { $0.address }
        let configuration = ServiceConfiguration().with(.oidcIssuer, address).with(.oidcClient, "daybook")
            .with(.oidcRedirect, "https://daybook.example.org/v1/oidc/callback")
        try await ServiceFixture.open(configuration) { fixture in
            let answer = try await fixture.get("/v1/oidc/start")
            #expect(answer.problem == "issuerUnreachable")
        }
    }

    @Test func `where it is not set up it is not there, and half of it is an error`() async throws {
        try await ServiceFixture.open { fixture in
            #expect(try await fixture.get("/v1/setup").json["issuer"] == .null)
            let start = try await fixture.get("/v1/oidc/start")
            #expect(start.problem == "oidcNotSetUp")
            let back = try await fixture.get("/v1/oidc/callback?state=x")
            #expect(back.problem == "oidcNotSetUp")
        }
        for configuration in [
            ServiceConfiguration().with(.oidcIssuer, "https://a.example.org"),
            ServiceConfiguration().with(.oidcIssuer, "http://a.example.org").with(.oidcClient, "daybook"),
            ServiceConfiguration().with(.oidcIssuer, "https://a.example.org").with(.oidcClient, "daybook"),
        ] {
            do {
                let desk = try OIDCService(configuration)
                Issue.record("half of it was taken")
                try await desk?.stop()
            } catch let fault as ConfigurationFault {
                #expect(fault.message.contains("oidc."))
            }
        }
        try await inScene(ServiceConfiguration().with(.signUp, "closed")) { fixture, issuer in
            let answer = try await signIn(fixture, issuer)
            #expect(answer.problem == "signUpClosed")
        }
    }
}
