/// JSON from outside, taken apart once and checked wholly: its syntax, its UTF-8, its size, its depth, and that no object
/// has a key twice. What the values mean is not known here.
///
/// It builds a flat list of values in one walk from left to right and does not recurse, so that no text can make it run
/// out of stack, nor out of memory: that is bounded by `Limits`.
/// - Source: RFC 8259; RFC 7493 (I-JSON), section 2: keys are unique, no lone surrogates.
public struct JSONDocument: Sendable {
    /// The limits on a document.
    public struct Limits: Sendable {
        public var bytesMax: Int
        /// Objects and arrays within each other.
        public var depthMax: Int
        /// Values of any kind: each costs about a hundred bytes here.
        public var valuesMax: Int
        /// Keys in one object; each new one is compared with those before it.
        public var membersMax: Int

        public init(bytesMax: Int = 32 << 20, depthMax: Int = 32, valuesMax: Int = 250_000, membersMax: Int = 64) {
            self.bytesMax = bytesMax
            self.depthMax = depthMax
            self.valuesMax = valuesMax
            self.membersMax = membersMax
        }
    }

    enum Kind: Sendable { case object, array, text, number, flag, null }

    /// One value and how it hangs together with others; -1 stands for none.
    struct Value: Sendable {
        var kind: Kind
        /// Of a text without its quotes.
        var start: Int
        var end = 0
        var hasEscapes = false
        /// Of a member of an object.
        var key = ""
        var parent: Int
        /// Among the elements of an array.
        var index = 0
        var first = -1
        var next = -1
    }

    let bytes: [UInt8]
    /// The whole comes first.
    var values: [Value] = []

    /// - Throws: what is wrong with the bytes, and where.
    /// - Complexity: O(bytes).
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(JSONFault) {
        self.bytes = bytes
        guard bytes.count <= limits.bytesMax else {
            throw JSONFault(path: "", problem: .tooLong(byteCount: bytes.count, max: limits.bytesMax))
        }
        var parser = JSONParser(bytes, limits)
        try parser.document()
        values = parser.values
    }

    /// `commands[3].card`.
    func path(of value: Int) -> String { Self.path(of: value, in: values) }

    static func path(of value: Int, in values: [Value]) -> String {
        var steps: [String] = []
        var at = value
        while at > 0 {
            let parent = values[at].parent
            if values[parent].kind == .array {
                steps.append("[" + String(values[at].index) + "]")
            } else {
                steps.append((parent > 0 ? "." : "") + shown(values[at].key))
            }
            at = parent
        }
        var path = ""
        for step in steps.reversed() { path += step }
        return path
    }

    /// Returns the number of elements or members from this one on; -1 stands for none.
    func count(from first: Int) -> Int {
        var count = 0
        var at = first
        while at >= 0 {
            count += 1
            at = values[at].next
        }
        return count
    }

    /// A key or a word as it stands in a message: its beginning, and nothing that could disturb a terminal or a log.
    static func shown(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard out.count < 64 else {
                out.append("…")
                break
            }
            let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80...0x9F).contains(scalar.value)
            out.append(isPlain ? scalar : "\u{FFFD}")
        }
        return String(out)
    }

    /// Returns the words that name a value's type in a message.
    func words(for value: Int) -> String {
        switch values[value].kind {
        case .object: "an object"
        case .array: "a list"
        case .text: "a text"
        case .number: "a number"
        case .flag: bytes[values[value].start] == UInt8(ascii: "t") ? "true" : "false"
        case .null: "null"
        }
    }

    /// A text without its escapes; the bytes are UTF-8 and the escapes sound, since both were checked.
    func text(of value: Int) -> String {
        let value = values[value]
        return JSONDocument.text(bytes[value.start..<value.end], hasEscapes: value.hasEscapes)
    }

    static func text(_ bytes: ArraySlice<UInt8>, hasEscapes: Bool) -> String {
        guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            guard byte == UInt8(ascii: "\\") else {
                out.append(byte)
                at += 1
                continue
            }
            let letter = bytes[at + 1]
            at += 2
            switch letter {
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"):
                var unit = codeUnit(bytes, at)
                at += 4
                if unit & 0xFC00 == 0xD800 {
                    unit = 0x10000 + (unit & 0x3FF) << 10 + (codeUnit(bytes, at + 2) & 0x3FF)
                    at += 6
                }
                append(unit, to: &out)
            default: out.append(letter)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Four hexadecimal digits.
    static func codeUnit(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32 {
        var unit: UInt32 = 0
        for place in at..<at + 4 { unit = unit << 4 | UInt32(hexValue(bytes[place]) ?? 0) }
        return unit
    }

    private static func append(_ scalar: UInt32, to out: inout [UInt8]) {
        switch scalar {
        case 0..<0x80: out.append(UInt8(scalar))
        case 0x80..<0x800:
            out.append(UInt8(0xC0 | scalar >> 6))
            out.append(UInt8(0x80 | scalar & 0x3F))
        case 0x800..<0x10000:
            out.append(UInt8(0xE0 | scalar >> 12))
            out.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            out.append(UInt8(0x80 | scalar & 0x3F))
        default:
            out.append(UInt8(0xF0 | scalar >> 18 & 7))
            out.append(UInt8(0x80 | scalar >> 12 & 0x3F))
            out.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            out.append(UInt8(0x80 | scalar & 0x3F))
        }
    }
}
