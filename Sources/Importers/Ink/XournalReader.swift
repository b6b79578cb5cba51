import Kernel
import Notes

/// Reads what Xournal++ and Xournal write (`.xopp`, `.xoj`): XML, compressed or not.
///
/// Lengths there are points, as here. The white eraser of Xournal paints over, and so it is a white pen here.
struct XournalReader {
    private var document = InkDocument()

    static func read(_ root: XMLNode) -> InkDocument {
        var reader = XournalReader()
        for (index, page) in root.children.filter({ $0.name == "page" }).enumerated() {
            reader.ingest(page, number: index + 1)
        }
        return reader.document
    }

    private mutating func ingest(_ page: XMLNode, number: Int) {
        let place = "page \(number)"
        if let background = page.child("background") { report(background, place) }
        var out = InkDocument.Page()
        for (index, layer) in page.children.filter({ $0.name == "layer" }).enumerated() {
            out.layers.append(ingest(layer, "\(place), layer \(index + 1)"))
        }
        document.pages.append(out)
    }

    private mutating func report(_ background: XMLNode, _ place: String) {
        let file = background.attributes["filename"] ?? ""
        switch background.attributes["type"] {
        case "pdf":
            document.leave("background", place, "a page of a PDF file; notes have no background: \(file.prefix(200))")
        case "pixmap":
            document.leave("background", place, "a picture; notes have no background: \(file.prefix(200))")
        default: break  // Paper: plain, lined or squared.
        }
    }

    private mutating func ingest(_ layer: XMLNode, _ place: String) -> InkDocument.Layer {
        var out = InkDocument.Layer(name: layer.attributes["name"] ?? "")
        var (filled, dashed, unreadable) = (0, 0, 0)
        for element in layer.children {
            switch element.name {
            case "stroke":
                guard let line = line(element) else {
                    unreadable += 1
                    continue
                }
                out.strokes.append(line)
                if element.attributes["fill"] != nil { filled += 1 }
                if element.attributes["style"].map({ $0 != "plain" }) ?? false { dashed += 1 }
            case "text": out.texts.append(box(element, typed(element.text)))
            case "link":
                let url = (element.attributes["url"] ?? "").filter { !"<> \n".contains($0) }
                let words = url.isEmpty ? typed(element.text) : plainMarkdown(element.text, isInLink: true)
                out.texts.append(box(element, url.isEmpty ? words : "[\(words)](<\(url)>)"))
            case "teximage":
                let formula = (element.attributes["text"] ?? "").split(whereSeparator: \.isNewline)
                out.texts.append(box(element, "$" + formula.joined(separator: " ") + "$"))
                document.leave("rendered formula", place, "the formula itself stands in the text")
            case "image": ingestPicture(element, into: &out, place)
            default: document.leave(element.name, place, "there is no such thing here")
            }
        }
        reportRecordings(layer, place)
        let styled = layer.children.filter { ["text", "link"].contains($0.name) && !isPlain($0) }.count
        document.leave("look of text", count: styled, place, "text has no colour, font, size or side of its own here")
        document.leave("strokes", count: unreadable, place, "their points cannot be read")
        document.leave("filling", count: filled, place, "strokes are not filled here; the line is taken")
        document.leave("dashes", count: dashed, place, "strokes are not dashed here; the line is taken")
        return out
    }

    /// Writes a line about every recording (`fn`) that was made while the layer was drawn; a note has no place for it.
    private mutating func reportRecordings(_ layer: XMLNode, _ place: String) {
        var counts: [String: Int] = [:]
        for element in layer.children {
            if let file = element.attributes["fn"], !file.isEmpty { counts[file, default: 0] += 1 }
        }
        for (file, count) in counts.sorted(by: { precedes($0.key, $1.key) }) {
            document.leave(
                "recording", place,
                "notes have no sound; \(count) of what is drawn and written there \(count == 1 ? "belongs" : "belong") "
                    + "to \(file.prefix(200))")
        }
    }

