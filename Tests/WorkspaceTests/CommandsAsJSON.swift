import Foundation
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Commands as JSON")
struct CommandsAsJSON {
    @Test func `every kind of command has a name of its own, by which it is found`() {
        let tags = WorkspaceCommand.Tag.allCases
        #expect(Set(tags.map(\.name)).count == tags.count)
        for tag in tags {
            #expect(WorkspaceCommand.Tag(name: tag.name) == tag)
            #expect(WorkspaceCommand.blank(tag).tag == tag)
        }
        for name in ["", ".", "boards", "boards.", ".addCard", "addCard", "notes.addCard", "boards.addcard", "a.b.c"] {
            #expect(WorkspaceCommand.Tag(name: name) == nil)
        }
    }

    /// The format that other programs are written against: lines are added, never changed.
    @Test func `the JSON of every command stays as it is, and is read again`() throws {
        let commands = FilledCommand.all
        try expectGolden(commands.map { $0.json + "\n" }.joined(), "commands.jsonl")
        for command in commands { #expect(try WorkspaceCommand(json: Array(command.json.utf8)) == command) }
        #expect(Set(commands.map(\.tag)) == Set(WorkspaceCommand.Tag.allCases))
    }

    @Test func `the published schema of commands stays as it is`() throws {
        try expectGolden(WorkspaceCommand.schema, "commands.schema.json")
    }

    @Test func `the page of commands lists every one with its fields`() throws {
        try expectGolden(CommandPage.text, "../../../Sources/Workspace/Commands.md")
    }

    @Test(arguments: Seed.hundred) func `whatever a household asks comes back as it went`(seed: Seed) throws {
        var fixture = AnyWorkspace(seed)
        for _ in 0..<150 {
            let command = fixture.command()
            #expect(try WorkspaceCommand(json: Array(command.json.utf8)) == command)
            fixture.take(command)
        }
    }

    @Test func `what the schema requires is what the reader misses, key by key`() throws {
        let required = try requiredKeys()
        for command in FilledCommand.all {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(command.json.utf8)) as? [String: Any])
            let demanded = try #require(required["Command." + command.tag.name])
            #expect(demanded.isSubset(of: object.keys), "\(command.tag.name)")
            for key in object.keys {
                var without = object
                without[key] = nil
                let fault = try fault(of: without)
                if demanded.contains(key) {
                    #expect(fault?.path == key, "\(command.tag.name) without \(key)")
                } else {
                    #expect(fault == nil, "\(command.tag.name) without \(key)")
                }
            }
            var more = object
            more["surprise"] = 1
            #expect(try fault(of: more) == JSONFault(path: "surprise", problem: .unknownKey))
        }
    }

    /// By definition, from the published schema.
    private func requiredKeys() throws -> [String: Set<String>] {
        let schema = try JSONSerialization.jsonObject(with: Data(WorkspaceCommand.schema.utf8)) as? [String: Any]
        let definitions = try #require(schema?["$defs"] as? [String: [String: Any]])
        return definitions.mapValues { Set($0["required"] as? [String] ?? []) }
    }

    private func fault(of object: [String: Any]) throws -> JSONFault? {
        let bytes = Array(try JSONSerialization.data(withJSONObject: object))
        do throws(JSONFault) {
            _ = try WorkspaceCommand(json: bytes)
            return nil
        } catch { return error }
    }

    @Test func `a value of a wrong type is named, whichever it is`() throws {
        for command in FilledCommand.all {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(command.json.utf8)) as? [String: Any])
            for key in object.keys {
                for wrong in [1.5, 1e300, [[]], ["x": [1]]] as [Any] {
                    var changed = object
                    changed[key] = wrong
                    let fault = try #require(try fault(of: changed), "\(command.tag.name) with \(key) = \(wrong)")
                    #expect(fault.path.hasPrefix(key), "\(command.tag.name): \(fault.message)")
                }
            }
        }
    }

    @Test func `a command cut anywhere is a fault, never a crash`() {
        for command in FilledCommand.all {
            let bytes = Array(command.json.utf8)
            for cut in 0..<bytes.count {
                #expect(throws: JSONFault.self) { try WorkspaceCommand(json: Array(bytes[..<cut])) }
            }
        }
    }

    @Test(arguments: Seed.hundred) func `a command with changed bytes is a fault or a command`(seed: Seed) throws {
        var chance = seed.chance
        for command in FilledCommand.all {
            var bytes = Array(command.json.utf8)
            for _ in 0...chance.below(2) { bytes[chance.below(bytes.count)] = UInt8(chance.below(128)) }
            guard let read = try? WorkspaceCommand(json: bytes) else { continue }
            #expect(try WorkspaceCommand(json: Array(read.json.utf8)) == read)
        }
    }

    @Test func `a type that nobody knows is said to be that`() {
        let text = #"{"type":"boards.addCrad","card":"0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6a7b"}"#
        #expect(
            throws: JSONFault(
                path: "type", problem: .unexpected(expected: "a known type", found: "\"boards.addCrad\""))
        ) { try WorkspaceCommand(json: Array(text.utf8)) }
    }

    @Test func `names are trimmed and composed as if they were typed, those of files are not`() throws {
        let id = "0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6a7b"
        let renamed = try WorkspaceCommand(
            json: Array(#"{"type":"notes.renameFolder","folder":"\#(id)","name":" Zoe\u0308 "}"#.utf8))
        #expect(Array(renamed.json.utf8).firstRange(of: Array("\"Zo\u{EB}\"".utf8)) != nil)
        let file = #"{"name":" Zoe\u0308 ","mediaType":"","sizeBytes":0,"digest":""}"#
        let attached = try WorkspaceCommand(
            json: Array(
                #"{"type":"capture.attachFile","attachment":"\#(id)","item":"\#(id)","file":\#(file)}"#.utf8))
        #expect(Array(attached.json.utf8).firstRange(of: Array("\" Zoe\u{308} \"".utf8)) != nil)
    }
}
