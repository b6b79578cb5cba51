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

@Suite("Watching over HTTP")
struct WatchingOverHTTP {
    /// - Parameter place: the last event that is known.
    private static func watch(
        _ home: ReadingOverHTTP.Furnished, _ path: String = "/events", after place: UInt64? = nil,
        at fixture: ServiceFixture
    ) throws -> Watcher {
        let wire = try Wire(port: try #require(fixture.port))
        wire.send(
            "GET \(home.path)\(path) HTTP/1.1\r\nHost: a\r\n" + (place.map { "Last-Event-ID: \($0)\r\n" } ?? "")
                + "Authorization: Bearer \(home.anna.secret)\r\n\r\n")
        return Watcher(wire)
    }

    @Test func `whoever polls is told at once of what came already, and else as soon as it comes`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let last = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let known = try await fixture.get(home.path + "/changes?after=0", as: home.anna.secret)
            #expect(known.json["last"].int == Int(last))
            #expect(known.json["areas"].list.compactMap(\.string) == ["notes", "boards", "captures", "studio"])

            async let waiting = fixture.get(home.path + "/changes?after=\(last)&seconds=60", as: home.anna.secret)
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
            }
            let news = try await waiting
            #expect(news.json["last"].int == Int(last) + 1)
            #expect(news.json["areas"].list.compactMap(\.string) == ["notes"])

