import Accounts
import Foundation
import Kernel
import Runtime
import Testing
import Workspace

@testable import Service
@testable import WebCore

/// A tab of a browser: the core as its worker uses it, a store that outlives it, and a link to a service that may be cut.
///
/// Everything goes through the calls that the host has, in JSON, and is written down, so that the same calls can be made of
/// the core in WebAssembly and their answers compared.
struct BrowserTab {
    /// Where a link is cut.
    enum Cut { case nowhere, before, after }

    /// One call and its answer.
    struct Step {
        var call: String
        var status = 0
        var input: [UInt8]
        var output: [UInt8]
    }

    var core = Core()
    private(set) var steps: [Step] = []
    /// The stored state: rows of the outbox, and a snapshot.
    private(set) var rows: [(id: String, json: String)] = []
    private(set) var lastNumber = 0
    private var snapshot: [UInt8]?
    private(set) var isHolding = false
    private let fixture: ServiceFixture
    private let home: WorkspaceID
    private let person: Visitor
    private let device: String

    init(_ fixture: ServiceFixture, _ home: WorkspaceID, of person: Visitor) async throws {
        (self.fixture, self.home, self.person) = (fixture, home, person)
        device = try #require(try await fixture.get("/v1/session", as: person.secret).json["device"].string)
        try open()
    }

    var secret: String { person.secret }
    private var path: String { "/v1/workspaces/\(home.text)" }

