import HTTPTypes
import Kernel
import Runtime
import Workspace

/// The interface as an OpenAPI 3.1 document, made of the table of routes: what it does not say, no route does.
enum OpenAPI {
    static let document: String = {
        var json = JSONWriter()
        write(RouteTable.all, to: &json)
        return indented(json.text)
    }()

    /// The group of each route, by its name.
    private static let tags = Dictionary(
        uniqueKeysWithValues: RouteTable.groups.flatMap { group in group.routes.map { ($0.name, group.title) } })

    private static func write(_ routes: [Route], to json: inout JSONWriter) {
        json.object { json in
            json.field("openapi", "3.1.0")
            json.key("info")
            json.object { json in
                json.field("title", "Daybook")
                json.field("version", "1")
                json.field(
                    "description",
                    "What a person or a family keeps, as one journal of everything they did. Errors are problem documents "
                        + "(RFC 9457); programs tell them apart by name.")
            }
            json.key("security")
            json.array(["bearer", "cookie"]) { json, scheme in
                json.object { json in
                    json.key(scheme)
                    json.array { _ in }
                }
            }
            json.key("tags")
            json.array(RouteTable.groups.map(\.title)) { json, title in
                json.object { $0.field("name", title) }
            }
            json.key("paths")
            json.object { json in
                for path in Set(routes.map(\.path)).sorted() {
                    json.key(path)
                    json.object { json in
                        for route in routes where route.path == path {
                            json.key(route.method.rawValue.lowercased())
                            write(route, to: &json)
                        }
                    }
                }
            }
            json.key("components")
            json.object { writeComponents(to: &$0) }
        }
    }

    private static func write(_ route: Route, to json: inout JSONWriter) {
        json.object { json in
            json.field("operationId", route.name)
            json.field("summary", route.summary)
            json.field("tags", [tags[route.name] ?? ""])
            if route.rule == .anybody || route.rule == .keeper {
                json.key("security")
                json.array { _ in }
            }
            json.field("x-rule", route.rule.words + (route.isForGuests ? "" : ", and no guest"))
            if !route.parameters.isEmpty || !route.query.isEmpty || !route.headers.isEmpty {
                json.key("parameters")
                json.array { json in
                    for name in route.parameters {
                        let kind = kind(ofParameter: name, of: route)
                        write(FieldShape(name, kind, "Which \(name)."), in: "path", to: &json)
                    }
                    for shape in route.query { write(shape, in: "query", to: &json) }
                    for shape in route.headers { write(shape, in: "header", to: &json) }
                }
            }
            if let body = route.body {
                json.key("requestBody")
                json.object { json in
                    json.field("required", true)
                    json.key("content")
                    json.object { json in
                        json.key("application/json")
                        json.object { json in
                            json.key("schema")
                            writeObject(body, to: &json)
                            json.key("example")
                            writeExample(of: body, to: &json)
                        }
                    }
                }
            }
            if let content = route.content { write(content, to: &json) }
            json.key("responses")
            json.object { json in
                for status in route.statuses { write(status, of: route, to: &json) }
            }
        }
    }

    /// Returns the kind of the parameter of this name in a path.
    private static func kind(ofParameter name: String, of route: Route) -> FieldShape.Kind {
        switch name {
        case "invitation" where route.rule == .anybody: .text(bytesMax: Credential.secretBytesMax)
        case "digest": .digest
        case "secret": .text(bytesMax: Credential.secretBytesMax)
        case "delivery": .number(1...Int.max)
        default: .identifier
        }
    }

