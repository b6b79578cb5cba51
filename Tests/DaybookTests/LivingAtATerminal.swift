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
        (["--data", "elsewhere", "inbx"], "There is no command \"inbx\"; did you mean `daybook inbox`?"),
        (["frobnicate"], "There is no command \"frobnicate\"; `daybook --help` lists those there are."),
    ])
    func `a command that is none is answered with the one that is meant`(arguments: [String], words: String) throws {
        try inScratch { daybook in
            let run = try daybook.run(arguments)
            #expect(run.status == 2)
            #expect(run.err.hasPrefix("daybook: " + words), "\(run.err)")
        }
    }

    @Test func `short forms stand for what is done many times a day`() throws {
        try inScratch { daybook in
            try daybook.done("todo", "buy milk")
            #expect(try daybook.done("done", "milk").text.hasPrefix("Completed buy milk."))
            #expect(try daybook.done("inbox").text == daybook.done("show", "inbox").text)
            #expect(try daybook.done("--json", "boards").text == "[]\n")
            try daybook.done("new", "note", "Ash", "--body", "one")
            #expect(try daybook.done("cat", "Ash", "--body").text == "one")
            #expect(try daybook.run(["--help"]).text.contains("Short forms: inbox (show inbox)"))
        }
    }

    @Test func `a capture at the command line keeps its words, and its tags, its day and its star are understood`() throws {
        try inScratch { daybook in
            let words = try daybook.done("capture", "call", "mum", "tomorrow", "#family", "!high").text
            #expect(words.hasPrefix("Saved. Organize later. (#family, follow up ") && words.contains(", starred)"))
            try daybook.done("capture", "--plain", "not", "#this")
            try daybook.done("capture", "plain words")
            try daybook.done("capture", "--file", "-", input: "nor #this tomorrow")
            let items = try daybook.done("inbox", "--json").json()["items"].array
            #expect(
                items.map { $0["title"].text } == [
                    "nor #this tomorrow", "plain words", "not #this", "call mum tomorrow #family !high",
                ])
            #expect(items.map { $0["tags"].array.count } == [0, 0, 0, 1])
            #expect(items.map { $0["starred"] == .flag(true) } == [false, false, false, true])
            #expect(items[3]["followUp"].text != nil && items[1]["followUp"] == .null)
            try daybook.done("item", "follow-up", "plain words", "--on", "in 2 weeks")
            #expect(try daybook("item", "follow-up", "plain words", "--on", "someday").status == 2)
            try daybook.done("add", "board", "House")
            try daybook.done("card", "add", "Swim friday 3pm")
            let card = try daybook.done("show", "card", "Swim", "--json").json()
            #expect(
                card["due"].text?.hasSuffix(" 15:00 UTC") == true || card["due"].text?.contains(" 15:00 ") == true, "\(card)")
        }
    }

    @Test(.enabled(if: TheCommandLine.hasTerminal, "script(1), which makes a terminal, is not here"))
    func `on a terminal the lines of a list have numbers that name their things, and times are short`() throws {
        try inScratch { daybook in
            for text in ["buy milk", "water plants", "7"] { try daybook.done("capture", "--plain", text) }
            try daybook.done("list", "create", "House")
            let program = "'\(Program.executable.path)' --data '\(daybook.data.path)'"
            func terminal(_ commands: String) throws -> String {
                let set = "export HOME='\(daybook.scratch.path)' TZ=UTC; unset XDG_STATE_HOME"
                let typed = commands.replacing("daybook", with: program)
                return try shell("\(set); script -qec \"\(typed)\" /dev/null < /dev/null").out.replacing("\r", with: "")
            }
            let inbox = try terminal("daybook inbox")
            #expect(inbox.contains("1    - 7 · today ") && inbox.contains("\n2    - water plants · today "), "\(inbox)")
            #expect(inbox.contains("\n3    - buy milk · "))
            // The number of a line, and of the list that this terminal showed last.
            #expect(try terminal("daybook inbox > /dev/null; daybook done 2").contains("There is no item"))
            #expect(try terminal("daybook inbox; daybook done 2 3").contains("Completed 2 items."))
            #expect(try terminal("daybook inbox; daybook show collections; daybook done 1").contains("There is no item"))
            // What is called just so comes first.
            #expect(try terminal("daybook inbox; daybook item star 7").contains("Starred 7."))
            #expect(
                try terminal("daybook inbox; daybook --workspace other capture x; daybook --workspace other done 3").contains(
                    "There is no item"))
            #expect(try terminal("daybook show collections; daybook list add 1 eggs").contains("Captured eggs to House."))
            // A pipe and a file get what they always got.
            #expect(try daybook.done("inbox").text.hasPrefix("Inbox · 3 items\n  - 7 · starred · 20"))
            let state = daybook.scratch.appending(path: ".local/state/daybook")
            #expect(try !FileManager.default.contentsOfDirectory(atPath: state.path).isEmpty)
        }
    }

    @Test(.enabled(if: TheCommandLine.hasTerminal, "script(1), which makes a terminal, is not here"))
    func `a note is written in the person's editor, and lines are added to it without one`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Log", "--body", "one")
            try daybook.done("edit", "note", "Log", "--append", "two")
            try daybook.done("edit", "note", "Log", "--prepend", "-", input: "zero\n")
            func body() throws -> String { try daybook.done("show", "note", "Log", "--body").text }
            #expect(try body() == "zero\none\ntwo")
            #expect(try daybook("edit", "note", "Log", "--append", "x", "--body", "y").status == 2)
            #expect(try daybook("edit", "note", "Log").err.contains("a terminal opens $EDITOR"))
            let program = "'\(Program.executable.path)' --data '\(daybook.data.path)'"
            func edit(_ editor: String) throws -> String {
                try shell(
                    "export TMPDIR='\(daybook.scratch.path)' VISUAL='\(editor)'; script -qec \"\(program) edit note Log\" /dev/null < /dev/null"
                ).out
            }
            // While the editor is open another program adds a line: both stay.
            let meanwhile = daybook.scratch.appending(path: "editor")
            try "#!/bin/sh\n\(program) edit note Log --append three\nsed -i s/one/ONE/ \"$1\"\n"
                .write(to: meanwhile, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: meanwhile.path)
            #expect(try edit(meanwhile.path).contains("Edited the note Log."))
            #expect(try body() == "zero\nONE\ntwo\nthree")
            #expect(try edit("true").contains("Nothing to do: it is so already."))
            #expect(try edit("false").contains("ended with an error; nothing was changed"))
            let left = try FileManager.default.contentsOfDirectory(atPath: daybook.scratch.path).filter {
                $0.hasPrefix("daybook-")
            }
            #expect(left.count == 1, "what was written when the editor failed")
        }
    }

    @Test func `a place is chosen once for the commands that follow`() throws {
        try inScratch { daybook in
            try daybook.done("use", "Uni")
            try daybook.done("add", "note", "Lecture")
            #expect(try daybook.done("show", "notes", "--workspace", "Uni").text.contains("Lecture"))
            #expect(try daybook.done("use").text.hasPrefix("Commands are about the workspace Uni in "))
            try daybook.done("use", "here")
            #expect(try daybook("show", "notes").err.contains("has no workspace \"home\"; it has Uni"))
            try daybook.done("use", "http://127.0.0.1:9", "Uni")
            #expect(try daybook("backup", "x").err.contains("after `daybook use here`"))
            try "{".write(to: daybook.data.appending(path: "chosen.json"), atomically: true, encoding: .utf8)
            #expect(try daybook("show", "notes").err.contains("chosen.json cannot be understood"))
            try daybook.done("use", "here", "--workspace", "Uni")
        }
    }

    @Test func `the keeper's commands go on while the service runs`() throws {
        try inScratch { daybook in
            let serve = try daybook.start(
                ["--data", daybook.data.path, "serve", "--port", "0"], environment: [:], executable: Program.executable)
            defer { serve.process.terminate() }
            let socket = daybook.data.appending(path: "control.sock").path
            for _ in 0..<600 where try !String(contentsOf: serve.out, encoding: .utf8).contains("Daybook serves at") {
                Thread.sleep(forTimeInterval: 0.05)
            }
            let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let added = try daybook.done("account", "add", "anna@example.org", "--name", "Anna", input: "lang genug 77\n")
            #expect(added.text.hasPrefix("Registered anna@example.org."))
            try daybook.done("members", "create", "--workspace", "Home", "--owner", "anna@example.org")
            try daybook.done("retention", "set", "trash", "30")
            let keyFile = daybook.data.appending(path: "keys/master.key")
            let key = try Data(contentsOf: keyFile)
            let changed = try daybook.done("keys", "rotate").text
            #expect(changed.hasPrefix("Changed the master key") && changed.contains("Backups made before"))
            #expect(try Data(contentsOf: keyFile) != key)
            #expect(try daybook("keys", "rotate", "--passphrase").err.contains("a new key in a file only"))
            try daybook.done("account", "password", "anna@example.org", input: "ganz anders 78\n")
            let token = try daybook.done(
                "account", "token", "anna@example.org", "--name", "x", "--scope", "everything", "--json"
            ).json()["secret"].text
            #expect(token != nil)
            #expect(try daybook.done("account", "list").text.contains("anna@example.org"))
            #expect(try daybook.done("mail-summaries", "--dry-run").text == "No summary is due.\n")
            // What goes wrong is told as it is without a service.
            let twice = try daybook("account", "add", "anna@example.org", input: "lang genug 77\n")
            #expect(twice.status == 3, "\(twice.err)")
            #expect(try daybook("account", "password", "nobody@example.org", input: "x\n").status == 4)
            let port = try #require(String(contentsOf: serve.out, encoding: .utf8).firstMatch(of: /127\.0\.0\.1:(\d+)/)?.1)
            let signedIn = try daybook(
                "sign-in", "anna@example.org", "--server", "http://127.0.0.1:\(port)", input: "ganz anders 78\n")
            #expect(signedIn.status == 0, "\(signedIn.err)")
            let signedUp = try daybook(
                "sign-up", "ben@example.org", "--server", "http://127.0.0.1:\(port)", input: "noch etwas 79\n")
            #expect(signedUp.status == 0, "\(signedUp.err)")
            serve.process.terminate()
            #expect(try serve.wait().status == 0)
            #expect(!FileManager.default.fileExists(atPath: socket))
            // Killed, a service leaves its socket behind: the command does it itself.
            let dead = try daybook.start(
                ["--data", daybook.data.path, "serve", "--port", "0"], environment: [:], executable: Program.executable)
            for _ in 0..<600 where try !String(contentsOf: dead.out, encoding: .utf8).contains("Daybook serves at") {
                Thread.sleep(forTimeInterval: 0.05)
            }
            kill(dead.process.processIdentifier, SIGKILL)
            _ = try dead.wait()
            #expect(FileManager.default.fileExists(atPath: socket))
            try daybook.done("account", "password", "anna@example.org", input: "wieder eins 80\n")
        }
    }
}
