/// Writes canonical JSON: keys in the order of the code, no white space, the shortest escapes, integers only.
///
/// The same value always gives the same bytes, on every machine and in WebAssembly; digests are taken over them.
/// - Source: RFC 8259; the escapes of RFC 8785, section 3.2.2.2.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    /// A comma is due before the next value of the same object or array.
    private var needsComma = false

    public init(reserving byteCount: Int = 256) { bytes.reserveCapacity(byteCount) }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Forgets what was written and keeps the room, for writers that hand on piece by piece.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    public mutating func object<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        open(UInt8(ascii: "{"))
        try body(&self)
        close(UInt8(ascii: "}"))
    }

    public mutating func array<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        open(UInt8(ascii: "["))
        try body(&self)
        close(UInt8(ascii: "]"))
    }

    /// An array of one value per element.
    public mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void) {
        array { json in
            for element in elements { body(&json, element) }
        }
    }

    public mutating func key(_ name: String) {
        comma()
        quoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    public mutating func value(_ text: String) {
        comma()
        quoted(text)
        needsComma = true
    }

    public mutating func value(_ number: some BinaryInteger) {
        literal(String(number))
    }

    public mutating func value(_ flag: Bool) { literal(flag ? "true" : "false") }

    public mutating func null() { literal("null") }

    public mutating func value(_ text: String?) {
        if let text { value(text) } else { null() }
    }

    public mutating func field(_ name: String, _ text: String?) {
        key(name)
        value(text)
    }

    public mutating func field(_ name: String, _ number: some BinaryInteger) {
        key(name)
        value(number)
    }

    public mutating func field(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }

    public mutating func field(_ name: String, _ list: [String]) {
        key(name)
        array(list) { $0.value($1) }
    }

    /// A fraction such as a duration, given as text that is already a JSON number.
    public mutating func number(_ name: String, literal: String) {
        key(name)
        self.literal(literal)
    }

    /// A value that is JSON already and is taken as it stands.
    public mutating func raw(_ json: [UInt8]) {
        comma()
        bytes += json
        needsComma = true
    }

    /// The pieces of an array or object, for writers whose nesting is not a closure's.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    private mutating func open(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func literal(_ text: String) {
        comma()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape(byte)
            case 0x08: escape(UInt8(ascii: "b"))
            case 0x09: escape(UInt8(ascii: "t"))
            case 0x0A: escape(UInt8(ascii: "n"))
            case 0x0C: escape(UInt8(ascii: "f"))
            case 0x0D: escape(UInt8(ascii: "r"))
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes += [hexDigit(byte >> 4), hexDigit(byte & 0xF)]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// One byte after the other: written as `bytes += [a, b]` in each case of the `switch`, the core in WebAssembly
    /// (Swift 6.3.1) put a carriage return as `\b`.
    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
    }
}

/// A view in its two canonical forms. Both are stable: goldens and digests are taken from them.
public protocol CanonicalView {
    /// For people: what a golden file holds and a terminal shows.
    var text: String { get }
    /// The lines of `text` that each stand for one thing.
    var marks: [Lines.Mark] { get }
    /// For programs.
    func write(to json: inout JSONWriter)
}

extension CanonicalView {
    public var marks: [Lines.Mark] { [] }

    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }
}
