import Kernel
import Studio
import Workspace

/// A story as it was told, beside the artworks that stand in it. Requirements J-402, J-414.
struct StoryBook {
    let id: StoryID
    let title: String
    /// `A story with Mia and Tom`.
    let subtitle: String
    let chapters: [Chapter]
    /// The method that told it, in a line.
    let colophon: String

    /// A stretch of the story: pictures, then what is told about them.
    struct Chapter {
        var plates: [Plate]
        var paragraphs: [String]
    }

    /// An artwork with its picture.
    struct Plate {
        let artwork: ArtworkID
        let title: String
        let caption: String
        /// The text in its place for a person who does not see it.
        let alternative: String
        /// Nil where the artwork has no picture any more.
        let image: ArtImage?
    }

    init(_ id: StoryID, in source: PublishingSource) throws(PublishingFailure) {
        let studio = source.view.studio
        guard let story = studio.model.existing(id), story.flags.isLive else { throw .gone(.story) }
        guard let shown = story.shown, let version = story[shown], let text = version.text else { throw .notTold }
        self.id = id
        title = story.name.text
        let names = version.request.names.map(\.text)
        let list = names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        subtitle = names.isEmpty ? "A story" : "A story with \(list)"
        colophon = "Told by \(text.method.words) · \(spoken(source.today))"
        var chapters: [Chapter] = []
        var seen: Set<ArtworkID> = []
        for passage in text.passages {
            let plates = passage.artworks.compactMap { artwork -> Plate? in
                // What is in the trash, or was shown before, is not shown here.
                guard seen.insert(artwork).inserted, studio.model.isVisible(artwork),
                    let found = studio.model.existing(artwork)
                else { return nil }
                let title = studio.title(of: found)
                let caption = found.caption == nil ? "" : title + " · "
                return Plate(
                    artwork: artwork, title: title, caption: caption + spoken(found.date),
                    alternative: studio.alternative(of: artwork, found), image: found.shownImages.first)
            }
            let paragraphs = passage.text.split(separator: "\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
            if plates.isEmpty, !chapters.isEmpty {
                chapters[chapters.count - 1].paragraphs += paragraphs
            } else {
                chapters.append(Chapter(plates: plates, paragraphs: paragraphs))
            }
        }
        self.chapters = chapters
    }

    /// As it is read aloud.
    var words: String {
        ([title + "."] + chapters.flatMap(\.paragraphs)).joined(separator: "\n\n")
    }

    var plateCount: Int { chapters.reduce(0) { $0 + $1.plates.count } }

    func picture(
        of plate: Plate, from source: PublishingSource, _ leftOut: inout [String]
    ) throws -> PublishedPicture? {
        guard let image = plate.image else { return nil }
        let order = PictureOrder(image.facts.file.digest, image.recipe)
        guard let picture = try source.picture(order) else {
            leftOut.append(plate.title)
            return nil
        }
        return picture
    }
}

extension StoryBook {
    /// A picture book: a title page, then a page for each artwork with what is told about it.
    func pages(from source: PublishingSource, in language: String) throws -> Publication {
        var pages = PageDescription(title: title, language: language, made: source.made, isSerif: true)
        var leftOut: [String] = []
        var done = 0
        pages.foot(title)
        pages.page(isNumbered: false)
        pages.place(permille: 330)
        pages.text(.title, title, .centre)
        pages.text(.subtitle, subtitle, .centre)
        pages.place(permille: 890)
        pages.text(.small, colophon, .centre)
        for chapter in chapters {
            pages.page()
            for (index, plate) in chapter.plates.enumerated() {
                try source.progress(done, plateCount + 1)
                done += 1
                if index > 0 { pages.page() }
                if let picture = try picture(of: plate, from: source, &leftOut) {
                    pages.picture(picture, permille: 640)
                }
                pages.text(.caption, plate.caption, .centre)
                pages.space(14)
            }
            // Words alone do not hang from the top of a page.
            if chapter.plates.isEmpty { pages.place(permille: 250) }
            for paragraph in chapter.paragraphs { pages.text(.story, paragraph) }
        }
        try source.progress(plateCount, plateCount + 1)
        return Publication(name: title, manuscript: .pages(pages), leftOut: leftOut)
    }
}
