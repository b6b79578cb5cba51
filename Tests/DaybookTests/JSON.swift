import Foundation
import Testing

/// A JSON value as a test wants to read it: `run.json()["created"]["notes"].int`.
@dynamicMemberLookup
struct JSON: Equatable, CustomStringConvertible {
    private let value: Value

    private indirect enum Value: Equatable {
        case object([String: JSON])
        case array([JSON])
        case text(String)
        case number(Double)
        case flag(Bool)
        case null
        case absent
    }

    init(parsing bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        do {
            self.init(try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
        } catch {
            Issue.record("not JSON: \(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
            throw error
        }
    }

    private init(_ any: Any) {
        switch any {
        case let object as [String: Any]: value = .object(object.mapValues(JSON.init))
        case let array as [Any]: value = .array(array.map(JSON.init))
        case let text as String: value = .text(text)
        case is NSNull: value = .null
        case let number as NSNumber:
            value = CFBooleanLike.isBoolean(number) ? .flag(number.boolValue) : .number(number.doubleValue)
        default: value = .absent
        }
    }

    private init(_ value: Value) { self.value = value }

    subscript(key: String) -> JSON {
        if case .object(let object) = value { object[key] ?? JSON(.absent) } else { JSON(.absent) }
    }

    subscript(dynamicMember key: String) -> JSON { self[key] }

    subscript(index: Int) -> JSON {
        if case .array(let array) = value, array.indices.contains(index) { array[index] } else { JSON(.absent) }
    }

    /// The keys of an object, sorted; empty for anything else.
    var keys: [String] { if case .object(let object) = value { object.keys.sorted() } else { [] } }
    var array: [JSON] { if case .array(let array) = value { array } else { [] } }
    var text: String? { if case .text(let text) = value { text } else { nil } }
    var int: Int? { if case .number(let number) = value { Int(exactly: number) } else { nil } }
    var double: Double? { if case .number(let number) = value { number } else { nil } }
    var flag: Bool? { if case .flag(let flag) = value { flag } else { nil } }
    var isNull: Bool { value == .null }
    var isArray: Bool { if case .array = value { true } else { false } }

    var description: String { "\(value)" }
}

/// Tells a JSON `true` from a JSON `1`, which Foundation gives as the same class.
private enum CFBooleanLike {
    static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
