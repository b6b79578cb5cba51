import Foundation
import Kernel

/// Ollama's own way of asking, which says how long a question may be; the compatible one cuts it off without a word.
///
/// - Source: Ollama, docs/api.md, "Generate a chat completion"; ollama issue 2963 on `num_ctx`.
enum OllamaChat: ChatDialect {
    static func request(_ question: ChatQuestion, model: String, form: AnswerForm, _ endpoint: Endpoint) -> WireRequest {
        var json = JSONWriter()
        json.object { json in
            json.field("model", model)
            json.key("messages")
            json.array { json in
                json.object { json in
                    json.field("role", "system")
                    json.field("content", question.system(in: form))
                }
                for (index, turn) in question.turns.enumerated() {
                    json.object { json in
                        json.field("role", turn.isAnswer ? "assistant" : "user")
                        json.field("content", turn.text)
                        if index == 0, !question.pictures.isEmpty {
                            json.field("images", question.pictures.map { Data($0).base64EncodedString() })
                        }
                    }
                }
            }
            switch form {
            case .schema:
                json.key("format")
                json.raw(question.schema.bytes)
            case .object: json.field("format", "json")
            case .plain: break
            }
            json.key("options")
            json.object { json in
                json.field("num_ctx", endpoint.contextTokens)
                json.field("num_predict", question.tokensMax)
                json.number("temperature", literal: String(question.temperature))
            }
            json.field("keep_alive", "5m")
            json.field("think", false)
            // A silent connection is cut by proxies after some minutes.
            json.field("stream", true)
        }
        return WireRequest(path: "/api/chat", json: json.bytes)
    }

    private struct Piece: Decodable {
        struct Words: Decodable { var content: String? }

        var message: Words?
        var done: Bool?
        var done_reason: String?
        var prompt_eval_count: Int?
        var eval_count: Int?
    }

    static func answer(_ wire: WireAnswer, _ endpoint: Endpoint) throws(ProviderFailure) -> ChatAnswer {
        var answer = ChatAnswer(text: "", requestID: wire.requestID)
        var isDone = false
        for value in StreamedBody.values(of: wire.body, type: wire.type) {
            if let failure = ProviderFailure(within: Array(value), key: endpoint.key) { throw failure }
            guard let piece = try? JSONDecoder().decode(Piece.self, from: Data(value)) else {
                throw .malformed("it is not what Ollama says")
            }
            answer.text += piece.message?.content ?? ""
            answer.inputTokens = piece.prompt_eval_count ?? answer.inputTokens
            answer.outputTokens = piece.eval_count ?? answer.outputTokens
            isDone = isDone || piece.done ?? false
            if piece.done_reason == "length" { answer.isCut = true }
        }
        guard isDone else { throw .malformed("it ends before it is done") }
        // It reads no more of a question than it has room for, and does not say so.
        guard answer.inputTokens < endpoint.contextTokens else {
            throw .malformed("the question is longer than contextTokens of this provider; set it higher, or ask for less")
        }
        return answer
    }
}
