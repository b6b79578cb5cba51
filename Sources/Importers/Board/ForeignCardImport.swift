import Boards
import Kernel
import Workspace

/// Plans one card of another program's board: made anew, or brought up to what changed since the last import.
struct ForeignCardImport {
    private var card: ForeignBoard.Card
    /// The nearest card behind it that already stands in its column.
    private let next: CardID?
    /// The fingerprint from the last import; nil for a card that is new.
    private var old: Fingerprint?
    private var print = Fingerprint()
    private var id = CardID.zero

    init(_ card: ForeignBoard.Card, above next: CardID?) {
        self.card = card
        self.next = next
    }

    mutating func plan(_ board: inout ForeignBoardImport) throws(ImportFailure) {
        id = board.cardID(card.id)
        let title = board.usableName(card.title, graphemesMax: Card.titleGraphemesMax, what: "card")
        card.keepWhole(title: title)
        card.ingestEachOnce()
        card.fit()
        board.builder.plan.notTaken += card.leftovers
        print = card.fingerprint(title: title)
        guard let known = board.builder.state.boards.model.cards[id], !known.flags.isWithdrawn else {
            guard try add(title, &board) else { return }
            dress(&board)
            markChanged(&board)
            return board.record(id.entity, "card", card.id, print, textRevision: revision(board))
        }
        old = board.fingerprint(of: id.entity)
        guard old != nil, let facts = board.builder.state.registry.sources[id.entity] else {
            return board.leave("card", card.title, "it is here already, but not from an import")
        }
        guard print != old else {
            for file in card.files { board.builder.hold(file.toKeep) }
            board.builder.plan.unchanged += 1
            return
        }
        guard !known.flags.isTrashed else {
            return board.leave("change to a card", card.title, "it is in the trash here; restore it first")
        }
        board.builder.plan.changed += 1
        update(title, &board)
        let described = try describe(from: facts.textRevision, &board)
        dress(&board)
        markChanged(&board)
        board.record(id.entity, "card", card.id, print, textRevision: described ?? facts.textRevision)
    }

    // MARK: - The card itself

    private func add(_ title: Name, _ board: inout ForeignBoardImport) throws(ImportFailure) -> Bool {
        let adding = BoardCommand.addCard(
            id, to: board.columnID(card.column), title: title, description: card.description, above: next)
        let events: [WorkspaceEvent]
        do { events = try board.builder.ask(.boards(adding), at: card.created ?? card.updated) } catch {
            board.leave("card", card.title, error.message)
            return false
        }
        if case .boards(.cardAdded)? = events.first { return true }
        // Its import was undone; it comes back as it was, and the rest makes it what its source says now.
        let now = try board.builder.history(of: id.entity, called: card.title).text
        let runs = TextDiff.runs(from: now, to: card.description)
        let cards = board.builder.state.boards.model.cards
        if !runs.isEmpty, let slot = cards.slot(of: id) {
            let edit = TextEdit(parents: board.builder.state.boards.description(of: slot).frontier, runs: runs)
            offer(.describeCard(id, edit), "description", &board)
        }
        let wanted = card.usableTags
        let surplus = (cards[id]?.tags ?? []).filter { !wanted.contains($0) }
        if !surplus.isEmpty { offer(.untagCard(id, surplus), "labels", &board) }
        return true
    }

    private func update(_ title: Name, _ board: inout ForeignBoardImport) {
        if !print.agrees(with: old, on: "title") { offer(.retitleCard(id, to: title), "title", &board) }
        if !print.agrees(with: old, on: "place") {
            offer(.moveCard(id, to: board.columnID(card.column), above: next), "place", &board)
        }
    }

    /// - Returns: the revision of the description that its source's now stands for; nil when it did not change.
    private func describe(from baseline: Int, _ board: inout ForeignBoardImport) throws(ImportFailure) -> Int? {
        guard !print.agrees(with: old, on: "description") else { return nil }
        let before = try board.builder.baseline(of: id.entity, at: baseline, called: card.title)
        let runs = TextDiff.runs(from: before, to: card.description)
        guard !runs.isEmpty else { return nil }
        let edit = TextEdit(parents: [baseline], runs: runs)
        return offer(.describeCard(id, edit), "description", &board) ? revision(board) : nil
    }

