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

@Suite("Signing in over HTTP")
struct SigningInOverHTTP {
    private func body(_ email: String, _ password: String = ServiceFixture.password, _ more: String = "") -> String {
        "{\"email\":\"\(email)\",\"password\":\"\(password)\"\(more)}"
    }

    @Test(.shows("J-608", "N-401.1", "N-511"))
    func `whoever signs up can sign in, and gets a secret that is opaque, revocable and kept only as its digest`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let up = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            #expect(up.status == 202)
            let signedIn = try await fixture.ask(.post, "/v1/sign-in", body("Anna@Example.org"))
            #expect(signedIn.status == 200)
            let secret = try #require(signedIn.json["token"].string)
            #expect(secret.count == 64)
            let account = try await fixture.get("/v1/account", as: secret)
            #expect(account.json["email"].string == "anna@example.org")
            #expect(!account.text.contains(secret))

            var journal: [UInt8] = []
            for file in try FileManager.default.subpathsOfDirectory(atPath: fixture.directory.path) {
                journal +=
                    FileManager.default.contents(atPath: fixture.directory.path + "/" + file).map(Array.init) ?? []
            }
            let text = String(decoding: journal, as: UTF8.self)
            #expect(!text.contains(secret))
            #expect(!text.contains(ServiceFixture.password))
            #expect(text.contains("$y$"))

