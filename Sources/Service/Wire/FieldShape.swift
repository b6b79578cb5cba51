import Kernel
import Runtime

/// One field of a request's body or one parameter of its query: what it is called, what may stand in it, what it is for.
///
/// One list of them serves the reader and the OpenAPI document, so that neither can say what the other does not do.
struct FieldShape: Sendable {
    var name: String
    var kind: Kind
    var isRequired: Bool
    var purpose: String

    init(_ name: String, _ kind: Kind, _ purpose: String, isRequired: Bool = true) {
        self.name = name
        self.kind = kind
        self.purpose = purpose
        self.isRequired = isRequired
    }

    /// The same, where it may be left out.
    var optional: FieldShape { FieldShape(name, kind, purpose, isRequired: false) }

    enum Kind: Sendable {
        case text(bytesMax: Int)
        case flag
        case number(ClosedRange<Int>)
        case identifier
        /// SHA-256 as 64 hexadecimal digits.
        case digest
        /// A day such as 2026-11-22.
        case day
        /// A moment as `MomentPhrase` reads it; days are those of the caller's time zone.
        case moment
        case word([String])
        case words([String])
        case identifiers(countMax: Int)
        /// Names with a text each; null takes one away.
        case pairs(countMax: Int, bytesMax: Int)
    }

    /// What to send instead.
    var expectation: String {
        switch kind {
        case .text(let max): "a text of at most \(max) bytes"
        case .flag: "true or false"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .identifier: "an identifier such as 0190163d-8694-739b-aea5-966c26f8ad90"
        case .digest: "a SHA-256 as 64 hexadecimal digits"
        case .day: "a day such as 2026-11-22"
        case .moment: MomentPhrase.forms
        case .word(let words): "one of " + words.joined(separator: ", ")
        case .words(let words): "a list of some of " + words.joined(separator: ", ")
        case .identifiers(let max): "a list of at most \(max) identifiers"
        case .pairs(let countMax, let bytesMax):
            "an object of at most \(countMax) names, each with a text of at most \(bytesMax) bytes, or null"
        }
    }

    /// The longest text that is looked at in a query, where nothing shorter is said.
    static let textBytesMax = 4_096
}
