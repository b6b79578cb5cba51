import Foundation
import KernelTesting
import Testing

/// FINDINGS-USERS.md, P3 and P4: what people at a terminal typed, and expected.
@Suite("Living at a terminal")
struct LivingAtATerminal {
    @Test(.shows("P-107", "B-85")) func `the agenda has what is due on boards and what to follow up, overdue and this week`()
        throws
    {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            for (card, due) in [("Paint", "2026-03-02"), ("Mow", "2020-01-31"), ("Roof", "2099-01-01"), ("Sand", "today")] {
                try daybook.done("add", "card", card, "--to", "House/To Do", "--due", due)
            }
            try daybook.done("capture", "buy milk", "--follow-up", "today")
            let text = try daybook.done("show", "agenda").text
            #expect(text.hasPrefix("Due\n  2020-01-31\n    Mow · on House/To Do · due 2020-01-31\n"))
            #expect(text.contains("Sand · on House/To Do") && !text.contains("Roof"))
            #expect(text.contains("\nFollow up\n") && text.hasSuffix("buy milk\n"))
            let json = try daybook.done("show", "agenda", "--days", "1", "--json").json()
            #expect(json.keys == ["due", "followUp", "last"])
            #expect(try daybook.done("show", "agenda", "--days", "3660", "--json").json()["due"]["days"].array.count >= 3)
            #expect(try daybook("show", "agenda", "--days", "0").status == 2)
            let due = try daybook.done("show", "due", "--from", "2026-03-02", "--to", "2026-03-02").text
            #expect(due == "2026-03-02\n  Paint · on House/To Do · due 2026-03-02\n")
        }
    }

    @Test func `an item is named by a part of its line, and what is misspelled is answered with what was meant`() throws {
        try inScratch { daybook in
            try daybook.done("capture", "buy milk")
            try daybook.done("capture", "don't forget: dentist")
            #expect(try daybook.done("item", "done", "milk").text.contains("buy milk"))
            #expect(try daybook.done("item", "star", "dentist").text.contains("dentist"))
            let slip = try daybook("item", "star", "by milk")
            #expect(slip.status == 4)
            #expect(slip.err.contains("There is no item \"by milk\"; did you mean buy milk?"))
            try daybook.done("capture", "milk the cow")
            #expect(try daybook("item", "star", "milk").err.contains("names 2 things"))
        }
    }

    @Test func `what is added to a list is captured where it is not there yet, in one step to undo`() throws {
        try inScratch { daybook in
            try daybook.done("list", "create", "Groceries")
            try daybook.done("capture", "oat milk")
            let words = try daybook.done("list", "add", "Groceries", "milk", "bread", "oat milk").text
            #expect(words.hasPrefix("Captured and added milk, bread, oat milk to Groceries."))
            func items() throws -> [String?] {
                try daybook.done("show", "list", "Groceries", "--json").json()["items"].array.map { $0["title"].text }
            }
            #expect(try items() == ["oat milk", "milk", "bread"], "in the order of their capture")
            try daybook.done("undo")
            #expect(try items() == [])
            #expect(try daybook.done("show", "inbox").text.contains("oat milk"))
        }
    }

    @Test func `the help of all commands is in groups`() throws {
        try inScratch { daybook in
            let help = try daybook.run(["--help"]).text
            for group in ["LOOKING", "CHANGING", "INBOX", "STUDIO", "SAFEKEEPING"] {
                #expect(help.contains("\n\(group) SUBCOMMANDS:\n"), "\(group) in \(help)")
            }
        }
    }

    @Test(arguments: [
        (["shw", "folders"], "There is no command \"shw\"; did you mean `daybook show`?"),
        (["show", "bords"], "There is no command \"bords\" after `daybook show`; did you mean `daybook show boards`"),
        (["ls"], "There is no command \"ls\"; did you mean `daybook show`?"),
        (["--data", "elsewhere", "inbox"], "There is no command \"inbox\"; did you mean `daybook show inbox`?"),
        (["frobnicate"], "There is no command \"frobnicate\"; `daybook --help` lists those there are."),
    ])
    func `a command that is none is answered with the one that is meant`(arguments: [String], words: String) throws {
        try inScratch { daybook in
            let run = try daybook.run(arguments)
            #expect(run.status == 2)
            #expect(run.err.hasPrefix("daybook: " + words), "\(run.err)")
        }
    }
}
