import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

/// Finding M1: each of up to 64 versions of a conflict walked the whole history, on a thread that others wait for.
@Suite("The versions of what several people wrote at once")
struct TextVersionsAtOnce {
    /// A shared beginning of `shared` edits, in twos that were written at once, and then 32 people with an edit each.
    private func history(shared count: Int) -> (history: TextHistory, heads: [Int]) {
        var history = TextHistory()
        let id = NoteID(hi: 1, lo: 1)
        history.ingest(
            .notes(
                .noteCreated(
                    id, title: Name(recorded: "T"), body: String(repeating: "x", count: 2_000), folder: nil)))
        func edit(_ parents: [Int], at position: Int) {
            let run = TextRun(position: position, deleteCount: 1, insertion: "yz")
            history.ingest(.notes(.noteEdited(id, TextEdit(parents: parents, runs: [run]))))
        }
        var base = [0]
        while history.edits.count < count {
            edit(base, at: history.edits.count * 37 % 2_000)
            edit(base, at: history.edits.count * 37 % 2_000)
            base = [history.edits.count - 1, history.edits.count]
        }
        let first = history.edits.count + 1
        for number in 0..<32 { edit(base, at: number * 37) }
        return (history, Array(first..<first + 32))
    }

    private func read(_ history: TextHistory, _ heads: [Int]) {
        var texts = history.versions(for: heads)
        for head in heads { _ = texts.text(seenFrom: head) }
        _ = texts.text(seenFromEach: heads)
        _ = texts.merged()
    }

    @Test func `M1: all versions cost little more than merging once, and eight times as many edits eight times as much`() throws
    {
        try #require(Cost.isCounted)
        let (small, heads) = history(shared: 200)
        read(small, heads)
        let (once, all) = (Cost { _ = small.text }, Cost { read(small, heads) })
        #expect(all.bytes < 8 * once.bytes, "\(all) for one walk of \(once)")
        let growth = costGrowth(from: 200) {
            history(shared: $0)
        } _: {
            read($0.history, $0.heads)
        }
        #expect(growth < 16)
    }

    @Test(arguments: Seed.hundred)
    func `are the texts that each version alone leads to, whatever was written beside what`(seed: Seed) {
        var chance = seed.chance
        var history = TextHistory()
        let id = NoteID(hi: 1, lo: 1)
        history.ingest(.notes(.noteCreated(id, title: Name(recorded: "T"), body: "añb🌳c", folder: nil)))
        var seen = Array(repeating: [0], count: 4)
        var document = TextDocument("añb🌳c")
        for revision in 1...40 {
            let author = chance.below(4)
            if chance.once(in: 3) { seen[author] = document.clock.frontier }
            // Now and then all meet, so that there is a base to begin from.
            if revision % 13 == 0 { seen = Array(repeating: document.clock.frontier, count: 4) }
            let length = history.text(ofVersion: seen[author])?.unicodeScalars.count ?? 0
            let position = chance.below(length + 1)
            let run = TextRun(
                position: position, deleteCount: chance.below(min(3, length - position) + 1),
                insertion: chance.once(in: 4) ? "" : ["ö", "🌳", "xy"][chance.below(3)])
            let edit = TextEdit(parents: seen[author], runs: [run])
            document.apply(edit)
            history.ingest(.notes(.noteEdited(id, edit)))
            seen[author] = [revision]
        }
        let heads = document.clock.frontier
        var texts = history.versions(for: heads)
        for head in heads.reversed() { #expect(texts.text(seenFrom: head) == history.text(seenFrom: head)) }
        #expect(texts.text(seenFromEach: heads) == history.text(seenFromEach: heads))
        #expect(texts.merged() == history.text && history.text == document.string)
    }
}

extension TextHistory {
    /// The text that somebody sees who has seen all of these.
    fileprivate func text(ofVersion revisions: [Int]) -> String? {
        var texts = TextVersions(initial, edits, for: [0])
        return texts.text(withAll: revisions)
    }
}
