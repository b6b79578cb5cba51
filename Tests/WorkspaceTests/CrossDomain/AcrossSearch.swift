import Boards
import Foundation
import Kernel
import KernelTesting
import Notes
import Testing

@testable import Workspace

@Suite("Searching")
struct Searching {
    private func found(_ desk: Desk, _ typed: String, _ kinds: [EntityKind] = []) throws -> [String] {
        var query = try SearchQuery(typed)
        if !kinds.isEmpty { query.narrow(to: kinds) }
        return desk.view.search(query).hits.map(\.title)
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
        #expect(try found(desk, "Technik") == ["Technik"])
        #expect(try found(desk, "schrank") == ["Videokamera"])
        #expect(try found(desk, "milch") == ["Einkauf"])
        #expect(try found(desk, "haus") == ["Haus"])
        #expect(try found(desk, "türe") == [], "description")
        #expect(try found(desk, "tür") == ["Kamera montieren"], "description")
        #expect(try found(desk, "dübel") == ["Kamera montieren"], "checklist")
        #expect(try found(desk, "hof") == ["Kamera montieren"], "comment")
        #expect(try found(desk, "wand") == ["Kamera montieren"], "tag of a card")
        #expect(try found(desk, "geräte") == ["Videokamera"], "tag of a note")
        #expect(try found(desk, "montage.pdf") == ["Kamera montieren"], "file")
    }

    @Test(.shows("N-301.4")) func `finds within words, at their beginning, and in any script`() throws {
        let desk = try furnished()
        #expect(try found(desk, "kamera") == ["Kamera montieren", "Videokamera"], "the trash is left out")
        #expect(try found(desk, "videok") == ["Videokamera"])
        #expect(try found(desk, "电池") == ["Einkauf"])
        #expect(try found(desk, "京") == ["東京の日記"])
        #expect(try found(desk, "日記") == ["東京の日記"])
        #expect(try found(desk, "カメラ") == ["東京の日記"])
        #expect(try found(desk, "한국") == ["東京の日記"])
        #expect(try found(desk, "메") == ["東京の日記"])
    }

