import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

/// The counts of every importer add up to the contents of its source: each thing was made, was here already, or has a line in
/// the report. The samples hold the things that importers pass over most easily: strays, twins, and things of another kind.
@Suite("F07, F08: counts of every importer add up")
struct CountsAddUpEverywhere {
    private let place: Scratch

    init() throws { place = try Scratch() }

    func scratch(file name: String, _ text: String) throws -> URL { try place.file(name, text) }

    func scratch(files: [String: String]) throws -> URL { try place.write(files) }

    /// One kind of thing in a source: how many it holds, how many of them were made, and what lines of the report name it.
    struct Kind {
        var what: String
        var held: Int
        var lines: [String] = []
        var made: (Counts, Workshop) -> Int
    }

    /// A source, what it holds, and how many of its things are counted as unchanged when it is imported again.
    struct Sample {
        var url: URL
        var kinds: [Kind]
        var known: (Counts) -> Int
    }

    @Test(arguments: ImportFormat.allCases)
    func `each thing is made, or is reported, and is known the second time`(format: ImportFormat) throws {
        let sample = try sample(of: format)
        var workshop = Workshop()
        let plan = try workshop.importing(sample.url, pictures: TakingInPictures.ada)
        #expect(plan.format == format)
        for kind in sample.kinds {
            let left = plan.notTaken.filter { kind.lines.contains($0.what) }.reduce(0) { $0 + Self.amount($1) }
            let made = kind.made(plan.created, workshop)
            #expect(kind.held == made + left, "\(kind.what): \(made) made, \(left) left; \(plan.report)")
            #expect(kind.held > 0)
        }
        let again = try workshop.plan(sample.url, pictures: TakingInPictures.ada)
        #expect(again.steps == [])
        #expect(again.created == Counts())
        #expect(again.unchanged == sample.known(plan.created))
    }

    /// The number of things that a line is about: "3 of them …", "…; 3 files", else one.
    private static func amount(_ line: ImportWarning) -> Int {
        if line.why.contains(" of them"), let number = Int(line.why.prefix { $0.isNumber }) { return number }
        return line.why.split(separator: " ").first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 1
    }

    // MARK: - Samples

    private func sample(of format: ImportFormat) throws -> Sample {
        switch format {
        case .markdown: try vault()
        case .evernote: try evernote()
        case .joplin: try joplin()
        case .keep: try keep()
        case .csv: try table("Title,Content\nA,a\n,\nA,b,more\n", 3)
        case .todoist: try todoist()
        case .ticktick: try ticktick()
        case .trello, .wekan, .planka, .focalboard, .deck: try board(format)
        case .ink: try ink()
        case .pictures: try pictures()
        case .editHistory: try editHistory()
        case .daybook: try daybook()
        }
    }

    private func vault() throws -> Sample {
        let url = try place.write(
            [
                "a.md": Data("a".utf8), "b.markdown": Data("b".utf8), "dir/c.MD": Data("c".utf8),
                "latin.md": Data([0x61, 0xFC]), "pic.png": Data([1]), "pic": Data([1]), ".hidden/x.txt": Data([2]),
                ".obsidian/app.json": Data("{}".utf8),
            ], below: "vault")
        // One that is not UTF-8 is kept as a file, and said.
        return Sample(
            url: url,
            kinds: [
                Kind(what: "files", held: 8, lines: ["hidden", "settings"]) { counts, _ in
                    counts.notes + counts.attachments
                },
                Kind(what: "notes", held: 4, lines: ["note"]) { counts, _ in counts.notes },
            ]
        ) { $0.notes + $0.attachments }
    }

