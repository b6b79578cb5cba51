package import Kernel

/// One item among others: what every list of items shows of it.
package struct ItemLine: Sendable, Equatable {
    package var id: ItemID
    /// The first line of its content.
    package var title: String
    package var type: ItemType
    /// The target of a link, in words; empty for other items. Requirement O-214.
    package var target: String
    package var isStarred: Bool
    package var completed: Instant?
    package var followUp: CalendarDay?
    package var tags: [Name]
    package var captured: Instant

    func write(to lines: inout Lines, _ level: Int, _ last: String = "") {
        // Words besides the mark: nothing is told by a sign or a colour alone. Requirement O-202.
        let mark = completed != nil ? "[x] " : type == .task ? "[ ] " : "- "
        lines.add(
            level, mark + title, isStarred ? "starred" : "", target,
            followUp.map { "follow up " + $0.text } ?? "", listed(tags), last, of: id.entity)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in writeFields(to: &json) }
    }

    func writeFields(to json: inout JSONWriter) {
        json.field("id", id.text)
        json.field("title", title)
        json.field("type", type.word)
        if case .link(let collection) = type {
            json.field("linkedCollection", collection.text)
            json.field("target", target)
        }
        json.field("starred", isStarred)
        json.field("completed", completed?.text)
        json.field("followUp", followUp?.text)
        json.field("tags", tags.map { $0.text })
        json.field("captured", captured.text)
    }
}

/// `home, garden`.
func listed(_ tags: [Name]) -> String {
    var words = ""
    for tag in tags { words += (words.utf8.isEmpty ? "" : ", ") + tag.text }
    return words
}

extension CaptureView {
    func line(_ id: ItemID, _ item: CapturedItem) -> ItemLine {
        ItemLine(
            id: id, title: item.title, type: item.type, target: target(of: item.type), isStarred: item.isStarred,
            completed: item.completed, followUp: item.followUp, tags: item.tags, captured: item.captured)
    }

    /// Returns the target of a link in words; a link that leads nowhere says so.
    package func target(of type: ItemType) -> String {
        guard case .link(let id) = type else { return "" }
        guard let collection = existing(id) else { return "link to a plan or list that was deleted" }
        return "link to " + quoted(collection.name.text) + (collection.isTrashed ? ", which is in the trash" : "")
    }

    /// Live items that `isWanted` asks for.
    func lines(where isWanted: (CapturedItem) -> Bool) -> [ItemLine] {
        var found: [ItemLine] = []
        for (id, slot) in model.items.all {
            guard model.items[slot].isLive, isWanted(model.items[slot]) else { continue }
            found.append(line(id, model.items[slot]))
        }
        return found
    }
}

/// Oldest first, by the time of capture; those of one moment by identifier.
func byCapture(_ a: ItemLine, _ b: ItemLine) -> Bool {
    a.captured != b.captured ? a.captured < b.captured : a.id < b.id
}
