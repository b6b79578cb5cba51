import Exporters
import Kernel

/// Pages as `typeset` reads them: lines of words, some of them followed by bytes. Publishing.md has the list.
package struct PageDescription: Sendable, Equatable {
    package private(set) var bytes: [UInt8] = []
    /// Pages that begin on purpose; a long text makes more.
    package private(set) var pageCount = 0

    /// The look of a text; the words are those of the description.
    package enum Style: String, Sendable {
        case title, subtitle, heading1, heading2, heading3, story, body, caption, small
    }

    package enum Alignment: String, Sendable {
        case left, centre, right
    }

    /// A cell of a table, its width in thousandths of the page's.
    package enum Cell: Sendable {
        case text(_ width: Int, String, isBold: Bool = false, Alignment = .left)
        case bar(_ width: Int, thousandths: Int)
    }

    init(title: String, language: String, made: Instant? = nil, isSerif: Bool = false) {
        line("daybook-pages 1")
        line("title", title)
        line("language \(language)")
        if let made { line("created \(wholeSeconds(made))") }
        if isSerif { line("serif") }
    }

    /// - Parameters:
    ///   - held: frames that a page is shown for.
    ///   - faded: frames that one goes over into the next for.
    mutating func isFilm(width: Int, height: Int, perSecond: Int, held: Int, faded: Int) {
        line("frames \(width) \(height) \(perSecond) \(held) \(faded)")
    }

    mutating func foot(_ text: String) { line("foot", Self.markup(text)) }

    mutating func page(isNumbered: Bool = true) {
        pageCount += 1
        line("page \(isNumbered ? "numbered" : "plain")")
    }

    mutating func place(permille: Int) { line("place \(permille)") }

    mutating func space(_ points: Int) { line("space \(points)") }

    mutating func rule() { line("rule") }

    /// A text as it is: nothing in it is a mark.
    mutating func text(_ style: Style, _ text: String, _ alignment: Alignment = .left) {
        line("text \(style.rawValue) \(alignment.rawValue) 0", Self.markup(text))
    }

    /// - Parameter permille: thousandths of the page's height that it takes at most.
    mutating func picture(_ picture: PublishedPicture, isPNG: Bool = false, permille: Int) {
        line("picture \(isPNG ? "png" : "jpeg") \(picture.widthPixels) \(picture.heightPixels) \(permille)", picture.bytes)
    }

    /// A picture that the Markdown below names by an address.
    mutating func image(_ picture: PublishedPicture, permille: Int, as address: String) {
        let head = "image jpeg \(picture.widthPixels) \(picture.heightPixels) \(permille)"
        bytes += "\(head) \(picture.bytes.count) \(address)\n".utf8
        bytes += picture.bytes
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A drawing that the Markdown below names by an address.
    mutating func drawing(_ ink: InkVectors, as address: String) {
        var lines: [String] = []
        for stroke in ink.strokes {
            lines.append("stroke \(stroke.colour) \(stroke.isMultiplied ? "multiply" : "over")")
            for part in stroke.lines {
                lines.append("line \(part.width)" + part.points.map { " \($0.x) \($0.y)" }.joined())
            }
        }
        line("drawing \(ink.left) \(ink.top) \(ink.width) \(ink.height) \(lines.count) \(address)")
        for text in lines { line(text) }
    }

    mutating func markdown(_ text: String) { line("markdown", text) }

    /// Texts in Markdown, for `typeset` to write them as HTML.
    package static func words(_ texts: [String]) -> [UInt8] {
        var description = PageDescription()
        description.line("daybook-words 1")
        for text in texts { description.markdown(text) }
        return description.bytes
    }

    private init() {}

    mutating func row(isHead: Bool = false, _ cells: [Cell]) {
        line("row \(isHead ? "head" : "body") \(cells.count)")
        for cell in cells {
            switch cell {
            case .text(let width, let text, let isBold, let alignment):
                let words = Self.markup(text)
                line("cell \(width) \(alignment.rawValue)", isBold ? "<b>\(words)</b>" : words)
            case .bar(let width, let thousandths): line("bar \(width) \(thousandths)")
            }
        }
    }

    private mutating func line(_ words: String) { bytes += (words + "\n").utf8 }

    private mutating func line(_ words: String, _ text: String) { line(words, Array(text.utf8)) }

    private mutating func line(_ words: String, _ payload: [UInt8]) {
        line("\(words) \(payload.count)")
        bytes += payload
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Pango's markup escapes what XML does.
    private static func markup(_ text: String) -> String { MarkupEscaping.lines.escaped(text) }
}

/// RFC 3339 in UTC, to the second: `2026-11-21T08:30:00Z`.
func wholeSeconds(_ instant: Instant) -> String { instant.text.prefix { $0 != "." } + "Z" }
