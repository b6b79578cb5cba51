import Boards
import Kernel

/// Translates a board of Planka's interface.
struct PlankaReader {
    private let board: PlankaBoard
    private var people: [String: String] = [:]
    private var lists: [String: PlankaBoard.List] = [:]
    private var labels: [String: [CardTag]] = [:]
    private var members: [String: Int] = [:]
    private var fields: [String: Int] = [:]
    private var checklists: [String: [ForeignBoard.Checklist]] = [:]
    private var attachments: [String: [String]] = [:]
    private var links: [String: [ForeignBoard.Link]] = [:]
    private var comments: [String: [ForeignBoard.Comment]] = [:]
    /// Tasks whose list is not in the file, by what they say.
    private var strayTasks: [String] = []
    private var unusedLabels: [String] = []
    private var unknownLabels: [String: Int] = [:]

    init(_ board: PlankaBoard) {
        self.board = board
        let included = board.included
        for user in included.users ?? [] { people[user.id] = user.name ?? user.username }
        for list in included.lists { lists[list.id] = list }
        for of in included.cardMemberships ?? [] { members[of.cardId ?? "", default: 0] += 1 }
        for of in included.customFieldValues ?? [] { fields[of.cardId ?? "", default: 0] += 1 }
        for attachment in included.attachments ?? [] {
            if let link = attachment.link {
                links[attachment.cardId ?? "", default: []].append(link)
            }
            if attachment.isFile {
                attachments[attachment.cardId ?? "", default: []].append(attachment.name ?? "unnamed")
            }
        }
        ingestLabels(included)
        ingestTasks(included)
        ingestComments(included)
    }

    private mutating func ingestLabels(_ included: PlankaBoard.Included) {
        var tags: [String: CardTag] = [:]
        for label in included.labels ?? [] {
            tags[label.id] = CardTag(colour: PlankaColour.named(label.color), label: label.name ?? "")
        }
        for of in included.cardLabels ?? [] {
            if let tag = tags[of.labelId] {
                labels[of.cardId, default: []].append(tag)
            } else {
                unknownLabels[of.cardId, default: 0] += 1
            }
        }
        let used = Set((included.cardLabels ?? []).map(\.labelId))
        unusedLabels = (included.labels ?? []).filter { !used.contains($0.id) }.map { $0.name ?? "" }
    }

    private mutating func ingestTasks(_ included: PlankaBoard.Included) {
        var items: [String: [ForeignBoard.Item]] = [:]
        for task in (included.tasks ?? []).inOrder(at: \.position) {
            let item = ForeignBoard.Item(
                id: task.id, text: task.name, isDone: task.isCompleted == true, created: instant(task.createdAt),
                stateMark: task.isCompleted == true ? "done" : "")
            items[task.taskListId ?? task.cardId ?? "", default: []].append(item)
        }
        for list in (included.taskLists ?? []).inOrder(at: \.position) {
            let checklist = ForeignBoard.Checklist(name: list.name ?? "", items: items[list.id] ?? [])
            checklists[list.cardId, default: []].append(checklist)
        }
        let owners = Set((included.taskLists ?? []).map(\.id)).union(included.cards.map(\.id))
        strayTasks = items.filter { !owners.contains($0.key) }.values.joined().map(\.text).sorted(by: precedes)
        for card in included.cards {
            if let own = items[card.id] { checklists[card.id, default: []].append(ForeignBoard.Checklist(items: own)) }
        }
    }

    private mutating func ingestComments(_ included: PlankaBoard.Included) {
        for comment in included.comments ?? [] {
            let author = comment.userId.map { ForeignBoard.Person(id: $0, name: people[$0]) }
            comments[comment.cardId ?? "", default: []].append(
                ForeignBoard.Comment(
                    id: comment.id, text: comment.text, time: instant(comment.createdAt), author: author))
        }
    }

