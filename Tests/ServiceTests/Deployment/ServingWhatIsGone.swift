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

/// The accounts and the webhooks vouch for a journal when it is opened (H1, H2).
@Suite("Serving what is gone")
struct ServingWhatIsGone {
    private typealias Subscriber = TellingWebhooks.Subscriber

    private static func atAPlace(_ body: (String) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-service-\(UUID().uuidString)"
        defer {
            do { try FileManager.default.removeItem(atPath: root) } catch {
                Issue.record("the test's directory stays: \(error)")
            }
        }
        try await body(root)
    }

    private static let note = GivingCommands.batch([
        .notes(.createNote(NoteID(hi: 0x0199_0000_0000_7000, lo: 77), title: nil, body: "again", in: nil))
    ])

    @Test(arguments: [true, false])
    func `H2: a workspace that was opened once is never begun anew when all of it is gone`(isWhole: Bool) async throws {
        try await Self.atAPlace { root in
            let home = try await ServiceFixture.open(in: root) { fixture in
                let home = try await ReadingOverHTTP.furnish(fixture)
                let noted = await fixture.pool.book.state.model.existing(home.id)?.journal
                let journal = try await fixture.pool.using(home.id) { $0.journal.id }
                #expect(noted.map { "\($0.hi) \($0.lo)" } == "\(journal.hi) \(journal.lo)")
                return home
            }
            let paths = try DataDirectory(path: root).workspace(named: home.id.text)
            try FileManager.default.removeItem(atPath: isWhole ? paths.root : paths.journal)
            try await ServiceFixture.open(in: root) { fixture in
                for _ in 0..<2 {
                    let notes = try await fixture.get(home.path + "/notes", as: home.anna.secret)
                    #expect(notes.status == 503 && notes.problem == "journalGone", "\(notes.text)")
                    let command = try await fixture.ask(
                        .post, home.path + "/commands", Self.note, as: home.anna.secret)
                    #expect(command.status == 503, "\(command.text)")
                }
                #expect(!FileManager.default.fileExists(atPath: paths.journal))
                #expect(try await fixture.get("/readyz").status == 503)
                var runtime = fixture.pool.runtime
                runtime.vouched = try await fixture.pool.book.vouchers(
                    ofDirectory: home.id.text, in: fixture.directory)
                #expect(try await runtime.acceptLoss(of: paths).remains != nil)
                let command = try await fixture.ask(.post, home.path + "/commands", Self.note, as: home.anna.secret)
                #expect(command.status == 200, "\(command.text)")
                #expect(try await fixture.get(home.path + "/notes", as: home.anna.secret).json["count"].int == 1)
            }
            // The journal that was begun then is the one that is missed from now on.
            try FileManager.default.removeItem(atPath: paths.root)
            try await ServiceFixture.open(in: root) { fixture in
                let answer = try await fixture.get(home.path + "/notes", as: home.anna.secret)
                #expect(answer.status == 503)
            }
        }
    }

    @Test func `H2: a workspace that was only looked at, and holds no record yet, is written after a restart`()
        async throws
    {
        try await Self.atAPlace { root in
            let (anna, path) = try await ServiceFixture.open(in: root) { fixture in
                let anna = try await fixture.visitor("anna")
                let path = "/v1/workspaces/" + (try await fixture.workspace(of: anna)).text
                let notes = try await fixture.get(path + "/notes", as: anna.secret)
                #expect(notes.status == 200)
                return (anna, path)
            }
            try await ServiceFixture.open(in: root) { fixture in
                let taken = try await fixture.ask(.post, path + "/commands", Self.note, as: anna.secret)
                #expect(taken.status == 200, "\(taken.text)")
            }
        }
    }

    @Test func `H2: another journal in a workspace's place is read and not written, until that is accepted`()
        async throws
    {
        try await Self.atAPlace { root in
            let home = try await ServiceFixture.open(in: root) { try await ReadingOverHTTP.furnish($0) }
            let paths = try DataDirectory(path: root).workspace(named: home.id.text)
            try FileManager.default.removeItem(atPath: paths.root)
            let other = try await WorkspaceActor.create(at: paths)
            let journal = other.journal.id
            try await other.close()
            try await ServiceFixture.open(in: root) { fixture in
                let notes = try await fixture.get(home.path + "/notes", as: home.anna.secret)
                #expect(notes.status == 200 && notes.json["count"].int == 0)
                let refused = try await fixture.ask(.post, home.path + "/commands", Self.note, as: home.anna.secret)
                #expect(refused.status == 503 && refused.problem == "recordsMissing", "\(refused.text)")
                var runtime = fixture.pool.runtime
                runtime.vouched = try await fixture.pool.book.vouchers(
                    ofDirectory: home.id.text, in: fixture.directory)
                let survey = try await runtime.acceptLoss(of: paths)
                #expect(survey.replacement == journal && survey.words?.contains("\(journal)") == true)
                _ = try await fixture.ask(.post, home.path + "/commands", Self.note, as: home.anna.secret)
                let taken = try await fixture.ask(.post, home.path + "/commands", Self.note, as: home.anna.secret)
                #expect(taken.status == 200, "\(taken.text)")
            }
        }
    }