    private static func write(_ status: Int, of route: Route, to json: inout JSONWriter) {
        json.key(String(status))
        guard status < 400 else {
            return json.object { json in
                if route.problemFormats.isEmpty {
                    json.field("$ref", "#/components/responses/Problem")
                } else {
                    writeProblem(alsoAs: route.problemFormats, to: &json)
                }
            }
        }
        json.object { json in
            json.field("description", status == 200 ? route.summary : words(for: status))
            guard let type = route.mediaType, status < 300 else { return }
            json.key("content")
            json.object { json in
                json.key(type)
                json.object { json in
                    json.key("schema")
                    if let shape = route.answerShape {
                        shape.write(to: &json)
                    } else {
                        json.object { $0.field("type", "string") }
                    }
                }
                for format in (route.isView && route.hasText ? ["text/plain"] : []) + route.formats {
                    json.key(format)
                    json.object { json in
                        json.key("schema")
                        json.object { $0.field("type", "string") }
                    }
                }
            }
        }
    }

    private static func words(for status: Int) -> String {
        switch status {
        case 200: "What was asked for."
        case 201: "It was made."
        case 202: "It was taken in."
        case 204: "It was done."
        case 206: "The part of it that was asked for."
        case 303: "Go there."
        case 304: "It is as the client has it already."
        default: "See the status code."
        }
    }

    private static func write(_ shape: FieldShape, in place: String, to json: inout JSONWriter) {
        json.object { json in
            json.field("name", shape.name)
            json.field("in", place)
            json.field("required", shape.isRequired)
            json.field("description", shape.purpose)
            if case .words = shape.kind { json.field("explode", false) }
            if case .identifiers = shape.kind { json.field("explode", false) }
            if case .texts = shape.kind { json.field("explode", false) }
            json.key("schema")
            json.object { write(shape.kind, to: &$0) }
        }
    }

    /// A body as somebody may send it: what must be said, and what is often said besides.
    static func writeExample(of shapes: [FieldShape], to json: inout JSONWriter) {
        json.object { json in
            for shape in shapes {
                // An identifier that is left out is minted.
                if !shape.isRequired, case .identifier = shape.kind { continue }
                json.key(shape.name)
                shape.writeExample(to: &json)
            }
        }
    }

    private static func writeObject(_ shapes: [FieldShape], to json: inout JSONWriter) {
        json.object { json in
            json.field("type", "object")
            json.field("additionalProperties", false)
            json.field("required", shapes.filter(\.isRequired).map(\.name))
            json.key("properties")
            json.object { json in
                for shape in shapes {
                    json.key(shape.name)
                    json.object { json in
                        write(shape.kind, orNull: !shape.isRequired, to: &json)
                        json.field("description", shape.purpose)
                    }
                }
            }
        }
    }

    /// - Parameter orNull: whether null says the same as leaving it out, as in a body.
    private static func write(_ kind: FieldShape.Kind, orNull: Bool = false, to json: inout JSONWriter) {
        func writeType(_ name: String) {
            if orNull { json.field("type", [name, "null"]) } else { json.field("type", name) }
        }
        switch kind {
        case .text(let max):
            writeType("string")
            json.field("maxLength", max)
        case .flag: writeType("boolean")
        case .number(let range):
            writeType("integer")
            json.field("minimum", range.lowerBound)
            json.field("maximum", range.upperBound)
        case .identifier:
            writeType("string")
            json.field("format", "uuid")
        case .digest:
            json.field("type", "string")
            json.field("pattern", "^[0-9a-f]{64}$")
        case .day:
            writeType("string")
            json.field("format", "date")
        case .moment:
            writeType("string")
            json.field(
                "pattern",
                "^([0-9]{1,19}|[0-9]{4}-[0-9]{2}-[0-9]{2}.*|now|today|yesterday|tomorrow"
                    + "|(mon|tues|wednes|thurs|fri|satur|sun)day|-[0-9]{1,6}[smhdw])$")
        case .word(let words):
            writeType("string")
            json.key("enum")
            json.array { json in
                for word in words { json.value(word) }
                if orNull { json.null() }
            }
        case .words(let words):
            writeType("array")
            json.field("maxItems", words.count)
            json.key("items")
            json.object { json in
                json.field("type", "string")
                json.field("enum", words)
            }
        case .identifiers(let max):
            writeType("array")
            json.field("maxItems", max)
            json.key("items")
            json.object { write(.identifier, to: &$0) }
        case .texts(let countMax, let bytesMax):
            writeType("array")
            json.field("maxItems", countMax)
            json.key("items")
            json.object { write(.text(bytesMax: bytesMax), to: &$0) }
        case .pairs(let countMax, let bytesMax):
            writeType("object")
            json.field("maxProperties", countMax)
            json.key("additionalProperties")
            json.object { json in
                json.field("type", ["string", "null"])
                json.field("maxLength", bytesMax)
            }
        }
    }

