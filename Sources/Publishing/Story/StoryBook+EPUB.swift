import Exporters
import Kernel

extension StoryBook {
    /// The accessible edition: EPUB 3, with a list of pages, words for every picture, and nothing that runs.
    func epub(from source: PublishingSource, in language: String) throws -> Publication {
        var leftOut: [String] = []
        var book = EPUBFile(
            identifier: "urn:uuid:" + id.text, title: title, language: language, made: source.made)
        book.add(
            name: "title", heading: title,
            body: "<section epub:type=\"titlepage\"><h1>\(text(title))</h1>\n<p class=\"subtitle\">\(text(subtitle))</p>\n"
                + "<p class=\"small\">\(text(colophon))</p></section>\n")
        var (number, done) = (0, 0)
        for (index, chapter) in chapters.enumerated() {
            var body = "<section>\n"
            for plate in chapter.plates {
                try source.progress(done, plateCount + 1)
                done += 1
                body += "<figure>"
                if let picture = try picture(of: plate, from: source, &leftOut) {
                    number += 1
                    let path = book.add(picture, number: number)
                    body += "<img src=\"\(path)\" alt=\"\(text(plate.alternative))\"/>"
                }
                body += "<figcaption>\(text(plate.caption))</figcaption></figure>\n"
            }
            for paragraph in chapter.paragraphs { body += "<p>\(text(paragraph))</p>\n" }
            let heading = chapter.plates.first?.title ?? "Page \(index + 1)"
            book.add(name: "page-\(index + 1)", heading: heading, body: body + "</section>\n")
        }
        try source.progress(plateCount, plateCount + 1)
        return Publication(name: title, manuscript: .file(try book.bytes()), leftOut: leftOut)
    }

    private func text(_ words: String) -> String { MarkupEscaping.page.escaped(words) }
}
