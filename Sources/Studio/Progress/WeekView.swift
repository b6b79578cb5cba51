package import Kernel

/// The activity of a family in one week, by child: the content of a weekly letter. Only things that happened are counted,
/// and a week without any is reported in one calm line.
package struct WeekView: CanonicalView, Sendable, Equatable {
    /// Its Monday.
    package var monday: CalendarDay
    package var uploads = 0
    /// Told in this week; one about two children counts once here, and for each of them below.
    package var stories = 0
    package var tips = 0
    package var milestones = 0
    /// Those that are there, by name.
    package var children: [Line] = []

    package struct Line: Sendable, Equatable {
        package var child: ChildID
        package var name: String
        /// The artworks taken in, oldest first.
        package var uploads: [Titled] = []
        package var stories: [Titled] = []
        package var tips = 0
        /// The earliest first.
        package var milestones: [Celebrated] = []
        /// The trends of the child's skills in the month of the week.
        package var trends: [String] = []
    }

    /// A thing of the week by its title.
    package struct Titled: Sendable, Equatable {
        package var id: EntityID
        package var title: String
    }

    /// A milestone of the week.
    package struct Celebrated: Sendable, Equatable {
        package var id: MilestoneID
        package var words: String
        package var day: CalendarDay
    }

    /// Those of which every week lies within the calendar's, 0 to 9999.
    package static var years: ClosedRange<Int> { 1...9_998 }

    /// The last day of it.
    package var sunday: CalendarDay { CalendarDay(daysSinceEpoch: monday.daysSinceEpoch + 6) }

    /// The Monday on or before `day`: weeks are those of ISO 8601.
    package static func monday(of day: CalendarDay) -> CalendarDay {
        // 1970-01-01 was a Thursday.
        let weekday = ((day.daysSinceEpoch + 3) % 7 + 7) % 7
        return CalendarDay(daysSinceEpoch: day.daysSinceEpoch - weekday)
    }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, "Week of " + monday.text + " to " + sunday.text, uploads == 0 ? "" : counted(uploads, "upload"),
            stories == 0 ? "" : stories == 1 ? "1 story" : String(stories) + " stories",
            tips == 0 ? "" : counted(tips, "tip"), milestones == 0 ? "" : counted(milestones, "milestone"))
        var isQuiet = true
        for line in children where !line.isQuiet {
            isQuiet = false
            lines.add(1, line.name, line.tips == 0 ? "" : counted(line.tips, "new tip"))
            for milestone in line.milestones { lines.add(2, "* " + milestone.day.text + "  " + milestone.words) }
            for trend in line.trends { lines.add(2, "~ " + trend) }
            for upload in line.uploads { lines.fact(2, "artwork", upload.title) }
            for story in line.stories { lines.fact(2, "story", story.title) }
        }
        if isQuiet { lines.add(1, "A quiet week. Whatever is made next is welcome.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("from", monday.text)
            json.field("through", sunday.text)
            json.field("uploads", uploads)
            json.field("stories", stories)
            json.field("tips", tips)
            json.field("milestones", milestones)
            json.key("children")
            json.array(children) { json, line in
                json.object { json in
                    json.field("id", line.child.text)
                    json.field("name", line.name)
                    json.key("uploads")
                    json.array(line.uploads) { $1.write(to: &$0) }
                    json.key("stories")
                    json.array(line.stories) { $1.write(to: &$0) }
                    json.field("tips", line.tips)
                    json.key("milestones")
                    json.array(line.milestones) { json, milestone in
                        json.object { json in
                            json.field("id", milestone.id.text)
                            json.field("milestone", milestone.words)
                            json.field("date", milestone.day.text)
                        }
                    }
                    json.field("trends", line.trends)
                }
            }
        }
    }
}

extension WeekView.Titled {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
        }
    }
}

extension WeekView {
    /// Nothing happened that a letter would tell.
    package var isQuiet: Bool { children.allSatisfy { $0.isQuiet } }
}

extension WeekView.Line {
    package var isQuiet: Bool { uploads.isEmpty && stories.isEmpty && tips == 0 && milestones.isEmpty }
}
