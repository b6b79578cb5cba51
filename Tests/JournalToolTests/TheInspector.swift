import Foundation
import KernelTesting
import Testing

/// Runs the built `journal` as a person would, on the journal that must open for ever.
@Suite("The engine's own inspector")
struct TheInspector {
    private static let root = Repository.root
    private let golden = TheInspector.root.appending(path: "Journal/Golden/v1").path

    private struct Run {
        var status: Int32
        var out: String
        var err: String
    }

    /// The program stands beside the test bundle.
    private func journal(_ arguments: String...) throws -> Run { try journal(arguments) }

    private func journal(_ arguments: [String], environment: [String: String] = [:]) throws -> Run {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "journal")
        process.arguments = arguments
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        try process.run()
        let said = try out.fileHandleForReading.readToEnd() ?? Data()
        let complained = try err.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, out: String(decoding: said, as: UTF8.self),
            err: String(decoding: complained, as: UTF8.self))
    }

    /// A copy of the golden journal with one byte of its first segment turned over.
    private func withDamage(at byteOffset: Int, _ body: (String) throws -> Void) throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: golden, toPath: copy.path)
        defer { try? FileManager.default.removeItem(at: copy) }
        let segment = copy.appending(path: "000000000001.segment")
        var bytes = try Data(contentsOf: segment)
        bytes[byteOffset] ^= 0xFF
        try bytes.write(to: segment)
        try body(copy.path)
    }

    @Test func `verifies a sound journal and prints its chain head`() throws {
        let head = try String(contentsOfFile: golden + "/HEAD.txt", encoding: .utf8).split { $0 == " " || $0 == "\n" }
        let run = try journal("verify", golden)
        #expect(run.status == 0 && run.err.isEmpty)
        #expect(run.out.contains("chain head \(head[1]) after record \(head[0])"))
        let json = try journal("verify", "--json", golden)
        #expect(json.out.contains(#""ok":true,"segments":2,"records":1818"#) && json.out.contains(#""damage":[]"#))
    }

    private let encrypted = TheInspector.root.appending(path: "Journal/Golden/v1-encrypted").path

    @Test func `reads an encrypted journal with its keyring, and without says what it can`() throws {
        let keys = [
            "--keyring", encrypted + "/keys/journal.keyring", "--master-key-file", encrypted + "/keys/master.key",
        ]
        let head = try String(contentsOfFile: encrypted + "/HEAD.txt", encoding: .utf8).split {
            $0 == " " || $0 == "\n"
        }
        let run = try journal(["verify", encrypted + "/journal"] + keys)
        #expect(run.status == 0 && run.out.contains("chain head \(head[1]) after record \(head[0])"))
        #expect(try journal(["cat", encrypted + "/journal"] + keys).out.split(separator: "\n").count == Int(head[0]))

        let blind = try journal("verify", encrypted + "/journal")
        #expect(blind.status == 0 && blind.out.contains("every checksum is right"))
        let refused = try journal("cat", encrypted + "/journal")
        #expect(refused.status == 2 && refused.out.isEmpty)
        #expect(refused.err.contains("is encrypted; give its keyring") && refused.err.split(separator: "\n").count == 1)
    }

    @Test func `takes the master key from the environment, and refuses a wrong one in one sentence`() throws {
        let arguments = ["verify", encrypted + "/journal", "--keyring", encrypted + "/keys/journal.keyring"]
        let right = String(repeating: "1d", count: 32)
        #expect(try journal(arguments, environment: ["DAYBOOK_MASTER_KEY": right]).status == 0)
        let wrong = try journal(arguments, environment: ["DAYBOOK_MASTER_KEY": String(repeating: "1e", count: 32)])
        #expect(wrong.status == 2 && wrong.err.split(separator: "\n").count == 1)
        #expect(wrong.err.contains("journal.keyring") && !wrong.err.contains("1e1e"))
        let none = try journal(arguments, environment: ["DAYBOOK_MASTER_KEY": "not a key"])
        #expect(none.status == 2 && none.err.contains("64 hexadecimal digits") && !none.err.contains("not a key"))
    }

    @Test func `lists every record, one a line`() throws {
        let lines = try journal("cat", "--json", golden).out.split(separator: "\n")
        #expect(lines.count == 1818)
        for (index, line) in lines.enumerated() where index % 300 == 0 {
            let record = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(record["sequence"] as? Int == index + 1)
            #expect((record["payload"] as? String)?.count.isMultiple(of: 2) == true)
        }
        #expect(
            try journal("cat", "--json", "--from", "10", "--through", "12", golden).out.split(separator: "\n").count
                == 3)
    }

    @Test func `explains each frame in words`() throws {
        let out = try journal("inspect", golden).out
        for words in ["segment 1 of journal", "records 1 to 992", "index of 11 entities", "trailer: records 1 to 1800"] {
            #expect(out.contains(words))
        }
        #expect(try journal("stat", golden).out.contains("1818"))
    }

    @Test func `says where damage is and which records it costs, and ends with 1`() throws {
        try withDamage(at: 700) { copy in
            let run = try journal("verify", copy)
            #expect(run.status == 1)
            #expect((run.out + run.err).contains("damaged: segment 1, byte 85"))
            #expect((run.out + run.err).contains("records 1 to 992 are affected"))
            let rest = try journal("cat", "--json", copy)
            #expect(rest.status == 1)
            #expect(rest.out.split(separator: "\n").count == 826, "what is readable is still read")
        }
    }

    @Test func `says in one sentence what cannot be opened, and ends with 2`() throws {
        let run = try journal("verify", golden + "-that-is-not-there")
        #expect(run.status == 2 && run.out.isEmpty)
        #expect(run.err.contains("is not a journal") && run.err.split(separator: "\n").count == 1)
        #expect(try journal("frobnicate").status == 2)
    }
}