    private func evernote() throws -> Sample {
        func resource(_ data: String, _ name: String) -> String {
            "<resource><data>\(data)</data><mime>text/plain</mime><resource-attributes><file-name>\(name)</file-name>"
                + "</resource-attributes></resource>"
        }
        let notes = [
            "<title>A</title><content><![CDATA[<en-note>a</en-note>]]></content>" + resource("AAAA", "a.txt")
                + resource("AAAA", "twin.txt") + resource("!", "bad.txt") + resource("", "empty.txt"),
            "<title>A</title><content><![CDATA[<en-note>b</en-note>]]></content>",
            "<title>Bad</title><content>x</title>",
            "<title>Last</title>",
        ]
        let text = "<en-export>" + notes.map { "<note>" + $0 + "</note>" }.joined() + "</en-export>"
        let url = try place.write(["one.enex": text, "stray.txt": "s", "stray 2.txt": "s"], below: "export")
        return Sample(
            url: url,
            kinds: [
                Kind(what: "notes", held: 4, lines: ["note"]) { counts, _ in counts.notes },
                Kind(what: "files", held: 4 + 2, lines: ["file"]) { counts, _ in counts.attachments },
            ]
        ) { $0.notes + $0.attachments }
    }

    private func joplin() throws -> Sample {
        func id(_ digit: Character) -> String { String(repeating: digit, count: 32) }
        func item(_ digit: Character, _ text: String, _ facts: String) -> String {
            text + "\n\nid: \(id(digit))\n" + facts
        }
        let notes = "created_time: 2020-01-01T00:00:00Z\ntype_: 1"
        let url = try place.write(
            [
                "\(id("1")).md": item("1", "One\n\n[f](:/\(id("a")))", notes),
                "\(id("2")).md": item("2", "Two", "encryption_applied: 1\ntype_: 1"),
                "\(id("3")).md": item("1", "Twin of one", notes), "\(id("f")).md": item("f", "Folder", "type_: 2"),
                "\(id("a")).md": item("a", "a.txt", "type_: 4"), "\(id("b")).md": item("b", "b.txt", "type_: 4"),
                "\(id("c")).md": item("c", "gone.txt", "type_: 4"), "\(id("d")).md": item("d", "", "type_: 13"),
                "\(id("4")).md": item("4", "used", "type_: 5"), "\(id("5")).md": item("5", "unused", "type_: 5"),
                "\(id("6")).md": item("6", "", "note_id: \(id("1"))\ntag_id: \(id("4"))\ntype_: 6"),
                "\(id("7")).md": item("7", "", "note_id: \(id("9"))\ntag_id: \(id("4"))\ntype_: 6"),
                "resources/\(id("a")).txt": "a", "resources/\(id("b")).txt": "b", "resources/\(id("e")).bin": "e",
                "stray.txt": "s",
            ], below: "joplin")
        return Sample(
            url: url,
            kinds: [
                Kind(what: "notes and other items", held: 4, lines: ["note", "item"]) { counts, _ in counts.notes },
                Kind(what: "notebooks", held: 1) { counts, _ in counts.folders - 1 },
                Kind(what: "files", held: 5, lines: ["attachment", "file"]) { counts, _ in counts.attachments },
                Kind(what: "tags", held: 4, lines: ["tag", "tag of a note"]) { _, workshop in
                    // A tag, and that it is on a note.
                    2 * workshop.view.notes.notes.entries.reduce(0) { $0 + $1.tags.count }
                },
            ]
        ) { $0.notes + $0.attachments }
    }

    private func keep() throws -> Sample {
        func note(_ number: Int, _ more: String = "") -> String {
            "{\"title\": \"N\", \"textContent\": \"t\", \"isTrashed\": false, \"createdTimestampUsec\": \(number)\(more)}"
        }
        let files = ", \"attachments\": [{\"filePath\": \"a.png\"}, {\"filePath\": \"gone.png\"}]"
        let url = try place.write(
            [
                "Keep/a.json": note(1, files), "Keep/b.json": note(1), "Keep/c.json": "{\"other\": 1}",
                "Keep/d.json": "{",
                "Keep/a.html": "the same", "Keep/a.png": "a", "Keep/stray.png": "s", "Keep/stray 2.png": "s",
            ], below: "takeout")
        return Sample(
            url: url,
            kinds: [
                Kind(what: "notes", held: 4, lines: ["note"]) { counts, workshop in counts.notes + 1 },
                Kind(what: "files", held: 1 + 1 + 2 + 1, lines: ["file", "attachment"]) { counts, _ in
                    counts.attachments
                },
            ]
        ) { $0.notes + $0.attachments }
    }

