import Foundation
import Glibc
import JournalEngine
import KernelTesting
import Testing

@Suite("Bad input: one clear sentence, an exit code that is not zero, nothing half-written")
struct BadInput {
    @Test(
        .enabled(if: Shared.isThere, "the shared data is not beside this project"),
        arguments: [0, 1, 700, 20_000, 250_213])
    func `a truncated Trello file`(byteCount: Int) throws {
        try inScratch { daybook in
            let whole = try Data(contentsOf: URL(filePath: Shared.path("boards/trello-gorillalabs-dekk.json")))
            let file = daybook.scratch.appending(path: "board.json")
            try whole.prefix(byteCount).write(to: file)
            let first = try daybook("import", file.path)
            expectOneSentence(first, 5, naming: "board.json")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))

            try daybook.done("add", "board", "House")
            let before = try FileTree(daybook.data)
            expectOneSentence(try daybook("import", file.path), 5, naming: "board.json")
            expectOneSentence(try daybook("import", file.path, "--format", "trello"), 5, naming: "board.json")
            #expect(try FileTree(daybook.data) == before)
        }
    }

    @Test(.enabled(if: Shared.isThere, "the shared data is not beside this project"), arguments: [1, 5_000, 400_000])
    func `a truncated edit history`(byteCount: Int) throws {
        try inScratch { daybook in
            let whole = try Data(contentsOf: URL(filePath: Shared.path("note-journals/logseq-docs.jsonl.gz")))
            let file = daybook.scratch.appending(path: "history.jsonl.gz")
            try whole.prefix(byteCount).write(to: file)
            expectOneSentence(try daybook("import", file.path), 5, naming: "history.jsonl.gz")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
        }
    }

    @Test func `a source that is not there, or is nothing that is known`() throws {
        try inScratch { daybook in
            expectOneSentence(try daybook("import", "nowhere"), 5, naming: "nowhere")
            let file = daybook.scratch.appending(path: "photo.jpg")
            try Data([0xFF, 0xD8, 0xFF, 0xE0]).write(to: file)
            expectOneSentence(try daybook("import", file.path), 5, naming: "photo.jpg")
            let empty = daybook.scratch.appending(path: "Empty")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
            expectOneSentence(try daybook("import", empty.path), 5, naming: "Empty")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
        }
    }

    @Test(.enabled(if: Unprivileged.isPossible, "needs a way to run as somebody who may not read everything"))
    func `a vault with files that may not be read is refused, or taken without them where that is said`() throws {
        try inScratch { daybook in
            let vault = daybook.scratch.appending(path: "Vault")
            try FileManager.default.createDirectory(
                at: vault.appending(path: "Locked"), withIntermediateDirectories: true)
            try Data("fine\n".utf8).write(to: vault.appending(path: "Fine.md"))
            try Data("secret\n".utf8).write(to: vault.appending(path: "Secret.md"))
            try Data("inside\n".utf8).write(to: vault.appending(path: "Locked/Inside.md"))
            try Unprivileged.handOver(daybook.scratch)
            chmod(vault.appending(path: "Secret.md").path, 0)
            chmod(vault.appending(path: "Locked").path, 0)
            defer { chmod(vault.appending(path: "Locked").path, 0o755) }
            let refused = try Unprivileged.run(daybook, "import", vault.path)
            expectOneSentence(refused, 5, naming: "Locked (it cannot be read: Permission denied)")
            #expect(refused.err.contains("--skip-unreadable"))
            expectOneSentence(try Unprivileged.run(daybook, "import", vault.path, "--dry-run"), 5, naming: "Locked")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))

            let run = try Unprivileged.run(daybook, "import", vault.path, "--json", "--skip-unreadable")
            #expect(run.status == 0, "\(run.err)")
            let report = try run.json()
            #expect(report["created"]["notes"].int == 1)
            let left = report["notTaken"].array.compactMap { $0["where"].text }
            #expect(left.contains { $0.contains("Secret.md") })
            #expect(left.contains { $0.contains("Locked") })
            for entry in report["notTaken"].array { #expect(entry["why"].text?.isEmpty == false) }
        }
    }

    @Test func `a vault with links that lead nowhere or in a circle`() throws {
        try inScratch { daybook in
            let vault = daybook.scratch.appending(path: "Vault")
            try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
            try Data("fine\n".utf8).write(to: vault.appending(path: "Fine.md"))
            symlink("nowhere.md", vault.appending(path: "Dangling.md").path)
            symlink(".", vault.appending(path: "Circle").path)
            symlink("/etc/passwd", vault.appending(path: "Outside.md").path)
            let report = try daybook.done("import", vault.path, "--json").json()
            #expect(report["created"]["notes"].int == 1)
            let left = report["notTaken"].array.compactMap { $0["where"].text }.joined(separator: " ")
            for name in ["Dangling.md", "Circle", "Outside.md"] { #expect(left.contains(name)) }
        }
    }

    static let names = ["", "   ", "two\nlines", "bell\u{7}", String(repeating: "x", count: 256)]

    @Test(arguments: names) func `a name beyond the limits`(name: String) throws {
        try inScratch { daybook in
            expectOneSentence(try daybook("add", "folder", name), 3, naming: "a name")
            expectOneSentence(try daybook("add", "board", name), 3, naming: "a name")
            expectOneSentence(try daybook("add", "note", name), 3, naming: "a name")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            try daybook.done("add", "folder", "Fine")
            let before = try FileTree(daybook.data)
            expectOneSentence(try daybook("edit", "folder", "Fine", "--name", name), 3, naming: "a name")
            #expect(try FileTree(daybook.data) == before)
        }
    }

    @Test func `a name that is taken comes with a suggestion`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Garden")
            let run = try daybook("add", "folder", "GARDEN")
            expectOneSentence(run, 3, naming: "GARDEN 2")
        }
    }

    @Test(.enabled(if: Unprivileged.isPossible, "needs a way to run as somebody who may not write everywhere"))
    func `a data directory that is read-only can be read and not written`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            try Unprivileged.handOver(daybook.scratch)
            try Unprivileged.setWritable(false, daybook.data)
            defer { Unprivileged.restore(daybook.data) }
            let before = try FileTree(daybook.data)
            #expect(try Unprivileged.run(daybook, "show", "folders").text.contains("Projects"))
            #expect(try Unprivileged.run(daybook, "verify").status == 0)
            expectOneSentence(try Unprivileged.run(daybook, "add", "folder", "More"), 5, naming: "ermission")
            expectOneSentence(try Unprivileged.run(daybook, "undo"), 5, naming: "ermission")
            #expect(try FileTree(daybook.data) == before)
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "mounting a small tmpfs is not allowed here"))
    func `a data directory that is full keeps what it has`() throws {
        try inScratch { daybook in
            try SmallDisk.with(at: daybook.data, kibibytes: 512) {
                try daybook.done("add", "note", "First", "--body", "kept")
                let text = String(repeating: "a line that is not like any other \(UUID())\n", count: 4_000)
                var number = 0
                var full: Program.Run?
                while full == nil, number < 100 {
                    number += 1
                    let noise = (0..<1_500).map { _ in UUID().uuidString }.joined(separator: "\n")
                    let run = try daybook("add", "note", "N\(number)", "--file", "-", input: text.prefix(100) + noise)
                    if run.status != 0 { full = run }
                }
                let run = try #require(full, "a small disk must be full at some time")
                expectOneSentence(run, 5, naming: "No space left")
                #expect(try daybook.done("verify", "--json").json()["ok"] == .flag(true))
                let notes = try daybook.done("show", "notes", "--json").json()["notes"].array.compactMap {
                    $0["title"].text
                }
                #expect(Set(notes) == Set(["First"] + (1..<number).map { "N\($0)" }))
                #expect(try daybook.done("show", "note", "First", "--body").text == "kept")
            }
        }
    }

    @Test func `a workspace that another process writes can be read and not written`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            let place = daybook.data.appending(path: "workspaces/home/journal").path
            let holder = try Journal.open(at: place, access: .writing)
            let before = try FileTree(daybook.data)
            expectOneSentence(try daybook("add", "folder", "More"), 5, naming: "process \(getpid())")
            expectOneSentence(try daybook("undo"), 5, naming: "process \(getpid())")
            #expect(try daybook.done("show", "folders").text.contains("Projects"))
            #expect(try FileTree(daybook.data) == before)
            _ = holder.lastSequence  // Held until here.
        }
    }

    @Test func `a reference that names several things, or none`() throws {
        try inScratch { daybook in
            for folder in ["Home", "Work"] {
                try daybook.done("add", "folder", folder)
                try daybook.done("add", "note", "Plan", "--in", folder)
            }
            let before = try FileTree(daybook.data, excluding: ["LOCK"])
            let run = try daybook("edit", "note", "Plan", "--body", "which?")
            expectOneSentence(run, 4, naming: "Home/Plan")
            #expect(run.err.contains("Work/Plan"))
            let ids = run.err.matches(of: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/).map {
                String($0.0)
            }
            #expect(Set(ids).count == 2)
            expectOneSentence(try daybook("show", "note", "Plan"), 4, naming: "Work/Plan")
            expectOneSentence(try daybook("delete", "note", "Plans"), 4, naming: "\"Plans\"")
            #expect(try FileTree(daybook.data, excluding: ["LOCK"]) == before)
            try daybook.done("show", "note", ids[0])
            try daybook.done("show", "note", "work/plan")
        }
    }

    @Test func `a data directory that is not one`() throws {
        try inScratch { daybook in
            try Data("a file".utf8).write(to: daybook.data)
            #expect(try daybook("show", "folders").status == 5)
            expectOneSentence(try daybook("add", "folder", "A"), 5, naming: daybook.data.path)
            #expect(try String(contentsOf: daybook.data, encoding: .utf8) == "a file")
        }
    }

    @Test func `an identity that is damaged is named, not replaced`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            let file = daybook.data.appending(path: "identity.json")
            try Data("{\"device\":".utf8).write(to: file)
            expectOneSentence(try daybook("add", "folder", "More"), 5, naming: "identity.json")
            #expect(try String(contentsOf: file, encoding: .utf8) == "{\"device\":")
            #expect(try daybook("show", "folders").status == 0)
        }
    }

    @Test func `an export never takes the place of something else`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "text")
            let target = daybook.scratch.appending(path: "out")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: target.appending(path: "mine.txt"))
            expectOneSentence(try daybook("export", target.path), 3, naming: "out")
            #expect(try FileTree(target).names == ["mine.txt"])
            try FileManager.default.removeItem(at: target.appending(path: "mine.txt"))
            try daybook.done("export", target.path)
            #expect(try FileTree(target).names.contains("Notes/Plan.md"))
        }
    }

    private func expectOneSentence(
        _ run: Program.Run, _ status: Int32, naming: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, "\(run.err)", sourceLocation: sourceLocation)
        #expect(run.out.isEmpty, sourceLocation: sourceLocation)
        #expect(run.err.hasPrefix("daybook: "), sourceLocation: sourceLocation)
        #expect(run.err.split(separator: "\n").count == 1, "\(run.err)", sourceLocation: sourceLocation)
        #expect(run.err.contains(naming), "\(run.err)", sourceLocation: sourceLocation)
    }
}
