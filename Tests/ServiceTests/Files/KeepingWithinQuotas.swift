import Accounts
import Foundation
import HTTPTypes
import Importers
import Kernel
import NIOCore
import Notes
import Synchronization
import Testing
import Workspace

@testable import Runtime
@testable import Service

extension ServiceFixture {
    /// Sets the limit of the maker of a workspace to their present use and so many bytes more.
    func limitStorage(of home: ReadingOverHTTP.Furnished, leaving bytes: Int) async throws {
        wait(seconds: StorageLedger.refusalSeconds)
        let used = try await get("/v1/account/storage", as: home.anna.secret).json["usedBytes"].int ?? 0
        try await keeps(.limitStorage(home.anna.user, bytesMax: used + bytes), as: home.author)
    }
}

/// H7: a limit in bytes for each person, over everything that they keep.
@Suite("Keeping within quotas")
struct KeepingWithinQuotas {
    private static func note(_ fixture: ServiceFixture, bytes: Int) -> WorkspaceCommand {
        .notes(
            .createNote(
                fixture.pool.runtime.mint(), title: Name(recorded: "Long"),
                body: String(repeating: "x", count: bytes), in: nil))
    }

    @Test
    func `H7: texts count as files do, over all workspaces that a person made, and what is small can still be thrown away`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let other = "/v1/workspaces/\(try await fixture.workspace(of: home.anna).text)"
            var number = 0
            func give(_ command: WorkspaceCommand, in path: String) async throws -> String {
                number += 1
                let answer = try await fixture.ask(
                    .post, path + "/commands", GivingCommands.batch([command], from: number), as: home.anna.secret)
                return "\(answer.status) \(answer.problem ?? "")"
            }
            #expect(try await give(Self.note(fixture, bytes: 10), in: other) == "200 ")
            try await fixture.limitStorage(of: home, leaving: 100_000)
            let reserve = (try await used(fixture, home) + 100_000) / 16
            // Another workspace of the same person counts, and so does what is only on its way.
            let upload = try await fixture.ask(
                .post, home.path + "/uploads", as: home.anna.secret,
                headers: UploadingOverHTTP.tus([(.uploadLength, "80000")]))
            #expect(upload.status == 201)
            #expect(try await give(Self.note(fixture, bytes: reserve + 30_000), in: other) == "413 overQuota")
            #expect(try await give(Self.note(fixture, bytes: 10_000), in: other) == "200 ")
            #expect(try await give(.notes(.trashNote(home.notes[0])), in: home.path) == "200 ")
            // Nothing of what was refused was done.
            let notes = try await fixture.get(other + "/notes", as: home.anna.secret)
            #expect(notes.json["count"].int == 2)
        }
    }

    @Test func `H7: what somebody keeps is told by kind and by workspace, and somebody else's does not count`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.storageMegabytes, 7)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            try await fixture.pool.using(home.id) { workspace in
                _ = try workspace.blobs.keep([UInt8](repeating: 7, count: 500), for: .workspace)
            }
            let told = try await fixture.get("/v1/account/storage", as: home.anna.secret).json
            #expect(told["maxBytes"].int == 7 << 20)
            #expect(told["fileBytes"].int == 500)
            #expect((told["journalBytes"].int ?? 0) > 0)
            #expect(told["workspaces"].list.map { $0["id"].string } == [home.id.text])
            let stranger = try await fixture.visitor("stranger")
            #expect(try await fixture.get("/v1/account/storage", as: stranger.secret).json["usedBytes"].int == 0)
        }
    }

    @Test func `H7: a person has a limit where nobody says anything`() async throws {
        #expect(ServiceConfiguration().number(.storageMegabytes) == 5_120)
        try await ServiceFixture.open(ServiceConfiguration().with(.storageMegabytes, 1)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let answer = try await fixture.ask(
                .post, home.path + "/uploads", as: home.anna.secret,
                headers: UploadingOverHTTP.tus([(.uploadLength, String(1 << 20))]))
            #expect("\(answer.status) \(answer.problem ?? "")" == "413 overQuota")
        }
    }

    private func used(_ fixture: ServiceFixture, _ home: ReadingOverHTTP.Furnished) async throws -> Int {
        try await fixture.get("/v1/account/storage", as: home.anna.secret).json["usedBytes"].int ?? 0
    }

    @Test(arguments: [false, true])
    func `H7: an import is bounded by what it makes, before anything is written`(isRehearsal: Bool) async throws {
        let limits = ServiceConfiguration().with(.importMakesMegabytes, 1).with(.importSteps, 40)
        try await ServiceFixture.open(limits) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func bringIn(_ text: String) async throws -> String {
                let answer = try await fixture.ask(
                    .post, home.path + "/imports?name=Inbox.md&format=markdown" + (isRehearsal ? "&rehearsal" : ""),
                    bytes: ByteBuffer(string: text), as: home.anna.secret,
                    headers: [.contentType: "application/octet-stream"])
                return "\(answer.status) \(answer.problem ?? "")"
            }
            let before = try await fixture.pool.using(home.id) { $0.journal.lastSequence }
            #expect(try await bringIn(String(repeating: "words ", count: 200_000)) == "413 importTooLarge")
            #expect(try await fixture.pool.using(home.id) { $0.journal.lastSequence } == before)
            #expect(try await bringIn("words") == "200 ")
        }
    }

    @Test(arguments: [false, true])
    func `M2, H7: an import is bounded by the changes it makes, and frees its thread and its seat`(
        isRehearsal: Bool
    ) async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.importSteps, 40)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func bringIn(_ rows: Int) async throws -> ServiceFixture.Answer {
                let table = "Title,Content\n" + (0..<rows).map { "Note \($0),text\n" }.joined()
                return try await fixture.ask(
                    .post, home.path + "/imports?name=Inbox.csv" + (isRehearsal ? "&rehearsal" : ""),
                    bytes: ByteBuffer(string: table), as: home.anna.secret, headers: [.contentType: "text/csv"])
            }
            let before = try await fixture.pool.using(home.id) { $0.journal.lastSequence }
            let answer = try await bringIn(100)
            #expect("\(answer.status) \(answer.problem ?? "")" == "413 importTooLarge")
            #expect(answer.text.contains("more than 40 changes") && answer.text.contains("(limits.importSteps)"))
            #expect(try await fixture.pool.using(home.id) { $0.journal.lastSequence } == before)
            #expect(fixture.service.imports.count == 0)
            #expect(try await bringIn(5).status == 200)
        }
    }

    @Test func `M2: an import that takes too long is refused, frees its thread, and keeps nobody from theirs`()
        async throws
    {
        try await ServiceFixture.open(ServiceConfiguration().with(.importPlanSeconds, 60)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (hasBegun, goOn) = (Shared(false), DispatchSemaphore(value: 0))
            // As if a part of it took two minutes: it is held while a clock stands still, which then goes on.
            let held = Task {
                let budget = fixture.service.importBudget(of: "Vault.csv")
                return try await fixture.service.imports.run(
                    for: Requester(person: "slow", network: "S"), orSay: .crowded
                ) {
                    let name = "daybook-slow-\(UUID().uuidString).csv"
                    let file = FileManager.default.temporaryDirectory.appending(path: name)
                    defer { try? FileManager.default.removeItem(at: file) }
                    try Data("Title,Content\nOne,text\nTwo,text\n".utf8).write(to: file)
                    let source = try ImportSource(file, within: budget)
                    hasBegun.value.withLock { $0 = true }
                    goOn.wait()
                    return #expect(throws: ImportFailure.overBudget(path: "Vault.csv", .seconds(60))) {
                        try source.plan(into: nil, state: WorkspaceState()) { _ in TextHistory() }
                    }
                }
            }
            while !hasBegun.value.withLock({ $0 }) { await Task.yield() }
            // Somebody else's import goes on beside it.
            let answer = try await fixture.ask(
                .post, home.path + "/imports?name=Inbox.csv", bytes: ByteBuffer(string: "Title,Content\nOne,text\n"),
                as: home.anna.secret, headers: [.contentType: "text/csv"])
            #expect(answer.status == 200)
            fixture.wait(seconds: 61)
            goOn.signal()
            #expect(try await held.value != nil)
            #expect(fixture.service.imports.count == 0)
        }
    }

    @Test func `H7: a thumbnail counts once it is made, and after an undo a workspace is measured anew`() throws {
        let ledger = StorageLedger()
        let id = WorkspaceID(hi: 1, lo: 1)
        func stale() -> [WorkspaceID] { ledger.stale(among: [id], for: .writing(id), at: .epoch) }
        ledger.add(50, in: id)
        #expect(ledger.bytes(of: id) == 0 && stale() == [id], "it is measured before anybody asks")
        ledger.measure(id, at: .epoch) { StorageUse() }
        ledger.add(50, in: id)
        #expect(ledger.bytes(of: id) == 50 && stale() == [])
        ledger.outdate(id)
        #expect(stale() == [id])
        ledger.measure(id, at: .epoch) { StorageUse() }
        #expect(ledger.bytes(of: id) == 0 && stale() == [])
    }

    @Test func `H7: an undo over HTTP has the next change measure what it took`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func trash(_ number: Int) async throws -> Int {
                let command = WorkspaceCommand.notes(.trashNote(home.notes[number]))
                let batch = GivingCommands.batch([command], from: number + 1)
                return try await fixture.ask(.post, home.path + "/commands", batch, as: home.anna.secret).status
            }
            let ledger = fixture.pool.storage
            #expect(try await trash(0) == 200)
            #expect(ledger.stale(among: [home.id], for: .writing(home.id), at: ServiceFixture.start) == [])
            let undone = try await fixture.ask(.post, home.path + "/undo", "{\"sequence\":2}", as: home.anna.secret)
            #expect(undone.status == 200)
            #expect(ledger.stale(among: [home.id], for: .writing(home.id), at: ServiceFixture.start) == [home.id])
        }
    }

    @Test func `H7: figures are measured again only when they are old, or something would be refused for them`() throws {
        let ledger = StorageLedger()
        let (id, other) = (WorkspaceID(hi: 1, lo: 1), WorkspaceID(hi: 1, lo: 2))
        let ids = [id, other]
        var measured: [WorkspaceID] = []
        func measure(_ need: StorageLedger.Need, at seconds: Int64, bytes: Int = 100) {
            for id in ledger.stale(among: ids, for: need, at: Instant(microseconds: seconds * 1_000_000)) {
                measured.append(id)
                ledger.measure(id, at: Instant(microseconds: seconds * 1_000_000)) {
                    var use = StorageUse()
                    use.fileBytes = bytes
                    return use
                }
            }
        }
        measure(.writing(id), at: 0)
        #expect(measured == ids)
        for second in 1..<Int64(60) { measure(.writing(id), at: second) }
        #expect(measured == ids, "no request walks through the disk")
        measure(.writing(id), at: 60)
        #expect(measured == ids + [id], "only the one that is written to")
        var hold = ledger.hold(300, in: other, of: ids, bytesMax: 500)
        #expect(hold != nil && ledger.hold(1, in: id, of: ids, bytesMax: 500) == nil)
        // What is under way is not forgotten by measuring.
        measure(.refusing, at: 62)
        #expect(ledger.hold(1, in: id, of: ids, bytesMax: 500) == nil)
        hold = nil
        #expect(ledger.bytes(of: other) == 400)
        measure(.refusing, at: 62)
        #expect(ledger.bytes(of: other) == 100)
    }
}
