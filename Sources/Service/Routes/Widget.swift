import Accounts
import Boards
import Exporters
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime
import Workspace

extension RouteTable {
    /// The three cards that are next, for a widget. Requirements P-203, P-604.
    static let widget: [Route] = [
        Route(
            .get, "/v1/workspaces/{workspace}/widget/top3", "showTop3",
            "The three cards that are next on one's primary board, else on the first one: JSON, SVG, HTML or text.",
            .reads([.boards]),
            query: [
                FieldShape("board", .identifier, "Of this board instead.").optional,
                FieldShape("format", .word(WidgetFormat.allCases.map(\.rawValue)), "Goes before Accept.").optional,
                .at,
            ], formats: ["image/svg+xml", "text/html"]
        ) { try await $0.top3() }
    ]
}

/// The format of a widget.
enum WidgetFormat: String, CaseIterable, Sendable {
    case json, text, svg, html

    fileprivate var mediaType: String {
        switch self {
        case .json: "application/json"
        case .text: "text/plain; charset=utf-8"
        case .svg: "image/svg+xml"
        case .html: "text/html; charset=utf-8"
        }
    }

    /// The first of a list of accepted types that there is; JSON for anything else.
    fileprivate init(accepting list: String) {
        for item in list.split(separator: ",") {
            let type = trimmed(String(item.split(separator: ";").first ?? "").lowercased())
            let found = Self.allCases.first { $0.mediaType.split(separator: ";").first.map(String.init) == type }
            if let found {
                self = found
                return
            }
        }
        self = .json
    }

    fileprivate func write(_ reading: TopCardsView) -> String {
        switch self {
        case .json: reading.json
        case .text: reading.text
        case .svg: WidgetDrawing(reading).svg
        case .html: WidgetDrawing(reading).html
        }
    }
}

extension Call {
    /// A widget may show its content for half an hour without asking; a client that watches for changes asks with its
    /// tag at once.
    private static let freshness = "private, max-age=1800"

    fileprivate func top3() async throws -> Response {
        let user = try signedIn().user
        let asked: BoardID? = query.identifier("board")
        let primary = accounts.model.existing(user)?.preferences.primaryBoard.map { $0.as(Board.self) }
        let format =
            query.text("format").flatMap { WidgetFormat(rawValue: $0) }
            ?? WidgetFormat(accepting: request.headers[.accept] ?? "")
        let id = try workspace()
        return try await using(id) { workspace in
            var (view, sequence, _) = try await workspace.durableView()
            var head = head(
                of: workspace, asOf: sequence, reach: "-\((asked ?? primary)?.text ?? "first")-\(format.rawValue)",
                isText: false)
            head.headers[.cacheControl] = Self.freshness
            if isKnown(head) { return notModified(head) }
            if let moment = moment("at") {
                view = try await onHistoryThreads { try workspace.view(at: moment) }
            }
            return try await rendering(id) { [view, head] in
                // Another workspace's primary board, or one in the trash, is none here.
                var reading = view.boards.topCards(of: asked ?? primary, name: view.name)
                if reading == nil, asked == nil { reading = view.boards.topCards(name: view.name) }
                guard let reading else {
                    throw ProblemDocument(.notFound, "noSuchThing", "there is no such board to be seen; add one first")
                }
                if isAnyKnown { return notModified(head) }
                var headers = head.headers
                headers[.contentType] = format.mediaType
                return Response(
                    status: .ok, headers: headers,
                    body: ResponseBody(byteBuffer: ByteBuffer(string: format.write(reading))))
            }
        }
    }
}

/// A widget as a picture, and as a page without script or style.
struct WidgetDrawing {
    let reading: TopCardsView

    init(_ reading: TopCardsView) { self.reading = reading }

    /// Letters of a line before it is cut.
    private static let lettersMax = 34

    var svg: String {
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="320" height="160" viewBox="0 0 320 160" role="img" \
            font-family="system-ui, sans-serif"><title>\(Self.escaped(reading.title))</title>\
            <rect width="320" height="160" rx="16" fill="#ffffff"/>\
            <text x="16" y="32" font-size="18" font-weight="bold" fill="#111111">\(Self.cut(reading.title))</text>
            """
        for (index, line) in reading.cards.enumerated() {
            let top = 62 + 34 * index
            svg += """
                <text x="16" y="\(top)" font-size="15" fill="#111111">\(Self.cut(line.card.title))</text>\
                <text x="16" y="\(top + 15)" font-size="11" fill="#555555">\(Self.cut(Self.facts(line)))</text>
                """
        }
        if reading.cards.isEmpty { svg += "<text x=\"16\" y=\"62\" font-size=\"15\" fill=\"#555555\">Nothing to do.</text>" }
        return svg + "</svg>\n"
    }

    var html: String {
        var html = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">\
            <title>\(Self.escaped(reading.title))</title></head><body><h1>\(Self.escaped(reading.title))</h1>
            """
        if reading.cards.isEmpty { html += "<p>Nothing to do.</p>" }
        if !reading.cards.isEmpty { html += "<ol>" }
        for line in reading.cards {
            html += "<li>\(Self.escaped(line.card.title)) <small>\(Self.escaped(Self.facts(line)))</small></li>"
        }
        return html + (reading.cards.isEmpty ? "" : "</ol>") + "</body></html>\n"
    }

    private static func facts(_ line: TopCardsView.Line) -> String {
        let facts = [
            line.column, line.card.due.isEmpty ? "" : "due \(line.card.due)",
            line.card.priority == .none ? "" : spelled(line.card.priority.fieldName),
        ]
        return facts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func cut(_ text: String) -> String {
        escaped(text.count > lettersMax ? String(text.prefix(lettersMax - 1)) + "…" : text)
    }

    private static func escaped(_ text: String) -> String { MarkupEscaping.page.escaped(text) }
}
