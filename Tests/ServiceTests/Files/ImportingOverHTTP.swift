import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import NIOCore
import Studio
import Synchronization
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Importing over HTTP")
struct ImportingOverHTTP {
    private static let tasks =
        "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
        + "task,Call grandma,,4,1,Anna (1),,,en,Europe/Berlin\n"

    private func importing(
        _ fixture: ServiceFixture, _ home: ReadingOverHTTP.Furnished, _ body: String, _ query: String = "?name=Inbox.csv",
        type: String = "text/csv", as secret: String? = nil
    ) async throws -> ServiceFixture.Answer {
        try await fixture.ask(
            .post, home.path + "/imports" + query, body, as: secret ?? home.anna.secret, headers: [.contentType: type])
    }

    private func result(_ answer: ServiceFixture.Answer) throws -> ImportResult {
        try JSONFieldReader.read(ImportResult.self, from: Array(answer.text.utf8))
    }

    @Test func `a file is rehearsed, imported, found unchanged the next time, and undone as one`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let before = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let rehearsed = try await importing(fixture, home, Self.tasks, "?name=Inbox.csv&rehearsal=true")
            #expect(rehearsed.status == 200, "\(rehearsed.text)")
            #expect(try result(rehearsed).batch == nil)
            #expect(try result(rehearsed).created.items == 1)
            #expect(try await fixture.pool.using(home.id) { await $0.lastSequence } == before)

