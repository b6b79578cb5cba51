/// A drawing as lines, for a form that is not SVG. All numbers are hundredths of a point.
package struct InkVectors: Sendable {
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int
    package var strokes: [Stroke]

    package struct Stroke: Sendable {
        /// RRGGBBAA, eight hexadecimal digits.
        package var colour: String
        /// True for a marker: what is below shows through.
        package var isMultiplied: Bool
        package var lines: [Line]
    }

    /// Points that are joined by a pen of one width; a single point is a dot.
    package struct Line: Sendable {
        package var width: Int
        package var points: [(x: Int, y: Int)]
    }
}

extension InkDrawing {
    /// The lines of the drawing as they are seen.
    package var vectors: InkVectors {
        let drawn = strokes.compactMap(InkPath.init)
        let frame = InkPath.Frame(around: drawn)
        return InkVectors(
            left: frame.left, top: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top,
            strokes: drawn.map(\.vectors))
    }
}
