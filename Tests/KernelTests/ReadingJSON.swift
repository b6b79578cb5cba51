import Foundation
import Kernel
import KernelTesting
import Testing

/// A field of every kind, required, omittable and optional; a list, a message and a union.
private struct Order: FieldMessage, Sendable {
    var id = EntityID.zero
    var count: UInt64 = 0
    var offset: Int64 = 0
    var isUrgent = false
    var note = ""
    var bytes = Bytes([])
    var when = Instant.epoch
    var day = CalendarDay.blank
    var month = CalendarMonth.blank
    var title = Name.blank
    var perhaps: String?
    var until: CalendarDay?
    var numbers: [Int] = []
    var lines: [Line] = []
    var standing = Lifecycle.live
    var payment = Payment.cash

    struct Line: FieldMessage, Sendable {
        var text = ""
        var words: [String] = []
        static var schemaName: StaticString { "Line" }
        static var blank: Line { Line() }
        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "text", &text)
            coder.field(2, "words", omittable: &words)
            coder.demand(text != "bad", "a line that is not bad")
        }
    }

    static var schemaName: StaticString { "Order" }
    static var blank: Order { Order() }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "count", &count)
        coder.field(3, "offset", &offset)
        coder.field(4, "is_urgent", omittable: &isUrgent)
        coder.field(5, "note", &note)
        coder.field(6, "bytes", &bytes)
        coder.field(7, "when", &when)
        coder.field(8, "day", &day)
        coder.field(9, "month", &month)
        coder.name(10, "title", &title, rule: NameRule(graphemesMax: 5))
        coder.field(11, "perhaps", &perhaps)
        coder.field(12, "until", orNull: &until)
        coder.field(13, "numbers", &numbers)
        coder.field(14, "lines", &lines)
        coder.field(15, "standing", &standing)
        coder.field(16, "payment", &payment)
    }
}

private enum Payment: FieldUnion, Sendable {
    case cash
    case card(number: String)

    enum Tag: String, UnionTag { case cash, card }

    static var schemaName: StaticString { "Payment" }
    static var blank: Payment { .cash }
    var tag: Tag {
        switch self {
        case .cash: .cash
        case .card: .card
        }
    }
    static func blank(_ tag: Tag) -> Payment {
        switch tag {
        case .cash: .cash
        case .card: .card(number: "")
        }
    }
    mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .cash: return
        case .card(var number):
            coder.field(2, "card_number", &number)
            self = .card(number: number)
        }
    }
}

private let whole = """
    {"id":"0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6a7b","count":18446744073709551615,"offset":-9223372036854775807,\
    "note":"a \\"b\\"\\n","bytes":"00ff","when":"2026-11-21T08:30:00.000000Z","day":"2026-11-21","month":"2026-11",\
    "title":"Zoë","until":null,"numbers":[0,7],"lines":[{"text":"x","words":["a","b"]},{"text":""}],\
    "standing":"archived","payment":{"type":"card","cardNumber":"4"}}
    """

private func read(_ text: String, _ limits: JSONDocument.Limits = .init()) throws(JSONFault) -> Order {
    try JSONFieldReader.read(Order.self, from: Array(text.utf8), limits: limits)
}

/// The fault that is reported for `whole` with its only `old` made `new`.
private func fault(_ old: String, _ new: String) -> String {
    do throws(JSONFault) {
        _ = try read(whole.replacingOccurrences(of: old, with: new))
        return "accepted"
    } catch { return error.message }
}

@Suite("JSON from outside is read strictly")
struct ReadingJSON {
    @Test func `what was written is read again, in any order and with any spaces`() throws {
        let order = try read(whole)
        #expect(order.title.text == "Zoë")
        #expect(order.lines == [.init(text: "x", words: ["a", "b"]), .init()])
        #expect(order.payment == .card(number: "4"))
        #expect(order.bytes.bytes == [0, 0xFF])
        #expect(JSONFieldWriter.object(order) == whole)

        let object = try JSONSerialization.jsonObject(with: Data(whole.utf8))
        let loose = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
        #expect(try JSONFieldReader.read(Order.self, from: Array(loose)) == order)
    }

