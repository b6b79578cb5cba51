import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Agreeing to what becomes of pictures")
struct Agreeing {
    let family = Fixture.spec
    let ours = FamilyID.ours.entity

    @Test(.shows("J-310"))
    func `consent is given for one child or for all, and withdrawn`() {
        family.when(.giveConsent(.analysis, nil, notice: "2026-11"))
            .then(.consentGiven(ours, .analysis, notice: "2026-11"))
        family.when(.giveConsent(.stories, .mia)).then(.consentGiven(ChildID.mia.entity, .stories, notice: ""))
        let given = family.given(.consentGiven(ours, .analysis, notice: "2026-11"))
        given.when(.giveConsent(.analysis, nil)).thenNothing()
        given.when(.giveConsent(.analysis, nil, notice: "2026-12")).then(
            .consentGiven(ours, .analysis, notice: "2026-12"))
        given.when(.withdrawConsent(.analysis, nil)).then(.consentWithdrawn(ours, .analysis, notice: "2026-11"))
        given.given(.consentWithdrawn(ours, .analysis, notice: "")).when(.withdrawConsent(.analysis, nil)).thenNothing()
        family.when(.giveConsent(.analysis, .lea)).thenRefused(.noSuchChild(.lea))
        family.when(.withdrawConsent(.analysis, .lea)).thenRefused(.noSuchChild(.lea))
        let long = String(repeating: "n", count: 201)
        family.when(.giveConsent(.analysis, nil, notice: long)).thenRefused(.tooLong(.notice, bytes: 201, max: 200))
    }

    @Test(.shows("J-310"))
    func `nobody asked is no, and one no for a child or for all is a no`() {
        func allows(_ events: StudioEvent...) -> [Bool] {
            let family = family.given(events).state.model
            return [family.allows(.analysis, for: .mia), family.allows(.analysis, for: .ben)]
        }
        let mia = ChildID.mia.entity
        #expect(allows() == [false, false])
        #expect(allows(.consentGiven(mia, .analysis, notice: "")) == [true, false])
        #expect(allows(.consentGiven(ours, .analysis, notice: "")) == [true, true])
        #expect(allows(.consentGiven(ours, .stories, notice: "")) == [false, false])
        #expect(
            allows(.consentGiven(ours, .analysis, notice: ""), .consentWithdrawn(mia, .analysis, notice: ""))
                == [false, true])
        #expect(
            allows(.consentGiven(mia, .analysis, notice: ""), .consentWithdrawn(ours, .analysis, notice: ""))
                == [false, false])
    }

    @Test(.shows("J-310"))
    func `withdrawing stops at once what is under way, and only that`() {
        let busy = Fixture.agreed.after([
            .requestAnalysis(.look, .boat, Fixture.method, inputDigest: Fixture.digest(1)),
            .requestAnalysis(.second, .letter, Fixture.method, inputDigest: Fixture.digest(2)),
            .requestStory(.tale, Fixture.request(.sun, .letter)),
        ])
        busy.when(.withdrawConsent(.analysis, .mia))
            .then(.analysisStopped(.look), .consentWithdrawn(ChildID.mia.entity, .analysis, notice: ""))
        busy.when(.withdrawConsent(.analysis, nil))
            .then(
                .analysisStopped(.look), .analysisStopped(.second),
                .consentWithdrawn(ours, .analysis, notice: "2026-11"))
        busy.when(.withdrawConsent(.stories, .ben))
            .then(.storyStopped(.tale, version: 1), .consentWithdrawn(ChildID.ben.entity, .stories, notice: ""))
        let stopped = busy.after([.withdrawConsent(.analysis, .mia)])
        stopped.when(.completeAnalysis(.look, attempt: 1, Fixture.result(tips: 1, 2, 3))).thenRefused(
            .notPending(.look))
        let refusal = StudioRefusal.noConsent(.analysis, Fixture.name("Mia"))
        stopped.when(.retryAnalysis(.look, attempt: 2, Fixture.method, inputDigest: Fixture.digest(1)))
            .thenRefused(refusal)
        stopped.when(.requestAnalysis(Fixture.id(49), .sun, Fixture.method, inputDigest: Fixture.digest(1)))
            .thenRefused(refusal)
    }

    @Test func `a withdrawal that is undone lets what it stopped go on`() throws {
        let busy = Fixture.agreed.after([
            .requestAnalysis(.look, .boat, Fixture.method, inputDigest: Fixture.digest(1))
        ])
        let stopped = busy.after([.withdrawConsent(.analysis, nil)])
        var state = stopped.state
        for index in (busy.history.count..<stopped.history.count).reversed() {
            let event = stopped.history[index]
            let own = stopped.history.prefix(index).filter { $0.encoded().subject == event.encoded().subject }
            let events = try StudioDecider.compensation(
                for: event, before: Spec<StudioDecider>.given(Array(own)).state, now: state, inverse: nil)
            for event in events { StudioDecider.evolve(&state, with: event) }
        }
        #expect(state == busy.state)
        #expect(throws: StudioRefusal.noConsent(.analysis, Fixture.name("Mia"))) {
            try StudioDecider.compensation(
                for: .analysisStopped(.look), before: busy.state, now: stopped.state, inverse: nil)
        }
    }
}

