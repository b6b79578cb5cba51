import Capture
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

/// Samples that came with the Markdown that others make of them. Each golden lists every line in which ours is another.
@Suite("Samples that came with what others expect of them", .enabled(if: GivenData.isHere, GivenData.absent))
struct SamplesWithExpectations {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func unpacked(_ path: String) throws -> URL {
        let name = String(lastPart(path).dropLast(4))
        let folder = try scratch.write([String: String](), below: name)
        _ = try output(of: "unzip", "-q", GivenData.file(path).path, "-d", folder.path)
        return folder
    }

    private func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private func names(in folder: URL, ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }
            .map { String($0.dropLast(ending.count)) }.sorted()
    }

    // MARK: - Google Keep

    private struct Made: Decodable { var createdTimestampUsec: Int64 }

    @Test(.shows("B-01")) func `of Google Keep are the notes that are expected, with their titles and labels`() throws {
        let folder = try unpacked("note-imports/google-keep-takeout.zip").appending(path: "keep/notes")
        var workshop = Workshop()
        let plan = try workshop.importing(GivenData.file("note-imports/google-keep-takeout.zip"))
        #expect(plan.format == .keep)
        #expect(plan.created.notes == 14)
        var differing = Differing(.asRead, Self.keepReasons)
        for stem in try names(in: folder, ending: ".json") {
            let made = try JSONDecoder().decode(
                Made.self, from: Data(contentsOf: folder.appending(path: stem + ".json")))
            let note = try #require(
                workshop.view.notes.notes.entries.first {
                    $0.created.instant.microseconds == made.createdTimestampUsec
                })
            let expected = folder.appending(path: "expected/" + stem)
            let name = try #require(try names(in: expected, ending: ".md").first)
            let wanted = "name: \(name)\n" + (try text(expected.appending(path: name + ".md")))
            differing.compare(Self.page(of: note), with: wanted, called: stem)
        }
        #expect(differing.compared == 13)
        try differing.finish("expected/keep.txt")
        try expectGolden(plan.notTaken.map { "\($0.what)  \($0.at): \($0.why)\n" }.joined(), "keep-not-taken.txt")
    }

    /// The note in the form of the samples: what a note has beside its text stands in front of it.
    private static func page(of note: NotesView.NoteEntry) -> String {
        var lines = note.tags.map { "  - " + $0.text }
        if !lines.isEmpty { lines.insert("tags:", at: 0) }
        if note.isPinned { lines.append("pinned") }
        if !note.isLive { lines.append("in the trash") }
        if !lines.isEmpty { lines = ["---"] + lines + ["---", ""] }
        return (["name: " + note.title.text] + lines).joined(separator: "\n") + "\n" + note.body.string
    }

    private static let keepReasons = [
        Differing.Reason("a title stays as it was typed; a file gets the nearest name only when it is exported") {
            !$0.hasPrefix("- name: 2023-") && $0 != "+ name: Untitled Note"
                && ($0.hasPrefix("- name: ") || $0.hasPrefix("+ name: "))
        },
        Differing.Reason("a note without a title is called so; when it was made is known beside that") {
            $0.hasPrefix("- name: 2023-") || $0 == "+ name: Untitled Note"
        },
        Differing.Reason("the title is there already, so it needs no other name") {
            $0 == "- aliases:" || $0.hasPrefix("-   - ") && !$0.hasPrefix("-   - Keep/")
        },
        Differing.Reason("a label is a tag with the label's own name") {
            $0.hasPrefix("-   - Keep/Label/") || $0.hasPrefix("+   - ")
        },
        Differing.Reason("a pinned note is pinned", lines: "-   - Keep/Pinned", "+ pinned"),
        Differing.Reason("a deleted note is in the trash", lines: "-   - Keep/Deleted", "+ in the trash"),
        Differing.Reason("notes have no archive and no colour; the report says that they had one") {
            $0 == "-   - Keep/Archived" || $0.hasPrefix("-   - Keep/Color/")
        },
        Differing.Reason("an attached file hangs on its note; those that the sample does not hold are reported") {
            $0 == "-   - Keep/Attachment" || $0.hasPrefix("- ![[")
        },
        Differing.Reason("a text stays as it was typed, also where a tag of another program could not be written so") {
            $0.contains("#")
        },
        Differing.Reason("without such lines there is no front matter", lines: "- ---", "- tags:", "- "),
    ]

    // MARK: - Tables

    @Test(.shows("B-01"), arguments: [("sample", 5), ("comprehensive-test", 10)])
    func `of tables are the notes that are expected`(name: String, count: Int) throws {
        let root = try unpacked("note-imports/csv-import.zip").appending(path: "csv")
        var workshop = Workshop()
        let table = root.appending(path: name + ".csv")
        let plan = try workshop.importing(table)
        #expect(plan.format == .csv)
        #expect(plan.created.notes == count)
        #expect(plan.notTaken == [])
        #expect(try workshop.plan(table).steps == [])
        let expected = root.appending(path: "expected/" + name)
        let contents = try names(in: expected, ending: ".md").compactMap { title in
            try text(expected.appending(path: title + ".md")).split(separator: "\n").first {
                $0.hasPrefix("Content: ")
            }.map { try Self.unquoted($0.dropFirst("Content: ".count)) }
        }
        let words = Set(contents.flatMap { $0.components(separatedBy: "\n") }.map { "+ " + $0 } + ["+ "])
        var reasons = [
            Differing.Reason("the text is the text of the note, and not in its front matter as well") {
                $0.hasPrefix("- Content: ") || words.contains($0)
            }
        ]
        if name == "comprehensive-test" {
            reasons.append(
                Differing.Reason("a title stays as it was typed") {
                    $0.hasPrefix("- name: ") || $0.hasPrefix("+ name: ") && $0.contains("\"")
                })
        }
        var differing = Differing(.asRead, reasons)
        for title in try names(in: expected, ending: ".md") {
            let found = try #require(
                workshop.notesByPath.first { $0.key.replacingOccurrences(of: "\"", with: "") == "\(name)/\(title)" })
            let ours = "name: \(found.key.dropFirst(name.count + 1))\n" + found.value
            let wanted = "name: \(title)\n" + (try text(expected.appending(path: title + ".md")))
            differing.compare(ours, with: wanted, called: title)
        }
        #expect(differing.compared == count)
        try differing.finish("expected/csv-\(name).txt")
    }

    /// The text that YAML has between quotes; as JSON has it.
    private static func unquoted(_ text: Substring) throws -> String {
        try JSONDecoder().decode(String.self, from: Data(text.utf8))
    }

    // MARK: - Todoist

    @Test(.shows("B-87")) func `of Todoist are the outlines that are expected`() throws {
        let folder = try unpacked("boards/todoist-csv-bboc.zip")
        var differing = Differing(.asRead, Self.todoistReasons)
        for result in try names(in: folder, ending: ".md") {
            let name = try #require(result.components(separatedBy: "--").first)
            var workshop = Workshop()
            let plan = try workshop.importing(folder.appending(path: name + ".csv"))
            #expect(plan.format == .todoist)
            #expect(plan.created.plans == 1)
            var ours = Self.outlines(of: workshop)
            // What came of the same table given twice.
            if result.hasSuffix("combined") { ours += ours }
            differing.compare(ours, with: try text(folder.appending(path: result + ".md")), called: result)
        }
        #expect(differing.compared == 5)
        try differing.finish("expected/todoist.txt")
    }

    private static let todoistReasons = [
        Differing.Reason("a task that nobody can tick off is an item of no type, and its star is no word of it") {
            $0.hasPrefix("- ## * ") || $0.hasPrefix("+ ## un")
        },
        Differing.Reason("a label is a tag of the item, and a word only where it can be no tag") {
            $0.hasPrefix("- #") && $0.contains("@") || $0.hasPrefix("+ #") && $0.dropFirst(7).contains("#")
        },
        Differing.Reason("a picture at Todoist is a link, so that reading a plan fetches nothing from there") {
            $0.hasPrefix("- ![") || $0.hasPrefix("+ [") && $0.contains(".png](https://")
        },
        Differing.Reason("a file stays at Todoist, and the text has its address; the report says so") {
            $0.hasPrefix("- [") && $0.contains("](attachments/") || $0.hasPrefix("+ [") && $0.contains(".csv](https://")
        },
    ]

    @Test(.shows("B-87")) func `of Todoist in a zip within are the same plans as those outside of it`() throws {
        let folder = try unpacked("boards/todoist-csv-bboc.zip")
        var workshop = Workshop()
        let plan = try workshop.importing(folder.appending(path: "zip-test.zip"))
        #expect(plan.format == .todoist)
        #expect(plan.created.plans == 5)
        #expect(Set(plan.notTaken.map(\.what)) == ["date", "file"])
        for name in try names(in: folder, ending: ".csv") {
            var alone = Workshop()
            try alone.importing(folder.appending(path: name + ".csv"))
            #expect(Self.outlines(of: workshop).contains(Self.outlines(of: alone)), "\(name)")
        }
        #expect(try workshop.plan(folder.appending(path: "zip-test.zip")).steps == [])
    }

    /// Plans in the form of the samples: headings by depth, and below each task what is said about it.
    private static func outlines(of workshop: Workshop) -> String {
        let model = workshop.state.capture.model
        var text = ""
        for (id, collection) in zip(model.collections.ids, model.collections.entries) {
            text += "# \(collection.name.text)\n\n"
            let members = model.members(of: id)
            func write(under parent: ItemID?, _ depth: Int) {
                for item in members.children(of: parent).ids {
                    guard let entry = model.items[item] else { continue }
                    let labels = entry.tags.map { " #" + $0.text }.joined()
                    let words = entry.content.prefix { !$0.isNewline }
                    let heading = String(repeating: "#", count: depth + 1)
                    text += "\(heading) \(words)\(labels)\n" + entry.content.dropFirst(words.count) + "\n\n"
                    write(under: item, depth + 1)
                }
            }
            write(under: nil, 1)
        }
        return text
    }
}
