/// Reads XML and HTML tag by tag, as programs really write them: an unclosed tag or a stray `&` is text, not the end.
///
/// A document type, comments and processing instructions are stepped over. Nothing is ever fetched or expanded.
struct MarkupReader {
    enum Token {
        /// `isClosed` for `<br/>`.
        case open(MarkupTag, isClosed: Bool)
        case close(String)
        case text(Text)
    }

    /// A stretch of characters as it stands in the source: large ones are not copied until they are wanted.
    struct Text {
        var bytes: ArraySlice<UInt8>
        /// Taken as it is, as in `<![CDATA[…]]>`: an `&` is an `&`.
        var isLiteral: Bool

        var string: String { isLiteral ? String(decoding: bytes, as: UTF8.self) : MarkupReader.decoded(bytes) }
    }

    private let bytes: ArraySlice<UInt8>
    /// Where the next token begins.
    private(set) var at: Int
    /// True if the document type declares things of its own, such as entities.
    private(set) var declares = false
    /// The element whose text is not markup, such as `script`, until it is closed.
    private var rawElement: String?
    /// Tags that never ended, each of which was read to the end of the document.
    private var endlessTags = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at += 3 }
    }

    mutating func next() -> Token? {
        while at < bytes.endIndex {
            if let rawElement { return raw(until: rawElement) }
            guard bytes[at] == UInt8(ascii: "<") else { return text() }
            if follows("<!--") {
                skip(past: "-->")
            } else if follows("<![CDATA[") {
                let start = at + 9
                let end = find("]]>", from: start) ?? bytes.endIndex
                at = min(end + 3, bytes.endIndex)
                return .text(Text(bytes: bytes[start..<end], isLiteral: true))
            } else if follows("<?") {
                skip(past: "?>")
            } else if follows("<!") {
                skipDeclaration()
            } else if endlessTags < Self.endlessTagsMax, let token = tag() {
                return token
            } else {
                return text()
            }
        }
        return nil
    }
}

// MARK: - Going on elsewhere

extension MarkupReader {
    /// The bytes up to the next `mark`, wherever it stands; nil where it does not come any more.
    ///
    /// - Complexity: O(bytes up to it).
    func bytes(upTo mark: StaticString) -> ArraySlice<UInt8>? { find(mark, from: at).map { bytes[at..<$0] } }

    /// Goes on at `place`, whatever is open there.
    mutating func resume(at place: Int) {
        at = min(max(place, bytes.startIndex), bytes.endIndex)
        rawElement = nil
    }
}

// MARK: - Parts

extension MarkupReader {
    /// Characters up to the next `<`; one that begins no tag is itself a character.
    private mutating func text() -> Token {
        let start = at
        at += 1
        while at < bytes.endIndex, bytes[at] != UInt8(ascii: "<") { at += 1 }
        return .text(Text(bytes: bytes[start..<at], isLiteral: false))
    }

    private mutating func raw(until name: String) -> Token? {
        let start = at
        rawElement = nil
        while at < bytes.endIndex {
            if follows("</"), hasName(name, at: at + 2) { break }
            at += 1
        }
        return at > start ? .text(Text(bytes: bytes[start..<at], isLiteral: true)) : next()
    }

    private func hasName(_ name: String, at start: Int) -> Bool {
        let end = start + name.utf8.count
        return end <= bytes.endIndex && zip(bytes[start..<end], name.utf8).allSatisfy { lowercased($0) == $1 }
    }

    /// The tag that begins here; nil when this `<` begins none.
    private mutating func tag() -> Token? {
        let start = at
        var place = at + 1
        let isClosing = place < bytes.endIndex && bytes[place] == UInt8(ascii: "/")
        if isClosing { place += 1 }
        guard place < bytes.endIndex, isLetter(bytes[place]) else { return nil }
        at = place
        let name = word { !isNameEnd($0) }
        var tag = MarkupTag(name: String(decoding: name.map(lowercased), as: UTF8.self))
        while true {
            skipBlanks()
            guard at < bytes.endIndex else {
                // Cut off inside the tag: what is there is text.
                at = start
                endlessTags += 1
                return nil
            }
            if follows("/>") {
                at += 2
                return isClosing ? .close(tag.name) : .open(tag, isClosed: true)
            }
            if bytes[at] == UInt8(ascii: ">") {
                at += 1
                if isClosing { return .close(tag.name) }
                if Self.rawElements.contains(tag.name) { rawElement = tag.name }
                return .open(tag, isClosed: false)
            }
            // A tag that was never closed ends where the next begins.
            if bytes[at] == UInt8(ascii: "<") { return isClosing ? .close(tag.name) : .open(tag, isClosed: false) }
            if let attribute = attribute(), tag.attributes.count < Self.attributesMax {
                tag.attributes.append(attribute)
            }
        }
    }

