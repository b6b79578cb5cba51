package import Kernel

// The values of capture as they stand in an event or a snapshot.

extension ItemType: FieldMessage {
    package static var schemaName: StaticString { "ItemType" }
    package static var blank: ItemType { .none }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var kind: Kind
        var collection: CollectionID?
        switch self {
        case .none: kind = .none
        case .task: kind = .task
        case .link(let target): (kind, collection) = (.link, target)
        }
        coder.field(1, "kind", &kind)
        coder.field(2, "collection", &collection)
        coder.demand((kind == .link) == (collection != nil), "a collection with a link, and with nothing else")
        switch kind {
        case .none: self = .none
        case .task: self = .task
        case .link: self = .link(collection ?? .zero)
        }
    }

    private enum Kind: UInt64, FieldChoice {
        case none = 0
        case task = 1
        case link = 2

        static var blank: Kind { .none }
        var fieldName: StaticString {
            switch self {
            case .none: "none"
            case .task: "task"
            case .link: "link"
            }
        }
    }
}

extension RunRequest: FieldMessage {
    package static var schemaName: StaticString { "RunRequest" }
    package static var blank: RunRequest {
        RunRequest(
            items: [], provider: "", model: "", promptVersion: "", inputDigest: [], month: .blank, allowance: .blank)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "items", &items)
        coder.field(2, "provider", &provider)
        coder.field(3, "model", &model)
        coder.field(4, "prompt_version", &promptVersion)
        coder.blob(5, "input_digest", &inputDigest)
        coder.field(6, "month", &month)
        coder.field(7, "allowance", &allowance)
        coder.field(8, "requester", &requester)
    }
}

extension RunAllowance: FieldMessage {
    package static var schemaName: StaticString { "RunAllowance" }
    package static var blank: RunAllowance {
        RunAllowance(plan: .free, monthlyMax: 0, softMax: nil, priority: .normal)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "plan", &plan)
        coder.field(2, "monthly_max", &monthlyMax)
        coder.field(3, "soft_max", &softMax)
        coder.field(4, "priority", &priority)
        coder.field(5, "counted_elsewhere", omittable: &elsewhere.counted)
        coder.field(6, "begun_elsewhere", omittable: &elsewhere.begun)
    }
}

extension RunOutcome: FieldMessage {
    package static var schemaName: StaticString { "RunOutcome" }
    package static var blank: RunOutcome {
        RunOutcome(
            suggestions: [], questions: [], outputDigest: [], latencyMs: 0, droppedSuggestions: 0, droppedParts: 0)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "suggestions", &suggestions)
        coder.field(2, "questions", &questions)
        coder.blob(3, "output_digest", &outputDigest)
        coder.field(4, "latency_ms", &latencyMs)
        coder.field(5, "dropped_suggestions", &droppedSuggestions)
        coder.field(6, "dropped_parts", &droppedParts)
        coder.field(7, "usage", omittable: &usage)
    }
}

extension OrganiseSuggestion: FieldMessage {
    package static var schemaName: StaticString { "OrganiseSuggestion" }
    package static var blank: OrganiseSuggestion {
        OrganiseSuggestion(id: .zero, kind: .plan, title: .blank, parts: [], confidenceThousandths: 0)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "kind", &kind)
        coder.field(3, "title", &title)
        coder.field(4, "parts", &parts)
        coder.field(5, "confidence_thousandths", &confidenceThousandths)
    }
}

extension SuggestedPart: FieldMessage {
    package static var schemaName: StaticString { "SuggestedPart" }
    package static var blank: SuggestedPart { SuggestedPart(text: "", citation: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "text", &text)
        coder.field(2, "citation", &citation)
        coder.field(3, "under", &under)
    }
}

extension Citation: FieldMessage {
    package static var schemaName: StaticString { "ItemCitation" }
    package static var blank: Citation { Citation(item: .zero, start: 0, length: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "item", &item)
        coder.field(2, "start", &start)
        coder.field(3, "length", &length)
    }
}

extension AcceptedThings: FieldMessage {
    package static var schemaName: StaticString { "AcceptedThings" }
    package static var blank: AcceptedThings { AcceptedThings(collection: nil, items: []) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "collection", &collection)
        coder.field(2, "items", &items)
    }
}
