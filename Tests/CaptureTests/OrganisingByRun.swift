import Capture
import Kernel
import KernelTesting
import Testing

@Suite("Asking for suggestions")
struct AskingForSuggestions {
    @Test(.shows("O-307")) func `a run records what was sent to whom, and what came back`() throws {
        Fixture.spec.when(.requestRun(.first, Fixture.request())).then(.runRequested(.first, Fixture.request()))
        let asked = Fixture.spec.given(.runRequested(.first, Fixture.request()))
        asked.when(.completeRun(.first, Fixture.output())).then(.runCompleted(.first, Fixture.outcome))
        let view = Fixture.view(of: Fixture.answered.history)
        let run = try #require(view.run(.first, name: Fixture.name(of:)))
        #expect(run.asker == "Anna")
        #expect(run.run.request.provider == "local" && run.run.request.model == "small-1")
        #expect(run.run.request.promptVersion == "3" && run.run.request.inputDigest == Fixture.digest)
        #expect(run.run.outcome?.outputDigest == Fixture.otherDigest && run.run.outcome?.latencyMs == 420)
        #expect(run.run.decisions == [.open])
        #expect(view.runs(name: Fixture.name(of:)).runs.map(\.id) == [.first])
    }

    @Test(.shows("O-304")) func `each suggestion comes with a confidence, in words and as a number`() {
        #expect(Fixture.plan.confidenceText == "high (850 of 1000)")
        var suggestion = Fixture.plan
        suggestion.confidenceThousandths = 500
        #expect(suggestion.confidenceText == "medium (500 of 1000)")
        suggestion.confidenceThousandths = 0
        #expect(suggestion.confidenceText == "low (0 of 1000)")
        suggestion.confidenceThousandths = 1001
        let outcome = completed([suggestion])
        #expect(outcome?.suggestions == [] && outcome?.droppedSuggestions == 1)
    }

    @Test func `what cites nothing, or says what the cited words do not, is dropped and counted`() {
        func part(_ text: String, _ start: Int, _ length: Int, of item: ItemID = .milk) -> SuggestedPart {
            SuggestedPart(text: text, citation: Citation(item: item, start: start, length: length))
        }
        let total = Fixture.milkText.unicodeScalars.count
        let grounded = [
            part("Buy milk", 8, 13), part("buy SOME milk!", 0, total), part("Call the plumber", 0, total),
            part("tap", total - 3, 3),
        ]
        let madeUp = [
            part("Buy bread", 8, 13),  // Not what it says.
            part("milk buy", 8, 13),  // Not in that order.
            part("plumb", 0, total),  // Not a word of it.
            part("tap", 0, 3),  // Not there.
            part("tap", total - 2, 3), part("tap", -1, 3), part("tap", 0, 0), part("tap", 0, Int.max),
            part("tap", Int.max, 1),
            part("Plant tulips", 0, 12, of: .tulips),  // Not an item that was sent.
            part("", 0, total), part("…", 0, total),
        ]
        var suggestion = Fixture.plan
        suggestion.parts = grounded + madeUp
        let outcome = completed([suggestion])
        #expect(outcome?.suggestions.first?.parts == grounded)
        #expect(outcome?.droppedParts == madeUp.count)
        #expect(outcome?.droppedSuggestions == 0)
        suggestion.parts = madeUp
        #expect(completed([suggestion])?.suggestions == [])
        #expect(completed([suggestion])?.droppedSuggestions == 1)
    }

    @Test func `words of a script without spaces are found as they stand`() {
        let text = "家を掃除する、牛乳を買う"
        let spec = Spec<CaptureDecider>.given(
            .itemCaptured(.milk, content: text, captured: Fixture.moment(1), from: nil),
            .runRequested(.first, Fixture.request()))
        var suggestion = Fixture.plan
        let cited = Citation(item: .milk, start: 0, length: text.unicodeScalars.count)
        suggestion.parts = [
            SuggestedPart(text: "牛乳を買う", citation: cited), SuggestedPart(text: "犬を買う", citation: cited),
        ]
        guard case .success(let events) = spec.when(.completeRun(.first, Fixture.output([suggestion]))).result,
            case .runCompleted(_, let outcome)? = events.first
        else {
            Issue.record("the answer was refused")
            return
        }
        #expect(outcome.suggestions.first?.parts.map(\.text) == ["牛乳を買う"])
    }

