import KernelTesting
import Testing

@testable import Kernel

@Suite("A list that finds its things by identifier")
struct IndexedListTests {
    private struct Part: Identified, FieldMessage, Sendable {
        var id: Identifier<Part>
        var words: String

        static var schemaName: StaticString { "Part" }
        static var blank: Part { Part(id: .zero, words: "") }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "id", &id)
            coder.field(2, "words", &words)
        }
    }

    private struct Whole<List: FieldValue & Equatable>: FieldMessage {
        var parts: List

        static var schemaName: StaticString { "Whole" }
        static var blank: Whole { Whole(parts: .blank) }

        mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "parts", &parts) }
    }

    private static func part(_ number: UInt64) -> Part {
        Part(id: Identifier(hi: 7, lo: number &* 0x9E37_79B9_7F4A_7C15), words: "part \(number)")
    }

    private static func bytes<List>(of whole: Whole<List>) -> [UInt8] {
        var (writer, whole) = (FieldWriter(), whole)
        whole.code(&writer)
        return writer.bytes
    }

    private static let counts = [0, 1, 31, 32, 33, 34, 200, 3_000]

    @Test(arguments: counts)
    func `it holds and finds what an array does, however many there are`(count: Int) {
        let array = (0..<UInt64(count)).map(Self.part)
        var list = IndexedList<Part>()
        for part in array { list.append(part) }
        #expect(list.count == count && list.isEmpty == array.isEmpty && Array(list) == array)
        for (place, part) in array.enumerated() {
            #expect(list.index(of: part.id) == place && list[part.id] == part && list[place] == part)
        }
        let unknown = Self.part(1_000_000).id
        #expect(list.index(of: unknown) == nil && list[unknown] == nil && !list.has(unknown))
        let before = list
        for part in array { list.append(Part(id: part.id, words: "again")) }
        #expect(list == before && list.change(unknown) { $0.words = "changed" } == nil && list == before)
    }

    @Test(arguments: Seed.ten)
    func `what is changed of a copy is changed nowhere else`(seed: Seed) {
        var chance = seed.chance
        var list = IndexedList<Part>()
        var array: [Part] = []
        var kept: [(IndexedList<Part>, [Part])] = []
        for step in 0..<UInt64(500) {
            if chance.once(in: 20) { kept.append((list, array)) }
            if chance.once(in: 3) || array.isEmpty {
                list.append(Self.part(step))
                array.append(Self.part(step))
            } else {
                let place = chance.below(array.count)
                #expect(list.change(array[place].id) { $0.words += "!" } == place)
                array[place].words += "!"
            }
        }
        #expect(Array(list) == array && kept.count > 5 && array.count > IndexedList<Part>.fewMax)
        for (list, array) in kept { #expect(Array(list) == array) }
    }

    @Test(arguments: counts)
    func `it stands in fields as an array does`(count: Int) throws {
        let array = (0..<UInt64(count)).map(Self.part)
        var list = IndexedList<Part>()
        for part in array { list.append(part) }
        let bytes = Self.bytes(of: Whole(parts: array))
        #expect(Self.bytes(of: Whole(parts: list)) == bytes)
        let read = try FieldReader.read(bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var whole = Whole<IndexedList<Part>>.blank
            whole.code(&reader)
            return whole
        }
        #expect(read.parts == list)
    }

    @Test func `adding to it and changing it where nobody else holds it copies nothing`() {
        guard Cost.isCounted else { return }
        for count in [20, 5_000] as [UInt64] {
            var list = IndexedList<Part>()
            for number in 0..<count { list.append(Self.part(number)) }
            let cost = Cost {
                for number in 0..<100 as Range<UInt64> {
                    list.change(Self.part(number % count).id) { $0.words = "" }
                }
            }
            #expect(cost.bytes < 100 * 1_000, "\(count): \(cost.bytes) bytes")
        }
    }
}
