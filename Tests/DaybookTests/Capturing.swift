import Foundation
import Glibc
import KernelTesting
import Testing

@Suite("Capturing, and organising later or never")
struct Capturing {
    @Test(.shows("O-105")) func `a thought is kept with nothing but its text, and stays in the inbox`() throws {
        try inScratch { daybook in
            let run = try daybook.done("capture", "Need", "to", "buy", "milk")
            #expect(run.text.hasPrefix("Saved. Organize later."))
            try daybook.done("capture", input: "from standard input,\ntwo lines\n")
            let file = daybook.scratch.appending(path: "thought.txt")
            try Data("from a file\r\n".utf8).write(to: file)
            try daybook.done("capture", "--file", file.path)
            #expect(try inbox(daybook) == ["from a file", "from standard input,", "Need to buy milk"])
            #expect(try content(daybook, "from a file") == "from a file\r\n")
            #expect(try content(daybook, "from standard input,") == "from standard input,\ntwo lines")
        }
    }

    @Test func `twelve captures at once are all kept (W2, F31)`() throws {
        try inScratch { daybook in
            let runs = try (1...12).map { number in
                try daybook.start(
                    ["--data", daybook.data.path, "capture", "thought \(number)"], environment: ["DAYBOOK_WAIT": "120"],
                    executable: Program.executable)
            }
            for run in runs {
                try run.input.close()
                let ended = try run.wait()
                #expect(ended.status == 0, "\(ended.err)")
            }
            #expect(try Set(inbox(daybook)) == Set((1...12).map { "thought \($0)" }))
        }
    }

    @Test func `a writer that does not wait is told who writes (W2)`() throws {
        try inScratch { daybook in
            try daybook.done("capture", "first")
            let lock = daybook.data.path + "/workspaces/home/journal/LOCK"
            let descriptor = open(lock, O_RDWR)
            defer { close(descriptor) }
            try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            let run = try daybook("add", "note", "second", "--wait", "0.02")
            #expect(run.status == 5 && run.err.contains("is being written"), "\(run.err)")
        }
    }

    /// Keeps others from writing, as a process that writes does.
    private func holding<Result>(_ daybook: Program, _ body: () throws -> Result) throws -> Result {
        let descriptor = open(daybook.data.path + "/workspaces/home/journal/LOCK", O_RDWR)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return try body()
    }

    private func waiting(_ daybook: Program) throws -> [String] {
        let place = daybook.data.path + "/workspaces/home/captures.pending"
        guard FileManager.default.fileExists(atPath: place) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    }

