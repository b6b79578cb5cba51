package import Kernel

/// The state of one kind of prompt: asked, put off until a moment, or not wanted any more. Requirement O-912.
package struct Prompt: Sendable, Equatable {
    /// Kinds of prompts that are remembered.
    package static let countMax = 1_000

    package var kind: PromptKind
    package var standing = Standing.asked

    package enum Standing: Sendable, Equatable {
        case asked
        case snoozed(until: Instant)
        case dismissed
    }

    package init(kind: PromptKind) { self.kind = kind }

    /// Returns whether it may be shown at `instant`.
    package func isDue(at instant: Instant) -> Bool {
        switch standing {
        case .asked: true
        case .snoozed(let until): until <= instant
        case .dismissed: false
        }
    }
}

/// The subject of a prompt, under a word that stays for ever, so that the prompts of every domain are put off alike.
package struct PromptKind: Sendable, Hashable {
    /// One to 64 of the letters a to z, digits and dashes.
    package var key: String

    package init(recorded key: String) { self.key = key }

    /// Nil when the key is none.
    package init?(_ key: String) {
        guard (1...PromptKind.keyBytesMax).contains(key.utf8.count), key.utf8.allSatisfy(PromptKind.isOfKey) else {
            return nil
        }
        self.key = key
    }

    package static let keyBytesMax = 64

    /// "Ready to organize", on captures that were not filed yet.
    package static var organise: PromptKind { PromptKind(recorded: "organise") }
    package static var uploadReminder: PromptKind { PromptKind(recorded: "upload-reminder") }
    package static var milestone: PromptKind { PromptKind(recorded: "milestone") }
    package static var weeklySummary: PromptKind { PromptKind(recorded: "weekly-summary") }

    /// The subject of its records: the same for the same key on every device, since nobody mints prompts.
    ///
    /// - Source: FNV-1a over the key, twice, with the second offset moved on.
    package var id: PromptID {
        var (hi, lo): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        for byte in key.utf8 {
            hi = (hi ^ UInt64(byte)) &* 0x100_0000_01B3
            lo = (lo ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        // A name-based identifier in the form of RFC 9562, version 8: made up by us.
        return PromptID(hi: hi & ~0xF000 | 0x8000, lo: lo & ~(3 << 62) | 2 << 62)
    }

    private static func isOfKey(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
    }
}

extension PromptKind: FieldValue {
    package static var blank: PromptKind { PromptKind(recorded: "") }
    package mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.text(number, name, &key)
    }
}
