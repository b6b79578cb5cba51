import KernelTesting
import Testing

@testable import Kernel

@Suite("A text in a snapshot")
struct TextSnapshotTests {
    private func written(_ document: TextDocument) -> [UInt8] {
        var writer = FieldWriter()
        var copy = document
        copy.code(&writer)
        return writer.bytes
    }

    private func read(_ bytes: [UInt8]) throws -> TextDocument {
        try FieldReader.read(bytes.span.bytes, subject: .zero) { reader in
            var document = TextDocument.blank
            document.code(&reader)
            return document
        }
    }

    @Test(arguments: Seed.ten)
    func `goes on as if it had never been away`(seed: Seed) throws {
        let history = TextHistory(seed, edits: 120, authors: 3)
        var document = TextDocument(TextHistory.initial)
        for (index, edit) in history.edits.enumerated() {
            if index % 17 == 0 {
                let again = try read(written(document))
                #expect(again == document)
                #expect(again.isSound)
                document = again
            }
            document.apply(edit)
        }
        #expect(document.string.isIdentical(to: history.oracle.string))
    }

    /// One that is all ASCII goes from bytes to chunks directly, and is cut as any other is.
    @Test(arguments: ["a", "é", "a🎈"], [0, 1, 8192, 8193, 30_000])
    func `comes back whatever letters it has, however long it is`(letters: String, count: Int) throws {
        let text = String(repeating: letters, count: count)
        var document = TextDocument(text)
        var again = try read(written(document))
        #expect(again == document && again.isSound)
        #expect(again.buffer.chunks == document.buffer.chunks)
        var writer = FieldWriter()
        var whole = text
        writer.text(1, "text", &whole)
        #expect(written(document).starts(with: writer.bytes))
        let edit = TextEdit(parents: [0], runs: [TextRun(position: count / 2, deleteCount: count / 3, insertion: "é")])
        again.apply(edit)
        document.apply(edit)
        #expect(again == document && again.string.isIdentical(to: document.string))
    }

    @Test func `bytes that are no text are read as a text all the same`() throws {
        var writer = FieldWriter()
        var bytes: [UInt8] = [0x61, 0xFF, 0x62]
        writer.blob(1, "text", &bytes)
        let document = try read(writer.bytes)
        #expect(document.string == "a\u{FFFD}b" && document.scalarCount == 3)
    }

    /// A damaged snapshot is either refused or, where the damage makes sense, harmless: nothing traps.
    @Test(arguments: Seed.ten)
    func `damage never stops the program`(seed: Seed) throws {
        let history = TextHistory(seed, edits: 120, authors: 3)
        var document = TextDocument(TextHistory.initial)
        for edit in history.edits { document.apply(edit) }
        let bytes = written(document)
        var chance = seed.chance
        var refused = 0
        for _ in 0..<60 {
            var damaged = bytes
            damaged[chance.below(damaged.count)] ^= UInt8(1 << chance.below(8))
            guard var found = try? read(damaged), found.isSound else {
                refused += 1
                continue
            }
            found.apply(
                TextEdit(parents: [found.revision], runs: [TextRun(position: 0, deleteCount: 1, insertion: "x")]))
            found.apply(TextEdit(parents: [100], runs: [TextRun(position: 0, deleteCount: 1, insertion: "x")]))
        }
        #expect(refused > 10)
    }
}
