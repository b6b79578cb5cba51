import HTTPTypes
import Hummingbird
import Workspace

/// One thing that can be asked over HTTP: where, who may, what is said, what comes back, and what does it.
///
/// The table of routes is the one list of them: the router, the OpenAPI document and the test of who may do what are
/// made from it. A route without a rule does not compile.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// With `{name}` for what changes, such as `/v1/workspaces/{workspace}/notes/{note}`.
    var path: String
    /// The name in the OpenAPI document and the metrics; each once.
    var name: String
    var summary: String
    var rule: RouteAccess
    var query: [FieldShape] = []
    /// Header fields that it reads itself, for the OpenAPI document.
    var headers: [FieldShape] = []
    /// The fields of its body; nil where it has none.
    var body: [FieldShape]?
    /// A body that is read by the handler itself; nil where it has none, or fields.
    var content: Content?
    var answer: AnswerShape
    /// The name of the answer's JSON among the schemas of the OpenAPI document; nil where that does not describe it.
    var answerSchema: String?
    /// The statuses it can answer with beyond those that its rule and its body lead to.
    var furtherStatuses: [Int] = []
    /// Media types that can be had besides JSON.
    var formats: [String]
    /// True if it can be had as text too, where it shows any moment: a reading can, a list of records cannot.
    var hasText: Bool
    /// Media types in which it answers what went wrong besides problem documents.
    var problemFormats: [String]
    /// True if a guest may, where the rule lets them: what takes a workspace elsewhere, or much into it, needs an account.
    var isForGuests: Bool
    var handle: @Sendable (Call) async throws -> Response
    /// The shape of one item, of a route that gives a list as `{items,next,total}`; nil for all others.
    var item: JSONShape?

    /// The shape of a successful answer.
    enum AnswerShape: Sendable, Equatable {
        case json(HTTPResponse.Status)
        case nothing
        /// No body; the header says all.
        case empty(HTTPResponse.Status)
        case text
        case events
        /// Protocol-buffer bytes.
        case records
        /// To another address.
        case redirect
        /// Bytes of this media type, or of a more telling one.
        case bytes(String)
    }

    /// A body that is more than a list of fields.
    enum Content: Sendable, Equatable {
        /// JSON that one of the schemas of the OpenAPI document describes.
        case document(schema: String)
        /// Bytes of one of these media types.
        case bytes([String])
        /// Texts under these names, as JSON or as the form of a page.
        case form([String])

        /// The media type of the form of a page.
        static let formType = "application/x-www-form-urlencoded"
    }

    /// True if it takes a body at all.
    var takesBody: Bool { body != nil || content != nil }

    /// The names in its path.
    var parameters: [String] {
        path.split(separator: "/").compactMap { part in
            part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
        }
    }

    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ summary: String, _ rule: RouteAccess,
        query: [FieldShape] = [], headers: [FieldShape] = [], body: [FieldShape]? = nil,
        content: Content? = nil, answer: AnswerShape = .json(.ok), answerSchema: String? = nil,
        furtherStatuses: [Int] = [], formats: [String] = [], hasText: Bool = true, problemFormats: [String] = [],
        isForGuests: Bool = true, _ handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.name = name
        self.summary = summary
        self.rule = rule
        self.query = query
        self.headers = headers
        self.body = body
        self.content = content
        self.answer = answer
        self.answerSchema = answerSchema
        self.furtherStatuses = furtherStatuses
        self.formats = formats
        self.hasText = hasText
        self.problemFormats = problemFormats
        self.isForGuests = isForGuests
        self.handle = handle
    }
}
