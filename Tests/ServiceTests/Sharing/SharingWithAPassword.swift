import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing

@testable import Runtime
@testable import Service

@Suite("Sharing with a password")
struct SharingWithAPassword {
    private static let password = "open sesame & more"
    private static let asked = "{\"password\":\"\(password)\"}"
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .accept: "text/html"]

    private static func header(_ pass: String) throws -> HTTPFields {
        [try #require(HTTPField.Name(SharePass.headerName)): pass]
    }

    private static func share(
        _ home: ReadingOverHTTP.Furnished, _ fixture: ServiceFixture
    ) async throws -> SharingLinksOverHTTP.Link {
        try await SharingLinksOverHTTP.share(
            home.notes[0].entity, ",\"password\":\"\(password)\"", of: home, at: fixture)
    }

    @Test(.shows("B-68"))
    func `a password is asked for before anything is shown, opens for an hour, and is kept nowhere`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (link, other) = (try await Self.share(home, fixture), try await Self.share(home, fixture))
            for path in [link.path, link.path + "/files/" + String(repeating: "a", count: 64)] {
                let closed = try await fixture.get(path)
                #expect(closed.status == 403 && closed.problem == "passwordNeeded")
                #expect(!closed.text.contains("Note 0"))
            }
            let wrong = try await fixture.ask(.post, link.path, "{\"password\":\"open sesam\"}")
            #expect(wrong.status == 403 && wrong.problem == "wrongPassword")
            #expect(wrong.headers[.setCookie] == nil)
            let right = try await fixture.ask(.post, link.path, Self.asked)
            #expect(right.status == 200)
            let pass = try #require(right.json["pass"].string)
            #expect(try await fixture.get(link.path, headers: Self.header(pass)).status == 200)
            let cookie = try #require(right.headers[.setCookie])
            #expect(cookie.hasSuffix("; Path=\(link.path); Max-Age=3600; Secure; HttpOnly; SameSite=Lax"))
            let kept = String(cookie.prefix { $0 != ";" })
            #expect(try await fixture.get(link.path, headers: [.cookie: kept]).status == 200)
            // It opens this link alone, for an hour, and nothing that was made up opens any.
            #expect(try await fixture.get(other.path, headers: Self.header(pass)).status == 403)
            let digits = pass.suffix(64)
            for bad in ["", "x", "9" + pass, "9999999999999999-\(digits)", pass + "00", "-" + pass] {
                #expect(try await fixture.get(link.path, headers: Self.header(bad)).status == 403, "\(bad)")
            }
            fixture.wait(seconds: 3_599)
            #expect(try await fixture.get(link.path, headers: Self.header(pass)).status == 200)
            fixture.wait(seconds: 1)
            #expect(try await fixture.get(link.path, headers: Self.header(pass)).status == 403)
            let again = try #require(try await fixture.ask(.post, link.path, Self.asked).json["pass"].string)
            let revoking = try await fixture.ask(.delete, home.path + "/shares/" + link.id, as: home.anna.secret)
            #expect(revoking.status == 204)
            #expect(try await fixture.get(link.path, headers: Self.header(again)).status == 404)
            #expect(try !SharingLinksOverHTTP.isHeld(Self.password, fixture))
            #expect(try SharingLinksOverHTTP.isHeld("$y$", fixture))
            #expect(!fixture.logged.contains { $0.contains("sesame") })
            let list = try await fixture.get(home.path + "/shares", as: home.anna.secret)
            #expect(list.json.list.allSatisfy { $0["password"] == .flag(true) } && !list.text.contains("$y$"))
        }
    }

    @Test(.shows("B-68"))
    func `a browser types it into a form, and is sent on with a cookie`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let link = try await Self.share(home, fixture)
            let page = try await fixture.get(link.path, headers: SharingLinksOverHTTP.html)
            #expect(page.status == 403 && page.text.contains("<form method=\"post\">"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self'") == true)
            let wrong = try await fixture.ask(.post, link.path, "password=guess", headers: Self.form)
            #expect(wrong.status == 403 && wrong.text.contains("That was not the password."))
            let right = try await fixture.ask(
                .post, link.path, "password=open+sesame%20%26+more", headers: Self.form)
            #expect(right.status == 303 && right.headers[.location] == link.path)
            let cookie = String(try #require(right.headers[.setCookie]).prefix { $0 != ";" })
            var headers = SharingLinksOverHTTP.html
            headers[.cookie] = cookie
            #expect(try await fixture.get(link.path, headers: headers).text.contains("Roses 0"))
            for (body, type, status, problem) in [
                ("other=1", "application/x-www-form-urlencoded", 422, "missingField"),
                ("password=%ff", "application/x-www-form-urlencoded", 422, "missingField"),
                ("{}", "application/json", 422, "missingField"), ("{", "application/json", 400, nil),
                ("password=x", "text/plain", 415, "notJSON"),
            ] as [(String, String, Int, String?)] {
                let answer = try await fixture.ask(.post, link.path, body, headers: [.contentType: type])
                #expect(answer.status == status, "\(body): \(answer.status) \(answer.text)")
                if let problem { #expect(answer.problem == problem, "\(body)") }
            }
        }
    }

    @Test(.shows("B-68"))
    func `who tries many passwords waits, from one address and for one link`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 3)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let link = try await Self.share(home, fixture)
            for _ in 0..<3 {
                #expect(try await fixture.ask(.post, link.path, "{\"password\":\"guessing\"}").status == 403)
            }
            // By then the right one has to wait as well.
            let waiting = try await fixture.ask(.post, link.path, Self.asked)
            #expect(waiting.status == 429 && waiting.problem == "tooManyAttempts")
            #expect(waiting.headers[.retryAfter] != nil)
            let page = try await fixture.ask(.post, link.path, "password=x", headers: Self.form)
            #expect(page.status == 429)
            fixture.wait(seconds: 120)
            #expect(try await fixture.ask(.post, link.path, Self.asked).status == 200)
        }
    }
}
