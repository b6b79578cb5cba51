import Foundation
import Glibc
import KernelTesting
import Testing

/// The passphrase of the keys and passwords, typed at a real terminal.
@Suite("Typing unseen", .enabled(if: Terminal.isPossible, "python3 is not installed, which makes the terminal"))
struct TypingUnseen {
    private static let words = "correct horse battery"
    private static let prompt = "Passphrase of the keys (it is not shown):"

    /// Makes an installation whose master key comes from a passphrase, with one note.
    private func moveIn(_ daybook: Program) throws {
        let made = try Terminal.run(
            daybook, [.type(Self.words, after: "New passphrase"), .type(Self.words, after: "once more")],
            "keys", "create", "--passphrase")
        try #require(made.status == 0, "\(made.seen)")
        #expect(made.echo == [false, false] && made.echoAfter)
        #expect(!made.seen.contains(Self.words))
        let added = try Terminal.run(
            daybook, [.type(Self.words, after: Self.prompt)], "add", "note", "Plan", "--body", "marzipan")
        try #require(added.status == 0, "\(added.seen)")
    }

    @Test func `a passphrase is not shown, opens everything, and the terminal shows again what is typed`() throws {
        try inScratch { daybook in
            try moveIn(daybook)
            let shown = try Terminal.run(
                daybook, [.type(Self.words, after: Self.prompt)], "show", "note", "Plan", "--body")
            #expect(shown.status == 0 && shown.seen.contains("marzipan"), "\(shown.seen)")
            #expect(shown.echo == [false] && shown.echoAfter)
            #expect(!shown.seen.contains(Self.words))
        }
    }

    @Test func `the accounts ask for it once, before anything else`() throws {
        try inScratch { daybook in
            try moveIn(daybook)
            let added = try Terminal.run(
                daybook, [.type("anna's own", after: "Password"), .type(Self.words, after: Self.prompt)],
                "account", "add", "anna@example.org")
            #expect(added.status == 0 && added.seen.contains("Registered"), "\(added.seen)")
            #expect(added.echo == [false, false] && added.echoAfter)
            #expect(!added.seen.contains(Self.words) && !added.seen.contains("anna's own"))
            #expect(added.seen.components(separatedBy: Self.prompt).count == 2)
            let listed = try Terminal.run(daybook, [.type(Self.words, after: Self.prompt)], "account", "list")
            #expect(listed.status == 0 && listed.seen.contains("anna@example.org"), "\(listed.seen)")
        }
    }

    @Test func `a wrong passphrase, or none, is told in one sentence`() throws {
        try inScratch { daybook in
            try moveIn(daybook)
            for (typed, sentence) in [("battery horse\n", "The passphrase is wrong"), ("\u{4}", "passphrase")] {
                let refused = try Terminal.run(
                    daybook, [Terminal.Step(after: Self.prompt, keys: typed)], "show", "notes")
                #expect(refused.status == 5)
                let said = refused.seen.components(separatedBy: Self.prompt).last ?? ""
                let lines = said.split(whereSeparator: \.isNewline)
                #expect(lines.count == 1 && lines.allSatisfy { $0.contains(sentence) }, "\(refused.seen)")
                #expect(!said.contains("marzipan") && !said.contains("battery horse"))
                #expect(refused.echo == [false] && refused.echoAfter)
            }
            let differing = try Terminal.run(
                daybook, [.type(Self.words, after: Self.prompt), .type("one", after: "New"), .type("two", after: "once")],
                "keys", "change-passphrase")
            #expect(differing.status != 0 && differing.echo == [false, false, false] && differing.echoAfter)
            #expect(!differing.seen.contains(Self.words))
            // Nothing was changed by it.
            let shown = try Terminal.run(daybook, [.type(Self.words, after: Self.prompt)], "show", "notes")
            #expect(shown.status == 0 && shown.seen.contains("Plan"))
        }
    }

    @Test(arguments: [
        Terminal.Step(after: prompt, keys: "\u{3}"), Terminal.Step(after: prompt, keys: "half of it\u{3}"),
        Terminal.Step(after: prompt, signal: SIGTERM), Terminal.Step(after: prompt, signal: SIGHUP),
    ])
    func `Ctrl-C and other ends leave a terminal that shows what is typed`(step: Terminal.Step) throws {
        try inScratch { daybook in
            try moveIn(daybook)
            let before = try FileTree(daybook.data)
            let ended = try Terminal.run(daybook, [step], "show", "notes")
            #expect(ended.status == -(step.signal ?? SIGINT), "\(ended.seen)")
            #expect(ended.echo == [false] && ended.echoAfter)
            #expect(!ended.seen.contains("half of it"))
            #expect(try FileTree(daybook.data) == before)
        }
    }

    @Test func `Ctrl-C leaves a password unset, and Ctrl-Z does nothing meanwhile`() throws {
        try inScratch { daybook in
            let ended = try Terminal.run(
                daybook, [Terminal.Step(after: "Password", keys: "\u{3}")], "account", "add", "anna@example.org")
            #expect(ended.status == -SIGINT && ended.echo == [false] && ended.echoAfter, "\(ended.seen)")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            let added = try Terminal.run(
                daybook, [Terminal.Step(after: "Password", keys: "\u{1A}correct horse\n")], "account", "add",
                "anna@example.org")
            #expect(added.status == 0 && added.echo == [false] && added.echoAfter, "\(added.seen)")
        }
    }
}

/// A terminal of its own for one run of the program, made by `terminal.py`.
enum Terminal {
    private static let python = URL(filePath: "/usr/bin/python3")
    private static let script = Repository.target(of: #filePath).appending(path: "terminal.py")

    static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: python.path) }

    /// A line to type, or a signal to send, once the program has said something.
    struct Step: Sendable {
        let after: String
        var keys = ""
        var signal: Int32?

        static func type(_ line: String, after: String) -> Step { Step(after: after, keys: line + "\n") }

        fileprivate var json: [String: Any] {
            var step: [String: Any] = ["await": after]
            if let signal { step["signal"] = Int(signal) } else { step["send"] = keys }
            return step
        }
    }

    /// The output seen at the terminal; a negative status is the signal that ended the program.
    struct Sight {
        let status: Int32
        let seen: String
        let echo: [Bool]
        let echoAfter: Bool
    }

    static func run(_ daybook: Program, _ steps: [Step], _ arguments: String...) throws -> Sight {
        let list = String(decoding: try JSONSerialization.data(withJSONObject: steps.map(\.json)), as: UTF8.self)
        let run = try daybook.run(
            [script.path, list, Program.executable.path, "--data", daybook.data.path] + arguments, executable: python)
        try #require(run.status == 0, "\(run.err)")
        let found = try run.json()
        return Sight(
            status: Int32(try #require(found["status"].int)), seen: found["seen"].text ?? "",
            echo: found["echo"].array.compactMap(\.flag), echoAfter: found["echoAfter"].flag ?? false)
    }
}
