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

/// The actions of an owner on webhooks, and the facts that nobody learns through them.
@Suite("Keeping webhooks over HTTP")
struct KeepingWebhooksOverHTTP {
    private typealias Subscriber = TellingWebhooks.Subscriber
    private static let local = TellingWebhooks.local

    @Test(.shows("P-702"))
    func `there are no webhooks until an owner adds one, nobody is told anything, and no route keeps a rule`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local) { fixture in
                let subscriber = try await Subscriber(fixture)
                let list = try await fixture.get(subscriber.path, as: subscriber.anna.secret)
                #expect(list.status == 200 && list.json.list.isEmpty)
                try await subscriber.write(notes: 3)
                await subscriber.desk.round()
                #expect(receiver.deliveries.isEmpty)
                let words = RouteTable.all.flatMap { $0.path.split(separator: "/").map(String.init) }
                #expect(words.contains("webhooks") && words.contains("intents"))
                for word in ["rules", "rule", "automations", "automation", "triggers", "schedules", "workflows"] {
                    #expect(!words.contains(word))
                }
                let hook = try await subscriber.hook(receiver.address)
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                #expect(!receiver.deliveries.isEmpty, "the one that was added, \(hook.id), is")
            }
        }
    }

    @Test(.shows("B-19"))
    func `a webhook is pinged, paused, resumed and removed, and its secret is shown once`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address)
                let list = try await fixture.get(subscriber.path, as: subscriber.anna.secret)
                #expect(!list.text.contains(hook.secret.dropFirst(6)))
                #expect(list.json.list.first?["url"].string == receiver.address)
                #expect(list.json.list.first?["areas"].list.count == 5)

                let ping = try await subscriber.post("/\(hook.id)/ping")
                #expect(ping.status == 200 && ping.json["outcome"].string == "delivered")
                #expect(ping.json["status"].int == 204 && ping.json["reason"].string == "ping")
                #expect(receiver.deliveries.last?.json["type"].string == "ping")
                #expect(receiver.deliveries.last?.isSigned(with: hook.secret) == true)
                receiver.be(.answers(404))
                let failed = try await subscriber.post("/\(hook.id)/ping")
                #expect(failed.status == 200 && failed.json["outcome"].string == "refused")
                #expect(failed.json["status"].int == 404)
                receiver.be(.takes)

                #expect(try await subscriber.post("/\(hook.id)/pause").status == 204)
                try await subscriber.write(notes: 2)
                await subscriber.desk.round()
                #expect(receiver.deliveries.count == 2)
                #expect(try await subscriber.listed(hook.id)["state"].string == "paused")
                #expect(try await subscriber.post("/\(hook.id)/resume").status == 204)
                await subscriber.desk.round()
                #expect(receiver.sequences.suffix(2) == [1, 2])

                let gone = try await fixture.ask(
                    .delete, "\(subscriber.path)/\(hook.id)", as: subscriber.anna.secret)
                #expect(gone.status == 204)
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                #expect(receiver.deliveries.count == 4)
                #expect(try await subscriber.post("/\(hook.id)/ping").problem == "noSuchWebhook")
                #expect(try fixture.directory.webhookLogNames().isEmpty)
                #expect(try await fixture.get(subscriber.path, as: subscriber.anna.secret).json.list.isEmpty)
            }
        }
    }

    @Test(.shows("B-19"))
    func `another secret signs beside the former one for as long as it is told, and then alone`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address)
                let rotated = try await subscriber.post("/\(hook.id)/rotate", "{\"hours\":2}")
                let secret = try #require(rotated.json["secret"].string)
                #expect(rotated.status == 200 && secret != hook.secret)
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                let both = try #require(receiver.deliveries.last)
                #expect(both.isSigned(with: secret) && both.isSigned(with: hook.secret) && both.signatures.count == 2)
                fixture.wait(seconds: 7_200)
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                let one = try #require(receiver.deliveries.last)
                #expect(one.isSigned(with: secret) && !one.isSigned(with: hook.secret) && one.signatures.count == 1)
                let abrupt = try await subscriber.post("/\(hook.id)/rotate", "{\"hours\":0}")
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                let last = try #require(receiver.deliveries.last)
                let newest = try #require(abrupt.json["secret"].string)
                #expect(last.isSigned(with: newest) && !last.isSigned(with: secret))
            }
        }
    }

    @Test(.shows("B-19"))
    func `a delivery is made once more when somebody asks for it, unless nothing of it may be told`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address)
                try await subscriber.write(notes: 2)
                await subscriber.desk.round()
                let again = try await subscriber.post("/\(hook.id)/deliveries/1/redeliver")
                #expect(again.status == 200, "\(again.text)")
                #expect(again.json["delivery"].int == 3 && again.json["reason"].string == "redelivery")
                #expect(receiver.sequences == [1, 2, 1])
                #expect(receiver.deliveries[2].id == receiver.deliveries[0].id)
                #expect(receiver.deliveries[2].body == receiver.deliveries[0].body)
                #expect(try await subscriber.listed(hook.id)["told"].int == 2)
                _ = try await subscriber.post("/\(hook.id)/ping")
                for number in ["4", "77"] {
                    let none = try await subscriber.post("/\(hook.id)/deliveries/\(number)/redeliver")
                    #expect(none.status == 404 && none.problem == "noSuchDelivery")
                }
                #expect(try await subscriber.post("/\(hook.id)/deliveries/x/redeliver").problem == "badParameter")
                // What was erased since is told to nobody any more.
                let note = try #require(EntityID(text: receiver.deliveries[0].json["data"]["entity"].string ?? ""))
                try await fixture.pool.using(subscriber.home) { workspace in
                    let view = await workspace.view
                    let referent = try #require(view.referent(of: note))
                    _ = try await workspace.erase(
                        view.closure(of: referent), reason: "", as: fixture.author(of: subscriber.anna))
                }
                let erased = try await subscriber.post("/\(hook.id)/deliveries/1/redeliver")
                #expect(erased.status == 404 && erased.problem == "nothingToTell", "\(erased.text)")
            }
        }
    }

    @Test(arguments: [
        ("https://%31%32%37.0.0.1/", "badAddress"), ("https://LocalHost/", "privateAddress"),
        ("http://127.0.0.1:9/", "privateAddress"), ("https://localhost/", "privateAddress"),
        ("https://10.1.2.3/", "privateAddress"), ("https://169.254.169.254/latest/meta-data", "privateAddress"),
        ("https://[::1]/", "privateAddress"), ("https://[::ffff:127.0.0.1]/", "privateAddress"),
        ("https://[64:ff9b::a00:1]/", "privateAddress"), ("https://2130706433/", "privateAddress"),
        ("https://0x7f.1/", "privateAddress"), ("https://0.0.0.0/", "privateAddress"),
        ("http://93.184.216.34/", "inClear"), ("https://nobody.invalid/", "unknownHost"),
        ("https://user:word@93.184.216.34/", "badAddress"), ("ftp://93.184.216.34/", "badAddress"),
        ("https://93.184.216.34:99999/", "badAddress"), ("https://", "badAddress"), ("nonsense", "badAddress"),
        ("https://93.184.216.34/#here", "badAddress"),
    ])
    func `what leads to this machine, a private network, nowhere or in clear is refused`(
        address: String, reason: String
    ) async throws {
        try await ServiceFixture.open { fixture in
            let subscriber = try await Subscriber(fixture)
            let answer = try await fixture.ask(
                .post, subscriber.path, "{\"url\":\"\(address)\"}", as: subscriber.anna.secret)
            #expect(answer.status == 422 && answer.problem == "badWebhook" && answer.json["field"].string == "url")
            let fault = try #require(WebhookFault.allCases.first { "\($0)" == reason })
            #expect(answer.json["detail"].string == fault.message, "\(answer.text)")
            #expect(try await fixture.get(subscriber.path, as: subscriber.anna.secret).json.list.isEmpty)
        }
    }

    @Test func `only what the settings allow is connected to, also when they change`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-hooks-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try await HookReceiver.open { receiver in
            let (anna, home, hook) = try await ServiceFixture.open(Self.local, in: root) { fixture in
                let subscriber = try await Subscriber(fixture)
                return (subscriber.anna, subscriber.home, try await subscriber.hook(receiver.address).id)
            }
            try await ServiceFixture.open(in: root) { fixture in
                let subscriber = Subscriber(fixture, anna, home)
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                #expect(receiver.connections == 0)
                let last = try await subscriber.deliveries(hook).first
                #expect(last?["outcome"].string == "privateAddress" && last?["status"] == .null)
            }
            // What was looked at is what is connected to, whatever the name stands for by then.
            let elsewhere = try WebhookAddress("http://NoBody.invalid:\(receiver.port)/pinned")
            let line = WebhookHTTPSender(to: elsewhere, at: "127.0.0.1", trusting: "", seconds: 15)
            #expect(await line.send("{}", headers: []).outcome == .delivered)
            await line.close()
            #expect(receiver.deliveries.last?.path == "/pinned")
            #expect(receiver.deliveries.last?.headers["host"] == "NoBody.invalid:\(receiver.port)")
        }
    }

    @Test func `which addresses are of the Internet is known by their numbers`() {
        for (bytes, isOfTheInternet) in [
            ([8, 8, 8, 8], true), ([93, 184, 216, 34], true), ([172, 15, 0, 1], true), ([172, 32, 0, 1], true),
            ([100, 63, 0, 1], true), ([100, 128, 0, 1], true), ([198, 20, 0, 1], true), ([223, 255, 255, 255], true),
            ([0, 0, 0, 0], false), ([10, 0, 0, 1], false), ([100, 64, 0, 1], false), ([100, 127, 255, 255], false),
            ([127, 9, 9, 9], false), ([169, 254, 169, 254], false), ([172, 16, 0, 1], false), ([172, 31, 255, 1], false),
            ([192, 0, 0, 8], false), ([192, 168, 1, 1], false), ([198, 18, 0, 1], false), ([198, 19, 255, 1], false),
            ([203, 0, 113, 5], false), ([224, 0, 0, 1], false), ([240, 0, 0, 1], false), ([255, 255, 255, 255], false),
        ] as [([UInt8], Bool)] {
            #expect(NumericAddress(bytes: bytes).isOfTheInternet == isOfTheInternet, "\(bytes)")
            let mapped = NumericAddress(bytes: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes)
            #expect(mapped.isOfTheInternet == isOfTheInternet, "\(mapped.text)")
        }
        func long(_ head: UInt8..., tail: UInt8 = 1) -> NumericAddress {
            NumericAddress(bytes: head + [UInt8](repeating: 0, count: 15 - head.count) + [tail])
        }
        #expect(long(0x2A, 0x00, 0x14, 0x50).isOfTheInternet && long(0x26, 0x06).isOfTheInternet)
        for address in [
            long(), long(0xFE, 0x80), long(0xFC), long(0xFD, 0x12), long(0xFF, 0x02), long(0x20, 0x01, 0x0D, 0xB8),
            long(0x20, 0x02, 10), long(0x20, 0x01, 0, 0), long(tail: 0),
        ] {
            #expect(!address.isOfTheInternet, "\(address.text)")
        }
        #expect(long().isLoopback && NumericAddress(bytes: [127, 0, 0, 2]).isLoopback && !long(0xFE, 0x80).isLoopback)
        #expect(long().text == "::1" && NumericAddress(bytes: [10, 0, 0, 1]).text == "10.0.0.1")
    }

    @Test func `redirects are not followed, silence is not waited for, and of an answer little is read`() async throws {
        try await HookReceiver.open { elsewhere in
            try await HookReceiver.open { receiver in
                try await ServiceFixture.open(Self.local.with(.webhookSeconds, 1)) { fixture in
                    let subscriber = try await Subscriber(fixture)
                    let hook = try await subscriber.hook(receiver.address)
                    receiver.be(.answers(307, headers: "Location: \(elsewhere.address)\r\n"))
                    let redirected = try await subscriber.post("/\(hook.id)/ping")
                    #expect(redirected.json["outcome"].string == "refused" && redirected.json["status"].int == 307)
                    #expect(elsewhere.connections == 0)
                    receiver.be(.keepsSilent)
                    #expect(try await subscriber.post("/\(hook.id)/ping").json["outcome"].string == "timedOut")
                    receiver.be(.breaksOff)
                    #expect(try await subscriber.post("/\(hook.id)/ping").json["outcome"].string == "unreachable")
                    receiver.be(.neverEnds)
                    let endless = try await subscriber.post("/\(hook.id)/ping")
                    #expect(endless.json["outcome"].string == "delivered" && endless.json["status"].int == 200)
                }
            }
        }
    }

    @Test func `over TLS only a receiver whose certificate is trusted is told anything`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-hooks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let (chain, key) = (root + "/certificate.pem", root + "/key.pem")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", chain,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try await HookReceiver.open(certificate: (chain, key)) { receiver in
            for (trust, host, outcome) in [
                ("", "localhost", "insecure"), (chain, "localhost", "delivered"), (chain, "127.0.0.1", "insecure"),
            ] {
                // One more way to the same machine: the name that is verified is the one in the address.
                let address = "https://\(host):\(receiver.port)/hook"
                try await ServiceFixture.open(Self.local.with(.webhookTrust, trust)) { fixture in
                    let subscriber = try await Subscriber(fixture)
                    let hook = try await subscriber.hook(address)
                    let ping = try await subscriber.post("/\(hook.id)/ping")
                    // The name may stand for an address of the sixth version first, at which nobody listens.
                    if ping.json["outcome"].string == "unreachable" { return }
                    #expect(ping.json["outcome"].string == outcome, "\(trust) \(host): \(ping.text)")
                }
            }
            #expect(receiver.deliveries.count == 1)
        }
    }

    @Test func `where the installation has keys, no file holds a signing secret`() async throws {
        for isEncrypted in [true, false] {
            let root = FileManager.default.temporaryDirectory.path + "/daybook-hooks-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: root) }
            let secret = try await HookReceiver.open { receiver in
                try await ServiceFixture.open(Self.local, in: root, isEncrypted: isEncrypted) { fixture in
                    let subscriber = try await Subscriber(fixture)
                    let hook = try await subscriber.hook(receiver.address)
                    try await subscriber.write(notes: 1)
                    await subscriber.desk.round()
                    #expect(receiver.deliveries.last?.isSigned(with: hook.secret) == true)
                    return hook.secret
                }
            }
            let key = try #require(Data(base64Encoded: String(secret.dropFirst(6))))
            let holders = try FileManager.default.subpathsOfDirectory(atPath: root).filter { file in
                guard let bytes = FileManager.default.contents(atPath: root + "/" + file) else { return false }
                return bytes.range(of: key) != nil || bytes.range(of: Data(secret.utf8)) != nil
            }
            // Without keys the very same search finds it in the journal of the accounts.
            #expect(holders.isEmpty == isEncrypted, "\(holders)")
        }
    }

    @Test func `whoever is erased takes their webhooks along`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address)
                let id = try #require(WebhookID(text: hook.id))
                try await fixture.pool.erase(subscriber.anna.user)
                #expect(await fixture.pool.book.state.model.webhooks[id] == nil)
                await subscriber.desk.round()
                try await subscriber.desk.sweep()
                #expect(try fixture.directory.webhookLogNames().isEmpty && receiver.deliveries.isEmpty)
            }
        }
    }
}
