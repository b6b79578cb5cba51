import Foundation
import Glibc
import Kernel

/// The address of a webhook, parsed, and the check of the addresses behind its name that may be sent to.
///
/// Any owner of a workspace chooses the address, and the service is what connects to it: so nothing is sent to the machine
/// itself or to the network that it stands in, unless the settings say so. The name is resolved here, and the connection
/// goes to the address that was checked, not to what the name stands for a moment later.
struct WebhookAddress: Sendable, Equatable {
    let text: String
    let host: String
    let isClear: Bool

    /// The kinds of addresses that are allowed.
    struct Rules: Sendable {
        /// Addresses of the machine itself and of networks that are not the Internet.
        var allowsPrivate: Bool
        /// Plain HTTP over a network.
        var allowsClear: Bool

        init(_ configuration: ServiceConfiguration) {
            allowsPrivate = configuration.text(.webhookPrivate) == "yes"
            allowsClear = configuration.text(.webhookClear) == "yes"
        }
    }

    /// - Throws: `WebhookFault.badAddress` for what is none.
    init(_ text: String) throws(WebhookFault) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, ["https", "http"].contains(scheme),
            let name = parts.percentEncodedHost, parts.user == nil, parts.password == nil, parts.fragment == nil,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        else { throw .badAddress }
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        let host = Self.withoutBrackets(name)
        // The HTTP client parses addresses on its own: both must see the same host, or it would ask another.
        guard let seen = URL(string: text)?.host, Self.withoutBrackets(seen) == host else { throw .badAddress }
        let isPlain = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            case UInt8(ascii: ":"): isBracketed
            default: false
            }
        }
        guard isPlain, !host.isEmpty, host.utf8.count <= 253 else { throw .badAddress }
        self.text = text
        self.host = host
        isClear = scheme == "http"
    }

    /// A numeric address of the sixth version stands in brackets.
    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// The numeric addresses that something may be sent to, in the order in which the system would try them.
    ///
    /// Blocks while the name is resolved.
    /// - Throws: `WebhookFault` when there are none.
    func places(given rules: Rules) throws(WebhookFault) -> [String] {
        let all = try Self.resolved(host)
        let allowed = all.filter { place in
            (rules.allowsPrivate || place.isOfTheInternet) && (!isClear || rules.allowsClear || place.isLoopback)
        }
        guard allowed.isEmpty else { return allowed.map(\.text) }
        throw all.contains { rules.allowsPrivate || $0.isOfTheInternet } ? .inClear : .privateAddress
    }

    /// Every address that a name stands for.
    private static func resolved(_ host: String) throws(WebhookFault) -> [NumericAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw .unknownHost }
        defer { freeaddrinfo(list) }
        var found: [NumericAddress] = []
        var next = list
        while let entry = next {
            if let address = NumericAddress(entry.pointee), !found.contains(address) { found.append(address) }
            next = entry.pointee.ai_next
        }
        guard !found.isEmpty else { throw .unknownHost }
        return found
    }
}

/// An address of the Internet protocol, as its bytes.
struct NumericAddress: Sendable, Equatable {
    /// 4 or 16.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    fileprivate init?(_ entry: addrinfo) {
        guard let address = entry.ai_addr else { return nil }
        switch entry.ai_family {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }

    /// As a person writes it.
    var text: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var isLoopback: Bool {
        if let inner { return inner.isLoopback }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// True if it belongs to the public Internet: no private, loopback, link-local, shared, documentation or multicast one.
    ///
    /// - Source: the special-purpose address registries of the IANA (RFC 6890).
    var isOfTheInternet: Bool {
        if let inner { return inner.isOfTheInternet }
        if bytes.count == 4 { return !Self.special4.contains { Self.begins(bytes, $0.0, bits: $0.1) } }
        // Of the sixth version only what is given out as global unicast, without tunnels and examples.
        return Self.begins(bytes, [0x20], bits: 3) && !Self.special6.contains { Self.begins(bytes, $0.0, bits: $0.1) }
    }

    /// The address of the fourth version that stands in one of the sixth, mapped (`::ffff:0:0/96`) or translated
    /// (`64:ff9b::/96`).
    private var inner: NumericAddress? {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let translated: [UInt8] = [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        guard bytes.count == 16, bytes.starts(with: mapped) || bytes.starts(with: translated) else { return nil }
        return NumericAddress(bytes: Array(bytes[12...]))
    }

    private static let special4: [([UInt8], Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
        ([203, 0, 113], 24), ([224], 3),
    ]
    private static let special6: [([UInt8], Int)] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16), ([0x3F, 0xFF, 0x00], 20),
    ]

    /// Returns whether the first bits are the same.
    private static func begins(_ bytes: [UInt8], _ prefix: [UInt8], bits: Int) -> Bool {
        for bit in 0..<bits {
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            let (own, other) = (bytes[bit / 8] & mask, (bit / 8 < prefix.count ? prefix[bit / 8] : 0) & mask)
            if own != other { return false }
        }
        return true
    }
}

extension NumericAddress {
    /// - Parameter text: as a person writes it.
    init?(_ text: String) {
        let isOfSix = text.utf8.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isOfSix ? 16 : 4)
        guard inet_pton(isOfSix ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.init(bytes: bytes)
    }

    /// - Parameter text: as a proxy writes whom it saw, with the port or without: `192.0.2.1:80`, `[2001:db8::1]:80`.
    init?(seen text: String) {
        var address = text
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            address = String(text[..<end].dropFirst())
        } else if text.count(where: { $0 == ":" }) == 1 {
            address = String(text.prefix { $0 != ":" })
        }
        self.init(address)
    }

    /// The client behind the address, as far as an address tells: one of the fourth version stands for itself, one of
    /// the sixth for the network of 64 bits that it is in, every address of which is its owner's to use.
    var asker: String {
        if let inner { return inner.text }
        guard bytes.count == 16 else { return text }
        return NumericAddress(bytes: Array(bytes[..<8]) + [UInt8](repeating: 0, count: 8)).text + "/64"
    }
}

/// Why nothing can be sent to where a webhook leads.
enum WebhookFault: Error, Sendable, Equatable, CaseIterable {
    case badAddress
    case unknownHost
    case privateAddress
    case inClear

    /// A message that says what is wrong and what to do.
    var message: String { message(about: "url") }

    /// - Parameter field: the name of the address where it was given.
    func message(about field: String) -> String {
        switch self {
        case .badAddress:
            "\(field) must be an address such as https://example.org/hook, without a user, a password or a fragment"
        case .unknownHost: "the host of \(field) is not known; check its name"
        case .privateAddress:
            "\(field) leads to this machine or to a private network, which this service sends nothing to; its operator can "
                + "allow that with webhooks.private"
        case .inClear:
            "\(field) must begin with https://; the service's operator can allow http:// over a network with webhooks.clear"
        }
    }
}
