import Foundation
import KernelTesting
import Testing

@Suite("Importing", .enabled(if: Shared.isThere, "the shared data is not beside this project"))
struct Importing {
    @Test func `prints the shape that programs rely on`() throws {
        try inScratch { daybook in
            let report = try daybook.done("import", Shared.path("note-vaults/kepano-obsidian.zip"), "--json").json()
            #expect(report.keys == ["batch", "created", "events", "mended", "notTaken", "unchanged"])
            #expect(
                report["created"].keys == [
                    "artworks", "attachments", "boards", "cards", "columns", "folders", "items", "notes", "plans",
                ])
            #expect(report["created"]["notes"].int == 103)
            #expect(report["batch"].text?.count == 36)
            #expect(try #require(report["events"].int) >= 103 + 9 + 32)
            #expect(!report["notTaken"].array.isEmpty)
            for left in report["notTaken"].array { #expect(left.keys == ["what", "where", "why"]) }
        }
    }

    static let sources = [
        "note-vaults/kepano-obsidian.zip", "note-vaults/logseq-docs.zip", "note-journals/logseq-docs.jsonl.gz",
        "boards/trello-gorillalabs-dekk.json", "boards/trello-humberto-zayas-trello-clone.json",
        "boards/trello-nextcloud-deck.json", "boards/trello-strictlybusiness-fda-food-recalls.json",
        "boards/trello-wekan-wekan.json",
    ]

    @Test(arguments: sources) func `the same source twice adds nothing`(source: String) throws {
        try inScratch { daybook in
            try daybook.done("import", Shared.path(source))
            let before = try daybook.done("replay", "--json").json()
            let again = try daybook.done("import", Shared.path(source), "--json").json()
            #expect(again["events"].int == 0)
            #expect(again["batch"] == .null)
            #expect(again["created"].keys.allSatisfy { again["created"][$0].int == 0 })
            #expect(try #require(again["unchanged"].int) > 0)
            let after = try daybook.done("replay", "--json").json()
            #expect(before["digest"] == after["digest"])
            #expect(before["events"] == after["events"])
        }
    }

    @Test func `a board has the lists and cards that its file holds`() throws {
        try inScratch { daybook in
            let file = Shared.path("boards/trello-strictlybusiness-fda-food-recalls.json")
            let source = try JSON(parsing: Array(try Data(contentsOf: URL(filePath: file))))
            let report = try daybook.done("import", file, "--json").json()
            #expect(report["created"]["cards"].int == source["cards"].array.count)
            #expect(report["created"]["columns"].int == source["lists"].array.count)
            let board = try daybook.done("show", "board", try #require(source["name"].text), "--json").json()
            let position: (JSON) -> Double = { $0["pos"].double ?? 0 }
            for list in source["lists"].array where list["closed"] == .flag(false) {
                let expected = source["cards"].array
                    .filter { $0["idList"] == list["id"] && $0["closed"] == .flag(false) }
                    .sorted { position($0) < position($1) }.compactMap { $0["name"].text }
                let column = board["columns"].array.first { $0["name"] == list["name"] }
                #expect(column?["cards"].array.compactMap { $0["title"].text } == expected)
            }
        }
    }

    @Test func `a dry run says the same and writes nothing`() throws {
        try inScratch { daybook in
            let source = Shared.path("note-vaults/kepano-obsidian.zip")
            let rehearsal = try daybook.done("import", source, "--dry-run", "--json").json()
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            let report = try daybook.done("import", source, "--json").json()
            #expect(rehearsal["created"] == report["created"])
            #expect(rehearsal["notTaken"] == report["notTaken"])
            #expect(rehearsal["events"].int == 0)
        }
    }

    @Test func `a note that changed at its source merges with what was written here`() throws {
        try inScratch { daybook in
            let vault = daybook.scratch.appending(path: "Vault")
            try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
            let file = vault.appending(path: "Plan.md")
            try Data("one\ntwo\nthree\n".utf8).write(to: file)
            try daybook.done("import", vault.path)
            try daybook.done("edit", "note", "Vault/Plan", "--body", "one\ntwo\nthree\nfour, here\n")
            try Data("zero, there\none\ntwo\nthree\n".utf8).write(to: file)
            try daybook.done("import", vault.path)
            #expect(
                try daybook.done("show", "note", "Vault/Plan", "--body").text
                    == "zero, there\none\ntwo\nthree\nfour, here\n")
        }
    }

    /// F20, F35: undoing and redoing an import changed all times, and with them the order of lists; `recent` forgot.
    @Test func `undoing it gives the views of before, and redoing brings all of it back`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Mine")
            try daybook.done("add", "note", "Kept", "--in", "Mine", "--body", "as it was")
            try daybook.done("add", "board", "House")
            let before = try everything(daybook)
            try daybook.done("import", Shared.path("note-vaults/kepano-obsidian.zip"))
            let vault = try everything(daybook)
            try daybook.done("import", Shared.path("boards/trello-gorillalabs-dekk.json"))
            #expect(vault != before)
            try daybook.done("undo")
            #expect(try everything(daybook) == vault)
            let first = try daybook.done("audit", "--cause", "import", "--json").text.split(separator: "\n")[0]
            let sequence = try #require(JSON(parsing: Array(first.utf8))["seq"].int)
            try daybook.done("undo", String(sequence))
            #expect(try everything(daybook) == before)
            try daybook.done("redo")
            #expect(try everything(daybook) == vault)
        }
    }

    /// The contents of every list with its times and its order, and the digest of all views: F20, F35.
    private func everything(_ daybook: Program) throws -> [JSON] {
        try ["folders", "notes", "boards", "trash", "recent"].map { try daybook.done("show", $0, "--json").json() }
            + [try daybook.done("replay", "--json").json()["digest"]]
    }
}
