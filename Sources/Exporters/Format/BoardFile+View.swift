package import Boards
import Kernel
import Workspace

extension BoardFile {
    /// The board as it stands in `view`.
    init(_ id: BoardID, in view: BoardsView) {
        let slot = view.model.boards.slot(of: id)
        let board = slot.map { view.model.boards[$0] }
        let provenance = slot.map { view.provenance(of: $0) }
        self.init(
            id: Written(id), title: board?.title.text ?? "", formerTitles: view.formerTitles(of: id.entity),
            archived: board?.flags.isArchived ?? false,
            trashed: board?.flags.isTrashed ?? false, pinned: board?.isPinned ?? false,
            created: WrittenAttribution(made: provenance),
            updated: WrittenAttribution(updated: provenance),
            columns: view.model.columns(of: id).ids.compactMap { Column($0, in: view) })
    }
}

extension BoardFile.Column {
    /// Nil when its making was undone.
    fileprivate init?(_ id: ColumnID, in view: BoardsView) {
        guard let slot = view.model.columns.slot(of: id) else { return nil }
        let column = view.model.columns[slot]
        guard !column.flags.isWithdrawn else { return nil }
        let provenance = view.provenance(of: slot)
        self.init(
            id: Written(id), name: column.name.text, deleted: column.flags.isTrashed,
            archived: column.flags.isArchived ? true : nil, created: WrittenAttribution(made: provenance),
            updated: WrittenAttribution(updated: provenance),
            cards: view.model.cards(of: id).ids.compactMap { BoardFile.Card($0, in: view) })
    }
}

extension BoardFile.Card {
    fileprivate init?(_ id: CardID, in view: BoardsView) {
        guard let slot = view.model.cards.slot(of: id) else { return nil }
        let card = view.model.cards[slot]
        guard !card.flags.isWithdrawn else { return nil }
        let provenance = view.provenance(of: slot)
        self.init(
            id: Written(id), title: card.title.text, formerTitles: view.formerTitles(of: id.entity),
            description: view.description(of: slot).string,
            archived: card.flags.isArchived, trashed: card.flags.isTrashed, due: card.due.map(BoardFile.Due.init),
            priority: choiceName(card.priority),
            tags: card.tags.map { BoardFile.Tag(colour: choiceName($0.colour), label: $0.label) },
            checklists: zip(card.checklists.names, card.itemsByChecklist).compactMap { name, items in
                guard !items.isEmpty else { return nil }
                return BoardFile.Checklist(
                    name: name,
                    items: items.map { BoardFile.Item(id: Written($0.id), text: $0.text.text, done: $0.isDone) })
            },
            comments: zip(card.comments, view.remarks(on: slot)).compactMap { comment, said in
                comment.isRemoved
                    ? nil
                    : BoardFile.Comment(
                        id: Written(comment.id), text: comment.text, made: WrittenAttribution(said.made, said.maker))
            },
            files: [], created: WrittenAttribution(made: provenance), updated: WrittenAttribution(updated: provenance))
    }
}

extension BoardsView {
    fileprivate func formerTitles(of id: EntityID) -> [String] { formerTitles[id]?.names.map { $0.text } ?? [] }
}

extension BoardFile.Due {
    fileprivate init(_ due: Boards.Due) {
        self.init(day: due.day.text, time: nil, zone: nil)
        guard let minute = due.minuteOfDay else { return }
        time = String(String(minute / 60 + 100).dropFirst() + ":" + String(minute % 60 + 100).dropFirst())
        zone = due.zone
    }
}

extension BoardFile.Due {
    /// The due date for the calendar; nil when it is not a day or not a time.
    package var due: Boards.Due? {
        guard let day = CalendarDay(text: day) else { return nil }
        guard let time else { return zone == nil ? Boards.Due(day: day) : nil }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { return nil }
        return Boards.Due(day: day, minuteOfDay: hour * 60 + minute, zone: zone ?? "")
    }
}

extension WrittenAttribution {
    fileprivate init(made provenance: BoardsView.Provenance?) {
        self.init(provenance?.made ?? .epoch, provenance?.maker ?? .zero)
    }
    fileprivate init(updated provenance: BoardsView.Provenance?) {
        self.init(provenance?.updated ?? .epoch, provenance?.updater ?? .zero)
    }
}
