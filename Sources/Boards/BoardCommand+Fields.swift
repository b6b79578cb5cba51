package import Kernel

/// The one list of fields per command: what `POST …/commands` reads, what a client writes, and the published schema.
///
/// - Invariant: names of types and fields are never changed and never reused; numbers ascend.
extension BoardCommand: FieldUnion {
    package enum Tag: String, UnionTag {
        case openBoard, retitleBoard, archiveBoard, unarchiveBoard, trashBoard, restoreBoard, pinBoard, unpinBoard
        case visitBoard
        case addColumn, renameColumn, moveColumn, deleteColumn, restoreColumn, archiveColumn, unarchiveColumn
        case addCard, retitleCard, describeCard, moveCard, scheduleCard, prioritiseCard, tagCard, untagCard
        case archiveCard, unarchiveCard, trashCard, restoreCard, markCardChanged
        case addItem, rewordItem, moveItem, checkItem, uncheckItem, removeItem
        case addComment, rewordComment, removeComment
        case attachFile, detachFile
    }

    package static var schemaName: StaticString { "BoardCommand" }
    package static var blank: BoardCommand { blank(.openBoard) }

    package var tag: Tag {
        switch self {
        case .openBoard: .openBoard
        case .retitleBoard: .retitleBoard
        case .archiveBoard: .archiveBoard
        case .unarchiveBoard: .unarchiveBoard
        case .trashBoard: .trashBoard
        case .restoreBoard: .restoreBoard
        case .pinBoard: .pinBoard
        case .unpinBoard: .unpinBoard
        case .visitBoard: .visitBoard
        case .addColumn: .addColumn
        case .renameColumn: .renameColumn
        case .moveColumn: .moveColumn
        case .deleteColumn: .deleteColumn
        case .restoreColumn: .restoreColumn
        case .archiveColumn: .archiveColumn
        case .unarchiveColumn: .unarchiveColumn
        case .addCard: .addCard
        case .retitleCard: .retitleCard
        case .describeCard: .describeCard
        case .moveCard: .moveCard
        case .scheduleCard: .scheduleCard
        case .prioritiseCard: .prioritiseCard
        case .tagCard: .tagCard
        case .untagCard: .untagCard
        case .archiveCard: .archiveCard
        case .unarchiveCard: .unarchiveCard
        case .trashCard: .trashCard
        case .restoreCard: .restoreCard
        case .markCardChanged: .markCardChanged
        case .addItem: .addItem
        case .rewordItem: .rewordItem
        case .moveItem: .moveItem
        case .checkItem: .checkItem
        case .uncheckItem: .uncheckItem
        case .removeItem: .removeItem
        case .addComment: .addComment
        case .rewordComment: .rewordComment
        case .removeComment: .removeComment
        case .attachFile: .attachFile
        case .detachFile: .detachFile
        }
    }

