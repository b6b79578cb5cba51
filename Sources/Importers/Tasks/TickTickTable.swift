import Kernel

/// Reads a backup of TickTick: lines about itself, then one row for each task of every list.
///
/// Its task numbers are given anew in every backup: a task is known by its list, when it was made and its title.
struct TickTickTable {
    private let table: CSVTable
    private let path: String
    private var plans: [ForeignPlan] = []
    private var places: [String: Int] = [:]
    private var keys = KeyByWords()
    /// The keys by the numbers of this backup.
    private var byNumber: [String: String] = [:]
    /// Where a task stands in its list: its section, and its place there.
    private var orders: [String: (section: Int64, place: Int64)] = [:]

    /// A header with a list and a title, behind lines of its own.
    static func looksLikeOne(_ bytes: some Collection<UInt8>) -> Bool {
        header(in: String(decoding: bytes.prefix(4096), as: UTF8.self)) != nil
    }

    private static func header(in text: String) -> String.Index? {
        var at = text.startIndex
        while at < text.endIndex {
            let end = text[at...].firstIndex(where: \.isNewline) ?? text.endIndex
            if let table = CSVTable(String(text[at..<end])), table.column("list name") != nil,
                table.column("title") != nil
            {
                return at
            }
            at = end < text.endIndex ? text.index(after: end) : end
        }
        return nil
    }

    static func read(_ bytes: [UInt8], path: String) throws(ImportFailure) -> [ForeignPlan] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .damaged(path: path, place: "its text", problem: "it is not UTF-8")
        }
        guard let start = header(in: text) else {
            throw .unrecognised(path: path, found: "has no columns “List Name” and “Title”")
        }
        guard let table = CSVTable(String(text[start...])) else {
            throw .damaged(path: path, place: "its end", problem: "a quote is not closed")
        }
        var reader = TickTickTable(table: table, path: path)
        for row in table.rows { reader.number(row) }
        reader.keys = KeyByWords()
        for row in table.rows { reader.ingest(row) }
        return reader.plans.map { parentsFirst(reader.inOrder($0)) }
    }

    private init(table: CSVTable, path: String) {
        self.table = table
        self.path = path
    }

    /// Tasks as they stand in their list. A list of which a task says nothing about its place stays as the rows go.
    private func inOrder(_ plan: ForeignPlan) -> ForeignPlan {
        guard plan.tasks.allSatisfy({ orders[$0.key] != nil }) else { return plan }
        var sorted = plan
        let places = plan.tasks.enumerated().map { row, task in
            (task: task, order: orders[task.key] ?? (0, 0), row: row)
        }
        sorted.tasks = places.sorted {
            ($0.order.section, $0.order.place, $0.row) < ($1.order.section, $1.order.place, $1.row)
        }.map(\.task)
        return sorted
    }

    /// Tasks after what they stand under; one whose parent is in another list, or under itself, stands at the top.
    private static func parentsFirst(_ plan: ForeignPlan) -> ForeignPlan {
        var byKey: [String: ForeignTask] = [:]
        for task in plan.tasks { byKey[task.key] = task }
        var sorted = plan
        sorted.tasks = []
        var done: Set<String> = []
        var placed: Set<String> = []
        for task in plan.tasks {
            var way: [ForeignTask] = []
            var next: ForeignTask? = task
            while let step = next, done.insert(step.key).inserted {
                way.append(step)
                next = step.parent.flatMap { byKey[$0] }
            }
            for step in way.reversed() {
                var step = step
                if let parent = step.parent, !placed.contains(parent) { step.parent = nil }
                placed.insert(step.key)
                sorted.tasks.append(step)
            }
        }
        return sorted
    }
}

// MARK: - Rows

extension TickTickTable {
    private func cell(_ row: CSVTable.Row, _ name: String) -> String { trimmed(row[table.column(name)]) }

    private func isEmpty(_ row: CSVTable.Row) -> Bool { cell(row, "title").isEmpty && cell(row, "content").isEmpty }

    private func words(_ row: CSVTable.Row) -> String {
        [cell(row, "list name"), cell(row, "created time"), cell(row, "title")].joined(separator: "\u{1E}")
    }

    private mutating func number(_ row: CSVTable.Row) {
        guard !isEmpty(row) else { return }
        let key = keys.key(words(row))
        let number = cell(row, "taskid")
        if !number.isEmpty { byNumber[number] = key }
    }

