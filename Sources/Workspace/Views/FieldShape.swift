import Kernel

/// One field of a request's body or one parameter of its query: what it is called, what may stand in it, what it is for.
///
/// One list of them serves the reader and the OpenAPI document, so that neither can say what the other does not do.
package struct FieldShape: Sendable {
    package var name: String
    package var kind: Kind
    package var isRequired: Bool
    package var purpose: String

    package init(_ name: String, _ kind: Kind, _ purpose: String, isRequired: Bool = true) {
        self.name = name
        self.kind = kind
        self.purpose = purpose
        self.isRequired = isRequired
    }

    /// The same, where it may be left out.
    package var optional: FieldShape { FieldShape(name, kind, purpose, isRequired: false) }

    package enum Kind: Sendable {
        case text(bytesMax: Int)
        case flag
        case number(ClosedRange<Int>)
        case identifier
        /// SHA-256 as 64 hexadecimal digits.
        case digest
        /// A day such as 2026-11-22.
        case day
        /// A moment in one of the forms of `momentForms`; days are those of the caller's time zone.
        case moment
        case word([String])
        case words([String])
        case identifiers(countMax: Int)
        case texts(countMax: Int, bytesMax: Int)
        /// Names with a text each; null takes one away.
        case pairs(countMax: Int, bytesMax: Int)
    }

    /// The forms of a moment in one line, for an error message.
    package static let momentForms =
        "a record's number, a day such as 2026-11-20, today, yesterday, tuesday, a distance such as -2h, "
        + "or a time such as 2026-11-20T18:00:00Z"

    /// The value to send instead, in words.
    package var expectation: String {
        switch kind {
        case .text(let max): "a text of at most " + String(max) + " bytes"
        case .flag: "true or false"
        case .number(let range):
            "a whole number from " + String(range.lowerBound) + " to " + String(range.upperBound)
        case .identifier: "an identifier such as 0190163d-8694-739b-aea5-966c26f8ad90"
        case .digest: "a SHA-256 as 64 hexadecimal digits"
        case .day: "a day such as 2026-11-22"
        case .moment: Self.momentForms
        case .word(let words): "one of " + joined(words, ", ")
        case .words(let words): "a list of some of " + joined(words, ", ")
        case .identifiers(let max): "a list of at most " + String(max) + " identifiers"
        case .texts(let countMax, let bytesMax):
            "a list of at most " + String(countMax) + " texts of at most " + String(bytesMax) + " bytes"
        case .pairs(let countMax, let bytesMax):
            "an object of at most " + String(countMax) + " names, each with a text of at most " + String(bytesMax)
                + " bytes, or null"
        }
    }

    /// The longest text that is looked at in a query, where nothing shorter is said.
    package static let textBytesMax = 4_096

    /// Returns whether a text is what its kind says; false for kinds that only their reader can
    /// judge: numbers and flags, lists, digests, and moments, which need a clock.
    package func admits(text: String) -> Bool {
        switch kind {
        case .text(let max): text.utf8.count <= max
        case .identifier: EntityID(text: text) != nil
        case .day: text.utf8.count <= 64 && CalendarDay(text: text) != nil
        case .word(let words): words.contains { $0 == text }
        case .flag, .number, .digest, .moment, .words, .identifiers, .texts, .pairs: false
        }
    }
}
