extension Table where Entry: FieldMessage {
    /// Visits identifiers and entries as two lists; where each lies is worked out anew when reading.
    public mutating func code<C: Coder>(
        ids idNumber: Int, _ idName: StaticString, entries number: Int, _ name: StaticString, in coder: inout C
    ) {
        var ids = ids
        var entries = entries
        coder.field(idNumber, idName, &ids)
        coder.field(number, name, &entries)
        guard ids.count != count else { return }
        if let whole = Table(ids: ids, entries: entries) {
            self = whole
            return
        }
        // A file that says otherwise is judged by those who know what belongs together.
        self = Table()
        for (id, entry) in zip(ids, entries) { add(id, entry) }
    }
}

/// A table within a field, such as the strokes of one drawing.
extension Table: FieldValue, FieldMessage where Entry: FieldMessage {
    public static var schemaName: StaticString { "Table" }
    public static var blank: Table { Table() }

    public mutating func code<C: Coder>(_ coder: inout C) {
        code(ids: 1, "ids", entries: 2, "entries", in: &coder)
    }
}
