import Kernel
import Studio
import Workspace

/// A child's progress for a teacher: each measure as a number beside a bar, with its period and its method. No
/// birthday, no age, no notes of the parents. Requirement J-463.
struct ProgressReport {
    private let progress: ProgressView
    private let series: [SkillSeries]

    init(of child: ChildID, in source: PublishingSource) throws(PublishingFailure) {
        let studio = source.view.studio
        guard studio.model.existing(child)?.flags.isLive == true, let progress = studio.progress(of: child, today: source.today)
        else { throw .gone(.progress) }
        self.progress = progress
        series = studio.model.skills(of: child)
    }

    /// Columns, in thousandths of the width.
    private enum Column {
        static let name = 250
        static let level = 90
        static let bar = 300
        static let rest = 360
    }

    func pages(made: Instant, in language: String) throws -> Publication {
        let title = "\(progress.name): progress report"
        var pages = PageDescription(title: title, language: language, made: made)
        pages.foot("\(title), \(spoken(utcDay(made)))")
        pages.page()
        pages.text(.title, progress.name)
        pages.text(.subtitle, "Progress report")
        pages.text(.caption, period)
        pages.rule()
        pages.text(
            .body,
            "The numbers on these pages are measures of pictures: a program counts, for example, how much of a closed shape is "
                + "coloured. They say how the pictures were drawn. They are no test of the child, no mark, and no diagnosis.")
        guard progress.isAllowed, !progress.skills.isEmpty else {
            pages.text(
                .body,
                progress.isAllowed
                    ? "Too few pictures have been measured to say anything yet."
                    : "No picture is measured, because nobody has agreed to it.")
            return Publication(name: title, manuscript: .pages(pages), leftOut: [])
        }
        addSummary(to: &pages)
        for series in series { add(series, to: &pages) }
        addMethods(to: &pages)
        return Publication(name: title, manuscript: .pages(pages), leftOut: [])
    }

    private var period: String {
        let months = series.flatMap { $0.months.map(\.month) }
        let works = counted(progress.artworks, "artwork")
        guard let first = months.min(), let last = months.max() else { return works }
        let span = first == last ? words(first) : "\(words(first)) to \(words(last))"
        return "\(span)  ·  \(works)"
    }

    private func words(_ month: CalendarMonth) -> String { "\(monthName(month)) \(month.year)" }

    private func addSummary(to pages: inout PageDescription) {
        pages.text(.heading2, "At a glance")
        pages.row(
            isHead: true,
            [
                .text(Column.name, "Measure", isBold: true), .text(Column.level, "Level", isBold: true, .right),
                .text(Column.bar, ""), .text(Column.rest, "Compared", isBold: true),
            ])
        for line in progress.skills {
            let level = line.trend.level
            pages.row([
                .text(Column.name, line.trend.skill.title), .text(Column.level, level.map { percent($0) } ?? "–", .right),
                .bar(Column.bar, thousandths: level ?? 0), .text(Column.rest, comparison(line)),
            ])
        }
    }

    private func comparison(_ line: ProgressView.Line) -> String {
        guard line.trend.level != nil else { return "too few pictures yet" }
        guard let direction = line.trend.direction, let before = line.trend.before else {
            return "\(words(line.trend.now.month)), nothing to compare with yet"
        }
        return "\(direction.words.lowercased()): \(percent(before.level)) in \(words(before.month))"
    }

    private func add(_ series: SkillSeries, to pages: inout PageDescription) {
        pages.text(.heading3, "\(series.skill.title), month by month")
        pages.row(
            isHead: true,
            [
                .text(Column.name, "Month", isBold: true), .text(Column.level, "Level", isBold: true, .right),
                .text(Column.bar, ""), .text(Column.rest, "Pictures", isBold: true),
            ])
        for month in series.months.suffix(Self.monthsMax) {
            pages.row([
                .text(Column.name, words(month.month)), .text(Column.level, percent(month.level), .right),
                .bar(Column.bar, thousandths: month.level), .text(Column.rest, counted(month.observations, "picture")),
            ])
        }
    }

    /// Months of each measure that are listed: three school years.
    private static let monthsMax = 36

    private func addMethods(to pages: inout PageDescription) {
        pages.text(.heading3, "How it was measured")
        for line in progress.skills {
            let otherwise = line.otherwise == 0 ? "" : "; \(counted(line.otherwise, "picture")) measured otherwise are left out"
            pages.text(
                .small,
                "\(line.trend.skill.title): method \(line.method.text), \(counted(line.trend.observations, "picture"))\(otherwise)."
            )
        }
        pages.text(
            .small,
            "The level of a month is the mean of its pictures. Changes of up to 2 percentage points are called steady.")
    }
}
