import Foundation
import Kernel

/// Chat completions as OpenAI defined them and as most servers speak them.
///
/// - Source: OpenAI API reference, "Create chat completion" and "Chat completion chunk"; the errors of its clients.
enum OpenAIChat: ChatDialect {
    static func request(_ question: ChatQuestion, model: String, form: AnswerForm, _ endpoint: Endpoint) -> WireRequest {
        var json = JSONWriter()
        json.object { json in
            json.field("model", model)
            json.key("messages")
            json.array { json in
                message(&json, "system", question.system(in: form))
                for (index, turn) in question.turns.enumerated() {
                    let pictures = index == 0 ? question.pictures : []
                    message(&json, turn.isAnswer ? "assistant" : "user", turn.text, pictures)
                }
            }
            switch form {
            case .schema:
                json.key("response_format")
                json.object { json in
                    json.field("type", "json_schema")
                    json.key("json_schema")
                    json.object { json in
                        json.field("name", question.schema.name)
                        json.field("strict", true)
                        json.key("schema")
                        json.raw(question.schema.bytes)
                    }
                }
            case .object:
                json.key("response_format")
                json.object { $0.field("type", "json_object") }
            case .plain: break
            }
            json.number("temperature", literal: String(question.temperature))
            // The newer name is refused by older servers, and the older one by newer models: the plainest question has the older.
            json.field(form == .schema ? "max_completion_tokens" : "max_tokens", question.tokensMax)
            json.field("stream", true)
            if form == .schema {
                json.key("stream_options")
                json.object { $0.field("include_usage", true) }
                json.field("store", false)
            }
        }
        return WireRequest(path: "/chat/completions", json: json.bytes)
    }

    private static func message(_ json: inout JSONWriter, _ role: String, _ text: String, _ pictures: [[UInt8]] = []) {
        json.object { json in
            json.field("role", role)
            guard !pictures.isEmpty else {
                json.field("content", text)
                return
            }
            json.key("content")
            json.array { json in
                json.object { json in
                    json.field("type", "text")
                    json.field("text", text)
                }
                for picture in pictures {
                    json.object { json in
                        json.field("type", "image_url")
                        json.key("image_url")
                        json.object { $0.field("url", "data:image/jpeg;base64," + Data(picture).base64EncodedString()) }
                    }
                }
            }
        }
    }

    /// A whole answer and a piece of a streamed one: each has what the other lacks.
    private struct Piece: Decodable {
        struct Choice: Decodable {
            var message: Words?
            var delta: Words?
            var finish_reason: String?
        }

        struct Words: Decodable {
            var content: String?
            var refusal: String?
        }

        struct Usage: Decodable {
            var prompt_tokens: Int?
            var completion_tokens: Int?
        }

        var id: String?
        var choices: [Choice]?
        var usage: Usage?
    }

    static func answer(_ wire: WireAnswer, _ endpoint: Endpoint) throws(ProviderFailure) -> ChatAnswer {
        var answer = ChatAnswer(text: "", requestID: wire.requestID)
        var (refusal, hasChoice) = ("", false)
        for value in StreamedBody.values(of: wire.body, type: wire.type) {
            if let failure = ProviderFailure(within: Array(value), key: endpoint.key) { throw failure }
            guard let piece = try? JSONDecoder().decode(Piece.self, from: Data(value)) else {
                throw .malformed("it is not what a server of this kind says")
            }
            if answer.requestID.isEmpty { answer.requestID = String((piece.id ?? "").prefix(100)) }
            answer.inputTokens = piece.usage?.prompt_tokens ?? answer.inputTokens
            answer.outputTokens = piece.usage?.completion_tokens ?? answer.outputTokens
            guard let choice = piece.choices?.first else { continue }
            hasChoice = true
            answer.text += choice.message?.content ?? choice.delta?.content ?? ""
            refusal += choice.message?.refusal ?? choice.delta?.refusal ?? ""
            switch choice.finish_reason {
            case "length": answer.isCut = true
            case "content_filter": throw .declined("its filter does not let this through")
            default: break
            }
        }
        guard refusal.isEmpty else { throw .declined("“\(refusal.prefix(300))”") }
        guard hasChoice else { throw .malformed("it has no words in it") }
        return answer
    }
}
