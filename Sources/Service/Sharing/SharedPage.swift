import HTTPTypes
import Hummingbird
import Kernel
import Runtime

/// The target of a share link, as a page: no text that somebody wrote is markup, nothing runs, and nothing is fetched but
/// the link's own pictures.
enum SharedPage {
    private static let style =
        "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
        + "pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}img,svg{max-width:100%;height:auto}"

    /// The limit on the words and drawings of a page, in UTF-8 bytes. Anybody may ask for it, signed in or not, and a
    /// browser shows no more than this well.
    static let contentBytesMax = 2 << 20

    /// - Parameter secret: as it stands in the address; it led here, so it is nothing but hexadecimal digits.
    /// - Throws: `pageTooLarge` beyond `contentBytesMax`, before anything is rendered.
    static func of(_ reading: SharedView, at secret: String) throws(ProblemDocument) -> Response {
        guard reading.contentBytes <= contentBytesMax else {
            throw ProblemDocument(
                .contentTooLarge, "pageTooLarge",
                "what is shared has more than \(contentBytesMax) bytes of text and drawings, too many for a page; "
                    + "ask for it with format=text or format=json")
        }
        var body = ""
        for part in reading.parts {
            body += "<section>"
            if !part.title.isEmpty { body += "<h2>\(escaped(part.title))</h2>" }
            let facts = [part.day, part.medium].filter { !$0.isEmpty }.joined(separator: " · ")
            if !facts.isEmpty { body += "<p><small>\(escaped(facts))</small></p>" }
            for piece in part.flow {
                switch piece {
                case .text(let text): if !trimmed(text).isEmpty { body += "<pre>\(escaped(text))</pre>" }
                case .drawing(let svg): body += svg
                }
            }
            for picture in part.pictures { body += image(picture, reading, at: secret) }
            for file in part.files { body += "<p><small>\(escaped(file.name.text)) (not part of the link)</small></p>" }
            body += "</section>"
        }
        return page(.ok, reading.title, body)
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
        let hint = problem.name == "wrongPassword" ? "<p>That was not the password.</p>" : ""
        return page(problem.status, "This link has a password", hint + form, mayPost: true)
    }

    private static func image(_ picture: SharedPicture, _ reading: SharedView, at secret: String) -> String {
        let file = "\(escaped(secret))/files/\(picture.address.text)"
        let shown = "<img loading=\"lazy\" alt=\"\" src=\"\(file)?size=1280\">"
        return "<p>" + (reading.isViewOnly ? shown : "<a href=\"\(file)\">\(shown)</a>") + "</p>"
    }

    private static func page(
        _ status: HTTPResponse.Status, _ title: String, _ body: String, mayPost: Bool = false
    ) -> Response {
        HTMLPage(title: title, body: body, style: style, permits: ["img-src 'self'"], mayPost: mayPost).response(status)
    }

    private static func escaped(_ text: String) -> String { HTMLPage.escaped(text) }
}
