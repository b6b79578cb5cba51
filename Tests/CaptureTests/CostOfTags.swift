import Capture
import Kernel
import KernelTesting
import Testing

/// Finding H5: tags were compared with all other tags, and items were looked at once for each tag.
@Suite("The cost of tags and of grounding")
struct CostOfTags {
    private static let timesMax = 24.0

    /// A tag with a name below `home` for each number, and an item that has it.
    private static func state(tags count: Int) -> CaptureState {
        var state = CaptureDecider.initial
        for number in 0..<UInt64(count) {
            let name = Fixture.name("home/room \(number)")
            let item: ItemID = Fixture.id(10_000 + number)
            for event: CaptureEvent in [
                .itemCaptured(item, content: "Thing", captured: Fixture.moment(1), from: nil), .itemTagged(item, [name]),
                .tagCreated(Fixture.id(100_000 + number), name: name, colour: .none),
            ] {
                CaptureDecider.evolve(&state, with: event)
            }
        }
        return state
    }

    @Test func `H5: renaming what many tags are nested in looks at each tag once`() throws {
        let times = try growth(from: 50) {
            Self.state(tags: $0)
        } _: { state in
            let events = try CaptureDecider.decide(
                .renameTagValue(Fixture.name("home"), to: Fixture.name("flat")), given: state)
            #expect(events.count == 2 * state.model.tags.count)
        }
        #expect(times < Self.timesMax)
    }

    @Test func `H5: deleting many tags at once looks at each item once`() throws {
        let times = try growth(from: 50) {
            Self.state(tags: $0)
        } _: { state in
            let events = state.deleting(values: state.model.tagNames.values)
            #expect(events.count == 2 * state.model.tags.count)
        }
        #expect(times < Self.timesMax)
    }

    @Test(arguments: Seed.ten) func `H5: deleting many tags at once is the same as deleting one after the other`(
        seed: Seed
    ) throws {
        var chance = seed.chance
        let names = ["home", "Home", "HOME", "home/bed", "Home/Bed", "work"].map { Fixture.name($0) }
        for _ in 0..<20 {
            var state = Fixture.spec.state
            for number in 0..<12 {
                let name = names[chance.below(names.count)]
                let item: ItemID = [.milk, .tulips, .shelf][chance.below(3)]
                let event: CaptureEvent =
                    chance.once(in: 4)
                    ? .tagCreated(Fixture.id(500 + UInt64(number)), name: name, colour: .none) : .itemTagged(item, [name])
                CaptureDecider.evolve(&state, with: event)
            }
            let gone = (0..<chance.below(8)).map { _ in names[chance.below(names.count)] }
            var later = state
            var expected: [CaptureEvent] = []
            for name in gone {
                for event in try CaptureDecider.decide(.deleteTagValue(name), given: later) {
                    CaptureDecider.evolve(&later, with: event)
                    expected.append(event)
                }
            }
            #expect(state.deleting(values: gone) == expected)
        }
    }

    @Test func `H5: a view of deeply nested tags counts each level once`() throws {
        let times = try growth(from: 16) { count in
            let deep = (0..<40).map { "\($0)" }.joined(separator: "/")
            let tags = (0..<count).map { Fixture.name("\($0)/\(deep)") }
            return Fixture.view(of: [
                .itemCaptured(.milk, content: "Milk", captured: Fixture.moment(1), from: nil), .itemTagged(.milk, tags),
            ])
        } _: {
            #expect($0.tags().tags.count % 41 == 0)
        }
        #expect(times < Self.timesMax)
    }

    /// The end of the part is what differs, so that each place of the source looks like it for long.
    @Test func `H5: a part of an answer is looked for in its source in one walk`() throws {
        let times = try growth(from: 1_000) { length in
            let content = String(repeating: "a", count: length)
            let part = SuggestedPart(
                text: String(repeating: "a", count: length / 2) + "b",
                citation: Citation(item: .milk, start: 0, length: length))
            var suggestion = Fixture.plan
            suggestion.parts = [part]
            let state = Spec<CaptureDecider>.given(
                .itemCaptured(.milk, content: content, captured: Fixture.moment(1), from: nil),
                .runRequested(.first, Fixture.request([.milk]))
            ).state
            return (state, CaptureCommand.completeRun(.first, Fixture.output([suggestion])))
        } _: { state, command in
            guard case .runCompleted(_, let outcome)? = try CaptureDecider.decide(command, given: state).first else {
                Issue.record("the answer was refused")
                return
            }
            #expect(outcome.droppedParts == 1)
        }
        #expect(times < Self.timesMax)
    }

    @Test func `H5: an answer that cites a long capture in very many parts is read only so far`() throws {
        let words = String(repeating: "milk ", count: 13_000)
        let cited = Citation(item: .milk, start: 0, length: words.unicodeScalars.count)
        let most = OrganiseRun.citedScalarsMax / cited.length
        var suggestion = Fixture.plan
        suggestion.parts = (0..<most + 2).map { _ in SuggestedPart(text: "milk", citation: cited) }
        let state = Spec<CaptureDecider>.given(
            .itemCaptured(.milk, content: words, captured: Fixture.moment(1), from: nil),
            .runRequested(.first, Fixture.request([.milk]))
        ).state
        let events = try CaptureDecider.decide(.completeRun(.first, Fixture.output([suggestion])), given: state)
        guard case .runCompleted(_, let outcome)? = events.first else {
            Issue.record("the answer was refused")
            return
        }
        #expect(outcome.suggestions.first?.parts.count == most)
        #expect(outcome.droppedParts == 2)
    }
}
