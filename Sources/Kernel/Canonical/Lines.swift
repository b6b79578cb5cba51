/// Sets a reading as lines of text: indented by two spaces a level, facts set off by a middle dot, empty ones left out.
public struct Lines: Sendable {
    public private(set) var text = ""
    /// The lines that each stand for one thing, in their order.
    public private(set) var marks: [Mark] = []

    /// A line that stands for one thing: a terminal numbers these, so that a command can say `3`.
    public struct Mark: Sendable, Equatable {
        /// Where the line begins, in bytes of the text.
        public let offset: Int
        public let entity: EntityID
    }

    public init() {}

    /// A line that stands for `entity`.
    public mutating func add(_ level: Int, _ head: String, _ facts: String..., of entity: EntityID) {
        marks.append(Mark(offset: text.utf8.count, entity: entity))
        add(level, head, facts)
    }

    public mutating func add(_ level: Int, _ head: String, _ facts: String...) { add(level, head, facts) }

    private mutating func add(_ level: Int, _ head: String, _ facts: [String]) {
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

    /// A line, and a reading below it, a level further in.
    public mutating func add(_ level: Int, _ head: String, over reading: some CanonicalView) {
        add(level, head)
        var (offset, marks) = (0, reading.marks[...])
        for line in reading.text.split(separator: "\n" as Character, omittingEmptySubsequences: false) {
            // What ends the last line begins no other.
            if offset == reading.text.utf8.count { break }
            if let mark = marks.first, mark.offset == offset {
                add(level + 1, String(line), of: mark.entity)
                marks.removeFirst()
            } else {
                add(level + 1, String(line))
            }
            offset += line.utf8.count + 1
        }
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
