import Kernel

/// Reads a query, scalar by scalar.
struct SearchParser {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var found: [SearchQuery.Clause] = []
    private var conditionCount = 0
    /// Where an `OR` stood whose right side is still to come.
    private var pendingChoice: Range<Int>?

    init(_ typed: String) { scalars = Array(typed.unicodeScalars) }

    mutating func clauses() throws(SearchFault) -> [SearchQuery.Clause] {
        guard scalars.count <= SearchQuery.lengthMax else {
            throw SearchFault(
                kind: .tooLong(max: SearchQuery.lengthMax), place: SearchQuery.lengthMax..<scalars.count)
        }
        while true {
            while at < scalars.count, scalars[at].properties.isWhitespace { at += 1 }
            guard at < scalars.count else { break }
            try readOne()
        }
        if let pendingChoice { throw SearchFault(kind: .nothingToChoose, place: pendingChoice) }
        return found
    }

    private mutating func readOne() throws(SearchFault) {
        let start = at
        let isExcluding = scalars[at] == "-"
        if isExcluding {
            at += 1
            guard at < scalars.count, !scalars[at].properties.isWhitespace else {
                throw SearchFault(kind: .nothingToExclude, place: start..<at)
            }
        }
        if Self.isQuote(scalars[at]) {
            let text = try quoted()
            let startsWord = take("*")
            if !text.utf8.isEmpty {
                try add(.text(SoughtText(text: text, startsWord: startsWord)), isExcluding, from: start)
            }
            return
        }
        let wordStart = at
        let word = word()
        if !isExcluding, word.utf8.elementsEqual("OR".utf8) { return try choose(wordStart..<at) }
        if let (name, value) = try filter(in: word, at: wordStart) {
            return try add(.filter(try self.filter(name, value, wordStart)), isExcluding, from: start)
        }
        if word.utf8.last == UInt8(ascii: "*") {
            let stem = String(decoding: Array(word.utf8.dropLast()), as: UTF8.self)
            guard !stem.utf8.isEmpty else { throw SearchFault(kind: .nothingBeforeStar, place: wordStart..<at) }
            return try add(.text(SoughtText(text: stem, startsWord: true)), isExcluding, from: start)
        }
        try add(.text(SoughtText(text: word)), isExcluding, from: start)
    }

    /// Up to a space or a quotation mark.
    private mutating func word() -> String {
        var word = String.UnicodeScalarView()
        while at < scalars.count, !scalars[at].properties.isWhitespace, !Self.isQuote(scalars[at]) {
            word.append(scalars[at])
            at += 1
        }
        return String(word)
    }

    /// Returns the text between two quotation marks, without spaces at its ends.
    private mutating func quoted() throws(SearchFault) -> String {
        let start = at
        at += 1
        var text = String.UnicodeScalarView()
        while at < scalars.count, !Self.isQuote(scalars[at]) {
            text.append(scalars[at])
            at += 1
        }
        guard at < scalars.count else { throw SearchFault(kind: .quoteNotClosed, place: start..<at) }
        at += 1
        return trimmed(String(text))
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard at < scalars.count, scalars[at] == scalar else { return false }
        at += 1
        return true
    }

    /// The operator that a word begins with, and its value behind the colon; nil for a word like any other.
    ///
    /// - Throws: `SearchFault.Kind.unknownOperator` for a word that reads as an operator and is not one, such as `due:friday`.
    private func filter(in word: String, at start: Int) throws(SearchFault) -> (SearchOperator, value: String)? {
        let bytes = Array(word.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        for known in SearchOperator.allCases where known.word.utf8.elementsEqual(name.utf8) {
            return (known, String(decoding: bytes[(colon + 1)...], as: UTF8.self))
        }
        // `https://…`, `std::vector`, `10:30` and `Note:` are words.
        let isName =
            colon >= 2 && bytes[..<colon].allSatisfy { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        guard isName, colon + 1 < bytes.count, bytes[colon + 1] != UInt8(ascii: "/"), bytes[colon + 1] != UInt8(ascii: ":")
        else { return nil }
        throw SearchFault(
            kind: .unknownOperator(name, known: SearchOperator.allCases.map { $0.word + ":" }), place: start..<start + colon + 1
        )
    }

    private mutating func filter(
        _ name: SearchOperator, _ value: String, _ start: Int
    ) throws(SearchFault) -> SearchFilter {
        var value = value
        let valueStart = start + name.word.utf8.count + 1
        if value.utf8.isEmpty, at < scalars.count, Self.isQuote(scalars[at]) { value = try quoted() }
        guard !value.utf8.isEmpty else { throw SearchFault(kind: .noValue(name.word), place: start..<at) }
        return try name.filter(value, at: valueStart..<at)
    }

    private mutating func choose(_ place: Range<Int>) throws(SearchFault) {
        guard pendingChoice == nil, let last = found.last else {
            throw SearchFault(kind: .nothingToChoose, place: place)
        }
        if last.isExcluding { throw SearchFault(kind: .excludedChoice, place: place) }
        pendingChoice = place
    }

    private mutating func add(
        _ condition: SearchQuery.Condition, _ isExcluding: Bool, from start: Int
    ) throws(SearchFault) {
        conditionCount += 1
        guard conditionCount <= SearchQuery.conditionsMax else {
            throw SearchFault(kind: .tooManyConditions(max: SearchQuery.conditionsMax), place: start..<at)
        }
        guard pendingChoice != nil else {
            found.append(SearchQuery.Clause(isExcluding: isExcluding, choices: [condition]))
            return
        }
        if isExcluding { throw SearchFault(kind: .excludedChoice, place: start..<at) }
        found[found.count - 1].choices.append(condition)
        pendingChoice = nil
    }

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "\u{201C}" || scalar == "\u{201D}"
    }
}