    @Test func `a capture that cannot get the lock is kept, and the next writer takes it in once, in order (W2)`() throws {
        try inScratch { daybook in
            try daybook.done("capture", "first")
            try daybook.done("list", "create", "Shopping")
            try holding(daybook) {
                for text in ["second", "third"] {
                    let run = try daybook("capture", text, "--wait", "0")
                    #expect(run.status == 0 && run.text.hasPrefix("Kept."), "\(run.err)")
                    let lines = run.err.split(separator: "\n")
                    #expect(lines.count == 1 && run.err.contains("The capture is kept"), "\(run.err)")
                }
                let run = try daybook("capture", "Milk", "--to", "Shopping", "--tag", "food", "--wait", "0", "--json")
                #expect(try run.status == 0 && run.json()["outcome"].text == "kept", "\(run.err)")
                #expect(try daybook("capture", " ", "--wait", "0").status == 3)
                let lost = try daybook("capture", "Lost", "--to", "Nowhere", "--wait", "0")
                #expect(lost.status == 4 && lost.err.contains("This is the text:\nLost"), "\(lost.err)")
            }
            let before = Date()
            let kept = try waiting(daybook)
            #expect(kept.count == 3)
            // A crash between taking one in and removing its file leaves the file.
            let place = daybook.data.path + "/workspaces/home/captures.pending/"
            let bytes = try #require(FileManager.default.contents(atPath: place + kept[0]))
            let run = try daybook("capture", "fourth")
            #expect(run.status == 0 && run.err.contains("3 captures that waited are in the workspace now"), "\(run.err)")
            try bytes.write(to: URL(filePath: place + kept[0]))
            #expect(try daybook.done("capture", "fifth").err == "")
            #expect(try waiting(daybook) == [])
            #expect(try inbox(daybook) == ["fifth", "fourth", "third", "second", "first"])
            #expect(try entries(daybook, "list", "Shopping") == ["0 Milk"])
            let captured = try #require(daybook.done("show", "item", "second", "--json").json()["captured"].text)
            #expect(captured < before.ISO8601Format(), "\(captured)")
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "mounting a small tmpfs is not allowed here"))
    func `W2: on a full disk a capture is kept or printed back, and is taken in once there is room`() throws {
        try inScratch { daybook in
            try SmallDisk.with(at: daybook.data, kibibytes: 512) {
                try daybook.done("capture", "first")
                let filler = URL(filePath: daybook.data.path + "/filler")
                var hole = 512 << 10
                // All but a last page, and then that as well.
                while hole >= 4_096 {
                    let handle = try FileHandle(forWritingTo: Self.file(at: filler))
                    defer { try? handle.close() }
                    _ = try? handle.seekToEnd()
                    if (try? handle.write(contentsOf: Data(repeating: 1, count: hole))) == nil { hole /= 2 }
                }
                // The journal has room of its own, which was written before; then a capture has none.
                let noise = (0..<1_600).map { _ in UUID().uuidString }.joined(separator: " ")
                var saved = ["first"]
                var run = try daybook("capture", input: "thought 1 " + noise)
                while run.status == 0, run.text.hasPrefix("Saved."), saved.count < 20 {
                    saved.insert("thought \(saved.count)", at: 0)
                    run = try daybook("capture", input: "thought \(saved.count) " + noise)
                }
                let back = "This is the text:\nthought \(saved.count) " + noise
                #expect(run.status == 5 && run.err.contains(back), "\(run.err.prefix(300))")
                func firstWords() throws -> [String] {
                    try inbox(daybook).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
                }
                #expect(try waiting(daybook) == [] && firstWords() == saved)
                // Room for a file beside the journal, and not for what the journal grows by once its own is used up.
                try FileHandle(forWritingTo: filler).truncate(atOffset: UInt64(try Self.size(of: filler) - 16_384))
                repeat {
                    if run.status == 0 { saved.insert("thought \(saved.count)", at: 0) }
                    run = try daybook("capture", input: "thought \(saved.count) " + noise.prefix(5_000))
                } while run.status == 0 && run.text.hasPrefix("Saved.") && saved.count < 40
                #expect(run.status == 0 && run.text.hasPrefix("Kept."), "\(run.text) \(run.err.prefix(300))")
                #expect(try waiting(daybook).count == 1)
                try FileManager.default.removeItem(at: filler)
                try daybook.done("capture", "last one")
                #expect(try waiting(daybook) == [] && firstWords() == ["last one", "thought \(saved.count)"] + saved)
            }
        }
    }

    private static func file(at place: URL) -> URL {
        if !FileManager.default.fileExists(atPath: place.path) {
            _ = FileManager.default.createFile(atPath: place.path, contents: nil)
        }
        return place
    }

    private static func size(of place: URL) throws -> Int {
        try place.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }

