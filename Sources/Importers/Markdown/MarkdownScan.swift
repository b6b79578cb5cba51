/// What a Markdown body names besides its words: tags, and the files that it shows or links to.
///
/// Code, in fences and in spans, names nothing. This reads; the body stays as it is.
package struct MarkdownScan: Sendable, Equatable {
    /// `#tags` in the order of their first place, without `#`.
    package var tags: [String] = []
    /// What the note shows: targets of `![[…]]` and of `![](…)`.
    package var embeds: [Target] = []
    /// Targets of `[](…)`.
    package var links: [Target] = []

    package struct Target: Sendable, Equatable {
        /// Without heading, alias and size.
        package var path: String
        /// By name from anywhere in the vault, as in `[[…]]`; otherwise a path.
        package var isWiki: Bool
        /// What stands behind the `|`: a caption or a size, but in Dendron's spelling the target itself.
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
            takeTags(visible, &seenTags)
            takeTargets(visible)
        }
    }

    /// A fenced code block that is open. CommonMark 0.31, section 4.5; also inside lists and quotes.
    private struct Fence {
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
    private static func withoutCode(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var out = Array(line)
        let tick = UInt8(ascii: "`")
        var at = 0
        while let start = out[at...].firstIndex(of: tick) {
            var bodyStart = start
            while bodyStart < out.count, out[bodyStart] == tick { bodyStart += 1 }
            let length = bodyStart - start
            guard let end = closing(of: length, in: out, from: bodyStart) else {
                at = bodyStart
                continue
            }
            for index in start..<end { out[index] = 0x20 }
            at = end
        }
        return out
    }

    /// Where the run of exactly `length` backticks behind `start` ends.
    private static func closing(of length: Int, in line: [UInt8], from start: Int) -> Int? {
        let tick = UInt8(ascii: "`")
        var at = start
        while let next = line[at...].firstIndex(of: tick) {
            var end = next
            while end < line.count, line[end] == tick { end += 1 }
            if end - next == length { return end }
            at = end
        }
        return nil
    }
}

// MARK: - Tags

extension MarkdownScan {
    private mutating func takeTags(_ line: [UInt8], _ seen: inout Set<ByteText>) {
        for index in line.indices where line[index] == UInt8(ascii: "#") {
            guard index == 0 || Self.separates(line[index - 1]) else { continue }
            guard let tag = Self.tag(in: line[(index + 1)...]), seen.insert(ByteText(tag)).inserted else { continue }
            tags.append(tag)
        }
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",")
    }

    /// The tag at the beginning of `bytes`: letters, digits, `_`, `-` and `/`, of which one is no digit.
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
    private mutating func takeTargets(_ line: [UInt8]) {
        let open = UInt8(ascii: "[")
        var at = 0
        while let bracket = line[at...].firstIndex(of: open) {
            at = bracket + 1
            let isEmbed = bracket > 0 && line[bracket - 1] == UInt8(ascii: "!")
            if at < line.count, line[at] == open {
                guard isEmbed, let end = Self.find("]]", in: line, from: at) else { continue }
                let inner = String(decoding: line[(at + 1)..<end], as: UTF8.self)
                let parts = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
                let paths = parts.map { trimmedPath($0.prefix { $0 != "#" && $0 != "^" }) }
                if let path = paths.first, !path.isEmpty {
                    embeds.append(Target(path: path, isWiki: true, alias: paths.count > 1 ? paths[1] : nil))
                }
                at = end + 2
            } else if let middle = Self.find("](", in: line, from: at),
                let path = Self.destination(in: line, from: middle + 2)
            {
                // A link's text may itself hold an image: the inner one is found first, since it closes first.
                let target = Target(path: path, isWiki: false)
                if Self.find("[", in: line, from: at).map({ $0 < middle }) == true { continue }
                if isEmbed { embeds.append(target) } else { links.append(target) }
            }
        }
    }

    /// The place of `text` in `line` at or behind `start`.
    private static func find(_ text: String, in line: [UInt8], from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard line.count - start >= wanted.count else { return nil }
        for index in start...(line.count - wanted.count) where line[index..<index + wanted.count].elementsEqual(wanted)
        {
            return index
        }
        return nil
    }

    /// The destination of a link: up to the closing bracket that pairs, or in angle brackets; without a title.
    private static func destination(in line: [UInt8], from start: Int) -> String? {
        var depth = 0
        var end = start
        let isAngled = start < line.count && line[start] == UInt8(ascii: "<")
        while end < line.count {
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
        guard end < line.count else { return nil }
        var text = String(decoding: line[(isAngled ? start + 1 : start)..<end], as: UTF8.self)
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
