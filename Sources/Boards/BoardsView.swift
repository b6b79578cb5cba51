package import Kernel

/// All boards as they are read: what the rules know of them, and the descriptions, the times and the authors besides.
package struct BoardsView: Sendable, Equatable {
    package internal(set) var arrangement = Arrangement()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    /// The former titles of boards and cards, for links written then.
    package internal(set) var formerTitles = Table<Entity, FormerNames>()

    // At the slot of the thing in `arrangement`.
    var boardTraces: PagedArray<Trace> = []
    var columnTraces: PagedArray<Trace> = []
    var cardTraces: PagedArray<Trace> = []
    var descriptions: PagedArray<TextDocument> = []
    /// The author and the time of each comment; in the order of the card's comments.
    var remarks: PagedArray<PagedArray<Trace>> = []

    package init() {}

    /// The creator of a thing and the person who changed it last.
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
    package func remarks(on slot: Arrangement.CardSlot) -> PagedArray<Trace> { remarks[slot.index] }

    /// The description of a card; nil when the card is not known.
    package func description(of card: CardID) -> TextDocument? {
        arrangement.cards.slot(of: card).map { descriptions[$0.index] }
    }
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

    /// Returns the name of a board, a column or a card, also when it is gone.
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

extension BoardsView {
    /// The bytes of all descriptions.
    ///
    /// - Complexity: O(cards); no text is read.
    package var descriptionBytes: Int { descriptions.reduce(0) { $0 + $1.utf8Count } }
}
