import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Taking in a Joplin export")
struct TakingInJoplin {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    /// An identifier of Joplin's from one digit.
    private static func id(_ digit: Character) -> String { String(repeating: digit, count: 32) }

    private func item(_ type: Int, _ digit: Character, _ text: String, _ facts: [String: String] = [:]) -> (
        String, Data
    ) {
        let all = ["id": Self.id(digit), "parent_id": ""].merging(facts) { $1 }
        let lines = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } + ["type_: \(type)"]
        let whole = (text.isEmpty ? "" : text + "\n\n") + lines.joined(separator: "\n")
        return (Self.id(digit) + ".md", Data(whole.utf8))
    }

    private func note(_ digit: Character, _ title: String, _ body: String, _ facts: [String: String] = [:]) -> (
        String, Data
    ) {
        item(
            1, digit, title + "\n\n" + body,
            [
                "parent_id": Self.id("f"), "created_time": "2021-01-05T10:12:13.000Z",
                "user_created_time": "2020-12-31T08:00:00.000Z", "updated_time": "2021-02-01T00:00:00.000Z",
                "is_todo": "0",
                "latitude": "0.00000000", "longitude": "0.00000000", "markup_language": "1", "is_conflict": "0",
                "encryption_applied": "0", "deleted_time": "0",
            ].merging(facts) { $1 })
    }

    private func export(_ items: (String, Data)..., below name: String = "joplin") throws -> URL {
        try scratch.write(Dictionary(uniqueKeysWithValues: items), below: name)
    }

    private var notebooks: [(String, Data)] {
        [item(2, "f", "Garden"), item(2, "e", "Beds", ["parent_id": Self.id("f")])]
    }

    @Test(.shows("B-01")) mutating func `makes folders, notes, tags and attachments, and links lead to them`() throws {
        let body = """
            See [the plan](:/\(Self.id("2"))#beds) and ![bed](:/\(Self.id("a"))) <img src=":/\(Self.id("a"))"/>
            ```
            [code](:/\(Self.id("2")))
            ```
            [gone](:/\(Self.id("0")))

            one: two
            """
        let root = try export(
            notebooks[0], notebooks[1],
            note("1", "Spring", body, ["source_url": "https://example.org", "latitude": "47.5", "longitude": "19.1"]),
            note("2", "Plan", "Dig.", ["parent_id": Self.id("e")]),
            note("3", "Buy \"seeds\"", "red ones", ["is_todo": "1", "todo_completed": "1612137600000"]),
            note("4", "Page", "<p>Hello <b>you</b></p>", ["markup_language": "2"]),
            note("5", "Old", "x", ["deleted_time": "1612137600000"]),
            note("6", "Secret", "", ["encryption_applied": "1"]),
            item(4, "a", "bed.png", ["mime": "image/png", "file_extension": "png"]),
            ("resources/\(Self.id("a")).png", Data([1])),
            item(5, "b", "garden"), item(6, "c", "", ["note_id": Self.id("1"), "tag_id": Self.id("b")]),
            item(13, "d", ""), ("stray.txt", Data("x".utf8)))
        let plan = try workshop.importing(root)
        #expect(plan.format == .joplin)
        #expect(plan.created.folders == 3)
        #expect(plan.created.notes == 5)
        #expect(plan.created.attachments == 1)
        let target = try workshop.note("Joplin/Garden/Beds/Plan").id.text
        let attachment = try #require(workshop.view.notes.attachments.ids.first).text
        let spring = try workshop.note("Joplin/Garden/Spring").entry
        #expect(
            spring.body.string == """
                ---
                source: "https://example.org"
                location: "47.5, 19.1"
                ---

                See [the plan](daybook:\(target)#beds) and ![bed](daybook:\(attachment)) <img src="daybook:\(attachment)"/>
                ```
                [code](:/\(Self.id("2")))
                ```
                [gone](:/\(Self.id("0")))

                one: two
                """)
        #expect(spring.tags.map(\.text) == ["garden"])
        #expect(spring.created.instant.keyText == "2020-12-31T08:00:00Z")
        let bodies = workshop.notesByPath
        #expect(bodies["Joplin/Garden/Buy \"seeds\""] == "- [x] Buy \"seeds\"\n\nred ones")
        #expect(bodies["Joplin/Garden/Page"] == "Hello **you**")
        #expect(bodies["Joplin/Garden/Old"] == nil)
        let lines = plan.notTaken.map { "\($0.what) \($0.at)" }
        #expect(
            lines == [
                "file stray.txt", "item \(Self.id("d"))", "note \(Self.id("6"))", "link Spring",
            ])
    }

    @Test mutating func `F07: files behind any fence come in, and those without a link hang on the folder`() throws {
        let body = """
            ```ls -l``` lists files

            ````
            ```
            ````
            [a](:/\(Self.id("a"))) <img src=:/\(Self.id("b"))> [c](joplin://\(Self.id("c")))
            """
        let files = "abcd".map { item(4, $0, "\($0).txt", ["mime": "text/plain", "file_extension": "txt"]) }
        let bytes = "abcde".map { ("resources/\(Self.id($0)).txt", Data("\($0)".utf8)) }
        let root = try scratch.write(
            Dictionary(uniqueKeysWithValues: [notebooks[0], note("1", "A", body)] + files + bytes), below: "joplin")
        let plan = try workshop.importing(root)
        #expect(plan.created.attachments == 5)
        #expect(plan.notTaken == [])
        let held = workshop.view.notes.attachments.entries.filter {
            if case .folder = $0.holder { true } else { false }
        }
        #expect(held.map(\.file.name.text) == ["d.txt", Self.id("e") + ".txt"])
        #expect(try workshop.plan(root).steps == [])
        let text = try workshop.note("Joplin/Garden/A").entry.body.string
        #expect(!text.contains(":/" + Self.id("a")) && !text.contains("joplin:") && text.contains("src=daybook:"))
    }

    @Test mutating func `reads a JEX as it reads a directory, and the same notes are the same`() throws {
        let root = try export(notebooks[0], note("1", "A", "text"), note("2", "B", "[a](:/\(Self.id("1")))"))
        try workshop.importing(root)
        let file = scratch.url.appending(path: "backup of today.jex")
        try output(of: "tar", "-cf", "-", "-C", root.path, ".").write(to: file)
        let plan = try workshop.plan(file)
        #expect(plan.format == .joplin)
        #expect(plan.steps == [])
        #expect(plan.unchanged == 2)
    }

    @Test mutating func `changes here what changed there, with moves and new titles`() throws {
        try workshop.importing(try export(notebooks[0], notebooks[1], note("1", "A", "one\ntwo")))
        let (id, entry) = try workshop.note("Joplin/Garden/A")
        let mine = TextDiff.runs(from: entry.body.string, to: "zero\none\ntwo")
        try workshop.perform(.editNote(id, TextEdit(parents: entry.body.clock.frontier, runs: mine)))
        let again = try export(
            notebooks[0], notebooks[1], note("1", "A and B", "one\ntwo\nthree", ["parent_id": Self.id("e")]),
            below: "again")
        let plan = try workshop.importing(again)
        #expect(plan.changed == 1)
        #expect(workshop.notesByPath == ["Joplin/Garden/Beds/A and B": "zero\none\ntwo\nthree"])
        #expect(try workshop.plan(again).steps == [])
    }

    @Test mutating func `folders that lead round in a circle stand at the top, once each`() throws {
        let plan = try workshop.importing(
            try export(
                item(2, "e", "E", ["parent_id": Self.id("f")]), item(2, "f", "F", ["parent_id": Self.id("e")]),
                note("1", "A", "x")))
        #expect(plan.created.folders == 3)
        #expect(plan.created.notes == 1)
    }

    @Test mutating func `takes a title from text that looks like facts, and reports what ends in none`() throws {
        let root = try export(
            note("1", "key: value", "a: b\n\nc: d"), (Self.id("9") + ".md", Data("no facts\n\nat all".utf8)))
        let plan = try workshop.importing(root)
        #expect(workshop.notesByPath == ["Joplin/key: value": "a: b\n\nc: d"])
        #expect(plan.notTaken.map(\.at) == [Self.id("9") + ".md"])
    }
}
