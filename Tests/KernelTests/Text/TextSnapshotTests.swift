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
