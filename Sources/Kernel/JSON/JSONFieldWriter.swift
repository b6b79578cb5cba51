/// Writes fields as the JSON that `JSONFieldReader` reads: what a client sends. Optionals that are nil and omittable
/// fields that are blank are left out, everything else is written.
///
/// Not `FieldJSON`, which shows recorded events to people and to audits and leaves out all that is blank.
public struct JSONFieldWriter: Coder {
    private var json = JSONWriter()
    /// Inside a list, values stand without a key.
    private var isElement = false
    /// The optional that comes next is written even when it is nil.
    private var writesNull = false

    private init() {}

    /// The whole of `value` as one object.
    public static func object<Value: FieldMessage>(_ value: Value) -> String {
        var coder = JSONFieldWriter()
        var copy = value
        coder.json.beginObject()
        copy.code(&coder)
        coder.json.endObject()
        return coder.json.text
    }

    private mutating func key(_ name: StaticString) {
        writesNull = false
        if !isElement { json.key(jsonName(name)) }
    }

    public mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {
        identifier(0, name, &id)
    }

    public mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        key(name)
        json.value(value)
    }

    public mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        key(name)
        json.value(value)
    }

    public mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        key(name)
        json.value(value)
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        key(name)
        json.value(value)
    }

    public mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        key(name)
        json.value(hexText(value))
    }

    public mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        key(name)
        json.value(value.text)
    }

    public mutating func instant(_ number: Int, _ name: StaticString, _ value: inout Instant) {
        key(name)
        json.value(value.text)
    }

    public mutating func day(_ number: Int, _ name: StaticString, _ value: inout CalendarDay) {
        key(name)
        json.value(value.text)
    }

    public mutating func month(_ number: Int, _ name: StaticString, _ value: inout CalendarMonth) {
        key(name)
        json.value(value.text)
    }

    public mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        key(name)
        let wasElement = isElement
        isElement = false
        json.beginObject()
        value.code(&self)
        json.endObject()
        isElement = wasElement
    }

    public mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        key(name)
        let names = names()
        if value < UInt64(names.count) { json.value(spelled(names[Int(value)])) } else { json.value(value) }
    }

    public mutating func union<Value: FieldUnion>(_ value: inout Value) {
        json.field("type", value.tag.name)
        value.code(fields: &self)
    }

    public mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        if writesNull, !isPresent {
            key(name)
            json.null()
        }
        return isPresent
    }

    public mutating func leavesOut(_ number: Int, _ name: StaticString, isBlank: @autoclosure () -> Bool) -> Bool {
        isBlank()
    }

    public mutating func requires(_ number: Int, _ name: StaticString) { writesNull = true }

    public mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        if count == 0 {
            key(name)
            json.beginArray()
            isElement = true
        }
        return count < total
    }

    public mutating func endList(_ number: Int) {
        json.endArray()
        isElement = false
    }
}
