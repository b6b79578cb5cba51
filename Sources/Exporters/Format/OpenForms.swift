import Foundation
package import Kernel

/// A value that has a text of its own: in the open files it stands as people and other programs write it.
package protocol Writable: Hashable, Sendable {
    var writtenText: String { get }
    init?(written: String)
}

extension Identifier: Writable {
    package var writtenText: String { text }
    package init?(written: String) { self.init(text: written) }
}

/// RFC 3339 in UTC; microseconds since 1970 for what lies outside the years that it can name.
extension Instant: Writable {
    package var writtenText: String { Instant(text: text) == self ? text : String(microseconds) }

    package init?(written: String) {
        guard let instant = Instant(text: written) ?? Int64(written).map({ Instant(microseconds: $0) }) else {
            return nil
        }
        self = instant
    }
}

/// An identifier or a time, as text.
package struct Written<Value: Writable>: Codable, Hashable, Sendable {
    package var value: Value

    package init(_ value: Value) { self.value = value }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Value(written: text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "“\(text)” is no \(Value.self == Instant.self ? "time" : "identifier")"))
        }
        self.value = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.writtenText)
    }
}

/// The actor of an action, and its moment.
package struct WrittenAttribution: Codable, Equatable, Sendable {
    package var time: Written<Instant>
    package var by: Written<ActorID>

    package init(_ time: Instant, _ by: ActorID) {
        self.time = Written(time)
        self.by = Written(by)
    }

    package init(_ attribution: Attribution) { self.init(attribution.instant, attribution.actor) }
}

/// One of the JSON files of an export: what it is, said in the file itself.
package protocol OpenFile: Codable, Sendable {
    /// The value of `kind`.
    static var kind: String { get }
    /// The newest form of it that this program writes and reads.
    static var version: Int { get }
    var kind: String { get }
    var version: Int { get }
}

extension OpenFile {
    /// Indented, with the keys in alphabetical order: two exports can be compared line by line.
    package func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// - Throws: a `DecodingError`, also for a file of another kind or of a later version.
    package init(reading bytes: [UInt8]) throws {
        let decoder = JSONDecoder()
        let head = try decoder.decode(OpenFileHead.self, from: Data(bytes))
        guard head.kind == Self.kind else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "its kind is “\(head.kind)” and not “\(Self.kind)”"))
        }
        guard head.version <= Self.version else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [],
                    debugDescription: "it has version \(head.version), and \(Self.version) is the newest known here; "
                        + "a newer Daybook wrote it, so update this one"))
        }
        self = try decoder.decode(Self.self, from: Data(bytes))
    }
}

/// The head that every open file has.
private struct OpenFileHead: Decodable {
    var kind: String
    var version: Int
}

/// The value of a choice that goes by this name in JSON; nil for none that is known.
package func choice<Value: FieldChoice>(_ name: String) -> Value? {
    Value.allCases.first { spelled($0.fieldName) == name }
}

/// The name by which a choice goes in JSON.
package func choiceName(_ value: some FieldChoice) -> String { spelled(value.fieldName) }

/// Reads lowercase or uppercase hexadecimal; nil for anything else.
package func bytes(hex: String) -> [UInt8]? {
    let digits = Array(hex.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else { return nil }
        out.append(high << 4 | low)
    }
    return out
}
