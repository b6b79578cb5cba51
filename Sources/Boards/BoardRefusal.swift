package import Kernel

/// A rule of boards that forbids a command.
package enum BoardRefusal: Error, Equatable, Sendable {
    case noSuchBoard(BoardID)
    case noSuchColumn(ColumnID)
    case noSuchCard(CardID)
    case noSuchItem(ChecklistItemID)
    case noSuchComment(CommentID)
    case noSuchFile(AttachmentID)

    case boardArchived(BoardID, Name)
    case boardInTrash(BoardID, Name)
    case columnDeleted(ColumnID, Name)
    case columnArchived(ColumnID, Name)
    case cardInTrash(CardID, Name)
    /// Undoing its creation would take these cards away with it.
    case boardNotEmpty(BoardID, Name, cards: Int)
    case columnNotEmpty(ColumnID, Name, cards: Int)

    /// The column that was named as a place or a target is on another board.
    case columnElsewhere(ColumnID, Name)
    /// The card above which another should stand is not in that column.
    case neighbourElsewhere(CardID, Name)
    /// The item above which another should stand is in another checklist.
    case itemElsewhere(ChecklistItemID, Name)
    /// A column's cards cannot be moved into the column that is being deleted.
    case targetIsDeletedToo(ColumnID, Name)
    /// An identifier was minted twice: it already names another thing.
    case columnTaken(ColumnID, Name)
    /// The identifier is in use for another file of the card.
    case fileTaken(AttachmentID)
    case digestMalformed(AttachmentID)

    case badName(NameFault)
    case badText(TextRefusal)
    case badDue(DueFault)
    case badTag
    case emptyComment
    case tooLong(bytes: Int, max: Int)
    case tooMany(LimitedResource, max: Int)
    /// It did not exist yet at the point it should be brought back to.
    case notThereYet(EntityID)

    /// A thing whose number is limited.
    package enum LimitedResource: Sendable, Equatable {
        case boards, columns, cards, items, comments, tags, files
    }
}

extension BoardRefusal {
    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .noSuchBoard(let id): "there is no board " + id.text + "; it may have been undone"
        case .noSuchColumn(let id): "there is no column " + id.text + "; it may have been undone"
        case .noSuchCard(let id): "there is no card " + id.text + "; it may have been undone"
        case .noSuchItem(let id): "there is no checklist item " + id.text + " on this card; it may have been removed"
        case .noSuchComment(let id): "there is no comment " + id.text + " on this card; it may have been removed"
        case .noSuchFile(let id): "there is no file " + id.text + " on this card; look at the card for those it has"
        case .boardArchived(_, let title): "the board " + quoted(title) + " is archived; unarchive it first"
        case .boardInTrash(_, let title): "the board " + quoted(title) + " is in the trash; restore it first"
        case .columnDeleted(_, let name):
            "the column " + quoted(name) + " is deleted; restore it first, or move the card to another column"
        case .columnArchived(_, let name): "the column " + quoted(name) + " is archived; unarchive it first"
        case .cardInTrash(_, let title): "the card " + quoted(title) + " is in the trash; restore it first"
        case .boardNotEmpty(_, let title, let cards):
            "the board " + quoted(title) + " has " + counted(cards, "card")
                + " by now, so its creation cannot be undone; delete the board instead"
        case .columnNotEmpty(_, let name, let cards):
            "the column " + quoted(name) + " has " + counted(cards, "card")
                + " by now; delete the column instead and say what becomes of them"
        case .columnElsewhere(_, let name):
            "the column " + quoted(name) + " is on another board; name one of the same board"
        case .neighbourElsewhere(_, let title):
            "the card " + quoted(title) + " is not in that column, so nothing can be put above it; name another place"
        case .itemElsewhere(_, let text):
            "the item " + quoted(text) + " is in another checklist; name one of the same list"
        case .targetIsDeletedToo(_, let name):
            "the cards of " + quoted(name)
                + " cannot go to the column that is being deleted; name another, or archive them"
        case .columnTaken(_, let name):
            "the identifier of a new column already belongs to " + quoted(name) + "; mint a new one"
        case .fileTaken(let id): "the identifier " + id.text + " belongs to another file of the card; use a new one"
        case .digestMalformed(let id):
            "the digest of file " + id.text + " is not " + String(FileFacts.digestBytes)
                + " bytes long; attach it again"
        case .badName(let fault): fault.message
        case .badText(let refusal): refusal.message
        case .badDue(let fault): fault.message
        case .badTag: "a tag needs a colour, a label or both"
        case .emptyComment: "a comment must say something"
        case .tooLong(let bytes, let max):
            "a comment has at most " + String(max) + " bytes; this one has " + String(bytes)
        case .tooMany(let resource, let max): resource.sentence(max)
        case .notThereYet(let id): "there was no " + id.text + " at that point; choose a later one"
        }
    }

    private func quoted(_ name: Name) -> String { "\"" + name.text + "\"" }
}

extension BoardRefusal.LimitedResource {
    fileprivate func sentence(_ max: Int) -> String {
        switch self {
        case .boards: "a workspace has at most " + String(max) + " boards; start another workspace"
        case .columns: "a board has at most " + String(max) + " columns; open another board"
        case .cards: "a column has at most " + String(max) + " cards, archived ones included; use another column"
        case .items: "a card has at most " + String(max) + " checklist items; use another card"
        case .comments: "a card has at most " + String(max) + " comments; use another card"
        case .tags: "a card has at most " + String(max) + " tags; take some away first"
        case .files: "a card has at most " + String(max) + " files, detached ones included; use another card"
        }
    }
}