    @Test func `a kept capture that is damaged stays where it is, and is told (W2, L4)`() throws {
        try inScratch { daybook in
            try daybook.done("capture", "first")
            _ = try holding(daybook) { try daybook.done("capture", "second", "--wait", "0") }
            let kept = try waiting(daybook)
            let place = URL(filePath: daybook.data.path + "/workspaces/home/captures.pending/" + (try #require(kept.first)))
            var bytes = try Data(contentsOf: place)
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: place)
            let run = try daybook("capture", "third")
            #expect(run.status == 0 && run.err.contains("is not what was written"), "\(run.err)")
            #expect(try inbox(daybook) == ["third", "first"] && waiting(daybook) == kept)
        }
    }

    @Test func `where there are keys the text is printed back instead of lying in clear (W2)`() throws {
        try inScratch { daybook in
            try daybook.done("capture", "first")
            _ = try holding(daybook) { try daybook.done("capture", "second", "--wait", "0") }
            try daybook.done("keys", "create")
            #expect(try waiting(daybook) == [] && inbox(daybook) == ["second", "first"])
            try holding(daybook) {
                let run = try daybook("capture", "a secret of mine", "--wait", "0")
                #expect(run.status == 5 && run.err.contains("This is the text:\na secret of mine"), "\(run.err)")
            }
            #expect(try waiting(daybook) == [])
        }
    }

    @Test func `nothing to keep is refused, and leaves nothing behind`() throws {
        try inScratch { daybook in
            let run = try daybook("capture", input: " \n")
            #expect(run.status == 3)
            #expect(run.err.contains("write something first"))
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            #expect(try daybook("capture", "x", "--file", "y").status == 2)
        }
    }

    @Test func `everything can be said at once, and is undone as one`() throws {
        try inScratch { daybook in
            try daybook.done("list", "create", "Shopping")
            try daybook.done(
                "capture", "Tulips", "--task", "--star", "--tag", "home/garden", "--follow-up", "2026-12-01", "--to",
                "Shopping")
            let item = try daybook.done("show", "item", "Tulips", "--json").json()
            #expect(item["type"] == .text("task") && item["starred"] == .flag(true))
            #expect(item["tags"] == .array([.text("home/garden")]))
            #expect(item["followUp"] == .text("2026-12-01"))
            #expect(item["collections"][0]["name"] == .text("Shopping"))
            try daybook.done("undo")
            #expect(try daybook("show", "item", "Tulips").status == 4)
            try daybook.done("redo")
            #expect(try daybook.done("show", "item", "Tulips", "--json").json()["followUp"] == .text("2026-12-01"))
        }
    }

    @Test(.shows("O-104", "O-158", "B-83")) func `an item with everything that can be done to it`() throws {
        try inScratch { daybook in
            for text in ["Milk", "Bread", "Milk again"] { try daybook.done("capture", text) }
            try daybook.done("item", "star", "Milk", "Bread")
            try daybook.done("item", "unstar", "Bread")
            try daybook.done("item", "tag", "Milk again", "--tag", "shop", "--tag", "home")
            try daybook.done("item", "untag", "Milk again", "--tag", "home")
            try daybook.done("item", "follow-up", "Milk", "--on", "2026-12-24")
            try daybook.done("item", "follow-up", "Milk again", "--on", "2026-12-01")
            let days = try daybook.done("show", "follow-up", "--to", "2026-12-02", "--json").json()["days"].array
            #expect(days.compactMap { $0["day"].text } == ["2026-12-01"])
            try daybook.done("item", "merge", "Milk", "Milk again")
            let milk = try daybook.done("show", "item", "Milk", "--json").json()
            #expect(milk["tags"] == .array([.text("shop")]) && milk["followUp"] == .text("2026-12-01"))
            try daybook.done("item", "follow-up", "Milk", "--on", "none")
            try daybook.done("item", "metadata", "Milk", "{\"litres\": 2}")
            #expect(try daybook("item", "metadata", "Milk", "[2]").status == 3)
            try daybook.done("item", "reword", "Milk", "--body", "Oat milk")
            #expect(try daybook.done("show", "item", "Oat milk", "--json").json()["original"] == .text("Milk"))
            try daybook.done("item", "done", "Oat milk", "Bread")
            #expect(try titles(daybook.done("show", "logbook", "--json")).sorted() == ["Bread", "Oat milk"])
            try daybook.done("item", "reopen", "Bread")
            #expect(try titles(daybook.done("show", "logbook", "--json")) == ["Oat milk"])
            try daybook.done("item", "trash", "Bread")
            #expect(try inbox(daybook) == ["Oat milk"])
            try daybook.done("item", "restore", "Bread")
            try daybook.done("item", "split", "Bread", "--into", "Flour", "--into", "Yeast")
            #expect(try inbox(daybook).sorted() == ["Bread", "Flour", "Oat milk", "Yeast"])
            #expect(try daybook.done("history", "Oat milk").text.contains("reworded \"Milk\" to \"Oat milk\""))
        }
    }

    @Test(.shows("O-210", "O-212", "O-214")) func `plans and lists, and links to them`() throws {
        try inScratch { daybook in
            for text in ["Sow", "Water", "Harvest", "To the garden"] { try daybook.done("capture", text) }
            try daybook.done("plan", "create", "Garden")
            try daybook.done("plan", "add", "Garden", "Harvest")
            try daybook.done("plan", "add", "Garden", "Sow", "--above", "Harvest")
            try daybook.done("plan", "add", "Garden", "Water", "--under", "Sow")
            #expect(try entries(daybook, "plan", "Garden") == ["0 Sow", "1 Water", "0 Harvest"])
            try daybook.done("plan", "move", "Garden", "Harvest", "--under", "Sow", "--above", "Water")
            #expect(try entries(daybook, "plan", "Garden") == ["0 Sow", "1 Harvest", "1 Water"])
            #expect(try daybook("plan", "move", "Garden", "Sow", "--under", "Water").status == 3)
            try daybook.done("plan", "remove", "Garden", "Sow")
            #expect(try entries(daybook, "plan", "Garden") == ["0 Harvest", "0 Water"])
            try daybook.done("list", "create", "Ideas")
            try daybook.done("list", "add", "Ideas", "Water")
            try daybook.done("list", "add", "Ideas", "Sow")
            #expect(try entries(daybook, "list", "Ideas") == ["0 Sow", "0 Water"])
            #expect(try daybook("show", "list", "Garden").err.contains("is a plan"))
            #expect(try daybook("show", "plan", "Ideas").status == 4)
            try daybook.done("item", "type", "To the garden", "link", "--to", "Garden")
            try daybook.done("plan", "rename", "Garden", "Beds")
            try daybook.done("plan", "trash", "Beds")
            #expect(
                try daybook.done("show", "item", "To the garden").text
                    .contains("link to \"Beds\", which is in the trash"))
            try daybook.done("plan", "restore", "Beds")
            #expect(try daybook.done("show", "collections").text == "Beds · plan · 0/2\nIdeas · list · 0/2\n")
            #expect(try daybook.done("show", "plan", "Beds", "--at", "8").text == "Garden · plan · 0/1\n  - Harvest\n")
        }
    }

