package import Kernel

/// The items that are done, the last first. Requirement B-83.
package struct LogbookView: CanonicalView, Sendable, Equatable {
    package var items: [ItemLine]

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if items.isEmpty { lines.add(0, "Nothing is completed yet.") }
        for item in items { item.write(to: &lines, 0, item.completed?.text ?? "") }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("items")
            json.array(items) { $1.write(to: &$0) }
        }
    }
}

/// The open items that have a day to be looked at again, by that day: a page to turn to, that never calls. Requirements
/// B-85, O-008.
package struct FollowUpView: CanonicalView, Sendable, Equatable {
    package var days: [Day]

    package struct Day: Sendable, Equatable {
        package var day: CalendarDay
        /// In the order of their capture.
        package var items: [ItemLine]
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if days.isEmpty { lines.add(0, "Nothing to follow up.") }
        for day in days {
            lines.add(0, day.day.text)
            for item in day.items {
                var item = item
                item.followUp = nil
                item.write(to: &lines, 1)
            }
        }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("days")
            json.array(days) { json, day in
                json.object { json in
                    json.field("day", day.day.text)
                    json.key("items")
                    json.array(day.items) { $1.write(to: &$0) }
                }
            }
        }
    }
}

extension CaptureView {
    /// - Complexity: O(items), and O(n log n) for the completed ones.
    package func logbook() -> LogbookView {
        let items = lines { $0.completed != nil }
        return LogbookView(
            items: items.sorted { a, b in a.completed != b.completed ? later(a, b) : a.id < b.id })
    }

    private func later(_ a: ItemLine, _ b: ItemLine) -> Bool { (a.completed ?? .epoch) > (b.completed ?? .epoch) }

    /// - Parameters:
    ///   - first: nil: from the beginning; `last` is still included, nil: to the end.
    package func followUps(from first: CalendarDay? = nil, to last: CalendarDay? = nil) -> FollowUpView {
        var items = lines { item in
            guard let day = item.followUp, item.completed == nil else { return false }
            return day >= first ?? day && day <= last ?? day
        }
        items.sort { a, b in
            guard let day = a.followUp, let other = b.followUp, day != other else { return byCapture(a, b) }
            return day < other
        }
        var days: [FollowUpView.Day] = []
        for item in items {
            guard let day = item.followUp else { continue }
            if days.last?.day == day {
                days[days.count - 1].items.append(item)
            } else {
                days.append(.init(day: day, items: [item]))
            }
        }
        return FollowUpView(days: days)
    }
}
