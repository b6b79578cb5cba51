import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Clients that stall")
struct StallingClients {
    static let largeBytes = 16 << 20

    /// More than the sockets of both ends take while nobody reads.
    static func large(_ count: Int = largeBytes) -> [UInt8] {
        var block: [UInt8] = []
        // Letters and signs: bytes that are not text are slow to look at as such.
        for _ in 0..<262_144 { block.append(UInt8.random(in: 0x40...0x7e)) }
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += block }
        return bytes
    }

    private static func request(_ path: String, as secret: String, at port: UInt16) throws -> Watcher {
        let wire = try Wire(port: port, holding: 65_536)
        wire.send("GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(secret)\r\n\r\n")
        return Watcher(wire)
    }

    private static func hasBegun(_ heard: String) -> Bool { heard.contains("\r\n\r\n") }

    @Test(arguments: ["/blobs/", "/export"])
    func `whoever takes nothing of what is sent is ended, and whoever has nothing to be told is not`(
        part: String
    ) async throws {
        let limits = ServiceConfiguration().with(.idleSeconds, 3).with(.downloads, 1)
        try await ServiceFixture.open(limits, in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let digest = try await ReadingFilesOverHTTP.attach(Self.large(), named: "all.bin", to: home, at: fixture)
            let file = home.path + "/blobs/" + digest.text
            let port = try #require(fixture.port)
            let watcher = try Self.request(home.path + "/events", as: home.anna.secret, at: port)
            #expect(await watcher.text { $0.contains("retry: 2000") }.hasPrefix("HTTP/1.1 200"))

            let path = part == "/export" ? home.path + part : file
            let stalled = try Self.request(path, as: home.anna.secret, at: port)
            #expect(await stalled.text(until: Self.hasBegun).hasPrefix("HTTP/1.1 200"))
            // It holds the only seat, and reads no more.
            let start = ContinuousClock.now
            while fixture.service.downloads.enter(for: Requester(person: "anybody", network: "of anybody")) == nil {
                try #require(ContinuousClock.now - start < .seconds(120), "the seat is never given back")
                await Task.yield()
            }
            let part = try await fixture.get(file, as: home.anna.secret, headers: [.range: "bytes=0-299999"])
            #expect(part.status == 206 && part.bytes.count == 300_000)
            // What was on its way comes, and then nothing.
            #expect(await stalled.countRest() < Self.largeBytes)

            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
            }
            #expect(await watcher.text { $0.contains("event: change") }.contains("event: change"))
        }
    }

    @Test func `nobody has more than their share of what is sent at once, and what is small needs none`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.downloads, 8), in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let digest = try await ReadingFilesOverHTTP.attach(Self.large(), named: "all.bin", to: home, at: fixture)
            let path = home.path + "/blobs/" + digest.text
            let ben = try await fixture.visitor("ben")
            try await fixture.keeps(
                .addMember(home.id, ben.user, role: .viewer, reach: .everything), as: home.author)
            let port = try #require(fixture.port)
            let stalled = try (0..<2).map { _ in try Self.request(path, as: home.anna.secret, at: port) }
            for watcher in stalled {
                #expect(await watcher.text(until: Self.hasBegun).hasPrefix("HTTP/1.1 200"))
            }
            func part(_ last: Int, _ path: String = path, as secret: String) async throws -> String {
                let answer = try await fixture.get(path, as: secret, headers: [.range: "bytes=0-\(last)"])
                return "\(answer.status) \(answer.problem ?? "")"
            }
            let token = try await fixture.token(of: home.anna, [.everything])
            for secret in [home.anna.secret, token] {
                #expect(try await part(299_999, as: secret) == "429 tooManyFiles")
                #expect(try await part(0, home.path + "/export", as: secret) == "429 tooManyFiles")
                #expect(try await part(99_999, as: secret) == "206 ")
            }
            #expect(try await part(299_999, as: ben.secret) == "206 ")
            withExtendedLifetime(stalled) {}
        }
    }

    @Test func `one person watches by an eighth of the streams at most`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.streams, 16), in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let ben = try await fixture.visitor("ben")
            try await fixture.keeps(
                .addMember(home.id, ben.user, role: .viewer, reach: .everything), as: home.author)
            let port = try #require(fixture.port)
            var watchers: [Watcher] = []
            for (secret, status) in [
                (home.anna.secret, 200), (home.anna.secret, 200), (home.anna.secret, 429), (ben.secret, 200),
            ] {
                let watcher = try Self.request(home.path + "/events", as: secret, at: port)
                #expect(await watcher.text(until: Self.hasBegun).hasPrefix("HTTP/1.1 \(status)"))
                watchers.append(watcher)
            }
            withExtendedLifetime(watchers) {}
        }
    }

    @Test func `whoever is removed gets no more of an export that they take slowly`() async throws {
        try await ServiceFixture.open(ServiceConfiguration(), in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for name in ["one.bin", "two.bin", "three.bin"] {
                _ = try await ReadingFilesOverHTTP.attach(Self.large(), named: name, to: home, at: fixture)
            }
            let ben = try await Self.owner("ben", of: home, at: fixture)
            let stalled = try Self.request(home.path + "/export", as: ben.secret, at: try #require(fixture.port))
            #expect(await stalled.text(until: Self.hasBegun).hasPrefix("HTTP/1.1 200"))
            try await Loss.membership.happens(to: ben, in: home, at: fixture)
            // The file that was on its way comes, and none of those behind it.
            #expect(await stalled.countRest() < Self.largeBytes * 3 / 2)
        }
    }

    @Test func `there are so many seats, a share of them for each, and one that is let go is free again`() {
        for (max, share) in [(1, 1), (2, 1), (3, 2), (8, 2), (16, 2), (64, 8), (2_000, 250)] {
            #expect(ConcurrencyLimiter(max: max).share == share, "\(max)")
        }
        #expect(ConcurrencyLimiter(max: 0).enter(for: Requester(person: "anna", network: "of anna")) == nil)
        let house = ConcurrencyLimiter(max: 3)
        var permits = [
            house.enter(for: Requester(person: "anna", network: "of anna")),
            house.enter(for: Requester(person: "anna", network: "of anna")),
        ]
        #expect(permits.allSatisfy { $0 != nil })
        #expect(house.enter(for: Requester(person: "anna", network: "of anna")) == nil)
        let ben = house.enter(for: Requester(person: "ben", network: "of ben"))
        #expect(ben != nil)
        #expect(house.enter(for: Requester(person: "cora", network: "of cora")) == nil)
        permits[0] = nil
        #expect(house.enter(for: Requester(person: "anna", network: "of anna")) != nil)
        permits = []
        permits = [
            house.enter(for: Requester(person: "anna", network: "of anna")),
            house.enter(for: Requester(person: "anna", network: "of anna")),
        ]
        #expect(permits.allSatisfy { $0 != nil })
        withExtendedLifetime(ben) {}
    }

    @Test func `of those who wait at a turnstile, whoever has the fewest comes next, and nobody has more than their share`()
        async throws
    {
        let turnstile = FairSemaphore(max: 3)
        let entered = Shared<[String]>([])
        /// Somebody who stays in until they are let go.
        func comes(_ name: String, _ person: UserID) -> AsyncStream<Void>.Continuation {
            let (stay, leave) = AsyncStream.makeStream(of: Void.self)
            Task {
                await turnstile.pass(as: person) {
                    entered.value.withLock { $0.append(name) }
                    for await _ in stay {}
                }
            }
            return leave
        }
        func untilEntered(_ names: String...) async {
            while entered.value.withLock({ $0 }) != names { await Task.yield() }
        }
        func untilWaiting(_ count: Int) async { while await turnstile.waitingCount != count { await Task.yield() } }

        let (anna, ben, cora) = (UserID(hi: 0, lo: 1), UserID(hi: 0, lo: 2), UserID(hi: 0, lo: 3))
        let first = comes("anna 1", anna)
        await untilEntered("anna 1")
        let second = comes("anna 2", anna)
        await untilEntered("anna 1", "anna 2")
        // There is room for one more, and not of hers.
        let third = comes("anna 3", anna)
        await untilWaiting(1)
        let bens = comes("ben", ben)
        await untilEntered("anna 1", "anna 2", "ben")
        let coras = comes("cora", cora)
        await untilWaiting(2)
        first.finish()
        await untilEntered("anna 1", "anna 2", "ben", "cora")
        #expect(await turnstile.waitingCount == 1)
        second.finish()
        await untilEntered("anna 1", "anna 2", "ben", "cora", "anna 3")
        for leave in [third, bens, coras] { leave.finish() }
        // All have left: new clients find as many places as there were.
        let last = [comes("cora 1", cora), comes("cora 2", cora), comes("ben 1", ben)]
        while entered.value.withLock({ $0.count }) < 8 { await Task.yield() }
        for leave in last { leave.finish() }
    }
}

