import Foundation
import KernelTesting
import Testing

/// The programs of `Tools/examples/without-swift`, as their page has them.
@Suite("Projecting without Swift")
struct ProjectingWithoutSwift {
    private static let examples = Repository.root.appending(path: "Tools/examples/without-swift")
    private static let python = URL(filePath: "/usr/bin/python3")

    /// Waits until a program that goes on has said something.
    private func told(_ running: Program.Running, _ words: String) throws -> String {
        for _ in 0..<600 {
            let text = try String(contentsOf: running.out, encoding: .utf8)
            if text.contains(words), text.hasSuffix("\n") { return text }
            usleep(50_000)
        }
        return try String(contentsOf: running.out, encoding: .utf8)
    }

    @Test func `an audit that is followed tells what other programs do, each record once`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            let following = try daybook.start(
                ["--data", daybook.data.path, "--json", "audit", "--follow", "--kind", "note"], environment: [:],
                executable: Program.executable)
            defer { following.process.terminate() }
            #expect(try told(following, "note created").contains("note created"))
            try daybook.done("edit", "note", "Plan", "--title", "Plan of ours")
            try daybook.done("add", "board", "House")
            try daybook.done("delete", "note", "Plan of ours")
            let text = try told(following, "note trashed")
            let kinds = try text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8))["kind"].text }
            #expect(kinds == ["note created", "note retitled", "note trashed"])
        }
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            let both = try daybook("audit", "--follow", "--to", "3")
            #expect(both.status == 2 && both.err.contains("--follow or --to"), "\(both.err)")
        }
    }

    @Test func `a view that is rebuilt from the journal is the view that is shown`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "one\n")
            for path in ["notes", "folders", "inbox"] {
                let replayed = try daybook.done("replay", "--view", path, "--json")
                #expect(try replayed.json() == daybook.done("show", path, "--json").json(), "\(path)")
            }
            let unknown = try daybook("replay", "--view", "nonsense")
            #expect(unknown.status == 2 && unknown.err.contains("nonsense"), "\(unknown.err)")
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python.path), "python3 is not installed"))
    func `the projection in Python follows the notes, and goes on where it was`() throws {
        try inScratch { daybook in
            func projected() throws -> String {
                let run = try daybook.run(
                    [Self.examples.appending(path: "projection.py").path, "notes.sqlite"],
                    input: try daybook.done("audit", "--json").text, executable: Self.python)
                try #require(run.status == 0, "\(run.err)")
                return run.text
            }
            try daybook.done("add", "note", "Plan", "--body", "one\n")
            #expect(try projected().hasSuffix("  Plan (0 edits)\n"))
            try daybook.done("edit", "note", "Plan", "--body", "two\n", "--title", "Plan of ours")
            let after = try projected()
            #expect(after.hasSuffix("  Plan of ours (1 edits)\n"), "\(after)")
            // What was seen is not counted again.
            #expect(try projected() == after)
        }
    }

    @Test func `the projection in a shell counts what happened on each day`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan")
            let run = try daybook.run(
                [Self.examples.appending(path: "per-day.sh").path], input: try daybook.done("audit", "--json").text,
                executable: URL(filePath: "/bin/bash"))
            #expect(run.status == 0 && run.text.contains(/1 \d{4}-\d\d-\d\d  note created/), "\(run.text)\(run.err)")
        }
    }

    @Test func `both are as short as they are said to be`() throws {
        for name in ["projection.py", "per-day.sh"] {
            let text = try String(contentsOf: Self.examples.appending(path: name), encoding: .utf8)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61, "\(name)")
        }
    }
}
