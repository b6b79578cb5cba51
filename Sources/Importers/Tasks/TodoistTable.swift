import Foundation
import Kernel

/// Reads a project as Todoist exports it: one row for each task, its indentation in a column, its comments in rows
/// below it.
///
/// The table has no identifiers: a task is known by its words and those of what it stands under.
struct TodoistTable {
    private var plan: ForeignPlan
    private var keys = KeyByWords()
    /// Bytes of all keys: that of a task holds those of what it stands under.
    private var keyBytes = 0
    /// The keys of the tasks that the next one could stand under, by their indentation.
    private var path: [String] = []
    /// The extra depth of tasks below a section.
    private var sectionDepth = 0
    private let table: CSVTable
    private let modified: Instant?

    /// Five levels, which is what Todoist has, take five times the table's bytes for keys at most.
    private static let keyBytesPerByte = 16
    private static let keyBytesUnsuspicious = 1 << 20

    /// Deeper than a person indents anything.
    private static let indentMax = 1_000

    private init(_ table: CSVTable, name: String, modified: Instant?) {
        self.table = table
        self.modified = modified
        plan = ForeignPlan(key: name, name: name)
    }

    /// A header with a type, a content and an indentation.
    static func looksLikeOne(_ bytes: some Collection<UInt8>) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < 4096, let table = CSVTable(String(decoding: line, as: UTF8.self)) else { return false }
        return ["type", "content", "indent"].allSatisfy { table.column($0) != nil }
    }

    /// - Parameters:
    ///   - name: the project's, which only the file's name says.
    ///   - modified: when the file was written.
    static func read(
        _ bytes: [UInt8], name: String, modified: Instant?, path: String
    ) throws(ImportFailure) -> ForeignPlan {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .damaged(path: path, place: "its text", problem: "it is not UTF-8")
        }
        guard let table = CSVTable(text) else {
            throw .damaged(path: path, place: "its end", problem: "a quote is not closed")
        }
        guard looksLikeOne(bytes) else {
            throw .unrecognised(path: path, found: "has no columns “TYPE”, “CONTENT” and “INDENT”")
        }
        var reader = TodoistTable(table, name: projectName(name), modified: modified)
        let keyBytesMax = keyBytesUnsuspicious + keyBytesPerByte * bytes.count
        for row in table.rows {
            reader.ingest(row)
            guard reader.keyBytes <= keyBytesMax else {
                throw .tooLarge(path: path, problem: "too many of its tasks stand under each other; import it in parts")
            }
        }
        return reader.plan
    }

    /// A backup writes the project's number behind its name: `Garden [2203306141]`.
    private static func projectName(_ name: String) -> String {
        guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), open != name.startIndex else { return name }
        let number = name[name.index(after: open)...].dropLast()
        return !number.isEmpty && number.allSatisfy(\.isNumber) ? trimmed(String(name[..<open])) : name
    }
}

// MARK: - Rows

extension TodoistTable {
    private mutating func ingest(_ row: CSVTable.Row) {
        let content = row[table.column("content")]
        switch trimmed(row[table.column("type")]).lowercased() {
        case "task": task(row, content)
        case "note": comment(content)
        case "section": section(content)
        // How the project is shown, and the empty rows between tasks.
        case "meta": return
        case "" where trimmed(content).isEmpty: break
        case "": leave("row", "it does not say what it is: \(content.prefix(80))")
        case let other: leave("row", "“\(other)” is not a known kind of row: \(content.prefix(80))")
        }
        if let strays = table.strayCells(of: row, known: Self.columns) {
            leave("cells", "items have no place for them: \(strays)")
        }
    }

    /// Notes what stays there, with the task above it or, where there is none, with the project.
    private mutating func leave(_ what: String, _ why: String) {
        guard plan.tasks.isEmpty else { return plan.tasks.mutateLast { $0.leave(what, why) } }
        plan.leftovers.append(ImportWarning(what: what, at: plan.name, why: why))
    }

    /// Columns that are read, or that say how Todoist shows and reads the others.
    private static let columns: Set<String> = [
        "type", "content", "description", "is_collapsed", "priority", "indent", "author", "responsible", "date",
        "date_lang", "timezone", "duration", "duration_unit", "deadline", "deadline_lang",
    ]

    private mutating func task(_ row: CSVTable.Row, _ content: String) {
        let indent = min(max(1, Int(trimmed(row[table.column("indent")])) ?? 1), Self.indentMax) + sectionDepth
        let isHeading = content.hasPrefix("* ")
        var words = TodoistWords(isHeading ? String(content.dropFirst(2)) : content)
        var task = begin(words.text, depth: indent - 1)
        task.isTask = !isHeading
        task.tags = words.labels
        let description = trimmed(row[table.column("description")])
        if !description.isEmpty { words.text += "\n\n" + description }
        task.text = words.text
        if let priority = ["1": "high", "2": "medium", "3": "low"][trimmed(row[table.column("priority")])] {
            task.note("priority", priority)
        }
        let date = trimmed(row[table.column("date")])
        let zone = trimmed(row[table.column("timezone")])
        task.followUp = TaskDate.day(date, in: zone)
        // A time of day, and what does not name a day, stays as it was written.
        if task.followUp == nil || date.contains(":") { task.note("date", date) }
        if !date.isEmpty, task.followUp == nil {
            task.leave("date", "“\(date.prefix(40))” does not name one day; it stays with the item as it is")
        }
        let deadline = trimmed(row[table.column("deadline")])
        task.note("deadline", deadline)
        if date.isEmpty { task.followUp = TaskDate.day(deadline, in: zone) }
        let duration = [row[table.column("duration")], row[table.column("duration_unit")]].map(trimmed)
        task.note("duration", trimmed(duration.filter { $0 != "None" }.joined(separator: " ")))
        if !trimmed(row[table.column("responsible")]).isEmpty {
            task.leave("responsible", "items are not assigned to people here")
        }
        append(task)
    }

