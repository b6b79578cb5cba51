/// Sets a reading as lines of text: indented by two spaces a level, facts set off by a middle dot, empty ones left out.
public struct Lines: Sendable {
    public private(set) var text = ""

    public init() {}

    public mutating func add(_ level: Int, _ head: String, _ facts: String...) {
        indent(level)
        text += head
        for fact in facts where !fact.utf8.isEmpty {
            text += " · "
            text += fact
        }
        text += "\n"
    }

    /// `due         2026-12-01`: a label of its own width, then the fact; nothing when there is no fact.
    public mutating func fact(_ level: Int, _ label: String, _ fact: String) {
        guard !fact.utf8.isEmpty else { return }
        indent(level)
        text += label
        for _ in label.utf8.count..<12 { text += " " }
        text += fact
        text += "\n"
    }

    /// A text of many lines, each indented, otherwise as it is.
    public mutating func block(_ level: Int, _ block: String) {
        for line in block.split(separator: "\n" as Character, omittingEmptySubsequences: false) {
            if !line.utf8.isEmpty { indent(level) }
            text += String(line)
            text += "\n"
        }
    }

    public mutating func blank() { text += "\n" }

    /// Ends the reading with a text exactly as it is.
    public mutating func verbatim(_ verbatim: String) { text += verbatim }

    private mutating func indent(_ level: Int) {
        for _ in 0..<level { text += "  " }
    }
}

/// When something was touched and by whom, as a reader is told.
public struct NamedAttribution: Sendable, Equatable {
    public var instant: Instant
    public var author: String

    public init(instant: Instant, author: String) {
        self.instant = instant
        self.author = author
    }

    public var text: String { instant.text + " by " + author }

    /// Two fields: `updated` and `updatedBy`.
    public func write(to json: inout JSONWriter, _ key: String) {
        json.field(key, instant.text)
        json.field(key + "By", author)
    }
}

/// `1 card`, `2 cards`.
public func counted(_ count: Int, _ noun: String) -> String { String(count) + " " + noun + (count == 1 ? "" : "s") }

/// Titles by their bytes, then identifiers: the order of things in a list that nobody arranged.
public func inOrder<Kind>(_ a: (String, Identifier<Kind>), _ b: (String, Identifier<Kind>)) -> Bool {
    precedes(a.0, b.0) || !precedes(b.0, a.0) && a.1 < b.1
}
