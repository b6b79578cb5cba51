import Boards
import Kernel
import KernelTesting

/// A simulation on a few boards, lived by chance: every command there is, asked of things that may or may not be there.
struct BoardsSimulation {
    var chance: SplitMix64
    private(set) var state = BoardDecider.initial
    private(set) var view = BoardProjection.empty
    private(set) var history: [BoardEvent] = []
    private let boards: [BoardID] = (1...5).map { Fixture.id(100 + $0) }
    private let columns: [ColumnID] = (1...6).map { Fixture.id(200 + $0) }
    private let cards: [CardID] = (1...8).map { Fixture.id(300 + $0) }
    private let items: [ChecklistItemID] = (1...4).map { Fixture.id(400 + $0) }
    private let comments: [CommentID] = (1...3).map { Fixture.id(500 + $0) }
    private let files: [AttachmentID] = (1...2).map { Fixture.id(700 + $0) }

    init(_ seed: Seed) {
        chance = seed.chance
        // A simulation starts with something, so that most commands find what they are about.
        for (index, board) in boards.prefix(2).enumerated() {
            let first = columns[index * 2], second = columns[index * 2 + 1]
            take(
                .openBoard(
                    board, title: word(), columns: [.init(id: first, name: word()), .init(id: second, name: word())]))
        }
        for card in cards.prefix(5) {
            take(.addCard(card, to: columns[chance.below(4)], title: word(), description: prose(), above: nil))
            take(.addItem(card, items[0], text: word(), checklist: "", above: nil))
            take(.addItem(card, items[1], text: word(), checklist: "", above: nil))
            take(.addComment(card, comments[0], text: word().text))
            take(.checkItem(card, items[0]))
        }
        take(.openBoard(boards[2], title: word(), columns: []))
        take(.archiveBoard(boards[2]))
        take(.openBoard(boards[3], title: word(), columns: []))
        take(.trashBoard(boards[3]))
    }

    /// Asks, and lets what follows happen.
    ///
    /// - Returns: what happened; nothing when it was refused.
    @discardableResult
    mutating func take(_ command: BoardCommand) -> [BoardEvent] {
        guard let events = try? BoardDecider.decide(command, given: state) else { return [] }
        happen(events)
        return events
    }

    mutating func happen(_ events: [BoardEvent]) {
        for event in events {
            history.append(event)
            BoardDecider.evolve(&state, with: event)
            BoardProjection.project(Fixture.recorded([event], from: UInt64(history.count))[0], into: &view)
        }
    }

    mutating func word() -> Name {
        Name(
            recorded: ["House", "Garden", "maison", "家", "Łódź", "🎨 art", "a · b"][chance.below(7)]
                + " \(chance.below(4))")
    }

    mutating func prose() -> String {
        ["", "One line.", "# Title\n\n- [ ] item\n", "naïve ✍🏽 text", "a\r\nb\n"][chance.below(5)]
    }

    /// The number of kinds of command: `command(ofKind:)` knows each.
    static let kinds = 42

    /// Putting whole boards and columns away is rare and soon made good, or nothing would be left to live with.
    mutating func command() -> BoardCommand {
        let away = state.model.boards.all.first { id, slot in
            let flags = state.model.boards[slot].flags
            return !flags.isLive && !flags.isWithdrawn
        }
        if let away, chance.once(in: 3) {
            let isTrashed = state.model.boards[away.slot].flags.isTrashed
            return isTrashed ? .restoreBoard(away.id) : .unarchiveBoard(away.id)
        }
        let columns = state.model.columns
        let aside = columns.all.first { [.archived, .trashed].contains(columns[$0.slot].flags.lifecycle) }
        if let aside, chance.once(in: 9) {
            return columns[aside.slot].flags.isTrashed ? .restoreColumn(aside.id) : .unarchiveColumn(aside.id)
        }
        let kind = chance.below(Self.kinds)
        let putsAway = [2, 4, 9, 21, 39].contains(kind)
        return command(ofKind: putsAway && !chance.once(in: 5) ? 11 + chance.below(21) : kind)
    }

