import Foundation
import KernelTesting
import Testing

@Suite("Looking back")
struct LookingBack {
    /// A life in which every kind of command occurs.
    static let life: [[String]] = [
        ["add", "folder", "Projects"], ["add", "folder", "Garden", "--in", "Projects"],
        ["add", "note", "Plan", "--in", "Projects", "--body", "one\ntwo\n"],
        ["edit", "note", "Plan", "--body", "one\ntwo and a half\n", "--tag", "move"],
        ["add", "board", "House"], ["add", "card", "Paint", "--to", "To Do", "--priority", "high"],
        ["add", "card", "Sell sofa", "--to", "To Do", "--above", "Paint"], ["move", "card", "Paint", "--to", "Done"],
        ["edit", "card", "Paint", "--description", "off-white", "--checklist", "tins"],
        ["add", "comment", "the matt one", "--card", "Paint"], ["move", "note", "Plan", "--to", "Projects/Garden"],
        ["delete", "folder", "Projects", "--yes"], ["undo"], ["edit", "note", "Plan", "--title", "Plan of ours"],
        ["delete", "column", "House/To Do", "--cards-to", "Done"], ["delete", "card", "Sell sofa"],
        ["restore", "card", "Sell sofa"], ["edit", "folder", "Garden", "--name", "Orchard"], ["undo"], ["redo"],
    ]

    static let looks = [
        ["folders"], ["notes"], ["boards"], ["recent"], ["trash"], ["board", "House"], ["card", "Paint"],
    ]

    @Test func `shows at every moment what was shown then`() throws {
        try inScratch { daybook in
            var shown: [(sequence: Int, time: String, looks: [String])] = []
            for command in Self.life {
                let run = try daybook.run(["--data", daybook.data.path, "--json"] + command)
                try #require(run.status == 0, "\(command): \(run.err)")
                let last = try #require(run.json()["last"].int)
                let row = try daybook.done("audit", "--json", "--from", String(last), "--to", String(last))
                let time = try #require(JSON(parsing: row.out)["time"].text)
                shown.append((last, time, try looks(daybook)))
            }
            for then in shown {
                #expect(try looks(daybook, at: String(then.sequence)) == then.looks, "at record \(then.sequence)")
                #expect(try looks(daybook, at: then.time) == then.looks, "at \(then.time)")
            }
        }
    }

    @Test func `finds a thing in the past by the name it has today`() throws {
        try inScratch { daybook in
            let made = try #require(daybook.done("add", "note", "Plan", "--body", "one", "--json").json()["last"].int)
            try daybook.done("edit", "note", "Plan", "--title", "Grand Design", "--body", "two")
            for name in ["Plan", "Grand Design"] {
                #expect(try daybook.done("show", "note", name, "--body", "--at", String(made)).text == "one")
            }
            #expect(try daybook("show", "note", "Plan").status == 4)
            #expect(try daybook("show", "note", "Grand Design", "--at", String(made - 1)).status == 4)
        }
    }