            #expect(try await fixture.ask(.post, "/v1/sign-out", as: secret).status == 204)
            let over = try await fixture.get("/v1/account", as: secret)
            #expect(over.status == 401)
            #expect(over.problem == "notSignedIn")
            #expect(over.headers[.wwwAuthenticate] != nil)
        }
    }

    @Test(.shows("O-503"))
    func `each request is of a person, a session and a device, and each change says whose it was`() async throws {
        try await ServiceFixture.open { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            var devices: [String] = []
            var home = ""
            for name in ["Phone", "Desk"] {
                let signedIn = try await fixture.ask(
                    .post, "/v1/sign-in", body("anna@example.org", ServiceFixture.password, ",\"deviceName\":\"\(name)\""))
                let secret = try #require(signedIn.json["token"].string)
                let session = try await fixture.get("/v1/session", as: secret)
                #expect(session.json["user"] == signedIn.json["user"])
                devices.append(try #require(session.json["device"].string))
                if home.isEmpty {
                    let made = try await fixture.ask(.post, "/v1/workspaces", "{\"name\":\"Home\"}", as: secret)
                    home = "/v1/workspaces/" + (try #require(made.json["id"].string))
                }
                let note: NoteID = fixture.pool.runtime.mint()
                let given = GivingCommands.batch([.notes(.createNote(note, title: nil, body: name, in: nil))])
                #expect(try await fixture.ask(.post, home + "/commands", given, as: secret).status == 200)
                let rows = try await fixture.get(home + "/audit?kind=note&limit=1000", as: secret)
                #expect(rows.text.components(separatedBy: devices[devices.count - 1]).count == 2, "\(rows.text)")
                #expect(rows.text.contains(try #require(signedIn.json["user"].string)))
            }
            #expect(Set(devices).count == 2)
        }
    }

    @Test(.shows("N-401.3", "N-401.5"))
    func `a wrong password, an unknown address and no address get the same answer`() async throws {
        try await ServiceFixture.open { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            var answers: [String] = []
            for email in ["anna@example.org", "nobody@example.org", "nonsense"] {
                let answer = try await fixture.ask(.post, "/v1/sign-in", body(email, "a wrong phrase"))
                #expect(answer.status == 401)
                #expect(answer.problem == "wrongCredentials")
                answers.append(answer.said)
            }
            #expect(Set(answers).count == 1)
        }
    }

    @Test(.shows("N-401.5"))
    func `signing up for an address that has an account says the same and changes nothing`() async throws {
        try await ServiceFixture.open { fixture in
            let first = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            let second = try await fixture.ask(.post, "/v1/sign-up", body("ANNA@example.org", "another long phrase"))
            #expect(first.status == second.status)
            #expect(first.text == second.text)
            #expect(await fixture.pool.book.view.liveUsers.count == 1)
            let other = try await fixture.ask(
                .post, "/v1/sign-in", body("anna@example.org", "another long phrase"))
            #expect(other.status == 401)
            #expect(try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org")).status == 200)
        }
    }

    @Test(.shows("J-607"))
    func `signing up takes an address, a strong password and a name or none, and nothing else`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.signInsPerMinute, 100)) { fixture in
            for weak in ["short", "12345678", "Password123", "aaaaaaaaaa", "anna@example.org", "anna.anna"] {
                let email = weak == "anna.anna" ? "anna.anna@example.org" : "anna@example.org"
                let answer = try await fixture.ask(.post, "/v1/sign-up", body(email, weak))
                #expect(answer.status == 422, "\(weak)")
                #expect(answer.problem == "weakPassword")
                #expect(answer.json["field"].string == "password")
            }
            let short = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org", "short"))
            #expect(short.json["detail"].string == "Password must be 8+ characters")
            let more = try await fixture.ask(
                .post, "/v1/sign-up", body("anna@example.org", ServiceFixture.password, ",\"phone\":\"1\""))
            #expect(more.status == 422)
            #expect(more.problem == "unknownField")
            #expect(more.json["field"].string == "phone")
            let noAddress = try await fixture.ask(.post, "/v1/sign-up", body("anna"))
            #expect(noAddress.problem == "badEmail")
            let named = try await fixture.ask(
                .post, "/v1/sign-up", body("anna@example.org", ServiceFixture.password, ",\"name\":\"Anna\""))
            #expect(named.status == 202)
        }
    }

    @Test func `preferences are changed one by one, and only to what can be`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            func change(_ body: String) async throws -> ServiceFixture.Answer {
                try await fixture.ask(.patch, "/v1/account/preferences", body, as: anna.secret)
            }
            func shown() async throws -> JSONValue {
                try await fixture.get("/v1/account", as: anna.secret).json["preferences"]
            }
            #expect(try await shown()["weeklySummary"] == .flag(false))
            #expect(try await change("{\"weeklySummary\":true}").status == 204)
            #expect(try await change("{\"zone\":\"Europe/Berlin\"}").status == 204)
            #expect(try await shown()["weeklySummary"] == .flag(true))
            #expect(try await shown()["zone"].string == "Europe/Berlin")
            #expect(try await change("{}").status == 204)
            let wrong = try await change("{\"weeklySummary\":false,\"zone\":\"the moon\"}")
            #expect(wrong.status == 422 && wrong.problem == "badPreference")
            #expect(try await change("{\"weeklySummary\":\"yes\"}").problem == "badField")
            #expect(try await shown()["weeklySummary"] == .flag(true), "nothing of what was refused")
            #expect(try await change("{\"weeklySummary\":false,\"zone\":\"\"}").status == 204)
            #expect(try await shown()["weeklySummary"] == .flag(false))
            #expect(try await shown()["zone"] == .null)
        }
    }

    @Test func `sign-up may be closed`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.signUp, "closed")) { fixture in
            let answer = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            #expect(answer.status == 403)
            #expect(answer.problem == "signUpClosed")
        }
    }

    @Test func `a device that signs in again is the same device, and another's is never taken over`() async throws {
        try await ServiceFixture.open { fixture in
            for name in ["anna", "ben"] {
                _ = try await fixture.ask(.post, "/v1/sign-up", body("\(name)@example.org"))
            }
            let first = try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org"))
            let device = try #require(first.json["device"].string)
            let more = ",\"device\":\"\(device)\",\"deviceName\":\"Tablet\""
            let again = try await fixture.ask(
                .post, "/v1/sign-in", body("anna@example.org", ServiceFixture.password, more))
            #expect(again.json["device"].string == device)
            let other = try await fixture.ask(.post, "/v1/sign-in", body("ben@example.org", ServiceFixture.password, more))
            #expect(other.status == 200)
            #expect(other.json["device"].string != device)

            let secret = try #require(first.json["token"].string)
            #expect(try await fixture.ask(.delete, "/v1/account/devices/\(device)", as: secret).status == 204)
            #expect(try await fixture.get("/v1/account", as: secret).status == 401)
            let anew = try await fixture.ask(
                .post, "/v1/sign-in", body("anna@example.org", ServiceFixture.password, more))
            #expect(anew.json["device"].string != device)
        }
    }

    @Test func `whoever has as many devices and sessions as one may have can sign in all the same`() async throws {
        try await ServiceFixture.open { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            let book = fixture.pool.book
            let user = try #require(await book.view.liveUsers.first)
            let devices = try await fixture.fill(user)
            let first = try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org"))
            #expect(first.status == 200, "\(first.text)")
            #expect(await book.view.model.devices[devices[0]]?.isUsable == false)
            #expect(await book.view.model.devices[devices[1]]?.isUsable == true)
            // The device is known, so that only a session has to go.
            let named = ",\"device\":\"\(devices[199].text)\""
            let second = try await fixture.ask(
                .post, "/v1/sign-in", body("anna@example.org", ServiceFixture.password, named))
            #expect(second.json["device"].string == devices[199].text, "\(second.text)")
            let model = await book.view.model
            #expect(model.devices(of: user).count { model.devices[$0]?.isUsable ?? false } == User.devicesMax)
            let open = model.sessions(of: user).count { model.sessions[$0]?.isOpen(at: ServiceFixture.start) ?? false }
            #expect(open == User.sessionsMax)
            for answer in [first, second] {
                #expect(try await fixture.get("/v1/account", as: answer.json["token"].string).status == 200)
            }
        }
    }

    @Test(.shows("N-401.3"))
    func `too many passwords from one address get 429 and when to come back, and lock out no other address`() async throws {
        let configuration = ServiceConfiguration().with(.signInsPerMinute, 3).with(.proxies, 1)
        try await ServiceFixture.open(configuration) { fixture in
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            for _ in 0..<3 {
                let answer = try await fixture.ask(
                    .post, "/v1/sign-in", body("nobody@example.org"), headers: [forwarded: "10.0.0.1"])
                #expect(answer.status == 401)
            }
            for email in ["other@example.org", "NOBODY@example.org"] {
                let elsewhere = try await fixture.ask(
                    .post, "/v1/sign-in", body("nobody@example.org"), headers: [forwarded: "10.0.0.2"])
                #expect(elsewhere.status == 401)
                let answer = try await fixture.ask(
                    .post, "/v1/sign-in", body(email), headers: [forwarded: "10.0.0.1"])
                #expect(answer.status == 429)
                #expect(answer.problem == "tooManyAttempts")
                #expect(answer.headers[.retryAfter] == "80")
            }
            let free = try await fixture.ask(
                .post, "/v1/sign-in", body("third@example.org"), headers: [forwarded: "10.0.0.3"])
            #expect(free.status == 401)
            fixture.wait(seconds: 120)
            let later = try await fixture.ask(
                .post, "/v1/sign-in", body("nobody@example.org"), headers: [forwarded: "10.0.0.1"])
            #expect(later.status == 401)
        }
    }

    @Test func `a browser's cookie is out of reach of scripts and other sites, and changes need its CSRF token`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            let signedIn = try await fixture.ask(
                .post, "/v1/sign-in", body("anna@example.org", ServiceFixture.password, ",\"cookie\":true"))
            #expect(signedIn.json["token"] == .null)
            let cookie = try #require(signedIn.headers[.setCookie])
            // The test asks its own machine in clear: KeepingCookies has the others.
            for word in ["daybook=", "Path=/", "HttpOnly", "SameSite=Lax"] { #expect(cookie.contains(word)) }
            let csrf = try #require(signedIn.json["csrf"].string)
            let sent = String(cookie.split(separator: ";")[0])
            let header = try #require(Credential.csrfHeader)

            let session = try await fixture.get("/v1/session", headers: [.cookie: sent])
            #expect(session.json["csrf"].string == csrf)
            for token in [nil, "", "0", String(csrf.dropLast()) + "x"] as [String?] {
                var headers: HTTPFields = [.cookie: sent]
                if let token { headers[header] = token }
                let answer = try await fixture.ask(.post, "/v1/sign-out", headers: headers)
                #expect(answer.status == 403)
                #expect(answer.problem == "csrf")
            }
            let out = try await fixture.ask(.post, "/v1/sign-out", headers: [.cookie: sent, header: csrf])
            #expect(out.status == 204)
            #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await fixture.get("/v1/session", headers: [.cookie: sent]).status == 401)
        }
    }

    @Test func `one signs out everywhere, or everywhere else`() async throws {
        try await ServiceFixture.open { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            var secrets: [String] = []
            for _ in 0..<3 {
                let answer = try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org"))
                secrets.append(try #require(answer.json["token"].string))
            }
            let path = "/v1/sign-out-everywhere"
            #expect(try await fixture.ask(.post, path, "{\"keepThis\":true}", as: secrets[0]).status == 204)
            #expect(try await fixture.get("/v1/session", as: secrets[0]).status == 200)
            #expect(try await fixture.get("/v1/session", as: secrets[1]).status == 401)
            #expect(try await fixture.ask(.post, path, "{}", as: secrets[0]).status == 204)
            #expect(try await fixture.get("/v1/session", as: secrets[0]).status == 401)
        }
    }

    @Test func `a password is changed by whoever knows the old one, and ends every other session`() async throws {
        try await ServiceFixture.open { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            var secrets: [String] = []
            for _ in 0..<2 {
                let answer = try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org"))
                secrets.append(try #require(answer.json["token"].string))
            }
            let wrong = try await fixture.ask(
                .put, "/v1/account/password", "{\"password\":\"not it at all\",\"newPassword\":\"a new long phrase\"}",
                as: secrets[0])
            #expect(wrong.problem == "wrongPassword")
            let right = try await fixture.ask(
                .put, "/v1/account/password",
                "{\"password\":\"\(ServiceFixture.password)\",\"newPassword\":\"a new long phrase\"}", as: secrets[0])
            #expect(right.status == 204)
            #expect(try await fixture.get("/v1/session", as: secrets[0]).status == 200)
            #expect(try await fixture.get("/v1/session", as: secrets[1]).status == 401)
            let signedIn = try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org", "a new long phrase"))
            #expect(signedIn.status == 200)
        }
    }

    @Test func `a session ends by itself, and forged, torn and foreign secrets open nothing`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.sessionDays, 1)) { fixture in
            _ = try await fixture.ask(.post, "/v1/sign-up", body("anna@example.org"))
            let answer = try await fixture.ask(.post, "/v1/sign-in", body("anna@example.org"))
            let secret = try #require(answer.json["token"].string)
            #expect(try await fixture.get("/v1/session", as: secret).status == 200)
            let long = String(repeating: "0", count: 5_000)
            for forged in ["", "0", String(secret.dropLast()), secret + "0", secret.uppercased(), long, "a b"] {
                let answer = try await fixture.get("/v1/session", as: forged)
                #expect(answer.status == 401, "\(forged.prefix(80))")
                #expect(answer.problem == "notSignedIn")
            }
            let basic = try await fixture.get("/v1/session", headers: [.authorization: "Basic \(secret)"])
            #expect(basic.status == 401)
            fixture.wait(seconds: 86_400)
            #expect(try await fixture.get("/v1/session", as: secret).status == 401)
        }
    }

    @Test(.shows("B-19")) func `a token is issued with scopes by a session, used within them, and revoked`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let home = try await fixture.workspace(of: anna)
            let issued = try await fixture.ask(
                .post, "/v1/account/tokens", "{\"name\":\"Script\",\"scopes\":[\"notes\"]}", as: anna.secret)
            #expect(issued.status == 201)
            let secret = try #require(issued.json["secret"].string)
            let token = try #require(issued.json["token"].string)
            #expect(try await fixture.get("/v1/workspaces/\(home.text)/notes", as: secret).status == 200)
            let beyond = try await fixture.get("/v1/workspaces/\(home.text)/boards", as: secret)
            #expect(beyond.problem == "scopeTooNarrow")
            let more = try await fixture.ask(
                .post, "/v1/account/tokens", "{\"name\":\"More\",\"scopes\":[\"everything\"]}", as: secret)
            #expect(more.problem == "notForTokens")
            #expect(try await fixture.ask(.delete, "/v1/account/tokens/\(token)", as: anna.secret).status == 204)
            #expect(try await fixture.get("/v1/workspaces/\(home.text)/notes", as: secret).status == 401)
            for bad in ["{\"name\":\"Script\",\"scopes\":[]}", "{\"name\":\"Script\",\"scopes\":[\"all\"]}"] {
                #expect(try await fixture.ask(.post, "/v1/account/tokens", bad, as: anna.secret).status == 422)
            }
        }
    }

    @Test func `a token for some days is good for as long, and opens nothing from then on`() async throws {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let home = try await fixture.workspace(of: anna)
            let issued = try await fixture.ask(
                .post, "/v1/account/tokens", "{\"name\":\"Script\",\"scopes\":[\"notes\"],\"days\":7}", as: anna.secret)
            #expect(issued.json["expires"].string == "2026-11-29T08:00:00.000000Z")
            let secret = try #require(issued.json["secret"].string)
            let path = "/v1/workspaces/\(home.text)/notes"
            fixture.wait(seconds: 7 * 86_400 - 1)
            #expect(try await fixture.get(path, as: secret).status == 200)
            fixture.wait(seconds: 1)
            let over = try await fixture.get(path, as: secret)
            #expect(over.status == 401 && over.problem == "notSignedIn")
            #expect(try await fixture.get(path, as: anna.secret).status == 200)
        }
    }
}
