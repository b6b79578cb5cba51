import Foundation

/// Any JSON, as a request brings it.
enum JSONValue: Decodable, Sendable, Equatable {
    case null
    case flag(Bool)
    case number(Int)
    case fraction(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let fraction = try? container.decode(Double.self) {
            self = .fraction(fraction)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// - Throws: a problem document for what is no JSON, or nested too deep.
    init(parsing bytes: [UInt8]) throws(ProblemDocument) {
        guard !Self.isTooDeep(bytes) else {
            throw ProblemDocument(.badRequest, "badJSON", "the body is nested deeper than \(Self.levelsMax) levels")
        }
        do { self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) } catch {
            throw ProblemDocument(.badRequest, "badJSON", "the body is no JSON in UTF-8; send an object")
        }
    }

    var isText: Bool { if case .text = self { true } else { false } }

    static let levelsMax = 32

    /// Looked at before anything is parsed: each level costs a parser, and this one's cases, a frame of the stack.
    private static func isTooDeep(_ bytes: [UInt8]) -> Bool {
        var level = 0
        var isInText = false
        var isEscaped = false
        for byte in bytes {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                level += 1
                if level > levelsMax { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
            default: break
            }
        }
        return false
    }
}
