import Foundation
import Kernel
import KernelTesting
import NIOHTTP1
import Studio
import Synchronization
import Testing

@testable import Intelligence

/// Servers as they are at their worst: each leads to one sentence, in time, and to as many questions as it may and no more.
@Suite struct MisbehavingServers {
    private typealias Step = FakeServer.Step

    private static func organise(
        _ dialect: Endpoint.Dialect = .openai, seconds: Int = 5,
        _ script: @escaping @Sendable (Int, FakeServer.Asked) -> [FakeServer.Step]
    ) async throws -> (result: Result<OrganiseAnswer, ProviderFailure>, asked: [FakeServer.Asked]) {
        try await FakeServer.with(script) { server in
            let result = try await AskingModels.asking(AskingModels.endpoint(dialect, at: server)) { provider in
                do throws(ProviderFailure) {
                    return Result<OrganiseAnswer, ProviderFailure>.success(
                        try await asking(for: seconds) { () async throws(ProviderFailure) in
                            try await provider.organise(question("milk, Zwieback mit Käse"))
                        })
                } catch { return .failure(error) }
            }
            return (result, server.asked)
        }
    }

    private static var good: Step { .answer(200, AskingModels.whole(.openai, AskingModels.suggestions)) }

    private static func failure(_ result: Result<OrganiseAnswer, ProviderFailure>) -> ProviderFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }

    @Test func `what passes is tried again, after as long as the server asks for`() async throws {
        for (status, headers) in [
            (429, [("retry-after-ms", "20")]), (500, [("Retry-After", "0")]), (503, [("retry-after-ms", "1")]),
            (529, [("retry-after-ms", "1")]), (408, [("retry-after-ms", "1")]),
            (418, [("x-should-retry", "true"), ("Retry-After", "0")]),
        ] {
            let (result, asked) = try await Self.organise { number, _ in
                number == 1 ? [.answer(status, #"{"error":{"message":"later"}}"#, headers)] : [Self.good]
            }
            #expect(try result.get().suggestions.count == 1, "\(status)")
            #expect(try result.get().usage?.requests == 2)
            #expect(asked.count == 2, "\(status)")
        }
    }

    @Test func `three tries and no more, and none where they cannot help`() async throws {
        let down = try await Self.organise { _, _ in [.answer(500, "oops", [("retry-after-ms", "1")])] }
        #expect(Self.failure(down.result) == .busy(seconds: 60) && down.asked.count == 3)
        for (status, body, headers, expected) in [
            (429, #"{"error":{"message":"pay","type":"insufficient_quota","code":"insufficient_quota"}}"#, [], .overQuota),
            (401, #"{"error":{"message":"Incorrect API key: sk-verysecret","code":"invalid_api_key"}}"#, [], .badKey),
            (402, "", [], .overQuota), (403, "", [], .badKey),
            (503, "", [("x-should-retry", "false")], .busy(seconds: 60)),
            (429, "", [("Retry-After", "3600")], .busy(seconds: 3_600)),
            (413, "", [], .declined("the question is too large for it")),
        ] as [(Int, String, [(String, String)], ProviderFailure)] {
            let (result, asked) = try await Self.organise { _, _ in [.answer(status, body, headers)] }
            #expect(Self.failure(result) == expected, "\(status)")
            #expect(asked.count == 1, "\(status)")
        }
    }

    @Test func `a date to come back at is understood`() {
        let now = Date(timeIntervalSince1970: 1_764_316_800)  // 28 November 2025, 08:00
        func seconds(_ text: String) -> Double? {
            RetryPolicy.seconds(after: 429, HTTPHeaders([("Retry-After", text)]), tries: 1, chance: 0, at: now)
        }
        #expect(seconds("Fri, 28 Nov 2025 08:00:07 GMT") == 7)
        #expect(seconds("Fri, 28 Nov 2025 07:00:00 GMT") == 0)
        #expect(seconds("nonsense") == 0.5)
        #expect(RetryPolicy.seconds(after: 400, HTTPHeaders(), tries: 1, chance: 0, at: now) == nil)
        #expect(RetryPolicy.seconds(after: nil, HTTPHeaders(), tries: 2, chance: 0, at: now) == 1)
        #expect(RetryPolicy.seconds(after: nil, HTTPHeaders(), tries: 2, chance: 1, at: now) == 0.75)
    }

    @Test func `silence, half an answer and a drip all end at the one deadline`() async throws {
        let half = Step.send(Step.head(200, "application/json", [("Content-Length", "9999")]) + Array("{".utf8))
        let chunked = Step.send(Step.head(200, "application/json", [("Content-Length", "999999")]))
        for script in [[Step.hang], [half, .hang], [chunked, .drip]] {
            let begin = ContinuousClock.now
            let (result, asked) = try await Self.organise(seconds: 1) { _, _ in script }
            #expect(Self.failure(result) == .timedOut(seconds: 1))
            #expect(asked.count == 1)
            #expect(ContinuousClock.now - begin < .seconds(20))
        }
    }

    @Test func `a connection that breaks off is tried again`() async throws {
        let half = Step.send(Step.head(200, "application/json", [("Content-Length", "9999")]) + Array("{".utf8))
        let (result, asked) = try await Self.organise { number, _ in number == 1 ? [half, .close] : [Self.good] }
        #expect(try result.get().suggestions.count == 1)
        #expect(asked.count == 2)
    }

    @Test func `nobody there is said as that`() async throws {
        let endpoint = Endpoint(name: "home", dialect: .openai, address: "http://127.0.0.1:9", models: [.organise: "m"])
        let failure = await #expect(throws: ProviderFailure.self) {
            try await AskingModels.asking(endpoint) { try await $0.organise(question("milk")) }
        }
        #expect(failure == .unreachable)
    }

    @Test(arguments: [
        (
            "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"I cannot\"},\"finish_reason\":\"stop\"}]}",
            "declined: “I cannot”"
        ),
        ("{\"choices\":[{\"message\":{\"content\":\"\"},\"finish_reason\":\"content_filter\"}]}", "its filter"),
        ("{\"object\":\"nothing\"}", "no words"), ("{\"choices\":[]}", "no words"), ("<html>", "not what a server"),
        ("", "not what a server"),
        ("{\"error\":{\"message\":\"overloaded\",\"type\":\"overloaded_error\"}}", "too much to do"),
        ("{\"error\":\"model is broken\"}", "“model is broken”"),
    ])
    func `an answer with success that is none is said as what it is`(_ body: String, _ words: String) async throws {
        let (result, asked) = try await Self.organise { _, _ in [.answer(200, body)] }
        let failure = try #require(Self.failure(result))
        #expect(failure.message.contains(words), "\(failure.message)")
        #expect(asked.count == 1)
    }

    @Test func `an error in the middle of a stream is an error`() async throws {
        let events = [
            #"{"choices":[{"delta":{"content":"{\"sugg"}}]}"#, #"{"error":{"message":"out of memory","type":"server_error"}}"#,
        ]
        let (result, _) = try await Self.organise { _, _ in Step.streamed(events.map { "data: \($0)\n\n" }.joined()) }
        #expect(Self.failure(result) == .declined("“out of memory”"))
        let lines = "{\"message\":{\"content\":\"x\"},\"done\":false}\n{\"error\":\"cuda\"}\n"
        let other = try await Self.organise(.ollama) { _, _ in Step.streamed(lines, type: "application/x-ndjson") }
        #expect(Self.failure(other.result) == .declined("“cuda”"))
    }

    @Test(
        .shows("O-303", "O-506"),
        arguments: [
            "```json\n\(AskingModels.suggestions)\n```", "<think>{\"a\": 1} hm</think>\n\(AskingModels.suggestions)",
            "Sure! Here it is:\n\(AskingModels.suggestions)\nAnything else?", "{not json} \(AskingModels.suggestions)",
        ])
    func `JSON is found where models hide it`(_ text: String) async throws {
        let (result, asked) = try await Self.organise { _, _ in [.answer(200, AskingModels.whole(.openai, text))] }
        #expect(try result.get().suggestions.map(\.title.text) == ["Shopping"])
        #expect(asked.count == 1)
    }

    @Test(
        .shows("J-307"),
        arguments: [
            "no JSON at all", "{\"tips\":[]}", "{\"suggestions\":[{\"kind\":\"list\"}]}",
            "{\"suggestions\":[{\"kind\":\"list\",\"title\":\"X\",\"confidence\":1,\"parts\":[{\"capture\":9,\"quote\":\"milk\"}]}],\"questions\":[]}",
            "{\"suggestions\":[{\"kind\":\"list\",\"title\":\"X\",\"confidence\":1,\"parts\":[{\"capture\":1,\"quote\":\"champagne\"}]}],\"questions\":[]}",
        ])
    func `an answer that is not usable is asked for once more with its fault, and then given up`(_ text: String) async throws {
        let once = try await Self.organise { number, _ in
            number == 1 ? [.answer(200, AskingModels.whole(.openai, text))] : [Self.good]
        }
        #expect(try once.result.get().suggestions.count == 1)
        #expect(once.asked.count == 2 && once.asked[1].text.contains("This answer cannot be used"))
        let always = try await Self.organise { _, _ in [.answer(200, AskingModels.whole(.openai, text))] }
        guard case .malformed? = Self.failure(always.result) else {
            Issue.record("\(always.result)")
            return
        }
        #expect(always.asked.count == 2)
    }

    @Test func `an answer that was cut off is not believed`() async throws {
        let cut = AskingModels.whole(.openai, AskingModels.suggestions).replacing("\"stop\"", with: "\"length\"")
        let (result, asked) = try await Self.organise { _, _ in [.answer(200, cut)] }
        #expect(Self.failure(result) == .malformed("it was cut off; say it in fewer words") && asked.count == 2)
    }

    @Test func `a server that knows no schema is asked for any JSON, and then for words; it is remembered`() async throws {
        for (refused, expected) in [
            (["json_schema"], "json_object"), (["json_schema", "json_object"], "valid against this JSON schema"),
        ] {
            try await FakeServer.with({ _, asked in
                refused.contains { asked.text.contains("\"type\":\"\($0)\"") }
                    ? [.answer(400, #"{"error":{"message":"response_format is not supported"}}"#)] : [Self.good]
            }) { server in
                try await AskingModels.asking(AskingModels.endpoint(.openai, at: server)) { provider in
                    for _ in 0..<2 { _ = try await provider.organise(question("milk, Zwieback mit Käse")) }
                }
                #expect(server.asked.count == refused.count + 2, "remembered")
                #expect(server.asked[refused.count].text.contains(expected))
            }
        }
    }

    @Test func `a question that is wrong in every form is declined in the server's words, without the key`() async throws {
        let (result, asked) = try await Self.organise { _, _ in
            [.answer(400, #"{"error":{"message":"no such model for sk-verysecret"}}"#)]
        }
        #expect(Self.failure(result) == .declined("“no such model for (key)”") && asked.count == 3)
    }

    @Test func `a redirect is not followed, and the key goes nowhere else`() async throws {
        try await FakeServer.with({ _, _ in [Self.good] }) { other in
            let address = other.address
            let (result, asked) = try await Self.organise { _, _ in
                [.answer(307, "", [("Location", address + "/chat/completions")])]
            }
            #expect(Self.failure(result)?.message.contains("another address") == true)
            #expect(asked.count == 1 && other.asked.isEmpty)
        }
    }

    @Test func `an answer without end is not read to its end`() async throws {
        let piece = String(repeating: " ", count: 1 << 20)
        let (result, asked) = try await Self.organise(seconds: 30) { _, _ in
            [.send(Step.head(200, "application/json", [("Content-Length", "\(64 << 20)")]))]
                + (0..<20).map { _ in Step.send(Array(piece.utf8)) } + [.hang]
        }
        #expect(Self.failure(result) == .tooLarge && asked.count == 1)
    }

    @Test func `braces without end are looked at no longer than any other text`() {
        #expect(AnswerJSON.found(in: String(repeating: "{", count: 200_000)) == nil)
    }

    @Test(
        .shows("J-303"),
        arguments: [
            ("{\"tips\":[],\"tags\":[]}", "give 3 to 5"),
            ("{\"tips\":[{\"text\":\"See www.example.org\",\"skill\":\"writing\",\"resource\":null}],\"tags\":[]}", "address"),
            ("{\"tips\":[{\"text\":\"x\",\"skill\":\"flying\",\"resource\":null}],\"tags\":[]}", "give 3 to 5"),
        ])
    func `tips that cannot be used are said to be so`(_ text: String, _ words: String) async throws {
        try await FakeServer.with({ _, _ in [.answer(200, AskingModels.whole(.openai, text))] }) { server in
            let failure = await #expect(throws: ProviderFailure.self) {
                try await AskingModels.asking(AskingModels.endpoint(.openai, at: server)) {
                    try await $0.analyse(
                        PictureQuestion(raster: DrawnPage(40, 30).raster, category: .drawing, stage: .early, jpeg: [1]))
                }
            }
            #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
        }
    }

    @Test(.shows("J-303")) func `of nine tips five are taken`() async throws {
        let tip = #"{"text":"Draw more.","skill":"writing","resource":null}"#
        let text = "{\"tips\":[\(Array(repeating: tip, count: 9).joined(separator: ","))],\"tags\":[]}"
        try await FakeServer.with({ _, _ in [.answer(200, AskingModels.whole(.openai, text))] }) { server in
            let result = try await AskingModels.asking(AskingModels.endpoint(.openai, at: server)) {
                try await $0.analyse(
                    PictureQuestion(raster: DrawnPage(40, 30).raster, category: .drawing, stage: .early, jpeg: [1]))
            }
            #expect(result.tips.count == 5)
        }
    }

    @Test(arguments: [
        (#"{"passages":[{"text":"{name1} sails.","pictures":[1,2]}]}"#, "{name2} does not appear"),
        (#"{"passages":[{"text":"{name1} and {name2}.","pictures":[1]}]}"#, "no passage lists picture 2"),
        (#"{"passages":[{"text":"{name1} and {name2}.","pictures":[1,2,3]}]}"#, "is not there"),
        (#"{"passages":[{"text":"{name1}, {name2} and {name3}.","pictures":[1,2]}]}"#, "was not given"),
        (#"{"passages":[{"text":"{name1}, {name2}: https://x.org","pictures":[1,2]}]}"#, "address"),
    ])
    func `a story without a hero or a picture is not told`(_ text: String, _ words: String) async throws {
        try await FakeServer.with({ _, _ in [.answer(200, AskingModels.whole(.openai, text))] }) { server in
            let failure = await #expect(throws: ProviderFailure.self) {
                try await AskingModels.asking(AskingModels.endpoint(.openai, at: server)) {
                    try await $0.tell(AskingModels.storyQuestion)
                }
            }
            #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
        }
    }

    @Test func `after five failures in a row it is left alone for a minute, and then tried by one`() async throws {
        let now = Mutex(ContinuousClock.now)
        let gate = EndpointGate(atOnce: 1) { now.withLock { $0 } }
        for _ in 0..<EndpointGate.failuresMax {
            try await gate.enter()
            await gate.leave(worked: false)
        }
        await #expect(throws: ProviderFailure.leftAlone(seconds: 61)) { try await gate.enter() }
        now.withLock { $0 += .seconds(61) }
        try await gate.enter()
        await gate.leave(worked: false)
        await #expect(throws: ProviderFailure.self) { try await gate.enter() }
        now.withLock { $0 += .seconds(61) }
        try await gate.enter()
        await gate.leave(worked: true)
        try await gate.enter()
    }

    @Test func `one question at a time, in their order, and one that is given up gives its turn to the next`() async throws {
        let gate = EndpointGate(atOnce: 1)
        try await gate.enter()
        let second = Task { () -> Bool in
            do throws(ProviderFailure) { try await gate.enter() } catch { return error == .cancelled }
            return false
        }
        second.cancel()
        #expect(await second.value)
        let third = Task { try await gate.enter() }
        await gate.leave(worked: true)
        try await third.value
        await gate.leave(worked: nil)
        try await gate.enter()
    }
}
