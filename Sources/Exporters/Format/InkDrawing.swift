import Foundation
import Kernel
package import Notes

/// One drawing of a note as an SVG file: any program shows the lines, and the strokes as they were drawn stand in its
/// `metadata`, so that an import gives the identical ink.
package struct InkDrawing: Equatable, Sendable {
    package var id: InkID
    /// Those that are not erased, in the order of drawing.
    package var strokes: [Notes.Stroke]

    package init(id: InkID, strokes: [Notes.Stroke]) {
        self.id = id
        self.strokes = strokes
    }

    private static let opening = "<metadata id=\"daybook-ink\">"
    private static let closing = "</metadata>"

    private struct Exact: OpenFile {
        static let kind = "daybook-ink"
        static let version = 1
        var kind: String = Self.kind
        var version: Int = Self.version
        var id: Written<InkID>
        var strokes: [Stroke]

        struct Stroke: Codable {
            var id: Written<StrokeID>
            var tool: String
            /// 0xRRGGBBAA as eight hexadecimal digits.
            var colour: String
            /// Hundredths of a point.
            var width: Int
            /// Packed as `StrokePoints` says: version, then differences of x, y, pressure, tilt and time.
            var points: String
        }
    }
}

// MARK: - Writing

extension InkDrawing {
    /// - Parameter handwriting: what was recognised in it, for who cannot see it; `notes.json` has it exactly.
    package func svg(saying handwriting: String = "") throws -> String {
        let exact = Exact(
            id: Written(id),
            strokes: strokes.map { stroke in
                Exact.Stroke(
                    id: Written(stroke.id), tool: choiceName(stroke.tool), colour: Self.hexadecimal(stroke.colour, 8),
                    width: stroke.width, points: hexText(stroke.packed.bytes))
            })
        // What is in there is letters, digits and the marks of JSON: nothing that XML would take for its own.
        var about = Self.opening + "\n" + (try exact.text()) + Self.closing + "\n"
        if !handwriting.utf8.isEmpty { about += "<desc>" + MarkupEscaping.element.escaped(handwriting) + "</desc>\n" }
        return svg(about: about)
    }

    /// The lines alone, for a viewer who may see the drawing and learn nothing of how it was made.
    package var lines: String { svg(about: "") }

    private func svg(about: String) -> String {
        let drawn = strokes.compactMap(InkPath.init)
        let frame = InkPath.Frame(around: drawn)
        var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(frame.width)pt\" height=\"\(frame.height)pt\" "
        svg += "viewBox=\"\(frame.viewBox)\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
        svg += about
        for path in drawn { svg += path.element }
        return svg + "</svg>\n"
    }

    static func hexadecimal(_ number: UInt64, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

// MARK: - Reading

extension InkDrawing {
    /// Reads the exact strokes from the `metadata` of a drawing that `svg()` wrote.
    ///
    /// - Throws: when there is none, or it is not what it says.
    package init(svg: [UInt8]) throws {
        let text = String(decoding: svg, as: UTF8.self)
        guard let start = text.range(of: Self.opening, options: .literal),
            let end = text.range(of: Self.closing, options: .literal, range: start.upperBound..<text.endIndex)
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "it has no metadata with the strokes"))
        }
        let exact = try Exact(reading: Array(text[start.upperBound..<end.lowerBound].utf8))
        id = exact.id.value
        strokes = try exact.strokes.map { stroke in
            guard let tool: InkTool = choice(stroke.tool), let colour = UInt64(stroke.colour, radix: 16),
                let points = bytes(hex: stroke.points)
            else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "stroke \(stroke.id.value.text) cannot be read"))
            }
            return Notes.Stroke(
                id: stroke.id.value, tool: tool, colour: colour, width: stroke.width, packed: Bytes(points))
        }
    }
}
