package import Kernel

/// The skills of a child by month: the level of each, at a glance. Requirement J-211.
///
/// The picture is drawn by a web page; this is its content, and its text is the table for people who cannot see the picture.
package struct HeatmapView: CanonicalView, Sendable, Equatable {
    /// Months at most, the latest ones: ten years.
    package static let monthsMax = 120

    package var child: ChildID
    package var name: String
    /// From the first month with a level to the last, without a gap.
    package var months: [CalendarMonth] = []
    /// In the order of the skills; one that was never measured has no row.
    package var rows: [Row] = []

    package struct Row: Sendable, Equatable {
        package var skill: Skill
        /// Beside the months; nil where nothing was measured.
        package var cells: [Cell?]
    }

    package struct Cell: Sendable, Equatable {
        /// Thousandths.
        package var level: Int
        package var observations: Int
    }

    /// - Parameter series: of one child.
    package init(child: ChildID, name: String, series: [SkillSeries], months wanted: Int = Self.monthsMax) {
        self.child = child
        self.name = name
        var first: CalendarMonth?
        var last: CalendarMonth?
        for series in series {
            guard let start = series.months.first?.month, let end = series.months.last?.month else { continue }
            first = min(first ?? start, start)
            last = max(last ?? end, end)
        }
        guard let first, let last else { return }
        let count = min(max(1, wanted), Self.monthsMax)
        var month = max(first, CalendarMonth(monthsSinceYearZero: last.monthsSinceYearZero - count + 1))
        while month <= last {
            months.append(month)
            month = month.next
        }
        for series in series {
            let cells = months.map { month in
                series.level(in: month).map { Cell(level: $0.level, observations: $0.observations) }
            }
            guard cells.contains(where: { $0 != nil }) else { continue }
            rows.append(Row(skill: series.skill, cells: cells))
        }
    }

    package var text: String {
        var lines = Lines()
        guard !rows.isEmpty else {
            lines.add(0, "Skills of " + name, SkillTrend.sparse)
            return lines.text
        }
        lines.add(0, "Skills of " + name, counted(months.count, "month"))
        // Months downwards and skills across: years are longer than six skills are wide.
        var head = "Month   "
        for row in rows { head += "  " + row.skill.title }
        lines.add(1, head)
        for (place, month) in months.enumerated() {
            var line = month.text + " "
            for row in rows {
                let cell = row.cells[place].map { percent($0.level) + " (" + String($0.observations) + ")" } ?? "-"
                line += "  " + leading(cell, to: row.skill.title.utf8.count)
            }
            lines.add(1, line)
        }
        lines.add(1, "In brackets: of how many pieces of work the level is the mean.")
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("child", child.text)
            json.field("name", name)
            json.field("months", months.map { $0.text })
            json.key("rows")
            json.array(rows) { json, row in
                json.object { json in
                    json.field("skill", spelled(row.skill.fieldName))
                    json.key("cells")
                    json.array(row.cells) { json, cell in
                        guard let cell else { return json.null() }
                        json.object { json in
                            json.field("levelThousandths", cell.level)
                            json.field("observations", cell.observations)
                        }
                    }
                }
            }
        }
    }
}

/// `text` behind as many spaces as make it `width` wide: numbers stand under each other by their ends.
private func leading(_ text: String, to width: Int) -> String {
    var spaces = ""
    for _ in text.utf8.count..<max(width, text.utf8.count) { spaces += " " }
    return spaces + text
}
