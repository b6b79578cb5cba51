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

    /// The structure of a text, and its digest: the words are other people's, and stay in the given data.
    private static func shape(of text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        func count(_ isOne: (Substring) -> Bool) -> Int { lines.count(where: isOne) }
        func begins(_ marks: String...) -> (Substring) -> Bool {
            { line in marks.contains { line.drop { $0 == " " }.hasPrefix($0) } }
        }
        let parts = [
            (lines.count, "lines"), (count(begins("#")), "headings"), (count(begins("- [")), "boxes"),
            (count(begins("- ", "* ", "1. ")), "items"), (count(begins("|")), "rows"), (count(begins("```")), "fences"),
            (text.matches(of: /!\[/).count, "pictures"), (text.matches(of: /\]\(/).count, "links"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        var print = Fingerprint()
        print.note("text", text)
        return "  \(parts.joined(separator: ", ")); \(hexText(Array(print.bytes.bytes.suffix(8))))"
    }

    @Test(.shows("B-01")) func `all 79 notes of Evernote come in, as they always have`() throws {
        var workshop = Workshop()
        let plan = try workshop.importing(zip("evernote-yarle-a"))
        #expect(plan.format == .evernote)
        #expect(plan.created.notes == 79)
        let notes = workshop.view.notes
        let texts = notes.notes.entries.map { note in
            let folder = note.folder.map { notes.path(of: $0) } ?? ""
            let tags = note.tags.isEmpty ? "" : " #" + note.tags.map(\.text).joined(separator: " #")
            return "\(folder)/\(note.title.text), \(note.created.instant.text)\(tags)\n\(Self.shape(of: note.body.string))\n"
        }
        let text = texts.sorted(by: precedes).joined()
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
}
