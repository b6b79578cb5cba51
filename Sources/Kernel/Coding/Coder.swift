/// Visits the fields of an event, one after the other: the single list from which bytes, JSON and the published
/// schema are made, so that they can never disagree.
///
/// A field has a number that is never reused and a name that is only for readers. Fields are visited in ascending
/// order of their numbers. A field holding its blank value is not written, and a missing one reads as blank.
///
/// Bytes are the protocol-buffer wire format, so that any language can read a journal.
/// - Source: protobuf.dev, "Encoding"; we write our own because the library does not compile for Embedded Swift.
public protocol Coder {
    /// The thing the event is about. It stands in the record's header, not in the payload.
    mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>)

    mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64)
    /// Zigzag, so that small negative numbers stay short.
    mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64)
    mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool)
    mutating func text(_ number: Int, _ name: StaticString, _ value: inout String)
    /// The same for a text as it is held while it is edited. Only a reader changes it.
    mutating func text(_ number: Int, _ name: StaticString, _ value: inout TextBuffer)
    mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8])
    /// A blob that only the journal may hold whole: no reading, history or audit shows more than its beginning.
    mutating func secret(_ number: Int, _ name: StaticString, _ value: inout [UInt8])
    /// The digits of a place in an order, as a blob.
    mutating func rank(_ number: Int, _ name: StaticString, _ value: inout Rank)
    mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>)
    /// Microseconds since 1970 in bytes; in JSON that comes and goes, RFC 3339.
    mutating func instant(_ number: Int, _ name: StaticString, _ value: inout Instant)
    /// Days since 1970 in bytes; in JSON that comes and goes, `2026-11-21`.
    mutating func day(_ number: Int, _ name: StaticString, _ value: inout CalendarDay)
    /// Months since the year 0 in bytes; in JSON that comes and goes, `2026-11`.
    mutating func month(_ number: Int, _ name: StaticString, _ value: inout CalendarMonth)
    /// A name as a text. Only one that comes from outside is held to `rule`: a recorded one is true.
    mutating func name(_ number: Int, _ name: StaticString, _ value: inout Name, rule: NameRule)
    mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value)

    /// Returns whether field `number` comes next. A writer answers `isPresent` and will write the next value even when it is
    /// blank; a reader looks into the bytes; a schema answers yes.
    mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool
    /// Returns whether one more element of list `number` follows after `count` of them, of `total` when writing.
    mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool
    /// The elements of list `number` that come next, as far as that is seen without reading them; 0 where it is not.
    func upcoming(_ number: Int) -> Int
    /// Marks the end of list `number`.
    mutating func endList(_ number: Int)
    /// Marks field `number` as one of several named values; only a schema cares.
    mutating func choice(_ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString])

    /// Visits a value that is one of several kinds: the name of its kind, then the fields of that kind.
    mutating func union<Value: FieldUnion>(_ value: inout Value)
    /// Returns whether the field that comes next is left out, and then is blank. Bytes leave out what is blank anyway, and answer no.
    mutating func leavesOut(_ number: Int, _ name: StaticString, isBlank: @autoclosure () -> Bool) -> Bool
    /// Marks the optional that comes next as one that must be given, if only as null: leaving it out would mean too much.
    mutating func requires(_ number: Int, _ name: StaticString)
    /// Says what must hold of the fields visited so far, beyond their types. Only what comes from outside is held to it.
    mutating func demand(_ holds: Bool, _ expected: StaticString)
}

/// A value that knows how it stands in a field.
public protocol FieldValue {
    /// The value of a missing field.
    static var blank: Self { get }
    mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C)
}

/// A group of fields within a field.
public protocol FieldMessage: FieldValue, Equatable {
    /// The name of the type in the published schema.
    static var schemaName: StaticString { get }
    mutating func code<C: Coder>(_ coder: inout C)
}

/// One of a fixed set of values. Raw values are stored for ever; the first is the blank.
public protocol FieldChoice: FieldValue, CaseIterable, RawRepresentable where RawValue == UInt64 {
    /// In the order of `allCases`; for JSON and the schema.
    var fieldName: StaticString { get }
}

extension Coder {
    /// Visits one field of any kind.
    public mutating func field<Value: FieldValue>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        value.code(number, name, in: &self)
    }

    /// Visits one field that JSON may leave out when it is blank.
    public mutating func field<Value: FieldValue & Equatable>(
        _ number: Int, _ name: StaticString, omittable value: inout Value
    ) {
        let isLeftOut = leavesOut(number, name, isBlank: value == .blank)
        guard !isLeftOut else {
            value = .blank
            return
        }
        value.code(number, name, in: &self)
    }

    /// Visits one optional that JSON must say, if only as null: `scheduleCard` without a day would take the day away.
    public mutating func field<Value: FieldValue>(_ number: Int, _ name: StaticString, orNull value: inout Value?) {
        requires(number, name)
        value.code(number, name, in: &self)
    }
}

