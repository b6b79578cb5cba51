/// Where something is in a drawing: what an eraser goes over and a lasso goes around. Requirements B-101, B-102.
package struct InkPlace: Sendable, Equatable {
    /// Hundredths of a point, from the left and from the top of the drawing.
    package var x: Int
    package var y: Int

    /// A place further out than anything can be drawn is brought back to the rim, so that no product overflows.
    package init(x: Int, y: Int) {
        self.x = min(max(x, -StrokePoints.coordinateMax), StrokePoints.coordinateMax)
        self.y = min(max(y, -StrokePoints.coordinateMax), StrokePoints.coordinateMax)
    }

    package init(_ point: StrokePoints.Point) {
        x = point.x
        y = point.y
    }
}

/// The straight line between two places; one place where both are the same.
struct InkLine {
    var from: InkPlace
    var to: InkPlace

    /// Returns whether the two lines come as close as `reach`.
    ///
    /// They do when they cross, or when an end of one is that close to the other.
    func isWithin(_ reach: Int, of other: InkLine) -> Bool {
        guard mayReach(other, reach) else { return false }
        return crosses(other) || isWithin(reach, of: other.from) || isWithin(reach, of: other.to)
            || other.isWithin(reach, of: from) || other.isWithin(reach, of: to)
    }

    /// Returns whether `place` lies as close as `reach` to the nearest point of the line, give or take a hundredth of a point.
    ///
    /// Products are taken in 64 bits, since a browser's integers have 32. A line too long for them, longer than a
    /// hundred pages, is looked at from as far away as is needed.
    func isWithin(_ reach: Int, of place: InkPlace) -> Bool {
        var along = (x: Int64(to.x) - Int64(from.x), y: Int64(to.y) - Int64(from.y))
        var aside = (x: Int64(place.x) - Int64(from.x), y: Int64(place.y) - Int64(from.y))
        var reach = Int64(reach)
        while max(abs(along.x), abs(along.y), abs(aside.x), abs(aside.y)) >= 1 << 20 {
            along = (along.x / 2, along.y / 2)
            aside = (aside.x / 2, aside.y / 2)
            reach /= 2
        }
        let length = along.x * along.x + along.y * along.y
        if length > 0 {
            let nearest = min(max(aside.x * along.x + aside.y * along.y, 0), length)
            aside.x -= along.x * nearest / length
            aside.y -= along.y * nearest / length
        }
        return aside.x * aside.x + aside.y * aside.y <= reach * reach
    }

    /// Returns whether the boxes around the two, this one widened by `reach`, have anything in common.
    private func mayReach(_ other: InkLine, _ reach: Int) -> Bool {
        let reach = Int64(reach)
        return Int64(max(from.x, to.x)) + reach >= Int64(min(other.from.x, other.to.x))
            && Int64(min(from.x, to.x)) - reach <= Int64(max(other.from.x, other.to.x))
            && Int64(max(from.y, to.y)) + reach >= Int64(min(other.from.y, other.to.y))
            && Int64(min(from.y, to.y)) - reach <= Int64(max(other.from.y, other.to.y))
    }

    /// Returns whether each has its ends on different sides of the other. Touching and overlapping is for `isWithin` to find.
    private func crosses(_ other: InkLine) -> Bool {
        side(of: other.from) * side(of: other.to) < 0 && other.side(of: from) * other.side(of: to) < 0
    }

    /// 1 for a place on one side of the endless line through both ends, -1 on the other, 0 on it.
    func side(of place: InkPlace) -> Int {
        let product =
            (Int64(to.x) - Int64(from.x)) * (Int64(place.y) - Int64(from.y))
            - (Int64(to.y) - Int64(from.y)) * (Int64(place.x) - Int64(from.x))
        return product.signum() > 0 ? 1 : product.signum() < 0 ? -1 : 0
    }
}

/// A line drawn around what is meant, closed from its end to its beginning. Requirement B-102.
package struct Lasso: Sendable, Equatable {
    package var places: [InkPlace]

    package init(_ places: [InkPlace]) { self.places = places }

    /// Returns whether `place` is inside or on the line; where the line crosses itself, inside is what is ringed an odd number
    /// of times.
    /// - Complexity: O(places).
    func contains(_ place: InkPlace) -> Bool {
        guard var last = places.last else { return false }
        var isInside = false
        for next in places {
            let line = InkLine(from: last, to: next)
            last = next
            if line.isWithin(0, of: place) { return true }
            guard (line.from.y > place.y) != (line.to.y > place.y) else { continue }
            // The line passes the place's height: does it pass to the right of it?
            if (line.side(of: place) > 0) == (line.to.y > line.from.y) { isInside.toggle() }
        }
        return isInside
    }
}
