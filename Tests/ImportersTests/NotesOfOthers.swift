import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Real notes of other programs", .enabled(if: GivenData.isHere, GivenData.absent))
struct NotesOfOthers {
    private func zip(_ name: String) -> URL { GivenData.file("note-imports/\(name).zip") }

    @Test(.shows("B-01")) func `all 79 notes of Evernote come in, as they always have`() throws {
        var workshop = Workshop()
        let plan = try workshop.importing(zip("evernote-yarle-a"))
        #expect(plan.format == .evernote)
        #expect(plan.created.notes == 79)
        let notes = workshop.view.notes
        let texts = notes.notes.entries.map { note in
            let folder = note.folder.map { notes.path(of: $0) } ?? ""
            let tags = note.tags.isEmpty ? "" : " #" + note.tags.map(\.text).joined(separator: " #")
            return "=== \(folder)/\(note.title.text), \(note.created.instant.text)\(tags)\n\(note.body.string)\n\n"
        }
        let text = texts.map { Self.cut($0) }.sorted(by: precedes).joined()
        try expectGolden(text, "evernote-of-others.txt")
        let left = plan.notTaken.map { "\($0.what)  \($0.at): \($0.why)\n" }.joined()
        try expectGolden(left, "evernote-not-taken.txt")
    }

    @Test(arguments: ["evernote-yarle-a", "google-keep-takeout"])
    func `come in once`(name: String) throws {
        var workshop = Workshop()
        let plan = try workshop.importing(zip(name))
        let again = try workshop.plan(zip(name))
        #expect(again.steps == [])
        #expect(again.unchanged == plan.created.notes + plan.created.attachments)
        #expect(again.notTaken == plan.notTaken)
    }

    @Test(.shows("B-01")) func `the notes of Keep come in with the text that others expect of them`() throws {
        var workshop = Workshop()
        let plan = try workshop.importing(zip("google-keep-takeout"))
        #expect(plan.format == .keep)
        #expect(plan.created.notes == 14)
        let scratch = try Scratch()
        _ = try output(of: "unzip", "-q", zip("google-keep-takeout").path, "-d", scratch.url.path)
        let expected = try #require(
            FileManager.default.enumerator(atPath: scratch.url.appending(path: "keep/notes/expected").path))
        var differences = ""
        var count = 0
        for case let path as String in expected where path.hasSuffix(".md") {
            count += 1
            let text = try String(
                contentsOf: scratch.url.appending(path: "keep/notes/expected/" + path), encoding: .utf8)
            let wanted = Self.body(of: text)
            let found = workshop.view.notes.notes.entries.contains { Self.body(of: $0.body.string) == wanted }
            if !found { differences += lastName(path) + "\n" }
        }
        #expect(count == 13)
        // Others take characters out of texts that their own tags cannot have; here a text is what was typed.
        #expect(
            differences.split(separator: "\n").sorted() == [
                "Checklist note.md", "Hashtags _ labels note.md", "Invalid title characters note !@$__()_+~`{}_.md",
            ])
        try expectGolden(plan.notTaken.map { "\($0.what)  \($0.at): \($0.why)\n" }.joined(), "keep-not-taken.txt")
    }

    /// Others keep the text in the front matter as well; here it is the text of the note.
    @Test(.shows("B-01"), arguments: [("sample", 5), ("comprehensive-test", 10)])
    func `tables come in as notes with the front matter that others expect`(name: String, count: Int) throws {
        let scratch = try Scratch()
        _ = try output(of: "unzip", "-q", zip("csv-import").path, "-d", scratch.url.path)
        let root = scratch.url.appending(path: "csv")
        var workshop = Workshop()
        let plan = try workshop.importing(root.appending(path: name + ".csv"))
        #expect(plan.format == .csv)
        #expect(plan.created.notes == count)
        #expect(plan.notTaken == [])
        #expect(try workshop.plan(root.appending(path: name + ".csv")).steps == [])
        for (path, body) in workshop.notesByPath {
            let file = root.appending(path: "expected/" + path.replacingOccurrences(of: "\"", with: "") + ".md")
            let expected = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let wanted = expected.map { trimmed(String($0)) }.filter { !$0.hasPrefix("Content:") && !$0.isEmpty }
            let lines = body.split(separator: "\n").map(String.init)
            #expect(Array(lines.prefix(wanted.count)) == wanted)
            let content = try #require(expected.first { $0.hasPrefix("Content:") })
            let escaped = lines.dropFirst(wanted.count).joined(separator: "\\n")
                .replacingOccurrences(of: "\"", with: "\\\"")
            #expect(content.replacingOccurrences(of: "\\n\\n", with: "\\n") == "Content: \"\(escaped)\"")
        }
        let note = try #require(workshop.view.notes.notes.entries.first { $0.title.text == "Simple Note" })
        #expect(!note.tags.isEmpty)
        #expect(note.created.instant.text.hasPrefix("2024-01-1"))
    }

    /// The beginning of a long text.
    private static func cut(_ text: String) -> String {
        text.utf8.count <= 1000 ? text : text.prefix(1000) + "…\n\n"
    }

    /// A text without front matter and the pictures that the samples do not hold.
    private static func body(of text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") { lines.removeSubrange(0...end) }
        return lines.filter { !$0.hasPrefix("![[") && !$0.allSatisfy(\.isWhitespace) }
    }
}
