import Kernel
import KernelTesting
import Studio
import Testing

@testable import Intelligence

@Suite struct TellingByBuildingBlocks {
    private static func question(
        _ theme: String, names: [String] = ["Mia", "Ben"], pictures: Int = 3, stage: AgeStage = .middle, seed: UInt64 = 1,
        length: StoryLength = .short, titles: [String] = ["Red rocket", "", "My cat"]
    ) -> StoryQuestion {
        StoryQuestion(
            pictures: (0..<pictures).map {
                .init(artwork: ArtworkID(hi: 1, lo: UInt64($0) + 1), title: titles[$0 % titles.count])
            }, theme: theme, names: names.map { Name(recorded: $0) }, length: length, note: "", stage: stage, seed: seed)
    }

    @Test(.shows("J-401", "J-403")) func `every artwork and every name is in every story, whatever the seed`() {
        for seed in 0..<500 as Range<UInt64> {
            let themes = StoryBlocks.all.map { $0.words[0] } + ["Trains that fly", ""]
            let asked = Self.question(
                themes[Int(seed) % themes.count], names: ["Mia", "Ben", "Zoë"], pictures: 2 + Int(seed % 4),
                stage: AgeStage.table[Int(seed) % 3], seed: seed, length: seed % 2 == 0 ? .short : .medium)
            var template = StoryTemplate(asked)
            let passages = template.passages()
            #expect(passages.flatMap(\.artworks) == asked.pictures.map(\.artwork))
            let text = passages.map(\.text).joined(separator: "\n")
            for name in asked.names { #expect(text.contains(name.text), "\(text)") }
            #expect(text.contains("“Red rocket”"))
            #expect(!text.contains("{") && !text.contains("}"))
        }
    }

    @Test(.shows("J-419")) func `another version is another story, and the same seed the same`() {
        func told(_ seed: UInt64) -> String {
            var template = StoryTemplate(Self.question("space", seed: seed))
            return template.passages().map(\.text).joined()
        }
        #expect(told(1) == told(1))
        #expect(Set((0..<50).map { told($0) }).count > 45)
    }

    @Test(.shows("J-202", "J-020")) func `the youngest get sentences of eight words at most, older ones more`() {
        let blocks = StoryBlocks.all.flatMap { $0.openings + $0.pictures + $0.middles + $0.endings }
        func longest(_ text: String) -> Int {
            text.split(whereSeparator: { ".!?".contains($0) }).map { $0.split(separator: " ").count }.max() ?? 0
        }
        for block in blocks + StoryBlocks.anyPictures + StoryBlocks.anyMiddles {
            #expect(longest(block.young) <= StageGuide(.early).vocabulary.sentenceWordsMax, "\(block.young)")
            #expect(longest(block.older) <= StageGuide(.middle).vocabulary.sentenceWordsMax + 3, "\(block.older)")
        }
    }

    @Test func `each theme has thirty blocks and more to draw from`() {
        for blocks in StoryBlocks.all {
            let own = blocks.openings + blocks.pictures + blocks.middles + blocks.endings
            #expect((own + StoryBlocks.anyPictures + StoryBlocks.anyMiddles).count >= 30)
            #expect(blocks.openings.allSatisfy { $0.young.contains("{hero}") && $0.older.contains("{hero}") })
            #expect(blocks.pictures.allSatisfy { $0.young.contains("{picture}") && $0.older.contains("{picture}") })
        }
        #expect((StoryBlocks.anyPictures).allSatisfy { $0.young.contains("{picture}") && $0.older.contains("{picture}") })
    }

    @Test(.shows("J-417")) func `a word that is not for children blocks a story, even where a person wrote it`() async throws {
        let provider = EmbeddedProvider(mint: Minting().next)
        let fine = try await provider.tell(Self.question("adventure"))
        #expect(fine.moderation == .passed)
        let bad = try await provider.tell(Self.question("adventure", titles: ["the gun"]))
        guard case .blocked(let reason) = bad.moderation else {
            Issue.record("it passed")
            return
        }
        #expect(reason.contains("“gun”"))
        // Part of another word is another word.
        #expect(try await provider.tell(Self.question("Begun in Sussex")).moderation == .passed)
    }

    @Test func `what a person wrote is never taken for a place to fill in`() {
        var template = StoryTemplate(Self.question("space", names: ["{picture}"], titles: ["{hero}"]))
        let text = template.passages().map(\.text).joined()
        #expect(text.contains("“{hero}”") && text.contains("{picture}"))
    }

    @Test func `all blocks are fit for children`() {
        for blocks in StoryBlocks.all {
            let all = blocks.titles + blocks.openings + blocks.pictures + blocks.middles + blocks.endings
            let passages = all.map { StoryText.Passage($0.young + " " + $0.older) }
            #expect(StoryModeration.judged(passages, title: "") == .passed)
        }
    }
}
