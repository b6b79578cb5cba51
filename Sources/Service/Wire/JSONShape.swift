import Kernel

/// The shape of a value in an answer.
///
/// Written beside the routes, from the code that writes the answers, it serves the OpenAPI document, so that programs know
/// what they get, and the tests, which check every answer that they receive against it.
indirect enum JSONShape: Sendable, Equatable {
    /// Whatever it is: what people gave, or the fields of an event of any kind.
    case anything
    case text
    /// Text in which the whole of this regular expression is found.
    case like(String)
    case id
    /// A time in RFC 3339, in UTC, as `Instant` writes it.
    case moment
    /// A day such as 2026-11-22.
    case day
    /// A whole number: no answer has fractions.
    case number
    case flag
    /// One of these words.
    case word([String])
    case list(JSONShape)
    case object(JSONMembers)
    /// An object whose names nobody knows before, with this behind each.
    case map(JSONShape)
    case orNull(JSONShape)
    /// Exactly one of these.
    case oneOf([JSONShape])
    /// One of `AnswerShapes.components`, by its name; a thing may hold things of its own kind by it.
    case named(String)
    /// A member that an object may lack; used only for members of an object.
    case optional(JSONShape)
}

/// The members of an object, in the order in which they are written.
struct JSONMembers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    var all: [Member]

    struct Member: Sendable, Equatable {
        var name: String
        var shape: JSONShape
        /// True if it may be missing, which is another thing than null.
        var isOptional: Bool
    }

    init(_ members: [(String, JSONShape)]) {
        all = members.map { name, shape in
            if case .optional(let inner) = shape { return Member(name: name, shape: inner, isOptional: true) }
            return Member(name: name, shape: shape, isOptional: false)
        }
    }

    init(dictionaryLiteral elements: (String, JSONShape)...) { self.init(elements) }

    /// When something was done, and by whom, as `NamedAttribution` writes it.
    static func touched(_ key: String) -> JSONMembers { [key: .moment, key + "By": .text] }
}

extension JSONShape {
    static let month = JSONShape.like("^[0-9]{4}-(0[1-9]|1[0-2])$")
    /// SHA-256 as 64 hexadecimal digits.
    static let digest = JSONShape.like("^[0-9a-f]{64}$")
    /// Bytes as hexadecimal digits.
    static let bytes = JSONShape.like("^([0-9a-f]{2})*$")

    /// An object of several parts.
    static func fields(_ parts: JSONMembers...) -> JSONShape {
        var members: JSONMembers = [:]
        for part in parts { members.all += part.all }
        return .object(members)
    }

    /// The words of a choice.
    ///
    /// - Parameter left: what never stands there.
    static func words<Choice: FieldChoice>(_ choice: Choice.Type, without left: [Choice] = []) -> JSONShape {
        let words = Choice.allCases.filter { word in !left.contains { $0.rawValue == word.rawValue } }
        return .word(words.map { spelled($0.fieldName) })
    }

    /// The state of a thing: present, archived or in the trash.
    static let state = JSONShape.words(Lifecycle.self, without: [.withdrawn])
    /// The same for what is never archived.
    static let stateOfUnarchived = JSONShape.words(Lifecycle.self, without: [.archived, .withdrawn])
}

// As JSON Schema.
extension JSONShape {
    /// Writes it as JSON Schema 2020-12. What is named is referred to, among the schemas of the OpenAPI document.
    func write(to json: inout JSONWriter) {
        json.object { json in writeFields(orNull: false, to: &json) }
    }

    private func writeFields(orNull: Bool, to json: inout JSONWriter) {
        switch self {
        case .anything: return
        case .text, .like, .id, .moment, .day, .number, .flag, .word: writeSimple(orNull: orNull, to: &json)
        case .optional(let shape): shape.writeFields(orNull: orNull, to: &json)
        case .orNull(let shape): shape.writeFields(orNull: true, to: &json)
        case .list, .object, .map, .oneOf, .named:
            guard orNull else { return writeNested(to: &json) }
            json.key("anyOf")
            json.array { json in
                write(to: &json)
                json.object { $0.field("type", "null") }
            }
        }
    }

    private func writeSimple(orNull: Bool, to json: inout JSONWriter) {
        let type =
            switch self {
            case .number: "integer"
            case .flag: "boolean"
            default: "string"
            }
        if orNull { json.field("type", [type, "null"]) } else { json.field("type", type) }
        switch self {
        case .like(let pattern): json.field("pattern", pattern)
        case .id: json.field("format", "uuid")
        case .moment: json.field("format", "date-time")
        case .day: json.field("format", "date")
        case .word(let words):
            json.key("enum")
            json.array { json in
                for word in words { json.value(word) }
                if orNull { json.null() }
            }
        default: return
        }
    }

    private func writeNested(to json: inout JSONWriter) {
        switch self {
        case .list(let element):
            json.field("type", "array")
            json.key("items")
            element.write(to: &json)
        case .map(let value):
            json.field("type", "object")
            json.key("additionalProperties")
            value.write(to: &json)
        case .object(let members):
            json.field("type", "object")
            json.field("required", members.all.filter { !$0.isOptional }.map(\.name))
            json.key("properties")
            json.object { json in
                for member in members.all {
                    json.key(member.name)
                    member.shape.write(to: &json)
                }
            }
            json.field("additionalProperties", false)
        case .oneOf(let shapes):
            json.key("oneOf")
            json.array(shapes) { $1.write(to: &$0) }
        case .named(let name): json.field("$ref", OpenAPI.schemaPrefix + name)
        default: return
        }
    }
}
