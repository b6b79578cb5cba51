package import Kernel

extension Analysis: FieldMessage {
    package static var schemaName: StaticString { "Analysis" }
    package static var blank: Analysis { Analysis(of: .zero, method: .blank, inputDigest: []) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "artwork", &artwork)
        coder.field(2, "method", &method)
        coder.blob(3, "input_digest", &inputDigest)
        coder.field(4, "attempt", &attempt)
        coder.field(5, "status", &status)
        coder.field(6, "reason", &reason)
        coder.field(7, "result", &result)
        coder.field(8, "saved", &saved)
        coder.field(9, "ratings", &ratings)
        coder.field(10, "is_read", &isRead)
        coder.field(11, "is_withdrawn", &isWithdrawn)
    }
}

extension AnalysisMethod: FieldMessage {
    package static var schemaName: StaticString { "AnalysisMethod" }
    package static var blank: AnalysisMethod { AnalysisMethod(provider: .blank, model: .blank, version: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "provider", &provider)
        coder.field(2, "model", &model)
        coder.field(3, "version", &version)
    }
}

extension AnalysisResult: FieldMessage {
    package static var schemaName: StaticString { "AnalysisResult" }
    package static var blank: AnalysisResult { AnalysisResult(metrics: [], tips: []) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "metrics", &metrics)
        coder.field(2, "tips", &tips)
        coder.field(3, "suggested_tags", omittable: &suggestedTags)
        coder.field(4, "usage", omittable: &usage)
        coder.field(5, "description", omittable: &description)
    }
}

extension SkillMetric: FieldMessage {
    package static var schemaName: StaticString { "SkillMetric" }
    package static var blank: SkillMetric { SkillMetric(skill: .blank, thousandths: 0, method: .blank, version: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "skill", &skill)
        coder.field(2, "thousandths", &thousandths)
        coder.field(3, "method", &method)
        coder.field(4, "version", &version)
        coder.field(5, "noise", omittable: &noise)
    }
}

extension Tip: FieldMessage {
    package static var schemaName: StaticString { "Tip" }
    package static var blank: Tip { Tip(id: .zero, text: "", skill: .blank, stage: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "text", &text)
        coder.field(3, "skill", &skill)
        coder.field(4, "stage", &stage)
        coder.field(5, "resource", omittable: &resource)
        coder.field(6, "list_version", omittable: &listVersion)
    }
}

extension SuggestedTag: FieldMessage {
    package static var schemaName: StaticString { "SuggestedTag" }
    package static var blank: SuggestedTag { SuggestedTag(tag: .blank, confidence: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "tag", &tag)
        coder.field(2, "confidence", &confidence)
    }
}

extension TipRating: FieldMessage {
    package static var schemaName: StaticString { "TipRating" }
    package static var blank: TipRating { TipRating(tip: .zero, rating: .none) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "tip", &tip)
        coder.field(2, "rating", &rating)
    }
}

extension AnalysisOutcome: FieldMessage {
    package static var schemaName: StaticString { "AnalysisOutcome" }
    package static var blank: AnalysisOutcome {
        AnalysisOutcome(
            method: .blank, inputDigest: [], attempt: 0, status: .pending, reason: "", result: nil,
            isRead: false)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "method", &method)
        coder.blob(2, "input_digest", &inputDigest)
        coder.field(3, "attempt", &attempt)
        coder.field(4, "status", &status)
        coder.field(5, "reason", &reason)
        coder.field(6, "result", &result)
        coder.field(7, "is_read", &isRead)
    }
}
