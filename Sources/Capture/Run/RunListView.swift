package import Kernel

/// All organising runs, the last first. Requirement O-307.
package struct RunListView: CanonicalView, Sendable, Equatable {
    package var runs: [RunView]

    package var text: String {
        if runs.isEmpty { return "Nothing was organised by suggestion yet.\n" }
        var lines = Lines()
        for reading in runs {
            let run = reading.run
            lines.add(
                0, run.request.month.text, reading.requested?.text ?? "",
                run.request.provider + " " + run.request.model,
                run.statusWord, counted(run.request.items.count, "item"),
                run.outcome.map { counted($0.suggestions.count, "suggestion") } ?? "", reading.id.text)
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("runs")
            json.array(runs) { $1.write(to: &$0) }
        }
    }
}

/// The part of a month's allowance that a person has used. Requirements O-401, O-404.
package struct QuotaView: CanonicalView, Sendable, Equatable {
    package var month: CalendarMonth
    package var plan: RunPlan
    package var used: Int
    package var max: Int
    /// Beyond the soft limit of the plan: still allowed, and said.
    package var isBeyondSoftMax: Bool
    /// The first day on which there are new ones; nil at the end of the calendar.
    package var resets: CalendarDay?

    package var remaining: Int { Swift.max(0, max - used) }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, month.text, spelled(plan.fieldName), String(used) + " of " + String(max) + " used",
            isBeyondSoftMax ? "more than is usual for the plan" : "",
            resets.map { "new ones from " + $0.text } ?? "")
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("month", month.text)
            json.field("plan", spelled(plan.fieldName))
            json.field("used", used)
            json.field("max", max)
            json.field("remaining", remaining)
            json.field("beyondSoftMax", isBeyondSoftMax)
            json.field("resets", resets?.text)
        }
    }
}

extension CaptureView {
    package func runs(times: Bool = true, name: (ActorID) -> String) -> RunListView {
        RunListView(runs: model.runs.ids.reversed().compactMap { run($0, times: times, name: name) })
    }
}

extension RunAllowance {
    /// - Parameter used: what the person has used up of it, wherever.
    package func quota(in month: CalendarMonth, used: RunsUsed) -> QuotaView {
        QuotaView(
            month: month, plan: plan, used: used.counted, max: hardMax,
            isBeyondSoftMax: softMax.map { used.counted > $0 } ?? false, resets: month.next.firstDay)
    }
}
