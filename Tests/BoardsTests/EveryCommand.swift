import Foundation
import Kernel
import KernelTesting
import Testing

@testable import Boards

@Suite("Every command and every event")
struct EveryCommand {
    /// Equinox's property.
    @Test(arguments: Seed.hundred)
    func `any command sent twice is decided once`(seed: Seed) {
        var simulation = BoardsSimulation(seed)
        let past = simulation.history
        var commands: [BoardCommand] = []
        for _ in 0..<150 {
            let command = simulation.command()
            simulation.take(command)
            commands.append(command)
        }
        #expect(Spec<BoardDecider>.given(past).expectIdempotence(of: commands) > 20)
    }

    @Test(.shows("C-01"))
    func `state before and its events are state after, for every command, through the bytes of the journal`() throws {
        var decided: Set<Int> = []
        for seed in Seed.hundred {
            var past = BoardsSimulation(seed)
            for _ in 0..<(seed.number % 2 == 0 ? 40 : 0) { past.take(past.command()) }
            // Columns are seldom put away: here one is, so that there is something to bring back.
            past.take(past.command(ofKind: seed.number % 3 == 0 ? 9 : 39))
            let replayed = try replay(past.history)
            try #require(replayed == past.state, "seed \(seed.number)")
            for kind in (0..<BoardsSimulation.kinds * 5).map({ $0 % BoardsSimulation.kinds }) {
                let command = past.command(ofKind: kind)
                var simulation = past
                let events = simulation.take(command)
                if !events.isEmpty { decided.insert(kind) }
                var after = replayed
                for event in events { BoardDecider.evolve(&after, with: try throughBytes(event)) }
                try #require(after == simulation.state, "seed \(seed.number), kind \(kind)")
            }
        }
        #expect(Set(0..<BoardsSimulation.kinds).subtracting(decided) == [], "every kind of command led to something")
    }