    @Test func `escapes and characters of every width are read as they are meant`() throws {
        let escaped = whole.replacingOccurrences(
            of: #""a \"b\"\n""#, with: #""\u0041\/\b\f\r\t\u00e9\u5BB6\ud83c\udfa8\u0000""#)
        #expect(try read(escaped).note == "A/\u{8}\u{C}\r\té家🎨\u{0}")
        let plain = whole.replacingOccurrences(of: #""a \"b\"\n""#, with: "\"é家🎨\u{7F}\"")
        #expect(try read(plain).note == "é家🎨\u{7F}")
        let key = whole.replacingOccurrences(of: #""note":"#, with: #""n\u006fte":"#)
        #expect(try read(key).note == "a \"b\"\n")
    }

    @Test func `a mistake is named by its path, what was expected and what was found`() {
        #expect(
            fault(#""count":18446744073709551615,"#, "")
                == "count: missing; expected a whole number that is not negative and below 2^64")
        #expect(fault(#""until":null,"#, "") == "until: missing; expected a value, or null")
        #expect(fault(#""text":"x""#, #""text":5"#) == "lines[0].text: expected a text, found a number")
        #expect(fault(#"{"text":""}"#, "{}") == "lines[1].text: missing; expected a text")
        #expect(fault(#"["a","b"]"#, #"["a",null]"#) == "lines[0].words[1]: expected a text, found null")
        #expect(fault(#"["a","b"]"#, "{}") == "lines[0].words: expected a list, found an object")
        #expect(fault(#"[0,7]"#, "[0,-7]").hasPrefix("numbers[1]: expected a whole number that is not negative"))
        #expect(fault(#""title":"Zoë""#, #""title":"  ""#) == "title: a name must not be empty")
        #expect(fault(#""title":"Zoë""#, #""title":"abcdef""#).contains("at most 5 characters"))
        #expect(
            fault("archived", "gone")
                == "standing: expected one of live, archived, trashed, withdrawn, found \"gone\"")
        #expect(
            fault(#""type":"card""#, #""type":"gold""#)
                == "payment.type: expected one of cash, card, found \"gold\"")
        #expect(fault(#""type":"card""#, #""type":"cash""#).hasPrefix("payment.cardNumber: there is no such key here"))
        #expect(fault(#""note""#, #""nota""#) == "note: missing; expected a text")
        #expect(fault(#"{"text":""}"#, #"{"text":"","more":1}"#).hasPrefix("lines[1].more: there is no such key"))
        #expect(fault(#"{"text":""}"#, #"{"text":"bad"}"#) == "lines[1]: expected a line that is not bad")
        #expect(fault(#""numbers":[0,7]"#, #""numbers":[0,7],"numbers":[]"#) == "numbers: this key is given twice")
        #expect(fault(#"{"text":""}"#, #"{"text":"","te\u0078t":""}"#) == "lines[1].text: this key is given twice")
    }

    @Test(arguments: ["1.0", "1e3", "-1", "18446744073709551616", "99999999999999999999999999", "\"1\"", "true"])
    func `a count is a whole number in range and nothing else`(number: String) {
        #expect(fault("18446744073709551615", number).hasPrefix("count: expected a whole number"))
    }

    @Test(arguments: ["9223372036854775808", "-9223372036854775808", "0.5", "{}"])
    func `a signed number is a whole one in range`(number: String) {
        #expect(fault("-9223372036854775807", number).hasPrefix("offset: expected a whole number"))
    }

    @Test(arguments: [
        ("\"0190a5b27c3d7e4f8a1b2c3d4e5f6a7b\"", "id"), ("\"00000000-0000-0000-0000-000000000000\"", "id"),
        ("\"0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6a7g\"", "id"), ("\"\"", "id"),
    ])
    func `an identifier is whole and names something`(text: String, path: String) {
        #expect(fault("\"0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6a7b\"", text).hasPrefix("id: expected an identifier"))
    }

    @Test func `times are whole and exist`() {
        for text in ["2026-11-21", "2026-11-21T08:30:00", "2026-02-30T08:30:00Z", "now", "2026-11-21T25:00:00Z"] {
            #expect(fault("2026-11-21T08:30:00.000000Z", text).hasPrefix("when: expected a moment"), "\(text)")
        }
        for text in ["2026-02-30", "21.11.2026", "2026-11"] {
            #expect(fault(#""day":"2026-11-21""#, #""day":"\#(text)""#).hasPrefix("day: expected a day"), "\(text)")
        }
        #expect(fault(#""month":"2026-11""#, #""month":"2026-13""#).hasPrefix("month: expected a month"))
        #expect(fault("00ff", "00f").hasPrefix("bytes: expected bytes"))
        #expect(fault("00ff", "00fx").hasPrefix("bytes: expected bytes"))
    }

    @Test(arguments: [
        "", " ", "{", "[", "nul", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "{} {}", "{}x", "01", "-", "1.",
        "1e", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\n\"", "{'a':1}",
        "NaN", "\u{FEFF}{}", "{,}",
    ])
    func `what is not JSON is refused with its place`(text: String) {
        #expect {
            _ = try read(text)
        } throws: { error in
            guard let fault = error as? JSONFault, case .syntax = fault.problem else { return false }
            return fault.message.contains("this is not JSON: expected") && fault.message.contains("at byte")
        }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        let text = Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)
        #expect(throws: JSONFault(path: "", problem: .notUTF8(byteOffset: 6))) {
            try JSONFieldReader.read(Order.self, from: text)
        }
    }

    @Test func `what would cost too much is refused before it does`() {
        let limits = JSONDocument.Limits(bytesMax: 10_000, depthMax: 4, valuesMax: 100, membersMax: 20)
        func problem(_ text: String) -> JSONFault.Problem? {
            do throws(JSONFault) {
                _ = try read(text, limits)
                return nil
            } catch { return error.problem }
        }
        #expect(problem(String(repeating: " ", count: 10_001)) == .tooLong(byteCount: 10_001, max: 10_000))
        #expect(problem(String(repeating: "[", count: 5_000)) == .tooDeep(max: 4))
        #expect(problem("{\"a\":" + String(repeating: "[", count: 3)) != .tooDeep(max: 4))
        #expect(problem("[" + String(repeating: "0,", count: 200)) == .tooManyValues(max: 100))
        let keys = (0..<30).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(problem("{" + keys + "}") == .tooManyMembers(max: 20))
    }

    @Test func `a list with too many elements is refused before one of them is read`() throws {
        let list = Array("{\"lines\":[{\"text\":\"a\"},{},5]}".utf8)
        let read = try JSONFieldReader.readEach(Order.Line.self, of: "lines", from: list, countMax: 3)
        #expect(read.map { $0.fault == nil } == [true, false, false])
        #expect(throws: JSONFault(path: "lines", problem: .tooManyElements(count: 3, max: 2))) {
            try JSONFieldReader.readEach(Order.Line.self, of: "lines", from: list, countMax: 2)
        }
    }

    @Test func `without a list of fields it is read value by value, in order, each with its path`() throws {
        func written(_ node: JSONDocument.Node) -> String {
            switch node.content {
            case .null: "null"
            case .flag(let flag): String(flag)
            case .number(let digits): digits
            case .text(let text): "'" + text + "'"
            case .list(let list): "[" + list.map { written($0) }.joined(separator: ",") + "]"
            case .object(let members):
                "{" + members.map { $0.key + ":" + written($0.value) }.joined(separator: ",") + "}"
            }
        }
        let text = #" { "b" : [ null , true, false, -1.50e3, "\u00e9\n" ], "a": {}, "\u0063": [[]] } "#
        let root = try JSONDocument(Array(text.utf8)).root
        #expect(written(root) == "{b:[null,true,false,-1.50e3,'é\n'],a:{},c:[[]]}")
        guard case .object(let members) = root.content, case .list(let list) = members[0].value.content else {
            Issue.record("it is no object that begins with a list")
            return
        }
        #expect([root.path, members[2].value.path, list[3].path] == ["", "c", "b[3]"])
    }

    @Test func `a message shows only the beginning of what was sent, and nothing that disturbs a terminal`() {
        let shown = fault("archived", "\\u001b[31m" + String(repeating: "x", count: 500))
        #expect(!shown.contains("\u{1B}"))
        #expect(shown.count < 200)
    }

    @Test(arguments: Seed.hundred) func `cut or changed text is a fault or a value, never a crash`(seed: Seed) {
        var chance = seed.chance
        let bytes = Array(whole.utf8)
        for cut in 0..<bytes.count {
            #expect(throws: JSONFault.self) { try JSONFieldReader.read(Order.self, from: Array(bytes[..<cut])) }
        }
        for _ in 0..<100 {
            var changed = bytes
            for _ in 0...chance.below(3) { changed[chance.below(changed.count)] = UInt8(chance.below(256)) }
            guard let order = try? JSONFieldReader.read(Order.self, from: changed) else { continue }
            let again = try? JSONFieldReader.read(Order.self, from: Array(JSONFieldWriter.object(order).utf8))
            #expect(again == order)
        }
    }

    @Test func `the schema says what is read`() throws {
        var schema = JSONFieldSchema()
        schema.define(Order.self)
        #expect(schema.definitions.map(\.name) == ["Order", "Line", "Payment", "Payment.cash", "Payment.card"])
        let order = try #require(schema.definitions.first)
        #expect(order.fields.filter { !$0.isRequired }.map(\.name) == ["isUrgent", "perhaps"])
        #expect(schema.definitions[1].demands == ["a line that is not bad"])
        let text = schema.text(of: Order.self)
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        #expect(text.contains(#""until":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]}"#))
        #expect(text.contains(##""Payment":{"oneOf":[{"$ref":"#/$defs/Payment.cash"},"##))
    }
}
