import Accounts
import Capture
import Foundation
import Glibc
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service
@testable import WebCore

/// The core of the browser against a service, in the service's own words.
@Suite("The core of the browser works with the service and without it")
struct WorkingInABrowser {
    private func tabs(_ fixture: ServiceFixture) async throws -> (home: WorkspaceID, tabs: [BrowserTab]) {
        let anna = try await fixture.visitor("anna")
        let home = try await fixture.workspace(of: anna)
        let again = try await fixture.anotherDevice(of: anna)
        return (
            home,
            [try await BrowserTab(fixture, home, of: anna), try await BrowserTab(fixture, home, of: again)]
        )
    }

    private func everything(_ fixture: ServiceFixture, _ home: WorkspaceID) async throws -> [UInt8] {
        let view = try await fixture.pool.using(home) { await $0.view }
        var json = JSONWriter()
        view.writeEverything(to: &json)
        return json.bytes
    }

    @Test(.shows("N-001", "N-402.1"), arguments: Seed.hundred)
    func
        `whatever two devices do, offline and back, nothing kept is lost or doubled and both show what the service has`(
            seed: Seed
        ) async throws
    {
        try await ServiceFixture.open { fixture in
            let (home, tabs) = try await tabs(fixture)
            var two = AnyTwoTabs(seed, tabs)
            for _ in 1...60 { try await two.step() }
            try await two.settle()
            let expected = try await everything(fixture, home)
            var refused: Set<String> = []
            for var tab in two.tabs {
                #expect(tab.everything() == expected)
                let left = try tab.outbox()
                #expect(left.allSatisfy { $0.state == "refused" })
                refused.formUnion(left.map(\.id))
            }
            let view = try await fixture.pool.using(home) { await $0.view }
            for (change, things) in two.made where !refused.contains(change.text) {
                #expect(things.allSatisfy { view.holds($0) }, "\(change.text) was kept and is not there")
            }
            if let transcript = Self.transcripts, seed.number % 10 == 0 {
                for (index, tab) in two.tabs.enumerated() {
                    try Self.compare(tab.steps, "\(seed.number)-\(index)", transcript)
                }
            }
        }
    }

    @Test(.shows("O-011"))
    func `thoughts that are held stay with what was made on them, and go under new numbers once they may`() async throws {
        try await ServiceFixture.open { fixture in
            var (home, tabs) = try await tabs(fixture)
            let (item, part, list) = (ItemID(hi: 1, lo: 1), ItemID(hi: 1, lo: 2), CollectionID(hi: 1, lo: 3))
            try tabs[0].hold(true)
            let wishes: [[WorkspaceCommand]] = [
                [.capture(.createCollection(list, name: Name(recorded: "Gifts"), isStructured: true))],
                [.capture(.captureItem(item, content: "A book\nA kite", captured: .epoch))],
                [.capture(.splitItem(item, into: [NewItem(id: part, content: "A kite")]))],
                [.capture(.starItem(part))], [.capture(.addToCollection(list, part, under: nil, above: nil))],
                [.notes(.createNote(NoteID(hi: 1, lo: 4), title: Name(recorded: "Bread"), body: "Flour", in: nil))],
            ]
            for (index, wish) in wishes.enumerated() {
                let answer = try tabs[0].perform(wish, as: BatchID(hi: 2, lo: UInt64(index)))
                #expect(answer.kind == "kept", "\(index): \(answer)")
            }
            #expect(try tabs[0].outbox().map(\.state) == ["waiting", "held", "held", "held", "held", "waiting"])
            try await tabs[0].sync()
            #expect(try tabs[0].outbox().map(\.state) == ["held", "held", "held", "held"])
            // Opened again, as after a crash, they are still held and shown.
            try tabs[0].open()
            try await tabs[0].sync()
            #expect(tabs[0].core.view.capture.model.items.has(item))
            let away = try await fixture.pool.using(home) { await $0.view }
            #expect(away.notes.notes.count == 1 && away.capture.model.items.isEmpty)
            #expect(try tabs[0].withdraw(BatchID(hi: 2, lo: 4).text))
            try tabs[0].hold(false)
            try await tabs[0].sync()
            #expect(try tabs[0].outbox().isEmpty)
            try await tabs[1].sync()
            #expect(tabs[0].everything() == tabs[1].everything())
            #expect(tabs[1].core.view.capture.model.items[part]?.isStarred == true)
        }
    }

    private static let transcripts = ProcessInfo.processInfo.environment["DAYBOOK_WASM"]

