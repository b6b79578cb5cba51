import Foundation
import Glibc
import Testing

/// Findings W3 to W12 of the first users: a program that does something must say what it did, and must not do something else.
@Suite("Telling people the truth")
struct TellingTheTruth {
    @Test func `undo and redo say which change and which thing, and history marks them (W3)`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Uni/Math", "--parents")
            try daybook.done("add", "note", "Uni/Math/Lecture 1")
            try daybook.done("edit", "note", "Lecture 1", "--pin")
            #expect(try daybook.done("undo").text.hasPrefix("Undone: pinned the note “Lecture 1”."))
            #expect(try daybook.done("redo").text.hasPrefix("Redone: pinned the note “Lecture 1”."))
            let again = try daybook.done("undo", "--json").json()["undone"]
            #expect(again["kind"].text == "note pinned" && again["title"].text == "Lecture 1")
            #expect(again["redone"] == .flag(false))
            let pinned = try #require(again["seq"].int)
            try daybook.done("delete", "note", "Lecture 1")
            #expect(try daybook.done("undo").text.hasPrefix("Undone: moved the note “Lecture 1” to the trash."))
            let history = try daybook.done("history", "Lecture 1").text
            #expect(history.contains("unpinned it (undo of \(pinned))") && history.contains("pinned it (redo of"))
            #expect(history.contains("restored it from the trash (undo of"))
            try daybook.done("list", "create", "Groceries")
            #expect(try daybook.done("undo").text.contains("\"Groceries\""))
        }
    }

    @Test func `undo of an import and of a folder says how much came back (W3)`() throws {
        try inScratch { daybook in
            let vault = daybook.scratch.appending(path: "Vault")
            try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
            for name in ["a", "b"] { try Data("# \(name)\n".utf8).write(to: vault.appending(path: "\(name).md")) }
            try daybook.done("import", vault.path)
            #expect(try daybook.done("undo").text.hasPrefix("Undone: the import of 1 folder, 2 notes."))
            try daybook.done("redo")
            try daybook.done("delete", "folder", "Vault", "--yes")
            let undone = try daybook.done("undo").text
            #expect(undone.hasPrefix("Undone: moved the folder “Vault” to the trash."), "\(undone)")
        }
    }

    @Test func `a day is the whole day where the person is (W4)`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
                func lines(_ arguments: String...) throws -> Int {
                    let run = try daybook.run(["--data", daybook.data.path] + arguments, environment: ["TZ": zone])
                    try #require(run.status == 0, "\(run.err)")
                    return run.text.split(separator: "\n").count
                }
                #expect(try lines("audit", "--from", "today", "--to", "today") == 3, "\(zone)")
                #expect(try lines("audit", "--from", "-2h") == 3)
                #expect(try lines("audit", "--to", "yesterday") == 0)
                #expect(try lines("show", "note", "Plan", "--at", "today") > 1)
            }
            #expect(try daybook("show", "note", "Plan", "--at", "yesterday").status == 4)
        }
    }

    @Test func `who is lost with identity.json is told, and damage to it is refused with the text of a capture (L4, W2)`()
        throws
    {
        try inScratch { daybook in
            try daybook.done("capture", "first")
            let place = daybook.data.appending(path: "identity.json")
            let whole = try Data(contentsOf: place)
            var damaged = whole
            damaged[damaged.count / 2] ^= 1
            try damaged.write(to: place)
            let refused = try daybook("capture", "second thought")
            #expect(refused.status == 5 && refused.err.contains("Restore it from a backup"), "\(refused.err)")
            #expect(refused.err.contains("This is the text:\nsecond thought"), "\(refused.err)")
            try FileManager.default.removeItem(at: place)
            let told = try daybook.done("capture", "third")
            #expect(told.err.contains("was not there, so this is by a new person and device"), "\(told.err)")
            #expect(try daybook.done("capture", "fourth").err == "")
        }
    }

    @Test func `a path in add is a path (W5)`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Uni")
            try daybook.done("add", "folder", "Uni/Physics")
            try daybook.done("add", "note", "Uni/Physics/Waves")
            try daybook.done("add", "note", "Notes/2026\\/11", "--parents")
            let tree = try daybook.done("show", "folders", "--json").json()["folders"].array
            #expect(tree.compactMap { $0["name"].text } == ["Notes", "Uni"])
            #expect(tree[1]["folders"].array.compactMap { $0["name"].text } == ["Physics"])
            let notes = try daybook.done("show", "notes", "--json").json()["notes"].array
            #expect(Set(notes.compactMap { $0["title"].text }) == ["Waves", "2026/11"])
            let missing = try daybook("add", "note", "Uni/Chemistry/Acids")
            #expect(missing.status == 4 && missing.err.contains("Uni/Chemistry") && missing.err.contains("--parents"))
            try daybook.done("add", "board", "House")
            try daybook.done("add", "column", "House/Later")
            try daybook.done("add", "card", "House/Later/Paint")
            #expect(try daybook.done("show", "board", "House").text.contains("Paint"))
            #expect(try daybook("add", "board", "A/B").status == 2)
            #expect(try daybook("add", "column", "Later").status == 2)
            #expect(try daybook("add", "card", "Paint").status == 2)
        }
    }

    @Test func `a port that is taken is one sentence and leaves nothing behind (W9)`() throws {
        let taken = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(taken) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port =
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                    bind(taken, raw, length) == 0 && listen(taken, 1) == 0 && getsockname(taken, raw, &length) == 0
                }
            } ? UInt16(bigEndian: address.sin_port) : 0
        try #require(port > 0)
        try inScratch { daybook in
            let run = try daybook("serve", "--port", String(port))
            #expect(run.status == 2)
            #expect(run.err.split(separator: "\n").count == 1 && run.err.contains("listens"), "\(run.err)")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
        }
    }

    @Test func `the inspector of journals is part of the one program, and settings can be listed (W10)`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            let journal = daybook.data.path + "/workspaces/home/journal"
            for command in ["verify", "inspect", "stat", "cat"] {
                let run = try daybook.run(["journal", command, journal])
                #expect(run.status == 0 && !run.out.isEmpty, "\(command): \(run.err)")
            }
            #expect(try daybook.run(["journal", "verify", journal + "/nowhere"]).status == 2)
            let settings = try daybook.done("serve", "--settings").text
            #expect(settings.contains("listen.port") && settings.contains("8080"))
            #expect(try daybook("serve", "--set", "no.such=1").err.contains("daybook serve --settings"))
        }
    }

    @Test func `words that were wrong (W11)`() throws {
        try inScratch { daybook in
            try daybook.done("list", "create", "Shopping")
            #expect(try daybook.done("capture", "Tulips", "--to", "Shopping").text.hasPrefix("Saved to Shopping."))
            for command in [["artwork", "add"], ["story", "request"], ["story", "again"]] {
                let help = try daybook.run(["help"] + command).text
                #expect(!help.contains("(default: 0)"), "\(command)")
            }
            for command in ["account", "members", "show"] {
                #expect(!(try daybook.run(["help", command]).text.contains(", show")), "\(command)")
            }
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Pay rent 1.12.", "--to", "House/To Do")
            #expect(try daybook.done("delete", "card", "Pay rent 1.12.").text.hasPrefix("Deleted the card Pay rent 1.12.  ("))
        }
    }

    @Test func `an operator that does not exist is an error that lists those that do (W12)`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            try daybook.done("add", "card", "Paint", "--to", "House/To Do")
            try daybook.done("add", "card", "Sand", "--to", "House/Done")
            for query in ["due:friday", "priority:high", "-foo:bar"] {
                let run = try daybook("search", "--", query)
                #expect(run.status != 0 && run.err.contains("tag:"), "\(query): \(run.err)")
            }
            for query in ["https://example.org", "10:30", "Note:", "\"due:friday\""] {
                #expect(try daybook("search", query).status == 0, "\(query)")
            }
            #expect(try daybook.done("search", "is:open", "type:card").text.contains("Paint"))
            #expect(try daybook.done("search", "is:done", "type:card").text.contains("Sand"))
        }
    }
}