    mutating func command(ofKind kind: Int) -> BoardCommand {
        let board = boards[chance.below(boards.count)]
        let column = columns[chance.below(columns.count)]
        let card = cards[chance.below(cards.count)]
        let item = items[chance.below(items.count)]
        let comment = comments[chance.below(comments.count)]
        let nextColumn = chance.once(in: 2) ? nil : columns[chance.below(columns.count)]
        let nextCard = chance.once(in: 2) ? nil : neighbour(in: column)
        let nextItem = chance.once(in: 2) ? nil : items[chance.below(items.count)]
        switch kind {
        case 0:
            return .openBoard(
                board, title: word(), columns: chance.once(in: 2) ? [] : [.init(id: column, name: word())])
        case 1: return .retitleBoard(board, to: word())
        case 2: return .archiveBoard(board)
        case 3: return .unarchiveBoard(board)
        case 4: return .trashBoard(board)
        case 5: return .restoreBoard(board)
        case 6: return .addColumn(column, to: board, name: word(), above: nextColumn)
        case 7: return .renameColumn(column, to: word())
        case 8: return .moveColumn(column, above: nextColumn)
        case 9:
            let target = columns[chance.below(columns.count)]
            return .deleteColumn(column, cards: chance.once(in: 2) ? .archived : .moved(to: target))
        case 10: return .restoreColumn(column)
        case 11: return .addCard(card, to: column, title: word(), description: prose(), above: nextCard)
        case 12: return .retitleCard(card, to: word())
        case 13: return .describeCard(card, edit(of: card))
        case 14: return .moveCard(card, to: column, above: nextCard)
        case 15: return .scheduleCard(card, due: due())
        case 16: return .prioritiseCard(card, Priority.allCases[chance.below(5)])
        case 17: return .tagCard(card, tags())
        case 18: return .untagCard(card, tags())
        case 19: return .archiveCard(card)
        case 20: return .unarchiveCard(card)
        case 21: return .trashCard(card)
        case 22: return .restoreCard(card)
        case 23: return .addItem(card, item, text: word(), checklist: ["", "Shop"][chance.below(2)], above: nextItem)
        case 24: return .rewordItem(card, item, to: word())
        case 25: return .moveItem(card, item, above: nextItem)
        case 26: return .checkItem(card, item)
        case 27: return .uncheckItem(card, item)
        case 28: return .removeItem(card, item)
        case 29: return .addComment(card, comment, text: word().text)
        case 30: return .rewordComment(card, comment, to: word().text)
        case 31: return .removeComment(card, comment)
        case 32: return .moveCard(card, to: column, above: nil)
        case 33: return .markCardChanged(card)
        case 34: return .pinBoard(board)
        case 35: return .unpinBoard(board)
        case 36: return .visitBoard(board, on: chance.once(in: 2) ? nil : Fixture.id(UInt64(600 + chance.below(2))))
        case 37: return .attachFile(card, files[chance.below(files.count)], .receipt)
        case 38: return .detachFile(card, files[chance.below(files.count)])
        case 39: return .archiveColumn(column)
        case 40: return .unarchiveColumn(column)
        default: return .unarchiveCard(card)
        }
    }

    private mutating func neighbour(in column: ColumnID) -> CardID? {
        chance.pick(Array(state.model.cards(of: column).ids))
    }

    private mutating func due() -> Due? {
        let day = CalendarDay(daysSinceEpoch: 20_000 + chance.below(3))
        switch chance.below(3) {
        case 0: return nil
        case 1: return Due(day: day)
        default: return Due(day: day, minuteOfDay: chance.below(1440), zone: "Europe/Berlin")
        }
    }

    private mutating func tags() -> [CardTag] {
        (0...chance.below(2)).map { _ in
            CardTag(colour: CardColour.allCases[1 + chance.below(3)], label: ["", "Walls", "früh"][chance.below(3)])
        }
    }

    /// Something that a person could type into the description as it is, or as it was a while ago.
    private mutating func edit(of card: CardID) -> TextEdit {
        guard let text = view.description(of: card) else { return TextEdit(parents: [0], runs: []) }
        let position = chance.below(text.scalarCount + 1)
        let deleted = chance.below(min(4, text.scalarCount - position + 1))
        let run = TextRun(
            position: position, deleteCount: deleted, insertion: ["x", "né", "\n", "🎨!"][chance.below(4)])
        return TextEdit(parents: [text.revision], runs: [run])
    }

    /// The readings without times: what undoing must bring back to the byte.
    var content: String {
        var json = JSONWriter()
        view.writeCanonical(to: &json, times: false, name: Fixture.name(of:))
        return json.text
    }

    /// The records of one subject among the first `count`, folded.
    func state(of subject: EntityID, upTo count: Int) -> BoardsState {
        var state = BoardDecider.initial
        for event in history.prefix(count) where event.encoded().subject == subject {
            BoardDecider.evolve(&state, with: event)
        }
        return state
    }

    func view(of subject: EntityID, upTo count: Int) -> BoardsView {
        var view = BoardProjection.empty
        for (index, event) in history.prefix(count).enumerated() where event.encoded().subject == subject {
            BoardProjection.project(Fixture.recorded([event], from: UInt64(index + 1))[0], into: &view)
        }
        return view
    }
}
