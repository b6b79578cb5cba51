/// The edges of what is drawn, followed pixel by pixel.
struct Contours: Sendable {
    private var contours: [[(x: Int, y: Int)]] = []

    /// Pixels of the shortest edge that says something.
    private static let lengthMin = 80
    /// Pixels of edges altogether below which nothing is said.
    private static let lengthTogetherMin = 400
    /// Pixels of edges that are followed at most.
    private static let lengthTogetherMax = 400_000

    /// Follows the outer edge of every piece and the edges of its holes.
    ///
    /// - Source: Moore's neighbour tracing (G. Moore, *Automatic scanning and computer processes for the quantitative
    ///   analysis of micrographs and equivalent subjects*, 1968), stopped where an edge is entered again from the same side.
    init(in page: FlatPage) {
        let (width, height) = (page.width, page.height)
        func isMark(_ x: Int, _ y: Int) -> Bool {
            x >= 0 && y >= 0 && x < width && y < height && page.light[y * width + x] < FlatPage.lightMax
        }
        // Clockwise from the left.
        let steps = [(-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)]
        var isSeen = [Bool](repeating: false, count: width * height)
        var total = 0
        for y in 0..<height {
            for x in 0..<width {
                guard total < Self.lengthTogetherMax else { return }
                // An edge begins where paper stands to the left.
                guard isMark(x, y), !isMark(x - 1, y), !isSeen[y * width + x] else { continue }
                var contour: [(x: Int, y: Int)] = []
                var at = (x: x, y: y)
                var from = 0
                while contour.count < Self.lengthTogetherMax {
                    contour.append(at)
                    isSeen[at.y * width + at.x] = true
                    var isAlone = true
                    for turn in 1...8 {
                        let direction = (from + turn) % 8
                        let next = (x: at.x + steps[direction].0, y: at.y + steps[direction].1)
                        guard isMark(next.x, next.y) else { continue }
                        at = next
                        // Looked for from where it was come from.
                        from = (direction + 5) % 8
                        isAlone = false
                        break
                    }
                    if isAlone || at == (x, y) { break }
                }
                if contour.count >= Self.lengthMin {
                    contours.append(contour)
                    total += contour.count
                }
            }
        }
    }

    /// The median distance between the edges smoothed a little and smoothed much, in hundredths of a pixel: what a hand
    /// trembles is lost between the two, what it draws is not. Nil where too little is drawn.
    ///
    /// - Complexity: O(pixels of the edges).
    var wobble: Int? {
        guard contours.reduce(0, { $0 + $1.count }) >= Self.lengthTogetherMin else { return nil }
        var distances: [Double] = []
        for contour in contours {
            let xs = contour.map { Double($0.x) }
            let ys = contour.map { Double($0.y) }
            let fine = (Self.smoothed(xs, 2.5), Self.smoothed(ys, 2.5))
            let coarse = (Self.smoothed(xs, 10), Self.smoothed(ys, 10))
            for index in contour.indices {
                let (dx, dy) = (fine.0[index] - coarse.0[index], fine.1[index] - coarse.1[index])
                distances.append((dx * dx + dy * dy).squareRoot())
            }
        }
        distances.sort()
        return Int((distances[distances.count / 2] * 100).rounded())
    }

    /// Three means over a window, one after the other: nearly a Gaussian of this width. The line is closed.
    ///
    /// - Source: P. Kovesi, *Fast Almost-Gaussian Filtering*, DICTA 2010: three boxes of width √(12σ²/3 + 1).
    private static func smoothed(_ values: [Double], _ sigma: Double) -> [Double] {
        let reach = min(max(1, Int(((4 * sigma * sigma + 1).squareRoot() - 1) / 2 + 0.5)), (values.count - 1) / 2)
        var values = values
        for _ in 0..<3 {
            let count = values.count
            var result = values
            var sum = 0.0
            for offset in -reach...reach { sum += values[(offset + count) % count] }
            for index in 0..<count {
                result[index] = sum / Double(2 * reach + 1)
                sum += values[(index + reach + 1) % count] - values[(index - reach + count) % count]
            }
            values = result
        }
        return values
    }
}
