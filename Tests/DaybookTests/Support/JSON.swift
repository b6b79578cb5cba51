import Foundation
import Testing

/// A JSON value as a test wants to read it: `run.json()["created"]["notes"].int`.
indirect enum JSON: Equatable, Decodable {
    case object([String: JSON])
    case array([JSON])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
    /// The value of a key or an index that is not there.
    case absent

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let array = try? value.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    init(parsing bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        do {
            self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
        } catch {
            Issue.record("not JSON: \(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
            throw error
        }
    }

    subscript(key: String) -> JSON { if case .object(let object) = self { object[key] ?? .absent } else { .absent } }

    subscript(index: Int) -> JSON {
        if case .array(let array) = self, array.indices.contains(index) { array[index] } else { .absent }
    }

    /// The keys of an object, sorted; empty for anything else.
    var keys: [String] { if case .object(let object) = self { object.keys.sorted() } else { [] } }
    var array: [JSON] { if case .array(let array) = self { array } else { [] } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var int: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
    var double: Double? { if case .number(let number) = self { number } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}