    private mutating func attribute() -> MarkupTag.Attribute? {
        let name = word { !isNameEnd($0) && $0 != UInt8(ascii: "=") }
        guard !name.isEmpty else {
            at += 1
            return nil
        }
        let key = String(decoding: name.map(lowercased), as: UTF8.self)
        skipBlanks()
        guard at < bytes.endIndex, bytes[at] == UInt8(ascii: "=") else { return MarkupTag.Attribute(key, "") }
        at += 1
        skipBlanks()
        guard at < bytes.endIndex else { return MarkupTag.Attribute(key, "") }
        let quote = bytes[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return MarkupTag.Attribute(key, Self.decoded(word { !isBlank($0) && $0 != UInt8(ascii: ">") }))
        }
        at += 1
        let value = word { $0 != quote }
        at = min(at + 1, bytes.endIndex)
        return MarkupTag.Attribute(key, Self.decoded(value))
    }

    /// `<!DOCTYPE …>`, with what it may declare between brackets.
    private mutating func skipDeclaration() {
        while at < bytes.endIndex, bytes[at] != UInt8(ascii: ">") {
            if bytes[at] == UInt8(ascii: "[") {
                declares = true
                skip(past: "]")
            } else {
                at += 1
            }
        }
        at = min(at + 1, bytes.endIndex)
    }

    private mutating func word(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.endIndex, isPart(bytes[at]) { at += 1 }
        return bytes[start..<at]
    }

    private mutating func skipBlanks() { _ = word(while: isBlank) }

    private mutating func skip(past mark: StaticString) {
        at = find(mark, from: at).map { $0 + mark.utf8CodeUnitCount } ?? bytes.endIndex
    }

    private func follows(_ mark: StaticString) -> Bool { isAt(at, mark) }

    private func isAt(_ place: Int, _ mark: StaticString) -> Bool {
        guard place + mark.utf8CodeUnitCount <= bytes.endIndex else { return false }
        return mark.withUTF8Buffer { mark in
            for index in 0..<mark.count where bytes[place + index] != mark[index] { return false }
            return true
        }
    }

    private func find(_ mark: StaticString, from start: Int) -> Int? {
        let last = bytes.endIndex - mark.utf8CodeUnitCount
        guard start <= last else { return nil }
        let first = mark.utf8Start.pointee
        for place in start...last where bytes[place] == first && isAt(place, mark) { return place }
        return nil
    }

    /// Elements whose content is no markup.
    private static let rawElements: Set<String> = ["script", "style", "textarea"]
    private static let attributesMax = 256
    /// After as many, which no program writes, a `<` is a character: else a page of nothing but such tags would be read
    /// once for each of them.
    private static let endlessTagsMax = 16
}

// MARK: - Characters

extension MarkupReader {
    /// Text with what `&…;` stands for; what stands for nothing stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if bytes[at] == UInt8(ascii: "&") {
                let rest = bytes[(at + 1)...].prefix(MarkupEntity.nameBytesMax + 1)
                if let end = rest.firstIndex(of: UInt8(ascii: ";")),
                    let scalar = MarkupEntity.scalar(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
                {
                    out.append(contentsOf: String(scalar).utf8)
                    at = end + 1
                    continue
                }
            }
            out.append(bytes[at])
            at += 1
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// An opening tag: its name in small letters, and its attributes.
struct MarkupTag {
    struct Attribute {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    var name: String
    var attributes: [Attribute] = []

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) }
private func isNameEnd(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
}
private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(lowercased(byte)) }
private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
