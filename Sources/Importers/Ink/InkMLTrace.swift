/// Reads the text of a trace: points with commas between them, each value of a channel as itself or as a difference.
///
/// Source: W3C, "Ink Markup Language (InkML)", section 3.2.1. `'5` is a first difference, `"5` a second one, `!5` the value
/// itself, and each stays in force for its channel; `*` repeats the value before.
enum InkMLTrace {
    private enum Mode {
        case explicit, first, second
    }

    /// Nil when it contains something that is not a value.
    static func points(_ text: String, _ format: InkMLFormat) -> [InkMLPoint]? {
        let count = format.channels.count
        var modes = [Mode](repeating: .explicit, count: count)
        var values = [Double](repeating: 0, count: count)
        var speeds = [Double](repeating: 0, count: count)
        var points: [InkMLPoint] = []
        for part in text.utf8.split(separator: UInt8(ascii: ",")) {
            guard let words = words(Array(part)) else { return nil }
            if words.isEmpty { continue }
            // Channels that are left out at the end keep their values; more than there are is an error.
            guard words.count <= count else { return nil }
            for (index, word) in words.enumerated() {
                if let mode = word.mode { modes[index] = mode }
                guard let number = word.number else { continue }
                switch modes[index] {
                case .explicit:
                    speeds[index] = points.isEmpty ? 0 : number - values[index]
                    values[index] = number
                case .first:
                    speeds[index] = number
                    values[index] += number
                case .second:
                    speeds[index] += number
                    values[index] += speeds[index]
                }
                guard values[index].isFinite else { return nil }
            }
            points.append(point(values, format))
        }
        return points
    }

    private static func point(_ values: [Double], _ format: InkMLFormat) -> InkMLPoint {
        var point = InkMLPoint()
        for (channel, value) in zip(format.channels, values) {
            switch channel.name {
            case "X": point.x = value * channel.scale
            case "Y": point.y = value * channel.scale
            case "F": point.force = value
            case "T": point.time = value * channel.scale
            case "OTx": point.tiltX = value * channel.scale
            case "OTy": point.tiltY = value * channel.scale
            default: break
            }
        }
        return point
    }

    private struct Word {
        var mode: Mode?
        /// Nil for `*`: as before.
        var number: Double?
    }

    /// The values of one point, with blanks between them or only the mark or sign that begins the next.
    private static func words(_ bytes: [UInt8]) -> [Word]? {
        var words: [Word] = []
        var at = 0
        while at < bytes.count {
            if " \t\r\n".utf8.contains(bytes[at]) {
                at += 1
                continue
            }
            var word = Word()
            switch bytes[at] {
            case UInt8(ascii: "'"): word.mode = .first
            case UInt8(ascii: "\""): word.mode = .second
            case UInt8(ascii: "!"): word.mode = .explicit
            default: break
            }
            if word.mode != nil { at += 1 }
            while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
            guard at < bytes.count else { return nil }
            switch bytes[at] {
            case UInt8(ascii: "*"), UInt8(ascii: "?"): at += 1
            case UInt8(ascii: "T"), UInt8(ascii: "F"):
                word.number = bytes[at] == UInt8(ascii: "T") ? 1 : 0
                at += 1
            default:
                guard let number = number(bytes, &at) else { return nil }
                word.number = number
            }
            words.append(word)
        }
        return words
    }

    private static func number(_ bytes: [UInt8], _ at: inout Int) -> Double? {
        let start = at
        func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
        if at < bytes.count, isSign(bytes[at]) { at += 1 }
        while at < bytes.count {
            let isExponent = bytes[at] == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "E")
            guard
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) || bytes[at] == UInt8(ascii: ".")
                    || isExponent
            else { break }
            at += 1
            if isExponent, at < bytes.count, isSign(bytes[at]) { at += 1 }
        }
        return Double(String(decoding: bytes[start..<at], as: UTF8.self))
    }
}