    private mutating func ingest(_ row: CSVTable.Row) {
        let list = cell(row, "list name")
        let place = places[list] ?? plans.count
        if place == plans.count {
            places[list] = place
            plans.append(ForeignPlan(key: list, name: list.isEmpty ? "TickTick" : list))
        }
        guard !isEmpty(row) else {
            let why = "it has neither a title nor a text (row \(row.line - 1) below the header)"
            return plans[place].leftovers.append(ImportWarning(what: "task", at: plans[place].name, why: why))
        }
        let title = cell(row, "title").isEmpty ? "Untitled" : cell(row, "title")
        var task = ForeignTask(
            key: keys.key(words(row)), parent: byNumber[cell(row, "parentid")],
            place: plans[place].name + ": " + ForeignTitle.short(title), text: title)
        task.isTask = cell(row, "kind").uppercased() != "NOTE"
        task.tags = cell(row, "tags").split(separator: ",").map { trimmed(String($0)) }.filter { !$0.isEmpty }
        let content = text(of: row)
        if !content.isEmpty { task.text += "\n\n" + content }
        if let priority = ["1": "low", "3": "medium", "5": "high"][cell(row, "priority")] {
            task.note("priority", priority)
        }
        task.created = TaskDate.instant(cell(row, "created time"))
        ingestDates(row, &task)
        ingestStatus(row, &task)
        task.note("section", cell(row, "column name"))
        if let order = Int64(cell(row, "order")) {
            orders[task.key] = (Int64(cell(row, "column order")) ?? 0, order)
        }
        if !cell(row, "folder name").isEmpty { task.leave("folder", "plans stand in no folders") }
        if let strays = table.strayCells(of: row, known: Self.columns) {
            task.leave("cells", "items have no place for them: \(strays)")
        }
        plans[place].tasks.append(task)
    }

    /// Columns that are read, or that say something about the backup itself.
    private static let columns: Set<String> = [
        "folder name", "list name", "title", "kind", "tags", "content", "is check list", "start date", "due date",
        "reminder", "repeat", "priority", "status", "created time", "completed time", "order", "timezone", "is all day",
        "is floating", "column name", "column order", "view mode", "taskid", "parentid",
    ]

    /// The content; of a check list its boxes as Markdown's.
    private func text(of row: CSVTable.Row) -> String {
        let lines = row[table.column("content")].split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let content = lines.map { line -> String in
            if line.hasPrefix("▫") { return "- [ ] " + trimmed(String(line.dropFirst())) }
            if line.hasPrefix("▪") { return "- [x] " + trimmed(String(line.dropFirst())) }
            return String(line)
        }
        return trimmed(content.joined(separator: "\n"))
    }

    private func ingestDates(_ row: CSVTable.Row, _ task: inout ForeignTask) {
        let (start, due) = (cell(row, "start date"), cell(row, "due date"))
        let named = due.isEmpty ? start : due
        if let instant = TaskDate.instant(named) {
            task.followUp = TaskDate.day(of: instant, in: cell(row, "timezone"))
        } else {
            task.followUp = TaskDate.day(named)
        }
        if !named.isEmpty, task.followUp == nil {
            task.note("date", named)
            task.leave("date", "“\(named.prefix(40))” does not name one day; it stays with the item as it is")
        }
        if cell(row, "is all day").lowercased() != "true" { task.note("due", due) }
        if start != due { task.note("start", start) }
        task.note("repeat", cell(row, "repeat"))
        if !cell(row, "reminder").isEmpty {
            task.leave("reminder", "nothing here reminds; the day is its follow-up day")
        }
        if !cell(row, "repeat").isEmpty {
            task.leave("repetition", "items do not repeat; the rule stays with the item")
        }
    }

    private func ingestStatus(_ row: CSVTable.Row, _ task: inout ForeignTask) {
        switch cell(row, "status") {
        case "1", "2":
            // A completed task without its time was completed at the latest when it was exported.
            task.completed = TaskDate.instant(cell(row, "completed time")) ?? task.created ?? .epoch
        case "-1":
            task.note("status", "abandoned")
            task.leave("status", "“won't do” is not a status here; it stays with the item")
        default: break
        }
    }
}
