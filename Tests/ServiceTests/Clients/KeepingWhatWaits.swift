import Foundation
import Glibc
import KernelTesting
import Testing

@testable import Service

/// A change that passes, also after signing in, does not lose any change that a person was told is kept.
@Suite("What waits in the outbox is kept", .serialized)
struct KeepingWhatWaits {
    /// Signs in at a client of its own, to do what a command line cannot.
    private func anna(at rig: ClientRig) throws -> RemoteClient {
        var anna = RemoteClient(program: rig.program)
        anna.secret = try anna.ask("POST", "/v1/sign-in", RemoteClient.anna)["token"].string
        return anna
    }

    /// The folder in which the client keeps its knowledge of the service.
    private func folder(of client: CommandLine) throws -> String {
        let servers = client.data + "/servers"
        return servers + "/" + (try #require(try FileManager.default.contentsOfDirectory(atPath: servers).first))
    }

    private func device(of client: CommandLine) throws -> String {
        let memory = try #require(FileManager.default.contents(atPath: try folder(of: client) + "/client.json"))
        return try #require(try JSONValue(answer: Array(memory))["device"].string)
    }

    /// The same directory with a token of its own.
    private func robot(beside client: CommandLine, at rig: ClientRig) throws -> CommandLine {
        let issued = try anna(at: rig).ask(
            "POST", "/v1/account/tokens", "{\"name\":\"robot\",\"scopes\":[\"everything\"]}", expecting: 201)
        let secret = try #require(issued["secret"].string)
        let place = client.data + "/robot.token"
        let isWritten = FileManager.default.createFile(
            atPath: place, contents: Data((secret + "\n").utf8), attributes: [.posixPermissions: 0o600])
        try #require(isWritten)
        return CommandLine(
            data: client.data, environment: client.environment.merging(["DAYBOOK_TOKEN_FILE": place]) { $1 })
    }

    @Test(.shows("N-001"))
    func `a service that was put back from a backup takes what was made on records that it has lost`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("capture", "Call grandma")
        try first.done("add", "note", "Plan")
        try second.done("sync")
        try rig.stop()
        let (data, backup) = (rig.here.data, rig.here.data + "-backup")
        try FileManager.default.copyItem(atPath: data, toPath: backup)
        try rig.start()
        for number in 1...3 { try second.done("add", "note", "Lost \(number)") }
        #expect(try first.done("show", "notes").contains("Lost 3"))
        try rig.stop()
        try first.done("capture", "Made without it")
        try first.done("item", "reword", "Call grandma", "--body", "Call Ada")
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.moveItem(atPath: backup, toPath: data)
        try rig.start()
        // H3: nothing is sent onto another past without a word, and what was lost there is kept here.
        let told = try first("sync")
        #expect(told.status == 1 && told.err.contains("may have lost records"), "\(told.out) \(told.err)")
        let place = try #require(told.err.firstMatch(of: /is kept in (\S+)\./)).1
        #expect(FileManager.default.fileExists(atPath: place + "/journal/JOURNAL"), "\(place)")
        #expect(try first.done("outbox").contains("Made without it"))
        let sync = try first("sync")
        #expect(sync.status == 0 && sync.out.contains("Sent 2 changes."), "\(sync.out) \(sync.err)")
        #expect(try second("show", "inbox").status == 1)
        let inbox = try second.done("show", "inbox")
        #expect(inbox.contains("Made without it") && inbox.contains("Call Ada"), "\(inbox)")
        #expect(try !first.done("show", "notes").contains("Lost"))
        try rig.expectConvergence()
    }

    /// The data that a client put aside.
    private func aside(of client: CommandLine) throws -> [String] {
        let place = try folder(of: client) + "/before"
        guard FileManager.default.fileExists(atPath: place) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    }

