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
    struct Household: Sendable {
        let premises: Premises
        let anna: Visitor
        let home: WorkspaceID
        var path: String { "/v1/workspaces/\(home.text)/webhooks" }
        var desk: WebhookDesk { premises.service.webhooks }

        init(_ premises: Premises) async throws {
            self.premises = premises
            anna = try await premises.visitor("anna")
            home = try await premises.workspace(of: anna)
        }

        /// One that was there before.
        init(_ premises: Premises, _ anna: Visitor, _ home: WorkspaceID) {
            (self.premises, self.anna, self.home) = (premises, anna, home)
        }

        /// - Returns: its identifier and its secret.
        func hook(_ address: String, _ more: String = "") async throws -> (id: String, secret: String) {
            let answer = try await premises.ask(.post, path, "{\"url\":\"\(address)\"\(more)}", as: anna.secret)
            try #require(answer.status == 201, "\(answer.text)")
            return (try #require(answer.json["id"].string), try #require(answer.json["secret"].string))
        }

        func perform(_ commands: [WorkspaceCommand]) async throws {
            let last = try await premises.installation.using(home) { workspace in
                _ = try await workspace.perform(commands, as: premises.author(of: anna))
                return workspace.journal.lastSequence
            }
            // The desk hears of it a moment later.
            while premises.installation.bell.latest(home) < last { await Task.yield() }
        }

        /// So many notes, each a record.
        func write(notes count: Int, saying words: String = "Roses") async throws {
            for _ in 0..<count {
                let note: NoteID = premises.installation.surroundings.mint()
                try await perform([.notes(.createNote(note, title: Name(recorded: words), body: words, in: nil))])
            }
        }

        func post(_ path: String, _ body: String? = nil) async throws -> Premises.Answer {
            try await premises.ask(.post, self.path + path, body, as: anna.secret)
        }

        func listed(_ id: String) async throws -> JSONValue {
            let all = try await premises.get(path, as: anna.secret).json.list
            return all.first { $0["id"].string == id } ?? .null
        }

        func deliveries(_ id: String) async throws -> [JSONValue] {
            try await premises.get("\(path)/\(id)/deliveries", as: anna.secret).json.list
        }
    }

    @Test(.shows("B-19"))
    func `a webhook is told what happens, signed, in the order of the journal, each once, and nothing of what was written`()
        async throws
    {
        try await HookReceiver.open { receiver in
            try await Premises.open(Self.local) { premises in
                let household = try await Household(premises)
                try await household.write(notes: 2, saying: "before anybody listened")
                let hook = try await household.hook(receiver.address)
                await household.desk.round()
                #expect(receiver.deliveries.isEmpty)

                try await household.write(notes: 3, saying: "something private")
                await household.desk.round()
                await household.desk.round()
                #expect(receiver.sequences == [3, 4, 5])
                #expect(Set(receiver.deliveries.map(\.id)).count == 3)
                for delivery in receiver.deliveries {
                    #expect(delivery.isSigned(with: hook.secret))
                    #expect(!delivery.isSigned(with: hook.secret + "AA"))
                    #expect(delivery.path == "/hook")
                    #expect(delivery.headers["content-type"] == "application/json")
                    #expect(delivery.headers["webhook-timestamp"] == String(Premises.start.microseconds / 1_000_000))
                    #expect(delivery.body.utf8.count < 1_024)
                    #expect(!delivery.body.contains("private"))
                    let data = delivery.json["data"]
                    #expect(delivery.json["type"].string == "notes.note_created")
                    #expect(delivery.json["timestamp"].string == Premises.start.text)
                    #expect(data["kind"].string == "note created" && data["area"].string == "notes")
                    #expect(data["workspace"].string == household.home.text)
                    #expect(data["actor"].string == household.anna.user.text)
                    // The link leads to the thing it tells of, for anyone who may read it.
                    let link = try #require(data["link"].string)
                    let shown = try await premises.get(link, as: household.anna.secret)
                    #expect(shown.status == 200 && shown.text.contains("something private"))
                    #expect(shown.json["id"].string == data["entity"].string)
                }
                let line = try await household.listed(hook.id)
                #expect(line["told"].int == 5 && line["state"].string == "active")
                #expect(line["last"]["outcome"].string == "delivered")
                let log = try await premises.get("\(household.path)/\(hook.id)/deliveries", as: household.anna.secret)
                #expect(log.json.list.map { $0["sequence"].int } == [5, 4, 3])
                #expect(log.json.list.allSatisfy { $0["status"].int == 204 && $0["attempt"].int == 1 })
                #expect(!log.text.contains("private"))
                let metrics = premises.service.metrics.exposition
                #expect(metrics.contains("daybook_webhook_deliveries_total{outcome=\"delivered\"} 3\n"))
                #expect(metrics.contains("daybook_webhook_delivery_seconds_count 3\n"))
            }
        }
    }

    @Test(.shows("B-19"))
    func `it hears of the areas and kinds that it chose, and of what its person may read that day`() async throws {
        try await HookReceiver.open { receiver in
            try await Premises.open(Self.local.with(.webhookLink, "https://daybook.example.org")) { premises in
                let household = try await Household(premises)
                _ = try await household.hook(receiver.address + "?boards", ",\"areas\":[\"boards\"]")
                _ = try await household.hook(receiver.address + "?moved", ",\"kinds\":[\"card added\"]")
                let ben = try await premises.visitor("ben")
                let keeper = premises.author(of: household.anna)
                try await premises.keeps(
                    .addMember(household.home, ben.user, role: .owner, reach: .everything), as: keeper)
                let bens = try await premises.ask(
                    .post, household.path, "{\"url\":\"\(receiver.address)?ben\"}", as: ben.secret)
                #expect(bens.status == 201)
                let surroundings = premises.installation.surroundings
                let (board, card): (BoardID, CardID) = (surroundings.mint(), surroundings.mint())
                let columns: (ColumnID, ColumnID, ColumnID) = (
                    surroundings.mint(), surroundings.mint(), surroundings.mint()
                )
                try await household.perform([
                    .boards(.openBoard(board, title: Name(recorded: "House"), columns: DefaultColumns.named(columns))),
                    .boards(.addCard(card, to: columns.0, title: Name(recorded: "Paint"), description: "", above: nil)),
                ])
                try await household.write(notes: 1)
                await household.desk.round()
                func told(_ who: String) -> [String] {
                    receiver.deliveries.filter { $0.path.hasSuffix("?" + who) }.compactMap { $0.json["data"]["kind"].string }
                }
                #expect(told("moved") == ["card added"])
                #expect(told("boards").last == "card added" && !told("boards").contains("note created"))
                #expect(told("ben") == told("boards") + ["note created"])
                let link = receiver.deliveries.first { $0.path.hasSuffix("?moved") }?.json["data"]["link"].string
                #expect(
                    link == "https://daybook.example.org/v1/workspaces/\(household.home.text)/cards/\(card.text)")

                // An editor reads notes, and boards are the owners' own.
                try await premises.keeps(.changeRole(household.home, of: ben.user, to: .editor), as: keeper)
                try await household.perform([.boards(.retitleBoard(board, to: Name(recorded: "Home")))])
                try await household.write(notes: 1)
                let before = told("ben").count
                await household.desk.round()
                #expect(told("ben").dropFirst(before) == ["note created"])
                #expect(told("boards").last == "board retitled")
                try await premises.keeps(.removeMember(household.home, ben.user), as: keeper)
                try await household.write(notes: 1)
                await household.desk.round()
                #expect(told("ben").count == before + 1)
            }
        }
    }

    @Test(.shows("B-19"))
    func `what fails is tried again later under the same identifier, and what comes behind it waits its turn`()
        async throws
    {
        try await HookReceiver.open { receiver in
            try await Premises.open(Self.local.with(.webhookAttempts, 4).with(.webhookPause, 10)) { premises in
                let household = try await Household(premises)
                let hook = try await household.hook(receiver.address)
                receiver.be(.answers(500))
                try await household.write(notes: 2)
                await household.desk.round()
                #expect(receiver.sequences == [1])
                // Not again before half of the pause is over, and again when all of it is.
                premises.wait(seconds: 4)
                await household.desk.round()
                #expect(receiver.sequences == [1])
                premises.wait(seconds: 6)
                await household.desk.round()
                #expect(receiver.sequences == [1, 1])
                // Twice as long the second time.
                premises.wait(seconds: 9)
                await household.desk.round()
                #expect(receiver.sequences == [1, 1])
                premises.wait(seconds: 11)
                receiver.be(.takes)
                await household.desk.round()
                #expect(receiver.sequences == [1, 1, 1, 2])
                #expect(Set(receiver.deliveries.prefix(3).map(\.id)).count == 1)
                #expect(receiver.deliveries.allSatisfy { $0.isSigned(with: hook.secret) })
                let log = try await household.deliveries(hook.id)
                #expect(log.map { $0["attempt"].int } == [1, 3, 2, 1])
                #expect(log.map { $0["outcome"].string } == ["delivered", "delivered", "refused", "refused"])
                #expect(log.map { $0["status"].int } == [204, 204, 500, 500])
                #expect(try await household.listed(hook.id)["state"].string == "active")
                // Nothing of where it leads is in the log of the service.
                #expect(!premises.logged.contains { $0.contains(String(receiver.port)) })
                #expect(premises.logged.contains { $0.contains("a webhook was not told: its answer was 500") })
            }
        }
    }

    @Test(.shows("B-19"))
    func `one that keeps failing is disabled and shown so, and resumed it goes on where it stopped`() async throws {
        try await HookReceiver.open { receiver in
            try await Premises.open(Self.local.with(.webhookAttempts, 3).with(.webhookPause, 1)) { premises in
                let household = try await Household(premises)
                let hook = try await household.hook(receiver.address)
                try await household.write(notes: 1)
                await household.desk.round()
                receiver.be(.breaksOff)
                try await household.write(notes: 3)
                for _ in 0..<6 {
                    premises.wait(seconds: 60)
                    await household.desk.round()
                }
                #expect(receiver.sequences == [1, 2, 2, 2])
                var line = try await household.listed(hook.id)
                #expect(line["state"].string == "disabled" && line["failedAttempts"].int == 3)
                #expect(line["last"]["outcome"].string == "unreachable" && line["told"].int == 1)
                // It is in the journal of the accounts, by the service itself.
                let id = try #require(WebhookID(text: hook.id))
                let book = premises.installation.book
                let history = try book.history(of: id.entity, names: await book.view)
                #expect(history.last?.summary == "disabled the webhook after 3 attempts")

                receiver.be(.takes)
                premises.wait(seconds: 60)
                #expect(try await household.post("/\(hook.id)/resume").status == 204)
                await household.desk.round()
                #expect(receiver.sequences == [1, 2, 2, 2, 2, 3, 4])
                line = try await household.listed(hook.id)
                #expect(line["state"].string == "active" && line["told"].int == 4)
                // One that says that it is gone is believed at once.
                receiver.be(.answers(410))
                try await household.write(notes: 1)
                await household.desk.round()
                line = try await household.listed(hook.id)
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
            let (anna, home, hook) = try await Premises.open(configuration, in: root) { premises in
                let household = try await Household(premises)
                let hook = try await household.hook(receiver.address)
                try await household.write(notes: 2)
                await household.desk.round()
                receiver.be(.answers(503))
                try await household.write(notes: 2)
                await household.desk.round()
                return (household.anna, household.home, hook.id)
            }
            #expect(receiver.sequences == [1, 2, 3])
            let log = "\(root)/webhooks/\(hook).log"
            let lines = try String(contentsOfFile: log, encoding: .utf8)
            try (lines + "{\"attempt\":9,\"began\":17").write(toFile: log, atomically: false, encoding: .utf8)
            try await Premises.open(configuration, in: root) { premises in
                let household = Household(premises, anna, home)
                premises.wait(seconds: 60)
                await household.desk.round()
                #expect(receiver.sequences == [1, 2, 3, 3])
                let second = try await household.deliveries(hook).first
                #expect(second?["attempt"].int == 2)
                receiver.be(.takes)
                premises.wait(seconds: 60)
                await household.desk.round()
                #expect(receiver.sequences == [1, 2, 3, 3, 3, 4])
                let numbers = try await household.deliveries(hook).map { $0["delivery"].int }
                #expect(numbers == [6, 5, 4, 3, 2, 1])
            }
            // Where the log is gone, all that came since the webhook was added is told again: nothing is skipped.
            try FileManager.default.removeItem(atPath: log)
            try await Premises.open(configuration, in: root) { premises in
                await Household(premises, anna, home).desk.round()
                #expect(receiver.sequences.suffix(4) == [1, 2, 3, 4])
            }
        }
    }

    @Test(.shows("B-19"))
    func `receivers of one person that say nothing hold up nobody else's webhooks`() async throws {
        // Four at once, of which one person has two.
        let configuration = Self.local.with(.webhookSends, 4).with(.webhookSeconds, 120)
        try await HookReceiver.open { receiver in
            try await Premises.open(configuration) { premises in
                let anna = try await Household(premises)
                let visitor = try await premises.visitor("ben")
                let ben = Household(premises, visitor, try await premises.workspace(of: visitor))
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
            try await Premises.open(Self.local.with(.webhookKept, 100)) { premises in
                let household = try await Household(premises)
                let hook = try await household.hook(receiver.address, ",\"areas\":[\"notes\"]")
                try await household.write(notes: 250)
                await household.desk.round()
                #expect(receiver.sequences == Array(1...250))
                #expect(receiver.connections <= 6, "\(receiver.connections)")
                var path: String? = "\(household.path)/\(hook.id)/deliveries?limit=40"
                var seen: [Int] = []
                while let asked = path {
                    let answer = try await premises.get(asked, as: household.anna.secret)
                    #expect(answer.status == 200 && answer.json.list.count <= 40)
                    seen += answer.json.list.compactMap { $0["delivery"].int }
                    path = Call.linkHeader.flatMap { answer.headers[$0] }.map { String($0.dropFirst().prefix { $0 != ">" }) }
                }
                #expect(seen.count >= 100 && seen.count <= 200)
                #expect(seen == Array((251 - seen.count)...250).reversed())
                let bad = try await premises.get("\(household.path)/\(hook.id)/deliveries?after=x", as: household.anna.secret)
                #expect(bad.status == 400 && bad.json["field"].string == "after")
            }
        }
    }
}
