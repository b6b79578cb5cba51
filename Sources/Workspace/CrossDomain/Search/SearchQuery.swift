package import Kernel

/// A search query: conditions that must all hold. Requirement B-07.
///
/// ```
/// kamera schrank        both, anywhere, within longer words too
/// "im Schrank"          as it stands
/// kam*                  where a word begins so
/// -kaputt               what does not hold it; also before a filter
/// kamera OR foto        either; binds tighter than what stands beside it
/// tag:house in:Projects type:note is:starred has:attachment before:2026-11 after:2025
/// ```
///
/// A word before a colon that is none of these is sought as it stands, such as an address or a time of day.
package struct SearchQuery: Sendable, Equatable {
    package private(set) var clauses: [Clause] = []

    /// Something that must hold.
    package struct Clause: Sendable, Equatable {
        /// True if the thing must not meet the condition; of one condition only.
        package var isExcluding = false
        /// One of them is enough.
        package var choices: [Condition]
    }

    package enum Condition: Sendable, Equatable {
        case text(SoughtText)
        case filter(SearchFilter)
    }

    /// More narrow nothing down any more.
    package static let conditionsMax = 32
    /// Unicode scalars.
    package static let lengthMax = 1_000

    /// Reads it as it was typed. Of nothing there is nothing to find.
    package init(_ typed: String) throws(SearchFault) {
        var parser = SearchParser(typed)
        clauses = try parser.clauses()
    }

    /// Words that must all be there, whatever they look like: nothing in them has a meaning of its own.
    package init(words: String) {
        var word = String.UnicodeScalarView()
        for scalar in words.unicodeScalars {
            if !scalar.properties.isWhitespace { word.append(scalar) } else { take(&word) }
        }
        take(&word)
    }

    private mutating func take(_ word: inout String.UnicodeScalarView) {
        if !word.isEmpty, clauses.count < Self.conditionsMax {
            clauses.append(Clause(choices: [.text(SoughtText(text: String(word)))]))
        }
        word = String.UnicodeScalarView()
    }

    /// Only things of one of `kinds`.
    package mutating func narrow(to kinds: [EntityKind]) {
        clauses.append(Clause(choices: kinds.map { .filter(.kind($0)) }))
    }

    /// Only what has this tag, or one nested below it.
    package mutating func narrow(tagged tag: Name) {
        clauses.append(Clause(choices: [.filter(.tag(tag))]))
    }

    /// True if what is in the trash is asked for; else it is left out.
    package var seeksTrash: Bool {
        for clause in clauses where !clause.isExcluding {
            for choice in clause.choices { if case .filter(.state(.trashed)) = choice { return true } }
        }
        return false
    }
}

/// A word or a phrase.
package struct SoughtText: Sendable, Equatable {
    package var text: String
    /// Only where a word begins with it.
    package var startsWord = false
}
