import Foundation
import Testing

@testable import Intelligence

@Suite struct SettingUpProviders {
    private func file(_ provider: String, environment: [String: String] = ["K": "sk-1"]) throws -> Endpoint {
        try #require(
            try ProvidersFile(Data("{\"providers\":[\(provider)]}".utf8), path: "/d/providers.json", environment: environment)
                .endpoints.first)
    }

    private func fault(_ text: String) -> String? {
        do {
            _ = try ProvidersFile(Data(text.utf8), path: "/d/providers.json", environment: [:])
            return nil
        } catch { return error.words }
    }

    @Test func `a provider is read as it was set up`() throws {
        let endpoint = try file(
            """
            {"name":"home","speaks":"openai","address":"https://ai.example.org/v1/","models":{"organise":"small","speak":"tts"},
            "keyVariable":"K","voice":"nova","moderation":"mod","language":"German","atOnce":3,"trains":true,
            "prices":{"input":"0.15","output":"0.6"}}
            """)
        #expect(endpoint.address == "https://ai.example.org/v1" && endpoint.key == APIKey("sk-1"))
        #expect(endpoint.models == [.organise: "small", .speak: "tts"] && endpoint.voice == "nova")
        #expect(endpoint.language == "German" && endpoint.atOnce == 3 && endpoint.isTrained)
        #expect(endpoint.price.inputMillionths == 150_000 && endpoint.price.outputMillionths == 600_000)
        #expect(!"\(endpoint)".contains("sk-1") && !String(reflecting: endpoint).contains("sk-1"), "a key is never printed")
    }

    @Test(arguments: [
        ("[", "is not JSON"), ("{\"provider\":[]}", "the key “provider”, which is not known"),
        ("{\"providers\":[{\"name\":\"a\"}]}", "“speaks” is missing in providers.[0]"),
        (
            "{\"providers\":[{\"name\":\"A!\",\"speaks\":\"openai\",\"address\":\"https://x\",\"models\":{\"tell\":\"m\"}}]}",
            "a name has"
        ),
        (
            "{\"providers\":[{\"name\":\"daybook\",\"speaks\":\"openai\",\"address\":\"https://x\",\"models\":{\"tell\":\"m\"}}]}",
            "is not “daybook”"
        ),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"grpc\",\"address\":\"https://x\",\"models\":{\"tell\":\"m\"}}]}",
            "one of openai, ollama, anthropic"
        ),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"openai\",\"address\":\"ftp://x\",\"models\":{\"tell\":\"m\"}}]}",
            "“address” is such as"
        ),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"openai\",\"address\":\"https://u:p@x\",\"models\":{\"tell\":\"m\"}}]}",
            "“address” is such as"
        ),
        ("{\"providers\":[{\"name\":\"a\",\"speaks\":\"openai\",\"address\":\"https://x\",\"models\":{}}]}", "names no model"),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"openai\",\"address\":\"https://x\",\"models\":{\"tel\":\"m\"}}]}",
            "“tel” in models"
        ),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"ollama\",\"address\":\"https://x\",\"models\":{\"speak\":\"m\"}}]}",
            "“openai” alone"
        ),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"openai\",\"address\":\"https://x\",\"models\":{\"tell\":\"m\"},\"keyVariable\":\"NO\"}]}",
            "NO is not set"
        ),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"openai\",\"address\":\"https://x\",\"models\":{\"tell\":\"m\"},\"atOnce\":0}]}",
            "“atOnce” is 1 to 64"
        ),
        (
            "{\"providers\":[{\"name\":\"a\",\"speaks\":\"openai\",\"address\":\"https://x\",\"models\":{\"tell\":\"m\"},\"prices\":{\"input\":\"cheap\",\"output\":\"1\"}}]}",
            "a price is a number"
        ),
    ])
    func `a fault is named with its place`(_ text: String, _ expected: String) throws {
        let words = try #require(fault(text))
        #expect(words.contains(expected) && words.contains("/d/providers.json"), "\(words)")
    }

    @Test func `two of one name, and a key that would travel in clear, are refused`() throws {
        let one = #"{"name":"a","speaks":"openai","address":"http://10.0.0.5/v1","models":{"tell":"m"}}"#
        #expect(fault("{\"providers\":[\(one),\(one)]}")?.contains("two providers of the name “a”") == true)
        #expect(throws: ProvidersFile.Fault.self) { try file(one.dropLast() + #","keyVariable":"K"}"#) }
        #expect(try file(one).key == nil)
        let here =
            #"{"name":"a","speaks":"openai","address":"http://localhost:1234/v1","models":{"tell":"m"},"keyVariable":"K"}"#
        #expect(try file(here).key != nil)
    }

    @Test func `a key file that others may read is refused`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = folder.appending(path: "key")
        try Data("sk-9\n".utf8).write(to: key)
        let path = folder.appending(path: "providers.json")
        try Data(
            #"{"providers":[{"name":"a","speaks":"openai","address":"https://x","models":{"tell":"m"},"keyFile":"key"}]}"#.utf8
        ).write(to: path)
        for (mode, isRead) in [(0o644, false), (0o600, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key.path)
            if isRead {
                #expect(try ProvidersFile(path: path.path, environment: [:]).endpoints.first?.key == APIKey("sk-9"))
            } else {
                let fault = #expect(throws: ProvidersFile.Fault.self) { try ProvidersFile(path: path.path, environment: [:]) }
                #expect(fault?.words.contains("chmod 600") == true)
            }
        }
    }
}
