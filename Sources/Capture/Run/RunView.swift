package import Kernel

/// Everything there is to know of one organising run: who asked whom with what, what came back, and what became of it.
/// Requirement O-307.
package struct RunView: CanonicalView, Sendable, Equatable {
    package var id: RunID
    package var run: OrganiseRun
    package var asker: String?
    package var requested: Instant?
    /// Titles of the items that were sent, beside `run.request.items`.
    package var items: [String]

    package var text: String {
        var lines = Lines()
        let request = run.request
        lines.add(0, "Run " + id.text, run.statusText)
        lines.fact(1, "asked by", asker ?? "")
        lines.fact(1, "asked", requested?.text ?? "")
        lines.fact(1, "provider", request.provider)
        lines.fact(1, "model", request.model)
        lines.fact(1, "prompt", request.promptVersion)
        lines.fact(1, "plan", spelled(request.allowance.plan.fieldName))
        lines.fact(1, "priority", spelled(request.allowance.priority.fieldName))
        lines.fact(1, "month", request.month.text)
        lines.fact(1, "input", hexText(request.inputDigest))
        if let outcome = run.outcome {
            lines.fact(1, "output", hexText(outcome.outputDigest))
            lines.fact(1, "latency", String(outcome.latencyMs) + " ms")
            lines.fact(1, "usage", outcome.usage?.words ?? "")
            lines.fact(
                1, "dropped",
                counted(outcome.droppedSuggestions, "suggestion") + ", " + counted(outcome.droppedParts, "part"))
        }
        lines.fact(1, "payload", run.isPayloadForgotten ? "destroyed" : "")
        for item in items { lines.add(1, "item", item) }
        guard let outcome = run.outcome else { return lines.text }
        // Numbered as one accepts, declines and answers them.
        for (index, (question, answer)) in zip(outcome.questions, run.answers).enumerated() {
            lines.add(
                1, "question " + String(index + 1), question, answer.utf8.isEmpty ? "not answered" : "answered: " + answer)
        }
        for (index, (suggestion, decision)) in zip(outcome.suggestions, run.decisions).enumerated() {
            lines.add(
                1, String(index + 1) + ". " + spelled(suggestion.kind.fieldName) + " " + quoted(suggestion.title.text),
                decision.word,
                "confidence " + suggestion.confidenceText)
            for part in suggestion.parts { lines.add(2, "- " + part.text) }
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        let request = run.request
        json.object { json in
            json.field("id", id.text)
            json.field("status", run.statusWord)
            if let asker { json.field("askedBy", asker) }
            if let requested { json.field("asked", requested.text) }
            json.field("provider", request.provider)
            json.field("model", request.model)
            json.field("promptVersion", request.promptVersion)
            json.field("plan", spelled(request.allowance.plan.fieldName))
            json.field("priority", spelled(request.allowance.priority.fieldName))
            json.field("month", request.month.text)
            json.field("counted", run.isCounted)
            json.field("items", request.items.map { $0.text })
            json.field("inputSHA256", hexText(request.inputDigest))
            json.field("payloadForgotten", run.isPayloadForgotten)
            if case .failed(let reason, let latencyMs) = run.status {
                json.field("reason", spelled(reason.fieldName))
                json.field("latencyMs", latencyMs)
            }
            guard let outcome = run.outcome else { return }
            json.field("outputSHA256", hexText(outcome.outputDigest))
            json.field("latencyMs", outcome.latencyMs)
            outcome.usage?.write(to: &json, "usage")
            json.field("droppedSuggestions", outcome.droppedSuggestions)
            json.field("droppedParts", outcome.droppedParts)
            json.key("questions")
            json.array(zip(outcome.questions, run.answers)) { json, pair in
                json.object { json in
                    json.field("question", pair.0)
                    json.field("answer", pair.1.utf8.isEmpty ? nil : pair.1)
                }
            }
            json.key("suggestions")
            json.array(zip(outcome.suggestions, run.decisions)) { json, pair in
                pair.0.write(to: &json, pair.1)
            }
        }
    }
}

extension OrganiseRun {
    package var statusWord: String {
        switch status {
        case .pending: "pending"
        case .completed: "completed"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    fileprivate var statusText: String {
        if case .failed(let reason, let latencyMs) = status {
            return "failed: " + spelled(reason.fieldName) + " after " + String(latencyMs) + " ms"
        }
        return statusWord
    }
}

extension SuggestionDecision {
    package var word: String {
        switch self {
        case .open: "open"
        case .accepted: "accepted"
        case .declined: "declined"
        }
    }
}

extension OrganiseSuggestion {
    fileprivate func write(to json: inout JSONWriter, _ decision: SuggestionDecision) {
        json.object { json in
            json.field("id", id.text)
            json.field("kind", spelled(kind.fieldName))
            json.field("title", title.text)
            json.field("confidenceThousandths", confidenceThousandths)
            json.field("confidence", confidenceText)
            json.field("decision", decision.word)
            if case .accepted(let made) = decision {
                json.field("collection", made.collection?.text)
                json.field("made", made.items.map { $0.text })
            }
            json.key("parts")
            json.array(parts) { json, part in
                json.object { json in
                    json.field("text", part.text)
                    json.field("item", part.citation.item.text)
                    json.field("start", part.citation.start)
                    json.field("length", part.citation.length)
                    if let under = part.under { json.field("under", under) }
                }
            }
        }
    }
}

extension CaptureView {
    /// One run. Nil when it is not known or was undone.
    package func run(_ id: RunID, times: Bool = true, name: (ActorID) -> String) -> RunView? {
        guard let slot = model.runs.slot(of: id), let run = existing(id) else { return nil }
        let made = provenance(of: slot).made
        return RunView(
            id: id, run: run, asker: times ? name(made.actor) : nil, requested: times ? made.instant : nil,
            items: run.request.items.map { model.items[$0]?.title ?? $0.text })
    }
}
