import Kernel

/// Finds the links in a Markdown text, in one pass over its bytes.
///
/// Text in code, fenced or between backticks, is not a link; neither is text that a backslash escapes.
/// - Source: CommonMark 0.31, sections 4.5, 6.1 and 6.3; wiki links as Obsidian reads them.
struct LinkScanner {
    private let bytes: [UInt8]
    private var at = 0
    private var line = 1
    private var lineStart = 0
    /// Where the line of `lineStart` ends, once somebody asked.
    private var lineEndKnown: (start: Int, end: Int)?
    /// For each `[` where the `]` is that pairs with it; 0 where there is none.
    private let closings: [UInt32]
    /// No `)` stands between where destinations were looked for and here.
    private var bracketless = 0
    private var found: [WrittenLink] = []

    // Named, so that no text can make the search for an end that never comes long.
    private static let codeBytesMax = 10_000
    private static let wikiBytesMax = 1_000
    private static let destinationBytesMax = 2_048

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        closings = Self.closings(in: bytes)
    }

    /// The links of a text, in their order.
    ///
    /// - Complexity: O(bytes); most texts hold no link, and of those only brackets are looked at.
    static func links(in bytes: [UInt8]) -> [WrittenLink] {
        guard mayHoldLink(bytes) else { return [] }
        var scanner = LinkScanner(bytes)
        scanner.scan()
        return scanner.found
    }

    /// Returns whether `[[` or `](` stands anywhere.
    private static func mayHoldLink(_ bytes: [UInt8]) -> Bool {
        var last: UInt8 = 0
        for byte in bytes {
            if last == UInt8(ascii: "["), byte == last { return true }
            if last == UInt8(ascii: "]"), byte == UInt8(ascii: "(") { return true }
            last = byte
        }
        return false
    }

    private mutating func scan() {
        while at < bytes.count {
            if at == lineStart, skipFence() { continue }
            switch bytes[at] {
            case UInt8(ascii: "\n"): endLine()
            case UInt8(ascii: "\\"): at += at + 1 < bytes.count && bytes[at + 1] != UInt8(ascii: "\n") ? 2 : 1
            case UInt8(ascii: "`"): skipCode()
            case UInt8(ascii: "["): takeLink()
            default: at += 1
            }
        }
    }

    private mutating func endLine() {
        at += 1
        line += 1
        lineStart = at
    }
}

// MARK: - Code

extension LinkScanner {
    /// Passes over a fenced block that begins on this line, to its end or the end of the text.
    private mutating func skipFence() -> Bool {
        guard let open = fence(at: lineStart) else { return false }
        // A fence of backticks has none in what stands behind it: else it is code within a line.
        if open.mark == UInt8(ascii: "`"), bytes[open.end..<lineEnd(lineStart)].contains(open.mark) { return false }
        var next = lineEnd(lineStart)
        while next < bytes.count {
            line += 1
            lineStart = next + 1
            next = lineEnd(lineStart)
            if let close = fence(at: lineStart), close.mark == open.mark, close.count >= open.count,
                bytes[close.end..<next].allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") })
            {
                break
            }
        }
        at = next
        if at < bytes.count { endLine() }
        return true
    }

    /// Three marks or more at the start of the line, within a quotation or a list item too.
    private func fence(at start: Int) -> (mark: UInt8, count: Int, end: Int)? {
        var place = start
        while place < bytes.count, Self.isIndent(bytes[place]) { place += 1 }
        guard place < bytes.count, bytes[place] == UInt8(ascii: "`") || bytes[place] == UInt8(ascii: "~") else {
            return nil
        }
        let mark = bytes[place]
        let count = run(of: mark, at: place)
        return count >= 3 ? (mark, count, place + count) : nil
    }

    private static func isIndent(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ">")
    }

    /// Passes over code between backticks, which ends with as many as it began with, before the paragraph does.
    private mutating func skipCode() {
        let count = run(of: UInt8(ascii: "`"), at: at)
        var next = at + count
        var isBlank = false
        let limit = min(bytes.count, next + Self.codeBytesMax)
        while next < limit {
            if bytes[next] == UInt8(ascii: "`") {
                let other = run(of: UInt8(ascii: "`"), at: next)
                next += other
                guard other == count else { continue }
                for place in at..<next where bytes[place] == UInt8(ascii: "\n") {
                    line += 1
                    lineStart = place + 1
                }
                at = next
                return
            }
            if bytes[next] == UInt8(ascii: "\n") {
                if isBlank { break }
                isBlank = true
            } else if bytes[next] > 0x20 {
                isBlank = false
            }
            next += 1
        }
        at += count
    }

    private func run(of mark: UInt8, at start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == mark { end += 1 }
        return end - start
    }
}

// MARK: - Links

