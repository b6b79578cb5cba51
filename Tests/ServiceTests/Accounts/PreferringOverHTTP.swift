import Accounts
import Boards
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Preferring over HTTP")
struct PreferringOverHTTP {
    private static let everything = """
        {"theme":"dark, accent #ff8800","humour":true,"weeklySummary":true,"zone":"Europe/Berlin",\
        "primaryBoard":"0190163d-8694-739b-aea5-966c26f8ad90","trashDays":30,"blobsDays":60,"historyDays":90,\
        "shortcuts":{"board.add":"B","card.add":"N"}}
        """

    private static func change(
        _ body: String, as secret: String, on fixture: ServiceFixture
    ) async throws -> ServiceFixture.Answer {
        try await fixture.ask(.patch, "/v1/account/preferences", body, as: secret)
    }

    private static func shown(to secret: String, on fixture: ServiceFixture) async throws -> JSONValue {
        try await fixture.get("/v1/account", as: secret).json["preferences"]
    }

    @Test func `everything that the account shows is changed under the same name and in the same form`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let answer = try await Self.change(Self.everything, as: anna.secret, on: fixture)
            #expect(answer.status == 204, "\(answer.text)")
            let shown = try await Self.shown(to: anna.secret, on: fixture)
            #expect(shown == (try JSONValue(parsing: Array(Self.everything.utf8))))
            // What is shown can be said again, and is so already.
            let sequence = await fixture.pool.book.lastSequence
            #expect(try await Self.change(Self.everything, as: anna.secret, on: fixture).status == 204)
            #expect(await fixture.pool.book.lastSequence == sequence)
        }
    }

    @Test func `null takes away what can be taken away, and what is left out stays`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let first = try await Self.shown(to: anna.secret, on: fixture)
            for (body, name, value) in [
                (Self.everything, "trashDays", JSONValue.number(30)), ("{\"trashDays\":null}", "trashDays", .null),
                ("{\"primaryBoard\":null}", "primaryBoard", .null), ("{\"zone\":null}", "zone", .null),
                ("{\"theme\":\"light\"}", "theme", .text("light")), ("{\"theme\":null}", "theme", .text("system")),
                ("{\"theme\":\"high contrast\"}", "theme", .text("high contrast")),
                ("{\"theme\":\"\"}", "theme", .text("system")), ("{\"humour\":null}", "humour", .flag(true)),
                ("{\"shortcuts\":{\"card.add\":null}}", "shortcuts", .object(["board.add": .text("B")])),
                ("{\"shortcuts\":{\"a\":\"1\",\"board.add\":\"\"}}", "shortcuts", .object(["a": .text("1")])),
                ("{\"shortcuts\":{}}", "shortcuts", .object(["a": .text("1")])),
                ("{\"shortcuts\":null}", "shortcuts", .object([:])), ("{}", "historyDays", .number(90)),
            ] as [(String, String, JSONValue)] {
                let answer = try await Self.change(body, as: anna.secret, on: fixture)
                #expect(answer.status == 204, "\(body): \(answer.text)")
                let shown = try await Self.shown(to: anna.secret, on: fixture)
                #expect(shown[name] == value, "\(body)")
            }
            let rest = "{\"humour\":false,\"weeklySummary\":false,\"blobsDays\":null,\"historyDays\":null}"
            #expect(try await Self.change(rest, as: anna.secret, on: fixture).status == 204)
            #expect(try await Self.shown(to: anna.secret, on: fixture) == first)
        }
    }

    @Test func `what cannot be preferred is refused by name, and nothing that stands beside it is done`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let first = try await Self.shown(to: anna.secret, on: fixture)
            for (words, name, field) in [
                ("\"theme\":\"pink\"", "badField", "theme"), ("\"theme\":\"dark, accent #ff88\"", "badField", "theme"),
                ("\"theme\":\"dark, accent #ff88zz\"", "badField", "theme"), ("\"theme\":5", "badField", "theme"),
                ("\"theme\":\"dark,accent #ff8800\"", "badField", "theme"),
                ("\"trashDays\":0", "badField", "trashDays"),
                ("\"blobsDays\":\"30\"", "badField", "blobsDays"), ("\"historyDays\":36526", "badField", "historyDays"),
                ("\"primaryBoard\":\"House\"", "badField", "primaryBoard"),
                ("\"shortcuts\":[]", "badField", "shortcuts"),
                ("\"shortcuts\":{\"card.add\":5}", "badField", "shortcuts"),
                ("\"shortcuts\":{\"a b\":\"N\"}", "badPreference", nil),
                ("\"zone\":\"the moon\"", "badPreference", nil), ("\"zone\":\"Mars/X\"", "badPreference", nil),
                ("\"zone\":\"Nowhere\"", "badPreference", nil),
                ("\"colour\":null", "unknownField", "colour"),
            ] as [(String, String, String?)] {
                let answer = try await Self.change("{\"humour\":true,\(words)}", as: anna.secret, on: fixture)
                #expect(answer.status == 422, "\(words): \(answer.text)")
                #expect(answer.problem == name, "\(words): \(answer.text)")
                #expect(answer.json["field"].string == field, "\(words)")
            }
            // The time that something is kept is not a program's business.
            let token = try await fixture.token(of: anna, [.everything])
            let denied = try await Self.change("{\"humour\":true,\"trashDays\":3}", as: token, on: fixture)
            #expect(denied.status == 403 && denied.problem == "notForTokens")
            #expect(try await Self.shown(to: anna.secret, on: fixture) == first)
            #expect(try await Self.change("{\"humour\":true}", as: token, on: fixture).status == 204)
        }
    }

    @Test(.shows("P-203"))
    func `the primary board is chosen while the service runs, and the widget and new cards follow it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let zoo: BoardID = runtime.mint()
            let columns: (ColumnID, ColumnID, ColumnID) = (
                runtime.mint(), runtime.mint(), runtime.mint()
            )
            func perform(_ command: BoardCommand) async throws {
                _ = try await fixture.pool.using(home.id) { workspace in
                    try await workspace.perform([.boards(command)], as: home.author)
                }
            }
            func choose(_ board: String) async throws -> Int {
                let body = "{\"primaryBoard\":\(board)}"
                return try await Self.change(body, as: home.anna.secret, on: fixture).status
            }
            func add(_ title: String) async throws -> String? {
                let path = home.path + "/intents/add-card"
                let answer = try await fixture.ask(.post, path, "{\"title\":\"\(title)\"}", as: home.anna.secret)
                return answer.json["boardTitle"].string
            }
            func widget() async throws -> String? {
                try await fixture.get(home.path + "/widget/top3", as: home.anna.secret).json["title"].string
            }
            try await perform(.openBoard(zoo, title: Name(recorded: "Zoo"), columns: DefaultColumns.named(columns)))
            #expect(try await widget() == "House")
            #expect(try await add("One") == "House")
            #expect(try await choose("\"\(zoo.text)\"") == 204)
            #expect(try await widget() == "Zoo")
            #expect(try await add("Two") == "Zoo")
            let shown = try await fixture.get(home.path + "/widget/top3", as: home.anna.secret)
            #expect(shown.json["cards"].list.compactMap { $0["title"].string } == ["Two"])
            // In the trash it is none, and comes back as one.
            try await perform(.trashBoard(zoo))
            #expect(try await widget() == "House")
            #expect(try await add("Three") == "House")
            try await perform(.restoreBoard(zoo))
            #expect(try await add("Four") == "Zoo")
            #expect(try await choose("null") == 204)
            #expect(try await widget() == "House")
            #expect(try await add("Five") == "House")
        }
    }
}