    private func revision(_ board: ForeignBoardImport) -> Int {
        let boards = board.builder.state.boards
        return boards.model.cards.slot(of: id).map { boards.description(of: $0).revision } ?? 0
    }

    // MARK: - What it carries

    /// Due date, labels, checklists, comments, and last whether it is archived.
    private func dress(_ board: inout ForeignBoardImport) {
        if !print.agrees(with: old, on: "due") { offer(.scheduleCard(id, due: card.due), "due date", &board) }
        label(&board)
        for checklist in card.numberedChecklists {
            for item in checklist.items { check(item, on: checklist.name, &board) }
        }
        for comment in card.comments { say(comment, &board) }
        for file in card.files { attach(file, &board) }
        if !print.agrees(with: old, on: "archived") {
            offer(card.isArchived ? .archiveCard(id) : .unarchiveCard(id), "archiving", &board)
        }
    }

    private func label(_ board: inout ForeignBoardImport) {
        let added = card.usableTags.filter { !(old?.holds(ForeignBoard.Card.part($0)) ?? false) }
        if !added.isEmpty { offer(.tagCard(id, added), "labels", &board) }
        guard let old, let now = board.builder.state.boards.model.cards[id]?.tags else { return }
        let removed = now.filter {
            old.holds(ForeignBoard.Card.part($0)) && !print.holds(ForeignBoard.Card.part($0))
        }
        if !removed.isEmpty { offer(.untagCard(id, removed), "labels", &board) }
    }

    /// A part of the card as it is here. A function of its own: a card that is held would be copied when it grows.
    private func known<Part>(in board: borrowing ForeignBoardImport, _ part: (Card) -> Part?) -> Part? {
        board.builder.state.boards.model.cards[id].flatMap(part)
    }

    private func check(_ item: ForeignBoard.Item, on checklist: String, _ board: inout ForeignBoardImport) {
        let itemID: ChecklistItemID = board.ids.id("item", item.id)
        let known = known(in: board) { $0.items[itemID] }
        // What was removed here stays removed.
        if known?.isRemoved == true { return }
        if !print.agrees(with: old, on: "item:" + item.id) {
            let max = ChecklistItem.textGraphemesMax
            let text = board.usableName(item.text, graphemesMax: max, what: "checklist item")
            let command: BoardCommand =
                known == nil
                ? .addItem(id, itemID, text: text, checklist: checklist, above: nil) : .rewordItem(id, itemID, to: text)
            guard offer(command, "checklist item", &board, at: item.created) else { return }
        }
        guard !print.agrees(with: old, on: "state:" + item.id) else { return }
        if known == nil, !item.isDone { return }
        let command: BoardCommand = item.isDone ? .checkItem(id, itemID) : .uncheckItem(id, itemID)
        offer(command, "checklist item", &board, at: item.created)
    }

    private func say(_ comment: ForeignBoard.Comment, _ board: inout ForeignBoardImport) {
        guard !print.agrees(with: old, on: "comment:" + comment.id) else { return }
        let commentID: CommentID = board.ids.id("comment", comment.id)
        let author = comment.author.map { board.actor($0) }
        let known = known(in: board) { $0.comments[commentID] }
        if known?.isRemoved == true { return }
        let command: BoardCommand =
            known == nil
            ? .addComment(id, commentID, text: comment.text) : .rewordComment(id, commentID, to: comment.text)
        board.builder.offer(.boards(command), at: comment.time, by: author, what: "comment", in: card.title)
    }

    private func attach(_ file: ForeignBoard.File, _ board: inout ForeignBoardImport) {
        guard !print.agrees(with: old, on: "file:" + file.id) else { return }
        let name = board.usableName(file.name, graphemesMax: Name.graphemesMax, what: "file")
        let attachment: AttachmentID = board.ids.id("attachment", file.id + "/" + hex(file.digest))
        let known = known(in: board) { $0.files[attachment] }
        // What was taken off here stays off; a card whose import was undone gets everything back.
        if known?.isDetached == true, old != nil { return }
        let facts = FileFacts(
            name: name, mediaType: MediaType.of(name.text), sizeBytes: file.bytes.count, digest: file.digest)
        guard offer(.attachFile(id, attachment, facts), "file", &board) else { return }
        board.builder.keep(file.toKeep)
    }