@Suite("Analysing an artwork")
struct AnalysingAnArtwork {
    let family = Fixture.agreed
    let result = Fixture.result(Fixture.metric(.lineControl, 600), tips: 1, 2, 3)
    var asked: Spec<StudioDecider> {
        family.given(.analysisRequested(.look, of: .boat, Fixture.method, inputDigest: Fixture.digest(1)))
    }
    var done: Spec<StudioDecider> { asked.given(.analysisCompleted(.look, result)) }

    @Test func `one is requested under consent, naming its method and the digest of what was handed over`() {
        family.when(request(.look, .boat))
            .then(.analysisRequested(.look, of: .boat, Fixture.method, inputDigest: Fixture.digest(1)))
        asked.when(request(.look, .sun)).thenNothing()
        Fixture.spec.when(request(.look, .boat)).thenRefused(.noConsent(.analysis, Fixture.name("Mia")))
        family.when(request(.look, .new)).thenRefused(.noSuchArtwork(.new))
        family.when(.requestAnalysis(.look, .boat, Fixture.method, inputDigest: [1])).thenRefused(.badDigest)
        family.given(.artworkTrashed(.boat)).when(request(.look, .boat)).thenRefused(.artworkInTrash(.boat))
        asked.given(.analysisWithdrawn(.look)).when(request(.look, .boat)).then(.analysisReinstated(.look))
    }

    @Test func `it is completed once, by the attempt that is under way`() {
        asked.when(.completeAnalysis(.look, attempt: 1, result)).then(.analysisCompleted(.look, result))
        done.when(.completeAnalysis(.look, attempt: 1, Fixture.result(tips: 4, 5, 6))).thenRefused(.notPending(.look))
        asked.when(.completeAnalysis(.look, attempt: 2, result)).thenRefused(.notPending(.look))
        family.when(.completeAnalysis(.look, attempt: 1, result)).thenRefused(.noSuchAnalysis(.look))
        asked.given(.artworkWithdrawn(.boat)).when(.completeAnalysis(.look, attempt: 1, result))
            .thenRefused(.noSuchArtwork(.boat))
    }

    @Test(.shows("J-303"), arguments: 0...7)
    func `a result has three to five tips`(count: UInt64) {
        let result = AnalysisResult(metrics: [], tips: (0..<count).flatMap { Fixture.tips($0 + 1) })
        let outcome = asked.when(.completeAnalysis(.look, attempt: 1, result))
        if (3...5).contains(count) {
            outcome.then(.analysisCompleted(.look, result))
        } else {
            outcome.thenRefused(.wrongNumberOfTips(Int(count)))
        }
    }