    @Test func `H3: any command keeps the replica of a history that the service lost, and sends nothing that once`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "note", "Plan")
        try second.done("sync")
        try rig.stop()
        let (data, backup) = (rig.here.data, rig.here.data + "-backup")
        try FileManager.default.copyItem(atPath: data, toPath: backup)
        try rig.start()
        try second.done("add", "note", "Lost")
        #expect(try first.done("show", "notes").contains("Lost"))
        try rig.stop()
        try first.done("capture", "Made without it")
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.moveItem(atPath: backup, toPath: data)
        try rig.start()

        // One that reads ends with 1, and the next one shows what is there.
        let read = try first("show", "notes")
        #expect(
            read.status == 1 && read.err.contains("may have lost records") && read.err.contains("Here was record"),
            "\(read.err)")
        #expect(try rig.waiting(first) == 1)
        let kept = try #require(try aside(of: first).first)
        #expect(
            FileManager.default.fileExists(atPath: try folder(of: first) + "/before/" + kept + "/journal/JOURNAL"))
        // One that changes keeps its change, and one that needs the service at once does nothing.
        let change = try second("add", "note", "Kept")
        #expect(change.status == 0 && change.out.contains("Kept here"), "\(change.out)")
        #expect(change.err.contains("may have lost records") && change.err.contains("there is record"), "\(change.err)")
        #expect(try rig.waiting(second) == 1 && aside(of: second).count == 1)
        #expect(try first.done("show", "notes").contains("Plan"))
        try second.done("sync")
        let notes = try rig.here.done("--workspace", rig.workspace, "show", "notes")
        #expect(notes.contains("Kept") && !notes.contains("Lost"), "\(notes)")
        try rig.expectConvergence()
        #expect(try aside(of: first).count == 1 && aside(of: second).count == 1)
    }

    @Test func `H3: a restored backup is told as such over the wire, and what waits is sent`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "note", "Plan")
        let (data, backup) = (rig.here.data, rig.here.data + "-backup")
        try rig.here.done("backup", backup)
        try second.done("add", "note", "Lost")
        #expect(try first.done("show", "notes").contains("Lost"))
        try rig.stop()
        try first.done("capture", "Made without it")
        // The key is in no backup.
        let (key, home) = (data + "/keys/master.key", backup + ".master.key")
        try FileManager.default.copyItem(atPath: key, toPath: home)
        try FileManager.default.removeItem(atPath: data)
        try rig.here.done("restore-backup", backup)
        try FileManager.default.copyItem(atPath: home, toPath: key)
        try rig.start()
        let sync = try first("sync")
        #expect(sync.status == 0 && sync.out.contains("Sent 1 change."), "\(sync.out) \(sync.err)")
        #expect(sync.err.contains("The service was restored") && !sync.err.contains("may have lost records"), "\(sync.err)")
        #expect(try aside(of: first).count == 1)
        #expect(try second.done("show", "inbox").contains("Made without it"))
        try rig.expectConvergence()
    }

    @Test func `H3: the old replica stays in place until the new one is wholly fetched`() throws {
        let rig = try ClientRig()
        let middleman = try Middleman(to: rig.program.port)
        defer { middleman.stop() }
        let client = CommandLine(
            data: rig.clients[0].data + "-behind", environment: ["DAYBOOK_SERVER": "http://127.0.0.1:\(middleman.port)"])
        try client.done("sign-in", "anna@example.org", input: ClientRig.password + "\n")
        try rig.clients[1].done("add", "note", "Plan")
        try client.done("sync")
        try rig.stop()
        let (data, backup) = (rig.here.data, rig.here.data + "-backup")
        try FileManager.default.copyItem(atPath: data, toPath: backup)
        try rig.start()
        try rig.clients[1].done("add", "note", "Lost")
        try client.done("sync")
        try rig.stop()
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.moveItem(atPath: backup, toPath: data)
        try rig.start()
        // It is told that its record is not there, and then nothing more comes.
        middleman.judge { $0.contains("records?after=0") ? .speaksForIt(status: 502) : .passesOn }
        let away = try client("show", "notes")
        #expect(away.status == 0 && away.out.contains("Lost") && away.err.contains("502"), "\(away.out) \(away.err)")
        #expect(try aside(of: client) == [])
        middleman.comeBack()
        #expect(try client("show", "notes").status == 1)
        #expect(try aside(of: client).count == 1)
        #expect(try !client.done("show", "notes").contains("Lost"))
    }

    @Test(.shows("N-001"))
    func `a token in the directory of somebody who signed in numbers its own changes, and leaves theirs waiting`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        try client.done("add", "note", "Plan")
        let robot = try robot(beside: client, at: rig)
        try rig.stop()
        try client.done("capture", "Call grandma")
        try rig.start()

        let read = try robot("show", "notes")
        #expect(read.status == 0 && read.out.contains("Plan"), "\(read.err)")
        #expect(read.err.contains("1 change waits for the person who made it"), "\(read.err)")
        #expect(try rig.waiting(client) == 1)
        #expect(try robot.done("outbox").contains("waits for the device or the token that made it"))
        #expect(try client.done("outbox").contains("Call grandma"))
        try robot.done("capture", "Made by a robot")
        #expect(try robot.done("undo").hasPrefix("Undone: "))
        #expect(try rig.waiting(client) == 1)
        // And the other way round.
        try rig.stop()
        try robot.done("capture", "Made by a robot alone")
        try rig.start()
        let sync = try client("sync")
        #expect(sync.status == 0 && sync.out.contains("Sent 1 change."), "\(sync.out) \(sync.err)")
        #expect(sync.err.contains("1 change waits for the person who made it"), "\(sync.err)")
        #expect(try robot.done("sync").contains("Sent 1 change."))
        let inbox = try rig.clients[1].done("show", "inbox")
        #expect(inbox.contains("Call grandma") && inbox.contains("Made by a robot alone"), "\(inbox)")
        try rig.expectConvergence()
    }

    @Test(.shows("N-001"))
    func `who signs out gives up their own changes, and what waits for a token stays until the token sends it`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        let robot = try robot(beside: client, at: rig)
        try robot.done("add", "note", "Plan")
        try rig.stop()
        try client.done("capture", "Call grandma")
        try robot.done("capture", "Made by a robot alone")
        #expect(try rig.waiting(client) == 2)
        try rig.start()
        let refused = try client("sign-out")
        #expect(refused.status == 3 && refused.err.contains("--discard"), "\(refused.err)")
        let out = try client("sign-out", "--discard")
        #expect(out.status == 0 && out.err.contains("1 change waits for another token; it stays."), "\(out.err)")
        #expect(try rig.waiting(client) == 1)
        #expect(try robot.done("sync").contains("Sent 1 change."))
        let inbox = try rig.clients[1].done("show", "inbox")
        #expect(inbox.contains("Made by a robot alone") && !inbox.contains("Call grandma"), "\(inbox)")
    }

    @Test(.shows("N-401.4"))
    func `a device that is revoked while changes wait costs none of them: signed in anew, each is done once`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        try client.done("add", "note", "Log", "--body", "begin\n")
        try rig.stop()
        try client.done("edit", "note", "Log", "--body", "begin\none\n")
        try client.done("capture", "Call grandma")
        let (outbox, aside) = (try folder(of: client) + "/outbox", client.data + "-outbox")
        try FileManager.default.copyItem(atPath: outbox, toPath: aside)
        try rig.start()
        try client.done("sync")
        // As if it had been killed before it knew.
        try FileManager.default.removeItem(atPath: outbox)
        try FileManager.default.moveItem(atPath: aside, toPath: outbox)
        try rig.stop()
        try client.done("edit", "note", "Log", "--body", "begin\none\ntwo\n")
        try client.done("capture", "Water the plants")
        #expect(try rig.waiting(client) == 4)
        try rig.start()
        let old = try device(of: client)
        try anna(at: rig).ask("DELETE", "/v1/account/devices/" + old, expecting: 204)

        // What is changed meanwhile is kept, and it says what to do.
        let told = try client("capture", "Said while signed out")
        #expect(told.status == 0 && told.out.contains("Kept here"), "\(told.out) \(told.err)")
        #expect(told.err.contains("sign in again") && told.out.contains("daybook sign-in"), "\(told.out) \(told.err)")
        #expect(try client("sync").status == 3)
        #expect(try rig.waiting(client) == 5)

        try client.done("sign-in", "anna@example.org", input: ClientRig.password + "\n")
        #expect(try device(of: client) != old)
        let sync = try client("sync")
        #expect(sync.status == 0 && sync.out.contains("Sent 3 changes."), "\(sync.out) \(sync.err)")
        #expect(try rig.waiting(client) == 0)
        #expect(try rig.clients[1].done("show", "note", "Log", "--body") == "begin\none\ntwo\n")
        let captured = try rig.here.done("--workspace", rig.workspace, "audit", "--kind", "item captured", "--json")
        for text in ["Call grandma", "Water the plants", "Said while signed out"] {
            #expect(captured.components(separatedBy: text).count == 2, "\(text)")
        }
        try rig.expectConvergence()
    }

    @Test(.shows("N-001"))
    func `while a proxy answers for the service, a change is kept and what was fetched is shown`() throws {
        let rig = try ClientRig()
        let middleman = try Middleman(to: rig.program.port)
        defer { middleman.stop() }
        let client = CommandLine(
            data: rig.clients[0].data + "-behind", environment: ["DAYBOOK_SERVER": "http://127.0.0.1:\(middleman.port)"])
        try client.done("sign-in", "anna@example.org", input: ClientRig.password + "\n")
        try client.done("add", "board", "House")
        for (count, status) in [502, 503, 504].enumerated() {
            middleman.judge { _ in .speaksForIt(status: status) }
            let kept = try client("capture", "Said at \(status)")
            #expect(kept.status == 0 && kept.out.contains("Kept here"), "\(kept.out) \(kept.err)")
            #expect(kept.err.contains(String(status)), "\(kept.err)")
            let shown = try client("show", "boards")
            #expect(shown.status == 0 && shown.out.contains("House"), "\(shown.out) \(shown.err)")
            #expect(try client("sync").status == 5)
            #expect(try rig.waiting(client) == count + 1)
        }
        middleman.comeBack()
        #expect(try client.done("sync").contains("Sent 3 changes."))
        #expect(try rig.clients[1].done("show", "inbox").contains("Said at 502"))
    }

    @Test(.shows("N-001"))
    func `what was refused is sent again when its person says so, and the words of a capture are shown`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("capture", "Call grandma")
        try second.done("show", "inbox")
        try rig.stop()
        try first.done("item", "reword", "Call grandma", "--body", "Call Ada")
        try second.done("item", "reword", "Call grandma", "--body", "Call Ben")
        try second.done("capture", "Water the plants\nand the lawn")
        let listed = try second.done("outbox")
        #expect(listed.contains("Call Ben") && listed.contains("    Water the plants\n    and the lawn"), "\(listed)")
        func numbers() throws -> [String] {
            let listed = try JSONValue(answer: Array(second.done("outbox", "--json").utf8)).list
            return listed.compactMap { $0["number"].int }.map { String($0) }
        }
        let waiting = try second("outbox", "retry", try numbers()[0])
        #expect(waiting.status == 3 && waiting.err.contains("it waits"), "\(waiting.err)")
        try rig.start()
        try first.done("sync")
        #expect(try second("sync").status == 3)
        let refused = try numbers()
        #expect(refused.count == 1)
        #expect(try second("outbox", "retry", "999").status == 4)
        #expect(try second("outbox", "retry").status == 2)

        // Without the service it waits like any other.
        try rig.stop()
        let kept = try second("outbox", "retry", "--all")
        #expect(kept.status == 0 && kept.out.contains("1 change kept here"), "\(kept.out) \(kept.err)")
        #expect(try numbers().count == 1 && numbers() != refused)
        try rig.start()
        #expect(try second.done("sync").contains("Sent 1 change."))
        #expect(try first.done("show", "inbox").contains("Call Ben"))
        #expect(try second.done("outbox", "retry", "--all").contains("Nothing is left"))
        try rig.expectConvergence()
    }
}
