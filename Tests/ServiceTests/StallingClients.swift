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
        // Letters and signs: what is no text is slow to look at as such.
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
        let limits = ServiceConfiguration().with(.idleSeconds, 1).with(.downloads, 1)
        try await Premises.open(limits, in: nil, .live) { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let digest = try await ReadingFilesOverHTTP.attach(Self.large(), named: "all.bin", to: home, at: premises)
            let file = home.path + "/blobs/" + digest.text
            let port = try #require(premises.port)
            let watcher = try Self.request(home.path + "/events", as: home.anna.secret, at: port)
            #expect(await watcher.text { $0.contains("retry: 2000") }.hasPrefix("HTTP/1.1 200"))

            let path = part == "/export" ? home.path + part : file
            let stalled = try Self.request(path, as: home.anna.secret, at: port)
            #expect(await stalled.text(until: Self.hasBegun).hasPrefix("HTTP/1.1 200"))
            // It holds the only seat, and reads no more.
            let start = ContinuousClock.now
            while premises.service.downloads.enter(as: "anybody") == nil {
                try #require(ContinuousClock.now - start < .seconds(120), "the seat is never given back")
                await Task.yield()
            }
            let part = try await premises.get(file, as: home.anna.secret, headers: [.range: "bytes=0-299999"])
            #expect(part.status == 206 && part.bytes.count == 300_000)
            // What was on its way comes, and then nothing.
            #expect(await stalled.countRest() < Self.largeBytes)

            _ = try await premises.installation.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
            }
            #expect(await watcher.text { $0.contains("event: change") }.contains("event: change"))
        }
    }

    @Test func `nobody has more than their share of what is sent at once, and what is small needs none`() async throws {
        try await Premises.open(ServiceConfiguration().with(.downloads, 8), in: nil, .live) { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let digest = try await ReadingFilesOverHTTP.attach(Self.large(), named: "all.bin", to: home, at: premises)
            let path = home.path + "/blobs/" + digest.text
            let ben = try await premises.visitor("ben")
            try await premises.keeps(
                .addMember(home.id, ben.user, role: .viewer, reach: .everything), as: home.author)
            let port = try #require(premises.port)
            let stalled = try (0..<2).map { _ in try Self.request(path, as: home.anna.secret, at: port) }
            for watcher in stalled {
                #expect(await watcher.text(until: Self.hasBegun).hasPrefix("HTTP/1.1 200"))
            }
            func part(_ last: Int, _ path: String = path, as secret: String) async throws -> String {
                let answer = try await premises.get(path, as: secret, headers: [.range: "bytes=0-\(last)"])
                return "\(answer.status) \(answer.problem ?? "")"
            }
            let token = try await premises.token(of: home.anna, [.everything])
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
        try await Premises.open(ServiceConfiguration().with(.streams, 16), in: nil, .live) { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let ben = try await premises.visitor("ben")
            try await premises.keeps(
                .addMember(home.id, ben.user, role: .viewer, reach: .everything), as: home.author)
            let port = try #require(premises.port)
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

    @Test func `there are so many seats, a share of them for each, and one that is let go is free again`() {
        for (max, share) in [(1, 1), (2, 1), (3, 2), (8, 2), (16, 2), (64, 8), (2_000, 250)] {
            #expect(Seats(max: max).share == share, "\(max)")
        }
        #expect(Seats(max: 0).enter(as: "anna") == nil)
        let house = Seats(max: 3)
        var seats = [house.enter(as: "anna"), house.enter(as: "anna")]
        #expect(seats.allSatisfy { $0 != nil })
        #expect(house.enter(as: "anna") == nil)
        let ben = house.enter(as: "ben")
        #expect(ben != nil)
        #expect(house.enter(as: "cora") == nil)
        seats[0] = nil
        #expect(house.enter(as: "anna") != nil)
        seats = []
        seats = [house.enter(as: "anna"), house.enter(as: "anna")]
        #expect(seats.allSatisfy { $0 != nil })
        withExtendedLifetime(ben) {}
    }
}
