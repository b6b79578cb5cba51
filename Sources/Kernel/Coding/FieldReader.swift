/// Reads fields from protocol-buffer bytes in ascending order of their numbers: unknown ones are skipped, missing
/// ones are blank.
///
/// Reads through an unsafe pointer, as in the core only the bytes of texts are read besides: this is the hottest loop of a
/// replay. Every access is checked against `end`. It exists only inside `FieldReader.read`, which keeps the bytes alive.
public struct FieldReader: Coder {
    let base: UnsafePointer<UInt8>
    var at: Int
    var end: Int
    let subject: EntityID
    /// The first thing that was wrong; sticky, so that a field list needs no `try`.
    var fault: CodingFault?

    init(base: UnsafePointer<UInt8>, count: Int, subject: EntityID) {
        self.base = base
        at = 0
        end = count
        self.subject = subject
    }

    /// Reads `payload` of a record about `subject` by visiting the fields in `body`.
    ///
    /// - Throws: what is wrong with the bytes, and where.
    public static func read<Value>(
        _ payload: RawSpan, subject: EntityID, _ body: (inout FieldReader) throws(CodingFault) -> Value
    ) throws(CodingFault) -> Value {
        try payload.withUnsafeBytes { (buffer) throws(CodingFault) -> Value in
            var nothing: UInt8 = 0
            guard let base = buffer.baseAddress, !buffer.isEmpty else {
                return try withUnsafePointer(to: &nothing) { (pointer) throws(CodingFault) -> Value in
                    var reader = FieldReader(base: pointer, count: 0, subject: subject)
                    return try body(&reader)
                }
            }
            var reader = FieldReader(
                base: base.assumingMemoryBound(to: UInt8.self), count: buffer.count, subject: subject)
            let value = try body(&reader)
            reader.skipRest()
            if let fault = reader.fault { throw fault }
            return value
        }
    }

    mutating func fail(_ kind: CodingFault.Kind) {
        if fault == nil { fault = CodingFault(kind: kind, byteOffset: at) }
        at = end
    }

    @inline(__always)
    mutating func varint() -> UInt64 {
        if at < end, base[at] < 0x80 {
            at += 1
            return UInt64(base[at - 1])
        }
        return longVarint()
    }

    @inline(never)
    private mutating func longVarint() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < end {
            let byte = base[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift > 63 {
                fail(.varintTooLong)
                return 0
            }
        }
        fail(.truncated)
        return 0
    }

    /// Moves past the key of field `number` if it comes next, skipping unknown fields before it.
    @inline(__always)
    mutating func finds(_ number: Int, _ wire: UInt64) -> Bool {
        // The key of nearly every field is one byte, and comparing it says whether this is the field.
        guard at < end else { return false }
        let byte = base[at]
        if UInt64(byte) == UInt64(number) << 3 | wire, byte < 0x80 {
            at += 1
            return true
        }
        if byte < 0x80, Int(byte >> 3) > number { return false }
        return seeks(number, wire)
    }

    @inline(never)
    private mutating func seeks(_ number: Int, _ wire: UInt64) -> Bool {
        while at < end {
            let start = at
            let key = varint()
            let found = key >> 3
            if found == UInt64(number) {
                guard key & 7 == wire else {
                    fail(.wrongWireType)
                    return false
                }
                return true
            }
            if found > UInt64(number) {
                at = start
                return false
            }
            skip(key & 7)
        }
        return false
    }

    mutating func skip(_ wire: UInt64) {
        switch wire {
        case 0: _ = varint()
        case 1: advance(8)
        case 2: _ = length()
        case 5: advance(4)
        default: fail(.wrongWireType)
        }
    }

    mutating func advance(_ count: Int) {
        guard end - at >= count else { return fail(.truncated) }
        at += count
    }

    /// Reads a length, moves past that many bytes and says where they began.
    @inline(__always)
    mutating func length() -> Range<Int> {
        let count = varint()
        guard count <= UInt64(end - at) else {
            fail(.truncated)
            return at..<at
        }
        let start = at
        at += Int(count)
        return start..<at
    }

