/// The areas that dark outlines close, and how they are coloured.
struct ClosedShapes: Sendable {
    private let page: FlatPage
    private let areas: Components
    /// Numbers of the components that are shapes.
    private let shapes: [Int]

    /// Part of a shape that must have one colour before it counts as coloured, in hundredths.
    private static let colouredMin = 10

    var count: Int { shapes.count }

    /// - Parameter smallest: pixels of the smallest shape.
    init(in page: FlatPage, smallest: Int) {
        self.page = page
        // A gap of a pixel or two in a pencil line is closed by drawing it a pixel wider.
        var wall = [Bool](repeating: false, count: page.light.count)
        for index in wall.indices where page.isOutline(index) {
            let (x, y) = (index % page.width, index / page.width)
            for row in max(0, y - 1)...min(page.height - 1, y + 1) {
                for column in max(0, x - 1)...min(page.width - 1, x + 1) { wall[row * page.width + column] = true }
            }
        }
        let areas = Components(width: page.width, height: page.height) { !wall[$0] }
        let largest = page.light.count * 6 / 10
        shapes = areas.sizes.indices.filter {
            !areas.touchesEdge[$0] && areas.sizes[$0] >= smallest && areas.sizes[$0] <= largest
        }
        self.areas = areas
    }

    /// The part of the coloured shapes that has their colour, and the part of that colour that is beyond the outlines, in
    /// thousandths; nil where no shape is coloured.
    ///
    /// - Parameter near: pixels beyond an outline that still belong to it.
    /// - Complexity: O(pixels).
    func colouring(near: Int) -> (filled: Int, outside: Int)? {
        guard !shapes.isEmpty else { return nil }
        var place = [Int](repeating: -1, count: areas.sizes.count)
        for (index, shape) in shapes.enumerated() { place[shape] = index }
        var counts = [[Int]](repeating: [Int](repeating: 0, count: FlatPage.hues), count: shapes.count)
        for index in page.light.indices {
            let label = areas.labels[index]
            guard label >= 0, place[Int(label)] >= 0, page.isColoured(index) else { continue }
            counts[place[Int(label)]][Int(page.hue[index])] += 1
        }
        /// The colour of each shape; nil where it has none.
        let colours = counts.enumerated().map { index, counts -> Int? in
            guard let hue = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return nil }
            return Self.sum(of: counts, around: hue) * 100 >= areas.sizes[shapes[index]] * Self.colouredMin ? hue : nil
        }
        var (area, inside) = (0, 0)
        for (index, hue) in colours.enumerated() {
            guard let hue else { continue }
            area += areas.sizes[shapes[index]]
            inside += Self.sum(of: counts[index], around: hue)
        }
        guard area > 0 else { return nil }
        let beyond = colourBeyond(place, colours, near: near)
        return (min(1000, 1000 * inside / area), 1000 * beyond / max(1, inside + beyond))
    }

    /// Pixels outside of all shapes that have the colour of one that is at most `near` away.
    private func colourBeyond(_ place: [Int], _ colours: [Int?], near: Int) -> Int {
        // From the shapes outwards, a ring of pixels at a time: each is reached first from the shape that it is nearest to.
        var nearest = [Int32](repeating: -1, count: page.light.count)
        var ring: [Int] = []
        for index in nearest.indices {
            let label = areas.labels[index]
            if label >= 0, place[Int(label)] >= 0 {
                nearest[index] = Int32(place[Int(label)])
                ring.append(index)
            }
        }
        var beyond = 0
        for _ in 0..<near + 6 {
            var next: [Int] = []
            for index in ring {
                let (x, y) = (index % page.width, index / page.width)
                func visit(_ other: Int) {
                    guard nearest[other] < 0 else { return }
                    nearest[other] = nearest[index]
                    next.append(other)
                    guard let hue = colours[Int(nearest[index])], page.isColoured(other) else { return }
                    let distance = abs(Int(page.hue[other]) - hue)
                    if min(distance, FlatPage.hues - distance) <= 1 { beyond += 1 }
                }
                if x > 0 { visit(index - 1) }
                if x < page.width - 1 { visit(index + 1) }
                if y > 0 { visit(index - page.width) }
                if y < page.height - 1 { visit(index + page.width) }
            }
            ring = next
        }
        return beyond
    }

    private static func sum(of counts: [Int], around hue: Int) -> Int {
        counts[hue] + counts[(hue + 1) % FlatPage.hues] + counts[(hue + FlatPage.hues - 1) % FlatPage.hues]
    }
}