    @Test(.shows("O-912")) func `prompts are put off and dismissed`() throws {
        try inScratch { daybook in
            try daybook.done("prompt", "snooze", "organise", "--until", "2026-12-01")
            try daybook.done("prompt", "dismiss", "milestone")
            #expect(
                try daybook.done("show", "prompts").text
                    == "milestone · dismissed\norganise · put off until 2026-12-01T00:00:00.000000Z\n")
            try daybook.done("prompt", "revive", "milestone")
            #expect(try !daybook.done("show", "prompts").text.contains("milestone"))
            #expect(try daybook("prompt", "dismiss", "Not A Kind").status == 2)
            #expect(try daybook.done("show", "runs").text == "Nothing was organised by suggestion yet.\n")
            #expect(try daybook("show", "run", "abcd").status == 4)
        }
    }

    @Test func `a snapshot of the views holds the captures`() throws {
        try inScratch { daybook in
            try daybook.done("capture", "Milk")
            try daybook.done("plan", "create", "Garden")
            try daybook.done("plan", "add", "Garden", "Milk")
            let record = daybook.scratch.appending(path: "record")
            try daybook.done("snapshot", "record", record.path)
            let names = try FileTree(record).names
            for wanted in ["inbox.txt", "logbook.json", "runs.txt"] { #expect(names.contains(wanted), "\(names)") }
            #expect(names.contains { $0.hasPrefix("items/") } && names.contains { $0.hasPrefix("collections/") })
            try daybook.done("snapshot", "check", record.path)
        }
    }

    private func titles(_ run: Program.Run) throws -> [String] {
        try run.json()["items"].array.compactMap { $0["title"].text }
    }

    private func inbox(_ daybook: Program) throws -> [String] { try titles(daybook.done("show", "inbox", "--json")) }

    private func content(_ daybook: Program, _ ref: String) throws -> String? {
        try daybook.done("show", "item", ref, "--json").json()["content"].text
    }

    /// `level title` of each line of a plan or list.
    private func entries(_ daybook: Program, _ kind: String, _ ref: String) throws -> [String] {
        try daybook.done("show", kind, ref, "--json").json()["items"].array
            .map { "\($0["level"].int ?? -1) \($0["title"].text ?? "?")" }
    }
}
