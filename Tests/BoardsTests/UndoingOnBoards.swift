import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Undoing on boards")
struct UndoingOnBoards {
    @Test(.shows("B-32"), arguments: Seed.hundred)
    func `undoing what just happened restores the identical view, and redoing the later one`(seed: Seed) throws {
        var simulation = BoardsSimulation(seed)
        for _ in 0..<60 {
            let before = simulation.content
            let start = simulation.history.count
            guard !simulation.take(simulation.command()).isEmpty else { continue }
            let after = simulation.content

            try simulation.undo(from: start)
            #expect(simulation.content == before)
            let undone = simulation.history.count
            try simulation.undo(from: undone - (undone - start) / 2)
            #expect(simulation.content == after)
        }
    }

    @Test func `every kind of event can be undone`() throws {
        var undone: Set<BoardEvent.Tag> = []
        for seed in Seed.hundred {
            var simulation = BoardsSimulation(seed)
            for _ in 0..<60 {
                let start = simulation.history.count
                guard !simulation.take(simulation.command()).isEmpty else { continue }
                undone.formUnion(try simulation.undo(from: start))
                undone.formUnion(try simulation.undo(from: simulation.history.count - 1))
                undone.formUnion(try simulation.undo(from: simulation.history.count - 1))
            }
        }
        #expect(
            BoardEvent.Tag.allCases.filter { !undone.contains($0) } == [.boardVisited, .cardMarkedChanged],
            "a look and a mark leave nothing to undo")
    }

    @Test(.shows("B-32"), arguments: Seed.ten)
    func `a whole life can be taken back step by step to nothing`(seed: Seed) throws {
        var simulation = BoardsSimulation(seed)
        for _ in 0..<80 { simulation.take(simulation.command()) }
        try simulation.undo(from: 0)
        let view = simulation.view
        #expect(view.boards(name: Fixture.name(of:)).boards.isEmpty)
        #expect(view.trash() == BoardProjection.empty.trash())
    }

    @Test func `what later events have overruled is left alone`() throws {
        let spec = Fixture.spec.after([
            .retitleCard(.paint, to: Fixture.name("Paint")), .retitleCard(.paint, to: Fixture.name("Colour")),
            .moveCard(.paint, to: .done, above: nil), .moveCard(.paint, to: .doing, above: nil),
        ])
        let at = Fixture.spec.history.count
        for index in [at, at + 2] {
            let before = Spec<BoardDecider>.given(Array(spec.history.prefix(index))).state
            let events = try BoardDecider.compensation(
                for: spec.history[index], before: before, now: spec.state, inverse: nil)
            #expect(events.isEmpty)
        }
    }

    @Test func `an old move is undone while the card still stands where it was put`() throws {
        let spec = Fixture.spec.after([
            .moveCard(.mow, to: .done, above: nil), .retitleCard(.mow, to: Fixture.name("Mow")),
            .prioritiseCard(.paint, .high),
        ])
        let events = try undo(Fixture.spec.history.count, of: spec)
        #expect(events == [.cardMoved(.mow, from: .done, to: .todo, at: Fixture.rank(2))])
    }

    @Test func `going back into a place that was taken since stands right behind it`() throws {
        let spec = Fixture.spec.after([.moveCard(.mow, to: .done, above: nil)])
        let taken = spec.given(
            .cardAdded(.tulips, to: .todo, at: Fixture.rank(2), title: Fixture.name("Tulips"), description: ""))
        let back = taken.given(try undo(Fixture.spec.history.count, of: taken))
        #expect(Fixture.view(of: back.history).liveCards(in: .todo) == [.paint, .tulips, .mow, .shelf])
    }

    @Test func `a move cannot be undone into a column that is deleted by now`() throws {
        let spec = Fixture.spec.after([
            .moveCard(.mow, to: .done, above: nil), .deleteColumn(.todo, cards: .moved(to: .doing)),
        ])
        #expect(throws: BoardRefusal.columnDeleted(.todo, Fixture.name("To Do"))) {
            try undo(Fixture.spec.history.count, of: spec)
        }
    }

    @Test func `a creation cannot be undone under cards that came since, and the refusal counts them`() throws {
        #expect(throws: BoardRefusal.columnNotEmpty(.todo, Fixture.name("To Do"), cards: 3)) {
            try undo(1, of: Fixture.spec)
        }
        #expect(throws: BoardRefusal.boardNotEmpty(.house, Fixture.name("House"), cards: 3)) {
            try undo(0, of: Fixture.spec)
        }
        #expect(try undo(3, of: Fixture.spec) == [.columnWithdrawn(.done)])
    }

    @Test func `nothing is left to take back from what was itself undone`() throws {
        let spec = Fixture.spec.after([.prioritiseCard(.mow, .high)]).given(.cardWithdrawn(.mow))
        #expect(try undo(Fixture.spec.history.count, of: spec).isEmpty)
        #expect(try undo(5, of: spec).isEmpty)
        #expect(try undo(spec.history.count - 1, of: spec) == [.cardReinstated(.mow)])
    }

    private func undo(_ index: Int, of spec: Spec<BoardDecider>) throws -> [BoardEvent] {
        let subject = spec.history[index].encoded().subject
        let own = spec.history.prefix(index).filter { $0.encoded().subject == subject }
        return try BoardDecider.compensation(
            for: spec.history[index], before: Spec<BoardDecider>.given(Array(own)).state, now: spec.state, inverse: nil)
    }
}

