import Kernel
import Studio
import Workspace

extension RouteTable {
    /// A family's children and their artworks. Whoever was invited for some children asks about one of them.
    static let studio: [Route] = [
        .view("/children", "listChildren", "The children of the family.", [.studio]) {
            $0.view.studio.children(today: $0.today, name: $0.name)
        },
        .view("/children/{child}", "showChild", "One child, with its age and its artworks.", [.studio], of: .child) {
            viewing in
            try viewing.view.studio.child(viewing.identifier("child"), today: viewing.today, name: viewing.name)
        },
        .view("/children/{child}/progress", "showProgress", "How a child is coming along.", [.studio], of: .child) {
            viewing in
            try viewing.view.studio.progress(of: viewing.identifier("child"), today: viewing.today)
        },
        .view("/children/{child}/heatmap", "showHeatmap", "A child's skills by month.", [.studio], of: .child) {
            viewing in
            try viewing.view.studio.heatmap(of: viewing.identifier("child"))
        },
        .view(
            "/gallery", "showGallery", "Artworks side by side, newest first.", [.studio], of: .askedChild,
            query: sieve + PageCursor.parameters
        ) {
            viewing in
            var reading = viewing.view.studio.gallery(try filter(viewing))
            reading.artworks = try viewing.page(of: reading.artworks) { PageCursor(day: $0.date, id: $0.id.entity) }
            return reading
        },
        .view(
            "/timeline", "showTimeline", "Artworks by the months they were made in.", [.studio], of: .askedChild,
            query: sieve + [
                FieldShape("after", .text(bytesMax: 64), "Where the page before ended, as its Link says.").optional,
                FieldShape("limit", .number(1...200), "How many artworks a page has; 50 unless said.").optional,
            ]
        ) { viewing in
            var after: TimelineCursor?
            if let text = viewing.call.query.text("after") {
                after = TimelineCursor(text: text)
                if after == nil { throw PageCursor.problem }
            }
            let size = viewing.call.query.number("limit") ?? 50
            let reading = viewing.view.studio.timeline(
                try filter(viewing), after: after, size: size, today: viewing.today)
            viewing.next = reading.next?.text
            return reading
        },
        .view("/artworks/{artwork}", "showArtwork", "One artwork with everything known of it.", [.studio], of: .artwork)
        {
            viewing in
            var reading = try viewing.view.studio.artwork(viewing.identifier("artwork"), name: viewing.name)
            // Albums are the family's: their names go to those who may list them.
            if try !viewing.mayRead(.studio) { reading?.albums = [] }
            return reading
        },
        .view("/albums", "listAlbums", "All albums by name.", [.studio], query: PageCursor.parameters) { viewing in
            var reading = viewing.view.studio.albums()
            reading.albums = try viewing.page(of: reading.albums) { PageCursor(name: $0.name, id: $0.id.entity) }
            return reading
        },
        .view("/albums/{album}", "showAlbum", "One album with its artworks in their order.", [.studio]) { viewing in
            try viewing.view.studio.album(viewing.identifier("album"), name: viewing.name)
        },
        .view(
            "/stories", "listStories", "All stories, those minted last first.", [.studio], query: PageCursor.parameters
        ) { viewing in
            var reading = viewing.view.studio.stories(name: viewing.name)
            reading.stories = try viewing.page(of: reading.stories) {
                PageCursor(id: $0.id.entity, isLaterFirst: true)
            }
            return reading
        },
        .view("/stories/{story}", "showStory", "One story with all its versions.", [.studio], of: .story) { viewing in
            try viewing.view.studio.story(viewing.identifier("story"), name: viewing.name)
        },
        .view("/tips", "listTips", "What to try next.", [.studio], of: .askedChild, query: [sieve[0]]) { viewing in
            viewing.view.studio.tips(TipFilter(child: viewing.call.query.identifier("child")))
        },
        .view(
            "/milestones", "listMilestones", "What was celebrated, latest first.", [.studio], of: .askedChild,
            query: [sieve[0]] + PageCursor.parameters
        ) {
            viewing in
            var reading = viewing.view.studio.milestones(of: viewing.call.query.identifier("child"))
            reading.milestones = try viewing.page(of: reading.milestones) {
                PageCursor(day: $0.day, id: $0.id.entity)
            }
            return reading
        },
        .view("/consents", "listConsents", "What was agreed to for which child.", [.studio]) {
            $0.view.studio.consents(name: $0.name)
        },
        .view("/reminders", "showReminders", "Whether and when the family is reminded.", [.studio]) {
            $0.view.studio.reminders()
        },
        .view("/duplicates", "listDuplicates", "Images that are there twice, or look alike.", [.studio]) {
            $0.view.studio.duplicates()
        },
        .view("/storage", "showStorage", "How much room the originals take.", [.studio]) { $0.view.studio.storage() },
        .view(
            "/week", "showWeek", "What the family did in a week, from Monday to Sunday.", [.studio],
            query: [FieldShape("day", .day, "A day of the week; today, or the day of `at`, unless said.").optional]
        ) { viewing in
            let asked = viewing.call.query.day("day")
            let day = asked ?? viewing.today
            guard WeekReading.years.contains(day.civil.year) else {
                throw ProblemDocument(
                    .badRequest, "badParameter", "a week is shown of the years 1 to 9998; ask for a day of those",
                    field: asked == nil ? "at" : "day")
            }
            return viewing.view.studio.week(of: day)
        },
    ]

    private static let sieve = [
        FieldShape("child", .identifier, "Of this child.").optional,
        FieldShape("from", .day, "Made on this day or later.").optional,
        FieldShape("through", .day, "Made on this day or earlier.").optional,
        FieldShape("category", .word(ArtworkCategory.allCases.map { spelled($0.fieldName) }), "Of this kind.").optional,
        FieldShape("skill", .word(Skill.allCases.map { spelled($0.fieldName) }), "With this skill.").optional,
        FieldShape("tag", .text(bytesMax: Name.bytesMax), "With this tag.").optional,
        FieldShape("favourites", .flag, "Favourites only.").optional,
    ]

    /// - Throws: a problem for what could never be a tag.
    private static func tag(_ query: Fields) throws(ProblemDocument) -> Name? {
        guard let text = query.text("tag") else { return nil }
        do throws(NameFault) { return try Name(text) } catch {
            throw ProblemDocument(.badRequest, "badParameter", "tag is none: \(error.message)", field: "tag")
        }
    }

    private static func filter(_ viewing: Viewing) throws -> ArtworkFilter {
        let query = viewing.call.query
        return ArtworkFilter(
            children: query.identifier("child").map { [$0] } ?? [],
            categories: ArtworkCategory.allCases.filter { spelled($0.fieldName) == query.text("category") },
            tags: try tag(query).map { [$0] } ?? [], from: query.day("from"),
            through: query.day("through"), favouritesOnly: query.flag("favourites"),
            skill: Skill.allCases.first { spelled($0.fieldName) == query.text("skill") })
    }
}
