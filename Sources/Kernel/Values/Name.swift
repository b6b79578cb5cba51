@_spi(_Unicode) import Swift

/// A name that a person gave to something: trimmed, in normal form C, one line, never empty.
///
/// Two names *clash* when they differ only in case or in Unicode composition, since people cannot tell those apart.
public struct Name: Hashable, Sendable {
    /// Grapheme clusters in the longest name. Requirement N-103.3.
    public static let graphemesMax = 255
    /// Bytes in the longest name: a grapheme cluster may be arbitrarily long, a name may not.
    public static let bytesMax = 2048

    public let text: String

    /// A name as a person typed it: trimmed and composed.
    ///
    /// - Throws: what is wrong with it; the same rule for every domain.
    public init(_ typed: String, graphemesMax: Int = Name.graphemesMax) throws(NameFault) {
        try self.init(checked: normalFormC(trimmed(typed)), graphemesMax: graphemesMax)
    }

    /// A name from elsewhere that must keep its bytes, such as a file's.
    public init(verbatim text: String, graphemesMax: Int = Name.graphemesMax) throws(NameFault) {
        try self.init(checked: text, graphemesMax: graphemesMax)
    }

    /// A name that was accepted once and is recorded: true, whatever the rules are now.
    public init(recorded text: String) { self.init(unchecked: text) }

    init(unchecked text: String) { self.text = text }

    private init(checked text: String, graphemesMax: Int) throws(NameFault) {
        guard !text.utf8.isEmpty else { throw .empty }
        for scalar in text.unicodeScalars where scalar.value < 0x20 || scalar.value == 0x7F {
            throw .controlCharacter
        }
        let byteCount = text.utf8.count
        guard byteCount <= Name.bytesMax else { throw .tooLong(count: byteCount, max: Name.bytesMax, unit: .bytes) }
        if byteCount > graphemesMax {
            let count = text.count
            guard count <= graphemesMax else { throw .tooLong(count: count, max: graphemesMax, unit: .graphemes) }
        }
        self.text = text
    }

    public static func == (a: Name, b: Name) -> Bool { sameBytes(a.text, b.text) }

    public func hash(into hasher: inout Hasher) {
        text.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// The key that two clashing names share; for comparing only, never stored.
    public var clashKey: String { normalFormC(text.lowercased()) }

    /// "Name 2", "Name 3" …: the first that `isTaken` does not claim. What a refusal suggests.
    public func firstFree(_ isTaken: (Name) -> Bool) -> Name {
        var number = 2
        while true {
            let candidate = Name(unchecked: text + " " + String(number))
            if !isTaken(candidate) { return candidate }
            number += 1
        }
    }
}

/// The rule for a name that comes from outside.
public struct NameRule: Sendable {
    public var graphemesMax: Int
    /// Keeps its bytes as they came instead of being trimmed and composed.
    public var isVerbatim: Bool

    public init(graphemesMax: Int, isVerbatim: Bool = false) {
        self.graphemesMax = graphemesMax
        self.isVerbatim = isVerbatim
    }

    /// As a person types it.
    public static var typed: NameRule { NameRule(graphemesMax: Name.graphemesMax) }
    /// As a file system has it.
    public static var ofFile: NameRule { NameRule(graphemesMax: Name.graphemesMax, isVerbatim: true) }
}

extension Name {
    /// A name from outside, under `rule`.
    public init(_ text: String, under rule: NameRule) throws(NameFault) {
        if rule.isVerbatim {
            try self.init(verbatim: text, graphemesMax: rule.graphemesMax)
        } else {
            try self.init(text, graphemesMax: rule.graphemesMax)
        }
    }
}

/// The reason why a text is not a name.
public enum NameFault: Error, Equatable, Sendable {
    case empty
    case controlCharacter
    case tooLong(count: Int, max: Int, unit: Unit)

    public enum Unit: Sendable, Equatable { case graphemes, bytes }

    public var message: String {
        switch self {
        case .empty: "a name must not be empty"
        case .controlCharacter: "a name must be one line without control characters"
        case .tooLong(let count, let max, let unit):
            "a name has at most " + String(max) + (unit == .bytes ? " bytes" : " characters") + "; this one has "
                + String(count)
        }
    }
}

/// Unicode normal form C (UAX #15), from the standard library's own tables: Foundation does not reach the core.
public func normalFormC(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
}

/// Without white space at either end.
public func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
}

/// Order of UTF-8 bytes: the one order of text in every view, the same on every machine.
public func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