    /// Keeps when the source changed the card last.
    private func markChanged(_ board: inout ForeignBoardImport) {
        guard var updated = card.updated else { return }
        for comment in card.comments { if let time = comment.time, time > updated { updated = time } }
        guard updated > card.created ?? .epoch else { return }
        offer(.markCardChanged(id), "time of the last change", &board, at: updated)
    }

    /// The time of a change: the card's for what comes with a new card; else that of the last one there, or of the import.
    @discardableResult
    private func offer(
        _ command: BoardCommand, _ what: String, _ board: inout ForeignBoardImport, at time: Instant? = nil
    ) -> Bool {
        let time = time ?? (old == nil ? card.created : nil) ?? card.updated
        return board.builder.offer(.boards(command), at: time, what: what, in: card.title)
    }
}

extension ForeignBoard.Card {
    /// Keeps in the description the whole of what is cut elsewhere: a title and checklist items that are too long here.
    fileprivate mutating func keepWhole(title name: Name) {
        func isCut(_ text: String, to graphemesMax: Int) -> Bool {
            text.utf8.count > Name.bytesMax || text.utf8.count > graphemesMax && text.count > graphemesMax
        }
        let items = checklists.flatMap(\.items).map(\.text).filter { isCut($0, to: ChecklistItem.textGraphemesMax) }
        let head = isCut(title, to: Card.titleGraphemesMax) ? [title] : []
        let parts = head + (description.isEmpty ? [] : [description]) + items
        if parts.count > (description.isEmpty ? 0 : 1) { description = parts.joined(separator: "\n\n") }
    }
}

// MARK: - Parts that are too long

extension ForeignBoard.Card {
    /// Cuts labels and names of checklists that are too long, and parts comments: one of them never takes others with it.
    fileprivate mutating func fit() {
        fitTags()
        for list in checklists.indices {
            let name = ForeignBoardImport.oneLine(checklists[list].name)
            // Room for the number of a second one of that name.
            let isShort = name.utf8.count <= 250 || name.count <= 250 && name.utf8.count <= Name.bytesMax - 10
            let cut = isShort ? name : ForeignBoardImport.cut(name, graphemesMax: 250)?.text ?? ""
            if cut != name {
                leave("end of a checklist's name", "it is longer than a name can be: \(name.prefix(400))")
            }
            checklists[list].name = cut
        }
        comments = comments.flatMap { comment in
            comment.text.utf8.count <= Card.commentBytesMax ? [comment] : Self.parts(of: comment)
        }
    }

    private mutating func fitTags() {
        var fitted: [CardTag] = []
        for tag in usableTags {
            let label = ForeignBoardImport.oneLine(tag.label)
            if label.isEmpty || (try? Name(label)) != nil {
                fitted.append(CardTag(colour: tag.colour, label: label))
                continue
            }
            let cut = ForeignBoardImport.cut(label, graphemesMax: Name.graphemesMax)?.text ?? ""
            leave(cut.isEmpty ? "label" : "end of a label", "it is not a name here: \(label.prefix(400))")
            if !cut.isEmpty || tag.colour != .none { fitted.append(CardTag(colour: tag.colour, label: cut)) }
        }
        for tag in fitted.dropFirst(Limits.tagsMax) {
            leave("label", "\(tag.text) is one more than the \(Limits.tagsMax) that a card has at most")
        }
        tags = Array(fitted.prefix(Limits.tagsMax))
    }

    /// One that is too long, as several that follow each other.
    private static func parts(of comment: ForeignBoard.Comment) -> [ForeignBoard.Comment] {
        var parts: [ForeignBoard.Comment] = []
        var rest = comment.text.unicodeScalars[...]
        while !rest.isEmpty {
            var bytes = 0
            let part = rest.prefix { scalar in
                bytes += UTF8.width(scalar)
                return bytes <= Card.commentBytesMax
            }
            rest = rest[part.endIndex...]
            var next = comment
            next.text = String(String.UnicodeScalarView(part))
            if !parts.isEmpty { next.id += "#\(parts.count + 1)" }
            // A part of white space alone says nothing.
            if part.contains(where: { !$0.properties.isWhitespace }) { parts.append(next) }
        }
        return parts
    }
}

extension ForeignBoard.File {
    fileprivate var toKeep: BlobToKeep { BlobToKeep(digest: digest, sizeBytes: bytes.count, content: .bytes(bytes)) }
}
