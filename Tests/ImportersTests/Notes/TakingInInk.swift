import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Taking in ink")
struct TakingInInk {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    /// A document of Xournal++ with one of everything.
    static let xournal = """
        <?xml version="1.0" standalone="no"?>
        <xournal creator="xournalpp 1.2.8" fileversion="4">
        <title>Xournal++ document</title>
        <preview>AAAA</preview>
        <page width="595.3" height="841.9">
        <background type="solid" color="#ffffffff" style="lined"/>
        <layer>
        <stroke tool="pen" color="#3333ccff" width="2 1 0.5" capStyle="round">10 20 11.5 20.25 12 21</stroke>
        <stroke tool="highlighter" color="#ffff007f" width="8.5" fill="128">5 5 50 5</stroke>
        <stroke tool="eraser" color="#ffffffff" width="8.5" style="dash">1 1 2 2</stroke>
        <stroke tool="pen" color="#000000ff" width="1">1 2 three 4</stroke>
        <text font="Sans" size="12" x="10" y="300" color="#000000ff">Below
        1. *not* a list</text>
        <text font="Sans" size="12" x="10" y="100" color="#000000ff">Above</text>
        <link url="https://example.org/a b" x="10" y="200" font="Sans" size="12">A [link]</link>
        <teximage text="x^2" left="1" top="400" right="2" bottom="401">AAAA</teximage>
        <image left="0" top="0" right="1" bottom="1">\(pixel)</image>
        </layer>
        <layer name="Red">
        <stroke tool="pen" color="red" width="1.41">
        1.00 1.00 2.00 2.00
        </stroke>
        </layer>
        <layer/>
        </page>
        <page width="595.3" height="841.9">
        <background type="pdf" domain="absolute" filename="book.pdf" pageno="1"/>
        <layer><text x="1" y="1" font="Sans" size="1" color="black">Second page</text></layer>
        </page>
        </xournal>
        """

    /// InkML with units, brushes, force and time, and every way of writing a value.
    static let inkML = """
        <?xml version="1.0" encoding="UTF-8"?>
        <inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML">
          <inkml:definitions>
            <inkml:context xml:id="c">
              <inkml:inkSource>
                <inkml:traceFormat>
                  <inkml:channel name="X" type="integer"/><inkml:channel name="Y" type="integer"/>
                  <inkml:channel name="F" type="integer" max="1000"/>
                  <inkml:channel name="T" type="decimal" units="s"/>
                </inkml:traceFormat>
                <inkml:channelProperties>
                  <inkml:channelProperty channel="X" name="resolution" value="100" units="1/in"/>
                  <inkml:channelProperty channel="Y" name="resolution" value="100" units="1/in"/>
                </inkml:channelProperties>
              </inkml:inkSource>
            </inkml:context>
            <inkml:brush xml:id="b">
              <inkml:brushProperty name="width" value="0.1" units="cm"/>
              <inkml:brushProperty name="color" value="#ED1C24"/>
              <inkml:brushProperty name="transparency" value="128"/>
              <inkml:brushProperty name="rasterOp" value="maskPen"/>
            </inkml:brush>
          </inkml:definitions>
          <inkml:annotation type="truth">2 &lt; 3</inkml:annotation>
          <inkml:annotation type="writer">ada</inkml:annotation>
          <inkml:traceGroup contextRef="#c">
            <inkml:trace brushRef="#b">100 200 500 1.5, '10'5'0'0.25,"10"0"0"0,-2 3-1 0, !100!200 * 9</inkml:trace>
            <inkml:trace>100 300 1000 0</inkml:trace>
            <inkml:trace type="penUp">0 0 0 0, 1 1 1 1</inkml:trace>
            <inkml:trace>1 2 oops</inkml:trace>
          </inkml:traceGroup>
        </inkml:ink>
        """

