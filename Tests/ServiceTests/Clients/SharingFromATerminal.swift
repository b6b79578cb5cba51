import Foundation
import KernelTesting
import Testing

@testable import Service

@Suite("Sharing links from a terminal", .serialized)
struct SharingFromATerminal {
    private static func get(_ path: String, at port: UInt16) throws -> String {
        let wire = try Wire(port: port)
        wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return wire.receive()
    }

    @Test(.shows("B-68", "N-041"))
    func `a note is shared, opened by somebody without an account, listed and revoked`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        try client.done("add", "note", "Plan", "--body", "Paint the fence")
        #expect(try client.done("share", "list") == "Nothing is shared.\n")
        let made = try JSONValue(parsing: Array(try client.done("share", "note", "Plan", "--days", "7", "--json").utf8))
        let link = try #require(made["link"].string)
        let path = "/v1/shared/" + (try #require(link.components(separatedBy: "/v1/shared/").last))
        #expect(link == "http://127.0.0.1:\(rig.program.port)" + path)
        let opened = try Self.get(path, at: rig.program.port)
        #expect(opened.hasPrefix("HTTP/1.1 200") && opened.contains("Paint the fence"))
        #expect(try !client.holds(path))

        let secured = try client.done("share", "note", "Plan", "--password", "--view-only", input: "open sesame\n")
        #expect(secured.contains("Shared Plan until") && secured.contains("/v1/shared/"))
        let list = try client.done("share", "list")
        #expect(list.contains("note Plan · ") && list.contains(" · with a password · views only · until "))
        let lines = try JSONValue(parsing: Array(try client.done("share", "list", "--json").utf8)).list
        #expect(lines.count == 2 && lines.allSatisfy { $0["opens"] == .flag(true) })
        let digits = try #require(lines.first?["secret"].string)
        #expect(try client.done("share", "revoke", digits) == "Revoked the link to Plan.\n")
        #expect(try Self.get(path, at: rig.program.port).hasPrefix("HTTP/1.1 404"))
        #expect(try client.done("share", "list").contains(" · revoked · "))
        try rig.stop()
    }

    @Test func `what cannot be shared says so, and nothing is shared without a service`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        try client.done("add", "note", "Plan")
        for (arguments, status, word) in [
            (["share", "note", "Nothing"], 4, "Nothing"), (["share", "board", "House"], 2, "share"),
            (["share", "note", "Plan", "--days", "0"], 2, "one day"), (["share", "note", "Plan", "--days", "9999"], 3, "days"),
            (["share", "note", "Plan", "--days", "400"], 3, "at most 365 days"),
            (["share", "revoke", "0123456"], 4, "0 share links"), (["share", "revoke", ""], 4, "0 share links"),
        ] as [([String], Int32, String)] {
            let run = try client.run(arguments)
            #expect(run.status == status && run.err.contains(word), "\(arguments): \(run.status) \(run.err)")
        }
        let weak = try client("share", "note", "Plan", "--password", input: "short\n")
        #expect(weak.status == 3 && weak.err.contains("8+ characters"))
        #expect(try client.done("share", "list") == "Nothing is shared.\n")
        for arguments in [["share", "list"], ["share", "note", "Plan"], ["share", "revoke", "0123"]] {
            let run = try rig.here.run(arguments)
            #expect(run.status == 2 && run.err.contains("A link is opened at a service: say --server URL"), "\(run.err)")
        }
        try rig.stop()
        let alone = try client("share", "note", "Plan")
        #expect(alone.status == 5 && alone.err.contains("cannot be reached"), "\(alone.err)")
    }
}
