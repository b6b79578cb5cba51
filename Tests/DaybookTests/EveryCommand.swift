import Foundation
import KernelTesting
import Testing

@Suite("Every kind of thing can be added, edited, moved, deleted and restored")
struct EveryCommand {
    @Test func `a folder`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            try daybook.done("add", "folder", "Garden", "--in", "Projects")
            try daybook.done("add", "note", "Seeds", "--in", "Projects/Garden")
            try daybook.done("edit", "folder", "Projects/Garden", "--name", "Orchard")
            try daybook.done("move", "folder", "Orchard", "--to", "/")
            #expect(try folders(daybook) == ["Orchard", "Projects"])
            try daybook.done("move", "folder", "Projects", "--above", "Orchard")
            #expect(try folders(daybook) == ["Projects", "Orchard"])
            try daybook.done("move", "folder", "Projects", "--last")
            #expect(try folders(daybook) == ["Orchard", "Projects"])
            #expect(try daybook("move", "folder", "Projects").status == 2)
            let refused = try daybook("move", "folder", "Projects", "--to", "Projects")
            #expect(refused.status == 3)
            let asked = try daybook("delete", "folder", "Orchard")
            #expect(asked.status == 2)
            #expect(asked.err.contains("0 folders and 1 note"))
            #expect(try folders(daybook) == ["Orchard", "Projects"])
            try daybook.done("delete", "folder", "Orchard", "--yes")
            #expect(try folders(daybook) == ["Projects"])
            #expect(try daybook.done("show", "trash").text.contains("Orchard"))
            try daybook.done("restore", "Orchard")
            #expect(try folders(daybook) == ["Orchard", "Projects"])
            #expect(try daybook.done("show", "note", "Orchard/Seeds").text.contains("Seeds"))
        }
    }

    @Test func `a note, with its text from every source`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            try daybook.done("add", "note")
            #expect(try daybook.done("show", "note", "Untitled Note", "--body").out.isEmpty)
            try daybook.done("add", "note", "Plan", "--in", "Projects", "--file", "-", input: "- from standard input\n")
            #expect(try body(daybook, "Projects/Plan") == "- from standard input\n")
            let file = daybook.scratch.appending(path: "new.md")
            try Data("from a file, with “é” and 🎒\r\n".utf8).write(to: file)
            try daybook.done("edit", "note", "Plan", "--file", file.path)
            #expect(try body(daybook, "Plan") == "from a file, with “é” and 🎒\r\n")
            try daybook.done(
                "edit", "note", "Plan", "--body", "- dash first", "--title", "Move", "--pin", "--tag", "school")
            let note = try daybook.done("show", "note", "Projects/Move", "--json").json()
            #expect(note["body"] == .text("- dash first"))
            #expect(note["pinned"] == .flag(true))
            #expect(note["tags"] == .array([.text("school")]))
            try daybook.done("edit", "note", "Move", "--no-pin", "--untag", "school")
            #expect(try daybook.done("show", "note", "Move", "--json").json()["pinned"] == .flag(false))
            try daybook.done("move", "note", "Projects/Move", "--to", "/")
            try daybook.done("delete", "note", "Move")
            #expect(try daybook("show", "note", "Move").status == 4)
            try daybook.done("restore", "note", "Move")
            #expect(try body(daybook, "Move") == "- dash first")
        }
    }

    @Test func `a text that is not UTF-8 is refused and named`() throws {
        try inScratch { daybook in
            let file = daybook.scratch.appending(path: "latin.txt")
            try Data([0x63, 0x61, 0x66, 0xE9]).write(to: file)
            let run = try daybook("add", "note", "Coffee", "--file", file.path)
            #expect(run.status == 5)
            #expect(run.err.contains("latin.txt is not UTF-8"))
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
        }
    }

    @Test func `a board and its columns`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            #expect(try columns(daybook) == ["To Do", "In Progress", "Done"])
            try daybook.done("add", "column", "Waiting", "--board", "House", "--above", "Done")
            try daybook.done("edit", "column", "House/To Do", "--name", "Next")
            try daybook.done("move", "column", "House/Next", "--above", "Waiting")
            #expect(try columns(daybook) == ["In Progress", "Next", "Waiting", "Done"])
            try daybook.done("add", "card", "Buy paint", "--to", "Next")
            let asked = try daybook("delete", "column", "House/Next")
            #expect(asked.status == 2)
            #expect(asked.err.contains("1 card"))
            try daybook.done("delete", "column", "House/Next", "--cards-to", "Waiting")
            #expect(try columns(daybook) == ["In Progress", "Waiting", "Done"])
            #expect(try cards(daybook, 1) == ["Buy paint"])
            try daybook.done("delete", "column", "Waiting", "--archive-cards")
            #expect(try daybook.done("show", "board", "House", "--archived").text.contains("Buy paint"))
            try daybook.done("edit", "board", "House", "--title", "Home")
            try daybook.done("delete", "board", "Home")
            #expect(try daybook("show", "board", "Home").status == 4)
            try daybook.done("restore", "board", "Home")
            #expect(try daybook.done("show", "boards").text.contains("Home"))
        }
    }

    @Test(.shows("B-33")) func `a column is archived with its cards, and brought back to its place`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Buy paint", "--to", "To Do")
            try daybook.done("edit", "column", "To Do", "--archive")
            #expect(try columns(daybook) == ["In Progress", "Done"])
            #expect(try daybook.done("show", "boards").text.contains("2 columns · 0 cards"))
            let archive = try daybook.done("show", "board", "House", "--archived").text
            #expect(archive.contains("archived columns (1)\n    To Do (1)\n      Buy paint\n"))
            let refused = try daybook("edit", "card", "Buy paint", "--priority", "high")
            #expect(refused.status == 3)
            #expect(refused.err.contains("the column \"To Do\" is archived; unarchive it first"))
            #expect(try daybook.done("search", "is:archived", "paint").text.contains("Buy paint"))
            try daybook.done("edit", "column", "House/To Do", "--no-archive", "--name", "Next")
            #expect(try columns(daybook) == ["Next", "In Progress", "Done"])
            #expect(try cards(daybook, 0) == ["Buy paint"])
            #expect(try daybook("bulk", "archive", input: "House/Next\n").status == 0)
            #expect(try columns(daybook) == ["In Progress", "Done"])
            try daybook.done("undo")
            #expect(try columns(daybook) == ["Next", "In Progress", "Done"])
            #expect(try daybook("edit", "column", "Next").status == 2, "an edit that says nothing is a slip")
        }
    }

    @Test func `a card with everything on it`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            try daybook.done(
                "add", "card", "Paint", "--to", "House/To Do", "--description", "- two tins\n", "--due",
                "2026-12-24T18:00 Europe/Berlin", "--priority", "high", "--tag", "red:now", "--tag", "garden")
            try daybook.done("add", "card", "Brushes", "--to", "To Do", "--above", "Paint")
            #expect(try cards(daybook, 0) == ["Brushes", "Paint"])
            try daybook.done("move", "card", "Paint", "--above", "Brushes")
            #expect(try cards(daybook, 0) == ["Paint", "Brushes"])
            try daybook.done("move", "card", "House/Paint", "--to", "Done")
            #expect(try cards(daybook, 2) == ["Paint"])
            try daybook.done("add", "item", "Buy", "--card", "Paint")
            try daybook.done("edit", "card", "Paint", "--checklist", "Stir", "--check", "Buy")
            try daybook.done("move", "item", "Stir", "--card", "Paint", "--above", "Buy")
            try daybook.done("edit", "item", "Stir", "--card", "Paint", "--text", "Stir well")
            try daybook.done("add", "comment", "Which white?", "--card", "Paint")
            try daybook.done("edit", "card", "Paint", "--title", "Paint the hall", "--untag", "garden", "--due", "none")
            let card = try daybook.done("show", "card", "Paint the hall", "--json").json()
            try expectGolden(Normalised.text(of: daybook.done("show", "card", "Paint the hall").text), "card.txt")
            let comment = try #require(card["comments"][0]["id"].text)
            try daybook.done(
                "edit", "comment", String(comment.prefix(13)), "--card", "Paint the hall", "--text", "Off-white?")
            #expect(try daybook.done("show", "card", "Paint the hall").text.contains("Off-white?"))
            try daybook.done("delete", "comment", comment, "--card", "Paint the hall")
            try daybook.done("delete", "item", "Buy", "--card", "Paint the hall")
            #expect(try daybook("edit", "item", "Buy", "--card", "Paint the hall", "--check").status == 4)
            try daybook.done("edit", "card", "Paint the hall", "--archive")
            #expect(try cards(daybook, 2).isEmpty)
            try daybook.done("edit", "card", "Paint the hall", "--no-archive")
            try daybook.done("delete", "card", "Paint the hall")
            try daybook.done("restore", "card", "Paint the hall")
            #expect(try cards(daybook, 2) == ["Paint the hall"])
        }
    }

    @Test func `what is so already is not done again`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Paint", "--to", "To Do", "--priority", "high")
            let again = try daybook.done("edit", "card", "Paint", "--priority", "high", "--json").json()
            #expect(again["outcome"] == .text("nothingToDo"))
            #expect(again["events"].array.isEmpty)
        }
    }

    private func body(_ daybook: Program, _ ref: String) throws -> String {
        try daybook.done("show", "note", ref, "--body").text
    }

    private func folders(_ daybook: Program) throws -> [String] {
        try daybook.done("show", "folders", "--json").json()["folders"].array.compactMap { $0["name"].text }
    }

    private func columns(_ daybook: Program) throws -> [String] {
        try daybook.done("show", "board", "House", "--json").json()["columns"].array.compactMap { $0["name"].text }
    }

    private func cards(_ daybook: Program, _ column: Int) throws -> [String] {
        let board = try daybook.done("show", "boards", "--json").json()[0]["id"].text ?? ""
        return try daybook.done("show", "board", board, "--json").json()["columns"][column]["cards"].array
            .compactMap { $0["title"].text }
    }
}
