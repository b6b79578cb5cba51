package import Kernel

// The values of capture that stand in commands alone; those of events are in `CaptureValues+Fields.swift`.

extension NewItem: FieldMessage {
    package static var schemaName: StaticString { "NewItem" }
    package static var blank: NewItem { NewItem(id: .zero, content: "") }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "content", &content)
    }
}

extension RunOutput: FieldMessage {
    package static var schemaName: StaticString { "RunOutput" }
    package static var blank: RunOutput {
        RunOutput(suggestions: [], questions: [], outputDigest: [], latencyMs: 0)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "suggestions", &suggestions)
        coder.field(2, "questions", omittable: &questions)
        coder.blob(3, "output_digest", &outputDigest)
        coder.field(4, "latency_ms", &latencyMs)
        coder.field(5, "usage", omittable: &usage)
    }
}

extension AcceptedShape: FieldMessage {
    package static var schemaName: StaticString { "AcceptedShape" }
    package static var blank: AcceptedShape { AcceptedShape(destination: .blank, parts: []) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "destination", &destination)
        coder.field(2, "parts", &parts)
    }
}

extension AcceptedPart: FieldMessage {
    package static var schemaName: StaticString { "AcceptedPart" }
    package static var blank: AcceptedPart { AcceptedPart(index: 0, item: .zero, text: "", isTask: false) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "index", &index)
        coder.field(2, "item", &item)
        coder.field(3, "text", &text)
        coder.field(4, "under", &under)
        coder.field(5, "is_task", &isTask)
    }
}

extension AcceptedShape.Destination: FieldUnion {
    package enum Tag: String, UnionTag {
        case newPlan, newList, existing, standalone
    }

    package static var schemaName: StaticString { "Destination" }
    package static var blank: AcceptedShape.Destination { .standalone }

    package var tag: Tag {
        switch self {
        case .newPlan: .newPlan
        case .newList: .newList
        case .existing: .existing
        case .standalone: .standalone
        }
    }

    package static func blank(_ tag: Tag) -> AcceptedShape.Destination {
        switch tag {
        case .newPlan: .newPlan(.zero, title: .blank)
        case .newList: .newList(.zero, title: .blank)
        case .existing: .existing(.zero)
        case .standalone: .standalone
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .newPlan(var collection, var title):
            coder.field(2, "collection", &collection)
            coder.field(3, "title", &title)
            self = .newPlan(collection, title: title)
        case .newList(var collection, var title):
            coder.field(2, "collection", &collection)
            coder.field(3, "title", &title)
            self = .newList(collection, title: title)
        case .existing(var collection):
            coder.field(2, "collection", &collection)
            self = .existing(collection)
        case .standalone: return
        }
    }
}
