import Foundation
import Kernel

/// Messages as Anthropic defined them.
///
/// - Source: Anthropic API reference, "Create a message", "Streaming messages", "Errors".
enum AnthropicMessages: ChatDialect {
    static func request(_ question: ChatQuestion, model: String, form: AnswerForm, _ endpoint: Endpoint) -> WireRequest {
        var json = JSONWriter()
        json.object { json in
            json.field("model", model)
            json.field("max_tokens", question.tokensMax)
            json.field("system", question.system(in: form))
            json.key("messages")
            json.array { json in
                for (index, turn) in question.turns.enumerated() {
                    json.object { json in
                        json.field("role", turn.isAnswer ? "assistant" : "user")
                        json.key("content")
                        json.array { json in
                            if index == 0 { for picture in question.pictures { block(&json, picture) } }
                            json.object { json in
                                json.field("type", "text")
                                json.field("text", turn.text)
                            }
                        }
                    }
                }
            }
            // It has no form between a schema and words.
            if form == .schema {
                json.key("output_config")
                json.object { json in
                    json.key("format")
                    json.object { json in
                        json.field("type", "json_schema")
                        json.key("schema")
                        json.raw(question.schema.bytes)
                    }
                }
            }
            json.number("temperature", literal: String(question.temperature))
            json.field("stream", true)
        }
        return WireRequest(path: "/v1/messages", json: json.bytes)
    }

    private static func block(_ json: inout JSONWriter, _ picture: [UInt8]) {
        json.object { json in
            json.field("type", "image")
            json.key("source")
            json.object { json in
                json.field("type", "base64")
                json.field("media_type", "image/jpeg")
                json.field("data", Data(picture).base64EncodedString())
            }
        }
    }

    /// A whole message and an event of a streamed one.
    private struct Piece: Decodable {
        struct Block: Decodable { var text: String? }
        struct Delta: Decodable {
            var text: String?
            var stop_reason: String?
        }

        struct Usage: Decodable {
            var input_tokens: Int?
            var output_tokens: Int?
        }

        struct Message: Decodable {
            var id: String?
            var usage: Usage?
        }

        var type: String?
        var id: String?
        var content: [Block]?
        var delta: Delta?
        var stop_reason: String?
        var usage: Usage?
        var message: Message?
    }

    static func answer(_ wire: WireAnswer, _ endpoint: Endpoint) throws(ProviderFailure) -> ChatAnswer {
        var answer = ChatAnswer(text: "", requestID: wire.requestID)
        var reason: String?
        for value in StreamedBody.values(of: wire.body, type: wire.type) {
            if let failure = ProviderFailure(within: Array(value), key: endpoint.key) { throw failure }
            guard let piece = try? JSONDecoder().decode(Piece.self, from: Data(value)) else {
                throw .malformed("it is not what a server of this kind says")
            }
            if answer.requestID.isEmpty { answer.requestID = String((piece.message?.id ?? piece.id ?? "").prefix(100)) }
            for usage in [piece.message?.usage, piece.usage] {
                answer.inputTokens = usage?.input_tokens ?? answer.inputTokens
                answer.outputTokens = usage?.output_tokens ?? answer.outputTokens
            }
            answer.text += (piece.content ?? []).compactMap(\.text).joined() + (piece.delta?.text ?? "")
            reason = piece.stop_reason ?? piece.delta?.stop_reason ?? reason
        }
        switch reason {
        case "refusal": throw .declined("it does not want to answer this")
        case "max_tokens", "model_context_window_exceeded": answer.isCut = true
        case nil: throw .malformed("it ends before it is done")
        default: break
        }
        return answer
    }
}