    @Test func `a result that cannot be compared or read is refused`() {
        func refused(_ change: (inout AnalysisResult) -> Void) -> Outcome<StudioDecider> {
            var result = result
            change(&result)
            return asked.when(.completeAnalysis(.look, attempt: 1, result))
        }
        refused { $0.metrics.append(Fixture.metric(.lineControl, 1)) }.thenRefused(.badMetric(.lineControl))
        refused { $0.metrics = [Fixture.metric(.writing, 1001)] }.thenRefused(.badMetric(.writing))
        refused { $0.tips[1].text = " \n" }.thenRefused(.badTip(.tip(2)))
        refused { $0.tips[1].id = .tip(1) }.thenRefused(.badTip(.tip(1)))
        refused { $0.tips[0].resource = "paper" }.thenRefused(.badTip(.tip(1)))
        refused { $0.tips[0].text = String(repeating: "x", count: 2_001) }
            .thenRefused(.tooLong(.tip, bytes: 2_001, max: 2_000))
        refused { $0.usage = ProviderUsage(inputTokens: -1, outputTokens: 0, requests: 1) }.thenRefused(.badUsage)
        refused { $0.suggestedTags = [SuggestedTag(tag: Fixture.name("sea"), confidence: 1001)] }
            .thenRefused(.badConfidence(Fixture.name("sea")))
        refused {
            $0.metrics = [SkillMetric(skill: .writing, thousandths: 1, method: Fixture.name("x"), version: 1, noise: 1001)]
        }
        .thenRefused(.badMetric(.writing))
        refused { $0.description = String(repeating: "x", count: 601) }
            .thenRefused(.tooLong(.description, bytes: 601, max: 600))
    }

    @Test(.shows("J-415"))
    func `what an analysis saw stands in the place of the picture, the last that said so, while a parent agrees`() throws {
        var (described, silent) = (result, result)
        described.description = "A red boat on blue waves."
        silent.description = ""
        let spec = asked.given(.analysisCompleted(.look, described))
        let view = Fixture.view(of: spec.history)
        let boat = try #require(view.model.existing(.boat))
        let title = view.title(of: boat)
        #expect(view.artwork(.boat, name: Fixture.name(of:))?.description == "A red boat on blue waves.")
        #expect(view.alternative(of: .boat, boat) == title + ": A red boat on blue waves.")
        let plain = Fixture.view(of: asked.given(.analysisCompleted(.look, silent)).history)
        #expect(plain.artwork(.boat, name: Fixture.name(of:))?.description == "")
        #expect(plain.alternative(of: .boat, boat) == title)
        let withdrawn = Fixture.view(of: spec.after([.withdrawConsent(.analysis, .mia)]).history)
        #expect(withdrawn.model.description(of: .boat).isEmpty && withdrawn.alternative(of: .boat, boat) == title)
    }

    @Test func `a suggested tag is on no artwork before a person puts it there`() throws {
        var suggesting = result
        suggesting.suggestedTags = [SuggestedTag(tag: Fixture.name("space"), confidence: 900)]
        let view = Fixture.view(of: asked.given(.analysisCompleted(.look, suggesting)).history)
        let artwork = try #require(view.artwork(.boat, name: Fixture.name(of:)))
        #expect(artwork.line.tags == ["sea"])
        #expect(artwork.analyses.flatMap(\.suggestedTags).map(\.tag.text) == ["space"])
        // And without a live consent it is not even told.
        let withdrawn = asked.given(.analysisCompleted(.look, suggesting)).after([.withdrawConsent(.analysis, .mia)])
        let later = try #require(Fixture.view(of: withdrawn.history).artwork(.boat, name: Fixture.name(of:)))
        #expect(later.analyses.map(\.tips) == [0])
        #expect(later.analyses.flatMap(\.suggestedTags).isEmpty)
        #expect(later.skills.isEmpty)
    }