    /// Has the core in WebAssembly, through `core.ts` in Node, do the same steps: every answer must have the same bytes.
    private static func compare(_ steps: [BrowserTab.Step], _ name: String, _ wasm: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tab-\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let root = Repository.root
        let bundle = folder.appending(path: "core.mjs").path
        let lines = steps.map { step in
            "\(step.call) \(step.status) \(Data(step.input).base64EncodedString()) \(Data(step.output).base64EncodedString())\n"
        }
        let file = folder.appending(path: "steps").path
        try Data(lines.joined().utf8).write(to: URL(filePath: file))
        let core = root.appending(path: "Sources/Web/App/core/core.ts").path
        try run(["esbuild", core, "--bundle", "--format=esm", "--log-level=error", "--outfile=\(bundle)"], in: folder)
        let script = root.appending(path: "Tests/WebCoreTests/schedules.mjs").path
        try run(["node", script, bundle, wasm, file], in: folder)
    }

    private static func run(_ arguments: [String], in folder: URL) throws {
        let output = folder.appending(path: "output").path
        try Data().write(to: URL(filePath: output))
        let (null, written) = (open("/dev/null", O_RDONLY), open(output, O_WRONLY | O_APPEND))
        defer {
            close(null)
            close(written)
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        let child = try ChildProcess(
            "/usr/bin/env", arguments, environment: ["PATH": path], input: null, output: written)
        let said = { String(decoding: (try? Data(contentsOf: URL(filePath: output))) ?? Data(), as: UTF8.self) }
        #expect(child.reap() == .status(0), "\(arguments[0]) said: \(said())")
    }

    @Test(.shows("N-001"))
    func `edits of one note made offline on each other merge with what another device wrote meanwhile`() async throws {
        try await ServiceFixture.open { fixture in
            var (home, tabs) = try await tabs(fixture)
            let note = NoteID(hi: 0x1, lo: 1)
            func edit(_ tab: BrowserTab, at position: Int, _ text: String) -> [WorkspaceCommand] {
                var core = tab.core
                let revision = core.view.notes.notes[note]?.body.clock.revision ?? 0
                let run = TextRun(position: position, deleteCount: 0, insertion: text)
                return [.notes(.editNote(note, TextEdit(parents: [revision], runs: [run])))]
            }
            func text(_ tab: BrowserTab) -> String? {
                var core = tab.core
                return core.view.notes.notes[note]?.body.string
            }
            _ = try tabs[0].perform(
                [.notes(.createNote(note, title: nil, body: "middle", in: nil))], as: BatchID(hi: 1, lo: 1))
            try await tabs[0].sync()
            try await tabs[1].sync()
            for (index, letter) in ["A", "B", "C"].enumerated() {
                _ = try tabs[0].perform(edit(tabs[0], at: index, letter), as: BatchID(hi: 2, lo: UInt64(index + 1)))
            }
            #expect(text(tabs[0]) == "ABCmiddle")
            _ = try tabs[1].perform(edit(tabs[1], at: 6, "Z"), as: BatchID(hi: 3, lo: 1))
            try await tabs[1].sync()
            try await tabs[0].fetchAll()
            #expect(text(tabs[0]) == "ABCmiddleZ")
            // Killed with all of it waiting, and before the answer to the first came.
            _ = try await tabs[0].send(.after)
            try tabs[0].open()
            try await tabs[0].sync()
            try await tabs[1].fetchAll()
            #expect(text(tabs[0]) == "ABCmiddleZ" && text(tabs[1]) == "ABCmiddleZ")
            #expect(try await everything(fixture, home) == tabs[0].everything())
        }
    }

    @Test(.shows("N-001"))
    func `what the service refuses stays with its reason and what others did, and goes again on a newer base`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            var (home, tabs) = try await tabs(fixture)
            let item = ItemID(hi: 0x2, lo: 1)
            _ = try tabs[0].perform(
                [.capture(.captureItem(item, content: "Call", captured: .epoch))],
                as: BatchID(hi: 1, lo: 1))
            try await tabs[0].sync()
            try await tabs[1].sync()
            for place in [0, 1] {
                _ = try tabs[place].perform(
                    [.capture(.rewordItem(item, to: "Call \(place)"))],
                    as: BatchID(hi: 2, lo: UInt64(place)))
            }
            try await tabs[0].sync()
            try await tabs[1].sync()
            _ = try tabs[1].outbox()
            let refused = try JSONValue(answer: try #require(tabs[1].steps.last).output).list
            #expect(refused.map { $0["state"].string } == ["refused"])
            #expect(refused[0]["problem"]["name"].string == "stale")
            #expect(refused[0]["problem"]["changes"].string?.contains("Call 0") == true)
            #expect(try await everything(fixture, home) == tabs[1].everything())
            // A killed tab still has it.
            try tabs[1].open()
            #expect(try tabs[1].outbox().map(\.state) == ["refused"])
            try await tabs[1].fetchAll()
            #expect(try tabs[1].retry(BatchID(hi: 2, lo: 1).text, as: BatchID(hi: 3, lo: 1)) == "kept")
            try await tabs[1].sync()
            try await tabs[0].fetchAll()
            #expect(try tabs[1].outbox().isEmpty)
            #expect(String(decoding: tabs[0].everything(), as: UTF8.self).contains("Call 1"))
        }
    }

