package import Kernel
package import Studio

/// Tells a story from building blocks that a person wrote: no model, no network, the same seed the same story.
///
/// One block stands for each artwork, so every artwork and every name is in the story by construction. Nothing is said of a
/// picture but what a person called it. Requirements J-401, J-403, J-419.
package struct StoryTemplate: Sendable {
    /// Of the blocks and of the way they are put together.
    package static let version = 1

    private let question: StoryQuestion
    private let blocks: StoryBlocks
    private var chance: SplitMix

    package init(_ question: StoryQuestion) {
        self.question = question
        blocks = StoryBlocks.all.first { $0.isMeant(by: question.theme) } ?? StoryBlocks.adventure
        chance = SplitMix(seed: question.seed &+ UInt64(question.pictures.count))
    }

    /// The story: an opening, a passage for each artwork in the order that was asked for, and an ending.
    package mutating func passages() -> [StoryText.Passage] {
        var passages: [StoryText.Passage] = []
        var pictures = Deck(blocks.pictures + StoryBlocks.anyPictures)
        var middles = Deck(blocks.middles + StoryBlocks.anyMiddles)
        var thoughts = Deck(StoryBlocks.thoughts)
        passages.append(.init(told([pick(blocks.openings), friends, themeSentence].compactMap(\.self))))
        for (index, picture) in question.pictures.enumerated() {
            var sentences = [pictures.draw(&chance)]
            if question.length == .medium { sentences.append(middles.draw(&chance)) }
            if stage == .late, index % 2 == 0 { sentences.append(thoughts.draw(&chance)) }
            passages.append(.init(told(sentences, picture), artworks: [picture.artwork]))
        }
        if question.length == .medium { passages.append(.init(told([middles.draw(&chance), middles.draw(&chance)]))) }
        passages.append(.init(told([pick(blocks.endings)])))
        return passages
    }

    /// `Mia and the stars`.
    package mutating func title() -> Name {
        let title = filled(pick(blocks.titles).young)
        return (try? Name(title)) ?? Name(recorded: "A story")
    }

    private var stage: AgeStage { question.stage.listed }
    private var hero: String { question.names.first?.text ?? "" }

    /// A sentence with everybody else in it; nil where the hero is alone.
    private var friends: StoryBlock? {
        let others = question.names.dropFirst().map(\.text)
        guard let last = others.last else { return nil }
        let names = others.count == 1 ? last : others.dropLast().joined(separator: ", ") + " and " + last
        return StoryBlock("\(names) came too.", "\(names) came along, of course.")
    }

    /// Where a theme is none of those that there are blocks for, it is said as it was asked for.
    private var themeSentence: StoryBlock? {
        guard !blocks.isMeant(by: question.theme) else { return nil }
        let theme = trimmed(question.theme)
        return theme.isEmpty ? nil : StoryBlock("This was the idea: \(theme).", "Today was all about one idea: \(theme).")
    }

    private mutating func pick(_ blocks: [StoryBlock]) -> StoryBlock { blocks[Int(chance.next() % UInt64(blocks.count))] }

    private func told(_ sentences: [StoryBlock], _ picture: StoryQuestion.Picture? = nil) -> String {
        sentences.map { filled(stage == .early ? $0.young : $0.older, picture) }.joined(separator: " ")
    }

    /// With names and titles where the block leaves room for them, in one pass: what a person wrote is never looked at again.
    private func filled(_ block: String, _ picture: StoryQuestion.Picture? = nil) -> String {
        var text = ""
        var rest = block[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            switch rest[rest.index(after: open)..<close] {
            case "hero": text += hero
            case "picture": text += picture.map { $0.title.isEmpty ? "a picture" : "“\($0.title)”" } ?? "a picture"
            default: text += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

/// One thing that happens in a story, in the words for the youngest and for older children. `{hero}` and `{picture}` stand
/// for a name and for an artwork.
struct StoryBlock: Sendable, Equatable {
    /// Sentences of eight words at most.
    var young: String
    /// Sentences of thirteen words at most.
    var older: String

    init(_ young: String, _ older: String) {
        self.young = young
        self.older = older
    }
}

/// Blocks that are drawn in the order of chance, each once before any comes again.
private struct Deck {
    private let blocks: [StoryBlock]
    private var left: [StoryBlock] = []

    init(_ blocks: [StoryBlock]) { self.blocks = blocks }

    mutating func draw(_ chance: inout SplitMix) -> StoryBlock {
        if left.isEmpty { left = blocks }
        return left.remove(at: Int(chance.next() % UInt64(left.count)))
    }
}

/// Numbers that look like chance and are the same for the same seed.
///
/// - Source: G. Steele, D. Lea, C. Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014, figure 17.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
