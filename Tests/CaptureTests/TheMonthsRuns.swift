import Capture
import Kernel
import KernelTesting
import Testing

@Suite("The month's runs")
struct TheMonthsRuns {
    let december = CalendarMonth(year: 2026, month: 12) ?? .blank

    /// `count` runs in November that are pending.
    private func used(_ count: Int, _ allowance: RunAllowance = .free) -> Spec<CaptureDecider> {
        Fixture.spec.given(
            (0..<count).map { .runRequested(Fixture.id(1000 + UInt64($0)), Fixture.request([.milk], allowance)) })
    }

    @Test(.shows("O-401", "O-504")) func `the free plan has thirty a calendar month, and says when there are new ones`() {
        used(29).when(.requestRun(.first, Fixture.request())).then(.runRequested(.first, Fixture.request()))
        used(30).when(.requestRun(.first, Fixture.request()))
            .thenRefused(.aiQuota(max: 30, resets: Fixture.day("2026-12-01")))
        let next = Fixture.request(month: december)
        used(30).when(.requestRun(.first, next)).then(.runRequested(.first, next))
        var claimed = RunAllowance.free
        claimed.monthlyMax = 10_000
        used(30).when(.requestRun(.first, Fixture.request([.milk], claimed)))
            .thenRefused(.aiQuota(max: 30, resets: Fixture.day("2026-12-01")))
    }

    @Test(.shows("O-401", "O-504"))
    func `failed runs do not count, nor those cancelled or undone before the answer came`() {
        let gone = Fixture.id(1000) as RunID
        let full = used(30)
        for event in [
            CaptureEvent.runFailed(gone, reason: .timedOut, latencyMs: 1), .runCancelled(gone), .runWithdrawn(gone),
        ] {
            full.given(event).when(.requestRun(.first, Fixture.request()))
                .then(.runRequested(.first, Fixture.request()))
        }
        full.given(.runCompleted(gone, Fixture.outcome), .runCancelled(gone))
            .when(.requestRun(.first, Fixture.request()))
            .thenRefused(.aiQuota(max: 30, resets: Fixture.day("2026-12-01")))
    }

    @Test(.shows("O-401")) func `runs that this program itself answers are asked for without end, and use up none`() {
        var request = Fixture.request()
        request.provider = RunRequest.embeddedProvider
        used(30).when(.requestRun(.first, request)).then(.runRequested(.first, request))
        let own = Fixture.spec.given(
            (0..<200).map { .runRequested(Fixture.id(1000 + UInt64($0)), request) })
        own.when(.requestRun(.first, Fixture.request())).then(.runRequested(.first, Fixture.request()))
    }

    @Test(.shows("O-401", "O-1101"))
    func `the month is a person's: what they used elsewhere counts, and what others asked for here does not`() {
        let (anna, bert) = (Fixture.anna, Fixture.bert)
        func request(by person: ActorID, elsewhere: RunsUsed = RunsUsed()) -> RunRequest {
            var request = Fixture.request()
            request.requester = person
            request.allowance.elsewhere = elsewhere
            return request
        }
        func used(_ count: Int, by person: ActorID) -> Spec<CaptureDecider> {
            Fixture.spec.given(
                (0..<count).map { .runRequested(Fixture.id(1000 + UInt64($0)), request(by: person)) })
        }
        let full = CaptureRefusal.aiQuota(max: 30, resets: Fixture.day("2026-12-01"))
        let last = request(by: anna, elsewhere: RunsUsed(counted: 19, begun: 19))
        used(10, by: anna).when(.requestRun(.first, last)).then(.runRequested(.first, last))
        used(10, by: anna)
            .when(.requestRun(.first, request(by: anna, elsewhere: RunsUsed(counted: 20, begun: 20))))
            .thenRefused(full)
        used(0, by: anna)
            .when(.requestRun(.first, request(by: anna, elsewhere: RunsUsed(counted: 30, begun: 30))))
            .thenRefused(full)
        used(30, by: bert).when(.requestRun(.first, request(by: anna)))
            .then(.runRequested(.first, request(by: anna)))
        used(30, by: bert).when(.requestRun(.first, request(by: bert))).thenRefused(full)
        // Those that failed elsewhere may have cost something too.
        used(100, by: anna)
            .given((0..<100).map { .runFailed(Fixture.id(1000 + UInt64($0)), reason: .declined, latencyMs: 1) })
            .when(.requestRun(.first, request(by: anna, elsewhere: RunsUsed(counted: 0, begun: 20))))
            .thenRefused(.aiAttempts(max: 120, resets: Fixture.day("2026-12-01")))
        // A claim beyond all numbers neither overflows nor gives anything back.
        for claim in [RunsUsed(counted: .max, begun: .max), RunsUsed(counted: .max, begun: .min)] {
            used(1, by: anna).when(.requestRun(.first, request(by: anna, elsewhere: claim))).thenRefused(full)
        }
        used(30, by: anna)
            .when(.requestRun(.first, request(by: anna, elsewhere: RunsUsed(counted: -9, begun: -9))))
            .thenRefused(full)
        // What nobody's name is on, in journals of before, counts for everybody.
        let old = Fixture.spec.given(
            (0..<30).map { .runRequested(Fixture.id(1000 + UInt64($0)), Fixture.request()) })
        old.when(.requestRun(.first, request(by: anna))).thenRefused(full)
    }

