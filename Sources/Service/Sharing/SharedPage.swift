import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Studio

/// The target of a share link, as a page: no text that somebody wrote is markup, nothing runs, and nothing is fetched but
/// the link's own pictures. Requirements B-68, J-019.
///
/// One picture is shown large, several as a grid, each of which leads to a page of its own with the next and the previous.
struct SharedPage {
    private let reading: SharedView
    /// HTML of texts in Markdown, by the text. Of one that is missing the page shows what was typed.
    private let words: [String: String]
    /// As it stands in the address; it led here, so it is nothing but hexadecimal digits.
    private let secret: String
    private let language: ReaderLanguage
    /// Every picture, in the order in which they are shown, with its part.
    private let pictures: [(picture: SharedPicture, part: Int)]

    init(_ reading: SharedView, words: [String: String], at secret: String, language: ReaderLanguage) {
        self.reading = reading
        self.words = words
        self.secret = Self.escaped(secret)
        self.language = language
        pictures = reading.parts.enumerated().flatMap { index, part in part.pictures.map { ($0, index) } }
    }

    /// The limit on the words and drawings of a page, in UTF-8 bytes. Anybody may ask for it, signed in or not, and a
    /// browser shows no more than this well.
    static let contentBytesMax = 2 << 20

    /// - Parameter number: the picture that is shown alone, from 1; nil for everything.
    /// - Throws: `pageTooLarge` beyond `contentBytesMax`, before anything is rendered; `noSuchPicture` for a number that no
    ///   picture has.
    func response(showing number: Int?) throws(ProblemDocument) -> Response {
        guard reading.contentBytes <= Self.contentBytesMax else {
            throw ProblemDocument(
                .contentTooLarge, "pageTooLarge",
                "what is shared has more than \(Self.contentBytesMax) bytes of text and drawings, too many for a page; "
                    + "ask for it with format=text or format=json")
        }
        guard let number else { return Self.page(.ok, reading.title, whole) }
        guard pictures.indices.contains(number - 1) else {
            throw ProblemDocument(.notFound, "noSuchPicture", "this link shows \(pictures.count) pictures", field: "picture")
        }
        return Self.page(.ok, title(of: number), alone(number))
    }

    /// Why there is nothing to see; with a field for the password where that is what is missing.
    static func of(_ problem: ProblemDocument) -> Response {
        let isAboutPassword = ["passwordNeeded", "wrongPassword", "missingField"].contains(problem.name)
        guard isAboutPassword else {
            return page(problem.status, "Nothing to be seen here", "<p>\(escaped(problem.detail))</p>")
        }
        let form = """
            <form method="post"><p><label>Password <input type="password" name="password" required autofocus></label> \
            <button>Look</button></p></form>
            """
        let hint = problem.name == "wrongPassword" ? "<p role=\"alert\">That was not the password.</p>" : ""
        return page(problem.status, "This link has a password", hint + form, mayPost: true)
    }

    private static func page(
        _ status: HTTPResponse.Status, _ title: String, _ body: String, mayPost: Bool = false
    ) -> Response {
        HTMLPage(
            title: title, body: body, style: SharedPageStyle.text, permits: ["img-src 'self'"], mayPost: mayPost,
            isMainAlone: true
        ).response(status)
    }

    private static func escaped(_ text: String) -> String { HTMLPage.escaped(text) }
}

// Everything on one page.
extension SharedPage {
    private var whole: String {
        var body = origin
        if reading.kind == .story { return body + reading.parts.map { passage($0) }.joined() }
        if reading.parts.count == 1, let part = reading.parts.first {
            if !part.title.isEmpty { body += "<h2>\(Self.escaped(part.title))</h2>" }
            body += facts(of: part) + words(of: part)
        } else {
            for part in reading.parts where part.pictures.isEmpty {
                body += "<section><h2>\(Self.escaped(part.title))</h2>" + facts(of: part) + words(of: part) + "</section>"
            }
        }
        if pictures.count == 1 {
            body += "<figure>" + large(pictures[0].picture) + "</figure>" + original(pictures[0].picture)
        } else if !pictures.isEmpty {
            body += "<ul class=\"grid\">"
            for index in pictures.indices { body += "<li>" + tile(index) + "</li>" }
            body += "</ul>"
        }
        return body
    }

    /// The name of who shares it, and how long it can be seen.
    private var origin: String {
        let sender = reading.sender.map { "From \(Self.escaped($0)) · " } ?? ""
        return "<p class=\"from\">\(sender)to be seen until \(time(utcDay(reading.expires)))</p>"
    }

