import Capture
import Kernel
import KernelTesting

/// A simulation of capturing, lived by chance: every command there is, asked of things that may or may not be there.
struct CaptureSimulation {
    var chance: SplitMix64
    private(set) var state = CaptureDecider.initial
    private(set) var view = CaptureProjection.empty
    private(set) var history: [CaptureEvent] = []
    let items: [ItemID] = (1...10).map { Fixture.id(100 + $0) }
    let collections: [CollectionID] = (1...5).map { Fixture.id(200 + $0) }
    let tags: [TagID] = (1...4).map { Fixture.id(300 + $0) }
    let files: [AttachmentID] = (1...3).map { Fixture.id(400 + $0) }
    let runs: [RunID] = (1...5).map { Fixture.id(500 + $0) }

    init(_ seed: Seed) {
        chance = seed.chance
        // A simulation starts with something, so that most commands find what they are about.
        for item in items.prefix(7) { take(.captureItem(item, content: prose(), captured: moment())) }
        for (index, collection) in collections.prefix(3).enumerated() {
            take(.createCollection(collection, name: word(), isStructured: index < 2))
        }
        for item in items.prefix(5) { take(.addToCollection(collections[0], item, under: nil, above: nil)) }
        take(.moveInCollection(collections[0], items[1], under: items[0], above: nil))
        take(.addToCollection(collections[2], items[5], under: nil, above: nil))
        take(.createTag(tags[0], name: tagName(), colour: .red))
        for item in items.prefix(4) { take(.tagItem(item, [tagName(), tagName()])) }
        take(.requestRun(runs[0], Fixture.request([items[0]])))
        take(.completeRun(runs[0], output(citing: items[0])))
    }

    /// Asks, and lets what follows happen.
    ///
    /// - Returns: what happened; nothing when it was refused.
    @discardableResult
    mutating func take(_ command: CaptureCommand) -> [CaptureEvent] {
        guard let events = try? CaptureDecider.decide(command, given: state) else { return [] }
        happen(events)
        return events
    }

    mutating func happen(_ events: [CaptureEvent]) {
        for event in events {
            history.append(event)
            CaptureDecider.evolve(&state, with: event)
            CaptureProjection.project(Fixture.recorded([event], from: UInt64(history.count))[0], into: &view)
        }
    }

    mutating func word() -> Name {
        Name(recorded: ["House", "Garden", "maison", "家", "Łódź"][chance.below(5)] + " \(chance.below(4))")
    }

    mutating func prose() -> String {
        ["Buy milk", "two\nlines\n", "naïve ✍🏽 text", "milk, bread and a long list", "家を掃除する"][chance.below(5)]
            + " \(chance.below(5))"
    }

    mutating func tagName() -> Name {
        Name(recorded: ["home", "home/garden", "home/garden/beds", "Work", "work", "früh", "b"][chance.below(7)])
    }

    mutating func moment() -> Instant { Fixture.moment(chance.below(500)) }

    /// The number of kinds of command: `command(ofKind:)` knows each.
    static let kinds = 46

    mutating func command() -> CaptureCommand { command(ofKind: chance.below(Self.kinds)) }

    mutating func command(ofKind kind: Int) -> CaptureCommand {
        if kind < 17 { return itemCommand(kind) }
        if kind < 33 { return keepingCommand(kind) }
        return runCommand(kind)
    }

