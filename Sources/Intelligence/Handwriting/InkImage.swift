import Notes

/// A line of writing as grey pixels, black on white, as tall as the recogniser takes it.
package struct InkImage: Sendable, Equatable {
    package var width: Int
    /// Row by row.
    package var grey: [UInt8]

    package static let height = 48
    /// A longer line is drawn narrower.
    package static let widthMax = 2_048
    private static let widthMin = 24

    /// One of the ways to draw a line. What one of them makes hard to read is often clear in another.
    package struct Style: Sendable {
        /// Pixels, before all of it is brought to `height`.
        package var inkHeight: Double
        package var penWidth: Double
        package var margin: Double

        package init(inkHeight: Double, penWidth: Double, margin: Double) {
            self.inkHeight = inkHeight
            self.penWidth = penWidth
            self.margin = margin
        }

        /// The first is the one whose reading is shown.
        package static let all = [
            Style(inkHeight: 64, penWidth: 2, margin: 12), Style(inkHeight: 64, penWidth: 3, margin: 24),
            Style(inkHeight: 96, penWidth: 4.5, margin: 12),
        ]
    }

    /// Draws a line.
    ///
    /// - Complexity: O(points × pixels around each).
    package init(of line: InkLines.Line, in style: Style) {
        let scale = Double(Self.height) / (style.inkHeight + 2 * style.margin)
        // A dash alone is not blown up to a letter.
        let tall = Double(max(line.box.height, line.box.width / 12, 1))
        let grow = style.inkHeight / tall * scale
        let margin = style.margin * scale
        let wished = Double(line.box.width) * grow + 2 * margin
        let squeeze = min(1, Double(Self.widthMax) / wished)
        width = min(Self.widthMax, max(Self.widthMin, Int((wished * squeeze).rounded(.up))))
        grey = [UInt8](repeating: 255, count: width * Self.height)
        let lift = (Double(Self.height) - Double(line.box.height) * grow) / 2
        for stroke in line.strokes {
            let points = stroke.map { place in
                (
                    x: (Double(place.x - line.box.left) * grow + margin) * squeeze,
                    y: Double(place.y - line.box.top) * grow + lift
                )
            }
            for (from, to) in zip(points, points.dropFirst().isEmpty ? points[...] : points.dropFirst()) {
                ink(from.x, from.y, to.x, to.y, reach: style.penWidth * scale / 2)
            }
        }
    }

    /// Darkens the pixels along a stretch: those within `reach` wholly, those at its edge in part.
    private mutating func ink(_ x: Double, _ y: Double, _ x2: Double, _ y2: Double, reach: Double) {
        let (dx, dy) = (x2 - x, y2 - y)
        let length = dx * dx + dy * dy
        let rim = reach + 1
        let columns = max(0, Int(min(x, x2) - rim))..<max(0, min(width, Int(max(x, x2) + rim) + 1))
        let rows = max(0, Int(min(y, y2) - rim))..<max(0, min(Self.height, Int(max(y, y2) + rim) + 1))
        for row in rows {
            for column in columns {
                let (px, py) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
                let along = length > 0 ? max(0, min(1, (px * dx + py * dy) / length)) : 0
                let (ox, oy) = (px - along * dx, py - along * dy)
                let cover = reach + 0.5 - (ox * ox + oy * oy).squareRoot()
                guard cover > 0 else { continue }
                let shade = UInt8(255 - 255 * min(1, cover, 2 * reach))
                let at = row * width + column
                grey[at] = min(grey[at], shade)
            }
        }
    }
}