    /// Returns true for a text that looks as Xournal++ writes it by itself: black, in Sans of 12 points, from the left.
    private func isPlain(_ text: XMLNode) -> Bool {
        let attributes = text.attributes
        let size = attributes["size"].map(Double.init) ?? 12
        return XournalColour.read(attributes["color"] ?? "", tool: .pen) == 0xFF
            && ["Sans", "Sans Regular", ""].contains(attributes["font"] ?? "") && size == 12
            && ["left", ""].contains(attributes["align"] ?? "") && attributes["justify"] != "true"
    }

    /// The words of a box as Markdown. They are code where one of several lines is indented: there every space stays.
    private func typed(_ text: String) -> String {
        let lines = typedLines(text)
        let isIndented = lines.contains { $0.hasPrefix(" ") || $0.hasPrefix("\t") }
        guard isIndented, lines.count > 1 else { return plainMarkdown(text) }
        return fencedCode(lines).joined(separator: "\n")
    }

    private func box(_ element: XMLNode, _ markdown: String) -> InkDocument.TextBox {
        let attributes = element.attributes
        return InkDocument.TextBox(
            y: Double(attributes["y"] ?? attributes["top"] ?? "") ?? 0,
            x: Double(attributes["x"] ?? attributes["left"] ?? "") ?? 0, markdown: markdown)
    }

    private mutating func ingestPicture(_ element: XMLNode, into layer: inout InkDocument.Layer, _ place: String) {
        let text = trimmed(element.text)
        guard let bytes = unpacked(base64: text) else {
            return document.leave("picture", place, "its bytes are not in the file")
        }
        layer.pictures.append(InkDocument.Picture(bytes: bytes))
    }

    // MARK: - Strokes

    /// `width` is the pen's width, and after it for each segment the width that the pressure gave it.
    private func line(_ element: XMLNode) -> InkDocument.Line? {
        let widths = numbers(element.attributes["width"] ?? "")
        let places = numbers(element.text)
        guard let places, places.count >= 2, places.count.isMultiple(of: 2), let widths, let nominal = widths.first,
            let widest = widths.dropFirst().max() ?? widths.first, widest > 0,
            let width = hundredths(widths.count > 1 ? widest : nominal)
        else { return nil }
        var line = InkDocument.Line()
        switch element.attributes["tool"] {
        case "highlighter": line.tool = .highlighter
        default: line.tool = .pen
        }
        line.colour = XournalColour.read(element.attributes["color"] ?? "", tool: line.tool)
        line.width = max(1, width)
        for index in 0..<places.count / 2 {
            guard let x = hundredths(places[2 * index]), let y = hundredths(places[2 * index + 1]) else { return nil }
            // The last point has the width of the segment before it.
            let own = widths.count > 1 ? widths[min(index + 1, widths.count - 1)] / widest : 1
            let pressure = Int((max(0, min(1, own)) * 65_535).rounded())
            line.points.append(StrokePoints.Point(x: x, y: y, pressure: pressure, time: 0))
        }
        return line
    }

    /// Nil when one of them is not a number.
    private func numbers(_ text: String) -> [Double]? {
        var out: [Double] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let number = Double(word), number.isFinite else { return nil }
            out.append(number)
        }
        return out
    }
}

/// The colours of Xournal: `#RRGGBBAA`, or one of the names of its first version.
enum XournalColour {
    static func read(_ text: String, tool: InkTool) -> UInt64 {
        if text.hasPrefix("#"), let value = UInt64(text.dropFirst(), radix: 16) {
            return text.utf8.count == 9 ? value : value << 8 | 0xFF
        }
        let rgb = names[text] ?? 0
        // A highlighter of the first version is half seen through.
        return rgb << 8 | (tool == .highlighter ? 0x7F : 0xFF)
    }

    /// Source: Xournal, `src/xo-misc.c`, `predef_colors_rgba`.
    private static let names: [String: UInt64] = [
        "black": 0x000000, "blue": 0x3333CC, "red": 0xFF0000, "green": 0x008000, "gray": 0x808080,
        "lightblue": 0x00C0FF, "lightgreen": 0x00FF00, "magenta": 0xFF00FF, "orange": 0xFF8000, "yellow": 0xFFFF00,
        "white": 0xFFFFFF,
    ]
}