    @Test func `a part under one that is dropped stands under what that one stood under`() {
        let cited = Citation(item: .milk, start: 0, length: Fixture.milkText.unicodeScalars.count)
        var suggestion = Fixture.plan
        suggestion.parts = [
            SuggestedPart(text: "milk", citation: cited), SuggestedPart(text: "made up", citation: cited, under: 0),
            SuggestedPart(text: "tap", citation: cited, under: 1),
            SuggestedPart(text: "call", citation: cited, under: 7),
        ]
        #expect(completed([suggestion])?.suggestions.first?.parts.map(\.under) == [nil, 0, nil])
        suggestion.kind = .list
        #expect(completed([suggestion])?.suggestions.first?.parts.map(\.under) == [nil, nil, nil])
        suggestion.kind = .task
        #expect(completed([suggestion])?.suggestions == [], "a task by itself is one thing")
    }

    @Test(arguments: Seed.hundred) func `whatever a provider answers, no word is kept that was not captured`(seed: Seed) {
        var chance = seed.chance
        let words =
            Fixture.milkText.split(separator: " ").map(String.init) + ["bread", "win", "lottery", "家", "e\u{301}"]
        let suggestions = (0..<20).map { index in
            OrganiseSuggestion(
                id: Fixture.id(900 + UInt64(index)), kind: SuggestionKind.allCases[chance.below(3)],
                title: Fixture.name("Title"),
                parts: (0..<chance.below(5)).map { _ in
                    SuggestedPart(
                        text: (0...chance.below(3)).map { _ in words[chance.below(words.count)] }
                            .joined(separator: " "),
                        citation: Citation(
                            item: chance.once(in: 5) ? .tulips : .milk, start: chance.below(70) - 5,
                            length: chance.below(70)), under: chance.once(in: 2) ? nil : chance.below(5) - 1)
                }, confidenceThousandths: chance.below(1001))
        }
        guard let outcome = completed(suggestions) else {
            Issue.record("the answer was refused")
            return
        }
        let captured = Set(Fixture.milkText.lowercased().split(separator: " "))
        for suggestion in outcome.suggestions {
            #expect(!suggestion.parts.isEmpty)
            for (index, part) in suggestion.parts.enumerated() {
                #expect(part.citation.item == .milk)
                for word in part.text.lowercased().split(separator: " ") { #expect(captured.contains(word)) }
                if let under = part.under { #expect((0..<index).contains(under)) }
            }
        }
        let parts = suggestions.reduce(0) { $0 + $1.parts.count }
        #expect(outcome.droppedSuggestions + outcome.suggestions.count == suggestions.count)
        #expect(outcome.droppedParts <= parts)
    }

    @Test func `a run that failed, was cancelled or was answered is over`() {
        let asked = Fixture.spec.given(.runRequested(.first, Fixture.request()))
        asked.when(.failRun(.first, reason: .timedOut, latencyMs: 30_000))
            .then(.runFailed(.first, reason: .timedOut, latencyMs: 30_000))
        asked.when(.cancelRun(.first)).then(.runCancelled(.first))
        let failed = asked.given(.runFailed(.first, reason: .timedOut, latencyMs: 1))
        failed.when(.completeRun(.first, Fixture.output())).thenRefused(.runOver(.first))
        failed.when(.cancelRun(.first)).thenRefused(.runOver(.first))
        failed.when(.failRun(.first, reason: .malformed, latencyMs: 5)).thenNothing()
        let cancelled = asked.given(.runCancelled(.first))
        cancelled.when(.completeRun(.first, Fixture.output())).thenRefused(.runOver(.first))
        cancelled.when(.cancelRun(.first)).thenNothing()
        Fixture.answered.when(.completeRun(.first, Fixture.output([]))).thenNothing()
        Fixture.answered.when(.failRun(.first, reason: .malformed, latencyMs: 5)).thenRefused(.runOver(.first))
        Fixture.answered.when(.requestRun(.first, Fixture.request())).thenNothing()
    }

    @Test func `a run needs items, words and digests, and every item must be there`() {
        Fixture.spec.when(.requestRun(.first, Fixture.request([]))).thenRefused(.badRun(.noItems))
        Fixture.spec.when(.requestRun(.first, Fixture.request([.other]))).thenRefused(.noSuchItem(.other))
        var request = Fixture.request()
        request.provider = ""
        Fixture.spec.when(.requestRun(.first, request)).thenRefused(.badRun(.badWord))
        request = Fixture.request()
        request.inputDigest = [1]
        Fixture.spec.when(.requestRun(.first, request)).thenRefused(.badRun(.badDigest))
        request = Fixture.request(month: CalendarMonth(monthsSinceYearZero: -5))
        Fixture.spec.when(.requestRun(.first, request)).thenRefused(.badRun(.badMonth))
        request = Fixture.request((0...500).map { _ in .milk })
        Fixture.spec.when(.requestRun(.first, request)).thenRefused(.tooMany(.itemsInRun, max: 500))
        var output = Fixture.output()
        output.outputDigest = []
        let asked = Fixture.spec.given(.runRequested(.first, Fixture.request()))
        asked.when(.completeRun(.first, output)).thenRefused(.badRun(.badDigest))
        output = Fixture.output()
        output.latencyMs = -1
        asked.when(.completeRun(.first, output)).thenRefused(.badRun(.badLatency))
        output = Fixture.output()
        output.usage = ProviderUsage(
            inputTokens: 1, outputTokens: 1, requests: 1, requestID: String(repeating: "x", count: 201))
        asked.when(.completeRun(.first, output)).thenRefused(.badRun(.badUsage))
        asked.when(.failRun(.first, reason: .declined, latencyMs: -1)).thenRefused(.badRun(.badLatency))
        Fixture.spec.when(.completeRun(.first, Fixture.output())).thenRefused(.noSuchRun(.first))
    }

    @Test func `its questions are answered, and answered anew`() {
        Fixture.answered.when(.answerQuestion(.first, question: 0, "Ours"))
            .then(.questionAnswered(.first, question: 0, answer: "Ours"))
        Fixture.answered.when(.answerQuestion(.first, question: 0, "")).thenNothing()
        Fixture.answered.when(.answerQuestion(.first, question: 1, "x")).thenRefused(.noSuchQuestion(1))
        Fixture.answered.when(.answerQuestion(.first, question: 0, String(repeating: "x", count: 4_097)))
            .thenRefused(.tooLong(.answer, bytes: 4_097, max: 4_096))
        Fixture.spec.given(.runRequested(.first, Fixture.request())).when(.answerQuestion(.first, question: 0, "x"))
            .thenRefused(.runPending(.first))
    }

    @Test(.shows("O-510")) func `what was sent and received can be destroyed, and the digests stay`() throws {
        Fixture.answered.when(.forgetRunPayload(.first)).then(.runPayloadForgotten(.first))
        let forgotten = Fixture.answered.given(.runPayloadForgotten(.first))
        forgotten.when(.forgetRunPayload(.first)).thenNothing()
        Fixture.spec.given(.runRequested(.first, Fixture.request())).when(.forgetRunPayload(.first))
            .thenRefused(.runPending(.first))
        let run = try #require(Fixture.view(of: forgotten.history).run(.first, name: Fixture.name(of:))?.run)
        #expect(run.isPayloadForgotten)
        #expect(run.request.inputDigest == Fixture.digest && run.outcome?.outputDigest == Fixture.otherDigest)
    }

    @Test(.shows("O-501")) func `everything else works without any provider`() {
        var simulation = CaptureSimulation(Seed(7))
        var done: Set<CaptureEvent.Tag> = []
        for _ in 0..<2_000 {
            let command = simulation.command(ofKind: simulation.chance.below(39))
            for event in simulation.take(command) { done.insert(event.tag) }
        }
        let manual = CaptureEvent.Tag.allCases.filter {
            !(CaptureEvent.Tag.runRequested.rawValue...CaptureEvent.Tag.runReinstated.rawValue).contains($0.rawValue)
        }
        let ofUndoing: Set<CaptureEvent.Tag> = [
            .itemWithdrawn, .itemReinstated, .itemUnsplit, .itemUnmerged, .collectionWithdrawn, .collectionReinstated,
            .tagWithdrawn, .tagReinstated,
        ]
        #expect(Set(manual).subtracting(ofUndoing).subtracting(done) == [])
    }

    private func completed(_ suggestions: [OrganiseSuggestion]) -> RunOutcome? {
        let asked = Fixture.spec.given(.runRequested(.first, Fixture.request()))
        guard case .success(let events) = asked.when(.completeRun(.first, Fixture.output(suggestions))).result,
            case .runCompleted(_, let outcome)? = events.first
        else { return nil }
        return outcome
    }
}

@Suite("Deciding on suggestions")
struct DecidingOnSuggestions {
    let parts = [
        AcceptedPart(index: 0, item: .buy, text: "Buy milk", isTask: true),
        AcceptedPart(index: 1, item: .call, text: "Call the plumber", under: .buy, isTask: true),
    ]
    var asPlan: AcceptedShape {
        AcceptedShape(destination: .newPlan(.errandsPlan, title: Fixture.name("Errands")), parts: parts)
    }

    @Test(.shows("O-007", "O-325")) func `accepting one leads to ordinary events, with the decision last`() {
        Fixture.answered.when(.acceptSuggestion(.first, .errands, as: asPlan)).then(
            .collectionCreated(.errandsPlan, name: Fixture.name("Errands"), isStructured: true),
            .itemCaptured(.buy, content: "Buy milk", captured: Fixture.moment(1), from: .milk),
            .itemTyped(.buy, .task),
            .itemAdded(.buy, to: .errandsPlan, under: nil, at: .middle),
            .itemCaptured(.call, content: "Call the plumber", captured: Fixture.moment(1), from: .milk),
            .itemTyped(.call, .task),
            .itemAdded(.call, to: .errandsPlan, under: .buy, at: .middle),
            .suggestionAccepted(
                .first, .errands, made: AcceptedThings(collection: .errandsPlan, items: [.buy, .call])))
    }

    @Test(.shows("O-320", "O-321", "O-322", "O-323"))
    func `title and texts are edited, parts left out, and the destination is changed`() {
        let list = AcceptedShape(
            destination: .newList(.errandsPlan, title: Fixture.name("This week")),
            parts: [AcceptedPart(index: 1, item: .call, text: "Ring the plumber", isTask: false)])
        Fixture.answered.when(.acceptSuggestion(.first, .errands, as: list)).then(
            .collectionCreated(.errandsPlan, name: Fixture.name("This week"), isStructured: false),
            .itemCaptured(.call, content: "Ring the plumber", captured: Fixture.moment(1), from: .milk),
            .itemAdded(.call, to: .errandsPlan, under: nil, at: .blank),
            .suggestionAccepted(.first, .errands, made: AcceptedThings(collection: .errandsPlan, items: [.call])))
        let alone = AcceptedShape(destination: .standalone, parts: [parts[0]])
        Fixture.answered.when(.acceptSuggestion(.first, .errands, as: alone)).then(
            .itemCaptured(.buy, content: "Buy milk", captured: Fixture.moment(1), from: .milk),
            .itemTyped(.buy, .task),
            .suggestionAccepted(.first, .errands, made: AcceptedThings(collection: nil, items: [.buy])))
        let filed = Fixture.answered.given(
            .collectionCreated(.garden, name: Fixture.name("Garden"), isStructured: true),
            .itemAdded(.tulips, to: .garden, under: nil, at: Fixture.rank(1)))
        filed.when(
            .acceptSuggestion(.first, .errands, as: AcceptedShape(destination: .existing(.garden), parts: [parts[0]]))
        ).then(
            .itemCaptured(.buy, content: "Buy milk", captured: Fixture.moment(1), from: .milk),
            .itemTyped(.buy, .task), .itemAdded(.buy, to: .garden, under: nil, at: Fixture.rank(2)),
            .suggestionAccepted(.first, .errands, made: AcceptedThings(collection: .garden, items: [.buy])))
    }

    @Test(.shows("O-213")) func `the cited item itself can be taken instead of a new one`() {
        let itself = AcceptedShape(
            destination: .standalone, parts: [AcceptedPart(index: 0, item: .milk, text: "Buy milk", isTask: true)])
        Fixture.answered.when(.acceptSuggestion(.first, .errands, as: itself)).then(
            .itemReworded(.milk, to: "Buy milk"), .itemTyped(.milk, .task),
            .suggestionAccepted(.first, .errands, made: AcceptedThings(collection: nil, items: [.milk])))
    }

    @Test func `accepted again after its undoing, it becomes what is asked for now`() {
        let task = AcceptedShape(destination: .standalone, parts: [parts[0]])
        let undone = Fixture.answered.after([.acceptSuggestion(.first, .errands, as: task)])
            .given(.suggestionReopened(.first, .errands), .itemWithdrawn(.buy))
        let entry = AcceptedShape(
            destination: .newList(.errandsPlan, title: Fixture.name("Errands")),
            parts: [AcceptedPart(index: 0, item: .buy, text: "Buy oat milk", isTask: false)])
        undone.when(.acceptSuggestion(.first, .errands, as: entry)).then(
            .collectionCreated(.errandsPlan, name: Fixture.name("Errands"), isStructured: false),
            .itemReworded(.buy, to: "Buy oat milk"), .itemReinstated(.buy), .itemTyped(.buy, .none),
            .itemAdded(.buy, to: .errandsPlan, under: nil, at: .blank),
            .suggestionAccepted(.first, .errands, made: AcceptedThings(collection: .errandsPlan, items: [.buy])))
    }

    @Test func `a shape that fits no suggestion is refused`() {
        func refuse(_ shape: AcceptedShape, _ refusal: CaptureRefusal) {
            Fixture.answered.when(.acceptSuggestion(.first, .errands, as: shape)).thenRefused(refusal)
        }
        refuse(AcceptedShape(destination: .standalone, parts: []), .badShape(.noParts))
        refuse(
            AcceptedShape(
                destination: .standalone, parts: [AcceptedPart(index: 2, item: .buy, text: "x", isTask: true)]),
            .badShape(.noSuchPart))
        refuse(AcceptedShape(destination: .standalone, parts: [parts[0], parts[0]]), .badShape(.partTwice))
        refuse(AcceptedShape(destination: .standalone, parts: parts), .badShape(.partOfNone))
        refuse(
            AcceptedShape(destination: .newPlan(.errandsPlan, title: Fixture.name("x")), parts: [parts[1]]),
            .badShape(.parentNotBefore))
        refuse(
            AcceptedShape(destination: .newList(.errandsPlan, title: Fixture.name("x")), parts: parts),
            .listHasNoOrder(.errandsPlan, .blank))
        refuse(
            AcceptedShape(
                destination: .standalone, parts: [AcceptedPart(index: 0, item: .tulips, text: "x", isTask: true)]),
            .itemTaken(.tulips, "Plant tulips"))
        refuse(AcceptedShape(destination: .existing(.garden), parts: [parts[0]]), .noSuchCollection(.garden))
        Fixture.answered.given(.collectionCreated(.garden, name: Fixture.name("Garden"), isStructured: true))
            .when(
                .acceptSuggestion(
                    .first, .errands,
                    as: AcceptedShape(destination: .newPlan(.garden, title: Fixture.name("x")), parts: parts))
            ).thenRefused(.collectionTaken(.garden, Fixture.name("Garden")))
    }

    @Test func `each suggestion is decided once, and declining changes nothing else`() {
        Fixture.answered.when(.declineSuggestion(.first, .errands)).then(.suggestionDeclined(.first, .errands))
        let declined = Fixture.answered.given(.suggestionDeclined(.first, .errands))
        declined.when(.declineSuggestion(.first, .errands)).thenNothing()
        declined.when(.acceptSuggestion(.first, .errands, as: asPlan)).thenRefused(.alreadyDecided(.errands))
        let accepted = Fixture.answered.after([.acceptSuggestion(.first, .errands, as: asPlan)])
        accepted.when(.acceptSuggestion(.first, .errands, as: asPlan)).thenNothing()
        accepted.when(.declineSuggestion(.first, .errands)).thenRefused(.alreadyDecided(.errands))
        Fixture.answered.when(.declineSuggestion(.first, Fixture.id(99))).thenRefused(.noSuchSuggestion(Fixture.id(99)))
        Fixture.answered.when(.acceptSuggestion(.first, Fixture.id(99), as: asPlan))
            .thenRefused(.noSuchSuggestion(Fixture.id(99)))
        let cancelled = Fixture.answered.given(.runCancelled(.first))
        cancelled.when(.acceptSuggestion(.first, .errands, as: asPlan)).thenRefused(.runOver(.first))
        cancelled.when(.declineSuggestion(.first, .errands)).thenRefused(.runOver(.first))
    }

    @Test(.shows("O-324")) func `cancelling while looking leaves every item as it was`() {
        let cancelled = Fixture.answered.after([.cancelRun(.first)])
        #expect(cancelled.history.last == .runCancelled(.first))
        #expect(cancelled.state.model.items == Fixture.spec.state.model.items)
        #expect(cancelled.state.model.collections == Fixture.spec.state.model.collections)
    }

    /// Non-goal O-007: no automatic task creation without confirmation.
    @Test(.shows("O-007", "O-325"), arguments: Seed.hundred)
    func `no run changes an item, a plan or a list without a decision of the person`(seed: Seed) throws {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<150 {
            let command = simulation.command()
            let before = simulation.state.model
            let events = simulation.take(command)
            let touchesContent = events.contains { $0.tag.rawValue < CaptureEvent.Tag.promptSnoozed.rawValue }
            switch command {
            case .acceptSuggestion:
                if touchesContent {
                    guard case .suggestionAccepted? = events.last else {
                        Issue.record("\(events) without a decision")
                        return
                    }
                }
            case .requestRun, .completeRun, .failRun, .cancelRun, .answerQuestion, .declineSuggestion,
                .forgetRunPayload:
                #expect(!touchesContent, "\(command)")
                #expect(simulation.state.model.items == before.items)
                #expect(simulation.state.model.collections == before.collections)
            default: continue
            }
        }
    }
}
