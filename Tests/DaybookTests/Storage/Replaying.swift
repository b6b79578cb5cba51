import Foundation
import KernelTesting
import Testing

@Suite("Replaying")
struct Replaying {
    @Test func `prints the shape that programs rely on`() throws {
        try inScratch { daybook in
            try daybook.done("add", "board", "House")
            let report = try daybook.done("replay", "--json").json()
            #expect(report.keys == ["digest", "events", "eventsPerSecond", "seconds"])
            #expect(report["digest"].text?.count == 64)
            #expect(try #require(report["seconds"].double) > 0)
            #expect(try #require(report["eventsPerSecond"].double) > 0)
            let verified = try daybook.done("verify", "--json").json()
            #expect(verified.keys == ["chainHead", "damage", "ok", "records", "segments"])
            #expect(verified["records"] == report["events"])
        }
    }

    @Test(.enabled(if: Shared.isThere, "the shared data is not beside this project"))
    func `gives the same digest elsewhere, with and without everything that is derived`() throws {
        try inScratch { daybook in
            try daybook.done("import", Shared.path("note-journals/logseq-docs.jsonl.gz"))
            try daybook.done("import", Shared.path("boards/trello-gorillalabs-dekk.json"))
            let snapshots = daybook.data.appending(path: "workspaces/home/snapshots")
            try #require(
                FileManager.default.fileExists(atPath: snapshots.path), "this life is long enough for a snapshot")
            let digest = try daybook.done("replay", "--json").json()["digest"]
            let shown = try daybook.done("show", "folders").text
            let copy = daybook.scratch.appending(path: "copy")
            try FileManager.default.copyItem(at: daybook.data, to: copy)
            #expect(try daybook.done("replay", "--json", in: copy).json()["digest"] == digest)
            try FileManager.default.removeItem(at: copy.appending(path: "workspaces/home/snapshots"))
            try FileManager.default.removeItem(at: copy.appending(path: "identity.json"))
            #expect(try daybook.done("replay", "--json", in: copy).json()["digest"] == digest)
            #expect(try daybook.done("show", "folders", in: copy).text == shown)
            #expect(!FileManager.default.fileExists(atPath: copy.path + "/identity.json"), "reading creates nothing")
        }
    }

    @Test func `stops at a record or a time`() throws {
        try inScratch { daybook in
            let first = try #require(daybook.done("add", "folder", "A", "--json").json()["last"].int)
            let digest = try daybook.done("replay", "--json").json()["digest"]
            try daybook.done("add", "folder", "B")
            let then = try daybook.done("replay", "--until", String(first), "--json").json()
            #expect(then["events"].int == first)
            #expect(then["digest"] == digest)
            #expect(try daybook.done("replay", "--json").json()["digest"] != digest)
        }
    }

    @Test(.shows("C-08"))
    func `golden views are clean until something reads differently, and then say what`() throws {
        try inScratch { daybook in
            let record = daybook.scratch.appending(path: "views")
            try daybook.done("add", "note", "Plan", "--body", "one\ntwo\nthree\n")
            try daybook.done("add", "board", "House")
            try daybook.done("snapshot", "record", record.path)
            #expect(try daybook.done("snapshot", "check", record.path, "--json").json()["ok"] == .flag(true))

            try daybook.done("edit", "note", "Plan", "--body", "one\nzwei\nthree\n")
            let grown = try daybook("snapshot", "check", record.path)
            #expect(grown.status == 1)
            #expect(grown.text.contains("-two\n+zwei\n"))
            #expect(grown.err.contains("--same-moment"))
            #expect(try daybook.done("snapshot", "check", "--same-moment", record.path).err.isEmpty)

            // As if the code that reads the journal had changed: the same moment reads otherwise.
            let note = try #require(try FileTree(record).names.first { $0.hasPrefix("notes/") && $0.hasSuffix(".txt") })
            let file = record.appending(path: note)
            let text = try String(contentsOf: file, encoding: .utf8)
            try Data(text.replacing("two", with: "deux").utf8).write(to: file)
            try FileManager.default.removeItem(at: record.appending(path: "boards.txt"))
            try Data("who knows\n".utf8).write(to: record.appending(path: "stranger.txt"))
            let changed = try daybook("snapshot", "check", "--same-moment", record.path)
            #expect(changed.status == 1)
            #expect(changed.text.contains("-deux\n+two\n"))
            #expect(changed.text.contains("boards.txt is not in the record"))
            #expect(changed.text.contains("stranger.txt is in the record, and no such view exists"))
            let json = try daybook("snapshot", "check", "--same-moment", record.path, "--json").json()
            #expect(json["ok"] == .flag(false))
            #expect(
                Set(json["differences"].array.compactMap { $0["kind"].text }) == ["changed", "missing", "unexpected"])
        }
    }

    @Test func `a record is replaced as a whole, and never takes the place of something else`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            let record = daybook.scratch.appending(path: "views")
            try daybook.done("snapshot", "record", record.path)
            try Data("old".utf8).write(to: record.appending(path: "stranger.txt"))
            try daybook.done("snapshot", "record", record.path)
            #expect(try daybook.done("snapshot", "check", record.path).status == 0)
            let holiday = daybook.scratch.appending(path: "holiday")
            try FileManager.default.createDirectory(at: holiday, withIntermediateDirectories: true)
            try Data("photo".utf8).write(to: holiday.appending(path: "beach.jpg"))
            let before = try FileTree(holiday)
            #expect(try daybook("snapshot", "record", holiday.path).status == 5)
            #expect(try FileTree(holiday) == before)
            #expect(try daybook("snapshot", "check", holiday.path).status == 5)
        }
    }

    @Test(.shows("N-011")) func `verify finds a flipped bit and says where`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "the text that is flipped")
            try daybook.done("add", "note", "After")
            let segment = daybook.data.appending(path: "workspaces/home/journal/000000000001.segment")
            var bytes = try Data(contentsOf: segment)
            let place = try #require(bytes.range(of: Data("the text that is flipped".utf8)))
            bytes[place.lowerBound] ^= 1
            try bytes.write(to: segment)
            let run = try daybook("verify", "--json")
            #expect(run.status == 1)
            let report = try run.json()
            #expect(report["ok"] == .flag(false))
            #expect(report["damage"][0].text?.contains("segment 1, byte") == true, "\(report)")
        }
    }

    @Test(.shows("N-011")) func `a head kept earlier proves that history was not rewritten`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "text")
            let said = try daybook.done("verify").out
            let kept = daybook.data.appending(path: "kept.txt")
            try Data(said).write(to: kept)
            #expect(try daybook.done("verify", "--against", kept.path).text.contains("exactly what had the head"))
            let asJSON = daybook.data.appending(path: "kept.json")
            try Data(try daybook.done("verify", "--json").out).write(to: asJSON)
            #expect(try daybook.done("verify", "--against", asJSON.path).text.contains("exactly what had the head"))
            try daybook.done("add", "note", "After")
            let longer = try daybook.done("verify", "--against", kept.path, "--json").json()
            #expect(longer["against"]["outcome"].text == "longer" && longer["against"]["proven"] == .flag(true))
            let hash = try #require(try daybook.done("verify", "--json").json()["chainHead"].text)
            let other = try daybook("verify", "--against", "1:" + String(hash.reversed()))
            #expect(other.status == 1 && other.text.contains("History differs") && other.err.contains("not proven"))
            #expect(try daybook("verify", "--against", "nonsense").status == 2)
            try Data("{\"records\":1}".utf8).write(to: asJSON)
            #expect(try daybook("verify", "--against", asJSON.path).status == 2)
        }
    }

    @Test(arguments: [4, 40, 400]) func `verify reports a journal too damaged to be opened in the same shape`(
        byteOffset: Int
    ) throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "text")
            let segment = daybook.data.appending(path: "workspaces/home/journal/000000000001.segment")
            var bytes = try Data(contentsOf: segment)
            bytes[byteOffset] ^= 0x10
            try bytes.write(to: segment)
            let run = try daybook("verify", "--json")
            #expect(run.status == 1, "\(run.err)")
            let report = try run.json()
            #expect(report.keys == ["chainHead", "damage", "ok", "records", "segments"])
            #expect(report["ok"] == .flag(false))
            #expect(!report["damage"].array.isEmpty)
        }
    }

    @Test func `a damaged journal is never taken for a whole one`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Before")
            try daybook.done("add", "note", "Plan", "--body", "the text that is flipped")
            let segment = daybook.data.appending(path: "workspaces/home/journal/000000000001.segment")
            var bytes = try Data(contentsOf: segment)
            let place = try #require(bytes.range(of: Data("the text that is flipped".utf8)))
            bytes[place.lowerBound] ^= 1
            try bytes.write(to: segment)
            let before = try FileTree(daybook.data, excluding: ["LOCK"])

            // What stands before the damage is shown, and said to be no more than that.
            let folders = try daybook("show", "folders")
            #expect(folders.status == 1)
            #expect(folders.text.contains("Before"))
            #expect(folders.err.contains("segment 1") || folders.err.contains("Segment 1"), "\(folders.err)")
            for command in [
                ["show", "note", "Plan"], ["history", "Plan"], ["audit"], ["show", "trash", "--at", "1"],
            ] {
                let run = try daybook.run(["--data", daybook.data.path] + command)
                #expect(run.status == 1, "\(command): \(run.err)")
                #expect(run.err.contains("damaged"), "\(command): \(run.err)")
            }
            // Half an export, half a replay and half a record of views would be worse than none.
            let target = daybook.scratch.appending(path: "out").path
            for command in [
                ["export", target], ["replay"], ["snapshot", "record", target], ["add", "note", "More"], ["undo"],
            ] {
                let run = try daybook.run(["--data", daybook.data.path] + command)
                #expect(run.status == 5, "\(command): \(run.err)")
                #expect(run.err.contains("damaged"), "\(command): \(run.err)")
            }
            #expect(!FileManager.default.fileExists(atPath: target))
            #expect(try FileTree(daybook.data, excluding: ["LOCK"]) == before)
        }
    }
}