    package static func blank(_ tag: Tag) -> BoardCommand {
        switch tag {
        case .openBoard: .openBoard(.zero, title: .blank, columns: [])
        case .retitleBoard: .retitleBoard(.zero, to: .blank)
        case .archiveBoard: .archiveBoard(.zero)
        case .unarchiveBoard: .unarchiveBoard(.zero)
        case .trashBoard: .trashBoard(.zero)
        case .restoreBoard: .restoreBoard(.zero)
        case .pinBoard: .pinBoard(.zero)
        case .unpinBoard: .unpinBoard(.zero)
        case .visitBoard: .visitBoard(.zero)
        case .addColumn: .addColumn(.zero, to: .zero, name: .blank, above: nil)
        case .renameColumn: .renameColumn(.zero, to: .blank)
        case .moveColumn: .moveColumn(.zero, above: nil)
        case .deleteColumn: .deleteColumn(.zero, cards: .archived)
        case .restoreColumn: .restoreColumn(.zero)
        case .archiveColumn: .archiveColumn(.zero)
        case .unarchiveColumn: .unarchiveColumn(.zero)
        case .addCard: .addCard(.zero, to: .zero, title: .blank, description: "", above: nil)
        case .retitleCard: .retitleCard(.zero, to: .blank)
        case .describeCard: .describeCard(.zero, .blank)
        case .moveCard: .moveCard(.zero, to: .zero, above: nil)
        case .scheduleCard: .scheduleCard(.zero, due: nil)
        case .prioritiseCard: .prioritiseCard(.zero, .blank)
        case .tagCard: .tagCard(.zero, [])
        case .untagCard: .untagCard(.zero, [])
        case .archiveCard: .archiveCard(.zero)
        case .unarchiveCard: .unarchiveCard(.zero)
        case .trashCard: .trashCard(.zero)
        case .restoreCard: .restoreCard(.zero)
        case .markCardChanged: .markCardChanged(.zero)
        case .addItem: .addItem(.zero, .zero, text: .blank, checklist: "", above: nil)
        case .rewordItem: .rewordItem(.zero, .zero, to: .blank)
        case .moveItem: .moveItem(.zero, .zero, above: nil)
        case .checkItem: .checkItem(.zero, .zero)
        case .uncheckItem: .uncheckItem(.zero, .zero)
        case .removeItem: .removeItem(.zero, .zero)
        case .addComment: .addComment(.zero, .zero, text: "")
        case .rewordComment: .rewordComment(.zero, .zero, to: "")
        case .removeComment: .removeComment(.zero, .zero)
        case .attachFile: .attachFile(.zero, .zero, .blank)
        case .detachFile: .detachFile(.zero, .zero)
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .openBoard(var board, var title, var columns):
            coder.field(2, "board", &board)
            coder.field(3, "title", &title)
            coder.field(4, "columns", &columns)
            self = .openBoard(board, title: title, columns: columns)
        case .retitleBoard(var board, var title):
            coder.field(2, "board", &board)
            coder.field(3, "title", &title)
            self = .retitleBoard(board, to: title)
        case .archiveBoard(var board):
            coder.field(2, "board", &board)
            self = .archiveBoard(board)
        case .unarchiveBoard(var board):
            coder.field(2, "board", &board)
            self = .unarchiveBoard(board)
        case .trashBoard(var board):
            coder.field(2, "board", &board)
            self = .trashBoard(board)
        case .restoreBoard(var board):
            coder.field(2, "board", &board)
            self = .restoreBoard(board)
        case .pinBoard(var board):
            coder.field(2, "board", &board)
            self = .pinBoard(board)
        case .unpinBoard(var board):
            coder.field(2, "board", &board)
            self = .unpinBoard(board)
        case .visitBoard(var board, var device):
            coder.field(2, "board", &board)
            coder.field(3, "device", &device)
            self = .visitBoard(board, on: device)
        case .addColumn(var column, var board, var name, var above):
            coder.field(2, "column", &column)
            coder.field(3, "board", &board)
            coder.field(4, "name", &name)
            coder.field(5, "above", &above)
            self = .addColumn(column, to: board, name: name, above: above)
        case .renameColumn(var column, var name):
            coder.field(2, "column", &column)
            coder.field(3, "name", &name)
            self = .renameColumn(column, to: name)
        case .moveColumn(var column, var above):
            coder.field(2, "column", &column)
            coder.field(3, "above", &above)
            self = .moveColumn(column, above: above)
        case .deleteColumn(var column, var cards):
            coder.field(2, "column", &column)
            coder.field(3, "cards", &cards)
            self = .deleteColumn(column, cards: cards)
        case .restoreColumn(var column):
            coder.field(2, "column", &column)
            self = .restoreColumn(column)
        case .archiveColumn(var column):
            coder.field(2, "column", &column)
            self = .archiveColumn(column)
        case .unarchiveColumn(var column):
            coder.field(2, "column", &column)
            self = .unarchiveColumn(column)
        case .addCard(var card, var column, var title, var description, var above):
            coder.field(2, "card", &card)
            coder.field(3, "column", &column)
            coder.name(4, "title", &title, rule: Card.titleRule)
            coder.field(5, "description", omittable: &description)
            coder.field(6, "above", &above)
            self = .addCard(card, to: column, title: title, description: description, above: above)
        case .retitleCard(var card, var title):
            coder.field(2, "card", &card)
            coder.name(3, "title", &title, rule: Card.titleRule)
            self = .retitleCard(card, to: title)
        case .describeCard(var card, var edit):
            coder.field(2, "card", &card)
            coder.field(3, "edit", &edit)
            self = .describeCard(card, edit)
        case .moveCard(var card, var column, var above):
            coder.field(2, "card", &card)
            coder.field(3, "column", &column)
            coder.field(4, "above", &above)
            self = .moveCard(card, to: column, above: above)
        case .scheduleCard(var card, let due):
            var asked = due.map { AskedDue(due: $0) }
            coder.field(2, "card", &card)
            coder.field(3, "due", orNull: &asked)
            self = .scheduleCard(card, due: asked?.due)
        case .prioritiseCard(var card, var priority):
            coder.field(2, "card", &card)
            coder.field(3, "priority", &priority)
            self = .prioritiseCard(card, priority)
        case .tagCard(var card, var tags):
            coder.field(2, "card", &card)
            coder.field(3, "tags", &tags)
            self = .tagCard(card, tags)
        case .untagCard(var card, var tags):
            coder.field(2, "card", &card)
            coder.field(3, "tags", &tags)
            self = .untagCard(card, tags)
        case .archiveCard(var card):
            coder.field(2, "card", &card)
            self = .archiveCard(card)
        case .unarchiveCard(var card):
            coder.field(2, "card", &card)
            self = .unarchiveCard(card)
        case .trashCard(var card):
            coder.field(2, "card", &card)
            self = .trashCard(card)
        case .restoreCard(var card):
            coder.field(2, "card", &card)
            self = .restoreCard(card)
        case .markCardChanged(var card):
            coder.field(2, "card", &card)
            self = .markCardChanged(card)
        case .addItem(var card, var item, var text, var checklist, var above):
            coder.field(2, "card", &card)
            coder.field(3, "item", &item)
            coder.name(4, "text", &text, rule: ChecklistItem.textRule)
            coder.field(5, "checklist", omittable: &checklist)
            coder.field(6, "above", &above)
            self = .addItem(card, item, text: text, checklist: checklist, above: above)
        case .rewordItem(var card, var item, var text):
            coder.field(2, "card", &card)
            coder.field(3, "item", &item)
            coder.name(4, "text", &text, rule: ChecklistItem.textRule)
            self = .rewordItem(card, item, to: text)
        case .moveItem(var card, var item, var above):
            coder.field(2, "card", &card)
            coder.field(3, "item", &item)
            coder.field(4, "above", &above)
            self = .moveItem(card, item, above: above)
        case .checkItem(var card, var item):
            coder.field(2, "card", &card)
            coder.field(3, "item", &item)
            self = .checkItem(card, item)
        case .uncheckItem(var card, var item):
            coder.field(2, "card", &card)
            coder.field(3, "item", &item)
            self = .uncheckItem(card, item)
        case .removeItem(var card, var item):
            coder.field(2, "card", &card)
            coder.field(3, "item", &item)
            self = .removeItem(card, item)
        case .addComment(var card, var comment, var text):
            coder.field(2, "card", &card)
            coder.field(3, "comment", &comment)
            coder.field(4, "text", &text)
            self = .addComment(card, comment, text: text)
        case .rewordComment(var card, var comment, var text):
            coder.field(2, "card", &card)
            coder.field(3, "comment", &comment)
            coder.field(4, "text", &text)
            self = .rewordComment(card, comment, to: text)
        case .removeComment(var card, var comment):
            coder.field(2, "card", &card)
            coder.field(3, "comment", &comment)
            self = .removeComment(card, comment)
        case .attachFile(var card, var attachment, var file):
            coder.field(2, "card", &card)
            coder.field(3, "attachment", &attachment)
            coder.field(4, "file", &file)
            self = .attachFile(card, attachment, file)
        case .detachFile(var card, var attachment):
            coder.field(2, "card", &card)
            coder.field(3, "attachment", &attachment)
            self = .detachFile(card, attachment)
        }
    }
}

