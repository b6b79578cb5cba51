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

    @Test(
        arguments: [
            (
                "Title,Description,Stage,Colour,Stage\nPaint,green,To do,red,Later,more\n",
                "Paint", "cards have no place for them: colour: red; stage: Later; column 6: more"
            ),
            (
                "TYPE,CONTENT,INDENT,MOOD,\nmeta,view_style=list,,,x\ntask,Paint,1,merry,here,there\n",
                "t: Paint", "items have no place for them: mood: merry; column 5: here; column 6: there"
            ),
            (
                "List Name,Title,Mood\nHome,Paint,merry,there\n",
                "Home: Paint", "items have no place for them: mood: merry; column 4: there"
            ),
        ])
    mutating func `F08: cells that no reader of boards and tasks takes are reported`(
        table: String, place: String, reason: String
    ) throws {
        let plan = try workshop.plan(scratch.file("t.csv", table))
        #expect(plan.notTaken.filter { $0.what == "cells" } == [ImportWarning(what: "cells", at: place, why: reason)])
    }
}
