extension TextRun: FieldMessage {
    public static var schemaName: StaticString { "TextRun" }
    public static var blank: TextRun { TextRun(position: 0, deleteCount: 0, insertion: "") }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "position", &position)
        coder.field(2, "delete_count", omittable: &deleteCount)
        coder.field(3, "insertion", omittable: &insertion)
    }
}

extension TextEdit: FieldMessage {
    public static var schemaName: StaticString { "TextEdit" }
    public static var blank: TextEdit { TextEdit(parents: [], runs: []) }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "parents", &fewParents)
        coder.field(2, "runs", &fewRuns)
    }
}
