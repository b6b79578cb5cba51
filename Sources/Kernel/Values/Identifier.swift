/// Tells one thing from another for ever: sixteen bytes that the caller mints, usually as a UUIDv7.
///
/// `Kind` is the thing meant, so that a card can never be passed where a column is due.
public struct Identifier<Kind>: Hashable, Comparable, Sendable {
    public var hi: UInt64
    public var lo: UInt64

    public init(hi: UInt64, lo: UInt64) {
        self.hi = hi
        self.lo = lo
    }

    /// No identifier at all; a blank to decode into. Never names a thing.
    public static var zero: Self { Self(hi: 0, lo: 0) }

    public static func == (a: Self, b: Self) -> Bool { a.lo == b.lo && a.hi == b.hi }

    /// The order of the sixteen bytes; for UUIDv7 that is the order of minting.
    public static func < (a: Self, b: Self) -> Bool { a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo }

    /// Hashes the low half only: in a UUIDv7 it is random, and half the work is half the time.
    public func hash(into hasher: inout Hasher) { hasher.combine(lo) }

    /// The same sixteen bytes, meant as another kind of thing.
    public func `as`<Other>(_: Other.Type) -> Identifier<Other> { Identifier<Other>(hi: hi, lo: lo) }
}

extension Identifier {
    /// A UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds, then chance.
    ///
    /// - Parameters:
    ///   - instant: when it is minted; read by the caller, since the core has no clock.
    ///   - chance: two random words, of which 74 bits are used.
    public static func minted(at instant: Instant, chance: (UInt64, UInt64)) -> Self {
        let milliseconds = UInt64(max(0, instant.microseconds / 1000)) & 0xFFFF_FFFF_FFFF
        return Self(
            hi: milliseconds << 16 | 0x7000 | chance.0 & 0x0FFF,
            lo: 0x8000_0000_0000_0000 | chance.1 & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// The usual lowercase form, `8-4-4-4-12`.
    public var text: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(36)
        for index in 0..<32 {
            if index == 8 || index == 12 || index == 16 || index == 20 { digits.append(UInt8(ascii: "-")) }
            let half = index < 16 ? hi : lo
            digits.append(hexDigit(UInt8(half >> UInt64(60 - index % 16 * 4) & 0xF)))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads the form that `text` writes; dashes may be missing. Nil for anything else.
    public init?(text: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var count = 0
        for byte in text.utf8 where byte != UInt8(ascii: "-") {
            guard let digit = hexValue(byte), count < 32 else { return nil }
            if count < 16 { halves.0 = halves.0 << 4 | UInt64(digit) } else { halves.1 = halves.1 << 4 | UInt64(digit) }
            count += 1
        }
        guard count == 32 else { return nil }
        self.init(hi: halves.0, lo: halves.1)
    }
}

/// The lowercase hexadecimal digit for a value below sixteen.
public func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// The value of a hexadecimal digit of either case; nil when it is none.
public func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Anything that has a history: the subject of a record in the journal.
public enum Entity {}
/// A person, or a program that acts for one.
public enum Actor {}
/// One installation of a client; it numbers its own commands.
public enum Device {}
/// Many events that were asked for as one, and are undone as one.
public enum Batch {}

public typealias EntityID = Identifier<Entity>
public typealias ActorID = Identifier<Actor>
public typealias DeviceID = Identifier<Device>
public typealias BatchID = Identifier<Batch>

extension Identifier {
    /// The same identifier, as the subject of a record.
    public var entity: EntityID { EntityID(hi: hi, lo: lo) }
}
