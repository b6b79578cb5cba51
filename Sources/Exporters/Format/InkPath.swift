import Kernel
import Notes

/// One stroke as SVG paths, as wide at each place as the pen was pressed there.
///
/// An SVG path has one width: where the pressure changes by more than an eighth, a new path begins at the last point.
struct InkPath {
    private let stroke: Stroke
    private let points: [StrokePoints.Point]

    /// Nil when the points cannot be read.
    init?(_ stroke: Stroke) {
        guard let points = StrokePoints(packed: stroke.packed) else { return nil }
        self.stroke = stroke
        self.points = points.points
    }

    /// A group, so that a translucent line is not darker where two of its paths meet.
    var element: String {
        let colour = "#" + String(InkDrawing.hexadecimal(stroke.colour, 8).prefix(6))
        let alpha = stroke.colour & 0xFF
        var text = "<g stroke=\"\(colour)\""
        if alpha != 0xFF { text += " opacity=\"\(Self.decimal(Int(alpha) * 100 / 255))\"" }
        if stroke.tool == .highlighter { text += " style=\"mix-blend-mode:multiply\"" }
        text += ">"
        for (width, range) in parts {
            text += "<path stroke-width=\"\(Self.decimal(width))\" d=\"\(path(range.lowerBound, range.upperBound))\"/>"
        }
        return text + "</g>\n"
    }

    /// Stretches of one width, each to the first point of the next, so that no gap is seen.
    private var parts: [(width: Int, range: ClosedRange<Int>)] {
        var found: [(width: Int, range: ClosedRange<Int>)] = []
        var from = 0
        while from < points.count {
            let level = level(at: from)
            var to = from
            while to + 1 < points.count, self.level(at: to + 1) == level { to += 1 }
            found.append((width(at: level), from...min(to + 1, points.count - 1)))
            from = to + 1
        }
        return found
    }

    /// The same without SVG.
    var vectors: InkVectors.Stroke {
        InkVectors.Stroke(
            colour: InkDrawing.hexadecimal(stroke.colour, 8), isMultiplied: stroke.tool == .highlighter,
            lines: parts.map { width, range in .init(width: width, points: points[range].map { ($0.x, $0.y) }) })
    }

    private func path(_ from: Int, _ to: Int) -> String {
        var text = "M" + place(points[from])
        // A line of no length is a dot.
        if from == to { return text + "L" + place(points[from]) }
        for index in (from + 1)...to { text += "L" + place(points[index]) }
        return text
    }

    private func place(_ point: StrokePoints.Point) -> String { Self.decimal(point.x) + " " + Self.decimal(point.y) }

    /// Eight steps of pressure; a highlighter does not care how hard it is pressed.
    private func level(at index: Int) -> Int { stroke.tool == .highlighter ? 7 : points[index].pressure / 8192 }

    /// From three tenths of the stroke's width to all of it, in hundredths of a point.
    private func width(at level: Int) -> Int { max(1, stroke.width / 10 * (level + 3) + stroke.width % 10) }

    /// Hundredths as a decimal number.
    static func decimal(_ hundredths: Int) -> String {
        let size = hundredths.magnitude
        let rest = size % 100
        let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + String(size / 100) + fraction
    }
}

extension InkPath {
    /// The part of the plane that a drawing covers.
    struct Frame {
        private(set) var left = 0
        private(set) var top = 0
        private(set) var right = 100
        private(set) var bottom = 100

        init(around paths: [InkPath]) {
            guard let first = paths.first?.points.first else { return }
            (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
            for path in paths {
                let margin = min(path.stroke.width, 1 << 40) / 2 + 1
                for point in path.points {
                    left = min(left, point.x - margin)
                    right = max(right, point.x + margin)
                    top = min(top, point.y - margin)
                    bottom = max(bottom, point.y + margin)
                }
            }
        }

        var width: String { InkPath.decimal(right - left) }
        var height: String { InkPath.decimal(bottom - top) }
        var viewBox: String { InkPath.decimal(left) + " " + InkPath.decimal(top) + " " + width + " " + height }
    }
}