    @Test func `says what a moment can be when something else was typed`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            for command in [
                ["show", "boards", "--at", "someday"], ["replay", "--until", "12:00"], ["audit", "--from", "May"],
                ["add", "card", "Paint", "--to", "House/To Do", "--due", "someday"],
            ] {
                let run = try daybook.run(["--data", daybook.data.path] + command)
                #expect(run.status == 2)
                #expect(run.err.contains("such as 2026-1"), "\(run.err)")
            }
        }
    }

    @Test func `says of an empty trash that it is empty`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            #expect(try daybook.done("show", "trash").text == "The trash is empty\n")
            try daybook.done("delete", "board", "House")
            let trash = try daybook.done("show", "trash").text
            #expect(trash.contains("House") && !trash.contains("note"))
        }
    }

    @Test func `says which record is the last when a later one is asked for`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            let run = try daybook("show", "folders", "--at", "99")
            #expect(run.status == 4)
            #expect(run.err.contains("no record 99"))
        }
    }

    @Test func `reads a history like a diff that a person would write`() throws {
        try inScratch { daybook in
            let first = "# Moving\n\nThe van comes on Friday.\n\n- boxes\n- tape\n- labels\n\nCall the school.\n"
            let second = first.replacing("Friday", with: "Saturday").replacing("- tape\n", with: "- tape\n- blankets\n")
            try daybook.done("add", "note", "Moving", "--file", "-", input: first)
            try daybook.done("edit", "note", "Moving", "--file", "-", input: second)
            try daybook.done("edit", "note", "Moving", "--title", "Moving house", "--tag", "move", "--pin")
            try daybook.done(
                "edit", "note", "Moving house", "--file", "-", input: second.replacing("Call the school.\n", with: ""))
            try expectGolden(Normalised.text(of: daybook.done("history", "Moving house", "--diff").text), "history.txt")
            let history = try daybook.done("history", "Moving house", "--json").json()
            for entry in history.array {
                #expect(
                    entry.keys == ["actor", "cause", "causeSeq", "device", "diff", "kind", "seq", "summary", "time"])
                #expect(entry["actor"] == .text("anna"))
            }
            #expect(history.array.count == 6)
        }
    }

    @Test func `restores any revision, and says when there is none`() throws {
        try inScratch { daybook in
            var sequences: [Int] = []
            let texts = ["", "one\n", "one\ntwo\n", "zwei\n", "ein anderer Text 🎈"]
            sequences.append(try #require(daybook.done("add", "note", "Plan", "--json").json()["last"].int))
            for text in texts.dropFirst() {
                let edit = try daybook.done("edit", "note", "Plan", "--body", text, "--json").json()
                sequences.append(try #require(edit["last"].int))
            }
            for (sequence, text) in zip(sequences, texts).reversed() {
                try daybook.done("restore", "Plan", "--to", String(sequence))
                #expect(try daybook.done("show", "note", "Plan", "--body").text == text)
            }
            #expect(try daybook("restore", "Plan", "--to", "1").status == 4)
            #expect(try daybook("restore", "Plan", "--to", "999").status == 4)
        }
    }

    @Test func `audits by person, thing, kind, cause, place and time`() throws {
        try inScratch { daybook in
            for command in Self.life { _ = try daybook.run(["--data", daybook.data.path] + command) }
            let all = try rows(daybook)
            let last = try #require(all.last?["seq"].int)
            #expect(all.map { $0["seq"].int } == (1...last).map { $0 })
            #expect(try rows(daybook, "--kind", "card moved").allSatisfy { $0["kind"] == .text("card moved") })
            let aboutNotes = try rows(daybook, "--kind", "note")
            #expect(!aboutNotes.isEmpty)
            #expect(aboutNotes == all.filter { $0["kind"].text?.hasPrefix("note ") == true })
            #expect(try rows(daybook, "--cause", "undo") == all.filter { $0["cause"] == .text("undo") })
            #expect(try rows(daybook, "--from", "5", "--to", "9") == Array(all[4..<9]))
            let paint = try rows(daybook, "--entity", "Paint")
            #expect(!paint.isEmpty)
            #expect(paint == all.filter { $0["entity"] == paint[0]["entity"] })
            #expect(try rows(daybook, "--actor", "anna") == all)
            #expect(try daybook("audit", "--actor", "nobody").status == 4)
            let head = try daybook.done("verify", "--json").json()["chainHead"].text
            #expect(try daybook.done("audit").err.contains(try #require(head)))
        }
    }

    @Test func `writes an audit that a spreadsheet opens and does not run`() throws {
        try inScratch { daybook in
            let id = try #require(daybook.done("add", "folder", "=1+1, \"quoted\"", "--json").json()["entity"].text)
            let lines = try daybook.done("audit", "--csv").text.components(separatedBy: "\r\n")
            #expect(lines[0].hasPrefix("seq,time,actor,actorName,"))
            let row = try #require(lines.first { $0.contains("folder created") })
            #expect(row.hasSuffix(#""{""folder"":""\#(id)"",""name"":""=1+1, \""quoted\""""}""#), "\(row)")
        }
    }

    private func rows(_ daybook: Program, _ filters: String...) throws -> [JSON] {
        let run = try daybook.run(["--data", daybook.data.path, "--json", "audit"] + filters)
        try #require(run.status == 0, "\(run.err)")
        return try run.text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    }

    /// The output of each look; one that finds nothing is an answer too.
    private func looks(_ daybook: Program, at moment: String? = nil) throws -> [String] {
        try Self.looks.map { look in
            let at = moment.map { ["--at", $0] } ?? []
            let run = try daybook.run(["--data", daybook.data.path, "show"] + look + at)
            return run.status == 0 ? run.text : "status \(run.status)"
        }
    }
}
