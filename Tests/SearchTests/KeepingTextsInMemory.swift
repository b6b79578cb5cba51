import KernelTesting
import Testing

@testable import Search

@Suite("Keeping texts in memory")
struct KeepingTextsInMemory {
    private static func text(_ body: String) -> IndexedText {
        IndexedText(title: Array("t".utf8), tags: [], body: Array(body.utf8), files: [])
    }

    private func rows(_ memory: IndexMemory, _ sought: String, of count: Int) -> [Int] {
        settled(memory.holders(of: Array(sought.utf8), of: count), memory, of: count).filter(\.isMet).map(\.row)
    }

    /// Every row of which it is known, once the texts were asked.
    private func settled(
        _ holders: Postings, _ memory: IndexMemory, of count: Int
    ) -> [(row: Int, isMet: Bool)] {
        var holders = holders
        holders.settle(Array(0..<count), in: memory.texts)
        return (0..<count).compactMap { row in holders.isMet(by: row).map { (row, $0) } }
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
        let words = ["ka", "kamera", "ra", "ol", "x", "日", "日記", "é", "я", ", ", " ", "-", "s", "\u{4FFFE}"]
        var memory = IndexMemory()
        var texts = [String?](repeating: nil, count: 40)
        func some(_ count: Int) -> String { (0..<count).compactMap { _ in chance.pick(words) }.joined() }
        for row in texts.indices {
            let text = some(chance.below(30))
            texts[row] = text
            memory.add(row, Self.text(text))
        }
        for _ in 0..<300 {
            let row = chance.below(texts.count)
            texts[row] = chance.once(in: 5) ? nil : some(chance.below(30))
            memory.put(row, texts[row].map(Self.text))
            let sought = some(1 + chance.below(4))
            // Queries hold no border.
            guard !sought.contains("\u{4FFFE}") else { continue }
            let expected = texts.indices.filter { row in
                texts[row].map { "t\n\($0)".utf8.contains(sought) } ?? false
            }
            #expect(rows(memory, sought, of: texts.count) == expected, "\(sought)")
            let begun = settled(
                memory.holders(of: Array(sought.utf8), startingWord: true, of: texts.count), memory, of: texts.count)
            let letters = IndexedBytes.Needle(Array(sought.utf8))
            let asked = texts.indices.compactMap { row in
                switch memory.texts.with(row, { $0.beginsWord(with: letters) }) {
                case let isMet??: (row: row, isMet: isMet)
                case .some(nil): nil
                case nil: (row: row, isMet: false)
                }
            }
            #expect(begun.map(\.row) == asked.map(\.row) && begun.map(\.isMet) == asked.map(\.isMet), "\(sought)*")
        }
    }

    /// More than one core takes at a time.
    @Test func `a phrase is found in thousands of texts, and nowhere else`() {
        var memory = IndexMemory()
        for row in 0..<10_000 { memory.add(row, Self.text(row % 3 == 0 ? "ka ol, 日 記" : "ol ka, 日記")) }
        for (sought, isThird) in [("ka ol", true), ("ol ka", false), ("日 記", true), ("日記", false)] {
            let expected = (0..<10_000).filter { ($0 % 3 == 0) == isThird }
            #expect(rows(memory, sought, of: 10_000) == expected, "\(sought)")
        }
    }

    /// The rows whose titles are known from words alone, and those whose titles have to be looked at.
    @Test func `titles are told from the texts below them`() {
        var memory = IndexMemory()
        func add(_ row: Int, _ title: String, _ body: String) {
            memory.add(row, IndexedText(title: Array(title.utf8), tags: [], body: Array(body.utf8), files: []))
        }
        add(0, "ka ol", "日")
        add(1, "ol ka 日", "ka ol")
        func titled(_ sought: String) -> [Int] {
            let holders = memory.titleHolders(of: Array(sought.utf8), of: 2)
            return [0, 1].filter { holders.isMet(by: $0, in: memory.texts) ?? false }
        }
        #expect(titled("ka ol") == [0])
        #expect(titled("日") == [1])
        #expect(titled("l") == [0, 1])
        #expect(titled(" ") == [0, 1])
        #expect(titled("kaol") == [])
    }
}

extension String.UTF8View {
    fileprivate func contains(_ other: String) -> Bool {
        let (all, sought) = (Array(self), Array(other.utf8))
        guard sought.count <= all.count else { return false }
        return (0...(all.count - sought.count)).contains { all[$0..<($0 + sought.count)].elementsEqual(sought) }
    }
}
