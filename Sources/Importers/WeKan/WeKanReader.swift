import Boards
import Kernel

/// Translates a board of WeKan's JSON.
struct WeKanReader {
    private let board: WeKanBoard
    private var labels: [String: CardTag] = [:]
    private var people: [String: String] = [:]
    private var comments: [String: [WeKanBoard.Comment]] = [:]
    private var checklists: [String: [WeKanBoard.Checklist]] = [:]
    private var items: [String: [WeKanBoard.Item]] = [:]
    private var attachments: [String: [WeKanBoard.Attachment]] = [:]
    private var lanes: [String: Int] = [:]

    init(_ board: WeKanBoard) {
        self.board = board
        for label in board.labels ?? [] {
            labels[label._id] = CardTag(colour: WeKanColour.named(label.color).colour, label: label.name ?? "")
        }
        for user in board.users ?? [] { people[user._id] = user.profile?.fullname ?? user.username }
        for comment in board.comments ?? [] {
            comments[comment.cardId ?? "", default: []].append(comment)
        }
        for checklist in board.checklists ?? [] {
            checklists[checklist.cardId ?? "", default: []].append(checklist)
        }
        for item in board.checklistItems ?? [] {
            items[item.checklistId ?? "", default: []].append(item)
        }
        for attachment in board.attachments ?? [] {
            attachments[attachment.cardId ?? "", default: []].append(attachment)
        }
        for (index, lane) in (board.swimlanes ?? []).inOrder(at: \.sort).enumerated() { lanes[lane._id] = index }
    }

    func read() -> ForeignBoard {
        var out = ForeignBoard(id: board._id, title: board.title, created: instant(board.createdAt))
        out.isArchived = board.archived == true
        let lists = board.lists.inOrder(at: \.sort)
        var archived: Set<String> = []
        for list in lists {
            var column = ForeignBoard.Column(id: list._id, name: list.title, created: instant(list.createdAt))
            if list.archived == true {
                archived.insert(list._id)
                column.leftovers = [
                    ImportWarning(
                        what: "archived list", at: list.title,
                        why: "its cards are archived one by one; the column stays, and can be archived here")
                ]
            }
            out.columns.append(column)
        }
        // Swimlane by swimlane, as they stand one below the other.
        let cards = board.cards.inOrder(at: \.sort).inOrder { Double(lanes[$0.swimlaneId ?? ""] ?? lanes.count) }
        out.cards = cards.map { card($0, archived: archived) }
        leaveRest(&out)
        return out
    }

    private func card(_ card: WeKanBoard.Card, archived: Set<String>) -> ForeignBoard.Card {
        let list = card.listId ?? ""
        var out = ForeignBoard.Card(id: card._id, column: list, title: card.title ?? "")
        out.description = card.description ?? ""
        out.created = instant(card.createdAt)
        out.updated = [instant(card.modifiedAt), instant(card.dateLastActivity)].compactMap { $0 }.max()
        out.due = instant(card.dueAt).map(Due.init(utc:))
        out.dueMark = card.dueAt ?? ""
        out.placeMark = "\(list) \(card.swimlaneId ?? "") \(card.sort ?? 0)"
        out.isArchived = card.archived == true || archived.contains(list)
        out.tags = (card.labelIds ?? []).compactMap { $0.flatMap { labels[$0] } }
        out.checklists = (checklists[card._id] ?? []).inOrder(at: \.sort).map { checklist in
            ForeignBoard.Checklist(
                name: checklist.title ?? "",
                items: (items[checklist._id] ?? []).inOrder(at: \.sort).map { item in
                    ForeignBoard.Item(
                        id: item._id, text: item.title ?? "", isDone: item.isFinished == true,
                        created: instant(item.createdAt), stateMark: item.isFinished == true ? "done" : "")
                })
        }
        out.comments = said(on: card)
        report(card, &out)
        return out
    }

    private func said(on card: WeKanBoard.Card) -> [ForeignBoard.Comment] {
        (comments[card._id] ?? []).compactMap { comment in
            guard let text = comment.text else { return nil }
            let author = comment.userId.map { ForeignBoard.Person(id: $0, name: people[$0]) }
            return ForeignBoard.Comment(id: comment._id, text: text, time: instant(comment.createdAt), author: author)
        }.inOrder { $0.time.map { Double($0.microseconds) } }
    }

