import Accounts
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Publishing
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Making files behind requests")
struct MakingFilesBehindRequests {
    /// Where the files of a home wait.
    private static func kept(_ home: ReadingOverHTTP.Furnished, _ fixture: ServiceFixture) throws -> [String] {
        let root = try fixture.directory.workspace(named: home.id.text).exports
        return (FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []).sorted()
    }

    @Test(.shows("J-402"), arguments: [false, true])
    func `a file is kept for a day, goes with its order, and is handed out in parts`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let order = "{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"format\":\"epub\"}"
            let (facts, bytes) = try await family.file(order)
            let id = try #require(facts["export"].string)
            let file = family.path + "/\(id)/file"
            let part = try await fixture.get(file, as: family.home.anna.secret, headers: [.range: "bytes=30-37"])
            #expect(part.status == 206 && part.text == "mimetype")
            let whole = try await fixture.get(file, as: family.home.anna.secret)
            #expect(whole.headers[.contentDisposition]?.hasPrefix("attachment; filename*=UTF-8''The%20whale") == true)
            let names = try Self.kept(family.home, fixture)
            #expect(names.count == 1 && names[0].hasPrefix(id + "."))
            let place = try fixture.directory.workspace(named: family.home.id.text).exports + "/" + names[0]
            let onDisk = try Data(contentsOf: URL(filePath: place))
            #expect((onDisk.range(of: Data("mimetypeapplication".utf8)) == nil) == isEncrypted)
            #expect(DataFileKind.kind(of: "workspaces/home/exports/" + names[0])?.erasure == .withAny)