extension BoardsSimulation {
    /// Takes back everything from event `start` on, the last first, as the runtime does.
    ///
    /// - Returns: the kinds of events that were taken back.
    @discardableResult
    mutating func undo(from start: Int) throws -> Set<BoardEvent.Tag> {
        var undone: Set<BoardEvent.Tag> = []
        for index in (start..<history.count).reversed() {
            let event = history[index]
            let subject = event.encoded().subject
            let events = try BoardDecider.compensation(
                for: event, before: state(of: subject, upTo: index), now: state, inverse: inverse(of: event, at: index))
            if !events.isEmpty { undone.insert(event.tag) }
            happen(events)
        }
        return undone
    }

    private func inverse(of event: BoardEvent, at index: Int) -> TextEdit? {
        guard case .cardDescribed(let card, let edit) = event,
            let before = view(of: card.entity, upTo: index).description(of: card)
        else { return nil }
        var after = before
        let runs = Kernel.inverse(of: after.apply(edit), in: before)
        return TextEdit(parents: [after.revision], runs: runs)
    }
}

@Suite("Bringing back how something was")
struct BringingBack {
    @Test(arguments: Seed.hundred)
    func `a card is as it was then, and doing it again does nothing`(seed: Seed) throws {
        var simulation = BoardsSimulation(seed)
        for _ in 0..<80 { simulation.take(simulation.command()) }
        for _ in 0..<10 {
            let picked = simulation.chance.pick(simulation.view.model.cards.ids)
            let card = try #require(picked)
            let then = simulation.view(of: card.entity, upTo: simulation.chance.below(simulation.history.count + 1))
            guard let old = then.card(card, times: false, name: Fixture.name(of:)) else {
                #expect(throws: BoardRefusal.notThereYet(card.entity)) {
                    try simulation.restoration(of: card.entity, to: then)
                }
                continue
            }
            guard let events = try? simulation.restoration(of: card.entity, to: then) else { continue }
            simulation.happen(events)
            let now = try #require(simulation.view.card(card, times: false, name: Fixture.name(of:)))
            #expect(now.title == old.title)
            #expect(now.description == old.description)
            #expect(now.column == old.column)
            #expect(now.lifecycle == old.lifecycle)
            #expect(now.due == old.due)
            #expect(now.priority == old.priority)
            #expect(now.tags == old.tags)
            #expect(Set(now.checklists.map(\.name)) == Set(old.checklists.map(\.name)))
            for list in old.checklists {
                let today = try #require(now.checklists.first { $0.name == list.name })
                #expect(today.items.map(\.id) == list.items.map(\.id))
                #expect(today.items.map(\.isDone) == list.items.map(\.isDone))
                #expect(today.items.map(\.text) == list.items.map(\.text))
            }
            for comment in old.comments { #expect(now.comments.contains(comment)) }
            #expect(try simulation.restoration(of: card.entity, to: then).isEmpty)
        }
    }

    @Test func `a board and a column come back with name, place and standing`() throws {
        let then = Fixture.view(of: Fixture.spec.history)
        let later = Fixture.spec.after([
            .retitleBoard(.house, to: Fixture.name("Home")), .renameColumn(.todo, to: Fixture.name("Next")),
            .moveColumn(.todo, above: nil), .deleteColumn(.doing, cards: .archived), .archiveBoard(.house),
            .trashBoard(.house),
        ])
        #expect(
            try restoration(BoardID.house.entity, to: then, from: later) == [
                .boardRestored(.house), .boardUnarchived(.house), .boardRetitled(.house, title: Fixture.name("House")),
            ])
        let open = later.given(.boardRestored(.house), .boardUnarchived(.house))
        #expect(
            try restoration(ColumnID.todo.entity, to: then, from: open) == [
                .columnRenamed(.todo, name: Fixture.name("To Do")), .columnMoved(.todo, to: Fixture.rank(1)),
            ])
        #expect(try restoration(ColumnID.doing.entity, to: then, from: open) == [.columnRestored(.doing)])
        #expect(throws: BoardRefusal.boardInTrash(.house, Fixture.name("Home"))) {
            try restoration(ColumnID.doing.entity, to: then, from: later)
        }
    }

    @Test func `a column that was deleted then is not deleted again over cards that came since`() throws {
        let deleted = Fixture.spec.after([.deleteColumn(.done, cards: .archived)])
        let then = Fixture.view(of: deleted.history)
        let later = deleted.after([.restoreColumn(.done), .moveCard(.paint, to: .done, above: nil)])
        #expect(throws: BoardRefusal.columnNotEmpty(.done, Fixture.name("Done"), cards: 1)) {
            try restoration(ColumnID.done.entity, to: then, from: later)
        }
    }

    @Test func `what is none of ours is left alone`() throws {
        let view = Fixture.view(of: Fixture.spec.history)
        #expect(try restoration(Fixture.id(999), to: view, from: Fixture.spec).isEmpty)
    }

    private func restoration(
        _ subject: EntityID, to then: BoardsView, from spec: Spec<BoardDecider>
    ) throws -> [BoardEvent] {
        try BoardDecider.restoration(of: subject, to: then, from: Fixture.view(of: spec.history), given: spec.state)
    }
}

extension BoardsSimulation {
    fileprivate func restoration(of subject: EntityID, to then: BoardsView) throws -> [BoardEvent] {
        try BoardDecider.restoration(of: subject, to: then, from: view, given: state)
    }
}
