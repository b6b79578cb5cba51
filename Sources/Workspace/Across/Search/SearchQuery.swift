import Kernel

/// What somebody searches for: words that must all be there, and phrases in quotation marks that must be there as they
/// stand.
package struct SearchQuery: Sendable, Equatable {
    package private(set) var terms: [String] = []

    /// More words narrow nothing down any more.
    package static let termsMax = 16

    /// Reads it as it was typed.
    package init(_ typed: String) {
        var term = String.UnicodeScalarView()
        var isQuoted = false
        for scalar in typed.unicodeScalars {
            if scalar == "\"" || scalar == "\u{201C}" || scalar == "\u{201D}" {
                isQuoted.toggle()
                take(&term)
            } else if !isQuoted, scalar.properties.isWhitespace {
                take(&term)
            } else {
                term.append(scalar)
            }
        }
        take(&term)
    }

    private mutating func take(_ term: inout String.UnicodeScalarView) {
        let text = trimmed(String(term))
        term = String.UnicodeScalarView()
        if !text.utf8.isEmpty, terms.count < Self.termsMax { terms.append(text) }
    }
}