    @Test(.shows("N-001"))
    func
        `a change that never left is withdrawn as if it had never been, and one that others need or that was sent is not`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            var (_, tabs) = try await tabs(fixture)
            let (folder, note) = (FolderID(hi: 0x3, lo: 1), NoteID(hi: 0x3, lo: 2))
            try await tabs[0].sync()
            let before = tabs[0].everything()
            _ = try tabs[0].perform(
                [.notes(.createFolder(folder, name: Name(recorded: "Plans"), in: nil))], as: BatchID(hi: 1, lo: 1))
            _ = try tabs[0].perform(
                [.notes(.createNote(note, title: nil, body: "", in: folder))], as: BatchID(hi: 1, lo: 2))
            #expect(try !tabs[0].withdraw(BatchID(hi: 1, lo: 1).text))
            #expect(try tabs[0].withdraw(BatchID(hi: 1, lo: 2).text))
            #expect(try tabs[0].withdraw(BatchID(hi: 1, lo: 1).text))
            #expect(tabs[0].everything() == before)
            #expect(tabs[0].rows.isEmpty)
            _ = try tabs[0].perform(
                [.notes(.createFolder(folder, name: Name(recorded: "Plans"), in: nil))], as: BatchID(hi: 1, lo: 3))
            _ = try await tabs[0].send(.before)
            #expect(try !tabs[0].withdraw(BatchID(hi: 1, lo: 3).text))
        }
    }

    @Test(.shows("N-001"))
    func `a refused wish keeps nothing of itself, and says why as the service says it`() async throws {
        try await ServiceFixture.open { fixture in
            var (home, tabs) = try await tabs(fixture)
            try await tabs[0].sync()
            let before = tabs[0].everything()
            let (note, gone) = (NoteID(hi: 0x4, lo: 1), NoteID(hi: 0x4, lo: 2))
            let commands: [WorkspaceCommand] = [
                .notes(.createNote(note, title: nil, body: "", in: nil)), .notes(.trashNote(gone)),
            ]
            let here = try tabs[0].perform(commands, as: BatchID(hi: 1, lo: 1))
            #expect(here.kind == "refused")
            #expect(tabs[0].everything() == before)
            #expect(tabs[0].rows.isEmpty)
            let there = try await fixture.ask(
                .post, "/v1/workspaces/\(home.text)/commands",
                "{\"commands\":[{\"sequence\":1,\"command\":\(commands[1].json)}]}",
                as: tabs[1].secret)
            let said = try JSONValue(answer: Array(try #require(tabs[0].steps.last { $0.call == "perform" }).output))
            #expect(said["problem"]["name"].string == there.problem)
            #expect(said["problem"]["message"].string == there.json["detail"].string)
            #expect(said["problem"]["status"].int == there.status)
            #expect(said["command"].int == 1)
        }
    }

    @Test(.shows("N-001"))
    func `numbers that another client with the same device used are given up for new ones, in the same order`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            var (home, tabs) = try await tabs(fixture)
            try await tabs[0].sync()
            for number in 1...3 {
                _ = try tabs[0].perform(
                    [.notes(.createNote(NoteID(hi: 0x5, lo: UInt64(number)), title: nil, body: "\(number)", in: nil))],
                    as: BatchID(hi: 1, lo: UInt64(number)))
            }
            for number in 1...2 {
                let rival = WorkspaceCommand.notes(
                    .createNote(NoteID(hi: 0x6, lo: UInt64(number)), title: nil, body: "rival", in: nil))
                let answer = try await fixture.ask(
                    .post, "/v1/workspaces/\(home.text)/commands",
                    "{\"commands\":[{\"sequence\":\(number),\"command\":\(rival.json)}]}", as: tabs[0].secret)
                #expect(answer.status == 200)
            }
            try await tabs[0].sync()
            #expect(try tabs[0].outbox().isEmpty)
            let view = try await fixture.pool.using(home) { await $0.view }
            #expect(view.notes.notes.count == 5)
            #expect(try await everything(fixture, home) == tabs[0].everything())
        }
    }

    @Test func `a snapshot that is damaged, of another workspace or cut is not trusted`() async throws {
        try await ServiceFixture.open { fixture in
            var (_, tabs) = try await tabs(fixture)
            _ = try tabs[0].perform(
                [.notes(.createNote(NoteID(hi: 1, lo: 1), title: nil, body: "x", in: nil))], as: BatchID(hi: 1, lo: 1))
            try await tabs[0].sync()
            let core = tabs[0].core
            let bytes = CoreSnapshot.bytes(of: core.confirmed, in: core.workspace)
            let back = try #require(CoreSnapshot.confirmed(from: bytes, of: core.workspace))
            #expect(back.view == core.confirmed.view)
            #expect(back.sequence == core.confirmed.sequence && back.own == core.confirmed.own)
            #expect(CoreSnapshot.confirmed(from: bytes, of: EntityID(hi: 9, lo: 9)) == nil)
            for count in stride(from: 0, to: bytes.count, by: 7) {
                #expect(CoreSnapshot.confirmed(from: Array(bytes[..<count]), of: core.workspace) == nil)
            }
            for place in bytes.indices {
                var damaged = bytes
                damaged[place] ^= 0x10
                #expect(CoreSnapshot.confirmed(from: damaged, of: core.workspace) == nil, "byte \(place)")
            }
        }
    }

    /// A snapshot is trusted only by code that would fold the same.
    @Test func `the schema of snapshots in a browser is that of the code`() throws {
        var schema = FieldSchema()
        schema.message(named: "CoreSnapshot") { schema in
            var body = CoreSnapshot.blank
            body.code(&schema)
        }
        let text =
            "daybook browser \(SnapshotSchema.version)\n" + schema.file(package: "daybook.browser")
            + WorkspaceEvent.schema
        let digest = Digest(of: Array(text.utf8)).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(
            CoreSnapshot.schema == digest,
            "write 0x\(String(digest, radix: 16, uppercase: true)) into CoreSnapshot.swift")
    }

    private static func fault(of page: RecordPage, for core: inout Core) -> PageFault? {
        do throws(PageFault) { _ = try core.ingest(page) } catch { return error }
        return nil
    }

    @Test(.shows("N-001"))
    func `pages that do not fit are told apart and change nothing`() async throws {
        try await ServiceFixture.open { fixture in
            var (home, tabs) = try await tabs(fixture)
            for number in 1...3 {
                _ = try tabs[0].perform(
                    [.notes(.createNote(NoteID(hi: 1, lo: UInt64(number)), title: nil, body: "x", in: nil))],
                    as: BatchID(hi: 1, lo: UInt64(number)))
            }
            try await tabs[0].sync()
            let whole = try RecordPage(
                decoding: try await fixture.bytes("/v1/workspaces/\(home.text)/records?after=0", as: tabs[0].secret))
            Self.expectFaults(of: whole, in: tabs[0].core)
        }
    }

    private static func expectFaults(of whole: RecordPage, in tab: Core) {
        var core = tab
        let sequence = core.confirmed.sequence
        let before = core.confirmed.view
        func fault(_ change: (inout RecordPage) -> Void) -> PageFault? {
            var page = whole
            (page.records, page.chainBefore) = ([], whole.chainAfter)
            change(&page)
            return Self.fault(of: page, for: &core)
        }
        guard case .otherPast(false)? = fault({ $0.journal = EntityID(hi: 8, lo: 8) }),
            case .otherPast(true)? = fault({ ($0.journal, $0.epoch) = (EntityID(hi: 8, lo: 8), "2") }),
            case .otherPast(false)? = fault({ $0.chainBefore = "another" }),
            case .otherReach? = fault({ $0.areas = ["notes"] }),
            case .otherReach? = fault({ $0.erasure = sequence + 1 }),
            case .missing(sequence)? = fault({ $0.records = whole.records }),
            case .missing(sequence)? = fault({ $0.last += 1 })
        else {
            Issue.record("a page that does not fit was taken for another")
            return
        }
        #expect(core.confirmed.view == before && core.confirmed.sequence == sequence)
        #expect(fault { _ in } == nil)
    }
}

extension WorkspaceView {
    /// Returns whether a thing is or was here.
    fileprivate func holds(_ thing: EntityID) -> Bool {
        let name = thing.text
        var json = JSONWriter()
        writeEverything(to: &json)
        return json.text.contains(name)
    }
}

extension ServiceFixture {
    /// A second device of somebody, signed in.
    func anotherDevice(of visitor: Visitor) async throws -> Visitor {
        let runtime = pool.runtime
        let (device, session): (UserDeviceID, SessionID) = (runtime.mint(), runtime.mint())
        let (secret, now) = (FreshSecret(), runtime.now())
        _ = try await pool.book.perform(
            [
                .addDevice(device, of: visitor.user, name: Name(recorded: "Tablet")),
                .openSession(
                    session, of: visitor.user, on: device, secret: secret.digest, at: now,
                    expires: now.later(byDays: 30)),
            ], by: .machine, as: Author(actor: visitor.user.as(Actor.self), device: device.as(Device.self)))
        return Visitor(user: visitor.user, secret: secret.text, session: session)
    }
}
