/// Takes JSON apart into the flat list of a `JSONDocument`.
struct JSONParser {
    private let bytes: [UInt8]
    private let limits: JSONDocument.Limits
    private var at = 0
    private(set) var values: [JSONDocument.Value] = []
    /// The objects and lists that have not ended, outermost first, and the last value in each.
    private var open: [(value: Int, last: Int)] = []

    init(_ bytes: [UInt8], _ limits: JSONDocument.Limits) {
        self.bytes = bytes
        self.limits = limits
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

    private var path: String { JSONDocument.path(of: open.last?.value ?? 0, in: values) }

    private func fault(_ problem: JSONFault.Problem) -> JSONFault { JSONFault(path: path, problem: problem) }

    private func syntax(_ expected: StaticString) -> JSONFault {
        fault(.syntax(expected: spelled(expected), byteOffset: at))
    }

    /// A value, and nothing after it.
    mutating func document() throws(JSONFault) {
        var key = ""
        while true {
            skipSpace()
            if try begin(key) {
                if values[open[open.count - 1].value].kind == .object { key = try nextKey() }
                continue
            }
            // A value has ended: either the next one follows, or what holds it ends too.
            while true {
                skipSpace()
                guard let holder = open.last else {
                    guard at == bytes.count else { throw syntax("nothing more") }
                    return
                }
                let isObject = values[holder.value].kind == .object
                if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    open.removeLast()
                    continue
                }
                guard take(UInt8(ascii: ",")) else { throw syntax(isObject ? "a comma or }" : "a comma or ]") }
                key = isObject ? try nextKey() : ""
                break
            }
        }
    }

    /// Reads a scalar or an empty object or array wholly, or the beginning of one that holds something.
    ///
    /// - Returns: whether a first value is due within it.
    private mutating func begin(_ key: String) throws(JSONFault) -> Bool {
        guard let first = peek else { throw syntax("a value") }
        let value = try add(key)
        switch first {
        case UInt8(ascii: "{"): return try begin(value, .object, UInt8(ascii: "}"))
        case UInt8(ascii: "["): return try begin(value, .array, UInt8(ascii: "]"))
        case UInt8(ascii: "\""):
            values[value].kind = .text
            let (range, hasEscapes) = try string()
            values[value].start = range.lowerBound
            values[value].end = range.upperBound
            values[value].hasEscapes = hasEscapes
            return false
        case UInt8(ascii: "t"): try word("true", value, .flag)
        case UInt8(ascii: "f"): try word("false", value, .flag)
        case UInt8(ascii: "n"): try word("null", value, .null)
        default:
            values[value].kind = .number
            try number()
        }
        values[value].end = at
        return false
    }

    /// Adds a value to what is open.
    private mutating func add(_ key: String) throws(JSONFault) -> Int {
        guard values.count < limits.valuesMax else { throw fault(.tooManyValues(max: limits.valuesMax)) }
        let value = values.count
        var new = JSONDocument.Value(kind: .null, start: at, parent: -1)
        new.key = key
        if let holder = open.last {
            new.parent = holder.value
            if holder.last >= 0 {
                values[holder.last].next = value
                new.index = values[holder.last].index + 1
            } else {
                values[holder.value].first = value
            }
            open[open.count - 1].last = value
        }
        values.append(new)
        return value
    }

    private mutating func begin(
        _ value: Int, _ kind: JSONDocument.Kind, _ close: UInt8
    ) throws(JSONFault) -> Bool {
        values[value].kind = kind
        guard open.count < limits.depthMax else { throw fault(.tooDeep(max: limits.depthMax)) }
        at += 1
        skipSpace()
        if take(close) { return false }
        open.append((value, -1))
        return true
    }

    /// Reads a key and its colon; `open` is the object it belongs to.
    private mutating func nextKey() throws(JSONFault) -> String {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw syntax("a key in quotes") }
        let (range, hasEscapes) = try string()
        let key = JSONDocument.text(bytes[range], hasEscapes: hasEscapes)
        let object = open[open.count - 1].value
        var count = 0
        var member = values[object].first
        while member >= 0 {
            if values[member].key.utf8.elementsEqual(key.utf8) {
                throw JSONFault(path: JSONDocument.path(of: member, in: values), problem: .keyTwice)
            }
            count += 1
            member = values[member].next
        }
        guard count < limits.membersMax else { throw fault(.tooManyMembers(max: limits.membersMax)) }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw syntax("a colon") }
        return key
    }

    private mutating func word(
        _ word: StaticString, _ value: Int, _ kind: JSONDocument.Kind
    ) throws(JSONFault) {
        let letters = Array(spelled(word).utf8)
        guard bytes[at...].starts(with: letters) else { throw syntax(word) }
        at += letters.count
        values[value].kind = kind
    }

    /// - Returns: where the characters are, without the quotes.
    private mutating func string() throws(JSONFault) -> (Range<Int>, hasEscapes: Bool) {
        at += 1
        let start = at
        var hasEscapes = false
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                return (start..<at - 1, hasEscapes)
            case 0..<0x20: throw syntax("a text without control characters; escape them")
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape()
            case 0..<0x80: at += 1
            default: try scalar(byte)
            }
        }
        throw syntax("the quote that ends a text")
    }

    private mutating func escape() throws(JSONFault) {
        at += 1
        guard let byte = peek else { throw syntax("an escape") }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            at += 1
        case UInt8(ascii: "u"):
            at += 1
            let unit = try codeUnit()
            guard unit & 0xFC00 != 0xDC00 else { throw syntax("a character, not half of one") }
            if unit & 0xFC00 == 0xD800 {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), try codeUnit() & 0xFC00 == 0xDC00 else {
                    throw syntax("the second half of a character")
                }
            }
        default: throw syntax("an escape")
        }
    }

    private mutating func codeUnit() throws(JSONFault) -> UInt32 {
        guard bytes.count - at >= 4 else { throw syntax("four hexadecimal digits") }
        for place in at..<at + 4 where hexValue(bytes[place]) == nil { throw syntax("four hexadecimal digits") }
        at += 4
        return JSONDocument.codeUnit(bytes[...], at - 4)
    }

    /// One character of more than one byte.
    ///
    /// - Source: The Unicode Standard 16.0, table 3-7, "Well-Formed UTF-8 Byte Sequences".
    private mutating func scalar(_ lead: UInt8) throws(JSONFault) {
        var length = 3
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: low = 0xA0
        case 0xED: high = 0x9F
        case 0xE1...0xEF: break
        case 0xF0:
            length = 4
            low = 0x90
        case 0xF1...0xF3: length = 4
        case 0xF4:
            length = 4
            high = 0x8F
        default: throw fault(.notUTF8(byteOffset: at))
        }
        guard bytes.count - at >= length, bytes[at + 1] >= low, bytes[at + 1] <= high else {
            throw fault(.notUTF8(byteOffset: at))
        }
        for place in at + 1..<at + length where bytes[place] & 0xC0 != 0x80 { throw fault(.notUTF8(byteOffset: at)) }
        at += length
    }

    private mutating func number() throws(JSONFault) {
        let start = at
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), !digits() {
            at = start
            throw syntax("a value")
        }
        if take(UInt8(ascii: ".")), !digits() { throw syntax("a digit") }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { throw syntax("a digit") }
        }
    }

    /// One digit or more.
    private mutating func digits() -> Bool {
        let start = at
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        return at > start
    }
}
