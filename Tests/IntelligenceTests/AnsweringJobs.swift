import Capture
import JournalTesting
import Kernel
import KernelTesting
import Studio
import Synchronization
import Testing
import Workspace

@testable import Intelligence
@testable import Runtime

@Suite struct AnsweringJobs {
    @Test(.shows("O-302", "O-307", "O-401"))
    func `a run of rules is answered, recorded with its method, and costs none of the month's runs`() async throws {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["Shopping: milk, eggs", "call Anna"])
        let provider = EmbeddedProvider(mint: Minting().next)
        let run = try await house.ask(workspace, provider)
        #expect(await workspace.view.waitingJobs().map(\.job) == [.run(run)])
        try await house.runner(provider).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
        let found = try #require(await workspace.view.capture.existing(run))
        #expect(found.status == .completed && !found.isCounted)
        #expect(found.request.provider == "daybook" && found.request.model == "rules")
        #expect(found.outcome?.suggestions.map(\.title.text) == ["Shopping", "Call Anna"])
        #expect(found.outcome?.droppedParts == 0 && found.outcome?.droppedSuggestions == 0)
        #expect(await workspace.view.waitingJobs().isEmpty)
        try await workspace.close()
    }

    @Test(.shows("O-320", "O-325")) func `a suggestion is accepted as it was made, whole captures as themselves`() async throws
    {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["Shopping: milk, eggs", "call Anna"])
        let provider = EmbeddedProvider(mint: Minting().next)
        let run = try await house.ask(workspace, provider)
        try await house.runner(provider).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
        let view = await workspace.view
        let suggestions = try #require(view.capture.existing(run)?.outcome?.suggestions)
        for suggestion in suggestions {
            let shape = view.capture.shape(of: suggestion, collection: house.runtime.mint()) { house.runtime.mint() }
            _ = try await workspace.perform([.capture(.acceptSuggestion(run, suggestion.id, as: shape))], as: house.author)
        }
        let after = await workspace.view.capture
        #expect(after.collections(name: { _ in "" }).collections.map(\.name) == ["Shopping"])
        #expect(after.existing(item(1)) != nil, "the capture itself stays as it was")
        #expect(after.existing(item(2))?.type == .task)
        try await workspace.close()
    }

    @Test(.shows("O-301", "J-305")) func `whatever people do, nobody is asked who was not asked for`() async throws {
        let house = House()
        let workspace = try await house.open()
        let spy = SpyProvider()
        try await house.furnish(workspace, capturing: ["milk, eggs, bread", "call Anna"])
        _ = try await workspace.perform(
            [.capture(.captureItem(item(9), content: "more", captured: house.runtime.now()))], as: house.author)
        for waiting in await workspace.view.waitingJobs() {
            try await house.runner(spy).answer(waiting.job, in: workspace, as: house.keeper, on: house.today)
        }
        #expect(spy.asked.isEmpty)
        _ = try await house.ask(workspace, spy)
        for waiting in await workspace.view.waitingJobs() {
            try await house.runner(spy).answer(waiting.job, in: workspace, as: house.keeper, on: house.today)
        }
        #expect(spy.asked == [.organise])
        try await workspace.close()
    }

    @Test(.shows("J-305", "J-310")) func `without consent nothing can be asked, and after it is taken back nothing is sent`()
        async throws
    {
        let house = House()
        let workspace = try await house.open()
        let spy = SpyProvider()
        try await house.furnish(workspace, capturing: [], consenting: false)
        func request() async throws -> (analysis: AnalysisID, command: WorkspaceCommand?) {
            try Asking(in: await workspace.view, of: Providers([spy])).analyse(house.artwork, as: house.runtime.mint())
        }
        let refused = try #require(try await request().command)
        await #expect(throws: WorkspaceRefusal.self) { try await workspace.perform([refused], as: house.author) }
        _ = try await workspace.perform([.studio(.giveConsent(.analysis, nil))], as: house.author)
        let asked = try await request()
        _ = try await workspace.perform([try #require(asked.command)], as: house.author)
        _ = try await workspace.perform([.studio(.withdrawConsent(.analysis, nil))], as: house.author)
        try await house.runner(spy).answer(
            .analysis(asked.analysis, attempt: 1), in: workspace, as: house.keeper, on: house.today)
        #expect(spy.asked.isEmpty)
        #expect(await workspace.view.studio.model.existing(asked.analysis)?.status == .stopped)
        try await workspace.close()
    }

    @Test(.shows("J-301", "J-303", "J-307"))
    func `an analysis that was asked for comes to three tips at least, and another one can be asked for`() async throws {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: [])
        let provider = EmbeddedProvider(mint: Minting().next)
        for attempt in 1...2 {
            let asked = try Asking(in: await workspace.view, of: Providers([provider])).analyse(
                house.artwork, as: house.runtime.mint())
            _ = try await workspace.perform([try #require(asked.command)], as: house.author)
            // Asked twice at once: it is under way.
            let again = try Asking(in: await workspace.view, of: Providers([provider])).analyse(
                house.artwork, as: house.runtime.mint())
            #expect(again.analysis == asked.analysis && again.command == nil)
            try await house.runner(provider).answer(
                .analysis(asked.analysis, attempt: attempt), in: workspace, as: house.keeper, on: house.today)
            let found = try #require(await workspace.view.studio.model.existing(asked.analysis))
            #expect(found.status == .completed && found.attempt == attempt, "\(found.reason)")
            #expect(AnalysisResult.tips.contains(found.result?.tips.count ?? 0))
        }
        try await workspace.close()
    }

    @Test(.shows("J-311", "J-807", "O-505"))
    func `a provider that fails, lies or takes too long leaves a sentence and the original`()
        async throws
    {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs"])
        var limits = JobRunner.Limits()
        limits.organiseSeconds = 0
        let slow = SpyProvider(organising: { _ throws(ProviderFailure) in
            try? await Task.sleep(for: .seconds(60))
            return OrganiseAnswer(suggestions: [], questions: [], bytes: [])
        })
        let dead = SpyProvider(organising: { _ throws(ProviderFailure) in throw .unreachable })
        for (provider, limits, expected) in [(slow, limits, RunFailure.timedOut), (dead, .init(), .unreachable)] {
            let run = try await house.ask(workspace, provider)
            try await house.runner(provider, limits: limits).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
            guard case .failed(expected, _) = await workspace.view.capture.existing(run)?.status else {
                Issue.record("\(String(describing: await workspace.view.capture.existing(run)?.status))")
                continue
            }
        }
        #expect(await workspace.view.capture.existing(item(1))?.content == "milk, eggs")
        try await workspace.close()
    }

    @Test(.shows("O-306")) func `what a provider made up is dropped before anybody sees it`() async throws {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs"])
        let liar = SpyProvider(organising: { question throws(ProviderFailure) in
            let cited = Citation(item: question.items[0].id, start: 0, length: 4)
            return OrganiseAnswer(
                suggestions: [
                    OrganiseSuggestion(
                        id: SuggestionID(hi: 1, lo: 1), kind: .list, title: Name(recorded: "Shopping"),
                        parts: [
                            SuggestedPart(text: "milk", citation: cited), SuggestedPart(text: "champagne", citation: cited),
                        ],
                        confidenceThousandths: 900)
                ], questions: [], bytes: [1])
        })
        let run = try await house.ask(workspace, liar)
        try await house.runner(liar).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
        let outcome = try #require(await workspace.view.capture.existing(run)?.outcome)
        #expect(outcome.suggestions.flatMap(\.parts).map(\.text) == ["milk"])
        #expect(outcome.droppedParts == 1)
        try await workspace.close()
    }

    @Test func `a run that was cancelled while it was under way stays cancelled`() async throws {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs"])
        let author = house.author
        let asked = Mutex<RunID?>(nil)
        let canceller = SpyProvider(organising: { _ throws(ProviderFailure) in
            if let run = asked.withLock({ $0 }) {
                _ = try? await workspace.perform([.capture(.cancelRun(run))], as: author)
            }
            return OrganiseAnswer(suggestions: [], questions: ["Really?"], bytes: [1])
        })
        let run = try await house.ask(workspace, canceller)
        asked.withLock { $0 = run }
        try await house.runner(canceller).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
        #expect(await workspace.view.capture.existing(run)?.status == .cancelled)
        try await workspace.close()
    }

    @Test(.shows("J-307")) func `a question that was asked before a power cut waits after it, and is answered once`()
        async throws
    {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs, bread"])
        let provider = EmbeddedProvider(mint: Minting().next)
        let run = try await house.ask(workspace, provider)
        try await workspace.close()
        let again = try await house.open()
        #expect(await again.view.waitingJobs().map(\.job) == [.run(run)])
        for _ in 0..<2 {
            try await house.runner(provider).answer(.run(run), in: again, as: house.keeper, on: house.today)
        }
        var completed = 0
        try again.journal.records(of: again.paths.root, from: 1, through: again.journal.lastSequence) { header, payload in
            if let fact = try Recorded<WorkspaceEvent>(header, payload), case .capture(.runCompleted) = fact.event {
                completed += 1
            }
            return .next
        }
        #expect(completed == 1)
        try await again.close()
    }

    @Test func `a capture that was changed after it was asked about is asked about anew`() async throws {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs"])
        let spy = SpyProvider()
        let run = try await house.ask(workspace, spy)
        _ = try await workspace.perform([.capture(.rewordItem(item(1), to: "other words"))], as: house.author)
        try await house.runner(spy).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
        #expect(spy.asked.isEmpty, "what is recorded as sent is what is sent")
        guard case .failed(.declined, _) = await workspace.view.capture.existing(run)?.status else {
            Issue.record("it did not fail")
            return
        }
        try await workspace.close()
    }
}
