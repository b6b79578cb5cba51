/// Pixels that hang together, side by side or one above the other.
struct Components: Sendable {
    /// The number of each pixel's component; -1 where it is in none.
    let labels: [Int32]
    /// Pixels of each component.
    let sizes: [Int]
    /// True if the component reaches the edge of the picture.
    let touchesEdge: [Bool]

    /// - Complexity: O(pixels).
    init(width: Int, height: Int, _ isIn: (Int) -> Bool) {
        var labels = [Int32](repeating: -1, count: width * height)
        var sizes: [Int] = []
        var edges: [Bool] = []
        var stack: [Int] = []
        for start in labels.indices where labels[start] < 0 && isIn(start) {
            let number = Int32(sizes.count)
            var (size, isAtEdge) = (0, false)
            labels[start] = number
            stack.append(start)
            while let index = stack.popLast() {
                size += 1
                let (x, y) = (index % width, index / width)
                isAtEdge = isAtEdge || x == 0 || y == 0 || x == width - 1 || y == height - 1
                func visit(_ next: Int) {
                    guard labels[next] < 0, isIn(next) else { return }
                    labels[next] = number
                    stack.append(next)
                }
                if x > 0 { visit(index - 1) }
                if x < width - 1 { visit(index + 1) }
                if y > 0 { visit(index - width) }
                if y < height - 1 { visit(index + width) }
            }
            sizes.append(size)
            edges.append(isAtEdge)
        }
        (self.labels, self.sizes, self.touchesEdge) = (labels, sizes, edges)
    }
}
