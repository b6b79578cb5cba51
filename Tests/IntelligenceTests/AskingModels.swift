import Foundation
import Kernel
import KernelTesting
import Studio
import Synchronization
import Testing

@testable import Intelligence

/// Questions and answers in each of the wire formats.
@Suite struct AskingModels {
    static let suggestions = """
        {"suggestions":[{"kind":"list","title":"Shopping","confidence":90,
        "parts":[{"capture":1,"quote":"milk","under":null},{"capture":1,"quote":"Zwieback mit Käse","under":null}]}],
        "questions":["Which shop?"]}
        """

    static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.value(text)
        return json.text
    }

    /// An answer with `text`, whole, in a dialect.
    static func whole(_ dialect: Endpoint.Dialect, _ text: String) -> String {
        switch dialect {
        case .openai:
            """
            {"id":"chat-1","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":\(quoted(text)),"refusal":null},
            "finish_reason":"stop"}],"usage":{"prompt_tokens":120,"completion_tokens":30,"total_tokens":150}}
            """
        case .ollama:
            """
            {"model":"m","message":{"role":"assistant","content":\(quoted(text))},"done":true,"done_reason":"stop",
            "prompt_eval_count":120,"eval_count":30,"total_duration":5}
            """
        case .anthropic:
            """
            {"id":"msg-1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":\(quoted(text))}],
            "stop_reason":"end_turn","usage":{"input_tokens":120,"output_tokens":30}}
            """
        }
    }

    /// The same in pieces, as servers send it.
    static func streamed(_ dialect: Endpoint.Dialect, _ text: String, lineEnd: String = "\n") -> [FakeServer.Step] {
        let half = text.index(text.startIndex, offsetBy: text.count / 2)
        let parts = [String(text[..<half]), String(text[half...])]
        switch dialect {
        case .openai:
            let events =
                parts.map {
                    #"{"id":"chat-1","choices":[{"index":0,"delta":{"content":\#(quoted($0))},"finish_reason":null}]}"#
                } + [
                    #"{"id":"chat-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
                    #"{"id":"chat-1","choices":[],"usage":{"prompt_tokens":120,"completion_tokens":30}}"#, "[DONE]",
                ]
            return FakeServer.Step.streamed(events.map { "data: \($0)\(lineEnd)\(lineEnd)" }.joined())
        case .ollama:
            let lines =
                parts.map { #"{"model":"m","message":{"role":"assistant","content":\#(quoted($0))},"done":false}"# } + [
                    #"{"model":"m","message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":120,"eval_count":30}"#
                ]
            return FakeServer.Step.streamed(lines.map { $0 + lineEnd }.joined(), type: "application/x-ndjson")
        case .anthropic:
            let events =
                [
                    (
                        "message_start",
                        #"{"type":"message_start","message":{"id":"msg-1","usage":{"input_tokens":120,"output_tokens":1}}}"#
                    ),
                    ("ping", #"{"type":"ping"}"#),
                ]
                + parts.map {
                    (
                        "content_block_delta",
                        #"{"type":"content_block_delta","delta":{"type":"text_delta","text":\#(quoted($0))}}"#
                    )
                } + [
                    (
                        "message_delta",
                        #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":30}}"#
                    ), ("message_stop", #"{"type":"message_stop"}"#),
                ]
            return FakeServer.Step.streamed(
                events.map { "event: \($0)\(lineEnd)data: \($1)\(lineEnd)\(lineEnd)" }.joined())
        }
    }

    static func endpoint(_ dialect: Endpoint.Dialect, at server: FakeServer) -> Endpoint {
        var endpoint = Endpoint(
            name: "home", dialect: dialect, address: server.address, key: APIKey("sk-verysecret"),
            models: [.organise: "m", .analyse: "m", .tell: "m"])
        endpoint.price = .init(inputMillionths: 150_000, outputMillionths: 600_000)
        return endpoint
    }

    /// Has a provider that is such a server for as long as `body` runs.
    static func asking<Result: Sendable>(
        _ endpoint: Endpoint, _ body: (RemoteProvider) async throws -> Result
    ) async throws -> Result {
        let client = EndpointClient(endpoint)
        let minting = Minting()
        do {
            let result = try await body(RemoteProvider(client) { minting.next() })
            await client.close()
            return result
        } catch {
            await client.close()
            throw error
        }
    }

    @Test(.shows("O-303", "O-506", "J-311"), arguments: Endpoint.Dialect.allCases)
    func `captures are organised by each kind of server, whole and in pieces`(_ dialect: Endpoint.Dialect) async throws {
        let text = Self.suggestions
        for steps in [
            [.answer(200, Self.whole(dialect, text), [("x-request-id", "req-7")])], Self.streamed(dialect, text),
            Self.streamed(dialect, text, lineEnd: "\r\n"),
        ] as [[FakeServer.Step]] {
            try await FakeServer.with({ _, _ in steps }) { server in
                let answer = try await Self.asking(Self.endpoint(dialect, at: server)) {
                    try await $0.organise(question("milk, Zwieback mit Käse"))
                }
                #expect(answer.suggestions.map(\.title.text) == ["Shopping"])
                #expect(answer.suggestions[0].parts.map(\.citation.start) == [0, 6])
                #expect(answer.suggestions[0].parts.map(\.citation.length) == [4, 17])
                #expect(answer.suggestions[0].confidenceThousandths == 900)
                #expect(answer.questions == ["Which shop?"])
                #expect(answer.usage?.inputTokens == 120 && answer.usage?.outputTokens == 30 && answer.usage?.requests == 1)
                // 120 × 0.15 and 30 × 0.60 for a million.
                #expect(answer.usage?.costMillionths == 36)
                let asked = try #require(server.asked.first)
                #expect(server.asked.count == 1)
                switch dialect {
                case .openai:
                    #expect(asked.path == "/chat/completions" && asked.headers["authorization"] == "Bearer sk-verysecret")
                    #expect(asked.text.contains(#""strict":true"#))
                case .ollama:
                    #expect(asked.path == "/api/chat" && asked.text.contains(#""num_ctx":8192"#))
                case .anthropic:
                    #expect(asked.path == "/v1/messages" && asked.headers["x-api-key"] == "sk-verysecret")
                    #expect(asked.headers["authorization"] == nil && asked.headers["anthropic-version"] == "2023-06-01")
                }
                #expect(!asked.text.contains(item(1).text), "no identifier leaves")
                #expect(!asked.text.contains("sk-verysecret"))
            }
        }
    }

    @Test(.shows("J-301", "J-302", "J-304", "J-415"), arguments: Endpoint.Dialect.allCases)
    func `a picture goes out as JPEG, and tips come back with resources of the curated list`(
        _ dialect: Endpoint.Dialect
    ) async throws {
        let resource = try #require(ResourceList.entries(skill: .colouring, stage: .early).first)
        let text = """
            {"description":"A red boat on blue waves.","tips":[{"text":"Look at the red boat together.","skill":"colouring","resource":\(resource.number)},
            {"text":"Name its parts.","skill":"writing","resource":999},{"text":"Draw the sea.","skill":"creativity","resource":null}],
            "tags":[{"tag":"boat","confidence":88},{"tag":"boat","confidence":70},{"tag":"https://x.org","confidence":99}]}
            """
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3]
        try await FakeServer.with({ _, _ in [.answer(200, Self.whole(dialect, text))] }) { server in
            let result = try await Self.asking(Self.endpoint(dialect, at: server)) {
                try await $0.analyse(
                    PictureQuestion(
                        raster: DrawnPage(80, 60).raster, category: .drawing, stage: .early, words: ["Mia's boat"], jpeg: jpeg))
            }
            #expect(result.tips.map(\.resource) == [resource.name, "", ""])
            #expect(result.suggestedTags.map(\.tag.text) == ["boat"] && result.suggestedTags[0].confidence == 880)
            #expect(result.description == "A red boat on blue waves.")
            let asked = try #require(server.asked.first).text
            #expect(asked.contains(Data(jpeg).base64EncodedString()))
            #expect(!asked.contains("Mia"), "no name and no title leaves")
            #expect(asked.contains("3–5 years"))
        }
    }

    @Test(.shows("J-401", "J-412", "J-417"), arguments: Endpoint.Dialect.allCases)
    func `a story is told of placeholders, gets its names here, and is looked at once more`(
        _ dialect: Endpoint.Dialect
    ) async throws {
        let story = """
            {"title":"{name1} and the boat","passages":[{"text":"{name1} met {name2} at the red boat.","pictures":[1]},
            {"text":"They saw the lighthouse.","pictures":[2]}]}
            """
        for (fit, isShown) in [(#"{"fit":true,"reason":""}"#, true), (#"{"fit":false,"reason":"too sad"}"#, false)] {
            try await FakeServer.with({ number, _ in [.answer(200, Self.whole(dialect, number == 1 ? story : fit))] }) {
                server in
                let answer = try await Self.asking(Self.endpoint(dialect, at: server)) { try await $0.tell(Self.storyQuestion) }
                #expect(answer.text.title?.text == "Zoë and the boat")
                #expect(answer.text.passages.map(\.text) == ["Zoë met Ben at the red boat.", "They saw the lighthouse."])
                #expect(answer.text.passages.map(\.artworks.count) == [1, 1])
                #expect((answer.moderation == .passed) == isShown)
                #expect(answer.text.usage?.requests == 2)
                for asked in server.asked {
                    for name in ["Zoë", "Ben", "Ada"] { #expect(!asked.text.contains(name), "\(name) stays here") }
                }
            }
        }
    }

    static var storyQuestion: StoryQuestion {
        StoryQuestion(
            pictures: [
                .init(artwork: ArtworkID(hi: 1, lo: 1), title: "Zoë's boat"),
                .init(artwork: ArtworkID(hi: 1, lo: 2), title: "Ada at the sea"),
            ], theme: "Ben's holiday", names: [Name(recorded: "Zoë"), Name(recorded: "Ben")], length: .short, note: "for Zoë",
            stage: .early, seed: 1, others: ["Ada"])
    }

    @Test(.shows("J-417")) func `a provider's own moderation is asked first, and what it flags is not shown`() async throws {
        let story = #"{"title":"T","passages":[{"text":"{name1} and {name2} sail.","pictures":[1,2]}]}"#
        try await FakeServer.with({ _, asked in
            asked.path == "/moderations"
                ? [.answer(200, #"{"id":"m","results":[{"flagged":true,"categories":{"hate":false,"violence":true}}]}"#)]
                : [.answer(200, Self.whole(.openai, story))]
        }) { server in
            var endpoint = Self.endpoint(.openai, at: server)
            endpoint.moderation = "omni-moderation-latest"
            let answer = try await Self.asking(endpoint) { try await $0.tell(Self.storyQuestion) }
            #expect(answer.moderation == .blocked(reason: "the provider's moderation found: violence"))
            #expect(server.asked.map(\.path) == ["/chat/completions", "/moderations"])
        }
    }

    @Test func `a recording is sent as a form with a file name that ends right`() async throws {
        try await FakeServer.with({ _, _ in [.answer(200, #"{"text":" milk and eggs "}"#)] }) { server in
            var endpoint = Self.endpoint(.openai, at: server)
            endpoint.models[.transcribe] = "whisper-1"
            let text = try await Self.asking(endpoint) {
                try await $0.transcribe(SpeechQuestion(audio: [1, 2, 3], mediaType: "video/webm", language: "en"))
            }
            #expect(text == "milk and eggs")
            let asked = try #require(server.asked.first)
            #expect(asked.path == "/audio/transcriptions")
            #expect(asked.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
            #expect(asked.text.contains(#"name="file"; filename="recording.webm""#) && asked.text.contains("whisper-1"))
            await #expect(throws: ProviderFailure.self) {
                try await Self.asking(endpoint) {
                    try await $0.transcribe(SpeechQuestion(audio: [1], mediaType: "text/plain", language: "en"))
                }
            }
            #expect(server.asked.count == 1)
        }
    }

    @Test func `speech comes back as Ogg, and nothing else is taken for it`() async throws {
        try await FakeServer.with({ number, _ in [.answer(200, number == 1 ? "OggS and so on" : "<html>", type: "audio/ogg")] })
        { server in
            var endpoint = Self.endpoint(.openai, at: server)
            endpoint.models[.speak] = "tts-1"
            let spoken = try await Self.asking(endpoint) { try await $0.speak("Good night.") }
            #expect(spoken.starts(with: Array("OggS".utf8)))
            #expect(server.asked[0].text.contains(#""response_format":"opus""#))
            await #expect(throws: ProviderFailure.malformed("it is not an Ogg file")) {
                try await Self.asking(endpoint) { try await $0.speak("Good night.") }
            }
        }
    }
}
