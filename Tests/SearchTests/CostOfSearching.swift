import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Search

/// Counts that are the same on every machine, however busy: pieces of memory and their bytes, unoptimised. Seen were at most 224
/// and 11 bytes a byte by reading, and 1,020 and 29 by making an index of notes of 900 words.
@Suite("The cost of searching", .enabled(if: Cost.isCounted, "a sanitizer has an allocator of its own"))
struct CostOfSearching {
    /// Words as texts have them: a few are everywhere, most are rare.
    private static func view(notes: Int, words: Int = 60, seed: UInt64 = 1) -> WorkspaceView {
        var view = WorkspaceProjection.empty
        var chance = SplitMix64(seed: seed)
        func text(_ count: Int) -> String {
            (0..<count).map { _ in "w" + String(chance.next() % (1 << (chance.next() % 14)), radix: 36) }
                .joined(separator: " ")
        }
        for number in 0..<notes {
            let event = NoteEvent.noteCreated(
                NoteID(hi: 1, lo: UInt64(number)), title: Name(recorded: text(3)), body: text(words), folder: nil)
            WorkspaceProjection.project(
                Recorded(
                    position: Position(UInt64(number + 1)), actor: .zero, device: .zero, instant: .epoch,
                    event: .notes(event)), into: &view)
        }
        return view
    }

    private static func bytes(of view: WorkspaceView) -> Int {
        view.notes.notes.entries.reduce(0) { $0 + $1.title.text.utf8.count + $1.body.string.utf8.count }
    }

    /// `daybook search` after a large import: what it does for each note is to copy its text and to look through it.
    @Test(arguments: ["w1", "w1 w2", "\"w1 w2\"", "nowhere", "w*", "w1 OR nowhere -w3"])
    func `reading everything takes a few pieces of memory for each text, and a few times its bytes`(
        typed: String
    ) throws {
        let view = Self.view(notes: 400, words: 900)
        let query = try SearchQuery(typed)
        func search() -> SearchView {
            let answer = FullScan(query, in: view, .everything)
            let ranking = SearchRanking.weights(answer.basis)
            return answer.plan.reading(of: answer.order(by: ranking), SearchPage(limit: 20), by: ranking)
        }
        #expect(search().found >= 0)
        let cost = Cost { _ = search() }
        let (perNote, perByte) = (cost.allocations / 400, Double(cost.bytes) / Double(Self.bytes(of: view)))
        print("reading everything for \(typed): \(perNote) allocations a note, \(perByte) bytes a byte")
        #expect(perNote <= 280 && perByte <= 14)
    }

    @Test(arguments: ["w1", "\"w1 w2\"", "w*", "nowhere"])
    func `reading eight times as many texts costs about eight times as much`(typed: String) throws {
        let query = try SearchQuery(typed)
        let growth = costGrowth(from: 300, { Self.view(notes: $0) }) { view in
            let answer = FullScan(query, in: view, .everything)
            _ = answer.order(by: .weights(answer.basis))
        }
        #expect(growth < 12, "\(growth)")
    }

    @Test func `making an index costs what the texts are, and it keeps less than twice as much`() {
        let growth = costGrowth(from: 300, { SearchTexts(of: Self.view(notes: $0)) }) { texts in
            _ = IndexRows(of: texts, through: 0)
        }
        #expect(growth < 12, "\(growth)")
        let view = Self.view(notes: 400, words: 900)
        var kept = 0
        let cost = Cost { kept = IndexRows(of: SearchTexts(of: view), through: 0).byteCount }
        let bytes = Self.bytes(of: view)
        print(
            "an index of \(bytes) bytes keeps \(kept) and takes \(cost.allocations / 400) allocations a note, "
                + "\(cost.bytes / bytes) bytes a byte")
        #expect(kept < 2 * bytes)
        #expect(cost.allocations <= 400 * 1_300 && cost.bytes <= 37 * bytes)
    }

    /// However many there are: what a change costs is what it is about.
    @Test func `taking in a change costs the same in eight times as many texts`() {
        func cost(_ count: Int) -> Cost {
            let view = Self.view(notes: count)
            let texts = SearchTexts(of: view)
            var rows = IndexRows(of: texts, through: UInt64(count))
            let changed = NoteID(hi: 1, lo: 7).entity
            _ = rows.take([changed], of: texts, through: UInt64(count) + 1)
            return Cost { #expect(rows.take([changed], of: texts, through: UInt64(count) + 2) == 1) }
        }
        let (few, many) = (cost(300), cost(2_400))
        #expect(many.growth(from: few) < 2, "\(few) and \(many)")
    }
}
