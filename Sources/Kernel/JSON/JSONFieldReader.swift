/// Reads fields from JSON that comes from outside, by their names in any order: strictly, so that a mistake is said and
/// never guessed at.
///
/// Every field must be there unless its list says `omittable` or it is an optional; a key that no list names is refused.
/// Names are spelled as everywhere in JSON here, `media_type` as `mediaType`. Identifiers, digests and packed bytes are
/// text, times are RFC 3339, and names are trimmed and composed as if they were typed.
public struct JSONFieldReader: Coder {
    private let document: JSONDocument
    /// The object whose fields are visited.
    private var object = 0
    /// The element of a list that is read next; -1 outside of lists.
    private var element = -1
    /// Of each value, whether some field asked for it.
    private var isRead: [Bool]
    /// The first thing that was wrong; sticky, so that a field list needs no `try`.
    private var fault: JSONFault?

    private init(_ document: JSONDocument) {
        self.document = document
        isRead = Array(repeating: false, count: document.values.count)
    }

    /// Reads one object from the bytes of a text.
    ///
    /// - Throws: what is wrong, and its path.
    /// - Complexity: O(bytes).
    public static func read<Value: FieldMessage>(
        _ type: Value.Type, from bytes: [UInt8], limits: JSONDocument.Limits = .init()
    ) throws(JSONFault) -> Value {
        var reader = JSONFieldReader(try JSONDocument(bytes, limits: limits))
        var value = Value.blank
        reader.read(&value, at: 0)
        if let fault = reader.fault { throw fault }
        return value
    }

    /// Reads an object that holds a list and nothing else, each element separately: a fault in one keeps no other
    /// from being read.
    ///
    /// - Parameter countMax: elements; with more of them none is read.
    /// - Returns: of each element what was read of it before something was wrong, and what that was.
    /// - Throws: what is wrong with the object or the list.
    /// - Complexity: O(bytes).
    public static func readEach<Value: FieldMessage>(
        _ type: Value.Type, of name: StaticString, from bytes: [UInt8], limits: JSONDocument.Limits = .init(),
        countMax: Int = .max
    ) throws(JSONFault) -> [(value: Value, fault: JSONFault?)] {
        var reader = JSONFieldReader(try JSONDocument(bytes, limits: limits))
        var element = reader.beginList(name)
        if let fault = reader.fault { throw fault }
        let count = reader.document.count(from: element)
        guard count <= countMax else {
            throw JSONFault(path: jsonName(name), problem: .tooManyElements(count: count, max: countMax))
        }
        var found: [(value: Value, fault: JSONFault?)] = []
        while element >= 0 {
            var value = Value.blank
            reader.read(&value, at: element)
            found.append((value, reader.fault))
            reader.fault = nil
            element = reader.document.values[element].next
        }
        return found
    }

    /// The first element of the list that is all there is in the document; -1 where it is empty, or after a fault.
    private mutating func beginList(_ name: StaticString) -> Int {
        guard document.values[0].kind == .object else {
            fail(0, expected: "an object")
            return -1
        }
        let first = continues(0, name, after: 0, total: 0) ? element : -1
        element = -1
        refuseUnread(in: 0)
        return first
    }

    /// Reads `value` from the object at `place`, and refuses what it has and the list does not.
    private mutating func read<Value: FieldMessage>(_ value: inout Value, at place: Int) {
        value = .blank
        guard document.values[place].kind == .object else { return fail(place, expected: "an object") }
        let outer = (object, element)
        (object, element) = (place, -1)
        value.code(&self)
        refuseUnread(in: place)
        (object, element) = outer
    }

    private mutating func refuseUnread(in place: Int) {
        var member = document.values[place].first
        while member >= 0, fault == nil {
            if !isRead[member] { fail(.unknownKey, at: member) }
            member = document.values[member].next
        }
    }

    // MARK: Finding values

    private func find(_ name: StaticString) -> Int? {
        let key = jsonName(name)
        var member = document.values[object].first
        while member >= 0 {
            if document.values[member].key.utf8.elementsEqual(key.utf8) { return member }
            member = document.values[member].next
        }
        return nil
    }

    /// The element that is due, or the field `name`; nil after a fault.
    private mutating func take(_ name: StaticString, _ expected: StaticString) -> Int? {
        guard fault == nil else { return nil }
        guard let place = element >= 0 ? element : find(name) else {
            fault = JSONFault(path: path(of: name), problem: .missing(expected: spelled(expected)))
            return nil
        }
        isRead[place] = true
        return place
    }