extension Card {
    static var titleRule: NameRule { NameRule(graphemesMax: titleGraphemesMax) }
}

extension ChecklistItem {
    static var textRule: NameRule { NameRule(graphemesMax: textGraphemesMax) }
}

extension NewColumn: FieldMessage {
    package static var schemaName: StaticString { "NewColumn" }
    package static var blank: NewColumn { NewColumn(id: .zero, name: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "name", &name)
    }
}

extension CardsOfDeletedColumn: FieldUnion {
    package enum Tag: String, UnionTag {
        case moved, archived
    }

    package static var schemaName: StaticString { "CardsOfDeletedColumn" }
    package static var blank: CardsOfDeletedColumn { .archived }

    package var tag: Tag {
        switch self {
        case .moved: .moved
        case .archived: .archived
        }
    }

    package static func blank(_ tag: Tag) -> CardsOfDeletedColumn {
        switch tag {
        case .moved: .moved(to: .zero)
        case .archived: .archived
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .moved(var column):
            coder.field(2, "column", &column)
            self = .moved(to: column)
        case .archived: return
        }
    }
}

/// When a card shall be due, with a day that people can read. The event counts days.
private struct AskedDue: FieldMessage {
    var due: Due

    static var schemaName: StaticString { "Due" }
    static var blank: AskedDue { AskedDue(due: .blank) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "day", &due.day)
        coder.field(2, "minute_of_day", &due.minuteOfDay)
        coder.field(3, "zone", omittable: &due.zone)
    }
}
