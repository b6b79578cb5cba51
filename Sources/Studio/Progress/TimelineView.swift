package import Kernel

/// A page of the works of a family, newest first, by the months they were made in. Requirements J-450, J-451.
package struct TimelineView: CanonicalView, Sendable, Equatable {
    /// Newest first.
    package var months: [Month] = []
    /// Artworks the filter lets through, on every page together.
    package var total = 0
    /// The cursor of the next page; nil on the last.
    package var next: TimelineCursor?

    package struct Month: Sendable, Equatable {
        package var month: CalendarMonth
        /// Its beginning, and with it what is said of the whole month, stood on the page before.
        package var isContinued: Bool
        /// The changes in the month, by skill: `Line control 75 %, up from 60 % in August`. They cover each child that has
        /// works in the month on this page.
        package var trends: [String]
        /// The milestones that were celebrated.
        package var milestones: [String]
        /// Newest first.
        package var entries: [Entry]
    }

    package struct Entry: Sendable, Equatable {
        package var id: ArtworkID
        package var title: String
        package var day: CalendarDay
        package var child: ChildID
        package var childName: String
        /// Whole years on the day of the artwork; nil when nobody said when the child was born.
        package var age: Int?
        package var category: ArtworkCategory
        package var isFavourite: Bool
        package var images: Int
        /// Of the first image, in hexadecimal; empty when all were removed.
        package var digest: String
        /// `Writing: Improving`: of the skills this artwork has, in its month.
        package var badges: [String]
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, "Timeline", counted(total, "artwork"))
        var year: Int?
        for month in months {
            if year != month.month.year { lines.add(0, String(month.month.year)) }
            year = month.month.year
            lines.add(1, monthName(month.month), month.isContinued ? "continued" : "")
            for milestone in month.milestones { lines.add(2, "* " + milestone) }
            for trend in month.trends { lines.add(2, "~ " + trend) }
            for entry in month.entries {
                var badges = ""
                for badge in entry.badges { badges += (badges.utf8.isEmpty ? "" : ", ") + badge }
                lines.add(
                    2, entry.day.text + "  " + entry.title, entry.childName,
                    entry.age.map { counted($0, "year") } ?? "", spelled(entry.category.fieldName),
                    entry.isFavourite ? "favourite" : "", entry.images > 1 ? counted(entry.images, "image") : "",
                    badges)
            }
        }
        if let next { lines.add(0, "More after " + next.text) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("total", total)
            json.key("months")
            json.array(months) { json, month in
                json.object { json in
                    json.field("month", month.month.text)
                    json.field("continued", month.isContinued)
                    json.field("milestones", month.milestones)
                    json.field("trends", month.trends)
                    json.key("artworks")
                    json.array(month.entries) { $1.write(to: &$0) }
                }
            }
            json.field("next", next?.text)
        }
    }
}

extension TimelineView.Entry {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
            json.field("date", day.text)
            json.field("child", child.text)
            json.field("childName", childName)
            json.key("age")
            if let age { json.value(age) } else { json.null() }
            json.field("category", spelled(category.fieldName))
            json.field("favourite", isFavourite)
            json.field("images", images)
            json.field("digest", digest.utf8.isEmpty ? nil : digest)
            json.field("badges", badges)
        }
    }
}