extension LinkScanner {
    private mutating func takeLink() {
        if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "["), takeWikiLink() { return }
        if takeMarkdownLink() { return }
        at += 1
    }

    /// `[[Target#Heading|Words]]`, on one line.
    private mutating func takeWikiLink() -> Bool {
        let start = at + 2
        var end = start
        while end + 1 < bytes.count, end - start <= Self.wikiBytesMax, bytes[end] != UInt8(ascii: "\n") {
            if bytes[end] == UInt8(ascii: "]"), bytes[end + 1] == UInt8(ascii: "]") { break }
            if bytes[end] == UInt8(ascii: "["), bytes[end + 1] == UInt8(ascii: "[") { return false }
            end += 1
        }
        guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: "]"), bytes[end + 1] == bytes[end] else { return false }
        defer { at = end + 2 }
        var target = bytes[start..<end]
        var shown: String?
        if let bar = target.firstIndex(of: UInt8(ascii: "|")) {
            shown = trimmed(text(target[(bar + 1)...]))
            target = target[..<bar]
            if target.last == UInt8(ascii: "\\") { target = target.dropLast() }  // In a table the bar is escaped.
        }
        note(.wiki, target, shown: shown)
        return true
    }

    /// `[words](destination)`.
    private mutating func takeMarkdownLink() -> Bool {
        let close = Int(closings[at])
        guard close > 0, close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "(") else { return false }
        guard let (destination, end) = destination(from: close + 2) else { return false }
        guard let form = Self.form(of: destination) else {
            at += 1  // Leads out of the workspace; what is shown for it may still hold a link of ours.
            return true
        }
        let words = text(bytes[(at + 1)..<close])
        defer { at = end }
        if form == .identifier {
            note(form, destination.dropFirst(Self.scheme.count)[...], shown: words)
        } else {
            note(form, Self.percentDecoded(destination)[...], shown: words)
        }
        return true
    }

    /// Brackets pair within a paragraph.
    private static func closings(in bytes: [UInt8]) -> [UInt32] {
        var closings = [UInt32](repeating: 0, count: bytes.count)
        var open: [Int] = []
        var isBlank = false
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "["): open.append(place)
            case UInt8(ascii: "]"): if let start = open.popLast() { closings[start] = UInt32(place) }
            case UInt8(ascii: "\\"): place += 1
            case UInt8(ascii: "\n"):
                if isBlank { open.removeAll(keepingCapacity: true) }
                isBlank = true
                place += 1
                continue
            default: break
            }
            if place < bytes.count, bytes[place] > 0x20 { isBlank = false }
            place += 1
        }
        return closings
    }

    /// Up to white space or the closing bracket, or in angle brackets; a title behind it is passed over.
    private mutating func destination(from start: Int) -> (bytes: [UInt8], end: Int)? {
        var place = start
        let limit = min(bytes.count, start + Self.destinationBytesMax)
        // Each byte is looked at once for this, however many links begin and never end.
        bracketless = max(start, bracketless)
        while bracketless < limit, bytes[bracketless] != UInt8(ascii: ")"), bytes[bracketless] != UInt8(ascii: "\n") {
            bracketless += 1
        }
        guard bracketless < limit, bytes[bracketless] == UInt8(ascii: ")") else { return nil }
        while place < limit, bytes[place] == UInt8(ascii: " ") { place += 1 }
        var path: [UInt8] = []
        if place < limit, bytes[place] == UInt8(ascii: "<") {
            guard let end = indexOnLine(of: UInt8(ascii: ">"), from: place, to: limit) else { return nil }
            path = Array(bytes[(place + 1)..<end])
            place = end + 1
        } else {
            var depth = 0
            while place < limit, bytes[place] > 0x20 {
                if bytes[place] == UInt8(ascii: "(") { depth += 1 }
                if bytes[place] == UInt8(ascii: ")") {
                    if depth == 0 { break }
                    depth -= 1
                }
                path.append(bytes[place])
                place += 1
            }
        }
        guard let end = indexOnLine(of: UInt8(ascii: ")"), from: place, to: limit) else { return nil }
        return (path, end + 1)
    }

    private func indexOnLine(of byte: UInt8, from start: Int, to limit: Int) -> Int? {
        var place = start
        while place < limit, bytes[place] != UInt8(ascii: "\n") {
            if bytes[place] == byte { return place }
            place += 1
        }
        return nil
    }
}

// MARK: - Destinations

extension LinkScanner {
    private static let scheme = Array("daybook:".utf8)

    /// Returns the way to look up a destination; nil when it leads out of the workspace or nowhere.
    private static func form(of destination: [UInt8]) -> WrittenLink.Form? {
        if destination.starts(with: scheme) { return .identifier }
        guard let first = destination.first, first != UInt8(ascii: "#"), !destination.starts(with: Array("//".utf8))
        else { return nil }
        for byte in destination {
            if byte == UInt8(ascii: ":") { return nil }
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "?") { break }
        }
        return .relative
    }

    static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var decoded: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = hexValue(bytes[place + 1]),
                let low = hexValue(bytes[place + 2])
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return decoded
    }

    private mutating func note(_ form: WrittenLink.Form, _ target: ArraySlice<UInt8>, shown: String?) {
        var path = target
        var heading: String?
        if let hash = path.firstIndex(of: UInt8(ascii: "#")) {
            heading = trimmed(text(path[(hash + 1)...]))
            path = path[..<hash]
        }
        let name = trimmed(text(path))
        guard !name.utf8.isEmpty else { return }  // `[[#Heading]]` leads within its own text.
        found.append(
            WrittenLink(form: form, target: name, heading: heading, shown: shown, line: line, context: context()))
    }

    private mutating func context() -> String {
        let lineEnd = endOfThisLine()
        guard lineEnd - lineStart > WrittenLink.contextBytesMax else {
            return trimmed(text(bytes[lineStart..<lineEnd]))
        }
        // Around the link, and not between the bytes of a character.
        var start = max(lineStart, at - WrittenLink.contextBytesMax / 2)
        var end = min(lineEnd, start + WrittenLink.contextBytesMax)
        while start > lineStart, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        while end < lineEnd, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return (start > lineStart ? "\u{2026}" : "") + trimmed(text(bytes[start..<end]))
            + (end < lineEnd ? "\u{2026}" : "")
    }

    private mutating func endOfThisLine() -> Int {
        if let known = lineEndKnown, known.start == lineStart { return known.end }
        let end = lineEnd(lineStart)
        lineEndKnown = (lineStart, end)
        return end
    }

    private func lineEnd(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
