/// A value of JSON, for the engine's reports to programs, with the members of objects in the order given.
package indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(String)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    package static func number(_ value: some BinaryInteger) -> JSON { .integer(String(value)) }
    package static func id(_ value: ID16) -> JSON { .string(value.description) }

    package static func range(_ value: ClosedRange<UInt64>?) -> JSON {
        guard let value else { return .null }
        return .array([.number(value.lowerBound), value.upperBound == .max ? .null : .number(value.upperBound)])
    }

    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let digits): digits
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
