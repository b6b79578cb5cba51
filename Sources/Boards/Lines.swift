package import Kernel

/// Sets a reading as lines of text: indented by two spaces a level, facts set off by a middle dot, empty ones left out.
struct Lines {
    private(set) var text = ""

    mutating func add(_ level: Int, _ head: String, _ facts: String...) {
        indent(level)
        text += head
        for fact in facts where !fact.utf8.isEmpty {
            text += " · "
            text += fact
        }
        text += "\n"
    }

    /// `due         2026-12-01`: a label of its own width, then the fact; nothing when there is no fact.
    mutating func fact(_ level: Int, _ label: String, _ fact: String) {
        guard !fact.utf8.isEmpty else { return }
        indent(level)
        text += label
        for _ in label.utf8.count..<12 { text += " " }
        text += fact
        text += "\n"
    }

    /// A text of many lines, each indented, otherwise as it is.
    mutating func block(_ level: Int, _ block: String) {
        for line in block.split(separator: "\n" as Character, omittingEmptySubsequences: false) {
            if !line.utf8.isEmpty { indent(level) }
            text += String(line)
            text += "\n"
        }
    }

    mutating func blank() { text += "\n" }

    /// Ends the reading with a text exactly as it is.
    mutating func verbatim(_ verbatim: String) { text += verbatim }

    private mutating func indent(_ level: Int) {
        for _ in 0..<level { text += "  " }
    }
}

/// When something was touched and by whom, as a reader is told.
package struct Touched: Sendable, Equatable {
    package var instant: Instant
    package var author: String

    package init(instant: Instant, author: String) {
        self.instant = instant
        self.author = author
    }

    init(_ trace: BoardsView.Trace, _ name: (ActorID) -> String) {
        self.init(instant: trace.updated, author: name(trace.updater))
    }

    package var text: String { instant.text + " by " + author }

    /// Two fields: `updated` and `updatedBy`.
    func write(to json: inout JSONWriter, _ key: String) {
        json.field(key, instant.text)
        json.field(key + "By", author)
    }
}