    /// Reports the parts of the card that stay in WeKan.
    private func report(_ card: WeKanBoard.Card, _ out: inout ForeignBoard.Card) {
        out.leave("comments", count: (comments[card._id] ?? []).count { $0.text == nil }, "it has no text")
        out.leave("members", count: (card.members ?? []).count, "cards are not assigned to people here")
        out.leave("assignees", count: (card.assignees ?? []).count, "cards are not assigned to people here")
        out.leave("votes", count: card.vote?.question?.isEmpty == false ? 1 : 0, "there is no voting here")
        out.leave(
            "custom fields", count: (card.customFields ?? []).count { $0.value != nil },
            "cards have no fields of one's own here")
        out.leave("start date", count: card.startAt == nil ? 0 : 1, "cards have no start date here")
        out.leave("received date", count: card.receivedAt == nil ? 0 : 1, "cards have no such date here")
        out.leave("end date", count: card.endAt == nil ? 0 : 1, "cards have no such date here")
        out.leave("spent time", count: (card.spentTime ?? 0) == 0 ? 0 : 1, "time is not counted here")
        out.leave("parent card", count: (card.parentId ?? "").isEmpty ? 0 : 1, "cards have no parts here")
        out.leave("card colour", count: card.color == nil ? 0 : 1, "a card's colours are its tags here")
        out.leave("empty checklists", count: out.checklists.count { $0.items.isEmpty }, "a checklist is its items here")
        var missing: [String] = []
        var links: [ForeignBoard.Link] = []
        for attachment in attachments[card._id] ?? [] {
            let name = attachment.name ?? "unnamed"
            if let text = attachment.file, let bytes = unpacked(base64: text) {
                out.files.append(ForeignBoard.File(id: attachment._id ?? name, name: name, bytes: bytes))
            } else if let link = ForeignBoard.Link(attachment.name, at: attachment.url ?? attachment.name) {
                links.append(link)
            } else {
                missing.append(name)
            }
        }
        out.add(links: links)
        out.leave(attachments: missing, "their bytes are not in the file")
        if let due = card.dueAt, instant(due) == nil { out.leave("due date", "“\(due.prefix(40))” is not a date") }
        out.leave(
            "labels", count: (card.labelIds ?? []).count { $0.map { labels[$0] == nil } ?? true },
            "it is not among the labels of the board")
    }

    private func leaveRest(_ out: inout ForeignBoard) {
        let shades = Set((board.labels ?? []).compactMap { WeKanColour.named($0.color).isExact ? nil : $0.color })
        for shade in shades.sorted() {
            let colour = WeKanColour.named(shade).colour
            out.leave(
                "label colour", shade,
                colour == .none
                    ? "there is no such colour here; the label is kept" : "it is taken as \(colour.fieldName)")
        }
        leaveStrays(&out)
        if let description = board.description, !description.isEmpty {
            out.leave("board description", board.title, "boards have no description here: \(description.prefix(200))")
        }
        if lanes.count > 1 {
            out.leave("swimlanes", board.title, "\(lanes.count) of them; their cards stand one after the other here")
        }
        let activities = (board.activities ?? []).count { $0.activityType != "addComment" }
        if activities > 0 {
            out.leave("activities", board.title, "\(activities) of the activity log that are no comments")
        }
        if let rules = board.rules, !rules.isEmpty {
            out.leave("rules", board.title, "\(rules.count) of them; there is no automation here")
        }
    }

    /// Parts of the file that no card of it has.
    private func leaveStrays(_ out: inout ForeignBoard) {
        let cards = Set(board.cards.map(\._id))
        let lists = Set((board.checklists ?? []).map(\._id))
        let used = Set(board.cards.flatMap { $0.labelIds ?? [] }.compactMap { $0 })
        out.leave(unusedLabels: (board.labels ?? []).filter { !used.contains($0._id) }.map { $0.name ?? "" })
        func strays<T>(_ things: [String: [T]], _ owners: Set<String>, _ words: (T) -> String?) -> [String] {
            things.filter { !owners.contains($0.key) }.values.joined().map { words($0) ?? "unnamed" }.sorted(
                by: precedes)
        }
        out.leave(strays: "comments", strays(comments, cards) { $0.text })
        out.leave(strays: "checklists", strays(checklists, cards) { $0.title })
        out.leave(strays: "checklist items", strays(items, lists) { $0.title })
        out.leave(strays: "attachments", strays(attachments, cards) { $0.name })
    }

    private func instant(_ text: String?) -> Instant? { text.flatMap { Instant(text: $0) } }
}
