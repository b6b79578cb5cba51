import Boards
import Kernel
import Workspace

/// Plans one card of a Trello board: made anew, or brought up to what changed since the last import.
struct TrelloCardImport {
    let card: TrelloBoard.Card
    let list: TrelloBoard.List
    let parts: TrelloParts
    /// The cards behind it in its list.
    private let following: [CardID]
    /// What the last import found; nil for a card that is new.
    private var old: Fingerprint?
    private var print = Fingerprint()
    private var id = CardID.zero

    init(_ card: TrelloBoard.Card, in list: TrelloBoard.List, parts: TrelloParts, before following: [CardID]) {
        self.card = card
        self.list = list
        self.parts = parts
        self.following = following
    }

    mutating func plan(_ board: inout TrelloImport) throws(ImportFailure) {
        id = board.cardID(card.id)
        guard let title = board.usableName(card.name, graphemesMax: Card.titleGraphemesMax, what: "card") else {
            return
        }
        report(&board)
        print = fingerprint(title: title)
        guard let known = board.builder.state.boards.arrangement.cards[id], !known.standing.isWithdrawn else {
            guard try add(title, &board) else { return }
            dress(&board)
            return board.record(id.entity, "card", card.id, print, textRevision: revision(board))
        }
        old = board.fingerprint(of: id.entity)
        guard old != nil, let facts = board.builder.state.registry.sources[id.entity] else {
            return board.leave("card", card.name, "it is here already, but not from an import")
        }
        guard print != old else {
            board.builder.plan.unchanged += 1
            return
        }
        guard !known.standing.isTrashed else {
            return board.leave("change to a card", card.name, "it is in the trash here; restore it first")
        }
        board.builder.plan.changed += 1
        update(title, &board)
        let described = try describe(from: facts.textRevision, &board)
        dress(&board)
        board.record(id.entity, "card", card.id, print, textRevision: described ?? facts.textRevision)
    }

    // MARK: - The card itself

    private var created: Instant? { Instant(trelloID: card.id) }

    private func add(_ title: Name, _ board: inout TrelloImport) throws(ImportFailure) -> Bool {
        let description = card.desc ?? ""
        let adding = BoardCommand.addCard(
            id, to: board.columnID(list.id), title: title, description: description, above: next(board))
        let events: [WorkspaceEvent]
        do { events = try board.builder.ask(.boards(adding), at: created) } catch {
            board.leave("card", card.name, error.message)
            return false
        }
        if case .boards(.cardAdded)? = events.first { return true }
        // Its import was undone; it comes back as it was, and the rest makes it what Trello says now.
        let now = try board.builder.history(of: id.entity, called: card.name).text
        let runs = TextDiff.runs(from: now, to: description)
        let cards = board.builder.state.boards.arrangement.cards
        if !runs.isEmpty, let slot = cards.slot(of: id) {
            let edit = TextEdit(parents: board.builder.state.boards.description(of: slot).frontier, runs: runs)
            offer(.describeCard(id, edit), "description", &board)
        }
        let wanted = tags.map(\.tag)
        let surplus = (cards[id]?.tags ?? []).filter { !wanted.contains($0) }
        if !surplus.isEmpty { offer(.untagCard(id, surplus), "labels", &board) }
        return true
    }

    private func update(_ title: Name, _ board: inout TrelloImport) {
        if !print.agrees(with: old, on: "title") { offer(.retitleCard(id, to: title), "title", &board) }
        if !print.agrees(with: old, on: "place") {
            offer(.moveCard(id, to: board.columnID(list.id), above: next(board)), "place", &board)
        }
    }

    /// - Returns: the revision of the description that Trello's now stands for; nil when it did not change.
    private func describe(from baseline: Int, _ board: inout TrelloImport) throws(ImportFailure) -> Int? {
        guard !print.agrees(with: old, on: "description") else { return nil }
        let before = try board.builder.baseline(of: id.entity, at: baseline, called: card.name)
        let runs = TextDiff.runs(from: before, to: card.desc ?? "")
        guard !runs.isEmpty else { return nil }
        let edit = TextEdit(parents: [baseline], runs: runs)
        return offer(.describeCard(id, edit), "description", &board) ? revision(board) : nil
    }