    private func table(_ text: String, _ rows: Int) throws -> Sample {
        Sample(
            url: try place.file("table.csv", text),
            kinds: [Kind(what: "rows", held: rows) { counts, _ in counts.notes }]
        ) { $0.notes }
    }

    private func todoist() throws -> Sample {
        let rows = """
            TYPE,CONTENT,PRIORITY,INDENT
            odd,before all,,
            task,Dig,4,1
            task,Dig,4,1
            note,said below,,
            section,Kitchen,,
            ,who knows,,
            task,,4,1
            other,thing,,
            """
        let said: (Counts, Workshop) -> Int = { counts, workshop in
            counts.items
                + workshop.state.capture.model.items.entries.count { $0.content.hasSuffix("said below") }
        }
        return Sample(
            url: try place.file("House.csv", rows),
            kinds: [Kind(what: "rows", held: 8, lines: ["row", "task"], made: said)]
        ) { $0.items }
    }

    private func ticktick() throws -> Sample {
        let rows = """
            "Folder Name","List Name","Title","Kind","Tags","Content","taskId","parentId"
            "","Home","Milk","TEXT","","","1",""
            "","Home","Milk","TEXT","","","2","1"
            "","Home","","TEXT","","","3",""
            "","","No list","TEXT","","","4","9"
            "","Only this","","TEXT","","","5",""
            """
        return Sample(
            url: try place.file("TickTick.csv", rows),
            kinds: [Kind(what: "tasks", held: 5, lines: ["task"]) { counts, _ in counts.items }]
        ) { $0.items }
    }

    private func ink() throws -> Sample {
        let page = "<xournal><page><layer><stroke tool=\"pen\" width=\"1\">1 1 2 2</stroke></layer></page></xournal>"
        let url = try place.write(
            [
                "a.xopp": page, "a.xoj": page, "b.xopp": page.replacingOccurrences(of: "1 1", with: "1 3"),
                "cut.xopp": String(page.dropLast(20)), "empty.xopp": "", "read.txt": "r", "other.xml": "<a/>",
            ], below: "ink")
        return Sample(
            url: url, kinds: [Kind(what: "files", held: 7, lines: ["file"]) { counts, _ in counts.notes }]
        ) { $0.notes }
    }

    private func pictures() throws -> Sample {
        let png = TakingInPictures.png(2, 3)
        let url = try place.write(
            [
                "a.png": png, "b/twin.png": png, "c.png": TakingInPictures.png(2, 3, mark: 1), "d.png": Data("no".utf8),
                "read.txt": Data("r".utf8), ".hidden.png": png,
            ], below: "pictures")
        return Sample(
            url: url,
            kinds: [
                Kind(what: "files", held: 6, lines: ["picture", "file", "duplicate"]) { counts, _ in counts.artworks }
            ]
        ) { $0.artworks }
    }

    private func editHistory() throws -> Sample {
        let lines = [
            #"{"kind":"note-journal","repo":"a/b"}"#,
            #"{"t":1000,"a":0,"op":"create","doc":1,"path":"A.md","text":"a"}"#,
            #"{"t":1000,"a":0,"op":"create","doc":2,"path":"","text":"no name"}"#,
            #"{"t":2000,"a":0,"op":"create","doc":3,"path":"A.md","text":"same path"}"#,
        ]
        return Sample(
            url: try place.file("history.jsonl", lines.joined(separator: "\n") + "\n"),
            kinds: [Kind(what: "documents", held: 3, lines: ["document"]) { counts, _ in counts.notes }]
        ) { $0.notes }
    }
}
