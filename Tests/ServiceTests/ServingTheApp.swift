import Foundation
import HTTPTypes
import Testing

@testable import Service

/// The browser app as files: what is sent for which address, and under which policy.
@Suite("Serving the app")
struct ServingTheApp {
    /// A folder as `Tools/web/build` leaves one.
    private static func withApp(_ body: @escaping @Sendable (ServiceFixture) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/daybook-app-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/app", withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                Issue.record("the test's directory stays behind: \(error)")
            }
        }
        let files = [
            "index.html": "<!DOCTYPE html>the page", "service-worker.js": "kept", "secrets.conf": "not ours to show",
            "app/main-1234.js": "the script", "app/main-1234.js.br": "smallest", "app/main-1234.js.gz": "smaller",
            "app/core-5678.wasm": "\0asm",
        ]
        for (name, text) in files { try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8) }
        try await ServiceFixture.open(ServiceConfiguration().with(.webFolder, folder)) { try await body($0) }
    }

    private static let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]

    @Test func `an address of the app is its page, and one of the interface stays what it was`() async throws {
        try await Self.withApp { fixture in
            for path in ["/", "/sign-in", "/w/0190163d-8694-739b-aea5-966c26f8ad90/boards"] {
                let page = try await fixture.get(path, headers: Self.browser)
                #expect(page.status == 200 && page.text.hasSuffix("the page"), "\(path)")
                #expect(page.headers[.cacheControl] == "no-cache")
            }
            #expect(try await fixture.get("/nowhere").problem == "noSuchAddress")
            #expect(try await fixture.get("/v1/nowhere", headers: Self.browser).problem == "noSuchAddress")
            #expect(try await fixture.ask(.post, "/sign-in", "{}", headers: Self.browser).problem == "noSuchAddress")
            #expect(try await fixture.get("/reference", headers: Self.browser).text.contains("/v1/sign-up"))
            #expect(try await fixture.get("/healthz", headers: Self.browser).text == "ok\n")
        }
    }

    @Test func `files come with their type, packed as the browser takes them, and those with a hash for good`() async throws {
        try await Self.withApp { fixture in
            let script = "/app/main-1234.js"
            for (taken, text, coding) in [
                ("br, gzip", "smallest", "br"), ("gzip, deflate", "smaller", "gzip"), ("br;q=0, gzip;q=0.5", "smaller", "gzip"),
                ("identity", "the script", nil),
            ] as [(String, String, String?)] {
                let file = try await fixture.get(script, headers: [.acceptEncoding: taken])
                #expect(file.text == text && file.headers[.contentEncoding] == coding, "\(taken)")
                #expect(file.headers[.contentType] == "text/javascript; charset=utf-8")
                #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(file.headers[.vary] == "Accept-Encoding")
            }
            #expect(try await fixture.get("/app/core-5678.wasm").headers[.contentType] == "application/wasm")
            #expect(try await fixture.get("/service-worker.js").headers[.cacheControl] == "no-cache")
        }
    }

    @Test func `nothing but the app's own files is sent, whatever the path`() async throws {
        try await Self.withApp { fixture in
            for path in [
                "/secrets.conf", "/app/", "/app", "/app/../secrets.conf", "/app/%2e%2e/secrets.conf", "/app/main-1234.js.br",
                "//etc/passwd",
            ] {
                let answer = try await fixture.get(path)
                #expect(answer.status == 404, "\(path)")
            }
            let former = try await fixture.get("/app/main-0000.js", headers: Self.browser)
            #expect(former.status == 404)
        }
    }

    @Test func `the policy lets in the app's own scripts, core and workers, and nobody else's`() async throws {
        try await Self.withApp { fixture in
            for path in ["/", "/app/main-1234.js", "/service-worker.js"] {
                let policy = try #require(try await fixture.get(path).headers[.contentSecurityPolicy])
                for part in [
                    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'", "worker-src 'self'",
                    "frame-ancestors 'none'", "require-trusted-types-for 'script'",
                ] {
                    #expect(policy.contains(part), "\(path): \(part)")
                }
                #expect(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"))
            }
        }
    }

    @Test func `without an app the address says so, and where the reference is`() async throws {
        try await ServiceFixture.open { fixture in
            let page = try await fixture.get("/", headers: Self.browser)
            #expect(page.status == 200 && page.text.contains("built without it") && page.text.contains("/reference"))
            #expect(try await fixture.get("/sign-in", headers: Self.browser).problem == "noSuchAddress")
        }
    }

    @Test func `a folder that is set and holds no app is an error that names it`() throws {
        #expect(
            throws: ConfigurationFault.unreadableApp(
                path: "/nowhere/index.html", reason: "it is not there; Tools/web/build makes it.")
        ) {
            _ = try WebApp(ServiceConfiguration().with(.webFolder, "/nowhere"))
        }
    }
}
