import Foundation
import KernelTesting
import Synchronization
import Testing

@testable import Service

/// A command that the service carried out is reported as done, and done once, whenever the connection breaks.
@Suite("Losing answers", .serialized)
struct LosingAnswers {
    /// A service, somebody between it and a client, and the client.
    private func inScene(_ body: (ClientRig, Middleman, CommandLine) throws -> Void) throws {
        let rig = try ClientRig()
        let middleman = try Middleman(to: rig.program.port)
        defer { middleman.stop() }
        let client = CommandLine(
            data: rig.clients[0].data + "-behind", environment: ["DAYBOOK_SERVER": "http://127.0.0.1:\(middleman.port)"])
        defer { try? FileManager.default.removeItem(atPath: client.data) }
        try client.done("sign-in", "anna@example.org", input: ClientRig.password + "\n")
        try body(rig, middleman, client)
        try rig.stop()
    }

    @Test func `an undo whose answer came is told as done, whatever cannot be fetched after it`() throws {
        try inScene { rig, middleman, client in
            for text in ["one", "two"] { try client.done("capture", text) }
            middleman.judge { $0.contains("/undo ") ? .passesOnAndLeaves : .passesOn }
            let undone = try client("undo")
            #expect(undone.status == 0 && undone.out.hasPrefix("Undone: "), "\(undone.out) \(undone.err)")
            #expect(undone.err.contains("it is done there"), "\(undone.err)")
            middleman.comeBack()
            let inbox = try client.done("show", "inbox")
            #expect(inbox.contains("one") && !inbox.contains("two"))
            // Answered is answered: the next one takes back the one before.
            try client.done("undo")
            #expect(try !rig.clients[1].done("show", "inbox").contains("one"))
        }
    }

    /// True once the undo has passed.
    private final class Memory: Sendable {
        private let isUndone = Mutex(false)

        /// Passes on what comes up to the undo, and it; after that nobody is found there.
        func judge(_ line: String) -> Middleman.Verdict {
            isUndone.withLock { isUndone in
                guard !isUndone else { return .speaksForIt(status: 404) }
                isUndone = line.contains("/undo ")
                return .passesOn
            }
        }
    }

    @Test func `an undo whose answer came is told as done, also where what comes after it does not pass by itself`() throws {
        try inScene { rig, middleman, client in
            for text in ["one", "two"] { try client.done("capture", text) }
            let memory = Memory()
            middleman.judge { memory.judge($0) }
            let undone = try client("undo")
            #expect(undone.status == 0 && undone.out.hasPrefix("Undone: "), "\(undone.out) \(undone.err)")
            #expect(undone.err.contains("it is done there"), "\(undone.err)")
            middleman.comeBack()
            try client.done("undo")
            let inbox = try rig.clients[1].done("show", "inbox")
            #expect(!inbox.contains("one") && !inbox.contains("two"), "\(inbox)")
        }
    }

    @Test func `an undo whose answer was lost is asked for again by the next one, and done once`() throws {
        try inScene { rig, middleman, client in
            for text in ["one", "two", "three"] { try client.done("capture", text) }
            middleman.judge { $0.contains("/undo ") ? .keepsAndLeaves : .passesOn }
            let lost = try client("undo")
            #expect(lost.status == 5 && lost.err.contains("whether it was done is not known"), "\(lost.err)")
            #expect(try !rig.clients[1].done("show", "inbox").contains("three"))
            middleman.comeBack()
            let again = try client("undo")
            #expect(again.status == 0 && again.err.contains("this was asked for before"), "\(again.out) \(again.err)")
            #expect(again.out.hasPrefix("Undone: what was asked for before."), "\(again.out)")
            var inbox = try client.done("show", "inbox")
            #expect(inbox.contains("one") && inbox.contains("two") && !inbox.contains("three"))

            // What was done after it is what is taken back then.
            middleman.judge { $0.contains("/undo ") ? .keepsAndLeaves : .passesOn }
            #expect(try client("undo").status == 5)
            middleman.comeBack()
            try client.done("capture", "four")
            let newer = try client("undo")
            #expect(newer.status == 0 && !newer.out.contains("asked for before"), "\(newer.out) \(newer.err)")
            inbox = try client.done("show", "inbox")
            #expect(inbox.contains("one") && !inbox.contains("two") && !inbox.contains("four"))
        }
    }

    @Test func `an import whose answer came is reported, whatever cannot be fetched after it`() throws {
        try inScene { rig, middleman, client in
            let place = client.data + "-files"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: place) }
            try "# Roses\n".write(toFile: place + "/Roses.md", atomically: true, encoding: .utf8)
            try "# Bees\n".write(toFile: place + "/Bees.md", atomically: true, encoding: .utf8)
            middleman.judge { $0.contains("/imports?") ? .passesOnAndLeaves : .passesOn }
            let imported = try client("import", place + "/Roses.md")
            #expect(imported.status == 0 && imported.out.hasPrefix("Imported "), "\(imported.out) \(imported.err)")
            #expect(imported.err.contains("it is done there"), "\(imported.err)")
            middleman.comeBack()
            middleman.judge { $0.contains("/imports?") ? .keepsAndLeaves : .passesOn }
            let lost = try client("import", place + "/Bees.md")
            #expect(lost.status == 5 && lost.err.contains("only what is missing is added"), "\(lost.err)")
            middleman.comeBack()
            #expect(try client.done("import", place + "/Bees.md").hasPrefix("Nothing new in "))
            #expect(try rig.clients[1].done("show", "notes").contains("Roses"))
        }
    }
}
