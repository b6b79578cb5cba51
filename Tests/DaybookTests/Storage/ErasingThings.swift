import Foundation
import KernelTesting
import Testing

@Suite("Erasing at the terminal")
struct ErasingThings {
    @Test(.shows("C-10", "J-112")) func `erases a note for good and says so everywhere`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Diary", "--body", "nobody may read PORCUPINE")
            try daybook.done("add", "note", "Kept", "--body", "see [[Diary]]")
            let id = try #require(daybook.done("show", "note", "Diary", "--json").json()["id"].text)

            let dry = try daybook.done("erase", "note", "Diary", "--dry-run")
            #expect(dry.text == "Would erase 1 note; 1 record of the journal, 0 files. Nothing was changed.\n")
            let unasked = try daybook("erase", "note", "Diary")
            #expect(unasked.status == 2)
            #expect(unasked.err.contains("1 note") && unasked.err.contains("--yes"))
            #expect(try daybook.done("show", "note", "Diary", "--body").text.contains("PORCUPINE"))

            let run = try daybook.done("erase", "note", "Diary", "--yes", "--reason", "asked for", "--json")
            #expect(try run.json()["outcome"].text == "erased")
            #expect(try run.json()["records"].int == 1)
            #expect(try daybook("show", "note", "Diary").status == 4)
            #expect(try daybook.done("search", "PORCUPINE").text == "Nothing was found.\n")
            #expect(try daybook.done("show", "links", "Kept").text.contains("Diary, which does not exist"))
            let list = try daybook.done("show", "erasures").text
            #expect(list.contains("note, 1 thing, 1 record, 0 files (asked for)"))
            #expect(try daybook.done("verify").text.contains("erased: " + list.dropLast()))
            let audit = try daybook.done("audit", "--json", "--entity", id).text
            #expect(audit.contains("\"erasedBy\":") && !audit.contains("PORCUPINE"))

