import Exporters
import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("The sample that is shipped")
struct TheShippedSample {
    @Test func `comes in whole, but for what it leaves out on purpose`() throws {
        let scratch = try Scratch()
        let sample = try ShippedSample.write(to: scratch.url)
        var workshop = Workshop()
        let vault = try workshop.importing(sample.vault)
        #expect(vault.created.notes == 9)
        #expect(vault.created.folders == 6)
        #expect(vault.created.attachments == 1)
        #expect(vault.blobs.first.map(\.sizeBytes) ?? 0 > 100)
        let board = try workshop.importing(sample.board)
        #expect(board.created.boards == 1)
        #expect(board.created.columns == 4)
        #expect(board.created.cards == 11)
        let lines = (vault.notTaken + board.notTaken).map { "\($0.what) | \($0.at) | \($0.why)" }
        try expectGolden(lines.joined(separator: "\n") + "\n", "sample-not-taken.txt")
    }

    @Test func `has a picture that is a PNG`() throws {
        let picture = try #require(ShippedSample.vaultFiles.first { $0.path.hasSuffix(".png") })
        #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    }
}
