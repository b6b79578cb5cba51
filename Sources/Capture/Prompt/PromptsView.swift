package import Kernel

/// The prompts that were put off or are not wanted any more. All others may be shown. Requirement O-912.
package struct PromptsView: CanonicalView, Sendable, Equatable {
    /// By key.
    package var prompts: [Prompt]

    package var text: String {
        if prompts.isEmpty { return "No prompt is put off.\n" }
        var lines = Lines()
        for prompt in prompts { lines.add(0, prompt.kind.key, prompt.standingText) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("prompts")
            json.array(prompts) { json, prompt in
                json.object { json in
                    json.field("kind", prompt.kind.key)
                    if case .snoozed(let until) = prompt.standing {
                        json.field("snoozedUntil", until.text)
                    } else {
                        json.field("dismissed", true)
                    }
                }
            }
        }
    }
}

extension Prompt {
    fileprivate var standingText: String {
        switch standing {
        case .asked: "may be shown"
        case .snoozed(let until): "put off until " + until.text
        case .dismissed: "dismissed"
        }
    }
}

extension CaptureView {
    package func prompts() -> PromptsView {
        let found = model.prompts.entries.filter { $0.standing != .asked }
        return PromptsView(prompts: found.sorted { precedes($0.kind.key, $1.kind.key) })
    }

    /// Returns whether a prompt of this kind may be shown at `instant`.
    package func mayPrompt(_ kind: PromptKind, at instant: Instant) -> Bool {
        model.prompts[kind.id]?.isDue(at: instant) ?? true
    }

    /// Until when a prompt of this kind is put off; nil for one that may be shown, and for one that never may.
    package func snoozed(_ kind: PromptKind) -> Instant? {
        guard case .snoozed(let until)? = model.prompts[kind.id]?.standing else { return nil }
        return until
    }
}
