package import Kernel

/// A command on boards.
///
/// The caller mints every identifier, so a retried command is the same command. A place is named by the thing that
/// will stand just behind it (`above`, nil: at the end), never by an index: two people moving at once still mean the
/// same thing.
package enum BoardCommand: Sendable, Equatable {
    /// Opens a board with its columns; `DefaultColumns.named` gives the usual three. Requirement P-103.
    case openBoard(BoardID, title: Name, columns: [NewColumn])
    case retitleBoard(BoardID, to: Name)
    case archiveBoard(BoardID)
    case unarchiveBoard(BoardID)
    case trashBoard(BoardID)
    case restoreBoard(BoardID)
    case pinBoard(BoardID)
    case unpinBoard(BoardID)
    /// Remembers that the board was looked at, for "recent"; with the device, once per device.
    case visitBoard(BoardID, on: DeviceID? = nil)

    case addColumn(ColumnID, to: BoardID, name: Name, above: ColumnID?)
    case renameColumn(ColumnID, to: Name)
    case moveColumn(ColumnID, above: ColumnID?)
    /// Says what becomes of its cards; they are never deleted with it. Requirement P-102.
    case deleteColumn(ColumnID, cards: CardsOfDeletedColumn)
    case restoreColumn(ColumnID)
    /// Puts it out of sight with the cards that stand in it; they stay in it, and come back with it.
    case archiveColumn(ColumnID)
    case unarchiveColumn(ColumnID)

    case addCard(CardID, to: ColumnID, title: Name, description: String, above: CardID?)
    case retitleCard(CardID, to: Name)
    case describeCard(CardID, TextEdit)
    /// To another column, of the same board or of another, or to another place in its own.
    case moveCard(CardID, to: ColumnID, above: CardID?)
    case scheduleCard(CardID, due: Due?)
    case prioritiseCard(CardID, Priority)
    case tagCard(CardID, [CardTag])
    case untagCard(CardID, [CardTag])
    case archiveCard(CardID)
    case unarchiveCard(CardID)
    case trashCard(CardID)
    case restoreCard(CardID)
    /// Says that the card was changed last at the time of the command: for an import whose source knows both when the card was
    /// made and when it was changed last.
    case markCardChanged(CardID)

    /// `checklist` names the list within the card; empty for the card's one unnamed list.
    case addItem(CardID, ChecklistItemID, text: Name, checklist: String, above: ChecklistItemID?)
    case rewordItem(CardID, ChecklistItemID, to: Name)
    case moveItem(CardID, ChecklistItemID, above: ChecklistItemID?)
    case checkItem(CardID, ChecklistItemID)
    case uncheckItem(CardID, ChecklistItemID)
    case removeItem(CardID, ChecklistItemID)

    case addComment(CardID, CommentID, text: String)
    case rewordComment(CardID, CommentID, to: String)
    case removeComment(CardID, CommentID)

    /// The bytes are kept by their digest before this is asked.
    case attachFile(CardID, AttachmentID, FileFacts)
    case detachFile(CardID, AttachmentID)
}

/// A column that comes with its board.
package struct NewColumn: Sendable, Equatable {
    package var id: ColumnID
    package var name: Name

    package init(id: ColumnID, name: Name) {
        self.id = id
        self.name = name
    }
}

/// The fate of the cards of a column that is deleted.
package enum CardsOfDeletedColumn: Sendable, Equatable {
    case moved(to: ColumnID)
    case archived
}

/// The columns a board has unless one says otherwise. Requirement P-103.
package enum DefaultColumns {
    package static let names = ["To Do", "In Progress", "Done"]

    package static func named(_ ids: (ColumnID, ColumnID, ColumnID)) -> [NewColumn] {
        zip([ids.0, ids.1, ids.2], names).map { NewColumn(id: $0, name: Name(recorded: $1)) }
    }
}