            let done = try result(try await importing(fixture, home, Self.tasks))
            #expect(done.format == "todoist")
            #expect(done.name == "Inbox")
            #expect(done.created.items == 1)
            #expect(done.batch != nil)
            let again = try result(try await importing(fixture, home, Self.tasks))
            #expect(again.batch == nil)
            #expect(again.unchanged > 0)
            let undone = try await fixture.ask(.post, home.path + "/undo", "{\"sequence\":1}", as: home.anna.secret)
            #expect(undone.status == 200)
            let left = try await fixture.get(home.path + "/search?q=grandma", as: home.anna.secret)
            #expect(left.json["hits"].list.isEmpty)
        }
    }

    @Test func `a name with a space may come with a plus sign, as forms and scripts send it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for name in ["My+Inbox.csv", "My%20Inbox.csv"] {
                let rehearsed = try await importing(fixture, home, Self.tasks, "?name=\(name)&rehearsal=true")
                #expect(try result(rehearsed).name == "My Inbox", "\(name)")
            }
        }
    }

    @Test func `what cannot be imported is refused by name, and where it was held is not told`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.importBytes, 4_096)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for (body, query, type, expected) in [
                ("hello", "?name=x.bin", "application/octet-stream", "422 notImportable"),
                ("", "?name=x.bin", "application/octet-stream", "422 notImportable"),
                ("PK\u{3}\u{4}broken", "?name=x.zip", "application/zip", "422 notImportable"),
                (Self.tasks, "?name=Inbox.csv&format=evernote", "text/csv", "422 notImportable"),
                (Self.tasks, "", "text/csv", "400 missingParameter"),
                (Self.tasks, "?name=Inbox.csv&format=word", "text/csv", "400 badParameter"),
                (Self.tasks, "?name=%00", "text/csv", "400 badParameter"),
                (Self.tasks, "?name=Inbox.csv%00", "text/csv", "400 badParameter"),
                (Self.tasks, "?name=Inbox.csv", "image/png", "415 notImportable"),
                (String(repeating: "x", count: 5_000), "?name=x.bin", "application/octet-stream", "413 bodyTooLarge"),
            ] {
                let answer = try await importing(fixture, home, body, query, type: type)
                #expect("\(answer.status) \(answer.problem ?? "")" == expected, "\(query) \(answer.text)")
                #expect(!answer.text.contains("/tmp") && !answer.text.contains("daybook-import"))
            }
        }
    }

    @Test func `a file that arrives is read under its name, lies on no disk, and is gone when nobody needs it`() throws {
        var file: ArrivedFile? = try ArrivedFile(named: "some/../Vault.zip")
        let path = try #require(file?.path)
        #expect(path.hasSuffix("/Vault.zip"))
        try file?.append(ByteBuffer(string: "one "))
        try file?.append(ByteBuffer(string: "two"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one two")
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
        #expect(target.hasPrefix("/proc/self/fd/"))
        file = nil
        #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
    }

    @Test func `a file whose name cannot be is refused, and no descriptor but its own is closed`() throws {
        #expect(throws: ProblemDocument.self) { try ArrivedFile(named: "Inbox\0.csv") }
        let isOver = Atomic(false)
        let lost = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            guard side == 0 else {
                // What is opened here takes the number that was let go of there; it is closed by nobody else.
                while !isOver.load(ordering: .relaxed) {
                    for descriptor in (0..<32).map({ _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }) {
                        if close(descriptor) != 0 { lost.add(1, ordering: .relaxed) }
                    }
                }
                return
            }
            for _ in 0..<2_000 {
                let file = try? ArrivedFile(named: String(repeating: "x", count: 300))
                if file != nil { Issue.record("a name of 300 bytes was taken") }
            }
            isOver.store(true, ordering: .relaxed)
        }
        #expect(lost.load(ordering: .relaxed) == 0)
    }

    /// - Parameter script: Python that writes into `z`.
    private func archive(filledBy script: String) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.path + "/daybook-hostile-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n\(script)\nz.close()",
            folder + "/it.zip",
        ]
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: URL(filePath: folder + "/it.zip"))
    }

    @Test func `files that have no room here are not kept, and the import is refused before anything is done`()
        async throws
    {
        let keyStore = try archive(
            filledBy: "z.writestr('Note.md', '![[a.txt]] ![[b.txt]]')\nz.writestr('a.txt', b'a' * 600)\n"
                + "z.writestr('b.txt', b'b' * 400)")
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func bringIn() async throws -> ServiceFixture.Answer {
                try await fixture.ask(
                    .post, home.path + "/imports?name=Vault.zip", bytes: ByteBuffer(bytes: keyStore), as: home.anna.secret,
                    headers: [.contentType: "application/zip"])
            }
            func kept() async throws -> Int {
                try await fixture.pool.using(home.id) { workspace in
                    try fixture.directory.storageUse(at: workspace.paths, now: ServiceFixture.start).fileBytes
                }
            }
            let before = try await kept()
            try await fixture.limitStorage(of: home, leaving: 999)
            let refused = try await bringIn()
            #expect("\(refused.status) \(refused.problem ?? "")" == "413 overQuota", "\(refused.text)")
            #expect(try await kept() == before)
            // One of them is here already.
            try await fixture.pool.using(home.id) { workspace in
                _ = try workspace.blobs.keep([UInt8](repeating: UInt8(ascii: "a"), count: 600), for: .workspace)
            }
            fixture.wait(seconds: StorageLedger.writtenSeconds)
            #expect(try await bringIn().problem == "overQuota")
            // With what is journaled of it.
            try await fixture.limitStorage(of: home, leaving: 2_400)
            let taken = try await bringIn()
            #expect(taken.status == 200, "\(taken.text)")
            #expect(try await kept() == before + 1_000)
            #expect(try await bringIn().status == 200, "what is here needs no room")
        }
    }

    @Test func `an archive that would fill the memory is refused as hostile, and the service goes on`() async throws {
        let bomb = try archive(filledBy: "for i in range(64): z.writestr(f'{i}.md', b'0' * (4 << 20))")
        #expect(bomb.count < 1 << 20)
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let before = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let answer = try await fixture.ask(
                .post, home.path + "/imports?name=bomb.zip", bytes: ByteBuffer(bytes: bomb), as: home.anna.secret,
                headers: [.contentType: "application/zip"])
            #expect("\(answer.status) \(answer.problem ?? "")" == "422 hostileArchive", "\(answer.text)")
            #expect(try await fixture.pool.using(home.id) { await $0.lastSequence } == before)
            #expect(try await importing(fixture, home, Self.tasks).status == 200)
        }
    }

    @Test func `whoever may not change an area brings nothing into it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for (name, role, problem) in [("viewer", Role.viewer, "roleTooLow"), ("editor", .editor, "ownersOnly")] {
                let member = try await fixture.visitor(name)
                try await fixture.keeps(
                    .addMember(home.id, member.user, role: role, reach: .everything), as: home.author)
                let answer = try await importing(fixture, home, Self.tasks, as: member.secret)
                #expect(answer.problem == problem, "\(name)")
            }
            let token = try await fixture.token(of: home.anna, [.notes])
            #expect(try await importing(fixture, home, Self.tasks, as: token).problem == "scopeTooNarrow")
        }
    }

    @Test func `what was imported before is not told to those who may not see it, and neither are children (M9)`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            #expect(try await importing(fixture, home, Self.tasks).status == 200)
            let other: ChildID = fixture.pool.runtime.mint()
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .studio(
                            .addChild(
                                other, name: Name(recorded: "Ben"), birth: nil, age: 6, avatar: .none,
                                today: try #require(CalendarDay(text: "2026-11-22"))))
                    ], as: home.author)
            }
            let member = try await fixture.visitor("editorOfAda")
            try await fixture.keeps(
                .addMember(home.id, member.user, role: .editor, reach: .children([home.child.entity])), as: home.author)
            let token = try await fixture.token(of: home.anna, [.notes])
            let guess = Self.tasks.replacing("grandma", with: "a lawyer")
            for query in ["?name=Inbox.csv", "?name=Inbox.csv&rehearsal=true"] {
                for body in [Self.tasks, guess] {
                    let answer = try await importing(fixture, home, body, query, as: member.secret)
                    #expect(answer.status == 403 && answer.problem == "ownersOnly", "\(body) \(answer.text)")
                    let narrow = try await importing(fixture, home, body, query, as: token)
                    #expect(narrow.problem == "scopeTooNarrow")
                }
            }
            let drawing = try archive(filledBy: "z.writestr('a.png', bytes.fromhex('89504e470d0a1a0a'))")
            func bring(for child: String) async throws -> ServiceFixture.Answer {
                try await fixture.ask(
                    .post, home.path + "/imports?name=a.zip&format=pictures&child=" + child,
                    bytes: ByteBuffer(bytes: drawing), as: member.secret, headers: [.contentType: "application/zip"])
            }
            let (beyond, nobody) = (try await bring(for: "Ben"), try await bring(for: "Zoe"))
            #expect(beyond.problem == "outOfReach" && beyond.said == nobody.said, "\(beyond.text) \(nobody.text)")
            #expect(try await bring(for: "Ada").status != 403)
        }
    }

    /// Neither the request nor the service waits for it once `limits.stopSeconds` are over.
    @Test(.timeLimit(.minutes(1)))
    func `an import that does not end does not keep the service from stopping`() async throws {
        let imports = BlockingPool(threads: 1, waitingMax: 8)
        let door = DispatchSemaphore(value: 0)
        defer { door.signal() }
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let endless = Task {
            try await imports.runUntilCancelled(orSay: .stopping) {
                begin.finish()
                door.wait()
            }
        }
        for await _ in begun {}
        let waiting = Task {
            try await imports.runUntilCancelled(orSay: .stopping) { () -> Void in Issue.record("it began") }
        }
        while imports.count < 2 { await Task.yield() }
        for task in [waiting, endless] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try await imports.stop()
        await #expect(throws: CancellationError.self) { try await imports.run(orSay: .stopping) {} }
    }

    @Test func `what comes of an import is said to whoever waits for it`() async throws {
        let imports = BlockingPool(threads: 1, waitingMax: 0)
        #expect(try await imports.runUntilCancelled(orSay: .stopping) { 7 } == 7)
        await #expect(throws: ProblemDocument.self) {
            try await imports.runUntilCancelled(orSay: .stopping) { () throws -> Int in throw ProblemDocument.busy }
        }
        #expect(imports.count == 0)
        try await imports.stop()
    }

    @Test func `one import of a person waits at a time, and nobody's keeps others out`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let ben = try await fixture.visitor("ben")
            try await fixture.keeps(
                .addMember(home.id, ben.user, role: .owner, reach: .everything), as: home.author)
            let imports = fixture.service.imports
            let door = DispatchSemaphore(value: 0)
            let held = (0..<3).map { number in
                let requester = Requester(person: "person \(number)", network: "net \(number)")
                return Task { try await imports.run(for: requester, orSay: .stopping) { door.wait() } }
            }
            while imports.count < 3 { await Task.yield() }
            let first = Task { try await importing(fixture, home, Self.tasks) }
            while imports.count < 4 { await Task.yield() }
            for _ in 0..<20 {
                let second = try await importing(fixture, home, Self.tasks)
                #expect("\(second.status) \(second.problem ?? "")" == "429 tooManyImports")
            }
            let other = Task { try await importing(fixture, home, Self.tasks, as: ben.secret) }
            while imports.count < 5 { await Task.yield() }
            for _ in held { door.signal() }
            for task in held { try await task.value }
            #expect(try await first.value.status == 200)
            #expect(try await other.value.status == 200)
            #expect(try await importing(fixture, home, Self.tasks).status == 200)
        }
    }
}
