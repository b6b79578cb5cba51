import HTTPTypes
import Hummingbird
import Kernel
import Workspace

/// The interface for people: every route with what it takes and answers, every command, made from the same table and the
/// same field lists as the OpenAPI document.
enum ReferencePage {
    /// Made once; the table does not change while the service runs.
    static let response: Response = {
        var response = HTMLPage(title: "Daybook", body: body, style: style).response()
        response.headers[.cacheControl] = "public, max-age=300"
        return response
    }()

    private static let style =
        "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        + "code,pre{font-size:.9em}pre{overflow-x:auto;padding:.5rem;border:1px solid #8886}"
        + "summary{cursor:pointer}summary b{font-family:monospace}details{margin:.3rem 0}details>*{margin-left:1rem}"
        + "details>summary{margin-left:0}dt{font-family:monospace}dd{margin:0 0 .3rem 1.5rem}nav a{margin-right:.8rem}"

    private static var body: String {
        let groups = RouteTable.groups.enumerated().map { index, group in
            "<section><h2 id=\"group-\(index)\">\(escaped(group.title))</h2>"
                + group.routes.map(described).joined() + "</section>"
        }
        return start + navigation + groups.joined() + components + definitions
    }

    /// The introduction, with addresses that are right wherever the service is reached.
    private static let start = """
        <p>This service keeps notes, boards, captures and children's artwork, as one journal of everything that was done. \
        What follows is all that can be asked of it; programs read the same from <a href="/openapi.json">openapi.json</a>.</p>
        <h2>Beginning</h2>
        <ol>
        <li>Make an account: <code>POST /v1/sign-up</code> with <code>{"email":"you@example.org","password":"…"}</code>.</li>
        <li>Sign in: <code>POST /v1/sign-in</code> with the same. The answer has a <code>token</code>; send it with every \
        further request as <code>Authorization: Bearer TOKEN</code>.</li>
        <li>Make a workspace: <code>POST /v1/workspaces</code>, and give it commands: \
        <code>POST /v1/workspaces/{workspace}/commands</code>. Every command has a number that your device counts up, so \
        that sending it twice does nothing twice.</li>
        <li>Read the views, at any moment of the past with <code>?at=</code>, and watch \
        <code>/v1/workspaces/{workspace}/events</code> for what changes.</li>
        </ol>
        <p>What goes wrong is answered with a problem document (RFC 9457); programs tell them apart by <code>name</code>.</p>
        """

    private static var navigation: String {
        let groups = RouteTable.groups.enumerated().map { "<a href=\"#group-\($0)\">\(escaped($1.title))</a>" }
        return "<nav>" + groups.joined(separator: " ")
            + " <a href=\"#answers\">Parts of answers</a> <a href=\"#schemas\">What is sent</a></nav>"
    }

    private static func described(_ route: Route) -> String {
        var text =
            "<details id=\"\(route.name)\"><summary><b>\(route.method.rawValue) \(escaped(route.path))</b> "
            + "\(escaped(route.summary))</summary><p>For \(escaped(route.rule.words))\(route.isForGuests ? "" : ", and no guest").</p>"
        text += listed("In the query", route.query)
        text += listed("In the header", route.headers)
        text += listed("In the body, as JSON", route.body ?? [])
        switch route.content {
        case .document(let schema): text += "<p>The body, as JSON: \(link(to: schema)).</p>"
        case .form(let names):
            text +=
                "<p>The body, as JSON or as a form: \(names.map { "<code>\(escaped($0))</code>" }.joined(separator: ", ")).</p>"
        case .bytes(let types):
            text += "<p>The body: bytes of \(types.map { "<code>\(escaped($0))</code>" }.joined(separator: ", ")).</p>"
        case nil: break
        }
        let statuses = route.statuses.map(String.init).joined(separator: ", ")
        text += "<p>Answers \(statuses)\(route.mediaType.map { ", with <code>\(escaped($0))</code>" } ?? "").</p>"
        if let shape = route.answerShape { text += "<pre>\(shape.outline(linking: link))</pre>" }
        return text + "</details>"
    }

    private static func listed(_ heading: String, _ shapes: [FieldShape]) -> String {
        guard !shapes.isEmpty else { return "" }
        let lines = shapes.map { shape in
            "<dt>\(escaped(shape.name))</dt><dd>\(escaped(shape.purpose)) <small>\(shape.isRequired ? "" : "Not needed: ")"
                + "\(escaped(shape.expectation))</small></dd>"
        }
        return "<p>\(heading):</p><dl>\(lines.joined())</dl>"
    }

    private static var components: String {
        let parts = AnswerShapes.components.sorted { precedes($0.key, $1.key) }.map { name, shape in
            "<details id=\"\(name)\"><summary><b>\(escaped(name))</b></summary><pre>\(shape.outline(linking: link))</pre></details>"
        }
        return "<section><h2 id=\"answers\">Parts of answers</h2>\(parts.joined())</section>"
    }

    /// The schemas of batches of commands and of their results.
    private static var definitions: String {
        let parts = OpenAPI.schemas.definitions.map { definition in
            var text = "<details id=\"\(definition.name)\"><summary><b>\(escaped(definition.name))</b></summary>"
            if !definition.demands.isEmpty {
                text += "<p>Expected: \(escaped(definition.demands.joined(separator: "; "))).</p>"
            }
            let fields = definition.fields.map { field in
                let words = field.reference.map { escaped(field.words).replacing(escaped($0), with: link(to: $0)) }
                return "<dt>\(escaped(field.name))</dt><dd>\(words ?? escaped(field.words))"
                    + "\(field.isRequired ? "" : " <small>Not needed.</small>")</dd>"
            }
            if !fields.isEmpty { text += "<dl>\(fields.joined())</dl>" }
            let kinds = definition.kinds.map { "<li>\(link(to: $0.definition))</li>" }
            if !kinds.isEmpty { text += "<p>One of these, told apart by <code>type</code>:</p><ul>\(kinds.joined())</ul>" }
            return text + "</details>"
        }
        return "<section><h2 id=\"schemas\">What is sent</h2>\(parts.joined())</section>"
    }

    private static func link(to name: String) -> String { "<a href=\"#\(name)\">\(escaped(name))</a>" }

    private static func escaped(_ text: String) -> String { HTMLPage.escaped(text) }
}
