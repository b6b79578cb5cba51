import Boards
import Kernel
import KernelTesting
import Notes
import Testing

@testable import Workspace

@Suite("Searching")
struct Searching {
    private func found(_ desk: Desk, _ query: String, _ kinds: [EntityKind] = EntityKind.allCases) -> [String] {
        desk.view.search(SearchQuery(query), kinds).hits.map(\.title)
    }

    private func furnished() throws -> Desk {
        var desk = Desk()
        let folder = try desk.folder("Technik")
        _ = try desk.note("Videokamera", "Die Kamera liegt im Schrank.", in: folder, tags: ["geräte"])
        _ = try desk.note("Einkauf", "- [ ] Milch\n- [ ] Ölkännchen\n- [ ] 相机电池")
        _ = try desk.note("東京の日記", "カメラを買った。한국어 메모.")
        let gone = try desk.note("Kamera, alt", "weg")
        try desk.ask(.notes(.trashNote(gone)))
        let (_, column) = try desk.board("Haus")
        let card = try desk.card(
            "Kamera montieren", "über der Tür", in: column, tags: [CardTag(colour: .red, label: "Wand")])
        try desk.ask(
            .boards(.addItem(card, desk.id(), text: Name(recorded: "Dübel kaufen"), checklist: "", above: nil)))
        try desk.ask(.boards(.addComment(card, desk.id(), text: "Straße oder Hof?")))
        try desk.ask(.boards(.attachFile(card, desk.id(), .some("montage.pdf"))))
        return desk
    }

    @Test(.shows("N-301.4")) func `finds titles and contents of every field`() throws {
        let desk = try furnished()
        #expect(found(desk, "Technik") == ["Technik"])
        #expect(found(desk, "schrank") == ["Videokamera"])
        #expect(found(desk, "milch") == ["Einkauf"])
        #expect(found(desk, "haus") == ["Haus"])
        #expect(found(desk, "türe") == [] && found(desk, "tür") == ["Kamera montieren"], "description")
        #expect(found(desk, "dübel") == ["Kamera montieren"], "checklist")
        #expect(found(desk, "hof") == ["Kamera montieren"], "comment")
        #expect(found(desk, "wand") == ["Kamera montieren"], "tag of a card")
        #expect(found(desk, "geräte") == ["Videokamera"], "tag of a note")
        #expect(found(desk, "montage.pdf") == ["Kamera montieren"], "file")
    }

    @Test(.shows("N-301.4")) func `finds within words, at their beginning, and in any script`() throws {
        let desk = try furnished()
        #expect(found(desk, "kamera") == ["Kamera montieren", "Videokamera"], "the trash is left out")
        #expect(found(desk, "videok") == ["Videokamera"])
        #expect(found(desk, "电池") == ["Einkauf"])
        #expect(found(desk, "京") == ["東京の日記"] && found(desk, "日記") == ["東京の日記"])
        #expect(found(desk, "カメラ") == ["東京の日記"])
        #expect(found(desk, "한국") == ["東京の日記"] && found(desk, "메") == ["東京の日記"])
    }