    /// Notes as text: what is written, and of every drawing its strokes, point by point.
    private var notesText: String {
        var lines: [String] = []
        for id in workshop.view.notes.notes.ids where workshop.view.notes.isVisible(id) {
            guard let reading = workshop.view.notes.note(id) else { continue }
            lines.append(reading.path + (reading.path.isEmpty ? "" : "/") + reading.title.text)
            lines += reading.body.split(separator: "\n", omittingEmptySubsequences: false).map { "  | " + $0 }
            for (number, drawing) in reading.ink.enumerated() {
                lines.append("  drawing \(number + 1)")
                for stroke in drawing.strokes {
                    let colour = String(stroke.colour, radix: 16)
                    lines.append("    \(stroke.tool.fieldName) \(colour) \(stroke.width)")
                    for point in StrokePoints(packed: stroke.packed)?.points ?? [] {
                        lines.append("      \(point.x) \(point.y) \(point.pressure) \(point.time)")
                    }
                }
            }
            for file in reading.files {
                lines.append("  file \(file.facts.name.text) \(file.facts.mediaType) \(file.facts.sizeBytes)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test(arguments: [("xournal", "xopp", xournal), ("inkml", "inkml", inkML)])
    mutating func `takes strokes with their colour, width and pressure, and what is written`(
        name: String, ending: String, text: String
    ) throws {
        let plan = try workshop.importing(scratch.file("sheet.\(ending)", text))
        #expect(plan.format == .ink)
        try expectGolden(notesText + "\nNot taken over:\n" + plan.report, "ink/\(name).txt")
        #expect(plan.blobs.map(\.digest) == plan.blobs.map { sha256((try? $0.read()) ?? []) })
    }

    @Test(arguments: [xournal, inkML])
    mutating func `takes each document once`(text: String) throws {
        let file = try scratch.file("sheet.xml", text)
        try workshop.importing(file)
        let again = try workshop.plan(file)
        #expect(again.steps == [])
        #expect(again.unchanged == 1)
    }

    @Test(arguments: [true, false])
    mutating func `brings everything back after the import was undone`(forgetting: Bool) throws {
        let file = try scratch.file("sheet.xopp", Self.xournal)
        try workshop.importing(file)
        let before = notesText
        try workshop.withdraw(since: 0, forgetting: forgetting)
        try workshop.importing(file)
        #expect(notesText == before)
    }

    @Test mutating func `adds what was drawn there since, erases what was erased there, and keeps what was drawn here`()
        throws
    {
        try workshop.importing(scratch.file("sheet.xopp", Self.xournal))
        let (id, note) = try workshop.note("sheet")
        let ink = try #require(note.anchoredInk.first)
        let mine = StrokePoints([StrokePoints.Point(x: 1, y: 1, pressure: 1, time: 0)])
        let stroke = Stroke(
            id: .minted(at: Workshop.now, chance: (1, 2)), tool: .pencil, colour: 0xFF, width: 10, packed: mine.packed)
        try workshop.perform(.addStrokes(id, ink, [stroke]))
        let edit = TextEdit(
            parents: note.body.clock.frontier, runs: [TextRun(position: 0, deleteCount: 0, insertion: "Mine\n\n")])
        try workshop.perform(.editNote(id, edit))

        let changed = Self.xournal
            .replacingOccurrences(
                of: "<stroke tool=\"highlighter\" color=\"#ffff007f\" width=\"8.5\" fill=\"128\">5 5 50 5</stroke>",
                with: "<stroke tool=\"pen\" color=\"#00ff00ff\" width=\"3\">7 7 8 8</stroke>"
            )
            .replacingOccurrences(of: ">Above<", with: ">Above all<")
            .replacingOccurrences(
                of: "<layer/>", with: "<layer><stroke tool=\"pen\" color=\"blue\" width=\"1\">3 3 4 4</stroke></layer>")
        let plan = try workshop.importing(scratch.file("sheet.xopp", changed))
        #expect(plan.changed == 1)
        let reading = try #require(workshop.view.notes.note(id))
        #expect(reading.body.hasPrefix("Mine\n\n## 1"))
        #expect(reading.body.contains("Above all"))
        #expect(reading.ink.map(\.strokes.count) == [4, 1, 1])
        #expect(reading.ink[0].strokes.map(\.colour) == [0x3333_CCFF, 0xFFFF_FFFF, 0xFF, 0x00FF_00FF])
        #expect(try workshop.plan(scratch.file("sheet.xopp", changed)).steps == [])
    }

    @Test mutating func `does not draw again what was erased here`() throws {
        let file = try scratch.file("sheet.xopp", Self.xournal)
        try workshop.importing(file)
        let (id, note) = try workshop.note("sheet")
        let ink = try #require(note.anchoredInk.first)
        let drawn = try #require(workshop.view.notes.note(id)?.ink.first?.strokes.first)
        try workshop.perform(.eraseStrokes(id, ink, [drawn.id]))
        try workshop.importing(scratch.file("sheet.xopp", Self.xournal + "\n"))
        #expect(workshop.view.notes.note(id)?.ink.first?.strokes.contains { $0.id == drawn.id } == false)
    }

    @Test mutating func `makes a folder of many documents`() throws {
        let root = try scratch.write(
            ["a/one.inkml": Self.inkML, "two.xopp": Self.xournal, "a/broken.inkml": "<ink><trace>", "a/x.txt": "?"])
        let plan = try workshop.importing(root)
        #expect(plan.format == .ink)
        #expect(workshop.notesByPath.keys.sorted() == ["vault/a/one", "vault/two"])
        #expect(plan.notTaken.contains { $0.at == "a/broken.inkml" && $0.why.contains("line 1") })
        #expect(plan.notTaken.contains { $0.at == "a/x.txt" && $0.why == "it is not ink" })
        #expect(try workshop.plan(root).steps == [])
    }

    @Test(
        arguments: [
            ("<xournal><page>", "is damaged or incomplete at line"),
            ("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><xournal>&b;</xournal>", "declares entities"),
            (
                "<xournal>" + String(repeating: "<page>", count: 250) + String(repeating: "</page>", count: 250)
                    + "</xournal>", "nested deeper than 200"
            ),
            ("<html><body><xournal/></body></html>", "is neither Xournal++ nor InkML"),
        ])
    mutating func `that is hostile or broken is refused`(text: String, problem: String) throws {
        let file = try scratch.file("bad.xopp", text)
        let failure = #expect(throws: ImportFailure.self) { try workshop.plan(file) }
        #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains(file.path) == true)
    }

    /// F01: of a whole document the XML parser takes no more than 10,000,000 bytes, and called the rest damage.
    @Test mutating func `of more than ten megabytes comes in, and one stroke of as much`() throws {
        let large = String(repeating: "QUJD", count: 2_700_000)
        let text = """
            <?xml version="1.0"?><xournal><page width="10" height="10"><layer>
            <image left="0" top="0" right="1" bottom="1">\(large)</image>
            <stroke tool="pen" color="black" width="1">1 1 2 2</stroke>
            <text x="1" y="1">behind it</text></layer></page></xournal>
            """
        try workshop.importing(scratch.file("long.xopp", text))
        let (_, note) = try workshop.note("long")
        #expect(note.body.string.contains("behind it"))
        #expect(note.anchoredInk.count == 1)
    }

    private mutating func textOfBoxes(_ boxes: String) throws -> (text: String, report: String) {
        let sheet = "<?xml version=\"1.0\"?><xournal><page><layer>\(boxes)</layer></page></xournal>"
        let plan = try workshop.importing(scratch.file("sheet.xopp", sheet))
        return (try workshop.note("sheet").entry.body.string, plan.report)
    }

    /// F27: every line was trimmed, and empty ones dropped.
    @Test(
        arguments: [
            ("def f():\n    if x:\n\n\treturn `1`\n", "```\ndef f():\n    if x:\n\n\treturn `1`\n```\n"),
            ("  ```\n*a*", "````\n  ```\n*a*\n````\n"),
            ("\n one *a*\n", "\u{A0}one \\*a\\*\n"),
            ("one\n\n\ntwo\n- three", "one\n\n\ntwo\\\n\\- three\n"),
            ("tea   2\u{9}3", "tea\u{A0}\u{A0} 2\u{A0}3\n"),
        ])
    mutating func `of Xournal keeps the white space that was typed`(typed: String, expected: String) throws {
        #expect(try textOfBoxes("<text x=\"1\" y=\"1\">\(typed)</text>") == (expected, ""))
    }

    /// F27: an empty line would end the link.
    @Test mutating func `of Xournal keeps the lines of a link`() throws {
        let link = try textOfBoxes("<link x=\"1\" y=\"1\" url=\"https://a.example\">a\n\n  b</link>").text
        #expect(link == "[a\\\n\u{A0}\\\n\u{A0}\u{A0}b](<https://a.example>)\n")
    }

    /// F27: the recordings of strokes and texts, and the look of texts, went without a line.
    @Test mutating func `of Xournal names the recordings and the look of texts that stay there`() throws {
        let report = try textOfBoxes(
            """
            <text font="Sans" size="12" x="1" y="1" color="#ff0000ff" ts="1" fn="a.ogg">red</text>
            <text font="Serif Bold" size="20" x="1" y="2" color="#000000ff">large</text>
            <text font="Sans" size="12" x="1" y="3" color="black">plain</text>
            <stroke tool="pen" color="black" width="1" ts="2" fn="b.ogg">1 1 2 2</stroke>
            <stroke tool="pen" color="black" width="1" ts="3" fn="b.ogg">1 1 two 2</stroke>
            """
        ).report
        #expect(
            report == """
                recording | page 1, layer 1 | notes have no sound; 1 of what is drawn and written there belongs to a.ogg
                recording | page 1, layer 1 | notes have no sound; 2 of what is drawn and written there belong to b.ogg
                look of text | page 1, layer 1 | 2 of them; text has no colour, font, size or side of its own here
                strokes | page 1, layer 1 | their points cannot be read

                """)
    }

    @Test mutating func `never fetches what a document points to`() throws {
        let secret = try scratch.file("secret.txt", "the secret")
        let text = """
            <?xml version="1.0"?><!DOCTYPE xournal SYSTEM "\(secret.absoluteString)">
            <xournal><page><layer><text x="1" y="1">&amp;words</text></layer></page></xournal>
            """
        try workshop.importing(scratch.file("points.xopp", text))
        #expect(workshop.notesByPath.values.allSatisfy { !$0.contains("secret") && $0.contains("words") })
    }
}

@Suite("Real ink", .enabled(if: GivenData.isHere, GivenData.absent))
struct RealInk {
    private static func count(of reading: NoteView) -> (strokes: Int, points: Int) {
        let strokes = reading.ink.flatMap(\.strokes)
        return (strokes.count, strokes.reduce(0) { $0 + (StrokePoints(packed: $1.packed)?.points.count ?? 0) })
    }

    @Test func `of CROHME comes in trace for trace, point for point`() throws {
        var workshop = Workshop()
        let plan = try workshop.importing(GivenData.file("ink/crohme-inkml.zip"))
        #expect(plan.created.notes == 210)
        let counts = workshop.view.notes.notes.ids.compactMap { workshop.view.notes.note($0) }.map(Self.count)
        // As the manifest of the given data counts them.
        #expect(counts.reduce(0) { $0 + $1.strokes } == 3323)
        #expect(counts.reduce(0) { $0 + $1.points } == 93573)
        #expect(try workshop.plan(GivenData.file("ink/crohme-inkml.zip")).steps == [])
    }

    @Test func `of Xournal is the same packed and unpacked`() throws {
        let scratch = try Scratch()
        _ = try output(of: "unzip", "-q", GivenData.file("ink/xournalpp-load.zip").path, "-d", scratch.url.path)
        for name in ["strokes", "layers", "links", "latex", "image", "text", "pages"] {
            let folder = scratch.url.appending(path: "load")
            var (packed, plain) = (Workshop(), Workshop())
            let first = try packed.importing(folder.appending(path: name + ".xopp"), into: "sheet")
            let second = try plain.importing(folder.appending(path: name + ".xml"), into: "sheet")
            #expect(first.created.notes == 1)
            #expect(first.report == second.report)
            #expect(packed.notesByPath == plain.notesByPath)
        }
        var workshop = Workshop()
        try workshop.importing(scratch.url.appending(path: "load/strokes.xopp"))
        let note = try #require(workshop.view.notes.note(workshop.note("strokes").id))
        #expect(note.ink.first?.strokes.map(\.tool.rawValue).filter { $0 == InkTool.highlighter.rawValue }.count == 4)
        #expect(note.ink.first?.strokes.count == 12)
    }

    @Test func `of Office keeps its brushes and its pressure`() throws {
        let url = GivenData.file("ink/inkmljs-ink1.xml")
        let traces = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "<inkml:trace ").count - 1
        var workshop = Workshop()
        try workshop.importing(url)
        let note = try #require(workshop.view.notes.notes.ids.first.flatMap { workshop.view.notes.note($0) })
        #expect(Self.count(of: note).strokes == traces)
        let strokes = note.ink.flatMap(\.strokes)
        #expect(Set(strokes.map(\.colour)).contains(0xED1C_24FF))
        #expect(strokes.contains { $0.width == 189 })  // 0.06667 cm
        let points = strokes.compactMap { StrokePoints(packed: $0.packed) }.flatMap(\.points)
        #expect(Set(points.map(\.pressure)).count > 10)
        // A page of paper, not of a tablet's units.
        #expect(points.allSatisfy { (0...60_000).contains($0.x) && (0...90_000).contains($0.y) })
    }
}
