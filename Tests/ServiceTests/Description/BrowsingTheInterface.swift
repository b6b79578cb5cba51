import Cryptography
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import Service

/// The interface as people read it, against the table that answers.
@Suite("Browsing the interface")
struct BrowsingTheInterface {
    private static func page() async throws -> ServiceFixture.Answer {
        let page = Mutex<ServiceFixture.Answer?>(nil)
        try await ServiceFixture.open { fixture in
            let answer = try await fixture.get("/reference")
            page.withLock { $0 = answer }
        }
        return try #require(page.withLock { $0 })
    }

    private func all(_ pattern: Regex<(Substring, Substring)>, in text: String) -> [String] {
        text.matches(of: pattern).map { String($0.output.1) }
    }

    @Test func `whoever opens the address in a browser finds every route, with what it takes`() async throws {
        let page = try await Self.page()
        #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
        for route in RouteTable.all {
            #expect(page.text.contains("<b>\(route.method.rawValue) \(route.path)</b>"), "\(route.name)")
            for shape in route.query + (route.body ?? []) {
                #expect(page.text.contains("<dt>\(shape.name)</dt>"), "\(route.name): \(shape.name)")
            }
        }
        for definition in OpenAPI.schemas.definitions {
            #expect(page.text.contains("<details id=\"\(definition.name)\">"), "\(definition.name)")
        }
        #expect(page.text.contains("/v1/sign-up"))
    }

    @Test func `every link leads somewhere, and every place has a name of its own`() async throws {
        let text = try await Self.page().text
        let places = all(/id="([^"]+)"/, in: text)
        #expect(Set(places).count == places.count)
        let links = all(/href="#([^"]+)"/, in: text)
        #expect(links.count > 300)
        #expect(Set(links).subtracting(places) == [])
        #expect(Set(all(/href="([^#"][^"]*)"/, in: text)) == ["/openapi.json"])
    }

    @Test func `nothing in it runs, and its style is the one that its policy lets in`() async throws {
        let page = try await Self.page()
        #expect(!page.text.contains("<script") && all(/\s(on[a-z]+)=/, in: page.text).isEmpty)
        let style = try #require(all(/<style>([^<]*)<\/style>/, in: page.text).first)
        let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'") && policy.contains("style-src 'sha256-\(hash)'"))
        // Every mark that is opened is closed, also where a purpose or a pattern has signs of its own.
        for mark in ["details", "dl", "section", "pre", "ul", "p", "summary"] {
            let opened = text(page.text, has: "<\(mark)>") + text(page.text, has: "<\(mark) ")
            #expect(opened == text(page.text, has: "</\(mark)>"), "\(mark)")
        }
    }

    private func text(_ text: String, has part: String) -> Int { text.ranges(of: part).count }
}
