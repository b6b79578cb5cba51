package import Kernel

/// An address outside that is told what happens in a workspace. Requirement B-19.
///
/// It is told only the facts that the person who added it may read at that moment: a webhook never knows more than they do.
package struct Webhook: Sendable, Equatable {
    package internal(set) var workspace: WorkspaceID
    /// The user who added it, and with whose permissions it reads.
    package internal(set) var user: UserID
    package internal(set) var target: WebhookTarget
    package internal(set) var secret: SigningSecret
    /// The secret before the last rotation, as long as deliveries are signed with both.
    package internal(set) var former: FormerSecret?
    /// The last record of the workspace that was there before it.
    package internal(set) var after: UInt64
    package internal(set) var condition = Condition.active
    package internal(set) var isRemoved = false

    /// The condition of a webhook: whether it is told anything.
    package enum Condition: Sendable, Equatable {
        case active
        case paused
        /// So many attempts at one delivery failed, the last ones in a row.
        case disabled(attempts: Int)

        package var word: String {
            switch self {
            case .active: "active"
            case .paused: "paused"
            case .disabled: "disabled"
            }
        }
    }

    package struct FormerSecret: Sendable, Equatable {
        package var secret: SigningSecret
        package var until: Instant
    }

    /// Returns the secrets that sign a delivery at a moment: the secret, and the one before while its receiver may have that.
    package func secrets(at now: Instant) -> [SigningSecret] {
        guard let former, now < former.until else { return [secret] }
        return [secret, former.secret]
    }
}

/// Where a webhook leads, and what it hears of.
package struct WebhookTarget: Sendable, Equatable {
    package static let addressBytesMax = 2_048
    package static let kindsMax = 100

    package var address: String
    /// In the order of their numbers, each once.
    package var areas: [WebhookArea]
    /// Only these kinds of events, by the numbers that the workspace's journal has for them, in ascending order; empty for
    /// all of the areas.
    package var kinds: [UInt64]

    package init(address: String, areas: [WebhookArea], kinds: [UInt64] = []) {
        self.address = address
        self.areas = areas
        self.kinds = kinds
    }

    /// The same with areas and kinds in order and each once.
    var normalised: WebhookTarget {
        var sorted: [UInt64] = []
        for kind in kinds.sorted() where sorted.last != kind { sorted.append(kind) }
        return WebhookTarget(
            address: address, areas: WebhookArea.allCases.filter { $0 != .nothing && areas.contains($0) }, kinds: sorted)
    }

    /// Returns whether it hears of an event.
    package func hears(of kind: UInt64, in area: WebhookArea) -> Bool {
        areas.contains(area) && (kinds.isEmpty || kinds.contains(kind))
    }

    /// True if the address has the shape of one: what it leads to is looked at where it is asked.
    var hasAddress: Bool {
        let bytes = Array(address.utf8)
        guard bytes.count <= Self.addressBytesMax, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
        for scheme in ["https://", "http://"] {
            let start = Array(scheme.utf8)
            if bytes.count > start.count, bytes.starts(with: start) { return true }
        }
        return false
    }
}

extension WebhookTarget: FieldMessage {
    package static var schemaName: StaticString { "WebhookAim" }
    package static var blank: WebhookTarget { WebhookTarget(address: "", areas: []) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "address", &address)
        coder.field(2, "areas", &areas)
        coder.field(3, "kinds", &kinds)
    }
}

/// A part of a workspace that a webhook hears of.
package enum WebhookArea: UInt64, FieldChoice, Sendable {
    /// An area that only a newer build knows: nothing of it is told here.
    case nothing = 0
    case registry = 1
    case notes = 2
    case boards = 3
    case captures = 4
    case studio = 5

    package static var blank: WebhookArea { .nothing }

    package var fieldName: StaticString {
        switch self {
        case .nothing: "nothing"
        case .registry: "registry"
        case .notes: "notes"
        case .boards: "boards"
        case .captures: "captures"
        case .studio: "studio"
        }
    }
}

/// The secret that signs deliveries to a webhook: a label, by which it is told from others, then the key itself.
///
/// Signing needs all of it, so the journal holds all of it, encrypted where the installation has keys. No reading, history
/// or audit shows more than the label, which is not part of the key.
package struct SigningSecret: Sendable, Equatable {
    package static let labelByteCount = 4
    package static let keyByteCount = 32

    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var isWhole: Bool { bytes.count == Self.labelByteCount + Self.keyByteCount }
    package var shortText: String { hexText(bytes.prefix(Self.labelByteCount)) }
    package var key: [UInt8] { Array(bytes.dropFirst(Self.labelByteCount)) }
}

extension SigningSecret: CustomStringConvertible {
    /// No more than a reading shows, wherever it is printed.
    package var description: String { "signing secret " + shortText + "…" }
}

extension SigningSecret: FieldValue {
    package static var blank: SigningSecret { SigningSecret(bytes: []) }

    package mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var raw = bytes
        coder.secret(number, name, &raw)
        self = SigningSecret(bytes: raw)
    }
}
