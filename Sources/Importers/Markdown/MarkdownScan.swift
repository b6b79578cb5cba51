/// The tags of a Markdown body, and the files that it shows or links to.
///
/// Code, in fences and in spans, names nothing. This reads; the body stays as it is.
package struct MarkdownScan: Sendable, Equatable {
    /// `#tags` in the order of their first place, without `#`.
    package var tags: [String] = []
    /// The files that the note shows: targets of `![[…]]` and of `![](…)`.
    package var embeds: [Target] = []
    /// Targets of `[](…)`.
    package var links: [Target] = []

    package struct Target: Sendable, Equatable {
        /// Without heading, alias and size.
        package var path: String
        /// By name from anywhere in the vault, as in `[[…]]`; otherwise a path.
        package var isWiki: Bool
        /// The text behind the `|`: a caption or a size, but in Dendron's spelling the target itself.
        package var alias: String?
    }

    /// - Parameter start: where the front matter ends.
    package init(_ body: [UInt8], from start: Int = 0) {
        var fence: Fence?
        var seenTags: Set<ByteText> = []
        for line in body[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            if let open = fence {
                if open.isClosed(by: line) { fence = nil }
                continue
            }
            if let opened = Fence(opening: line) {
                fence = opened
                continue
            }
            guard line.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "[") }) else { continue }
            let visible = Self.withoutCode(line)
            ingestTags(visible, &seenTags)
            ingestTargets(visible)
        }
    }

    /// A fenced code block that is open. CommonMark 0.31, section 4.5; also inside lists and quotes.
    struct Fence {
        var mark: UInt8
        var length: Int

        init?(opening line: ArraySlice<UInt8>) {
            let inner = line.drop { " \t>-*+0123456789.)".utf8.contains($0) }
            guard let first = inner.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
            length = inner.prefix { $0 == first }.count
            mark = first
            guard length >= 3 else { return nil }
            // What follows the marks of an opening fence holds none of them: ```code``` on one line is a span.
            if first == UInt8(ascii: "`"), inner.dropFirst(length).contains(first) { return nil }
        }

        func isClosed(by line: ArraySlice<UInt8>) -> Bool {
            let inner = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
            let marks = inner.prefix { $0 == mark }.count
            return marks >= length && inner.dropFirst(marks).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        }
    }

    /// The line with spaces in place of code spans, so that offsets stay.
    static func withoutCode(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var out = Array(line)
        let runs = backticks(in: out)
        // Where the last run of each length stands: behind it a span of that length is not looked for.
        var lasts: [Int: Int] = [:]
        for (place, run) in runs.enumerated() { lasts[run.count] = place }
        var place = 0
        while place < runs.count {
            let length = runs[place].count
            guard let last = lasts[length], last > place,
                let end = runs[(place + 1)...].firstIndex(where: { $0.count == length })
            else {
                place += 1
                continue
            }
            for index in runs[place].lowerBound..<runs[end].upperBound { out[index] = 0x20 }
            place = end + 1
        }
        return out
    }

    /// Where backticks stand together.
    private static func backticks(in line: [UInt8]) -> [Range<Int>] {
        let tick = UInt8(ascii: "`")
        var runs: [Range<Int>] = []
        var at = 0
        while let start = line[at...].firstIndex(of: tick) {
            at = start
            while at < line.count, line[at] == tick { at += 1 }
            runs.append(start..<at)
        }
        return runs
    }
}

// MARK: - Tags

extension MarkdownScan {
    private mutating func ingestTags(_ line: [UInt8], _ seen: inout Set<ByteText>) {
        for index in line.indices where line[index] == UInt8(ascii: "#") {
            guard index == 0 || Self.separates(line[index - 1]) else { continue }
            guard let tag = Self.tag(in: line[(index + 1)...]), seen.insert(ByteText(tag)).inserted else { continue }
            tags.append(tag)
        }
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",")
    }

    /// The tag at the beginning of `bytes`: letters, digits, `_`, `-` and `/`, at least one of them not a digit.
    private static func tag(in bytes: ArraySlice<UInt8>) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: bytes.prefix(256), as: UTF8.self).unicodeScalars {
            let isPart =
                scalar == "_" || scalar == "-" || scalar == "/" || scalar.properties.isAlphabetic
                || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
                || (scalar.value > 0x2000 && scalar.properties.isEmoji)
            guard isPart else { break }
            scalars.append(scalar)
        }
        while scalars.last == "/" { scalars.removeLast() }
        guard scalars.contains(where: { $0.properties.numericType == nil && $0 != "/" && $0 != "-" }) else {
            return nil
        }
        return String(scalars)
    }
}

