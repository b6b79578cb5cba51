import Kernel
import KernelTesting
import Testing

@Suite("Finding things by identifier")
struct TableTests {
    private enum Thing {}

    /// Few are looked at one by one, many are found through the index; both sides of the border, and of each growth.
    @Test(arguments: [0, 1, 8, 9, 16, 17, 1000])
    func `finds everything that was put in, and nothing else`(count: Int) {
        var table = Table<Thing, Int>()
        for number in 0..<count { #expect(table.add(Identifier(hi: 7, lo: UInt64(number)), number)?.index == number) }
        #expect(table.count == count)
        for number in 0..<count {
            #expect(table[Identifier(hi: 7, lo: UInt64(number))] == number)
            #expect(!table.has(Identifier(hi: 8, lo: UInt64(number))))
        }
        #expect(table.slot(of: Identifier(hi: 7, lo: UInt64(count))) == nil)
    }

    /// Times the inverse of the multiplier of Fibonacci hashing: without a key all of them lie in one place.
    @Test func `identifiers that are made to collide lie apart`() {
        var table = Table<Thing, Int>()
        for number in 0..<4_000 { table.add(Identifier(hi: 0, lo: UInt64(number) &* 0xF1DE_83E1_9937_733D), number) }
        #expect(table.ids.enumerated().count { table.glance(at: $1) == $0 } > 2_000)
    }

    @Test func `keeps things in the order in which they came`() {
        var table = Table<Thing, Int>()
        for number in 0..<100 { table.add(Identifier(hi: 0, lo: UInt64(number * 37 % 101)), number) }
        #expect(table.ids.map(\.lo) == (0..<100).map { UInt64($0 * 37 % 101) })
        #expect(Array(table.entries) == Array(0..<100))
        #expect(table.all.map(\.slot.index) == Array(0..<100))
    }

    @Test func `leaves alone what is there already`() {
        var table = Table<Thing, String>()
        let id = Identifier<Thing>(hi: 1, lo: 1)
        table.add(id, "first")
        #expect(table.add(id, "second") == nil)
        let slot = table.slot(of: id, orAdding: "third")
        #expect(table[slot] == "first")
        #expect(table.count == 1)
    }

    @Test func `changes a thing where it lies`() throws {
        var table = Table<Thing, [Int]>()
        for number in 0..<20 { table.add(Identifier(hi: 0, lo: UInt64(number)), [number]) }
        let slot = try #require(table.slot(of: Identifier(hi: 0, lo: 13)))
        table[slot].append(99)
        #expect(table[Identifier(hi: 0, lo: 13)] == [13, 99])
        #expect(table[Identifier(hi: 0, lo: 12)] == [12])
    }

    @Test func `is equal to a table with the same things that grew otherwise`() {
        var grown = Table<Thing, Int>()
        var reserved = Table<Thing, Int>()
        reserved.reserveCapacity(500)
        for number in 0..<40 {
            grown.add(Identifier(hi: 3, lo: UInt64(number)), number)
            reserved.add(Identifier(hi: 3, lo: UInt64(number)), number)
        }
        #expect(grown == reserved)
        grown.add(Identifier(hi: 4, lo: 0), 0)
        #expect(grown != reserved)
    }

    /// Identifiers of which one half is always the same must not end up in one heap.
    @Test(arguments: [(true, false), (false, true)])
    func `finds identifiers that differ in one half only`(high: Bool, low: Bool) {
        var table = Table<Thing, Int>()
        func id(_ number: Int) -> Identifier<Thing> {
            Identifier(hi: high ? UInt64(number) << 40 : 5, lo: low ? UInt64(number) << 40 : 5)
        }
        for number in 0..<5000 { table.add(id(number), number) }
        for number in 0..<5000 { #expect(table[id(number)] == number) }
    }

    @Test(arguments: Seed.hundred)
    func `agrees with a dictionary on any mixture of additions and questions`(seed: Seed) {
        var chance = seed.chance
        var table = Table<Thing, Int>()
        var model: [Identifier<Thing>: Int] = [:]
        for step in 0..<300 {
            let id = Identifier<Thing>(
                hi: UInt64.random(in: 0..<4, using: &chance), lo: .random(in: 0..<40, using: &chance))
            #expect(table[id] == model[id])
            let isNew = model[id] == nil
            #expect((table.add(id, step) != nil) == isNew)
            if isNew { model[id] = step }
        }
        #expect(table.count == model.count)
    }
}
