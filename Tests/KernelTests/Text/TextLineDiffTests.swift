import KernelTesting
import Testing

@testable import Kernel

@Suite("Differences a person reads")
struct LineDiffTests {
    @Test func `an edited note reads as a person would mark it`() throws {
        let old = """
            # Garden

            - water the tomatoes
            - paint the fence

            Next week we order seeds. The catalogue
            is in the drawer.

            ## Tools

            The spade is at the Petersens'.
            """
        let new = """
            # Garden

            - water the tomatoes
            - paint the fence green

            ## Beds

            Two raised beds by the wall.

            Next week we order seeds. The catalogue
            is in the drawer.

            ## Tools

            The spade is back.

            """
        try expectGolden(LineDiff.unified(from: old, to: new), "Text/garden.diff")
    }

    @Test func `equal texts have no differences`() {
        #expect(LineDiff.unified(from: "a\nb", to: "a\nb") == "")
        #expect(LineDiff.hunks(from: "", to: "").isEmpty)
    }

    @Test func `a lost final line feed is said`() {
        #expect(
            LineDiff.unified(from: "a\nb\n", to: "a\nb")
                == "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n")
    }

    @Test func `a new text is all additions and an emptied one all removals`() {
        #expect(LineDiff.unified(from: "", to: "a\nb\n") == "@@ -0,0 +1,2 @@\n+a\n+b\n")
        #expect(LineDiff.unified(from: "a\n", to: "") == "@@ -1 +0,0 @@\n-a\n")
    }

    @Test func `far changes stand in hunks of their own`() {
        let old = (1...40).map { "line \($0)\n" }.joined()
        let new = (1...40).map { $0 == 5 || $0 == 30 ? "changed \($0)\n" : "line \($0)\n" }.joined()
        let hunks = LineDiff.hunks(from: old, to: new)
        #expect(hunks.map(\.header) == ["@@ -2,7 +2,7 @@", "@@ -27,7 +27,7 @@"])
    }

    /// Whatever is kept or removed is the old text, whatever is kept or added the new one.
    @Test(arguments: Seed.hundred)
    func `both texts can be read off it`(seed: Seed) {
        var chance = seed.chance
        func lines() -> String {
            let text = (0..<chance.below(30)).map { _ in ["", "a", "b", "c", "d"][chance.below(5)] + "\n" }.joined()
            return chance.once(in: 3) ? text + "end" : text
        }
        let (old, new) = (lines(), lines())
        let shown = LineDiff.hunks(from: old, to: new, context: 1000)
        guard old != new else {
            #expect(shown.isEmpty)
            return
        }
        func text(_ kind: LineDiff.Line.Kind) -> String {
            shown[0].lines.filter { $0.kind == .kept || $0.kind == kind }
                .map { $0.text + ($0.isEnded ? "\n" : "") }.joined()
        }
        #expect(shown.count == 1)
        #expect(text(.removed) == old)
        #expect(text(.added) == new)
    }
}
