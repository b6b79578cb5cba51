import KernelTesting
import Testing

@testable import Kernel

@Suite("An array in pages")
struct PagingAnArray {
    /// 100 bytes and more, so that there are few to a page.
    private struct Wide: Equatable {
        var number: Int
        var name: String
        var rest: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

        static func == (a: Wide, b: Wide) -> Bool { a.number == b.number && a.name == b.name }
    }

    @Test(arguments: [0, 1, 7, 250, 251, 252, 300, 503, 504, 505, 4_000, 20_000])
    func `it holds what an array holds, however many pages it has`(count: Int) {
        let array = (0..<count).map { Wide(number: $0, name: "\($0)") }
        var paged = PagedArray<Wide>()
        for element in array { paged.append(element) }
        #expect(paged.count == count && paged.isEmpty == array.isEmpty && paged.endIndex == array.endIndex)
        #expect(Array(paged) == array)
        #expect(paged.indices.allSatisfy { paged[$0] == array[$0] })
        #expect(paged == PagedArray(array))
        #expect(Array(paged.reversed().prefix(3)) == Array(array.reversed().prefix(3)))
        #expect(PagedArray(repeating: UInt32(7), count: count).elementsEqual(Array(repeating: 7, count: count)))
        for place in [-1, count, count + 1, count + 100_000] {
            #expect(paged.peek(at: place) { $0.pointee.number } == nil)
        }
        #expect(paged.indices.allSatisfy { place in paged.peek(at: place) { $0.pointee.number } == place })
    }

    @Test(arguments: Seed.ten)
    func `what is changed of a copy is changed nowhere else`(seed: Seed) {
        var chance = seed.chance
        var array = (0..<3_000).map { Wide(number: $0, name: "\($0)") }
        var paged = PagedArray(array)
        var kept: [(PagedArray<Wide>, [Wide])] = []
        for step in 0..<2_000 {
            if chance.once(in: 50) { kept.append((paged, array)) }
            if chance.once(in: 3) {
                let new = Wide(number: -step, name: "new \(step)")
                paged.append(new)
                array.append(new)
            } else {
                let place = chance.below(array.count)
                paged[place].name += "!"
                array[place].name += "!"
            }
        }
        #expect(Array(paged) == array)
        #expect(kept.count > 10)
        for (paged, array) in kept { #expect(Array(paged) == array) }
    }

    @Test func `the first change of a copy copies a page, and nothing of the others`() {
        let paged = PagedArray((0..<10_000).map { Wide(number: $0, name: "\($0)") })
        var changed = paged
        changed[5_000].number = 0
        var moved: Set<Int> = []
        for place in paged.indices {
            let before = paged.peek(at: place) { Int(bitPattern: $0) }
            let after = changed.peek(at: place) { Int(bitPattern: $0) }
            if before != after { moved.insert(place) }
        }
        #expect(moved.contains(5_000))
        #expect(moved.count <= 512, "\(moved.count) of 10,000 were copied")
        #expect(paged[5_000].number == 5_000 && changed[5_000].number == 0)
    }
}