    private func words(of part: SharedView.Part) -> String {
        var body = ""
        for piece in part.flow {
            switch piece {
            case .text(let text):
                if let html = words[text] {
                    body += "<div class=\"words\">\(html)</div>"
                } else if !trimmed(text).isEmpty {
                    body += "<pre>\(Self.escaped(text))</pre>"
                }
            case .drawing(let svg): body += "<div class=\"drawing\">\(svg)</div>"
            }
        }
        for file in part.files { body += "<p><small>\(Self.escaped(file.name.text)) (not part of the link)</small></p>" }
        return body
    }

    /// A part of a story below its picture.
    private func passage(_ part: SharedView.Part) -> String {
        let figures = part.pictures.map { "<figure>" + large($0) + "</figure>" }
        return "<section>" + figures.joined() + words(of: part) + "</section>"
    }

    private func tile(_ index: Int) -> String {
        let (picture, part) = pictures[index]
        let image = self.image(picture, sizes: "(max-width: 40rem) 46vw, 20rem", usual: 320, isLazy: index >= 12)
        let title = reading.parts[part].title
        let isOneOfMany = !title.isEmpty && picture == reading.parts[part].pictures.first
        let caption =
            isOneOfMany
            ? "<span class=\"name\">\(Self.escaped(title))</span>" + day(of: reading.parts[part]) : ""
        return "<a href=\"\(secret)?picture=\(index + 1)\">\(image)\(caption)</a>"
    }
}

// One picture on a page.
extension SharedPage {
    private func alone(_ number: Int) -> String {
        let (picture, part) = pictures[number - 1]
        var links = number > 1 ? link("Previous", to: number - 1, "prev") : ""
        links += "<a href=\"\(secret)\">All pictures</a>"
        if number < pictures.count { links += link("Next", to: number + 1, "next") }
        return "<p class=\"from\">\(number) of \(pictures.count)</p>" + facts(of: reading.parts[part])
            + "<nav aria-label=\"Pictures\">\(links)</nav><figure>\(large(picture))</figure>" + original(picture)
    }

    private func link(_ words: String, to number: Int, _ relation: String) -> String {
        "<a rel=\"\(relation)\" href=\"\(secret)?picture=\(number)\">\(words)</a>"
    }

    private func title(of number: Int) -> String {
        let title = reading.parts[pictures[number - 1].part].title
        return title.isEmpty ? reading.title : title
    }
}

// Their parts.
extension SharedPage {
    /// The day in words of the reader's language, and the medium.
    private func facts(of part: SharedView.Part) -> String {
        let facts = [day(of: part), Self.escaped(part.medium)].filter { !$0.isEmpty }.joined(separator: " · ")
        return facts.isEmpty ? "" : "<p class=\"facts\">\(facts)</p>"
    }

    private func day(of part: SharedView.Part) -> String { CalendarDay(text: part.day).map { time($0) } ?? "" }

    private func time(_ day: CalendarDay) -> String {
        "<time datetime=\"\(day.text)\" lang=\"\(language.tag)\" dir=\"auto\">\(Self.escaped(language.words(for: day)))</time>"
    }

    private func large(_ picture: SharedPicture) -> String {
        image(picture, sizes: "(max-width: 62rem) 100vw, 62rem", usual: 1280, isLazy: false)
    }

    private func original(_ picture: SharedPicture) -> String {
        reading.isViewOnly ? "" : "<p class=\"more\"><a href=\"\(address(of: picture))\">The whole picture</a></p>"
    }

    private func address(of picture: SharedPicture) -> String { "\(secret)/files/\(picture.address.text)" }

    /// At the sizes there are, for the browser to choose from; one that is smaller than the page has room for stays as it is.
    private func image(_ picture: SharedPicture, sizes: String, usual: Int, isLazy: Bool) -> String {
        let file = address(of: picture)
        let (width, height) = (picture.widthPixels ?? 0, picture.heightPixels ?? 0)
        let longest = max(width, height)
        var choice = ""
        if longest > PictureVariant.sizes[0], usual < longest {
            // A picture fits into a square of the size; how wide it is then, its own proportions say.
            let all = PictureVariant.sizes.map { size in
                "\(file)?size=\(size) \(max(1, min(size, longest) * width / longest))w"
            }
            choice = " sizes=\"\(sizes)\" srcset=\"\(all.joined(separator: ", "))\""
        }
        let room = longest > 0 ? " width=\"\(width)\" height=\"\(height)\"" : ""
        return "<img\(isLazy ? " loading=\"lazy\"" : "") alt=\"\(Self.escaped(picture.alternative))\"\(room)"
            + "\(choice) src=\"\(file)?size=\(usual)\">"
    }
}
