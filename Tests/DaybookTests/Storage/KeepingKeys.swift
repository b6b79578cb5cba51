import Foundation
import KernelTesting
import Testing

@Suite("Keys from a terminal")
struct KeepingKeys {
    private static let (old, new) = (String(repeating: "0a", count: 32), String(repeating: "0b", count: 32))

    /// A note with a file, a child with a picture, and an account.
    private func moveIn(_ daybook: Program) throws {
        try daybook.done("add", "note", "Plan", "--body", "a marzipan elephant")
        let file = daybook.scratch.appending(path: "letter.txt")
        try Data("dear marzipan elephant".utf8).write(to: file)
        try daybook.done("attach", file.path, "--to", "Plan")
        try daybook.done("account", "add", "anna@example.org", input: "correct horse\n")
    }

    private func segments(_ daybook: Program) throws -> Data {
        try FileTree(daybook.data).files.values.reduce(into: Data()) { $0 += $1 }
    }

    private func expectOneSentence(
        _ run: Program.Run, _ status: Int32, naming: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, "\(run.err)", sourceLocation: sourceLocation)
        #expect(run.out.isEmpty, sourceLocation: sourceLocation)
        #expect(run.err.split(separator: "\n").count == 1, "\(run.err)", sourceLocation: sourceLocation)
        #expect(run.err.contains(naming), "\(run.err)", sourceLocation: sourceLocation)
    }

    @Test func `keys are made, everything is encrypted, and all works as it did`() throws {
        try inScratch { daybook in
            try moveIn(daybook)
            #expect(try daybook.done("keys", "show").text.contains("Nothing is encrypted here"))
            #expect(try segments(daybook).range(of: Data("marzipan".utf8)) != nil)
            let made = try daybook.done("keys", "create", "--json").json()
            #expect(made["kind"].text == "file" && made["created"].flag == true)
            #expect(made["encrypted"].array.count == 2)
            #expect(made["encrypted"][0]["files"].int == 1)
            #expect(try segments(daybook).range(of: Data("marzipan".utf8)) == nil)
            #expect(try segments(daybook).range(of: Data("example.org".utf8)) == nil)

            #expect(try daybook.done("show", "note", "Plan", "--body").text == "a marzipan elephant")
            try daybook.done("add", "note", "More", "--body", "marzipan again")
            try daybook.done("--workspace", "new", "add", "note", "First", "--body", "marzipan of the first")
            #expect(try segments(daybook).range(of: Data("marzipan".utf8)) == nil)
            let target = daybook.scratch.appending(path: "out")
            try daybook.done("export", target.path)
            #expect(try FileTree(target).files.values.contains(Data("dear marzipan elephant".utf8)))
            #expect(try daybook.done("verify", "--json").json()["ok"] == .flag(true))
            #expect(try daybook.done("account", "list").text.contains("anna@example.org"))

            let shown = try daybook.done("keys", "show", "--json").json()
            #expect(shown["encrypted"] == .flag(true) && shown["kind"].text == "file")
            #expect(shown["places"].array.map { $0["files"].int } == [1, 0, 0])
            #expect(try daybook.done("keys", "create").text.contains("Everything here is encrypted"))
            expectOneSentence(try daybook("keys", "create", "--passphrase"), 3, naming: "keys rotate")
            #expect(try daybook("keys", "create", "--passphrase", "--file").status == 2)
        }
    }

    /// L3: the second copies of keys were damaged or gone, and nobody was told until the first was, too.
    @Test func `verify says where only one of the two copies of keys is left`() throws {
        try inScratch { daybook in
            try moveIn(daybook)
            try daybook.done("keys", "create")
            let keys = daybook.data.appending(path: "keys")
            let files = try #require(FileManager.default.subpaths(atPath: keys.path)).filter { $0.hasSuffix(".copy") }
                .filter { $0.hasPrefix("home") || $0.hasPrefix("master.json") }
            #expect(files.count >= 4, "\(files)")
            for file in files {
                for isGone in [true, false] {
                    let place = keys.appending(path: file)
                    let sound = try Data(contentsOf: place)
                    if isGone {
                        try FileManager.default.removeItem(at: place)
                    } else {
                        var damaged = sound
                        damaged[damaged.count / 2] ^= 1
                        try damaged.write(to: place)
                    }
                    let found = try daybook("verify", "--json")
                    #expect(found.status == 1, "\(file)")
                    let named = place.path.dropLast(".copy".count)
                    #expect(try found.json()["damage"].array.contains { $0.text?.contains(named) == true }, "\(file)")
                    try sound.write(to: place)
                }
            }
            // The accounts have keys of their own; the next command that writes there makes the copy again.
            let ofAccounts = keys.appending(path: "system.keyring.copy")
            try FileManager.default.removeItem(at: ofAccounts)
            let found = try daybook("verify", "--json")
            #expect(found.status == 1)
            #expect(try found.json()["damage"].array.contains { $0.text?.contains("system.keyring and its copy") == true })
            try daybook.done("account", "prefer", "anna@example.org", "--humour")
            try daybook.done("verify")
        }
    }

    @Test func `without the key, or with a wrong one, one sentence says which file or variable`() throws {
        try inScratch { daybook in
            try moveIn(daybook)
            try daybook.done("keys", "create")
            let file = daybook.data.appending(path: "keys/master.key")
            let digits = try Data(contentsOf: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            expectOneSentence(try daybook("show", "notes"), 5, naming: "`chmod 600 \(file.path)`")
            try FileManager.default.removeItem(at: file)
            for words in [["show", "notes"], ["add", "note", "More"], ["account", "list"], ["verify"]] {
                expectOneSentence(try daybook.run(["--data", daybook.data.path] + words), 5, naming: file.path)
            }
            try Data((Self.old + "\n").utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let wrong = try daybook("show", "notes")
            expectOneSentence(wrong, 5, naming: "\(file.path) holds another master key")
            #expect(!wrong.err.contains(Self.old))
            try digits.write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            try daybook.done("show", "notes")
            // A copy of the workspace alone.
            let copy = daybook.scratch.appending(path: "copy")
            try FileManager.default.copyItem(at: daybook.data, to: copy)
            try FileManager.default.removeItem(at: copy.appending(path: "keys"))
            expectOneSentence(try daybook("show", "notes", in: copy), 5, naming: "keys/home.keyring")
            expectOneSentence(try daybook("keys", "create", in: copy), 5, naming: "keys/home.keyring")
            #expect(!FileManager.default.fileExists(atPath: copy.appending(path: "keys").path))
        }
    }

    @Test func `a key from the environment is changed, and is nowhere on disk`() throws {
        try inScratch { daybook in
            let arguments = ["--data", daybook.data.path]
            func run(_ key: String?, _ next: String? = nil, _ words: String...) throws -> Program.Run {
                var environment: [String: String] = [:]
                environment["DAYBOOK_MASTER_KEY"] = key
                environment["DAYBOOK_NEW_MASTER_KEY"] = next
                return try daybook.run(arguments + words, environment: environment)
            }
            expectOneSentence(try run(nil, nil, "keys", "create", "--environment"), 5, naming: "DAYBOOK_MASTER_KEY")
            #expect(try run(Self.old, nil, "keys", "create", "--environment").status == 0)
            #expect(try run(Self.old, nil, "add", "note", "Plan", "--body", "marzipan").status == 0)
            expectOneSentence(try run(nil, nil, "show", "notes"), 5, naming: "DAYBOOK_MASTER_KEY must hold")
            expectOneSentence(try run("0a0b", nil, "show", "notes"), 5, naming: "64 hexadecimal digits")
            expectOneSentence(try run(Self.new, nil, "show", "notes"), 5, naming: "another master key")
            expectOneSentence(try run(Self.old, Self.old, "keys", "rotate"), 3, naming: "is in use")
            let changed = try run(Self.old, Self.new, "keys", "rotate")
            #expect(changed.status == 0 && changed.text.contains("2 keyrings"), "\(changed.err)")
            #expect(!changed.text.contains(Self.new))
            expectOneSentence(try run(Self.old, nil, "show", "notes"), 5, naming: "another master key")
            #expect(try run(Self.new, nil, "show", "note", "Plan", "--body").text == "marzipan")
            let all = try segments(daybook)
            for key in [Self.old, Self.new] { #expect(all.range(of: Data(key.utf8)) == nil) }
            #expect(all.range(of: Data(repeating: 0x0b, count: 32)) == nil)
        }
    }

    @Test func `a passphrase from a file is changed, and nobody waits for a terminal that is not there`() throws {
        try inScratch { daybook in
            func file(_ name: String, _ words: String) throws -> String {
                let path = daybook.scratch.appending(path: name).path
                try Data((words + "\n").utf8).write(to: URL(filePath: path))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
                return path
            }
            let arguments = ["--data", daybook.data.path]
            let old = ["DAYBOOK_PASSPHRASE_FILE": try file("old", "the old words")]
            let new = ["DAYBOOK_PASSPHRASE_FILE": try file("new", "the new words")]
            let create = arguments + ["keys", "create", "--passphrase"]
            expectOneSentence(try daybook.run(create), 5, naming: "DAYBOOK_PASSPHRASE_FILE")
            #expect(try daybook.run(create, environment: old).status == 0)
            let add = arguments + ["add", "note", "Plan", "--body", "marzipan"]
            expectOneSentence(try daybook.run(add), 5, naming: "DAYBOOK_PASSPHRASE_FILE")
            #expect(try daybook.run(add, environment: old).status == 0)
            expectOneSentence(try daybook.run(add, environment: new), 5, naming: "The passphrase is wrong")
            let both = old.merging(["DAYBOOK_NEW_PASSPHRASE_FILE": new["DAYBOOK_PASSPHRASE_FILE"] ?? ""]) { $1 }
            #expect(try daybook.run(arguments + ["keys", "change-passphrase"], environment: both).status == 0)
            let show = arguments + ["show", "note", "Plan", "--body"]
            expectOneSentence(try daybook.run(show, environment: old), 5, naming: "The passphrase is wrong")
            #expect(try daybook.run(show, environment: new).text == "marzipan")
            // To a file and back, which is not a change of a passphrase.
            #expect(try daybook.run(arguments + ["keys", "rotate", "--file"], environment: new).status == 0)
            #expect(try daybook.run(show).text == "marzipan")
            expectOneSentence(try daybook("keys", "change-passphrase"), 3, naming: "keys rotate --passphrase")
            #expect(try segments(daybook).range(of: Data("words".utf8)) == nil)
        }
    }

    @Test func `there is nothing to change where there are no keys`() throws {
        try inScratch { daybook in
            expectOneSentence(try daybook("keys", "rotate"), 3, naming: "keys create")
            expectOneSentence(try daybook("keys", "change-passphrase"), 3, naming: "keys create")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            try daybook.done("keys", "show")
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            #expect(try daybook.done("keys", "create").text.contains("nothing to encrypt yet"))
        }
    }
}
