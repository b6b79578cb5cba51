import Accounts
import Kernel
import Runtime

/// The devices that number the commands of a token, one for each machine or data directory that has it: those whose identifier
/// begins as the token says. Nothing is registered, and no other token or session may use them.
///
/// A UUIDv8 (RFC 9562, section 5.8): its first 60 free bits are the beginning of a SHA-256 over the token's identifier,
/// the other 62 are the client's choice.
struct TokenDevices {
    private let hi: UInt64

    init(of token: TokenID) {
        let bytes = Array(("daybook token devices " + token.text).utf8)
        hi = Digest(of: bytes).bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) } & ~0xF000 | 0x8000
    }

    /// The first 18 characters of their identifiers, without the dash that follows.
    var prefix: String { String(DeviceID(hi: hi, lo: 0).text.prefix(18)) }

    func holds(_ device: DeviceID) -> Bool { device.hi == hi && device.lo >> 62 == 0b10 }
}
