extension TextRun: FieldMessage {
    package static var schemaName: StaticString { "TextRun" }
    package static var blank: TextRun { TextRun(position: 0, deleteCount: 0, insertion: "") }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "position", &position)
        coder.field(2, "delete_count", &deleteCount)
        coder.field(3, "insertion", &insertion)
    }
}

extension TextEdit: FieldMessage {
    package static var schemaName: StaticString { "TextEdit" }
    package static var blank: TextEdit { TextEdit(parents: [], runs: []) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "parents", &parents)
        coder.field(2, "runs", &runs)
    }
}