    private mutating func text(_ name: StaticString, _ expected: StaticString) -> (place: Int, text: String)? {
        guard let place = take(name, expected) else { return nil }
        guard document.values[place].kind == .text else {
            fail(place, expected: expected)
            return nil
        }
        return (place, document.text(of: place))
    }

    // MARK: Saying what is wrong

    private func path(of name: StaticString) -> String {
        let path = document.path(of: object)
        return (path.utf8.isEmpty ? "" : path + ".") + jsonName(name)
    }

    private mutating func fail(_ problem: JSONFault.Problem, at place: Int) {
        if fault == nil { fault = JSONFault(path: document.path(of: place), problem: problem) }
    }

    private mutating func fail(_ place: Int, expected: StaticString) {
        fail(.unexpected(expected: spelled(expected), found: document.words(for: place)), at: place)
    }

    private mutating func fail(_ place: Int, expected: String, found text: String) {
        fail(.unexpected(expected: expected, found: "\"" + JSONDocument.shown(text) + "\""), at: place)
    }

    // MARK: Values

    public mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {
        identifier(0, name, &id)
    }

    /// The digits of a whole number, without a fraction or an exponent; nil when they are not that or too large.
    private mutating func digits(
        _ name: StaticString, _ expected: StaticString
    ) -> (isNegative: Bool, magnitude: UInt64)? {
        guard let place = take(name, expected) else { return nil }
        let value = document.values[place]
        guard value.kind == .number else {
            fail(place, expected: expected)
            return nil
        }
        var magnitude: UInt64 = 0
        let isNegative = document.bytes[value.start] == UInt8(ascii: "-")
        for byte in document.bytes[(isNegative ? value.start + 1 : value.start)..<value.end] {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10, magnitude < UInt64.max / 10 || magnitude == UInt64.max / 10 && digit <= 5 else {
                fail(place, expected: expected)
                return nil
            }
            magnitude = magnitude &* 10 &+ UInt64(digit)
        }
        return (isNegative, magnitude)
    }

