import Cryptography
public import Foundation
public import Kernel

extension Identifier {
    /// Returns a new identifier that nobody else has: a UUIDv7, so that identifiers sort by the time of their making.
    public static func new() -> Self {
        var generator = SystemRandomNumberGenerator()
        return minted(at: .now, chance: (generator.next(), generator.next()))
    }

    /// The identifier that always belongs to a name, such as `account-17`: the first half of the name's SHA-256 as a UUIDv8.
    ///
    /// - Complexity: O(bytes of the name).
    public init(named name: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in SHA256.hash(data: Array(name.utf8)).prefix(16).enumerated() {
            if index < 8 { halves.0 = halves.0 << 8 | UInt64(byte) } else { halves.1 = halves.1 << 8 | UInt64(byte) }
        }
        self.init(
            hi: halves.0 & ~0xF000 | 0x8000, lo: halves.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// The same sixteen bytes as Foundation's type.
    public var uuid: UUID { UUID(uuidString: text) ?? UUID() }

    public init(_ uuid: UUID) {
        let bytes = uuid.uuid
        let hi = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7]
        let lo = [bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15]
        self.init(
            hi: hi.reduce(0) { $0 << 8 | UInt64($1) }, lo: lo.reduce(0) { $0 << 8 | UInt64($1) })
    }
}

/// In JSON the usual text of a UUID.
extension Identifier: Codable {
    public init(from decoder: any Swift.Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = Self(text: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a UUID")
        }
        self = id
    }

    public func encode(to encoder: any Swift.Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// A dictionary by identifiers is an object in JSON, whose keys stand in order: as an array it would have other bytes each time.
extension Identifier: CodingKeyRepresentable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Its text.
    public var codingKey: any CodingKey { Key(stringValue: text) }

    /// Nil for a key that is not the text of a UUID.
    public init?(codingKey: some CodingKey) { self.init(text: codingKey.stringValue) }
}

extension Identifier: CustomStringConvertible {
    public var description: String { text }
}

extension Position: Codable {
    public init(from decoder: any Swift.Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(UInt64.self))
    }

    public func encode(to encoder: any Swift.Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(sequence)
    }
}

extension Position: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt64) { self.init(value) }
}

extension Instant {
    /// The machine's clock.
    public static var now: Instant { Instant(Date()) }

    /// To the microsecond.
    public init(_ date: Date) {
        self.init(microseconds: Int64((date.timeIntervalSince1970 * 1_000_000).rounded()))
    }

    /// The same moment as Foundation's type, to the microsecond.
    public var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

/// In JSON RFC 3339 in UTC, such as `2026-11-21T08:30:00.000000Z`.
extension Instant: Codable {
    public init(from decoder: any Swift.Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let instant = Instant(text: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a time of RFC 3339")
        }
        self = instant
    }

    public func encode(to encoder: any Swift.Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Recorded: Equatable where Event: Equatable {
    public static func == (a: Self, b: Self) -> Bool {
        a.position == b.position && a.actor == b.actor && a.device == b.device && a.instant == b.instant
            && a.event == b.event
    }
}