    private static func writeComponents(to json: inout JSONWriter) {
        json.key("securitySchemes")
        json.object { json in
            json.key("bearer")
            json.object { json in
                json.field("type", "http")
                json.field("scheme", "bearer")
            }
            json.key("cookie")
            json.object { json in
                json.field("type", "apiKey")
                json.field("in", "cookie")
                json.field("name", BrowserCookies(isOnLoopback: false).spelled(Credential.cookieName))
            }
        }
        json.key("responses")
        json.object { json in
            json.key("Problem")
            json.object { writeProblem(alsoAs: [], to: &$0) }
        }
        json.key("schemas")
        // Both kinds as one object: what field lists say is written as one already, so that it is opened again.
        var (lists, answers) = (JSONWriter(), JSONWriter())
        schemas.write(to: &lists)
        answers.object { json in
            for (name, shape) in AnswerShapes.components.sorted(by: { precedes($0.key, $1.key) }) {
                json.key(name)
                shape.write(to: &json)
            }
        }
        json.raw(Array(lists.bytes.dropLast()) + [UInt8(ascii: ",")] + Array(answers.bytes.dropFirst()))
    }

    private static func writeProblem(alsoAs formats: [String], to json: inout JSONWriter) {
        json.field("description", "A problem document (RFC 9457); name says which.")
        json.key("content")
        json.object { json in
            json.key("application/problem+json")
            json.object { json in
                json.key("schema")
                json.object { $0.field("$ref", schemaPrefix + "Problem") }
            }
            for format in formats {
                json.key(format)
                json.object { json in
                    json.key("schema")
                    json.object { $0.field("type", "string") }
                }
            }
        }
    }

    static let schemaPrefix = "#/components/schemas/"

    /// The schemas of what is sent and of what comes of commands, made of the same field lists that read and write the JSON;
    /// those of the other answers are `AnswerShapes`.
    static var schemas: JSONFieldSchema {
        var schemas = JSONFieldSchema(referencePrefix: schemaPrefix)
        schemas.define(Problem.self)
        schemas.define(CommandBatch.self)
        schemas.define(CommandResults.self)
        schemas.define(ImportResult.self)
        return schemas
    }

    private static func write(_ content: Route.Content, to json: inout JSONWriter) {
        json.key("requestBody")
        json.object { json in
            json.field("required", true)
            json.key("content")
            json.object { json in
                switch content {
                case .document(let schema):
                    json.key("application/json")
                    json.object { json in
                        json.key("schema")
                        json.object { $0.field("$ref", schemaPrefix + schema) }
                    }
                case .form(let names):
                    for type in ["application/json", Route.Content.formType] {
                        json.key(type)
                        json.object { json in
                            json.key("schema")
                            json.object { json in
                                json.field("type", "object")
                                json.field("required", names)
                                json.key("properties")
                                json.object { json in
                                    for name in names {
                                        json.key(name)
                                        json.object { $0.field("type", "string") }
                                    }
                                }
                            }
                        }
                    }
                case .bytes(let types):
                    for type in types {
                        json.key(type)
                        json.object { json in
                            json.key("schema")
                            json.object { json in
                                json.field("type", "string")
                                json.field("format", "binary")
                            }
                        }
                    }
                }
            }
        }
    }