            let nothing = try await fixture.get(
                home.path + "/changes?after=\(last + 1)&seconds=0", as: home.anna.secret)
            #expect(nothing.json["areas"].list.isEmpty)
            // Existing changes are told however short the wait is: even none at all is not a race with the journal.
            for _ in 0..<50 {
                let known = try await fixture.get(home.path + "/changes?after=0&seconds=0", as: home.anna.secret)
                #expect(known.json["last"].int == Int(last) + 1)
            }
            let future = try await fixture.get(home.path + "/changes?after=\(last + 5)", as: home.anna.secret)
            #expect(future.problem == "noSuchRecord")
        }
    }

    @Test func `one is told only of the areas that are one's to see`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for (name, reach, areas) in [
                ("ben", MemberReach.everything, ["notes", "studio"]),
                ("eva", .children([home.child.entity]), ["studio"]),
            ] {
                let member = try await fixture.visitor(name)
                try await fixture.keeps(
                    .addMember(home.id, member.user, role: .viewer, reach: reach), as: home.author)
                let told = try await fixture.get(home.path + "/changes?after=0", as: member.secret)
                #expect(told.json["areas"].list.compactMap(\.string) == areas)
            }
            let stranger = try await fixture.visitor("stranger")
            let answer = try await fixture.get(home.path + "/changes?after=0", as: stranger.secret)
            #expect(answer.problem == "notAMember")
        }
    }

    @Test func `whoever is removed while they wait for a change is told so, be there one or none`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let last = try await fixture.pool.using(home.id) { await $0.lastSequence }
            for (name, isChanged) in [("ben", false), ("eva", true)] {
                let member = try await fixture.visitor(name)
                try await fixture.keeps(
                    .addMember(home.id, member.user, role: .viewer, reach: .everything), as: home.author)
                let seconds = isChanged ? 60 : 5
                async let waiting = fixture.get(
                    home.path + "/changes?after=\(last)&seconds=\(seconds)", as: member.secret)
                try await StallingClients.untilBegun(at: fixture)
                try await fixture.keeps(.removeMember(home.id, member.user), as: home.author)
                if isChanged {
                    _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                        try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
                    }
                }
                let answer = try await waiting
                #expect(answer.status == 403 && answer.problem == "notAMember", "\(answer.text)")
            }
        }
    }

    @Test func `a change reaches those who watch, each once, and whoever resumes misses nothing`() async throws {
        try await ServiceFixture.open(ServiceConfiguration(), in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let start = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let watcher = try Self.watch(home, after: start, at: fixture)
            #expect(await watcher.text { $0.contains("retry: 2000") }.contains("text/event-stream"))
            var took: [Duration] = []
            for round in 1...200 {
                let begin = ContinuousClock.now
                _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                    try await $0.perform(
                        [round % 2 == 1 ? .notes(.pinNote(notes[0])) : .notes(.unpinNote(notes[0]))], as: author)
                }
                let place = "id: \(start + UInt64(round))\n"
                let heard = await watcher.text { $0.contains(place) }
                took.append(ContinuousClock.now - begin)
                try #require(heard.contains(place))
            }
            took.sort()
            print("a change is told: p50 \(took[100].microseconds) µs, p99 \(took[198].microseconds) µs")
            let again = try Self.watch(home, after: start + 190, at: fixture)
            let last = "id: \(start + 200)\n"
            let missed = await again.text { $0.contains(last) }
            #expect(
                missed.contains(
                    "id: \(start + 200)\nevent: change\ndata: {\"last\":\(start + 200),\"areas\":[\"notes\"]}"))
            #expect(!missed.contains("id: \(start + 190)\nevent"))
        }
    }

    /// Returns whether an event that begins so was heard to its end; behind that end stands that of a chunk of HTTP.
    private static func isWhole(_ beginning: String, in heard: String) -> Bool {
        guard let begin = heard.range(of: beginning) else { return false }
        return heard[begin.upperBound...].contains("\n\n")
    }

    @Test func `every record of the audit is told in order, the old ones first, and again from where one was`() async throws {
        try await ServiceFixture.open(ServiceConfiguration(), in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let start = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let known = try await fixture.get(home.path + "/audit?limit=1000", as: home.anna.secret)
            #expect(known.json.list.count == Int(start))
            let watcher = try Self.watch(home, "/audit/events?after=0", at: fixture)
            let old = await watcher.text { Self.isWhole("id: \(start)\n", in: $0) }
            let rows = old.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }
            #expect(rows.count == Int(start))
            // The same rows as a page of the audit, byte for byte.
            #expect("[" + rows.joined(separator: ",") + "]" == known.text)
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
            }
            let new = "id: \(start + 1)\nevent: record\ndata: {\"seq\":\(start + 1),"
            #expect(await watcher.text { Self.isWhole(new, in: $0) }.contains("\"kind\":\"note pinned\""))
            let again = try Self.watch(home, "/audit/events", after: start, at: fixture)
            let missed = await again.text { $0.contains(new) }
            #expect(missed.contains(new) && !missed.contains("id: \(start)\nevent"))
        }
    }

    @Test func `the records of an audit are told to those alone who may read everything`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let member = try await fixture.visitor("eva")
            try await fixture.keeps(
                .addMember(home.id, member.user, role: .viewer, reach: .children([home.child.entity])), as: home.author)
            let answer = try await fixture.get(home.path + "/audit/events", as: member.secret)
            #expect(answer.status == 403)
        }
    }

    @Test func `whoever is cut off before the first change knows from where to resume, and misses nothing`()
        async throws
    {
        try await ServiceFixture.open(ServiceConfiguration(), in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let start = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let beginning = "retry: 2000\nid: \(start)\n\n"
            let watcher = try Self.watch(home, at: fixture)
            #expect(await watcher.text { $0.contains(beginning) }.contains(beginning))
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
            }
            let told = "id: \(start + 1)\nevent: change\n"
            let again = try Self.watch(home, after: start, at: fixture)
            #expect(await again.text { $0.contains(told) }.contains(told))
        }
    }

    @Test func `whoever resumes from what is no place is told so, and does not begin from now`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let name = try #require(HTTPField.Name("Last-Event-ID"))
            for place in ["yesterday", "-1", "1.5", "99999999999999999999"] {
                let answer = try await fixture.get(
                    home.path + "/events", as: home.anna.secret, headers: [name: place])
                #expect(answer.status == 400 && answer.problem == "badLastEventID", "\(place)")
                #expect(answer.json["field"].string == "Last-Event-ID")
            }
            let future = try await fixture.get(
                home.path + "/events", as: home.anna.secret, headers: [name: "4711"])
            #expect(future.problem == "noSuchRecord")
        }
    }

    @Test func `a change is an event with the sequence number to resume from`() {
        let change = Changes(last: 17, areas: ["notes", "boards"])
        #expect(change.event == "id: 17\nevent: change\ndata: {\"last\":17,\"areas\":[\"notes\",\"boards\"]}\n\n")
        #expect(Changes(last: 18, areas: []).event == "id: 18\n\n")
    }
}
