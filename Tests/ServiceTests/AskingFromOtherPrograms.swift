import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import NIOCore
import Testing

@testable import Runtime
@testable import Service

/// The expectations that programs and pages of others have of HTTP: compression, other origins, requests that can be named, examples.
@Suite("Asking from other programs")
struct AskingFromOtherPrograms {
    private static func header(_ name: String) throws -> HTTPField.Name { try #require(HTTPField.Name(name)) }

    /// `gunzip` of the system.
    private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-dc"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // What is unpacked is longer than a pipe: it is read while it is written.
        let writer = Thread {
            input.fileHandleForWriting.write(Data(bytes)); try? input.fileHandleForWriting.close()
        }
        writer.start()
        let unpacked = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(unpacked)
    }

    @Test func `a long answer is compressed for who takes gzip, is the same, and is known by its tag`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let plain = try await fixture.get("/openapi.json")
            let packed = try await fixture.get("/openapi.json", headers: [.acceptEncoding: "br, gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip" && plain.headers[.contentEncoding] == nil)
            #expect(try Self.unpacked(packed.bytes) == plain.bytes)
            #expect(packed.bytes.count * 8 < plain.bytes.count, "\(packed.bytes.count) of \(plain.bytes.count)")
            for answer in [plain, packed] { #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true) }
            for refused in ["identity", "gzip;q=0", "gzip; q=0.0, br"] {
                let answer = try await fixture.get("/openapi.json", headers: [.acceptEncoding: refused])
                #expect(answer.headers[.contentEncoding] == nil, "\(refused)")
            }
            for number in 0..<60 {
                _ = try await fixture.ask(.post, home.path + "/items", "{\"text\":\"item \(number)\"}", as: home.anna.secret)
            }
            let inbox = try await fixture.get(
                home.path + "/inbox", as: home.anna.secret, headers: [.acceptEncoding: "gzip"])
            let tag = try #require(inbox.headers[.eTag])
            #expect(inbox.headers[.contentEncoding] == "gzip" && tag.hasSuffix("-gzip\""))
            let again = try await fixture.get(
                home.path + "/inbox", as: home.anna.secret, headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])
            #expect(again.status == 304)
            // A proxy may have weakened it.
            let weakened = try await fixture.get(
                home.path + "/inbox", as: home.anna.secret, headers: [.ifNoneMatch: "W/" + tag])
            #expect(weakened.status == 304)
            // How long a secret's answer is tells nothing about it.
            let account = try await fixture.get("/v1/account", as: home.anna.secret, headers: [.acceptEncoding: "gzip"])
            #expect(account.headers[.contentEncoding] == nil)
        }
    }

    @Test func `pages of listed sites may ask with a token, and no other page may`() async throws {
        let configuration = ServiceConfiguration().with(.corsOrigins, "https://notes.example.org, http://localhost:5173")
        try await ServiceFixture.open(configuration) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let asking: HTTPFields = [.origin: "https://notes.example.org", .accessControlRequestMethod: "PATCH"]
            let preflight = try await fixture.ask(.options, home.path + "/notes/" + home.notes[0].text, headers: asking)
            #expect(preflight.status == 204)
            #expect(preflight.headers[.accessControlAllowOrigin] == "https://notes.example.org")
            #expect(preflight.headers[.accessControlAllowMethods]?.contains("PATCH") == true)
            #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Authorization") == true)
            let answer = try await fixture.get(
                home.path + "/inbox", as: home.anna.secret, headers: [.origin: "http://localhost:5173"])
            #expect(answer.headers[.accessControlAllowOrigin] == "http://localhost:5173")
            #expect(answer.headers[.accessControlAllowCredentials] == nil, "no cookie goes to another site")
            #expect(answer.headers[.accessControlExposeHeaders]?.contains("ETag") == true)
            #expect(answer.headers[.vary]?.contains("Origin") == true)
            for other in ["https://evil.example.org", "https://notes.example.org.evil.example", "null"] {
                let refused = try await fixture.get(home.path + "/inbox", as: home.anna.secret, headers: [.origin: other])
                #expect(refused.headers[.accessControlAllowOrigin] == nil, "\(other)")
            }
        }
        for wrong in ["https://a.example/path", "a.example", "*", "https://*.example"] {
            #expect(throws: ConfigurationFault.badOrigin(wrong)) {
                try CrossOrigin(ServiceConfiguration().with(.corsOrigins, wrong))
            }
        }
    }

    @Test func `every answer names its request, and a problem names it too`() async throws {
        try await ServiceFixture.open { fixture in
            let name = try Self.header("X-Request-Id")
            let (one, two) = (try await fixture.get("/healthz"), try await fixture.get("/v1/workspaces"))
            let id = try #require(two.headers[name])
            #expect(one.headers[name] != nil && one.headers[name] != id)
            #expect(two.status == 401 && two.json["instance"].string == "urn:daybook:request:" + id)
            let home = try await ReadingOverHTTP.furnish(fixture)
            let picture = try #require(Self.pixel)
            let made = try await fixture.ask(
                .post, home.path + "/artworks?child=" + home.child.text, bytes: ByteBuffer(bytes: picture),
                as: home.anna.secret,
                headers: [.contentType: "image/png"])
            #expect(made.status == 201, "\(made.text)")
            let digest = Digest(of: Array(picture)).text
            func expectInstance(_ answer: ServiceFixture.Answer, _ status: Int) throws {
                let id = try #require(answer.headers[name])
                #expect(
                    answer.status == status && answer.json["instance"].string == "urn:daybook:request:" + id, "\(answer.text)")
            }
            try expectInstance(try await fixture.ask(.put, home.path + "/boards", as: home.anna.secret), 405)
            let range = try await fixture.get(
                home.path + "/blobs/\(digest)", as: home.anna.secret, headers: [.range: "bytes=900-"])
            try expectInstance(range, 416)
            let command = #"{"commands":[{"sequence":1,"command":{"type":"notes.trashNote"}}]}"#
            try expectInstance(try await fixture.ask(.post, home.path + "/commands", command, as: home.anna.secret), 422)
        }
    }

    @Test func `every example of the document is one that its route can read`() throws {
        for route in RouteTable.all {
            guard let body = route.body else { continue }
            var json = JSONWriter()
            OpenAPI.writeExample(of: body, to: &json)
            #expect(throws: Never.self, "\(route.name): \(json.text)") {
                _ = try Fields(try JSONValue(parsing: Array(json.text.utf8)), body)
            }
        }
        let document = try JSONValue(answer: Array(OpenAPI.document.utf8))
        let groups = Set(document["tags"].list.compactMap { $0["name"].string })
        for path in document["paths"].keys {
            for word in document["paths"][path].keys {
                let tags = document["paths"][path][word]["tags"].list.compactMap(\.string)
                #expect(tags.count == 1 && groups.isSuperset(of: tags))
            }
        }
    }

    /// A PNG of one grey pixel.
    private static let pixel = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")

    @Test func `an artwork is taken in with its picture in one request, once under one key`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let picture = ByteBuffer(bytes: try #require(Self.pixel))
            let key = try Self.header("Idempotency-Key")
            func send(_ query: String, _ type: String = "image/png", _ body: ByteBuffer? = nil, key value: String? = nil)
                async throws -> ServiceFixture.Answer
            {
                var headers: HTTPFields = [.contentType: type]
                if let value { headers[key] = value }
                return try await fixture.ask(
                    .post, home.path + "/artworks" + query, bytes: body ?? picture, as: home.anna.secret, headers: headers)
            }
            let child = "?child=" + home.child.text
            let made = try await send(child + "&caption=A%20house&date=2026-09-14&category=painting", key: "one")
            #expect(made.status == 201, "\(made.text)")
            #expect(made.json["artwork"]["title"].string == "A house" && made.json["artwork"]["category"].string == "painting")
            let id = try #require(made.json["artwork"]["id"].string)
            #expect(made.headers[.location] == home.path + "/artworks/" + id)
            #expect(made.json["images"].list.count == 1)
            let again = try await send(child + "&caption=A%20house&date=2026-09-14&category=painting", key: "one")
            #expect(again.status == 201 && again.json["artwork"]["id"].string == id)
            // The very same picture once more is a slip unless it is said.
            #expect(try await send(child).status == 409)
            #expect(try await send(child + "&again=true").status == 201)
            #expect(try await send(child, "text/plain").problem == "notAPicture")
            let text = try await send(child, "image/png", ByteBuffer(string: "no picture"))
            #expect(text.status == 422 && text.problem == "notAPicture")
            #expect(try await send("?child=0190163d-8694-739b-aea5-966c26f8ad90").status >= 400)
            let stranger = try await fixture.visitor("stranger")
            let refused = try await fixture.ask(
                .post, home.path + "/artworks" + child, bytes: picture, as: stranger.secret,
                headers: [.contentType: "image/png"])
            #expect(refused.status == 403)
        }
    }
}
