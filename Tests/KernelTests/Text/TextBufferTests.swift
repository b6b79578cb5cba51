import KernelTesting
import Testing

@testable import Kernel

@Suite("Holding a text while it is edited")
struct TextBufferTests {
    private static let alphabet = ["a", "b", "\n", "ä", "日", "🌳", "e\u{301}", "0123456789"]

    /// Long enough for many chunks, with every width of scalar, edited near the last place and far from it.
    @Test(arguments: Seed.ten)
    func `is the same as editing a list of scalars`(seed: Seed) {
        var chance = seed.chance
        var text = ""
        for _ in 0..<4000 { text += Self.alphabet[chance.below(seed.number % 20 == 0 ? 3 : 8)] }
        var model = Array(text.unicodeScalars)
        var buffer = TextBuffer(text)
        var place = 0
        for step in 0..<700 {
            place = chance.once(in: 3) ? chance.below(model.count + 1) : min(place + chance.below(5), model.count)
            let most = chance.once(in: 50) ? 9000 : 6
            let deleteCount = chance.once(in: 2) ? min(chance.below(most), model.count - place) : 0
            var insertion = ""
            for _ in 0..<chance.below(chance.once(in: 60) ? 6000 : 4) {
                insertion += Self.alphabet[chance.below(8)]
            }
            let inserted = buffer.replace(at: place, deleteCount: deleteCount, with: insertion)
            model.replaceSubrange(place..<place + deleteCount, with: insertion.unicodeScalars)
            place += inserted
            #expect(buffer.scalarCount == model.count)
            if step % 50 == 0 { expect(buffer, holds: model, &chance) }
        }
        expect(buffer, holds: model, &chance)
    }

    private func expect(_ buffer: TextBuffer, holds model: [Unicode.Scalar], _ chance: inout SplitMix64) {
        func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        let whole = string(model)
        #expect(buffer.string.isIdentical(to: whole))
        #expect(buffer.utf8Count == whole.utf8.count)
        let start = chance.below(model.count + 1)
        let count = chance.below(model.count - start + 1)
        #expect(buffer.string(from: start, count: count).isIdentical(to: string(model[start..<start + count])))
        let bytes = chance.below(whole.utf8.count + 10)
        let prefix = buffer.prefix(utf8: bytes)
        #expect(whole.utf8.starts(with: prefix.utf8) && prefix.utf8.count <= bytes)
        #expect(prefix.utf8.count > bytes - 4 || prefix.isIdentical(to: whole))
        #expect(buffer == TextBuffer(whole))
        for chunk in buffer.chunks {
            #expect(!chunk.bytes.isEmpty && chunk.bytes.count <= 2 * TextBuffer.chunkBytes)
            #expect(chunk.scalarCount == String(decoding: chunk.bytes, as: UTF8.self).unicodeScalars.count)
        }
    }

    @Test func `a fresh text takes its own bytes and no chunks to spare`() {
        let buffer = TextBuffer(String(repeating: "x", count: 5000))
        #expect(buffer.chunks.count == 1)
        #expect(TextBuffer("").chunks.isEmpty)
    }

    @Test func `what reaches outside is cut to fit`() {
        var buffer = TextBuffer("äbc")
        buffer.replace(at: -5, deleteCount: 1, with: "")
        buffer.replace(at: 99, deleteCount: 1, with: "!")
        buffer.replace(at: 1, deleteCount: .max, with: "?")
        #expect(buffer.string == "b?")
        buffer.replace(at: 0, deleteCount: -1, with: ".")
        #expect(buffer.string == ".b?")
    }

    @Test func `texts that only look equal are different`() {
        #expect(TextBuffer("\u{E9}") != TextBuffer("e\u{301}"))
        #expect(TextBuffer("ab") != TextBuffer("ac"))
        let (short, long) = ("\u{E9}", "e\u{301}")
        let run = TextRun(position: 0, deleteCount: 0, insertion: short)
        #expect(run != TextRun(position: 0, deleteCount: 0, insertion: long))
    }

    @Test(
        .enabled(if: TextTrace.isPresent, TextTrace.absence),
        arguments: ["sveltecomponent", "json-crdt-blog-post", "friendsforever_flat"])
    func `a recorded session of typing ends in its text`(name: String) throws {
        let trace = try TextTrace.sequential(name)
        var document = TextDocument(trace.initial)
        var clock = TextClock(initialLength: trace.initial.unicodeScalars.count)
        for edit in trace.edits {
            document.apply(edit)
            clock.apply(edit)
        }
        #expect(document.string.isIdentical(to: trace.end))
        #expect(document.clock == clock)
        #expect(clock.length == trace.end.unicodeScalars.count)
    }
}
