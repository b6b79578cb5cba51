import Kernel
import KernelTesting
import Testing

/// One field of every kind, and a list and a message of them.
private struct Everything: FieldMessage, Sendable {
    var count: UInt64 = 0
    var offset: Int64 = 0
    var flag = false
    var text = ""
    var bytes = Bytes([])
    var id = EntityID.zero
    var perhaps: String?
    var numbers: [Int] = []
    var children: [Child] = []
    var child = Child()
    var choice = Lifecycle.live
    var rank = Rank.middle

    struct Child: FieldMessage, Sendable {
        var name = ""
        static var schemaName: StaticString { "Child" }
        static var blank: Child { Child() }
        mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "name", &name) }
    }

    static var schemaName: StaticString { "Everything" }
    static var blank: Everything {
        var blank = Everything()
        blank.rank = .blank
        return blank
    }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "count", &count)
        coder.field(2, "offset", &offset)
        coder.field(3, "flag", &flag)
        coder.field(4, "text", &text)
        coder.field(5, "bytes", &bytes)
        coder.field(6, "id", &id)
        coder.field(7, "perhaps", &perhaps)
        coder.field(8, "numbers", &numbers)
        coder.field(9, "children", &children)
        coder.field(20, "child", &child)
        coder.field(21, "choice", &choice)
        coder.field(22, "rank", &rank)
    }

    static func random(_ chance: inout SplitMix64) -> Everything {
        var value = Everything()
        value.count = chance.next() >> UInt64(chance.below(64))
        value.offset = Int64(bitPattern: chance.next()) >> Int64(chance.below(64))
        value.flag = chance.once(in: 2)
        value.text = ["", "a", "Zoë\n\"x\"", String(repeating: "word ", count: chance.below(90))][chance.below(4)]
        value.bytes = Bytes((0..<chance.below(200)).map { UInt8(truncatingIfNeeded: $0) })
        value.id = EntityID(hi: chance.next(), lo: chance.next())
        value.perhaps = [nil, "", "there"][chance.below(3)]
        value.numbers = (0..<chance.below(5)).map { $0 * chance.below(1000) }
        value.children = (0..<chance.below(4)).map { Child(name: $0 == 1 ? "" : "child \($0)") }
        value.child = Child(name: String(repeating: "n", count: chance.below(300)))
        value.choice = chance.pick(Lifecycle.allCases) ?? .live
        value.rank = Rank(digits: (0..<chance.below(12)).map { _ in UInt8(chance.below(255) + 1) })
        return value
    }
}

private func write(_ value: Everything) -> [UInt8] {
    var writer = FieldWriter()
    var copy = value
    copy.code(&writer)
    return writer.bytes
}

private func read(_ bytes: [UInt8]) throws(CodingFault) -> Everything {
    try FieldReader.read(bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
        var value = Everything.blank
        value.code(&reader)
        return value
    }
}

@Suite("One field list gives bytes, values and JSON")
struct FieldCoding {
    @Test(arguments: Seed.hundred) func `what was written is read again`(seed: Seed) throws {
        var chance = seed.chance
        for _ in 0..<20 {
            let value = Everything.random(&chance)
            #expect(try read(write(value)) == value)
        }
    }

    @Test func `blank fields take no bytes`() throws {
        #expect(write(.blank) == [])
        #expect(try read([]) == .blank)
    }

    @Test(arguments: [Int64.min, -719_529, -719_528, 0, 2_932_896, 2_932_897, .max])
    func `a day outside of the calendar is read as its first or last, and can be shown`(days: Int64) throws {
        var writer = FieldWriter()
        var raw = days
        writer.field(1, "day", &raw)
        let day = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var day = CalendarDay.blank
            reader.field(1, "day", &day)
            return day
        }
        #expect(day.daysSinceEpoch == Int(max(-719_528, min(2_932_896, days))))
        #expect(CalendarDay(text: day.text) == day)
    }

    @Test func `an optional that is there is written even when blank`() throws {
        var value = Everything.blank
        value.perhaps = ""
        #expect(try read(write(value)).perhaps == "")
    }

    @Test func `fields that are not known are skipped`() throws {
        var value = Everything.blank
        value.text = "kept"
        value.choice = .trashed
        // Field 15 as a number, field 16 as bytes, field 17 as 64 bits, field 18 as 32 bits: between 4 and 21.
        let known = write(value)
        let textEnds = 2 + 4
        let unknown: [UInt8] = [
            0x78, 0x2A, 0x82, 0x01, 0x02, 9, 9, 0x89, 0x01, 1, 2, 3, 4, 5, 6, 7, 8, 0x95, 0x01, 1, 2, 3, 4,
        ]
        #expect(try read(Array(known[..<textEnds]) + unknown + Array(known[textEnds...])) == value)
    }

    @Test(arguments: Seed.hundred) func `cut or changed bytes are a fault or a value, never a crash`(seed: Seed) {
        var chance = seed.chance
        let bytes = write(.random(&chance))
        for cut in 0..<bytes.count { _ = try? read(Array(bytes[..<cut])) }
        for _ in 0..<50 {
            var changed = bytes
            if !changed.isEmpty { changed[chance.below(changed.count)] = UInt8(chance.below(256)) }
            _ = try? read(changed)
        }
    }

    @Test func `a huge declared length is refused before anything is allocated`() {
        // Field 4, length 2^62.
        let bytes: [UInt8] = [0x22, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40]
        #expect(throws: CodingFault(kind: .truncated, byteOffset: 10)) { try read(bytes) }
    }

    @Test func `JSON has the names, in order, without blanks`() {
        var value = Everything.blank
        value.count = 7
        value.offset = -3
        value.text = "a \"b\"\n"
        value.numbers = [0, 5]
        value.children = [.init(name: "x"), .init()]
        value.choice = .archived
        let json = FieldJSON.object { value.code(&$0) }
        #expect(
            json
                == #"{"count":7,"offset":-3,"text":"a \"b\"\n","numbers":[0,5],"children":[{"name":"x"},{}],"choice":"archived"}"#
        )
    }
}

@Suite("The published schema")
struct PublishedSchema {
    @Test func `lists every field with its number, type and label`() {
        var schema = FieldSchema()
        schema.message(named: "Everything") { schema in
            var blank = Everything.blank
            blank.code(&schema)
        }
        let text = schema.file(package: "test.v1")
        #expect(text.contains("  sint64 offset = 2;\n"))
        #expect(text.contains("  optional string perhaps = 7;\n"))
        #expect(text.contains("  repeated uint64 numbers = 8 [packed = false];\n"))
        #expect(text.contains("  repeated Child children = 9;\n"))
        #expect(text.contains("  uint64 choice = 21;  // 0 live, 1 archived, 2 trashed, 3 withdrawn\n"))
        #expect(text.contains("message Child {\n  string name = 1;\n}\n"))
    }
}
