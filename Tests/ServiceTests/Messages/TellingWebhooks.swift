import Accounts
import Boards
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// Webhooks on their way to a receiver that is real, if small.
@Suite("Telling webhooks")
struct TellingWebhooks {
    static let local = ServiceConfiguration().with(.webhookPrivate, "yes")

    /// Somebody with a workspace, and what they do in it.
    struct Subscriber: Sendable {
        let fixture: ServiceFixture
        let anna: Visitor
        let home: WorkspaceID
        var path: String { "/v1/workspaces/\(home.text)/webhooks" }
        var desk: WebhookDispatcher { fixture.service.webhooks }

        init(_ fixture: ServiceFixture) async throws {
            self.fixture = fixture
            anna = try await fixture.visitor("anna")
            home = try await fixture.workspace(of: anna)
        }

        /// One that was there before.
        init(_ fixture: ServiceFixture, _ anna: Visitor, _ home: WorkspaceID) {
            (self.fixture, self.anna, self.home) = (fixture, anna, home)
        }

        /// - Returns: its identifier and its secret.
        func hook(_ address: String, _ more: String = "") async throws -> (id: String, secret: String) {
            let answer = try await fixture.ask(.post, path, "{\"url\":\"\(address)\"\(more)}", as: anna.secret)
            try #require(answer.status == 201, "\(answer.text)")
            return (try #require(answer.json["id"].string), try #require(answer.json["secret"].string))
        }

        func perform(_ commands: [WorkspaceCommand]) async throws {
            let last = try await fixture.pool.using(home) { workspace in
                _ = try await workspace.perform(commands, as: fixture.author(of: anna))
                return workspace.journal.lastSequence
            }
            // The desk hears of it a moment later.
            while fixture.pool.changeSignal.latest(home) < last { await Task.yield() }
        }

        /// So many notes, each a record.
        func write(notes count: Int, saying words: String = "Roses") async throws {
            for _ in 0..<count {
                let note: NoteID = fixture.pool.runtime.mint()
                try await perform([.notes(.createNote(note, title: Name(recorded: words), body: words, in: nil))])
            }
        }

        func post(_ path: String, _ body: String? = nil) async throws -> ServiceFixture.Answer {
            try await fixture.ask(.post, self.path + path, body, as: anna.secret)
        }

        func listed(_ id: String) async throws -> JSONValue {
            let all = try await fixture.get(path, as: anna.secret).json.list
            return all.first { $0["id"].string == id } ?? .null
        }

        func deliveries(_ id: String) async throws -> [JSONValue] {
            try await fixture.get("\(path)/\(id)/deliveries", as: anna.secret).json.list
        }
    }

