import Kernel

/// The rules of boards. They stand as sentences in `Boards.md`.
///
/// Every rule asks in the same order: is the thing there, is there anything left to do, is it allowed. So a command
/// that is sent twice is quiet the second time, even where asking for something new would be refused by then.
package enum BoardDecider: Decider {
    package static var initial: BoardsState { BoardsState() }

    package static func evolve(_ boards: inout BoardsState, with event: BoardEvent) { boards.apply(event) }

    package static func decide(
        _ command: BoardCommand, given boards: BoardsState
    ) throws(BoardRefusal) -> [BoardEvent] {
        switch command {
        case .openBoard(let board, let title, let columns):
            try boards.open(board, title: title, columns: columns)
        case .retitleBoard(let board, let title): try boards.retitle(board, to: title)
        case .archiveBoard(let board): try boards.archive(board)
        case .unarchiveBoard(let board): try boards.unarchive(board)
        case .trashBoard(let board): try boards.board(board).flags.isTrashed ? [] : [.boardTrashed(board)]
        case .restoreBoard(let board): try boards.board(board).flags.isTrashed ? [.boardRestored(board)] : []
        case .pinBoard(let board): try boards.pin(board)
        case .unpinBoard(let board): try boards.unpin(board)
        case .visitBoard(let board, let device): try boards.visit(board, on: device)

        case .addColumn(let column, let board, let name, let next):
            try boards.add(column, to: board, name: name, above: next)
        case .renameColumn(let column, let name): try boards.rename(column, to: name)
        case .moveColumn(let column, let next): try boards.move(column, above: next)
        case .deleteColumn(let column, let fate): try boards.delete(column, cards: fate)
        case .restoreColumn(let column): try boards.restore(column)
        case .archiveColumn(let column): try boards.archive(column)
        case .unarchiveColumn(let column): try boards.unarchive(column)

        case .addCard(let card, let column, let title, let description, let next):
            try boards.add(card, to: column, title: title, description: description, above: next)
        case .retitleCard(let card, let title): try boards.retitle(card, to: title)
        case .describeCard(let card, let edit): try boards.describe(card, edit)
        case .moveCard(let card, let column, let next): try boards.move(card, to: column, above: next)
        case .scheduleCard(let card, let due): try boards.schedule(card, due: due)
        case .prioritiseCard(let card, let priority): try boards.prioritise(card, priority)
        case .tagCard(let card, let tags): try boards.tag(card, tags)
        case .untagCard(let card, let tags): try boards.untag(card, tags)
        case .archiveCard(let card): try boards.archive(card)
        case .unarchiveCard(let card): try boards.unarchive(card)
        case .trashCard(let card): try boards.trash(card)
        case .restoreCard(let card): try boards.restore(card)
        case .markCardChanged(let card): try boards.markChanged(card)

        case .addItem(let card, let item, let text, let checklist, let next):
            try boards.add(item, to: card, text: text, checklist: checklist, above: next)
        case .rewordItem(let card, let item, let text): try boards.reword(item, of: card, to: text)
        case .moveItem(let card, let item, let next): try boards.move(item, of: card, above: next)
        case .checkItem(let card, let item): try boards.set(item, of: card, done: true)
        case .uncheckItem(let card, let item): try boards.set(item, of: card, done: false)
        case .removeItem(let card, let item): try boards.remove(item, from: card)

        case .addComment(let card, let comment, let text): try boards.add(comment, to: card, text: text)
        case .rewordComment(let card, let comment, let text): try boards.reword(comment, on: card, to: text)
        case .removeComment(let card, let comment): try boards.remove(comment, from: card)

        case .attachFile(let card, let id, let file): try boards.attach(file, id, to: card)
        case .detachFile(let card, let id): try boards.detach(id, from: card)
        }
    }

    /// Checks the rules for every name, however it was made.
    static func check(_ name: Name, graphemesMax: Int) throws(BoardRefusal) {
        do { _ = try Name(verbatim: name.text, graphemesMax: graphemesMax) } catch { throw .badName(error) }
    }
}
