import Studio

/// The measures of one picture, each a part of a whole in thousandths unless it says otherwise.
///
/// They say something of this picture and nothing of a child: no talent, no age of development. Each has a version and a
/// noise floor, the spread of two photographs of one page; a smaller change is none. Requirement J-301.
package struct PictureMeasures: Sendable, Equatable {
    /// Of the whole set; raised by every change that can lead to another number.
    package static let version = 2

    /// Returns the noise floor of the level that a skill is given, in thousandths.
    static func noise(of skill: Skill) -> Int {
        switch skill {
        case .colouring: 40
        case .lineControl: 150
        case .composition: 20
        case .creativity: 20
        case .writing: 100
        case .fineMotor: 0
        }
    }

    /// Part of the page that is drawn on.
    package var covered: Int
    /// Part of the page that the box around nearly all of the drawing takes.
    package var pageUsed: Int
    /// Colours that take more than three hundredths of what is coloured.
    package var colours: Int
    /// Numbers of the hues, of 24 clockwise from red, the largest part first.
    package var hues: [Int]
    /// Areas that an outline closes.
    package var closedShapes: Int
    /// Of the closed shapes that have colour: the part that has it. Nil without such a shape.
    package var filled: Int?
    /// Of the colour in and around closed shapes: the part beyond the outline. Nil without such a shape.
    package var outside: Int?
    /// The distance of the edges of lines from smooth ones, in hundredths of a pixel. Nil where too little is drawn.
    package var wobble: Int?
    /// Pieces that do not touch each other.
    package var parts: Int

    /// Pixels of the smallest shape and of the smallest piece, in ten-thousandths of the page.
    private static let shapeMin = 12
    private static let partMin = 3
    /// The distance from an outline at which colour still belongs to it, in hundredths of the longer side.
    private static let near = 4

    /// Measures a picture.
    ///
    /// - Complexity: O(pixels).
    package init(of raster: Raster) {
        let page = FlatPage(raster)
        let count = raster.count
        var marks = 0
        var columns = [Int](repeating: 0, count: page.width)
        var rows = [Int](repeating: 0, count: page.height)
        var coloured = [Int](repeating: 0, count: FlatPage.hues)
        for index in 0..<count where page.isMark(index) {
            marks += 1
            columns[index % page.width] += 1
            rows[index / page.width] += 1
            if page.isColoured(index) { coloured[Int(page.hue[index])] += 1 }
        }
        covered = 1000 * marks / count
        pageUsed = 1000 * Self.extent(of: columns, marks) * Self.extent(of: rows, marks) / count
        hues = Self.peaks(of: coloured, in: count)
        colours = hues.count
        let pieces = Components(width: page.width, height: page.height) { page.isMark($0) }
        parts = pieces.sizes.count { $0 * 10_000 >= Self.partMin * count }
        let shapes = ClosedShapes(in: page, smallest: Self.shapeMin * count / 10_000)
        closedShapes = shapes.count
        let colouring = shapes.colouring(near: max(page.width, page.height) * Self.near / 100)
        filled = colouring?.filled
        outside = colouring?.outside
        wobble = Contours(in: page).wobble
    }

    /// The length that holds all but a hundredth of the marks at either end.
    private static func extent(of counts: [Int], _ marks: Int) -> Int {
        guard marks > 0 else { return 0 }
        let margin = marks / 100
        var (low, high) = (0, counts.count - 1)
        var sum = counts[low]
        while sum <= margin, low < high {
            low += 1
            sum += counts[low]
        }
        sum = counts[high]
        while sum <= margin, high > low {
            high -= 1
            sum += counts[high]
        }
        return high - low + 1
    }

    /// The hues that stand out from their neighbours, the largest first.
    private static func peaks(of counts: [Int], in pixels: Int) -> [Int] {
        let all = counts.reduce(0, +)
        // A speck of colour is the noise of a camera.
        guard all * 1000 >= pixels else { return [] }
        let hues = counts.indices.filter { hue in
            let (before, after) = (counts[(hue + 23) % 24], counts[(hue + 1) % 24])
            return counts[hue] * 100 > all * 3 && counts[hue] > before && counts[hue] >= after
        }
        return hues.sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 }
    }
}