    @Test(.shows("N-301.4")) func `takes letters for the same that people take for the same`() throws {
        let desk = try furnished()
        for query in ["ÖLKÄNNCHEN", "o\u{308}lka\u{308}nnchen", "olkannchen"] {
            #expect(found(desk, query) == ["Einkauf"])
        }
        for query in ["straße", "STRASSE", "strasse"] { #expect(found(desk, query) == ["Kamera montieren"]) }
        let folding = Folding()
        let same = [
            ["Ångström", "ANGSTROM"], ["Łódź", "łodz"], ["ΣΊΣΥΦΟΣ", "σισυφος"], ["Ёлка", "елка"],
            ["Việt Nam", "viet nam"],
            ["İstanbul", "istanbul"], ["ﬁ", "ﬁ"], ["각", "\u{1100}\u{1161}\u{11A8}"], ["👍🏽", "👍🏽"],
        ]
        for pair in same { #expect(folding.letters(of: pair[0]) == folding.letters(of: pair[1]), "\(pair)") }
        #expect(folding.letters(of: "か") != folding.letters(of: "が"), "a voiced kana is another")
    }

    @Test func `all words must be there, and phrases as they stand`() throws {
        let desk = try furnished()
        #expect(SearchQuery("  kamera “im Schrank” \"a b\" ").terms == ["kamera", "im Schrank", "a b"])
        #expect(found(desk, "kamera schrank") == ["Videokamera"])
        #expect(found(desk, "\"im schrank\"") == ["Videokamera"] && found(desk, "\"schrank im\"") == [])
        #expect(found(desk, "kamera nirgends") == [])
        #expect(found(desk, "") == [] && found(desk, "\u{301}") == [])
        #expect(found(desk, "kamera", [.card]) == ["Kamera montieren"])
    }

    @Test(.shows("N-301.4")) func `says where, so that it can be highlighted`() throws {
        let desk = try furnished()
        let reading = desk.view.search(SearchQuery("kamera straße"))
        #expect(reading.hits.map(\.titleMatches) == [[0..<6]])
        #expect(reading.hits[0].passages.map(\.field) == [.comment])
        #expect(reading.hits[0].passages[0].matches == [0..<6])
        try expectGolden(
            desk.view.search(SearchQuery("kamera")).text + desk.view.search(SearchQuery("kamera")).json + "\n",
            "across/search.txt")
        #expect(desk.view.search(SearchQuery("a"), limit: 1).text.hasSuffix("more\n"))
        #expect(desk.view.search(SearchQuery("nirgends")).text == "Nothing was found.\n")
    }

    @Test func `a passage is cut around its match, which stands in it by scalars`() throws {
        var desk = Desk()
        let filler = String(repeating: "ö 相 ", count: 40)
        _ = try desk.note("Long", filler + "the N\u{65}\u{301}edle\nhere " + filler)
        let passage = try #require(desk.view.search(SearchQuery("néedle")).hits.first?.passages.first)
        let scalars = Array(passage.text.unicodeScalars)
        #expect(String(String.UnicodeScalarView(scalars[passage.matches[0]])) == "N\u{65}\u{301}edle")
        #expect(passage.start == filler.unicodeScalars.count + 4 - 40)
        #expect(scalars.count == 160 && !passage.text.contains("\n"))
    }

    /// The matcher against the plainest search there is.
    @Test(arguments: Seed.hundred)
    func `finds what comparing at every place finds`(seed: Seed) {
        var chance = seed.chance
        let folding = Folding()
        for _ in 0..<50 {
            let word = (0..<(1 + chance.below(5))).map { _ in ["a", "b", "ä", "ß", "相"][chance.below(5)] }.joined()
            let text = (0..<chance.below(40)).map { _ in ["a", "b", "Ä", "s", "相", " "][chance.below(6)] }.joined()
            let (needle, hay) = (folding.letters(of: word), folding.letters(of: text))
            var expected = 0
            var place = 0
            while place + needle.count <= hay.count {
                if hay[place..<(place + needle.count)].elementsEqual(needle) {
                    expected += 1
                    place += needle.count
                } else {
                    place += 1
                }
            }
            let ranges = TextMatcher(word, folding).ranges(in: Array(text.utf8), max: .max)
            #expect(ranges.count == expected, "\(word) in \(text)")
        }
    }

    @Test func `an index is fed everything that is to be seen`() throws {
        let desk = try furnished()
        var fed: [String] = []
        desk.view.forEachSearchText { text in
            fed.append(text.thing.title.text)
            if text.thing.title.text == "Kamera montieren" {
                #expect(text.pieces.map(\.field) == [.description, .checklistItem, .comment, .file])
                #expect(text.tags.map(\.text) == ["Wand"] && text.path == "Haus/To Do/Kamera montieren")
            }
        }
        #expect(fed == ["Technik", "Videokamera", "Einkauf", "東京の日記", "Haus", "Kamera montieren"])
    }
}
