import Capture
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Intelligence
@testable import Runtime

/// A question leaves this machine once, for somebody who was agreed to.
@Suite struct SendingOnce {
    @Test(.shows("J-307", "O-505"))
    func `a question that was under way when the service was killed is not sent again by itself`()
        async throws
    {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs"])
        let spy = SpyProvider()
        let run = try await house.ask(workspace, spy)
        // As a process leaves it that is killed while the provider answers.
        #expect(try SentQuestions(of: workspace.paths, on: house.disk).begin(.run(run)))
        try await workspace.close()
        let again = try await house.open()
        try await house.runner(spy).answer(.run(run), in: again, as: house.keeper, on: house.today)
        #expect(spy.asked.isEmpty)
        guard case .failed = await again.view.capture.existing(run)?.status else {
            Issue.record("\(String(describing: await again.view.capture.existing(run)?.status))")
            return
        }
        // It is over: a further question is another one.
        let next = try await house.ask(again, spy)
        try await house.runner(spy).answer(.run(next), in: again, as: house.keeper, on: house.today)
        #expect(spy.asked == [.organise])
        #expect(try house.disk.names(inDirectory: again.paths.asked).isEmpty)
        try await again.close()
    }

    @Test func `what is done here is not noted as sent, and is done again after a power cut`() async throws {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs"])
        let embedded = EmbeddedProvider(mint: Minting().next)
        let run = try await house.ask(workspace, embedded)
        try await house.runner(embedded).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
        #expect(await workspace.view.capture.existing(run)?.status == .completed)
        #expect(throws: (any Error).self) { try house.disk.names(inDirectory: workspace.paths.asked) }
        try await workspace.close()
    }

    @Test(.shows("J-305")) func `a consent from before a provider was set up does not let pictures go there`()
        async throws
    {
        for (notice, isSent) in [
            ("", false), ("studio 2026-11", false), ("studio 2026-11 spys", false), ("studio 2026-11 spy", true),
        ] {
            let house = House()
            let workspace = try await house.open()
            try await house.furnish(workspace, capturing: [], notice: notice)
            let spy = SpyProvider(analysing: { question throws(ProviderFailure) in
                #expect(question.jpeg == Array("a picture".utf8))
                return AnalysisResult(
                    metrics: [], tips: [], usage: ProviderUsage(inputTokens: 7, outputTokens: 3, requests: 1))
            })
            let asked = try Asking(in: await workspace.view, of: Providers([spy])).analyse(
                house.artwork, as: house.runtime.mint())
            _ = try await workspace.perform([try #require(asked.command)], as: house.author)
            try await house.runner(spy).answer(
                .analysis(asked.analysis, attempt: 1), in: workspace, as: house.keeper, on: house.today)
            let found = try #require(await workspace.view.studio.model.existing(asked.analysis))
            #expect(spy.asked == (isSent ? [.analyse] : []), "\(notice)")
            if isSent {
                #expect(found.status == .completed && found.result?.usage?.inputTokens == 7)
            } else {
                #expect(found.status == .failed && found.reason.contains(spy.notice))
            }
            try await workspace.close()
        }
    }

    @Test(.shows("O-307")) func `the use of a provider is in the record of a run`() async throws {
        let house = House()
        let workspace = try await house.open()
        try await house.furnish(workspace, capturing: ["milk, eggs"])
        let usage = ProviderUsage(
            inputTokens: 120, outputTokens: 1, requests: 2, costMillionths: 1_000_036, requestID: "req-7")
        let spy = SpyProvider(organising: { _ throws(ProviderFailure) in
            OrganiseAnswer(suggestions: [], questions: [], bytes: [1], usage: usage)
        })
        let run = try await house.ask(workspace, spy)
        try await house.runner(spy).answer(.run(run), in: workspace, as: house.keeper, on: house.today)
        let view = await workspace.view
        #expect(view.capture.existing(run)?.outcome?.usage == usage)
        let shown = try #require(view.capture.run(run) { _ in "" })
        #expect(shown.text.contains("120 tokens in, 1 token out, 2 requests, cost 1.000036"))
        try await workspace.close()
    }
}
