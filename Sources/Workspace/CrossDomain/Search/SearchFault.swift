/// The reason why a text that somebody typed is not a query, and the place of the fault.
package struct SearchFault: Error, Sendable, Equatable {
    package var kind: Kind
    /// In Unicode scalars of what was typed.
    package var place: Range<Int>

    package enum Kind: Sendable, Equatable {
        case quoteNotClosed
        /// `OR` with nothing on one of its sides.
        case nothingToChoose
        /// A minus sign that nothing follows.
        case nothingToExclude
        /// `a OR -b`: almost everything would be found.
        case excludedChoice
        /// A star that nothing stands before.
        case nothingBeforeStar
        case noValue(String)
        /// A word with a colon that reads as an operator.
        case unknownOperator(String, known: [String])
        case unknownValue(String, of: String, known: String)
        case noSuchDay(String)
        case tooManyConditions(max: Int)
        case tooLong(max: Int)
    }

    /// For people; `place` is told as a character counted from 1.
    package var message: String {
        let at = " (character " + String(place.lowerBound + 1) + ")"
        return switch kind {
        case .quoteNotClosed: "The quotation mark is not closed" + at + "."
        case .nothingToChoose: "OR stands between two things to look for" + at + "; to find the word, write \"OR\"."
        case .nothingToExclude:
            "Nothing follows the minus sign" + at + "; to find the sign itself, put it into quotation marks."
        case .excludedChoice: "What follows OR cannot be excluded" + at + "."
        case .nothingBeforeStar: "Nothing stands before the star" + at + "."
        case .noValue(let name):
            "Nothing follows " + name + ":" + at + "; to find the word, put it into quotation marks."
        case .unknownOperator(let name, let known):
            "There is no operator " + name + ":" + at + "; the operators are " + Self.list(known)
                + ". To find the words, put them into quotation marks."
        case .unknownValue(let value, let name, let known):
            name + ": knows no \"" + value + "\"" + at + "; it knows " + known + "."
        case .noSuchDay(let text):
            "\"" + text + "\" is not a day" + at + "; write it as 2026, 2026-11 or 2026-11-22."
        case .tooManyConditions(let max): "There are more than " + String(max) + " things to look for" + at + "."
        case .tooLong(let max): "The query is longer than " + String(max) + " characters."
        }
    }

    private static func list(_ words: [String]) -> String {
        var list = ""
        for (index, word) in words.enumerated() {
            list += index == 0 ? word : (index == words.count - 1 ? " and " : ", ") + word
        }
        return list
    }
}
