import Accounts
import Foundation
import Kernel
import KernelTesting
import Logging
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// A workspace whose journal was damaged while nobody looked.
@Suite("Serving what is damaged")
struct ServingWhatIsDamaged {
    /// Asks until the checks behind the requests are over.
    private func readiness(_ fixture: ServiceFixture) async throws -> ServiceFixture.Answer {
        while fixture.pool.integrity.counts.checking > 0 { await Task.yield() }
        return try await fixture.get("/readyz")
    }

    /// Turns one bit in the middle of a file.
    static func damage(_ path: String) throws -> (sound: Data, damaged: Data) {
        let sound = try Data(contentsOf: URL(filePath: path))
        // There may be room for more at its end.
        let last = try #require(sound.lastIndex(where: { $0 != 0 }))
        var damaged = sound
        damaged[last / 2] ^= 1
        try damaged.write(to: URL(filePath: path))
        return (sound, damaged)
    }

    @Test func `a damaged journal is refused by its name, makes the service unready once, and is well when it is mended`()
        async throws
    {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-service-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let home = try await ServiceFixture.open(in: root) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for round in 0..<40 {
                let command = round % 2 == 0 ? NoteCommand.pinNote(home.notes[0]) : .unpinNote(home.notes[0])
                _ = try await fixture.pool.using(home.id) {
                    try await $0.perform([.notes(command)], as: home.author)
                }
            }
            return home
        }
        let paths = try DataDirectory(path: root).workspace(named: home.id.text)
        let segment = paths.journal + "/000000000001.segment"
        let (sound, damaged) = try Self.damage(segment)
        try await ServiceFixture.open(in: root) { fixture in
            #expect(try await readiness(fixture).status == 200)
            for _ in 0..<3 {
                let answer = try await fixture.get(home.path + "/notes", as: home.anna.secret)
                #expect(answer.status == 503 && answer.problem == "damaged")
                // Asking again does not help.
                #expect(answer.headers[.retryAfter] == nil)
                #expect(!answer.text.contains(root) && answer.text.contains("nothing is written to it"))
            }
            let unready = try await readiness(fixture)
            #expect(unready.status == 503 && unready.problem == "damaged")
            #expect(unready.json["detail"].string?.hasPrefix("1 of what was opened") == true, "\(unready.text)")
            #expect(try Data(contentsOf: URL(filePath: segment)) == damaged)
            let told = fixture.logged.filter { $0.contains("a workspace is damaged") }
            #expect(told.count == 1 && told.first?.contains(home.id.text) == true, "\(told)")
            #expect(told.first?.contains("Segment 1 is damaged at byte") == true)
            #expect(!fixture.logged.contains { $0.contains("Roses") })

            let other = try await fixture.workspace(of: home.anna, "Other")
            let notes = try await fixture.get("/v1/workspaces/\(other.text)/notes", as: home.anna.secret)
            #expect(notes.status == 200)

            try sound.write(to: URL(filePath: segment))
            #expect(try await fixture.get(home.path + "/notes", as: home.anna.secret).json["count"].int == 5)
            #expect(try await readiness(fixture).status == 200)
        }
    }

    /// H1: a journal that is shorter than what lies beside it was served and written on as if nothing were missing.
    @Test func `a workspace that lacks acknowledged records is read and not written, until the loss is accepted`() async throws
    {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-service-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let home = try await ServiceFixture.open(in: root) { try await ReadingOverHTTP.furnish($0) }
        let paths = try DataDirectory(path: root).workspace(named: home.id.text)
        let kept = root + ".kept"
        defer { try? FileManager.default.removeItem(atPath: kept) }
        try FileManager.default.copyItem(atPath: paths.journal, toPath: kept)
        try await ServiceFixture.open(in: root) { fixture in
            _ = try await fixture.pool.using(home.id) { workspace in
                _ = try await workspace.perform(
                    [.notes(.retitleNote(home.notes[0], to: Name(recorded: "Later")))], as: home.author)
                try await workspace.snapshot()
            }
        }
        try FileManager.default.removeItem(atPath: paths.journal)
        try FileManager.default.moveItem(atPath: kept, toPath: paths.journal)
        try await ServiceFixture.open(in: root) { fixture in
            let pin = GivingCommands.batch([.notes(.retitleNote(home.notes[1], to: Name(recorded: "Pinned")))])
            func give() async throws -> ServiceFixture.Answer {
                try await fixture.ask(.post, home.path + "/commands", pin, as: home.anna.secret)
            }
            for _ in 0..<2 {
                let notes = try await fixture.get(home.path + "/notes", as: home.anna.secret)
                #expect(notes.status == 200 && notes.json["count"].int == 5, "\(notes.text)")
                let refused = try await give()
                #expect(refused.status == 503 && refused.problem == "recordsMissing", "\(refused.text)")
                #expect(refused.text.contains("daybook accept-loss") && !refused.text.contains(root))
            }
            let unready = try await readiness(fixture)
            #expect(unready.status == 503 && unready.problem == "damaged")
            let other = try await fixture.workspace(of: home.anna, "Other")
            #expect(try await fixture.get("/v1/workspaces/\(other.text)/notes", as: home.anna.secret).status == 200)

            #expect(try await RuntimeEnvironment().acceptLoss(of: paths).isNothing == false)
            // Who was let in before sees it once more, and then it is opened anew.
            _ = try await give()
            let taken = try await give()
            #expect(taken.status == 200, "\(taken.text)")
            #expect(try await readiness(fixture).status == 200)
        }
    }

    @Test func `what a failure says is in the log with the workspace, and what people wrote is not`() {
        let home = WorkspaceHome.existing(.zero)
        #expect(home.facts(of: nil) == ["workspace": .string(WorkspaceID.zero.text)])
        #expect(home.facts(of: RuntimeFailure.closed(path: "/data"))["cause"] == "/data was closed; open it again.")
        #expect(home.facts(of: RuntimeFailure.badWorkspaceName("Our home"))["cause"] == nil)
        #expect(home.facts(of: NameFault.empty)["cause"] == nil)
    }
}
