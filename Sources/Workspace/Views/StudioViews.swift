import Kernel
import Studio

extension ViewCatalogue {
    /// A family's children and their artworks. Members who were invited for some children are shown these alone.
    package static let studio: [ViewDeclaration] = [
        ViewDeclaration(
            "/children", "listChildren", "The children of the family.", [.studio], of: .askedChild,
            record: .one("children")
        ) { request in
            request.view.studio.children(today: request.today, mayBeSeen: request.sees, name: request.name)
        },
        ViewDeclaration(
            "/children/{child}", "showChild", "One child, with its age and its artworks.", [.studio], of: .child
        ) { request throws(ViewFault) in
            request.view.studio.child(try request.identifier("child"), today: request.today, name: request.name)
        },
        ViewDeclaration(
            "/children/{child}/progress", "showProgress", "How a child is coming along.", [.studio], of: .child
        ) { request throws(ViewFault) in
            request.view.studio.progress(of: try request.identifier("child"), today: try request.day())
        },
        ViewDeclaration(
            "/children/{child}/heatmap", "showHeatmap", "A child's skills by month.", [.studio], of: .child,
            query: [
                FieldShape(
                    "months", .number(1...HeatmapView.monthsMax), "How many, the latest ones; all by default."
                )
                .optional
            ], record: .each("heatmaps") { $0.studio.model.children.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.studio.heatmap(
                of: try request.identifier("child"), months: request.query.number("months") ?? HeatmapView.monthsMax)
        },
        ViewDeclaration(
            "/gallery", "showGallery", "Artworks side by side, newest first.", [.studio], of: .askedChild,
            query: artworkFilter + PageCursor.parameters, record: .one("gallery")
        ) { request throws(ViewFault) in
            var reading = request.view.studio.gallery(try filter(request))
            reading.artworks = try request.page(of: reading.artworks) { PageCursor(day: $0.date, id: $0.id.entity) }
            return reading
        },
        ViewDeclaration(
            "/timeline", "showTimeline", "Artworks by the months they were made in.", [.studio], of: .askedChild,
            query: artworkFilter + [
                FieldShape("after", .text(bytesMax: 64), "Where the page before ended, as its Link says.").optional,
                FieldShape("limit", .number(1...200), "How many artworks a page has; 50 by default.").optional,
            ]
        ) { request throws(ViewFault) in
            var after: TimelineCursor?
            if let text = request.query.text("after") {
                after = TimelineCursor(text: text)
                if after == nil { throw PageCursor.fault }
            }
            let reading = request.view.studio.timeline(
                try filter(request), after: after, size: request.query.number("limit") ?? 50,
                today: try request.day())
            request.next = reading.next?.text
            return reading
        },
        ViewDeclaration(
            "/artworks/{artwork}", "showArtwork", "One artwork with everything known of it.", [.studio], of: .artwork,
            record: .each("artworks") { $0.studio.model.artworks.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            // A reader who sees it is shown the albums that hold it, too, each with the works that they may see.
            request.view.studio.artwork(try request.identifier("artwork"), name: request.name)
        },
        ViewDeclaration(
            "/albums", "listAlbums", "All albums by name; with `child`, those that hold a work of this child.", [.studio],
            of: .askedChild, query: [artworkFilter[0]] + PageCursor.parameters, record: .one("albums")
        ) { request throws(ViewFault) in
            var reading = request.view.studio.albums(mayBeSeen: request.shown)
            reading.albums = try request.page(of: reading.albums) { PageCursor(name: $0.name, id: $0.id.entity) }
            return reading
        },
        ViewDeclaration(
            "/albums/{album}", "showAlbum", "One album with its artworks in their order.", [.studio],
            of: .askedChild, record: .each("albums") { $0.studio.model.albums.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.studio.album(
                try request.identifier("album"), mayBeSeen: request.shown, name: request.name)
        },
        ViewDeclaration(
            "/stories", "listStories",
            "All stories, those minted last first; with `child`, those that are told around a work of this child.",
            [.studio], of: .askedChild, query: [artworkFilter[0]] + PageCursor.parameters, record: .one("stories")
        ) { request throws(ViewFault) in
            var reading = request.view.studio.stories(
                of: request.query.identifier("child"), mayBeSeen: request.children.map { $0.contains },
                name: request.name)
            reading.stories = try request.page(of: reading.stories) {
                PageCursor(id: $0.id.entity, isLaterFirst: true)
            }
            return reading
        },
        ViewDeclaration(
            "/stories/{story}", "showStory", "One story with all its versions.", [.studio], of: .story,
            record: .each("stories") { $0.studio.model.stories.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.studio.story(try request.identifier("story"), name: request.name)
        },
        ViewDeclaration(
            "/tips", "listTips", "What to try next, the newest analysis first.", [.studio], of: .askedChild,
            query: [
                artworkFilter[0], FieldShape("skill", .word(words(of: Skill.self)), "About this skill.").optional,
                FieldShape("stage", .word(words(of: AgeStage.self)), "For this age.").optional,
                FieldShape("saved", .flag, "Saved ones only.").optional,
                FieldShape("new", .flag, "Only those that nobody has looked at.").optional,
            ], record: .one("tips")
        ) { request in
            let query = request.query
            return request.view.studio.tips(
                TipFilter(
                    skill: query.choice("skill"), stage: query.choice("stage"), child: query.identifier("child"),
                    savedOnly: query.flag("saved"), newOnly: query.flag("new")), mayBeSeen: request.sees)
        },
        ViewDeclaration(
            "/milestones", "listMilestones", "What was celebrated, latest first.", [.studio], of: .askedChild,
            query: [artworkFilter[0], FieldShape("hidden", .flag, "With those that were hidden.").optional]
                + PageCursor.parameters,
            record: .one("milestones", ViewQuery(checked: [("hidden", "true")]))
        ) { request throws(ViewFault) in
            var reading = request.view.studio.milestones(
                of: request.query.identifier("child"), hidden: request.query.flag("hidden"),
                mayBeSeen: request.sees)
            reading.milestones = try request.page(of: reading.milestones) {
                PageCursor(day: $0.day, id: $0.id.entity)
            }
            return reading
        },
        ViewDeclaration(
            "/consents", "listConsents", "What was agreed to for which child.", [.studio], of: .askedChild,
            query: [artworkFilter[0]], record: .one("consents")
        ) { request in
            request.view.studio.consents(
                child: request.query.identifier("child"), mayBeSeen: request.sees, name: request.name)
        },
        ViewDeclaration(
            "/reminders", "showReminders", "Whether and when the family is reminded.", [.studio],
            record: .one("reminders")
        ) { $0.view.studio.reminders() },
        ViewDeclaration(
            "/duplicates", "listDuplicates", "Images that are there twice, or look alike.", [.studio],
            record: .one("duplicates")
        ) { $0.view.studio.duplicates() },
        ViewDeclaration(
            "/storage", "showStorage", "How much room the originals take.", [.studio], record: .one("storage")
        ) { $0.view.studio.storage() },
        ViewDeclaration(
            "/week", "showWeek", "What the family did in a week, from Monday to Sunday.", [.studio],
            of: .askedChild,
            query: [
                artworkFilter[0],
                FieldShape("day", .day, "A day of the week; by default today, or the day of `at`.").optional,
            ]
        ) { request throws(ViewFault) in
            let asked = request.query.day("day")
            let day = if let asked { asked } else { try request.day() }
            guard WeekView.years.contains(day.civil.year) else {
                throw ViewFault(
                    asked == nil ? "at" : "day", "a week is shown of the years 1 to 9998; ask for a day of those")
            }
            return request.view.studio.week(
                of: day, dayOf: request.dayOf, child: request.query.identifier("child"), mayBeSeen: request.sees)
        },
    ]

    private static let artworkFilter = [
        FieldShape("child", .identifier, "Of this child.").optional,
        FieldShape("from", .day, "Made on this day or later.").optional,
        FieldShape("through", .day, "Made on this day or earlier.").optional,
        FieldShape("category", .word(words(of: ArtworkCategory.self)), "Of this kind.").optional,
        FieldShape("skill", .word(words(of: Skill.self)), "With this skill.").optional,
        FieldShape("tag", .text(bytesMax: Name.bytesMax), "With this tag.").optional,
        FieldShape("favourites", .flag, "Favourites only.").optional,
    ]

    private static func words<Choice: FieldChoice & CaseIterable>(of _: Choice.Type) -> [String] {
        Choice.allCases.map { spelled($0.fieldName) }
    }

    /// - Throws: `ViewFault` for what could never be a tag.
    private static func filter(_ request: ViewRequest) throws(ViewFault) -> ArtworkFilter {
        let query = request.query
        var tags: [Name] = []
        if let text = query.text("tag") {
            do throws(NameFault) { tags = [try Name(text)] } catch {
                throw ViewFault("tag", "tag is none: " + error.message)
            }
        }
        return ArtworkFilter(
            children: query.identifier("child").map { [$0] } ?? request.children ?? [],
            categories: query.choice("category").map { [$0] } ?? [], tags: tags, from: query.day("from"),
            through: query.day("through"), favouritesOnly: query.flag("favourites"), skill: query.choice("skill"))
    }
}
