/// Any JSON value, for what is read by a list of fields and not by a type of its own.
package indirect enum JSONTree: Codable, Equatable, Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    /// Beyond what `number` holds.
    case unsigned(UInt64)
    case text(String)
    case array([JSONTree])
    case object([String: JSONTree])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let number = try? value.decode(UInt64.self) {
            self = .unsigned(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let elements = try? value.decode([JSONTree].self) {
            self = .array(elements)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .unsigned(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .array(let elements): try value.encode(elements)
        case .object(let fields): try value.encode(fields)
        }
    }
}
