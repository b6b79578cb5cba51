import Foundation
import KernelTesting
import Testing

@Suite("Exporting everything, and taking it in elsewhere")
struct ExportingAndBack {
    @Test(.shows("B-02")) func `gives the same lists, boards and captures in a workspace that was empty`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Recipes")
            try daybook.done("add", "note", "Bread", "--body", "Flour and time.\n")
            try daybook.done("add", "note", "Old plan", "--body", "Gone.\n")
            try daybook.done("delete", "note", "Old plan")
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Buy paint", "--to", "House/To Do")
            try daybook.done("capture", "Ask about the roof")
            let out = daybook.scratch.appending(path: "out")
            let report = try daybook.done("export", out.path, "--json").json()
            #expect(report["leftOut"].array.isEmpty)
            #expect(report["notes"].int == 2)
            #expect(report["inTrash"].int == 1)

            let elsewhere = daybook.scratch.appending(path: "elsewhere")
            let imported = try daybook.done("import", out.path, "--json", in: elsewhere).json()
            #expect(imported["notTaken"].array.isEmpty)
            for view in [["notes"], ["folders"], ["boards"], ["board", "House"], ["inbox"], ["trash"]] {
                let here = try daybook.run(["--data", daybook.data.path, "show"] + view)
                let there = try daybook.run(["--data", elsewhere.path, "show"] + view)
                #expect(here.status == 0)
                #expect(there.text == here.text, "\(view)")
            }
            // All of it is one batch: undone as one, and again when it is taken in once more.
            try daybook.done("undo", in: elsewhere)
            #expect(try !daybook.done("show", "notes", in: elsewhere).text.contains("Bread"))
            try daybook.done("import", out.path, in: elsewhere)
            #expect(try daybook.done("show", "note", "Bread", "--body", in: elsewhere).text == "Flour and time.\n")
            #expect(try daybook.done("import", out.path, "--json", in: elsewhere).json()["events"].int == 0)
        }
    }

    /// F32: one damaged file stopped the whole export, and importing the source again, which has the bytes, changed nothing.
    @Test(arguments: [false, true]) func `a damaged file is left out when asked, and mended from its source`(isGone: Bool)
        throws
    {
        try inScratch { daybook in
            let vault = daybook.scratch.appending(path: "vault")
            try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
            try Data("# Plan\n![[bed.txt]]\n".utf8).write(to: vault.appending(path: "Plan.md"))
            try Data("a bed\n".utf8).write(to: vault.appending(path: "bed.txt"))
            try Data("a tree\n".utf8).write(to: vault.appending(path: "tree.txt"))
            try daybook.done("import", vault.path)
            let blobs = daybook.data.appending(path: "workspaces/home/blobs")
            let names = try #require(FileManager.default.subpaths(atPath: blobs.path)).sorted()
            let lost = try #require(
                names.map { blobs.appending(path: $0) }.first { (try? Data(contentsOf: $0)) == Data("a bed\n".utf8) })
            if isGone { try FileManager.default.removeItem(at: lost) } else { try Data("a red\n".utf8).write(to: lost) }

            let out = daybook.scratch.appending(path: "out")
            let refused = try daybook("export", out.path)
            #expect(refused.status == 5)
            #expect(refused.err.contains("bed.txt") && refused.err.contains("--skip-unreadable"))
            #expect(!FileManager.default.fileExists(atPath: out.path))
            let report = try daybook.done("export", out.path, "--skip-unreadable", "--json").json()
            #expect(report["leftOut"].array.count == 1)
            #expect(report["leftOut"].array.first?.text?.contains("bed.txt") == true)
            let written = try #require(FileManager.default.subpaths(atPath: out.path))
            #expect(written.contains { $0.hasSuffix("tree.txt") } && !written.contains { $0.hasSuffix("bed.txt") })

            #expect(try daybook.done("import", vault.path, "--dry-run", "--json").json()["mended"].int == 0)
            let again = try daybook.done("import", vault.path, "--json").json()
            #expect(again["mended"].int == 1)
            #expect(again["events"].int == 0)
            try daybook.done("verify")
            #expect(try daybook.done("import", vault.path, "--json").json()["mended"].int == 0)
        }
    }

    @Test(.shows("B-16")) func `exports what was chosen, with what is in it and what it stands in, and nothing else`()
        throws
    {
        try inScratch { daybook in
            try daybook.done("add", "folder", "House")
            try daybook.done("add", "folder", "Garden", "--in", "House")
            try daybook.done("add", "note", "Beds", "--in", "House/Garden", "--body", "Peas.\n")
            try daybook.done("add", "note", "Roof", "--in", "House")
            try daybook.done("add", "board", "Works")
            try daybook.done("add", "card", "Buy paint", "--to", "Works/To Do")
            try daybook.done("add", "card", "Sell car", "--to", "Works/To Do")
            try daybook.done("capture", "Ask about the roof")
            try daybook.done("capture", "Call grandma")
            try daybook.done("plan", "create", "Holiday")
            try daybook.done("plan", "add", "Holiday", "Call grandma")

            let out = daybook.scratch.appending(path: "out")
            let refs = "House/Garden\nBuy paint\nHoliday\nnobody\n"
            let report = try daybook.done("bulk", "export", out.path, "--json", input: refs).json()
            #expect(report["notes"].int == 1)
            #expect(report["cards"].int == 1)
            #expect(report["items"].int == 1)
            #expect(report["refused"].array.count == 1)
            let elsewhere = daybook.scratch.appending(path: "elsewhere")
            #expect(try daybook.done("import", out.path, "--json", in: elsewhere).json()["notTaken"].array.isEmpty)
            #expect(try daybook.done("show", "notes", "House/Garden", in: elsewhere).text.contains("Beds"))
            let board = try daybook.done("show", "board", "Works", in: elsewhere).text
            #expect(board.contains("Buy paint") && !board.contains("Sell car"))
            #expect(try daybook.done("show", "plan", "Holiday", in: elsewhere).text.contains("Call grandma"))
            for view in ["notes", "inbox", "search"] {
                let text = try daybook.run(
                    ["--data", elsewhere.path] + (view == "search" ? [view, "roof"] : ["show", view])
                ).text
                #expect(!text.contains("Roof") && !text.contains("Ask about"), "\(view): \(text)")
            }
            #expect(try daybook("bulk", "export", input: "Beds\n").status == 2, "it needs a directory")
            #expect(try daybook("bulk", "export", out.path, input: "nobody\n").status == 3)
            #expect(try daybook("bulk", "export", out.path, input: "Beds\n").status != 0, "the directory is taken")
        }
    }
}
