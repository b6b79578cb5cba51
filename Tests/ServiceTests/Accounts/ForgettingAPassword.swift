import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing

@testable import Service

/// A password that somebody forgot, set again by a letter.
@Suite("Forgetting a password")
struct ForgettingAPassword {
    private static func configuration(_ sink: MailSink) -> ServiceConfiguration {
        ServiceConfiguration().with(.mailServer, sink.address).with(.mailFrom, "daybook@home.example")
            .with(.mailLink, "https://daybook.home.example")
    }

    private static func signIn(_ fixture: ServiceFixture, _ password: String) async throws -> UInt {
        let body = "{\"email\":\"anna@home.example\",\"password\":\"\(password)\"}"
        return UInt(try await fixture.ask(.post, "/v1/sign-in", body).status)
    }

    /// The path of the link in the letter that came last.
    private static func link(_ sink: MailSink) async throws -> String {
        for _ in 0..<200 where sink.letters.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        let text = try #require(sink.letters.last).text
        let start = try #require(text.range(of: "https://daybook.home.example"))
        return String(text[start.upperBound...].prefix { !$0.isWhitespace })
    }

    @Test func `a link in a letter sets another password once, and nobody learns who has an account`() async throws {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let account = "{\"email\":\"anna@home.example\",\"password\":\"the first one 1\"}"
                _ = try await fixture.ask(.post, "/v1/sign-up", account)
                let known = try await fixture.ask(.post, "/v1/password-resets", "{\"email\":\"anna@home.example\"}")
                let unknown = try await fixture.ask(.post, "/v1/password-resets", "{\"email\":\"ben@home.example\"}")
                #expect(known.status == 202 && known.text == unknown.text)
                let path = try await Self.link(sink)
                #expect(sink.letters.count == 1)
                let page = try await fixture.get(path)
                #expect(page.status == 200 && page.text.contains("type=\"password\""))
                #expect(try await Self.signIn(fixture, "the first one 1") == 200, "looking changes nothing")
                #expect(try await fixture.ask(.post, path, "{\"password\":\"short\"}").problem == "weakPassword")
                #expect(try await fixture.ask(.post, path, "{\"password\":\"the second one 2\"}").status == 200)
                #expect(try await Self.signIn(fixture, "the first one 1") == 401)
                #expect(try await Self.signIn(fixture, "the second one 2") == 200)
                let again = try await fixture.ask(.post, path, "{\"password\":\"the third one 3\"}")
                #expect(again.status == 403 && again.problem == "badLink")
                #expect(fixture.logged.allSatisfy { !$0.contains("proof=") && !$0.contains("anna@") })
            }
        }
    }

    @Test func `a link is good for an hour, as it was made, and for its person alone`() async throws {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let account = "{\"email\":\"anna@home.example\",\"password\":\"the first one 1\"}"
                _ = try await fixture.ask(.post, "/v1/sign-up", account)
                _ = try await fixture.ask(.post, "/v1/password-resets", "{\"email\":\"anna@home.example\"}")
                let path = try await Self.link(sink)
                let other = try await fixture.visitor("ben")
                let pieces = path.split(separator: "&")
                let moments = ["9999999999999999", "\(Int64.max)", "\(Int64.min)", "-1", "soon"].map {
                    path.replacing(String(pieces[1]), with: "expires=\($0)")
                }
                for bad in moments + [String(path.dropLast()), path.replacing(/user=[^&]*/, with: "user=" + other.user.text)] {
                    #expect(try await fixture.get(bad).problem == "badLink")
                }
                fixture.wait(seconds: 3_601)
                #expect(try await fixture.get(path).problem == "badLink")
            }
        }
    }

    @Test func `a service without mail says what helps instead`() async throws {
        try await ServiceFixture.open { fixture in
            let answer = try await fixture.ask(.post, "/v1/password-resets", "{\"email\":\"anna@home.example\"}")
            #expect(answer.status == 422 && answer.problem == "noMail")
        }
    }
}
