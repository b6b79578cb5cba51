import Foundation
import KernelTesting
import Testing

/// Backups of an installation with keys, as a person makes and restores them.
@Suite("Keeping backups of what is encrypted")
struct KeepingEncryptedBackups {
    private static let (right, wrong) = (String(repeating: "0a", count: 32), String(repeating: "0b", count: 32))

    /// A note, a file and an account.
    private func moveIn(_ daybook: Program, _ environment: [String: String] = [:]) throws {
        let file = daybook.scratch.appending(path: "letter.txt")
        try Data("dear marzipan elephant".utf8).write(to: file)
        for words in [
            ["add", "note", "Plan", "--body", "a marzipan elephant"], ["attach", file.path, "--to", "Plan"],
            ["account", "add", "anna@example.org"],
        ] {
            let run = try daybook.run(
                ["--data", daybook.data.path] + words, input: "correct horse\n", environment: environment)
            try #require(run.status == 0, "\(run.err)")
        }
    }

    private func bytes(below directory: URL) throws -> Data {
        try FileTree(directory).files.values.reduce(into: Data()) { $0 += $1 }
    }

    private func expectOneSentence(
        _ run: Program.Run, naming: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == 5 && run.out.isEmpty, "\(run.err)", sourceLocation: sourceLocation)
        #expect(run.err.split(separator: "\n").count == 1, "\(run.err)", sourceLocation: sourceLocation)
        #expect(run.err.contains(naming), "\(run.err)", sourceLocation: sourceLocation)
    }

    @Test(.shows("B-20")) func `the key file stays at home, and the backup opens once it is put back`() throws {
        try inScratch { daybook in
            try daybook.done("keys", "create")
            try moveIn(daybook)
            let place = daybook.scratch.appending(path: "backup")
            let made = try daybook.done("backup", place.path)
            #expect(made.text.contains("you need the master key, which is not in it"))
            let key = daybook.data.appending(path: "keys/master.key")
            let digits = try String(contentsOf: key, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
            let all = try bytes(below: place)
            for word in ["marzipan", "example.org", digits] { #expect(all.range(of: Data(word.utf8)) == nil, "\(word)") }

            // Without the key everything is brought back and proven as far as that goes, and opening says what is wanting.
            let check = try daybook.done("restore-backup", place.path, "--check", in: daybook.scratch.appending(path: "x"))
            #expect(check.text.contains("2 journals were checked for damage only"))
            let there = daybook.scratch.appending(path: "there")
            let restored = try daybook.done("restore-backup", place.path, in: there)
            let thereKey = there.appending(path: "keys/master.key")
            #expect(restored.text.contains("2 journals were checked for damage only"))
            for words in [["show", "notes"], ["add", "note", "More"], ["account", "list"], ["verify"]] {
                expectOneSentence(try daybook.run(["--data", there.path] + words), naming: thereKey.path)
            }
            try Data((Self.wrong + "\n").utf8).write(to: thereKey)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: thereKey.path)
            expectOneSentence(try daybook("show", "notes", in: there), naming: "holds another master key")
            try FileManager.default.removeItem(at: thereKey)
            try FileManager.default.copyItem(at: key, to: thereKey)
            #expect(try daybook.done("show", "note", "Plan", "--body", in: there).text == "a marzipan elephant")
            #expect(try daybook.done("account", "list", in: there).text.contains("anna@example.org"))
            #expect(try daybook.done("verify", in: there).text == daybook.done("verify").text)
            let out = daybook.scratch.appending(path: "out")
            try daybook.done("export", out.path, in: there)
            #expect(try FileTree(out).files.values.contains(Data("dear marzipan elephant".utf8)))
            try daybook.done("add", "note", "After the fire", in: there)
        }
    }

    @Test(.shows("B-20")) func `with a copy of the key named, all of it is proven, and a wrong one restores nothing`() throws {
        try inScratch { daybook in
            try daybook.done("keys", "create")
            try moveIn(daybook)
            let place = daybook.scratch.appending(path: "backup.tar")
            try daybook.done("backup", place.path)
            let copy = daybook.scratch.appending(path: "key")
            let there = daybook.scratch.appending(path: "there")
            try Data((Self.wrong + "\n").utf8).write(to: copy)
            let refused = try daybook("restore-backup", place.path, "--master-key", copy.path, in: there)
            expectOneSentence(refused, naming: "\(copy.path) holds another master key")
            #expect(!FileManager.default.fileExists(atPath: there.path))
            try FileManager.default.removeItem(at: copy)
            try FileManager.default.copyItem(at: daybook.data.appending(path: "keys/master.key"), to: copy)
            let restored = try daybook.done("restore-backup", place.path, "--master-key", copy.path, in: there)
            #expect(!restored.text.contains("for damage only"))
            // What proves it is not put there.
            #expect(restored.text.contains("put the master key into \(there.path)/keys/master.key"))
            expectOneSentence(try daybook("show", "notes", in: there), naming: "keys/master.key")

            let whole = daybook.scratch.appending(path: "whole")
            let made = try daybook.done("backup", whole.path, "--with-master-key")
            #expect(made.text.contains("The master key is in it"))
            let elsewhere = daybook.scratch.appending(path: "elsewhere")
            #expect(try !daybook.done("restore-backup", whole.path, in: elsewhere).text.contains("put the master key"))
            #expect(try daybook.done("show", "note", "Plan", "--body", in: elsewhere).text == "a marzipan elephant")
        }
    }

    @Test(.shows("B-20"), arguments: ["environment", "passphrase"])
    func `a key that is no file opens the backup from where it is had`(source: String) throws {
        try inScratch { daybook in
            func environment(_ isRight: Bool) throws -> [String: String] {
                if source == "environment" { return ["DAYBOOK_MASTER_KEY": isRight ? Self.right : Self.wrong] }
                let file = daybook.scratch.appending(path: isRight ? "right" : "wrong")
                try Data((isRight ? "correct horse\n" : "battery staple\n").utf8).write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
                return ["DAYBOOK_PASSPHRASE_FILE": file.path]
            }
            let right = try environment(true)
            func run(_ words: [String], _ environment: [String: String], in data: URL) throws -> Program.Run {
                try daybook.run(["--data", data.path] + words, environment: environment)
            }
            #expect(try run(["keys", "create", "--\(source)"], right, in: daybook.data).status == 0)
            try moveIn(daybook, right)
            let place = daybook.scratch.appending(path: "backup").path
            #expect(try run(["backup", place], right, in: daybook.data).status == 0)
            let there = daybook.scratch.appending(path: "there")
            expectOneSentence(
                try run(["restore-backup", place], try environment(false), in: there),
                naming: source == "environment" ? "another master key" : "The passphrase is wrong")
            #expect(!FileManager.default.fileExists(atPath: there.path))
            let restored = try run(["restore-backup", place], right, in: there)
            #expect(restored.status == 0 && !restored.text.contains("for damage only"), "\(restored.err)")
            let show = ["show", "note", "Plan", "--body"]
            #expect(try run(show, right, in: there).text == "a marzipan elephant")
            expectOneSentence(
                try run(show, [:], in: there),
                naming: source == "environment" ? "DAYBOOK_MASTER_KEY" : "DAYBOOK_PASSPHRASE_FILE")
        }
    }
}
