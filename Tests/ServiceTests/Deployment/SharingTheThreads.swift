import Foundation
import Kernel
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Notes
import Testing

@testable import Service

/// A queue that expectations may change.
private final class Line<Waiter: Sendable> {
    private var queue: FairQueue<Waiter>

    init(_ limits: FairLimits) { queue = FairQueue(limits) }

    var runningCount: Int { queue.runningCount }
    var waitingCount: Int { queue.waitingCount }
    func ticket() -> UInt64 { queue.ticket() }
    func enterAtOnce(_ requester: Requester) -> Bool { queue.enterAtOnce(requester) }
    func leave(_ requester: Requester) -> [Waiter] { queue.leave(requester) }
    func withdraw(_ ticket: UInt64, of requester: Requester) -> Waiter? { queue.withdraw(ticket, of: requester) }
    func enter(_ requester: Requester, _ ticket: UInt64, _ waiter: Waiter) -> FairAdmission {
        queue.enter(requester, ticket, waiter)
    }
}

/// Shares of persons and networks in what the service does at once (M1, M5, M6).
@Suite("Sharing the threads")
struct SharingTheThreads {
    private func requester(_ person: String, _ network: String) -> Requester {
        Requester(person: person, network: network)
    }

    @Test func `M1: one person has half of the places, and a network three quarters`() {
        let queue = Line<Int>(FairLimits(running: 4, waiting: 100))
        let first = (0..<4).map { _ in queue.enterAtOnce(requester("anna", "A")) }
        #expect(first == [true, true, false, false])
        #expect(queue.enterAtOnce(requester("fresh 1", "A")))
        #expect(!queue.enterAtOnce(requester("fresh 2", "A")))
        #expect(queue.enterAtOnce(requester("ben", "B")))
        #expect(!queue.enterAtOnce(requester("cora", "C")), "there are four places")
        for running in 1...64 {
            let limits = FairLimits(running: running, waiting: 0)
            #expect(limits.perPerson >= 1 && limits.perNetwork >= 1)
            #expect(running == 1 || limits.perPerson < running && limits.perNetwork < running, "\(running)")
        }
    }

    @Test func `M1: a free place goes to the person with the fewest, then the network with the fewest, then the first`() {
        let queue = Line<String>(FairLimits(running: 4, waiting: 100))
        let (crowd, victim) = ((1...20).map { requester("fresh \($0)", "A") }, requester("ben", "B"))
        for person in crowd[..<3] { #expect(queue.enterAtOnce(person)) }
        #expect(queue.enterAtOnce(requester("dora", "D")))
        for person in crowd[3...] { #expect(queue.enter(person, queue.ticket(), person.person) == .waits) }
        #expect(queue.enter(crowd[0], queue.ticket(), "fresh 1 again") == .waits)
        #expect(queue.enter(victim, queue.ticket(), "ben") == .waits)
        #expect(queue.enter(victim, queue.ticket(), "ben again") == .waits)
        // Ben came last, and his network has nothing.
        #expect(queue.leave(crowd[1]) == ["ben"])
        // Of the crowd, those who run nothing go before one who does, in the order in which they came.
        #expect(queue.leave(requester("dora", "D")) == ["fresh 4"])
        #expect(queue.leave(victim) == ["ben again"])
        #expect(queue.leave(crowd[3]) == ["fresh 5"])
        #expect(queue.runningCount == 4)
    }

    @Test func `M1: all who wait come to their turn, and nothing is counted for ever`() {
        let queue = Line<Requester>(FairLimits(running: 3, waiting: 1_000))
        var running: [Requester] = []
        for number in 0..<600 {
            let one = requester("person \(number % 7)", "network \(number % 3)")
            switch queue.enter(one, queue.ticket(), one) {
            case .runs: running.append(one)
            case .waits, .isRefused: continue
            }
        }
        let waiting = queue.waitingCount
        var begun = 0
        while let one = running.popLast() {
            let next = queue.leave(one)
            begun += next.count
            running += next
        }
        #expect(begun == waiting && queue.waitingCount == 0 && queue.runningCount == 0)
    }

    @Test func `M1: one person fills a quarter of the line, and others still come in`() {
        let queue = Line<Int>(FairLimits(running: 1, waiting: 8))
        #expect(queue.enterAtOnce(requester("anna", "A")))
        let anna = (0..<4).map { _ in queue.enter(requester("anna", "A"), queue.ticket(), 0) }
        #expect(anna == [.waits, .waits, .isRefused, .isRefused])
        #expect(queue.enter(requester("ben", "B"), queue.ticket(), 0) == .waits)
        let ticket = queue.ticket()
        #expect(queue.enter(requester("ben", "B"), ticket, 7) == .waits)
        #expect(queue.withdraw(ticket, of: requester("ben", "B")) == 7)
        #expect(queue.withdraw(ticket, of: requester("ben", "B")) == nil)
        #expect(queue.waitingCount == 3)
    }

    @Test(.timeLimit(.minutes(20)))
    func `M1: while one person holds all threads they may, another's work is done`() async throws {
        let work = BlockingPool(threads: 4, waitingMax: 100)
        let door = DispatchSemaphore(value: 0)
        let held = (0..<10).map { _ in
            Task { try await work.run(for: requester("anna", "A"), orSay: .crowded) { door.wait() } }
        }
        while work.count < held.count { await Task.yield() }
        #expect(try await work.run(for: requester("ben", "B"), orSay: .crowded) { 7 } == 7)
        for _ in held { door.signal() }
        for task in held { try await task.value }
        try await work.stop()
    }

    @Test func `M1: a workspace opens while history takes all its threads`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let other = try await fixture.workspace(of: home.anna, "Other")
            let (door, history) = (DispatchSemaphore(value: 0), fixture.pool.blocking)
            let held = (0..<12).map { number in
                Task {
                    try await history.run(for: requester("person \(number)", "net \(number)"), orSay: .crowded) {
                        door.wait()
                    }
                }
            }
            while history.count < held.count { await Task.yield() }
            let answer = try await fixture.get("/v1/workspaces/\(other.text)/notes", as: home.anna.secret)
            #expect(answer.status == 200)
            #expect(history.count == held.count, "it was opened only when they were over")
            for _ in held { door.signal() }
            for task in held { try await task.value }
        }
    }

