/// Writes the fields of an event as canonical JSON, for people and for `audit`. Blank fields are left out, as on the wire.
public struct FieldJSON: Coder {
    public private(set) var json = JSONWriter()
    private var writesBlank = false
    /// Inside a list, values stand without a key.
    private var isElement = false

    public init() {}

    /// The fields that `body` visits, as one object.
    public static func object(_ body: (inout FieldJSON) -> Void) -> String {
        var coder = FieldJSON()
        coder.json.beginObject()
        body(&coder)
        coder.json.endObject()
        return coder.json.text
    }

    private mutating func key(_ name: StaticString, isBlank: Bool) -> Bool {
        defer { writesBlank = false }
        if isElement { return true }
        guard writesBlank || !isBlank else { return false }
        json.key(spelled(name))
        return true
    }

    public mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {
        json.field(spelled(name), id.text)
    }

    public mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        if key(name, isBlank: value == 0) { json.value(value) }
    }

    public mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        if key(name, isBlank: value == 0) { json.value(value) }
    }

    public mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        if key(name, isBlank: !value) { json.value(value) }
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        if key(name, isBlank: value.utf8.isEmpty) { json.value(value) }
    }

    public mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        if key(name, isBlank: value.isEmpty) { json.value(hexText(value)) }
    }

    /// The first eight digits tell one secret from another and give none away.
    public mutating func secret(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        if key(name, isBlank: value.isEmpty) { json.value(hexText(value.prefix(4)) + "…") }
    }

    public mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        if key(name, isBlank: value == .zero) { json.value(value.text) }
    }

    public mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        guard key(name, isBlank: value == .blank) else { return }
        let wasElement = isElement
        isElement = false
        json.beginObject()
        value.code(&self)
        json.endObject()
        isElement = wasElement
    }

    public mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        writesBlank = isPresent
        return isPresent
    }

    public mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        guard total > 0 else { return false }
        if count == 0 {
            json.key(spelled(name))
            json.beginArray()
            isElement = true
        }
        if count < total { return true }
        json.endArray()
        isElement = false
        return false
    }

    public mutating func endList(_ number: Int) {}

    public mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        guard key(name, isBlank: value == 0) else { return }
        let names = names()
        if value < UInt64(names.count) { json.value(spelled(names[Int(value)])) } else { json.value(value) }
    }
}

/// Lowercase hexadecimal.
public func hexText(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes { digits += [hexDigit(byte >> 4), hexDigit(byte & 0xF)] }
    return String(decoding: digits, as: UTF8.self)
}

/// A static string as a string; `description` is not in Embedded Swift.
public func spelled(_ name: StaticString) -> String {
    name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
}
