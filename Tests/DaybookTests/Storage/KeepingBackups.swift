import Foundation
import KernelTesting
import Testing

@Suite("Keeping backups")
struct KeepingBackups {
    /// The views of a family's daybook, in all five domains.
    private static func seen(_ daybook: Program, in data: URL? = nil, record name: String) throws -> [String: Data] {
        let place = daybook.scratch.appending(path: name)
        try daybook.done("snapshot", "record", place.path, in: data)
        var seen = try FileTree(place).files
        for command in [["audit"], ["verify"], ["account", "list"], ["show", "timeline"], ["show", "inbox"]] {
            let run = try daybook.run(["--data", (data ?? daybook.data).path, "--json"] + command)
            seen[command.joined(separator: " ")] = Data(run.out)
        }
        return seen
    }

    /// A note with a file, and an account.
    private static func moveIn(_ daybook: Program) throws {
        try daybook.done("tour")
        let picture = daybook.scratch.appending(path: "plan.txt")
        try Data("a plan".utf8).write(to: picture)
        try daybook.done("add", "note", "Plans")
        try daybook.done("attach", picture.path, "--to", "Plans")
        try daybook.done("account", "add", "anna@example.org", "--name", "Anna", input: "correct horse\n")
    }

    @Test(.shows("B-20"), arguments: ["backup", "backup.tar"])
    func `a family's daybook comes back as it was, and goes on`(name: String) throws {
        try inScratch { daybook in
            try Self.moveIn(daybook)
            let place = daybook.scratch.appending(path: name)
            let backup = try daybook.done("backup", place.path)
            #expect(backup.text.contains("Backed up to") && backup.text.contains("home: "))
            #expect(backup.text.contains("Nothing in it is encrypted: anyone who has this backup can read it."))
            let check = try daybook.done("restore-backup", place.path, "--check")
            #expect(check.text.contains("sound backup"))

            let there = daybook.scratch.appending(path: "there")
            let restored = try daybook.done("restore-backup", place.path, in: there)
            // H3: what lay there and is named by nothing that was restored is not taken at once.
            #expect(restored.text.contains("files that nothing speaks of here are kept for 30 days"))
            #expect(restored.text.contains("Restored to \(there.path)"))
            let before = try Self.seen(daybook, record: "before")
            let after = try Self.seen(daybook, in: there, record: "after")
            #expect(before.keys.sorted() == after.keys.sorted())
            for (what, bytes) in before { #expect(after[what] == bytes, "\(what) reads otherwise") }
            #expect(before.count > 10)

            let head = try #require(backup.text.split(separator: "\n").first { $0.contains("home: ") })
            let hash = head.split(separator: ":").last.map { String($0) } ?? "none"
            #expect(try daybook.done("verify", in: there).text.contains(hash))
            try daybook.done("add", "note", "After the fire", in: there)
            #expect(try daybook.done("verify", in: there).text.contains("sound"))
            let refused = try daybook("restore-backup", place.path, in: there)
            #expect(refused.status == 3 && refused.err.contains("is there already and was not touched"))
        }
    }

    /// Ten years on there may be no daybook that restores: what is in a backup must not need one.
    @Test(.shows("B-20"), arguments: [("backup.tar", #"mkdir "$2" && tar -x -f "$1" -C "$2""#), ("backup", byHand)])
    func `with nothing but tar or cp it is a data directory again`(name: String, script: String) throws {
        try inScratch { daybook in
            try Self.moveIn(daybook)
            let place = daybook.scratch.appending(path: name)
            try daybook.done("backup", place.path)
            let there = daybook.scratch.appending(path: "there")
            let made = try daybook.run(
                ["-e", "-c", script, "sh", place.path, there.path], executable: URL(filePath: "/bin/sh"))
            try #require(made.status == 0, "\(made.err)")
            let before = try Self.seen(daybook, record: "before")
            let after = try Self.seen(daybook, in: there, record: "after")
            #expect(before.keys.sorted() == after.keys.sorted() && before.count > 10)
            for (what, bytes) in before { #expect(after[what] == bytes, "\(what) reads otherwise") }
            try daybook.done("add", "note", "After the fire", in: there)
        }
    }

    /// Each file under where it belongs: its path without the digest at its end.
    private static let byHand = #"""
        cd "$1/files"
        find . -type f | while read -r file; do
            mkdir -p "$2/$(dirname "$file")"
            cp "$file" "$2/${file%.*}"
        done
        """#

    @Test(.shows("B-20")) func `a second backup writes what is new, and a foreign one is refused`() throws {
        try inScratch { daybook in
            let place = daybook.scratch.appending(path: "backup").path
            try daybook.done("add", "note", "One")
            let first = try daybook.done("backup", place, "--json").json()
            try daybook.done("add", "note", "Two")
            let second = try daybook.done("backup", place, "--json").json()
            #expect(first["encrypted"] == .flag(false) && second["masterKey"] == .flag(false))
            #expect(second["newFiles"] == .number(1))
            #expect(first["journals"] != second["journals"])
            let checked = try daybook.done("restore-backup", place, "--check", "--json").json()
            #expect(checked["journals"] == second["journals"] && checked["ok"] == .flag(true))

            let others = daybook.scratch.appending(path: "others")
            try daybook.done("add", "note", "Elsewhere", in: others)
            let refused = try daybook("backup", place, in: others)
            #expect(refused.status == 3 && refused.err.contains("is of another journal"))
            let inside = try daybook("backup", daybook.data.appending(path: "backup").path)
            #expect(inside.status == 3 && inside.err.contains("lies in the data directory"))
            #expect(try daybook("restore-backup", place).status == 3)
            #expect(try daybook.run(["restore-backup", place]).status == 2)
            #expect(try daybook("backup", place, "--workspace", "garden").status == 4)
            #expect(try daybook("backup", place, in: daybook.scratch.appending(path: "nothing")).status == 5)
        }
    }

    @Test(.shows("B-20")) func `a damaged backup is told with the file's name and status 1`() throws {
        try inScratch { daybook in
            let place = daybook.scratch.appending(path: "backup.tar")
            try daybook.done("add", "note", "One", "--body", "Remember the milk.")
            try daybook.done("backup", place.path)
            var bytes = try Data(contentsOf: place)
            let at = try #require(bytes.range(of: Data("Remember the milk.".utf8))).lowerBound
            bytes[at] ^= 1
            try bytes.write(to: place)
            let check = try daybook("restore-backup", place.path, "--check")
            #expect(check.status == 1 && check.err.contains("workspaces/home/journal/000000000001.segment"))
            let there = daybook.scratch.appending(path: "there")
            #expect(try daybook("restore-backup", place.path, in: there).status == 1)
            #expect(!FileManager.default.fileExists(atPath: there.path))
        }
    }
}
