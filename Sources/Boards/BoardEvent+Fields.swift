package import Kernel

/// The one list of fields per event: bytes, JSON and schema are made from it.
///
/// - Invariant: numbers are never reused, and ascend.
extension BoardEvent: DomainEvent {
    package init(tag: Tag, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        self = try Self.read(tag, about: subject, payload)
    }

    package var tag: Tag {
        switch self {
        case .boardOpened: .boardOpened
        case .boardRetitled: .boardRetitled
        case .boardArchived: .boardArchived
        case .boardUnarchived: .boardUnarchived
        case .boardTrashed: .boardTrashed
        case .boardRestored: .boardRestored
        case .boardWithdrawn: .boardWithdrawn
        case .boardReinstated: .boardReinstated
        case .boardPinned: .boardPinned
        case .boardUnpinned: .boardUnpinned
        case .boardVisited: .boardVisited
        case .columnAdded: .columnAdded
        case .columnRenamed: .columnRenamed
        case .columnMoved: .columnMoved
        case .columnDeleted: .columnDeleted
        case .columnRestored: .columnRestored
        case .columnWithdrawn: .columnWithdrawn
        case .columnReinstated: .columnReinstated
        case .columnArchived: .columnArchived
        case .columnUnarchived: .columnUnarchived
        case .cardAdded: .cardAdded
        case .cardRetitled: .cardRetitled
        case .cardDescribed: .cardDescribed
        case .cardMoved: .cardMoved
        case .cardScheduled: .cardScheduled
        case .cardPrioritised: .cardPrioritised
        case .cardTagged: .cardTagged
        case .cardUntagged: .cardUntagged
        case .cardArchived: .cardArchived
        case .cardUnarchived: .cardUnarchived
        case .cardTrashed: .cardTrashed
        case .cardRestored: .cardRestored
        case .cardWithdrawn: .cardWithdrawn
        case .cardReinstated: .cardReinstated
        case .cardMarkedChanged: .cardMarkedChanged
        case .itemAdded: .itemAdded
        case .itemReworded: .itemReworded
        case .itemMoved: .itemMoved
        case .itemChecked: .itemChecked
        case .itemUnchecked: .itemUnchecked
        case .itemRemoved: .itemRemoved
        case .itemReturned: .itemReturned
        case .commentAdded: .commentAdded
        case .commentReworded: .commentReworded
        case .commentRemoved: .commentRemoved
        case .commentReturned: .commentReturned
        case .fileAttached: .fileAttached
        case .fileDetached: .fileDetached
        case .fileReattached: .fileReattached
        }
    }

    package static func name(of tag: Tag) -> StaticString {
        switch tag {
        case .boardOpened: "opened"
        case .boardRetitled: "retitled"
        case .boardArchived: "archived"
        case .boardUnarchived: "unarchived"
        case .boardTrashed: "trashed"
        case .boardRestored: "restored"
        case .boardWithdrawn: "withdrawn"
        case .boardReinstated: "reinstated"
        case .boardPinned: "pinned"
        case .boardUnpinned: "unpinned"
        case .boardVisited: "visited"
        case .columnAdded: "added"
        case .columnRenamed: "renamed"
        case .columnMoved: "moved"
        case .columnDeleted: "deleted"
        case .columnRestored: "restored"
        case .columnWithdrawn: "withdrawn"
        case .columnReinstated: "reinstated"
        case .columnArchived: "archived"
        case .columnUnarchived: "unarchived"
        case .cardAdded: "added"
        case .cardRetitled: "retitled"
        case .cardDescribed: "described"
        case .cardMoved: "moved"
        case .cardScheduled: "due set"
        case .cardPrioritised: "priority set"
        case .cardTagged: "tagged"
        case .cardUntagged: "untagged"
        case .cardArchived: "archived"
        case .cardUnarchived: "unarchived"
        case .cardTrashed: "trashed"
        case .cardRestored: "restored"
        case .cardWithdrawn: "withdrawn"
        case .cardReinstated: "reinstated"
        case .cardMarkedChanged: "marked changed"
        case .itemAdded: "checklist item added"
        case .itemReworded: "checklist item reworded"
        case .itemMoved: "checklist item moved"
        case .itemChecked: "checklist item done"
        case .itemUnchecked: "checklist item reopened"
        case .itemRemoved: "checklist item removed"
        case .itemReturned: "checklist item returned"
        case .commentAdded: "commented"
        case .commentReworded: "comment reworded"
        case .commentRemoved: "comment removed"
        case .commentReturned: "comment returned"
        case .fileAttached: "file attached"
        case .fileDetached: "file detached"
        case .fileReattached: "file reattached"
        }
    }

