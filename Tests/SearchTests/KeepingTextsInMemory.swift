import KernelTesting
import Testing

@testable import Search

@Suite("Keeping texts in memory")
struct KeepingTextsInMemory {
    private static func text(_ body: String) -> IndexedText {
        IndexedText(title: "t", tags: "", body: body, files: "")
    }

    private func rows(_ memory: IndexMemory, _ sought: String, of count: Int) -> [Int] {
        memory.rows(holding: Array(sought.utf8), of: count).enumerated().filter(\.element).map(\.offset)
    }

    /// One who changes a letter of a long word all the time, which is a new word each time.
    @Test func `what no text holds any more is forgotten, and what some hold is found`() {
        var memory = IndexMemory()
        memory.add(1, Self.text("kept words, one of each"))
        memory.add(2, Self.text(""))
        let word = String(repeating: "ab", count: 10_000)
        for change in 0..<200 {
            memory.put(2, Self.text("kept \(word)\(change) end"))
            #expect(rows(memory, "b\(change)", of: 3) == [2])
            #expect(change == 0 || rows(memory, "b\(change - 1) ", of: 3) == [])
            #expect(rows(memory, "kept", of: 3) == [1, 2])
            #expect(rows(memory, "words, one", of: 3) == [1])
        }
        #expect(memory.byteCount < 20 * word.utf8.count)
        memory.put(2, nil)
        memory.put(1, nil)
        #expect(rows(memory, "kept", of: 3) == [])
    }

    /// Against looking at every text.
    @Test(arguments: Seed.ten) func `finds what looking at every text finds, whatever is put in and taken out`(
        seed: Seed
    ) {
        var chance = seed.chance
        let words = ["ka", "kamera", "ra", "ol", "x", "日", "日記", "é", "я", ", ", " ", "-"]
        var memory = IndexMemory()
        var texts = [String?](repeating: nil, count: 40)
        func some(_ count: Int) -> String { (0..<count).compactMap { _ in chance.pick(words) }.joined() }
        for row in texts.indices {
            let text = some(chance.below(30))
            texts[row] = text
            memory.add(Int64(row), Self.text(text))
        }
        for _ in 0..<300 {
            let row = chance.below(texts.count)
            texts[row] = chance.once(in: 5) ? nil : some(chance.below(30))
            memory.put(Int64(row), texts[row].map(Self.text))
            let sought = some(1 + chance.below(4))
            guard IndexMemory.canFind(Array(sought.utf8)) else { continue }
            let expected = texts.indices.filter { row in
                texts[row].map { "t\n\($0)".utf8.contains(sought) } ?? false
            }
            #expect(rows(memory, sought, of: texts.count) == expected, "\(sought)")
        }
    }
}

extension String.UTF8View {
    fileprivate func contains(_ other: String) -> Bool {
        let (all, sought) = (Array(self), Array(other.utf8))
        guard sought.count <= all.count else { return false }
        return (0...(all.count - sought.count)).contains { all[$0..<($0 + sought.count)].elementsEqual(sought) }
    }
}