    @Test(.shows("N-301.4")) func `takes letters for the same that people take for the same`() throws {
        let desk = try furnished()
        for query in ["ÖLKÄNNCHEN", "o\u{308}lka\u{308}nnchen", "olkannchen"] {
            #expect(try found(desk, query) == ["Einkauf"])
        }
        for query in ["straße", "STRASSE", "strasse"] { #expect(try found(desk, query) == ["Kamera montieren"]) }
        let folding = Folding.standard
        let same = [
            ["Ångström", "ANGSTROM"], ["Łódź", "lodz"], ["ΣΊΣΥΦΟΣ", "σισυφος"], ["Ёлка", "елка"],
            ["Việt Nam", "viet nam"],
            ["İstanbul", "istanbul"], ["ﬁ", "fi"], ["각", "\u{1100}\u{1161}\u{11A8}"], ["👍🏽", "👍🏽"],
            ["がくせい", "か\u{3099}くせい"], ["ガム", "カ\u{3099}ム"], ["ぱ", "は\u{309A}"], ["\u{2F800}", "\u{4E3D}"],
            ["don\u{2019}t", "don't"], ["\u{2018}s", "'s"], ["a\u{A0}b\u{202F}c", "a b c"], ["Wort\u{AD}teil", "wortteil"],
            ["\u{FFFF}\u{FFFE}\u{1FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}"],
        ]
        let marked = [
            ["كِتابٌ", "كتاب"], ["שָׁלוֹם", "שלום"], ["Đường", "duong"], ["smørrebrød på Ærø", "smorrebrod pa aero"],
            ["ışık", "isik"],
            ["ＦＵＬＬ １２３", "full 123"], ["ﾊﾝｶｸ ｶﾞ", "ハンカク ガ"], ["oﬃce", "office"], ["ﻛﺘﺎﺏ", "كتاب"], ["x²", "x2"], ["Ⅳ", "iv"],
        ]
        for pair in same + marked { #expect(folding.letters(of: pair[0]) == folding.letters(of: pair[1]), "\(pair)") }
        // What Unicode calls compatible in letters and digits alone is the same (F19).
        for value in UInt32(0x80)..<0x10000 where !(0x2000..<0x2070).contains(value) && !(0xE00..<0x1000).contains(value) {
            guard let scalar = Unicode.Scalar(value), !(scalar.properties.name ?? "").hasPrefix("SQUARE") else { continue }
            let plain = String(scalar).decomposedStringWithCompatibilityMapping
            guard plain.unicodeScalars.count <= 4, plain.unicodeScalars.allSatisfy(\.properties.isAlphabetic) else { continue }
            if scalar.properties.name?.contains("CJK") == true { continue }
            #expect(folding.letters(of: String(scalar)) == folding.letters(of: plain), "U+\(String(value, radix: 16))")
        }
        #expect(folding.letters(of: "か") != folding.letters(of: "が"), "a voiced kana is another")
    }

    @Test func `all words must be there, and phrases as they stand`() throws {
        let desk = try furnished()
        #expect(try SearchQuery("  kamera “im Schrank” \"a b\" ") == SearchQuery("kamera \"im Schrank\" \"a b\""))
        #expect(try found(desk, "kamera schrank") == ["Videokamera"])
        #expect(try found(desk, "\"im schrank\"") == ["Videokamera"])
        #expect(try found(desk, "\"schrank im\"") == [])
        #expect(try found(desk, "kamera nirgends") == [])
        #expect(try found(desk, "") == [])
        #expect(try found(desk, "\u{301}") == [])
        #expect(try found(desk, "kamera", [.card]) == ["Kamera montieren"])
    }

    @Test(.shows("N-301.4")) func `says where, so that it can be highlighted`() throws {
        let desk = try furnished()
        let reading = desk.view.search(try SearchQuery("kamera straße"))
        #expect(reading.hits.map(\.titleMatches) == [[0..<6]])
        #expect(reading.hits[0].passages.map(\.field) == [.comment])
        #expect(reading.hits[0].passages[0].matches == [0..<6])
        try expectGolden(
            desk.view.search(try SearchQuery("kamera")).text + desk.view.search(try SearchQuery("kamera")).json + "\n",
            "across/search.txt")
        #expect(try desk.view.search(SearchQuery("a"), page: SearchPage(limit: 1)).text.hasSuffix("more\n"))
        #expect(try desk.view.search(SearchQuery("nirgends")).text == "Nothing was found.\n")
    }

    @Test func `a passage is cut around its match, which stands in it by scalars`() throws {
        var desk = Desk()
        let filler = String(repeating: "ö 相 ", count: 40)
        _ = try desk.note("Long", filler + "the N\u{65}\u{301}edle\nhere " + filler)
        let passage = try #require(try desk.view.search(SearchQuery("néedle")).hits.first?.passages.first)
        let scalars = Array(passage.text.unicodeScalars)
        #expect(String(String.UnicodeScalarView(scalars[passage.matches[0]])) == "N\u{65}\u{301}edle")
        #expect(passage.start == filler.unicodeScalars.count + 4 - 40)
        #expect(scalars.count == 160 && !passage.text.contains("\n"))
    }

    /// The matcher against the plainest search there is.
    @Test(arguments: Seed.hundred)
    func `finds what comparing at every place finds`(seed: Seed) {
        var chance = seed.chance
        let folding = Folding.standard
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

    @Test func `an index is fed the text of everything, the trash too`() throws {
        let desk = try furnished()
        var fed: [String] = []
        SearchTexts(of: desk.view).forEach { text in
            fed.append(text.title.text)
            if text.title.text == "Kamera montieren" {
                #expect(text.pieces.map(\.field) == [.description, .checklistItem, .comment, .tag, .file])
            }
        }
        #expect(fed == ["Technik", "Videokamera", "Einkauf", "東京の日記", "Kamera, alt", "Haus", "Kamera montieren"])
    }

    /// The rule that lets an index read headers only: a thing's text changes by events about it, or about a file on it.
    @Test(arguments: Seed.hundred)
    func `an event changes the text of no other thing than it is about`(seed: Seed) {
        var fixture = AnyWorkspace(seed)
        for _ in 0..<60 {
            let before = texts(fixture.view)
            let first = fixture.facts.count
            fixture.take(fixture.command())
            let after = SearchTexts(of: fixture.view)
            let subjects = fixture.facts[first...].compactMap { after.changed(by: $0.event.subject)?.entity }
            for (entity, text) in texts(fixture.view) where before[entity] != text {
                #expect(subjects.contains(entity), "\(fixture.facts[first...].map(\.event))")
            }
        }
    }

    private func texts(_ view: WorkspaceView) -> [EntityID: [String]] {
        var found: [EntityID: [String]] = [:]
        SearchTexts(of: view).forEach { found[$0.referent.entity] = [$0.title.text] + $0.pieces.map(\.text) }
        return found
    }
}
