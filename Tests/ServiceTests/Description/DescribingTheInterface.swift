import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing

@testable import Service

/// The document against the table, and the table against the document.
@Suite("Describing the interface")
struct DescribingTheInterface {
    @Test func `the document is what a person reviewed, and what is served`() async throws {
        try expectGolden(OpenAPI.document, "openapi.json")
        try await ServiceFixture.open { fixture in
            let served = try await fixture.get("/openapi.json")
            #expect(served.text == OpenAPI.document)
        }
    }

    @Test func `it says of each route what it is called, what it takes and what it answers`() throws {
        let document = try JSONValue(answer: Array(OpenAPI.document.utf8))
        #expect(document["openapi"].string == "3.1.0")
        var count = 0
        for route in RouteTable.all {
            let operation = document["paths"][route.path][route.method.rawValue.lowercased()]
            #expect(operation["operationId"].string == route.name)
            let parameters = operation["parameters"].list
            #expect(parameters.count == route.parameters.count + route.query.count + route.headers.count)
            let fields = operation["requestBody"]["content"]["application/json"]["schema"]["properties"].keys
            var said = Set((route.body ?? []).map(\.name))
            if case .form(let names) = route.content { said.formUnion(names) }
            #expect(fields == said)
            #expect(operation["responses"].keys == Set(route.statuses.map(String.init)))
            count += 1
        }
        let all = document["paths"].keys.map { document["paths"][$0].keys.count }.reduce(0, +)
        #expect(all == count)
    }

    @Test func `every operation of the document is there, and answers nobody but as it says`() async throws {
        let document = try JSONValue(answer: Array(OpenAPI.document.utf8))
        try await ServiceFixture.open(
            ServiceConfiguration().with(.signInsPerMinute, 1_000).with(.requestsPerMinute, 1_000_000)
        ) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for path in document["paths"].keys.sorted() {
                let asked = path.replacing("{workspace}", with: home.id.text)
                    .replacing(/\{[a-z]+\}/, with: home.folder.text)
                for word in document["paths"][path].keys.sorted() {
                    let operation = document["paths"][path][word]
                    guard !["streamChanges", "streamAudit"].contains(operation["operationId"].string) else { continue }
                    let method = try #require(HTTPRequest.Method(word.uppercased()))
                    for (body, type) in [(nil, nil), ("{}", nil), ("{", nil), ("{}", "text/plain")]
                        as [(String?, String?)]
                    {
                        let headers: HTTPFields = type.map { [.contentType: $0] } ?? [:]
                        for query in ["", "?what=1", "?q=x&seconds=0&after=0"] {
                            let secrets =
                                operation["operationId"].string?.hasPrefix("signOut") == true
                                ? [nil] : [nil, home.anna.secret]
                            for secret in secrets {
                                let answer = try await fixture.ask(
                                    method, asked + query, method == .get ? nil : body, as: secret, headers: headers)
                                let known = operation["responses"].keys
                                #expect(
                                    known.contains(String(answer.status)), "\(word) \(path)\(query): \(answer.status)")
                            }
                        }
                    }
                }
            }
        }
    }
}
