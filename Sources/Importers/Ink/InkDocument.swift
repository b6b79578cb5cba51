import Kernel
import Notes

/// What a program for handwriting keeps in one file, in the parts that a note has a place for: what every reader of ink
/// gives, and what `InkImport` takes over.
struct InkDocument: Sendable, Equatable {
    var pages: [Page] = []
    /// What is written beside the pages, such as what the ink says.
    var annotations: [String] = []
    /// What stays in the file; each with its place in it.
    var leftovers: [NotTaken] = []

    struct Page: Sendable, Equatable {
        var layers: [Layer] = []
    }

    /// What lies on one sheet; a page may have several, one above the other.
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
        leftovers.append(NotTaken(what: what, at: place, why: why))
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

/// Writes words so that CommonMark shows them as they are, line for line.
func plainMarkdown(_ text: String) -> String {
    var out = ""
    var emptyLines = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let line = plainMarkdown(line: line)
        guard !line.isEmpty else {
            emptyLines += 1
            continue
        }
        if !out.isEmpty {
            // One empty line parts paragraphs; further ones would be lost without something in them.
            out += emptyLines == 0 ? "\\\n" : "\n\n" + String(repeating: "\u{A0}\n\n", count: emptyLines - 1)
        }
        out += line
        emptyLines = 0
    }
    return out
}

/// What it begins with stays as hard spaces: code that somebody typed keeps its shape.
private func plainMarkdown(line: Substring) -> String {
    let marks = Set("\\`*_[]<>&#".unicodeScalars)
    let words = trimmed(String(line)).unicodeScalars
    guard !words.isEmpty else { return "" }
    var out = String.UnicodeScalarView()
    for scalar in words {
        if marks.contains(scalar) { out.append("\\") }
        out.append(scalar)
    }
    // A line that would begin a list or a rule.
    let digits = words.prefix { ("0"..."9").contains($0) }
    if let first = words.first, "-+=~".unicodeScalars.contains(first) {
        out.insert("\\", at: out.startIndex)
    } else if !digits.isEmpty, let next = words.dropFirst(digits.count).first, ".)".unicodeScalars.contains(next) {
        out.insert("\\", at: out.index(out.startIndex, offsetBy: digits.count))
    }
    let indentation = line.prefix { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
    return indentation.map { $0 == "\t" ? "\u{A0}\u{A0}\u{A0}\u{A0}" : "\u{A0}" }.joined() + String(out)
}
