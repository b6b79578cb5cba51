import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Taking in an Evernote export")
struct TakingInEvernote {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    /// An export of one notebook; each note is what stands between `<note>` and `</note>`.
    private func export(_ notes: String..., named name: String = "Garden.enex", head: String = "") throws -> URL {
        try scratch.file(
            name,
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd"\(head)>
            <en-export export-date="20240112T072747Z" application="Evernote" version="10.70.2">
            \(notes.map { "<note>\($0)</note>" }.joined(separator: "\n"))
            </en-export>
            """)
    }

    private func note(_ title: String, _ body: String, _ facts: String = "", at created: String = "20200528T141404Z")
        -> String
    {
        """
        <title>\(title)</title><created>\(created)</created><updated>20200529T080000Z</updated>\(facts)
        <content><![CDATA[<?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>\(body)</en-note>]]></content>
        """
    }

    private static let picture = Data([1, 2, 3])
    /// MD5 of the three bytes above, as `md5sum` says.
    private static let pictureHash = "5289df737df57326fcdd22597afb1fac"

    private func resource(_ data: Data = picture, name: String = "bed.png", type: String = "image/png") -> String {
        """
        <resource><data encoding="base64">\(data.base64EncodedString())</data><mime>\(type)</mime>
        <resource-attributes><file-name>\(name)</file-name></resource-attributes></resource>
        """
    }

    @Test(.shows("B-01")) mutating func `makes a folder of the notebook and Markdown of the notes`() throws {
        let body = """
            <h1>Beds</h1><div>Dig <b>twice</b>, then rest. <i>See</i> <a href="https://example.org/a?b=1&amp;c=2">this</a></div>\
            <div><br/></div><div><en-todo checked="true"/>Buy seeds</div><div><en-todo/>Ask Ida</div>\
            <ul style="--en-todo:true;"><li style="--en-checked:true;"><div>Rake</div></li>\
            <ul style="--en-todo:true;"><li style="--en-checked:false;"><div>clean it</div></li></ul></ul>\
            <ol><li><div>first</div></li><li><div>second</div><ul><li>inner</li></ul></li></ol>\
            <table><tr><td>Carrots</td><td>12 | 14</td></tr><tr><td>Leek<br/>(late)</td><td colspan="1">3</td></tr></table>\
            <div style="--en-codeblock:true"><div>a = 1</div><div><br/></div><div>&nbsp; b</div></div><hr/>\
            <div>2 &lt; 3 &amp; <s>4</s> H<sub>2</sub>O <span style="--en-highlight:yellow">soon</span></div>\
            <blockquote><div>Rain.</div></blockquote>
            <en-media hash="\(Self.pictureHash)" type="image/png"/>
            """
        let plan = try workshop.importing(
            try export(
                note(
                    "Spring &amp; summer", body,
                    """
                    <tag>garden</tag><tag>plans/2020</tag><note-attributes><author>Ida</author>\
                    <source-url>https://example.org/beds</source-url><latitude>47.5</latitude><longitude>19.1</longitude>\
                    </note-attributes>\(resource())
                    """)))
        #expect(plan.created.notes == 1)
        #expect(plan.created.attachments == 1)
        let found = try workshop.note("Garden/Spring & summer")
        #expect(found.entry.created.instant.keyText == "2020-05-28T14:14:04Z")
        #expect(found.entry.tags.map(\.text) == ["garden", "plans/2020"])
        try expectGolden(found.entry.body.string + "\n", "evernote-note.md")
        let attachment = try #require(workshop.view.notes.attachments.ids.first)
        #expect(found.entry.body.string.contains("![bed.png](daybook:\(attachment.text))"))
        #expect(try plan.blobs.map { try $0.read() } == [[1, 2, 3]])
        #expect(
            plan.notTaken == [
                ImportWarning(
                    what: "author", at: "Spring & summer", why: "the notes of one workspace are all its person's")
            ])
    }

    @Test mutating func `keeps files that the text does not show at its end, and pictures that stand in the text`()
        throws
    {
        let inline = Data([9, 9]).base64EncodedString()
        let plan = try workshop.importing(
            try export(
                note(
                    "n", "<div>Look: <img src=\"data:image/png;base64,\(inline)\"/></div>",
                    resource(Data([7]), name: "plan.pdf", type: "application/pdf"))))
        #expect(plan.created.attachments == 2)
        let body = try workshop.note("Garden/n").entry.body.string
        #expect(!body.contains("base64"))
        let lines = body.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("Look: !["))
        #expect(lines[1].hasPrefix("[plan.pdf](daybook:"))
    }

    @Test mutating func `puts tasks where their group stands, in the person's order`() throws {
        let task = { (title: String, weight: String, status: String, due: String) in
            """
            <task><title>\(title)</title><taskStatus>\(status)</taskStatus><sortWeight>\(weight)</sortWeight>\
            <taskGroupNoteLevelID>g-1</taskGroupNoteLevelID><dueDate>\(due)</dueDate></task>
            """
        }
        try workshop.importing(
            try export(
                note(
                    "n", "<div>Before</div><div style=\"--en-task-group:true; --en-id:G-1;\"></div><div>After</div>",
                    task("second", "M", "completed", "2757600913T000000Z")
                        + task("first", "B", "open", "20230601T120000Z"))))
        #expect(
            try workshop.note("Garden/n").entry.body.string
                == "Before\n\n- [ ] first (due 2023-06-01)\n- [x] second\n\nAfter")
    }

    /// F03: only a note that happened to get a tag kept the second time.
    @Test mutating func `F03: a note keeps when it was made and when it was changed last`() throws {
        let tagged = note("tagged", "b", "<tag>t</tag>")
        let plan = try workshop.importing(try export(note("plain", "a"), tagged))
        for title in ["plain", "tagged"] {
            let entry = try workshop.note("Garden/" + title).entry
            #expect(entry.created.instant.keyText == "2020-05-28T14:14:04Z")
            #expect(entry.updated.instant.keyText == "2020-05-29T08:00:00Z", "\(title)")
        }
        #expect(plan.notTaken.isEmpty)
        // After its undo and another import it is the same.
        try workshop.withdraw(since: 0)
        try workshop.importing(try export(note("plain", "a"), tagged))
        #expect(try workshop.note("Garden/plain").entry.updated.instant.keyText == "2020-05-29T08:00:00Z")
        #expect(try workshop.note("Garden/tagged").entry.updated.instant.keyText == "2020-05-29T08:00:00Z")
    }

    @Test mutating func `F18: a task is due on the day of the zone in which it was chosen`() throws {
        let task = { (title: String, due: String, zone: String) in
            """
            <task><title>\(title)</title><taskStatus>open</taskStatus><sortWeight>\(title)</sortWeight>\
            <taskGroupNoteLevelID>g</taskGroupNoteLevelID><dueDate>\(due)</dueDate><timeZone>\(zone)</timeZone></task>
            """
        }
        try workshop.importing(
            try export(
                note(
                    "n", "",
                    task("a", "20260616T035959Z", "America/New_York")
                        + task("b", "20260614T200000Z", "Pacific/Auckland"))))
        #expect(
            try workshop.note("Garden/n").entry.body.string == "- [ ] a (due 2026-06-15)\n- [ ] b (due 2026-06-15)")
    }

    @Test mutating func `F17: a cell that reaches over rows keeps what is below it under its own head`() throws {
        let table = """
            <table><tr><th>Day</th><th>Meal</th><th>Cook</th></tr>\
            <tr><td rowspan="2">Monday</td><td>Soup</td><td>Ada</td></tr><tr><td>Cake</td><td>Ben</td></tr>\
            <tr><td>Tuesday</td><td rowspan="0" colspan="2">Rice</td></tr><tr><td>Friday</td></tr></table>
            """
        try workshop.importing(try export(note("n", table)))
        #expect(
            try workshop.note("Garden/n").entry.body.string == """
                | Day | Meal | Cook |
                | --- | --- | --- |
                | Monday | Soup | Ada |
                |     | Cake | Ben |
                | Tuesday | Rice |     |
                | Friday |     |     |
                """)
    }

    @Test mutating func `F16: a link without words is its address, and a drawing is reported`() throws {
        let body = """
            <div>a <a href="https://example.org/keep?me=1"></a> b</div><div><a href="https://example.org/i"><img src=""/></a></div>\
            <div>c <a href="evernote:///view/1/s1/aa/aa/"></a></div><div><svg><path d="M0 0"/></svg>d</div>\
            <div><object data="https://example.org/film"></object></div>
            """
        let plan = try workshop.importing(try export(note("n", body)))
        #expect(
            try workshop.note("Garden/n").entry.body.string == """
                a <https://example.org/keep?me=1> b
                <https://example.org/i>
                c <evernote:///view/1/s1/aa/aa/>
                d
                [https://example.org/film](https://example.org/film)
                """)
        #expect(plan.notTaken.map(\.what).sorted() == ["drawing", "link to a note"])
    }

    @Test mutating func `keeps the links of a picture's parts, and reports words behind words and the address of a file`()
        throws
    {
        let body = """
            <div><map name="m"><area href="https://example.org/n" alt="North"/><area href="https://example.org/s"/></map></div>\
            <div><a href="https://example.org/t" title="more">t</a> <abbr title="Portable Network Graphics">PNG</abbr></div>
            """
        let clipped = resource().replacing(
            "<file-name>", with: "<source-url>https://example.org/bed.png</source-url><file-name>")
        let plan = try workshop.importing(try export(note("n", body, clipped)))
        let text = try workshop.note("Garden/n").entry.body.string
        #expect(
            text.hasPrefix("[North](https://example.org/n) <https://example.org/s>\n[t](https://example.org/t) PNG\n"),
            "\(text)")
        #expect(plan.notTaken.map(\.what).sorted() == ["address of a file", "words behind words"])
    }

    @Test mutating func `leads links between notes to the notes, where their title tells which`() throws {
        let link = { (title: String) in "<a href=\"evernote:///view/1/s1/aa/aa/\">\(title)</a>" }
        let plan = try workshop.importing(
            try export(
                note("A", "<div>\(link("B")) and \(link("twice")) and \(link("nowhere"))</div>"), note("B", ""),
                note("twice", "1"), note("twice", "2")))
        let target = try workshop.note("Garden/B").id
        let address = "evernote:///view/1/s1/aa/aa/"
        #expect(
            try workshop.note("Garden/A").entry.body.string
                == "[B](daybook:\(target.text)) and [twice](\(address)) and [nowhere](\(address))")
        #expect(plan.created.notes == 4)
        #expect(plan.notTaken.map(\.what) == ["link to a note"])
    }

    @Test mutating func `keeps encrypted parts as they are, and says so`() throws {
        let plan = try workshop.importing(
            try export(
                note(
                    "n",
                    "<div>Open</div><en-crypt hint=\"the dog\" cipher=\"AES\" length=\"128\">RU5D\nMCR2=</en-crypt>")))
        #expect(
            try workshop.note("Garden/n").entry.body.string
                == "Open\n\n```encrypted\nhint: the dog\ncipher: AES\nlength: 128\nRU5D\nMCR2=\n```")
        #expect(plan.notTaken.map(\.what) == ["encrypted part"])
    }

    @Test mutating func `makes a folder for each of several exports`() throws {
        let text = note("n", "<div>1</div>")
        _ = try export(text, named: "a.enex")
        let one = try Data(contentsOf: scratch.url.appending(path: "a.enex"))
        let root = try scratch.write(
            ["Home.enex": one, "Work/Old.enex": one, "readme.txt": Data("x".utf8)], below: "all")
        let plan = try workshop.importing(root)
        #expect(plan.format == .evernote)
        #expect(workshop.notesByPath == ["all/Home/n": "1", "all/Work/Old/n": "1"])
        #expect(plan.notTaken == [ImportWarning(what: "file", at: "readme.txt", why: "it is not an Evernote export")])
    }

    @Test mutating func `comes in once, and again only where it changed there`() throws {
        let before = note("A", "<div>Dig.</div><div>Rest.</div>", "<tag>garden</tag><tag>old</tag>")
        let other = note("B", "<div>stays</div>", resource())
        let first = try workshop.importing(try export(before, other))
        #expect(first.created.notes == 2)
        let again = try workshop.plan(try export(before, other))
        #expect(again.steps == [])
        #expect(again.unchanged == 3)
        // The person changes one line here, Evernote another.
        let (id, entry) = try workshop.note("Garden/A")
        let mine = TextDiff.runs(from: entry.body.string, to: "Dig deep.\nRest.")
        try workshop.perform(.editNote(id, TextEdit(parents: entry.body.clock.frontier, runs: mine)))
        try workshop.perform(.tagNote(id, [Name("mine")]))
        let changed = note("A", "<div>Dig.</div><div>Rest and water.</div>", "<tag>garden</tag><tag>new</tag>")
        let plan = try workshop.importing(try export(changed, other))
        #expect(plan.changed == 1)
        let note = try workshop.note("Garden/A").entry
        #expect(note.body.string == "Dig deep.\nRest and water.")
        #expect(note.tags.map(\.text) == ["garden", "mine", "new"])
        #expect(try workshop.plan(try export(changed, other)).steps == [])
    }

    @Test mutating func `comes back after the import was undone`() throws {
        let url = try export(note("A", "<div>1</div>", "<tag>t</tag>" + resource()))
        try workshop.importing(url)
        let notes = workshop.notesByPath
        try workshop.withdraw(since: 0)
        #expect(workshop.notesByPath.isEmpty)
        let plan = try workshop.importing(url)
        #expect(plan.created.notes == 1)
        #expect(plan.created.attachments == 1)
        #expect(workshop.notesByPath == notes)
    }

    @Test mutating func `keeps two notes of the same second and title apart`() throws {
        let url = try export(note("A", "1"), note("A", "2"))
        #expect(try workshop.importing(url).created.notes == 2)
        #expect(try workshop.plan(url).steps == [])
    }
}

@Suite("Hostile and broken notes of other programs")
struct HostileNotes {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func enex(_ body: String, head: String = "") throws -> URL {
        try scratch.file("x.enex", "<!DOCTYPE en-export \(head)><en-export>\(body)</en-export>")
    }

    @Test func `entities that a document declares are refused, and never expanded`() throws {
        let bomb = "[<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]"
        let file = try enex("<note><title>&b;</title></note>", head: bomb)
        #expect(
            throws: ImportFailure.hostile(path: file.path, problem: "its document type declares entities of its own")
        ) { try Workshop().plan(file) }
        // In a note's own document they stand for nothing.
        let inner = "<!DOCTYPE en-note \(bomb)><en-note>&b;&c;&lt;</en-note>"
        #expect(MarkupText.markdown(enml: inner) == "&b;&c;<")
    }

    @Test func `an export that stops early is refused with its place`() throws {
        let whole = try Data(
            contentsOf: enex("<note><title>A</title><content><![CDATA[<en-note>x</en-note>]]></content></note>"))
        let file = scratch.url.appending(path: "cut.enex")
        var lengths = 0
        for length in stride(from: 40, to: whole.count - 1, by: 7) {
            try whole.prefix(length).write(to: file)
            if whole.prefix(length).range(of: Data("</note>".utf8)) != nil {
                let plan = try Workshop().plan(file, format: .evernote)
                #expect(plan.created.notes == 1 && plan.notTaken.count == 1)
                continue
            }
            do {
                let plan = try Workshop().plan(file, format: .evernote)
                Issue.record("\(length) bytes gave \(plan.created)")
            } catch let failure as ImportFailure {
                #expect(failure.message.contains(file.path))
                lengths += 1
            }
        }
        #expect(lengths > 10)
    }

    @Test func `elements that do not fit together are refused with their place`() throws {
        let file = try enex("<note><title>A</note>")
        #expect(
            throws: ImportFailure.damaged(
                path: file.path, place: "byte 53", problem: "</note> where </title> was expected")
        ) { try Workshop().plan(file) }
    }

    @Test func `one damaged note is named, and the others come in (F05)`() throws {
        let file = try enex(
            "<note><title>A</title><content><![CDATA[<en-note>a</en-note>]]></content></note>"
                + "<note><title>B</title><content>x</note></note>"
                + "<note><title>C</title><content><![CDATA[<en-note><div><![CDATA[label.jpg]]></div></en-note>]]></content></note>"
                + "<note><title>D</title><content><![CDATA[<en-note>a ]]]]><![CDATA[> b</en-note>]]></content></note>")
        var workshop = Workshop()
        let plan = try workshop.importing(file)
        #expect(workshop.notesByPath == ["x/A": "a", "x/C": "label.jpg", "x/D": "a ]]> b"])
        #expect(plan.notTaken.count == 1)
        #expect(plan.notTaken.first?.what == "note" && plan.notTaken.first?.at == "B", "\(plan.notTaken)")
    }

    @Test func `elements nested twenty thousand deep keep their text`() throws {
        let deep = String(repeating: "<div><b>", count: 20_000) + "bottom"
        #expect(MarkupText.markdown(enml: deep) == "**bottom**")
        let lists = String(repeating: "<ul><li>", count: 20_000) + "bottom"
        #expect(MarkupText.markdown(html: lists)?.hasSuffix("bottom") == true)
    }

    @Test func `Base64 that is none is reported and the note comes in`() throws {
        var workshop = Workshop()
        let plan = try workshop.importing(
            try enex(
                "<note><title>A</title><content><![CDATA[<en-note>x</en-note>]]></content>"
                    + "<resource><data>A</data><mime>image/png</mime></resource></note>"))
        #expect(plan.notTaken == [ImportWarning(what: "file", at: "A", why: "a file without name is not valid Base64")])
        #expect(workshop.notesByPath == ["x/A": "x"])
    }

    @Test func `scripts do not come in, neither as text nor behind links`() throws {
        let page = """
            <p onclick="x()">A<script>alert(1)</script><style>p{}</style> <a href="java\nscript:alert(1)">b</a>
            <a href=" JavaScript:x">c</a> <img src=x onerror=alert(1)></p><!-- <b>no</b> -->
            """
        #expect(MarkupText.markdown(html: page) == "A b c ![](x)")
    }

    @Test(arguments: Seed.hundred)
    func `anything at all becomes some text, and no crash`(seed: Seed) {
        var chance = seed.chance
        let parts = [
            "<div>", "</div>", "<table>", "<tr>", "<td>", "</td>", "</table>", "<b>", "</b>", "<ul>", "<li>", "</ul>",
            "<",
            ">", "&amp", "&#x0;", "&#xD800;", "text ", "\n", "<a href=\"", "\">", "<pre>", "<![CDATA[", "]]>", "<!--",
            "*",
            "<!DOCTYPE [", "<en-todo/>", "<br/>", "\u{A0}", "<script>", "</script>", "<ol start=-1>",
            "<td colspan=99999>",
            "<en-media hash=x>", "`", "_", "\\", "|", "<h1>", "<blockquote>", "<sup>", "</", "<p/>", "é", "\u{202E}",
        ]
        let text = (0..<200).map { _ in parts[chance.below(parts.count)] }.joined()
        for markdown in [MarkupText.markdown(html: text), MarkupText.markdown(enml: text)] {
            #expect(markdown?.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 } == true)
        }
    }
}