    private mutating func itemCommand(_ kind: Int) -> CaptureCommand {
        let item = items[chance.below(items.count)]
        let other = items[chance.below(items.count)]
        let collection = collections[chance.below(collections.count)]
        switch kind {
        case 0: return .captureItem(item, content: prose(), captured: moment())
        case 1: return .rewordItem(item, to: prose())
        case 2: return .typeItem(item, [.none, .task, .link(collection)][chance.below(3)])
        case 3: return .annotateItem(item, metadata: ["", "{}", "{\"a\": [1, null]}", "[]"][chance.below(4)])
        case 4: return .tagItem(item, [tagName(), tagName()])
        case 5: return .untagItem(item, [tagName(), tagName()])
        case 6: return .starItem(item)
        case 7: return .unstarItem(item)
        case 8:
            let day = CalendarDay(daysSinceEpoch: 20_000 + chance.below(4))
            return .followUpItem(item, on: chance.once(in: 4) ? nil : day)
        case 9: return .completeItem(item, at: moment())
        case 10: return .reopenItem(item)
        case 11: return .trashItem(item)
        case 12, 13: return .restoreItem(item)
        case 14:
            return .splitItem(item, into: [NewItem(id: items[7 + chance.below(3)], content: prose())])
        case 15: return .mergeItems(into: item, from: [other, items[chance.below(items.count)]])
        default: return .removeFromCollection(collection, item)
        }
    }

    private mutating func keepingCommand(_ kind: Int) -> CaptureCommand {
        let item = items[chance.below(items.count)]
        let index = chance.below(collections.count)
        let collection = collections[index]
        let tag = tags[chance.below(tags.count)]
        let parent = chance.once(in: 2) ? nil : member(of: collection)
        switch kind {
        case 17: return .createCollection(collection, name: word(), isStructured: index != 2)
        case 18: return .renameCollection(collection, to: word())
        case 19: return .trashCollection(collection)
        case 20, 21: return .restoreCollection(collection)
        case 22: return .openCollection(collection)
        case 23, 24:
            return .addToCollection(collection, item, under: parent, above: child(of: parent, in: collection))
        case 25, 26:
            return .moveInCollection(
                collection, member(of: collection) ?? item, under: parent, above: child(of: parent, in: collection))
        case 27: return .createTag(tag, name: tagName(), colour: TagColour.allCases[chance.below(4)])
        case 28: return .renameTag(tag, to: tagName())
        case 29: return .recolourTag(tag, TagColour.allCases[chance.below(4)])
        case 30: return .deleteTag(tag)
        case 31: return .restoreTag(tag)
        default: return .renameTagValue(tagName(), to: tagName())
        }
    }

    private mutating func runCommand(_ kind: Int) -> CaptureCommand {
        let item = items[chance.below(items.count)]
        let run = runs[chance.below(runs.count)]
        let file = files[chance.below(files.count)]
        let prompt = [PromptKind.organise, .milestone][chance.below(2)]
        switch kind {
        case 33: return .deleteTagValue(tagName())
        case 34: return .attachFile(file, to: items[0], Fixture.photo)
        case 35: return .detachFile(file)
        case 36: return .snoozePrompt(prompt, until: moment())
        case 37: return .dismissPrompt(prompt)
        case 38: return .revivePrompt(prompt)
        case 39: return .requestRun(run, Fixture.request([item]))
        case 40: return .completeRun(run, output(citing: state.model.runs[run]?.request.items.first ?? item))
        case 41: return .failRun(run, reason: RunFailure.allCases[chance.below(5)], latencyMs: chance.below(900))
        case 42: return chance.once(in: 3) ? .cancelRun(run) : .forgetRunPayload(run)
        case 43: return .answerQuestion(run, question: 0, ["", "yes", "no"][chance.below(3)])
        case 44:
            guard let id = open(run) else { return .declineSuggestion(run, Fixture.id(600)) }
            return .acceptSuggestion(run, id, as: shape(run, id))
        default: return .declineSuggestion(run, open(run) ?? Fixture.id(600))
        }
    }

    private mutating func member(of collection: CollectionID) -> ItemID? {
        chance.pick(state.model.members(of: collection).ids)
    }

    private mutating func child(of parent: ItemID?, in collection: CollectionID) -> ItemID? {
        if chance.once(in: 2) { return nil }
        return chance.pick(Array(state.model.members(of: collection).children(of: parent).ids))
    }

    private mutating func open(_ run: RunID) -> SuggestionID? {
        chance.pick(state.model.runs[run]?.outcome?.suggestions.map(\.id) ?? [])
    }

