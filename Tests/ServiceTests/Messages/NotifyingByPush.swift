import Accounts
import Cryptography
import Foundation
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// Web Push on its way to a push service that is real, if small, and reads with the keys of the browsers.
@Suite("Notifying by Web Push")
struct NotifyingByPush {
    // MARK: The bytes

    @Test(.shows("J-210"))
    func `a message is encrypted as RFC 8291 has it, to the byte`() throws {
        func bytes(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64URL: text))) }
        let browser = PushBrowser(
            "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            key: try .init(rawRepresentation: try bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")),
            auth: try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        #expect(
            Data(browser.publicKey).base64URL
                == "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        let message = Array("When I grow up, I want to be a watermelon".utf8)
        let encryption = try PushEncryption(key: browser.publicKey, secret: browser.auth)
        let body = try encryption.body(
            of: message, own: .init(rawRepresentation: try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"), isPadded: false)
        #expect(
            Data(body).base64URL
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
                + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
        // Padded, two messages of different length are equally long, and no two bodies are the same.
        let (short, long) = (try encryption.body(of: [1]), try encryption.body(of: message))
        #expect(short.count == long.count && short.count == 86 + 256 + 16)
        #expect(try encryption.body(of: [1]) != short)
        #expect(try browser.plain(short) == [1] && browser.plain(long) == message)
        #expect(throws: PushEncryption.Fault.tooLong) { try encryption.body(of: [UInt8](repeating: 1, count: 4_000)) }
        #expect(throws: PushEncryption.Fault.badKey) { try PushEncryption(key: [4, 1], secret: []) }
        #expect(throws: (any Error).self) { try PushBrowser("", key: .init(), auth: browser.auth).plain(body) }
    }

    @Test(.shows("J-210"))
    func `a push service is shown a token for itself alone, signed by the key that browsers subscribed with`() throws {
        let key = Array(P256.PrivateKey().rawRepresentation)
        let identity = try PushIdentity(key: key, subject: "mailto:keeper@example.org")
        let now = ServiceFixture.start
        let shown = try PushToken(try identity.authorization(for: "https://push.example.org", at: now))
        #expect(shown.key == identity.publicKey)
        #expect(shown.claims["aud"].string == "https://push.example.org")
        #expect(shown.claims["exp"].int == Int(now.microseconds / 1_000_000) + 12 * 3_600)
        #expect(shown.claims["sub"].string == "mailto:keeper@example.org")
        let forged = try identity.authorization(for: "https://push.example.org", at: now)
            .replacing(
                ", k=\(identity.publicKey)",
                with: ", k="
                    + (try PushIdentity(
                        key: Array(P256.PrivateKey().rawRepresentation), subject: nil)).publicKey)
        #expect(throws: (any Error).self) { try PushToken(forged) }
        #expect(try WebhookAddress("https://Push.Example.org:8443/a/b?c").origin == "https://push.example.org:8443")

        let mail = ServiceConfiguration().with(.mailFrom, "daybook@example.org")
        #expect(PushIdentity.subject(mail) == "mailto:daybook@example.org")
        #expect(PushIdentity.subject(mail.with(.pushSubject, "https://example.org/help")) == "https://example.org/help")
        #expect(
            PushIdentity.subject(ServiceConfiguration().with(.webhookLink, "https://home.example.org"))
                == "https://home.example.org")
        #expect(PushIdentity.subject(ServiceConfiguration()) == nil)
        for wrong in ["keeper@example.org", "mailto:", "mailto:a b@c", "http://example.org", "https://"] {
            #expect(!PushIdentity.isSubject(wrong), "\(wrong)")
        }
    }

    // MARK: A family, its browsers and their push service

    /// Anna owns the family, Ben edits in it, Carl sees one child alone. All have browsers at one push service.
    private struct Family: Sendable {
        let fixture: ServiceFixture
        let service: HookReceiver
        let home: ReadingOverHTTP.Furnished
        let other: ChildID
        let people: [String: (who: Visitor, browser: PushBrowser)]

        static let path = "/v1/account/notifications"

        init(_ fixture: ServiceFixture, _ service: HookReceiver) async throws {
            (self.fixture, self.service) = (fixture, service)
            home = try await ReadingOverHTTP.furnish(fixture)
            other = fixture.pool.runtime.mint()
            let (ben, carl) = (try await fixture.visitor("ben"), try await fixture.visitor("carl"))
            var people: [String: (who: Visitor, browser: PushBrowser)] = [:]
            for (name, who) in [("anna", home.anna), ("ben", ben), ("carl", carl)] {
                people[name] = (who, PushBrowser("https://127.0.0.1:\(service.port)/\(name)"))
            }
            self.people = people
            try await fixture.keeps(
                .addMember(home.id, ben.user, role: .editor, reach: .everything), as: home.author)
            try await fixture.keeps(
                .addMember(home.id, carl.user, role: .viewer, reach: .children([other.entity])), as: home.author)
            try await perform([
                .studio(
                    .addChild(
                        other, name: Name(recorded: "Bo"), birth: nil, age: 6, avatar: .none,
                        today: utcDay(ServiceFixture.start)))
            ])
            // The first work of a child is a milestone too.
            for child in [home.child, other] { try await upload(of: child) }
        }

        func ask(_ name: String, _ more: String = "") async throws -> ServiceFixture.Answer {
            let (who, browser) = try #require(people[name])
            return try await fixture.ask(.put, Self.path, browser.subscription(more), as: who.secret)
        }

        func subscribe(_ names: String...) async throws {
            // Only later events are news.
            fixture.wait(seconds: 1)
            for name in names {
                let answer = try await ask(name)
                #expect(answer.status == 204, "\(name): \(answer.text)")
            }
            #expect(try await round() == .init())
            fixture.wait(seconds: 1)
        }

        func perform(_ commands: [WorkspaceCommand], as author: Author? = nil) async throws {
            let last = try await fixture.pool.using(home.id) { workspace in
                _ = try await workspace.perform(commands, as: author ?? home.author)
                return workspace.journal.lastSequence
            }
            while fixture.pool.changeSignal.latest(home.id) < last { await Task.yield() }
        }

        /// One more work of a child, by Anna.
        @discardableResult
        func upload(of child: ChildID) async throws -> ArtworkID {
            let (runtime, artwork) = (fixture.pool.runtime, fixture.pool.runtime.mint(ArtworkID.self))
            let digest = (0..<FileFacts.digestBytes).map { _ in UInt8.random(in: 0...255) }
            let file = FileFacts(
                name: Name(recorded: "Top secret.jpg"), mediaType: "image/jpeg", sizeBytes: 9, digest: digest)
            let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 40, heightPixels: 30)
            let new = NewArtwork(
                images: [image], uploaded: utcDay(runtime.now()), caption: Name(recorded: "Ada at the sea"))
            try await perform([.studio(.uploadArtwork(artwork, of: child, new))])
            return artwork
        }

        func round() async throws -> PushDispatcher.Round { try await fixture.service.push.round() }

        /// The daily look for reminders makes one.
        func remind() async throws {
            #expect(try await fixture.service.reminders.round() == 1)
            let last = try await fixture.pool.using(home.id) { $0.journal.lastSequence }
            while fixture.pool.changeSignal.latest(home.id) < last { await Task.yield() }
        }

        /// The messages to one person's browser, decrypted.
        func messages(to name: String) throws -> [JSONValue] {
            let browser = try #require(people[name]).browser
            return try service.deliveries.filter { $0.path == "/" + name }.map { try browser.read($0.bytes) }
        }

        func titles(to name: String) throws -> [String] { try messages(to: name).compactMap { $0["title"].string } }

        func isNotified(_ name: String) async throws -> Bool {
            let who = try #require(people[name]).who
            let model = await fixture.pool.book.state.model
            return model.devices(of: who.user).contains { model.devices[$0]?.push != nil }
        }
    }

    private static func open(
        _ change: @Sendable (ServiceConfiguration) -> ServiceConfiguration = { $0 }, in path: String? = nil,
        isEncrypted: Bool = false, _ body: @escaping @Sendable (Family) async throws -> Void
    ) async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-push-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try ServingOverTLS.makeCertificate(in: root)
        let (chain, key) = (root + "/certificate.pem", root + "/key.pem")
        let configuration = change(
            ServiceConfiguration().with(.webhookPrivate, "yes").with(.webhookTrust, chain)
                .with(.pushSubject, "mailto:keeper@example.org"))
        try await HookReceiver.open(certificate: (chain, key)) { receiver in
            try await ServiceFixture.open(configuration, in: path, isEncrypted: isEncrypted) { fixture in
                try await body(try await Family(fixture, receiver))
            }
        }
    }

    @Test(.shows("J-210"))
    func `members are notified of what others did and they may see, of tips and reminders, and no message names anybody`()
        async throws
    {
        try await Self.open { family async throws in
            try await family.subscribe("anna", "ben", "carl")
            let work = try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init(told: 1))
            #expect(try await family.round() == .init(), "each is told once")
            // Anna did it herself, and Carl sees another child alone.
            let message = try #require(try family.messages(to: "ben").first)
            #expect(message["title"].string == "There is a new work")
            #expect(message["link"].string == "/w/\(family.home.id.text)/studio/works/\(work.text)")
            #expect(message["tag"].string == family.home.id.text + ".work")
            let sent = try #require(family.service.deliveries.first)
            #expect(sent.headers["ttl"] == "86400" && sent.headers["urgency"] == "normal")
            #expect(sent.headers["content-encoding"] == "aes128gcm" && sent.headers["topic"]?.utf8.count == 32)
            let token = try PushToken(try #require(sent.headers["authorization"]))
            let listed = try await family.fixture.get(Family.path, as: family.home.anna.secret).json
            #expect(token.key == listed["key"].string)
            #expect(token.claims["aud"].string == "https://127.0.0.1:\(family.service.port)")
            #expect(token.claims["sub"].string == "mailto:keeper@example.org")

            // Several of a kind are one message, which leads to all of them.
            for _ in 0..<2 { try await family.upload(of: family.home.child) }
            try await family.upload(of: family.other)
            #expect(try await family.round() == .init(told: 2))
            #expect(try family.titles(to: "ben").last == "There are 3 new works")
            #expect(try family.messages(to: "ben").last?["link"].string == "/w/\(family.home.id.text)/studio/gallery")
            #expect(try family.titles(to: "carl") == ["There is a new work"])

            // Tips come for everybody who may read them, also for the one who uploaded.
            let analysis: AnalysisID = family.fixture.pool.runtime.mint()
            let tip = Tip(
                id: family.fixture.pool.runtime.mint(), text: "Try crayons", skill: .lineControl, stage: .early,
                resource: "", listVersion: 0)
            try await family.perform([
                .studio(.giveConsent(.analysis, nil, notice: "2026-11")),
                .studio(.requestAnalysis(analysis, work, FullHome.method, inputDigest: [UInt8](repeating: 1, count: 32))),
                .studio(
                    .completeAnalysis(
                        analysis, attempt: 1, AnalysisResult(metrics: [], tips: [tip], suggestedTags: []))),
            ])
            #expect(try await family.round() == .init(told: 2))
            #expect(try family.titles(to: "anna") == ["There are new tips for a work"])

            // A week without a work: those who may upload are reminded, calmly, and it can wait.
            family.fixture.wait(seconds: 8 * 86_400)
            try await family.remind()
            #expect(try await family.round() == .init(told: 2))
            #expect(try family.titles(to: "ben").last == "Whenever you like, there is room for the next picture")
            #expect(family.service.deliveries.last?.headers["urgency"] == "low")
            for name in ["anna", "ben", "carl"] {
                for message in try family.messages(to: name) {
                    guard case .object(let members) = message else {
                        Issue.record("no object: \(message)")
                        continue
                    }
                    #expect(members.keys.sorted() == ["link", "tag", "time", "title"])
                    for word in ["Ada", "Bo", "secret", "crayons", "example"] {
                        #expect(message["title"].string?.contains(word) == false)
                    }
                }
            }
        }
    }

    @Test(.shows("J-210"))
    func `each device hears of the topics that were chosen there, and of nothing after it was switched off or signed out`()
        async throws
    {
        try await Self.open { family async throws in
            let (anna, ben) = (family.home.anna, try #require(family.people["ben"]).who)
            try await family.subscribe("anna", "ben")
            #expect(try await family.ask("ben", ",\"topics\":[\"tips\"]").status == 204)
            try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init())
            #expect(try await family.ask("ben", ",\"topics\":[\"family\",\"tips\"]").status == 204)
            let list = try await family.fixture.get(Family.path, as: ben.secret).json["devices"].list
            #expect(list.count == 1 && list[0]["topics"].list.compactMap(\.string) == ["tips", "family"])
            #expect(list[0]["service"].string == "127.0.0.1" && list[0]["signedIn"] == .flag(true))
            let device = try #require(list[0]["device"].string)
            let account = try await family.fixture.get("/v1/account", as: ben.secret).json["devices"].list
            #expect(account.first?["notifications"].list.compactMap(\.string) == ["tips", "family"])

            let ping = try await family.fixture.ask(.post, "\(Family.path)/\(device)/ping", as: ben.secret)
            #expect(ping.json["outcome"].string == "delivered" && ping.json["status"].int == 204, "\(ping.text)")
            #expect(try family.messages(to: "ben").last?["link"].string == "/")
            #expect(try await family.fixture.ask(.post, "\(Family.path)/\(device)/ping", as: anna.secret).status == 404)
            #expect(try await family.fixture.ask(.delete, "\(Family.path)/\(device)", as: anna.secret).status == 403)

            // Nobody is a member any more: of this family no word.
            family.fixture.wait(seconds: 1)
            try await family.fixture.keeps(.removeMember(family.home.id, ben.user), as: family.home.author)
            try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init())
            try await family.fixture.keeps(
                .addMember(family.home.id, ben.user, role: .viewer, reach: .everything), as: family.home.author)
            try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init(told: 1))

            #expect(try await family.fixture.ask(.delete, "\(Family.path)/\(device)", as: ben.secret).status == 204)
            #expect(try await family.fixture.ask(.delete, "\(Family.path)/\(device)", as: ben.secret).status == 204)
            #expect(try await family.isNotified("ben") == false)
            #expect(try await family.isNotified("anna"))
            #expect(try await family.fixture.ask(.post, "/v1/sign-out", as: anna.secret).status == 204)
            #expect(try await family.isNotified("anna") == false)
            let count = family.service.deliveries.count
            family.fixture.wait(seconds: 8 * 86_400)
            try await family.remind()
            #expect(try await family.round() == .init())
            #expect(family.service.deliveries.count == count)
        }
    }

    @Test(.shows("J-210"))
    func `a push service that is busy is asked again, one that says no is not, and a subscription that is gone ends`()
        async throws
    {
        try await Self.open { family async throws in
            try await family.subscribe("ben")
            family.service.be(.answers(503, headers: "Retry-After: 90\r\n"))
            try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init(failed: 1))
            try await family.upload(of: family.home.child)
            family.fixture.wait(seconds: 89)
            family.service.be(.takes)
            #expect(try await family.round() == .init(), "it asked for 90 seconds of peace")
            family.fixture.wait(seconds: 1)
            #expect(try await family.round() == .init(told: 1))
            #expect(try family.titles(to: "ben").last == "There are 2 new works", "what waits becomes one message")

            family.service.be(.answers(400))
            try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init(failed: 1))
            family.service.be(.takes)
            family.fixture.wait(seconds: 3_600)
            #expect(try await family.round() == .init())
            // News of yesterday is none.
            family.service.be(.answers(503))
            try await family.upload(of: family.home.child)
            for _ in 0..<40 {
                _ = try await family.round()
                family.fixture.wait(seconds: 3_600)
            }
            family.service.be(.takes)
            #expect(try await family.round() == .init())
            #expect(try await family.isNotified("ben"))

            for status in [404, 410] {
                #expect(try await family.isNotified("ben"))
                family.service.be(.answers(status))
                try await family.upload(of: family.home.child)
                #expect(try await family.round() == .init(failed: 1, ended: 1))
                #expect(try await family.isNotified("ben") == false)
                family.service.be(.takes)
                if status == 404 { try await family.subscribe("ben") }
            }
            let shown = family.fixture.service.metrics.exposition
            #expect(shown.contains("daybook_push_total{outcome=\"gone\"} 1\n"))
            for line in family.fixture.logged { #expect(!line.contains("127.0.0.1:\(family.service.port)")) }
        }
    }

    @Test(.shows("J-210"))
    func `after a restart it goes on where it was, under the same key, and nothing of a subscription lies in clear`()
        async throws
    {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-push-data-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try await Self.open(in: root, isEncrypted: true) { family async throws in
            try await family.subscribe("ben")
            try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init(told: 1))
            let (known, again) = (
                family.fixture.service.push,
                try PushDispatcher(
                    family.fixture.pool, sendingAs: family.fixture.service.webhooks, metrics: PrometheusMetrics(),
                    logger: family.fixture.pool.logger)
            )
            #expect(try await again.round() == .init(), "it was told before")
            #expect(try await again.known().publicKey == known.known().publicKey)
            // Taken by nobody before the end: the next one tells it.
            family.service.be(.answers(503))
            try await family.upload(of: family.home.child)
            #expect(try await again.round() == .init(failed: 1))
            family.service.be(.takes)
            let third = try PushDispatcher(
                family.fixture.pool, sendingAs: family.fixture.service.webhooks, metrics: PrometheusMetrics(),
                logger: family.fixture.pool.logger)
            #expect(try await third.round() == .init(told: 1))

            let browser = try #require(family.people["ben"]).browser
            let secrets = [Data(browser.endpoint.utf8), Data(browser.auth), Data(browser.publicKey)]
            let files = FileManager.default
            for file in try files.subpathsOfDirectory(atPath: root) {
                guard let bytes = files.contents(atPath: root + "/" + file) else { continue }
                for secret in secrets { #expect(bytes.range(of: secret) == nil, "\(file)") }
            }
            #expect(try files.attributesOfItem(atPath: root + "/push.key")[.posixPermissions] as? Int == 0o600)
            let log = root + "/push/\(family.home.id.text).log"
            #expect(files.fileExists(atPath: log))
            // With the workspace goes what is kept of it.
            try await family.fixture.keeps(
                .removeMember(family.home.id, try #require(family.people["carl"]).who.user), as: family.home.author)
            try await family.fixture.keeps(
                .removeMember(family.home.id, try #require(family.people["ben"]).who.user), as: family.home.author)
            try await family.fixture.pool.erase(family.home.anna.user)
            try await third.sweep()
            #expect(!files.fileExists(atPath: log))
        }
    }

    @Test(.shows("J-210"))
    func `an endpoint in clear, on this machine, in a private network or of no browser is refused, also later`() async throws {
        try await Self.open {
            $0.with(.webhookPrivate, "no")
        } _: { family async throws in
            let anna = family.home.anna
            for (endpoint, detail) in [
                ("https://127.0.0.1:9/x", "endpoint leads to this machine"), ("https://10.1.2.3/", "endpoint leads to this"),
                ("https://[::1]/", "endpoint leads to this"), ("http://93.184.216.34/x", "begins with https://"),
                ("https://nobody.invalid/", "the host of endpoint"), ("https://a@93.184.216.34/", "endpoint must be"),
                ("nonsense", "endpoint must be"),
            ] {
                let answer = try await family.fixture.ask(
                    .put, Family.path, PushBrowser(endpoint).subscription(), as: anna.secret)
                #expect(answer.status == 422 && answer.problem == "badPush", "\(endpoint): \(answer.text)")
                #expect(answer.json["detail"].string?.contains(detail) == true, "\(endpoint): \(answer.text)")
            }
            let body = PushBrowser("https://93.184.216.34/x").subscription()
            let noPoint = body.replacing(#/"p256dh":"[^"]*"/#, with: "\"p256dh\":\"BAAA\"")
            #expect(try await family.fixture.ask(.put, Family.path, noPoint, as: anna.secret).problem == "badPush")
            let none = PushBrowser("https://93.184.216.34/x").subscription(",\"topics\":[]")
            #expect(try await family.fixture.ask(.put, Family.path, none, as: anna.secret).problem == "badPush")
            let token = try await family.fixture.token(of: anna, [.everything])
            #expect(try await family.fixture.ask(.put, Family.path, body, as: token).status == 403)
            #expect(try await family.isNotified("anna") == false)

            // One that was allowed before is not connected to either.
            let (who, browser) = try #require(family.people["ben"])
            let device = try #require(await family.fixture.pool.book.state.model.devices(of: who.user).first)
            let push = PushSubscription(
                endpoint: browser.endpoint, key: browser.publicKey, secret: PushSecret(bytes: browser.auth),
                topics: [.family], since: .epoch)
            try await family.fixture.keeps(.subscribePush(device, push), as: family.fixture.author(of: who))
            try await family.upload(of: family.home.child)
            #expect(try await family.round() == .init(failed: 1))
            #expect(family.service.connections == 0)
        }
    }
}
