import Exporters
import Foundation
import Kernel
import Studio
import Workspace

/// The artworks of a family in the order of their days, as one page that needs nothing else, or as a film. Requirements
/// J-454, J-463.
struct TimelineBook {
    private let title: String
    private let months: [Month]
    private let count: Int

    private struct Month {
        let name: String
        let milestones: [String]
        let entries: [Entry]
    }

    private struct Entry {
        let title: String
        let alternative: String
        let facts: String
        let image: ArtImage?
    }

    /// Artworks of one file: each comes into a page with some 100 kilobytes, and into a film with four seconds and, while it is made, a megabyte of memory.
    static let pageMax = 300
    static let filmMax = 100
    /// Pixels on the longer side of a picture.
    private static let pageSide = 1_280
    private static let filmSide = 900

    init(_ filter: ArtworkFilter, in source: PublishingSource, isFilm: Bool) throws(PublishingFailure) {
        let studio = source.view.studio
        let limit = isFilm ? Self.filmMax : Self.pageMax
        let timeline = studio.timeline(filter, size: limit, today: source.today)
        guard timeline.total <= limit else { throw .tooMany(artworks: timeline.total, limit: limit) }
        guard timeline.total > 0 else { throw .empty }
        count = timeline.total
        let names = filter.children.compactMap { studio.model.existing($0)?.name.text }
        title = names.isEmpty ? "Our timeline" : names.joined(separator: ", ")
        // From the first to the last: a film that goes backwards shows nobody growing.
        months = timeline.months.reversed().map { month in
            Month(
                name: "\(monthName(month.month)) \(month.month.year)", milestones: month.milestones,
                entries: month.entries.reversed().map { entry in
                    let name = names.count == 1 ? "" : entry.childName
                    let artwork = studio.model.existing(entry.id)
                    return Entry(
                        title: entry.title,
                        alternative: artwork.map { studio.alternative(of: entry.id, $0) } ?? entry.title,
                        facts: [spoken(entry.day), name].filter { !$0.isEmpty }.joined(separator: " · "),
                        image: artwork?.shownImages.first)
                })
        }
    }

    /// Calls `body` with each artwork and its picture.
    private func forEachEntry(
        of month: Month, from source: PublishingSource, isPNG: Bool, _ done: inout Int, _ leftOut: inout [String],
        _ body: (Entry, PublishedPicture?) -> Void
    ) throws {
        for entry in month.entries {
            try source.progress(done, count + 1)
            done += 1
            var picture: PublishedPicture?
            if let image = entry.image {
                picture = try source.picture(
                    PictureOrder(
                        image.facts.file.digest, image.recipe, sideMax: isPNG ? Self.filmSide : Self.pageSide, isPNG: isPNG))
                if picture == nil { leftOut.append(entry.title) }
            }
            body(entry, picture)
        }
    }
}

// MARK: - As a film

extension TimelineBook {
    private enum Film {
        static let width = 1_280
        static let height = 720
        static let perSecond = 10
        static let heldFrames = 32
        static let fadedFrames = 6
    }

    func film(from source: PublishingSource, in language: String) throws -> Publication {
        var pages = PageDescription(title: title, language: language, isSerif: true)
        pages.isFilm(
            width: Film.width, height: Film.height, perSecond: Film.perSecond, held: Film.heldFrames,
            faded: Film.fadedFrames)
        pages.page(isNumbered: false)
        pages.place(permille: 360)
        pages.text(.title, title, .centre)
        let shown = months.filter { !$0.entries.isEmpty }.map(\.name)
        let span = shown.count < 2 ? shown : [shown[0], shown[shown.count - 1]]
        pages.text(.subtitle, span.joined(separator: " – "), .centre)
        var (done, leftOut): (Int, [String]) = (0, [])
        for month in months {
            try forEachEntry(of: month, from: source, isPNG: true, &done, &leftOut) { entry, picture in
                pages.page(isNumbered: false)
                if let picture { pages.picture(picture, isPNG: true, permille: 1000) } else { pages.place(permille: 400) }
                pages.text(.caption, "\(entry.title)  ·  \(entry.facts)", .centre)
            }
        }
        try source.progress(count, count + 1)
        return Publication(name: title, manuscript: .film(pages), leftOut: leftOut)
    }
}

// MARK: - As a page

extension TimelineBook {
    private static let style = """
        :root { color-scheme: light dark; }
        body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
        h1 { text-align: center; margin: 2rem 0; }
        nav { display: flex; flex-wrap: wrap; gap: .25rem .75rem; justify-content: center; }
        section { margin: 3rem 0; }
        .works { display: flex; gap: 1rem; overflow-x: auto; scroll-snap-type: x mandatory; padding-bottom: .5rem; }
        figure { flex: 0 0 min(100%, 40rem); margin: 0; scroll-snap-align: center; text-align: center; }
        img { border-radius: .25rem; height: auto; max-height: 75vh; max-width: 100%; object-fit: contain; }
        figcaption { margin-top: .5rem; }
        small { opacity: .75; }
        @media print { .works { display: block; } figure { break-inside: avoid; margin: 1rem 0; } nav { display: none; } }
        """

    /// HTML with its pictures in it: nothing runs, and nothing is fetched. Each month is a row that is leafed through.
    func page(from source: PublishingSource, in language: String) throws -> Publication {
        func text(_ words: String) -> String { MarkupEscaping.page.escaped(words) }
        var html = "<!DOCTYPE html>\n<html lang=\"\(language)\">\n<head><meta charset=\"utf-8\">"
        html +=
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
        html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>\(text(title))</title>"
        html += "<style>\n\(Self.style)\n</style></head>\n<body>\n<h1>\(text(title))</h1>\n<nav>"
        for (index, month) in months.enumerated() { html += "<a href=\"#month-\(index + 1)\">\(text(month.name))</a> " }
        html += "</nav>\n"
        var (done, leftOut): (Int, [String]) = (0, [])
        for (index, month) in months.enumerated() {
            html += "<section id=\"month-\(index + 1)\">\n<h2>\(text(month.name))</h2>\n"
            if !month.milestones.isEmpty {
                html += "<ul>" + month.milestones.map { "<li>\(text($0))</li>" }.joined() + "</ul>\n"
            }
            html += "<div class=\"works\" tabindex=\"0\">\n"
            try forEachEntry(of: month, from: source, isPNG: false, &done, &leftOut) { entry, picture in
                html += "<figure>"
                if let picture {
                    html +=
                        "<img alt=\"\(text(entry.alternative))\" width=\"\(picture.widthPixels)\" height=\"\(picture.heightPixels)\" "
                    html += "src=\"data:image/jpeg;base64,\(Data(picture.bytes).base64EncodedString())\">"
                }
                html += "<figcaption>\(text(entry.title))<br><small>\(text(entry.facts))</small></figcaption></figure>\n"
            }
            html += "</div>\n</section>\n"
        }
        html += "</body>\n</html>\n"
        try source.progress(count, count + 1)
        return Publication(name: title, manuscript: .file(Array(html.utf8)), leftOut: leftOut)
    }
}
