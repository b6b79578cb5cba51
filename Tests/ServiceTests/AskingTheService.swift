import Capture
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Asking the service")
struct AskingTheService {
    @Test func `it says whether it lives and whether it is ready`() async throws {
        try await ServiceFixture.open { fixture in
            #expect(try await fixture.get("/healthz").text == "ok\n")
            var ready = try await fixture.get("/readyz")
            // The accounts are being checked behind the requests.
            while ready.status != 200 {
                await Task.yield()
                ready = try await fixture.get("/readyz")
            }
            #expect(ready.json["ready"] == .flag(true))
            #expect(ready.json["sound"].int == 1)
        }
    }

    @Test func `it is not ready once something that was opened is not what was written`() async throws {
        try await ServiceFixture.open { fixture in
            fixture.pool.integrity.finds(.damaged, of: .workspace(.zero))
            let ready = try await fixture.get("/readyz")
            #expect(ready.status == 503)
            #expect(ready.problem == "damaged")
        }
    }

    @Test func `a workspace opens while the checks of others take as long as they like`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let other = try await fixture.workspace(of: home.anna, "Other")
            let door = DispatchSemaphore(value: 0)
            let checks = fixture.pool.checks
            let held = (0..<8).map { _ in Task { try await checks.run(orSay: .stopping) { door.wait() } } }
            while checks.count < held.count { await Task.yield() }
            let watchdog = Task {
                try await Task.sleep(for: .seconds(60))
                for _ in held { door.signal() }
            }
            let answer = try await fixture.get("/v1/workspaces/\(other.text)/notes", as: home.anna.secret)
            #expect(answer.status == 200)
            #expect(checks.count > held.count, "it was opened only when the checks were over")
            #expect(fixture.pool.integrity.counts.checking > 0)
            watchdog.cancel()
            // All of them first: a signal wakes any of those that wait, and not the one whose end is awaited.
            for _ in held { door.signal() }
            for task in held { try await task.value }
        }
    }

    @Test func `what is damaged counts once, what was closed meanwhile is as before, and what is mended is sound`() {
        let integrity = IntegrityStatus()
        let home = IntegrityStatus.Subject.workspace(.zero)
        integrity.begins()
        #expect(integrity.counts == .init(checking: 1))
        #expect(integrity.ends(.damaged, of: home))
        for _ in 0..<3 { #expect(!integrity.finds(.damaged, of: home)) }
        integrity.begins()
        #expect(!integrity.ends(.unknown, of: home))
        #expect(integrity.counts == .init(damaged: 1))
        #expect(integrity.finds(.sound, of: home) && integrity.finds(.sound, of: .accounts))
        #expect(integrity.counts == .init(sound: 2, areAccountsSound: true))
        // A check that comes late says nothing of what was erased.
        integrity.forgets(home)
        #expect(!integrity.finds(.damaged, of: home))
        #expect(integrity.counts == .init(sound: 1, areAccountsSound: true))
    }

    @Test func `requests are counted by route, method and status, for the machine itself and its secret only`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.metricsToken, "count-me")) { fixture in
            for _ in 0..<3 { _ = try await fixture.get("/v1/account") }
            _ = try await fixture.get("/made-up/4711")
            // L9: a proxy in TCP mode comes from the machine itself, too.
            for secret in [nil, "count-me-not"] {
                #expect(try await fixture.get("/metrics", as: secret).problem == "keepersOnly")
            }
            let metrics = try await fixture.get("/metrics", as: "count-me")
            #expect(metrics.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let labels = #"{method="GET",route="/v1/account",status="401"}"#
            #expect(metrics.text.contains("# TYPE daybook_request_seconds histogram\n"))
            #expect(metrics.text.contains("daybook_request_seconds_count\(labels) 3\n"))
            #expect(metrics.text.contains("daybook_open_workspaces 0\n"))
            #expect(!metrics.text.contains("4711"))
            // Of the process, the disk and what it promised: figures that can be, each with its words.
            func figure(_ name: String, _ text: String) -> Double? {
                text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
            }
            for (name, least) in [
                ("process_resident_memory_bytes", 1e6), ("process_open_fds", 3), ("process_cpu_seconds_total", 0.001),
                ("process_start_time_seconds", 1.7e9), ("daybook_disk_free_bytes", 1), ("daybook_disk_size_bytes", 1e6),
                ("daybook_sync_seconds_count", 1), ("daybook_sync_seconds_sum", 1e-9),
            ] { #expect(figure(name, metrics.text) ?? 0 >= least, "\(name)") }
            for line in metrics.text.split(separator: "\n") where line.hasPrefix("# TYPE ") {
                let name = line.split(separator: " ")[2]
                #expect(metrics.text.contains("# HELP \(name) "), "\(name)")
            }
            #expect(figure("daybook_backup_age_seconds", metrics.text) == nil)
            let made = fixture.pool.runtime.now().microseconds - 90_000_000
            try fixture.pool.directory.noteBackup(BackupManifest(made: Instant(microseconds: made)))
            let later = try await fixture.get("/metrics", as: "count-me").text
            let age = try #require(figure("daybook_backup_age_seconds", later))
            #expect((90..<3_690).contains(age), "\(age)")
            for header in ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"] {
                let name = try #require(HTTPField.Name(header))
                let outside = try await fixture.get("/metrics", as: "count-me", headers: [name: "10.0.0.1"])
                #expect(outside.status == 403 && outside.problem == "keepersOnly", "\(header)")
            }
        }
    }

    @Test func `where proxies stand in front, what they hand on is not the machine's own, and what it asks past them is`()
        async throws
    {
        try await ServiceFixture.open(ServiceConfiguration().with(.proxies, 1).with(.metricsToken, "count-me")) { fixture in
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            let answer = try await fixture.get("/metrics", as: "count-me", headers: [forwarded: "127.0.0.1"])
            #expect(answer.status == 403 && answer.problem == "keepersOnly")
            #expect(try await fixture.get("/metrics", as: "count-me").status == 200)
        }
    }

    @Test func `what was counted is told as Prometheus reads it`() {
        let metrics = PrometheusMetrics()
        metrics.makeCounter(label: "a.count", dimensions: [("kind", "say \"x\"\n")]).increment(by: 2)
        metrics.makeCounter(label: "a.count", dimensions: [("kind", "say \"x\"\n")]).increment(by: 1)
        metrics.makeMeter(label: "level", dimensions: []).set(1.5)
        let timer = metrics.makeTimer(label: "took", dimensions: [])
        timer.recordNanoseconds(2_000_000)
        timer.recordNanoseconds(20_000_000_000)
        let lines = metrics.exposition.split(separator: "\n").map(String.init)
        #expect(
            lines[0...3] == [
                "# TYPE a_count counter", #"a_count{kind="say \"x\"\n"} 3"#, "# TYPE level gauge", "level 1.5",
            ])
        #expect(lines.contains("took_bucket{le=\"0.001\"} 0"))
        #expect(lines.contains("took_bucket{le=\"0.0025\"} 1"))
        #expect(lines.contains("took_bucket{le=\"+Inf\"} 2"))
        #expect(lines.suffix(2) == ["took_sum 20.002", "took_count 2"])
    }

    @Test func `every answer keeps a browser from what it should not do`() async throws {
        try await ServiceFixture.open { fixture in
            for path in ["/healthz", "/v1/account", "/nothing/here"] {
                let answer = try await fixture.get(path)
                for (name, value) in RequestMiddleware.securityHeaders { #expect(answer.headers[name] == value) }
                #expect(answer.headers[.strictTransportSecurity] == nil)
            }
            #expect(RequestMiddleware.securityHeaders.count == 8)
        }
    }

    @Test func `what is nowhere, and what is asked the wrong way, is a problem document`() async throws {
        try await ServiceFixture.open { fixture in
            let nowhere = try await fixture.get("/v1/nothing")
            #expect(nowhere.status == 404)
            #expect(nowhere.problem == "noSuchAddress")
            #expect(nowhere.json.keys == ["type", "title", "status", "detail", "name", "instance"])
            #expect(nowhere.json["type"].string == "urn:daybook:problem:noSuchAddress")
            #expect(nowhere.json["title"].string == "no such address")
            let wrong = try await fixture.ask(.delete, "/v1/sign-in")
            #expect(wrong.status == 405)
            #expect(wrong.headers[.allow] == "POST")
            let head = try await fixture.ask(.head, "/healthz")
            #expect(head.status == 200)
            #expect(head.text.isEmpty)
        }
    }

    @Test func `a body that is none, too large, too deep, or of another type is refused by name`() async throws {
        let configuration = ServiceConfiguration().with(.bodyBytes, 1_024).with(.signInsPerMinute, 1_000)
        try await ServiceFixture.open(configuration) { fixture in
            let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
            let large = "{\"email\":\"\(String(repeating: "a", count: 2_000))\"}"
            let good = "{\"email\":\"a@b\",\"password\":\"x\"}"
            for (body, type, expected) in [
                ("", "application/json", "400 badJSON"), ("{", "application/json", "400 badJSON"),
                ("{\"email\":", "application/json", "400 badJSON"), ("\u{0}", "application/json", "400 badJSON"),
                (deep, "application/json", "400 badJSON"), ("[]", "application/json", "422 badBody"),
                ("{}", "application/json", "422 missingField"),
                ("{\"email\":1,\"password\":\"x\"}", "application/json", "422 badField"),
                ("{\"email\":1e999,\"password\":\"x\"}", "application/json", nil),
                ("{\"email\":\"a@b\",\"password\":\"x\",\"cookie\":\"yes\"}", "application/json", "422 badField"),
                ("{}", "text/plain", "415 notJSON"), ("{}", ";", "415 notJSON"),
                (large, "application/json", "413 bodyTooLarge"),
                (good, "application/JSON; charset=utf-8", "401 wrongCredentials"),
            ] as [(String, String, String?)] {
                let answer = try await fixture.ask(.post, "/v1/sign-in", body, headers: [.contentType: type])
                if let expected {
                    #expect("\(answer.status) \(answer.problem ?? "")" == expected, "\(body.prefix(80))")
                } else {
                    #expect((400..<500).contains(answer.status), "\(body.prefix(80))")
                }
                let detail = answer.json["detail"].string ?? ""
                #expect(detail.contains(Setting.bodyBytes.key) == (answer.status == 413), "\(body.prefix(80)): \(detail)")
            }
        }
    }

    @Test func `a body of JSON is read as strictly on every route as commands are, and holds no more than anybody has to say`()
        async throws
    {
        func refusal(of bytes: [UInt8]) -> String? {
            do throws(ProblemDocument) {
                _ = try JSONValue(parsing: bytes)
                return nil
            } catch { return "\(error.status.code) \(error.name) \(error.field ?? "")" }
        }
        @Sendable func list(_ count: Int) -> String { "[\(Array(repeating: "[]", count: count).joined(separator: ","))]" }
        func object(_ count: Int) -> String { "{\((0..<count).map { "\"\($0)\":0" }.joined(separator: ","))}" }
        for (text, expected) in [
            ("{\"email\":1}", nil), (" [1,-0,2.5e3,null] ", nil), ("{\"email\":1,}", "400 badJSON "),
            ("[1,]", "400 badJSON "), ("\u{FEFF}{}", "400 badJSON "), ("{}x", "400 badJSON "), ("01", "400 badJSON "),
            ("{\"email\":1,\"em\\u0061il\":2}", "422 badField email"),
            // Of other bytes, and the same name.
            ("{\"\u{E9}\":1,\"e\u{301}\":2}", "422 badField e\u{301}"),
            (list(4_095), nil), (list(4_096), "413 bodyTooLarge "), (object(256), nil), (object(257), "422 badField "),
        ] as [(String, String?)] {
            #expect(refusal(of: Array(text.utf8)) == expected, "\(text.prefix(80))")
        }
        #expect(refusal(of: "{}".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }) == "400 badJSON ")
        #expect(try JSONValue(parsing: Array("[1,-0,1.0]".utf8)) == .list([.number(1), .number(0), .fraction(1)]))
        try await ServiceFixture.open { fixture in
            let answer = try await fixture.ask(.post, "/v1/sign-in", "{\"email\":\(list(300_000))}")
            #expect(answer.status == 413 && answer.problem == "bodyTooLarge")
        }
    }

    @Test func `a query with unknown, doubled or unreadable parameters is refused by name`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let home = try await fixture.workspace(of: anna)
            let path = "/v1/workspaces/\(home.text)/notes"
            for (query, problem) in [
                ("?page=2", "unknownParameter"), ("?limit=0", "badParameter"), ("?limit=many", "badParameter"),
                ("?limit=1&limit=2", "badParameter"), ("?%6cimit=0", "badParameter"), ("?at=someday", "badParameter"),
                ("?after=x", "badParameter"),
            ] {
                let answer = try await fixture.get(path + query, as: anna.secret)
                #expect(answer.status == 400, "\(query)")
                #expect(answer.problem == problem, "\(query)")
            }
            let odd = try await fixture.get("/v1/workspaces/none/notes", as: anna.secret)
            #expect(odd.problem == "badParameter")
        }
    }

    @Test func `a plus sign in a query is a space unless it is encoded, and names may be encoded, too`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for (query, found) in [
                ("q=roses+3", 1), ("q=roses%203", 1), ("q=%22roses+3%22", 1), ("q=roses%2B3", 0), ("%71=roses+3", 1),
                ("q=roses&limi%74=2", 5),
            ] {
                let answer = try await fixture.get(home.path + "/search?" + query, as: home.anna.secret)
                #expect(answer.json["found"].int == found, "\(query)")
            }
            let first = try await fixture.get(home.path + "/notes?limit=2", as: home.anna.secret)
            let link = try #require(Call.linkHeader.flatMap { first.headers[$0] })
            let next = String(link.dropFirst().prefix { $0 != ">" }).replacing("after=", with: "%61fter=")
            let second = try await fixture.get(next, as: home.anna.secret)
            #expect(second.json["notes"].list.count == 2)
            let third = try #require(Call.linkHeader.flatMap { second.headers[$0] })
            #expect(!third.contains("%61fter="), "the next page is told by one cursor")
        }
    }

    @Test func `whoever asks too often is told when to come back, and what asks for life never is`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.requestsPerMinute, 5)) { fixture in
            for _ in 0..<5 { #expect(try await fixture.get("/v1/account").status == 401) }
            let answer = try await fixture.get("/v1/account")
            #expect(answer.status == 429)
            #expect(answer.problem == "tooManyRequests")
            #expect(answer.headers[.retryAfter] == "72")
            #expect(try await fixture.get("/healthz").status == 200)
            fixture.wait(seconds: 90)
            #expect(try await fixture.get("/v1/account").status == 401)
        }
    }

    @Test func `whoever has a whole network of addresses asks as one`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.requestsPerMinute, 2).with(.proxies, 1)) { fixture in
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            var statuses: [Int] = []
            for address in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:db8:1:2::3", "2001:db8:1:3::1"] {
                statuses.append(try await fixture.get("/v1/account", headers: [forwarded: address]).status)
            }
            #expect(statuses == [401, 401, 429, 401])
        }
        for (address, asker) in [
            ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("::1", "::/64"),
            // What comes from the fourth version counts as it does there.
            ("::ffff:192.0.2.1", "192.0.2.1"), ("64:ff9b::c000:201", "192.0.2.1"),
        ] {
            #expect(NumericAddress(address)?.asker == asker)
        }
        for text in ["", "unknown", "192.0.2", "::1%lo", "[::1]", "a:b"] { #expect(NumericAddress(text) == nil) }
    }

    @Test func `whoever comes from one port after the other asks as one`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.requestsPerMinute, 2).with(.proxies, 1)) { fixture in
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            for addresses in [
                ["192.0.2.1:1234", "192.0.2.1", "192.0.2.1:5678 "],
                ["[2001:db8:1:2::1]:44", "[2001:db8:1:2::1]", "2001:db8:1:2::1"],
            ] {
                var statuses: [Int] = []
                for address in addresses {
                    statuses.append(try await fixture.get("/v1/account", headers: [forwarded: address]).status)
                }
                #expect(statuses == [401, 401, 429], "\(addresses)")
            }
        }
        for (text, asker) in [
            ("192.0.2.1:80", "192.0.2.1"), ("192.0.2.1", "192.0.2.1"), ("[2001:db8:1:2::1]:80", "2001:db8:1:2::/64"),
            ("[::ffff:192.0.2.1]:80", "192.0.2.1"), ("2001:db8:1:2::80", "2001:db8:1:2::/64"),
        ] { #expect(NumericAddress(seen: text)?.asker == asker, "\(text)") }
        for text in ["", ":", ":80", "[", "[]", "[]:80", "unknown:80", "a:b"] { #expect(NumericAddress(seen: text) == nil) }
    }

    @Test func `a rate is a sliding minute`() {
        let limit = RateLimit(perMinute: 10)
        func ask(_ second: Int64, _ asker: String = "a") -> Int? {
            limit.excess(of: asker, at: Instant(microseconds: second * 1_000_000))
        }
        for _ in 0..<10 { #expect(ask(0) == nil) }
        #expect(ask(30) == 36)
        #expect(ask(30, "b") == nil)
        // Half of the minute before still counts.
        #expect((0..<10).count { _ in ask(90) == nil } == 5)
        #expect((0..<20).count { _ in ask(300) == nil } == 10)
    }

    @Test(arguments: Seed.hundred) func `who comes back after the seconds that it says is let in, and a second before is not`(
        seed: Seed
    ) {
        var chance = seed.chance
        let limit = chance.once(in: 2) ? RateLimit(perMinute: 1 + chance.below(12)) : RateLimit(perDay: 1 + chance.below(5))
        var now = Int64(chance.below(1_000_000_000))
        for _ in 0..<60 {
            now += Int64(chance.below(chance.once(in: 4) ? 40_000_000_000 : 9_000_000))
            guard let seconds = limit.excess(of: "a", at: Instant(microseconds: now)) else { continue }
            #expect(seconds > 0)
            let back = now + Int64(seconds) * 1_000_000
            // Its part of a second was rounded up.
            if seconds > 1 { #expect(limit.wait(of: "a", at: Instant(microseconds: back - 1_000_001)) != nil) }
            #expect(limit.wait(of: "a", at: Instant(microseconds: back)) == nil)
            now = back
        }
    }

    @Test func `W2: what becomes of captures that wait is logged, without their words`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-service-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let home = try await ServiceFixture.open(in: root) { try await ReadingOverHTTP.furnish($0) }
        let waiting = PendingCaptures(of: try DataDirectory(path: root).workspace(named: home.id.text))
        func keep(_ commands: [CaptureCommand], _ number: UInt64) throws {
            let item = ItemID(hi: 9, lo: number)
            try waiting.keep(.init(commands.map { .capture($0) }, of: item.entity, by: home.author))
        }
        try keep([.captureItem(ItemID(hi: 9, lo: 1), content: "Marigolds", captured: .epoch)], 1)
        try keep([.captureItem(ItemID(hi: 9, lo: 2), content: "", captured: .epoch)], 2)
        try await ServiceFixture.open(in: root) { fixture in
            _ = try await fixture.pool.using(home.id) { $0.journal.lastSequence }
            let text = fixture.logged.joined(separator: "\n")
            #expect(text.contains("captures that waited are in the workspace now: 1"))
            #expect(text.contains("a capture that waits is not taken in: ") && text.contains("/captures.pending/"))
            #expect(!text.contains("Marigolds"))
        }
        #expect(try waiting.names().count == 1)
    }

    @Test(.shows("O-507")) func `no log line holds what people wrote, an address or a secret`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let home = try await fixture.workspace(of: anna, "Secret garden")
            _ = try await fixture.get("/v1/workspaces/\(home.text)/search?q=roses", as: anna.secret)
            _ = try await fixture.ask(
                .post, "/v1/sign-in", "{\"email\":\"anna@example.org\",\"password\":\"tulips\"}")
            // What is taken, what is refused, and what cannot even be read.
            for body in [
                "{\"commands\":[{\"sequence\":1,\"command\":{\"type\":\"notes.createNote\",\"note\":"
                    + "\"01a1b2c3-0000-7000-8000-000000000001\",\"title\":\"Peonies\",\"body\":\"Divide the peonies\"}}]}",
                "{\"commands\":[{\"sequence\":2,\"command\":{\"type\":\"notes.retitleNote\",\"note\":"
                    + "\"01a1b2c3-0000-7000-8000-000000000002\",\"title\":\"Dahlias\"}}]}",
                "{\"commands\": dahlias",
            ] {
                _ = try await fixture.ask(.post, "/v1/workspaces/\(home.text)/commands", body, as: anna.secret)
            }
            _ = try await fixture.ask(
                .post, "/v1/workspaces/\(home.text)/imports?name=Crocus.csv", "crocus", as: anna.secret,
                headers: [.contentType: "text/csv"])
            let text = fixture.logged.joined(separator: "\n")
            #expect(text.contains("\"route\":\"/v1/workspaces/{workspace}/search\""))
            #expect(text.contains("\"route\":\"/v1/workspaces/{workspace}/commands\""))
            for word in [
                "roses", "tulips", "garden", "Peonies", "peonies", "ahlias", "rocus", "example.org", anna.secret, home.text,
            ] {
                #expect(!text.contains(word), "\(word)")
            }
            for line in fixture.logged {
                // With its day: logs outlive it.
                let time = try #require(JSONValue(parsing: Array(line.utf8))["time"].string)
                #expect(Instant(text: time) != nil, "\(time)")
            }
        }
    }
}