    private mutating func section(_ name: String) {
        sectionDepth = 0
        guard !trimmed(name).isEmpty else { return }
        var task = begin(trimmed(name), depth: 0)
        task.isTask = false
        append(task)
        sectionDepth = 1
    }

    /// Adds a comment below a task to the task's text; one before the first task goes to the project.
    private mutating func comment(_ content: String) {
        let words = TodoistWords.withFiles(trimmed(content))
        guard !words.text.isEmpty else { return }
        guard !plan.tasks.isEmpty else {
            var task = begin(words.text, depth: 0)
            task.isTask = false
            return append(task)
        }
        plan.tasks.mutateLast { task in
            task.text += "\n\n" + words.text
            for name in words.files { task.leave("file", "\(name) stays at Todoist; the text has its address") }
        }
    }

    /// A task under the last one that is less deep.
    private mutating func begin(_ words: String, depth: Int) -> ForeignTask {
        path.removeSubrange(min(depth, path.count)...)
        let parent = path.last
        let key = keys.key((parent ?? plan.key) + "\u{1E}" + words)
        keyBytes += key.utf8.count
        path.append(key)
        var task = ForeignTask(
            key: key, parent: parent, place: plan.name + ": " + ForeignTitle.short(words), text: words)
        task.created = modified
        return task
    }

    private mutating func append(_ task: ForeignTask) { plan.tasks.append(task) }
}

extension [ForeignTask] {
    mutating func mutateLast(_ change: (inout ForeignTask) -> Void) {
        if !isEmpty { change(&self[count - 1]) }
    }
}

/// The parts of a Todoist text: its words, `@label`, and `[[file {…}]]`.
struct TodoistWords {
    var text: String
    private(set) var labels: [String] = []
    private(set) var files: [String] = []

    /// A task's content: labels at its beginning, in it and at its end are tags, and no longer words. One that can be no
    /// tag here stays a word.
    init(_ content: String) {
        var words: [Substring] = []
        for word in content.split(separator: " ", omittingEmptySubsequences: false) {
            let isLabel =
                word.utf8.count > 1 && word.first == "@" && !word.dropFirst().contains("@")
                && ForeignTask.isTag(word.dropFirst())
            if isLabel { labels.append(String(word.dropFirst())) } else { words.append(word) }
        }
        let rest = trimmed(words.joined(separator: " "))
        // Nothing but labels: then they are the words as well.
        text = rest.isEmpty ? trimmed(content) : rest
    }

    private init(text: String, files: [String]) {
        self.text = text
        self.files = files
    }

    /// A comment, with a link in place of each file.
    static func withFiles(_ content: String) -> TodoistWords {
        let bytes = Array(content.utf8)
        var text = ""
        var files: [String] = []
        var written = 0
        var at = 0
        while at < bytes.count {
            guard let (file, end) = TodoistFile.read(bytes, at: at) else {
                at += 1
                continue
            }
            text += String(decoding: bytes[written..<at], as: UTF8.self)
            // A file does not belong to the sentence before it.
            while let last = text.unicodeScalars.last, last.properties.isWhitespace { text.unicodeScalars.removeLast() }
            if !text.isEmpty { text += "\n\n" }
            let name = file.file_name ?? "file"
            let shown = InlineText(InlinePiece.pieces(of: name)).lines(isInLink: true).joined(separator: " ")
            let link = file.file_url.map { "[\(shown)](\(MarkdownAddress.encoded($0)))" } ?? shown
            text += link
            files.append(name)
            at = end
            written = end
        }
        text += String(decoding: bytes[written...], as: UTF8.self)
        return TodoistWords(text: trimmed(text), files: files)
    }
}

/// A file in a comment: `[[file {…}]]`, with facts about it as JSON.
private struct TodoistFile: Decodable {
    var file_name: String?
    var file_url: String?

    /// The file that begins at `start`, and where it ends; nil for none.
    static func read(_ bytes: [UInt8], at start: Int) -> (file: TodoistFile, end: Int)? {
        guard bytes[start] == UInt8(ascii: "["), bytes[start...].starts(with: "[[file ".utf8) else { return nil }
        let object = start + 7
        // Brackets may stand in the JSON too.
        guard var end = objectEnd(in: bytes, from: object) else { return nil }
        let json = Data(bytes[object..<end])
        while end < bytes.count, " \t\r\n".utf8.contains(bytes[end]) { end += 1 }
        guard bytes[end...].starts(with: "]]".utf8),
            let file = try? JSONDecoder().decode(TodoistFile.self, from: json)
        else { return nil }
        return (file, end + 2)
    }

    /// Where the object that begins at `start` ends. What can stand in no object ends the search: else every file that
    /// never ends would be looked for to the end of the text.
    private static func objectEnd(in bytes: [UInt8], from start: Int) -> Int? {
        var depth = 0
        var isQuoted = false
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\\") where isQuoted: at += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case _ where isQuoted: break
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return at + 1 }
            default: guard " \t\r\n:,[]+-.0123456789truefalsnE".utf8.contains(bytes[at]) else { return nil }
            }
            at += 1
        }
        return nil
    }
}