            // A person who fetched it says so, or lets the day pass.
            #expect(try await fixture.ask(.delete, family.path + "/" + id, as: family.home.anna.secret).status == 204)
            #expect(try await fixture.get(file, as: family.home.anna.secret).problem == "noSuchExport")
            #expect(try Self.kept(family.home, fixture) == [])
            let (second, again) = try await family.file(order)
            #expect(again == bytes && second["export"].string != id)
            fixture.wait(seconds: ExportService.keptHours * 3_600 - 1)
            #expect(
                try await fixture.get(family.path + "/\(second["export"].string ?? "")", as: family.home.anna.secret).status
                    == 200)
            fixture.wait(seconds: 2)
            #expect(
                try await fixture.get(family.path + "/\(second["export"].string ?? "")", as: family.home.anna.secret).problem
                    == "noSuchExport")
            try await fixture.service.exports.sweep()
            #expect(try Self.kept(family.home, fixture) == [])
        }
    }

    @Test func `a file that was ready is handed out after the next start, and halves are gone`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-exports-\(UUID().uuidString)"
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: root) } }
        let (path, secret, bytes, facts, place) = try await ServiceFixture.open(in: root) { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (facts, bytes) = try await family.file("{\"kind\":\"note\",\"thing\":\"\(family.note.text)\"}")
            let place = try fixture.directory.workspace(named: family.home.id.text).exports
            // As a process leaves it that is killed while it writes.
            try Data("half".utf8).write(to: URL(filePath: place + "/0190163d-8694-739b-aea5-966c26f8ad90.1795000000.tmp"))
            return (family.path + "/\(facts["export"].string ?? "")", family.home.anna.secret, bytes, facts, place)
        }
        try await ServiceFixture.open(in: root) { fixture in
            try await fixture.service.exports.sweep()
            #expect(try FileManager.default.contentsOfDirectory(atPath: place).allSatisfy { !$0.hasSuffix(".tmp") })
            #expect(try await fixture.get(path, as: secret).json == facts)
            #expect(try await fixture.get(path + "/file", as: secret).bytes == bytes)
        }
    }

    @Test func `nobody but who asked for a file hears of it, and only as long as they may read what is in it`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let ben = try await fixture.visitor("ben")
            let order = "{\"kind\":\"progress\",\"thing\":\"\(family.home.child.text)\"}"
            #expect(try await fixture.ask(.post, family.path, order, as: ben.secret).problem == "notAMember")
            let (facts, _) = try await family.file(order)
            let path = family.path + "/" + (facts["export"].string ?? "")
            for place in [path, path + "/file"] {
                #expect(try await fixture.get(place, as: ben.secret).status == 403)
                #expect(try await fixture.get(place).status == 401)
            }
        }
    }

    @Test func `those who may see a timeline may take it away, and nobody else`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 1_000)) { fixture in
            let roles = try await WhoMayDoWhat().furnish(fixture)
            let path = "/v1/workspaces/\(roles.home.text)"
            var answers: Set<Int> = []
            for (name, secret) in roles.askers where name != WhoMayDoWhat.Roles.guest {
                for child in [nil, roles.child] {
                    let thing = child.map { ",\"thing\":\"\($0.text)\"" } ?? ""
                    let query = child.map { "?child=\($0.text)" } ?? ""
                    let answer = try await fixture.ask(.post, path + "/exports", "{\"kind\":\"timeline\"\(thing)}", as: secret)
                    let seen = try await fixture.get(path + "/timeline" + query, as: secret)
                    answers.insert(answer.status)
                    // A member of some children sees their part of the family's timeline, and takes away one child's at a time.
                    let isPart = child == nil && name.hasSuffix("OfAda")
                    let expected = isPart ? 403 : seen.status == 200 ? 202 : seen.status
                    #expect(answer.status == expected, "\(name): \(answer.text)")
                    guard answer.status == 202, let address = answer.headers[.location] else { continue }
                    let id = try #require(address.split(separator: "/").last.flatMap { EntityID(text: String($0)) })
                    while let job = fixture.service.exports.job(id), !job.state.isOver { await Task.yield() }
                }
            }
            #expect(answers == [202, 401, 403])
        }
    }

    @Test func `a person has three files made at once, and one that is cancelled leaves nothing`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            // A program that never ends in the place of the one that sets pages.
            let script = FileManager.default.temporaryDirectory.appending(path: "daybook-sleeps-\(UUID().uuidString)")
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: script) } }
            try Data("#!/bin/sh\nexec sleep 1000\n".utf8).write(to: script)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
            var programs = ExportPrograms()
            programs.typeset = script.path
            let slow = ExportService(
                fixture.pool, renderer: ExportRenderer(.usual, programs: programs), logger: fixture.service.logger)
            let order = try ExportOrder(.story(family.story), as: .pdf)
            let area = ExportJob.Area(isNotes: false)
            func begin() throws -> ExportJob {
                try slow.begin(
                    order, of: area, in: family.home.id, for: family.home.anna.user, .service, today: TakenAwayHome.today)
            }
            let jobs = try (0..<ExportService.openMax).map { _ in try begin() }
            do {
                _ = try begin()
                Issue.record("a fourth was taken in")
            } catch let problem as ProblemDocument {
                #expect(problem.status == .tooManyRequests && problem.retryAfter == 10)
            }
            // Until two of them wait for the program that never ends.
            while !jobs.contains(where: { slow.job($0.id)?.state == .running(done: 2, all: 3) }) { await Task.yield() }
            // What a killed process left goes meanwhile, and no half of one that is being made.
            let place = try fixture.directory.workspace(named: family.home.id.text).exports
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            let halves = [jobs[0].id.text, "0190163d-8694-739b-aea5-966c26f8ad90"].map { $0 + ".1795000000.tmp" }
            for half in halves { try Data("half".utf8).write(to: URL(filePath: place + "/" + half)) }
            try await slow.sweep()
            #expect(try Self.kept(family.home, fixture) == [halves[0]])
            try FileManager.default.removeItem(atPath: place + "/" + halves[0])
            // One that waits for its turn ends at once, and the others go on.
            let waiting = try #require(jobs.first { slow.job($0.id)?.state == .waiting })
            try await slow.cancel(waiting.id, in: family.home.id)
            #expect(jobs.count { slow.job($0.id)?.state == .running(done: 2, all: 3) } >= 1)
            for job in jobs where job.id != waiting.id { try await slow.cancel(job.id, in: family.home.id) }
            #expect(try Self.kept(family.home, fixture) == [])
            #expect(jobs.allSatisfy { slow.job($0.id) == nil })
            _ = try begin()
            try await slow.stop()
            #expect(try Self.kept(family.home, fixture) == [])
        }
    }

    @Test func `files that are ready count against the founder's room, and of more than ten the oldest goes`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.storageMegabytes, 1)) { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let order = "{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"format\":\"epub\"}"
            var made: [String] = []
            for _ in 0...ExportService.readyMax {
                let (facts, _) = try await family.file(order)
                made.append(try #require(facts["export"].string))
                fixture.wait(seconds: 1)
            }
            for _ in 0..<1_000 where try Self.kept(family.home, fixture).count > ExportService.readyMax {
                try await Task.sleep(for: .milliseconds(10))
            }
            let kept = try Self.kept(family.home, fixture).compactMap { $0.split(separator: ".").first.map(String.init) }
            #expect(Set(kept) == Set(made.dropFirst()))
            // Where no room is left, no more is made.
            let place = try fixture.directory.workspace(named: family.home.id.text).exports
            try Data(count: 2 << 20).write(to: URL(filePath: place + "/large"))
            fixture.wait(seconds: 3_601)
            let answer = try await fixture.ask(.post, family.path, order, as: family.home.anna.secret)
            #expect(answer.status == 413 && answer.problem == "overQuota", "\(answer.text)")
        }
    }
}