    private func revision(_ board: TrelloImport) -> Int {
        let boards = board.builder.state.boards
        return boards.arrangement.cards.slot(of: id).map { boards.description(of: $0).revision } ?? 0
    }

    /// The nearest card behind it that already stands in its column.
    private func next(_ board: TrelloImport) -> CardID? {
        let column = board.columnID(list.id)
        let cards = board.builder.state.boards.arrangement.cards
        return following.first { cards[$0].map { $0.column == column && !$0.standing.isWithdrawn } ?? false }
    }

    // MARK: - What it carries

    /// Due date, labels, checklists, comments, and last whether it is archived.
    private func dress(_ board: inout TrelloImport) {
        if !print.agrees(with: old, on: "due") { offer(.scheduleCard(id, due: due), "due date", &board) }
        label(&board)
        for (name, items) in parts.checklists(of: card) {
            for item in items { check(item, on: name, &board) }
        }
        for comment in parts.comments(on: card) { say(comment, &board) }
        if !print.agrees(with: old, on: "archived") {
            offer(isArchived ? .archiveCard(id) : .unarchiveCard(id), "archiving", &board)
        }
    }

    private func label(_ board: inout TrelloImport) {
        let added = tags.filter { !(old?.holds($0.part) ?? false) }.map(\.tag)
        if !added.isEmpty { offer(.tagCard(id, added), "labels", &board) }
        guard let old, let now = board.builder.state.boards.arrangement.cards[id]?.tags else { return }
        let removed = now.filter { old.holds(Self.part($0)) && !print.holds(Self.part($0)) }
        if !removed.isEmpty { offer(.untagCard(id, removed), "labels", &board) }
    }

    private func check(_ item: TrelloBoard.Item, on checklist: String, _ board: inout TrelloImport) {
        let itemID: ChecklistItemID = board.ids.id("item", item.id)
        let now = board.builder.state.boards.arrangement.cards[id]
        let known = now.flatMap { card in card.itemIndex(itemID).map { card.items[$0] } }
        // What was removed here stays removed.
        if known?.isRemoved == true { return }
        let time = Instant(trelloID: item.id)
        if !print.agrees(with: old, on: "item:" + item.id) {
            let max = ChecklistItem.textGraphemesMax
            guard let text = board.usableName(item.name, graphemesMax: max, what: "checklist item") else { return }
            let command: BoardCommand =
                known == nil
                ? .addItem(id, itemID, text: text, checklist: checklist, above: nil) : .rewordItem(id, itemID, to: text)
            guard offer(command, "checklist item", &board, at: time) else { return }
        }
        guard !print.agrees(with: old, on: "state:" + item.id) else { return }
        let isDone = item.state == "complete"
        if known == nil, !isDone { return }
        offer(isDone ? .checkItem(id, itemID) : .uncheckItem(id, itemID), "checklist item", &board, at: time)
    }

    private func say(_ comment: TrelloBoard.Action, _ board: inout TrelloImport) {
        guard let original = comment.id, let text = comment.data?.text,
            !print.agrees(with: old, on: "comment:" + original)
        else { return }
        let commentID: CommentID = board.ids.id("comment", original)
        let time = comment.date.flatMap { Instant(text: $0) } ?? Instant(trelloID: original)
        let author = comment.idMemberCreator.map { board.actor($0, comment.memberCreator) }
        let now = board.builder.state.boards.arrangement.cards[id]
        let known = now.flatMap { card in card.commentIndex(commentID).map { card.comments[$0] } }
        if known?.isRemoved == true { return }
        let command: BoardCommand =
            known == nil ? .addComment(id, commentID, text: text) : .rewordComment(id, commentID, to: text)
        board.builder.offer(.boards(command), at: time, by: author, what: "comment", in: card.name)
    }

    /// What comes with a new card has the card's time; a later change has that of the import.
    @discardableResult
    private func offer(
        _ command: BoardCommand, _ what: String, _ board: inout TrelloImport, at time: Instant? = nil
    ) -> Bool {
        let time = time ?? (old == nil ? created : nil)
        return board.builder.offer(.boards(command), at: time, what: what, in: card.name)
    }
}