extension Coder {
    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout TextBuffer) {
        let known = value.string
        var read = known
        text(number, name, &read)
        if !sameBytes(known, read) { value = TextBuffer(read) }
    }

    public mutating func secret(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        blob(number, name, &value)
    }

    public mutating func rank(_ number: Int, _ name: StaticString, _ value: inout Rank) {
        var digits = value.digits
        blob(number, name, &digits)
        value = Rank(digits: digits)
    }

    public mutating func instant(_ number: Int, _ name: StaticString, _ value: inout Instant) {
        signed(number, name, &value.microseconds)
    }

    /// The years 0 to 9999. Only a foreign journal holds a day outside of them, and it must not bring a reader down.
    public mutating func day(_ number: Int, _ name: StaticString, _ value: inout CalendarDay) {
        var days = Int64(value.daysSinceEpoch)
        signed(number, name, &days)
        value.daysSinceEpoch = Int(max(-719_528, min(2_932_896, days)))
    }

    public mutating func month(_ number: Int, _ name: StaticString, _ value: inout CalendarMonth) {
        value.monthsSinceYearZero.code(number, name, in: &self)
    }

    public mutating func name(_ number: Int, _ name: StaticString, _ value: inout Name, rule: NameRule) {
        var raw = value.text
        text(number, name, &raw)
        value = Name(recorded: raw)
    }

    public mutating func union<Value: FieldUnion>(_ value: inout Value) {
        var name = value.tag.name
        text(1, "type", &name)
        if let tag = Value.Tag(name: name), tag != value.tag { value = .blank(tag) }
        value.code(fields: &self)
    }

    public mutating func leavesOut(_ number: Int, _ name: StaticString, isBlank: @autoclosure () -> Bool) -> Bool {
        false
    }

    public func upcoming(_ number: Int) -> Int { 0 }
    public mutating func requires(_ number: Int, _ name: StaticString) {}
    public mutating func demand(_ holds: Bool, _ expected: StaticString) {}
}

extension FieldMessage {
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.message(number, name, &self)
    }
}

extension FieldChoice {
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var raw = rawValue
        coder.choice(number, name, &raw, names: { Self.allCases.map { $0.fieldName } })
        self = Self(rawValue: raw) ?? .blank
    }
}

extension UInt64: FieldValue {
    public static var blank: UInt64 { 0 }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.unsigned(number, name, &self)
    }
}

extension Int64: FieldValue {
    public static var blank: Int64 { 0 }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.signed(number, name, &self)
    }
}

/// A count or an index: never negative, so it is written unsigned.
extension Int: FieldValue {
    public static var blank: Int { 0 }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var raw = UInt64(clamping: self)
        coder.unsigned(number, name, &raw)
        self = Int(clamping: raw)
    }
}

extension Bool: FieldValue {
    public static var blank: Bool { false }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.flag(number, name, &self)
    }
}

extension String: FieldValue {
    public static var blank: String { "" }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.text(number, name, &self)
    }
}

/// Opaque bytes in a field: a digest, packed ink.
public struct Bytes: FieldValue, Hashable, Sendable {
    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public static var blank: Bytes { Bytes([]) }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.blob(number, name, &bytes)
    }
}

extension Identifier: FieldValue {
    public static var blank: Self { .zero }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.identifier(number, name, &self)
    }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    public static var blank: Wrapped? { nil }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        guard coder.begins(number, name, isPresent: self != nil) else {
            self = nil
            return
        }
        var value = self ?? Wrapped.blank
        value.code(number, name, in: &coder)
        self = value
    }
}

/// Elements in order, each coded as a field of the list's number.
protocol FieldList: FieldValue, RandomAccessCollection where Element: FieldValue, Index == Int {
    init()
    mutating func append(_ element: Element)
    mutating func reserveCapacity(_ count: Int)
}

extension FieldList {
    public static var blank: Self { Self() }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        let total = count
        var visited = 0
        while coder.continues(number, name, after: visited, total: total) {
            if visited < total {
                var element = self[visited]
                element.code(number, name, in: &coder)
            } else {
                // Most lists have one element, which needs no counting.
                if visited == 1 { reserveCapacity(1 + coder.upcoming(number)) }
                var element = Element.blank
                element.code(number, name, in: &coder)
                append(element)
            }
            visited += 1
        }
        coder.endList(number)
    }
}

extension Array: FieldValue, FieldList where Element: FieldValue {}
extension PagedArray: FieldValue, FieldList where Element: FieldValue {}

extension Instant: FieldValue {
    public static var blank: Instant { .epoch }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.instant(number, name, &self)
    }
}

extension Name: FieldValue {
    public static var blank: Name { Name(recorded: "") }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.name(number, name, &self, rule: .typed)
    }
}

extension Rank: FieldValue {
    public static var blank: Rank { Rank(head: 0) }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.rank(number, name, &self)
    }
}
