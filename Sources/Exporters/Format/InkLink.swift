/// The drawing of a note in its Markdown file: an image that leads to the SVG beside it.
package enum InkLink {
    /// - Parameter path: from the directory of the Markdown file.
    static func text(to path: String) -> String { "![ink](" + encoded(path) + ")" }

    /// A path as the address of a link, with `%` for everything that could end it.
    package static func encoded(_ path: String) -> String {
        var out: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                out.append(byte)
            default:
                let digits = Array(String(byte, radix: 16, uppercase: true).utf8)
                out += [UInt8(ascii: "%")] + (digits.count < 2 ? [UInt8(ascii: "0")] : []) + digits
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    package static func holds(_ text: String, _ part: String) -> Bool {
        place(of: Array(part.utf8), in: Array(text.utf8), from: 0) != nil
    }

    /// The text with every `old` replaced, byte by byte: two texts that only look alike are not the same.
    package static func replacing(_ old: String, with new: String, in text: String) -> String {
        let (old, new, bytes) = (Array(old.utf8), Array(new.utf8), Array(text.utf8))
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = 0
        while let next = place(of: old, in: bytes, from: at) {
            out += bytes[at..<next]
            out += new
            at = next + old.count
        }
        return String(decoding: out + bytes[at...], as: UTF8.self)
    }

    private static func place(of part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = part.first, bytes.count >= part.count else { return nil }
        var at = start
        while at <= bytes.count - part.count, let next = bytes[at...].firstIndex(of: first) {
            guard next <= bytes.count - part.count else { return nil }
            if bytes[next..<next + part.count].elementsEqual(part) { return next }
            at = next + 1
        }
        return nil
    }
}
