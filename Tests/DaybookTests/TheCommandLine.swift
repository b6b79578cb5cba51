import Foundation
import KernelTesting
import Testing

@Suite("The command line")
struct TheCommandLine {
    @Test func `takes the options of every command before it and after it`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            let before = try daybook.run(["--json", "--data", daybook.data.path, "show", "folders"])
            let after = try daybook.run(["show", "folders", "--json", "--data", daybook.data.path])
            #expect(before.status == 0)
            #expect(before.out == after.out)
            #expect(try before.json()["folders"][0]["name"] == .text("Projects"))
        }
    }

    @Test func `finds the data directory in the environment and in the home directory`() throws {
        try inScratch { daybook in
            let place = daybook.scratch.appending(path: "elsewhere").path
            let first = try daybook.run(["add", "folder", "A"], environment: ["DAYBOOK_DATA": place])
            #expect(first.status == 0)
            #expect(FileManager.default.fileExists(atPath: place + "/workspaces/home/journal"))
            let second = try daybook.run(["add", "folder", "B"])
            #expect(second.status == 0)
            #expect(FileManager.default.fileExists(atPath: daybook.scratch.path + "/.daybook/workspaces/home/journal"))
        }
    }

    @Test func `keeps workspaces apart, and names those there are`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Ours", "--workspace", "family")
            let missing = try daybook("show", "folders")
            #expect(missing.status == 5)
            #expect(missing.err.contains("family"))
            let hostile = try daybook("add", "folder", "X", "--workspace", "../../escape")
            #expect(hostile.status == 2)
        }
    }

    static let misuses = [
        ["bogus"], ["show"] + ["note"], ["add", "card", "x"], ["show", "note", "x", "--at", "someday"],
        ["edit", "card", "x", "--priority", "extreme"], ["edit", "card", "x", "--due", "2026-02-30"],
        ["audit", "--kind", "nonsense"], ["edit", "note", "x"], ["restore"], ["restore", "tree", "x"],
        ["audit", "--csv", "--json"], ["edit", "note", "x", "--body", "a", "--file", "b"],
        ["move", "card", "x"], ["show", "recent", "--limit", "0"],
    ]

    @Test(arguments: misuses) func `answers misuse with 2 and one sentence`(arguments: [String]) throws {
        try inScratch { daybook in
            let run = try daybook.run(["--data", daybook.data.path] + arguments)
            #expect(run.status == 2)
            #expect(run.err.hasPrefix("daybook: "))
            #expect(run.out.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path), "misuse must not create anything")
        }
    }

    @Test func `says errors as JSON too where JSON is wanted`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            let run = try daybook("show", "note", "Nothing", "--json")
            #expect(run.status == 4)
            let lines = run.err.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].hasPrefix("daybook: "))
            let error = try JSON(parsing: Array(lines[1].utf8))["error"]
            #expect(error.keys == ["kind", "message"])
            #expect(error["kind"] == .text("notFound"))
            #expect(lines[0] == "daybook: " + (error["message"].text ?? ""))
        }
    }

    @Test func `documents every exit code in its help, and every command has help`() throws {
        try inScratch { daybook in
            let help = try daybook.run(["--help"])
            #expect(help.status == 0)
            for code in 0...5 { #expect(help.text.contains("\n  \(code)  ")) }
            let commands = help.text.components(separatedBy: "SUBCOMMANDS:").dropFirst().flatMap { $0.split(separator: "\n") }
                .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See") }
                .map { String($0.split(separator: " ")[0]) }
            #expect(commands.count >= 50)
            for command in commands {
                let run = try daybook.run([command, "--help"])
                #expect(run.status == 0)
                #expect(run.text.contains("USAGE: daybook \(command)"))
            }
        }
    }

    @Test(arguments: ["zsh", "bash", "fish"]) func `writes completions for a shell`(shell: String) throws {
        try inScratch { daybook in
            let run = try daybook.run(["--generate-completion-script", shell])
            #expect(run.status == 0)
            #expect(run.text.contains("snapshot"))
        }
    }

    @Test func `shows no colour unless a terminal is there`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "one\n")
            try daybook.done("edit", "note", "Plan", "--body", "two\n")
            let run = try daybook.done("history", "Plan", "--diff")
            #expect(run.text.contains("-one"))
            #expect(!run.out.contains(0x1B))
        }
    }

    static let hasTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    @Test(.enabled(if: hasTerminal, "script(1), which makes a terminal, is not here"))
    func `shows colour on a terminal, and never lets a note steer it`() throws {
        try inScratch { daybook in
            try daybook.done("add", "note", "Plan", "--body", "one\n")
            try daybook.done("edit", "note", "Plan", "--file", "-", input: "two \u{1B}]0;owned\u{7}\u{9B}2J\n")
            let program = "'\(Program.executable.path)' --data '\(daybook.data.path)'"
            let history = try shell(
                "unset NO_COLOR; script -qec \"\(program) history Plan --diff\" /dev/null < /dev/null")
            #expect(history.out.contains("\u{1B}[31m-one"))
            #expect(history.out.contains("␛]0;owned␇"))
            #expect(!history.out.contains("\u{1B}]"))
            let body = try shell("script -qec \"\(program) show note Plan --body\" /dev/null < /dev/null")
            #expect(body.out.contains("two ␛]0;owned␇"))
            #expect(!body.out.unicodeScalars.contains("\u{9B}"))
            // L6: a carriage return or a bidirectional override repaints the line that it stands in.
            try daybook.done("edit", "note", "Plan", "--file", "-", input: "pay 10\rpay 99 \u{202E}00\u{2066}1\u{2028}\n")
            let painted = try shell("script -qec \"\(program) show note Plan --body\" /dev/null < /dev/null")
            #expect(painted.out.contains("pay 10␍pay 99 \u{FFFD}00\u{FFFD}1\u{FFFD}"))
            try daybook.done("undo")
            let plain = try shell("NO_COLOR=1 script -qec \"\(program) history Plan --diff\" /dev/null < /dev/null")
            #expect(!plain.out.contains("\u{1B}["))
            #expect(try daybook.done("show", "note", "Plan", "--body").text == "two \u{1B}]0;owned\u{7}\u{9B}2J\n")
        }
    }

    /// L6: with so few the threads of asynchronous work ended the program with a trap.
    @Test(arguments: [4, 5, 8, 12]) func `says in a sentence that too few files may be open`(limit: Int) throws {
        try inScratch { daybook in
            let run = try shell(
                "ulimit -n \(limit); '\(Program.executable.path)' --data '\(daybook.data.path)' capture Milk 2>&1")
            #expect(run.status == 5)
            #expect(run.out.contains("Raise the limit, as with `ulimit -n 1024`."), "\(run.out)")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
        }
    }

    @Test(.shows("N-104.2"), .enabled(if: hasTerminal, "script(1), which makes a terminal, is not here"))
    func `asks on a terminal before it deletes a folder, and takes only a yes for a yes`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            try daybook.done("add", "note", "Plan", "--in", "Projects")
            let program = "'\(Program.executable.path)' --data '\(daybook.data.path)'"
            let no = try shell("echo n | script -qec \"\(program) delete folder Projects\" /dev/null")
            #expect(no.status == 3)
            #expect(no.out.contains("0 folders and 1 note? [y/N]"))
            #expect(try daybook.done("show", "folders").text.contains("Projects"))
            let yes = try shell("echo y | script -qec \"\(program) delete folder Projects\" /dev/null")
            #expect(yes.status == 0)
            #expect(try !daybook.done("show", "folders").text.contains("Projects"))
            try daybook.done("undo")
            #expect(try daybook.done("show", "note", "Projects/Plan").text.contains("Plan"))
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func `does not claim success when its output went nowhere`() throws {
        try inScratch { daybook in
            try daybook.done("add", "folder", "Projects")
            let run = try shell("'\(Program.executable.path)' --data '\(daybook.data.path)' show folders > /dev/full")
            #expect(run.status == 5)
            #expect(run.err.contains("standard output"))
        }
    }

    @Test func `ends quietly when its reader has read enough`() throws {
        try inScratch { daybook in
            for number in 1...3 {
                try daybook.done(
                    "add", "note", "N\(number)", "--file", "-", input: String(repeating: "word ", count: 30_000))
            }
            let program = "'\(Program.executable.path)' --data '\(daybook.data.path)'"
            let run = try shell("\(program) audit --json | head -c 10; ended=${PIPESTATUS[0]}; echo; echo $ended")
            #expect(run.status == 0)
            #expect(run.out == "{\"seq\":1,\"\n141\n")
            #expect(!run.err.contains("daybook:"))
        }
    }
}
