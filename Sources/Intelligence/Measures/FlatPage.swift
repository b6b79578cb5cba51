/// A picture without its light: each pixel beside the paper around it, so that the shadow over a photograph does not count as drawn.
///
/// The paper is estimated in squares of 32 pixels: the brightest tenth of a square, of the brightest square around it. A
/// square that is painted all over has no paper of its own and takes that of the page.
struct FlatPage: Sendable {
    let width: Int
    let height: Int
    /// 0 to 255: how bright, where the paper is 255.
    let light: [UInt8]
    /// 0 to 255: how far from grey.
    let colour: [UInt8]
    /// 0 to 23, clockwise from red; means nothing where there is no colour.
    let hue: [UInt8]

    static let hues = 24
    private static let side = 32
    /// Squares to either side whose paper counts.
    private static let reach = 2

    /// Darker than this, or with more colour than `colourMin`, is drawn.
    static let lightMax: UInt8 = 200
    /// From here on it is a colour and not a grey.
    static let colourMin: UInt8 = 36
    /// Darker than this, and hardly coloured, is an outline.
    static let outlineLightMax: UInt8 = 120
    static let outlineColourMax: UInt8 = 60

    /// - Complexity: O(pixels).
    init(_ raster: Raster) {
        width = raster.width
        height = raster.height
        let paper = Paper(raster)
        var light = [UInt8](repeating: 0, count: raster.count)
        var colour = light
        var hue = light
        for y in 0..<raster.height {
            for x in 0..<raster.width {
                let index = y * raster.width + x
                let (red, green, blue) = raster[index]
                let white = paper.colour(x, y)
                let (r, g, b) = (
                    min(255, red * 255 / white.red), min(255, green * 255 / white.green), min(255, blue * 255 / white.blue)
                )
                let (high, low) = (max(r, g, b), min(r, g, b))
                light[index] = UInt8((r * 299 + g * 587 + b * 114) / 1000)
                colour[index] = UInt8(high - low)
                hue[index] = UInt8(Self.hue(r, g, b, high, low))
            }
        }
        (self.light, self.colour, self.hue) = (light, colour, hue)
    }

    /// True if the pixel was drawn on.
    func isMark(_ index: Int) -> Bool { light[index] < Self.lightMax || colour[index] >= Self.colourMin }
    func isColoured(_ index: Int) -> Bool { colour[index] >= Self.colourMin && !isOutline(index) }
    func isOutline(_ index: Int) -> Bool {
        light[index] < Self.outlineLightMax && colour[index] <= Self.outlineColourMax
    }

    private static func hue(_ red: Int, _ green: Int, _ blue: Int, _ high: Int, _ low: Int) -> Int {
        let range = high - low
        guard range > 0 else { return 0 }
        // Sixths of the circle, in 240ths: ten of a twenty-fourth.
        let degree: Int
        if high == red {
            degree = 40 * (green - blue) / range
        } else if high == green {
            degree = 80 + 40 * (blue - red) / range
        } else {
            degree = 160 + 40 * (red - green) / range
        }
        return ((degree + 240 + 5) % 240) / 10
    }

    private struct Paper {
        struct Colour {
            var red: Int
            var green: Int
            var blue: Int

            var light: Int { (red * 299 + green * 587 + blue * 114) / 1000 }
            var range: Int { max(red, green, blue) - min(red, green, blue) }
        }

        private var squares: [Colour]
        private let across: Int
        private let down: Int

        init(_ raster: Raster) {
            across = (raster.width + side - 1) / side
            down = (raster.height + side - 1) / side
            var own: [Colour] = []
            for row in 0..<down { for column in 0..<across { own.append(Self.brightest(of: raster, column, row)) } }
            let page = own.sorted { $0.light < $1.light }[own.count * 9 / 10]
            squares = own
            for row in 0..<down {
                for column in 0..<across {
                    var best = own[row * across + column]
                    for y in max(0, row - reach)...min(down - 1, row + reach) {
                        for x in max(0, column - reach)...min(across - 1, column + reach)
                        where own[y * across + x].light > best.light { best = own[y * across + x] }
                    }
                    // Painted all over: the paper of the page stands in.
                    if best.light * 100 < page.light * 55 || best.range > page.range + 40 { best = page }
                    squares[row * across + column] = Colour(
                        red: max(1, best.red), green: max(1, best.green), blue: max(1, best.blue))
                }
            }
        }

        /// The mean of the brightest tenth of a square.
        private static func brightest(of raster: Raster, _ column: Int, _ row: Int) -> Colour {
            var pixels: [(light: Int, index: Int)] = []
            for y in stride(from: row * side, to: min(raster.height, (row + 1) * side), by: 2) {
                for x in stride(from: column * side, to: min(raster.width, (column + 1) * side), by: 2) {
                    let (red, green, blue) = raster[y * raster.width + x]
                    pixels.append((red * 299 + green * 587 + blue * 114, y * raster.width + x))
                }
            }
            pixels.sort { $0.light > $1.light }
            let count = max(1, pixels.count / 10)
            var sum = Colour(red: 0, green: 0, blue: 0)
            for pixel in pixels.prefix(count) {
                let (red, green, blue) = raster[pixel.index]
                sum = Colour(red: sum.red + red, green: sum.green + green, blue: sum.blue + blue)
            }
            return Colour(red: sum.red / count, green: sum.green / count, blue: sum.blue / count)
        }

        /// Between the middles of the four squares around it.
        func colour(_ x: Int, _ y: Int) -> Colour {
            let (u, v) = (2 * x - FlatPage.side, 2 * y - FlatPage.side)
            let whole = 2 * FlatPage.side
            let (left, top) = (max(0, min(across - 1, u / whole)), max(0, min(down - 1, v / whole)))
            let (right, bottom) = (min(across - 1, left + 1), min(down - 1, top + 1))
            let (a, b) = (max(0, min(whole, u - left * whole)), max(0, min(whole, v - top * whole)))
            func mixed(_ part: KeyPath<Colour, Int>) -> Int {
                let upper =
                    squares[top * across + left][keyPath: part] * (whole - a)
                    + squares[top * across + right][keyPath: part] * a
                let lower =
                    squares[bottom * across + left][keyPath: part] * (whole - a)
                    + squares[bottom * across + right][keyPath: part] * a
                return max(1, (upper * (whole - b) + lower * b) / (whole * whole))
            }
            return Colour(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
        }
    }
}