    func read() -> ForeignBoard {
        var out = ForeignBoard(id: board.item.id, title: board.item.name, created: instant(board.item.createdAt))
        for list in board.included.lists.inOrder(at: \.position) where !isAside(list) {
            let name = list.name ?? "List"
            var column = ForeignBoard.Column(id: list.id, name: name, created: instant(list.createdAt))
            if list.type == "closed" {
                column.leftovers = [
                    ImportWarning(
                        what: "closed list", at: name, why: "columns are not closed here; it is one like the others")
                ]
            }
            out.columns.append(column)
        }
        for card in board.included.cards.inOrder(at: \.position) {
            if lists[card.listId]?.type == "trash" {
                out.leave("card", card.name, "it is in the trash there")
            } else {
                out.cards.append(read(card))
            }
        }
        for list in board.included.lists where isAside(list) {
            out.leave(
                "list", list.name ?? list.type ?? "",
                "it is the board's own for what was put away, and no column; Planka gives its cards list by list")
        }
        leaveStrays(&out)
        return out
    }

    /// Parts of the file that no card of it has.
    private func leaveStrays(_ out: inout ForeignBoard) {
        let cards = Set(board.included.cards.map(\.id))
        func strays<T>(_ things: [String: [T]], _ words: (T) -> String) -> [String] {
            things.filter { !cards.contains($0.key) }.values.joined().map(words).sorted(by: precedes)
        }
        out.leave(unusedLabels: unusedLabels)
        out.leave(strays: "comments", strays(comments) { $0.text })
        out.leave(strays: "checklists", strays(checklists) { $0.name })
        out.leave(strays: "checklist items", strayTasks)
        out.leave(strays: "attachments", strays(attachments) { $0 } + strays(links) { $0.address })
    }

    /// Planka's own two lists on every board, which are no columns.
    private func isAside(_ list: PlankaBoard.List) -> Bool { list.type == "archive" || list.type == "trash" }

    private func read(_ card: PlankaBoard.Card) -> ForeignBoard.Card {
        let isArchived = lists[card.listId]?.type == "archive"
        let list = isArchived ? card.prevListId ?? card.listId : card.listId
        var out = ForeignBoard.Card(id: card.id, column: list, title: card.name)
        out.description = card.description ?? ""
        out.add(links: links[card.id] ?? [])
        out.created = instant(card.createdAt)
        out.updated = instant(card.updatedAt)
        out.due = instant(card.dueDate).map(Due.init(utc:))
        out.dueMark = card.dueDate ?? ""
        out.placeMark = "\(list) \(card.position ?? 0)"
        out.isArchived = isArchived
        out.tags = labels[card.id] ?? []
        out.checklists = checklists[card.id] ?? []
        out.comments = (comments[card.id] ?? []).inOrder { $0.time.map { Double($0.microseconds) } }
        out.leave("labels", count: unknownLabels[card.id] ?? 0, "it is not among the labels of the board")
        out.leave("members", count: members[card.id] ?? 0, "cards are not assigned to people here")
        out.leave("custom fields", count: fields[card.id] ?? 0, "cards have no fields of one's own here")
        let isDone = card.isDueCompleted == true || card.isDueDateCompleted == true
        out.leave("completed due date", count: isDone ? 1 : 0, "a due date is not ticked off here")
        out.leave("stopwatch", count: card.stopwatch == nil ? 0 : 1, "time is not counted here")
        out.leave("empty checklists", count: out.checklists.count { $0.items.isEmpty }, "a checklist is its items here")
        out.leave(attachments: attachments[card.id] ?? [], "their bytes are not in Planka's answer")
        if let due = card.dueDate, instant(due) == nil { out.leave("due date", "“\(due.prefix(40))” is not a date") }
        let missing = (card.commentsTotal ?? 0) - out.comments.count
        if missing > 0 { out.leave("comments", "\(missing) are not in the file: Planka gives them card by card") }
        return out
    }

    private func instant(_ text: String?) -> Instant? { text.flatMap { Instant(text: $0) } }
}