    public mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        let expected: StaticString = "a whole number that is not negative and below 2^64"
        value = 0
        guard let found = digits(name, expected) else { return }
        guard !found.isNegative || found.magnitude == 0 else { return failLast(name, expected) }
        value = found.magnitude
    }

    public mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        let expected: StaticString = "a whole number between -2^63 and 2^63"
        value = 0
        guard let found = digits(name, expected) else { return }
        guard found.magnitude <= UInt64(Int64.max) else { return failLast(name, expected) }
        value = found.isNegative ? -Int64(found.magnitude) : Int64(found.magnitude)
    }

    /// The value that was taken just now does not do.
    private mutating func failLast(_ name: StaticString, _ expected: StaticString) {
        if let place = element >= 0 ? element : find(name) { fail(place, expected: expected) }
    }

    public mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        value = false
        guard let place = take(name, "true or false") else { return }
        guard document.values[place].kind == .flag else { return fail(place, expected: "true or false") }
        value = document.bytes[document.values[place].start] == UInt8(ascii: "t")
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        value = text(name, "a text")?.text ?? ""
    }

    public mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        value = []
        let expected: StaticString = "bytes, as two hexadecimal digits each"
        guard let found = text(name, expected) else { return }
        let digits = Array(found.text.utf8)
        guard digits.count % 2 == 0 else { return fail(found.place, expected: spelled(expected), found: found.text) }
        value.reserveCapacity(digits.count / 2)
        for at in stride(from: 0, to: digits.count, by: 2) {
            guard let high = hexValue(digits[at]), let low = hexValue(digits[at + 1]) else {
                return fail(found.place, expected: spelled(expected), found: found.text)
            }
            value.append(high << 4 | low)
        }
    }

    /// Whole, with its dashes, and never zero, which names nothing.
    public mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        value = .zero
        let expected: StaticString = "an identifier such as 0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6a7b"
        guard let found = text(name, expected) else { return }
        let bytes = Array(found.text.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count == 36, bytes[8] == dash, bytes[13] == dash, bytes[18] == dash, bytes[23] == dash,
            let id = Identifier<Kind>(text: found.text), id != .zero
        else { return fail(found.place, expected: spelled(expected), found: found.text) }
        value = id
    }

    public mutating func instant(_ number: Int, _ name: StaticString, _ value: inout Instant) {
        value = .epoch
        let expected: StaticString = "a moment such as 2026-11-21T08:30:00Z"
        guard let found = text(name, expected) else { return }
        // Whole: a date alone, or one without its offset, could mean any of many moments.
        guard found.text.utf8.count >= 20, let instant = Instant(text: found.text) else {
            return fail(found.place, expected: spelled(expected), found: found.text)
        }
        value = instant
    }

    public mutating func day(_ number: Int, _ name: StaticString, _ value: inout CalendarDay) {
        value = .blank
        let expected: StaticString = "a day such as 2026-11-21"
        guard let found = text(name, expected) else { return }
        guard let day = CalendarDay(text: found.text) else {
            return fail(found.place, expected: spelled(expected), found: found.text)
        }
        value = day
    }

    public mutating func month(_ number: Int, _ name: StaticString, _ value: inout CalendarMonth) {
        value = .blank
        let expected: StaticString = "a month such as 2026-11"
        guard let found = text(name, expected) else { return }
        guard let month = CalendarMonth(text: found.text) else {
            return fail(found.place, expected: spelled(expected), found: found.text)
        }
        value = month
    }

    public mutating func name(_ number: Int, _ name: StaticString, _ value: inout Name, rule: NameRule) {
        value = .blank
        guard let found = text(name, "a name") else { return }
        do { value = try Name(found.text, under: rule) } catch { fail(.badName(error), at: found.place) }
    }

    /// Takes the raw value for the place among the names, as `FieldJSON` writes it: what stands in commands counts from 0.
    public mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        value = 0
        guard let found = text(name, "one of several words") else { return }
        let names = names().map { spelled($0) }
        guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(found.text.utf8) }) else {
            return fail(found.place, expected: oneOf(names), found: found.text)
        }
        value = UInt64(index)
    }

    public mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        value = .blank
        guard let place = take(name, "an object") else { return }
        read(&value, at: place)
    }

    public mutating func union<Value: FieldUnion>(_ value: inout Value) {
        guard let found = text("type", "the name of a type") else { return }
        guard let tag = Value.Tag(name: found.text) else {
            let names = Value.Tag.allCases.map { $0.name }
            return fail(
                found.place, expected: names.count <= 12 ? oneOf(names) : "a known type", found: found.text)
        }
        value = .blank(tag)
        value.code(fields: &self)
    }

    // MARK: What may be missing, and lists

    /// Null says the same as nothing.
    private mutating func isGiven(_ name: StaticString) -> Bool {
        guard fault == nil, let place = find(name) else { return false }
        guard document.values[place].kind == .null else { return true }
        isRead[place] = true
        return false
    }

    public mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool { isGiven(name) }

    public mutating func leavesOut(_ number: Int, _ name: StaticString, isBlank: @autoclosure () -> Bool) -> Bool {
        !isGiven(name)
    }

    public mutating func requires(_ number: Int, _ name: StaticString) {
        guard fault == nil, find(name) == nil else { return }
        fault = JSONFault(path: path(of: name), problem: .missing(expected: "a value, or null"))
    }

    public mutating func demand(_ holds: Bool, _ expected: StaticString) {
        if !holds { fail(.unmet(expected: spelled(expected)), at: object) }
    }

    public mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        guard fault == nil else {
            element = -1
            return false
        }
        if count == 0 {
            guard let list = take(name, "a list") else { return false }
            guard document.values[list].kind == .array else {
                fail(list, expected: "a list")
                return false
            }
            element = document.values[list].first
        } else {
            element = document.values[element].next
        }
        return element >= 0
    }

    public mutating func endList(_ number: Int) { element = -1 }
}

/// Returns the spelling of a field's name in JSON: `media_type` as `mediaType`.
public func jsonName(_ name: StaticString) -> String {
    name.withUTF8Buffer { letters in
        var out: [UInt8] = []
        out.reserveCapacity(letters.count)
        var isRaised = false
        for letter in letters {
            if letter == UInt8(ascii: "_") {
                isRaised = true
                continue
            }
            let isSmall = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
            out.append(isRaised && isSmall ? letter - 32 : letter)
            isRaised = false
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// `one of a, b, c`.
func oneOf(_ names: [String]) -> String { "one of " + joined(names, ", ") }
