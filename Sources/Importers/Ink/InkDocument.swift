import Kernel
import Notes

/// The content of one file of handwriting, in the parts that a note has a place for: the result of every reader of ink, and the
/// input of `InkImport`.
struct InkDocument: Sendable, Equatable {
    var pages: [Page] = []
    /// Texts that are written beside the pages, such as the words that the ink spells.
    var annotations: [String] = []
    /// The parts that stay in the file; each with its place in it.
    var leftovers: [ImportWarning] = []

    struct Page: Sendable, Equatable {
        var layers: [Layer] = []
    }

    /// The content of one sheet; a page may have several, one above the other.
    struct Layer: Sendable, Equatable {
        var name = ""
        var strokes: [Line] = []
        var texts: [TextBox] = []
        var pictures: [Picture] = []

        var isEmpty: Bool { strokes.isEmpty && texts.isEmpty && pictures.isEmpty }
    }

    struct Line: Sendable, Equatable {
        var tool = InkTool.pen
        /// 0xRRGGBBAA.
        var colour: UInt64 = 0xFF
        /// Hundredths of a point.
        var width = 100
        var points: [StrokePoints.Point] = []
    }

    struct TextBox: Sendable, Equatable {
        /// From the top and from the left, to read boxes as a person would.
        var y: Double
        var x: Double
        /// CommonMark.
        var markdown: String
    }

    struct Picture: Sendable, Equatable {
        var bytes: [UInt8]
    }

    mutating func leave(_ what: String, _ place: String, _ why: String) {
        leftovers.append(ImportWarning(what: what, at: place, why: why))
    }

    mutating func leave(_ what: String, count: Int, _ place: String, _ why: String) {
        if count > 0 { leave(what, place, count == 1 ? why : "\(count) of them; \(why)") }
    }
}

/// Points to hundredths of a point; nil for what no drawing has.
func hundredths(_ points: Double) -> Int? {
    guard points.isFinite, points.magnitude < 10_000_000 else { return nil }
    return Int((points * 100).rounded())
}

/// Writes words so that CommonMark shows them as they are, line for line and space for space.
///
/// Spaces that CommonMark would drop become hard ones (U+00A0), a tab as many as lead to the next column of four. An
/// empty line parts two paragraphs; in a link, which it would end, it holds a hard space. Empty lines at both ends are
/// left out.
func plainMarkdown(_ text: String, isInLink: Bool = false) -> String {
    let lines = typedLines(text).map(plainLine)
    guard !isInLink else {
        return lines.map { $0.isEmpty ? "\u{A0}" : $0 }.joined(separator: "\\\n")
    }
    var out = ""
    for (index, line) in lines.enumerated() {
        if index > 0 { out += line.isEmpty || lines[index - 1].isEmpty ? "\n" : "\\\n" }
        out += line
    }
    return out
}

/// The lines of a text without white space at their ends, and without empty lines at both ends of the text.
func typedLines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line -> String in
        var scalars = line.unicodeScalars
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines.drop { $0.isEmpty })
}

/// Characters that mean something to CommonMark wherever they stand.
private let plainMarks = Set("\\`*_[]<>&#".unicodeScalars)

private func plainLine(_ line: String) -> String {
    let words = Array(line.unicodeScalars)
    var out = String.UnicodeScalarView()
    var column = 0
    var isIndentation = true
    for (index, scalar) in words.enumerated() {
        let next = index + 1 < words.count ? words[index + 1] : nil
        var width = 1
        switch scalar {
        case "\t":
            width = 4 - column % 4
            for _ in 0..<width { out.append("\u{A0}") }
        case " " where isIndentation || next == " " || next == "\t": out.append("\u{A0}")
        default:
            isIndentation = false
            if plainMarks.contains(scalar) { out.append("\\") }
            out.append(scalar)
        }
        column += width
    }
    // A line that would begin a list or a rule.
    let digits = words.prefix { ("0"..."9").contains($0) }
    if let first = words.first, "-+=~".unicodeScalars.contains(first) {
        out.insert("\\", at: out.startIndex)
    } else if !digits.isEmpty, let next = words.dropFirst(digits.count).first, ".)".unicodeScalars.contains(next) {
        out.insert("\\", at: out.index(out.startIndex, offsetBy: digits.count))
    }
    return String(out)
}