    @Test func `it fails with a reason, and is tried again as often as twenty times`() {
        asked.when(.failAnalysis(.look, attempt: 1, reason: "no answer")).then(
            .analysisFailed(.look, reason: "no answer"))
        asked.when(.failAnalysis(.look, attempt: 2, reason: "")).thenRefused(.notPending(.look))
        asked.when(retry(2)).thenRefused(.stillPending(.look))
        let failed = asked.given(.analysisFailed(.look, reason: "no answer"))
        failed.when(retry(2))
            .then(.analysisRetried(.look, attempt: 2, Fixture.method, inputDigest: Fixture.digest(1)))
        failed.when(retry(1)).thenNothing()
        failed.when(retry(3)).thenRefused(.badAttempt(3, next: 2))
        var worn = failed
        for attempt in 2...Analysis.attemptsMax {
            worn = worn.after([retry(attempt), .failAnalysis(.look, attempt: attempt, reason: "\(attempt)")])
        }
        worn.when(retry(Analysis.attemptsMax + 1)).thenRefused(.tooMany(.attempts, max: Analysis.attemptsMax))
    }

    @Test func `a poor result is tried again too, and stays until there is a better one`() {
        let again = done.after([retry(2)])
        #expect(again.state.model.analyses[.look]?.result == result)
        #expect(again.state.model.analyses[.look]?.status == .pending)
        let better = Fixture.result(Fixture.metric(.lineControl, 700), tips: 4, 5, 6)
        again.when(.completeAnalysis(.look, attempt: 2, better)).then(.analysisCompleted(.look, better))
    }

    @Test(.shows("J-309"))
    func `a tip is saved, and stays saved when its analysis is made anew`() throws {
        let first = try #require(result.tips.first)
        done.when(.saveTip(.look, .tip(1))).then(.tipSaved(.look, first))
        done.when(.saveTip(.look, .tip(9))).thenRefused(.noSuchTip(.tip(9)))
        done.when(.unsaveTip(.look, .tip(1))).thenNothing()
        family.when(.unsaveTip(.look, .tip(1))).thenRefused(.noSuchAnalysis(.look))
        let saved = done.given(.tipSaved(.look, first))
        saved.when(.unsaveTip(.look, .tip(1))).then(.tipUnsaved(.look, .tip(1)))
        let anew = saved.after([
            retry(2), .completeAnalysis(.look, attempt: 2, Fixture.result(tips: 4, 5, 6)),
            .withdrawConsent(.analysis, nil),
        ])
        #expect(Fixture.view(of: anew.history).savedTips().tips.map(\.tip) == [first])
        #expect(Fixture.view(of: anew.history).tips().tips.map(\.tip) == [first], "nothing else without consent")
    }

    @Test func `a tip is rated up or down, or no longer`() {
        done.when(.rateTip(.look, .tip(1), .up)).then(.tipRated(.look, .tip(1), .up))
        done.when(.rateTip(.look, .tip(1), .none)).thenNothing()
        done.given(.tipRated(.look, .tip(1), .up)).when(.rateTip(.look, .tip(1), .none))
            .then(.tipRated(.look, .tip(1), .none))
        done.when(.rateTip(.look, .tip(9), .up)).thenRefused(.noSuchTip(.tip(9)))
    }

    @Test(.shows("J-209"))
    func `the tips of a finished analysis are new until someone reads them`() {
        func new(_ spec: Spec<StudioDecider>) -> [TipID] {
            Fixture.view(of: spec.history).tips(TipFilter(newOnly: true)).tips.map(\.tip.id)
        }
        #expect(new(asked) == [])
        #expect(new(done) == [.tip(1), .tip(2), .tip(3)])
        done.when(.readTips(.look)).then(.tipsRead(.look))
        asked.when(.readTips(.look)).thenNothing()
        family.when(.readTips(.look)).thenRefused(.noSuchAnalysis(.look))
        let read = done.given(.tipsRead(.look))
        #expect(new(read) == [])
        let anew = read.after([retry(2), .completeAnalysis(.look, attempt: 2, Fixture.result(tips: 4, 5, 6))])
        #expect(new(anew) == [.tip(4), .tip(5), .tip(6)])
    }

