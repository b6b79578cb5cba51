/// Says whether a text is JSON, for what is kept to the byte and read by others.
///
/// It recognises and builds nothing, walks once from left to right and does not recurse, so that no text can make it
/// run out of stack.
/// - Source: RFC 8259, sections 2 to 8.
public struct JSONText {
    /// Arrays and objects within each other.
    public static let depthMax = 512

    private let bytes: [UInt8]
    private var at = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns whether `text` is one JSON value of any kind.
    ///
    /// - Complexity: O(bytes).
    public static func isValue(_ text: String) -> Bool {
        var reader = JSONText(text)
        return reader.document()
    }

    /// Returns whether `text` is one JSON object.
    public static func isObject(_ text: String) -> Bool {
        var reader = JSONText(text)
        reader.skipSpace()
        guard reader.peek == UInt8(ascii: "{") else { return false }
        return reader.document()
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
    }

    /// Reads one value, and nothing after it. `open` holds the closing bracket of every object and list that has not ended.
    private mutating func document() -> Bool {
        var open: [UInt8] = []
        while true {
            skipSpace()
            guard let first = peek else { return false }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                guard open.count < Self.depthMax else { return false }
                let close = first == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
                at += 1
                skipSpace()
                if !take(close) {
                    open.append(close)
                    if first == UInt8(ascii: "{"), !key() { return false }
                    continue
                }
            } else if !scalar(first) {
                return false
            }
            // A value has ended: either the next one follows, or what holds it ends too.
            guard let more = afterValue(&open) else { return false }
            if !more { return true }
        }
    }

    /// - Returns: whether another value follows; nil when what follows is wrong.
    private mutating func afterValue(_ open: inout [UInt8]) -> Bool? {
        while true {
            skipSpace()
            guard let close = open.last else { return at == bytes.count ? false : nil }
            if take(close) {
                open.removeLast()
                continue
            }
            guard take(UInt8(ascii: ",")) else { return nil }
            skipSpace()
            if close == UInt8(ascii: "}"), !key() { return nil }
            return true
        }
    }

    private mutating func key() -> Bool {
        guard peek == UInt8(ascii: "\""), string() else { return false }
        skipSpace()
        return take(UInt8(ascii: ":"))
    }

    private mutating func scalar(_ first: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: number()
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let letters = Array(spelled(word).utf8)
        guard bytes[at...].starts(with: letters) else { return false }
        at += letters.count
        return true
    }

    private mutating func string() -> Bool {
        at += 1
        while let byte = peek {
            at += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 { return false }
            if byte == UInt8(ascii: "\\"), !escape() { return false }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = peek else { return false }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            guard bytes.count - at >= 4, bytes[at..<at + 4].allSatisfy({ hexValue($0) != nil }) else { return false }
            at += 4
            return true
        default:
            return false
        }
    }

    private mutating func number() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), !digits() { return false }
        if take(UInt8(ascii: ".")), !digits() { return false }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            return digits()
        }
        return true
    }

    /// One digit or more.
    private mutating func digits() -> Bool {
        let start = at
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        return at > start
    }
}
