import Foundation
import Importers
import Kernel
import KernelTesting
import Testing

@Suite("Taking in a table of notes")
struct TakingInATable {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    @Test mutating func `F08: cells beyond the header go on a text that is last, and are reported`() throws {
        let plan = try workshop.importing(
            scratch.file("t.csv", "Title,Content\nShopping,milk, bread and butter\nFine,\"milk, bread\"\n"))
        #expect(workshop.notesByPath["t/Shopping"]?.hasSuffix("\n\nmilk, bread and butter") == true)
        #expect(workshop.notesByPath["t/Fine"]?.hasSuffix("\n\nmilk, bread") == true)
        #expect(plan.notTaken.map { "\($0.what) \($0.at)" } == ["cells Shopping"])
    }

    @Test mutating func `F08: other cells beyond the header, or without a name, have their number`() throws {
        try workshop.importing(scratch.file("t.csv", "Content;Title;;Place\ndig;Bed;south;here;and;there\n"))
        let text = try #require(workshop.notesByPath["t/Bed"])
        for line in ["\"Column 3\": \"south\"", "\"Column 5\": \"and\"", "\"Column 6\": \"there\"", "dig"] {
            #expect(text.split(separator: "\n").contains { $0 == line })
        }
    }
}