    @Test func `asked again after it was undone it is the same question, whatever was used elsewhere since`() {
        var request = Fixture.request()
        let undone = Fixture.spec.given(.runRequested(.first, request), .runWithdrawn(.first))
        request.allowance.elsewhere = RunsUsed(counted: 3, begun: 4)
        undone.when(.requestRun(.first, request)).then(.runReinstated(.first))
        request.model = "large-1"
        undone.when(.requestRun(.first, request)).thenRefused(.runOver(.first))
    }

    @Test(.shows("O-405")) func `runs wait in line, those of paid plans first, and then as they were asked for`() {
        let runs = (0..<6).map { Fixture.id(1000 + UInt64($0)) as RunID }
        let plans: [RunAllowance] = [.free, .paid, .free, .paid, .paid, .free]
        let asked = Fixture.spec.given(
            zip(runs, plans).map { .runRequested($0, Fixture.request([.milk], $1)) })
        let queue = Fixture.view(of: asked.history).runQueue()
        #expect(queue.runs.map(\.id) == [1, 3, 4, 0, 2, 5].map { runs[$0] })
        #expect(queue.runs.map(\.priority) == [.high, .high, .high, .normal, .normal, .normal])
        #expect(queue.text.hasPrefix("1. \(runs[1].text) · high priority · "))
        #expect(queue.json.contains(#""priority":"high""#))
        // What was answered, failed, cancelled or taken back waits no more.
        let done = asked.given(
            .runCompleted(runs[1], Fixture.outcome), .runFailed(runs[3], reason: .timedOut, latencyMs: 1),
            .runCancelled(runs[0]), .runWithdrawn(runs[2]))
        #expect(Fixture.view(of: done.history).runQueue().runs.map(\.id) == [runs[4], runs[5]])
        #expect(CaptureProjection.empty.runQueue().text == "No run is waiting.\n")
    }

    @Test(.shows("O-404", "O-1101")) func `the paid plan goes first, is warned softly and capped hard`() {
        let few = RunAllowance(plan: .paid, monthlyMax: 50, softMax: 40, priority: .high)
        let request = Fixture.request([.milk], few)
        used(40, few).when(.requestRun(.first, request)).then(.runRequested(.first, request))
        used(50, few).when(.requestRun(.first, request))
            .thenRefused(.aiQuota(max: 50, resets: Fixture.day("2026-12-01")))
        let view = Fixture.view(of: used(41, few).history)
        #expect(quota(of: view, few).isBeyondSoftMax)
        #expect(!quota(of: Fixture.view(of: used(40, few).history), few).isBeyondSoftMax)
        #expect(RunAllowance.paid.priority == .high && RunAllowance.free.priority == .normal)
        #expect(RunAllowance.paid.softMax == Limits.paidRunsPerMonthSoftMax)
        // Whatever a command claims, and whatever older journals say.
        var claimed = RunAllowance.paid
        for monthlyMax in [2_000, Int.max] {
            claimed.monthlyMax = monthlyMax
            #expect(claimed.hardMax == Limits.paidRunsPerMonthMax)
        }
        used(1_000, claimed).when(.requestRun(.first, Fixture.request([.milk], claimed)))
            .thenRefused(.aiQuota(max: 1_000, resets: Fixture.day("2026-12-01")))
        #expect(view.run(Fixture.id(1000), name: Fixture.name(of:))?.run.request.allowance.priority == .high)
    }

    @Test(.shows("O-1101")) func `runs that failed are capped too, since each may have cost something`() {
        let failed = Fixture.spec.given(
            (0..<120).flatMap { number -> [CaptureEvent] in
                let id = Fixture.id(1000 + UInt64(number)) as RunID
                return [.runRequested(id, Fixture.request()), .runFailed(id, reason: .declined, latencyMs: 1)]
            })
        failed.when(.requestRun(.first, Fixture.request()))
            .thenRefused(.aiAttempts(max: 120, resets: Fixture.day("2026-12-01")))
    }

    private func quota(of view: CaptureView, _ allowance: RunAllowance) -> QuotaView {
        allowance.quota(in: Fixture.november, used: view.model.runsUsed(in: Fixture.november))
    }

    @Test(.shows("O-401")) func `what is used and what is left can be read`() {
        let quota = quota(of: Fixture.view(of: used(12).history), .free)
        #expect(quota.used == 12 && quota.remaining == 18 && quota.resets == Fixture.day("2026-12-01"))
        #expect(quota.text == "2026-11 · free · 12 of 30 used · new ones from 2026-12-01\n")
        #expect(quota.json.contains("\"remaining\":18"))
    }
}