    /// Two suggestions on an item's own words, and one made up.
    private mutating func output(citing item: ItemID) -> RunOutput {
        let content = state.model.items[item]?.content ?? "gone"
        let cited = Citation(item: item, start: 0, length: content.unicodeScalars.count)
        let whole = SuggestedPart(text: content, citation: cited)
        let kinds = SuggestionKind.allCases
        return RunOutput(
            suggestions: [
                OrganiseSuggestion(
                    id: Fixture.id(600), kind: .plan, title: word(),
                    parts: [whole, SuggestedPart(text: content, citation: cited, under: 0)],
                    confidenceThousandths: chance.below(1001)),
                OrganiseSuggestion(
                    id: Fixture.id(601), kind: kinds[chance.below(3)], title: word(), parts: [whole],
                    confidenceThousandths: 10),
                OrganiseSuggestion(
                    id: Fixture.id(602), kind: .task, title: word(),
                    parts: [SuggestedPart(text: "Win the lottery", citation: cited)], confidenceThousandths: 1000),
            ], questions: ["Which?"], outputDigest: Fixture.otherDigest, latencyMs: chance.below(900))
    }

    private mutating func shape(_ run: RunID, _ id: SuggestionID) -> AcceptedShape {
        guard let found = state.model.runs[run]?.suggestion(id)?.suggestion else {
            return AcceptedShape(destination: .standalone, parts: [])
        }
        let collection = collections[chance.below(collections.count)]
        let destination: AcceptedShape.Destination =
            switch chance.below(4) {
            case 0: .newPlan(collection, title: word())
            case 1: .newList(collection, title: word())
            case 2: .existing(collection)
            default: .standalone
            }
        var parts: [AcceptedPart] = []
        for (index, part) in found.parts.enumerated() {
            let item = index == 0 && chance.once(in: 3) ? part.citation.item : items[7 + index]
            let under = chance.once(in: 2) ? parts.last?.item : nil
            parts.append(
                AcceptedPart(
                    index: index, item: item, text: chance.once(in: 2) ? part.text : prose(), under: under,
                    isTask: chance.once(in: 2)))
        }
        return AcceptedShape(destination: destination, parts: parts)
    }

    /// The readings without times: what undoing must bring back to the byte.
    var content: String {
        var json = JSONWriter()
        view.writeCanonical(to: &json, times: false, name: Fixture.name(of:))
        return json.text
    }

    /// The records of one subject among the first `count`, folded.
    func state(of subject: EntityID, upTo count: Int) -> CaptureState {
        var state = CaptureDecider.initial
        for event in history.prefix(count) where event.encoded().subject == subject {
            CaptureDecider.evolve(&state, with: event)
        }
        return state
    }

    func view(of subject: EntityID, upTo count: Int) -> CaptureView {
        var view = CaptureProjection.empty
        for (index, event) in history.prefix(count).enumerated() where event.encoded().subject == subject {
            CaptureProjection.project(Fixture.recorded([event], from: UInt64(index + 1))[0], into: &view)
        }
        return view
    }

    /// Takes back everything from event `start` on, the last first, as the runtime does.
    ///
    /// - Returns: the kinds of events that were taken back.
    @discardableResult
    mutating func undo(from start: Int) throws -> Set<CaptureEvent.Tag> {
        var undone: Set<CaptureEvent.Tag> = []
        for index in (start..<history.count).reversed() {
            let event = history[index]
            let events = try CaptureDecider.compensation(
                for: event, before: state(of: event.encoded().subject, upTo: index), now: state, inverse: nil)
            if !events.isEmpty { undone.insert(event.tag) }
            happen(events)
        }
        return undone
    }

    func restoration(of subject: EntityID, to then: CaptureView) throws -> [CaptureEvent] {
        try CaptureDecider.restoration(of: subject, to: then, from: view, given: state)
    }
}

extension CaptureEvent {
    /// True if the event is an act of a provider, the loss of bytes, or a look by someone: undoing leaves it so.
    var isForGood: Bool {
        switch self {
        case .runCompleted, .runFailed, .runCancelled, .runPayloadForgotten, .collectionOpened: true
        default: false
        }
    }
}