// What a client sends in its own time.
extension StallingClients {
    /// The thing that a person has lost by the time that the rest of their request comes.
    enum Loss: CaseIterable, Sendable {
        case membership, session

        var answer: (status: Int, problem: String) {
            switch self {
            case .membership: (403, "notAMember")
            case .session: (401, "notSignedIn")
            }
        }

        func happens(to visitor: Visitor, in home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture) async throws {
            switch self {
            case .membership: try await fixture.keeps(.removeMember(home.id, visitor.user), as: home.author)
            case .session: try await fixture.keeps(.revokeSession(visitor.session), as: home.author)
            }
        }
    }

    /// A request that has a body.
    private struct Slow: Sendable {
        var method = "POST"
        var path: String
        var type = "application/json"
        var headers = ""
        var body: String
    }

    /// Somebody else who may do everything in a home.
    private static func owner(
        _ name: String, of home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture
    ) async throws -> Visitor {
        let visitor = try await fixture.visitor(name)
        try await fixture.keeps(
            .addMember(home.id, visitor.user, role: .owner, reach: .everything), as: home.author)
        return visitor
    }

    /// Sends a request but for the end of its body, and that when `meanwhile` is over.
    ///
    /// - Returns: the answer, head and all.
    private static func send(
        _ slow: Slow, as secret: String, to fixture: ServiceFixture, _ meanwhile: @Sendable () async throws -> Void
    ) async throws -> String {
        let wire = try Wire(port: try #require(fixture.port))
        wire.send(
            "\(slow.method) \(slow.path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(secret)\r\n\(slow.headers)"
                + "Content-Type: \(slow.type)\r\nContent-Length: \(slow.body.utf8.count)\r\nConnection: close\r\n\r\n"
                + String(slow.body.dropLast(4)))
        try await untilBegun(at: fixture)
        // A person who asks later is answered: by now the other was asked about, and its body is waited for.
        #expect(try await fixture.get("/v1/session", as: secret).status == 200)
        try await meanwhile()
        wire.send(String(slow.body.suffix(4)))
        return await Watcher(wire).text { _ in false }
    }

    /// Returns once one request is being answered: the service says itself when it has begun with it.
    static func untilBegun(at fixture: ServiceFixture) async throws {
        let start = ContinuousClock.now
        while !fixture.service.metrics.exposition.contains("\ndaybook_open_requests 1\n") {
            try #require(ContinuousClock.now - start < .seconds(120), "the request was never begun")
            await Task.yield()
        }
    }

    private static let patient = ServiceConfiguration().with(.bodySeconds, 600)

    @Test(arguments: Loss.allCases)
    func `whoever may no more when the rest of their request comes changes nothing by it`(loss: Loss) async throws {
        try await ServiceFixture.open(Self.patient, in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let last = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let picture = "a picture in letters"
            let note: NoteID = fixture.pool.runtime.mint()
            let requests = [
                Slow(path: home.path + "/undo", body: "{\"sequence\":1,\"record\":\(last)}"),
                Slow(path: home.path + "/redo", body: "{\"sequence\":1}"),
                Slow(
                    path: home.path + "/things/\(home.notes[0].text)/restore",
                    body: "{\"sequence\":1,\"record\":\(last)}"),
                Slow(path: home.path + "/intents/add-card", body: "{\"title\":\"Call school\"}"),
                Slow(
                    path: home.path + "/commands",
                    body: "{\"commands\":[{\"sequence\":1,\"command\":{\"type\":\"notes.createNote\",\"note\":"
                        + "\"\(note.text)\",\"title\":\"Plan\",\"body\":\"\"}}]}"),
                Slow(
                    path: home.path + "/imports?name=Inbox.csv", type: "text/csv",
                    body: "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
                        + "task,Call grandma,,4,1,Anna (1),,,en,Europe/Berlin\n"),
                Slow(
                    method: "PATCH", path: "", type: "application/offset+octet-stream",
                    headers: "Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n", body: picture),
            ]
            for (number, request) in requests.enumerated() {
                let ben = try await Self.owner("ben\(number)", of: home, at: fixture)
                var slow = request
                if slow.method == "PATCH" {
                    slow.path = try await UploadingOverHTTP.begin(
                        picture.utf8.count, in: home, at: fixture, as: ben.secret)
                }
                let answer = try await Self.send(slow, as: ben.secret, to: fixture) {
                    try await loss.happens(to: ben, in: home, at: fixture)
                }
                #expect(answer.hasPrefix("HTTP/1.1 \(loss.answer.status) "), "\(slow.path) \(answer)")
                #expect(answer.contains("\"name\":\"\(loss.answer.problem)\""), "\(slow.path) \(answer)")
            }
            try await fixture.pool.using(home.id) { workspace in
                #expect(await workspace.lastSequence == last)
                #expect(!workspace.blobs.holds(Digest(of: Array(picture.utf8))))
            }
        }
    }

    @Test func `what ran out or was revoked while the secret of it was on its way opens nothing`() async throws {
        try await ServiceFixture.open(Self.patient, in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let ben = try await fixture.visitor("ben")
            let password = "\"password\":\"open sesame and more\""
            let link = try await SharingLinksOverHTTP.share(
                home.notes[0].entity, ",\(password)", of: home, at: fixture)
            let opened = try await Self.send(
                Slow(path: link.path, body: "{\(password)}"), as: ben.secret, to: fixture
            ) {
                let revoked = try await fixture.ask(
                    .delete, home.path + "/shares/" + link.id, as: home.anna.secret)
                #expect(revoked.status == 204)
            }
            #expect(opened.hasPrefix("HTTP/1.1 404 ") && opened.contains("noSuchLink"), "\(opened)")

            let invited = try await fixture.ask(
                .post, home.path + "/invitations", "{\"role\":\"viewer\",\"days\":1}", as: home.anna.secret)
            let (id, secret) = (
                try #require(invited.json["invitation"].string), try #require(invited.json["secret"].string)
            )
            let accepted = try await Self.send(
                Slow(path: "/v1/invitations/\(id)/accept", body: "{\"secret\":\"\(secret)\"}"), as: ben.secret,
                to: fixture
            ) { fixture.wait(seconds: 2 * 86_400) }
            #expect(accepted.hasPrefix("HTTP/1.1 4"), "\(accepted)")
            #expect(await fixture.pool.book.state.model.workspaces[home.id]?.member(ben.user) == nil)
        }
    }
}
