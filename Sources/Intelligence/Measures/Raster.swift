/// A picture as red, green and blue bytes, row by row from the top left.
package struct Raster: Sendable, Equatable {
    /// Pixels of the longer side that pictures are measured at.
    package static let sideMax = 1_024

    package let width: Int
    package let height: Int
    /// Three for each pixel.
    package let bytes: [UInt8]

    /// - Parameter bytes: three for each pixel; exactly as many as the sides say.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard (1...65_535).contains(width), (1...65_535).contains(height), bytes.count == 3 * width * height else {
            return nil
        }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Reads a portable pixmap or greymap, `P6` or `P5`, of 8 or 16 bits; nil for anything else, and for one that is cut off.
    ///
    /// - Source: the Netpbm formats `ppm(5)` and `pgm(5)`: numbers between white space, comments from `#` to the end of the
    ///   line, the higher byte first.
    package init?(portablePixmap file: [UInt8]) {
        guard file.count > 2, file[0] == UInt8(ascii: "P"), file[1] == UInt8(ascii: "5") || file[1] == UInt8(ascii: "6")
        else { return nil }
        let bands = file[1] == UInt8(ascii: "5") ? 1 : 3
        guard let (numbers, start) = Self.numbers(in: file) else { return nil }
        let (width, height) = (numbers[0], numbers[1])
        let wide = numbers[2] == 65_535
        guard wide || numbers[2] == 255, width <= 65_535, height <= 65_535 else { return nil }
        let count = width * height * bands
        guard file.count - start == count * (wide ? 2 : 1) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * width * height)
        for index in 0..<count {
            let level = file[start + index * (wide ? 2 : 1)]
            for _ in 0..<(bands == 1 ? 3 : 1) { bytes.append(level) }
        }
        self.init(width: width, height: height, bytes: bytes)
    }

    /// The width, the height and the largest level, and where the pixels begin.
    private static func numbers(in file: [UInt8]) -> (numbers: [Int], start: Int)? {
        var at = 2
        var numbers: [Int] = []
        while numbers.count < 3, at < file.count {
            switch file[at] {
            case UInt8(ascii: "#"): while at < file.count, file[at] != UInt8(ascii: "\n") { at += 1 }
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                var number = 0
                while at < file.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(file[at]), number < 100_000 {
                    number = number * 10 + Int(file[at] - UInt8(ascii: "0"))
                    at += 1
                }
                numbers.append(number)
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): at += 1
            default: return nil
            }
        }
        // One byte of white space stands before the pixels.
        return numbers.count == 3 && at < file.count ? (numbers, at + 1) : nil
    }

    var count: Int { width * height }

    /// The lightness of each pixel, by the weights of Rec. 601.
    package var grey: [UInt8] {
        var grey: [UInt8] = []
        grey.reserveCapacity(count)
        for index in 0..<count {
            let (red, green, blue) = self[index]
            grey.append(UInt8((77 * red + 150 * green + 29 * blue) >> 8))
        }
        return grey
    }

    /// Red, green and blue of a pixel.
    subscript(index: Int) -> (red: Int, green: Int, blue: Int) {
        (Int(bytes[3 * index]), Int(bytes[3 * index + 1]), Int(bytes[3 * index + 2]))
    }
}