            let undo = try daybook("undo")
            #expect(undo.status == 3)
            #expect(undo.err.contains("cannot be brought back"))
            #expect(try daybook("erase", "note", "Diary", "--yes").status == 4)
            #expect(
                try daybook("erase", "note", "Kept", "--yes", "--reason", String(repeating: "x", count: 501)).status
                    == 5)
            #expect(try daybook.done("show", "note", "Kept", "--body").text == "see [[Diary]]")
        }
    }

    @Test func `erases what lies in the trash, a file by its id, and a whole workspace`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Old")
            try daybook.done("add", "note", "Within", "--in", "Old")
            let file = daybook.scratch.appending(path: "scan.txt")
            try Data("scanned".utf8).write(to: file)
            try daybook.done("attach", file.path, "--to", "Within")
            let id = try #require(daybook.done("show", "attachments", "--json").json()[0]["id"].text)
            #expect(try daybook.done("erase", "attachment", id, "--yes").text.hasPrefix("Erased 1 attachment."))
            #expect(try daybook.done("show", "attachments", "--json").text == "[]\n")
            try daybook.done("delete", "folder", "Old", "--yes")
            #expect(try daybook.done("erase", "folder", "Old", "--yes").text.hasPrefix("Erased 1 folder, 1 note."))
            #expect(try daybook.done("show", "trash").text == "The trash is empty\n")
            #expect(
                try daybook.done("erase", "workspace", "home", "--yes").text.hasPrefix("Erased the workspace home: "))
            #expect(try daybook("show", "notes").status == 5)
        }
    }

    @Test(.shows("J-504")) func `erases the exports of a workspace with it, and names those that do not say whose they are`()
        throws
    {
        try inScratch { daybook in
            try daybook.done("add", "note", "Diary", "--body", "nobody may read PORCUPINE")
            let exports = daybook.data.appending(path: "exports")
            for name in ["new", "old"] { try daybook.done("export", exports.appending(path: name).path) }
            let outside = daybook.scratch.appending(path: "mine.txt")
            try Data("mine".utf8).write(to: outside)
            try FileManager.default.createSymbolicLink(
                at: exports.appending(path: "new/link.txt"), withDestinationURL: outside)
            // As an older build wrote it.
            let marker = exports.appending(path: "old/daybook-export.json")
            let lines = try String(contentsOf: marker, encoding: .utf8).components(separatedBy: "\n")
            let older = lines.filter { !$0.contains("\"journal\"") }
            #expect(older.count == lines.count - 1)
            try Data(older.joined(separator: "\n").utf8).write(to: marker)

            let run = try daybook.done("erase", "workspace", "home", "--yes", "--json").json()
            #expect(run["alsoErased"].array.compactMap(\.text) == [exports.appending(path: "new").path])
            #expect(run["leftBehind"].array.compactMap(\.text) == [exports.appending(path: "old").path])
            #expect(run["notLookedInto"].array.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: exports.path) == ["old"])
            #expect(try String(contentsOf: outside, encoding: .utf8) == "mine")
            let elsewhere = daybook.scratch.appending(path: "elsewhere")
            try daybook.done("import", exports.appending(path: "old").path, in: elsewhere)
            #expect(try daybook.done("show", "note", "Diary", "--body", in: elsewhere).text.contains("PORCUPINE"))
        }
    }

    @Test(.shows("J-504")) func `erases the exports of workspaces that nobody else is in with an account`() throws {
        try inScratch { daybook in
            try daybook.done("account", "add", "anna@example.org", input: "correct horse battery\n")
            try daybook.done("add", "note", "Diary", "--body", "nobody may read PORCUPINE")
            try daybook.done("members", "create", "--owner", "anna@example.org")
            let export = daybook.data.appending(path: "exports/all")
            try daybook.done("export", export.path)
            let run = try daybook.done("erase", "account", "anna@example.org", "--yes")
            #expect(run.text.contains("Erased as well, because it may have held some of it: \(export.path)"))
            #expect(!FileManager.default.fileExists(atPath: export.path))
        }
    }

    @Test(.shows("J-504"))
    func `attests each workspace as itself, also when two lay in one directory in turn`() throws {
        try inScratch { daybook in
            func erasures() throws -> Int {
                try daybook.done("account", "audit").text.components(separatedBy: "workspace erased").count - 1
            }
            try daybook.done("account", "add", "anna@example.org", input: "correct horse battery\n")
            try daybook.done("add", "note", "Diary")
            try daybook.done("members", "create", "--owner", "anna@example.org")
            try daybook.done("erase", "workspace", "home", "--yes")
            #expect(try erasures() == 1)
            try daybook.done("add", "note", "Diary of later")
            try daybook.done("members", "create", "--owner", "anna@example.org")
            try daybook.done("erase", "account", "anna@example.org", "--yes")
            #expect(try erasures() == 2)
            #expect(try daybook("show", "notes").status == 5)
        }
    }

    @Test(.shows("N-513")) func `keeps the trash for as long as its owner says`() throws {
        try inScratch { daybook in
            try daybook.done("account", "add", "anna@example.org", input: "correct horse battery\n")
            #expect(
                try daybook.done("retention", "show").text == "trash: for ever\nblobs: for ever\nhistory: for ever\n")
            try daybook.done("retention", "set", "trash", "30")
            #expect(try daybook.done("retention", "show", "--json").json()["trash"].int == 30)
            try daybook.done("add", "note", "Gone")
            try daybook.done("delete", "note", "Gone")
            let run = try daybook.done("retention", "run", "--yes")
            #expect(run.text == "Nothing is old enough to go.\n")
            #expect(try daybook.done("show", "trash").text.contains("Gone"))
            #expect(try daybook("retention", "set", "everything", "3").status == 2)
            #expect(try daybook("retention", "set", "trash", "0").status == 3)
        }
    }

    @Test func `erases an account`() throws {
        try inScratch { daybook in
            for name in ["anna", "ben"] {
                try daybook.done(
                    "account", "add", "\(name)@example.org", input: "correct horse battery\n")
            }
            #expect(try daybook("erase", "account", "ben@example.org").status == 2)
            let run = try daybook.done("erase", "account", "ben@example.org", "--yes")
            #expect(run.text.hasPrefix("Erased the account"))
            let list = try daybook.done("account", "list").text
            #expect(list.contains("anna@example.org") && !list.contains("ben@"))
            #expect(try daybook("erase", "account", "ben@example.org", "--yes").status == 4)
        }
    }
}