    mutating func skipRest() {
        while at < end { skip(varint() & 7) }
    }

    public mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {
        id = Identifier(hi: subject.hi, lo: subject.lo)
    }

    public mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        value = finds(number, 0) ? varint() : 0
    }

    public mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        let raw = finds(number, 0) ? varint() : 0
        value = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
    }

    public mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        value = finds(number, 0) && varint() != 0
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        guard finds(number, 2) else {
            value = ""
            return
        }
        let range = length()
        value = String(
            decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout TextBuffer) {
        guard finds(number, 2) else {
            value = TextBuffer("")
            return
        }
        let range = length()
        value = TextBuffer(decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    public mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        guard finds(number, 2) else {
            value = []
            return
        }
        let range = length()
        value = Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Without an array for the digits of a head: nearly every event of a board holds a rank.
    public mutating func rank(_ number: Int, _ name: StaticString, _ value: inout Rank) {
        value = .blank
        guard finds(number, 2) else { return }
        let range = length()
        guard range.count <= 8 else {
            value = Rank(digits: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
            return
        }
        var head: UInt64 = 0
        for index in range { head = head << 8 | UInt64(base[index]) }
        value = Rank(head: range.isEmpty ? 0 : head << UInt64((8 - range.count) * 8))
    }

    public mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        guard finds(number, 2) else {
            value = .zero
            return
        }
        let range = length()
        guard range.count == 16 else { return fail(.wrongLength) }
        let bytes = UnsafeRawPointer(base + range.lowerBound)
        value.hi = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        value.lo = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    public mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        value = .blank
        guard finds(number, 2) else { return }
        let range = length()
        let outerEnd = end
        at = range.lowerBound
        end = range.upperBound
        value.code(&self)
        skipRest()
        at = range.upperBound
        end = outerEnd
    }

    public mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        guard at < end else { return false }
        let byte = base[at]
        if byte < 0x80, Int(byte >> 3) >= number { return Int(byte >> 3) == number }
        return reaches(number)
    }

    @inline(never)
    private mutating func reaches(_ number: Int) -> Bool {
        while at < end {
            let start = at
            let key = varint()
            if key >> 3 >= UInt64(number) {
                at = start
                return key >> 3 == UInt64(number)
            }
            skip(key & 7)
        }
        return false
    }

    public mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        begins(number, name, isPresent: false)
    }

    /// Counts the fields with the same key; whatever is damaged is found by who reads it.
    public func upcoming(_ number: Int) -> Int {
        var ahead = self
        var count = 0
        while ahead.at < end, ahead.base[ahead.at] < 0x80, Int(ahead.base[ahead.at] >> 3) == number {
            ahead.at += 1
            ahead.skip(UInt64(base[ahead.at - 1] & 7))
            count += 1
        }
        return count
    }

    public mutating func endList(_ number: Int) {}

    public mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        unsigned(number, name, &value)
    }
}

/// Why bytes could not be read as fields.
public struct CodingFault: Error, Equatable, Sendable {
    public enum Kind: Sendable, Equatable {
        case truncated
        case varintTooLong
        case wrongWireType
        case wrongLength
        /// An event of a kind that this build does not know: the journal was written by a newer one.
        case unknownKind(UInt32)
    }

    public var kind: Kind
    /// Within the payload.
    public var byteOffset: Int

    public init(kind: Kind, byteOffset: Int) {
        self.kind = kind
        self.byteOffset = byteOffset
    }

    public var message: String {
        let place = " at byte " + String(byteOffset) + " of the event"
        return switch kind {
        case .truncated: "a field ends too early" + place
        case .varintTooLong: "a number is longer than 64 bits" + place
        case .wrongWireType: "a field has another type than the schema says" + place
        case .wrongLength: "an identifier is not 16 bytes long" + place
        case .unknownKind(let kind):
            "event kind " + String(kind) + " is not known; a newer Daybook wrote it, so update this one"
        }
    }
}
