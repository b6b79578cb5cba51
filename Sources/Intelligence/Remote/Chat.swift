import Foundation
import Kernel

/// A question to a model that writes: instructions, what it is about, and the form of the answer.
struct ChatQuestion: Sendable, Equatable {
    var system: String
    var text: String
    /// JPEG.
    var pictures: [[UInt8]] = []
    /// An answer that was not usable and why, for the one time that it is asked again.
    var fault: (answer: String, reason: String)?
    /// Of the answer, as JSON Schema.
    var schema: JSONSchema
    var tokensMax = 1_500
    var temperature = 0.4

    static func == (a: Self, b: Self) -> Bool {
        a.system == b.system && a.text == b.text && a.pictures == b.pictures && a.fault?.answer == b.fault?.answer
            && a.fault?.reason == b.fault?.reason && a.schema == b.schema && a.tokensMax == b.tokensMax
    }

    /// The words of the question, with the schema in them where the server does not take one.
    func system(in form: AnswerForm) -> String {
        switch form {
        case .schema: system
        // Some servers want the word "json" in a question that asks for it.
        case .object, .plain:
            system + "\n\nAnswer with one JSON value and nothing else, valid against this JSON schema:\n"
                + String(decoding: schema.bytes, as: UTF8.self)
        }
    }

    /// The turns after the instructions: the question, and after an answer that was not usable what was wrong with it.
    var turns: [(isAnswer: Bool, text: String)] {
        guard let fault else { return [(false, text)] }
        return [
            (false, text), (true, fault.answer),
            (false, "This answer cannot be used: \(fault.reason). Answer the question again, in the form that was asked for."),
        ]
    }
}

/// The ways of asking for JSON, the strictest first. A server that refuses one is asked by the next, and that is remembered.
enum AnswerForm: Int, Sendable, CaseIterable {
    case schema, object, plain

    var next: AnswerForm? { AnswerForm(rawValue: rawValue + 1) }
}

/// A JSON schema by a name of letters and dashes.
struct JSONSchema: Sendable, Equatable {
    var name: String
    var bytes: [UInt8]

    /// - Parameter json: the schema, as written here; strict servers want every property required and no further ones.
    init(_ name: String, _ json: String) {
        self.name = name
        bytes = Array(json.utf8.filter { $0 != UInt8(ascii: "\n") })
    }
}

/// The text that a model wrote, and what it took.
struct ChatAnswer: Sendable, Equatable {
    var text: String
    /// True where it was cut off.
    var isCut = false
    var inputTokens = 0
    var outputTokens = 0
    var requestID = ""
}

/// A wire format for questions to a model.
protocol ChatDialect: Sendable {
    static func request(_ question: ChatQuestion, model: String, form: AnswerForm, _ endpoint: Endpoint) -> WireRequest
    /// - Throws: `ProviderFailure` for a refusal, an error within the answer, and what has not the form of the dialect.
    static func answer(_ wire: WireAnswer, _ endpoint: Endpoint) throws(ProviderFailure) -> ChatAnswer
}

extension Endpoint.Dialect {
    var chat: any ChatDialect.Type {
        switch self {
        case .openai: OpenAIChat.self
        case .ollama: OllamaChat.self
        case .anthropic: AnthropicMessages.self
        }
    }
}
