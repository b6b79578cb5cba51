package import Kernel

/// All boards as they are read: what the rules know of them, and the descriptions, the times and the authors besides.
package struct BoardsView: Sendable, Equatable {
    package internal(set) var model = BoardsModel()
    /// The last fact in this view.
    package internal(set) var asOf = Position.start

    /// The former titles of boards and cards, for links written then.
    package internal(set) var formerTitles = Table<Entity, FormerNames>()

    // At the slot of the thing in `model`.
    var boardTraces: PagedArray<Provenance> = []
    var columnTraces: PagedArray<Provenance> = []
    var cardTraces: PagedArray<Provenance> = []
    var descriptions: PagedArray<TextDocument> = []
    /// The author and the time of each comment; in the order of the card's comments.
    var remarks: PagedArray<PagedArray<Provenance>> = []

    package init() {}

    /// The creator of a thing and the person who changed it last.
    package struct Provenance: Sendable, Equatable {
        package var made: Instant
        package var maker: ActorID
        package var updated: Instant
        package var updater: ActorID
    }

    package func provenance(of slot: BoardsModel.BoardSlot) -> Provenance { boardTraces[slot.index] }
    package func provenance(of slot: BoardsModel.ColumnSlot) -> Provenance { columnTraces[slot.index] }
    package func provenance(of slot: BoardsModel.CardSlot) -> Provenance { cardTraces[slot.index] }
    package func description(of slot: BoardsModel.CardSlot) -> TextDocument { descriptions[slot.index] }
    package func remarks(on slot: BoardsModel.CardSlot) -> PagedArray<Provenance> { remarks[slot.index] }

    /// The description of a card; nil when the card is not known.
    package func description(of card: CardID) -> TextDocument? {
        model.cards.slot(of: card).map { descriptions[$0.index] }
    }
}

// Looking things up.
extension BoardsView {
    package func existing(_ id: BoardID) -> Board? {
        model.boards[id].flatMap { $0.flags.isWithdrawn ? nil : $0 }
    }

    package func existing(_ id: ColumnID) -> Column? {
        model.columns[id].flatMap { $0.flags.isWithdrawn ? nil : $0 }
    }

    package func existing(_ id: CardID) -> Card? {
        model.cards[id].flatMap { $0.flags.isWithdrawn ? nil : $0 }
    }

    /// Returns the name of a board, a column or a card, also when it is gone.
    package func name(of id: EntityID) -> String? {
        model.boards[id.as(Board.self)]?.title.text ?? model.columns[id.as(Column.self)]?.name.text
            ?? model.cards[id.as(Card.self)]?.title.text
    }

    /// The boards that are there, sorted by title.
    package var liveBoards: [BoardID] { boards { $0.isLive } }

    func boards(where isWanted: (LifecycleFlags) -> Bool) -> [BoardID] {
        var found: [(title: String, id: BoardID)] = []
        for (id, slot) in model.boards.all where isWanted(model.boards[slot].flags) {
            found.append((model.boards[slot].title.text, id))
        }
        return found.sorted { inOrder(($0.title, $0.id), ($1.title, $1.id)) }.map { $0.id }
    }

    /// The columns of a board that are there, in their order.
    package func liveColumns(of board: BoardID) -> [ColumnID] {
        model.columns(of: board).ids.filter { model.columns[$0]?.flags.isLive ?? false }
    }

    /// The cards of a column that are there, in their order.
    package func liveCards(in column: ColumnID) -> [CardID] {
        model.cards(of: column).ids.filter { model.cards[$0]?.flags.isLive ?? false }
    }
}

extension BoardsView {
    /// The bytes of all descriptions.
    ///
    /// - Complexity: O(cards); no text is read.
    package var descriptionBytes: Int { descriptions.reduce(0) { $0 + $1.utf8Count } }
}