    @Test func `M6: accounts of one address have half of the seats, however many they are`() {
        let limiter = ConcurrencyLimiter(max: 64)
        let crowd = (0..<64).compactMap { limiter.enter(for: requester("fresh \($0)", "A")) }
        #expect(crowd.count == 32)
        let victim = (0..<64).compactMap { _ in limiter.enter(for: requester("ben", "B")) }
        #expect(victim.count == limiter.share)
    }

    @Test func `M5: connections leave descriptors for files, and no network has them all`() {
        let settings = ServiceConfiguration()
        let many = ConnectionLimits(settings, descriptors: 1 << 17)
        #expect(many.all == 4_096 && many.perNetwork == 512 && many.configured == nil)
        let few = ConnectionLimits(settings, descriptors: 1_024)
        #expect(few.all == 512 && few.perNetwork == 384 && few.configured == 4_096)
        #expect(ConnectionLimits(settings, descriptors: 40).all == 20)
        #expect(ConnectionLimits(settings, descriptors: 1).all == 1)
        let proxied = ConnectionLimits(settings.with(.proxies, 1), descriptors: 1 << 17)
        #expect(proxied.perNetwork == proxied.all)
    }

    private func http() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(HeadLimit(.seconds(10)))
        try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
        try pipeline.addHandler(HTTP1HeadPlacing())
        return channel
    }

    @Test func `M5: a head that comes too slowly closes its connection, however often a byte comes`() throws {
        let channel = try http()
        for letter in "GET / HTT" {
            try channel.writeInbound(ByteBuffer(string: String(letter)))
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        let closed = channel.closeFuture
        var isClosed = false
        closed.assumeIsolated().whenComplete { _ in isClosed = true }
        channel.embeddedEventLoop.run()
        #expect(!isClosed)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(isClosed)
    }

    @Test func `M5: a connection may be quiet between requests, and not within the next head`() throws {
        let channel = try http()
        var isClosed = false
        channel.closeFuture.assumeIsolated().whenComplete { _ in isClosed = true }
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(50))
        #expect(!isClosed, "an answer takes its time")
        try channel.writeOutbound(HTTPServerResponsePart.head(.init(version: .http1_1, status: .noContent)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(50))
        #expect(!isClosed, "it rests")
        try channel.writeInbound(ByteBuffer(string: "GET"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(isClosed)
    }

    @Test func `M5: accepting rests for a second when there is no descriptor`() throws {
        let channel = EmbeddedChannel(handler: AcceptPause(Logger(label: "test")))
        func isReading() -> [Bool] {
            channel.options.compactMap { ($0.1 as? Bool) }
        }
        channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
        channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
        #expect(isReading() == [false])
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(isReading() == [false])
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(isReading().last == true)
    }
}

/// Tries at passwords (M4).
@Suite("Counting passwords")
struct CountingPasswords {
    private static let now = ServiceFixture.start

    @Test func `M4: strangers of any number of addresses never use up a known device's tries`() {
        let attempts = PasswordAttempts(perMinute: 10)
        for stranger in 0..<1_000 {
            if attempts.excess(for: "anna", from: .network("\(stranger)"), at: Self.now) == nil {
                attempts.noteFailure(for: "anna", at: Self.now)
            }
        }
        #expect(attempts.excess(for: "anna", from: .known("phone", network: "home"), at: Self.now) == nil)
        // From a new network it is slower, and not refused.
        #expect(attempts.excess(for: "anna", from: .network("hotel"), at: Self.now) == nil)
        #expect(attempts.excess(for: "anna", from: .network("hotel"), at: Self.now) != nil)
        #expect(attempts.excess(for: "ben", from: .network("hotel"), at: Self.now) == nil)
    }

    @Test func `M4: a device that a stranger names from elsewhere is counted apart, and no origin tries for ever`() {
        let attempts = PasswordAttempts(perMinute: 10)
        for origin in [
            PasswordAttempts.Origin.network("A"), .known("phone", network: "A"), .known("phone", network: "home"),
        ] {
            let answers = (0..<20).map { _ in attempts.excess(for: "anna", from: origin, at: Self.now) }
            #expect(answers.count { $0 == nil } == 10, "\(origin)")
        }
    }

    @Test func `M4: whoever is signed in, or signs in on their device, is not locked out from their own address either`()
        async throws
    {
        let asking = "{\"email\":\"anna@example.org\",\"password\":\"\(ServiceFixture.password)\""
        try await ServiceFixture.open { fixture in
            #expect(try await fixture.ask(.post, "/v1/sign-up", asking + "}").status == 202)
            let anna = try await fixture.ask(.post, "/v1/sign-in", asking + "}")
            let (secret, device) = (try #require(anna.json["token"].string), try #require(anna.json["device"].string))
            for _ in 0..<12 {
                _ = try await fixture.ask(
                    .post, "/v1/sign-in", "{\"email\":\"anna@example.org\",\"password\":\"a wrong phrase\"}")
            }
            #expect(try await fixture.ask(.post, "/v1/sign-in", asking + "}").problem == "tooManyAttempts")
            let known = try await fixture.ask(.post, "/v1/sign-in", asking + ",\"device\":\"\(device)\"}")
            #expect(known.status == 200)
            let changed = try await fixture.ask(
                .put, "/v1/account/password",
                "{\"password\":\"\(ServiceFixture.password)\",\"newPassword\":\"another long phrase\"}", as: secret)
            #expect(changed.status == 204)
            let erased = try await fixture.ask(
                .post, "/v1/account/erase",
                "{\"email\":\"anna@example.org\",\"password\":\"another long phrase\"}", as: secret)
            #expect(erased.status == 204)
        }
    }

    @Test func `H7: an address makes so many accounts in a day`() async throws {
        let limits = ServiceConfiguration().with(.signUpsPerDay, 2).with(.signInsPerMinute, 100)
        try await ServiceFixture.open(limits) { fixture async throws -> Void in
            func signUp(_ name: String) async throws -> ServiceFixture.Answer {
                try await fixture.ask(
                    .post, "/v1/sign-up",
                    "{\"email\":\"\(name)@example.org\",\"password\":\"\(ServiceFixture.password)\"}")
            }
            for name in ["anna", "ben"] { #expect(try await signUp(name).status == 202) }
            #expect(try await signUp("cora").problem == "tooManySignUps")
            fixture.wait(seconds: 2 * 86_400)
            #expect(try await signUp("cora").status == 202)
        }
    }
}

/// Memory and threads of large workspaces (H7, M3).
@Suite("Weighing workspaces")
struct WeighingWorkspaces {
    private func write(_ byteCount: Int, in home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture) async throws {
        let note: NoteID = fixture.pool.runtime.mint()
        let command = NoteCommand.createNote(note, title: nil, body: String(repeating: "w", count: byteCount), in: nil)
        try await fixture.pool.using(home.id) { _ = try await $0.perform([.notes(command)], as: home.author) }
    }

    @Test func `H7: a workspace that nobody was in for minutes is closed, and not one that somebody is in`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.openMinutes, 5)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            #expect(await fixture.pool.openCount == 1)
            fixture.wait(seconds: 299)
            #expect(await fixture.pool.closeIdle() == 0)
            try await fixture.pool.using(home.id) { _ in
                fixture.wait(seconds: 1_000)
                #expect(await fixture.pool.closeIdle() == 0)
            }
            fixture.wait(seconds: 300)
            #expect(await fixture.pool.closeIdle() == 1)
            #expect(await fixture.pool.openCount == 0)
            #expect(try await fixture.get(home.path + "/notes", as: home.anna.secret).status == 200)
        }
    }

    @Test func `H7: open workspaces are bounded by the bytes of their texts, the last used stays`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.openMegabytes, 1)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            try await write(400_000, in: home, at: fixture)
            #expect(await fixture.pool.openBytes > 1_200_000)
            #expect(await fixture.pool.openCount == 1)
            let other = try await fixture.workspace(of: home.anna, "Other")
            _ = try await fixture.get("/v1/workspaces/\(other.text)/notes", as: home.anna.secret)
            #expect(await fixture.pool.openCount == 1)
            #expect(await fixture.pool.openBytes < 1 << 20)
        }
    }

    @Test func `M3: the words of a long note are counted once for each of its revisions`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let note: NoteID = fixture.pool.runtime.mint()
            func perform(_ command: NoteCommand) async throws {
                try await fixture.pool.using(home.id) {
                    _ = try await $0.perform([.notes(command)], as: home.author)
                }
            }
            func words(_ query: String = "") async throws -> Int? {
                let answer = try await fixture.get(home.path + "/notes" + query, as: home.anna.secret)
                return answer.json["notes"].list.first { $0["id"].string == note.text }?["words"].int
            }
            try await perform(
                .createNote(note, title: nil, body: String(repeating: "word ", count: 2_000), in: nil))
            let counted = fixture.pool.noteCounts
            for _ in 0..<3 { #expect(try await words("?limit=200") == 2_000) }
            #expect(counted.countings == 1)
            let run = TextRun(position: 0, deleteCount: 0, insertion: "two more ")
            try await perform(.editNote(note, TextEdit(parents: [0], runs: [run])))
            for _ in 0..<3 { #expect(try await words() == 2_002) }
            #expect(counted.countings == 2)
            // Of the past it is known already.
            let created = try await fixture.pool.using(home.id) { $0.journal.lastSequence - 1 }
            #expect(try await words("?at=\(created)") == 2_000)
            #expect(counted.countings == 2)
        }
    }

    /// The pool is full, so the reading of a large workspace waits; other requests do not.
    @Test(.timeLimit(.minutes(20)))
    func `M3: views of a large workspace are made on threads of their own, those of a small one at once`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let rendering = fixture.pool.rendering
            let door = DispatchSemaphore(value: 0)
            let held = (0..<4).map { number in
                let requester = Requester(person: "person \(number)", network: "net \(number)")
                return Task { try await rendering.run(for: requester, orSay: .crowded) { door.wait() } }
            }
            while rendering.count < 4 { await Task.yield() }
            #expect(try await fixture.get(home.path + "/notes", as: home.anna.secret).status == 200)
            try await write(WorkspaceWeights.lightBytesMax + 1, in: home, at: fixture)
            let paths = ["/notes", "/widget/top3", "/shares"].map { home.path + $0 } + ["/b/\(home.board.text)"]
            var large: [Task<Int, any Error>] = []
            for path in paths {
                large.append(Task { try await fixture.get(path, as: home.anna.secret).status })
                while rendering.count < 4 + large.count { await Task.yield() }
            }
            #expect(try await fixture.get("/healthz").status == 200)
            for _ in held { door.signal() }
            for task in held { try await task.value }
            for task in large { #expect(try await task.value == 200) }
        }
    }
}
