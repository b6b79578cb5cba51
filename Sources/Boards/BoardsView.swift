package import Kernel

/// All boards as they are read: what the rules know of them, and the descriptions, the times and the authors besides.
package struct BoardsView: Sendable, Equatable {
    package internal(set) var arrangement = Arrangement()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    // At the slot of the thing in `arrangement`.
    var boardTraces: [Trace] = []
    var columnTraces: [Trace] = []
    var cardTraces: [Trace] = []
    var descriptions: [TextDocument] = []
    /// Who said each comment and when; in the order of the card's comments.
    var remarks: [[Trace]] = []

    package init() {}

    /// Who made a thing and who touched it last.
    package struct Trace: Sendable, Equatable {
        package var made: Instant
        package var maker: ActorID
        package var updated: Instant
        package var updater: ActorID
    }

    package func trace(of slot: Arrangement.BoardSlot) -> Trace { boardTraces[slot.index] }
    package func trace(of slot: Arrangement.ColumnSlot) -> Trace { columnTraces[slot.index] }
    package func trace(of slot: Arrangement.CardSlot) -> Trace { cardTraces[slot.index] }
    package func description(of slot: Arrangement.CardSlot) -> TextDocument { descriptions[slot.index] }
    package func remarks(on slot: Arrangement.CardSlot) -> [Trace] { remarks[slot.index] }

    /// The description of a card; nil when the card is not known.
    package func description(of card: CardID) -> TextDocument? {
        arrangement.cards.slot(of: card).map { descriptions[$0.index] }
    }

    mutating func apply(_ fact: Recorded<BoardEvent>) {
        guard fact.position > asOf else { return }  // Redelivery changes nothing.
        asOf = fact.position
        switch arrangement.apply(fact.event) {
        case .nothing: break
        case .board(let slot, let isNew): Self.mark(&boardTraces, slot.index, isNew: isNew, fact)
        case .column(let slot, let isNew): Self.mark(&columnTraces, slot.index, isNew: isNew, fact)
        case .card(let slot, let isNew):
            Self.mark(&cardTraces, slot.index, isNew: isNew, fact)
            applyToCard(slot, isNew: isNew, fact)
        }
    }

    private mutating func applyToCard(_ slot: Arrangement.CardSlot, isNew: Bool, _ fact: Recorded<BoardEvent>) {
        let index = slot.index
        switch fact.event {
        case .cardAdded(_, _, _, _, let description) where isNew:
            descriptions.append(TextDocument(description))
            remarks.append([])
        case .cardDescribed(_, let edit): descriptions[index].apply(edit)
        case .commentAdded:
            // A comment that was there already added nothing to the card.
            guard arrangement.cards[slot].comments.count > remarks[index].count else { return }
            remarks[index].append(Self.newTrace(fact))
        case .commentReworded(_, let comment, _):
            guard let at = arrangement.cards[slot].commentIndex(comment) else { return }
            Self.mark(&remarks[index], at, isNew: false, fact)
        default: break
        }
    }

    private static func newTrace(_ fact: Recorded<BoardEvent>) -> Trace {
        Trace(made: fact.instant, maker: fact.actor, updated: fact.instant, updater: fact.actor)
    }

    private static func mark(_ traces: inout [Trace], _ index: Int, isNew: Bool, _ fact: Recorded<BoardEvent>) {
        if isNew {
            traces.append(newTrace(fact))
        } else {
            traces[index].updated = fact.instant
            traces[index].updater = fact.actor
        }
    }
}

/// Posts what happened to boards into what is read of them.
package enum BoardProjection: Projection {
    package static var empty: BoardsView { BoardsView() }

    package static func project(_ fact: Recorded<BoardEvent>, into view: inout BoardsView) { view.apply(fact) }
}

// Looking things up.
extension BoardsView {
    package func kept(_ id: BoardID) -> Board? {
        arrangement.boards[id].flatMap { $0.standing.isWithdrawn ? nil : $0 }
    }

    package func kept(_ id: ColumnID) -> Column? {
        arrangement.columns[id].flatMap { $0.standing.isWithdrawn ? nil : $0 }
    }

    package func kept(_ id: CardID) -> Card? {
        arrangement.cards[id].flatMap { $0.standing.isWithdrawn ? nil : $0 }
    }

    /// What a board, a column or a card is called, whatever has become of it.
    package func name(of id: EntityID) -> String? {
        arrangement.boards[id.as(Board.self)]?.title.text ?? arrangement.columns[id.as(Column.self)]?.name.text
            ?? arrangement.cards[id.as(Card.self)]?.title.text
    }

    /// The boards that are there, sorted by title.
    package var liveBoards: [BoardID] { boards { $0.isLive } }

    func boards(where isWanted: (Standing) -> Bool) -> [BoardID] {
        var found: [(title: String, id: BoardID)] = []
        for (id, slot) in arrangement.boards.all where isWanted(arrangement.boards[slot].standing) {
            found.append((arrangement.boards[slot].title.text, id))
        }
        return found.sorted { inOrder(($0.title, $0.id), ($1.title, $1.id)) }.map { $0.id }
    }

    /// The columns of a board that are there, in their order.
    package func liveColumns(of board: BoardID) -> [ColumnID] {
        arrangement.columns(of: board).ids.filter { arrangement.columns[$0]?.standing.isLive ?? false }
    }

    /// The cards of a column that are there, in their order.
    package func liveCards(in column: ColumnID) -> [CardID] {
        arrangement.cards(of: column).ids.filter { arrangement.cards[$0]?.standing.isLive ?? false }
    }
}

/// Titles by their bytes, then identifiers.
func inOrder<Kind>(_ a: (String, Identifier<Kind>), _ b: (String, Identifier<Kind>)) -> Bool {
    precedes(a.0, b.0) || !precedes(b.0, a.0) && a.1 < b.1
}
