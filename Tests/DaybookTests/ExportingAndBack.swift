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
}
