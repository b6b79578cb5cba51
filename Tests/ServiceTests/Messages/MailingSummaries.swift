import Accounts
import Capture
import Foundation
import Glibc
import HTTPTypes
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// The weekly summary on its way to a mail server that is real, if small.
@Suite("Mailing summaries")
struct MailingSummaries {
    /// Sunday, 22 November, 8:00: the summary of the week before is due on the 23rd.
    private static let day: Int64 = 86_400
    private static let wednesday = CalendarDay(text: "2026-11-18") ?? CalendarDay(daysSinceEpoch: 0)

    private static func configuration(_ sink: MailSink) -> ServiceConfiguration {
        ServiceConfiguration().with(.mailServer, sink.address).with(.mailFrom, "daybook@example.org")
            .with(.mailLink, "https://daybook.example.org")
    }

    private struct StudioModel: Sendable {
        let anna: Visitor
        let home: WorkspaceID
        let ada: ChildID
        let bo: ChildID
    }

    /// Anna, whose children made two pictures and one on a Wednesday.
    private static func family(
        _ fixture: ServiceFixture, ada: String = "Ada", on day: CalendarDay = wednesday
    ) async throws -> StudioModel {
        let runtime = fixture.pool.runtime
        let anna = try await fixture.visitor("anna")
        let family = StudioModel(
            anna: anna, home: try await fixture.workspace(of: anna), ada: runtime.mint(), bo: runtime.mint())
        var commands: [WorkspaceCommand] = []
        for (child, name) in [(family.ada, ada), (family.bo, "Bo")] {
            commands.append(
                .studio(
                    .addChild(child, name: Name(recorded: name), birth: nil, age: 5, avatar: .none, today: day)))
        }
        for (index, child) in [family.ada, family.ada, family.bo].enumerated() {
            let file = FileFacts(
                name: Name(recorded: "scan.jpg"), mediaType: "image/jpeg", sizeBytes: 9,
                digest: [UInt8](repeating: UInt8(index), count: FileFacts.digestBytes))
            let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 40, heightPixels: 30)
            let new = NewArtwork(images: [image], uploaded: day, caption: Name(recorded: "Drawing \(index)"))
            commands.append(.studio(.uploadArtwork(runtime.mint(), of: child, new)))
        }
        let given = commands
        _ = try await fixture.pool.using(family.home) {
            try await $0.perform(given, as: fixture.author(of: anna))
        }
        return family
    }

    /// Asks for it, as a client does.
    private static func asks(_ who: Visitor, _ fixture: ServiceFixture, zone: String = "") async throws {
        let answer = try await fixture.ask(
            .patch, "/v1/account/preferences", "{\"weeklySummary\":true,\"zone\":\"\(zone)\"}", as: who.secret)
        #expect(answer.status == 204, "\(answer.text)")
    }

    @Test(.shows("J-212"))
    func `whoever asked for it is mailed the week's figures on Monday at eight where they are, once, and nobody else`()
        async throws
    {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let family = try await Self.family(fixture)
                let (ben, cleo) = (try await fixture.visitor("ben"), try await fixture.visitor("cleo"))
                _ = try await fixture.visitor("dora")
                let keeper = fixture.author(of: family.anna)
                try await fixture.keeps(.addMember(family.home, ben.user, role: .editor, reach: .everything), as: keeper)
                try await fixture.keeps(
                    .addMember(family.home, cleo.user, role: .viewer, reach: .children([family.ada.entity])), as: keeper)
                try await Self.asks(family.anna, fixture, zone: "America/New_York")
                try await Self.asks(cleo, fixture)
                let desk = fixture.service.summaries

                // Of the week before there is nothing to tell, and this one is not over.
                #expect(try await desk.round() == .init(quiet: 2))
                fixture.wait(seconds: Self.day - 1)
                #expect(try await desk.round() == .init())
                fixture.wait(seconds: 1)
                #expect(try await desk.round() == .init(mailed: 1))
                let first = try #require(sink.letters.first)
                #expect(first.from.contains("<daybook@example.org>"))
                #expect(first.recipients.count == 1 && first.recipients[0].contains("<cleo@example.org>"))
                #expect(first.header("To") == "<cleo@example.org>")
                #expect(first.header("Subject") == "Ada: the week of 2026-11-16")
                #expect(first.header("Date") == "Mon, 23 Nov 2026 08:00:00 +0000")
                #expect(first.header("Content-Type") == "text/plain; charset=utf-8")
                #expect(first.text.contains("Week of 2026-11-16 to 2026-11-22 · 2 uploads · "), "\(first.text)")
                #expect(first.text.contains("Drawing 0") && !first.text.contains("Bo") && !first.text.contains("Drawing 2"))

                // In New York it is three in the night.
                fixture.wait(seconds: 5 * 3_600 - 1)
                #expect(try await desk.round() == .init())
                fixture.wait(seconds: 1)
                #expect(try await desk.round() == .init(mailed: 1))
                let second = try #require(sink.letters.last)
                #expect(second.header("To") == "<anna@example.org>")
                #expect(second.header("Subject") == "Ada, Bo: the week of 2026-11-16")
                #expect(second.text.contains("3 uploads") && second.text.contains("Drawing 2"))

                for _ in 0..<7 {
                    #expect(try await desk.round().mailed == 0)
                    fixture.wait(seconds: Self.day)
                }
                #expect(sink.letters.count == 2)
                #expect(fixture.service.metrics.exposition.contains("daybook_summaries_total{outcome=\"mailed\"} 2\n"))
                // Nobody's address is in the log, and what was mailed is in the journal.
                #expect(!fixture.logged.contains { $0.contains("example.org") })
                let model = await fixture.pool.book.state.model
                #expect(model.existing(cleo.user)?.mailedMonday?.text == "2026-11-16")
                #expect(model.existing(ben.user)?.mailedMonday == nil)
            }
        }
    }

    @Test(.shows("J-212"))
    func `what was mailed is not mailed again after a restart, and what was due meanwhile is mailed then`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-mail-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try await MailSink.open { sink in
            let ben = try await ServiceFixture.open(Self.configuration(sink), in: root) { fixture in
                let family = try await Self.family(fixture)
                let ben = try await fixture.visitor("ben")
                try await fixture.keeps(
                    .addMember(family.home, ben.user, role: .editor, reach: .everything),
                    as: fixture.author(of: family.anna))
                try await Self.asks(family.anna, fixture)
                fixture.wait(seconds: Self.day)
                #expect(try await fixture.service.summaries.round() == .init(mailed: 1))
                return ben
            }
            try await ServiceFixture.open(Self.configuration(sink), in: root) { fixture in
                fixture.wait(seconds: 3 * Self.day)
                #expect(try await fixture.service.summaries.round() == .init())
                // Late rather than never; but nothing older than the week before.
                try await Self.asks(ben, fixture)
                #expect(try await fixture.service.summaries.round() == .init(mailed: 1))
                fixture.wait(seconds: 7 * Self.day)
                #expect(try await fixture.service.summaries.round() == .init(quiet: 2))
            }
            #expect(sink.letters.compactMap { $0.header("To") } == ["<anna@example.org>", "<ben@example.org>"])
        }
    }

    @Test(.shows("J-212"))
    func `a server that refuses, breaks off or is not there is tried again later, and takes each letter once`() async throws {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let family = try await Self.family(fixture)
                let ben = try await fixture.visitor("ben")
                try await fixture.keeps(
                    .addMember(family.home, ben.user, role: .editor, reach: .everything),
                    as: fixture.author(of: family.anna))
                for who in [family.anna, ben] { try await Self.asks(who, fixture) }
                fixture.wait(seconds: Self.day)
                let desk = fixture.service.summaries

                // The server itself is in trouble: nobody else is tried.
                sink.be(.isClosing)
                #expect(try await desk.round().failed == 1)
                #expect(sink.connections == 1)
                sink.be(.breaksInTheMiddle)
                #expect(try await desk.round() == .init(), "it is too early to try again")
                fixture.wait(seconds: 60)
                let broken = try await desk.round()
                #expect(broken == .init(failed: 1, fault: "the connection to the mail server broke off"))
                #expect(sink.letters.isEmpty)

                // It says no to one of them: the other gets hers.
                sink.be(.refuses("ben@example.org", code: 550))
                fixture.wait(seconds: 900)
                let half = try await desk.round()
                #expect(half == .init(mailed: 1, failed: 1, fault: "the mail server refused a letter with the code 550"))
                #expect(sink.letters.compactMap { $0.header("To") } == ["<anna@example.org>"])
                sink.be(.takes)
                #expect(try await desk.round() == .init())
                fixture.wait(seconds: 14_400)
                #expect(try await desk.round() == .init(mailed: 1))
                fixture.wait(seconds: 14_400)
                #expect(try await desk.round() == .init())
                #expect(sink.letters.compactMap { $0.header("To") } == ["<anna@example.org>", "<ben@example.org>"])
                let told = fixture.logged.filter { $0.contains("was not mailed") }
                #expect(told.count == 3)
                #expect(told.last?.contains("code 550; it is tried again in ") == true, "\(told)")
                #expect(fixture.service.metrics.exposition.contains("daybook_summaries_total{outcome=\"failed\"} 3\n"))
            }
        }
    }

    @Test(.shows("O-912"))
    func `a workspace that put summaries off is not told of until the moment, and one that dismissed them never`()
        async throws
    {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let family = try await Self.family(fixture)
                try await Self.asks(family.anna, fixture)
                fixture.wait(seconds: Self.day)
                let desk = fixture.service.summaries
                func says(_ command: CaptureCommand, number: Int) async throws {
                    let answer = try await fixture.ask(
                        .post, "/v1/workspaces/\(family.home.text)/commands",
                        GivingCommands.batch([.capture(command)], from: number), as: family.anna.secret)
                    #expect(answer.status == 200, "\(answer.text)")
                }
                let now = fixture.pool.runtime.now()
                let until = Instant(microseconds: now.microseconds + 3_600_000_000)
                try await says(.snoozePrompt(.weeklySummary, until: until), number: 1)
                #expect(try await desk.letters().isEmpty)
                #expect(try await desk.round() == .init(quiet: 1))
                fixture.wait(seconds: 3_599)
                #expect(try await desk.round() == .init())
                fixture.wait(seconds: 1)
                #expect(try await desk.round() == .init(mailed: 1))

                let next = CalendarDay(text: "2026-11-25") ?? Self.wednesday
                fixture.wait(seconds: 2 * Self.day)
                let artwork: ArtworkID = fixture.pool.runtime.mint()
                let file = FileFacts(
                    name: Name(recorded: "scan.jpg"), mediaType: "image/jpeg", sizeBytes: 9,
                    digest: [UInt8](repeating: 9, count: FileFacts.digestBytes))
                let image = ImageFacts(
                    id: fixture.pool.runtime.mint(), file: file, widthPixels: 40, heightPixels: 30)
                _ = try await fixture.pool.using(family.home) {
                    try await $0.perform(
                        [.studio(.uploadArtwork(artwork, of: family.ada, NewArtwork(images: [image], uploaded: next)))],
                        as: fixture.author(of: family.anna))
                }
                try await says(.dismissPrompt(.weeklySummary), number: 2)
                fixture.wait(seconds: 5 * Self.day)
                #expect(try await desk.round() == .init(quiet: 1))
                fixture.wait(seconds: Self.day)
                #expect(try await desk.round() == .init())
                #expect(sink.letters.count == 1)
            }
        }
    }

    @Test func `a letter that was taken without a word is sent again under the same identifier`() async throws {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                try await Self.asks(try await Self.family(fixture).anna, fixture)
                fixture.wait(seconds: Self.day)
                sink.be(.breaksAfterTheEnd)
                #expect(try await fixture.service.summaries.round().failed == 1)
                sink.be(.takes)
                fixture.wait(seconds: 60)
                #expect(try await fixture.service.summaries.round().mailed == 1)
                let identifiers = sink.letters.compactMap { $0.header("Message-ID") }
                #expect(identifiers.count == 2 && Set(identifiers).count == 1)
            }
        }
    }

    @Test func `the link in a letter ends such letters, and neither looking at it nor another's does`() async throws {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let family = try await Self.family(fixture)
                try await Self.asks(family.anna, fixture)
                fixture.wait(seconds: Self.day)
                #expect(try await fixture.service.summaries.round().mailed == 1)
                let letter = try #require(sink.letters.first)
                #expect(letter.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
                let link = try #require(letter.header("List-Unsubscribe")).dropFirst().dropLast()
                #expect(letter.text.contains(link))
                let start = "https://daybook.example.org/v1/unsubscribe?user=\(family.anna.user.text)&proof="
                try #require(link.hasPrefix(start))
                let path = String(link.dropFirst("https://daybook.example.org".count))
                func isOn() async -> Bool? {
                    await fixture.pool.book.state.model.existing(family.anna.user)?.preferences.getsWeeklySummary
                }
                let page = try await fixture.get(path)
                #expect(page.status == 200 && page.text.contains("<form method=\"post\">"))
                #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self'") == true)
                let forged = String(path.dropLast()) + (path.hasSuffix("0") ? "1" : "0")
                let other = path.replacing(family.anna.user.text, with: try await fixture.visitor("ben").user.text)
                for wrong in [forged, other, String(path.dropLast()), path + "0"] {
                    let answer = try await fixture.ask(.post, wrong)
                    #expect(answer.problem == (wrong.count > path.count ? "badParameter" : "badLink"), "\(wrong)")
                }
                #expect(await isOn() == true)
                // As a mail program does it (RFC 8058), signed in nowhere.
                let click = try await fixture.ask(
                    .post, path, "List-Unsubscribe=One-Click",
                    headers: [.contentType: "application/x-www-form-urlencoded"])
                #expect(click.status == 200)
                #expect(await isOn() == false)
                #expect(try await fixture.ask(.post, path).status == 200)
                fixture.wait(seconds: 7 * Self.day)
                #expect(try await fixture.service.summaries.round() == .init())
            }
        }
    }

    @Test func `with TLS and a password it is handed over; with a wrong one, or in clear over a network, it is not`()
        async throws
    {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-mail-tls-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try ServingOverTLS.makeCertificate(in: root)
        let (chain, key) = (root + "/certificate.pem", root + "/key.pem")
        let message = MailMessage(
            from: "daybook@example.org", to: "anna@example.org", subject: "Hello", date: ServiceFixture.start,
            identifier: "1@example.org", text: "A line.\n.\n..dots\n", unsubscribe: nil)
        try await MailSink.open(certificate: (chain, key)) { sink in
            sink.be(.wants(user: "day book", password: "a \"quoted\\ one: ü"))
            let safe = ServiceConfiguration().with(.mailServer, "smtps://localhost:\(sink.port)")
                .with(.mailFrom, "daybook@example.org").with(.mailUser, "day book").with(.mailTrust, chain)
                .with(.mailPassword, "a \"quoted\\ one: ü")
            func sending(_ configuration: ServiceConfiguration) async throws {
                let relay = try #require(try MailRelay(configuration))
                let fault: (any Error)?
                do {
                    try await relay.send(message)
                    fault = nil
                } catch { fault = error }
                try await relay.stop()
                if let fault { throw fault }
            }
            try await sending(safe)
            #expect(sink.letters.map(\.text) == ["A line.\n.\n..dots\n"])
            await #expect(throws: MailFault.badCredentials) { try await sending(safe.with(.mailPassword, "wrong")) }
            await #expect(throws: MailFault.insecure) { try await sending(safe.with(.mailTrust, "")) }
            #expect(sink.letters.count == 1)
        }
        try await MailSink.open { sink in
            // Not one of the names of this machine, so that it counts as another, which offers no TLS.
            let clear = Self.configuration(sink).with(.mailServer, "smtp://127.0.0.2:\(sink.port)")
            let relay = try #require(try MailRelay(clear))
            await #expect(throws: MailFault.insecure) { try await relay.send(message) }
            #expect(sink.letters.isEmpty)
            try await relay.stop()
            let lost = try #require(try MailRelay(clear, curl: "/nowhere/curl"))
            await #expect(throws: MailFault.noProgram) { try await lost.send(message) }
            try await lost.stop()
        }
    }

    @Test(.shows("J-212"))
    func `the service mails by itself what is due, and after it was killed neither it nor the command does so again`()
        async throws
    {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-mail-served-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try await MailSink.open { sink in
            // These programs have the clock of this machine.
            let now = Instant(microseconds: Int64(Date.now.timeIntervalSince1970 * 1e6))
            let monday = SummarySchedule(ServiceConfiguration()).monday(at: now, in: SummarySchedule.zone(nil))
            try await ServiceFixture.open(in: root) { fixture in
                let day = CalendarDay(daysSinceEpoch: monday.daysSinceEpoch + 2)
                try await Self.asks(try await Self.family(fixture, on: day).anna, fixture)
            }
            let settings = ["--set", "mail.server=\(sink.address)", "--set", "mail.from=daybook@example.org"]
            let line = CommandLine(data: root)
            let dry = try line.done("mail-summaries", "--dry-run")
            #expect(
                dry.hasPrefix("To: anna@example.org\nSubject: Ada, Bo: the week of \(monday.text)\n\nWeek of \(monday.text)"))
            #expect(dry.contains("3 uploads"))
            let nowhere = try line("mail-summaries")
            #expect(nowhere.status == 2 && nowhere.err.contains("mail.server"))
            sink.be(.isClosing)
            let failed = try line.run(["mail-summaries"] + settings)
            #expect(failed.status == 5, "\(failed.err)")
            #expect(
                failed.err.contains("1 summary could not be mailed: the connection to the mail server broke off. Run it again.")
            )
            sink.be(.takes)
            #expect(sink.letters.isEmpty)

            let program = try ServedProgram(data: root, settings)
            var asked = 0
            while true {
                let wire = try Wire(port: program.port)
                wire.send("GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer count-me\r\nConnection: close\r\n\r\n")
                if wire.receive().contains("daybook_summaries_total{outcome=\"mailed\"} 1\n") { break }
                asked += 1
                try #require(asked < 100_000, "nothing was ever mailed")
            }
            let held = try line.run(["mail-summaries"] + settings)
            #expect(held.status == 5, "the service has the lock: \(held.err)")
            program.signal(SIGKILL)
            #expect(try program.wait().status == 128 + SIGKILL)
            let again = try line.run(["mail-summaries"] + settings)
            #expect(again.out == "0 summaries mailed; 0 had nothing to tell.\n", "\(again.err)")
            #expect(try line.done("mail-summaries", "--dry-run") == "No summary is due.\n")
            #expect(sink.letters.compactMap { $0.header("To") } == ["<anna@example.org>"])
        }
    }
}
