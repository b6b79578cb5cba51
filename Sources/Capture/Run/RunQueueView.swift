package import Kernel

/// The runs that wait for an answer, in the order in which a provider is to be asked: those of paid plans first, and then
/// by when they were asked for. Requirement O-405.
///
/// The core calls no provider: the caller of one takes the first of these, and reports the outcome in a command.
package struct RunQueueView: CanonicalView, Sendable, Equatable {
    package var runs: [Line]

    package struct Line: Sendable, Equatable {
        package var id: RunID
        package var priority: RunPriority
        package var requested: Instant
        package var provider: String
        package var model: String
        package var items: Int

        /// Returns whether it is asked before `other`. Of those of one instant the one that was minted first.
        package func comes(before other: Line) -> Bool {
            if priority != other.priority { return priority.rawValue > other.priority.rawValue }
            return requested != other.requested ? requested < other.requested : id < other.id
        }
    }

    package var text: String {
        if runs.isEmpty { return "No run is waiting.\n" }
        var lines = Lines()
        for (place, run) in runs.enumerated() {
            lines.add(
                0, String(place + 1) + ". " + run.id.text, spelled(run.priority.fieldName) + " priority",
                run.requested.text, run.provider + " " + run.model, counted(run.items, "item"))
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("runs")
            json.array(runs) { json, run in
                json.object { json in
                    json.field("id", run.id.text)
                    json.field("priority", spelled(run.priority.fieldName))
                    json.field("asked", run.requested.text)
                    json.field("provider", run.provider)
                    json.field("model", run.model)
                    json.field("items", run.items)
                }
            }
        }
    }
}

extension CaptureView {
    /// - Complexity: O(runs + waiting × log).
    package func runQueue() -> RunQueueView {
        var lines: [RunQueueView.Line] = []
        for (id, slot) in model.runs.all {
            let run = model.runs[slot]
            guard run.status == .pending, !run.isWithdrawn else { continue }
            lines.append(
                .init(
                    id: id, priority: run.request.allowance.priority, requested: provenance(of: slot).made.instant,
                    provider: run.request.provider, model: run.request.model, items: run.request.items.count))
        }
        lines.sort { $0.comes(before: $1) }
        return RunQueueView(runs: lines)
    }
}
