/// Writes fields as protocol-buffer bytes, at the end of a buffer that the caller may reuse.
public struct FieldWriter: Coder {
    public var bytes: [UInt8] = []
    /// The thing the event is about, for the record's header.
    public var subject = EntityID.zero
    /// The next value is written even when blank: it is an optional that is present, or an element of a list.
    var writesBlank = false

    public init(reserving byteCount: Int = 64) { bytes.reserveCapacity(byteCount) }

    public mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) { subject = id.entity }

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func key(_ number: Int, _ wire: UInt64) { varint(UInt64(number) << 3 | wire) }

    /// Returns whether a value must be written; uses up the mark that says even a blank one must.
    mutating func writes(_ isBlank: Bool) -> Bool {
        defer { writesBlank = false }
        return writesBlank || !isBlank
    }

    public mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        guard writes(value == 0) else { return }
        key(number, 0)
        varint(value)
    }

    public mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        guard writes(value == 0) else { return }
        key(number, 0)
        varint(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    public mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        guard writes(!value) else { return }
        key(number, 0)
        varint(value ? 1 : 0)
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        let utf8 = value.utf8
        guard writes(utf8.isEmpty) else { return }
        key(number, 2)
        varint(UInt64(utf8.count))
        bytes.append(contentsOf: utf8)
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout TextBuffer) {
        guard writes(value.utf8Count == 0) else { return }
        key(number, 2)
        varint(UInt64(value.utf8Count))
        value.forEachUTF8Piece { bytes.append(contentsOf: $0) }
    }

    public mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        guard writes(value.isEmpty) else { return }
        key(number, 2)
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    public mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        guard writes(value == .zero) else { return }
        key(number, 2)
        bytes.append(16)
        for half in [value.hi, value.lo] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: half >> shift))
            }
        }
    }

    public mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        guard writes(value == Value.blank) else { return }
        key(number, 2)
        let start = bytes.count
        bytes.append(0)
        value.code(&self)
        let length = bytes.count - start - 1
        if length < 0x80 {
            bytes[start] = UInt8(length)
        } else {
            var prefix = FieldWriter(reserving: 8)
            prefix.varint(UInt64(length))
            bytes.replaceSubrange(start...start, with: prefix.bytes)
        }
    }

    public mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        writesBlank = isPresent
        return isPresent
    }

    public mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        writesBlank = count < total
        return count < total
    }

    public mutating func endList(_ number: Int) {}

    public mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        unsigned(number, name, &value)
    }
}
