import HTTPTypes
import Hummingbird

/// One thing that can be asked over HTTP: where, who may, what is said, what comes back, and what does it.
///
/// The table of routes is the one list of them: the router, the OpenAPI document and the test of who may do what are
/// made from it. A route without a rule does not compile.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// With `{name}` for what changes, such as `/v1/workspaces/{workspace}/notes/{note}`.
    var path: String
    /// What the OpenAPI document and the metrics call it; each once.
    var name: String
    var summary: String
    var rule: Rule
    var query: [FieldShape] = []
    /// The fields of its body; nil where it has none.
    var body: [FieldShape]?
    var answer: AnswerShape
    var handle: @Sendable (Call) async throws -> Response

    /// What comes back when all went well.
    enum AnswerShape: Sendable, Equatable {
        case json(HTTPResponse.Status)
        case nothing
        case text
        case events
        /// Protocol-buffer bytes.
        case records
    }

    /// The names in its path.
    var parameters: [String] {
        path.split(separator: "/").compactMap { part in
            part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
        }
    }

    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ summary: String, _ rule: Rule,
        query: [FieldShape] = [], body: [FieldShape]? = nil, answer: AnswerShape = .json(.ok),
        _ handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.name = name
        self.summary = summary
        self.rule = rule
        self.query = query
        self.body = body
        self.answer = answer
        self.handle = handle
    }
}