    @discardableResult
    private mutating func call(
        _ name: String, _ input: [UInt8] = [], status: Int = 0, _ body: (inout Core) -> String
    ) throws -> JSONValue {
        let said = Array(body(&core).utf8)
        steps.append(Step(call: name, status: status, input: input, output: said))
        let json = try JSONValue(answer: said)
        let writes = json["writes"]
        for id in writes["remove"].list.compactMap(\.string) { rows.removeAll { $0.id == id } }
        for row in writes["put"].list {
            let (id, text) = (try #require(row["id"].string), try #require(row["json"].string))
            rows.removeAll { $0.id == id }
            rows.append((id, text))
        }
        if let number = writes["lastNumber"].int { lastNumber = number }
        return json
    }

    /// Begins anew with what is stored, as after a crash or in a new tab.
    mutating func open(forgetting isForgetting: Bool = false) throws {
        core = Core()
        steps.append(Step(call: "new", input: [], output: []))
        let identity = Array(
            "{\"workspace\":\"\(home.text)\",\"user\":\"\(person.user.text)\",\"device\":\"\(device)\"}".utf8)
        try call("begin", identity) { $0.handleBegin(identity) }
        if let snapshot, !isForgetting {
            let confirmed = try #require(CoreSnapshot.confirmed(from: snapshot, of: core.workspace))
            steps.append(Step(call: "restore", input: snapshot, output: []))
            core.restore(confirmed)
        }
        var json = JSONWriter()
        json.object { json in
            json.key("rows")
            json.array(rows) { json, row in
                json.object { json in
                    json.field("id", row.id)
                    json.field("json", row.json)
                }
            }
            json.field("lastNumber", lastNumber)
        }
        let stored = json.bytes
        try call("load", stored) { $0.handleLoad(stored) }
        if isHolding { try hold(true) }
    }

    /// Has thoughts stay, or go with all else.
    mutating func hold(_ isHolding: Bool) throws {
        self.isHolding = isHolding
        let input = Array((isHolding ? "yes" : "no").utf8)
        try call("hold", input) { $0.handleHold(input) }
    }

    mutating func putBy() {
        let bytes = CoreSnapshot.bytes(of: core.confirmed, in: core.workspace)
        steps.append(Step(call: "snapshot", input: [], output: bytes))
        snapshot = bytes
    }

    /// - Returns: the kind of the answer, and its problem.
    mutating func perform(
        _ commands: [WorkspaceCommand], as id: BatchID, saying says: String = "Done"
    ) throws -> (kind: String, problem: String?) {
        var json = JSONWriter()
        json.object { json in
            json.field("id", id.text)
            json.field("now", fixture.pool.runtime.now().microseconds)
            json.field("says", says)
            json.key("commands")
            json.array(commands) { $0.value($1.json) }
        }
        let wish = json.bytes
        let answer = try call("perform", wish) { $0.handlePerform(wish) }
        return (answer["kind"].string ?? "", answer["problem"]["name"].string)
    }

    /// Fetches a page of records.
    ///
    /// - Returns: whether it was the last.
    mutating func fetch(limit: Int = 2_000) async throws -> Bool {
        let page = try await fixture.bytes(
            path + "/records?after=\(core.confirmed.sequence)&limit=\(limit)", as: person.secret)
        let answer = try call("ingest", page) { $0.handleIngest(page) }
        try #require(answer["kind"].string == "taken", "\(answer)")
        return answer["isLast"] == .flag(true)
    }

    mutating func fetchAll() async throws { while try await !fetch() {} }

    /// Sends once.
    ///
    /// - Returns: the kind of what came of it; nil where nothing was to be sent.
    mutating func send(_ cut: Cut = .nowhere) async throws -> String? {
        let next = try call("outgoing") { $0.handleSend() }
        if next["kind"].string == "ingestFirst" {
            try await fetchAll()
            return "ingestFirst"
        }
        guard next["kind"].string == "send" else {
            try #require(next["kind"].string == "nothing", "\(next)")
            return nil
        }
        let body = try #require(next["body"].string)
        if cut != .before {
            let answer = try await fixture.ask(.post, path + "/commands", body, as: person.secret)
            if cut == .nowhere {
                let settled = try call("answered", answer.bytes, status: answer.status) {
                    $0.handleAnswer(answer.status, answer.bytes)
                }
                return settled["kind"].string
            }
        }
        core.unanswered()
        steps.append(Step(call: "unanswered", input: [], output: []))
        return "cut"
    }

    /// Sends what waits over a link that carries so many bytes of the request and no byte of the answer.
    ///
    /// - Returns: the bytes of the whole request; nil where nothing was to be sent.
    mutating func send(carrying count: Int, to port: UInt16) async throws -> Int? {
        var next = try call("outgoing") { $0.handleSend() }
        if next["kind"].string == "ingestFirst" {
            try await fetchAll()
            next = try call("outgoing") { $0.handleSend() }
        }
        guard next["kind"].string == "send", let body = next["body"].string else { return nil }
        let head =
            "POST \(path)/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Authorization: Bearer \(person.secret)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let request = Array((head + body).utf8)
        let wire = try Wire(port: port)
        wire.send(bytes: Array(request.prefix(count)))
        wire.close()
        core.unanswered()
        steps.append(Step(call: "unanswered", input: [], output: []))
        return request.count
    }

    /// Sends what waits; of the answer only so many bytes arrive.
    ///
    /// - Returns: the bytes of the whole answer, and the kind of what came of the part; nil where nothing was to be sent.
    mutating func send(hearing count: Int) async throws -> (bytes: Int, kind: String)? {
        var next = try call("outgoing") { $0.handleSend() }
        if next["kind"].string == "ingestFirst" {
            try await fetchAll()
            next = try call("outgoing") { $0.handleSend() }
        }
        guard next["kind"].string == "send", let body = next["body"].string else { return nil }
        let answer = try await fixture.ask(.post, path + "/commands", body, as: person.secret)
        let part = Array(answer.bytes.prefix(count))
        let settled = try call("answered", part, status: answer.status) { $0.handleAnswer(answer.status, part) }
        return (answer.bytes.count, settled["kind"].string ?? "")
    }

    /// Delivers all that waits, and fetches all that there is.
    mutating func sync() async throws {
        try await fetchAll()
        for _ in 1...200 {
            guard let kind = try await send() else { return }
            try #require(kind == "settled" || kind == "ingestFirst", "\(kind)")
            try await fetchAll()
        }
        Issue.record("it does not come to an end")
    }

    mutating func withdraw(_ id: String) throws -> Bool {
        let input = Array(id.utf8)
        return try call("withdraw", input) { $0.handleWithdraw(input) }["kind"].string == "withdrawn"
    }

    mutating func discard(_ id: String) throws -> Bool {
        let input = Array(id.utf8)
        return try call("discard", input) { $0.handleDiscard(input) }["kind"].string == "discarded"
    }

    mutating func retry(_ id: String, as fresh: BatchID) throws -> String? {
        let input = Array("\(id) \(fresh.text)".utf8)
        return try call("retry", input) { $0.handleRetry(input) }["kind"].string
    }

    /// Identifier and state of everything in the outbox.
    mutating func outbox() throws -> [(id: String, state: String)] {
        try call("outbox") { $0.handleOutbox() }.list.map { ($0["id"].string ?? "", $0["state"].string ?? "") }
    }

    /// Canonical JSON of everything that is shown.
    mutating func everything() -> [UInt8] {
        var json = JSONWriter()
        core.view.writeEverything(to: &json)
        steps.append(Step(call: "everything", input: [], output: json.bytes))
        return json.bytes
    }
}
