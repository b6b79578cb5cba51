import Exporters
import Foundation
import Importers
import Kernel
import KernelTesting
import Studio
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
        let tasks = try workshop.importing(sample.tasks)
        #expect(tasks.created.plans == 1)
        #expect(tasks.created.items == 7)
        #expect(tasks.notTaken.isEmpty)
        let lines = (vault.notTaken + board.notTaken).map { "\($0.what) | \($0.at) | \($0.why)" }
        try expectGolden(lines.joined(separator: "\n") + "\n", "sample-not-taken.txt")
    }

    @Test func `has pictures that are PNGs, each another`() throws {
        let picture = try #require(ShippedSample.vaultFiles.first { $0.path.hasSuffix(".png") })
        let all = [picture.bytes] + ShippedSample.drawings.map(\.bytes)
        #expect(Set(all).count == 3)
        for bytes in all {
            let facts = try #require(ImageFacts(picture: bytes, id: ImageID(hi: 1, lo: 1), name: Name(recorded: "a.png")))
            #expect(facts.file.mediaType == "image/png")
            #expect(facts.widthPixels > 10 && facts.heightPixels > 10)
        }
    }
}
