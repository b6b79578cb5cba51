package import Kernel

/// An event of boards, their columns and their cards. Written once, read for ever.
///
/// *Withdrawn* is what undoing a creation leads to, *reinstated* what redoing it does: nothing is ever removed.
package enum BoardEvent: Sendable, Equatable {
    case boardOpened(BoardID, title: Name)
    case boardRetitled(BoardID, title: Name)
    case boardArchived(BoardID)
    case boardUnarchived(BoardID)
    case boardTrashed(BoardID)
    case boardRestored(BoardID)
    case boardWithdrawn(BoardID)
    case boardReinstated(BoardID)
    case boardPinned(BoardID)
    case boardUnpinned(BoardID)
    /// It was looked at, on this device where the device is known.
    case boardVisited(BoardID, on: DeviceID?)
    case columnAdded(ColumnID, to: BoardID, name: Name, at: Rank)
    case columnRenamed(ColumnID, name: Name)
    case columnMoved(ColumnID, to: Rank)
    case columnDeleted(ColumnID)
    case columnRestored(ColumnID)
    case columnWithdrawn(ColumnID)
    case columnReinstated(ColumnID)
    case columnArchived(ColumnID)
    case columnUnarchived(ColumnID)
    case cardAdded(CardID, to: ColumnID, at: Rank, title: Name, description: String)
    case cardRetitled(CardID, title: Name)
    case cardDescribed(CardID, TextEdit)
    case cardMoved(CardID, from: ColumnID, to: ColumnID, at: Rank)
    case cardScheduled(CardID, due: Due?)
    case cardPrioritised(CardID, priority: Priority)
    case cardTagged(CardID, [CardTag])
    case cardUntagged(CardID, [CardTag])
    case cardArchived(CardID)
    case cardUnarchived(CardID)
    case cardTrashed(CardID)
    case cardRestored(CardID)
    case cardWithdrawn(CardID)
    case cardReinstated(CardID)
    /// Says by its own time and author when the card was changed last where it came from.
    case cardMarkedChanged(CardID)
    case itemAdded(CardID, ChecklistItemID, text: Name, checklist: String, at: Rank)
    case itemReworded(CardID, ChecklistItemID, text: Name)
    case itemMoved(CardID, ChecklistItemID, to: Rank)
    case itemChecked(CardID, ChecklistItemID)
    case itemUnchecked(CardID, ChecklistItemID)
    case itemRemoved(CardID, ChecklistItemID)
    case itemReturned(CardID, ChecklistItemID)
    case commentAdded(CardID, CommentID, text: String)
    case commentReworded(CardID, CommentID, text: String)
    case commentRemoved(CardID, CommentID)
    case commentReturned(CardID, CommentID)
    indirect case fileAttached(CardID, AttachmentID, FileFacts)
    case fileDetached(CardID, AttachmentID)
    case fileReattached(CardID, AttachmentID)

    package enum Tag: UInt16, Sendable, CaseIterable {
        case boardOpened = 1
        case boardRetitled = 2
        case boardArchived = 3
        case boardUnarchived = 4
        case boardTrashed = 5
        case boardRestored = 6
        case boardWithdrawn = 7
        case boardReinstated = 8
        case boardPinned = 9
        case boardUnpinned = 10
        case boardVisited = 11
        case columnAdded = 16
        case columnRenamed = 17
        case columnMoved = 18
        case columnDeleted = 19
        case columnRestored = 20
        case columnWithdrawn = 21
        case columnReinstated = 22
        case columnArchived = 23
        case columnUnarchived = 24
        case cardAdded = 32
        case cardRetitled = 33
        case cardDescribed = 34
        case cardMoved = 35
        case cardScheduled = 36
        case cardPrioritised = 37
        case cardTagged = 38
        case cardUntagged = 39
        case cardArchived = 40
        case cardUnarchived = 41
        case cardTrashed = 42
        case cardRestored = 43
        case cardWithdrawn = 44
        case cardReinstated = 45
        case cardMarkedChanged = 46
        case itemAdded = 64
        case itemReworded = 65
        case itemMoved = 66
        case itemChecked = 67
        case itemUnchecked = 68
        case itemRemoved = 69
        case itemReturned = 70
        case commentAdded = 80
        case commentReworded = 81
        case commentRemoved = 82
        case commentReturned = 83
        case fileAttached = 96
        case fileDetached = 97
        case fileReattached = 98
    }
}
