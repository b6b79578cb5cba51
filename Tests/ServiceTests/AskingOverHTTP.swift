import Capture
import Foundation
import HTTPTypes
import Intelligence
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime
@testable import Service
@testable import Studio

@Suite("Asking for suggestions, analyses and stories over HTTP")
struct AskingOverHTTP {
    private static func answer(_ home: ReadingOverHTTP.Furnished, on fixture: ServiceFixture) async throws {
        try await fixture.service.jobs.answerAll(in: .existing(home.id))
    }

    @Test(.shows("O-301", "O-302", "O-304", "O-307"))
    func `suggestions are asked for in one request, once however often, and answered behind it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (one, two, run): (ItemID, ItemID, RunID) = (
                fixture.pool.runtime.mint(), fixture.pool.runtime.mint(), fixture.pool.runtime.mint()
            )
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .capture(.captureItem(one, content: "Shopping: milk, eggs", captured: ServiceFixture.start)),
                        .capture(.captureItem(two, content: "Call mum and book a dentist", captured: ServiceFixture.start)),
                    ], as: home.author)
            }
            let body = "{\"items\":[\"\(one.text)\",\"\(two.text)\"],\"run\":\"\(run.text)\"}"
            for _ in 0..<2 {
                let answer = try await fixture.ask(.post, home.path + "/runs", body, as: home.anna.secret)
                #expect(answer.status == 202, "\(answer.text)")
                #expect(answer.json["id"].string == run.text && answer.json["status"].string == "pending")
                #expect(answer.json["provider"].string == "daybook" && answer.json["model"].string == "rules")
            }
            try await Self.answer(home, on: fixture)
            let found = try await fixture.get(home.path + "/runs/\(run.text)", as: home.anna.secret)
            #expect(found.json["status"].string == "completed")
            #expect(found.json["counted"] == .flag(false))
            #expect(found.json["suggestions"].list.compactMap { $0["title"].string } == ["Shopping"])
            #expect(found.json["questions"].list.count == 1)
            let runs = try await fixture.get(home.path + "/runs", as: home.anna.secret)
            #expect(runs.json["runs"].list.count == 1)
        }
    }

    @Test(.shows("J-307", "J-301", "J-305"))
    func `an artwork is analysed behind the request, with consent only`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let artwork: ArtworkID = fixture.pool.runtime.mint()
            let bytes = QuarteredPicture.bytes
            _ = try await fixture.pool.using(home.id) { workspace in
                let digest = try workspace.blobs.keep(bytes, for: [.workspace, .child(home.child)])
                let file = FileFacts(
                    name: Name(recorded: "a.png"), mediaType: "image/png", sizeBytes: bytes.count, digest: digest.bytes)
                let image = ImageFacts(id: fixture.pool.runtime.mint(), file: file, widthPixels: 16, heightPixels: 16)
                let today = CalendarDay(text: "2026-11-22") ?? .blank
                return try await workspace.perform(
                    [.studio(.uploadArtwork(artwork, of: home.child, NewArtwork(images: [image], uploaded: today)))],
                    as: home.author)
            }
            let path = home.path + "/artworks/\(artwork.text)/analyses"
            let refused = try await fixture.ask(.post, path, "{}", as: home.anna.secret)
            #expect(refused.status == 422 || refused.status == 409 || refused.status == 403, "\(refused.text)")
            #expect(refused.text.contains("onsent"))
            _ = try await fixture.pool.using(home.id) {
                try await $0.perform([.studio(.giveConsent(.analysis, nil))], as: home.author)
            }
            let asked = try await fixture.ask(.post, path, "{}", as: home.anna.secret)
            #expect(asked.status == 202, "\(asked.text)")
            #expect(asked.json["status"].string == "pending")
            try await Self.answer(home, on: fixture)
            let shown = try await fixture.get(home.path + "/artworks/\(artwork.text)", as: home.anna.secret)
            let analysis = shown.json["analyses"].list.first
            #expect(analysis?["status"].string == "completed", "\(shown.text)")
            #expect(analysis?["method"].string?.contains("measures") ?? false)
            let tips = try await fixture.get(home.path + "/tips", as: home.anna.secret)
            #expect((3...5).contains(tips.json.list.count))
            #expect(tips.json.list.allSatisfy { $0["resource"].string != nil })
        }
    }

    @Test(.shows("J-311")) func `a picture that nobody can decode fails with a sentence, and may be tried again`() async throws
    {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            let home = whole.home
            _ = try await fixture.pool.using(home.id) {
                try await $0.perform([.studio(.giveConsent(.analysis, nil))], as: home.author)
            }
            let artwork = whole.parameters["artwork"] ?? ""
            for attempt in 1...2 {
                let asked = try await fixture.ask(
                    .post, home.path + "/artworks/\(artwork)/analyses", "{}", as: home.anna.secret)
                #expect(asked.status == 202, "\(asked.text)")
                try await Self.answer(home, on: fixture)
                let shown = try await fixture.get(home.path + "/artworks/\(artwork)", as: home.anna.secret)
                let analysis = shown.json["analyses"].list.first
                #expect(analysis?["status"].string == "failed")
                #expect(analysis?["attempt"].int == attempt)
                #expect(analysis?["reason"].string?.contains("cannot be read here") ?? false)
            }
        }
    }

    @Test(.shows("J-311")) func `a picture that is cut off is not measured as if it were whole`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let pictures = fixture.service.pictures
            func raster(_ bytes: [UInt8]) async throws -> Raster {
                let blobs = try await fixture.pool.using(home.id) { $0.blobs }
                let digest = try blobs.keep(bytes, for: [.workspace])
                let file = FileFacts(
                    name: Name(recorded: "a.jpg"), mediaType: "image/jpeg", sizeBytes: bytes.count, digest: digest.bytes)
                let image = ArtImage(
                    facts: ImageFacts(id: fixture.pool.runtime.mint(), file: file, widthPixels: 16, heightPixels: 16),
                    rank: .middle)
                return try await pictures.raster(of: image, in: blobs)
            }
            let whole = try await pictures.make(.stripped(isPNG: false), of: QuarteredPicture.bytes)
            #expect(try await raster(whole).width == QuarteredPicture.side)
            await #expect(throws: ProviderFailure.badPicture) { _ = try await raster(Array(whole.dropLast(whole.count / 8))) }
        }
    }

    @Test(.shows("J-401", "J-412", "J-803"))
    func `a story that was asked for is told, with every artwork and every name in it`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            try await Self.answer(whole.home, on: fixture)
            let story = try await fixture.get(
                whole.home.path + "/stories/\(whole.parameters["story"] ?? "")", as: whole.home.anna.secret)
            #expect(story.text.contains("\"told\""), "\(story.text)")
            #expect(story.text.contains("Mia"))
            #expect(story.text.contains("building blocks"))
            // Who asked, and that it was answered, is on record.
            let rows = try await fixture.get(whole.home.path + "/audit?kind=story&limit=1000", as: whole.home.anna.secret)
            let kinds = rows.json.list.compactMap { $0["kind"].string }
            #expect(kinds.contains("story requested") && kinds.contains("story told"), "\(kinds)")
            #expect(rows.text.contains(whole.home.anna.user.text))
        }
    }

    /// The service counts and sets all that is allowed: see also `AllowingRuns` and `KeepingWithinQuotas`.
    @Test(.shows("O-407")) func `a client that speaks to the interface itself cannot allow itself more`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let run: RunID = fixture.pool.runtime.mint()
            var allowance = RunAllowance.paid
            allowance.monthlyMax = 1_000_000
            let request = RunRequest(
                items: [home.items[0]], provider: "local", model: "small", promptVersion: "1",
                inputDigest: [UInt8](0..<32), month: try #require(CalendarMonth(text: "2026-11")), allowance: allowance)
            let own: [WorkspaceCommand] = [
                .capture(.requestRun(run, request)), .capture(.failRun(run, reason: .timedOut, latencyMs: 1)),
            ]
            for (index, command) in own.enumerated() {
                let answer = try await fixture.ask(
                    .post, home.path + "/commands", GivingCommands.batch([command], from: index + 1), as: home.anna.secret)
                #expect(
                    answer.json["results"].list.allSatisfy { $0["problem"]["name"].string == "servicesOnly" }, "\(answer.text)")
            }
            #expect(try await fixture.get(home.path + "/runs", as: home.anna.secret).json["runs"].list.isEmpty)
            // Nor by what it writes into a question that a client may ask.
            for more in ["\"allowance\":{\"monthlyMax\":1000000}", "\"counted\":false", "\"month\":\"2020-01\""] {
                let body = "{\"items\":[\"\(home.items[0].text)\"],\"run\":\"\(run.text)\",\(more)}"
                let answer = try await fixture.ask(.post, home.path + "/runs", body, as: home.anna.secret)
                #expect((400..<500).contains(answer.status), "\(more): \(answer.text)")
            }
        }
    }

    @Test func `somebody who may not write asks nothing, and learns nothing of what is there`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let stranger = try await fixture.visitor("eve")
            for path in ["/runs", "/artworks/\(home.notes[0].text)/analyses"] {
                let denied = try await fixture.ask(.post, home.path + path, "{}", as: stranger.secret)
                #expect([403, 404].contains(denied.status), "\(denied.text)")
                #expect(try await fixture.ask(.post, home.path + path, "{}").status == 401)
            }
            let absent = try await fixture.ask(
                .post, home.path + "/artworks/\(home.notes[0].text)/analyses", "{}", as: home.anna.secret)
            #expect((400..<500).contains(absent.status), "\(absent.text)")
        }
    }

    @Test(.shows("J-013")) func `who is asked for what, and whether that leaves the service, is there to be read`() async throws
    {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let answer = try await fixture.get("/v1/providers", as: anna.secret)
            let providers = answer.json["providers"].list
            #expect(providers.compactMap { $0["does"].string } == ["organise", "analyse", "tell"])
            #expect(providers.allSatisfy { $0["remote"] == .flag(false) && $0["provider"].string == "daybook" })
        }
    }

    @Test func `what waits is answered while the service runs, and after a start what waited before`() async throws {
        try await ServiceFixture.open { fixture in
            let whole = try await WholeHome.furnish(fixture)
            let jobs = fixture.service.jobs
            let running = Task { try await jobs.run() }
            defer { running.cancel() }
            for _ in 0..<600 {
                let waiting = try await fixture.pool.using(whole.home.id) { await $0.view.waitingJobs() }
                if waiting.isEmpty { return }
                try await Task.sleep(for: .milliseconds(50))
            }
            Issue.record("seven stories are not told after thirty seconds")
        }
    }

    @Test(.shows("O-508", "O-509", "J-505"))
    func `a provider that was set up is said with what it may do with pictures, and its key is in no answer`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "providers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (key, file) = (folder.appending(path: "key").path, folder.appending(path: "providers.json").path)
        let isWritten = FileManager.default.createFile(
            atPath: key, contents: Data("sk-verysecret".utf8), attributes: [.posixPermissions: 0o600])
        #expect(isWritten)
        // Nobody listens at the port of discarded bytes.
        try Data(
            """
            {"providers":[{"name":"cloud","speaks":"openai","address":"http://127.0.0.1:9/v1","keyFile":"\(key)",
            "models":{"organise":"m","transcribe":"w"},"trains":true}]}
            """.utf8
        ).write(to: URL(filePath: file))
        try await ServiceFixture.open(ServiceConfiguration().with(.providersFile, file)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let providers = try await fixture.get("/v1/providers", as: home.anna.secret)
            let organise = try #require(providers.json["providers"].list.first { $0["does"].string == "organise" })
            #expect(
                organise["provider"].string == "cloud" && organise["remote"] == .flag(true) && organise["trains"] == .flag(true)
            )
            #expect(organise["notice"].string == "studio 2026-11 cloud")
            let analyse = try #require(providers.json["providers"].list.first { $0["does"].string == "analyse" })
            #expect(analyse["provider"].string == "daybook" && analyse["trains"] == .flag(false))
            let item: ItemID = fixture.pool.runtime.mint()
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [.capture(.captureItem(item, content: "milk, eggs", captured: ServiceFixture.start))], as: home.author)
            }
            let asked = try await fixture.ask(.post, home.path + "/runs", "{}", as: home.anna.secret)
            #expect(asked.status == 202 && asked.json["provider"].string == "cloud")
            try await Self.answer(home, on: fixture)
            let run = try await fixture.get(home.path + "/runs/\(asked.json["id"].string ?? "")", as: home.anna.secret)
            #expect(run.json["status"].string == "failed" && run.json["reason"].string == "unreachable")
            for path in ["/v1/providers", home.path + "/runs", home.path + "/audit", "/v1/openapi.json"] {
                #expect(!(try await fixture.get(path, as: home.anna.secret).text.contains("sk-verysecret")), "\(path)")
            }
            func send(_ query: String, type: String) async throws -> Int {
                let answer = try await fixture.ask(
                    .post, home.path + "/transcriptions" + query, "RIFF", as: home.anna.secret,
                    headers: [.contentType: type])
                return answer.status
            }
            #expect(try await send("?language=english", type: "audio/wav") == 400)
            #expect(try await send("?language=en", type: "text/plain") == 415)
            let unheard = try await fixture.ask(
                .post, home.path + "/transcriptions?language=en", "RIFF", as: home.anna.secret,
                headers: [.contentType: "audio/wav"])
            #expect(unheard.status == 422 && unheard.text.contains("the provider"), "\(unheard.text)")
        }
    }
}
