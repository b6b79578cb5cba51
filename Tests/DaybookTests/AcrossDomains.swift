import Foundation
import KernelTesting
import Testing

@Suite("Commands that go across all domains")
struct AcrossDomains {
    @Test func `finds words wherever they stand`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Kitchen", "--body", "The Videokamera is here.", "--tag", "things")
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Find the camera", "--to", "To Do", "--description", "or the kamera")
            let found = try daybook.done("search", "KAMERA", "the").text
            #expect(found.contains("Kitchen · note\n  text: »The« Video»kamera« is here."))
            #expect(found.contains("House/To Do/Find the camera · card"))
            let notes = try daybook.done("search", "kamera", "--kind", "note", "--json").json()
            #expect(notes["found"].int == 1)
            #expect(try daybook.done("search", "nowhere").text == "Nothing was found.\n")
            #expect(try daybook("search", "x", "--kind", "spoon").status == 2)
        }
    }

    @Test func `finds by the query language, page by page, and says what is wrong with a query`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            for number in 1...3 {
                try daybook.done("add", "note", "Roof \(number)", "--body", "tiles", "--in", "Projects")
            }
            try daybook.done("add", "note", "Cellar", "--body", "tiles and wine", "--tag", "house")
            #expect(try daybook.done("search", "til* -wine in:projects", "--json").json()["found"].int == 3)
            #expect(try daybook.done("search", "tag:house OR roof", "--json").json()["found"].int == 4)
            let first = try daybook.done("search", "tiles", "--limit", "3", "--json").json()
            let next = try #require(first["next"].text)
            let rest = try daybook.done("search", "tiles", "--limit", "3", "--after", next, "--json").json()
            #expect(rest["found"].int == 4 && rest["next"].text == nil)
            let wrong = try daybook("search", "tiles is:blue")
            #expect(wrong.status == 2 && wrong.err.contains("is: knows no \"blue\" (character 10)"))
            #expect(try daybook("search", "x", "--after", "y").status == 2)
            // Nothing is kept for the next search but a note of how far this one read.
            let search = daybook.data.appending(path: "workspaces/home/search").path
            #expect(try FileManager.default.contentsOfDirectory(atPath: search) == ["known.json"])
            let note = try Data(contentsOf: URL(filePath: search + "/known.json"))
            #expect(note.count < 200)
            try Data("rubbish".utf8).write(to: URL(filePath: search + "/known.json"))
            #expect(try daybook.done("search", "wine").text.hasPrefix("Cellar · note"))
            #expect(try Data(contentsOf: URL(filePath: search + "/known.json")) == note)
        }
    }

    @Test func `renames a tag everywhere, and one undo takes it back`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--tag", "work", "--tag", "work/now")
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Paint", "--to", "To Do", "--tag", "red:work")
            let before = try daybook.done("show", "tags").text
            #expect(try daybook.done("tag", "rename", "work", "job").text.contains("Renamed work to job on 2 things."))
            let tags = try daybook.done("show", "tags").text
            #expect(tags.contains("job") && !tags.contains("work"))
            try daybook.done("undo")
            #expect(try daybook.done("show", "tags").text == before)
            #expect(try daybook("tag", "rename", "nobody", "else").status == 3)
            try daybook.done("tag", "delete", "work")
            #expect(try daybook.done("show", "tags").text == "No tags yet.\n")
        }
    }

    @Test func `pins, opens and attaches`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Paint", "--to", "To Do")
            try daybook.done("pin", "House")
            #expect(try daybook.done("show", "pins").text == "House · board\n")
            try daybook.done("unpin", "House")
            #expect(try daybook.done("show", "pins").text == "Nothing is pinned.\n")
            try daybook.done("open", "Plan")
            #expect(try daybook.done("show", "recent", "--limit", "1").text.hasSuffix("note · Plan\n"))
            let file = daybook.scratch.appending(path: "colours.pdf")
            try Data("not really".utf8).write(to: file)
            let attached = try daybook.done("attach", file.path, "--to", "Paint", "--json").json()
            let id = try #require(attached["entity"].text)
            #expect(
                try daybook.done("show", "attachments").text
                    == "1 file · 10 bytes kept\n  colours.pdf · application/pdf · 10 bytes · on card House/To Do/Paint\n"
            )
            try daybook.done("detach", id)
            #expect(try daybook.done("show", "attachments").text == "0 files · 0 bytes kept\n")
            try daybook.done("undo")
            #expect(try daybook.done("show", "attachments").text.hasPrefix("1 file"))
            #expect(try daybook("attach", "nothing.pdf", "--to", "Paint").status == 5)
            let directory = try daybook("attach", "/etc", "--to", "Paint")
            #expect(directory.status == 5 && directory.err.contains("directory"), "\(directory.err)")
            #expect(try daybook("detach", "nothing").status == 2)
        }
    }

    @Test func `shows links, backlinks and what leads nowhere`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "See [[Index]] and [[Ghost]].")
            try daybook.done("add", "note", "Index", "--body", "# All")
            try daybook.done("edit", "note", "Index", "--title", "Contents")
            let links = try daybook.done("show", "links", "Contents").text
            #expect(links.contains("is led to by (1)\n    Plan · text, line 1\n      See [[Index]] and [[Ghost]]."))
            #expect(try daybook.done("show", "links").text.contains("leading nowhere (1)\n  Ghost\n    Plan"))
        }
    }

    @Test(.shows("B-16")) func `does the same to many, lists what is refused, and is undone as one`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Box")
            for number in 1...4 { try daybook.done("add", "note", "N\(number)") }
            try daybook.done("delete", "note", "N2")
            let run = try daybook.done("bulk", "move", "--to", "Box", input: "N1\n\nN2\nN3\nnobody\n")
            #expect(run.text.hasPrefix("2 done, 0 so already, 2 refused.\n  N2: "))
            #expect(try daybook.done("show", "notes", "Box").text.contains("N3"))
            let again = try daybook.done("bulk", "move", "--to", "Box", "--json", input: "N1\nN3\n").json()
            #expect(again["nothingToDo"].int == 2)
            try daybook.done("undo")
            #expect(try !daybook.done("show", "notes", "Box").text.contains("N"))
            for deed in [["tag", "x"], ["untag", "x"], ["pin"], ["unpin"], ["trash"], ["restore"]] {
                let run = try daybook.run(
                    ["--data", daybook.data.path, "bulk"] + deed, input: "N1\nN3\n")
                #expect(run.text.hasPrefix("2 done"), "\(deed): \(run.text)\(run.err)")
            }
            #expect(try daybook("bulk", "archive", input: "N1\n").status == 3, "all are refused")
            #expect(try daybook("bulk", "fly", input: "N1\n").status == 2)
            #expect(try daybook("bulk", "move", input: "N1\n").status == 2)
            #expect(try daybook("bulk", "tag", input: "N1\n").status == 2)
        }
    }

    @Test(.shows("B-03")) func `the trash says where each thing comes back to`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "House")
            try daybook.done("add", "note", "Plan", "--in", "House")
            try daybook.done("delete", "note", "Plan")
            try daybook.done("delete", "folder", "House", "--yes")
            let trash = try daybook.done("show", "trash").text
            #expect(trash.contains("note House/Plan") && trash.contains("restore the folder House first"))
            #expect(try daybook("restore", "note", "Plan").status == 3)
            try daybook.done("restore", "folder", "House")
            try daybook.done("restore", "note", "Plan")
            #expect(try daybook.done("show", "trash").text == "The trash is empty\n")
            #expect(try daybook.done("show", "notes", "House").text.contains("Plan"))
        }
    }
}
