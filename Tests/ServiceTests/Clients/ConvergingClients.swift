import Foundation
import Glibc
import KernelTesting
import Testing

@testable import Service

/// Whatever two clients do, with the service and without it, they end with the same.
@Suite("Two clients converge", .serialized)
struct ConvergingClients {
    @Test(.shows("N-001"))
    func `changed with the service and without it, at once and one after the other, both end with what the service has`()
        throws
    {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        // With it: done at once.
        #expect(try first.done("add", "folder", "Projects").contains("event"))
        try first.done("add", "note", "Plan", "--in", "Projects", "--body", "one\ntwo\nthree\n")
        try second.done("add", "board", "House")
        try second.done("add", "card", "Buy paint", "--to", "House/To Do")
        try first.done("move", "card", "House/To Do/Buy paint", "--to", "House/Done")
        #expect(try second.done("show", "note", "Projects/Plan", "--body") == "one\ntwo\nthree\n")

        // Without it: kept, seen at once, and said so.
        try rig.stop()
        let kept = try first("edit", "note", "Projects/Plan", "--body", "A\none\ntwo\nthree\n")
        #expect(kept.status == 0 && kept.out.contains("Kept here") && kept.err.contains("cannot be reached"))
        try first.done("edit", "note", "Projects/Plan", "--body", "A\none\nA again\ntwo\nthree\n")
        try first.done("add", "note", "Made without it", "--in", "Projects", "--tag", "house")
        #expect(try first.done("show", "note", "Projects/Plan", "--body") == "A\none\nA again\ntwo\nthree\n")
        #expect(try first.done("show", "notes", "Projects").contains("Made without it"))
        #expect(try first.done("search", "again").contains("Plan"))
        try second.done("edit", "note", "Projects/Plan", "--body", "one\ntwo\nthree\nB\n")
        try second.done("edit", "note", "Projects/Plan", "--title", "The plan")
        try second.done("capture", "Call grandma")
        #expect(try second("edit", "note", "Projects/Nothing", "--body", "x").status == 4)
        #expect(try first.done("outbox").contains("Edited the note Plan."))
        #expect(try first("sync").status == 5)
        #expect(try rig.waiting(first) == 3 && rig.waiting(second) == 3)
        // What waits is in no one's way to be given up by mistake.
        #expect(try first("sign-out").status == 3)

        try rig.start()
        try rig.expectConvergence()
        #expect(
            try second.done("show", "note", "The plan", "--body") == "A\none\nA again\ntwo\nthree\nB\n")
        let audit = try rig.here.done("--workspace", rig.workspace, "audit", "--kind", "note created", "--json")
        #expect(audit.components(separatedBy: "Made without it").count == 2)
    }

    @Test(.shows("P-201", "T-503"))
    func `a board is on every device of its owner, and of nobody else`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "board", "House")
        try first.done("add", "card", "Buy paint", "--to", "House/To Do")
        try second.done("move", "card", "House/To Do/Buy paint", "--to", "House/Done")
        for client in [first, second] {
            let board = try JSONValue(answer: Array(client.done("show", "board", "House", "--json").utf8))
            let done = board["columns"].list.first { $0["name"].string == "Done" }
            #expect(done?["cards"].list.compactMap { $0["title"].string } == ["Buy paint"])
        }
        try rig.expectConvergence()
        // Without a token, and with somebody else's, there is no such board.
        let path = "/v1/workspaces/\(rig.workspace)/boards"
        var stranger = RemoteClient(program: rig.program)
        let eve = "{\"email\":\"eve@example.org\",\"password\":\"\(ClientRig.password)\"}"
        #expect(try stranger.ask("GET", path, [], type: "application/json").status == 401)
        try stranger.ask("POST", "/v1/sign-up", eve, expecting: 202)
        stranger.secret = try stranger.ask("POST", "/v1/sign-in", eve)["token"].string
        let refused = try stranger.ask("GET", path, [], type: "application/json")
        #expect(refused.status == 403 && !refused.text.contains("House"), "\(refused.text)")
    }

    @Test(.shows("N-001"))
    func `a client and the service are killed in the middle of sending, and every change that was told is there once`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "note", "Log", "--body", "begin\n")
        try second.done("edit", "note", "Log", "--body", "begin\nsecond\n")
        try rig.stop()
        var text = "begin\n"
        for number in 1...12 {
            text += "line \(number)\n"
            try first.done("edit", "note", "Log", "--body", text)
            if number % 4 == 0 { try first.done("add", "note", "Note \(number)") }
        }
        #expect(try rig.waiting(first) == 15)
        try rig.start()
        for limit in [13, 10] {
            // Edits of one text go one by one, so that there is a middle.
            #expect(try first.killed("sync") { try rig.waiting(first) <= limit })
            #expect(try rig.waiting(first) > 0)
        }
        // A change that is told meanwhile stands in line.
        _ = try first.killed("add", "note", "Between") { try rig.waiting(first) <= 6 }
        _ = try first.killed("sync") {
            guard try rig.waiting(first) <= 4 else { return false }
            try rig.stop(SIGKILL)
            return false
        }
        try rig.start()
        try rig.expectConvergence()
        let lines = try second.done("show", "note", "Log", "--body").split(separator: "\n").map(String.init)
        #expect(lines.count == 14 && Set(lines) == Set(["begin", "second"] + (1...12).map { "line \($0)" }))
        #expect(lines.filter { $0.hasPrefix("line") } == (1...12).map { "line \($0)" })
        let notes = try second.done("show", "notes")
        for title in ["Note 4", "Note 8", "Note 12"] {
            #expect(notes.components(separatedBy: title).count == 2, "\(title)")
        }
        #expect(notes.components(separatedBy: "Between").count <= 2)
    }

    @Test(.shows("N-401.4"))
    func `a session that runs out while 200 edits wait costs none of them: signed in again, each is done once`()
        async throws
    {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "note", "Log", "--body", "begin\n")
        try rig.stop()
        var text = "begin\n"
        for number in 1...200 {
            guard number % 10 == 0 else {
                try first.done("capture", "Thing \(number).")
                continue
            }
            text += "line \(number)\n"
            try first.done("edit", "note", "Log", "--body", text)
        }
        #expect(try rig.waiting(first) == 200)
        try await rig.letSessionRunOut(of: first)

        try rig.start()
        for _ in 0..<2 {
            let told = try first("sync")
            #expect(told.status == 3 && told.err.contains("sign in again"), "\(told.err)")
            #expect(try rig.waiting(first) == 200)
        }
        try first.done("sign-in", "anna@example.org", input: ClientRig.password + "\n")
        #expect(try first.done("sync").contains("Sent 200 changes."))
        #expect(try rig.waiting(first) == 0)
        #expect(try !first.done("sync").contains("Sent"))
        #expect(try second.done("show", "note", "Log", "--body") == text)
        let captured = try rig.here.done("--workspace", rig.workspace, "audit", "--kind", "item captured", "--json")
        for number in 1...200 where number % 10 != 0 {
            #expect(captured.components(separatedBy: "Thing \(number).").count == 2, "\(number)")
        }
        try rig.expectConvergence()
    }

    @Test(.shows("N-001"))
    func `what the service refuses is told with the reason, kept, and given up only when one says so`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("capture", "Call grandma")
        try second.done("show", "inbox")
        try rig.stop()
        try first.done("item", "reword", "Call grandma", "--body", "Call Ada")
        try second.done("item", "reword", "Call grandma", "--body", "Call Ben")
        try second.done("add", "note", "Beside it")
        try rig.start()
        try first.done("sync")
        let refused = try second("sync")
        #expect(refused.status == 3)
        #expect(refused.err.contains("changed by others"), "\(refused.err)")
        let listed = try JSONValue(answer: Array(second.done("outbox", "--json").utf8)).list
        #expect(listed.compactMap { $0["state"].string } == ["refused"])
        #expect(try second.done("show", "notes").contains("Beside it"))
        #expect(try second.done("show", "inbox").contains("Call Ada"))
        try second.done("outbox", "discard", String(try #require(listed.first?["number"].int)))
        try rig.expectConvergence()
    }

    @Test(.shows("N-001"))
    func `the first command that reaches the service again sends what waited, whatever it is for`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("capture", "Call grandma")
        try second.done("show", "inbox")
        try rig.stop()
        try first.done("add", "note", "Made without it")
        try first.done("item", "reword", "Call grandma", "--body", "Call Ada")
        let alone = try first("show", "notes")
        #expect(alone.out.contains("Made without it") && alone.err.contains("2 changes of yours not at the service yet"))
        #expect(try rig.waiting(first) == 2)

        try rig.start()
        try second.done("item", "reword", "Call grandma", "--body", "Call Ben")
        let again = try first("show", "notes")
        #expect(again.status == 0 && again.out.contains("Made without it"))
        #expect(again.err.contains("1 change of yours that waited is at the service now"), "\(again.err)")
        #expect(again.err.contains("changed by others"), "\(again.err)")
        #expect(try rig.waiting(first) == 1, "what was refused, until it is discarded")
        #expect(try second.done("show", "notes").contains("Made without it"))
        #expect(try first("show", "notes").err.isEmpty)
    }

    @Test(.shows("N-039", "N-001"))
    func
        `the first milestone: folders are shown and walked, a note is made and saved, synced, and found by its text elsewhere`()
        throws
    {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "folder", "Work")
        try first.done("add", "folder", "Autumn", "--in", "Work")
        try first.done("add", "folder", "Home")
        let tree = try second.done("show", "folders")
        #expect(["Work", "Autumn", "Home"].allSatisfy(tree.contains))
        try second.done("add", "note", "Minutes", "--in", "Work/Autumn", "--body", "The boiler")
        #expect(try second.done("show", "notes", "Work/Autumn").contains("Minutes"))
        #expect(try !second.done("show", "notes", "Home").contains("Minutes"))

        // Saved with each pause of the person, as an editor does: without the service too.
        var text = "The boiler"
        for (index, words) in [" is making", " a rattling", " noise."].enumerated() {
            if index == 1 { try rig.stop() }
            text += words
            try second.done("edit", "note", "Minutes", "--body", text)
            #expect(try second.done("show", "note", "Minutes", "--body") == text)
        }
        #expect(try second.done("search", "rattling").contains("Minutes"))
        #expect(try !first.done("search", "rattling").contains("Minutes"))
        try rig.start()
        try second.done("sync")
        #expect(try first.done("search", "rattling").contains("Minutes"))
        #expect(try first.done("search", "boiler in:Work").contains("Minutes"))
        #expect(try first.done("show", "note", "Work/Autumn/Minutes", "--body") == text)
        try rig.expectConvergence()
    }
}