    /// The same JSON with a line for each value, so that a change of it can be reviewed.
    private static func indented(_ text: String) -> String {
        var lines = ""
        var level = 0
        var isInText = false
        var isEscaped = false
        var last: Character = " "
        for letter in text {
            if isInText {
                lines.append(letter)
                if isEscaped {
                    isEscaped = false
                } else if letter == "\\" {
                    isEscaped = true
                } else if letter == "\"" {
                    isInText = false
                }
                last = letter
                continue
            }
            let breaks =
                "\n" + String(repeating: "  ", count: letter == "}" || letter == "]" ? max(0, level - 1) : level)
            switch letter {
            case "{", "[":
                if last == "{" || last == "[" { lines += breaks }
                level += 1
            case "}", "]":
                if last != "{", last != "[" { lines += breaks }
                level -= 1
            default:
                if last == "{" || last == "[" || last == "," { lines += breaks }
            }
            if last == ",", letter == "{" || letter == "[" { lines += breaks }
            lines.append(letter)
            if letter == ":" { lines.append(" ") }
            isInText = letter == "\""
            last = letter
        }
        return lines + "\n"
    }
}

extension Route {
    /// It shows any moment of the past, too.
    var isView: Bool { query.contains { $0.name == "at" } }

    /// It has an `ETag` of its sequence number, and is not sent again to a client that has it.
    var isTagged: Bool {
        switch rule {
        case .reads, .finds: method == .get && answer != .events
        default: false
        }
    }

    /// The media type of a successful answer.
    var mediaType: String? {
        switch answer {
        case .json: "application/json"
        case .nothing, .empty: nil
        case .text: "text/plain"
        case .events: "text/event-stream"
        case .records: RecordPage.mediaType
        case .bytes(let type): type
        case .redirect: nil
        }
    }

    /// Every status it can answer with, in ascending order.
    var statuses: [Int] {
        var statuses = Set([429, 500, 503])
        switch answer {
        case .json(let status): statuses.insert(status.code)
        case .nothing: statuses.insert(204)
        case .empty(let status): statuses.insert(status.code)
        case .text, .events, .records, .bytes: statuses.insert(200)
        case .redirect: statuses.insert(303)
        }
        if isView { statuses.insert(404) }
        if isTagged { statuses.insert(304) }
        // Any address may be asked with a parameter that it does not have.
        statuses.insert(400)
        if !parameters.isEmpty { statuses.insert(404) }
        if takesBody { statuses.formUnion([408, 413, 415, 422]) }
        statuses.formUnion(furtherStatuses)
        if method != .get { statuses.formUnion([403, 404, 409, 422, 507]) }
        switch rule {
        case .anybody: if body != nil { statuses.insert(401) }
        case .keeper: statuses.insert(403)
        case .signedIn: statuses.insert(401)
        case .account, .oneself, .visit, .members, .reads, .commands, .uploads, .files: statuses.formUnion([401, 403])
        case .finds: statuses.formUnion([401, 403, 422])
        }
        return statuses.sorted()
    }
}

extension RouteAccess {
    /// The callers who may use it, for people.
    var words: String {
        switch self {
        case .anybody: "anybody"
        case .keeper: "the machine itself"
        case .account(let action): "oneself, to \(action.word)"
        case .signedIn: "anyone signed in; what they may not read is not found"
        case .oneself: "anyone signed in or with a token, of any scope"
        case .visit: "a guest"
        case .members(let action): "a member who may \(action.word) members"
        case .reads(let areas, let whose):
            "a member who may read \(areas.map { "\($0)" }.joined(separator: ", "))"
                + (whose == .family ? "" : ", or what is of the child it is about")
        case .finds: "a member; what they may not read is not found"
        case .commands: "a member; each command is asked about by itself"
        case .files: "a member who may read something that the file is of"
        case .uploads: "a member who may write something; what comes of it is asked about by itself"
        }
    }
}
