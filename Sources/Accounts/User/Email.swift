package import Kernel

/// The address a person signs in with: kept as it was typed, compared without regard to case and composition.
package struct Email: Sendable {
    /// Bytes in the longest address (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    package static let bytesMax = 254

    package let text: String

    /// An address as a person typed it: trimmed and composed.
    ///
    /// Only its shape is checked. Whether it reaches anybody is shown by writing to it.
    /// - Throws: what is wrong with it.
    package init(_ typed: String) throws(EmailFault) {
        let text = normalFormC(trimmed(typed))
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.bytesMax else { throw .tooLong(bytes: bytes.count) }
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at == bytes.lastIndex(of: UInt8(ascii: "@")),
            at > 0, at + 1 < bytes.count
        else { throw .notAnAddress }
        for scalar in text.unicodeScalars where scalar.value < 0x20 || scalar.properties.isWhitespace {
            throw .notAnAddress
        }
        self.text = text
    }

    /// An address that was accepted once and is recorded.
    package init(recorded text: String) { self.text = text }

    /// Returns true when an issuer that verified `other` speaks of this address: they are the same but for the case of
    /// ASCII letters. Other letters that Unicode folds into one (`K`, U+212A, and `k`) are two mailboxes.
    package func isSameMailbox(as other: Email) -> Bool {
        func folded(_ text: String) -> [UInt8] {
            text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        return folded(text) == folded(other.text)
    }

    /// The key that spellings of one address share; for comparing only, never stored.
    package var key: Name { Name(recorded: normalFormC(text.lowercased())) }
}

extension Email: Equatable {
    /// The same bytes; `key` says whether they are the same address.
    package static func == (a: Email, b: Email) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
}

extension Email: FieldValue {
    package static var blank: Email { Email(recorded: "") }

    package mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var raw = text
        coder.text(number, name, &raw)
        self = Email(recorded: raw)
    }
}

/// The reason why a text is not an address.
package enum EmailFault: Error, Equatable, Sendable {
    case notAnAddress
    case tooLong(bytes: Int)

    package var message: String {
        switch self {
        case .notAnAddress: "an e-mail address has the form name@place, without spaces"
        case .tooLong(let bytes):
            "an e-mail address has at most " + String(Email.bytesMax) + " bytes; this one has " + String(bytes)
        }
    }
}