    @Test(.shows("B-19"))
    func `a webhook is told what happens, signed, in the order of the journal, each once, and nothing of what was written`()
        async throws
    {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local) { fixture in
                let subscriber = try await Subscriber(fixture)
                try await subscriber.write(notes: 2, saying: "before anybody listened")
                let hook = try await subscriber.hook(receiver.address)
                await subscriber.desk.round()
                #expect(receiver.deliveries.isEmpty)

                try await subscriber.write(notes: 3, saying: "something private")
                await subscriber.desk.round()
                await subscriber.desk.round()
                #expect(receiver.sequences == [3, 4, 5])
                #expect(Set(receiver.deliveries.map(\.id)).count == 3)
                for delivery in receiver.deliveries {
                    #expect(delivery.isSigned(with: hook.secret))
                    #expect(!delivery.isSigned(with: hook.secret + "AA"))
                    #expect(delivery.path == "/hook")
                    #expect(delivery.headers["content-type"] == "application/json")
                    #expect(delivery.headers["webhook-timestamp"] == String(ServiceFixture.start.microseconds / 1_000_000))
                    #expect(delivery.body.utf8.count < 1_024)
                    #expect(!delivery.body.contains("private"))
                    let data = delivery.json["data"]
                    #expect(delivery.json["type"].string == "notes.note_created")
                    #expect(delivery.json["timestamp"].string == ServiceFixture.start.text)
                    #expect(data["kind"].string == "note created" && data["area"].string == "notes")
                    #expect(data["workspace"].string == subscriber.home.text)
                    #expect(data["actor"].string == subscriber.anna.user.text)
                    // The link leads to the thing it tells of, for anyone who may read it.
                    let link = try #require(data["link"].string)
                    let shown = try await fixture.get(link, as: subscriber.anna.secret)
                    #expect(shown.status == 200 && shown.text.contains("something private"))
                    #expect(shown.json["id"].string == data["entity"].string)
                }
                let line = try await subscriber.listed(hook.id)
                #expect(line["told"].int == 5 && line["state"].string == "active")
                #expect(line["last"]["outcome"].string == "delivered")
                let log = try await fixture.get("\(subscriber.path)/\(hook.id)/deliveries", as: subscriber.anna.secret)
                #expect(log.json.list.map { $0["sequence"].int } == [5, 4, 3])
                #expect(log.json.list.allSatisfy { $0["status"].int == 204 && $0["attempt"].int == 1 })
                #expect(!log.text.contains("private"))
                let metrics = fixture.service.metrics.exposition
                #expect(metrics.contains("daybook_webhook_deliveries_total{outcome=\"delivered\"} 3\n"))
                #expect(metrics.contains("daybook_webhook_delivery_seconds_count 3\n"))
            }
        }
    }

    @Test(.shows("B-19"))
    func `it hears of the areas and kinds that it chose, and of what its person may read that day`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local.with(.webhookLink, "https://daybook.example.org")) { fixture in
                let subscriber = try await Subscriber(fixture)
                _ = try await subscriber.hook(receiver.address + "?boards", ",\"areas\":[\"boards\"]")
                _ = try await subscriber.hook(receiver.address + "?moved", ",\"kinds\":[\"card added\"]")
                let ben = try await fixture.visitor("ben")
                let keeper = fixture.author(of: subscriber.anna)
                try await fixture.keeps(
                    .addMember(subscriber.home, ben.user, role: .owner, reach: .everything), as: keeper)
                let bens = try await fixture.ask(
                    .post, subscriber.path, "{\"url\":\"\(receiver.address)?ben\"}", as: ben.secret)
                #expect(bens.status == 201)
                let runtime = fixture.pool.runtime
                let (board, card): (BoardID, CardID) = (runtime.mint(), runtime.mint())
                let columns: (ColumnID, ColumnID, ColumnID) = (
                    runtime.mint(), runtime.mint(), runtime.mint()
                )
                try await subscriber.perform([
                    .boards(.openBoard(board, title: Name(recorded: "House"), columns: DefaultColumns.named(columns))),
                    .boards(.addCard(card, to: columns.0, title: Name(recorded: "Paint"), description: "", above: nil)),
                ])
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                func told(_ who: String) -> [String] {
                    receiver.deliveries.filter { $0.path.hasSuffix("?" + who) }.compactMap { $0.json["data"]["kind"].string }
                }
                #expect(told("moved") == ["card added"])
                #expect(told("boards").last == "card added" && !told("boards").contains("note created"))
                #expect(told("ben") == told("boards") + ["note created"])
                let link = receiver.deliveries.first { $0.path.hasSuffix("?moved") }?.json["data"]["link"].string
                #expect(
                    link == "https://daybook.example.org/v1/workspaces/\(subscriber.home.text)/cards/\(card.text)")

                // An editor reads notes, and boards are the owners' own.
                try await fixture.keeps(.changeRole(subscriber.home, of: ben.user, to: .editor), as: keeper)
                try await subscriber.perform([.boards(.retitleBoard(board, to: Name(recorded: "Home")))])
                try await subscriber.write(notes: 1)
                let before = told("ben").count
                await subscriber.desk.round()
                #expect(told("ben").dropFirst(before) == ["note created"])
                #expect(told("boards").last == "board retitled")
                try await fixture.keeps(.removeMember(subscriber.home, ben.user), as: keeper)
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                #expect(told("ben").count == before + 1)
            }
        }
    }

    @Test(.shows("B-19"))
    func `what fails is tried again later under the same identifier, and what comes behind it waits its turn`()
        async throws
    {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local.with(.webhookAttempts, 4).with(.webhookPause, 10)) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address)
                receiver.be(.answers(500))
                try await subscriber.write(notes: 2)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1])
                // Not again before half of the pause is over, and again when all of it is.
                fixture.wait(seconds: 4)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1])
                fixture.wait(seconds: 6)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1, 1])
                // Twice as long the second time.
                fixture.wait(seconds: 9)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1, 1])
                fixture.wait(seconds: 11)
                receiver.be(.takes)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1, 1, 1, 2])
                #expect(Set(receiver.deliveries.prefix(3).map(\.id)).count == 1)
                #expect(receiver.deliveries.allSatisfy { $0.isSigned(with: hook.secret) })
                let log = try await subscriber.deliveries(hook.id)
                #expect(log.map { $0["attempt"].int } == [1, 3, 2, 1])
                #expect(log.map { $0["outcome"].string } == ["delivered", "delivered", "refused", "refused"])
                #expect(log.map { $0["status"].int } == [204, 204, 500, 500])
                #expect(try await subscriber.listed(hook.id)["state"].string == "active")
                // Nothing of where it leads is in the log of the service.
                #expect(!fixture.logged.contains { $0.contains(String(receiver.port)) })
                #expect(fixture.logged.contains { $0.contains("a webhook was not told: its answer was 500") })
            }
        }
    }

    @Test(.shows("B-19"))
    func `one that keeps failing is disabled and shown so, and resumed it goes on where it stopped`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local.with(.webhookAttempts, 3).with(.webhookPause, 1)) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address)
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                receiver.be(.breaksOff)
                try await subscriber.write(notes: 3)
                for _ in 0..<6 {
                    fixture.wait(seconds: 60)
                    await subscriber.desk.round()
                }
                #expect(receiver.sequences == [1, 2, 2, 2])
                var line = try await subscriber.listed(hook.id)
                #expect(line["state"].string == "disabled" && line["failedAttempts"].int == 3)
                #expect(line["last"]["outcome"].string == "unreachable" && line["told"].int == 1)
                // It is in the journal of the accounts, by the service itself.
                let id = try #require(WebhookID(text: hook.id))
                let book = fixture.pool.book
                let history = try book.history(of: id.entity, names: await book.view)
                #expect(history.last?.summary == "disabled the webhook after 3 attempts")

                receiver.be(.takes)
                fixture.wait(seconds: 60)
                #expect(try await subscriber.post("/\(hook.id)/resume").status == 204)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1, 2, 2, 2, 2, 3, 4])
                line = try await subscriber.listed(hook.id)
                #expect(line["state"].string == "active" && line["told"].int == 4)
                // One that says that it is gone is believed at once.
                receiver.be(.answers(410))
                try await subscriber.write(notes: 1)
                await subscriber.desk.round()
                line = try await subscriber.listed(hook.id)
                #expect(line["state"].string == "disabled" && line["failedAttempts"].int == 1)
                #expect(line["last"]["outcome"].string == "gone")
            }
        }
    }

    @Test func `after a restart it goes on where it stopped, with the attempts that it had made, and what was torn is cut off`()
        async throws
    {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-hooks-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let configuration = Self.local.with(.webhookAttempts, 3).with(.webhookPause, 1)
        try await HookReceiver.open { receiver in
            let (anna, home, hook) = try await ServiceFixture.open(configuration, in: root) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address)
                try await subscriber.write(notes: 2)
                await subscriber.desk.round()
                receiver.be(.answers(503))
                try await subscriber.write(notes: 2)
                await subscriber.desk.round()
                return (subscriber.anna, subscriber.home, hook.id)
            }
            #expect(receiver.sequences == [1, 2, 3])
            let log = "\(root)/webhooks/\(hook).log"
            let lines = try String(contentsOfFile: log, encoding: .utf8)
            try (lines + "{\"attempt\":9,\"began\":17").write(toFile: log, atomically: false, encoding: .utf8)
            try await ServiceFixture.open(configuration, in: root) { fixture in
                let subscriber = Subscriber(fixture, anna, home)
                fixture.wait(seconds: 60)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1, 2, 3, 3])
                let second = try await subscriber.deliveries(hook).first
                #expect(second?["attempt"].int == 2)
                receiver.be(.takes)
                fixture.wait(seconds: 60)
                await subscriber.desk.round()
                #expect(receiver.sequences == [1, 2, 3, 3, 3, 4])
                let numbers = try await subscriber.deliveries(hook).map { $0["delivery"].int }
                #expect(numbers == [6, 5, 4, 3, 2, 1])
            }
            // Where the log is gone, all that came since the webhook was added is told again: nothing is skipped.
            try FileManager.default.removeItem(atPath: log)
            try await ServiceFixture.open(configuration, in: root) { fixture in
                await Subscriber(fixture, anna, home).desk.round()
                #expect(receiver.sequences.suffix(4) == [1, 2, 3, 4])
            }
        }
    }

    @Test(.shows("B-19"))
    func `receivers of one person that say nothing hold up nobody else's webhooks`() async throws {
        // Four at once, of which one person has two.
        let configuration = Self.local.with(.webhookSends, 4).with(.webhookSeconds, 120)
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(configuration) { fixture in
                let anna = try await Subscriber(fixture)
                let visitor = try await fixture.visitor("ben")
                let ben = Subscriber(fixture, visitor, try await fixture.workspace(of: visitor))
                _ = try await ben.hook(receiver.address)
                let held = try await HookReceiver.open { silent in
                    silent.be(.keepsSilent)
                    for number in 0..<8 { _ = try await anna.hook(silent.address + "?\(number)") }
                    try await anna.write(notes: 1)
                    let held = Task { await anna.desk.round() }
                    await silent.wait(for: 2)
                    try await ben.write(notes: 3)
                    await ben.desk.round()
                    #expect(receiver.sequences == [1, 2, 3])
                    #expect(silent.deliveries.count == 2)
                    return held
                }
                // The silent one is gone: what waits for it ends.
                await held.value
            }
        }
    }

    @Test func `a burst is told in order over few connections, and the log keeps the newest`() async throws {
        try await HookReceiver.open { receiver in
            try await ServiceFixture.open(Self.local.with(.webhookKept, 100)) { fixture in
                let subscriber = try await Subscriber(fixture)
                let hook = try await subscriber.hook(receiver.address, ",\"areas\":[\"notes\"]")
                try await subscriber.write(notes: 250)
                await subscriber.desk.round()
                #expect(receiver.sequences == Array(1...250))
                #expect(receiver.connections <= 6, "\(receiver.connections)")
                var path: String? = "\(subscriber.path)/\(hook.id)/deliveries?limit=40"
                var seen: [Int] = []
                while let asked = path {
                    let answer = try await fixture.get(asked, as: subscriber.anna.secret)
                    #expect(answer.status == 200 && answer.json.list.count <= 40)
                    seen += answer.json.list.compactMap { $0["delivery"].int }
                    path = Call.linkHeader.flatMap { answer.headers[$0] }.map { String($0.dropFirst().prefix { $0 != ">" }) }
                }
                #expect(seen.count >= 100 && seen.count <= 200)
                #expect(seen == Array((251 - seen.count)...250).reversed())
                let bad = try await fixture.get("\(subscriber.path)/\(hook.id)/deliveries?after=x", as: subscriber.anna.secret)
                #expect(bad.status == 400 && bad.json["field"].string == "after")
            }
        }
    }
}
