import Accounts
import Capture
import Kernel
import KernelTesting
import Synchronization
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// The limit on the cost of a request for suggestions is set by the account of the person asking, never by the request.
/// Requests are given as a service gives them, through the gate: clients may not (`servicesOnly`).
@Suite("Allowing runs")
struct AllowingRuns {
    private static let digest = [UInt8](0..<32)

    /// Each request has a number of its own: what was refused is refused again under the same one.
    private final class Numbers: Sendable {
        private let last = Atomic<UInt64>(1_000)

        func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
    }

    private struct Desk: Sendable {
        let fixture: ServiceFixture
        let home: ReadingOverHTTP.Furnished
        let numbers = Numbers()

        func run(
            claiming month: String, _ allowance: RunAllowance = .free, as author: Author? = nil,
            in place: (id: WorkspaceID, item: ItemID)? = nil
        ) async throws -> (answer: CommandAnswer, request: RunRequest?) {
            let id: RunID = fixture.pool.runtime.mint()
            let request = RunRequest(
                items: [place?.item ?? home.items[0]], provider: "local", model: "small", promptVersion: "1",
                inputDigest: AllowingRuns.digest, month: try #require(CalendarMonth(text: month)), allowance: allowance)
            let sender = Sender(.session(home.anna.session), actor: (author ?? home.author).actor)
            let workspace = place?.id ?? home.id
            let command = DeviceCommand(
                device: home.author.device, number: numbers.next(), .capture(.requestRun(id, request)))
            let pool = fixture.pool
            let answer = try await pool.takingRun(of: sender.actor, in: workspace) { authorizer in
                try await pool.using(workspace) { try await $0.perform([command], from: sender, through: authorizer).first }
            }
            let taken = try await fixture.pool.using(workspace) {
                await $0.view.capture.model.runs[id]?.request
            }
            return (try #require(answer), taken)
        }

        /// The month that the run counted for.
        func month(claiming month: String) async throws -> String? {
            let found = try await run(claiming: month)
            return found.request?.month.text
        }

        func lives(in zone: String) async throws {
            let answer = try await fixture.ask(
                .patch, "/v1/account/preferences", "{\"zone\":\"\(zone)\"}", as: home.anna.secret)
            #expect(answer.status == 204)
        }

        /// Another workspace of the same person, with something to organise.
        func second() async throws -> (id: WorkspaceID, item: ItemID) {
            let id = try await fixture.workspace(of: home.anna, "Work")
            let item: ItemID = fixture.pool.runtime.mint()
            _ = try await fixture.pool.using(id) { [home] in
                try await $0.perform(
                    [.capture(.captureItem(item, content: "Report", captured: ServiceFixture.start))], as: home.author)
            }
            return (id, item)
        }

        func pays(_ plan: Plan) async throws {
            try await fixture.keeps(.choosePlan(home.anna.user, plan), as: home.author)
        }
    }

    private static func open(_ body: @escaping @Sendable (Desk) async throws -> Void) async throws {
        try await ServiceFixture.open { fixture in
            try await body(Desk(fixture: fixture, home: try await ReadingOverHTTP.furnish(fixture)))
        }
    }

    @Test(.shows("O-401", "O-1101"))
    func `the month's runs are a person's, over all their workspaces, also when they ask in two at once`() async throws {
        try await Self.open { desk in
            let work = try await desk.second()
            for number in 0..<29 {
                let answer = try await desk.run(claiming: "2026-11", in: number % 2 == 0 ? nil : work).answer
                guard case .done = answer else {
                    Issue.record("run \(number): \(answer)")
                    return
                }
            }
            // One is left. Of two that come at once, in two workspaces, one is taken in.
            async let here = desk.run(claiming: "2026-11").answer
            async let there = desk.run(claiming: "2026-11", in: work).answer
            let answers = try await [here, there]
            let refused = answers.filter { if case .refused(.capture(.aiQuota(max: 30, _))) = $0 { true } else { false } }
            let done = answers.filter { if case .done = $0 { true } else { false } }
            #expect(refused.count == 1 && done.count == 1)
            // Another person in the same house has a month of their own.
            let bert = try await desk.fixture.visitor("bert")
            let own = try await desk.fixture.workspace(of: bert, "Bert")
            let item: ItemID = desk.fixture.pool.runtime.mint()
            let author = desk.fixture.author(of: bert)
            _ = try await desk.fixture.pool.using(own) {
                try await $0.perform(
                    [.capture(.captureItem(item, content: "Mine", captured: ServiceFixture.start))], as: author)
            }
            let his = Desk(fixture: desk.fixture, home: desk.home.lived(by: bert, author))
            let taken = try await his.run(claiming: "2026-11", in: (own, item)).request
            #expect(taken?.requester == author.actor && taken?.allowance.elsewhere == RunsUsed())
        }
    }

    @Test(.shows("O-401", "O-404"))
    func `who asks is told how many runs are left, over all their workspaces, and since when there are more than usual`()
        async throws
    {
        try await Self.open { desk in
            func quota() async throws -> JSONValue {
                let answer = try await desk.fixture.get("/v1/account/run-quota", as: desk.home.anna.secret)
                #expect(answer.status == 200)
                return answer.json
            }
            let none = try await quota()
            #expect(none["used"].int == 0 && none["max"].int == 30 && none["resets"].string == "2026-12-01")
            let work = try await desk.second()
            _ = try await desk.run(claiming: "2026-11")
            _ = try await desk.run(claiming: "2026-11", in: work)
            let two = try await quota()
            #expect(two["used"].int == 2 && two["remaining"].int == 28 && two["plan"].string == "free")
            try await desk.pays(.paid)
            for _ in 0..<299 { _ = try await desk.run(claiming: "2026-11") }
            let many = try await quota()
            #expect(many["used"].int == 301 && many["max"].int == 1_000 && many["plan"].string == "paid")
            #expect(many["beyondSoftMax"] == .flag(true) && two["beyondSoftMax"] == .flag(false))
            #expect(try await desk.fixture.get("/v1/account/run-quota").status == 401)
        }
    }

    @Test func `what was never written in has no runs, and looking for them leaves no directory`() async throws {
        try await Self.open { desk in
            let other = try await desk.fixture.workspace(of: desk.home.anna, "Empty")
            let quota = try await desk.fixture.get("/v1/account/run-quota", as: desk.home.anna.secret)
            #expect(quota.status == 200 && quota.json["used"].int == 0)
            #expect(try await desk.fixture.pool.runsWaiting().isEmpty)
            // A request in another workspace counts those here.
            _ = try await desk.run(claiming: "2026-11")
            #expect(try await !desk.fixture.pool.hasFiles(other))
        }
    }

    @Test(.shows("O-405"))
    func `runs of all workspaces wait in one line, paid plans first, whoever asked before them`() async throws {
        try await Self.open { desk in
            let work = try await desk.second()
            _ = try await desk.run(claiming: "2026-11")
            desk.fixture.wait(seconds: 60)
            _ = try await desk.run(claiming: "2026-11", in: work)
            try await desk.pays(.paid)
            desk.fixture.wait(seconds: 60)
            _ = try await desk.run(claiming: "2026-11", in: work)
            desk.fixture.wait(seconds: 60)
            _ = try await desk.run(claiming: "2026-11")
            let line = try await desk.fixture.pool.runsWaiting()
            #expect(line.map(\.workspace) == [work.id, desk.home.id, desk.home.id, work.id])
            #expect(line.map(\.line.priority) == [.high, .high, .normal, .normal])
        }
    }

    @Test(.shows("O-406"))
    func `an early feature is for plans that have them, and the account says so`() async throws {
        try await Self.open { desk in
            let path = desk.home.path + "/run-queue"
            _ = try await desk.run(claiming: "2026-11")
            let early = try await desk.fixture.get(path, as: desk.home.anna.secret)
            #expect(early.status == 403 && early.problem == "notInPlan")
            #expect(try await desk.fixture.get("/v1/account", as: desk.home.anna.secret).json["features"].list.isEmpty)
            try await desk.pays(.paid)
            let account = try await desk.fixture.get("/v1/account", as: desk.home.anna.secret)
            #expect(account.json["features"].list.map(\.string) == ["early access"])
            let shown = try await desk.fixture.get(path, as: desk.home.anna.secret)
            #expect(shown.status == 200)
            #expect(shown.json["runs"].list.map { $0["priority"].string } == ["normal"])
            try await desk.pays(.free)
            #expect(try await desk.fixture.get(path, as: desk.home.anna.secret).status == 403)
        }
    }

    @Test(.shows("O-401", "O-405", "O-1101"))
    func `the plan of the account says how many and how soon, whatever the request claims`() async throws {
        try await Self.open { desk in
            var claimed = RunAllowance.paid
            claimed.monthlyMax = 1_000_000
            for _ in 0..<30 {
                let request = try await desk.run(claiming: "2026-11", claimed).request
                #expect(request?.allowance == .free)
            }
            guard
                case .refused(.capture(.aiQuota(max: 30, let resets))) = try await desk.run(
                    claiming: "2026-11", claimed
                ).answer
            else {
                Issue.record("the thirty-first was taken in")
                return
            }
            #expect(resets == CalendarDay(text: "2026-12-01"))
            try await desk.pays(.paid)
            // What it says of itself is as little asked when it is modest.
            let request = try await desk.run(claiming: "2026-11", .free).request
            #expect(request?.allowance == .paid && request?.allowance.priority == .high)
            #expect(request?.allowance.monthlyMax == 1_000 && request?.allowance.softMax == 300)
            let shown = try await desk.fixture.get("/v1/account", as: desk.home.anna.secret)
            #expect(shown.json["aiRunsPerMonthMax"].int == 1_000)
            try await desk.pays(.free)
            guard case .refused(.capture(.aiQuota(max: 30, _))) = try await desk.run(claiming: "2026-11").answer else {
                Issue.record("back on the free plan there are more than thirty")
                return
            }
            // A person whom the accounts do not know is on the free plan, with a month of their own.
            let nobody = Author(actor: ActorID(hi: 9, lo: 9), device: desk.home.author.device)
            let strange = try await desk.run(claiming: "2026-11", .paid, as: nobody).request
            #expect(strange?.allowance == .free && strange?.requester == nobody.actor)
        }
    }

    /// The clock stands at 22 November, 8:00, and goes on to the last day of the month.
    @Test(.shows("O-401"))
    func `a run counts for the month that it is where its person lives`() async throws {
        try await Self.open { desk in
            // 30 November, 11:30 in UTC: half past one in the night of 1 December on Kiritimati.
            desk.fixture.wait(seconds: 8 * 86_400 + 3 * 3_600 + 1_800)
            #expect(try await desk.month(claiming: "2026-12") == "2026-11", "who never said is in UTC")
            try await desk.lives(in: "Pacific/Kiritimati")
            #expect(try await desk.month(claiming: "2026-11") == "2026-12")
            // 1 December, 9:30 in UTC: half past ten in the evening of 30 November on Samoa.
            desk.fixture.wait(seconds: 22 * 3_600)
            try await desk.lives(in: "Pacific/Pago_Pago")
            #expect(try await desk.month(claiming: "2026-12") == "2026-11")
            desk.fixture.wait(seconds: 5_400 - 1)
            #expect(try await desk.month(claiming: "2026-12") == "2026-11")
            desk.fixture.wait(seconds: 1)
            #expect(try await desk.month(claiming: "2026-12") == "2026-12")
        }
    }

    @Test(.shows("O-401"))
    func `a month that it is nowhere now is refused, through the gate and at the terminal`() async throws {
        try await Self.open { desk in
            for month in ["2026-10", "2026-12", "2027-11", "0001-01"] {
                let answer = try await desk.run(claiming: month).answer
                guard case .refused(.capture(.badRun(.badMonth))) = answer else {
                    Issue.record("\(month): \(answer)")
                    continue
                }
            }
            let request = RunRequest(
                items: [desk.home.items[0]], provider: "local", model: "small", promptVersion: "1",
                inputDigest: Self.digest, month: try #require(CalendarMonth(text: "2026-12")), allowance: .free)
            let author = desk.home.author
            let id: RunID = desk.fixture.pool.runtime.mint()
            await #expect(throws: WorkspaceRefusal.capture(.badRun(.badMonth))) {
                _ = try await desk.fixture.pool.using(desk.home.id) {
                    try await $0.perform([.capture(.requestRun(id, request))], as: author)
                }
            }
        }
    }

    @Test(.shows("O-401", "O-1101"))
    func `at the terminal, where nobody asks the accounts, it is the free plan, whatever is claimed`() async throws {
        try await Self.open { desk in
            let author = desk.home.author
            let item = desk.home.items[0]
            func ask() async throws -> RunRequest? {
                let id: RunID = desk.fixture.pool.runtime.mint()
                let request = RunRequest(
                    items: [item], provider: "local", model: "small", promptVersion: "1", inputDigest: Self.digest,
                    month: try #require(CalendarMonth(text: "2026-11")), allowance: .paid)
                return try await desk.fixture.pool.using(desk.home.id) {
                    _ = try await $0.perform([.capture(.requestRun(id, request))], as: author)
                    return await $0.view.capture.model.runs[id]?.request
                }
            }
            let first = try await ask()
            #expect(first?.allowance == .free && first?.requester == author.actor)
            for _ in 1..<30 { _ = try await ask() }
            let resets = try #require(CalendarDay(text: "2026-12-01"))
            await #expect(throws: WorkspaceRefusal.capture(.aiQuota(max: 30, resets: resets))) { () async throws in
                _ = try await ask()
            }
        }
    }
}

extension ReadingOverHTTP.Furnished {
    /// The same home, as somebody else asks in it.
    fileprivate func lived(by visitor: Visitor, _ author: Author) -> Self {
        var home = self
        home.anna = visitor
        home.author = author
        return home
    }
}
