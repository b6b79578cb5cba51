package import Kernel

/// Tells a person what an event did, in one line, and shows what changed where a text did.
package enum BoardHistory {
    /// One line on what `event` did.
    ///
    /// - Parameters:
    ///   - before: the view of the event's subject alone, just before it; `after`: just after.
    ///   - name: what another thing, such as a column, is called today.
    package static func summary(
        of event: BoardEvent, before: BoardsView, after: BoardsView, name: (EntityID) -> String?
    ) -> String {
        ofBoard(event, before, after) ?? ofColumn(event, before, after, name) ?? ofCard(event, before, after, name)
            ?? ofItem(event, before, after) ?? ofFile(event, after) ?? ofComment(event, after)
    }

    private static func ofBoard(_ event: BoardEvent, _ before: BoardsView, _ after: BoardsView) -> String? {
        switch event {
        case .boardOpened(_, let title): "opened the board " + quoted(title.text)
        case .boardRetitled(let id, let title):
            "renamed the board " + quoted(before.name(of: id.entity)) + " to " + quoted(title.text)
        case .boardArchived(let id): "archived the board " + quoted(after.name(of: id.entity))
        case .boardUnarchived(let id):
            "brought the board " + quoted(after.name(of: id.entity)) + " back from the archive"
        case .boardTrashed(let id): "deleted the board " + quoted(after.name(of: id.entity))
        case .boardRestored(let id): "restored the board " + quoted(after.name(of: id.entity))
        case .boardWithdrawn(let id): "undid opening the board " + quoted(after.name(of: id.entity))
        case .boardReinstated(let id): "redid opening the board " + quoted(after.name(of: id.entity))
        case .boardPinned(let id): "pinned the board " + quoted(after.name(of: id.entity))
        case .boardUnpinned(let id): "unpinned the board " + quoted(after.name(of: id.entity))
        case .boardVisited(let id, _): "looked at the board " + quoted(after.name(of: id.entity))
        default: nil
        }
    }

    private static func ofColumn(
        _ event: BoardEvent, _ before: BoardsView, _ after: BoardsView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .columnAdded(_, let board, let title, _):
            "added the column " + quoted(title.text) + " to " + quoted(name(board.entity))
        case .columnRenamed(let id, let title):
            "renamed the column " + quoted(before.name(of: id.entity)) + " to " + quoted(title.text)
        case .columnMoved(let id, _): "moved the column " + quoted(after.name(of: id.entity))
        case .columnDeleted(let id): "deleted the column " + quoted(after.name(of: id.entity))
        case .columnRestored(let id): "restored the column " + quoted(after.name(of: id.entity))
        case .columnWithdrawn(let id): "undid adding the column " + quoted(after.name(of: id.entity))
        case .columnReinstated(let id): "redid adding the column " + quoted(after.name(of: id.entity))
        case .columnArchived(let id): "archived the column " + quoted(after.name(of: id.entity))
        case .columnUnarchived(let id):
            "brought the column " + quoted(after.name(of: id.entity)) + " back from the archive"
        default: nil
        }
    }

    private static func ofCard(
        _ event: BoardEvent, _ before: BoardsView, _ after: BoardsView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .cardAdded(_, let column, _, let title, _):
            "added the card " + quoted(title.text) + " to " + quoted(name(column.entity))
        case .cardRetitled(let id, let title):
            "renamed the card " + quoted(before.name(of: id.entity)) + " to " + quoted(title.text)
        case .cardDescribed(let id, _): "edited the description of " + quoted(after.name(of: id.entity))
        case .cardMoved(let id, let source, let column, _):
            "moved " + quoted(after.name(of: id.entity))
                + (source == column
                    ? " within " + quoted(name(column.entity))
                    : " from " + quoted(name(source.entity)) + " to " + quoted(name(column.entity)))
        case .cardScheduled(let id, let due):
            due.map { "set " + quoted(after.name(of: id.entity)) + " due " + $0.text }
                ?? "took the due date off " + quoted(after.name(of: id.entity))
        case .cardPrioritised(let id, let priority):
            "set the priority of " + quoted(after.name(of: id.entity)) + " to " + spelled(priority.fieldName)
        case .cardTagged(let id, let tags): "tagged " + quoted(after.name(of: id.entity)) + " with " + listed(tags)
        case .cardUntagged(let id, let tags): "untagged " + quoted(after.name(of: id.entity)) + ": " + listed(tags)
        case .cardArchived(let id): "archived " + quoted(after.name(of: id.entity))
        case .cardUnarchived(let id): "brought " + quoted(after.name(of: id.entity)) + " back from the archive"
        case .cardTrashed(let id): "deleted " + quoted(after.name(of: id.entity))
        case .cardRestored(let id): "restored " + quoted(after.name(of: id.entity))
        case .cardWithdrawn(let id): "undid adding " + quoted(after.name(of: id.entity))
        case .cardReinstated(let id): "redid adding " + quoted(after.name(of: id.entity))
        case .cardMarkedChanged(let id): "changed " + quoted(after.name(of: id.entity)) + " last where it came from"
        default: nil
        }
    }

    private static func ofItem(_ event: BoardEvent, _ before: BoardsView, _ after: BoardsView) -> String? {
        switch event {
        case .itemAdded(let id, _, let text, let checklist, _):
            "added the item " + quoted(text.text) + (checklist.utf8.isEmpty ? "" : " in " + quoted(checklist))
                + on(id, after)
        case .itemReworded(let id, let item, let text):
            "reworded the item " + itemText(item, id, before) + " to " + quoted(text.text) + on(id, after)
        case .itemMoved(let id, let item, _): "moved the item " + itemText(item, id, after) + on(id, after)
        case .itemChecked(let id, let item): "ticked off " + itemText(item, id, after) + on(id, after)
        case .itemUnchecked(let id, let item): "reopened " + itemText(item, id, after) + on(id, after)
        case .itemRemoved(let id, let item): "removed the item " + itemText(item, id, after) + on(id, after)
        case .itemReturned(let id, let item): "brought back the item " + itemText(item, id, after) + on(id, after)
        default: nil
        }
    }

    private static func ofFile(_ event: BoardEvent, _ after: BoardsView) -> String? {
        switch event {
        case .fileAttached(let id, _, let file): "attached " + quoted(file.name.text) + " to " + card(id, after)
        case .fileDetached(let id, let file): "detached " + fileName(file, id, after) + " from " + card(id, after)
        case .fileReattached(let id, let file): "attached " + fileName(file, id, after) + " again to " + card(id, after)
        default: nil
        }
    }

    private static func card(_ id: CardID, _ view: BoardsView) -> String { quoted(view.name(of: id.entity)) }

    private static func fileName(_ file: AttachmentID, _ card: CardID, _ view: BoardsView) -> String {
        quoted(view.model.cards[card]?.files[file]?.file.name.text)
    }

    private static func ofComment(_ event: BoardEvent, _ after: BoardsView) -> String {
        switch event {
        case .commentAdded(let id, _, let text): "commented" + on(id, after) + ": " + firstLine(text)
        case .commentReworded(let id, _, let text): "reworded a comment" + on(id, after) + ": " + firstLine(text)
        case .commentRemoved(let id, let comment):
            "removed a comment" + on(id, after) + ": " + firstLine(commentText(comment, id, after) ?? "")
        case .commentReturned(let id, let comment):
            "brought back a comment" + on(id, after) + ": " + firstLine(commentText(comment, id, after) ?? "")
        default: preconditionFailure("every event is told by one of the functions above")
        }
    }

    /// The first words of a text of many lines.
    private static func firstLine(_ text: String) -> String {
        let line = text.split(maxSplits: 1, whereSeparator: { $0.isNewline }).first.map { String($0) } ?? ""
        return line.count > 80 ? String(line.prefix(80)) + "…" : line
    }

    private static func quoted(_ name: String?) -> String { name.map { "\"" + $0 + "\"" } ?? "something unknown" }

    private static func on(_ card: CardID, _ view: BoardsView) -> String { " on " + quoted(view.name(of: card.entity)) }

    private static func listed(_ tags: [CardTag]) -> String {
        var words = ""
        for tag in tags { words += (words.utf8.isEmpty ? "" : ", ") + tag.text }
        return words
    }

    private static func itemText(_ item: ChecklistItemID, _ card: CardID, _ view: BoardsView) -> String {
        quoted(view.model.cards[card]?.items[item]?.text.text)
    }

    static func commentText(_ comment: CommentID, _ card: CardID, _ view: BoardsView) -> String? {
        view.model.cards[card]?.comments[comment]?.text
    }
}
