package import Notes

/// The lines of writing in a drawing, found by the boxes of its strokes: from top to bottom, and from left to right where several
/// stand side by side.
package struct InkLines: Sendable {
    package struct Line: Sendable, Equatable {
        package var strokes: [[InkPlace]]
        package var box: InkBox
    }

    package private(set) var lines: [Line] = []

    /// Lines that are read of one drawing.
    package static let countMax = 400

    /// Part of the height of usual letters, in thousandths, by which the middle of a stroke may be away from the middle of its line.
    private static let reachThousandths = 900
    /// Empty space between two columns, in heights of their line.
    private static let gapHeights = 3

    /// Strokes of a highlighter are left out: they mark, and are not writing.
    ///
    /// - Complexity: O(points + strokes × lines).
    package init(of strokes: [Stroke]) {
        var drawn: [(places: [InkPlace], box: InkBox)] = []
        for stroke in strokes where stroke.tool != .highlighter {
            let places = (StrokePoints(packed: stroke.packed)?.points ?? []).map { InkPlace($0) }
            if let box = InkBox(around: places) { drawn.append((places, box)) }
        }
        let heights = drawn.map { $0.box.height }.sorted()
        guard !heights.isEmpty else { return }
        // Dots, commas and the bars of letters say nothing about how tall the writing is.
        let tallest = heights[heights.count * 9 / 10]
        let telling = heights.filter { $0 * 4 >= tallest }
        let usual = max(1, telling[telling.count / 2])
        // A drawing of nothing but dots has lines too.
        let isLetter = { (box: InkBox) in box.height * 2 >= min(usual, tallest) }

        var rows: [(members: [(places: [InkPlace], box: InkBox)], sum: Int)] = []
        for stroke in drawn.filter({ isLetter($0.box) }).sorted(by: { $0.box.middle < $1.box.middle }) {
            if let last = rows.indices.last,
                (stroke.box.middle - rows[last].sum / rows[last].members.count) * 1_000 <= usual * Self.reachThousandths
            {
                rows[last].members.append(stroke)
                rows[last].sum += stroke.box.middle
            } else {
                rows.append(([stroke], stroke.box.middle))
            }
        }
        // What is small belongs to the line that it is nearest to.
        for stroke in drawn where !isLetter(stroke.box) {
            let nearest = rows.indices.min {
                Self.distance(stroke.box, rows[$0].members) < Self.distance(stroke.box, rows[$1].members)
            }
            if let nearest { rows[nearest].members.append(stroke) }
        }
        lines = rows.flatMap { Self.columns(of: $0.members) }
    }

    private static func distance(_ box: InkBox, _ row: [(places: [InkPlace], box: InkBox)]) -> Int {
        row.map { $0.box.distance(to: box) }.min() ?? .max
    }

    /// A row in the parts between which there is much space.
    private static func columns(of row: [(places: [InkPlace], box: InkBox)]) -> [Line] {
        var lines: [Line] = []
        let sorted = row.sorted { ($0.box.left, $0.box.top) < ($1.box.left, $1.box.top) }
        let height = row.reduce(row[0].box) { $0.joined(with: $1.box) }.height
        for stroke in sorted {
            if let last = lines.last, stroke.box.left - last.box.right <= height * gapHeights {
                lines[lines.count - 1].strokes.append(stroke.places)
                lines[lines.count - 1].box = last.box.joined(with: stroke.box)
            } else {
                lines.append(Line(strokes: [stroke.places], box: stroke.box))
            }
        }
        return lines
    }
}

/// The smallest box around some places of a drawing, in hundredths of a point.
package struct InkBox: Sendable, Equatable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    /// Nil around nothing.
    package init?(around places: [InkPlace]) {
        guard let first = places.first else { return nil }
        (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for place in places {
            (left, right) = (min(left, place.x), max(right, place.x))
            (top, bottom) = (min(top, place.y), max(bottom, place.y))
        }
    }

    package var width: Int { right - left }
    package var height: Int { bottom - top }
    package var middle: Int { (top + bottom) / 2 }

    package func joined(with other: InkBox) -> InkBox {
        var box = self
        (box.left, box.top) = (min(left, other.left), min(top, other.top))
        (box.right, box.bottom) = (max(right, other.right), max(bottom, other.bottom))
        return box
    }

    /// The space between two boxes; what lies above or below counts in full, what lies aside for a quarter.
    fileprivate func distance(to other: InkBox) -> Int {
        let aside = max(0, max(other.left - right, left - other.right))
        let above = max(0, max(other.top - bottom, top - other.bottom))
        return above + aside / 4
    }
}