    @Test func `H1: a webhook that was told more than the journal holds is a witness, and is told what comes after`()
        async throws
    {
        try await Self.atAPlace { root in
            try await HookReceiver.open { receiver in
                let (anna, home, hook) = try await ServiceFixture.open(TellingWebhooks.local, in: root) { fixture in
                    let subscriber = try await Subscriber(fixture)
                    try await subscriber.write(notes: 2)
                    let hook = try await subscriber.hook(receiver.address)
                    try await subscriber.write(notes: 1)
                    await subscriber.desk.round()
                    return (subscriber.anna, subscriber.home, hook.id)
                }
                #expect(receiver.sequences == [3])
                // As after a restore of an older copy: what was told then is not in the journal now.
                let directory = DataDirectory(path: root)
                let paths = try directory.workspace(named: home.text)
                try directory.webhookLog(hook, from: 2, keptMax: 100).pass(to: 9)
                try await ServiceFixture.open(TellingWebhooks.local, in: root) { fixture in
                    let subscriber = Subscriber(fixture, anna, home)
                    let path = "/v1/workspaces/\(home.text)"
                    #expect(try await fixture.get(path + "/notes", as: anna.secret).json["count"].int == 3)
                    let refused = try await fixture.ask(.post, path + "/commands", Self.note, as: anna.secret)
                    #expect(refused.status == 503 && refused.problem == "recordsMissing", "\(refused.text)")
                    var runtime = fixture.pool.runtime
                    runtime.vouched = try await fixture.pool.book.vouchers(
                        ofDirectory: home.text, in: directory)
                    let survey = try await runtime.acceptLoss(of: paths)
                    #expect(survey.last == 3 && survey.ahead.first?.last == 9)
                    #expect(survey.ahead.first?.path.hasSuffix(hook + ".log") == true)
                    // Who was let in before sees it once more, and then it is opened anew.
                    _ = try await fixture.ask(.post, path + "/commands", Self.note, as: anna.secret)
                    let taken = try await fixture.ask(.post, path + "/commands", Self.note, as: anna.secret)
                    #expect(taken.status == 200, "\(taken.text)")
                    await subscriber.desk.round()
                    let told = receiver.sequences
                    let last = try #require(told.last)
                    let all = (3...last).map { $0 }
                    #expect(last > 3, "what came after the loss is told")
                    #expect(told == all)
                }
                // A log of a history that was given up witnesses nothing.
                let log = try directory.webhookLog(hook, from: 2, keptMax: 100)
                let lastTold = receiver.sequences.last
                #expect(lastTold.map { Int($0) } == Int(log.told))
                #expect(log.told < 9 && log.epoch.count == 32)
            }
        }
    }

    @Test func `H2: at a terminal, a workspace of the accounts is not begun anew either, until that is accepted`()
        throws
    {
        let rig = try ClientRig()
        try rig.clients[0].done("add", "note", "Plan")
        try rig.stop()
        let root = rig.here.data + "/workspaces/" + rig.workspace
        try FileManager.default.removeItem(atPath: root)
        for arguments in [["add", "note", "More"], ["search", "Plan"], ["audit"], ["verify"], ["accept-loss"]] {
            let run = try rig.here.run(arguments + ["--workspace", rig.workspace])
            #expect(run.status != 0 && (run.err + run.out).contains("gone"), "\(arguments): \(run.status) \(run.err)")
        }
        #expect(!FileManager.default.fileExists(atPath: root + "/journal"))
        try rig.here.done("accept-loss", "--yes", "--workspace", rig.workspace)
        try rig.here.done("add", "note", "More", "--workspace", rig.workspace)
        try rig.here.done("verify", "--workspace", rig.workspace)
        // The client that has all of it puts its copy aside, and says so.
        try rig.start()
        let sync = try rig.clients[0]("sync")
        #expect(sync.err.contains("its loss was accepted") && sync.err.contains("is kept in"), "\(sync.err)")
        try rig.stop()
    }

    @Test func `H2: accounts that are gone are never begun anew`() async throws {
        try await Self.atAPlace { root in
            _ = try await ServiceFixture.open(in: root) { try await ReadingOverHTTP.furnish($0) }
            let directory = DataDirectory(path: root)
            try FileManager.default.removeItem(atPath: directory.accounts.root)
            let identity = try directory.identity(orCreateFor: "keeper", on: "test", in: RuntimeEnvironment())
            let failure = await #expect(throws: RuntimeFailure.self) {
                try await WorkspacePool.open(
                    directory, as: identity, ServiceConfiguration(), in: RuntimeEnvironment(), logger: Logger(label: "test"))
            }
            guard case .journalGone(directory.accounts.root, _)? = failure else {
                Issue.record("begun without a word: \(String(describing: failure))")
                return
            }
            #expect(!FileManager.default.fileExists(atPath: directory.accounts.journal))
        }
    }
}
