import Boards

/// Finds for a colour of another program the one here that a person would call it by.
enum ForeignColour {
    /// For a code such as `31CC7C`, with or without `#`; nil for anything else.
    static func nearest(toCode code: String) -> CardColour? {
        let digits = code.hasPrefix("#") ? code.dropFirst() : Substring(code)
        guard digits.utf8.count == 6, let value = Int(digits, radix: 16), !digits.hasPrefix("-"), !digits.hasPrefix("+")
        else { return nil }
        let wanted = (value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF)
        return palette.min { distance(wanted, $0.rgb) < distance(wanted, $1.rgb) }?.colour
    }

    /// The RGB value that each named colour is displayed as.
    private static let palette: [(colour: CardColour, rgb: (Int, Int, Int))] = [
        (.red, (0xE5, 0x39, 0x35)), (.orange, (0xFF, 0x98, 0x00)), (.yellow, (0xF1, 0xDB, 0x50)),
        (.green, (0x31, 0xB0, 0x5C)), (.blue, (0x31, 0x6C, 0xCC)), (.purple, (0x89, 0x50, 0xB0)),
        (.pink, (0xFF, 0x78, 0xCB)), (.brown, (0x7D, 0x5A, 0x44)), (.grey, (0x90, 0x98, 0xA0)),
        (.black, (0x22, 0x22, 0x22)), (.sky, (0x00, 0xC2, 0xE0)), (.lime, (0x8B, 0xE3, 0x40)),
    ]

    /// The perceived difference between two colours.
    ///
    /// Source: Thiadmer Riemersma, "Colour metric" (CompuPhase), the weighted distance in RGB.
    private static func distance(_ a: (Int, Int, Int), _ b: (Int, Int, Int)) -> Int {
        let mean = (a.0 + b.0) / 2
        let (red, green, blue) = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
        return (512 + mean) * red * red / 256 + 4 * green * green + (767 - mean) * blue * blue / 256
    }
}