    package static func blank(_ tag: Tag) -> BoardEvent {
        switch tag {
        case .boardOpened: .boardOpened(.zero, title: .blank)
        case .boardRetitled: .boardRetitled(.zero, title: .blank)
        case .boardArchived: .boardArchived(.zero)
        case .boardUnarchived: .boardUnarchived(.zero)
        case .boardTrashed: .boardTrashed(.zero)
        case .boardRestored: .boardRestored(.zero)
        case .boardWithdrawn: .boardWithdrawn(.zero)
        case .boardReinstated: .boardReinstated(.zero)
        case .boardPinned: .boardPinned(.zero)
        case .boardUnpinned: .boardUnpinned(.zero)
        case .boardVisited: .boardVisited(.zero, on: nil)
        case .columnAdded: .columnAdded(.zero, to: .zero, name: .blank, at: .blank)
        case .columnRenamed: .columnRenamed(.zero, name: .blank)
        case .columnMoved: .columnMoved(.zero, to: .blank)
        case .columnDeleted: .columnDeleted(.zero)
        case .columnRestored: .columnRestored(.zero)
        case .columnWithdrawn: .columnWithdrawn(.zero)
        case .columnReinstated: .columnReinstated(.zero)
        case .columnArchived: .columnArchived(.zero)
        case .columnUnarchived: .columnUnarchived(.zero)
        case .cardAdded: .cardAdded(.zero, to: .zero, at: .blank, title: .blank, description: "")
        case .cardRetitled: .cardRetitled(.zero, title: .blank)
        case .cardDescribed: .cardDescribed(.zero, .blank)
        case .cardMoved: .cardMoved(.zero, from: .zero, to: .zero, at: .blank)
        case .cardScheduled: .cardScheduled(.zero, due: nil)
        case .cardPrioritised: .cardPrioritised(.zero, priority: .blank)
        case .cardTagged: .cardTagged(.zero, [])
        case .cardUntagged: .cardUntagged(.zero, [])
        case .cardArchived: .cardArchived(.zero)
        case .cardUnarchived: .cardUnarchived(.zero)
        case .cardTrashed: .cardTrashed(.zero)
        case .cardRestored: .cardRestored(.zero)
        case .cardWithdrawn: .cardWithdrawn(.zero)
        case .cardReinstated: .cardReinstated(.zero)
        case .cardMarkedChanged: .cardMarkedChanged(.zero)
        case .itemAdded: .itemAdded(.zero, .zero, text: .blank, checklist: "", at: .blank)
        case .itemReworded: .itemReworded(.zero, .zero, text: .blank)
        case .itemMoved: .itemMoved(.zero, .zero, to: .blank)
        case .itemChecked: .itemChecked(.zero, .zero)
        case .itemUnchecked: .itemUnchecked(.zero, .zero)
        case .itemRemoved: .itemRemoved(.zero, .zero)
        case .itemReturned: .itemReturned(.zero, .zero)
        case .commentAdded: .commentAdded(.zero, .zero, text: "")
        case .commentReworded: .commentReworded(.zero, .zero, text: "")
        case .commentRemoved: .commentRemoved(.zero, .zero)
        case .commentReturned: .commentReturned(.zero, .zero)
        case .fileAttached: .fileAttached(.zero, .zero, .blank)
        case .fileDetached: .fileDetached(.zero, .zero)
        case .fileReattached: .fileReattached(.zero, .zero)
        }
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        switch self {
        case .boardOpened(var board, var title):
            coder.subject("board", &board)
            coder.field(1, "title", &title)
            self = .boardOpened(board, title: title)
        case .boardRetitled(var board, var title):
            coder.subject("board", &board)
            coder.field(1, "title", &title)
            self = .boardRetitled(board, title: title)
        case .boardArchived(var board):
            coder.subject("board", &board)
            self = .boardArchived(board)
        case .boardUnarchived(var board):
            coder.subject("board", &board)
            self = .boardUnarchived(board)
        case .boardTrashed(var board):
            coder.subject("board", &board)
            self = .boardTrashed(board)
        case .boardRestored(var board):
            coder.subject("board", &board)
            self = .boardRestored(board)
        case .boardWithdrawn(var board):
            coder.subject("board", &board)
            self = .boardWithdrawn(board)
        case .boardReinstated(var board):
            coder.subject("board", &board)
            self = .boardReinstated(board)
        case .boardPinned(var board):
            coder.subject("board", &board)
            self = .boardPinned(board)
        case .boardUnpinned(var board):
            coder.subject("board", &board)
            self = .boardUnpinned(board)
        case .boardVisited(var board, var device):
            coder.subject("board", &board)
            coder.field(1, "device", &device)
            self = .boardVisited(board, on: device)
        case .columnAdded(var column, var board, var name, var rank):
            coder.subject("column", &column)
            coder.field(1, "board", &board)
            coder.field(2, "name", &name)
            coder.field(3, "rank", &rank)
            self = .columnAdded(column, to: board, name: name, at: rank)
        case .columnRenamed(var column, var name):
            coder.subject("column", &column)
            coder.field(1, "name", &name)
            self = .columnRenamed(column, name: name)
        case .columnMoved(var column, var rank):
            coder.subject("column", &column)
            coder.field(1, "rank", &rank)
            self = .columnMoved(column, to: rank)
        case .columnDeleted(var column):
            coder.subject("column", &column)
            self = .columnDeleted(column)
        case .columnRestored(var column):
            coder.subject("column", &column)
            self = .columnRestored(column)
        case .columnWithdrawn(var column):
            coder.subject("column", &column)
            self = .columnWithdrawn(column)
        case .columnReinstated(var column):
            coder.subject("column", &column)
            self = .columnReinstated(column)
        case .columnArchived(var column):
            coder.subject("column", &column)
            self = .columnArchived(column)
        case .columnUnarchived(var column):
            coder.subject("column", &column)
            self = .columnUnarchived(column)
        case .cardAdded(var card, var column, var rank, var title, var description):
            coder.subject("card", &card)
            coder.field(1, "column", &column)
            coder.field(2, "rank", &rank)
            coder.field(3, "title", &title)
            coder.field(4, "description", &description)
            self = .cardAdded(card, to: column, at: rank, title: title, description: description)
        case .cardRetitled(var card, var title):
            coder.subject("card", &card)
            coder.field(1, "title", &title)
            self = .cardRetitled(card, title: title)
        case .cardDescribed(var card, var edit):
            coder.subject("card", &card)
            coder.field(1, "edit", &edit)
            self = .cardDescribed(card, edit)
        case .cardMoved(var card, var source, var column, var rank):
            coder.subject("card", &card)
            coder.field(1, "from", &source)
            coder.field(2, "to", &column)
            coder.field(3, "rank", &rank)
            self = .cardMoved(card, from: source, to: column, at: rank)
        case .cardScheduled(var card, var due):
            coder.subject("card", &card)
            coder.field(1, "due", &due)
            self = .cardScheduled(card, due: due)
        case .cardPrioritised(var card, var priority):
            coder.subject("card", &card)
            coder.field(1, "priority", &priority)
            self = .cardPrioritised(card, priority: priority)
        case .cardTagged(var card, var tags):
            coder.subject("card", &card)
            coder.field(1, "tags", &tags)
            self = .cardTagged(card, tags)
        case .cardUntagged(var card, var tags):
            coder.subject("card", &card)
            coder.field(1, "tags", &tags)
            self = .cardUntagged(card, tags)
        case .cardArchived(var card):
            coder.subject("card", &card)
            self = .cardArchived(card)
        case .cardUnarchived(var card):
            coder.subject("card", &card)
            self = .cardUnarchived(card)
        case .cardTrashed(var card):
            coder.subject("card", &card)
            self = .cardTrashed(card)
        case .cardRestored(var card):
            coder.subject("card", &card)
            self = .cardRestored(card)
        case .cardWithdrawn(var card):
            coder.subject("card", &card)
            self = .cardWithdrawn(card)
        case .cardReinstated(var card):
            coder.subject("card", &card)
            self = .cardReinstated(card)
        case .cardMarkedChanged(var card):
            coder.subject("card", &card)
            self = .cardMarkedChanged(card)
        case .itemAdded(var card, var item, var text, var checklist, var rank):
            coder.subject("card", &card)
            coder.field(1, "item", &item)
            coder.field(2, "text", &text)
            coder.field(3, "checklist", &checklist)
            coder.field(4, "rank", &rank)
            self = .itemAdded(card, item, text: text, checklist: checklist, at: rank)
        case .itemReworded(var card, var item, var text):
            coder.subject("card", &card)
            coder.field(1, "item", &item)
            coder.field(2, "text", &text)
            self = .itemReworded(card, item, text: text)
        case .itemMoved(var card, var item, var rank):
            coder.subject("card", &card)
            coder.field(1, "item", &item)
            coder.field(2, "rank", &rank)
            self = .itemMoved(card, item, to: rank)
        case .itemChecked(var card, var item):
            coder.subject("card", &card)
            coder.field(1, "item", &item)
            self = .itemChecked(card, item)
        case .itemUnchecked(var card, var item):
            coder.subject("card", &card)
            coder.field(1, "item", &item)
            self = .itemUnchecked(card, item)
        case .itemRemoved(var card, var item):
            coder.subject("card", &card)
            coder.field(1, "item", &item)
            self = .itemRemoved(card, item)
        case .itemReturned(var card, var item):
            coder.subject("card", &card)
            coder.field(1, "item", &item)
            self = .itemReturned(card, item)
        case .commentAdded(var card, var comment, var text):
            coder.subject("card", &card)
            coder.field(1, "comment", &comment)
            coder.field(2, "text", &text)
            self = .commentAdded(card, comment, text: text)
        case .commentReworded(var card, var comment, var text):
            coder.subject("card", &card)
            coder.field(1, "comment", &comment)
            coder.field(2, "text", &text)
            self = .commentReworded(card, comment, text: text)
        case .commentRemoved(var card, var comment):
            coder.subject("card", &card)
            coder.field(1, "comment", &comment)
            self = .commentRemoved(card, comment)
        case .commentReturned(var card, var comment):
            coder.subject("card", &card)
            coder.field(1, "comment", &comment)
            self = .commentReturned(card, comment)
        case .fileAttached(var card, var id, var file):
            coder.subject("card", &card)
            coder.field(1, "attachment", &id)
            coder.field(2, "file", &file)
            self = .fileAttached(card, id, file)
        case .fileDetached(var card, var id):
            coder.subject("card", &card)
            coder.field(1, "attachment", &id)
            self = .fileDetached(card, id)
        case .fileReattached(var card, var id):
            coder.subject("card", &card)
            coder.field(1, "attachment", &id)
            self = .fileReattached(card, id)
        }
    }
}

extension CardTag: FieldMessage {
    package static var schemaName: StaticString { "CardTag" }
    package static var blank: CardTag { CardTag(colour: .none, label: "") }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "colour", omittable: &colour)
        coder.field(2, "label", omittable: &label)
    }
}

extension Due: FieldMessage {
    package static var schemaName: StaticString { "Due" }
    package static var blank: Due { Due(day: CalendarDay(daysSinceEpoch: 0)) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var days = Int64(day.daysSinceEpoch)
        coder.field(1, "days_since_epoch", &days)
        day = CalendarDay(daysSinceEpoch: Int(days))
        coder.field(2, "minute_of_day", &minuteOfDay)
        coder.field(3, "zone", &zone)
    }
}