// MARK: - Embeds and links

extension MarkdownScan {
    private mutating func ingestTargets(_ line: [UInt8]) {
        let open = UInt8(ascii: "[")
        var wikiEnds = Lookout(for: "]]")
        var middles = Lookout(for: "](")
        var at = 0
        while let bracket = line[at...].firstIndex(of: open) {
            at = bracket + 1
            let isEmbed = bracket > 0 && line[bracket - 1] == UInt8(ascii: "!")
            if at < line.count, line[at] == open {
                guard isEmbed, let end = wikiEnds.next(in: line, from: at) else { continue }
                ingestWikiTarget(line[(at + 1)..<end])
                at = end + 2
                continue
            }
            // A link's text may itself hold an image: the inner one is found first, since it closes first.
            guard let middle = middles.next(in: line, from: at), !line[at..<middle].contains(open) else { continue }
            // Where the next link ends its text, this one has ended: no destination reaches over another.
            let limit = middles.next(in: line, from: middle + 2) ?? line.count
            guard let path = Self.destination(in: line[(middle + 2)..<limit]) else { continue }
            let target = Target(path: path, isWiki: false)
            if isEmbed { embeds.append(target) } else { links.append(target) }
        }
    }

    private mutating func ingestWikiTarget(_ inner: ArraySlice<UInt8>) {
        let parts = String(decoding: inner, as: UTF8.self)
            .split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let paths = parts.map { trimmedPath($0.prefix { $0 != "#" && $0 != "^" }) }
        guard let path = paths.first, !path.isEmpty else { return }
        embeds.append(Target(path: path, isWiki: true, alias: paths.count > 1 ? paths[1] : nil))
    }

    /// Finds two bytes further and further on in a line. Each byte is looked at once, however often it is asked and
    /// however many links begin and never end.
    private struct Lookout {
        private let first: UInt8
        private let second: UInt8
        /// Where they were found last; the end of the line where they come no more.
        private var place = -1

        init(for text: StaticString) {
            precondition(text.utf8CodeUnitCount == 2)
            (first, second) = text.withUTF8Buffer { ($0[0], $0[1]) }
        }

        /// Where they stand next, at `start` or behind it.
        ///
        /// - Precondition: `start` is not in front of an earlier one.
        mutating func next(in line: [UInt8], from start: Int) -> Int? {
            if place < start {
                place = start
                while place + 1 < line.count, line[place] != first || line[place + 1] != second { place += 1 }
                if place + 1 >= line.count { place = line.count }
            }
            return place < line.count ? place : nil
        }
    }

    /// The destination of a link that begins here: up to the closing bracket that pairs, or in angle brackets; without a
    /// title.
    private static func destination(in line: ArraySlice<UInt8>) -> String? {
        var depth = 0
        var end = line.startIndex
        let isAngled = line.first == UInt8(ascii: "<")
        while end < line.endIndex {
            let byte = line[end]
            if isAngled {
                if byte == UInt8(ascii: ">") { break }
            } else if byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: ")") {
                if depth == 0 { break }
                depth -= 1
            }
            end += 1
        }
        guard end < line.endIndex else { return nil }
        var text = String(decoding: line[..<end].dropFirst(isAngled ? 1 : 0), as: UTF8.self)
        if !isAngled, let quote = text.firstIndex(where: { $0 == "\"" || $0 == "'" }),
            text[..<quote].last?.isWhitespace == true
        {
            text = String(text[..<quote])
        }
        let path = trimmedPath(text.prefix { $0 != "#" && $0 != "?" })
        return path.isEmpty ? nil : path
    }
}

private func trimmedPath(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
}
