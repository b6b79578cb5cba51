import Accounts
import Kernel

/// People who were sent to the issuer and have not come back yet.
///
/// There is always room for one more: of an address that has begun too often the oldest gives way, and else the oldest of
/// all. So nobody keeps others out by beginning again and again.
struct SignInsUnderWay: Sendable {
    /// The secrets that only the one who was sent can bring back.
    struct Entry: Sendable {
        var nonce: String
        var verifier: String
        /// Of the secret that the browser was given when it was sent.
        var browser: SecretDigest
        var expires: Instant
        var device = Device()
    }

    /// The device that somebody signs in on, as their browser names it.
    struct Device: Sendable {
        var id: UserDeviceID?
        var name: Name?
    }

    private struct Kept: Sendable {
        var entry: Entry
        var address: String
        var number: UInt64
    }

    private let countMax: Int
    private let perAddressMax: Int
    private var kept: [String: Kept] = [:]
    /// The states of each address, the oldest first.
    private var states: [String: [String]] = [:]
    private var lastNumber: UInt64 = 0

    /// - Parameters:
    ///   - countMax: people on the way at once.
    ///   - perAddressMax: of those, from one address of the network.
    init(countMax: Int = 10_000, perAddressMax: Int = 50) {
        self.countMax = countMax
        self.perAddressMax = perAddressMax
    }

    /// - Complexity: O(`countMax`) where there are as many, else O(`perAddressMax`).
    mutating func add(_ entry: Entry, as state: String, from address: String) {
        if let own = states[address], own.count >= perAddressMax {
            _ = take(own[0])
        } else if kept.count >= countMax, let oldest = kept.min(by: { $0.value.number < $1.value.number }) {
            _ = take(oldest.key)
        }
        lastNumber += 1
        kept[state] = Kept(entry: entry, address: address, number: lastNumber)
        states[address, default: []].append(state)
    }

    /// Each is taken once.
    mutating func take(_ state: String) -> Entry? {
        guard let found = kept.removeValue(forKey: state) else { return nil }
        states[found.address]?.removeAll { $0 == state }
        if states[found.address]?.isEmpty ?? false { states[found.address] = nil }
        return found.entry
    }
}