    @Test(.shows("J-209"))
    func `each finished analysis is one event that tells of new tips, and one that failed is none`() {
        asked.when(.completeAnalysis(.look, attempt: 1, result)).then(.analysisCompleted(.look, result))
        done.when(.completeAnalysis(.look, attempt: 1, result)).thenNothing()
        let failed = asked.after([.failAnalysis(.look, attempt: 1, reason: "offline")])
        #expect(Fixture.view(of: failed.history).tips(TipFilter(newOnly: true)).tips.isEmpty)
        let told = failed.after([retry(2), .completeAnalysis(.look, attempt: 2, result)])
        let finished = told.history.filter { if case .analysisCompleted = $0 { true } else { false } }
        #expect(finished == [.analysisCompleted(.look, result)])
        #expect(spelled(StudioEvent.name(of: finished[0].tag)) == "completed")
        #expect(Fixture.view(of: told.history).tips(TipFilter(newOnly: true)).tips.count == result.tips.count)
    }

    @Test(.shows("J-302"))
    func `tips are found by skill, by stage and by child`() {
        var mixed = result
        mixed.tips[1].skill = .writing
        mixed.tips[2].stage = .late
        let view = Fixture.view(of: asked.given(.analysisCompleted(.look, mixed)).history)
        #expect(view.tips(TipFilter(skill: .writing)).tips.map(\.tip.id) == [.tip(2)])
        #expect(view.tips(TipFilter(stage: .late)).tips.map(\.tip.id) == [.tip(3)])
        #expect(view.tips(TipFilter(child: .mia)).tips.count == 3)
        #expect(view.tips(TipFilter(child: .ben)).tips.isEmpty)
    }

    @Test(.shows("J-005"))
    func `a skill that rises is celebrated with the analysis that showed it`() {
        var grown = family
        for (number, artwork) in [ArtworkID.sun, .boat].enumerated() {
            let id: AnalysisID = Fixture.id(45 + UInt64(number))
            grown = grown.after([
                request(id, artwork),
                .completeAnalysis(id, attempt: 1, Fixture.result(Fixture.metric(.lineControl, 300), tips: 1, 2, 3)),
            ])
        }
        var third = Fixture.artwork(7, date: "2026-10-20")
        third.uploaded = Fixture.day("2026-10-20")
        grown = grown.after([
            .uploadArtwork(.new, of: .mia, third), request(Fixture.id(47), .new),
            .completeAnalysis(
                Fixture.id(47), attempt: 1, Fixture.result(Fixture.metric(.lineControl, 300), tips: 1, 2, 3)),
            request(.look, .castle),
        ])
        #expect(Fixture.view(of: grown.history).milestones(of: .mia).milestones.isEmpty)
        let risen = grown.after([
            .completeAnalysis(.look, attempt: 1, Fixture.result(Fixture.metric(.lineControl, 800), tips: 1, 2, 3))
        ])
        let milestones = Fixture.view(of: risen.history).milestones(of: .mia).milestones
        #expect(milestones.map(\.words) == ["Line control: Flourishing"])
        #expect(milestones.map(\.day) == [Fixture.day("2026-11-20")], "on the day of the artwork")
    }

    private func request(_ id: AnalysisID, _ artwork: ArtworkID) -> StudioCommand {
        .requestAnalysis(id, artwork, Fixture.method, inputDigest: Fixture.digest(1))
    }

    private func retry(_ attempt: Int) -> StudioCommand {
        .retryAnalysis(.look, attempt: attempt, Fixture.method, inputDigest: Fixture.digest(1))
    }
}
