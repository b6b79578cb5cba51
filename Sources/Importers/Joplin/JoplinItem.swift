import Kernel

/// One item of a Joplin export: its title, its text, and below them a block of facts.
struct JoplinItem {
    var title = ""
    var body = ""
    var facts: [String: String] = [:]

    /// Nil when the text does not end in a block of facts with a type.
    init?(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasSuffix("\r") ? $0.dropLast() : $0 }
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        while let last = lines.last, !last.allSatisfy(\.isWhitespace) {
            guard let colon = last.firstIndex(of: ":") else { return nil }
            facts[trimmed(String(last[..<colon]))] = trimmed(String(last[last.index(after: colon)...]))
            lines.removeLast()
        }
        guard facts["type_"] != nil, facts["id"] != nil else { return nil }
        // The empty line above the facts.
        if !lines.isEmpty { lines.removeLast() }
        title = lines.first.map(String.init) ?? ""
        body = lines.dropFirst(2).joined(separator: "\n")
    }

    var id: String { facts["id"] ?? "" }
    var type: Kind? { facts["type_"].flatMap { Int($0) }.flatMap(Kind.init(rawValue:)) }

    enum Kind: Int {
        case note = 1
        case folder = 2
        case resource = 4
        case tag = 5
        case noteTag = 6
    }

    /// The fact, where it says something.
    subscript(name: String) -> String? { facts[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// True if the text of the note is HTML.
    var isPage: Bool { self["markup_language"] == "2" }

    /// Returns whether the fact is a number or a time other than zero.
    func isSet(_ name: String) -> Bool { self[name].map { $0 != "0" && !$0.hasPrefix("1970-01-01T00:00:00") } ?? false }

    func instant(_ names: String...) -> Instant? {
        for name in names {
            guard let text = self[name], isSet(name) else { continue }
            if let milliseconds = Int64(text), milliseconds.magnitude < 1 << 50 {
                return Instant(microseconds: milliseconds * 1000)
            }
            if let instant = Instant(text: text) { return instant }
        }
        return nil
    }

    /// Returns whether `name` is how Joplin calls the file of an item: 32 hexadecimal digits and `.md`.
    static func isItem(_ path: String) -> Bool {
        let name = lastName(path)
        return name.utf8.count == 35 && name.hasSuffix(".md") && isIdentifier(name.utf8.prefix(32))
    }

    static func isIdentifier(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 32 && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
