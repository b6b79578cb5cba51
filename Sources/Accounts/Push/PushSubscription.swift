package import Kernel

/// Where a device is notified: an address at the push service of its browser, and the keys that messages to it are
/// encrypted for. Requirement J-210.
///
/// It lasts as long as somebody is signed in on the device: signing out ends it with the last session there.
/// - Source: Push API (W3C), `PushSubscription`; RFC 8291, section 3.1, for the keys.
package struct PushSubscription: Sendable, Equatable {
    package static let endpointBytesMax = 2_048
    package static let keyByteCount = 65

    package var endpoint: String
    /// The browser's public key: a point of the curve P-256, uncompressed.
    package var key: [UInt8]
    package var secret: PushSecret
    /// In the order of their numbers, each once.
    package var topics: [PushTopic]
    /// It hears of nothing that happened before.
    package var since: Instant

    package init(endpoint: String, key: [UInt8], secret: PushSecret, topics: [PushTopic], since: Instant) {
        self.endpoint = endpoint
        self.key = key
        self.secret = secret
        self.topics = topics
        self.since = since
    }

    /// The same with topics in order and each once.
    var normalised: PushSubscription {
        var result = self
        result.topics = PushTopic.allCases.filter { $0 != .nothing && topics.contains($0) }
        return result
    }

    /// True if both lead to the same place and hear of the same, whenever they began.
    func isSame(as other: PushSubscription) -> Bool {
        var result = other
        result.since = since
        return self == result
    }

    /// True if the endpoint has the shape of an address over TLS: what it leads to is looked at where it is asked.
    var hasEndpoint: Bool {
        let (bytes, start) = (Array(endpoint.utf8), Array("https://".utf8))
        return bytes.count > start.count && bytes.count <= Self.endpointBytesMax && bytes.starts(with: start)
            && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// True if the key has the shape of an uncompressed point.
    var hasKey: Bool { key.count == Self.keyByteCount && key.first == 4 }
}

extension PushSubscription: FieldMessage {
    package static var schemaName: StaticString { "PushSubscription" }
    package static var blank: PushSubscription {
        PushSubscription(endpoint: "", key: [], secret: .blank, topics: [], since: .epoch)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "endpoint", &endpoint)
        coder.blob(2, "key", &key)
        coder.field(3, "secret", &secret)
        coder.field(4, "topics", &topics)
        coder.field(5, "since", &since)
    }
}

/// The secret that a browser gives with a subscription, so that its push service cannot read or make messages.
///
/// Encrypting needs all of it, so the journal holds all of it, encrypted where the installation has keys.
package struct PushSecret: Sendable, Equatable {
    package static let byteCount = 16

    private static let label = Array("push".utf8)

    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var isWhole: Bool { bytes.count == Self.byteCount }
}

extension PushSecret: CustomStringConvertible {
    /// Nothing of it, wherever it is printed.
    package var description: String { "push secret" }
}

extension PushSecret: FieldValue {
    package static var blank: PushSecret { PushSecret(bytes: []) }

    package mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        // The beginning of a secret is shown, and this one has no part that may be.
        var raw = bytes.isEmpty ? [] : Self.label + bytes
        coder.secret(number, name, &raw)
        self = PushSecret(bytes: Array(raw.dropFirst(Self.label.count)))
    }
}

/// A subject that a device is notified of.
package enum PushTopic: UInt64, FieldChoice, Sendable {
    /// A subject that only a newer build knows: nothing of it is notified here.
    case nothing = 0
    /// Reminders after a week without an upload (J-208).
    case reminders = 1
    /// New tips for an artwork (J-209).
    case tips = 2
    /// News of the family: works, stories, milestones, children and albums that others added.
    case family = 3

    package static var blank: PushTopic { .nothing }

    package var fieldName: StaticString {
        switch self {
        case .nothing: "nothing"
        case .reminders: "reminders"
        case .tips: "tips"
        case .family: "family"
        }
    }
}
