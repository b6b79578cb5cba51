/// The names of a journal's files.
/// - Format: FORMAT.md §2, "The directory".
struct JournalPath: Sendable {
    let directory: String

    static let identity = "JOURNAL"
    static let lock = "LOCK"
    /// The high-water mark.
    static let reached = "REACHED"
    static let redaction = "REDACTION"
    static let temporarySuffix = ".tmp"
    static let brokenSuffix = ".broken"
    private static let suffix = ".segment"
    private static let digits = 12

    static func name(ofSegment number: UInt64) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text + suffix
    }

    /// The number of a segment's name; nil for other names.
    static func segmentNumber(_ name: String) -> UInt64? {
        guard name.hasSuffix(suffix) else { return nil }
        let text = name.dropLast(suffix.utf8.count)
        guard text.utf8.count >= digits, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let number = UInt64(text),
            number > 0, number <= JournalLimits.sequenceMax, Self.name(ofSegment: number) == name
        else { return nil }
        return number
    }

    func file(_ name: String) -> String { directory + "/" + name }
    func segment(_ number: UInt64) -> String { file(Self.name(ofSegment: number)) }

    /// The directory without slashes at its end.
    var trimmed: String {
        var parts = directory.utf8[...]
        while parts.count > 1, parts.last == UInt8(ascii: "/") { parts = parts.dropLast() }
        return String(Substring(parts))
    }

    /// The directory that holds this one.
    var parent: String {
        let parts = trimmed.utf8[...]
        guard let slash = parts.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == parts.startIndex ? "/" : String(Substring(parts[..<slash]))
    }
}
