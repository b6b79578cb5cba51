import Kernel

// What eraser and lasso do with strokes. A stroke is never rewritten: whatever is left of it, or stands elsewhere, is a
// new one under a new identifier, for `NoteCommand.redrawStrokes`. All in integers: every device finds the same.

// MARK: - The eraser (requirement B-101)

extension Stroke {
    /// Returns whether an eraser of this radius touches the ink on its way along `path`, the width of the stroke included.
    ///
    /// - Complexity: O(points × places).
    package func isTouched(by path: [InkPlace], radius: Int) -> Bool {
        guard let points = StrokePoints(packed: packed)?.points else { return false }
        let eraser = Eraser(path, radius: radius, width: width)
        return InkLine.joining(points.map { InkPlace($0) }).contains { eraser.touches($0) }
    }

    /// Returns the rest of the stroke after a partial eraser: each run of points that it did not touch, as its own stroke.
    ///
    /// Points keep their pressure, tilt and time, strokes their tool, colour and width. Where the eraser goes through
    /// between two points that lie far apart, points are put between them first, so that no more goes than was erased.
    /// - Parameter ids: mints the identifier of each piece, in the order of drawing.
    /// - Returns: nil when the stroke was not touched and stays as it is; nothing when all of it is gone.
    /// - Complexity: O(points × places).
    package func pieces(erasedBy path: [InkPlace], radius: Int, ids: () -> StrokeID) -> [Stroke]? {
        guard let points = StrokePoints(packed: packed)?.points else { return nil }
        let eraser = Eraser(path, radius: radius, width: width)
        guard InkLine.joining(points.map { InkPlace($0) }).contains(where: { eraser.touches($0) }) else { return nil }

        var runs: [[StrokePoints.Point]] = []
        var run: [StrokePoints.Point] = []
        for point in refined(points, for: eraser) {
            let place = InkPlace(point)
            let isCut = run.last.map { eraser.touches(InkLine(from: InkPlace($0), to: place)) } ?? false
            if isCut, !run.isEmpty {
                runs.append(run)
                run = []
            }
            if !eraser.touches(InkLine(from: place, to: place)) { run.append(point) }
        }
        if !run.isEmpty { runs.append(run) }
        return runs.map { with($0, as: ids()) }
    }

    /// `points`, with more of them on the straight lines that the eraser touches, a radius apart.
    private func refined(_ points: [StrokePoints.Point], for eraser: Eraser) -> [StrokePoints.Point] {
        guard var last = points.first else { return [] }
        var refined = [last]
        for next in points.dropFirst() {
            if eraser.touches(InkLine(from: InkPlace(last), to: InkPlace(next))) {
                let way = max(abs(next.x - last.x), abs(next.y - last.y))
                let steps = min(way / max(eraser.reach, 1) + 1, Self.stepsMax)
                for step in 1..<max(steps, 1) { refined.append(last.onTheWay(to: next, step, of: steps)) }
            }
            refined.append(next)
            last = next
        }
        return refined
    }

    /// Points that are put between two at most.
    private static let stepsMax = 1_000
}

/// A round eraser on its way: what it touches of a stroke of one width.
private struct Eraser {
    private let lines: [InkLine]
    /// From the middle of the eraser to the middle of a line that it just touches.
    let reach: Int

    init(_ path: [InkPlace], radius: Int, width: Int) {
        lines = InkLine.joining(path)
        let reach = Int64(max(radius, 0)) + Int64(max(width, 0)) / 2
        self.reach = Int(min(reach, Int64(StrokePoints.coordinateMax)))
    }

    func touches(_ line: InkLine) -> Bool { lines.contains { $0.isWithin(reach, of: line) } }
}

extension InkLine {
    /// The lines from each place to the next; for a single place, the one that begins and ends there.
    fileprivate static func joining(_ places: [InkPlace]) -> [InkLine] {
        guard let first = places.first else { return [] }
        if places.count == 1 { return [InkLine(from: first, to: first)] }
        return places.indices.dropFirst().map { InkLine(from: places[$0 - 1], to: places[$0]) }
    }
}

// MARK: - The lasso (requirement B-102)

extension Stroke {
    /// Returns whether all of the stroke lies in the lasso: what it selects.
    ///
    /// - Complexity: O(points × places).
    package func isInside(_ lasso: Lasso) -> Bool {
        guard let points = StrokePoints(packed: packed)?.points else { return false }
        return points.allSatisfy { lasso.contains(InkPlace($0)) }
    }

    /// The same stroke in another place; nil when a point of it would lie further out than anything can be drawn.
    package func moved(byX x: Int, y: Int, as id: StrokeID) -> Stroke? {
        mapped(as: id, width: width) { (Int64($0.x) + Int64(x), Int64($0.y) + Int64(y)) }
    }

    /// The same stroke larger or smaller, its width too; `centre` is what stays where it is.
    ///
    /// - Returns: nil when the factor is not positive or beyond `scaleMax`, or a point would lie further out than
    ///   anything can be drawn.
    package func scaled(by numerator: Int, over denominator: Int, about centre: InkPlace, as id: StrokeID) -> Stroke? {
        guard (1...Self.scaleMax).contains(numerator), (1...Self.scaleMax).contains(denominator) else { return nil }
        func scaled(_ length: Int64) -> Int64 {
            let (product, half) = (length * Int64(numerator), Int64(denominator) / 2)
            return (product < 0 ? product - half : product + half) / Int64(denominator)
        }
        guard width <= StrokePoints.coordinateMax else { return nil }
        let wider = min(max(scaled(Int64(width)), 1), Int64(StrokePoints.coordinateMax))
        return mapped(as: id, width: Int(wider)) { point in
            (
                Int64(centre.x) + scaled(Int64(point.x) - Int64(centre.x)),
                Int64(centre.y) + scaled(Int64(point.y) - Int64(centre.y))
            )
        }
    }

    /// The same stroke once more.
    package func copied(as id: StrokeID) -> Stroke {
        var copy = self
        copy.id = id
        return copy
    }

    /// The largest numerator and denominator of a scale.
    package static let scaleMax = 1_000_000

    private func mapped(
        as id: StrokeID, width: Int, _ place: (StrokePoints.Point) -> (x: Int64, y: Int64)
    ) -> Stroke? {
        guard var points = StrokePoints(packed: packed)?.points else { return nil }
        let bound = Int64(StrokePoints.coordinateMax)
        for index in points.indices {
            let (x, y) = place(points[index])
            guard abs(x) <= bound, abs(y) <= bound else { return nil }
            points[index].x = Int(x)
            points[index].y = Int(y)
        }
        var stroke = with(points, as: id)
        stroke.width = width
        return stroke
    }

    /// A stroke of this one's tool, colour and width.
    private func with(_ points: [StrokePoints.Point], as id: StrokeID) -> Stroke {
        Stroke(id: id, tool: tool, colour: colour, width: width, packed: StrokePoints(points).packed)
    }
}

extension StrokePoints.Point {
    /// The point `step` of `steps` on the straight way to `other`, pressed, leaned and timed in between as well.
    fileprivate func onTheWay(to other: Self, _ step: Int, of steps: Int) -> Self {
        func between(_ a: Int, _ b: Int) -> Int {
            Int(Int64(a) + (Int64(b) - Int64(a)) * Int64(step) / Int64(steps))
        }
        return Self(
            x: between(x, other.x), y: between(y, other.y), pressure: between(pressure, other.pressure),
            tiltX: between(tiltX, other.tiltX), tiltY: between(tiltY, other.tiltY), time: between(time, other.time))
    }
}
