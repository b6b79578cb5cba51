import Dispatch
import Foundation
import Glibc
import KernelTesting
import Synchronization
import Testing

@testable import Service

/// W1: clients that number their changes as another one does.
@Suite("W1: client directories that were restored, copied, or share a token", .serialized)
struct RestoringAClient {
    /// Every note and captured item by its first words, with how many there are of each, as the service has them.
    private func there(_ rig: ClientRig) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let notes = try JSONValue(answer: Array(rig.here.done("--workspace", rig.workspace, "show", "notes", "--json").utf8))
        for note in notes["notes"].list { counts[note["title"].string ?? "", default: 0] += 1 }
        return counts
    }

    private func restore(_ client: CommandLine, from backup: String) throws {
        try FileManager.default.removeItem(atPath: client.data)
        try FileManager.default.copyItem(atPath: backup, toPath: client.data)
    }

    @Test func `a directory that was put back from a backup and used offline loses nothing, and does nothing twice`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        try client.done("add", "note", "Log", "--body", "begin\n")
        let backup = client.data + "-backup"
        try FileManager.default.copyItem(atPath: client.data, toPath: backup)
        try client.done("add", "note", "After 1")
        try client.done("edit", "note", "Log", "--body", "begin\nafter\n")
        try rig.stop()
        try restore(client, from: backup)
        for name in ["A", "B", "C", "D"] { try client.done("add", "note", name) }
        try client.done("edit", "note", "A", "--body", "one\n")
        try client.done("edit", "note", "A", "--body", "one\ntwo\n")
        try client.done("edit", "note", "Log", "--body", "begin\nrestored\n")
        try rig.start()
        let sync = try client("sync")
        #expect(sync.status == 0 && sync.out.contains("Sent 7 changes."), "\(sync.out) \(sync.err)")
        #expect(try there(rig) == ["Log": 1, "After 1": 1, "A": 1, "B": 1, "C": 1, "D": 1])
        #expect(try rig.clients[1].done("show", "note", "A", "--body") == "one\ntwo\n")
        let log = try rig.clients[1].done("show", "note", "Log", "--body")
        #expect(log.contains("after") && log.contains("restored"), "\(log)")
        try rig.expectConvergence()
    }

    @Test func `online too, a change, an undo and a redo of a restored directory take numbers that nothing has`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        try client.done("add", "note", "Log")
        try rig.stop()
        try client.done("add", "note", "Waits")
        let backup = client.data + "-backup"
        try FileManager.default.copyItem(atPath: client.data, toPath: backup)
        try rig.start()
        try client.done("sync")
        try client.done("add", "note", "After 1")
        try client.done("add", "note", "After 2")
        // What the backup holds as waiting was done; what is said now was not.
        try restore(client, from: backup)
        let added = try client.done("add", "note", "Now", "--json")
        #expect(try JSONValue(answer: Array(added.utf8))["outcome"].string == "done", "\(added)")
        #expect(try there(rig) == ["Log": 1, "Waits": 1, "After 1": 1, "After 2": 1, "Now": 1])
        try restore(client, from: backup)
        #expect(try client.done("undo").hasPrefix("Undone: "))
        #expect(try there(rig) == ["Log": 1, "Waits": 1, "After 1": 1, "After 2": 1])
        try restore(client, from: backup)
        #expect(try client("redo").status == 0)
        #expect(try there(rig) == ["Log": 1, "Waits": 1, "After 1": 1, "After 2": 1, "Now": 1])
        try rig.expectConvergence()
    }

    @Test func `two directories with one token have devices of their own, at the same moment and without the service`() throws {
        let rig = try ClientRig()
        var anna = RemoteClient(program: rig.program)
        anna.secret = try anna.ask("POST", "/v1/sign-in", RemoteClient.anna)["token"].string
        let issued = try anna.ask(
            "POST", "/v1/account/tokens", "{\"name\":\"robot\",\"scopes\":[\"everything\"]}", expecting: 201)
        let place = rig.clients[0].data + "/robot.token"
        let secret = try #require(issued["secret"].string)
        try #require(
            FileManager.default.createFile(
                atPath: place, contents: Data((secret + "\n").utf8), attributes: [.posixPermissions: 0o600]))
        let robots = ["-one", "-two"].map { name in
            CommandLine(
                data: rig.clients[0].data + name,
                environment: rig.clients[0].environment.merging(["DAYBOOK_TOKEN_FILE": place]) { $1 })
        }
        for robot in robots { try robot.done("sync") }
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { index in
            let run = try? robots[index % 2]("add", "note", "race \(index)")
            if run?.status != 0 { failures.withLock { $0.append(run?.err ?? "it did not run") } }
        }
        #expect(failures.withLock { $0 } == [])
        try rig.stop()
        for (index, robot) in robots.enumerated() { try robot.done("add", "note", "off \(index)") }
        try rig.start()
        for robot in robots {
            let sync = try robot("sync")
            #expect(sync.status == 0 && sync.out.contains("Sent 1 change."), "\(sync.out) \(sync.err)")
        }
        let expected = (0..<6).map { "race \($0)" } + ["off 0", "off 1"]
        #expect(try there(rig) == Dictionary(uniqueKeysWithValues: expected.map { ($0, 1) }))
        let audit = try rig.here.done("--workspace", rig.workspace, "audit", "--kind", "note created", "--json")
        let devices = Set(audit.matches(of: /"device":"([0-9a-f-]+)"/).map { String($0.1) })
        #expect(devices.count == 2, "\(audit)")
    }

    @Test func `two copies of one directory at the same moment lose nothing`() throws {
        let rig = try ClientRig()
        let first = rig.clients[0]
        try first.done("add", "note", "Log")
        let copy = CommandLine(data: first.data + "-copy", environment: first.environment)
        try FileManager.default.copyItem(atPath: first.data, toPath: copy.data)
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { index in
            let run = try? [first, copy][index % 2]("add", "note", "race \(index)")
            if run?.status != 0 { failures.withLock { $0.append(run?.err ?? "it did not run") } }
        }
        #expect(failures.withLock { $0 } == [])
        for client in [first, copy] { #expect(try client("sync").status == 0) }
        let expected = ["Log"] + (0..<6).map { "race \($0)" }
        #expect(try there(rig) == Dictionary(uniqueKeysWithValues: expected.map { ($0, 1) }))
        #expect(try copy.done("outbox", "--json") == "[]\n")
        try rig.expectConvergence()
    }
}