    @Test(arguments: Seed.ten)
    func `a snapshot holds the view to the byte, and the rules follow from it`(seed: Seed) throws {
        var simulation = BoardsSimulation(seed)
        for _ in 0..<150 { simulation.take(simulation.command()) }
        var writer = FieldWriter()
        var view = simulation.view
        view.code(&writer)
        var back = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var view = BoardsView.blank
            view.code(&reader)
            return view
        }
        #expect(back.isSound)
        #expect(back == simulation.view)
        #expect(back.state == simulation.state)
        for (column, _) in back.model.columns.all {
            #expect(back.model.cards(of: column) == simulation.view.model.cards(of: column))
        }
        var damaged = back
        damaged.boardTraces = PagedArray(damaged.boardTraces.dropLast())
        #expect(!damaged.isSound)
        // What comes after the snapshot is the same on both.
        let facts = Fixture.recorded(simulation.history + [.boardRetitled(Fixture.id(101), title: Fixture.name("Later"))])
        BoardProjection.project(facts[facts.count - 1], into: &back)
        BoardProjection.project(facts[facts.count - 1], into: &view)
        #expect(back == view)
    }

    private func replay(_ events: [BoardEvent]) throws -> BoardsState {
        var state = BoardDecider.initial
        for event in events { BoardDecider.evolve(&state, with: try throughBytes(event)) }
        return state
    }

    private func throughBytes(_ event: BoardEvent) throws -> BoardEvent {
        let (subject, payload) = event.encoded()
        return try BoardEvent(tag: event.tag, subject: subject, payload: payload.span.bytes)
    }

    @Test(arguments: Seed.hundred)
    func `rules and readers always agree, and every order is what sorting gives`(seed: Seed) throws {
        var simulation = BoardsSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        #expect(simulation.view.model == simulation.state.model)

        let model = simulation.state.model
        for (column, _) in model.columns.all {
            let sorted = model.cards.all.map { ($0.id, model.cards[$0.slot]) }
                .filter { $0.1.column == column }.map { Order<Card>.Entry(rank: $0.1.rank, id: $0.0) }.sorted()
            #expect(model.cards(of: column).entries == sorted)
            #expect(Set(sorted.map(\.rank)).count == sorted.count, "no two cards share a place")
        }
        for (board, _) in model.boards.all {
            let sorted = model.columns.all.map { ($0.id, model.columns[$0.slot]) }
                .filter { $0.1.board == board }.map { Order<Column>.Entry(rank: $0.1.rank, id: $0.0) }.sorted()
            #expect(model.columns(of: board).entries == sorted)
        }
        for (card, slot) in model.cards.all {
            let text = try #require(simulation.view.description(of: card))
            #expect(simulation.state.description(of: slot).revision == text.revision)
            #expect(simulation.state.description(of: slot).length == text.scalarCount)
        }
    }

    @Test(arguments: Seed.ten)
    func `the records of one thing alone make the same thing`(seed: Seed) throws {
        var simulation = BoardsSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        let whole = simulation.state.model
        for (card, slot) in whole.cards.all {
            let alone = simulation.state(of: card.entity, upTo: simulation.history.count)
            #expect(alone.model.cards[card] == whole.cards[slot])
            let view = simulation.view(of: card.entity, upTo: simulation.history.count)
            #expect(view.description(of: card)?.string == simulation.view.description(of: card)?.string)
        }
        for (column, slot) in whole.columns.all {
            let alone = simulation.state(of: column.entity, upTo: simulation.history.count)
            #expect(alone.model.columns[column] == whole.columns[slot])
        }
        for (board, slot) in whole.boards.all {
            let alone = simulation.state(of: board.entity, upTo: simulation.history.count)
            #expect(alone.model.boards[board] == whole.boards[slot])
        }
    }

    @Test(arguments: Seed.ten)
    func `redelivery changes nothing, and snapshot and tail are the full replay`(seed: Seed) {
        var simulation = BoardsSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        let facts = Fixture.recorded(simulation.history)
        var view = BoardProjection.empty
        for (index, fact) in facts.enumerated() {
            BoardProjection.project(fact, into: &view)
            let before = view
            BoardProjection.project(fact, into: &view)
            BoardProjection.project(facts[index / 2], into: &view)
            #expect(view == before)
        }
        #expect(view == simulation.view)
        #expect(view.asOf == Position(UInt64(facts.count)))
    }

    @Test func `an event about something unknown changes nothing`() {
        for event in BoardEvent.oneOfEach {
            switch event {
            case .boardOpened, .columnAdded, .cardAdded: continue
            default:
                var state = BoardDecider.initial
                BoardDecider.evolve(&state, with: event)
                #expect(state == BoardDecider.initial)
            }
        }
        // And a creation that is recorded a second time does not overwrite the first.
        for event in BoardEvent.oneOfEach {
            var state = Spec<BoardDecider>.given(Morning.history).state
            let before = state
            switch event {
            case .boardOpened, .columnAdded, .cardAdded:
                BoardDecider.evolve(&state, with: event)
                #expect(state == before)
            default: continue
            }
        }
    }

    @Test func `every refusal says what happened and what to do`() throws {
        let name = Fixture.name("House")
        let refusals: [BoardRefusal] = [
            .noSuchBoard(.house), .noSuchColumn(.todo), .noSuchCard(.paint), .noSuchItem(.brush),
            .noSuchComment(.question), .noSuchFile(.receipt), .fileTaken(.receipt), .digestMalformed(.receipt),
            .boardArchived(.house, name), .boardInTrash(.house, name),
            .columnDeleted(.todo, name), .cardInTrash(.paint, name), .boardNotEmpty(.house, name, cards: 1),
            .columnNotEmpty(.todo, name, cards: 2), .columnElsewhere(.todo, name), .neighbourElsewhere(.paint, name),
            .itemElsewhere(.brush, name), .targetIsDeletedToo(.todo, name), .columnTaken(.todo, name),
            .badName(.empty), .badText(.emptyEdit), .badDue(.timeWithoutZone), .badDue(.zoneWithoutTime),
            .badDue(.noSuchDay), .badDue(.noSuchTime), .badDue(.noSuchZone), .badTag, .emptyComment,
            .tooLong(bytes: 70_000, max: Card.commentBytesMax), .tooMany(.boards, max: BoardsState.boardsMax),
            .tooMany(.columns, max: Board.columnsMax), .tooMany(.cards, max: Column.cardsMax),
            .tooMany(.items, max: Card.itemsMax), .tooMany(.comments, max: Card.commentsMax),
            .tooMany(.tags, max: Limits.tagsMax), .tooMany(.files, max: Card.filesMax),
            .notThereYet(BoardID.house.entity), .columnArchived(.todo, name),
        ]
        try expectGolden(refusals.map { $0.message + "\n" }.joined(), "refusals.txt")
    }
}

@Suite("Names nobody expects")
struct NamesNobodyExpects {
    static let file = Repository.sharedData.appending(path: "json-unicode/blns.json")

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: file.path), "needs ../shared/data/json-unicode/blns.json"))
    func `the big list of naughty strings is kept to the byte, as title, description, item, tag and comment`() throws {
        let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: Self.file))
        #expect(strings.count > 400)
        var taken = 0
        for text in strings {
            guard let name = try? Name(text, graphemesMax: Card.titleGraphemesMax) else { continue }
            taken += 1
            let spec = Spec<BoardDecider>.given(Array(Fixture.spec.history.prefix(4))).after([
                .addCard(.paint, to: .todo, title: name, description: text, above: nil),
                .addItem(.paint, .brush, text: name, checklist: "", above: nil),
                .addComment(.paint, .question, text: text),
                .tagCard(.paint, [CardTag(colour: .red, label: text)]),
            ])
            let bytes = spec.history.map { $0.encoded() }
            let decoded = try zip(spec.history, bytes).map { event, record in
                try BoardEvent(tag: event.tag, subject: record.subject, payload: record.payload.span.bytes)
            }
            let card = try #require(Fixture.view(of: decoded).card(.paint, name: Fixture.name(of:)))
            #expect(Array(card.title.utf8) == Array(name.text.utf8))
            #expect(Array(card.description.utf8) == Array(text.utf8))
            #expect(card.comments.map { Array($0.text.utf8) } == [Array(text.utf8)])
            #expect(card.checklists.flatMap(\.items).map(\.text) == [name])
            let json = try JSONDecoder().decode(Titled.self, from: Data(card.json.utf8))
            #expect(Array(json.title.utf8) == Array(name.text.utf8))
        }
        #expect(taken > 400)
    }

    private struct Titled: Decodable { var title: String }
}
