// How a clock and a document stand in a snapshot. Never in an event: these are derived and may change their form.

extension TextClock: FieldMessage {
    public static var schemaName: StaticString { "TextClock" }
    public static var blank: TextClock { TextClock(initialLength: 0) }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "revision", &revision)
        coder.field(2, "length", &length)
        coder.field(3, "heads", &heads)
        coder.field(4, "log", &log)
        coder.field(5, "walked", &walked)
    }

    /// True if the parts fit together. What was read back from a file is asked before it is used.
    ///
    /// - Complexity: O(edits in the window).
    public var isSound: Bool {
        guard length >= 0, walked >= 0, log.base.revision >= 0, log.base.offset == 0, log.base.length >= 0 else { return false }
        var heads = [log.base.revision]
        var nextMark = 0
        var arePlausible = true
        var reader = TextShapeLog.Reader(log, from: log.base)
        while reader.revision < revision, reader.next({ arePlausible = arePlausible && Self.isPlausible($0) }) {
            guard arePlausible else { return false }
            if let parents = reader.parents {
                guard parents.allSatisfy({ $0 >= log.base.revision && $0 < reader.revision }), !parents.isEmpty
                else { return false }
                heads.removeAll { parents.contains($0) }
                heads.append(reader.revision)
            } else if heads.count == 1 {
                // Nearly every edit: the array that is there does.
                heads[0] = reader.revision
            } else {
                heads = [reader.revision]
            }
            if nextMark < log.marks.count, log.marks[nextMark].revision <= reader.revision {
                let mark = log.marks[nextMark]
                guard mark.revision == reader.revision, mark.offset == reader.offset, mark.cursor == reader.cursor,
                    heads == [mark.revision], mark.length >= 0
                else { return false }
                nextMark += 1
            }
        }
        return reader.revision == revision && reader.offset == log.bytes.count && reader.cursor == log.cursor
            && nextMark == log.marks.count && self.heads == (heads.count > 1 ? heads : [])
    }

    private static func isPlausible(_ shape: TextShape) -> Bool {
        let possible = 0...Int(Int32.max)
        return possible.contains(shape.position) && possible.contains(shape.deleteCount)
            && possible.contains(shape.insertCount)
    }
}

extension TextShapeLog: FieldMessage {
    static var schemaName: StaticString { "TextShapeLog" }
    static var blank: TextShapeLog { TextShapeLog(length: 0) }

    mutating func code<C: Coder>(_ coder: inout C) {
        var packed = Bytes(bytes)
        coder.field(1, "base", &base)
        coder.field(2, "marks", &marks)
        coder.field(3, "edits", &packed)
        coder.field(4, "cursor", &cursor)
        bytes = packed.bytes
    }
}

extension TextShapeLog.Mark: FieldMessage {
    static var schemaName: StaticString { "TextMark" }
    static var blank: Self { Self(revision: 0, length: 0, offset: 0, cursor: 0) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "revision", &revision)
        coder.field(2, "length", &length)
        coder.field(3, "offset", &offset)
        coder.field(4, "cursor", &cursor)
    }
}

extension TextDocument: FieldMessage {
    public static var schemaName: StaticString { "TextDocument" }
    public static var blank: TextDocument { TextDocument("") }

    public mutating func code<C: Coder>(_ coder: inout C) {
        let isBlank = utf8Count == 0
        var text = buffer
        var clock = clock
        coder.text(1, "text", &text)
        coder.field(2, "clock", &clock)
        // Only a reader finds it blank and leaves it otherwise.
        if isBlank { self = TextDocument(recorded: text, clock: clock) }
    }

    /// True if the parts fit together. What was read back from a file is asked before it is used.
    public var isSound: Bool { clock.isSound && clock.length == scalarCount }
}
